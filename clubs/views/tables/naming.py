"""What a table is called: given when it opens, or here."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from clubs.access import may_name_sitting, require
from clubs.forms.tables.sittings import TableNameForm
from clubs.http import Request
from clubs.models import Sitting
from clubs.services.tables import sittings
from clubs.views.shared import of_sitting, render_form, sign_in_first


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_sitting
def sitting_name(request: Request, sitting: Sitting) -> HttpResponse:
    require(may_name_sitting(request.actor, sitting))
    is_sent = request.method == "POST"
    form = TableNameForm(request.POST if is_sent else None, initial={"table_name": sitting.name})
    if form.is_valid():
        name, id_of_request = form.cleaned_data["table_name"], form.cleaned_data["request_id"]
        sittings.name_sitting(request.actor, sitting, name, request_id=id_of_request)
        return redirect("sitting_sheet", sitting.uuid)
    context = {"sitting": sitting, "club": sitting.club}
    return render_form(request, "clubs/tables/sitting/sitting_name.html", form, context)

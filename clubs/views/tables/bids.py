"""Who took with what, sent while the deal is played."""

from django.http import HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from clubs.access import may_record_deal, require
from clubs.core.problems import DealRefused
from clubs.http import Request
from clubs.models import Sitting
from clubs.queries.deals.deals import bare_table_to_fill
from clubs.services.errors import SittingClosed, SittingMoved
from clubs.services.tables.bids import tell_bid
from clubs.views.shared import of_sitting, sign_in_first
from clubs.views.tables.deal_forms import deal_number, sent_form


@sign_in_first
@require_POST
@of_sitting
def deal_bid(request: Request, sitting: Sitting) -> HttpResponse:
    """The form of deal entry as it is so far, from js/deal/bid.js, which tells nobody what came of
    it: the deal itself is saved as ever."""
    require(may_record_deal(request.actor, sitting))
    table = bare_table_to_fill(sitting, deal_number(request.POST))
    form = sent_form(sitting, table, request.POST)
    form.is_valid()
    try:
        tell_bid(request.actor, sitting, form.typed_record, number=table.number)
    except DealRefused:
        return JsonResponse({}, status=422)
    except (SittingMoved, SittingClosed):
        return JsonResponse({}, status=409)
    return JsonResponse({"revision": sitting.revision})

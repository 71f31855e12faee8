"""One's own account, beside what allauth has pages for: where it is signed in, deleting it."""

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.forms.people.privacy import AccountDeleteForm
from clubs.http import Request
from clubs.queries.people.accounts import (
    clubs_of_nobody_else,
    clubs_owned_alone,
    players_of,
    signed_in_browsers,
)
from clubs.services.errors import OnlyOwner
from clubs.services.people.accounts import (
    delete_account,
    end_other_sessions,
    end_session,
)
from clubs.views.shared import render_form, sign_in_first, whole_number


@sign_in_first
@require_http_methods(["GET", "POST"])
def account_delete(request: Request) -> HttpResponse:
    """Deletes the account once its address is typed. The only owner of a club with others is
    refused."""
    user = request.actor.user
    assert user is not None  # noqa: S101 - nobody else is let in
    form = AccountDeleteForm(request.POST if request.method == "POST" else None, user=user)
    if form.is_valid():
        try:
            delete_account(request.actor)
        except OnlyOwner as refusal:
            form.explain_only_owner(refusal.clubs)
        else:
            logout(request)
            messages.success(request, _("Your account is deleted."))
            return redirect("front_page")
    context = {
        "alone": list(clubs_owned_alone(user)),
        "players": players_of(user),
        "lost": list(clubs_of_nobody_else(user)),
    }
    return render_form(request, "clubs/people/privacy/account_delete.html", form, context)


@sign_in_first
@require_http_methods(["GET", "POST"])
def session_list(request: Request) -> HttpResponse:
    """The browsers in which the account is signed in. `end` of a form is the number of one, or
    `others`."""
    user, key = request.actor.user, request.session.session_key
    assert user is not None  # noqa: S101 - nobody else is let in
    if request.method == "POST":
        chosen = request.POST.get("end", "")
        if chosen == "others":
            end_other_sessions(user, key)
            messages.success(request, _("Signed out everywhere else."))
        elif number := whole_number(chosen):
            end_session(user, number)
            messages.success(request, _("Signed out there."))
        return redirect("session_list")
    context = {"browsers": signed_in_browsers(user, key)}
    return render(request, "account/session_list.html", context)

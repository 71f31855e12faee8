"""Many invitations at once: a list, a preview of who gets what, and those that are open."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.core.mail import get_connection
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from clubs.access import may_manage_people, may_manage_roles, require
from clubs.forms.people.many_invitations import ManyInvitationsForm, previewed_lines
from clubs.http import Request
from clubs.models import Club, Link, Player, Role, RoleOffer
from clubs.numbers import grouped_number
from clubs.queries.people.invitations import Invited, open_invitations
from clubs.queries.people.invitees import Invitee, Outcome, good_count, invitable_members, invitees
from clubs.queries.people.offers import open_offers
from clubs.services.errors import AccountTaken
from clubs.services.people.invitations import invite_player
from clubs.services.people.links import revoke_link
from clubs.services.people.many_invitations import ManyInvited, invite_many
from clubs.views.limits import INVITATIONS, too_many
from clubs.views.people.links import ShownLink
from clubs.views.people.offers import end_offer, mail_link, make_offer, shown_offers
from clubs.views.shared import of_club, request_id, sign_in_first

LOOK, WRITE = "look", "write"  # steps of the preview


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_club
def members_invite(request: Request, club: Club) -> HttpResponse:
    """`step` of a form is empty for the list, look or write for its preview; `again`, `withdraw`
    and `end` name an open invitation or offer."""
    require(may_manage_people(request.actor, club))
    form = ManyInvitationsForm(
        request.POST if "text" in request.POST else None,
        members=invitable_members(club),
        may_choose_role=may_manage_roles(request.actor, club),
    )
    if request.method == "POST" and request.POST.keys() & {"again", "withdraw", "end"}:
        return _open_changed(request, club)
    if request.method == "POST" and request.POST.get("step") in (LOOK, WRITE):
        return _previewed(request, club)
    if form.is_valid():
        rows = invitees(request.actor, club, form.lines())
        return _preview_page(request, club, rows, form.to_role())
    return _list_page(request, club, form)


def _previewed(request: Request, club: Club) -> HttpResponse:
    """The preview came back: sends what is good, or shows it again where something is to mend."""
    told_role = request.POST.get("role", "")
    role = Role(told_role) if told_role in Role.values else Role.MEMBER
    require(role == Role.MEMBER or may_manage_roles(request.actor, club))
    rows = invitees(request.actor, club, previewed_lines(request.POST))
    if request.POST["step"] == LOOK and rows:
        return _preview_page(request, club, rows, role)
    if any(row.can_be_mended for row in rows) or not good_count(rows):
        return _preview_page(request, club, rows, role, status=422)
    room = INVITATIONS.room(request)
    if room < good_count(rows):
        return _preview_page(request, club, rows, role, room=room, status=422)
    with _mail_connection() as connection:
        result = _invited(request, club, rows, role, connection)
    _tell(request, result)
    return redirect("members_invite", club.slug)


def _invited(
    request: Request, club: Club, rows: Sequence[Invitee], role: Role, connection: Any
) -> ManyInvited:
    for row in rows:
        if row.is_good:
            INVITATIONS.count(request)

    def send(player: Player, address: str, link: Link) -> None:
        _mail_invitation(request, player, address, link, connection)

    def send_offer(role_offer: RoleOffer) -> None:
        page, context = "clubs/people/role_offer.txt", {"offer": role_offer}
        link, place, to = role_offer.link, role_offer.place, role_offer.email
        mail_link(request, link, place, page, context, to=to, connection=connection)

    return invite_many(
        request.actor,
        club,
        rows,
        role,
        send=send,
        send_offer=send_offer if settings.SENDS_MAIL else None,
        request_id=request_id(request),
    )


def _mail_invitation(
    request: Request, player: Player, address: str, link: Link, connection: Any = None
) -> None:
    context = {"player": player, "club": player.club, "link": link}
    page = "clubs/people/invitation.txt"
    mail_link(request, link, player.club.name, page, context, to=address, connection=connection)


@contextmanager
def _mail_connection() -> Iterator[Any]:
    """One for all mails. Where the server does not answer, each mail says so by itself."""
    connection = get_connection()
    with suppress(OSError):
        connection.open()
    try:
        yield connection
    finally:
        with suppress(OSError):
            connection.close()


def _tell(request: Request, result: ManyInvited) -> None:
    if result.mailed:
        text = ngettext(
            "%(count)s invitation is on its way.",
            "%(count)s invitations are on their way.",
            result.mailed,
        )
        messages.success(request, text % {"count": grouped_number(result.mailed)})
    if result.linked:
        text = ngettext(
            "%(count)s link is made: hand it over from the list below.",
            "%(count)s links are made: hand them over from the list below.",
            result.linked,
        )
        messages.success(request, text % {"count": grouped_number(result.linked)})
    if result.unsent:
        text = _("No mail could be sent to %(addresses)s. Their links are in the list below.")
        messages.warning(request, text % {"addresses": ", ".join(result.unsent)})


def _preview_page(
    request: Request,
    club: Club,
    rows: Sequence[Invitee],
    role: Role,
    *,
    room: int | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "club": club,
        "nav_section": "members",
        "rows": rows,
        "role": role,
        "good": good_count(rows),
        "mails": sum(row.outcome in (Outcome.MAIL, Outcome.OFFER) for row in rows),
        "to_mend": sum(row.can_be_mended for row in rows),
        "room": room,
        "request_id": request_id(request),
    }
    page = "clubs/people/members/members_invite_preview.html"
    return render(request, page, context, status=status)


# Open ones


@dataclass(frozen=True, slots=True)
class ShownInvitation:
    """An open invitation of a player; address of its link, empty after SECRET_KEY has changed."""

    player: Player
    link: Link
    role: str
    address: str

    @classmethod
    def of(cls, request: Request, invited: Invited) -> "ShownInvitation":
        link = invited.link
        address = ShownLink.of(request, link).address if link.can_be_shown else ""
        return cls(invited.player, link, invited.role, address)


def _list_page(request: Request, club: Club, form: ManyInvitationsForm) -> HttpResponse:
    invited = open_invitations(request.actor, club)
    context = {
        "club": club,
        "nav_section": "members",
        "form": form,
        "invited": [ShownInvitation.of(request, row) for row in invited],
        "offers": shown_offers(request, club),
        "request_id": uuid4(),
    }
    status = 422 if form.is_bound else 200
    return render(request, "clubs/people/members/members_invite.html", context, status=status)


def _open_changed(request: Request, club: Club) -> HttpResponse:
    """Sends an open invitation or offer again, or takes it back."""
    if "end" in request.POST:
        end_offer(request, club)
        return redirect("members_invite", club.slug)
    named = request.POST.get("again") or request.POST.get("withdraw")
    invited = open_invitations(request.actor, club)
    row = next((row for row in invited if str(row.link.uuid) == named), None)
    if row is not None and "withdraw" in request.POST:
        revoke_link(request.actor, row.link, request_id=request_id(request))
        text = _("The invitation of %(name)s is taken back: its link opens nothing any more.")
        messages.success(request, text % {"name": row.player.name})
        return redirect("members_invite", club.slug)
    if INVITATIONS.is_reached(request):
        return too_many(request, INVITATIONS)
    if row is not None and row.player.email:
        _send_again(request, row)
    else:
        offers = open_offers(request.actor, club)
        role_offer = next((one for one in offers if str(one.link.uuid) == named), None)
        if role_offer is None:
            messages.info(request, _("This invitation is not open any more."))
        else:
            role = Role(role_offer.role)
            make_offer(request, club, role_offer.email, role, request_id(request))
    return redirect("members_invite", club.slug)


def _send_again(request: Request, row: Invited) -> None:
    player = row.player
    INVITATIONS.count(request)

    def send(link: Link) -> None:
        _mail_invitation(request, player, player.email, link)

    try:
        invite_player(request.actor, player, send=send, request_id=request_id(request))
    except AccountTaken:
        messages.info(request, _("%(name)s has an account already.") % {"name": player.name})
    except OSError:  # of the mail server
        messages.warning(request, _("The mail could not be sent. Hand over the link shown below."))
    else:
        text = _("The invitation is on its way to %(to)s.") % {"to": player.email}
        messages.success(request, text)

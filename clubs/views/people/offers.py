"""Roles and duties that are offered: the list for who offers them, and the page of who accepts."""

from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core.mail import send_mail
from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import LinkEnded
from clubs.http import Request
from clubs.models import Club, Role, RoleOffer, Tournament, TournamentDuty
from clubs.queries.people.links import has_ended
from clubs.queries.people.offers import open_offers, taken_by
from clubs.queries.tables.audit import account_name
from clubs.services.people import offers
from clubs.views.limits import INVITATIONS
from clubs.views.people.links import ShownLink, to_place
from clubs.views.shared import request_id


@dataclass(frozen=True, slots=True)
class ShownOffer:
    """address: of its link, to be handed over; empty after SECRET_KEY has changed."""

    offer: RoleOffer
    address: str


def shown_offers(request: Request, place: Club | Tournament) -> list[ShownOffer]:
    return [
        ShownOffer(one, ShownLink.of(request, one.link).address if one.link.can_be_shown else "")
        for one in open_offers(request.actor, place)
    ]


def make_offer(
    request: Request,
    place: Club | Tournament,
    email: str,
    role: Role | TournamentDuty,
    request_id: UUID,
) -> None:
    """Says the same whether the address has an account or not. The caller asks the limit."""
    INVITATIONS.count(request)

    def send(made: RoleOffer) -> None:
        if not settings.SENDS_MAIL:
            return
        context = {
            "offer": made,
            "inviter": account_name(request.actor, made.link.club, made.link.made_by_id),
            "address": ShownLink.of(request, made.link).address,
            "site_name": settings.SITE_NAME,
        }
        subject = _("%(club)s invites you") % {"club": made.place}
        body = render_to_string("clubs/people/role_offer.txt", context)
        send_mail(f"{settings.SITE_NAME}: {subject}", body, settings.DEFAULT_FROM_EMAIL, [email])

    try:
        offers.offer(request.actor, place, email, role, send=send, request_id=request_id)
    except OSError:  # of the mail server; the offer is there all the same
        messages.warning(request, _("The mail could not be sent. Hand over the link shown below."))
    else:
        text = _(
            "%(to)s is offered this role by mail: %(role)s. It counts once it is accepted. You can "
            "also hand over the link shown below."
        )
        if not settings.SENDS_MAIL:
            text = _(
                "%(to)s is offered this role: %(role)s. No mail is set up on this server: hand "
                "over the link shown below. It counts once it is accepted."
            )
        messages.success(request, text % {"to": email, "role": role.label})


def end_offer(request: Request, place: Club | Tournament) -> None:
    """The one that the button names; it may be accepted by now, or taken back."""
    told = request.POST.get("end", "")
    made = next(
        (one for one in open_offers(request.actor, place) if told == str(one.link.uuid)), None
    )
    if made is None:
        messages.info(request, _("This offer is not open any more: see who has a role."))
        return
    offers.end_offer(request.actor, made, request_id=request_id(request))
    messages.success(request, _("The offer is taken back: its link opens nothing any more."))


def offer_page(request: Request, made: RoleOffer) -> HttpResponse:
    """What is offered; accepted by who is signed in. Whoever opened the link comes here."""
    if request.method == "POST" and request.actor.is_signed_in:
        offers.accept_offer(request.actor, made, request_id=request_id(request))
        messages.success(request, _("Welcome to %(place)s.") % {"place": made.place})
        return to_place(made)
    if taken_by(request.actor, made.link):
        return to_place(made)
    if has_ended(made.link):
        raise LinkEnded
    context = {
        "offer": made,
        "may_register": settings.REGISTRATION != "closed",
        "here": reverse("invitation_accept", args=[made.link.uuid]),
        "request_id": request_id(request),
    }
    return render(request, "clubs/people/offer_accept.html", context)

"""Roles and duties that are offered: the list for who offers them, and the page of who accepts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
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
from clubs.models import Club, Link, Role, RoleOffer, Tournament, TournamentDuty
from clubs.queries.people.links import has_ended
from clubs.queries.people.offers import open_offers, taken_by
from clubs.queries.tables.log_words import account_name
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

    def send(role_offer: RoleOffer) -> None:
        if settings.SENDS_MAIL:
            context = {"offer": role_offer}
            page = "clubs/people/role_offer.txt"
            mail_link(request, role_offer.link, role_offer.place, page, context, to=email)

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


def mail_link(
    request: Request,
    link: Link,
    place: object,
    template: str,
    context: Mapping[str, Any],
    *,
    to: str,
    connection: Any = None,
) -> None:
    """Mails the link of an invitation into this place. Raises OSError when the server fails."""
    shared = {
        "inviter": account_name(request.actor, link.club, link.made_by_id),
        "address": ShownLink.of(request, link).address,
        "site_name": settings.SITE_NAME,
    }
    subject = _("%(club)s invites you") % {"club": place}
    body = render_to_string(template, {**shared, **context})
    title = f"{settings.SITE_NAME}: {subject}"
    send_mail(title, body, settings.DEFAULT_FROM_EMAIL, [to], connection=connection)


def end_offer(request: Request, place: Club | Tournament) -> None:
    """The one that the button names; it may be accepted by now, or taken back."""
    ended = request.POST.get("end", "")
    role_offer = next(
        (one for one in open_offers(request.actor, place) if ended == str(one.link.uuid)), None
    )
    if role_offer is None:
        messages.info(request, _("This offer is not open any more: see who has a role."))
        return
    offers.end_offer(request.actor, role_offer, request_id=request_id(request))
    messages.success(request, _("The offer is taken back: its link opens nothing any more."))


def offer_page(request: Request, role_offer: RoleOffer) -> HttpResponse:
    """Shows an offer, and accepts it for a signed-in account."""
    if request.method == "POST" and request.actor.is_signed_in:
        offers.accept_offer(request.actor, role_offer, request_id=request_id(request))
        messages.success(request, _("Welcome to %(place)s.") % {"place": role_offer.place})
        return to_place(role_offer)
    if taken_by(request.actor, role_offer.link):
        return to_place(role_offer)
    if has_ended(role_offer.link):
        raise LinkEnded
    context = {
        "offer": role_offer,
        "may_register": settings.REGISTRATION != "closed",
        "here": reverse("invitation_accept", args=[role_offer.link.uuid]),
        "request_id": request_id(request),
    }
    return render(request, "clubs/people/offer_accept.html", context)

"""Roles and duties that are offered and not accepted yet."""

from django.db.models import F, Q
from django.utils import timezone

from clubs.access import RANK, Actor, may_manage_roles, may_manage_tournament
from clubs.models import Club, Link, Role, RoleOffer, Tournament, TournamentDuty


def may_offer(actor: Actor, place: Club | Tournament) -> bool:
    """Whether the actor may offer roles of this club, or duties of this tournament."""
    if isinstance(place, Club):
        return may_manage_roles(actor, place)
    return may_manage_tournament(actor, place)


def open_offers(actor: Actor, place: Club | Tournament) -> list[RoleOffer]:
    """The offers of a club or a tournament that are not accepted yet, by address; empty for an
    actor who may not make any."""
    if not may_offer(actor, place):
        return []
    valid = Link.objects.valid(timezone.now()).filter(target_uuid=place.uuid)
    rows = RoleOffer.objects.filter(link__in=valid).select_related("link__club", "tournament__club")
    return list(rows.order_by("email", "pk"))


def offer_of(link: Link) -> RoleOffer | None:
    """Returns the offer of an invitation into a club or a tournament; None where it is for a
    player."""
    rows = RoleOffer.objects.select_related("link__club", "tournament__club")
    of_place = Q(tournament__isnull=False) | Q(link__target_uuid=F("link__club__uuid"))
    return rows.filter(of_place, link=link).first()


def taken_by(actor: Actor, link: Link) -> RoleOffer | None:
    """Returns the offer of an ended link, for an account that has the offered role or a higher
    one; else None."""
    offer = offer_of(link) if link.revoked_at and actor.is_signed_in else None
    if offer is None:
        return None
    if offer.tournament is not None:
        held = actor.duties.get(offer.tournament.pk)
        return offer if held in (offer.role, TournamentDuty.ARBITER) else None
    role = actor.roles.get(link.club_id)
    return offer if role is not None and RANK[role] >= RANK[Role(offer.role)] else None

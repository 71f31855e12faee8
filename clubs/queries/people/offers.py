"""Roles and duties that are offered and not accepted yet."""

from django.utils import timezone

from clubs.access import RANK, Actor, may_manage_roles, may_manage_tournament
from clubs.models import Club, Link, Role, RoleOffer, Tournament, TournamentDuty


def open_offers(actor: Actor, place: Club | Tournament) -> list[RoleOffer]:
    """Of a club or a tournament, by address; for who may make some."""
    if isinstance(place, Club):
        may_offer = may_manage_roles(actor, place)
    else:
        may_offer = may_manage_tournament(actor, place)
    if not may_offer:
        return []
    valid = Link.objects.valid(timezone.now()).filter(target_uuid=place.uuid)
    rows = RoleOffer.objects.filter(link__in=valid).select_related("link__club", "tournament__club")
    return list(rows.order_by("email", "pk"))


def offer_of(link: Link) -> RoleOffer | None:
    """What an invitation offers; None where it is for a player."""
    rows = RoleOffer.objects.select_related("link__club", "tournament__club")
    return rows.filter(link=link).first()


def taken_by(actor: Actor, link: Link) -> RoleOffer | None:
    """What an invitation offered that has ended, to an account that has it, or more, by now."""
    made = offer_of(link) if link.revoked_at and actor.is_signed_in else None
    if made is None:
        return None
    if made.tournament is not None:
        held = actor.duties.get(made.tournament.pk)
        return made if held in (made.role, TournamentDuty.ARBITER) else None
    role = actor.roles.get(link.club_id)
    return made if role is not None and RANK[role] >= RANK[Role(made.role)] else None

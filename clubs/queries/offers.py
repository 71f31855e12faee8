"""Roles and duties that are offered and not accepted yet."""

from django.utils import timezone

from clubs.access import Actor, may_manage_roles, may_manage_tournament
from clubs.models import Club, Link, RoleOffer, Tournament


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

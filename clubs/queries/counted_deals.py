"""Which deals of its tables count for a season: in its standings and in its statistics alike.

Source: leagues specification, sections 3.3 (`excluded_deals`) and 3.4 (`sizes`).
"""

from django.db.models import Exists, OuterRef, Q

from clubs.choices import Role
from clubs.core.standings import Guests, Settings
from clubs.models import DealScore, League, LeagueMember


def counted_deals(league: League, settings: Settings, deal: str = "") -> Q:
    """The condition on deals of tables that count; deal is the path that leads to the deal.

    Under `excluded_deals` those count at which nobody played who is not on the list of the season.
    Void deals are left out elsewhere.
    """
    counted = Q(**{f"{deal}size__in": settings.sizes})
    if settings.guests is Guests.EXCLUDED_DEALS:
        members = LeagueMember.objects.filter(league=league).values("player")
        played = DealScore.objects.filter(deal=OuterRef(f"{deal}pk")).exclude(role=Role.OUT)
        counted &= Q(~Exists(played.exclude(player__in=members)))
    return counted

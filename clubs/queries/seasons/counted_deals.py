"""Which deals of its tables count for a season: in its standings and in its statistics alike. And
which matches count, in the standings of a game whose deals add up to such.

Source: leagues.md §2 (matches), §3.3 (`excluded_deals`), §3.4 (`sizes`).
"""

from collections.abc import Iterable

from django.db.models import Count, Exists, OuterRef, Q

from clubs.choices import Role
from clubs.core.games import with_matches
from clubs.core.standings.rank import Guests, Settings
from clubs.models import Deal, DealScore, League, LeagueMember, MatchScore, Player


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


def unfinished_matches(player: Player, tables: Iterable[int]) -> dict[int, int]:
    """How many matches of a player at these tables, ids of sittings, were begun and are not
    decided: by table, those without any left out."""
    decided = MatchScore.objects.filter(sitting=OuterRef("sitting"), number=OuterRef("match"))
    begun = Deal.objects.filter(
        ~Exists(decided), sitting__in=tables, match__isnull=False, scores__player=player
    )
    found = begun.order_by().values("sitting").annotate(count=Count("match", distinct=True))
    return dict(found.values_list("sitting", "count"))


def counts_matches(league: League) -> bool:
    """Whether its standings are of matches; its statistics are of deals all the same."""
    return league.game in with_matches()


def counted_matches(league: League, settings: Settings) -> Q:
    """The condition on MatchScore at tables that count. A match that was never finished has none;
    under `excluded_deals` one that a guest played counts for nobody."""
    counted = Q(sitting__active_count__in=settings.sizes)
    if settings.guests is Guests.EXCLUDED_DEALS:
        members = LeagueMember.objects.filter(league=league).values("player")
        played = MatchScore.objects.filter(sitting=OuterRef("sitting"), number=OuterRef("number"))
        counted &= Q(~Exists(played.exclude(player__in=members)))
    return counted

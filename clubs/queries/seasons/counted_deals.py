"""Which deals of its tables count for a season: in its standings and in its statistics alike. And
which matches count, in the standings of a game whose deals add up to such.

Source: leagues.md §2 (matches), §3.3 (`excluded_deals`), §3.4 (`sizes`).
"""

from collections.abc import Iterable

from django.db.models import Count, Exists, OuterRef, Q

from clubs.core.deals import DealRole
from clubs.core.games import with_matches
from clubs.core.standings.rank import Guests, LeagueSettings
from clubs.models import Deal, DealScore, League, LeagueMember, MatchScore, Player


def counted_deals(league: League, settings: LeagueSettings, deal: str = "") -> Q:
    """Returns the condition for deals that count at tables that count. deal: the lookup path to the
    deal.

    Under `excluded_deals` a deal counts only if all its players are on the list of the season. The
    caller leaves void deals out.
    """
    counted = Q(**{f"{deal}size__in": settings.sizes})
    if settings.guests is Guests.EXCLUDED_DEALS:
        members = LeagueMember.objects.filter(league=league).values("player")
        played = DealScore.objects.filter(deal=OuterRef(f"{deal}pk")).exclude(role=DealRole.OUT)
        counted &= Q(~Exists(played.exclude(player__in=members)))
    return counted


def unfinished_matches(player: Player, tables: Iterable[int]) -> dict[int, int]:
    """Counts the matches of a player that were begun and are not decided, by table (ids of
    sittings); tables without any are left out."""
    decided = MatchScore.objects.filter(sitting=OuterRef("sitting"), number=OuterRef("match"))
    begun = Deal.objects.filter(
        ~Exists(decided), sitting__in=tables, match__isnull=False, scores__player=player
    )
    counts = begun.order_by().values("sitting").annotate(count=Count("match", distinct=True))
    return dict(counts.values_list("sitting", "count"))


def counts_matches(league: League) -> bool:
    """Returns whether the standings are of matches. The statistics of such a season are of
    deals."""
    return league.game in with_matches()


def counted_matches(league: League, settings: LeagueSettings) -> Q:
    """Returns the condition for rows of MatchScore that count. An unfinished match has no row;
    under `excluded_deals` a match in which a guest played counts for nobody."""
    counted = Q(sitting__active_count__in=settings.sizes)
    if settings.guests is Guests.EXCLUDED_DEALS:
        members = LeagueMember.objects.filter(league=league).values("player")
        played = MatchScore.objects.filter(sitting=OuterRef("sitting"), number=OuterRef("number"))
        counted &= Q(~Exists(played.exclude(player__in=members)))
    return counted

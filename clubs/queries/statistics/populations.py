"""Which deals a figure is about. Every number of the statistics links to the deals behind it by the
same filters.

Source: leagues.md §4, "Population".
"""

from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Self

from django.db.models import Exists, OuterRef, Q, QuerySet

from clubs.core.games import DEFAULT_GAME
from clubs.core.standings.rank import Guests
from clubs.models import Club, Deal, DealKind, DealScore, League, Player, SittingState
from clubs.queries.seasons.counted_deals import counted_deals
from clubs.queries.seasons.leagues import standings_settings

OUT = "out"


@dataclass(frozen=True, slots=True)
class Population:
    """Deals of a club that are not void, cut down by what is set.

    Of a season those that count for its standings: of the table sizes in its settings, and without
    those that guests played where the settings say so. since and until are days in the club's zone,
    both included. size is how many play the deal, rules the name of a profile, opponent a player
    who played it too; sittings are the keys of the only tables. A population is of one game: of a
    season that which it is about, else the one that is told, or the usual one.

    from_deals is no filter: every deal is looked at, and no sum that is kept of a table believed.
    sums are those that a page has read of it already (sums.py), so that its parts share them.
    """

    club: Club
    league: League | None = None
    since: date | None = None
    until: date | None = None
    size: int | None = None
    rules: str | None = None
    opponent: Player | None = None
    game: str = ""
    sittings: frozenset[int] | None = None
    from_deals: bool = False
    sums: list[Any] = field(default_factory=list, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        game = self.league.game if self.league is not None else self.game or DEFAULT_GAME
        object.__setattr__(self, "game", game)

    def only(self, **filters: object) -> Self:
        return replace(self, **filters)  # type: ignore[arg-type]

    @property
    def is_whole_season(self) -> bool:
        """Everything that counts for a season, without a further filter."""
        return self.league is not None and self == type(self)(self.club, league=self.league)

    def deals(self) -> QuerySet[Deal]:
        """Returns the deals in order of play. Deals of tables that are void or not opened never
        count."""
        rows = Deal.objects.filter(self.where()).exclude(kind=DealKind.VOID)
        if self.opponent is not None:
            theirs = DealScore.objects.filter(deal=OuterRef("pk"), player=self.opponent)
            rows = rows.filter(Exists(theirs.exclude(role=OUT)))
        return rows.order_by("sitting__opened_at", "sitting_id", "number")

    def scores(self) -> QuerySet[DealScore]:
        """Returns the scores of all players of those deals, in order of play."""
        rows = DealScore.objects.filter(self.where("deal__")).exclude(deal__kind=DealKind.VOID)
        if self.opponent is not None:
            theirs = DealScore.objects.filter(deal=OuterRef("deal"), player=self.opponent)
            rows = rows.filter(Exists(theirs.exclude(role=OUT)))
        played = rows.exclude(role=OUT)
        return played.order_by("deal__sitting__opened_at", "deal__sitting_id", "deal__number")

    @property
    def has_days(self) -> bool:
        """Whether some days are left out."""
        return self.since is not None or self.until is not None

    @property
    def has_whole_tables(self) -> bool:
        """Whether of each table all deals of a size are of the population, or none."""
        if self.opponent is not None:
            return False
        return (
            self.league is None
            or standings_settings(self.league).guests is not Guests.EXCLUDED_DEALS
        )

    @property
    def has_sums(self) -> bool:
        """Whether sums of whole tables tell its figures; else all its deals are added up."""
        return (
            self.has_whole_tables
            and not self.from_deals
            and self.sittings is None
            and not (self.has_days and self.league is not None)
        )

    def where(self, deal: str = "") -> Q:
        """The condition; deal is the path that leads to the deal, or to what has its size."""
        condition = self.tables_where(f"{deal}sitting__")
        if self.size is not None:
            condition &= Q(**{f"{deal}size": self.size})
        if self.league is not None:
            condition &= counted_deals(self.league, standings_settings(self.league), deal)
        return condition

    def tables_where(self, table: str = "") -> Q:
        """The condition on tables; table is the path that leads to one."""
        states = [SittingState.OPEN, SittingState.CLOSED]
        conditions: dict[str, Any] = {f"{table}game": self.game, f"{table}state__in": states}
        if self.league is not None:
            conditions[f"{table}leagues__league"] = self.league
        if self.sittings is not None:
            conditions[f"{table}pk__in"] = self.sittings
        elif self.league is None:
            # Tables and a season say which club: with it SQLite begins with all that it has.
            conditions[f"{table}club"] = self.club
        if self.rules is not None:
            conditions[f"{table}rules_name"] = self.rules
        if self.since is not None:
            conditions[f"{table}opened_at__gte"] = self.club.midnight(self.since)
        if self.until is not None:
            after = self.club.midnight(self.until, days_later=1)
            conditions[f"{table}opened_at__lt"] = after
        return Q(**conditions)

"""Which deals a figure is about. Every number of the statistics links to the deals behind it by the
same filters.

Source: leagues specification, section 4, "Population".
"""

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Self
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, Q, QuerySet

from clubs.models import Club, Deal, DealKind, DealScore, League, Player, SittingState

OUT = "out"


@dataclass(frozen=True, slots=True)
class Population:
    """Deals of a club that are not void, cut down by what is set.

    since and until are days in the club's zone, both included. size is how many play the deal,
    rules the name of a profile, opponent a player who played it too.
    """

    club: Club
    league: League | None = None
    since: date | None = None
    until: date | None = None
    size: int | None = None
    rules: str | None = None
    opponent: Player | None = None
    game: str = "french"

    def only(self, **filters: object) -> Self:
        return replace(self, **filters)  # type: ignore[arg-type]

    def deals(self) -> QuerySet[Deal]:
        """In order of play. Deals of tables that are void or not opened never count."""
        rows = Deal.objects.filter(self.where()).exclude(kind=DealKind.VOID)
        if self.opponent is not None:
            theirs = DealScore.objects.filter(deal=OuterRef("pk"), player=self.opponent)
            rows = rows.filter(Exists(theirs.exclude(role=OUT)))
        return rows.order_by("sitting__opened_at", "sitting_id", "number")

    def scores(self) -> QuerySet[DealScore]:
        """What everybody who played those deals won or lost, in order of play."""
        rows = DealScore.objects.filter(self.where("deal__")).exclude(deal__kind=DealKind.VOID)
        if self.opponent is not None:
            theirs = DealScore.objects.filter(deal=OuterRef("deal"), player=self.opponent)
            rows = rows.filter(Exists(theirs.exclude(role=OUT)))
        played = rows.exclude(role=OUT)
        return played.order_by("deal__sitting__opened_at", "deal__sitting_id", "deal__number")

    def where(self, deal: str = "") -> Q:
        """The condition; deal is the path that leads to the deal."""
        states = [SittingState.OPEN, SittingState.CLOSED]
        table = f"{deal}sitting__"
        told = {f"{table}club": self.club, f"{table}game": self.game, f"{table}state__in": states}
        if self.league is not None:
            told[f"{table}leagues__league"] = self.league
        if self.size is not None:
            told[f"{deal}size"] = self.size
        if self.rules is not None:
            told[f"{table}rules__name"] = self.rules
        if self.since is not None:
            told[f"{table}opened_at__gte"] = self.midnight(self.since)
        if self.until is not None:
            told[f"{table}opened_at__lt"] = self.midnight(self.until + timedelta(days=1))
        return Q(**told)

    def midnight(self, day: date) -> datetime:
        return datetime.combine(day, time(), ZoneInfo(self.club.time_zone))

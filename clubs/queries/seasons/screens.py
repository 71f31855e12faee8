"""The standings of a season on a screen: cut into pages that can be read from the back of the
hall, with a mark by which the page asks for newer ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Case, F, OuterRef, Subquery, Value, When
from django.db.models.functions import Coalesce

from clubs.access import Actor
from clubs.core.standings.rank import RankingMethod
from clubs.models import League, RatingChange, Sitting
from clubs.queries.seasons.standings import (
    StandingsGroup,
    StandingsLine,
    StandingsPage,
    standings_page,
)
from clubs.queries.tables.live import mark_of

NOBODY = Actor("screen")  # all who look see the same: no row is one's own


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """Lines from first to last (counted from 1) of a group; key is the same after a change."""

    key: str
    group: StandingsGroup
    lines: Sequence[StandingsLine]
    first: int
    total: int

    @property
    def last(self) -> int:
        return self.first + len(self.lines) - 1


@dataclass(frozen=True, slots=True)
class Screen:
    standings: StandingsPage
    pages: Sequence[ScreenPage]


def standings_screen(league: League, rows: int) -> Screen:
    """rows: how many lines a page has. The queries of standings_page."""
    standings = standings_page(NOBODY, league)
    pages = [page for group in standings.groups for page in _screen_pages(group, rows)]
    return Screen(standings, pages)


def _screen_pages(group: StandingsGroup, rows: int) -> Iterator[ScreenPage]:
    """The ranked, then who is below the line."""
    lines = group.lines
    for start in range(0, len(lines), rows):
        key = f"{group.size or 0}-{start // rows + 1}"
        yield ScreenPage(key, group, lines[start : start + rows], start + 1, len(lines))


def standings_mark(league: UUID) -> str | None:
    """Returns a mark that changes with the season, its tables, the names of the club and, for a
    ranking by rating, the ratings; None where there is no such season. One query, without a check
    of access."""
    seasons = League.objects.filter(uuid=league).annotate(
        at=Value(0), told=F("revision") + F("club__revision") + _newest_rating()
    )
    tables = Sitting.objects.filter(leagues__league__uuid=league).annotate(
        at=Value(1), told=F("revision")
    )
    columns = ("at", "uuid", "told")
    both = seasons.order_by().values_list(*columns)
    rows = list(both.union(tables.order_by().values_list(*columns), all=True))
    own = [told for at, _uuid, told in rows if not at]
    return mark_of([(uuid, told) for at, uuid, told in rows if at], own[0]) if own else None


def _newest_rating() -> Case:
    """Returns the key of the newest rating of the club for a season that ranks by rating, which any
    table of the club changes: each replay writes rows with new keys. 0 for other seasons."""
    changes = RatingChange.objects.filter(sitting__club=OuterRef("club")).order_by("-pk")
    newest = Coalesce(Subquery(changes.values("pk")[:1]), 0)
    return Case(When(standings_rules__method=RankingMethod.RATING.value, then=newest), default=0)

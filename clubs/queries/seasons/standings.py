"""The standings of a season as the pages show them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from clubs.access import Actor
from clubs.core.measures import places_gained, rounded
from clubs.core.standings.document import standings_document
from clubs.core.standings.rank import (
    LeagueRanking,
    LeagueRow,
    LeagueSettings,
    LeagueStandings,
    Number,
    RankingMethod,
)
from clubs.models import League, Player, Publication
from clubs.queries.fingerprints import fingerprint_in_log
from clubs.queries.seasons.counted import CountedWords
from clubs.queries.seasons.leagues import LeagueData, LeagueEvening, LeagueTable, league_data
from clubs.queries.seasons.publications import changes, final_publication
from clubs.queries.seasons.season_titles import Title, titles_of
from clubs.queries.seasons.standings_words import (
    UNSIGNED,
    below_reason,
    decimal,
    digits_of,
    line_text,
    total_heading,
    value_heading,
)

FORM_EVENINGS = 10  # the newest, in the small curve of a row
SPARK = (88, 26)  # width and height of it, with a margin of 4
MARGIN = 4


@dataclass(frozen=True, slots=True)
class Spark:
    """A small curve: points of a polyline, the last one apart."""

    points: str
    last_x: str
    last_y: str


@dataclass(frozen=True)
class StandingsLine:
    """A row of the page. moved: ranks won since the evening before, negative for lost ones, None
    without a rank then or now. unknown: the score won at tables whose number of deals is unknown.

    Costly figures are properties: of 300 rows a page shows 50.
    """

    row: LeagueRow
    settings: LeagueSettings
    player: Player
    is_me: bool
    moved: int | None
    unknown: int
    words: CountedWords

    @property
    def value(self) -> Decimal | int | None:
        return decimal(self.row.value)

    @cached_property
    def average(self) -> Decimal | None:
        """The score won in known deals, penalties added, by their number; two decimal places.

        The method and the tie-break `average` count in the same way: leagues.md §3.3.
        """
        if not self.row.deals:
            return None
        return rounded(Fraction(self.row.total - self.unknown) / self.row.deals)

    @cached_property
    def form(self) -> Spark | None:
        """The curve of the sum over the last evenings: of place points where the season ranks by
        them, else of scores."""
        if self.settings.method is RankingMethod.PLACE_POINTS:
            steps = [line.amount for line in self.row.lines if not line.missed]
        else:
            steps = [score for score in self.row.per_evening if score is not None]
        return spark(list(accumulate(steps))[-FORM_EVENINGS:])

    @cached_property
    def reason(self) -> str:
        """Why there is no rank."""
        return below_reason(self.row, self.words)

    @property
    def total(self) -> Decimal | int | None:
        return decimal(self.row.total)

    @property
    def percent(self) -> Decimal | None:
        """Contracts made of those taken, or matches won."""
        hits, taken = self.row.contracts_made, self.row.taken
        return rounded(100 * Fraction(hits) / taken, 0) if taken else None


@dataclass(frozen=True)
class StandingsGroup:
    """One table of standings: all sizes together, or one of them. digits: of the values; words say
    what counts."""

    settings: LeagueSettings
    words: CountedWords
    size: int | None
    ranked: Sequence[StandingsLine]
    below: Sequence[StandingsLine]
    digits: int
    hidden_count: int

    @cached_property
    def lines(self) -> Sequence[StandingsLine]:
        return [*self.ranked, *self.below]

    @property
    def heading(self) -> str:
        return value_heading(self.settings, self.words)

    @property
    def total_heading(self) -> str:
        return total_heading(with_penalties=self.shows_penalties)

    @property
    def is_signed(self) -> bool:
        return self.settings.method not in UNSIGNED

    @cached_property
    def total_digits(self) -> int:
        return digits_of(*(line.row.total for line in self.lines))

    @property
    def title(self) -> str:
        """The heading of standings for one size of table; else empty."""
        return str(self.words.of_size) % {"size": self.size} if self.size else ""

    @property
    def hidden_text(self) -> str:
        """The number of hidden players in words; empty where all are shown."""
        return self.words.hidden(self.hidden_count) if self.hidden_count else ""

    @property
    def shows_total(self) -> bool:
        """Beside a value that is another thing."""
        return self.settings.method is not RankingMethod.TOTAL

    @property
    def shows_average(self) -> bool:
        return self.settings.method is not RankingMethod.AVERAGE

    @cached_property
    def shows_penalties(self) -> bool:
        return any(line.row.penalty for line in self.lines)

    @cached_property
    def shows_carry_over(self) -> bool:
        return any(line.row.carry_over for line in self.lines)

    @property
    def has_unqualified(self) -> bool:
        return any(not line.row.qualified and not line.row.guest for line in self.below)

    @property
    def has_guests(self) -> bool:
        return any(line.row.guest for line in self.below)


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table of an evening that is being played: who leads, several where they are equal, and
    how many deals count, or matches."""

    table: LeagueTable
    player_count: int
    counted: str
    leaders: Sequence[Player]
    leader_total: int

    @property
    def leaders_text(self) -> str:
        """Nobody while all are equal."""
        is_led = len(self.leaders) < self.player_count
        return ", ".join(player.listed_name for player in self.leaders) if is_led else ""


@dataclass(frozen=True)
class StandingsPage:
    """The standings at a date. as_of: the date that was asked for; final: the publication that
    closed the season; differs: whether its stored standings differ from those computed now;
    fingerprint: that of the log, empty unless these are the final standings."""

    data: LeagueData
    words: CountedWords
    standings: LeagueStandings
    groups: Sequence[StandingsGroup]
    as_of: date | None
    final: Publication | None
    differs: bool
    fingerprint: str

    @property
    def is_empty(self) -> bool:
        return not any(group.lines or group.hidden_count for group in self.groups)

    @property
    def line_text(self) -> str:
        return line_text(self.data.settings, self.words)

    @property
    def held_count(self) -> int:
        return len(self.standings.evenings)

    @property
    def planned_count(self) -> int:
        return len(self.data.held) + len(self.data.to_come)

    @property
    def held_percent(self) -> int:
        return 100 * len(self.data.held) // max(1, self.planned_count)

    @property
    def last(self) -> LeagueEvening | None:
        """The last evening that is counted."""
        return self.data.held[self.held_count - 1] if self.held_count else None

    @cached_property
    def dates(self) -> list[date]:
        """On which the standings may be asked for, the newest first."""
        return sorted({evening.held_on for evening in self.data.held}, reverse=True)

    @property
    def open_evenings(self) -> list[LeagueEvening]:
        return [evening for evening in self.data.held if evening.is_open]

    @property
    def live_tables(self) -> list[LiveTable]:
        return list(_live_tables(self.data)) if self.as_of is None else []

    @property
    def titles(self) -> list[Title]:
        """The titles of a closed season with their holders."""
        if self.final is None or self.as_of is not None:
            return []
        return titles_of(self.final, self.data.players)

    @property
    def next_evening(self) -> LeagueEvening | None:
        return self.data.to_come[0] if self.data.to_come else None


def standings_page(actor: Actor, league: League, as_of: date | None = None) -> StandingsPage:
    """Returns the standings now or at a date. Six queries; for a closed season two more."""
    data = league_data(league, by_evening=True)
    standings = data.standings(as_of)
    final = final_publication(league)
    return StandingsPage(
        data=data,
        words=data.words,
        standings=standings,
        groups=_groups_of(actor, data, standings),
        as_of=as_of,
        final=final,
        differs=final is not None
        and _differs(final, standings if as_of is None else data.standings()),
        fingerprint=fingerprint_in_log(league.uuid) if final and as_of is None else "",
    )


def _differs(final: Publication, current: LeagueStandings) -> bool:
    """Whether the standings computed today by the same rules differ. Names are not compared."""
    now = standings_document("", current)
    return any(changes(final.content, {"standings": now}))


def _groups_of(actor: Actor, data: LeagueData, standings: LeagueStandings) -> list[StandingsGroup]:
    before = _previous_day(data, standings)
    return [
        _group_of(actor, data, standings, size, table, before) for size, table in standings.rankings
    ]


def _previous_day(data: LeagueData, standings: LeagueStandings) -> date | None:
    """Returns the last day but one on which anybody played; None before the second one."""
    held = standings.evenings
    # Days, not evenings: standings are computed for a day, and two evenings may share one.
    dates = sorted({held[at].date for at in data.played if at < len(held)})
    return dates[-2] if len(dates) > 1 else None


def _group_of(
    actor: Actor,
    data: LeagueData,
    standings: LeagueStandings,
    size: int | None,
    table: LeagueRanking,
    before: date | None,
) -> StandingsGroup:
    """before: the day with whose ranks these are compared."""
    ranks = data.ranks_after(before, size) if before is not None else {}
    unknown = {} if size else _unknown_sums(data, len(standings.evenings))
    lines = [
        StandingsLine(
            row=row,
            settings=data.settings,
            player=data.players[row.player],
            is_me=actor.is_player(data.players[row.player]),
            moved=places_gained(ranks.get(row.player), row.rank),
            unknown=unknown.get(row.player, 0),
            words=data.words,
        )
        for row in table.rows
    ]
    return StandingsGroup(
        settings=data.settings,
        words=data.words,
        size=size,
        ranked=[line for line in lines if line.row.rank is not None],
        below=[line for line in lines if line.row.rank is None],
        digits=digits_of(*(row.value for row in table.rows)),
        hidden_count=table.hidden_count,
    )


def _unknown_sums(data: LeagueData, evening_count: int) -> dict[str, int]:
    """Adds up the scores won at tables whose number of deals is unknown, by player."""
    sums: dict[str, int] = {}
    for known in data.basis.totals:
        if known.deals is None and known.evening < evening_count:
            sums[known.player] = sums.get(known.player, 0) + known.total
    return sums


def spark(values: Sequence[Number]) -> Spark | None:
    """Draws the curve of these values; None for fewer than two."""
    if len(values) < 2:
        return None
    width, height = SPARK
    low, high = min(values), max(values)
    spread = float(high - low) or 1.0
    step = (width - 2 * MARGIN) / (len(values) - 1)
    points = [
        (
            f"{MARGIN + at * step:.1f}",
            f"{height - MARGIN - (height - 2 * MARGIN) * float(value - low) / spread:.1f}",
        )
        for at, value in enumerate(values)
    ]
    return Spark(" ".join(f"{x},{y}" for x, y in points), *points[-1])


def _live_tables(data: LeagueData) -> Iterator[LiveTable]:
    """The tables in play of the open evenings, by number."""
    for at, evening in enumerate(data.held):
        if not evening.is_open:
            continue
        for table in evening.tables:
            if table.is_open:
                yield _live_table(data, at, table)


def _live_table(data: LeagueData, evening: int, table: LeagueTable) -> LiveTable:
    totals, count = data.table_scores(evening, table)
    most = max(totals.values(), default=0)
    return LiveTable(
        table=table,
        player_count=len(totals),
        counted=data.words.count(count),
        leaders=[data.players[key] for key in totals if totals[key] == most],
        leader_total=most,
    )

"""The explanation of a rank: every number that the value is made of, in words.

Source: leagues.md §3.6. The sum on the page equals the value.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.core.standings.rank import (
    EveningLine,
    LeagueRanking,
    LeagueRow,
    LeagueSettings,
    LeagueStandings,
    Normalise,
    Number,
    RankingMethod,
)
from clubs.core.standings.scale import is_exact
from clubs.models import Penalty, Player
from clubs.queries.seasons.counted import CountedWords
from clubs.queries.seasons.counted_deals import counts_matches, unfinished_matches
from clubs.queries.seasons.league_sums import counted_penalties
from clubs.queries.seasons.leagues import LeagueData, LeagueEvening
from clubs.queries.seasons.standings_example import WhyExample, why_example
from clubs.queries.seasons.standings_words import (
    below_reason,
    decision_text,
    figure,
    line_text,
    signed_figure,
    value_heading,
    value_text,
)


@dataclass(frozen=True, slots=True)
class WhyTable:
    """A table at an evening, with what was won there and what its place gave; unfinished says how
    many matches there are not decided."""

    key: str
    number: int
    score: str
    place: str
    unfinished: str = ""


@dataclass(frozen=True, slots=True)
class WhyEvening:
    """An evening in the sum. raw is what was scored, where it was normalised; amount what it
    brings; counted is false for one that is dropped."""

    evening: LeagueEvening
    score: str
    raw: str
    place: str
    points: str
    amount: str
    counted: bool
    missed: bool
    tables: Sequence[WhyTable]


@dataclass(frozen=True, slots=True)
class WhyPart:
    """Something else that was added: a penalty with its reason, points brought along."""

    label: str
    amount: str
    reason: str = ""
    day: date | None = None


@dataclass(frozen=True)
class Why:
    """amounts are those of the page, exact: they add up to the base, and base / divisor is the
    value. words say what counts."""

    row: LeagueRow
    player: Player
    settings: LeagueSettings
    words: CountedWords
    size: int | None
    heading: str
    value: str
    headline: str
    evenings: Sequence[WhyEvening]
    parts: Sequence[WhyPart]
    amounts: Sequence[Number]
    not_counted: Sequence[WhyPart]
    base: str
    division: str
    neighbours: Sequence[str]
    example: WhyExample | None
    notes: Sequence[str]

    @cached_property
    def shows_raw(self) -> bool:
        return any(evening.raw for evening in self.evenings)

    @cached_property
    def shows_places(self) -> bool:
        return any(evening.points for evening in self.evenings)

    @property
    def size_title(self) -> str:
        return str(self.words.of_size) % {"size": self.size} if self.size else ""

    @property
    def is_rating(self) -> bool:
        return self.settings.method is RankingMethod.RATING


def why(
    data: LeagueData, standings: LeagueStandings, player: str, size: int | None = None
) -> Why | None:
    """Returns the explanation; None for a player who is not in the standings. size: of the table,
    under `own_size`."""
    table = standings.by_size.get(size) if size else standings.table
    row = next((row for row in table.rows if row.player == player), None) if table else None
    if table is None or row is None:
        return None
    extra, not_counted = _extras_of(data, standings, row, size)
    unfinished = _unfinished_of(data, standings, row)
    lines = row.lines
    evenings = [_explained_evening(data, standings, row, line, unfinished) for line in lines]
    amounts = [line.amount for line in lines] + [amount for _, amount in extra]
    return Why(
        row=row,
        player=data.players[player],
        settings=data.settings,
        words=data.words,
        size=size,
        heading=value_heading(data.settings, data.words),
        value=value_text(row.value, data.settings),
        headline=_headline(row, data),
        evenings=evenings,
        parts=[part for part, _ in extra],
        amounts=[row.value or 0] if data.settings.method is RankingMethod.RATING else amounts,
        not_counted=not_counted,
        base=value_text(row.base, data.settings),
        division=_division(row, data),
        neighbours=_neighbours(data, table, row),
        example=why_example(data, table, row, standings),
        notes=[
            *_ranking_notes(data, standings, row),
            *([_("A match that is not finished counts nothing yet.")] if unfinished else []),
        ],
    )


def _unfinished_of(data: LeagueData, standings: LeagueStandings, row: LeagueRow) -> dict[int, int]:
    """Counts the undecided matches of a player, by table. One query where matches count, else
    none."""
    if not counts_matches(data.league):
        return {}
    evenings = data.held[: len(standings.evenings)]
    tables = [one.sitting_id for evening in evenings for one in evening.tables]
    return unfinished_matches(data.players[row.player], tables)


def _headline(row: LeagueRow, data: LeagueData) -> str:
    """Returns rank and value in a sentence: "Alice is on rank 4 with 1 530" and the like."""
    values = {"name": data.players[row.player].name, "value": value_text(row.value, data.settings)}
    if row.rank is None:
        reason = below_reason(row, data.words)
        if row.value is None:
            return _("%(name)s is not ranked: %(reason)s.") % {**values, "reason": reason}
        text = _("%(name)s is not ranked (%(reason)s), and has %(value)s.")
        return text % {**values, "reason": reason or _("not qualified")}
    values["rank"] = figure(row.rank)
    if row.tied:
        return _("%(name)s shares rank %(rank)s with %(value)s.") % values
    return _("%(name)s is on rank %(rank)s with %(value)s.") % values


def _extras_of(
    data: LeagueData, standings: LeagueStandings, row: LeagueRow, size: int | None
) -> tuple[list[tuple[WhyPart, Number]], list[WhyPart]]:
    """Returns penalties and points brought along: those in the sum, and those that do not count."""
    counted: list[tuple[WhyPart, Number]] = []
    ignored: list[WhyPart] = []
    held = {evening.key: evening for evening in data.held[: len(standings.evenings)]}
    for penalty, evening in _penalties_to_date(data, row.player, held):
        label = _("Bonus") if penalty.points > 0 else _("Penalty")
        amount = signed_figure(penalty.points)
        part = WhyPart(label, amount, penalty.reason, evening.held_on)
        if standings.adds_penalties:
            counted.append((part, penalty.points))
        else:
            ignored.append(part)
    if row.carry_over:
        part = WhyPart(_("Brought along from before"), signed_figure(row.carry_over))
        if standings.adds_carry_over:
            counted.append((part, row.carry_over))
        else:
            ignored.append(part)
    return counted, ignored


def _penalties_to_date(
    data: LeagueData, player: str, held: dict[str, LeagueEvening]
) -> list[tuple[Penalty, LeagueEvening]]:
    """Those of a player up to the date shown, oldest evening first."""
    rows = counted_penalties(data.league).filter(player=data.players[player])
    by_id = {evening.pk: evening for evening in held.values()}
    of_table = {table.sitting_id: one for one in held.values() for table in one.tables}
    dated = [
        (penalty, evening)
        for penalty in rows
        if (evening := by_id.get(penalty.evening_id or 0) or of_table.get(penalty.sitting_id or 0))
    ]
    return sorted(dated, key=lambda told: told[1].held_on)


def _explained_evening(
    data: LeagueData,
    standings: LeagueStandings,
    row: LeagueRow,
    line: EveningLine,
    unfinished: Mapping[int, int],
) -> WhyEvening:
    evening = data.held[line.evening]
    unsigned = data.settings.method is RankingMethod.PLACE_POINTS
    played = {table.key: table for table in evening.tables}
    normalised = data.settings.normalise in {Normalise.PER_OPPONENT, Normalise.Z_SCORE}
    return WhyEvening(
        evening=evening,
        score=signed_figure(line.score),
        raw=signed_figure(line.raw) if normalised and not line.missed else "",
        place=_place_text(line.place) if not line.missed else "",
        points=_points_text(line),
        amount=figure(line.amount) if unsigned else signed_figure(line.amount),
        counted=line.counted,
        missed=line.missed,
        tables=[
            WhyTable(
                key=table.table,
                number=played[table.table].number,
                score=signed_figure(table.score),
                place=_table_place(table.place, table.place_points),
                unfinished=_unfinished_text(unfinished.get(played[table.table].sitting_id, 0)),
            )
            for table in line.tables
        ],
    )


def _unfinished_text(count: int) -> str:
    if not count:
        return ""
    text = ngettext("%(count)s match not finished", "%(count)s matches not finished", count)
    return text % {"count": count}


def _place_text(place: int | None) -> str:
    return _("rank %(place)s") % {"place": place} if place else _("passed over")


def _points_text(line: EveningLine) -> str:
    """ "6 + 1": of the place, and for coming."""
    if line.place_points is None and not line.attendance_points:
        return ""
    points = figure(line.place_points or 0)
    if line.attendance_points:
        text = _("%(place)s for the place, %(came)s for coming")
        return text % {"place": points, "came": signed_figure(line.attendance_points)}
    return points


def _table_place(place: int | None, points: Number | None) -> str:
    if place is None:
        return ""
    return _("rank %(place)s: %(points)s") % {"place": place, "points": figure(points)}


def _division(row: LeagueRow, data: LeagueData) -> str:
    """ "766 : 18 deals = 42.56" where a method divides."""
    values = {
        "base": signed_figure(row.base),
        "count": row.divisor,
        "value": signed_figure(row.value),
    }
    if data.settings.method is RankingMethod.AVERAGE:
        return str(data.words.division % values)
    if data.settings.method is RankingMethod.EVENING_AVERAGE:
        text = ngettext(
            "%(base)s in %(count)s evening: %(value)s",
            "%(base)s divided by %(count)s evenings: %(value)s",
            row.divisor,
        )
        return text % values
    return ""


def _neighbours(data: LeagueData, table: LeagueRanking, row: LeagueRow) -> list[str]:
    """Returns the distances to the next better and the next worse player, or the deciding
    tie-breaks, in sentences."""
    if row.rank is None:
        return []
    ranked = [other for other in table.rows if other.rank is not None]
    better = [other for other in ranked if other.rank is not None and other.rank < row.rank]
    worse = [other for other in ranked if other.rank is not None and other.rank > row.rank]
    level = [other for other in ranked if other.rank == row.rank and other is not row]
    sentences = []
    if better:
        sentences.append(_distance(data, row, better[-1], ahead=False))
    if level:
        names = ", ".join(data.players[other.player].name for other in level)
        sentences.append(
            _("Level in everything with %(names)s: they share the rank.") % {"names": names}
        )
    if worse:
        sentences.append(_distance(data, row, worse[0], ahead=True))
    return sentences


def _distance(data: LeagueData, row: LeagueRow, other: LeagueRow, *, ahead: bool) -> str:
    """The distance to the neighbour on the next rank, or the tie-break that decided. ahead: the
    player of the row stands before that neighbour."""
    decision = row.worse_by if ahead else row.better_by
    if decision is not None:
        neighbour = data.players[decision.neighbour].name
        return decision_text(decision, neighbour, data.words, ahead=ahead)
    distance = row.to_worse if ahead else row.to_better
    name = data.players[other.player].name
    values = {"distance": figure(distance), "name": name, "rank": other.rank}
    if ahead:
        return _("%(distance)s ahead of %(name)s on rank %(rank)s.") % values
    return _("%(distance)s behind %(name)s on rank %(rank)s.") % values


def _ranking_notes(data: LeagueData, standings: LeagueStandings, row: LeagueRow) -> list[str]:
    notes = []
    if row.rank is None and not row.guest and (asked := line_text(data.settings, data.words)):
        notes.append(asked)
    if standings.totals_as_scored:
        notes.append(_("Tables of which only the totals are known count as scored."))
    if any(scale.too_few for scale in standings.table.scales):
        notes.append(str(data.words.few_scored))
    if data.settings.method is RankingMethod.AVERAGE and any(
        one.deals is None for one in data.basis.totals
    ):
        notes.append(str(data.words.few_known))
    if row.value is not None and not is_exact(row.value):
        notes.append(_("The numbers shown are rounded; the ranking is not."))
    return notes

"""Why somebody stands where they stand: every number that the value is made of, in words.

Source: leagues.md §3.6. The sum on the page equals the value.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.core.standings.rank import (
    EveningLine,
    Method,
    Normalise,
    Number,
    Row,
    Settings,
    SizeScale,
    Standings,
    Table,
)
from clubs.core.standings.scale import is_exact
from clubs.models import Deal, Penalty, Player
from clubs.queries.seasons.counted import CountedWords
from clubs.queries.seasons.counted_deals import counts_matches, unfinished_matches
from clubs.queries.seasons.counted_words import counted_words
from clubs.queries.seasons.league_sums import counted_penalties, counted_scores
from clubs.queries.seasons.leagues import LeagueData, LeagueEvening
from clubs.queries.seasons.standings_words import (
    below_reason,
    decision_text,
    figure,
    line_text,
    signed,
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


@dataclass(frozen=True, slots=True)
class WhyExample:
    """What normalising does, shown on one deal of this player."""

    deal: Deal
    text: str


@dataclass(frozen=True)
class Why:
    """amounts are those of the page, exact: they add up to the base, and base / divisor is the
    value. words say what counts."""

    row: Row
    player: Player
    settings: Settings
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

    @property
    def shows_raw(self) -> bool:
        return any(evening.raw for evening in self.evenings)

    @property
    def shows_places(self) -> bool:
        return any(evening.points for evening in self.evenings)

    @property
    def size_title(self) -> str:
        return str(self.words.of_size) % {"size": self.size} if self.size else ""

    @property
    def is_rating(self) -> bool:
        return self.settings.method is Method.RATING


def why(data: LeagueData, standings: Standings, player: str, size: int | None = None) -> Why | None:
    """None for who is not in the standings. size: of the table, under `own_size`."""
    table = standings.by_size.get(size) if size else standings.table
    row = next((row for row in table.rows if row.player == player), None) if table else None
    if table is None or row is None:
        return None
    extra, not_counted = _extras_of(data, standings, row, size)
    unfinished = _unfinished_of(data, standings, row)
    evenings = [_evening_of(data, standings, row, line, unfinished) for line in row.lines]
    amounts = [line.amount for line in row.lines] + [amount for _, amount in extra]
    words = counted_words(data.league)
    return Why(
        row=row,
        player=data.players[player],
        settings=data.settings,
        words=words,
        size=size,
        heading=value_heading(data.settings, words),
        value=value_text(row.value, data.settings),
        headline=_headline(row, data, words),
        evenings=evenings,
        parts=[part for part, _ in extra],
        amounts=[row.value or 0] if data.settings.method is Method.RATING else amounts,
        not_counted=not_counted,
        base=value_text(row.base, data.settings),
        division=_division(row, data.settings, words),
        neighbours=_neighbours(data, table, row, words),
        example=_example_of(data, table, row, standings),
        notes=[
            *_notes_of(data, standings, row, words),
            *([_("A match that is not finished counts nothing yet.")] if unfinished else []),
        ],
    )


def _unfinished_of(data: LeagueData, standings: Standings, row: Row) -> dict[int, int]:
    """Matches of somebody that wait for their end, by table: a query where matches count."""
    if not counts_matches(data.league):
        return {}
    evenings = data.held[: len(standings.evenings)]
    tables = [one.sitting_id for evening in evenings for one in evening.tables]
    return unfinished_matches(data.players[row.player], tables)


def _headline(row: Row, data: LeagueData, words: CountedWords) -> str:
    """ "4th of 12 with 1 530 points": who stands where."""
    told = {"name": data.players[row.player].name, "value": value_text(row.value, data.settings)}
    if row.rank is None:
        reason = below_reason(row, words)
        if row.value is None:
            return _("%(name)s is not ranked: %(reason)s.") % {**told, "reason": reason}
        text = _("%(name)s is not ranked (%(reason)s), and has %(value)s.")
        return text % {**told, "reason": reason or _("not qualified")}
    told["rank"] = figure(row.rank)
    if row.tied:
        return _("%(name)s shares rank %(rank)s with %(value)s.") % told
    return _("%(name)s is on rank %(rank)s with %(value)s.") % told


def _extras_of(
    data: LeagueData, standings: Standings, row: Row, size: int | None
) -> tuple[list[tuple[WhyPart, Number]], list[WhyPart]]:
    """Penalties and points brought along: those in the sum, and those that do not count."""
    counted: list[tuple[WhyPart, Number]] = []
    ignored: list[WhyPart] = []
    held = {evening.key: evening for evening in data.held[: len(standings.evenings)]}
    for penalty, evening in _penalties_of(data, row.player, held):
        label = _("Bonus") if penalty.points > 0 else _("Penalty")
        amount = signed(penalty.points)
        part = WhyPart(label, amount, penalty.reason, evening.held_on)
        if standings.adds_penalties:
            counted.append((part, penalty.points))
        else:
            ignored.append(part)
    if row.carry_over:
        part = WhyPart(_("Brought along from before"), signed(row.carry_over))
        if standings.adds_carry_over:
            counted.append((part, row.carry_over))
        else:
            ignored.append(part)
    return counted, ignored


def _penalties_of(
    data: LeagueData, player: str, held: dict[str, LeagueEvening]
) -> list[tuple[Penalty, LeagueEvening]]:
    """Those of a player up to the date shown, oldest evening first."""
    rows = counted_penalties(data.league).filter(player=data.players[player])
    by_id = {evening.pk: evening for evening in held.values()}
    of_table = {table.sitting_id: one for one in held.values() for table in one.tables}
    found = [
        (penalty, evening)
        for penalty in rows
        if (evening := by_id.get(penalty.evening_id or 0) or of_table.get(penalty.sitting_id or 0))
    ]
    return sorted(found, key=lambda told: told[1].held_on)


def _evening_of(
    data: LeagueData,
    standings: Standings,
    row: Row,
    line: EveningLine,
    unfinished: Mapping[int, int],
) -> WhyEvening:
    evening = data.held[line.evening]
    unsigned = data.settings.method is Method.PLACE_POINTS
    played = {table.key: table for table in evening.tables}
    normalised = data.settings.normalise in {Normalise.PER_OPPONENT, Normalise.Z_SCORE}
    return WhyEvening(
        evening=evening,
        score=signed(line.score),
        raw=signed(line.raw) if normalised and not line.missed else "",
        place=_place_text(line.place) if not line.missed else "",
        points=_points_text(line),
        amount=figure(line.amount) if unsigned else signed(line.amount),
        counted=line.counted,
        missed=line.missed,
        tables=[
            WhyTable(
                key=table.table,
                number=played[table.table].number,
                score=signed(table.score),
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
    told = figure(line.place_points or 0)
    if line.attendance_points:
        text = _("%(place)s for the place, %(came)s for coming")
        return text % {"place": told, "came": signed(line.attendance_points)}
    return told


def _table_place(place: int | None, points: Number | None) -> str:
    if place is None:
        return ""
    return _("rank %(place)s: %(points)s") % {"place": place, "points": figure(points)}


def _division(row: Row, settings: Settings, words: CountedWords) -> str:
    """ "766 : 18 deals = 42.56" where a method divides."""
    told = {"base": signed(row.base), "count": row.divisor, "value": signed(row.value)}
    if settings.method is Method.AVERAGE:
        return words.division(row.divisor) % told
    if settings.method is Method.EVENING_AVERAGE:
        text = ngettext(
            "%(base)s in %(count)s evening: %(value)s",
            "%(base)s divided by %(count)s evenings: %(value)s",
            row.divisor,
        )
        return text % told
    return ""


def _neighbours(data: LeagueData, table: Table, row: Row, words: CountedWords) -> list[str]:
    """How far it is to the next better and the next worse, or what decided."""
    if row.rank is None:
        return []
    ranked = [other for other in table.rows if other.rank is not None]
    better = [other for other in ranked if other.rank is not None and other.rank < row.rank]
    worse = [other for other in ranked if other.rank is not None and other.rank > row.rank]
    level = [other for other in ranked if other.rank == row.rank and other is not row]
    told = []
    if better:
        told.append(_distance_up(data, row, better[-1], words))
    if level:
        names = ", ".join(data.players[other.player].name for other in level)
        told.append(
            _("Level in everything with %(names)s: they share the rank.") % {"names": names}
        )
    if worse:
        told.append(_distance_down(data, row, worse[0], words))
    return told


def _distance_up(data: LeagueData, row: Row, other: Row, words: CountedWords) -> str:
    name = data.players[other.player].name
    if row.better_by is not None:
        name = data.players[row.better_by.neighbour].name
        return decision_text(row.better_by, name, words, ahead=False)
    told = {"distance": figure(row.to_better), "name": name, "rank": other.rank}
    return _("%(distance)s behind %(name)s on rank %(rank)s.") % told


def _distance_down(data: LeagueData, row: Row, other: Row, words: CountedWords) -> str:
    name = data.players[other.player].name
    if row.worse_by is not None:
        name = data.players[row.worse_by.neighbour].name
        return decision_text(row.worse_by, name, words, ahead=True)
    told = {"distance": figure(row.to_worse), "name": name, "rank": other.rank}
    return _("%(distance)s ahead of %(name)s on rank %(rank)s.") % told


def _example_of(
    data: LeagueData, table: Table, row: Row, standings: Standings
) -> WhyExample | None:
    """What the season makes of the scores, shown on the newest deal that changes by it; nothing
    where no deal, but its match is what counts."""
    scales = {scale.size: scale for scale in table.scales if scale.factor != 1}
    if not scales or counts_matches(data.league):
        return None
    evenings = data.held[: len(standings.evenings)]
    tables = [one.sitting_id for evening in evenings for one in evening.tables]
    rows = counted_scores(data.league, data.settings).filter(
        player=data.players[row.player], deal__size__in=scales, deal__sitting__in=tables
    )
    found = (
        rows.exclude(score=0)
        .select_related("deal__sitting")
        .order_by("-deal__sitting__opened_at", "-deal__sitting_id", "-deal__number")
        .first()
    )
    if found is None:
        return None
    scale = scales[found.deal.size or 0]
    return WhyExample(found.deal, _example_text(data.settings, scale, found.score))


def _example_text(settings: Settings, scale: SizeScale, score: int) -> str:
    told = {
        "score": signed(score),
        "size": scale.size,
        "opponents": scale.size - 1,
        "value": signed(Fraction(score) * scale.factor, 2),
        "deviation": figure(scale.deviation),
    }
    if settings.normalise is Normalise.PER_OPPONENT:
        text = _(
            "%(score)s at a table of %(size)s counts 3 × %(score)s : %(opponents)s opponents "
            "= %(value)s."
        )
    else:
        text = _(
            "%(score)s at a table of %(size)s counts 100 × %(score)s : %(deviation)s = %(value)s; "
            "%(deviation)s is how far scores spread at tables of that size."
        )
    return text % told


def _notes_of(data: LeagueData, standings: Standings, row: Row, words: CountedWords) -> list[str]:
    told = []
    if row.rank is None and not row.guest and (asked := line_text(data.settings, words)):
        told.append(asked)
    if standings.totals_as_scored:
        told.append(_("Tables of which only the totals are known count as scored."))
    if any(scale.too_few for scale in standings.table.scales):
        told.append(str(words.few_scored))
    if data.settings.method is Method.AVERAGE and any(
        one.deals is None for one in data.told.totals
    ):
        told.append(str(words.few_known))
    if row.value is not None and not is_exact(row.value):
        told.append(_("The numbers shown are rounded; the ranking is not."))
    return told

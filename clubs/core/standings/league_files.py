"""A league as one JSON document, `tarot-league/1`: read, checked and scored again.

Source: leagues.md §7.4. A table without deals has `totals` (points by name),
with `deal_counts` and `place_points` by name where they are known; `carry_over` has points by name
from before the season. What the format does not name is not read.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from clubs.core.games import Game, Rules, has_matches
from clubs.core.lines import BYTE_ORDER_MARK, DECODER
from clubs.core.players import name_problems
from clubs.core.problems import DealRefused, Problem
from clubs.core.seating.random import MOST_SEED
from clubs.core.standings.league_ratings import ratings_of
from clubs.core.standings.league_tables import (
    LeagueFileRefused,
    Place,
    TablePlace,
    TableRead,
    prefixed,
    read_rules,
    read_table,
)
from clubs.core.standings.rank import (
    Evening,
    Guests,
    LeagueInput,
    Member,
    Method,
    Penalty,
    Result,
    Settings,
    Standings,
    TableTotal,
    cells_of,
    head_to_head_of,
    rank,
    without_guests,
)
from clubs.core.standings.settings import fitting

FORMAT = "tarot-league/1"


@dataclass(frozen=True, slots=True)
class LeagueFile:
    """A sound file: every deal scored by the rules, the evenings by date."""

    title: str
    settings: Settings
    members: tuple[Member, ...]
    evenings: tuple[Evening, ...]
    tables: tuple[TableRead, ...]
    penalties: tuple[Penalty, ...]
    seed: int
    game: Game

    @property
    def results(self) -> tuple[Result, ...]:
        """Deals, or the decided matches of a game whose deals add up to such."""
        return tuple(result for table in self.tables for result in table.ranked)

    @property
    def totals(self) -> tuple[TableTotal, ...]:
        """How many matches were played where only totals are known, nobody knows."""
        totals = (total for table in self.tables for total in table.totals)
        if has_matches(self.game):
            return tuple(replace(total, deals=None) for total in totals)
        return tuple(totals)

    def standings(self, as_of: date | None = None) -> Standings:
        """By the settings of the file; ratings as they were after the tables up to the date."""
        return rank(self.input(as_of), self.settings, as_of)

    def input(self, as_of: date | None = None) -> LeagueInput:
        """What `rank` takes."""
        results = list(self.results)
        if self.settings.guests is Guests.EXCLUDED_DEALS:
            guests = {member.key for member in self.members if member.is_guest}
            results = without_guests(results, guests)
        is_rated = self.settings.method is Method.RATING
        return LeagueInput(
            members=self.members,
            evenings=self.evenings,
            cells=cells_of(results),
            totals=self.totals,
            penalties=self.penalties,
            seed=self.seed,
            head_to_head=head_to_head_of(results),
            ratings=ratings_of(self.tables, as_of) if is_rated else {},
        )


def parse(content: bytes) -> dict[str, Any]:
    """The JSON object of a file in UTF-8. Raises LeagueFileRefused (`import_format`)."""
    try:
        told = DECODER.decode(content.removeprefix(BYTE_ORDER_MARK).decode())
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise LeagueFileRefused([Problem("import_format")])
    return told


def read_league(document: Mapping[str, Any]) -> LeagueFile:
    """Raises LeagueFileRefused with the problems of the first place that has any, and
    SettingsRefused for settings that cannot be."""
    _check_format(document.get("format"))
    league = _part(document, "league", Mapping, "", needed=True)
    members = tuple(_read_members(document))
    names = {member.key for member in members}
    told_settings = Settings.read(document.get("settings"))
    told = _read_evenings(document, league)
    evenings = tuple(Evening(held, held.isoformat()) for held, _, _ in told)
    rules = _league_rules(league)
    tables = tuple(
        table
        for at, evening in enumerate(told)
        for table in _read_tables(at, evening, names, rules)
    )
    return LeagueFile(
        title=_part(league, "name", str, "league.", needed=True),
        settings=fitting(told_settings, rules[0]),
        members=members,
        evenings=evenings,
        tables=tables,
        penalties=tuple(_read_penalties(document, evenings, names)),
        seed=_read_seed(league.get("seed")),
        game=rules[0],
    )


def _league_rules(league: Mapping[str, Any]) -> tuple[Game, Rules]:
    """Of the tables that name none."""
    try:
        return read_rules(league)
    except DealRefused as refusal:
        problems = [prefixed(problem, "league.") for problem in refusal.problems]
        raise LeagueFileRefused(problems) from None


def _check_format(name: object) -> None:
    if name == FORMAT:
        return
    is_other = isinstance(name, str) and name.partition("/")[0] == FORMAT.partition("/")[0]
    raise LeagueFileRefused([Problem("import_version" if is_other else "import_format", "format")])


def _part(
    source: Mapping[str, Any], name: str, kind: Any, prefix: str, *, needed: bool = False
) -> Any:
    """A field of that type; one that is missing is empty where it is not needed."""
    value = source.get(name)
    if value is None and not needed:
        return kind()
    if not isinstance(value, kind) or isinstance(value, bool):
        path = f"{prefix}{name}"
        raise LeagueFileRefused([Problem("field_missing" if value is None else "field_type", path)])
    return value


def _read_seed(value: object) -> int:
    """0 where there is none."""
    if value is None:
        return 0
    if not isinstance(value, int) or isinstance(value, bool):
        raise LeagueFileRefused([Problem("field_type", "league.seed")])
    if not 0 <= value <= MOST_SEED:
        raise LeagueFileRefused([Problem("value_not_allowed", "league.seed")])
    return value


def _read_members(document: Mapping[str, Any]) -> Iterator[Member]:
    """Members, then guests, numbered from 1."""
    carried = _read_carried(document)
    seen: set[str] = set()
    for field in ("members", "guests"):
        for at, name in enumerate(_part(document, field, list, "")):
            path = f"{field}[{at}]"
            problems = [replace(wrong, field=path) for wrong in name_problems(at, name)]
            if problems:
                raise LeagueFileRefused(problems)
            if name in seen:
                raise LeagueFileRefused([Problem("duplicate_entry", path, {"player": name})])
            seen.add(name)
            yield Member(name, len(seen), field == "guests", carried.pop(name, 0))
    for name in carried:
        raise LeagueFileRefused([Problem("unknown_player", f"carry_over.{name}", {"player": name})])


def _read_carried(document: Mapping[str, Any]) -> dict[str, int]:
    carried = dict(_part(document, "carry_over", dict, ""))
    for name, points in carried.items():
        if not isinstance(points, int) or isinstance(points, bool):
            raise LeagueFileRefused([Problem("field_type", f"carry_over.{name}")])
    return carried


EveningTold = tuple[
    date, str, Mapping[str, Any]
]  # its date, its path in the file, and what is told


def _read_evenings(document: Mapping[str, Any], league: Mapping[str, Any]) -> list[EveningTold]:
    """By date; those of one date as they stand."""
    first, last = (_read_day(league, name, "league.") for name in ("starts_on", "ends_on"))
    told: list[EveningTold] = []
    for at, evening in enumerate(_part(document, "evenings", list, "")):
        path = f"evenings[{at}]"
        if not isinstance(evening, Mapping):
            raise LeagueFileRefused([Problem("field_type", path)])
        held = _read_day(evening, "date", f"{path}.")
        if held is None:
            raise LeagueFileRefused([Problem("field_missing", f"{path}.date")])
        if (first and held < first) or (last and held > last):
            raise LeagueFileRefused([Problem("date_outside_league", f"{path}.date")], Place(held))
        told.append((held, path, evening))
    return sorted(told, key=lambda evening: evening[0])


def _read_day(source: Mapping[str, Any], name: str, prefix: str) -> date | None:
    """A date as 2025-09-12."""
    value = source.get(name)
    if value is None:
        return None
    try:
        day = date.fromisoformat(value)
    except (TypeError, ValueError):
        day = None
    if day is None or day.isoformat() != value:
        raise LeagueFileRefused([Problem("bad_date", f"{prefix}{name}")])
    return day


def _read_tables(
    at: int, evening: EveningTold, names: Collection[str], rules: tuple[Game, Rules]
) -> Iterator[TableRead]:
    held, path, told = evening
    for number, table in enumerate(_part(told, "tables", list, f"{path}."), start=1):
        table_path = f"{path}.tables[{number - 1}]"
        if not isinstance(table, Mapping):
            raise LeagueFileRefused([Problem("field_type", table_path)], Place(held, number))
        where = TablePlace(table_path, held, at, number, key=f"{number:03}")
        yield read_table(table, where, names, rules)


def _read_penalties(
    document: Mapping[str, Any], evenings: Sequence[Evening], names: Collection[str]
) -> Iterator[Penalty]:
    """Each belongs to the evening of its date; to the first of two."""
    places = {evening.date: at for at, evening in reversed(list(enumerate(evenings)))}
    for at, penalty in enumerate(_part(document, "penalties", list, "")):
        path = f"penalties[{at}]"
        if not isinstance(penalty, Mapping):
            raise LeagueFileRefused([Problem("field_type", path)])
        player = _part(penalty, "player", str, f"{path}.", needed=True)
        if player not in names:
            raise LeagueFileRefused(
                [Problem("unknown_player", f"{path}.player", {"player": player})]
            )
        held = _read_day(penalty, "evening", f"{path}.")
        if held is None:
            raise LeagueFileRefused([Problem("field_missing", f"{path}.evening")])
        if held not in places:
            raise LeagueFileRefused([Problem("evening_unknown", f"{path}.evening")], Place(held))
        points = _part(penalty, "points", int, f"{path}.", needed=True)
        yield Penalty(places[held], player, points)

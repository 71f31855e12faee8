"""A league as one JSON document, `tarot-league/1`: scored again, and ranked.

The document is read by season_files.py; what it cannot tell is checked here: that every name is one
of its members or guests, and that each deal has the scores of its rules. Source: leagues.md §7.4.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from typing import Any

from clubs.core.games import Game, Rules, get_game, has_matches
from clubs.core.lines import BYTE_ORDER_MARK, DECODER
from clubs.core.problems import DealRefused, Problem, prefixed
from clubs.core.standings.league_ratings import ratings_from_tables
from clubs.core.standings.league_tables import (
    FilePosition,
    LeagueFileRefused,
    LeagueTableRead,
    TablePlace,
    read_league_table,
)
from clubs.core.standings.rank import (
    DealResult,
    Guests,
    LeagueInput,
    LeaguePenalty,
    LeagueSettings,
    LeagueStandings,
    Member,
    RankedEvening,
    RankingMethod,
    TableTotal,
    head_to_head_of,
    rank_league,
    result_cells,
    without_guests,
)
from clubs.core.standings.season_files import read_season_file
from clubs.core.standings.season_shapes import FiledSeason
from clubs.core.standings.settings import settings_for_game

# The part of a file that a path is in: a deal, else a table, an evening, a penalty or a key.
PART = re.compile(
    r"(?P<evening>evenings\[\d+\])(\.tables\[(?P<table>\d+)\](\.deals\[(?P<deal>\d+)\])?)?"
    r"|penalties\[\d+\]|\w+"
)


@dataclass(frozen=True, slots=True)
class LeagueFile:
    """A sound file: every deal scored by the rules, the evenings by date."""

    title: str
    settings: LeagueSettings
    members: tuple[Member, ...]
    evenings: tuple[RankedEvening, ...]
    tables: tuple[LeagueTableRead, ...]
    penalties: tuple[LeaguePenalty, ...]
    seed: int
    game: Game

    @property
    def results(self) -> tuple[DealResult, ...]:
        """Deals, or the decided matches of a game whose deals add up to such."""
        return tuple(result for table in self.tables for result in table.ranked)

    @property
    def totals(self) -> tuple[TableTotal, ...]:
        """How many matches were played where only totals are known, nobody knows."""
        totals = (total for table in self.tables for total in table.totals)
        if has_matches(self.game):
            return tuple(replace(total, deals=None) for total in totals)
        return tuple(totals)

    def standings(self, as_of: date | None = None) -> LeagueStandings:
        """Rank by the settings of the file; ratings are as they were after the tables up to the
        date."""
        return rank_league(self.input(as_of), self.settings, as_of)

    def input(self, as_of: date | None = None) -> LeagueInput:
        """The input of `rank_league`."""
        results = list(self.results)
        # Before cells are made: a cell does not know who else played its deals.
        if self.settings.guests is Guests.EXCLUDED_DEALS:
            guests = {member.key for member in self.members if member.is_guest}
            results = without_guests(results, guests)
        is_rated = self.settings.method is RankingMethod.RATING
        return LeagueInput(
            members=self.members,
            evenings=self.evenings,
            cells=result_cells(results),
            totals=self.totals,
            penalties=self.penalties,
            seed=self.seed,
            head_to_head=head_to_head_of(results),
            ratings=ratings_from_tables(self.tables, as_of) if is_rated else {},
        )


def parse(content: bytes) -> dict[str, Any]:
    """The JSON object of a file in UTF-8. Raises LeagueFileRefused (`import_format`)."""
    try:
        document = DECODER.decode(content.removeprefix(BYTE_ORDER_MARK).decode())
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise LeagueFileRefused([Problem("import_format")])
    return document


def read_league(document: Mapping[str, Any]) -> LeagueFile:
    """Raises LeagueFileRefused with the problems of the first place that has any."""
    season = read_season_file(document)
    _refuse_first(season)
    game = get_game(season.game)

    # Read once, and only if a table needs them: where all tables have rules of their own, those of
    # the season may be missing.
    @cache
    def season_rules() -> Rules:
        return _filed_rules(game, season.rules, "league.")

    # By date and name, as those of a club; what has both alike is one evening.
    listed = sorted(season.evenings, key=lambda evening: (evening.date, evening.name))
    held = list(dict.fromkeys((evening.date, evening.name) for evening in listed))
    places = {key: at for at, key in enumerate(held)}
    tables = []
    codes = dict.fromkeys(held, 0)
    for evening in listed:
        key = (evening.date, evening.name)
        for table in evening.tables:
            codes[key] += 1
            place = TablePlace(evening.date, places[key], table.number, f"{codes[key]:03}")
            rules = (
                season_rules()
                if table.rules is None
                else _filed_rules(game, table.rules, f"{table.path}.", place.place())
            )
            tables.append(read_league_table(table, place, game, rules))
    # A penalty names a date: of two evenings on it, it belongs to the first.
    first_on = {day: at for at, (day, _name) in reversed(list(enumerate(held)))}
    people = [*season.members, *season.guests]
    return LeagueFile(
        title=season.name,
        settings=settings_for_game(season.settings, game),
        members=tuple(
            Member(name, number, number > len(season.members), season.carry_over.get(name, 0))
            for number, name in enumerate(people, 1)
        ),
        evenings=tuple(RankedEvening(day, day.isoformat()) for day, _name in held),
        tables=tuple(tables),
        penalties=tuple(
            LeaguePenalty(first_on[penalty.date], penalty.player, penalty.points)
            for penalty in season.penalties
        ),
        seed=season.seed,
        game=game,
    )


def _refuse_first(season: FiledSeason) -> None:
    """Raise with the problems of the first part of the file that has any, and its place."""
    problems = season.problems
    if not problems:
        return
    first = PART.match(problems[0].field or "")
    if first is None:
        raise LeagueFileRefused(problems)
    days = {evening.path: evening.date for evening in season.evenings}
    place = None
    if first["evening"] in days:
        table, deal = (int(at) + 1 if at else None for at in (first["table"], first["deal"]))
        place = FilePosition(days[first["evening"]], table, deal)
    parts = [PART.match(problem.field or "") for problem in problems]
    raise LeagueFileRefused(
        [
            problem
            for problem, part in zip(problems, parts, strict=True)
            if part and part[0] == first[0]
        ],
        place,
    )


def _filed_rules(
    game: Game, rules: object, prefix: str, place: FilePosition | None = None
) -> Rules:
    """The rules of the season or of a table. Raises LeagueFileRefused with paths of the file."""
    try:
        return game.read_rules(rules)
    except DealRefused as refusal:
        problems = [prefixed(problem, prefix) for problem in refusal.problems]
        raise LeagueFileRefused(problems, place) from None

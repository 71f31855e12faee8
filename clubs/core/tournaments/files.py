"""A tournament as one JSON document, `tarot-tournament/1`: read, checked and scored again.

Source: tournaments.md §11, §12 (errors). What the format does not name is
kept in `extra`, to be given back. What that leaves open is in docs/tournaments.md.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import Any

from clubs.core.fields import format_problems, iso_day
from clubs.core.games import DEFAULT_GAME, Game, Rules, get_game
from clubs.core.limits import CALENDAR_YEARS
from clubs.core.problems import DealRefused, Problem
from clubs.core.standings.settings import MOST
from clubs.core.table_checks import player_problems
from clubs.core.tournaments.games import game_setting_problems, playable_sizes, with_usual
from clubs.core.tournaments.people import (
    EntryRead,
    PenaltyRead,
    TeamRead,
    age_categories,
    read_entries,
    read_penalties,
    read_teams,
    with_ages,
)
from clubs.core.tournaments.reading import (
    Source,
    TournamentFileRefused,
    bounded_whole,
    code_among,
    file_refusal,
    needed,
    optional_field,
    others,
    read_objects,
    read_texts,
    words,
)
from clubs.core.tournaments.settings import READERS, SlipDetail, TournamentSettings
from clubs.core.tournaments.shapes import (
    TableResult,
    TournamentBye,
    TournamentEntry,
    TournamentInput,
    TournamentStandings,
)
from clubs.core.tournaments.slips import SlipRead, SlipReader
from clubs.core.tournaments.standings import rank_tournament

__all__ = ["FORMAT", "TournamentFile", "TournamentFileRefused", "read_tournament"]

FORMAT = "tarot-tournament/1"
FILE_FIELDS = frozenset({"format", "tournament", "entries", "teams", "rounds", "penalties"})
TOURNAMENT_FIELDS = frozenset({*READERS, "name", "date", "game", "rules"})
ROUND_FIELDS = frozenset({"number", "state", "tables", "byes"})
TABLE_FIELDS = frozenset({"number", "players", "slip", "deals", "totals"})


class FileRoundState(StrEnum):
    PLANNED = "planned"
    DRAWN = "drawn"
    PUBLISHED = "published"
    PLAYING = "playing"
    COMPLETE = "complete"
    VALIDATED = "validated"


OVER = frozenset({FileRoundState.COMPLETE, FileRoundState.VALIDATED})
_DRAFTS = frozenset({FileRoundState.PLANNED, FileRoundState.DRAWN})


@dataclass(frozen=True, slots=True)
class TableRead:
    """players: in seat order, by entry."""

    number: int
    players: tuple[str, ...]
    slip: SlipRead
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoundRead:
    """state is None where the file has none."""

    number: int
    state: str | None
    tables: tuple[TableRead, ...]
    byes: tuple[str, ...]
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_draft(self) -> bool:
        return self.state in _DRAFTS

    @property
    def is_over(self) -> bool:
        """Every slip is there; without a state: any of them is."""
        if self.state is not None:
            return self.state in OVER
        return any(table.slip.has_content for table in self.tables)


@dataclass(frozen=True, slots=True)
class TournamentFile:
    """A sound file. entries has the absent too; tournament_extra belongs to `tournament`, extra to
    the document (prizes, announcements and events among it)."""

    title: str
    held_on: date | None
    game: Game
    rules: Rules
    settings: TournamentSettings
    entries: tuple[EntryRead, ...]
    teams: tuple[TeamRead, ...]
    rounds: tuple[RoundRead, ...]
    penalties: tuple[PenaltyRead, ...]
    tournament_extra: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def last_round(self) -> int:
        """The last round that is over; 0 before the first is."""
        return max((played.number for played in self.rounds if played.is_over), default=0)

    @property
    def last_published(self) -> int:
        """The last round that is no draft; 0 before the first is."""
        return max((played.number for played in self.rounds if not played.is_draft), default=0)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Problems that refuse nothing, such as scores that no deal brings; with paths."""
        slips = (table.slip for played in self.rounds for table in played.tables)
        odd = [warning for slip in slips for warning in slip.warnings]
        gifts = [
            Problem("penalty_positive", f"penalties[{at}].points")
            for at, read in enumerate(self.penalties)
            if read.penalty.points > 0 and not read.cancelled
        ]
        return (*odd, *gifts)

    def standings(self, after_round: int | None = None) -> TournamentStandings:
        """Rank by the settings of the file, after the last round that is over or another one.

        Raises ValueError for a round that is a draft, which may seat the absent (tournaments.md
        §5.7), or that the file does not have.
        """
        number = self.last_round if after_round is None else after_round
        if not 0 <= number <= self.last_published:
            raise ValueError(f"no standings after round {number}")
        return rank_tournament(self.input(), self.settings, number)

    def input(self) -> TournamentInput:
        """The input of `rank_tournament`, without the absent, and without penalties that were
        cancelled."""
        entries = tuple(self.present())
        keys = {entry.key for entry in entries}
        return TournamentInput(
            entries=entries,
            tables=tuple(self.results()),
            byes=tuple(
                TournamentBye(played.number, player)
                for played in self.rounds
                for player in played.byes
            ),
            penalties=tuple(
                read.penalty
                for read in self.penalties
                if not read.cancelled and read.penalty.player in keys
            ),
            teams=tuple(read.team for read in self.teams),
        )

    def results(self) -> Iterator[TableResult]:
        for played in self.rounds:
            for table in played.tables:
                slip = table.slip
                yield TableResult(played.number, slip.scores, slip.mode, slip.contracts_made)

    def present(self) -> Iterator[TournamentEntry]:
        """The entries that are there. One without `first_round` came with its first place."""
        first: dict[str, int] = {}
        for played in self.rounds:
            seated = (player for table in played.tables for player in table.players)
            for player in (*seated, *played.byes):
                first.setdefault(player, played.number)
        categories = list(age_categories(self.extra))
        for read in self.entries:
            if read.checked_in:
                # Who has no place yet is on time: as late, `late_ranking` could cost them the rank.
                come = read.first_round or first.get(read.entry.key, 1)
                yield with_ages(replace(read.entry, first_round=come), read, categories)


def read_tournament(document: Source) -> TournamentFile:
    """Raises DealRefused with the problems of the first place that has any: TournamentFileRefused,
    or SettingsRefused for settings that cannot be. Settings that the game does not have are refused
    too; those that are missing are the usual ones of the game."""
    if problems := format_problems(document.get("format"), FORMAT):
        raise file_refusal(*problems)
    source = needed(document, "tournament", dict, "")
    game, rules = _read_rules(source)
    settings = TournamentSettings.read(with_usual(game, source))
    if problems := list(game_setting_problems(game, settings)):
        raise file_refusal(*problems)
    round_documents = list(read_objects(document, "rounds"))
    # Of both: who leaves after round 4 may be told before there is a round 4.
    count = max(len(round_documents), settings.rounds_planned or 0)
    entries = read_entries(document, count)
    by_key = {read.entry.key: read.entry for read in entries}
    # One for all rounds: the same deal, by its uuid, at two tables would count at both.
    slips = SlipReader(game, rules, settings, set())
    reader = RoundReader({read.entry.key: read for read in entries}, slips)
    rounds = tuple(
        reader.read(round_document, path, number)
        for number, (path, round_document) in enumerate(round_documents, start=1)
    )
    # Only now, since the slips say it: the default would mark each round of a file of totals as
    # poorer than usual.
    if source.get("slip_mode") is None:
        settings = replace(settings, slip_mode=_usual_mode(rounds))
    return TournamentFile(
        title=words(source, "name", "tournament."),
        held_on=_read_tournament_day(source),
        game=game,
        rules=rules,
        settings=settings,
        entries=entries,
        teams=read_teams(document, entries),
        rounds=rounds,
        penalties=read_penalties(document, by_key, count),
        tournament_extra=others(source, TOURNAMENT_FIELDS),
        extra=others(document, FILE_FIELDS),
    )


def _usual_mode(rounds: Sequence[RoundRead]) -> SlipDetail:
    """The richest mode of any slip, for a tournament that does not name one."""
    slips = [table.slip for played in rounds for table in played.tables]
    # An empty slip has the mode of the settings, which is what is looked for.
    modes = {slip.mode for slip in slips if slip.has_content}
    return next((mode for mode in SlipDetail if mode in modes), SlipDetail.DEALS)


def _read_rules(source: Source) -> tuple[Game, Rules]:
    code = source.get("game")
    try:
        game = get_game(DEFAULT_GAME if code is None else code)
        return game, game.read_rules(source.get("rules"))
    except DealRefused as refusal:
        problems = [
            replace(problem, field=f"tournament.{problem.field}") for problem in refusal.problems
        ]
        raise file_refusal(*problems) from None


def _read_tournament_day(source: Source) -> date | None:
    """A date as 2026-03-14, from 1900 to 2199."""
    value = optional_field(source, "date", str, "tournament.")
    day = iso_day(value)
    if value is not None and (day is None or day.year not in CALENDAR_YEARS):
        raise file_refusal(Problem("bad_date", "tournament.date"))
    return day


@dataclass(frozen=True, slots=True)
class RoundReader:
    """Reads a round: who sits where, each once, and the slips."""

    entries: Mapping[str, EntryRead]
    slips: SlipReader

    def read(self, source: Source, path: str, number: int) -> RoundRead:
        named = bounded_whole(source, "number", f"{path}.", low=1)
        if named is not None and named != number:
            raise file_refusal(Problem("import_inconsistent", f"{path}.number"))
        state = code_among(source, "state", FileRoundState, f"{path}.")
        seated: set[str] = set()
        tables = []
        for place, (table_path, table) in enumerate(
            read_objects(source, "tables", f"{path}."), start=1
        ):
            tables.append(self.read_table(table, table_path, place, number, seated, state))
        _check_numbers(tables, path)
        byes = []
        for bye_path, player in read_texts(source, "byes", f"{path}."):
            self.check_place(player, bye_path, number, seated, state)
            byes.append(player)
        return RoundRead(number, state, tuple(tables), tuple(byes), others(source, ROUND_FIELDS))

    def read_table(
        self,
        source: Source,
        path: str,
        place: int,
        number: int,
        seated: set[str],
        state: str | None,
    ) -> TableRead:
        named = bounded_whole(source, "number", f"{path}.", low=1, high=MOST)
        players = source.get("players")
        problems = player_problems(players, playable_sizes(self.slips.game))
        if problems:
            raise file_refusal(*(replace(one, field=f"{path}.{one.field}") for one in problems))
        seats = tuple(needed(source, "players", list, f"{path}."))
        for seat, player in enumerate(seats):
            self.check_place(player, f"{path}.players[{seat}]", number, seated, state)
        return TableRead(
            number=place if named is None else named,
            players=seats,
            slip=self.slips.read(source, path, seats, is_over=state in OVER),
            extra=others(source, TABLE_FIELDS),
        )

    def check_place(
        self, player: str, path: str, number: int, seated: set[str], state: str | None
    ) -> None:
        """May this entry have a place in the round? Each has one at most. Who left after a round
        was drawn keeps a place there until the seating is brought up to date (tournaments.md
        §5.7)."""
        read = self.entries.get(player)
        if read is None:
            raise file_refusal(Problem("unknown_player", path))
        is_draft = state in _DRAFTS
        if not read.checked_in and not is_draft:
            raise file_refusal(Problem("not_checked_in", path))
        if player in seated:
            raise file_refusal(Problem("player_seated_twice", path))
        if read.entry.has_left(number) and not is_draft:
            raise file_refusal(Problem("entry_withdrawn", path))
        if number < read.entry.first_round:
            raise file_refusal(Problem("import_inconsistent", path))
        seated.add(player)


def _check_numbers(tables: Sequence[TableRead], path: str) -> None:
    """No two tables of a round have the same number."""
    seen: set[int] = set()
    for at, table in enumerate(tables):
        if table.number in seen:
            raise file_refusal(Problem("duplicate_table_number", f"{path}.tables[{at}].number"))
        seen.add(table.number)

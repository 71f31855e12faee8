"""A season as one JSON document, `tarot-league/1`: the only reader of the format.

It checks what the document alone can tell: types, ranges, dates, and that its parts agree. It
scores no deals, and looks no names up in a club: `manage.py standings` (league_files.py) and the
import (exchange/imports/formats.py) do that, each with what this reader gives, so that both
accept the same files. Source: leagues.md §7.4.

A table without deals has `totals` (points by name), with `deal_counts` and `place_points` by name
where they are known; `carry_over` has points by name of a member from before the season. Keys that
the format does not have are not read.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

from clubs.core import plain_scores
from clubs.core.fields import (
    Reader,
    format_problems,
    iso_day,
    members,
    read_number,
    read_object,
    read_text,
    read_whole,
)
from clubs.core.file_rows import FiledDeal, FiledTotal
from clubs.core.games import DEFAULT_GAME, get_game
from clubs.core.limits import CALENDAR_YEARS, DEALS_OF_EVENING, MOST_POINTS, MOST_SEED
from clubs.core.names import person_key
from clubs.core.problems import DealRefused, JsonType, Problem, prefixed, wrong_type
from clubs.core.standings.scale import HUNDREDTHS
from clubs.core.standings.season_shapes import FiledEvening, FiledPenalty, FiledSeason, FiledTable
from clubs.core.standings.settings import LeagueSettings
from clubs.core.table_checks import name_problems, player_problems

FORMAT = "tarot-league/1"
NAME_LENGTH = 80  # characters of the name of a season, and of other short texts
REASON_LENGTH = 200  # characters; the rest is cut off


def read_season_file(document: Mapping[str, Any]) -> FiledSeason:
    """The season of a document, or what is wrong with it. Raises nothing."""
    return _SeasonReader(document).season()


class _SeasonReader:
    """Reads a document from the top to the bottom, and lists what is wrong in it."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.problems: list[Problem] = []
        self.strangers: list[Problem] = []
        self.name = ""
        self.game = DEFAULT_GAME
        self.people: dict[str, tuple[str, ...]] = {}  # names of `members`, and of `guests`

    def season(self) -> FiledSeason:
        self.problems += format_problems(self.document.get("format"), FORMAT)
        if self.problems:
            return FiledSeason(tuple(self.problems))
        frame = self.needed(self.document, "league", "", read_object)
        if self.problems:
            return FiledSeason(tuple(self.problems))
        self.name = self.league_name(frame)
        self.game = self.optional(frame, "game", "league.", _read_game) or DEFAULT_GAME
        rules = self.optional(frame, "rules", "league.", _read_profile)
        seed = self.optional(frame, "seed", "league.", _between(0, MOST_SEED))
        first = self.optional(frame, "starts_on", "league.", _read_league_day)
        last = self.optional(frame, "ends_on", "league.", _read_league_day)
        if first and last and first > last:
            self.refuse("bad_date", "league.ends_on")
        settings = self.settings()
        self.read_people()
        carry_over = self.numbers(
            self.document, "carry_over", "", _read_points, self.people["members"]
        )
        evenings = tuple(self.evenings(first, last))
        days = {evening.date for evening in evenings}
        penalties = tuple(self.penalties(days))
        # A season with evenings need not say when it begins and ends.
        for day, key in ((first, "starts_on"), (last, "ends_on")):
            if day is None and not days and frame.get(key) is None:
                self.refuse("field_missing", f"league.{key}")
        return FiledSeason(
            problems=tuple(self.problems),
            strangers=tuple(self.strangers),
            name=self.name,
            starts_on=first or min(days, default=date.min),
            ends_on=last or max(days, default=date.max),
            game=self.game,
            rules=rules,
            seed=seed or 0,
            settings=settings,
            members=self.people["members"],
            guests=self.people["guests"],
            carry_over=carry_over,
            evenings=evenings,
            penalties=penalties,
        )

    # Fields

    def refuse(self, code: str, path: str, **params: object) -> None:
        self.problems.append(Problem(code, path, params))

    def optional(self, source: Mapping[str, Any], name: str, prefix: str, read: Reader) -> Any:
        """The field through its reader; None where it is missing or null."""
        value = source.get(name)
        return None if value is None else read(value, f"{prefix}{name}", self.problems)

    def needed(self, source: Mapping[str, Any], name: str, prefix: str, read: Reader) -> Any:
        if source.get(name) is None:
            self.refuse("field_missing", f"{prefix}{name}")
        return self.optional(source, name, prefix, read)

    def objects(
        self, source: Mapping[str, Any], name: str, prefix: str
    ) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The objects of a list, each with its path."""
        for at, value in enumerate(self.optional(source, name, prefix, members) or ()):
            path = f"{prefix}{name}[{at}]"
            if isinstance(value, Mapping):
                yield path, value
            else:
                self.problems.append(wrong_type(path, JsonType.OBJECT))

    def numbers(
        self,
        source: Mapping[str, Any],
        name: str,
        prefix: str,
        read: Reader,
        people: Collection[str] | None = None,
    ) -> dict[str, int]:
        """Numbers by name of a player; of these people alone, where they are given."""
        numbers: dict[str, int] = {}
        for player, value in (self.optional(source, name, prefix, read_object) or {}).items():
            path = f"{prefix}{name}.{player}"
            if people is not None and player not in people:
                self.refuse("unknown_player", path, name=player)
            elif (number := read(value, path, self.problems)) is not None:
                numbers[player] = number
        return numbers

    # The season

    def league_name(self, frame: Mapping[str, Any]) -> str:
        name = (self.needed(frame, "name", "league.", read_text) or "").strip()
        if isinstance(frame.get("name"), str) and not 0 < len(name) <= NAME_LENGTH:
            self.refuse("player_name_invalid", "league.name")
        return name

    def settings(self) -> LeagueSettings:
        try:
            return LeagueSettings.read(self.document.get("settings"))
        except DealRefused as refusal:
            self.problems += refusal.problems
            return LeagueSettings()

    def read_people(self) -> None:
        """The names of members and guests, none of whom is there twice, however it is written."""
        seen: set[str] = set()
        for field_name in ("members", "guests"):
            names = []
            for at, name in enumerate(self.optional(self.document, field_name, "", members) or ()):
                path = f"{field_name}[{at}]"
                problems = [replace(problem, field=path) for problem in name_problems(at, name)]
                if not problems and person_key(name) in seen:
                    problems = [Problem("duplicate_entry", path, {"player": name})]
                self.problems += problems
                if not problems:
                    seen.add(person_key(name))
                    names.append(name)
            self.people[field_name] = tuple(names)

    def note_stranger(self, player: str, path: str) -> None:
        if player not in self.people["members"] and player not in self.people["guests"]:
            self.refuse("unknown_player", path, name=player)
            self.strangers.append(self.problems[-1])

    def penalties(self, days: Collection[date]) -> Iterator[FiledPenalty]:
        """Each belongs to an evening of the file, by its date."""
        for path, source in self.objects(self.document, "penalties", ""):
            player = self.needed(source, "player", f"{path}.", read_text)
            day = self.needed(source, "evening", f"{path}.", _read_league_day)
            points = self.needed(source, "points", f"{path}.", _read_points)
            reason = self.needed(source, "reason", f"{path}.", read_text)
            if reason is not None and not reason.strip():
                self.refuse("field_missing", f"{path}.reason")
            if player is not None:
                self.note_stranger(player, f"{path}.player")
            if day is not None and day not in days:
                self.refuse("evening_unknown", f"{path}.evening")
            if None not in (player, day, points, reason):
                yield FiledPenalty(path, player, points, day, reason.strip()[:REASON_LENGTH])

    def evenings(self, first: date | None, last: date | None) -> Iterator[FiledEvening]:
        for path, source in self.objects(self.document, "evenings", ""):
            day = self.needed(source, "date", f"{path}.", _read_league_day)
            if day is None:
                continue
            if (first and day < first) or (last and day > last):
                span = {"league": self.name, "first": first or "…", "last": last or "…"}
                self.refuse("date_outside_league", f"{path}.date", **span)
            tables = tuple(
                self.table(table_path, table, number)
                for number, (table_path, table) in enumerate(
                    self.objects(source, "tables", f"{path}."), 1
                )
            )
            name, place = _short(source.get("name")), _short(source.get("place"))
            yield FiledEvening(path, day, name, place, tables)

    # Its tables

    def table(self, path: str, source: Mapping[str, Any], number: int) -> FiledTable:
        prefix = f"{path}."
        game = self.optional(source, "game", prefix, _read_game)
        if game is not None and game != self.game:
            self.refuse("game_of_league", f"{prefix}game", league=self.name)
        frame = FiledTable(
            path=path,
            number=number,
            label=_short(source.get("label")) or str(number),
            uuid=self.optional(source, "uuid", prefix, _read_uuid),
            opened_at=self.optional(source, "opened_at", prefix, _read_moment),
            closed_at=self.optional(source, "closed_at", prefix, _read_moment),
            rules=self.optional(source, "rules", prefix, _read_profile),
        )
        if source.get("totals") is not None:
            totals = tuple(self.totals(source, prefix))
            players = tuple(total.player for total in totals)
            return replace(frame, players=players, totals=totals)
        players = self.seats(source.get("players"), prefix)
        if not players:
            return frame  # nobody knows who played its deals
        deals = [
            self.deal(deal_path, deal, players)
            for deal_path, deal in self.objects(source, "deals", prefix)
        ]
        good = tuple(deal for deal in deals if deal is not None)
        return replace(frame, players=players, deals=good)

    def seats(self, players: object, prefix: str) -> tuple[str, ...]:
        """The seats of a table or a deal, in order of play; empty where they cannot be."""
        problems = player_problems(players, get_game(self.game).seat_counts)
        if problems or not isinstance(players, list | tuple):
            self.problems += [prefixed(problem, prefix) for problem in problems]
            return ()
        if len({person_key(name) for name in players}) < len(players):
            self.refuse("players_duplicate", f"{prefix}players")
        for seat, name in enumerate(players):
            self.note_stranger(name, f"{prefix}players[{seat}]")
        return tuple(players)

    def totals(self, source: Mapping[str, Any], prefix: str) -> Iterator[FiledTotal]:
        totals = self.numbers(source, "totals", prefix, _read_points)
        counts = self.numbers(source, "deal_counts", prefix, _read_deal_count, totals)
        points = self.numbers(source, "place_points", prefix, _read_hundredths, totals)
        if source.get("deals"):
            self.refuse("value_not_allowed", f"{prefix}deals")
        seen: set[str] = set()
        for player, total in totals.items():
            path = f"{prefix}totals.{player}"
            self.problems += [replace(one, field=path) for one in name_problems(0, player)]
            if person_key(player) in seen:
                self.refuse("duplicate_entry", path, player=player)
            seen.add(person_key(player))
            self.note_stranger(player, path)
            yield FiledTotal(path, player, total, counts.get(player), points.get(player))

    def deal(
        self, path: str, source: Mapping[str, Any], seats: tuple[str, ...]
    ) -> FiledDeal | None:
        """None for a deal with a problem. One without a record has scores, and perhaps a label."""
        # Strangers are no fault of the deal: an import may learn who they are, and keeps it.
        before = len(self.problems) - len(self.strangers)
        prefix = f"{path}."
        record = dict(self.optional(source, "record", prefix, read_object) or {})
        if source.get("record") is None:
            label = source.get("label") or plain_scores.KIND
            record = {"kind": plain_scores.KIND, "label": label, "scores": source.get("scores")}
        own_seats = record.pop("players", None)
        own_seats = source.get("players") or own_seats
        players = self.seats(own_seats, prefix) if own_seats else ()
        deal = FiledDeal(
            row=path,
            record=record,
            players=players,
            scores=self.scores(source, prefix, players or seats),
            stake=self.optional(source, "stake", prefix, read_whole),
            uuid=self.optional(source, "uuid", prefix, _read_uuid),
        )
        return deal if len(self.problems) - len(self.strangers) == before else None

    def scores(
        self, source: Mapping[str, Any], prefix: str, players: Collection[str]
    ) -> dict[str, int] | None:
        """The scores that the file has, to be compared with those of the record. Players of whom it
        says nothing are not compared."""
        scores = self.optional(source, "scores", prefix, read_object)
        if scores is None:
            return None
        for name, score in scores.items():
            if name not in players:
                self.refuse("player_unknown", f"{prefix}scores.{name}", player=name)
            else:
                read_whole(score, f"{prefix}scores.{name}", self.problems)
        return dict(scores)


def _short(value: object) -> str:
    """A label or a name that nothing depends on."""
    return str(value).strip()[:NAME_LENGTH] if isinstance(value, str | int) else ""


def _between(low: int, high: int) -> Reader:
    """A reader of whole numbers of this range, bounds included."""

    def read(value: Any, path: str, problems: list[Problem]) -> int | None:
        number = read_whole(value, path, problems)
        if number is not None and not low <= number <= high:
            problems.append(Problem("value_not_allowed", path, {"low": low, "high": high}))
            return None
        return number

    return read


_read_points = _between(-MOST_POINTS, MOST_POINTS)
_read_deal_count = _between(DEALS_OF_EVENING[0], DEALS_OF_EVENING[-1])


def _read_hundredths(value: Any, path: str, problems: list[Problem]) -> int | None:
    """Place points, which may have two decimals, in hundredths."""
    number = read_number(value, path, problems)
    if number is not None and abs(number) > MOST_POINTS:
        bounds = {"low": -MOST_POINTS, "high": MOST_POINTS}
        problems.append(Problem("value_not_allowed", path, bounds))
        return None
    # Not int(): as a float 4.35 is 434.99… hundredths.
    return None if number is None else round(number * HUNDREDTHS)


def _read_game(value: Any, path: str, problems: list[Problem]) -> str | None:
    try:
        return get_game(value).code
    except DealRefused as refusal:
        problems += [replace(problem, field=path) for problem in refusal.problems]
        return None


def _read_profile(value: Any, path: str, problems: list[Problem]) -> Any:
    """Rules as a name or an object. Which rules there are, the callers know."""
    if isinstance(value, str | Mapping):
        return value
    problems.append(Problem("field_type", path))
    return None


def _read_league_day(value: Any, path: str, problems: list[Problem]) -> date | None:
    """A date as 2025-09-12, and in no other form."""
    day = iso_day(value)
    if day is None or day.year not in CALENDAR_YEARS:
        problems.append(Problem("bad_date", path))
        return None
    return day


def _read_moment(value: Any, path: str, problems: list[Problem]) -> datetime | None:
    """A time as 2025-09-12T23:15:00Z; one without zone is taken as UTC."""
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        moment = None
    if moment is None or moment.year not in CALENDAR_YEARS:
        problems.append(Problem("bad_date", path))
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _read_uuid(value: Any, path: str, problems: list[Problem]) -> UUID | None:
    text = read_text(value, path, problems)
    try:
        return None if text is None else UUID(text)
    except ValueError:
        problems.append(Problem("value_not_allowed", path))
        return None

"""Seasons in the format tarot-league/1. Source: leagues.md §7.4."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext_lazy as _

from clubs.core.games import DEFAULT_GAME, GAMES, get_game
from clubs.core.problems import DealRefused
from clubs.core.standings.settings import Settings
from clubs.exchange.imports.names import with_names
from clubs.exchange.imports.shape import (
    MOST_ROWS,
    Contents,
    Format,
    ImportedDeal,
    ImportedFile,
    ImportedLeague,
    ImportedPenalty,
    ImportedTable,
    ImportedTotal,
    RowError,
    Unreadable,
)
from clubs.exchange.imports.totals import DEALS, HUNDREDTHS, sum_errors
from clubs.exchange.imports.values import name_key, person_key

LEAGUE = "tarot-league/1"
MOST = 1_000_000  # points of a score or a penalty; far more than any game gives
SEEDS = 2**63
YEARS = range(1900, 2200)


def is_league(contents: Contents) -> bool:
    return isinstance(contents.document, dict) and contents.document.get("format") == LEAGUE


def read_league(contents: Contents) -> ImportedFile:
    """A season with its tables. Errors name the path of what is wrong."""
    document = contents.document
    frame = document.get("league")
    frame = frame if isinstance(frame, Mapping) else {}
    reader = LeagueReader()
    reader.game = reader.game_of(frame, "league.game")
    tables = reader.tables(document.get("evenings"))
    league = reader.league(document)
    told = frame.get("rules")
    known = [table for table in tables if table.totals]
    reader.errors += sum_errors(known, is_complete=False)
    if sum(len(table.deals) for table in tables) > MOST_ROWS:
        raise Unreadable("too_many_rows", most=MOST_ROWS)
    return ImportedFile(
        tables=tuple(tables),
        errors=tuple(reader.errors),
        rules=told if isinstance(told, str | Mapping) else None,
        source=str(_("season (tarot-league)")),
        league=league,
        game=reader.game,
    )


class LeagueReader:
    """Reads a document and notes what is wrong in it. game is that of tables that name none."""

    def __init__(self) -> None:
        self.errors: list[RowError] = []
        self.game = DEFAULT_GAME

    def game_of(self, told: Mapping[str, Any], path: str) -> str:
        """The game that a season or a table names."""
        code = told.get("game")
        if code is None:
            return self.game
        if isinstance(code, str) and code in GAMES:
            return code
        self.refuse(path, code, "game_unknown")
        return self.game

    def refuse(self, path: str, value: Any, code: str = "field_type", **params: object) -> None:
        text = "" if value is None else str(value)[:100]
        self.errors.append(RowError(path, path.rpartition(".")[2], text, code, params))

    def objects(self, value: Any, path: str) -> Iterable[tuple[str, Mapping[str, Any]]]:
        if value is None:
            return
        if not isinstance(value, list):
            self.refuse(path, value)
            return
        for n, one in enumerate(value):
            if isinstance(one, Mapping):
                yield f"{path}[{n}]", one
            else:
                self.refuse(f"{path}[{n}]", one)

    def day(self, value: Any, path: str) -> date | None:
        try:
            found = parse_date(value) if isinstance(value, str) else None
        except ValueError:
            found = None
        if found is None or found.year not in YEARS:
            self.refuse(path, value, "bad_date")
            return None
        return found

    def names(self, value: Any, path: str) -> tuple[str, ...]:
        listed = value if isinstance(value, list) else []
        if value is not None and not isinstance(value, list):
            self.refuse(path, value)
        names = [name.strip() for name in listed if isinstance(name, str) and name.strip()]
        if len(names) != len(listed):
            self.refuse(path, value)
        keys = [person_key(name) for name in names]
        for n, name in enumerate(names):
            if keys[n] in keys[:n]:
                self.refuse(f"{path}[{n}]", name, "player_twice", name=name)
        return tuple(names)

    def whole(self, value: Any, path: str, most: int = MOST) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < most:
            return value
        self.refuse(path, value, "bad_number")
        return 0

    # The season

    def league(self, document: Mapping[str, Any]) -> ImportedLeague | None:
        told = document.get("league")
        if not isinstance(told, Mapping):
            self.refuse("league", told, "field_missing")
            return None
        first = self.day(told.get("starts_on"), "league.starts_on")
        last = self.day(told.get("ends_on"), "league.ends_on")
        name = told.get("name")
        if not isinstance(name, str) or not 0 < len(name.strip()) <= 80:
            self.refuse("league.name", name, "player_name_invalid")
        if first and last and first > last:
            self.refuse("league.ends_on", last, "bad_date")
        settings = self.settings(document.get("settings"))
        seed = self.whole(told.get("seed", 0), "league.seed", SEEDS)
        members = self.names(document.get("members"), "members")
        guests = self.names(document.get("guests"), "guests")
        carry_over = self.points(document.get("carry_over"), "carry_over", members)
        penalties = self.penalties(document.get("penalties"))
        evenings = self.evenings(document.get("evenings"))
        if any(not error.is_warning for error in self.errors) or first is None or last is None:
            return None
        return ImportedLeague(
            name=str(name).strip(),
            starts_on=first,
            ends_on=last,
            settings=settings,
            seed=abs(seed),
            members=members,
            guests=guests,
            evenings=evenings,
            carry_over=carry_over,
            penalties=penalties,
            game=self.game,
        )

    def settings(self, told: Any) -> Mapping[str, Any]:
        try:
            return Settings.read(told or {}).to_json()
        except DealRefused as refusal:
            for problem in refusal.problems:
                self.refuse(problem.field or "settings", "", "value_not_allowed")
            return {}

    def penalties(self, told: Any) -> tuple[ImportedPenalty, ...]:
        found = []
        for path, one in self.objects(told, "penalties"):
            day = self.day(one.get("evening"), f"{path}.evening")
            points = self.whole(one.get("points"), f"{path}.points")
            player, reason = one.get("player"), one.get("reason")
            if not isinstance(player, str) or not player.strip():
                self.refuse(f"{path}.player", player, "field_missing")
                continue
            reason = _text(reason, most=200)
            if not reason:
                self.refuse(f"{path}.reason", reason, "field_missing")
            if day is not None and points and reason:
                found.append(ImportedPenalty(path, player.strip(), points, day, reason))
        return tuple(found)

    def evenings(self, told: Any) -> tuple[tuple[date, str, str], ...]:
        found = []
        for _path, one in self.objects(told, "evenings"):
            day = one.get("date")
            if isinstance(day, str) and (held := _parse_date_or_none(day)):
                found.append((held, _text(one.get("place")), _text(one.get("name"))))
        return tuple(found)

    # Its tables

    def tables(self, told: Any) -> list[ImportedTable]:
        found = []
        seen: set[str] = set()
        for path, evening in self.objects(told, "evenings"):
            day = self.day(evening.get("date"), f"{path}.date")
            if day is None:
                continue
            for number, (place, table) in enumerate(
                self.objects(evening.get("tables"), f"{path}.tables"), 1
            ):
                label = _text(table.get("label")) or str(number)
                made = self.table(place, table, day, label, _text(evening.get("name")))
                if made.key in seen:  # of one number, and from two days: two tables all the same
                    made = replace(made, key=f"{made.key}|{made.uuid or place}")
                seen.add(made.key)
                found.append(made)
        return found

    def table(
        self, path: str, told: Mapping[str, Any], day: date, label: str, evening: str
    ) -> ImportedTable:
        key = f"{day.isoformat()}|{name_key(evening)}|{name_key(label)}"
        frame = ImportedTable(
            key=key,
            label=label,
            date=day,
            players=(),
            uuid=self.uuid(told.get("uuid"), f"{path}.uuid"),
            opened_at=self.moment(told.get("opened_at"), f"{path}.opened_at"),
            closed_at=self.moment(told.get("closed_at"), f"{path}.closed_at"),
            evening=evening,
            game=self.game_of(told, f"{path}.game"),
        )
        rules = told.get("rules")
        if isinstance(rules, str | Mapping):
            frame = replace(frame, rules=rules)
        if told.get("totals") is not None:
            totals = self.totals(path, told)
            players = tuple(total.player for total in totals)
            return replace(frame, key=f"totals|{key}", players=players, totals=totals)
        before = len(self.errors)
        players = self.names(told.get("players"), f"{path}.players")
        counts = get_game(frame.game).seat_counts
        if len(players) not in counts:
            bounds = {"low": min(counts), "high": max(counts)}
            self.refuse(f"{path}.players", told.get("players"), "players_count", **bounds)
        deals = [
            self.deal(place, deal, players, frame.game)
            for place, deal in self.objects(told.get("deals"), f"{path}.deals")
        ]
        if any(error.row == f"{path}.players" for error in self.errors[before:]):
            deals = []  # nobody knows who played them
        good = tuple(deal for deal in deals if deal is not None)
        return replace(frame, players=players, deals=good)

    def totals(self, path: str, told: Mapping[str, Any]) -> tuple[ImportedTotal, ...]:
        """What everybody won at a table of which no deals are known."""
        scores = self.points(told.get("totals"), f"{path}.totals")
        counts = self.points(told.get("deal_counts"), f"{path}.deal_counts", scores)
        places = self.hundredths(told.get("place_points"), f"{path}.place_points", scores)
        for name, count in counts.items():
            if count not in DEALS:
                self.refuse(f"{path}.deal_counts.{name}", count, "bad_number")
        if told.get("deals"):
            self.refuse(f"{path}.deals", "", "value_not_allowed")
        return tuple(
            ImportedTotal(
                f"{path}.totals.{name}", "score", name, score, counts.get(name), places.get(name)
            )
            for name, score in scores.items()
        )

    def points(self, told: Any, path: str, names: Iterable[str] | None = None) -> dict[str, int]:
        """Whole numbers by name; of these names, where they are told."""
        if told is not None and not isinstance(told, Mapping):
            self.refuse(path, "")
        known = None if names is None else {name_key(name): name for name in names}
        found: dict[str, int] = {}
        for told_name, value in (told if isinstance(told, Mapping) else {}).items():
            name = told_name.strip() if known is None else known.get(name_key(told_name), "")
            if not name:
                self.refuse(f"{path}.{told_name}", told_name, "unknown_player", name=told_name)
            elif name in found:
                self.refuse(f"{path}.{told_name}", told_name, "player_twice", name=told_name)
            else:
                found[name] = self.whole(value, f"{path}.{told_name}")
        return found

    def hundredths(self, told: Any, path: str, names: Iterable[str]) -> dict[str, int]:
        """Place points, which may have two decimals."""
        if isinstance(told, Mapping):
            told = {
                name: round(value * HUNDREDTHS) if _is_number(value) else value
                for name, value in told.items()
            }
        return self.points(told, path, names)

    def deal(
        self, path: str, told: Mapping[str, Any], players: tuple[str, ...], game: str
    ) -> ImportedDeal | None:
        record = told.get("record")
        if not isinstance(record, Mapping):
            self.refuse(f"{path}.record", record, "field_missing")
            return None
        seats = {name_key(name): name for name in players}
        scores = told.get("scores")
        if scores is not None and not _is_scores(scores):
            self.refuse(f"{path}.scores", scores, "bad_number")
            return None
        try:
            record = with_names(game, record, lambda name: seats.get(name_key(name), name))
        except (AttributeError, KeyError, TypeError):
            self.refuse(f"{path}.record", "", "field_type")
            return None
        own = self.names(told["players"], f"{path}.players") if "players" in told else ()
        return ImportedDeal(
            row=path,
            record=record,
            players=own,
            scores={seats.get(name_key(name), name): score for name, score in scores.items()}
            if scores
            else None,
            uuid=self.uuid(told.get("uuid"), f"{path}.uuid"),
        )

    def uuid(self, value: Any, path: str) -> UUID | None:
        if value is None:
            return None
        try:
            return UUID(str(value))
        except ValueError:
            self.refuse(path, value, "value_not_allowed")
            return None

    def moment(self, value: Any, path: str) -> datetime | None:
        if value is None:
            return None
        try:
            found = parse_datetime(value) if isinstance(value, str) else None
        except ValueError:
            found = None
        if found is None or found.tzinfo is None or found.year not in YEARS:
            self.refuse(path, value, "bad_date")
            return None
        return found


def _is_number(value: Any) -> bool:
    is_told = isinstance(value, int | float) and not isinstance(value, bool)
    return is_told and abs(value) < MOST  # and so neither infinite nor no number at all


def _is_scores(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(score, int) and not isinstance(score, bool) for score in value.values()
    )


def _text(value: Any, most: int = 80) -> str:
    return str(value).strip()[:most] if isinstance(value, str | int) else ""


def _parse_date_or_none(value: str) -> date | None:
    try:
        found = parse_date(value)
    except ValueError:
        return None
    return found if found and found.year in YEARS else None


LEAGUE_FORMAT = Format("league", _("season (tarot-league)"), is_league, read_league)

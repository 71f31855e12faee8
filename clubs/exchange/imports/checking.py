"""Deals of a file under the rules of the club: what is possible, and what the file says otherwise.

Source: leagues.md §7.3, §7.6.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from clubs.core.games import (
    DEFAULT_GAME,
    JsonObject,
    Rules,
    Verdict,
    get_game,
    has_matches,
)
from clubs.core.players import NAME_LENGTH
from clubs.core.problems import DealRefused, Problem
from clubs.exchange.games import FILES
from clubs.exchange.imports.columns import SCORE
from clubs.exchange.imports.known import KnownTable, MatchTable, judge
from clubs.exchange.imports.names import with_names
from clubs.exchange.imports.shape import ImportedDeal, ImportedTable, Row, RowError
from clubs.exchange.imports.values import person_key
from clubs.queries.deals.rules import RulesOffer, find_offer

NOTE_LENGTH = 500  # characters

Profile = str | Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class SeasonFrame:
    """What tables that are to count for a season must be: of its game, between its days."""

    name: str
    starts_on: date
    ends_on: date
    game: str


@dataclass(frozen=True, slots=True)
class Difference:
    """What somebody, or a side, won by our count and by the file's, and where the file says it."""

    column: str
    name: str
    ours: int
    theirs: int


@dataclass
class Judge:
    """Looks at tables, notes errors, and gives back what is good of them.

    offers are the profiles of all games; chosen is the name of one, empty for what the file says of
    itself, and default the club's, of the usual game. uuids are the players by person_key; league
    is the season that the tables are to count for. here are tables that the club has already, by
    the key of the file's; every table names its game.
    """

    offers: Sequence[RulesOffer]
    chosen: str
    default: str
    file_rules: Profile
    uuids: Mapping[str, str]
    league: SeasonFrame | None
    here: Mapping[str, KnownTable] = field(default_factory=dict)
    keeps_differences: bool = False
    errors: list[RowError] = field(default_factory=list)
    rules: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    def tables(self, tables: Iterable[ImportedTable]) -> list[ImportedTable]:
        return [self.table(table) for table in tables]

    def table(self, table: ImportedTable) -> ImportedTable:
        """The table with the deals that are good; totals are taken out by their rows later."""
        first = _first_row(table)
        is_good = self.is_in_season(table, first)
        rules = self.profile(table, first)
        self.keep_rules(table, rules)
        if table.totals:
            return replace(table, totals=self.totals(table) if is_good else ())
        if rules is None:
            return replace(table, deals=())
        deals = self.deals(table, rules)
        return replace(table, deals=deals if is_good else ())

    def keep_rules(self, table: ImportedTable, rules: Rules | None) -> None:
        if rules is not None:
            self.rules[table.key] = rules.to_json()

    def refuse(self, row: Row, column: str, value: str, code: str, **params: object) -> None:
        self.errors.append(RowError(row, column, value, code, params))

    def is_in_season(self, table: ImportedTable, row: Row) -> bool:
        """A table on another day, or of another game, is an error of each of its rows."""
        season = self.league
        if season is None:
            return True
        rows = [deal.row for deal in table.deals] or [total.row for total in table.totals] or [row]
        is_in_days = season.starts_on <= table.date <= season.ends_on
        for one in dict.fromkeys(rows):
            if not is_in_days:
                span = {"first": season.starts_on, "last": season.ends_on}
                day = table.date.isoformat()
                self.refuse(one, "date", day, "date_outside_league", league=season.name, **span)
            elif table.game != season.game:
                self.refuse(one, "", "", "game_of_league", league=season.name)
        return is_in_days and table.game == season.game

    def profile(self, table: ImportedTable, row: Row) -> Rules | None:
        """The rules of a table, None when what it names is none. Those of a table that is here
        already are frozen."""
        known = self.here.get(table.key)
        if known is not None and known.stored is not None:
            return get_game(table.game).read_rules(known.stored.rules)
        default = self.default if table.game == DEFAULT_GAME else None
        told = self.chosen or table.rules or self.file_rules or default
        offers = (offer for offer in self.offers if offer.game == table.game)
        try:
            offer = find_offer(offers, told) if isinstance(told, str) else None
            return offer.rules if offer else get_game(table.game).read_rules(told)
        except DealRefused as refusal:
            value = told if isinstance(told, str) else ""
            for problem in refusal.problems:
                self.refuse(row, "rules", value, problem.code, **problem.params)
            return None

    def totals(self, table: ImportedTable) -> tuple[Any, ...]:
        """Those of players who are known, each once."""
        seen: set[str] = set()
        good = []
        for total in table.totals:
            uuid = self.known(total.player, total.row, "player")
            if uuid in seen:
                self.refuse(total.row, "player", total.player, "player_twice", name=total.player)
            elif uuid:
                seen.add(uuid)
                good.append(total)
        return tuple(good)

    def known(self, name: str, row: Row, column: str) -> str:
        uuid = self.uuids.get(person_key(name), "")
        if len(name) > NAME_LENGTH:
            self.refuse(row, column, name[:20], "player_name_invalid")
            return ""
        if not uuid:
            self.refuse(row, column, name, "unknown_player", name=name)
        return uuid

    def deals(self, table: ImportedTable, rules: Rules) -> tuple[ImportedDeal, ...]:
        """Those that are good."""
        if has_matches(get_game(table.game)):
            return tuple(self.deals_of_matches(table, rules))
        found = (self.deal(table, deal, rules, {}) for deal in table.deals)
        return tuple(deal for deal in found if deal is not None)

    def deals_of_matches(self, table: ImportedTable, rules: Rules) -> Iterator[ImportedDeal]:
        """The same where each is judged with those before it."""
        nothing = KnownTable((False,) * len(table.deals), (None,) * len(table.deals))
        played = MatchTable(get_game(table.game), rules, self.here.get(table.key, nothing))
        for n, deal in enumerate(table.deals):
            uuids = [self.uuid(name) for name in deal.players or table.players]
            code = played.refusal(n)
            if code:
                self.refuse(deal.row, "", "", code, **played.said_of(code))
                continue
            good = self.deal(table, deal, rules, played.context(n, uuids))
            if good is None:
                played.told(n, deal, None)
                continue
            record = with_names(table.game, good.record, self.uuid)
            played.told(n, deal, {**record, "players": uuids})
            yield good

    def uuid(self, name: str) -> str:
        return self.uuids.get(person_key(name), name)

    def deal(
        self, table: ImportedTable, deal: ImportedDeal, rules: Rules, context: JsonObject
    ) -> ImportedDeal | None:
        """The deal if nothing is wrong with it, with the remarks that belong into its note. context
        is what the deals before it add to its record."""
        players = deal.players or table.players
        before = len(self.errors)
        uuids = [self.known(name, deal.row, "players") for name in players]
        for n, name in enumerate(players):
            if uuids[n] and uuids[n] in uuids[:n]:
                self.refuse(deal.row, "players", name, "player_twice", name=name)
        remark = deal.note
        try:
            verdict = judge(get_game(table.game), players, rules, deal.record, context)
        except DealRefused as refusal:
            for problem in refusal.problems:
                self.problem(table.game, deal, problem)
        else:
            differing = _differences(table.game, players, verdict, deal)
            if differing and self.keeps_differences:
                remark = " ".join(filter(None, [remark, _difference_note(differing)]))
            for one in differing:
                self.differs(deal, one)
        if any(not error.is_warning for error in self.errors[before:]):
            return None
        return _with_note(deal, remark)

    def problem(self, game: str, deal: ImportedDeal, problem: Problem) -> None:
        """A code of the rules of the game, at the column or path that it concerns."""
        path = problem.field or ""
        told = str(problem.params.get("player", "")) or _value_at(deal.record, path)
        column = _column_of(game, problem) if isinstance(deal.row, int) else path
        self.errors.append(RowError(deal.row, column, told, problem.code, problem.params))

    def differs(self, deal: ImportedDeal, one: Difference) -> None:
        params = {"name": one.name, "ours": one.ours, "theirs": one.theirs}
        self.errors.append(
            RowError(
                deal.row,
                one.column,
                str(one.theirs),
                "score_differs",
                params,
                is_warning=self.keeps_differences,
            )
        )


def _first_row(table: ImportedTable) -> Row:
    rows = [deal.row for deal in table.deals] or [total.row for total in table.totals]
    return rows[0] if rows else ""


def _differences(
    game: str, players: Sequence[str], verdict: Verdict, deal: ImportedDeal
) -> list[Difference]:
    """Where our scores and those of the file are not the same; then what a side made."""
    found = [
        Difference(f"{SCORE}{name}", name, verdict.scores.get(name, 0), score)
        for name, score in (deal.scores or {}).items()
    ]
    columns = FILES[game].deals.sides
    for place, column in enumerate(columns):
        side = players[place :: len(columns)]
        theirs = (deal.sides or {}).get(column)
        if theirs is not None and side and side[0] in verdict.points:
            name = " & ".join(side)
            found.append(Difference(column, name, verdict.points[side[0]], theirs))
    return [one for one in found if one.ours != one.theirs]


def _difference_note(differing: Iterable[Difference]) -> str:
    scores = ", ".join(f"{one.name} {one.theirs}" for one in differing)
    return _("In the file: %(scores)s.") % {"scores": scores}


def _with_note(deal: ImportedDeal, remark: str) -> ImportedDeal:
    if not remark:
        return deal
    note = " · ".join(filter(None, [deal.record.get("note"), remark]))
    return replace(deal, record={**deal.record, "note": note[:NOTE_LENGTH]}, note="")


def _column_of(game: str, problem: Problem) -> str:
    """`scores.Bob` of plain scores is in his column; what is of the game, its columns know."""
    path = problem.field or ""
    if path.startswith("scores."):
        return SCORE + path.removeprefix("scores.")
    return FILES[game].deals.column_of(problem)


def _value_at(record: JsonObject, path: str) -> str:
    """What stands there; nothing for a list or an object."""
    first, _dot, rest = path.partition(".")
    value = record.get(first)
    if isinstance(value, Mapping):
        value = value.get(rest)
    return "" if value is None or isinstance(value, list | Mapping) else str(value)

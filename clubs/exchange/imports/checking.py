"""Deals of a file under the rules of the club: what is possible, and what the file says otherwise.

Source: leagues specification, sections 7.3 and 7.6.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from clubs.core import plain_scores
from clubs.core.games import Rules, Verdict, get_game
from clubs.core.players import NAME_LENGTH
from clubs.core.problems import DealRefused, Problem
from clubs.exchange.imports.headers import SCORE
from clubs.exchange.imports.shape import ImportedDeal, ImportedTable, Row, RowError
from clubs.exchange.imports.values import name_key
from clubs.queries.rules import RulesOffer, find_offer

GAME = "french"
NOTE_LENGTH = 500  # characters

Profile = str | Mapping[str, Any] | None


@dataclass
class Judge:
    """Looks at tables, notes errors, and gives back what is good of them.

    chosen is the name of a profile, empty for what the file says of itself, and default the club's.
    uuids are the players by name_key; league is name, first and last day of the season.
    """

    offers: Sequence[RulesOffer]
    chosen: str
    default: str
    file_rules: Profile
    uuids: Mapping[str, str]
    league: tuple[str, date, date] | None
    keeps_differences: bool = False
    errors: list[RowError] = field(default_factory=list)
    rules: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    def tables(self, tables: Iterable[ImportedTable]) -> list[ImportedTable]:
        return [self.table(table) for table in tables]

    def table(self, table: ImportedTable) -> ImportedTable:
        """The table with the deals that are good; totals are taken out by their rows later."""
        first = first_row(table)
        is_good = self.is_in_season(table, first)
        if table.totals:
            good = self.totals(table) if is_good else ()
            self.keep_rules(table, self.profile(table, first))
            return replace(table, totals=good)
        rules = self.profile(table, first)
        self.keep_rules(table, rules)
        if rules is None:
            return replace(table, deals=())
        deals = [self.deal(table, deal, rules) for deal in table.deals]
        return replace(table, deals=tuple(d for d in deals if d is not None) if is_good else ())

    def keep_rules(self, table: ImportedTable, rules: Rules | None) -> None:
        if rules is not None:
            self.rules[table.key] = rules.to_json()

    def refuse(self, row: Row, column: str, value: str, code: str, **params: object) -> None:
        self.errors.append(RowError(row, column, value, code, params))

    def is_in_season(self, table: ImportedTable, row: Row) -> bool:
        """A table on another day is an error of each of its rows."""
        if self.league is None:
            return True
        name, first, last = self.league
        if first <= table.date <= last:
            return True
        span = {"league": name, "first": first, "last": last}
        rows = [deal.row for deal in table.deals] or [total.row for total in table.totals] or [row]
        for one in dict.fromkeys(rows):
            self.refuse(one, "date", table.date.isoformat(), "date_outside_league", **span)
        return False

    def profile(self, table: ImportedTable, row: Row) -> Rules | None:
        """The rules of a table, None when what it names is none."""
        told = self.chosen or table.rules or self.file_rules or self.default
        try:
            offer = find_offer(self.offers, told) if isinstance(told, str) else None
            return offer.rules if offer else get_game(GAME).read_rules(told)
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
        uuid = self.uuids.get(name_key(name), "")
        if len(name) > NAME_LENGTH:
            self.refuse(row, column, name[:20], "player_name_invalid")
            return ""
        if not uuid:
            self.refuse(row, column, name, "unknown_player", name=name)
        return uuid

    def deal(self, table: ImportedTable, deal: ImportedDeal, rules: Rules) -> ImportedDeal | None:
        """The deal if nothing is wrong with it, with the remarks that belong into its note."""
        players = deal.players or table.players
        before = len(self.errors)
        uuids = [self.known(name, deal.row, "players") for name in players]
        for n, name in enumerate(players):
            if uuids[n] and uuids[n] in uuids[:n]:
                self.refuse(deal.row, "players", name, "player_twice", name=name)
        remark = deal.note
        try:
            verdict = judge(players, rules, deal.record)
        except DealRefused as refusal:
            for problem in refusal.problems:
                self.problem(deal, problem)
        else:
            differing = differences(verdict, deal.scores or {})
            if differing and self.keeps_differences:
                remark = " ".join(filter(None, [remark, difference_note(differing)]))
            for name, ours, theirs in differing:
                self.differs(deal, name, ours, theirs)
        if any(not error.is_warning for error in self.errors[before:]):
            return None
        return with_note(deal, remark)

    def problem(self, deal: ImportedDeal, problem: Problem) -> None:
        """A code of the scoring specification, at the column or path that it concerns."""
        path = problem.field or ""
        told = str(problem.params.get("player", "")) or value_at(deal.record, path)
        column = column_of(path) if isinstance(deal.row, int) else path
        self.errors.append(RowError(deal.row, column, told, problem.code, problem.params))

    def differs(self, deal: ImportedDeal, name: str, ours: int, theirs: int) -> None:
        params = {"name": name, "ours": ours, "theirs": theirs}
        self.errors.append(
            RowError(
                deal.row,
                f"{SCORE}{name}",
                str(theirs),
                "score_differs",
                params,
                is_warning=self.keeps_differences,
            )
        )


def first_row(table: ImportedTable) -> Row:
    rows = [deal.row for deal in table.deals] or [total.row for total in table.totals]
    return rows[0] if rows else ""


def judge(players: Sequence[str], rules: Rules, record: Mapping[str, Any]) -> Verdict:
    if record.get("kind") == plain_scores.KIND:
        return plain_scores.judge(players, record)
    return get_game(GAME).judge(players, rules, record)


def differences(verdict: Verdict, theirs: Mapping[str, int]) -> list[tuple[str, int, int]]:
    """Name, our score and the file's, where they are not the same."""
    pairs = ((name, verdict.scores.get(name, 0), score) for name, score in theirs.items())
    return [pair for pair in pairs if pair[1] != pair[2]]


def difference_note(differing: Iterable[tuple[str, int, int]]) -> str:
    scores = ", ".join(f"{name} {theirs}" for name, _ours, theirs in differing)
    return _("In the file: %(scores)s.") % {"scores": scores}


def with_note(deal: ImportedDeal, remark: str) -> ImportedDeal:
    if not remark:
        return deal
    note = " · ".join(filter(None, [deal.record.get("note"), remark]))
    return replace(deal, record={**deal.record, "note": note[:NOTE_LENGTH]}, note="")


def column_of(path: str) -> str:
    """`poignees[0].player` is in the column `poignees`, `scores.Bob` in his."""
    if path.startswith("scores."):
        return SCORE + path.removeprefix("scores.")
    return path.partition("[")[0].partition(".")[0]


def value_at(record: Mapping[str, Any], path: str) -> str:
    if path.startswith("scores."):
        return str(record["scores"].get(path.removeprefix("scores."), ""))
    value = record.get(column_of(path))
    return "" if value is None or isinstance(value, list | dict) else str(value)

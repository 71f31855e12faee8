"""Deals of a file under the rules of the club: what is possible, and what the file says otherwise.

Source: leagues.md §7.3, §7.6.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from clubs.core.file_rows import FiledDeal, FiledTotal, Row
from clubs.core.games import (
    DEFAULT_GAME,
    JsonObject,
    Rules,
    Verdict,
    get_game,
    has_matches,
)
from clubs.core.plain_scores import judge_deal
from clubs.core.problems import DealRefused, Problem
from clubs.core.standings.season_shapes import FiledSeason
from clubs.core.table_checks import NAME_LENGTH
from clubs.exchange.games import FILES
from clubs.exchange.imports.columns import SCORE
from clubs.exchange.imports.known import KnownTable, MatchTable
from clubs.exchange.imports.names import renamed_record
from clubs.exchange.imports.shape import ImportedTable, RowError
from clubs.exchange.imports.values import person_key
from clubs.models import League
from clubs.queries.deals.rules import RulesOffer, find_offer

NOTE_LENGTH = 500  # characters

Profile = str | Mapping[str, Any] | None


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
    league: League | FiledSeason | None
    here: Mapping[str, KnownTable] = field(default_factory=dict)
    keeps_differences: bool = False
    errors: list[RowError] = field(default_factory=list)
    rules: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    seated: set[tuple[str, ...]] = field(default_factory=set)  # seats without an error

    def table(self, table: ImportedTable) -> ImportedTable:
        """The table with the deals that are good; totals are taken out by their rows later."""
        rows = [deal.row for deal in table.deals] or [total.row for total in table.totals] or [""]
        is_good = self.is_in_season(table, rows)
        rules = self.profile(table, rows[0])
        if rules is not None:
            self.rules[table.key] = rules.to_json()
        if table.totals:
            return replace(table, totals=self.totals(table) if is_good else ())
        if rules is None:
            return replace(table, deals=())
        deals = self.deals(table, rules)
        return replace(table, deals=deals if is_good else ())

    def refuse(self, row: Row, column: str, value: str, code: str, **params: object) -> None:
        self.errors.append(RowError(row, column, value, code, params))

    def is_in_season(self, table: ImportedTable, rows: Iterable[Row]) -> bool:
        """Whether the season takes the table; on another day, or of another game, it is an error of
        each of these rows."""
        season = self.league
        if season is None:
            return True
        is_in_days = season.starts_on <= table.date <= season.ends_on
        for place in dict.fromkeys(rows):
            if not is_in_days:
                span = {"first": season.starts_on, "last": season.ends_on}
                day = table.date.isoformat()
                self.refuse(place, "date", day, "date_outside_league", league=season.name, **span)
            elif table.game != season.game:
                self.refuse(place, "", "", "game_of_league", league=season.name)
        return is_in_days and table.game == season.game

    def profile(self, table: ImportedTable, row: Row) -> Rules | None:
        """The rules of a table, None where it names rules that cannot be. A table that is stored
        already keeps its own."""
        known = self.here.get(table.key)
        if known is not None and known.stored is not None:
            return get_game(table.game).read_rules(known.stored.rules)
        default = self.default if table.game == DEFAULT_GAME else None
        # "" and {} are said, too: `standings` refuses the one and takes the other for the base.
        named = (self.chosen or None, table.rules, self.file_rules)
        profile = next((rules for rules in named if rules is not None), default)
        offers = (offer for offer in self.offers if offer.game == table.game)
        try:
            offer = find_offer(offers, profile) if isinstance(profile, str) else None
            return offer.rules if offer else get_game(table.game).read_rules(profile)
        except DealRefused as refusal:
            value = profile if isinstance(profile, str) else ""
            for problem in refusal.problems:
                self.refuse(row, "rules", value, problem.code, **problem.params)
            return None

    def totals(self, table: ImportedTable) -> tuple[FiledTotal, ...]:
        """The totals of players who are known, each once."""
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

    def deals(self, table: ImportedTable, rules: Rules) -> tuple[FiledDeal, ...]:
        """The good deals of a table."""
        if has_matches(get_game(table.game)):
            return tuple(self.deals_of_matches(table, rules))
        return tuple(
            good for deal in table.deals if (good := self.deal(table, deal, rules, {})) is not None
        )

    def deals_of_matches(self, table: ImportedTable, rules: Rules) -> Iterator[FiledDeal]:
        """The good deals of a table at which each deal is judged with those before it."""
        nothing = KnownTable((False,) * len(table.deals), (None,) * len(table.deals))
        played = MatchTable(get_game(table.game), rules, self.here.get(table.key, nothing))
        for n, deal in enumerate(table.deals):
            uuids = [self.uuid(name) for name in deal.players or table.players]
            if code := played.refusal(n):
                params = {"known": played.differing} if code == "known_deal_differs" else {}
                self.refuse(deal.row, "", "", code, **params)
                continue
            good = self.deal(table, deal, rules, played.context(n, uuids))
            if good is None:
                played.add(n, deal, None)
            else:
                record = renamed_record(table.game, good.record, self.uuid)
                played.add(n, deal, {**record, "players": uuids})
                yield good

    def uuid(self, name: str) -> str:
        return self.uuids.get(person_key(name), name)

    def deal(
        self, table: ImportedTable, deal: FiledDeal, rules: Rules, context: JsonObject
    ) -> FiledDeal | None:
        """The deal with the remarks that belong into its note, None where something is wrong with
        it. context is what the deals before it add to its record."""
        players = deal.players or table.players
        before = len(self.errors)
        # Nearly all deals of a table have the same seats: they are looked up once.
        if players not in self.seated:
            self.check_seats(players, deal.row)
        remark = deal.note
        try:
            verdict = judge_deal(get_game(table.game), players, rules, deal.record, context)
        except DealRefused as refusal:
            for problem in refusal.problems:
                self.problem(table.game, deal, problem)
        else:
            differing = list(self.differing_scores(table.game, players, verdict, deal))
            if differing and self.keeps_differences:
                remark = " ".join(filter(None, [remark, _difference_note(differing)]))
            self.errors += differing
        if any(not error.is_warning for error in self.errors[before:]):
            return None
        return _with_note(deal, remark)

    def check_seats(self, players: tuple[str, ...], row: Row) -> None:
        """Note unknown players and players who sit there twice. Good seats are remembered: most
        deals share theirs with others."""
        before = len(self.errors)
        uuids = [self.known(name, row, "players") for name in players]
        for n, name in enumerate(players):
            if uuids[n] and uuids[n] in uuids[:n]:
                self.refuse(row, "players", name, "player_twice", name=name)
        if len(self.errors) == before:
            self.seated.add(players)

    def problem(self, game: str, deal: FiledDeal, problem: Problem) -> None:
        """Note a problem of the rules at the column or path that it concerns."""
        path = problem.field or ""
        value = str(problem.params.get("player", "")) or _shown_at(deal.record, path)
        column = _problem_column(game, problem) if isinstance(deal.row, int) else path
        self.errors.append(RowError(deal.row, column, value, problem.code, problem.params))

    def differing_scores(
        self, game: str, players: Sequence[str], verdict: Verdict, deal: FiledDeal
    ) -> Iterator[RowError]:
        """An error for each score, stake or number of points of a side of which the file says
        another one than our count. name is the player, the stake or the side."""
        compared = [
            (f"{SCORE}{name}", name, verdict.scores.get(name, 0), score)
            for name, score in (deal.scores or {}).items()
        ]
        stake = verdict.facts.stake
        if deal.stake is not None and stake is not None:
            compared.append(("stake", _("Stake"), stake, deal.stake))
        columns = FILES[game].deals.sides
        for place, column in enumerate(columns):
            side = players[place :: len(columns)]
            theirs = (deal.sides or {}).get(column)
            if theirs is not None and side and side[0] in verdict.points:
                compared.append((column, " & ".join(side), verdict.points[side[0]], theirs))
        for column, name, ours, theirs in compared:
            if ours != theirs:
                params = {"name": name, "ours": ours, "theirs": theirs}
                yield RowError(
                    deal.row, column, str(theirs), "score_differs", params, self.keeps_differences
                )


def _difference_note(differing: Iterable[RowError]) -> str:
    scores = ", ".join(f"{error.params['name']} {error.value}" for error in differing)
    return _("In the file: %(scores)s.") % {"scores": scores}


def _with_note(deal: FiledDeal, remark: str) -> FiledDeal:
    if not remark:
        return deal
    note = " · ".join(filter(None, [deal.record.get("note"), remark]))
    return replace(deal, record={**deal.record, "note": note[:NOTE_LENGTH]}, note="")


def _problem_column(game: str, problem: Problem) -> str:
    """The column of a problem: of plain scores that of the player, else what the game says."""
    path = problem.field or ""
    if path.startswith("scores."):
        return SCORE + path.removeprefix("scores.")
    return FILES[game].deals.column_of(problem)


def _shown_at(record: JsonObject, path: str) -> str:
    """The text at a path of a record; empty for nothing, a list or an object."""
    first, _dot, rest = path.partition(".")
    value = record.get(first)
    if isinstance(value, Mapping):
        value = value.get(rest)
    return "" if value is None or isinstance(value, list | Mapping) else str(value)

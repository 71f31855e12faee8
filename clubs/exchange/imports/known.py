"""Tables of a file that are here already, in the games whose deals add up to matches: what a new
deal may be follows from the deals of its table, and these are known better than a file tells them.

Source: leagues.md §7.3; bolognese.md §8, §9.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from clubs.core import plain_scores
from clubs.core.games import (
    DEFAULT_GAME,
    Game,
    JsonObject,
    Rules,
    Verdict,
    context_of,
    get_game,
    has_matches,
    matches_of,
    session_of,
)
from clubs.core.problems import DealRefused
from clubs.core.tournament_games import zero_is_played
from clubs.exchange.imports.names import with_names
from clubs.exchange.imports.shape import ImportedDeal, ImportedTable, Row
from clubs.exchange.imports.values import name_key
from clubs.models import Club
from clubs.queries.imports import StoredTable, imported_keys, stored_tables, tables_of_deals
from clubs.services.files.imported_tables import key_of


@dataclass(frozen=True, slots=True)
class KnownTable:
    """A table of a file as far as it is here. stored is the table that it goes on with, None for a
    new one. is_known: which deals of the file are not written, and places: where they stand
    at the stored table, from 0, None where they do not. is_unclear: nobody can say what goes on.
    """

    is_known: tuple[bool, ...]
    places: tuple[int | None, ...]
    stored: StoredTable | None = None
    is_unclear: bool = False


def identity(table: ImportedTable) -> str:
    """What a table is known by when it comes again; those of two games are never the same. The
    usual game is not in it: its tables were known so before there were others."""
    return table.key if table.game == DEFAULT_GAME else f"{table.game}|{table.key}"


def deal_keys(table: ImportedTable) -> list[str]:
    """The identity of each deal: by its own id, by the file's, or by what it says and how often
    that was said at the table."""
    seen: Counter[str] = Counter()
    own = identity(table)
    return [_deal_key(own, table.game, deal, seen) for deal in table.deals]


def _deal_key(table: str, game: str, deal: ImportedDeal, seen: Counter[str]) -> str:
    """table is its identity."""
    if deal.uuid is not None:
        return key_of("uuid", str(deal.uuid))
    if deal.key:
        return key_of("source", table, deal.key)
    told = {name: value for name, value in deal.record.items() if name != "note"}
    content = key_of("deal", table, with_names(game, told, name_key))
    seen[content] += 1
    return content if seen[content] == 1 else key_of(content, seen[content])


def bare(table: ImportedTable) -> ImportedTable:
    """Without what follows from the deals before: it is not of a record, whatever a file says."""
    game = get_game(table.game)
    if not has_matches(game):
        return table
    follows = context_of(game, (), game.read_rules(None), ())
    deals = (
        replace(
            deal,
            record={name: told for name, told in deal.record.items() if name not in follows},
        )
        for deal in table.deals
    )
    return replace(table, deals=tuple(deals))


def known_tables(club: Club, tables: Iterable[ImportedTable]) -> dict[str, KnownTable]:
    """By key of the table; only of games that have matches. Tables name their games and are bare.

    A table is found by its deals that are here, else by what an import wrote of it, else by its id.
    """
    tables = [table for table in tables if table.deals and has_matches(get_game(table.game))]
    if not tables:
        return {}
    keys = {table.key: deal_keys(table) for table in tables}
    wanted = [key for told in keys.values() for key in told]
    rows = imported_keys(club, [*wanted, *map(_table_row, tables)])
    uuids = [deal.uuid for table in tables for deal in table.deals if deal.uuid]
    sitting_of = tables_of_deals(club, [*uuids, *(rows[key] for key in wanted if key in rows)])
    targets = {
        table.key: [
            deal.uuid if deal.uuid in sitting_of else rows.get(key)
            for deal, key in zip(table.deals, keys[table.key], strict=True)
        ]
        for table in tables
    }
    sittings = [*rows.values(), *(table.uuid for table in tables if table.uuid)]
    stored = stored_tables(club, {*sittings, *sitting_of.values()})
    twice = _repeated(keys)
    found = {
        table.key: _known_table(table, targets[table.key], sitting_of, stored, rows)
        for table in tables
    }
    return _with_shared(
        {
            key: replace(one, is_known=_either(one.is_known, twice[key]))
            for key, one in found.items()
        }
    )


def _repeated(keys: Mapping[str, Sequence[str]]) -> dict[str, list[bool]]:
    """By table, of each deal whether the file has it before: the same deal is written once."""
    met: set[str] = set()
    found: dict[str, list[bool]] = {}
    for table, told in keys.items():
        found[table] = []
        for key in told:
            found[table].append(key in met)
            met.add(key)
    return found


def _either(some: Iterable[bool], others: Iterable[bool]) -> tuple[bool, ...]:
    return tuple(one or other for one, other in zip(some, others, strict=True))


def _table_row(table: ImportedTable) -> str:
    """The key under which an import notes what became of a table."""
    return key_of("table", identity(table))


def _known_table(
    table: ImportedTable,
    targets: Sequence[UUID | None],
    sitting_of: Mapping[UUID, UUID],
    stored: Mapping[UUID, StoredTable],
    rows: Mapping[str, UUID],
) -> KnownTable:
    """targets: what became of each deal, None for a new one. rows: the same of keys."""
    is_known = tuple(target is not None for target in targets)
    here = {sitting_of[target] for target in targets if target and target in sitting_of}
    told = [rows.get(_table_row(table)), table.uuid]
    named = [*here] or [uuid for uuid in told if uuid]
    fitting = [stored[one] for one in named if one in stored and stored[one].game == table.game]
    if len(here) > 1 or (here and not fitting):
        return KnownTable(is_known, (None,) * len(targets), is_unclear=True)
    if not fitting:
        return KnownTable(is_known, (None,) * len(targets))
    at = {uuid: n for n, uuid in enumerate(fitting[0].records)}
    places = tuple(None if target is None else at.get(target) for target in targets)
    return KnownTable(is_known, places, fitting[0])


def _with_shared(tables: Mapping[str, KnownTable]) -> dict[str, KnownTable]:
    """Where several tables of a file have something new for one, their order is anybody's guess."""
    news = Counter(one.stored.uuid for one in tables.values() if one.stored and _goes_on(one))
    return {
        key: replace(one, is_unclear=True)
        if one.stored and _goes_on(one) and news[one.stored.uuid] > 1
        else one
        for key, one in tables.items()
    }


def _goes_on(table: KnownTable) -> bool:
    return not all(table.is_known)


class MatchTable:
    """One table of a file in a game of matches, gone through deal by deal in the order of the file.

    Known deals are judged where they are stored, new ones after all that is stored.
    """

    def __init__(self, game: Game, rules: Rules, known: KnownTable) -> None:
        self.game, self.rules, self.known = game, rules, known
        self.records: list[JsonObject] = list(known.stored.records.values()) if known.stored else []
        self.contexts = matches_of(game, rules, self.records).contexts
        self.session = session_of(game, rules, self.records)
        placed = (n for n, place in enumerate(known.places) if place is not None)
        self.last_known = max(placed, default=-1)
        self.reached: int | None = None  # the place of the last known deal
        self.differing: Row = ""

    def context(self, n: int, players: Sequence[str]) -> JsonObject:
        """What the deals before add to the n-th deal of the file."""
        place = self.known.places[n]
        if place is None:
            return self.session.context(players)
        return self.contexts[place]

    def refusal(self, n: int) -> str:
        """Why a new deal cannot stand here, empty when it can: nothing is put between deals that
        are here, and what they say is not open."""
        if self.known.is_known[n]:
            return ""
        if self.known.is_unclear:
            return "table_unclear"
        if n < self.last_known or self.reached not in (None, len(self.records) - 1):
            return "deal_between_known"
        return "known_deal_differs" if self.differing else ""

    def said_of(self, code: str) -> dict[str, Row]:
        """What the sentence of a refusal names."""
        return {"known": self.differing} if code == "known_deal_differs" else {}

    def told(self, n: int, deal: ImportedDeal, record: JsonObject | None) -> None:
        """Once the n-th deal is judged. record has player uuids and `players`; None when the deal
        is not good."""
        place = self.known.places[n]
        if place is not None:
            is_next = self.reached is None or place > self.reached
            if not is_next or record is None or not self.is_same(place, record):
                self.differing = self.differing or deal.row
            self.reached = max(place, self.reached or 0)
        elif record is not None and (not self.known.is_known[n] or self.known.is_unclear):
            self.session.add(record)

    def is_same(self, place: int, record: JsonObject) -> bool:
        """Does the file tell the stored deal as it is? However it writes it."""
        stored = self.records[place]
        if stored == record:
            return True
        if stored.get("players") != record.get("players"):
            return False
        try:
            ours, theirs = (self.verdict(place, one) for one in (stored, record))
        except DealRefused:
            return False
        return ours == theirs

    def verdict(self, place: int, record: JsonObject) -> Verdict:
        told = {name: value for name, value in record.items() if name != "players"}
        return judge(self.game, record["players"], self.rules, told, self.contexts[place])


def judge(
    game: Game, players: Sequence[str], rules: Rules, record: JsonObject, context: JsonObject
) -> Verdict:
    """context is what the deals before add to the record. Raises DealRefused."""
    if record.get("kind") == plain_scores.KIND:
        return plain_scores.judge(players, record, may_be_zero=zero_is_played(game))
    return game.judge(players, rules, {**record, **context})

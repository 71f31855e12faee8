"""Tables of a file that are stored already, in the games whose deals add up to matches.

What a new deal may be follows from the deals before it at its table. Where these are stored, the
stored ones count and not what the file says of them.

Source: leagues.md §7.3; bolognese.md §8, §9.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import or_
from uuid import UUID

from clubs.core.deals import without_players
from clubs.core.file_rows import FiledDeal, Row
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
from clubs.core.plain_scores import judge_deal
from clubs.core.problems import DealRefused
from clubs.exchange.imports.names import renamed_record
from clubs.exchange.imports.shape import ImportedTable
from clubs.exchange.imports.values import name_key
from clubs.models import Club
from clubs.queries.imports import StoredTable, imported_keys, stored_tables, tables_of_deals
from clubs.services.files.imported_tables import key_of


@dataclass(frozen=True, slots=True)
class KnownTable:
    """The part of a table of a file that is stored. stored is the table that the file continues,
    None for a new one. is_known says of each deal whether it is not to be written, places where it
    stands at the stored table, from 0, or None. is_unclear: nobody can say which table goes on."""

    is_known: tuple[bool, ...]
    places: tuple[int | None, ...]
    stored: StoredTable | None = None
    is_unclear: bool = False

    @property
    def goes_on(self) -> UUID | None:
        """The stored table to which the file has something new."""
        return None if self.stored is None or all(self.is_known) else self.stored.uuid


def identity(table: ImportedTable) -> str:
    """The text by which a table is known when it comes again. Tables of two games never share one.
    The usual game is not in it, because its tables were stored so before there were others."""
    return table.key if table.game == DEFAULT_GAME else f"{table.game}|{table.key}"


def deal_keys(table: ImportedTable) -> list[str]:
    """The identity of each deal: by its own id, by the file's, or by what it says and how often
    that was said at the table."""
    seen: Counter[str] = Counter()
    own = identity(table)
    return [_deal_key(own, table.game, deal, seen) for deal in table.deals]


def _deal_key(table: str, game: str, deal: FiledDeal, seen: Counter[str]) -> str:
    """The identity of one deal. table is that of its table, seen counts equal deals before it."""
    if deal.uuid is not None:
        return key_of("uuid", str(deal.uuid))
    if deal.key:
        return key_of("source", table, deal.key)
    record = {name: value for name, value in deal.record.items() if name != "note"}
    content = key_of("deal", table, renamed_record(game, record, name_key))
    seen[content] += 1
    return content if seen[content] == 1 else key_of(content, seen[content])


def without_context(table: ImportedTable) -> ImportedTable:
    """The table without the fields that follow from the deals before: they belong to no record,
    whatever a file says."""
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
    """The stored part of each table, by its key; tables of games without matches are left out. The
    tables name their games and are bare (without_context).

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
    # A repeated deal counts as known, or the match would be judged with it twice.
    twice = _repeated(keys)
    known = {
        table.key: _known_table(table, targets[table.key], sitting_of, stored, rows)
        for table in tables
    }
    return _with_shared(
        {
            key: replace(one, is_known=tuple(map(or_, one.is_known, twice[key])))
            for key, one in known.items()
        }
    )


def _repeated(keys: Mapping[str, Sequence[str]]) -> dict[str, list[bool]]:
    """Whether the file has each deal of a table before, by table: equal deals are written once."""
    met: set[str] = set()
    repeated: dict[str, list[bool]] = {}
    for table, table_keys in keys.items():
        repeated[table] = []
        for key in table_keys:
            repeated[table].append(key in met)
            met.add(key)
    return repeated


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
    """The stored part of one table. targets: the stored uuid of each deal, None for a new one;
    rows: the same by key."""
    is_known = tuple(target is not None for target in targets)
    here = {sitting_of[target] for target in targets if target and target in sitting_of}
    uuids = [rows.get(_table_row(table)), table.uuid]
    # Deals that are stored tell the table more surely than keys, which change with its label.
    named = [*here] or [uuid for uuid in uuids if uuid]
    fitting = [stored[one] for one in named if one in stored and stored[one].game == table.game]
    if len(here) > 1 or (here and not fitting):
        return KnownTable(is_known, (None,) * len(targets), is_unclear=True)
    if not fitting:
        return KnownTable(is_known, (None,) * len(targets))
    at = {uuid: n for n, uuid in enumerate(fitting[0].records)}
    places = tuple(None if target is None else at.get(target) for target in targets)
    return KnownTable(is_known, places, fitting[0])


def _with_shared(tables: Mapping[str, KnownTable]) -> dict[str, KnownTable]:
    """The same tables; where several have something new for one stored table they are unclear,
    for the file does not say in which order they go on."""
    news = Counter(table.goes_on for table in tables.values())
    return {
        key: replace(table, is_unclear=True) if table.goes_on and news[table.goes_on] > 1 else table
        for key, table in tables.items()
    }


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
        """The fields that the deals before add to the n-th deal of the file."""
        place = self.known.places[n]
        if place is None:
            return self.session.context(players)
        return self.contexts[place]

    def refusal(self, n: int) -> str:
        """The code of why a new deal cannot stand here, empty where it can. New deals come after
        all stored ones, and stored ones are not corrected by a file."""
        if self.known.is_known[n]:
            return ""
        if self.known.is_unclear:
            return "table_unclear"
        if n < self.last_known or self.reached not in (None, len(self.records) - 1):
            return "deal_between_known"
        return "known_deal_differs" if self.differing else ""

    def add(self, n: int, deal: FiledDeal, record: JsonObject | None) -> None:
        """Count the n-th deal once it is judged. record has player uuids and `players`; it is None
        where the deal is not good."""
        place = self.known.places[n]
        if place is not None:
            is_next = self.reached is None or place > self.reached
            if not is_next or record is None or not self.is_same(place, record):
                self.differing = self.differing or deal.row
            self.reached = max(place, self.reached or 0)
        elif record is not None and (not self.known.is_known[n] or self.known.is_unclear):
            self.session.add(record)

    def is_same(self, place: int, record: JsonObject) -> bool:
        """Whether the file says the same of the stored deal, however it writes it."""
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
        fields = without_players(record)
        return judge_deal(self.game, record["players"], self.rules, fields, self.contexts[place])

"""How the file of any app is read: what of it are tables, who sat there, and what a deal says.

An App says these for its format. What cannot be read is reported with its place, all else is
imported. Then deals that the app counts otherwise are named (causes.py).
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import islice
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.core.deals import SlamOutcome
from clubs.core.file_rows import FiledDeal
from clubs.exchange.imports.shape import (
    MOST_ROWS,
    Contents,
    Format,
    ImportedFile,
    ImportedTable,
    RowError,
    Unreadable,
)
from clubs.games.french.core.game import FRENCH
from clubs.games.french.core.records import FrenchContract, slam_fields
from clubs.games.french.exchange.apps.causes import with_causes
from clubs.games.french.exchange.apps.fields import (
    SCORES,
    BadField,
    Object,
    Words,
    called_in,
    has_keys,
    object_list,
    points_field,
    said,
    seat_names,
    whole_field,
    word_field,
)

Place = tuple[str, Object]  # a path in the file, and what is there

NEVER = date(1980, 1, 1)  # the day of a file in a ZIP that has none
ROOT = "/"  # the place of a game that is all of the file
DEPTH = 6  # under which no game of an app lies
LOOKS = 2_000  # lists and objects in which a game is looked for
LABEL_LENGTH = 60
PLAYERS = range(3, 6)
WITH_RESTING = range(3, 7)
CONTRACTS = (
    FrenchContract.PRISE,
    FrenchContract.GARDE,
    FrenchContract.GARDE_SANS,
    FrenchContract.GARDE_CONTRE,
)
# With misères, of which both sides of a few formats tell.
MISERES = {"base": "fft", "misere": {"enabled": True}}


def _meanings_of(words: Iterable[Any], meanings: Iterable[Any], *, nothing: Any = ()) -> Words:
    """The meanings of the words of a format, in the same order; nothing is a word that means that
    there is nothing, as no word at all then does."""
    means = dict(zip(words, meanings, strict=True))
    return means if nothing == () else {**means, nothing: None, None: None}


def contracts(*words: Any) -> Words:
    """The meanings of four words, for prise, garde, garde sans and garde contre."""
    return _meanings_of(words, CONTRACTS)


def sides(attack: Any, defence: Any, nothing: Any = None) -> Words:
    return _meanings_of((attack, defence), ("attack", "defence"), nothing=nothing)


def poignee_sizes(simple: Any, double: Any, triple: Any, nothing: Any = None) -> Words:
    """The meanings of the words for poignées: the sizes of those that were shown."""
    return _meanings_of(
        (simple, double, triple), (("simple",), ("double",), ("triple",)), nothing=nothing
    )


def slams(announced: Any, unannounced: Any, failed: Any, nothing: Any = None) -> Words:
    outcomes = (
        SlamOutcome.ANNOUNCED_MADE,
        SlamOutcome.UNANNOUNCED_MADE,
        SlamOutcome.ANNOUNCED_FAILED,
    )
    return _meanings_of((announced, unannounced, failed), outcomes, nothing=nothing)


@dataclass(frozen=True, slots=True)
class AppTable:
    """A table of a file. names has the players in seat order by the text of what the file calls
    them in its deals. Tables with one key are one, in the order of the file."""

    key: str
    day: date
    names: Mapping[str, str]
    deals: Iterable[Place]
    label: str = ""
    note: str = ""  # goes with every deal

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.names.values())

    def player(self, row: Object, column: str) -> str:
        name = self.maybe_player(row, column)
        if name is None:
            raise BadField(column, None, "field_missing")
        return name

    def maybe_player(self, row: Object, column: str) -> str | None:
        """The player of a field, None where the field is null or missing."""
        value = row.get(column)
        return None if value is None else self.name_of(value, column)

    def name_of(self, value: Any, column: str) -> str:
        if isinstance(value, bool | float) or not isinstance(value, str | int):
            raise BadField(column, value)
        if str(value) not in self.names:
            raise BadField(column, value, "value_not_allowed")
        return self.names[str(value)]

    def scores(self, column: str, scores: Iterable[tuple[Any, Any]]) -> dict[str, int]:
        """Scores by name, of pairs of a player and a score, in whole points or nearly so."""
        read = {}
        for value, score in scores:
            name = self.name_of(value, column)
            near = round(score) if isinstance(score, float) and abs(score) < len(SCORES) else score
            read[name] = whole_field({column: near}, column, SCORES)
        return read


@dataclass(frozen=True, slots=True, kw_only=True)
class DealFields:
    """The fields of a deal in a format by what they say, and the words that stand in them. An empty
    name: the format has no such field."""

    contract: str
    contracts: Words
    oudlers: str
    points: str
    counts: Words = field(default_factory=lambda: {n: n for n in range(4)})
    petit: str = ""
    petits: Words = field(default_factory=dict)
    poignee: str = ""
    sizes: Words = field(default_factory=dict)
    shown_by: str = ""
    camps: Words = field(default_factory=dict)
    chelem: str = ""
    chelems: Words = field(default_factory=dict)

    def record(
        self,
        row: Object,
        players: Collection[str],
        taker: str,
        partner: str | None,
        **more: Any,
    ) -> dict[str, Any]:
        """The record of a deal among these players. more are fields of the record that this format
        says in a way of its own."""
        names = list(players)
        outcome = word_field(row, self.chelem, self.chelems) if self.chelem else None
        return said(
            {
                "taker": taker,
                "called": called_in(names, taker, partner),
                "contract": word_field(row, self.contract, self.contracts).value,
                "oudlers": word_field(row, self.oudlers, self.counts),
                "points": points_field(row, self.points),
                "petit_au_bout": word_field(row, self.petit, self.petits) if self.petit else None,
                "poignees": self._poignees(row, names, taker, partner) if self.poignee else [],
                **(slam_fields("chelem", outcome) if outcome else {}),
                **more,
            }
        )

    def _poignees(
        self, row: Object, players: list[str], taker: str, partner: str | None
    ) -> list[dict[str, str]]:
        """The format knows the side at most: the taker stands for one, the next defender for the
        other."""
        attack = list(dict.fromkeys(filter(None, (taker, partner))))
        defence = [name for name in players if name not in attack]
        camp = word_field(row, self.shown_by, self.camps) if self.shown_by else None
        holders = [*defence, *attack] if camp == "defence" else [*attack, *defence]
        shown = word_field(row, self.poignee, self.sizes) or ()
        return [{"player": one, "size": size} for one, size in zip(holders, shown, strict=False)]


@dataclass(frozen=True, slots=True)
class App:
    """A format. places gives what of a file is a table, table reads one, deal one of its deals:
    None for one that was not played. seats are the numbers of players of a table.

    places must end at once where a file is of another kind, and raises nothing.
    """

    code: str
    name: str
    places: Callable[[Contents], Iterable[Place]]
    table: Callable[[str, Object], AppTable]
    deal: Callable[[AppTable, str, Object], FiledDeal | None]
    seats: Collection[int] = PLAYERS
    rules: str | Mapping[str, Any] = "fft"

    def format(self) -> Format:
        return Format(self.code, self.name, self.recognise, self.read)

    def recognise(self, contents: Contents) -> bool:
        return next(iter(self.places(contents)), None) is not None

    def read(self, contents: Contents) -> ImportedFile:
        """Raises Unreadable where there are too many deals."""
        drafts: dict[str, tuple[AppTable, list[FiledDeal]]] = {}
        errors: list[RowError] = []
        left = iter(range(MOST_ROWS))
        for path, row in self.places(contents):
            try:
                table = self.table(path, row)
                if len(table.names) not in self.seats:
                    raise BadField("players", len(table.names), "value_not_allowed")
            except BadField as bad:
                errors.append(bad.at(path or ROOT))
                continue
            first, deals = drafts.setdefault(table.key, (table, []))
            for deal_path, deal_row in table.deals:
                if next(left, None) is None:
                    raise Unreadable("too_many_rows", most=MOST_ROWS)
                try:
                    deal = self.deal(table, deal_path, deal_row)
                except BadField as bad:
                    errors.append(bad.at(deal_path))
                else:
                    deals += [_seated_deal(deal, table, first)] if deal else []
        tables = [
            ImportedTable(
                key,
                f"{self.name} {one.label}".strip()[:LABEL_LENGTH],
                one.day,
                one.players,
                tuple(deals),
            )
            for key, (one, deals) in drafts.items()
            if deals
        ]
        noted, remarks = with_causes(tables, FRENCH.read_rules(self.rules))
        return ImportedFile(
            noted, tuple(errors), self.rules, self.name, remarks=remarks, game=FRENCH.code
        )


def _seated_deal(deal: FiledDeal, table: AppTable, first: AppTable) -> FiledDeal:
    """The deal with the seats in which it was played, and the note of its table."""
    own = () if table.players == first.players else table.players
    note = " ".join(filter(None, [deal.note, table.note]))
    return replace(deal, players=deal.players or own, note=note)


def objects_with(*keys: str) -> Callable[[Contents], Iterator[Place]]:
    """The function that finds the objects of JSON that have all of these keys, in the order of the
    file."""

    def find(contents: Contents) -> Iterator[Place]:
        walk = _walk(contents)
        near = [place for place in islice(walk, LOOKS) if has_keys(place[1], *keys)]
        if near:
            yield from near
            yield from (place for place in walk if has_keys(place[1], *keys))

    return find


def _walk(contents: Contents) -> Iterator[tuple[str, Any]]:
    """The lists and objects of all documents with their paths, those nearer to the root first."""
    roots = contents.files.items() if contents.files else [("", contents.document)]
    level = deque((path, root, 0) for path, root in roots)
    while level:
        path, value, depth = level.popleft()
        yield path, value
        if depth == DEPTH or not isinstance(value, list | Mapping):
            continue
        members: Iterable[tuple[str, Any]]
        if isinstance(value, Mapping):
            members = ((f"{path}.{key}" if path else str(key), one) for key, one in value.items())
        else:
            members = ((f"{path}[{number}]", one) for number, one in enumerate(value))
        level.extend((at, one, depth + 1) for at, one in members if isinstance(one, list | Mapping))


def listed(path: str, row: Object, column: str) -> list[Place]:
    """The objects in a field, with their paths."""
    rows = object_list(row.get(column), column)
    return [(f"{path}.{column}[{number}]", one) for number, one in enumerate(rows)]


def by_seat(names: Iterable[str]) -> dict[str, str]:
    """Names for an app that counts seats from 0."""
    return {str(seat): name for seat, name in enumerate(names)}


def seated_by_id(ids: Iterable[Any], names: Iterable[Any], column: str) -> dict[str, str]:
    """Names for an app that calls people by these ids. The same one twice is refused."""
    keys = list(map(str, ids))
    read = dict(zip(keys, seat_names(names, column), strict=True))
    if len(read) < len(keys):
        raise BadField(column, keys[0], "value_not_allowed")
    return read


def names_by_id(
    rows: Iterable[Object], column: str, name_of: Callable[[Object], str]
) -> dict[str, str]:
    """Everybody in a list of people, by id; who has no name is nobody."""
    known = {str(row.get(column)): name for row in rows if (name := name_of(row).strip())}
    return seated_by_id(known, known.values(), column)


def name_in(*columns: str) -> Callable[[Object], str]:
    """The function that reads the name of a person from these fields."""
    return lambda row: " ".join(str(row.get(column) or "") for column in columns)


def seated(people: Mapping[str, str], ids: Iterable[Any], column: str) -> dict[str, str]:
    """The names of those who sit at a table, by their ids."""
    keys = list(map(str, ids))
    if len(keys) not in WITH_RESTING:
        raise BadField(column, len(keys), "value_not_allowed")
    for key in keys:
        if key not in people:
            raise BadField(column, key, "player_unknown")
        if keys.count(key) > 1:
            raise BadField(column, key, "value_not_allowed")
    return {key: people[key] for key in keys}


def of_the_day(code: str, day: date, names: Iterable[str]) -> str:
    """The key of a table of an app that keeps single deals: those of one day and the same people
    are one table."""
    return f"{code}:{day.isoformat()}|{'|'.join(sorted(names))}"


def day_of_file(written: str | None) -> tuple[date, str]:
    """The day of a table of an app that keeps no date, with a note. written is the day on which the
    file was written, where that is known."""
    day = timezone.localdate()
    with suppress(TypeError, ValueError):
        saved = date.fromisoformat(written or "")
        day = saved if saved > NEVER else day
    return day, _("The file does not say on which day this was.")


def mappings(value: Any) -> list[Object]:
    """The objects of a list; of anything else none."""
    return [one for one in value if isinstance(one, Mapping)] if isinstance(value, list) else []


def rows_by(rows: Iterable[Object], column: str) -> dict[str, list[Object]]:
    groups: dict[str, list[Object]] = {}
    for row in rows:
        groups.setdefault(str(row.get(column)), []).append(row)
    return groups


def plain_scores(label: str, scores: Mapping[str, int]) -> dict[str, Any]:
    """The record of a deal of which only the scores are known."""
    won = {name: score for name, score in scores.items() if score}
    return {"kind": "scores", "label": label, "scores": won}


def database_rows(contents: Contents, table: str, *others: str) -> Iterator[Place]:
    """The rows of a table of a database that has these tables; none of any other database."""
    tables = contents.tables or {}
    if all(name in tables for name in (table, *others)):
        yield from ((f"{table}[{number}]", row) for number, row in enumerate(tables[table]))

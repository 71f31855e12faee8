"""The record of a deal of Tarocco bolognese as a frozen value, and how it is read from JSON.

Source: bolognese.md §8 (fields), §11, stage 2.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from clubs.core.deals import MISDEAL, OTHER, RecordKind
from clubs.core.fields import (
    Reader,
    members,
    one_of,
    read_fields,
    read_flag,
    read_text,
    read_whole,
    require_fields,
)
from clubs.core.problems import DealRefused, Problem
from clubs.games.bolognese.core.cards import Family, Rank
from clubs.games.bolognese.core.piles import Pair

SUM_LIMIT = 10**4000  # no total reaches it, and Python writes no number of over 4300 digits


class BologneseVoidReason(StrEnum):
    MISDEAL = MISDEAL
    OTHER = OTHER


class EntryMode(StrEnum):
    """As counted at the table, or the cards of one pile."""

    QUICK = "quick"
    CARDS = "cards"


class PairPenalty(StrEnum):
    SCARTINI_ONLY = "scartini_only"


@dataclass(frozen=True, slots=True)
class Accuso:
    """What one player showed: cards, or points as told. only is empty where all counts."""

    player: str
    cards: tuple[str, ...] | None = None
    only: tuple[Family | Rank, ...] = ()
    points: int | None = None
    void: bool = False


@dataclass(frozen=True, slots=True)
class QuickCount:
    """One pair as counted at the table: points, or a tally of the cards of each combination."""

    sequences: int | Mapping[Family, int]
    cricche: int | Mapping[Rank, int]
    scartini: int | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """The pile that was turned over; codes as told, in that order."""

    pair: Pair
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CalledOut:
    player: str
    first15: bool = False


@dataclass(frozen=True, slots=True)
class BologneseRecord:
    """One deal as it was told.

    A void deal has a reason and nothing else; a deal that was called out has accusi and no result;
    any other has last_trick and either quick or pile.
    """

    void_reason: BologneseVoidReason | None = None
    quick: Mapping[Pair, QuickCount] | None = None
    pile: Pile | None = None
    passed_card: str | None = None
    last_trick: Pair | None = None
    accusi: tuple[Accuso, ...] = ()
    penalties: frozenset[Pair] = frozenset()
    called_out: CalledOut | None = None
    dealer: str | None = None
    totals_before: Mapping[Pair, int] | None = None
    deals_before: int = 0

    @property
    def kind(self) -> RecordKind:
        return RecordKind.PLAYED if self.void_reason is None else RecordKind.VOID


def _is_given(value: Any) -> bool:
    """Does a field of the deal say anything? 0 and false do, an empty list or object does not."""
    return value is not None and not (isinstance(value, list | tuple | Mapping) and not value)


def read_bolognese_record(deal: Mapping[str, Any]) -> BologneseRecord:
    """The record of a JSON object. Raises DealRefused with all problems of stage 2."""
    problems: list[Problem] = []
    fields = {
        name: value for name, value in deal.items() if name not in READERS or _is_given(value)
    }
    values = read_fields(fields, READERS, problems)
    if values.get("kind", RecordKind.PLAYED) is RecordKind.VOID:
        require_fields(fields, ("void_reason",), problems)
        problems += [
            Problem("void_has_result", field) for field in RESULT_FIELDS if field in fields
        ]
    elif values.get("kind", RecordKind.PLAYED) is RecordKind.PLAYED:
        if values.get("void_reason") is not None:
            problems.append(Problem("value_not_allowed", "void_reason"))
        if "called_out" in fields:
            require_fields(fields, ("dealer", "totals_before"), problems)
            beside = [field for field in PLAYED_FIELDS if field in fields]
            problems += [Problem("call_out_has_result", field) for field in beside]
        else:
            _check_entry(fields, values.get("entry"), problems)
    if problems:
        raise DealRefused(problems)
    for name in ("kind", "entry", "note"):
        values.pop(name, None)
    return BologneseRecord(**values)


def _check_entry(
    fields: Mapping[str, Any], entry: EntryMode | None, problems: list[Problem]
) -> None:
    """Are the fields of this way of entry there, and none of the other?"""
    require_fields(fields, ("entry", "last_trick"), problems)
    if entry is not None:
        require_fields(fields, ENTRY_FIELDS[entry][:1], problems)
        others = [
            field for other in EntryMode if other is not entry for field in ENTRY_FIELDS[other]
        ]
        problems += [Problem("entry_mixed", field) for field in others if field in fields]


def _object_of(make: Any, needed: Iterable[str], readers: Mapping[str, Reader]) -> Reader:
    """A reader of an object with these fields; it gives None for one with a problem."""

    def read(value: Any, path: str, problems: list[Problem]) -> Any:
        if not isinstance(value, Mapping):
            problems.append(Problem("field_type", path))
            return None
        before = len(problems)
        values = read_fields(value, readers, problems, f"{path}.")
        require_fields(value, needed, problems, f"{path}.")
        return make(values) if len(problems) == before else None

    return read


def _list_of(reader: Reader) -> Reader:
    def read(value: Any, path: str, problems: list[Problem]) -> tuple[Any, ...]:
        return tuple(
            reader(member, f"{path}[{index}]", problems)
            for index, member in enumerate(members(value, path, problems))
        )

    return read


def _whole_or_tally(names: Iterable[StrEnum]) -> Reader:
    """A reader of a total, or of an object with the number of cards of each name."""
    tally = _object_of(
        lambda values: {name: values[name] for name in names if values.get(name)},
        (),
        {name.value: read_whole for name in names},
    )

    def read(value: Any, path: str, problems: list[Problem]) -> Any:
        return (tally if isinstance(value, Mapping) else read_whole)(value, path, problems)

    return read


def _read_sum(value: Any, path: str, problems: list[Problem]) -> int | None:
    """A whole number that is not negative."""
    number = read_whole(value, path, problems)
    if number is not None and not 0 <= number < SUM_LIMIT:
        problems.append(Problem("value_not_allowed", path))
    return number


def _read_accuso(value: Any, path: str, problems: list[Problem]) -> Accuso | None:
    """Empty fields count as absent, but cards where nothing else says what was declared."""
    if isinstance(value, Mapping):
        empty = {name for name in ("only", "void", "points") if not _is_given(value.get(name))}
        if _is_given(value.get("points")) and not _is_given(value.get("cards")):
            empty.add("cards")
        value = {name: told for name, told in value.items() if name not in empty}
    accuso: Accuso | None = read_accuso_fields(value, path, problems)
    if isinstance(value, Mapping):
        has_cards, has_points = value.get("cards") is not None, value.get("points") is not None
        if has_cards is has_points or (_is_given(value.get("only")) and not has_cards):
            problems.append(Problem("accuso_cards_or_points", path))
    return accuso


read_accuso_fields = _object_of(
    lambda values: Accuso(**values),
    ("player",),
    {
        "player": read_text,
        "cards": _list_of(read_text),
        "only": _list_of(one_of([*Family, *Rank])),
        "points": read_whole,
        "void": read_flag,
    },
)

read_quick_count = _object_of(
    lambda values: QuickCount(**values),
    ("sequences", "cricche"),
    {
        "sequences": _whole_or_tally(Family),
        "cricche": _whole_or_tally(Rank),
        "scartini": read_whole,
    },
)
read_both_counts = _object_of(
    lambda values: {pair: values[pair] for pair in Pair},
    ("ns", "ew"),
    {"ns": read_quick_count, "ew": read_quick_count},
)


def _read_quick(value: Any, path: str, problems: list[Problem]) -> Mapping[Pair, QuickCount] | None:
    """Both pairs; the card count may be left out for one of them."""
    counts: Mapping[Pair, QuickCount] | None = read_both_counts(value, path, problems)
    if isinstance(value, Mapping):
        pairs = [value.get(pair) for pair in Pair]
        if all(isinstance(pair, Mapping) and pair.get("scartini") is None for pair in pairs):
            problems += [Problem("field_missing", f"{path}.{pair}.scartini") for pair in Pair]
    return counts


READERS: dict[str, Reader] = {
    "kind": one_of(RecordKind),
    "void_reason": one_of(BologneseVoidReason),
    "entry": one_of(EntryMode),
    "quick": _read_quick,
    "pile": _object_of(
        lambda values: Pile(**values),
        ("pair", "cards"),
        {"pair": one_of(Pair), "cards": _list_of(read_text)},
    ),
    "passed_card": read_text,
    "last_trick": one_of(Pair),
    "accusi": _list_of(_read_accuso),
    "penalties": _object_of(
        lambda values: frozenset(map(Pair, values)),
        (),
        {"ns": one_of(PairPenalty), "ew": one_of(PairPenalty)},
    ),
    "called_out": _object_of(
        lambda values: CalledOut(**values),
        ("player",),
        {"player": read_text, "first15": read_flag},
    ),
    "dealer": read_text,
    "totals_before": _object_of(
        lambda values: {pair: values[pair] for pair in Pair},
        ("ns", "ew"),
        {"ns": _read_sum, "ew": _read_sum},
    ),
    "deals_before": _read_sum,
    "note": read_text,
}
ENTRY_FIELDS = {EntryMode.QUICK: ("quick",), EntryMode.CARDS: ("pile", "passed_card")}
PLAYED_FIELDS = ("entry", "quick", "pile", "passed_card", "last_trick", "penalties")
RESULT_FIELDS = (*PLAYED_FIELDS, "accusi", "called_out")

"""The record of a deal of Tarocco bolognese as a frozen value, and how it is read from JSON.

Source: bolognese.md §8 (fields), §11, stage 2.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from clubs.core.deal_records import Seated, reader_of, readers_of, told
from clubs.core.deals import MISDEAL, OTHER, RecordKind
from clubs.core.fields import (
    Reader,
    is_empty,
    list_of,
    object_of,
    one_of,
    read_fields,
    read_text,
    read_whole,
    require_fields,
)
from clubs.core.problems import DealRefused, Problem
from clubs.games.bolognese.core.cards import Family, Pair, Rank

SUM_LIMIT = 10**4000  # no total reaches it, and Python writes no number of over 4300 digits


class BologneseVoidReason(StrEnum):
    MISDEAL = MISDEAL
    OTHER = OTHER


class EntryMode(StrEnum):
    """How a deal is told: as counted at the table, or by the cards of one pile."""

    QUICK = "quick"
    CARDS = "cards"


class PairPenalty(StrEnum):
    SCARTINI_ONLY = "scartini_only"


def _both_of(reader: Reader) -> Reader:
    """A reader of an object with a value for each pair."""
    return object_of(
        lambda values: {pair: values[pair] for pair in Pair}, Pair, dict.fromkeys(Pair, reader)
    )


def _whole_or_tally(names: Iterable[StrEnum]) -> Reader:
    """A reader of a total, or of an object with the number of cards of each name."""
    tally = object_of(
        # A 0 is none, and left out: as a number of cards it would be refused (bolognese.md §8).
        lambda values: {name: values[name] for name in names if values.get(name)},
        (),
        dict.fromkeys(names, read_whole),
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


@dataclass(frozen=True, slots=True)
class Accuso:
    """A declaration of one player: cards, or points as told. only is empty where all counts."""

    player: Seated
    cards: tuple[str, ...] | None = None
    only: tuple[Family | Rank, ...] = told(list_of(one_of([*Family, *Rank])), ())
    points: int | None = None
    void: bool = False


@dataclass(frozen=True, slots=True)
class QuickCount:
    """One pair as counted at the table: points, or a tally of the cards of each combination."""

    sequences: int | Mapping[Family, int] = told(_whole_or_tally(Family))
    cricche: int | Mapping[Rank, int] = told(_whole_or_tally(Rank))
    scartini: int | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """The pile that was turned over; codes as told, in that order."""

    pair: Pair
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CalledOut:
    player: Seated
    first15: bool = False


_read_accuso_fields = reader_of(Accuso)
_read_both_counts = _both_of(reader_of(QuickCount))


def _read_accuso(value: Any, path: str, problems: list[Problem]) -> Accuso | None:
    """Empty fields count as absent, but cards where nothing else says what was declared."""
    if isinstance(value, Mapping):
        empty = {name for name in ("only", "void", "points") if is_empty(value.get(name))}
        if not is_empty(value.get("points")) and is_empty(value.get("cards")):
            empty.add("cards")
        value = {name: field for name, field in value.items() if name not in empty}
    accuso: Accuso | None = _read_accuso_fields(value, path, problems)
    if isinstance(value, Mapping):
        has_cards, has_points = value.get("cards") is not None, "points" in value
        if has_cards is has_points or ("only" in value and not has_cards):
            problems.append(Problem("accuso_cards_or_points", path))
    return accuso


def _read_quick(value: Any, path: str, problems: list[Problem]) -> Mapping[Pair, QuickCount] | None:
    """Both pairs; the card count may be left out for one of them."""
    counts: Mapping[Pair, QuickCount] | None = _read_both_counts(value, path, problems)
    if isinstance(value, Mapping):
        pairs = [value.get(pair) for pair in Pair]
        if all(isinstance(pair, Mapping) and pair.get("scartini") is None for pair in pairs):
            problems += [Problem("field_missing", f"{path}.{pair}.scartini") for pair in Pair]
    return counts


_read_penalties = object_of(
    lambda values: frozenset(map(Pair, values)), (), dict.fromkeys(Pair, one_of(PairPenalty))
)


@dataclass(frozen=True, slots=True)
class BologneseRecord:
    """One deal as it was told.

    A void deal has a reason and nothing else; a deal that was called out has accusi and no result;
    any other has last_trick and either quick or pile.
    """

    void_reason: BologneseVoidReason | None = None
    quick: Mapping[Pair, QuickCount] | None = told(_read_quick, None)
    pile: Pile | None = None
    passed_card: str | None = None
    last_trick: Pair | None = None
    accusi: tuple[Accuso, ...] = told(list_of(_read_accuso), ())
    penalties: frozenset[Pair] = told(_read_penalties, frozenset())
    called_out: CalledOut | None = None
    dealer: Seated | None = None
    totals_before: Mapping[Pair, int] | None = told(_both_of(_read_sum), None)
    deals_before: int = told(_read_sum, 0)

    @property
    def kind(self) -> RecordKind:
        return RecordKind.PLAYED if self.void_reason is None else RecordKind.VOID


READERS: dict[str, Reader] = {
    "kind": one_of(RecordKind),
    "entry": one_of(EntryMode),
    "note": read_text,
    **readers_of(BologneseRecord),
}
ENTRY_FIELDS = {EntryMode.QUICK: ("quick",), EntryMode.CARDS: ("pile", "passed_card")}
PLAYED_FIELDS = ("entry", "quick", "pile", "passed_card", "last_trick", "penalties")
RESULT_FIELDS = (*PLAYED_FIELDS, "accusi", "called_out")


def read_bolognese_record(deal: Mapping[str, Any]) -> BologneseRecord:
    """The record of a JSON object. Raises DealRefused with all problems of stage 2."""
    problems: list[Problem] = []
    fields = {
        name: value for name, value in deal.items() if name not in READERS or not is_empty(value)
    }
    values = read_fields(fields, READERS, problems)
    kind, entry = values.pop("kind", RecordKind.PLAYED), values.pop("entry", None)
    if kind is RecordKind.VOID:
        require_fields(fields, ("void_reason",), problems)
        problems += [Problem("void_has_result", name) for name in RESULT_FIELDS if name in fields]
    elif kind is RecordKind.PLAYED:
        if values.get("void_reason") is not None:
            problems.append(Problem("value_not_allowed", "void_reason"))
        if "called_out" in fields:
            require_fields(fields, ("dealer", "totals_before"), problems)
            beside = [name for name in PLAYED_FIELDS if name in fields]
            problems += [Problem("call_out_has_result", name) for name in beside]
        else:
            _check_entry(fields, entry, problems)
    if problems:
        raise DealRefused(problems)
    values.pop("note", None)
    return BologneseRecord(**values)


def _check_entry(
    fields: Mapping[str, Any], entry: EntryMode | None, problems: list[Problem]
) -> None:
    """Are the fields of this way of entry there, and none of the other?"""
    require_fields(fields, ("entry", "last_trick"), problems)
    if entry is not None:
        require_fields(fields, ENTRY_FIELDS[entry][:1], problems)
        others = [name for other in EntryMode if other is not entry for name in ENTRY_FIELDS[other]]
        problems += [Problem("entry_mixed", name) for name in others if name in fields]

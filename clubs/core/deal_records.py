"""The record of a deal that was played or is void, each field of its result declared once.

A game says what comes of a played deal as a class. The type of a field says how it is read, or
`told` does; a field without a default is needed. What names a player is of the type Seated. The
columns of a list follow from the same types (exchange/imports/cells.py).
Source: scoring.md §3, §7, stage 2; tarocco_volte.md §3, §7.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, Generic, TypeVar, get_args

from clubs.core.deals import RecordKind
from clubs.core.fields import (
    Reader,
    object_of,
    objects_of,
    one_of,
    read_fields,
    read_flag,
    read_names,
    read_number,
    read_text,
    read_whole,
    require_fields,
    says_something,
)
from clubs.core.problems import DealRefused, Problem

R = TypeVar("R")
Seated = Annotated[str, "a player of the table, by name or uuid"]
READERS: Mapping[Any, Reader] = {
    str: read_text,
    Seated: read_text,
    bool: read_flag,
    int: read_whole,
    int | float: read_number,
    tuple[str, ...]: read_names,
    tuple[Seated, ...]: read_names,
}


def told(reader: Reader, default: Any = MISSING) -> Any:
    """A field whose type does not say how it is read."""
    return field(default=default, metadata={"reader": reader})


def readers_of(declared: Any) -> dict[str, Reader]:
    """A reader of each field of a class that declares its fields."""
    return {
        one.name: one.metadata.get("reader") or _reader_of_type(one.type)
        for one in fields(declared)
    }


def _needed_of(declared: Any) -> list[str]:
    """The fields without a default."""
    return [one.name for one in fields(declared) if one.default is MISSING]


def reader_of(declared: Any) -> Reader:
    """A reader of an object with the fields that this class declares."""
    return object_of(lambda values: declared(**values), _needed_of(declared), readers_of(declared))


def _reader_of_type(declared: Any) -> Reader:
    if declared in READERS:
        return READERS[declared]
    first: Any
    first, *others = get_args(declared) or (declared,)
    if others == [type(None)]:  # a field that may be absent
        return _reader_of_type(first)
    if not hasattr(first, "__dataclass_fields__"):
        return one_of(first)
    return objects_of(reader_of(first)) if others else reader_of(first)


@cache
def naming_fields(declared: Any) -> tuple[str, ...]:
    """The fields of a class in which players are named: one, a list of them, or of objects with a
    `player`."""
    return tuple(one.name for one in fields(declared) if _names_players(one.type))


def _names_players(declared: Any) -> bool:
    if hasattr(declared, "__dataclass_fields__"):
        return bool(naming_fields(declared))
    return declared == Seated or any(map(_names_players, get_args(declared)))


@dataclass(frozen=True, slots=True)
class Record(Generic[R]):
    """One deal as it was told; a void deal has a reason and no result."""

    void_reason: StrEnum | None
    dealer: Seated | None
    out: tuple[Seated, ...]
    note: str | None
    result: R | None

    @property
    def kind(self) -> RecordKind:
        return RecordKind.PLAYED if self.void_reason is None else RecordKind.VOID


class RecordReader(Generic[R]):
    """missing finds what is not there beside the fields that are always needed."""

    def __init__(
        self,
        result: Callable[..., R],
        void_reasons: type[StrEnum],
        missing: Callable[[Mapping[str, Any]], Iterable[Problem]] = lambda deal: (),
    ) -> None:
        self.result, self.missing = result, missing
        self.own, self.needed = readers_of(result), _needed_of(result)
        self.readers: dict[str, Reader] = {
            "kind": one_of(RecordKind),
            "void_reason": one_of(void_reasons),
            "dealer": read_text,
            "out": read_names,
            "note": read_text,
            **self.own,
        }

    def lacking(self, deal: Mapping[str, Any]) -> list[Problem]:
        """What a deal that was played does not tell, and should."""
        problems: list[Problem] = []
        require_fields(deal, self.needed, problems)
        problems += self.missing(deal)
        return problems

    def read(self, deal: Mapping[str, Any]) -> Record[R]:
        """The record of a JSON object; an optional field that is null counts as absent.

        Raises DealRefused with all problems of stage 2. Ranges and names are not looked at here,
        nor the result that a void deal should not have: that is left out.
        """
        problems: list[Problem] = []
        values = read_fields(deal, self.readers, problems)
        kind = values.pop("kind", RecordKind.PLAYED)
        if kind is RecordKind.PLAYED:
            problems += self.lacking(deal)
            if values.get("void_reason") is not None:
                problems.append(Problem("value_not_allowed", "void_reason"))
        elif kind is RecordKind.VOID:
            require_fields(deal, ("void_reason",), problems)
        if problems:
            raise DealRefused(problems)
        return Record(
            void_reason=values.pop("void_reason", None),
            dealer=values.pop("dealer", None),
            out=values.pop("out", ()),
            note=values.pop("note", None),
            result=self.result(**values) if kind is RecordKind.PLAYED else None,
        )

    def void_problems(self, record: Record[R], deal: Mapping[str, Any]) -> Iterator[Problem]:
        """Stage 3: a void deal with something of a result."""
        if record.result is None:
            for name in self.own:
                if says_something(deal.get(name)):
                    yield Problem("void_has_result", name)

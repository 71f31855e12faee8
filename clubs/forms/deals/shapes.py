"""What a deal form says of its deal, ready for a page."""

from dataclasses import dataclass
from typing import Any

from django import forms

from clubs.queries.deals.deals import DealSeat


@dataclass(frozen=True, slots=True)
class Delta:
    """What one player wins or loses; score is None while it is not known."""

    place: DealSeat
    score: int | None
    role: str

    @property
    def attacks(self) -> bool:
        return self.role in ("taker", "partner")

    @property
    def rests(self) -> bool:
        return self.role == "out"


@dataclass(frozen=True, slots=True)
class Shortcut:
    """Keys of one group of the form, and what they choose."""

    keys: tuple[str, ...]
    meaning: Any


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """What is wrong at one field; name is empty for the whole form."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something odd, in words, and the field where it would be mended."""

    text: str
    field: forms.BoundField | None

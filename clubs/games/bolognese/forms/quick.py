"""A deal of Tarocco bolognese as counted at the table: tallies by combination, or points in all;
and what both ways of telling a deal have, two pairs by name.

Source: bolognese.md §8, `quick`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from clubs.forms.deals.chips import Chip, ChipField, LenientChoice
from clubs.forms.deals.deals import DealForm
from clubs.forms.deals.parts import whole_or_text
from clubs.games.bolognese.core.cards import Family, Pair, Rank
from clubs.games.bolognese.core.counting import CRICCA_POINTS, LENGTHS
from clubs.games.bolognese.core.rules import BologneseRules
from clubs.games.bolognese.queries.words import FAMILIES, RANKS, pair_names

PAIRS = tuple(pair.value for pair in Pair)
TOTAL_LENGTH = 4
COUNTS_TWICE = _("Either the cards of each, or the points in all.")


class PairsForm(DealForm):
    """pairs go by `ns` (first and third seat) and `ew`, players by the number of their seat."""

    rules: BologneseRules

    @cached_property
    def pair_names(self) -> dict[Pair, str]:
        return pair_names(self.table.uuids, self.table.names)

    def pair_field(self, label: Any) -> ChipField:
        chips = [Chip(pair.value, name) for pair, name in self.pair_names.items()]
        return ChipField(chips, columns=2, label=label)


def select(options: Iterable[tuple[str, str]], label: Any) -> LenientChoice:
    """A list to choose one from, or none."""
    return LenientChoice(choices=[("", "–"), *options], required=False, label=label)


def total_field(label: Any) -> forms.CharField:
    widget = forms.TextInput(attrs={"inputmode": "numeric", "placeholder": "··"})
    return forms.CharField(required=False, max_length=TOTAL_LENGTH, label=label, widget=widget)


# Of what is counted by combination: how fields begin, and where in a record it stands.
TALLIES: tuple[tuple[str, str, Mapping[Any, Any]], ...] = (
    ("seq", "sequences", FAMILIES),
    ("cric", "cricche", RANKS),
)


@dataclass(frozen=True, slots=True)
class TallyRow:
    """One family or rank: a number of cards for each pair. values are what they are worth."""

    label: Any
    values: str
    ns: forms.BoundField
    ew: forms.BoundField


class QuickEntry(PairsForm):
    """The fields by pair: `seq_ns_grande`, `cric_ew_re`, and `sequences_ns` and so on in all."""

    def quick_fields(self) -> Iterator[tuple[str, forms.Field]]:
        for pair, name in self.pair_names.items():
            yield from self.counts_of(pair, name)

    def counts_of(self, pair: Pair, name: str) -> Iterator[tuple[str, forms.Field]]:
        """What one pair counted at the table: by combination, or as totals."""
        for short, _part, labels in TALLIES:
            for combination, label in labels.items():
                counts = [(str(count), str(count)) for count in LENGTHS[combination]]
                field = select(counts, format_lazy("{}: {}", label, name))
                yield f"{short}_{pair}_{combination}", field
        labels = {
            "sequences": _("Sequences in all: {}"),
            "cricche": _("Cricche in all: {}"),
            "scartini": _("Card count: {}"),
        }
        for field, label in labels.items():
            yield f"{field}_{pair}", total_field(format_lazy(label, name))

    def sequence_rows(self) -> list[TallyRow]:
        return [TallyRow(FAMILIES[f], "", self[f"seq_ns_{f}"], self[f"seq_ew_{f}"]) for f in Family]

    def cricca_rows(self) -> list[TallyRow]:
        return [
            TallyRow(
                RANKS[rank],
                " · ".join(map(str, CRICCA_POINTS[rank].values())),
                self[f"cric_ns_{rank}"],
                self[f"cric_ew_{rank}"],
            )
            for rank in Rank
        ]

    def total_rows(self) -> dict[str, list[forms.BoundField]]:
        return {
            name: [self[f"{name}_{pair}"] for pair in PAIRS]
            for name in ("sequences", "cricche", "scartini")
        }

    def quick(self) -> dict[str, Any]:
        return {pair: self.quick_count(pair) for pair in PAIRS}

    def quick_count(self, pair: str) -> dict[str, Any]:
        """A tally where one was made, else the total; nothing said is no combination."""
        cleaned = self.cleaned_data
        counted: dict[str, Any] = {
            part: self.tally(short, pair, names) or whole_or_text(cleaned[f"{part}_{pair}"] or "0")
            for short, part, names in TALLIES
        }
        if cleaned[f"scartini_{pair}"]:
            counted["scartini"] = whole_or_text(cleaned[f"scartini_{pair}"])
        return counted

    def tally(self, field: str, pair: str, names: Iterable[Any]) -> dict[str, Any]:
        counts = {name.value: self.cleaned_data[f"{field}_{pair}_{name}"] for name in names}
        return {name: whole_or_text(count) for name, count in counts.items() if count}

    def refuse_both_counts(self) -> None:
        """A tally beside the points in all; a record has but one of them."""
        for pair in PAIRS:
            for field, total, names in TALLIES:
                if self.cleaned_data.get(f"{total}_{pair}") and self.tally(field, pair, names):
                    error = forms.ValidationError(COUNTS_TWICE, code="both")
                    self.add_error(f"{total}_{pair}", error)
                    self.cleaned_data[f"{total}_{pair}"] = ""


def quick_field(rest: Sequence[str]) -> str | None:
    """quick.ns.sequences.grande is seq_ns_grande; a problem of both pairs has no field."""
    if len(rest) < 2:
        return None
    pair, part = rest[0], rest[1]
    if len(rest) > 2:
        return f"{'seq' if part == 'sequences' else 'cric'}_{pair}_{rest[2]}"
    return f"{part}_{pair}"


def quick_initial(pair: str, counted: Mapping[str, Any]) -> dict[str, str]:
    initial: dict[str, str] = {}
    for short, part, _names in TALLIES:
        count = counted[part]
        if isinstance(count, Mapping):
            initial |= {f"{short}_{pair}_{name}": str(n) for name, n in count.items() if n}
        elif count:
            initial[f"{part}_{pair}"] = str(count)
    if counted.get("scartini") is not None:
        initial[f"scartini_{pair}"] = str(counted["scartini"])
    return initial

"""What the forms of several games build their fields and sums of."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from clubs.forms.deals import Chip, ChipField

MINUS = "\N{MINUS SIGN}"
WHOLE = re.compile(r"-?\d{1,4}", re.ASCII)


def choices_of(labels: Mapping[Any, Any]) -> list[Chip]:
    return [Chip(value, label) for value, label in labels.items()]


def optional(labels: Mapping[Any, Any], *, columns: int, label: Any) -> ChipField:
    """A bonus: first the chip that says there is none."""
    chips = [Chip("", _("None"), classes="none"), *choices_of(labels)]
    return ChipField(chips, columns=columns, small=True, label=label)


def whole(text: str) -> int | str:
    """A whole number; text that is none stays text, for core to refuse."""
    return int(text) if WHOLE.fullmatch(text) else text


def signed_term(amount: int) -> str:
    """A number that is added, within a sum."""
    return f" + {grouped(amount)}" if amount >= 0 else f" {MINUS} {grouped(-amount)}"


def plain_number(value: int) -> str:
    return f"{MINUS}{grouped(-value)}" if value < 0 else grouped(value)


def grouped(value: int) -> str:
    """Thousands apart, as people of the active language write them."""
    return number_format(value, use_l10n=True, force_grouping=True)

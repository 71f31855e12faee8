"""Choices that are tapped: what a chip says, and the fields and widgets that show them."""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from crispy_forms.helper import FormHelper
from django import forms

from clubs.queries.deals.deals import DealSeat

LONG = 6  # characters that a chip of a full row has room for at their full size
ROOMY = 5  # so many chips are a full row


class Chip(NamedTuple):
    """One choice: what it says, in how many dots, and which seat it stands for. A form has a
    hundred, whether it is drawn or sent."""

    value: str
    label: Any
    small: Any = ""
    pips: int = 0
    place: DealSeat | None = None
    own: Any = ""  # instead of the label while the place is the taker's
    classes: str = ""
    key: str = ""  # that chooses it on a keyboard
    icon: str = ""  # instead of the label, which is then for the ear

    @classmethod
    def of(cls, place: DealSeat, *, own: Any = "") -> "Chip":
        return cls(place.uuid, place.name, place=place, own=own)

    @property
    def is_none(self) -> bool:
        """The chip that takes a bonus back: a dash is enough for the eye."""
        return not self.value

    @property
    def is_long(self) -> bool:
        return len(str(self.label)) > LONG


@dataclass(frozen=True, slots=True)
class VoidChoice:
    """A reason why nobody played, in the menu."""

    value: str
    label: Any
    icon: str


class ChipsMixin:
    """Hands each option its Chip, as `chip`; templatetags/chips.py draws them.

    columns is how many stand in a row; 0: one row, shared by the players who do not rest.
    """

    attrs: dict[str, Any]
    chips: Mapping[str, Chip]

    def show(
        self,
        chips: Iterable[Chip],
        *,
        columns: int = 0,
        small: bool = False,
        totals: bool = False,
    ) -> None:
        self.chips = {chip.value: chip for chip in chips}
        self.columns = columns
        self.small = small
        self.totals = totals

    @property
    def choices(self) -> list[tuple[str, Any]]:
        """Those of the chips. A form that is sent needs none of them, and Django would look through
        those of each field four times to take them over."""
        return [(chip.value, chip.label) for chip in self.chips.values()]

    @choices.setter
    def choices(self, _none: object) -> None:
        pass

    def __deepcopy__(self, _memo: object) -> Self:
        again = copy(self)
        again.attrs = {**self.attrs}
        return again

    @property
    def is_roomy(self) -> bool:
        """Whether the longest label has room at its full size."""
        return 0 < self.columns < ROOMY

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(name, value, *args, **kwargs)  # type: ignore[misc]
        option["chip"] = self.chips[str(value)]
        return option


# choices are a property here, and an attribute of the widgets of Django.
class RadioChips(ChipsMixin, forms.RadioSelect):  # type: ignore[misc]
    pass


class CheckboxChips(ChipsMixin, forms.CheckboxSelectMultiple):  # type: ignore[misc]
    pass


class LenientChoice(forms.ChoiceField):
    """One of several values, or none. Any other value is left for core to refuse: its message says
    what is wrong with the deal, where Django's would name a code."""

    def valid_value(self, value: str) -> bool:
        return True


class LenientChoices(forms.MultipleChoiceField):
    """Any of several values. Any other value is left for core to refuse."""

    def valid_value(self, value: str) -> bool:
        return True


class FieldOfChips(forms.ChoiceField):
    """A field whose choices are the chips of its widget alone.

    Django would copy the widget and look through the choices again: a deal has 24 such fields,
    which are made each time that one is sent.
    """

    widget: Any
    choices = _choices = ()  # Django's property looks through them

    def __init__(self, chips: Iterable[Chip], *, label: Any, **layout: Any) -> None:
        super().__init__(required=False, label=label)
        self.widget.show(chips, **layout)


class ChipField(FieldOfChips, LenientChoice):
    """One of several chips, or none."""

    widget = RadioChips


class ChipsField(FieldOfChips, LenientChoices):
    """Any of several chips."""

    widget = CheckboxChips


def chip_helper() -> FormHelper:
    """Lets crispy draw chips where a field has them."""
    helper = FormHelper()
    helper.form_tag = False
    helper.field_template = "clubs/deals/_deal_field.html"
    return helper

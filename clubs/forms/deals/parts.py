"""What the forms of several games build their fields and sums of."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from clubs.forms.deals.chips import Chip, ChipField
from clubs.numbers import MINUS, grouped_number

# What one player gets from each other one, or pays to each.
FROM_EACH = gettext_noop("%(what)s %(player)s: %(amount)s from each")
TO_EACH = gettext_noop("%(what)s %(player)s: %(amount)s to each")
UNCOUNTED = gettext_noop("%(what)s %(player)s: does not count")

WHOLE = re.compile(r"-?\d{1,4}", re.ASCII)


def chip_choices(labels: Mapping[Any, Any]) -> list[Chip]:
    return [Chip(value, label) for value, label in labels.items()]


def optional(labels: Mapping[Any, Any], *, columns: int, label: Any) -> ChipField:
    """A bonus, with the chip that says there is none: a narrow one before the others, beside both
    rows where they take two."""
    none = Chip("", _("None"), classes="none")
    return ChipField([none, *chip_choices(labels)], columns=columns, small=True, label=label)


def lines_by_code(lines: Iterable[Mapping[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The lines of a calculation (Game.explain), as templates and sums look them up."""
    by_code: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        by_code.setdefault(line["code"], []).append(dict(line))
    return by_code


def whole_or_text(text: str) -> int | str:
    """A whole number; text that is none stays text, for core to refuse."""
    return int(text) if WHOLE.fullmatch(text) else text


def told_sum(term: str, amount: int, extras: Iterable[tuple[int, Any]]) -> str:
    """The stake as it is said: "(25 + 4) × 2 = 58", with more ", + 20 Petit, + 20 handful = 98".

    term makes amount; it is empty where nothing but the extras is paid. An extra is what it adds
    and what for; one that adds nothing is left out.
    """
    paid = [(extra, label) for extra, label in extras if extra]
    parts = [f"{term} = {grouped_number(amount)}"] if term else []
    parts += [
        f"{MINUS if extra < 0 else '+'} {grouped_number(abs(extra))} {label}"
        for extra, label in paid
    ]
    text = ", ".join(parts)
    total = amount + sum(extra for extra, _label in paid)
    return f"{text} = {grouped_number(total)}" if paid else text


def told_payments(
    lines: Sequence[Mapping[str, Any]], whose: str, names: Mapping[str, str], label: Any
) -> Iterator[str]:
    """What one player gets from each other one, outside the stake: "misère Nadia: 30 from each".

    lines are those of such payments, `whose` the field of who gets them (or pays, negative). A
    player with two has two lines among them.
    """
    for line in lines:
        if line["player"] != line[whose]:
            continue
        others = {other["player"] for other in lines if other[whose] == line[whose]} - {line[whose]}
        amount = line["amount"] // len(others)
        yield gettext(TO_EACH if amount < 0 else FROM_EACH) % {
            "what": label,
            "player": names.get(line[whose], "?"),
            "amount": grouped_number(abs(amount)),
        }

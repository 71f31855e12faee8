"""Fields of tournaments: moments, and lists that are typed as one text."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubs.core.limits import MOST_ROUNDS
from clubs.core.tournaments.parts import NAME_LENGTH, read_parts
from clubs.forms.fields import ListField, tidy
from clubs.numbers import amount_as_typed
from clubs.queries.tournaments.plan import SHOWN_WORDS

MOST_TABLES = 500
MOST_PAIRS = 100
MOST_PRIZES = 200
MOST_AMOUNT = 10_000_000  # hundredths


class MomentInput(forms.DateTimeInput):
    """The browser's own input of a moment, which sends ISO in every language."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


class MomentField(forms.DateTimeField):
    """A date and time in the zone of the page."""

    widget = MomentInput

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(input_formats=["%d/%m/%Y %H:%M", "%d.%m.%Y %H:%M"], **kwargs)


class PartsField(ListField):
    """Parts of a tournament, one a line: "Saturday: 3". Gives what core reads as parts."""

    widget = forms.Textarea(attrs={"rows": 3})

    def read(self, text: str) -> list[dict[str, Any]]:
        parts: list[dict[str, Any]] = []
        for line in filter(str.strip, text.splitlines()):
            name, _colon, last = (part.strip() for part in line.rpartition(":"))
            # Parts follow each other: one that does not end later would have no round.
            before = parts[-1]["last"] if parts else 0
            if not name or not last.isdecimal() or not before < int(last) <= MOST_ROUNDS:
                raise ValidationError(
                    _("“%(line)s”: a name, a colon, and the last round of the day."),
                    params={"line": line.strip()[:40]},
                )
            parts.append({"name": tidy(name)[:NAME_LENGTH], "last": int(last)})
        return parts

    def written(self, values: Any) -> str:
        return "\n".join(f"{part.name}: {part.last}" for part in read_parts(values))


class NumbersField(ListField):
    """Whole numbers and spans of them, such as 1-12, 14-20. Gives a list, each number once."""

    most = MOST_TABLES

    def read(self, text: str) -> list[int]:
        numbers: dict[int, None] = {}  # in their order, each once
        for ends in _ends_of_spans(text, digits=4):
            # The length of a span is checked before it is unfolded: 1-9999 would be a long list.
            if not 1 <= len(ends) <= 2 or not 1 <= ends[0] <= ends[-1] < ends[0] + MOST_TABLES:
                raise ValidationError(_("Numbers such as 1-12, 14-20."))
            numbers |= dict.fromkeys(range(ends[0], ends[-1] + 1))
        return list(numbers)

    def written(self, values: Any) -> str:
        spans: list[list[int]] = []
        for number in values:
            if spans and number == spans[-1][1] + 1:
                spans[-1][1] = number
            else:
                spans.append([number, number])
        return ", ".join(f"{low}-{high}" if low < high else f"{low}" for low, high in spans)


class PairsField(ListField):
    """Pairs of entry numbers, such as 3-8, 4-11. Gives a list of pairs, the lower number first."""

    most = MOST_PAIRS

    def read(self, text: str) -> list[list[int]]:
        pairs: list[list[int]] = []
        for ends in _ends_of_spans(text, digits=6):
            if len(ends) != 2 or ends[0] == ends[1]:
                raise ValidationError(_("Pairs of entry numbers such as 3-8, 4-11."))
            if sorted(ends) not in pairs:
                pairs.append(sorted(ends))
        return pairs

    def written(self, values: Any) -> str:
        return ", ".join(f"{first}-{second}" for first, second in values)


def _ends_of_spans(text: str, *, digits: int) -> Iterator[list[int]]:
    """The numbers on both sides of the dash, for each span between commas. Empty where something
    else than numbers of so many digits at most stands there."""
    for word in filter(str.strip, text.replace("–", "-").replace(";", ",").split(",")):
        ends = [end.strip() for end in word.split("-")]
        sound = all(end.isascii() and end.isdecimal() and len(end) <= digits for end in ends)
        yield [int(end) for end in ends] if sound else []


class AmountsField(ListField):
    """Amounts of money, the first place first, between spaces or semicolons. Gives hundredths."""

    def read(self, text: str) -> tuple[int, ...]:
        words = text.replace(";", " ").split()
        if len(words) > MOST_PRIZES:
            raise ValidationError(_("That is too many."))
        return tuple(map(self.amount, words))

    def amount(self, text: str) -> int:
        try:
            amount = Decimal(text.replace(",", ".")) * 100
        except ArithmeticError:
            amount = Decimal(-1)
        if not amount.is_finite() or not 0 <= amount <= MOST_AMOUNT or amount != int(amount):
            raise ValidationError(_("“%(text)s” is no amount."), params={"text": text[:20]})
        return int(amount)

    def written(self, values: Any) -> str:
        return "  ".join(map(amount_as_typed, values))

    def validate(self, value: Any) -> None:
        """Nothing: PrizesForm says in its own words where an amount is missing."""


class LinesField(ListField):
    """Words, one a line, the first place first."""

    widget = forms.Textarea(attrs={"rows": 3})

    def read(self, text: str) -> tuple[str, ...]:
        lines = tuple(tidy(line)[:80] for line in text.splitlines() if line.strip())
        if len(lines) > MOST_PRIZES:
            raise ValidationError(_("That is too many."))
        return lines


class ShowsField(forms.BooleanField):
    """Whether everybody may see something of a tournament. Its label is that of SHOWN_WORDS."""

    def __init__(self, name: str, **kwargs: Any) -> None:
        super().__init__(label=SHOWN_WORDS[name], required=False, **kwargs)

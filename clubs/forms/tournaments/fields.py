"""Fields of tournaments: moments, and lists that are typed as one text."""

import re
from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubs.core.limits import MOST_ROUNDS
from clubs.core.money.currencies import decimals_of
from clubs.core.tournaments.parts import NAME_LENGTH, read_parts
from clubs.forms.fields import ListField, tidy
from clubs.forms.money import WHOLE_AMOUNT, read_units
from clubs.numbers import amount_as_typed, grouped_number
from clubs.queries.tournaments.plan import SHOWN_WORDS

MOST_TABLES = 500
MOST_PAIRS = 100
MOST_PRIZES = 200
LINE_LENGTH = 80
MOST_AMOUNT = 10_000_000  # smallest units of the currency


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
            is_number = last.isdecimal() and len(last) <= 2  # MOST_ROUNDS has two digits
            if not (name and is_number and before < int(last) <= MOST_ROUNDS):
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
    """Amounts of money, the first place first, between spaces or semicolons. Gives the smallest
    units of the currency.

    Thousands may be set apart by a space that does not break. With one that does they would be two
    amounts: "1 500" is refused, as prizes grow smaller, and so is "000".
    """

    most = MOST_PRIZES
    currency = "EUR"

    def read(self, text: str) -> tuple[int, ...]:
        text = re.sub(r"(?<=\d)[\u00a0\u202f](?=\d{3}\b)", "", text)
        words = (word.strip(",€%") for word in text.replace(";", " ").split())
        amounts = tuple(self.amount(word) for word in words if word)
        for pair in re.finditer(r"(?<![\d.,])([1-9]\d{0,2})(?= (\d{3})\b)", text):
            first, second = pair.groups()
            if int(first) < int(second):
                message = _(
                    "“%(first)s %(second)s” is one amount or two: write %(first)s%(second)s or"
                    " %(first)s; %(second)s."
                )
                raise ValidationError(message, params={"first": first, "second": second})
        return amounts

    def amount(self, text: str) -> int:
        places = decimals_of(self.currency)
        units = read_units(f"0{text}" if text.startswith(".") else text, self.currency)
        if units is None or units < 0 or re.match(r"0\d", text):
            message = _("“%(text)s”: an amount has no spaces in it, such as 50 or 1200.50.")
            params = {"text": text[:20]}
            raise ValidationError(message if places else WHOLE_AMOUNT, params=params)
        if units > MOST_AMOUNT:
            most = grouped_number(MOST_AMOUNT // 10**places)
            raise ValidationError(_("At most %(most)s."), params={"most": most})
        return units

    def written(self, values: Any) -> str:
        return "  ".join(amount_as_typed(value, self.currency) for value in values)


class SharesField(AmountsField):
    """Weights of the places, the first place first: 40 25 15."""

    def amount(self, text: str) -> int:
        if not re.fullmatch(r"0|[1-9][0-9]{0,4}", text):
            raise ValidationError(_("Whole numbers with spaces between them, such as 40 25 15."))
        return int(text)

    def written(self, values: Any) -> str:
        return "  ".join(map(str, values))


class LinesField(ListField):
    """Words, one a line, the first place first."""

    widget = forms.Textarea(attrs={"rows": 3})
    most = MOST_PRIZES

    def read(self, text: str) -> tuple[str, ...]:
        lines = tuple(filter(None, map(tidy, text.splitlines())))
        for line in lines:
            if len(line) > LINE_LENGTH:
                message = _("“%(start)s…” is too long: a line has %(most)s characters at most.")
                raise ValidationError(message, params={"start": line[:20], "most": LINE_LENGTH})
        return lines


class ShowsField(forms.BooleanField):
    """Whether everybody may see something of a tournament. Its label is that of SHOWN_WORDS."""

    def __init__(self, name: str, **kwargs: Any) -> None:
        super().__init__(label=SHOWN_WORDS[name], required=False, **kwargs)

"""Forms of the seating of a round: how it is drawn, a change by hand, its publication."""

import re
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.core.limits import MOST_SEED
from clubs.core.problems import Problem
from clubs.core.seating.draw import NEEDS_STANDINGS, SeatingMethod
from clubs.forms.fields import ExplainedForm, set_choices
from clubs.forms.tournaments.choices import METHOD_CHOICES

FIELDS = {"sizes": "sizes", "seed": "seed", "plan.method": "method", "method": "method"}


class DrawForm(ExplainedForm):
    """How the round is drawn. Without a seed the program takes one."""

    request_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    method = forms.ChoiceField(label=_("How"))
    sizes = forms.ChoiceField(label=_("Tables"), required=False)
    seed = forms.IntegerField(
        label=_("Seed"),
        required=False,
        min_value=0,
        max_value=MOST_SEED,
        help_text=_("The same seed gives the same seating again. Empty: a new draw."),
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"),
            _("A seed is a whole number from 0 to 9007199254740991."),
        ),
    )

    def __init__(
        self, *args: Any, sizes: Sequence[tuple[str, str]], has_standings: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        methods = [
            (told.value, words)
            for told, words in METHOD_CHOICES
            if has_standings or told not in NEEDS_STANDINGS
        ]
        set_choices(self, "method", methods)
        set_choices(self, "sizes", sizes)

    def clean_method(self) -> SeatingMethod:
        return SeatingMethod(self.cleaned_data["method"])

    def clean_sizes(self) -> list[int]:
        text: str = self.cleaned_data["sizes"]
        return [int(size) for size in text.split(",")] if text else []

    def field_of(self, problem: Problem) -> str | None:
        return FIELDS.get(problem.field or "")


class EditForm(forms.Form):
    """A change by hand: the players that were picked, and the button that was pressed.

    `do` is swap, undo, bye, or one of move, lock, unlock and dissolve with the number of a table:
    `move-3`.
    """

    request_id = forms.UUIDField()
    seen = forms.CharField(required=False, max_length=16)
    do = forms.RegexField(r"^(swap|undo|bye|(move|lock|unlock|dissolve)-\d{1,4})$")
    player = forms.TypedMultipleChoiceField(required=False, coerce=int)

    def __init__(self, data: Any, *, numbers: Iterable[int]) -> None:
        super().__init__(data)
        set_choices(self, "player", [(number, str(number)) for number in numbers])

    def clean(self) -> None:
        cleaned = self.cleaned_data
        step, _sign, table = str(cleaned.get("do", "")).partition("-")
        cleaned["step"], cleaned["table"] = step, int(table or 0)
        wanted = {"swap": 2, "move": 1, "bye": 1}.get(step, 0)
        picked = cleaned.get("player", [])
        if wanted == 2 and len(picked) != 2:
            self.add_error(None, _("Choose the two who change places."))
        elif wanted == 1 and len(picked) != 1:
            self.add_error(None, _("Choose one player to move."))


LINE = re.compile(r"^(\d{1,4})\s*[:;,\t ]\s*([\d\s;,]+)$")


class ChartForm(ExplainedForm):
    """A whole chart: a line for each table, its number first, then the entries in order of play."""

    request_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    chart = forms.CharField(
        label=_("Chart"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        help_text=_("A line for each table: its number, then the entries in order of play."),
    )

    def clean_chart(self) -> list[tuple[int, list[int]]]:
        tables = []
        for line in filter(None, map(str.strip, self.cleaned_data["chart"].splitlines())):
            match = LINE.match(line)
            if match is None or re.search(r"\d{7}", line):
                text = _("“%(line)s” is no table: write its number, then the entries.")
                raise forms.ValidationError(text, params={"line": line[:40]})
            tables.append((int(match[1]), [int(number) for number in re.findall(r"\d+", match[2])]))
        return tables

    def field_of(self, problem: Problem) -> str:
        return "chart"


class PublishForm(ExplainedForm):
    """seen: the mark of the seating that is on the screen; warnings_seen: the arbiter has read what
    it does not keep to."""

    request_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    seen = forms.CharField(widget=forms.HiddenInput, max_length=16)
    warnings_seen = forms.BooleanField(label=_("I have read this."), required=False)

    def field_of(self, problem: Problem) -> str | None:
        return "warnings_seen" if problem.code == "warnings_unseen" else None


class UpdateForm(forms.Form):
    """The button that brings a seating up to date. seen: the mark of the seating on the screen;
    offered: that of the one which was shown as what comes of it."""

    request_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    seen = forms.CharField(widget=forms.HiddenInput, max_length=16)
    offered = forms.CharField(widget=forms.HiddenInput, max_length=16)

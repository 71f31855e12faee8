"""The form of a deal of which only the scores are told; it takes the place of the game's own."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from math import ceil
from typing import Any

from django import forms
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.translation import gettext_lazy as _

from clubs.core import plain_scores
from clubs.core.deals import without_players
from clubs.core.games import place_step
from clubs.core.problems import Problem
from clubs.core.tournaments.games import zero_is_played
from clubs.forms.deals.chips import Chip, ChipField
from clubs.forms.deals.deals import DealForm
from clubs.numbers import MINUS
from clubs.queries.deals.deals import DealSeat, DealTable

ONE_ROW = 5  # so many names have room beside each other on a phone
OTHER, NOBODY = "other", "nobody"
VACHETTE, ADJUSTMENT = LABELS = (_("Vachette"), _("Adjustment"))
WHOLE = re.compile(r"([+\-−]?)(\d{1,7})", re.ASCII)
SPACES = re.compile(r"\s")
QUESTIONS = {
    "label": _("Choose one, or say it in your own words."),
    "label_text": _("Say in a few words what was played."),
    "scores": _("Who won or lost how much?"),
}


class SeatScoreField(forms.CharField):
    """Whole points with a sign; None where nothing is typed: who took no part."""

    def __init__(self, place: DealSeat) -> None:
        # The digits of an iPhone have no minus.
        attrs = {"inputmode": "text", "maxlength": 9, "placeholder": "–", "data-score": ""}
        super().__init__(required=False, label=place.name, widget=forms.TextInput(attrs=attrs))

    def prepare_value(self, value: Any) -> Any:
        """A keyboard has a hyphen; what is shown has the real minus."""
        return value.replace("-", MINUS) if isinstance(value, str) else value

    def to_python(self, value: Any) -> Any:
        text = SPACES.sub("", str(super().to_python(value)))
        if not text:
            return None
        match = WHOLE.fullmatch(text)
        if match is None:
            raise forms.ValidationError(_("Whole points, such as 30 or −30."), code="whole")
        sign, digits = match.groups()
        return int(digits) if sign in ("", "+") else -int(digits)


class PlainScoresForm(DealForm):
    """kind says to the views that it is this form."""

    page = "clubs/deals/scores/deal_scores.html"
    page_to_correct = "clubs/deals/scores/deal_scores_correct.html"
    preview = ""  # the page counts by itself
    vachette = VACHETTE

    kind = forms.CharField(initial=plain_scores.KIND, widget=forms.HiddenInput)
    label_text = forms.CharField(
        required=False,
        label=_("In your own words"),
        widget=forms.TextInput(attrs={"maxlength": plain_scores.LABEL_LENGTH}),
    )
    scores = forms.Field(required=False, label=_("Scores"), widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, table: DealTable, **more: Any) -> None:
        self.player_count = table.active_count
        super().__init__(data, table=replace(table, resting=()), **more)
        self.typed: dict[str, int] = {}
        chips = [
            Chip(str(VACHETTE), VACHETTE),
            Chip(str(ADJUSTMENT), ADJUSTMENT, classes="undealt"),  # as js/scores.js knows it
            Chip(OTHER, _("Other…")),
        ]
        self.fields["label"] = ChipField(chips, columns=3, label=_("What was played?"))
        self.fields["label"].validators.append(ProhibitNullCharactersValidator())
        for place in table.places:
            self.fields[_score_name(place.uuid)] = SeatScoreField(place)
        dealt = [Chip(NOBODY, _("Not dealt")), *self.seats()]
        columns = len(dealt) if len(dealt) <= ONE_ROW else ceil(len(dealt) / 2)
        dealers = ChipField(dealt, columns=columns, small=True, label=_("Who dealt?"))
        dealers.initial = table.dealer
        self.fields["dealer"] = dealers

    @classmethod
    def initial_of(cls, record: Mapping[str, Any], table: DealTable) -> dict[str, Any]:
        label = record.get("label", "")
        is_usual = label in map(str, LABELS)
        scores = record.get("scores", {}).items()
        values = {_score_name(uuid): f"{score:+}" if score else "0" for uuid, score in scores}
        if label:
            values |= {
                "label": label if is_usual else OTHER,
                "label_text": "" if is_usual else label,
            }
            values["dealer"] = record.get("dealer") or NOBODY
        return {"note": record.get("note") or "", **values}

    # What was sent

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        scores = {place.uuid: cleaned.get(_score_name(place.uuid)) for place in self.table.places}
        self.typed = {uuid: score for uuid, score in scores.items() if score is not None}
        cleaned["scores"] = self.typed
        if cleaned.get("dealer") == NOBODY:
            cleaned["dealer"] = ""
        if cleaned.get("label") == "" and cleaned.get("label_text"):
            cleaned["label"] = OTHER
        return super().clean()

    def needed(self) -> dict[str, Any]:
        """The label, and the scores once they can be read: a field with an error is no gap."""
        label = "label_text" if self.cleaned_label == OTHER else "label"
        scores = {"scores": QUESTIONS["scores"]} if self._are_read else {}
        return {label: QUESTIONS[label]} | scores

    @property
    def _are_read(self) -> bool:
        return not any(name.startswith("score_") for name in self.errors)

    @property
    def cleaned_label(self) -> str:
        return str(self.cleaned_data.get("label", "")) if self.is_bound else ""

    def certain(self) -> Iterator[Problem]:
        """The sum, whatever the deal is called."""
        if "scores" not in self.gaps:
            may_be_zero = zero_is_played(self.game)
            yield from plain_scores.score_problems(self.typed, may_be_zero=may_be_zero)

    def result(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        label = cleaned.get("label_text", "") if cleaned["label"] == OTHER else cleaned["label"]
        return {"kind": plain_scores.KIND, "label": label, "scores": self.typed}

    def judge(self, record: Mapping[str, Any]) -> None:
        bare_record = without_players(record)
        may_be_zero = zero_is_played(self.game)
        self.verdict = plain_scores.plain_verdict(
            self.table.uuids, bare_record, may_be_zero=may_be_zero
        )
        self.record, self.typed = bare_record, dict(bare_record["scores"])

    def explain(self, problems: Iterable[Problem], record: Mapping[str, Any]) -> None:
        """Nothing of their sum where some could not be read."""
        known = [problem for problem in problems if self._are_read or problem.field != "scores"]
        super().explain(known, record)

    def field_of(self, path: str | None, record: Mapping[str, Any]) -> str | None:
        if path == "label":
            return "label_text" if self.cleaned_label == OTHER else "label"
        return _score_name(path.removeprefix("scores.")) if path and "." in path else path

    # What the page shows

    @property
    def lines(self) -> dict[str, list[dict[str, Any]]]:
        return {}

    def score_fields(self) -> list[tuple[DealSeat, forms.BoundField]]:
        return [(place, self[_score_name(place.uuid)]) for place in self.table.places]

    @property
    def places(self) -> str:
        """In a Vachette by the rules of the table, what each place brings, the first one first;
        empty without such rules. static/js/score/plain.js gives the places."""
        step = place_step(self.game, self.rules)
        scores = plain_scores.place_scores(self.player_count, step) if step else ()
        return " ".join(map(str, scores))


def _score_name(uuid: str) -> str:
    return f"score_{uuid}"

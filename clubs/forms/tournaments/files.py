"""A tournament that comes as a JSON file."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubs.choices import problem_message
from clubs.core.limits import LARGEST_FILE
from clubs.core.problems import DealRefused, Problem
from clubs.core.standings.league_files import parse
from clubs.forms.fields import RequestIdField

SHOWN = 10  # problems


class TournamentFileForm(forms.Form):
    """The file, or its text."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("JSON (tarot-tournament/1), up to 20 MB."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    pasted = forms.CharField(
        label=_("Or its text"),
        required=False,
        max_length=LARGEST_FILE,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "class": "mono"}),
    )
    request_id = RequestIdField()

    def clean_file(self) -> Any:
        """Too big a file is not even read."""
        upload = self.cleaned_data["file"]
        if upload is not None and upload.size > LARGEST_FILE:
            raise ValidationError(_("This file has more than 20 MB."))
        return upload

    def clean(self) -> None:
        """`document` is what the file says."""
        if self.errors:
            return
        upload, text = self.cleaned_data["file"], self.cleaned_data["pasted"]
        if upload is None and not text.strip():
            self.add_error("file", _("Choose a file, or paste its text."))
            return
        try:
            document: Mapping[str, Any] = parse(upload.read() if upload else text.encode())
        except DealRefused as refusal:
            self.explain(refusal.problems)
        else:
            self.cleaned_data["document"] = document

    def explain(self, problems: Iterable[Problem]) -> None:
        """Each with its place in the file: rounds[1].tables[2].deals[0].scores."""
        for problem in list(problems)[:SHOWN]:
            place = f"{problem.field}: " if problem.field else ""
            self.add_error("file", f"{place}{problem_message(problem)}")

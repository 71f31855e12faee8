"""Forms of links: a code to come in by, and how long a guest's link lasts."""

import re
from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.core.codes import LENGTH, read_code
from clubs.forms.fields import RequestIdField
from clubs.models import LinkKind

# What somebody may paste where a code is asked for: the whole address, with its token or its code.
ADDRESS = re.compile(r"/(?P<way>[sj])/(?P<key>[^/\s?#]+)")


class CodeForm(forms.Form):
    code = forms.CharField(
        label=_("Code"),
        max_length=300,
        widget=forms.TextInput(
            attrs={
                "autocapitalize": "characters",
                "autocomplete": "off",
                "autocorrect": "off",
                "spellcheck": "false",
                "size": LENGTH + 2,
            }
        ),
        error_messages={"required": _("Type the code that the table shows.")},
    )

    @property
    def token(self) -> str:
        """The token, if a whole address was pasted."""
        match = ADDRESS.search(str(self["code"].value() or ""))
        return match["key"] if match and match["way"] == "s" else ""

    def clean_code(self) -> str:
        typed = str(self.cleaned_data["code"])
        match = ADDRESS.search(typed)
        code = read_code(match["key"] if match else typed)
        if code is None and not self.token:
            raise forms.ValidationError(
                _("A code has six letters or digits, such as K7P 2WD. Look at it again.")
            )
        return code or ""

    def explain_unknown(self) -> None:
        self.add_error(
            "code", _("Nothing here has this code. It may have ended: ask for a new one.")
        )

    def explain_hidden(self) -> None:
        self.add_error(
            "code",
            _("This tournament has no public page at the moment. Ask the people who hold it."),
        )


OF_TABLES = (LinkKind.SCORE, LinkKind.WATCH, LinkKind.OWNER)
HOURS = {"4": _("4 hours"), "24": _("24 hours"), "168": _("a week")}


class InviteForm(forms.Form):
    """The kind of a guest's link and, optionally, how long it lasts."""

    kind = forms.ChoiceField(choices=[(kind, kind.label) for kind in OF_TABLES])
    hours = forms.ChoiceField(
        label=_("It lasts"), required=False, choices=[("", ""), *HOURS.items()]
    )
    request_id = RequestIdField()

    def to_kind(self) -> LinkKind:
        return LinkKind(self.cleaned_data["kind"])

    def to_time(self) -> timedelta | None:
        hours = self.cleaned_data["hours"]
        return timedelta(hours=int(hours)) if hours else None


def kind_of(text: Any, offered: list[LinkKind]) -> LinkKind | None:
    """The kind that an address names, else the first that is offered."""
    named = [kind for kind in offered if kind == text]
    return next(iter([*named, *offered]), None)

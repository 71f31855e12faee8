"""Forms about paper: which empty sheet to print, and a fingerprint that stands on a printed one."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from clubs.core.games import Game
from clubs.forms.fields import NamesField, set_choices
from clubs.forms.games import game_told
from clubs.forms.people.preferences import own_name
from clubs.forms.tables.play import CHANGE, game_choices
from clubs.queries.fingerprints import LENGTH, SHORT, read_fingerprint

PAPERS = [("a4", "A4"), ("a5", "A5")]
MOST_RESTING = 2
USUAL_PLAYERS = 5


class BlankSheetForm(forms.Form):
    """players of a deal, and how many sit at the table besides. What is missing has a default."""

    players = forms.TypedChoiceField(
        label=gettext_lazy("Players in a deal"), coerce=int, widget=forms.RadioSelect
    )
    resting = forms.TypedChoiceField(
        label=gettext_lazy("Sitting out"), coerce=int, widget=forms.RadioSelect
    )
    paper = forms.ChoiceField(label=gettext_lazy("Paper"), choices=PAPERS, widget=forms.RadioSelect)
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        choices=[(code, own_name(code)) for code, _name in settings.LANGUAGES],
        widget=forms.RadioSelect,
    )
    names = NamesField(
        label=gettext_lazy("Names"),
        help_text=gettext_lazy("One a line, or none: there is room to write them."),
        required=False,
    )

    def __init__(self, data: Mapping[str, Any], *, game: Game) -> None:
        super().__init__(data)
        self.game = game
        spare = max(game.seat_counts) - max(game.active_counts)
        resting = range(min(spare, MOST_RESTING) + 1)
        set_choices(self, "players", [(count, str(count)) for count in game.active_counts])
        set_choices(self, "resting", [(count, str(count)) for count in resting])

    @classmethod
    def of(cls, address: Mapping[str, Any]) -> "BlankSheetForm":
        """The form that an address fills, a default where it says nothing."""
        game = game_told(address)
        players = USUAL_PLAYERS if USUAL_PLAYERS in game.active_counts else game.active_counts[0]
        usual = {
            "players": str(players),
            "resting": "0",
            "paper": "a4",
            "language": get_language(),
        }
        counts = {"players", "resting"} if CHANGE in address else set()  # those of another game
        return cls({**usual, **{k: v for k, v in address.items() if k not in counts}}, game=game)

    def games(self) -> list[tuple[str, Any, bool]]:
        return game_choices(self.game)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if {"players", "resting", "names"} <= cleaned.keys():
            seat_count = cleaned["players"] + cleaned["resting"]
            if len(cleaned["names"]) > seat_count:
                text = ngettext(
                    "There is room for %(count)s player.",
                    "There is room for %(count)s players.",
                    seat_count,
                )
                self.add_error("names", text % {"count": seat_count})
        return cleaned

    def to_sheet(self) -> dict[str, Any]:
        """What blank_sheet_pdf wants; call after is_valid()."""
        cleaned = self.cleaned_data
        return {
            "game": self.game.code,
            "active_count": cleaned["players"],
            "seat_count": cleaned["players"] + cleaned["resting"],
            "names": cleaned["names"],
            "paper": cleaned["paper"],
            "language": cleaned["language"],
        }


class FingerprintForm(forms.Form):
    f = forms.CharField(
        label=gettext_lazy("Fingerprint"),
        max_length=300,
        widget=forms.Textarea(
            {
                "rows": 2,
                "autocapitalize": "none",
                "autocomplete": "off",
                "spellcheck": "false",
            }
        ),
    )

    def clean_f(self) -> str:
        """As check_fingerprint wants it: without what stands between."""
        fingerprint = read_fingerprint(self.cleaned_data["f"])
        if fingerprint is None:
            raise ValidationError(
                _(
                    "This is no fingerprint: it has %(count)s letters and digits. Of a longer one"
                    " on an older sheet the first %(digits)s are enough."
                ),
                params={"count": LENGTH, "digits": SHORT},
            )
        return fingerprint

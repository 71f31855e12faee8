"""How big a practice tournament is to be."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.core.games import DEFAULT_GAME
from clubs.core.limits import MOST_SEED
from clubs.forms.fields import RequestIdField
from clubs.queries.games import WORDS
from clubs.services.demo.games import INVENTED
from clubs.services.demo.rehearsal import MOST_ROUNDS

MOST_TABLES = 32  # by a button; the command makes more


class PracticeForm(forms.Form):
    """Named as make_practice takes it; without a seed every practice is another one."""

    game = forms.ChoiceField(
        label=_("Game"),
        choices=[(code, WORDS[code].name) for code in INVENTED],
        initial=DEFAULT_GAME,
        required=False,
    )
    tables = forms.IntegerField(label=_("Tables"), min_value=1, max_value=MOST_TABLES, initial=4)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS, initial=3)
    seed = forms.IntegerField(
        label=_("Seed"),
        required=False,
        min_value=0,
        max_value=MOST_SEED,
        help_text=_("The same seed gives the same people, seating and deals. Empty: any."),
    )
    request_id = RequestIdField()

    def clean_game(self) -> str:
        return self.cleaned_data["game"] or DEFAULT_GAME

    def clean(self) -> None:
        cleaned = self.cleaned_data
        if "request_id" in cleaned and "seed" in cleaned and cleaned["seed"] is None:
            cleaned["seed"] = cleaned["request_id"].int % (MOST_SEED + 1)

"""The free deal of the volte game."""

from django.utils.translation import gettext_lazy as _

from clubs.forms.deals.what_if import WhatIfForm
from clubs.games.volte.core.records import Side
from clubs.games.volte.forms.deal import VolteDealForm
from clubs.games.volte.queries.what_if import volte_changes


class VolteWhatIfForm(WhatIfForm, VolteDealForm):
    changes = volte_changes
    bonuses = "clubs/games/volte/_deal_bonuses_volte.html"
    honours_name = "honours"
    usual = {"counted": Side.TAKER.value}
    intro = _(
        "Contract, honours and points are enough. You then see what each player gets, why, and what it would have been with a few points more, or another contract."  # noqa: E501
    )
    example = "game=volte&rules=volte&contract=quattro&honours=2&points=45&bagatto_last=taker"

"""The free deal of French tarot. Who else is called matters only where it pays."""

from django.utils.translation import gettext_lazy as _

from clubs.core.deals import Camp
from clubs.forms.deals.chips import Chip, ChipField
from clubs.forms.deals.what_if import WhatIfForm
from clubs.games.french.forms.deal import KING_AND_QUEEN, FrenchDealForm
from clubs.games.french.queries.what_if import FIRST_CALLED, SECOND_CALLED, french_changes
from clubs.queries.deals.what_if import TAKER


class FrenchWhatIfForm(WhatIfForm, FrenchDealForm):
    changes = french_changes
    bonuses = "clubs/games/french/_deal_bonuses_french.html"
    honours_name = "oudlers"
    asks_parole = names_oudlers = False  # they change no score
    usual = {"counted": Camp.ATTACK.value}
    intro = _(
        "Contract, oudlers and points are enough. You then see what each player gets, why, and what it would have been with a few points more, or another contract."  # noqa: E501
    )
    example = "players=4&rules=fft&contract=garde&oudlers=2&points=49&petit_au_bout=attack"

    def called_field(self, index: int) -> ChipField:
        if self.called_count == 1:
            chips = [Chip(FIRST_CALLED, FIRST_CALLED), Chip(TAKER, _("Alone"))]
            return ChipField(chips, columns=2, small=True, label=_("Called"))
        holders = (FIRST_CALLED, SECOND_CALLED)[: index + 1]
        chips = [Chip(holder, holder) for holder in holders]
        chips.append(Chip(TAKER, _("Nobody")))
        return ChipField(chips, columns=len(chips), small=True, label=KING_AND_QUEEN[index][0])

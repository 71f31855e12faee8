"""The forms of each game, by the code of its register in core."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubs.core.games import DEFAULT_GAME, Game, get_game
from clubs.forms.deals.bulk import BulkRow
from clubs.forms.deals.deals import DealForm
from clubs.forms.deals.rules import RulesForm
from clubs.forms.deals.trials import TrialForm
from clubs.forms.deals.what_if import WhatIfForm
from clubs.forms.tables.tables import CHANGE
from clubs.games.bolognese.forms.deal import BologneseDealForm
from clubs.games.bolognese.forms.rules import BologneseRulesForm
from clubs.games.bolognese.forms.trial import BologneseTrialForm
from clubs.games.french.forms.bulk import FrenchBulkRow
from clubs.games.french.forms.deal import FrenchDealForm
from clubs.games.french.forms.rules import FrenchRulesForm
from clubs.games.french.forms.trial import FrenchTrialForm
from clubs.games.french.forms.what_if import FrenchWhatIfForm
from clubs.games.volte.forms.bulk import VolteBulkRow
from clubs.games.volte.forms.deal import VolteDealForm
from clubs.games.volte.forms.rules import VolteRulesForm
from clubs.games.volte.forms.trial import VolteTrialForm
from clubs.games.volte.forms.what_if import VolteWhatIfForm


@dataclass(frozen=True, slots=True)
class GameForms:
    """What one types of a deal, of house rules with a deal to try them, and of a pile of slips.

    A game without slip_row has no bulk entry; the what-if calculator knows those with what_if.
    """

    deal: type[DealForm]
    rules: type[RulesForm]
    trial: type[TrialForm]
    slip_row: type[BulkRow] | None
    what_if: type[WhatIfForm] | None


def game_told(told: Mapping[str, Any]) -> Game:
    """The game that a form or an address asks for, of those that have forms; else the usual one."""
    code = told.get(CHANGE) or told.get("game") or ""
    return get_game(code if code in FORMS else DEFAULT_GAME)


FORMS: dict[str, GameForms] = {
    "french": GameForms(
        FrenchDealForm, FrenchRulesForm, FrenchTrialForm, FrenchBulkRow, FrenchWhatIfForm
    ),
    "bolognese": GameForms(BologneseDealForm, BologneseRulesForm, BologneseTrialForm, None, None),
    "volte": GameForms(
        VolteDealForm, VolteRulesForm, VolteTrialForm, VolteBulkRow, VolteWhatIfForm
    ),
}

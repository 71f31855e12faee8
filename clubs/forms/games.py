"""The forms of each game, by the code of its register in core."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubs.core.games import DEFAULT_GAME, Game, get_game
from clubs.forms.bolognese import BologneseDealForm
from clubs.forms.bolognese_rules import BologneseRulesForm
from clubs.forms.bolognese_trial import BologneseTrialForm
from clubs.forms.bulk import BulkRow
from clubs.forms.deals import DealForm
from clubs.forms.french import FrenchDealForm
from clubs.forms.french_bulk import FrenchBulkRow
from clubs.forms.french_rules import FrenchRulesForm
from clubs.forms.french_trial import FrenchTrialForm
from clubs.forms.french_what_if import FrenchWhatIfForm
from clubs.forms.rules import RulesForm
from clubs.forms.tables import CHANGE
from clubs.forms.trials import TrialForm
from clubs.forms.volte import VolteDealForm
from clubs.forms.volte_bulk import VolteBulkRow
from clubs.forms.volte_rules import VolteRulesForm
from clubs.forms.volte_trial import VolteTrialForm
from clubs.forms.volte_what_if import VolteWhatIfForm
from clubs.forms.what_if import WhatIfForm


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

"""The forms of each game, by the code of its register in core; each game adds its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubs.core.games import DEFAULT_GAME, Game, get_game
from clubs.forms.deals.bulk import BulkRow
from clubs.forms.deals.deals import DealForm
from clubs.forms.deals.rules import TrialForm
from clubs.forms.deals.what_if import WhatIfForm
from clubs.forms.tables.play import CHANGE


@dataclass(frozen=True, slots=True)
class GameForms:
    """What one types of a deal, of one that tries house rules, and of a pile of slips.

    A game without slip_row has no bulk entry; the what-if calculator knows those with what_if.
    """

    deal: type[DealForm]
    trial: type[TrialForm]
    slip_row: type[BulkRow] | None
    what_if: type[WhatIfForm] | None


FORMS: dict[str, GameForms] = {}


def game_told(values: Mapping[str, Any]) -> Game:
    """The game that a form or an address asks for, if it has forms; else the usual one."""
    code = values.get(CHANGE) or values.get("game") or ""
    return get_game(code if code in FORMS else DEFAULT_GAME)

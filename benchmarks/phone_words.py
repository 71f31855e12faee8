"""The words in which the server tells what a deal pays, to compare those of the phone with."""

from typing import Any

from clubs.core.games import get_game
from clubs.forms.deals.parts import lines_by_code
from clubs.games.bolognese.forms.deal import BologneseDealForm
from clubs.games.french.forms.deal import FrenchDealForm
from clubs.games.french.forms.sum_text import french_sum_text
from clubs.games.volte.core.game import volte
from clubs.games.volte.forms.deal import VolteDealForm, volte_sum_text


def words_here() -> dict[str, dict[str, Any]]:
    """What a page gives the phone to say it with, by game."""
    forms = {"french": FrenchDealForm, "volte": VolteDealForm, "bolognese": BologneseDealForm}
    return {game: form.here.words() for game, form in forms.items() if form.here}


def sum_text(line: dict[str, Any]) -> str | None:
    """The sum of the verdict line, for a deal that counts; None in a game that tells none."""
    game = get_game(line["game"])
    rules, names = game.read_rules(line["rules"]), {name: name for name in line["players"]}
    lines = lines_by_code(game.explain(line["players"], rules, line["deal"]))
    if line["game"] == "french":
        return french_sum_text(lines, names)
    return volte_sum_text(lines, volte(rules), names) if line["game"] == "volte" else None

"""The words in which the server tells what a deal pays, to compare those of the phone with."""

from typing import Any

from clubs.core.games import get_game
from clubs.core.problems import DealRefused
from clubs.forms.deals.parts import lines_by_code
from clubs.games.bolognese.core.cards import Pair
from clubs.games.bolognese.core.game import bolognese, count_piles
from clubs.games.bolognese.forms.cards import PairCounted, cards_to_give
from clubs.games.bolognese.forms.deal import BologneseDealForm
from clubs.games.bolognese.queries.teller import pile_words
from clubs.games.french.forms.deal import FrenchDealForm
from clubs.games.french.forms.sum_text import french_sum_text
from clubs.games.volte.core.game import volte
from clubs.games.volte.forms.deal import VolteDealForm, volte_sum_text


def words_here() -> dict[str, dict[str, Any]]:
    """What a page gives the phone to say it with, by game."""
    forms = {"french": FrenchDealForm, "volte": VolteDealForm, "bolognese": BologneseDealForm}
    words = {game: form.here.words() for game, form in forms.items() if form.here}
    words["bolognese"]["piles"] = pile_words()
    return words


def pile_texts(line: dict[str, Any]) -> list[Any] | None:
    """Of a deal by the cards of a pile: which of them may pass for the Matto, and both piles as the
    page shows them, None for piles that cannot be."""
    pile = line["deal"].get("pile")
    if pile is None:
        return None
    pair, cards, passed = Pair(pile["pair"]), pile["cards"], line["deal"].get("passed_card")
    given = sorted(cards_to_give(cards))
    try:
        counted = count_piles(pair, cards, passed, bolognese(_rules_of(line)))
    except DealRefused:
        return [given, None]
    told = {each.value: PairCounted("", count) for each, count in counted.pairs.items()}
    return [
        given,
        {
            each: {
                "cards": one.cards,
                "points": [one.count.sequences, one.count.cricche, one.count.scartini],
                "items": list(one.items),
            }
            for each, one in told.items()
        },
    ]


def _rules_of(line: dict[str, Any]) -> Any:
    return get_game(line["game"]).read_rules(line["rules"])


def sum_text(line: dict[str, Any]) -> str | None:
    """The sum of the verdict line, for a deal that counts; None in a game that tells none."""
    game = get_game(line["game"])
    rules, names = game.read_rules(line["rules"]), {name: name for name in line["players"]}
    lines = lines_by_code(game.explain(line["players"], rules, line["deal"]))
    if line["game"] == "french":
        return french_sum_text(lines, names)
    return volte_sum_text(lines, volte(rules), names) if line["game"] == "volte" else None

"""The games as people are told of them: one row a game, by the code of its register in core.

With clubs/core/games.py and clubs/forms/games.py the only places that name a game outside its own
modules.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from clubs.core.games import JsonObject, Rules
from clubs.queries.bolognese import BologneseTeller, bolognese_outcome
from clubs.queries.bolognese_help import bolognese_help
from clubs.queries.bolognese_match import match_board
from clubs.queries.bolognese_rules import bolognese_words
from clubs.queries.french import FrenchTeller
from clubs.queries.french_help import french_help
from clubs.queries.french_rules import french_words
from clubs.queries.matches import MatchBoard
from clubs.queries.stories import FieldHelp, Names, Teller, Told
from clubs.queries.volte import VolteTeller
from clubs.queries.volte_help import volte_help
from clubs.queries.volte_rules import volte_words

TellMatch = Callable[[Rules, Iterable[JsonObject], Sequence[str], Names], MatchBoard | None]


@dataclass(frozen=True, slots=True)
class GameWords:
    """name is what people call the game, usual its default rules in a few words.

    rules tells a profile setting by setting; help says by field of a deal what the rules mean for
    so many players. A game without a taker may say by outcome what a deal brought, and one whose
    deals add up to matches by match where that stands: rules, records of the session, who sits
    there now, and names. slips says whether piles of slips can be typed (clubs/forms/games.py).
    """

    name: Any
    usual: Any
    teller: Teller
    rules: Callable[[Rules], Iterator[Told]]
    help: Callable[[Rules, int], dict[str, FieldHelp]]
    outcome: Callable[[JsonObject, Rules, Names], str] | None = None
    match: TellMatch | None = None
    slips: bool = True


WORDS: dict[str, GameWords] = {
    "french": GameWords(
        name=_("French tarot"),
        usual=_("As the French federation plays it"),
        teller=FrenchTeller(),
        rules=french_words,
        help=french_help,
    ),
    "bolognese": GameWords(
        name=_("Tarocco bolognese"),
        usual=_("Ottocento, match to 800"),
        teller=BologneseTeller(),
        rules=bolognese_words,
        help=bolognese_help,
        outcome=bolognese_outcome,
        match=match_board,
        slips=False,
    ),
    "volte": GameWords(
        name=_("Tarocco a volte"),
        usual=_("As the game is printed"),
        teller=VolteTeller(),
        rules=volte_words,
        help=volte_help,
    ),
}

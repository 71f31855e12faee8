"""The marks of a deal that the phone makes itself, in the order of french_marks."""

from django.utils.functional import lazy

from clubs.forms.deals.lines_here import MarkHere
from clubs.games.french.core.cards import CalledCard
from clubs.games.french.queries.cards import ICONS
from clubs.games.french.queries.words import (
    CHELEMS,
    HANDFULS,
    MISERE_LIST,
    MISERES_OF,
    PETITS,
    POIGNEES_OF,
    called_text,
)

_called_text = lazy(called_text, str)

FRENCH_MARKS = (
    MarkHere(
        "called_cards",
        "",
        {card: _called_text(card) for card in CalledCard},
        icons={card: ICONS[card.suit] for card in CalledCard},
    ),
    MarkHere("poignees", "hand", POIGNEES_OF, HANDFULS, by="size"),
    MarkHere("petit_au_bout", "pab", PETITS),
    *(MarkHere(name, "slam", texts) for name, texts in CHELEMS.items()),
    MarkHere("miseres", "misere", MISERES_OF, MISERE_LIST, by="kind", between="; "),
)

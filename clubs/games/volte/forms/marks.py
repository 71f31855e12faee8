"""The marks of a deal that the phone makes itself, in the order of volte_marks."""

from clubs.forms.deals.lines_here import MarkHere
from clubs.games.volte.queries.words import ACCUSE, BAGATTO_SIDES, CAPPOTTI, MATTO_SIDES

VOLTE_MARKS = (
    MarkHere("bagatto_last", "pab", BAGATTO_SIDES),
    MarkHere("matto_last", "excuse", MATTO_SIDES),
    MarkHere("cappotto", "slam", CAPPOTTI),
    MarkHere("accuse", "hand", ACCUSE, "%(who)s", by="kind", between="; "),
)

"""A few sentences on each field of a deal of Tarocco bolognese, by the rules of the session.

The words are those of docs/rules.md; the numbers come from the profile.
"""

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.core.games import Rules
from clubs.games.bolognese.core.game import bolognese
from clubs.games.bolognese.core.rules import BOOK, BologneseRules, CallOut
from clubs.games.bolognese.queries.rules import counters
from clubs.games.bolognese.queries.rules import cricche as cricca_values
from clubs.games.bolognese.queries.settings import BOLOGNESE_SETTINGS
from clubs.queries.deals.field_help import Fixed, Sentences, help_by_field
from clubs.queries.deals.stories import FieldHelp


def _sequence_sentences(rules: BologneseRules) -> Sentences:
    yield _("Cards of one family led by the Angelo or the King; Moors and aces have no head.")
    yield _("10 points for three cards, 5 for each more; from three sequences on the sum doubles.")
    yield _("Bégato and Matto count in every sequence: %(counters)s.") % {
        "counters": counters(rules)
    }


def _cricche_sentences(rules: BologneseRules) -> Sentences:
    yield _("Three or four cards of one rank.")
    yield _("%(values)s.") % {"values": cricca_values()}


def _accusi_sentences(rules: BologneseRules) -> Sentences:
    yield _("Combinations shown at one’s first turn; the points go to the pair.")
    if rules.accuso_doubling:
        yield _("Three of a kind double, each player for himself.")
    else:
        yield _("At this table they are not doubled.")


def _called_out_sentences(rules: BologneseRules) -> Sentences:
    if not rules.allows_call_out:
        yield _("At this table nobody can call out.")
        return
    yield _("A player whose declaration reaches %(target)s ends the match at once.") % {
        "target": rules.target
    }
    if rules.call_out is CallOut.PAIR:
        yield _("What the partner declared before may be added.")
    else:
        yield _("Only first hand’s partner may add what first hand declared.")


SCARTINI: Fixed = (
    gettext_lazy(
        "Tarocchi and Kings 5, Queens 4, Knights 3, Jacks 2, all others 1, less 1 for two."
    ),
    gettext_lazy("Both pairs together have 87: one count is enough."),
)
PILE: Fixed = (
    gettext_lazy("Tick the cards of one pile, usually the smaller: the other one follows."),
    gettext_lazy("If the piles are odd, a card goes from the pile with the Matto to the other."),
)
PENALTY: Fixed = (
    gettext_lazy("By decision of the arbiter the pair keeps its card count and nothing else."),
)
TURN: Fixed = (
    gettext_lazy("The turn goes around to the right; a deal that was not played is dealt again."),
)
# By field: the sentences, and the settings (keys of BOLOGNESE_SETTINGS) that they tell of.
HELPS: dict[str, tuple[Callable[[BologneseRules], Sentences] | Fixed, tuple[str, ...]]] = {
    "sequences": (_sequence_sentences, ("adjacent_counters",)),
    "cricche": (_cricche_sentences, ()),
    "scartini": (SCARTINI, ()),
    "pile": (PILE, ("adjacent_counters",)),
    "accusi": (_accusi_sentences, ("accuso_doubling",)),
    "called_out": (_called_out_sentences, ("end", "call_out")),
    "penalties": (PENALTY, ()),
    "dealer": (TURN, ()),
}


def bolognese_help(rules: Rules, count: int) -> dict[str, FieldHelp]:
    """Help by field; count, how many play, is always four."""
    source = _("M. Barilli, Il Tarocco bolognese")
    return help_by_field(HELPS, BOLOGNESE_SETTINGS, bolognese(rules), BOOK.read(None), source)

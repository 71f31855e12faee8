"""A few sentences on each field of a volte deal, by the rules of the session, and their source.

The words are those of docs/rules.md; the numbers come from the profile.
"""

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.core.games import Rules
from clubs.games.volte.core.game import volte
from clubs.games.volte.core.rules import BOOK, BonusScope, PremiumTiming, VolteRules
from clubs.games.volte.queries.rules import cappotto as cappotto_words
from clubs.games.volte.queries.rules import multipliers_text, targets
from clubs.games.volte.queries.settings import VOLTE_SETTINGS
from clubs.games.volte.queries.words import ACCUSA_MODES
from clubs.queries.deals.field_help import Fixed, Sentences, help_by_field
from clubs.queries.deals.stories import FieldHelp


def _premium_sentences(rules: VolteRules) -> Sentences:
    yield _("%(contracts)s.") % {"contracts": multipliers_text()}
    if rules.premium_timing is PremiumTiming.BEFORE:
        yield _("The premium is added, then everything is multiplied.")
    else:
        yield _("The points are multiplied, then the premium is added.")
    yield _(
        "At eight times the six cards stay untouched and count for the taker, at twelve for the"
        " defence."
    )


def _honours_sentences(rules: VolteRules) -> Sentences:
    yield _("Matto, Bagatto (1) and Mondo (21) in the taker’s hand as it was dealt.")
    yield _("They set the target: %(targets)s.") % {"targets": targets(rules)}


def _bagatto_sentences(rules: VolteRules) -> Sentences:
    yield _("The Bagatto is in the last trick: 10 for the taker who wins it.")
    if rules.bonus_scope is BonusScope.BOTH:
        yield _("The defence earns it too.")
    if rules.bonus_in_target:
        yield _("The taker’s bonus is compared with the target as well.")
    else:
        yield _("It does not change who won.")


def _matto_sentences(rules: VolteRules) -> Sentences:
    if rules.matto_last_bonus:
        text = _("The other side’s Matto is captured in the last trick: %(value)s.")
        yield text % {"value": rules.matto_last_bonus}
    else:
        yield _("At this table it is not counted.")


def _cappotto_sentences(rules: VolteRules) -> Sentences:
    yield _("All tricks for one side.")
    yield _("It brings %(value)s.") % {"value": cappotto_words(rules)}


def _accuse_sentences(rules: VolteRules) -> Sentences:
    yield _("“I am well” with 10, 13 or 15 trumps: 20, 30 or 40, %(whom)s.") % {
        "whom": ACCUSA_MODES[rules.sto_bene_mode]
    }
    yield _("Misery (no trump) and black misery (no court card, no honour): 10, %(whom)s.") % {
        "whom": ACCUSA_MODES[rules.miseria_mode]
    }
    yield _("Never multiplied.")


ALONE: Fixed = (
    gettext_lazy("The player with the highest contract plays alone against the three others."),
    gettext_lazy("Each of them pays the same stake, or gets it if the contract is lost."),
)
TARGET: Fixed = (
    gettext_lazy(
        "Card points of one side, of 91. Say whose pile was counted: the rest is worked out."
    ),
    gettext_lazy("They must pass the target; exactly the target is a draw, and nothing is paid."),
)
REDEAL: Fixed = (
    gettext_lazy("The turn goes around to the right, also after a deal that was passed out."),
    gettext_lazy(
        "After a misdeal, or with the Matto as the only trump, the same dealer deals again."
    ),
)
RESTING: Fixed = (
    gettext_lazy("When more sit at the table than play, the dealer rests."),
    gettext_lazy("If more must rest, those who dealt just before do. Players who rest score 0."),
)
# By field: the sentences, and the settings (keys of VOLTE_SETTINGS) that they tell of.
HELPS: dict[str, tuple[Callable[[VolteRules], Sentences] | Fixed, tuple[str, ...]]] = {
    "taker": (ALONE, ()),
    "contract": (_premium_sentences, ("premium_timing",)),
    "honours": (_honours_sentences, ("target_without_honours",)),
    "points": (TARGET, ()),
    "bagatto_last": (_bagatto_sentences, ("bonus_in_target", "bonus_scope")),
    "matto_last": (_matto_sentences, ("matto_last_bonus",)),
    "cappotto": (_cappotto_sentences, ("cappotto_defence",)),
    "accuse": (_accuse_sentences, ("sto_bene_mode", "miseria_mode")),
    "dealer": (REDEAL, ()),
    "out": (RESTING, ()),
}


def volte_help(rules: Rules, count: int) -> dict[str, FieldHelp]:
    """Help by field; count, how many play, is always four."""
    source = _("“Tarocco francese”, the collection at spazioinwind.libero.it/carte")
    return help_by_field(HELPS, VOLTE_SETTINGS, volte(rules), BOOK.read(None), source)

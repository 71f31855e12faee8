"""A few sentences on each field of a volte deal, by the rules of the session, and their source.

The words are those of docs/rules.md; the numbers come from the profile.
"""

from collections.abc import Callable, Iterator

from django.utils.translation import gettext as _

from clubs.choices import AccusaMode, rules_title
from clubs.core.games import Rules
from clubs.games.volte.core.game import volte
from clubs.games.volte.core.rules import BOOK, BonusScope, PremiumTiming, VolteRules
from clubs.games.volte.queries.rules import cappotto as cappotto_words
from clubs.games.volte.queries.rules import contracts, targets, volte_words
from clubs.queries.deals.stories import FieldHelp

Sentences = Iterator[str]


def _taker(rules: VolteRules) -> Sentences:
    yield _("The player with the highest contract plays alone against the three others.")
    yield _("Each of them pays the same stake, or gets it if the contract is lost.")


def _contract(rules: VolteRules) -> Sentences:
    yield _("%(contracts)s.") % {"contracts": contracts()}
    if rules.premium_timing is PremiumTiming.BEFORE:
        yield _("The premium is added, then everything is multiplied.")
    else:
        yield _("The points are multiplied, then the premium is added.")
    yield _(
        "At eight times the six cards stay untouched and count for the taker, at twelve for the"
        " defence."
    )


def _honours(rules: VolteRules) -> Sentences:
    yield _("Matto, Bagatto (1) and Mondo (21) in the taker’s hand as it was dealt.")
    yield _("They set the target: %(targets)s.") % {"targets": targets(rules)}


def _points(rules: VolteRules) -> Sentences:
    yield _("Card points of one side, of 91. Say whose pile was counted: the rest is worked out.")
    yield _("They must pass the target; exactly the target is a draw, and nothing is paid.")


def _bagatto_last(rules: VolteRules) -> Sentences:
    yield _("The Bagatto is in the last trick: 10 for the taker who wins it.")
    if rules.bonus_scope is BonusScope.BOTH:
        yield _("The defence earns it too.")
    if rules.bonus_in_target:
        yield _("The taker’s bonus is compared with the target as well.")
    else:
        yield _("It does not change who won.")


def _matto_last(rules: VolteRules) -> Sentences:
    if rules.matto_last_bonus:
        text = _("The other side’s Matto is captured in the last trick: %(value)s.")
        yield text % {"value": rules.matto_last_bonus}
    else:
        yield _("At this table it is not counted.")


def _cappotto(rules: VolteRules) -> Sentences:
    yield _("All tricks for one side.")
    yield _("It brings %(value)s.") % {"value": cappotto_words(rules)}


def _accuse(rules: VolteRules) -> Sentences:
    yield _("“I am well” with 10, 13 or 15 trumps: 20, 30 or 40, %(whom)s.") % {
        "whom": AccusaMode(rules.sto_bene_mode).label
    }
    yield _("Misery (no trump) and black misery (no court card, no honour): 10, %(whom)s.") % {
        "whom": AccusaMode(rules.miseria_mode).label
    }
    yield _("Never multiplied.")


def _dealer(rules: VolteRules) -> Sentences:
    yield _("The turn goes around to the right, also after a deal that was passed out.")
    yield _("After a misdeal, or with the Matto as the only trump, the same dealer deals again.")


def _resting(rules: VolteRules) -> Sentences:
    yield _("When more sit at the table than play, the dealer rests.")
    yield _("If more must rest, those who dealt just before do. Who rests scores 0.")


Help = Callable[[VolteRules], Sentences]
# By field: the sentences, and the settings (keys of volte_words) that they tell of.
HELPS: dict[str, tuple[Help, tuple[str, ...]]] = {
    "taker": (_taker, ()),
    "contract": (_contract, ("premium_timing",)),
    "honours": (_honours, ("target_without_honours",)),
    "points": (_points, ()),
    "bagatto_last": (_bagatto_last, ("bonus_in_target", "bonus_scope")),
    "matto_last": (_matto_last, ("matto_last_bonus",)),
    "cappotto": (_cappotto, ("cappotto_defence",)),
    "accuse": (_accuse, ("sto_bene_mode", "miseria_mode")),
    "dealer": (_dealer, ()),
    "out": (_resting, ()),
}


def volte_help(rules: Rules, count: int) -> dict[str, FieldHelp]:
    """By field; count, how many play, is always four."""
    rules = volte(rules)
    told, usual = ({line.key: line.value for line in volte_words(r)} for r in _both(rules))
    found = {}
    for name, (help_of, keys) in HELPS.items():
        is_house = any(told[key] != usual[key] for key in keys)
        found[name] = FieldHelp(" ".join(help_of(rules)), _source(rules, is_house=is_house))
    return found


def _both(rules: VolteRules) -> tuple[Rules, Rules]:
    return rules, BOOK.read(None)


def _source(rules: VolteRules, *, is_house: bool) -> str:
    if is_house:
        return _("Rules of this session: %(title)s") % {"title": rules_title(rules)}
    return _("“Tarocco francese”, the collection at spazioinwind.libero.it/carte")

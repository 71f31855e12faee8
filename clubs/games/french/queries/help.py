"""A few sentences on each field of a French deal, by the rules of the session, and their source.

The words are those of docs/rules.md; the numbers come from the profile and the number of players.
"""

from collections.abc import Callable, Iterator

from django.utils.translation import gettext as _

from clubs.choices import rules_title
from clubs.core.games import Rules
from clubs.games.french.core.checks import halves_allowed
from clubs.games.french.core.game import french
from clubs.games.french.core.records import FrenchContract
from clubs.games.french.core.rules import BOOK, BonusMode, FrenchRules, PetitMode, Scale
from clubs.games.french.core.scoring import THRESHOLDS
from clubs.games.french.queries.rules import (
    chelem,
    contract_value,
    contracts_text,
    defence_chelem,
    misere,
    petit_chelem,
    share,
    sizes_text,
    vachette,
)
from clubs.games.french.queries.settings import FRENCH_SETTINGS
from clubs.games.french.queries.words import HALF_POINTS, MISDEAL_DEALERS
from clubs.queries.deals.stories import FieldHelp

FFT_COUNTS = (3, 4, 5)  # players for whom the federation has a text

Sentences = Iterator[str]


def _taker_sentences(rules: FrenchRules, count: int) -> Sentences:
    yield _("The player with the highest bid.")
    called = len(rules.weights(count))
    if called == 1:
        yield _("The taker calls a king and plays with its holder against the others.")
    elif called:
        yield _("The taker calls a king and a queen and plays with their holders.")
    else:
        yield _("The taker plays alone against the others.")
    yield _("Each defender pays the same stake, or gets it if the contract fails.")


def _called_sentences(rules: FrenchRules, count: int) -> Sentences:
    weights = rules.weights(count)
    if len(weights) == 1:
        yield _("The holder of the called king plays with the taker and gets %(share)s.") % {
            "share": share(weights[0])
        }
        yield _("Alone: the king was in the taker's own hand. In the dog: it lay there.")
    elif weights:
        yield _("Holder of the king: %(king)s; holder of the queen: %(queen)s.") % {
            "king": share(weights[0]),
            "queen": share(weights[1]),
        }
        yield _("In hand: the taker had the card. In the dog: it lay there.")
    if weights and rules.asked.called_cards:
        yield _("Its suit is for the statistics, and may be left out.")


def _contract_sentences(rules: FrenchRules, count: int) -> Sentences:
    yield _("Value of the deal: %(value)s.") % {"value": contract_value(rules)}
    yield _("%(contracts)s.") % {"contracts": contracts_text(rules)}
    if rules.offers(FrenchContract.GARDE_CONTRE):
        yield _(
            "Garde sans: nobody sees the dog, it counts for the taker. Garde contre: it counts for"
            " the defence."
        )


def _oudlers_sentences(rules: FrenchRules, count: int) -> Sentences:
    yield _("The 21, the Petit (1) and the Excuse in the tricks of the taker's side.")
    yield _("With 0, 1, 2 or 3 of them %(points)s points are needed.") % {
        "points": ", ".join(map(str, THRESHOLDS))
    }


def _card_points_sentences(rules: FrenchRules, count: int) -> Sentences:
    yield _("Card points of one side, of 91. Say whose pile was counted: the rest is worked out.")
    if halves_allowed(count):
        yield _("Half points exist with 3 and 5 players: %(whom)s.") % {
            "whom": HALF_POINTS[rules.half_points]
        }
    if rules.margin_step > 1:
        yield _("The difference is rounded to %(unit)s points.") % {"unit": rules.margin_step}


def _poignee_sentences(rules: FrenchRules, count: int) -> Sentences:
    shown = sizes_text(rules.poignee_trumps[count])
    yield _("Trumps shown before the first card: %(trumps)s.") % {"trumps": shown}
    texts = {
        BonusMode.WINNER: _(
            "Points: %(values)s, for the side that wins the deal, whatever the contract."
        ),
        BonusMode.SIDE: _("Points: %(values)s, for the side that showed it, made or not."),
        BonusMode.PERSONAL: _("Points from each other player: %(values)s, beside the deal."),
    }
    yield texts[rules.poignee_mode] % {"values": sizes_text(rules.poignee)}


def _petit_sentences(rules: FrenchRules, count: int) -> Sentences:
    yield _("The Petit (trump 1) is in the last trick.")
    texts = {
        PetitMode.MULTIPLIED: _(
            "The side that wins this trick gets %(value)s, times the contract, whether the"
            " contract is made or not."
        ),
        PetitMode.FLAT: _(
            "The side that wins this trick gets %(value)s, whatever the contract, made or not."
        ),
        PetitMode.WINNER_ONLY: _(
            "%(value)s, times the contract, if the side that wins this trick wins the deal too."
        ),
        PetitMode.PERSONAL: _("Each other player pays %(value)s to the one who played it."),
        PetitMode.NONE: _("At this table it is not counted."),
    }
    yield texts[rules.petit_au_bout.mode] % {"value": rules.petit_au_bout.value}
    if rules.petit_au_bout.mode is PetitMode.MULTIPLIED and rules.scale is Scale.MULTIPLIER:
        garde = rules.multipliers[FrenchContract.GARDE]
        if garde:
            yield _("In garde %(value)s × %(times)s = %(total)s.") % {
                "value": rules.petit_au_bout.value,
                "times": garde,
                "total": rules.petit_au_bout.value * garde,
            }


def _slam_sentences(rules: FrenchRules, count: int) -> Sentences:
    yield _("All tricks for one side.")
    yield _("%(values)s, from each defender.") % {"values": _capital(chelem(rules))}
    if values := defence_chelem(rules):
        yield _("Announced by the defence: %(values)s.") % {"values": values}


def _small_slam_sentences(rules: FrenchRules, count: int) -> Sentences:
    if rules.petit_chelem.enabled:
        yield _("All tricks but at most three for the taker's side.")
        yield _("%(values)s, from each defender.") % {"values": _capital(petit_chelem(rules))}


def _misere_sentences(rules: FrenchRules, count: int) -> Sentences:
    if rules.misere.enabled:
        yield _("A hand without trumps, or without court cards, declared before the first card.")
        if rules.misere.mode is BonusMode.PERSONAL:
            yield _("Each other player pays %(value)s for it, beside the deal.") % {
                "value": rules.misere.value
            }
        else:
            yield _("%(values)s, from each defender.") % {"values": _capital(misere(rules))}


def _parole_sentences(rules: FrenchRules, count: int) -> Sentences:
    yield _("A player who waits keeps the right to bid again after the others. No score changes.")


def _misdeal_sentences(rules: FrenchRules, count: int) -> Sentences:
    yield _("The turn goes around to the right, also after a deal that was passed out.")
    if values := vachette(rules):
        yield _("When all pass it is played as a Vachette: %(values)s.") % {"values": values}
    yield _("After a misdeal: %(who)s.") % {"who": MISDEAL_DEALERS[rules.misdeal_dealer]}


def _resting_sentences(rules: FrenchRules, count: int) -> Sentences:
    yield _("When more sit at the table than play, the dealer rests.")
    yield _("If more must rest, those who dealt just before do. Players who rest score 0.")


Help = Callable[[FrenchRules, int], Sentences]
# By field: the sentences, and the settings (keys of FRENCH_SETTINGS) that they tell of.
HELPS: dict[str, tuple[Help, tuple[str, ...]]] = {
    "taker": (_taker_sentences, ()),
    "called": (_called_sentences, ("call_weights.5.0",)),
    "contract": (_contract_sentences, ("scale", "base_value")),
    "oudlers": (_oudlers_sentences, ()),
    "points": (_card_points_sentences, ("half_points", "margin_step")),
    "poignee": (_poignee_sentences, ("poignee.simple",)),
    "petit_au_bout": (_petit_sentences, ("petit_au_bout.mode",)),
    "chelem": (_slam_sentences, ("chelem.announced", "defence_chelem.enabled")),
    "petit_chelem": (_small_slam_sentences, ("petit_chelem.enabled",)),
    "misere": (_misere_sentences, ("misere.enabled",)),
    "dealer": (_misdeal_sentences, ("misdeal_dealer", "vachette")),
    "parole": (_parole_sentences, ("asked.parole",)),
    "out": (_resting_sentences, ()),
}


def french_help(rules: Rules, count: int) -> dict[str, FieldHelp]:
    """Returns the help by field; count play the deal. A field without a rule here has none."""
    rules = french(rules)
    changed = FRENCH_SETTINGS.changed(rules, BOOK.read(None))
    help_by_field = {}
    for name, (help_of, keys) in HELPS.items():
        of_count = (*keys, f"poignee_trumps.{count}.0") if name == "poignee" else keys
        is_house = not changed.isdisjoint(of_count)
        if text := " ".join(help_of(rules, count)):
            help_by_field[name] = FieldHelp(text, _french_source(rules, count, is_house=is_house))
    return help_by_field


def _french_source(rules: FrenchRules, count: int, *, is_house: bool) -> str:
    if is_house:
        return _("House rule: %(title)s") % {"title": rules_title(rules)}
    if count not in FFT_COUNTS:
        return _("Common rule; the FFT has no text for %(count)s players") % {"count": count}
    return _("FFT, official rules of July 2012")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

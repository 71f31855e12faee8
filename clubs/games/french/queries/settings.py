"""The words of the settings of French tarot, for the editor and the rules in plain words.

Source: scoring.md §4.
"""

from functools import partial
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from clubs.games.french.core.records import FrenchContract, PoigneeSize
from clubs.games.french.core.rules import ACTIVE_COUNTS
from clubs.games.french.queries import rules
from clubs.games.french.queries.words import (
    CONTRACTS,
    DOUBLE_CALL_SHARES,
    FIXED_MARGINS,
    HALF_POINTS,
    MISDEAL_DEALERS,
    MISERE_MODES,
    PETIT_MODES,
    POIGNEE_MODES,
    POIGNEES,
    SCALES,
)
from clubs.queries.deals.setting_words import BID_SHOWN, RuleWords, Section, SettingWords

SHARES = {
    "": _("not called"),
    1: _("one sixth"),
    2: _("one third"),
    3: _("half"),
    4: _("two thirds"),
    5: _("five sixths"),
}


def _contract(contract: FrenchContract, remark: Any = "") -> SettingWords:
    path, fixed = f"multipliers.{contract}", f"fixed_values.{contract}"
    label = CONTRACTS[contract]
    fields = {
        path: (format_lazy(_("{contract}, multiplier"), contract=label), _("multiplier")),
        fixed: (format_lazy(_("{contract}, fixed value"), contract=label), _("fixed value")),
    }
    return SettingWords(path, label, remark, fields=fields, is_told=False)


def _trumps(count: int, remark: Any = "") -> SettingWords:
    text = _("Trumps with {count} players, {size}")
    return SettingWords(
        f"poignee_trumps.{count}.0",
        format_lazy(_("Trumps with {count} players"), count=count),
        remark,
        fields={
            f"poignee_trumps.{count}.{place}": (
                format_lazy(text, count=count, size=POIGNEES[size]),
                POIGNEES[size],
            )
            for place, size in enumerate(PoigneeSize)
        },
        short=format_lazy(_("Trumps to show with {count}"), count=count),
        tell=partial(rules.trumps, count=count),
    )


FRENCH_SETTINGS = RuleWords(
    usual_name="FFT",
    together={
        "multipliers": _("At least one contract must be offered."),
        "fixed_values": _("At least one contract must be offered."),
        "poignee_trumps": _("Rising numbers, from 1 to 22."),
        "call_weights": _("Together five sixths at most: one is left to the taker."),
    },
    sections=(
        Section(
            _("Contracts"),
            "cards",
            (
                SettingWords(
                    "scale",
                    _("Scale"),
                    _("The multiplier counts on the first scale, the fixed value on the second."),
                    SCALES,
                    short=_("Contracts"),
                    tell=rules.contracts_text,
                ),
                SettingWords("base_value", _("Value of a contract"), tell=rules.contract_value),
                _contract(FrenchContract.PRISE, _("Empty: the contract is not offered.")),
                *(_contract(contract) for contract in list(FrenchContract)[1:]),
                SettingWords(
                    "fixed_margin",
                    _("Difference on a fixed value"),
                    values=FIXED_MARGINS,
                    is_told=False,
                ),
            ),
        ),
        Section(
            _("Count and rounding"),
            "sheet",
            (
                SettingWords(
                    "half_points",
                    _("Half points (3 or 5 players)"),
                    _("With 3 or 5 players a pile may count a half point."),
                    HALF_POINTS,
                ),
                SettingWords(
                    "margin_step",
                    _("Difference rounded to"),
                    _("The distance from the contract; halves go up."),
                    short=_("Difference"),
                    tell=rules.margin_step,
                ),
                SettingWords(
                    "rounding",
                    _("Scores rounded to"),
                    _("Of what each player wins or loses."),
                    short=_("Scores"),
                    tell=rules.rounding,
                ),
            ),
        ),
        Section(
            _("Petit at the end"),
            "petit",
            (
                SettingWords(
                    "petit_au_bout.mode",
                    _("Petit at the end"),
                    values=PETIT_MODES,
                    tell=rules.petit_au_bout,
                ),
                SettingWords("petit_au_bout.value", _("Value of the Petit"), is_told=False),
            ),
        ),
        Section(
            _("Handfuls"),
            "hand",
            (
                SettingWords(
                    "poignee.simple",
                    _("Value"),
                    _("What it brings a defender; never multiplied."),
                    fields={
                        f"poignee.{size}": (
                            format_lazy(_("Handful, {size}"), size=POIGNEES[size]),
                            POIGNEES[size],
                        )
                        for size in PoigneeSize
                    },
                    short=_("Handfuls"),
                    tell=rules.poignees,
                ),
                SettingWords(
                    "poignee_mode",
                    _("Who gets a handful"),
                    _("Between players each other one pays its value, outside the stake."),
                    POIGNEE_MODES,
                    is_told=False,
                ),
                _trumps(3, _("The smallest number of trumps to show, Excuse included.")),
                *(_trumps(count) for count in ACTIVE_COUNTS[1:]),
            ),
        ),
        Section(
            _("Slams"),
            "slam",
            (
                SettingWords(
                    "chelem.announced",
                    _("Slam announced and made"),
                    _("Amounts a defender; the last two are lost."),
                    short=_("Slam"),
                    tell=rules.chelem,
                ),
                SettingWords("chelem.unannounced", _("Slam made, not announced"), is_told=False),
                SettingWords("chelem.failed", _("Slam announced, not made"), is_told=False),
                SettingWords("chelem.defence", _("Slam made by the defence"), is_told=False),
                SettingWords(
                    "defence_chelem.enabled",
                    _("Slam announced by the defence"),
                    _("Deal entry then offers it."),
                    short=_("Slam announced by the defence"),
                    tell=rules.defence_chelem,
                ),
                SettingWords(
                    "defence_chelem.announced",
                    _("Announced and made by the defence"),
                    _("Each defender gets it."),
                    is_told=False,
                ),
                SettingWords(
                    "defence_chelem.failed",
                    _("Announced by the defence, not made"),
                    _("Each defender pays it."),
                    is_told=False,
                ),
                SettingWords("petit_chelem.enabled", _("Small slam"), tell=rules.petit_chelem),
                SettingWords(
                    "petit_chelem.announced", _("Small slam announced and made"), is_told=False
                ),
                SettingWords(
                    "petit_chelem.unannounced", _("Small slam made, not announced"), is_told=False
                ),
                SettingWords(
                    "petit_chelem.failed", _("Small slam announced, not made"), is_told=False
                ),
            ),
        ),
        Section(
            _("Misère"),
            "misere",
            (
                SettingWords(
                    "misere.enabled",
                    _("Misère"),
                    _("A hand without trumps or without court cards, declared."),
                    tell=rules.misere,
                ),
                SettingWords(
                    "misere.value",
                    _("Value of a misère"),
                    _("Paid by each other player, or with the stake by each defender."),
                    is_told=False,
                ),
                SettingWords(
                    "misere.mode",
                    _("Who gets it"),
                    _("A side gets it with the stake, which defenders and attack share."),
                    MISERE_MODES,
                    is_told=False,
                ),
                SettingWords(
                    "misere.multiplied",
                    _("Multiplied like the contract"),
                    _("Where a side gets it."),
                    is_told=False,
                ),
            ),
        ),
        Section(
            _("Called cards"),
            "king",
            (
                SettingWords(
                    "call_weights.5.0",
                    _("With 5: the called card"),
                    _("The part of the attack's points that goes to its holder."),
                    SHARES,
                    short=_("Called card with 5"),
                    tell=partial(rules.called_cards, count=5),
                ),
                SettingWords(
                    "call_weights.6.0",
                    _("With 6: the first called card"),
                    values=SHARES,
                    short=_("Called cards with 6"),
                    tell=partial(rules.called_cards, count=6),
                ),
                SettingWords(
                    "call_weights.6.1",
                    _("With 6: the second called card"),
                    values=SHARES,
                    is_told=False,
                ),
                SettingWords(
                    "double_call_share",
                    _("Partner with both called cards"),
                    values=DOUBLE_CALL_SHARES,
                    short=_("Holder of both called cards"),
                    tell=rules.double_call,
                ),
                SettingWords(
                    "asked.called_cards",
                    _("Ask which card was called"),
                    _("Deal entry then offers its suit; nobody has to say."),
                    short=_("Which card was called"),
                    tell=partial(rules.asked, fact="called_cards"),
                ),
            ),
        ),
        Section(
            _("At the table"),
            "users",
            (
                SettingWords(
                    "asked.which_oudlers",
                    _("Offer which oudlers the attack has"),
                    _("Their number can still be tapped."),
                    short=_("Which oudlers"),
                    tell=partial(rules.asked, fact="which_oudlers"),
                ),
                SettingWords(
                    "parole",
                    _("Waiting bid (parole)"),
                    _("A bid that waits for the others; the scores stay the same."),
                    short=_("Waiting bid"),
                    said={True: _("allowed"), False: _("not allowed")},
                ),
                SettingWords(
                    "vachette",
                    _("Vachette, when all pass"),
                    _(
                        "Everybody plays alone, and the fewest points win. The first place gets"
                        " twice this, the second once. 0: the next player deals."
                    ),
                    short=_("Vachette"),
                    tell=rules.vachette,
                ),
                BID_SHOWN,
                SettingWords(
                    "asked.parole",
                    _("Offer who said parole"),
                    _("Beside the bonuses of a deal."),
                    short=_("Who said parole"),
                    tell=partial(rules.asked, fact="parole"),
                ),
                SettingWords("misdeal_dealer", _("After a misdeal"), values=MISDEAL_DEALERS),
            ),
        ),
    ),
)

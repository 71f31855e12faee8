"""What the settings of French tarot mean, in plain words; settings.py says which is told where."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from clubs.games.french.core.records import PoigneeSize
from clubs.games.french.core.rules import BonusMode, FixedMargin, FrenchRules, PetitMode, Scale
from clubs.games.french.queries.words import (
    CONTRACTS,
    DOUBLE_CALL_SHARES,
    POIGNEES,
)


def contracts_text(rules: FrenchRules) -> str:
    by_scale = {
        Scale.MULTIPLIER: _("%(contract)s × %(value)s"),
        Scale.FIXED: _("%(contract)s %(value)s"),
    }
    return ", ".join(
        by_scale[rules.scale]
        % {"contract": CONTRACTS[contract], "value": rules.contract_values[contract]}
        for contract in rules.contracts()
    )


def contract_value(rules: FrenchRules) -> str:
    if rules.scale is Scale.MULTIPLIER:
        return _("%(base)s plus the difference, times the contract") % {"base": rules.base_value}
    if rules.fixed_margin is FixedMargin.ADD:
        return _("fixed, plus the difference")
    return _("fixed, whatever the difference")


def margin_step(rules: FrenchRules) -> str:
    if rules.margin_step == 1:
        return _("point by point")
    return _("rounded to %(unit)s points") % {"unit": rules.margin_step}


def petit_au_bout(rules: FrenchRules) -> str:
    text = {
        PetitMode.MULTIPLIED: _("%(value)s, times the contract"),
        PetitMode.FLAT: _("%(value)s, whatever the contract"),
        PetitMode.WINNER_ONLY: _("%(value)s, times the contract, only for the side that wins"),
        PetitMode.PERSONAL: _("%(value)s from each player to the one who played it"),
        PetitMode.NONE: _("not counted"),
    }[rules.petit_au_bout.mode]
    return text % {"value": rules.petit_au_bout.value}


def poignees(rules: FrenchRules) -> str:
    text = {
        BonusMode.WINNER: "%(values)s",
        BonusMode.SIDE: _("%(values)s, to the side that showed it"),
        BonusMode.PERSONAL: _("%(values)s, from each other player"),
    }
    return text[rules.poignee_mode] % {"values": sizes_text(rules.poignee)}


def sizes_text(values: Mapping[str, int]) -> str:
    """What each size of poignée has: "single 20, double 30, triple 40"."""
    return ", ".join(f"{POIGNEES[PoigneeSize(size)]} {value}" for size, value in values.items())


def trumps(rules: FrenchRules, count: int) -> str:
    return ", ".join(map(str, rules.poignee_trumps[count].values()))


def chelem(rules: FrenchRules) -> str:
    amounts = rules.chelem
    text = _(
        "announced %(announced)s, not announced %(unannounced)s, announced and failed −%(failed)s,"
        " made by the defence −%(defence)s"
    )
    return text % {
        "announced": amounts.announced,
        "unannounced": amounts.unannounced,
        "failed": amounts.failed,
        "defence": amounts.defence,
    }


def defence_chelem(rules: FrenchRules) -> str:
    """Nothing where the defence announces none."""
    amounts = rules.defence_chelem
    if not amounts.enabled:
        return ""
    return _("made −%(announced)s, failed %(failed)s") % {
        "announced": amounts.announced,
        "failed": amounts.failed,
    }


def vachette(rules: FrenchRules) -> str:
    """Nothing where nobody plays after all have passed."""
    if not rules.vachette:
        return ""
    return _("%(first)s, %(second)s … −%(second)s, −%(first)s by place") % {
        "first": 2 * rules.vachette,
        "second": rules.vachette,
    }


def petit_chelem(rules: FrenchRules) -> str:
    amounts = rules.petit_chelem
    if not amounts.enabled:
        return _("not counted")
    text = _(
        "announced %(announced)s, not announced %(unannounced)s, announced and failed −%(failed)s"
    )
    return text % {
        "announced": amounts.announced,
        "unannounced": amounts.unannounced,
        "failed": amounts.failed,
    }


def misere(rules: FrenchRules) -> str:
    if not rules.misere.enabled:
        return _("not counted")
    text = {
        BonusMode.PERSONAL: _("%(value)s from each other player"),
        BonusMode.SIDE: _("%(value)s to the side of the player who declared it"),
        BonusMode.WINNER: _("%(value)s to the side that wins"),
    }[rules.misere.mode]
    if misere_is_multiplied(rules):
        text = {
            BonusMode.SIDE: _(
                "%(value)s, times the contract, to the side of the player who declared it"
            ),
            BonusMode.WINNER: _("%(value)s, times the contract, to the side that wins"),
        }[rules.misere.mode]
    return text % {"value": rules.misere.value}


def misere_is_multiplied(rules: FrenchRules) -> bool:
    """Between players it never is, nor on the fixed scale."""
    rule = rules.misere
    has_times = rules.scale is Scale.MULTIPLIER and rule.mode is not BonusMode.PERSONAL
    return rule.multiplied and has_times


def rounding(rules: FrenchRules) -> str:
    if rules.rounding == 1:
        return _("exact")
    return _("rounded to %(unit)s") % {"unit": rules.rounding}


def share(sixths: int) -> str:
    """A part of what the attack wins, in words."""
    return {
        1: _("one sixth"),
        2: _("one third"),
        3: _("half"),
        4: _("two thirds"),
        5: _("five sixths"),
    }[sixths]


def called_cards(rules: FrenchRules, count: int) -> str:
    """What the holders of the called cards get, where 5 or 6 play."""
    shares = [share(weight) for weight in rules.weights(count)]
    if not shares:
        return _("none, the taker plays alone")
    if count == 5:
        return _("its holder gets %(share)s") % {"share": shares[0]}
    if len(shares) == 1:
        return _("one card, its holder gets %(share)s") % {"share": shares[0]}
    first, second = shares
    return _("two cards, their holders get %(first)s and %(second)s") % {
        "first": first,
        "second": second,
    }


def double_call(rules: FrenchRules) -> str:
    """Nothing where nobody can hold two."""
    if len(rules.weights(6)) < 2:
        return ""
    return str(DOUBLE_CALL_SHARES[rules.double_call_share])


def asked(rules: FrenchRules, fact: str) -> str:
    """Nothing where deal entry does not ask it."""
    return _("asked, may be left out") if getattr(rules.asked, fact) else ""

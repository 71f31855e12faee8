"""A profile of French tarot in plain words, setting by setting."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubs.choices import Contract, DoubleCallShare, HalfPoints, MisdealDealer
from clubs.core.games import Rules
from clubs.games.french.core.game import french
from clubs.games.french.core.rules import FixedMargin, FrenchRules, PetitMode, Scale
from clubs.queries.deals.stories import Told


def french_words(rules: Rules) -> Iterator[Told]:
    """One line a setting, or a few that belong together, in the order of scoring.md §4."""
    rules = french(rules)
    yield Told("contracts", _("Contracts"), contracts(rules))
    yield Told("value", _("Value of a contract"), contract_value(rules))
    yield Told(
        "half_points", _("Half points (3 or 5 players)"), str(HalfPoints(rules.half_points).label)
    )
    yield Told("margin_step", _("Difference"), _margin_step(rules))
    yield Told("petit_au_bout", _("Petit at the end"), _petit_au_bout(rules))
    yield Told("poignee", _("Handfuls"), _poignees(rules))
    for count, trumps in rules.poignee_trumps.items():
        label = _("Trumps to show with %(count)s") % {"count": count}
        yield Told(f"poignee_trumps_{count}", label, ", ".join(map(str, trumps.values())))
    yield Told("chelem", _("Slam"), chelem(rules))
    yield Told("petit_chelem", _("Small slam"), petit_chelem(rules))
    yield Told("misere", _("Misère"), _misere(rules))
    yield Told("rounding", _("Scores"), _rounding(rules))
    yield Told("call_5", _("Called card with 5"), _call_with_5(rules))
    yield Told("call_6", _("Called cards with 6"), _call_with_6(rules))
    if len(rules.weights(6)) > 1:
        shares = DoubleCallShare(rules.double_call_share).label
        yield Told("double_call", _("Holder of both called cards"), str(shares))
    yield Told("parole", _("Waiting bid"), _("allowed") if rules.parole else _("not allowed"))
    dealer = MisdealDealer(rules.misdeal_dealer).label
    yield Told("misdeal", _("After a misdeal"), str(dealer))


def contracts(rules: FrenchRules) -> str:
    by_scale = {
        Scale.MULTIPLIER: _("%(contract)s × %(value)s"),
        Scale.FIXED: _("%(contract)s %(value)s"),
    }
    return ", ".join(
        by_scale[rules.scale]
        % {"contract": Contract(contract).label, "value": rules.contract_values[contract]}
        for contract in rules.contracts()
    )


def contract_value(rules: FrenchRules) -> str:
    if rules.scale is Scale.MULTIPLIER:
        return _("%(base)s plus the difference, times the contract") % {"base": rules.base_value}
    if rules.fixed_margin is FixedMargin.ADD:
        return _("fixed, plus the difference")
    return _("fixed, whatever the difference")


def _margin_step(rules: FrenchRules) -> str:
    if rules.margin_step == 1:
        return _("point by point")
    return _("rounded to %(unit)s points") % {"unit": rules.margin_step}


def _petit_au_bout(rules: FrenchRules) -> str:
    text = {
        PetitMode.MULTIPLIED: _("%(value)s, times the contract"),
        PetitMode.FLAT: _("%(value)s, whatever the contract"),
        PetitMode.WINNER_ONLY: _("%(value)s, times the contract, only for the side that wins"),
        PetitMode.PERSONAL: _("%(value)s from each player to the one who played it"),
        PetitMode.NONE: _("not counted"),
    }[rules.petit_au_bout.mode]
    return text % {"value": rules.petit_au_bout.value}


def _poignees(rules: FrenchRules) -> str:
    return _("single %(simple)s, double %(double)s, triple %(triple)s") % rules.poignee


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


def _misere(rules: FrenchRules) -> str:
    if not rules.misere.enabled:
        return _("not counted")
    return _("%(value)s from each other player") % {"value": rules.misere.value}


def _rounding(rules: FrenchRules) -> str:
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


def _call_with_5(rules: FrenchRules) -> str:
    weights = rules.weights(5)
    if not weights:
        return _("none, the taker plays alone")
    return _("its holder gets %(share)s") % {"share": share(weights[0])}


def _call_with_6(rules: FrenchRules) -> str:
    weights = rules.weights(6)
    if not weights:
        return _("none, the taker plays alone")
    if len(weights) == 1:
        return _("one card, its holder gets %(share)s") % {"share": share(weights[0])}
    return _("two cards, their holders get %(first)s and %(second)s") % {
        "first": share(weights[0]),
        "second": share(weights[1]),
    }

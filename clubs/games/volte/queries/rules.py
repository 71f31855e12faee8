"""A profile of the volte game in plain words, setting by setting."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubs.choices import SETTINGS, AccusaMode, VolteContract
from clubs.core.games import Rules
from clubs.games.volte.core.game import volte
from clubs.games.volte.core.rules import BonusScope, CountedPoints, PremiumTiming, VolteRules
from clubs.games.volte.core.scoring import MULTIPLIERS, PREMIUMS, TARGETS
from clubs.games.volte.queries.words import SHORT_CONTRACTS
from clubs.queries.deals.stories import Told


def volte_words(rules: Rules) -> Iterator[Told]:
    """One line a setting, in the order of tarocco_volte.md §4, after what no profile
    changes: the contracts."""
    rules = volte(rules)
    yield Told("contracts", _("Contracts"), contracts())
    yield Told("counted_points", _("Points that count"), _counted_points(rules))
    yield Told("premium_timing", _("Premium"), _premium_timing(rules))
    yield Told("bonus_in_target", _("Bonus in the last trick"), _bonus_in_target(rules))
    yield Told("bonus_scope", _("Who earns it"), _bonus_scope(rules))
    yield Told("matto_last_bonus", _("Matto captured last"), _matto_last_bonus(rules))
    yield Told("sto_bene_mode", _("“I am well”"), str(AccusaMode(rules.sto_bene_mode).label))
    yield Told("miseria_mode", _("Miseries"), str(AccusaMode(rules.miseria_mode).label))
    yield Told("cappotto_defence", _("Cappotto"), cappotto(rules))
    yield Told("target_without_honours", _("Target"), targets(rules))
    yield Told("stake_per_point", str(SETTINGS["stake_per_point"]).capitalize(), _stake(rules))


def contracts() -> str:
    return ", ".join(
        _("%(contract)s × %(value)s, premium %(premium)s")
        % {
            "contract": SHORT_CONTRACTS[VolteContract(contract)],
            "value": MULTIPLIERS[contract],
            "premium": PREMIUMS[contract],
        }
        for contract in MULTIPLIERS
    )


def _counted_points(rules: VolteRules) -> str:
    if rules.counted_points is CountedPoints.DIFFERENCE:
        return _("those beyond the target, or short of it")
    return _("all points of the side that wins")


def _premium_timing(rules: VolteRules) -> str:
    """With the one example of tarocco_volte.md §9: won by 6 at two times."""
    if rules.premium_timing is PremiumTiming.BEFORE:
        return _("added before multiplying: by 6 at two times (6 + 50) × 2 = 112")
    return _("added after multiplying: by 6 at two times 6 × 2 + 50 = 62")


def _bonus_in_target(rules: VolteRules) -> str:
    if rules.bonus_in_target:
        return _("counted with the points that are compared with the target")
    return _("added to the base, the target is compared with card points only")


def _bonus_scope(rules: VolteRules) -> str:
    return _("only the taker") if rules.bonus_scope is BonusScope.TAKER else _("both sides")


def _matto_last_bonus(rules: VolteRules) -> str:
    return str(rules.matto_last_bonus) if rules.matto_last_bonus else _("not counted")


def cappotto(rules: VolteRules) -> str:
    if rules.cappotto_defence:
        return _("500 for either side, never multiplied")
    return _("500 for the taker only, never multiplied")


def targets(rules: VolteRules) -> str:
    return _("%(three)s with 3 honours, %(two)s with 2, %(one)s with 1, %(none)s with none") % {
        "three": TARGETS[3],
        "two": TARGETS[2],
        "one": TARGETS[1],
        "none": rules.target_without_honours,
    }


def _stake(rules: VolteRules) -> str:
    if not rules.stake_per_point:
        return _("points only")
    return _("%(amount)s, in the smallest unit of the money") % {"amount": rules.stake_per_point}

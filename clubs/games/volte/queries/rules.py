"""What the settings of the volte game mean, in plain words; settings.py says which is told."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubs.games.volte.core.rules import CountedPoints, PremiumTiming, VolteRules
from clubs.games.volte.core.scoring import MULTIPLIERS, PREMIUMS, TARGETS
from clubs.games.volte.queries.words import SHORT_CONTRACTS
from clubs.queries.deals.stories import RecordFact


def contract_lines() -> Iterator[RecordFact]:
    """What no profile changes."""
    yield RecordFact("contracts", _("Contracts"), multipliers_text())


def multipliers_text() -> str:
    return ", ".join(
        _("%(contract)s × %(value)s, premium %(premium)s")
        % {
            "contract": SHORT_CONTRACTS[contract],
            "value": MULTIPLIERS[contract],
            "premium": PREMIUMS[contract],
        }
        for contract in MULTIPLIERS
    )


def counted_points(rules: VolteRules) -> str:
    if rules.counted_points is CountedPoints.DIFFERENCE:
        return _("those beyond the target, or short of it")
    return _("all points of the side that wins")


def premium_timing(rules: VolteRules) -> str:
    """With the one example of tarocco_volte.md §9: won by 6 at two times."""
    if rules.premium_timing is PremiumTiming.BEFORE:
        return _("added before multiplying: by 6 at two times (6 + 50) × 2 = 112")
    return _("added after multiplying: by 6 at two times 6 × 2 + 50 = 62")


def bonus_in_target(rules: VolteRules) -> str:
    if rules.bonus_in_target:
        return _("counted with the points that are compared with the target")
    return _("added to the base, the target is compared with card points only")


def matto_last_bonus(rules: VolteRules) -> str:
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


def stake_per_point(rules: VolteRules) -> str:
    if not rules.stake_per_point:
        return _("points only")
    return _("%(amount)s, in the smallest unit of the money") % {"amount": rules.stake_per_point}

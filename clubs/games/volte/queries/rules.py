"""What the settings of the volte game mean, in plain words; settings.py says which is told."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubs.games.volte.core.rules import VolteRules
from clubs.games.volte.core.scoring import MULTIPLIERS, PREMIUMS, TARGETS
from clubs.games.volte.queries.words import SHORT_CONTRACTS
from clubs.queries.deals.stories import RecordFact


def contract_lines() -> Iterator[RecordFact]:
    """Lines that no profile changes."""
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

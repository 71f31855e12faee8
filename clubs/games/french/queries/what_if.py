"""What might have been otherwise in a French deal."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.choices import Camp
from clubs.core.games import Rules
from clubs.games.french.core.game import french
from clubs.games.french.core.records import PoigneeSize
from clubs.games.french.core.rules import FrenchRules, PetitMode
from clubs.games.french.core.scoring import THRESHOLDS
from clubs.games.french.queries.words import PETITS, points_text
from clubs.queries.deals.breakdown import contract_label
from clubs.queries.deals.deals import DealTable, Record
from clubs.queries.deals.what_if import LETTERS, STEPS, TAKER, Change

FIRST_CALLED, SECOND_CALLED = LETTERS[1:3]
ALONE = gettext_lazy("%(taker)s alone")
CALLED = gettext_lazy("%(player)s called")


def french_changes(
    table: DealTable, rules: Rules, record: Record
) -> Iterator[tuple[str, Iterable[Change]]]:
    rules = french(rules)
    yield _("Points"), _point_changes(record)
    yield _("Oudlers"), _oudler_changes(record)
    yield _("Contract"), _contract_changes(rules)
    yield _("Called"), _called_changes(rules, table)
    yield _("Bonuses"), _bonus_changes(rules, record, defender=table.uuids[-1])


def _point_changes(record: Record) -> Iterator[Change]:
    """Some more and some less, and both sides of the edge between made and failed."""
    needed = THRESHOLDS[record["oudlers"]]
    edge = {needed - 1, needed}
    for points in sorted(edge | {record["points"] + step for step in STEPS}):
        label = _("%(points)s points") % {"points": points_text(points)}
        yield Change(label, {"points": points})


def _oudler_changes(record: Record) -> Iterator[Change]:
    for oudlers in (record["oudlers"] - 1, record["oudlers"] + 1):
        if 0 <= oudlers < len(THRESHOLDS):
            label = ngettext(
                "%(oudlers)s oudler, %(needed)s needed",
                "%(oudlers)s oudlers, %(needed)s needed",
                oudlers,
            )
            values = {"oudlers": oudlers, "needed": THRESHOLDS[oudlers]}
            yield Change(label % values, {"oudlers": oudlers})


def _contract_changes(rules: FrenchRules) -> Iterator[Change]:
    for contract in rules.contracts():
        yield Change(contract_label("french", contract), {"contract": contract.value})


def _called_changes(rules: FrenchRules, table: DealTable) -> Iterator[Change]:
    cards = len(rules.weights(table.active_count))
    if cards:
        alone = str(ALONE) % {"taker": TAKER}
        yield Change(alone, {"called": [TAKER] * cards})
    if cards == 1:
        yield Change(str(CALLED) % {"player": FIRST_CALLED}, {"called": [FIRST_CALLED]})


def _bonus_changes(rules: FrenchRules, record: Record, *, defender: str) -> Iterator[Change]:
    if rules.petit_au_bout.mode is not PetitMode.NONE:
        yield from _petit_changes(rules, record, defender)
    if record.get("poignees"):
        yield Change(_("no handful"), {"poignees": None})
    else:
        poignee = {"player": TAKER, "size": PoigneeSize.SIMPLE.value}
        yield Change(_("a single handful"), {"poignees": [poignee]})
    if record.get("chelem") == Camp.ATTACK:
        announced = record.get("chelem_announced")
        label = _("the slam not announced") if announced else _("the slam announced")
        yield Change(label, {"chelem_announced": None if announced else True})


def _petit_changes(rules: FrenchRules, record: Record, defender: str) -> Iterator[Change]:
    """The Petit for the other camp, or for nobody. The record's own player of it is kept."""
    now = record.get("petit_au_bout")
    is_personal = rules.petit_au_bout.mode is PetitMode.PERSONAL
    for camp, player in ((Camp.ATTACK, TAKER), (Camp.DEFENCE, defender)):
        if camp != now:
            told = {"petit_au_bout": camp.value, "petit_player": player if is_personal else None}
            yield Change(str(PETITS[camp]), told)
    if now:
        yield Change(_("no Petit at the end"), {"petit_au_bout": None, "petit_player": None})

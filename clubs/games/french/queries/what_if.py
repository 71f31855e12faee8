"""What might have been otherwise in a French deal."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.core.deals import Camp
from clubs.core.games import Rules
from clubs.games.french.core.game import french
from clubs.games.french.core.records import PoigneeSize
from clubs.games.french.core.rules import FrenchRules, PetitMode
from clubs.games.french.core.scoring import THRESHOLDS
from clubs.games.french.queries.words import PETITS, points_text
from clubs.queries.deals.breakdown import contract_label
from clubs.queries.deals.deals import DealTable, Record
from clubs.queries.deals.what_if import LETTERS, STEPS, TAKER, Alternative

FIRST_CALLED, SECOND_CALLED = LETTERS[1:3]


def french_changes(
    table: DealTable, rules: Rules, record: Record
) -> Iterator[tuple[str, Iterable[Alternative]]]:
    rules = french(rules)
    yield _("Points"), _point_changes(record)
    yield _("Oudlers"), _oudler_changes(record)
    yield _("Contract"), _contract_changes(rules)
    yield _("Called"), _called_changes(rules, table)
    yield _("Bonuses"), _bonus_changes(rules, record, defender=table.uuids[-1])


def _point_changes(record: Record) -> Iterator[Alternative]:
    """Some more and some less, and both sides of the edge between made and failed."""
    needed = THRESHOLDS[record["oudlers"]]
    edge = {needed - 1, needed}
    for points in sorted(edge | {record["points"] + step for step in STEPS}):
        label = _("%(points)s points") % {"points": points_text(points)}
        yield Alternative(label, {"points": points})


def _oudler_changes(record: Record) -> Iterator[Alternative]:
    for oudlers in (record["oudlers"] - 1, record["oudlers"] + 1):
        if 0 <= oudlers < len(THRESHOLDS):
            label = ngettext(
                "%(oudlers)s oudler, %(needed)s needed",
                "%(oudlers)s oudlers, %(needed)s needed",
                oudlers,
            )
            values = {"oudlers": oudlers, "needed": THRESHOLDS[oudlers]}
            yield Alternative(label % values, {"oudlers": oudlers})


def _contract_changes(rules: FrenchRules) -> Iterator[Alternative]:
    for contract in rules.contracts():
        yield Alternative(contract_label("french", contract), {"contract": contract.value})


def _called_changes(rules: FrenchRules, table: DealTable) -> Iterator[Alternative]:
    cards = len(rules.weights(table.active_count))
    if cards:
        yield Alternative(_("%(taker)s alone") % {"taker": TAKER}, {"called": [TAKER] * cards})
    if cards == 1:
        label = _("%(player)s called") % {"player": FIRST_CALLED}
        yield Alternative(label, {"called": [FIRST_CALLED]})


def _bonus_changes(rules: FrenchRules, record: Record, *, defender: str) -> Iterator[Alternative]:
    if rules.petit_au_bout.mode is not PetitMode.NONE:
        yield from _petit_changes(rules, record, defender)
    if record.get("poignees"):
        yield Alternative(_("no handful"), {"poignees": None})
    else:
        poignee = {"player": TAKER, "size": PoigneeSize.SIMPLE.value}
        yield Alternative(_("a single handful"), {"poignees": [poignee]})
    if record.get("chelem") == Camp.ATTACK:
        announced = record.get("chelem_announced")
        label = _("the slam not announced") if announced else _("the slam announced")
        yield Alternative(label, {"chelem_announced": None if announced else True})
    if record.get("chelem") == Camp.DEFENCE and rules.defence_chelem.enabled:
        announced = record.get("chelem_defence_announced")
        label = _("the slam not announced") if announced else _("the slam announced")
        yield Alternative(label, {"chelem_defence_announced": None if announced else True})


def _petit_changes(rules: FrenchRules, record: Record, defender: str) -> Iterator[Alternative]:
    """The Petit for the other camp, or for nobody. The record's own player of it is kept."""
    now = record.get("petit_au_bout")
    is_personal = rules.petit_au_bout.mode is PetitMode.PERSONAL
    for camp, player in ((Camp.ATTACK, TAKER), (Camp.DEFENCE, defender)):
        if camp != now:
            change = {"petit_au_bout": camp.value, "petit_player": player if is_personal else None}
            yield Alternative(str(PETITS[camp]), change)
    if now:
        yield Alternative(_("no Petit at the end"), {"petit_au_bout": None, "petit_player": None})

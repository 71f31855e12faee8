"""What might have been otherwise in a volte deal. Source: tarocco_volte.md §2, §3, §4, §5."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.core.games import Rules
from clubs.games.volte.core.game import VOLTE, volte
from clubs.games.volte.core.records import PACK, AccusaKind, Contract, Side
from clubs.games.volte.core.rules import BonusScope, VolteRules
from clubs.games.volte.core.scoring import TARGETS
from clubs.games.volte.queries.words import BAGATTO_SIDES, CAPPOTTI, MATTO_SIDES, accusa_text
from clubs.queries.deals.breakdown import contract_label
from clubs.queries.deals.deals import DealTable, Record
from clubs.queries.deals.what_if import STEPS, TAKER, Alternative


def volte_changes(
    table: DealTable, rules: Rules, record: Record
) -> Iterator[tuple[str, Iterable[Alternative]]]:
    rules = volte(rules)
    yield _("Points"), _volte_point_changes(table, rules, record)
    yield _("Honours at the start"), _honour_changes(rules, record)
    yield _("Contract"), _volte_contract_changes()
    yield _("Bonuses"), _volte_bonus_changes(rules, record)
    yield _("Declarations"), _accusa_changes(table, record)


def _volte_point_changes(
    table: DealTable, rules: VolteRules, record: Record
) -> Iterator[Alternative]:
    """Some more and some less, the draw at the target, and both sides of it."""
    facts = VOLTE.judge(table.uuids, rules, record).facts
    now = record["points"] if "points" in record else PACK - record["defence_points"]
    margin = facts.margin or 0
    draw = now - margin if facts.is_made else now + margin
    for points in sorted({draw - 1, draw, draw + 1, *(now + step for step in STEPS)} - {now}):
        label = _("%(points)s points") % {"points": points}
        yield Alternative(label, {"points": points, "defence_points": None})


def _honour_changes(rules: VolteRules, record: Record) -> Iterator[Alternative]:
    for honours in (record["honours"] - 1, record["honours"] + 1):
        if 0 <= honours <= max(TARGETS):
            label = ngettext(
                "%(honours)s honour, target %(target)s",
                "%(honours)s honours, target %(target)s",
                honours,
            )
            target = TARGETS.get(honours, rules.target_without_honours)
            yield Alternative(label % {"honours": honours, "target": target}, {"honours": honours})


def _volte_contract_changes() -> Iterator[Alternative]:
    for contract in Contract:
        yield Alternative(contract_label("volte", contract), {"contract": contract.value})


def _volte_bonus_changes(rules: VolteRules, record: Record) -> Iterator[Alternative]:
    """The last trick of a side that it pays, and a cappotto where the count lets one."""
    paid = tuple(Side) if rules.bonus_scope is BonusScope.BOTH else (Side.TAKER,)
    for side in paid:
        yield Alternative(str(BAGATTO_SIDES[side]), {"bagatto_last": side.value})
        if rules.matto_last_bonus:
            yield Alternative(str(MATTO_SIDES[side]), {"matto_last": side.value})
    if record.get("bagatto_last"):
        yield Alternative(_("no Bagatto last"), {"bagatto_last": None})
    if record.get("matto_last"):
        yield Alternative(_("no Matto captured last"), {"matto_last": None})
    for side in Side:
        yield Alternative(str(CAPPOTTI[side]), {"cappotto": side.value})
    if record.get("cappotto"):
        yield Alternative(_("no cappotto"), {"cappotto": None})


def _accusa_changes(table: DealTable, record: Record) -> Iterator[Alternative]:
    if record.get("accuse"):
        yield Alternative(_("no declaration"), {"accuse": None})
        return
    defender = table.uuids[-1]
    for player, kind in (
        (TAKER, AccusaKind.TRIONFI_10),
        (defender, AccusaKind.TRIONFI_10),
        (defender, AccusaKind.MISERIA),
    ):
        accusa = {"player": player, "kind": kind.value}
        yield Alternative(accusa_text(player, kind, table.names), {"accuse": [accusa]})

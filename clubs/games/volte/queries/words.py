"""The volte game in words: contracts, declarations, and what a record says.

Source: tarocco_volte.md §1, §3.
"""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from clubs.choices import Labels
from clubs.core.games import JsonObject
from clubs.games.volte.core.records import AccusaKind, Contract, Side
from clubs.games.volte.core.rules import AccusaMode, BonusScope, CountedPoints, PremiumTiming
from clubs.queries.deals.marks import MarkKind
from clubs.queries.deals.stories import Names, RecordFact

CONTRACTS: Labels = {
    Contract.LISCIO: gettext_lazy("Plain"),
    Contract.DUE: gettext_lazy("Two times"),
    Contract.QUATTRO: gettext_lazy("Four times"),
    Contract.OTTO: gettext_lazy("Eight times"),
    Contract.DODICI: gettext_lazy("Twelve times"),
}
SIDES: Labels = {
    Side.TAKER: pgettext_lazy("volte", "taker"),
    Side.DEFENCE: pgettext_lazy("volte", "defence"),
}
ACCUSA_KINDS: Labels = {
    AccusaKind.TRIONFI_10: gettext_lazy("I am well: 10 trumps"),
    AccusaKind.TRIONFI_13: gettext_lazy("I am well: 13 trumps"),
    AccusaKind.TRIONFI_15: gettext_lazy("I am well: 15 trumps"),
    AccusaKind.MISERIA: gettext_lazy("misery"),
    AccusaKind.MISERIA_NERA: gettext_lazy("black misery"),
}
COUNTED_POINTS: Labels = {
    CountedPoints.DIFFERENCE: gettext_lazy("those beyond the target"),
    CountedPoints.TOTALS: gettext_lazy("all of the winning side"),
}
PREMIUM_TIMINGS: Labels = {
    PremiumTiming.BEFORE: gettext_lazy("before multiplying"),
    PremiumTiming.AFTER: gettext_lazy("after multiplying"),
}
BONUS_SCOPES: Labels = {
    BonusScope.TAKER: gettext_lazy("only the taker"),
    BonusScope.BOTH: gettext_lazy("both sides"),
}
ACCUSA_MODES: Labels = {
    AccusaMode.WINNERS: gettext_lazy("only for the side that wins the deal"),
    AccusaMode.INDIVIDUAL: gettext_lazy("for the player who declares, from the others"),
}
# As on the chips of deal entry.
SHORT_CONTRACTS = {
    Contract.LISCIO: pgettext_lazy("volte contract", "Plain"),
    Contract.DUE: pgettext_lazy("volte contract", "Two"),
    Contract.QUATTRO: pgettext_lazy("volte contract", "Four"),
    Contract.OTTO: pgettext_lazy("volte contract", "Eight"),
    Contract.DODICI: pgettext_lazy("volte contract", "Twelve"),
}
# As it is said after a name: lower case where the language wants it.
SAID_CONTRACTS = {
    Contract.LISCIO: pgettext_lazy("contract in a sentence", "Plain"),
    Contract.DUE: pgettext_lazy("contract in a sentence", "Two times"),
    Contract.QUATTRO: pgettext_lazy("contract in a sentence", "Four times"),
    Contract.OTTO: pgettext_lazy("contract in a sentence", "Eight times"),
    Contract.DODICI: pgettext_lazy("contract in a sentence", "Twelve times"),
}
BAGATTO_SIDES = {
    Side.TAKER: gettext_lazy("Bagatto last for the taker"),
    Side.DEFENCE: gettext_lazy("Bagatto last for the defence"),
}
MATTO_SIDES = {
    Side.TAKER: gettext_lazy("Matto captured last by the taker"),
    Side.DEFENCE: gettext_lazy("Matto captured last by the defence"),
}
CAPPOTTI = {
    Side.TAKER: gettext_lazy("Cappotto of the taker"),
    Side.DEFENCE: gettext_lazy("Cappotto of the defence"),
}
ACCUSE = {
    AccusaKind.TRIONFI_10: gettext_lazy("%(player)s is well: 10 trumps"),
    AccusaKind.TRIONFI_13: gettext_lazy("%(player)s is well: 13 trumps"),
    AccusaKind.TRIONFI_15: gettext_lazy("%(player)s is well: 15 trumps"),
    AccusaKind.MISERIA: gettext_lazy("Misery of %(player)s"),
    AccusaKind.MISERIA_NERA: gettext_lazy("Black misery of %(player)s"),
}


_ACCUSE = MarkKind(
    "accuse", gettext_lazy("declaration"), "hand", ACCUSE, label="%(who)s", by="kind", between="; "
)
# The last trick, a cappotto and what was declared, in the order in which they are counted.
VOLTE_MARKS = (
    MarkKind("bagatto_last", gettext_lazy("Bagatto last"), "pab", BAGATTO_SIDES),
    MarkKind("matto_last", gettext_lazy("Matto captured last"), "excuse", MATTO_SIDES),
    MarkKind("cappotto", gettext_lazy("cappotto"), "slam", CAPPOTTI),
    _ACCUSE,
)


def accusa_text(player: str, kind: str, names: Names) -> str:
    return str(ACCUSE[AccusaKind(kind)] % {"player": names.get(player, "?")})


def volte_record_facts(record: JsonObject, names: Names) -> Iterator[RecordFact]:
    yield RecordFact("taker", pgettext("volte", "Taker"), names.get(record["taker"], "?"))
    yield RecordFact("contract", _("Contract"), str(CONTRACTS[Contract(record["contract"])]))
    yield RecordFact("honours", _("Honours at the start"), str(record["honours"]))
    yield RecordFact("points", _("Points of the taker"), _count_text(record, "points"))
    yield RecordFact(
        "defence_points", _("Points of the defence"), _count_text(record, "defence_points")
    )
    yield RecordFact("bagatto_last", _("Bagatto last"), _side_text(record, "bagatto_last"))
    yield RecordFact("matto_last", _("Matto captured last"), _side_text(record, "matto_last"))
    yield RecordFact("cappotto", _("Cappotto"), _side_text(record, "cappotto"))
    yield RecordFact("accuse", _("Declarations"), _ACCUSE.who(record, names))


def _count_text(record: JsonObject, field: str) -> str:
    return "" if record.get(field) is None else str(record[field])


def _side_text(record: JsonObject, field: str) -> str:
    return str(SIDES[Side(record[field])]) if record.get(field) else ""

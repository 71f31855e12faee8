"""The volte game in words: contracts, declarations, and what a record says.

Source: tarocco_volte.md §1, §3.
"""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from clubs.choices import AccusaKind, VolteContract, VolteSide, VolteVoidReason
from clubs.core.games import JsonObject
from clubs.games.volte.core.records import Side
from clubs.queries.deals.stories import Mark, Names, Told, told_frame

# As on the chips of deal entry.
SHORT_CONTRACTS = {
    VolteContract.LISCIO: pgettext_lazy("volte contract", "Plain"),
    VolteContract.DUE: pgettext_lazy("volte contract", "Two"),
    VolteContract.QUATTRO: pgettext_lazy("volte contract", "Four"),
    VolteContract.OTTO: pgettext_lazy("volte contract", "Eight"),
    VolteContract.DODICI: pgettext_lazy("volte contract", "Twelve"),
}
# As it is said after a name: lower case where the language wants it.
SAID_CONTRACTS = {
    VolteContract.LISCIO: pgettext_lazy("contract in a sentence", "Plain"),
    VolteContract.DUE: pgettext_lazy("contract in a sentence", "Two times"),
    VolteContract.QUATTRO: pgettext_lazy("contract in a sentence", "Four times"),
    VolteContract.OTTO: pgettext_lazy("contract in a sentence", "Eight times"),
    VolteContract.DODICI: pgettext_lazy("contract in a sentence", "Twelve times"),
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


def deal_marks(record: JsonObject, names: Names) -> Iterator[Mark]:
    """The last trick, a cappotto and what was declared, in the order in which they are counted."""
    if side := record.get("bagatto_last"):
        yield Mark("pab", _("Bagatto last"), str(BAGATTO_SIDES[Side(side)]))
    if side := record.get("matto_last"):
        yield Mark("excuse", _("Matto captured last"), str(MATTO_SIDES[Side(side)]))
    if side := record.get("cappotto"):
        yield Mark("slam", _("cappotto"), str(CAPPOTTI[Side(side)]))
    if accuse := record.get("accuse") or ():
        yield Mark("hand", _("declaration"), _accuse_text(accuse, names))


def accusa_text(player: str, kind: str, names: Names) -> str:
    return str(ACCUSE[AccusaKind(kind)] % {"player": names.get(player, "?")})


def _accuse_text(accuse: Sequence[JsonObject], names: Names) -> str:
    return "; ".join(accusa_text(accusa["player"], accusa["kind"], names) for accusa in accuse)


def told_void(record: JsonObject, names: Names) -> Iterator[Told]:
    reason = VolteVoidReason(record["void_reason"])
    # A deal that was taken back: the action says so already.
    is_undone = reason is VolteVoidReason.OTHER
    yield Told("kind", _("Void"), "" if is_undone else str(reason.label))
    yield from told_frame(record, names)


def told_played(record: JsonObject, names: Names) -> Iterator[Told]:
    yield Told("taker", pgettext("volte", "Taker"), names.get(record["taker"], "?"))
    yield Told("contract", _("Contract"), str(VolteContract(record["contract"]).label))
    yield Told("honours", _("Honours at the start"), str(record["honours"]))
    yield Told("points", _("Points of the taker"), _count_text(record, "points"))
    yield Told("defence_points", _("Points of the defence"), _count_text(record, "defence_points"))
    yield Told("bagatto_last", _("Bagatto last"), _side_text(record, "bagatto_last"))
    yield Told("matto_last", _("Matto captured last"), _side_text(record, "matto_last"))
    yield Told("cappotto", _("Cappotto"), _side_text(record, "cappotto"))
    yield Told("accuse", _("Declarations"), _accuse_text(record.get("accuse") or (), names))
    yield from told_frame(record, names)


def _count_text(record: JsonObject, field: str) -> str:
    return "" if record.get(field) is None else str(record[field])


def _side_text(record: JsonObject, field: str) -> str:
    return str(VolteSide(record[field]).label) if record.get(field) else ""

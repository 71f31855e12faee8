"""French tarot in words: contracts, bonuses, and what a record says.

Source: scoring.md §3.
"""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubs.choices import Camp, Contract, VoidReason
from clubs.core.games import JsonObject
from clubs.games.french.core.records import MisereKind, PoigneeSize
from clubs.queries.deals.stories import Mark, Names, Told, told_frame

DOG = gettext_lazy("in the dog")

# As on the chips of deal entry.
SHORT_CONTRACTS = {
    Contract.GARDE_SANS: gettext_lazy("G. sans"),
    Contract.GARDE_CONTRE: gettext_lazy("G. contre"),
}
# As it is said after a name: lower case where the language wants it.
SAID_CONTRACTS = {
    Contract.PRISE: pgettext_lazy("contract in a sentence", "Prise"),
    Contract.POUSSE: pgettext_lazy("contract in a sentence", "Pousse"),
    Contract.GARDE: pgettext_lazy("contract in a sentence", "Garde"),
    Contract.GARDE_SANS: pgettext_lazy("contract in a sentence", "Garde sans"),
    Contract.GARDE_CONTRE: pgettext_lazy("contract in a sentence", "Garde contre"),
}
POIGNEE_SIZES = {
    PoigneeSize.SIMPLE: gettext_lazy("single (%(player)s)"),
    PoigneeSize.DOUBLE: gettext_lazy("double (%(player)s)"),
    PoigneeSize.TRIPLE: gettext_lazy("triple (%(player)s)"),
}
MISERE_KINDS = {
    MisereKind.TRUMPS: gettext_lazy("%(player)s, no trumps"),
    MisereKind.COURTS: gettext_lazy("%(player)s, no court cards"),
}
PETITS = {
    Camp.ATTACK: gettext_lazy("Petit at the end for the attack"),
    Camp.DEFENCE: gettext_lazy("Petit at the end for the defence"),
}
CHELEMS = {
    "chelem": {
        "announced_made": gettext_lazy("Slam, announced and made"),
        "unannounced_made": gettext_lazy("Slam, made without announcing it"),
        "announced_failed": gettext_lazy("Slam, announced and not made"),
        "defence_made": gettext_lazy("Slam made by the defence"),
    },
    "petit_chelem": {
        "announced_made": gettext_lazy("Small slam, announced and made"),
        "unannounced_made": gettext_lazy("Small slam, made without announcing it"),
        "announced_failed": gettext_lazy("Small slam, announced and not made"),
    },
}


def deal_marks(record: JsonObject, names: Names) -> Iterator[Mark]:
    poignees = record.get("poignees") or ()
    if poignees:
        label = _("Handful: %(who)s") % {"who": _poignee_list(poignees, names)}
        yield Mark("hand", _("handful"), label)
    if record.get("petit_au_bout"):
        yield Mark("pab", _("Petit at the end"), str(PETITS[Camp(record["petit_au_bout"])]))
    for field in ("chelem", "petit_chelem"):
        if label := _chelem_label(record, field):
            yield Mark("slam", _("slam"), label)
    miseres = record.get("miseres") or ()
    if miseres:
        label = _("Misère: %(who)s") % {"who": _misere_list(miseres, names)}
        yield Mark("misere", _("misère"), label)


def _chelem_label(record: JsonObject, field: str) -> str:
    """The slam of a record, or the small one, in words; empty when there is none."""
    made, announced = record.get(field), record.get(f"{field}_announced")
    if made == Camp.DEFENCE:
        outcome = "defence_made"
    elif made:
        outcome = "announced_made" if announced else "unannounced_made"
    elif announced:
        outcome = "announced_failed"
    else:
        return ""
    return str(CHELEMS[field][outcome])


def _poignee_list(poignees: Sequence[JsonObject], names: Names) -> str:
    return ", ".join(
        POIGNEE_SIZES[PoigneeSize(poignee["size"])] % {"player": name_of(poignee["player"], names)}
        for poignee in poignees
    )


def _misere_list(miseres: Sequence[JsonObject], names: Names) -> str:
    return "; ".join(
        MISERE_KINDS[MisereKind(misere["kind"])] % {"player": name_of(misere["player"], names)}
        for misere in miseres
    )


def name_of(uuid: str | None, names: Names) -> str:
    return str(DOG) if uuid is None else names.get(uuid, "?")


def told_void(record: JsonObject, names: Names) -> Iterator[Told]:
    reason = VoidReason(record["void_reason"])
    # A deal that was taken back: the action says so already.
    yield Told("kind", _("Void"), "" if reason is VoidReason.OTHER else str(reason.label))
    yield from told_frame(record, names)


def told_played(record: JsonObject, names: Names) -> Iterator[Told]:
    yield Told("taker", _("Taker"), name_of(record["taker"], names))
    yield Told("called", _("Called"), _called_names(record, names))
    yield Told("contract", _("Contract"), str(Contract(record["contract"]).label))
    yield Told("oudlers", _("Oudlers"), str(record["oudlers"]))
    yield Told("points", _("Points"), points_text(record["points"]))
    yield Told("petit_au_bout", _("Petit at the end"), _petit_text(record, names))
    yield Told("poignees", _("Handful"), _poignee_list(record.get("poignees") or (), names))
    yield Told("chelem", _("Slam"), _chelem_label(record, "chelem"))
    yield Told("petit_chelem", _("Small slam"), _chelem_label(record, "petit_chelem"))
    yield Told("miseres", _("Misère"), _misere_list(record.get("miseres") or (), names))
    yield from told_frame(record, names)


def _called_names(record: JsonObject, names: Names) -> str:
    """Each called card's holder; the taker's own name means that the card was in that hand."""
    called = record.get("called") or ()
    holders = [
        _("in the taker's own hand") if name == record["taker"] else name_of(name, names)
        for name in called
    ]
    return ", ".join(dict.fromkeys(holders))


def _petit_text(record: JsonObject, names: Names) -> str:
    if not record.get("petit_au_bout"):
        return ""
    camp = Camp(record["petit_au_bout"]).label
    if not record.get("petit_player"):
        return str(camp)
    player = name_of(record["petit_player"], names)
    return _("%(camp)s (%(player)s)") % {"camp": camp, "player": player}


def points_text(points: float) -> str:
    """Card points as the table and the digit pad write them: 33, 33½, ½."""
    whole, rest = divmod(points, 1)
    return f"{int(whole) or ''}½" if rest else str(int(whole))

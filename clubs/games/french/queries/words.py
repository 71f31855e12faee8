"""French tarot in words: contracts, bonuses, and what a record says.

Source: scoring.md §3.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubs.choices import Labels
from clubs.core.deals import Camp, SlamOutcome
from clubs.core.games import JsonObject
from clubs.games.french.core.cards import CalledCard, Oudler
from clubs.games.french.core.records import FrenchContract, MisereKind, PoigneeSize, slam_outcome
from clubs.games.french.core.rules import (
    BonusMode,
    DoubleCallShare,
    FixedMargin,
    HalfPoints,
    MisdealDealer,
    PetitMode,
    Scale,
)
from clubs.games.french.queries.cards import (
    ICONS,
    OUDLERS,
    called_card_names,
    card_name,
)
from clubs.queries.deals.marks import MarkKind
from clubs.queries.deals.stories import Names, RecordFact

DOG = gettext_lazy("in the dog")

# Contracts keep their French names in every language that has no own.
CONTRACTS: Labels = {
    FrenchContract.PRISE: gettext_lazy("Prise"),
    FrenchContract.POUSSE: gettext_lazy("Pousse"),
    FrenchContract.GARDE: gettext_lazy("Garde"),
    FrenchContract.GARDE_SANS: gettext_lazy("Garde sans"),
    FrenchContract.GARDE_CONTRE: gettext_lazy("Garde contre"),
}
CAMPS: Labels = {
    Camp.ATTACK: gettext_lazy("attack"),
    Camp.DEFENCE: gettext_lazy("defence"),
}
POIGNEES: Labels = {
    PoigneeSize.SIMPLE: gettext_lazy("single"),
    PoigneeSize.DOUBLE: gettext_lazy("double"),
    PoigneeSize.TRIPLE: gettext_lazy("triple"),
}
MISERES: Labels = {
    MisereKind.TRUMPS: gettext_lazy("no trumps"),
    MisereKind.COURTS: gettext_lazy("no court cards"),
}
SLAMS: Labels = {
    SlamOutcome.ANNOUNCED_MADE: gettext_lazy("announced and made"),
    SlamOutcome.UNANNOUNCED_MADE: gettext_lazy("made, not announced"),
    SlamOutcome.DEFENCE_MADE: gettext_lazy("made by the defence"),
    SlamOutcome.ANNOUNCED_FAILED: gettext_lazy("announced, not made"),
    SlamOutcome.DEFENCE_BID_MADE: gettext_lazy("announced and made by the defence"),
    SlamOutcome.DEFENCE_BID_LOST: gettext_lazy("announced by the defence, not made"),
}
SCALES: Labels = {
    Scale.MULTIPLIER: gettext_lazy("25 plus margin, multiplied"),
    Scale.FIXED: gettext_lazy("fixed value of the contract"),
}
FIXED_MARGINS: Labels = {
    FixedMargin.ADD: gettext_lazy("added to the fixed value"),
    FixedMargin.IGNORE: gettext_lazy("not counted"),
}
HALF_POINTS: Labels = {
    HalfPoints.WINNER: gettext_lazy("to the side that wins"),
    HalfPoints.DROP: gettext_lazy("not counted"),
    HalfPoints.TAKER: gettext_lazy("to the taker"),
    HalfPoints.DEFENCE: gettext_lazy("to the defence"),
}
PETIT_MODES: Labels = {
    PetitMode.MULTIPLIED: gettext_lazy("multiplied like the contract"),
    PetitMode.FLAT: gettext_lazy("not multiplied"),
    PetitMode.WINNER_ONLY: gettext_lazy("only for the side that wins the deal"),
    PetitMode.PERSONAL: gettext_lazy("between players"),
    PetitMode.NONE: gettext_lazy("not counted"),
}
POIGNEE_MODES: Labels = {
    BonusMode.WINNER: gettext_lazy("to the side that wins"),
    BonusMode.SIDE: gettext_lazy("to the side that showed it"),
    BonusMode.PERSONAL: gettext_lazy("between players"),
}
MISERE_MODES: Labels = {
    BonusMode.WINNER: gettext_lazy("to the side that wins"),
    BonusMode.SIDE: gettext_lazy("to the side of the player who declared it"),
    BonusMode.PERSONAL: gettext_lazy("between players"),
}
DOUBLE_CALL_SHARES: Labels = {
    DoubleCallShare.HIGHEST: gettext_lazy("the share of the higher card"),
    DoubleCallShare.SUM: gettext_lazy("the shares of both cards"),
}
MISDEAL_DEALERS: Labels = {
    MisdealDealer.SAME: gettext_lazy("the same dealer again"),
    MisdealDealer.NEXT: gettext_lazy("the next dealer"),
}

# As on the chips of deal entry and in narrow columns.
SHORT_CONTRACTS: Labels = {
    **CONTRACTS,
    FrenchContract.GARDE_SANS: gettext_lazy("G. sans"),
    FrenchContract.GARDE_CONTRE: gettext_lazy("G. contre"),
}
# Keys of deal entry and codes of bulk entry, the same in every language.
CONTRACT_LETTERS = {
    FrenchContract.PRISE: "P",
    FrenchContract.POUSSE: "U",
    FrenchContract.GARDE: "G",
    FrenchContract.GARDE_SANS: "S",
    FrenchContract.GARDE_CONTRE: "C",
}
# As it is said after a name: lower case where the language wants it.
SAID_CONTRACTS = {
    FrenchContract.PRISE: pgettext_lazy("contract in a sentence", "Prise"),
    FrenchContract.POUSSE: pgettext_lazy("contract in a sentence", "Pousse"),
    FrenchContract.GARDE: pgettext_lazy("contract in a sentence", "Garde"),
    FrenchContract.GARDE_SANS: pgettext_lazy("contract in a sentence", "Garde sans"),
    FrenchContract.GARDE_CONTRE: pgettext_lazy("contract in a sentence", "Garde contre"),
}
POIGNEES_OF = {size: format_lazy("{} (%(player)s)", label) for size, label in POIGNEES.items()}
MISERES_OF = {
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
        "defence_bid_made": gettext_lazy("Slam, announced and made by the defence"),
        "defence_bid_lost": gettext_lazy("Slam, announced by the defence and not made"),
    },
    "petit_chelem": {
        "announced_made": gettext_lazy("Small slam, announced and made"),
        "unannounced_made": gettext_lazy("Small slam, made without announcing it"),
        "announced_failed": gettext_lazy("Small slam, announced and not made"),
    },
}


def _called_text(card: CalledCard) -> str:
    return _("Called: %(card)s") % {"card": card_name(card)}


_CALLED = MarkKind(
    "called_cards",
    gettext_lazy("called card"),
    "",
    {card: lazy(_called_text, str)(card) for card in CalledCard},
    icons={card: ICONS[card.suit] for card in CalledCard},
)
_POIGNEE = MarkKind(
    "poignees",
    gettext_lazy("handful"),
    "hand",
    POIGNEES_OF,
    label=gettext_lazy("Handful: %(who)s"),
    by="size",
)
_MISERE = MarkKind(
    "miseres",
    gettext_lazy("misère"),
    "misere",
    MISERES_OF,
    label=gettext_lazy("Misère: %(who)s"),
    by="kind",
    between="; ",
)
# In the order of the sheet; of records as slams_told gives them.
FRENCH_MARKS = (
    _CALLED,
    _POIGNEE,
    MarkKind("petit_au_bout", gettext_lazy("Petit at the end"), "pab", PETITS),
    *(MarkKind(name, gettext_lazy("slam"), "slam", texts) for name, texts in CHELEMS.items()),
    _MISERE,
)


def slams_told(record: JsonObject) -> JsonObject:
    """The record with how its slam and its small slam came out; empty where there is none."""
    return {**record, **{name: slam_outcome(record, name) for name in CHELEMS}}


def _chelem_label(record: JsonObject, field: str) -> str:
    """The slam of a record, or the small one, in words; empty when there is none."""
    outcome = slam_outcome(record, field)
    return str(CHELEMS[field][outcome]) if outcome else ""


def name_of(uuid: str | None, names: Names) -> str:
    return str(DOG) if uuid is None else names.get(uuid, "?")


def french_record_facts(record: JsonObject, names: Names) -> Iterator[RecordFact]:
    for field, (label, tell) in FACTS.items():
        yield RecordFact(field, str(label), tell(record, names))


def _called_names(record: JsonObject, names: Names) -> str:
    """Each called card's holder; the taker's own name means that the card was in that hand."""
    called = record.get("called") or ()
    holders = [
        _("in the taker's own hand") if name == record["taker"] else name_of(name, names)
        for name in called
    ]
    return ", ".join(dict.fromkeys(holders))


def _oudlers_text(record: JsonObject) -> str:
    which = ", ".join(str(OUDLERS[Oudler(code)]) for code in record.get("which_oudlers") or ())
    count = str(record["oudlers"])
    return _("%(count)s (%(which)s)") % {"count": count, "which": which} if which else count


def _petit_text(record: JsonObject, names: Names) -> str:
    if not record.get("petit_au_bout"):
        return ""
    camp = CAMPS[Camp(record["petit_au_bout"])]
    if not record.get("petit_player"):
        return str(camp)
    player = name_of(record["petit_player"], names)
    return _("%(camp)s (%(player)s)") % {"camp": camp, "player": player}


def points_text(points: float) -> str:
    """Card points as the table and the digit pad write them: 33, 33½, ½."""
    whole, rest = divmod(points, 1)
    return f"{int(whole) or ''}½" if rest else str(int(whole))


# What a record says, by its field: the label, and the value in words, empty for nothing.
FACTS: Mapping[str, tuple[Any, Callable[[JsonObject, Names], str]]] = {
    "taker": (gettext_lazy("Taker"), lambda record, names: name_of(record["taker"], names)),
    "called": (gettext_lazy("Called"), _called_names),
    "called_cards": (
        gettext_lazy("Called card"),
        lambda record, _names: called_card_names(record),
    ),
    "contract": (
        gettext_lazy("Contract"),
        lambda record, _names: str(CONTRACTS[FrenchContract(record["contract"])]),
    ),
    "oudlers": (gettext_lazy("Oudlers"), lambda record, _names: _oudlers_text(record)),
    "points": (gettext_lazy("Points"), lambda record, _names: points_text(record["points"])),
    "petit_au_bout": (gettext_lazy("Petit at the end"), _petit_text),
    "poignees": (gettext_lazy("Handful"), _POIGNEE.who),
    "chelem": (gettext_lazy("Slam"), lambda record, _names: _chelem_label(record, "chelem")),
    "petit_chelem": (
        gettext_lazy("Small slam"),
        lambda record, _names: _chelem_label(record, "petit_chelem"),
    ),
    "miseres": (gettext_lazy("Misère"), _MISERE.who),
    "parole": (
        gettext_lazy("Waiting bid"),
        lambda record, names: ", ".join(name_of(one, names) for one in record.get("parole") or ()),
    ),
}

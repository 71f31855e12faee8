"""A deal of French tarot in the columns of a sheet. Source: leagues.md §7.3."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from clubs.choices import choices_of
from clubs.core.games import JsonObject
from clubs.exchange.imports import values
from clubs.exchange.imports.cells import (
    CONTRACT,
    OUT,
    Cells,
    DealColumns,
    Named,
    Seats,
    is_yes,
    joined,
    joined_pairs,
    pairs,
    read_out,
    seated,
)
from clubs.exchange.imports.columns import Head
from clubs.exchange.imports.lines import ImportLine
from clubs.exchange.imports.values import by_word, name_key
from clubs.games.french.core.records import RECORDS
from clubs.games.french.queries import words

HEADS: dict[str, Head] = {
    "out": OUT,
    "taker": Head(_("taker"), "preneur, dichiarante, declarer"),
    "called": Head(_("called partner"), "appele, partenaire, partner, chiamato, called partner"),
    "contract": CONTRACT,
    "oudlers": Head(
        _("oudlers"), "bouts, nb bouts, nombre de bouts, oudler, onori, onore, numero di onori"
    ),
    "points": Head(
        _("points"),
        "points attaque, points de l attaque, punti, punti dell attacco, card points",
    ),
    "petit_au_bout": Head(
        _("Petit at the end"), "petit at the end, piccolo alla fine, bagatto ultimo"
    ),
    "petit_player": Head(
        _("who played the Petit"),
        "joueur du petit, qui a joue le petit, who played the petit, giocatore del piccolo, "
        "giocatore del bagatto, chi ha giocato il bagatto",
    ),
    "poignees": Head(_("handfuls"), "poignee, handfuls, handful, manciate, manciata"),
    "chelem": Head(_("slam"), "slam, cappotto"),
    "chelem_announced": Head(
        _("slam announced"),
        "chelem annonce, slam announced, cappotto annunciato, cappotto dichiarato",
    ),
    "chelem_defence_announced": Head(
        _("slam announced by the defence"),
        "chelem annonce par la defense, slam announced by the defence, "
        "cappotto annunciato dalla difesa, cappotto dichiarato dalla difesa",
    ),
    "petit_chelem": Head(_("small slam"), "small slam, piccolo cappotto"),
    "petit_chelem_announced": Head(
        _("small slam announced"),
        "petit chelem annonce, small slam announced, piccolo cappotto annunciato, "
        "piccolo cappotto dichiarato",
    ),
    "miseres": Head(_("misères"), "misere, miseria, miserie"),
}
DOG = "dog"  # in `called`: the card lay in the dog
SIZE = "simple"  # of a poignée whose size is not told
MISERE = "trumps"

CONTRACTS = by_word(
    {
        "prise": "prise, petite, p, presa, piccola, take, small",
        "pousse": "pousse, po, spinta",
        "garde": "garde, g, guardia, guard",
        "garde_sans": "garde_sans, garde sans, gs, guardia senza, guard without, sans, senza",
        "garde_contre": "garde_contre, garde contre, gc, guardia contro, guard against, contre, "
        "contro",
    }
)
CAMPS = by_word(
    {
        "attack": "attack, attaque, attacco, a, att",
        "defence": "defence, defense, défense, difesa, d, def",
    }
)
SIZES = by_word(
    {
        "simple": "simple, single, semplice, singola, s, 1",
        "double": "double, doppia, d, 2",
        "triple": "triple, tripla, t, 3",
    }
)
MISERES = by_word(
    {
        "trumps": "trumps, trump, atouts, atout, d'atout, trionfi, senza trionfi, atù",
        "courts": "courts, court, têtes, tête, de tête, honneurs, figure, senza figure, "
        "court cards",
    }
)
VOID_REASONS = by_word(
    {
        "all_pass": values.NOBODY_TAKES_WORDS,
        "petit_sec": "petit_sec, petit sec, piccolo secco, bagatto secco",
        "misdeal": values.MISDEAL_WORDS,
        "other": values.OTHER_WORDS,
    }
)
DOGS = ("dog", "chien", "cane", "au chien", "in the dog", "nel cane")
DOG_WORDS = {name_key(word) for word in DOGS}
ALONE_WORDS = ("alone", "seul", "seule", "tout seul", "solo", "sola", "da solo", "da sola")
ALONE = {name_key(word) for word in ALONE_WORDS}


def _read_french_result(line: ImportLine, seats: Seats) -> dict[str, Any]:
    for column in RECORDS.needed:
        if not line.text(column):
            line.refuse(column, "field_missing")
    taker = seated(line, "taker", seats, code="taker_not_seated")
    return {
        **read_out(line, seats),
        "taker": taker,
        "called": _called_of(line, seats, taker),
        "contract": line.code("contract", CONTRACTS),
        "oudlers": line.whole("oudlers"),
        "points": line.number_of("points"),
        "petit_au_bout": line.code("petit_au_bout", CAMPS),
        "petit_player": seated(line, "petit_player", seats),
        "poignees": pairs(line, "poignees", seats, SIZES, "size", SIZE),
        "chelem": _chelem_camp(line, "chelem"),
        "chelem_announced": is_yes(line, "chelem_announced"),
        "chelem_defence_announced": is_yes(line, "chelem_defence_announced"),
        "petit_chelem": _chelem_camp(line, "petit_chelem"),
        "petit_chelem_announced": is_yes(line, "petit_chelem_announced"),
        "miseres": pairs(line, "miseres", seats, MISERES, "kind", MISERE),
    }


def _called_of(line: ImportLine, seats: Seats, taker: str | None) -> list[str | None]:
    """Holders of the called cards; the taker's own name, or a word for it, is alone."""
    holders: list[str | None] = []
    for name in values.split_list(line.text("called")):
        key = name_key(name)
        if key in seats:
            holders.append(seats[key])
        elif key in DOG_WORDS:
            holders.append(None)
        elif key in ALONE and taker:
            holders.append(taker)
        else:
            line.refuse("called", "called_not_seated", name=name)
    return holders


def _chelem_camp(line: ImportLine, column: str) -> str | None:
    """The camp; a plain yes is the attack."""
    answer = values.word(values.YES_NO, line.text(column)) if line.text(column) else None
    if answer is not None:
        return "attack" if answer == "yes" else None
    return line.code(column, CAMPS)


def _french_cells(record: JsonObject) -> Cells:
    return {
        "out": joined(record.get("out")),
        "taker": record.get("taker"),
        "called": joined(DOG if one is None else one for one in record.get("called") or ()),
        "contract": record.get("contract"),
        "oudlers": record.get("oudlers"),
        "points": record.get("points"),
        "petit_au_bout": record.get("petit_au_bout"),
        "petit_player": record.get("petit_player"),
        "poignees": joined_pairs(record.get("poignees"), "size"),
        "chelem": record.get("chelem"),
        "chelem_announced": _yes(record, "chelem_announced"),
        "chelem_defence_announced": _yes(record, "chelem_defence_announced"),
        "petit_chelem": record.get("petit_chelem"),
        "petit_chelem_announced": _yes(record, "petit_chelem_announced"),
        "miseres": joined_pairs(record.get("miseres"), "kind"),
    }


def _yes(record: Mapping[str, Any], field: str) -> str:
    return "yes" if record.get(field) else ""


_SIDES = (CAMPS, {"attack": _("attack"), "defence": _("defence")})

FRENCH_COLUMNS = DealColumns(
    heads=HEADS,
    marks=frozenset({"taker", "contract", "oudlers"}),
    sample=(
        "date;table;players;taker;called;contract;oudlers;points",
        "2025-10-10;1;Anne|Bob|Cléo|Dino|Eva;Anne;Bob;garde;2;50",
        "2025-10-10;1;;Eva;Cléo;prise;2;41",
    ),
    void_reasons=VOID_REASONS,
    codes={
        "petit_au_bout": _SIDES,
        "chelem": _SIDES,
        "petit_chelem": _SIDES,
        "contract": (CONTRACTS, dict(choices_of(words.CONTRACTS))),
    },
    read=_read_french_result,
    read_void=read_out,
    cells=_french_cells,
    named=Named(
        fields=("taker", "petit_player"),
        lists=("out", "called"),
        entries=("poignees", "miseres"),
    ),
)

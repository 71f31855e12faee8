"""A deal of French tarot in the columns of a sheet. Source: leagues.md §7.3."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from clubs.choices import choices_of
from clubs.core.deals import Camp
from clubs.exchange.imports import values
from clubs.exchange.imports.cells import (
    CONTRACT,
    OUT,
    CellKind,
    Codes,
    Column,
    DealColumns,
    Seats,
    joined,
    name_cell,
    seat_named,
    seat_of,
)
from clubs.exchange.imports.lines import ImportLine
from clubs.exchange.imports.values import name_key
from clubs.games.french.core.cards import Oudler
from clubs.games.french.core.records import (
    RECORDS,
    FrenchContract,
    FrenchResult,
    MisereKind,
    PoigneeSize,
)
from clubs.games.french.exchange.called_cards import CALLED_CARDS
from clubs.games.french.queries import typed_words, words

DOG = "dog"  # in `called`: the card lay in the dog


def _read_called(line: ImportLine, column: str, seats: Seats) -> list[str | None]:
    """Holders of the called cards; the taker's own name, or a word for it, is alone."""
    taker = seat_named(seats, line.text("taker"))
    holders: list[str | None] = []
    for name in values.split_names(line.text(column), seats):
        key = name_key(name)
        if key in seats:
            holders.append(seats[key])
        elif key in typed_words.DOG_WORDS:
            holders.append(None)
        elif key in typed_words.ALONE_WORDS:  # of whom, is an error of the taker
            holders += [taker] if taker else []
        elif holder := seat_of(line, column, seats, name, "called_not_seated"):
            holders.append(holder)
    return holders


def _encoded_called(holders: Iterable[str | None]) -> str:
    return joined(DOG if one is None else one for one in holders)


def _read_slam(line: ImportLine, column: str, _seats: Seats) -> str | None:
    """The camp; a plain yes is the attack."""
    answer = values.word(values.YES_NO, line.text(column))
    if answer is not None:
        return "attack" if answer == "yes" else None
    return line.code(column, typed_words.CAMPS)


CAMP_CODES = Codes(typed_words.CAMPS, {"attack": _("attack"), "defence": _("defence")})
SLAM = CellKind(_read_slam, codes=CAMP_CODES)

FRENCH_COLUMNS = DealColumns(
    result=FrenchResult,
    columns={
        "out": OUT,
        "taker": Column(
            _("taker"), "preneur, dichiarante, declarer", name_cell("taker_not_seated")
        ),
        "called": Column(
            _("called partner"),
            "appele, partenaire, partner, chiamato, called partner",
            CellKind(_read_called, _encoded_called),
        ),
        "called_cards": Column(
            _("called card"),
            "called card, cartes appelees, carte appelee, roi appele, carta chiamata, "
            "carte chiamate, re chiamato",
            CALLED_CARDS,
        ),
        "contract": CONTRACT,
        "oudlers": Column(
            _("oudlers"), "bouts, nb bouts, nombre de bouts, oudler, onori, onore, numero di onori"
        ),
        "which_oudlers": Column(
            _("which oudlers"), "quels bouts, bouts du preneur, which oudlers, quali onori"
        ),
        "points": Column(
            _("points"),
            "points attaque, points de l attaque, pts, pts attaque, points preneur, "
            "points du preneur, punti, punti dell attacco, card points",
        ),
        "petit_au_bout": Column(
            _("Petit at the end"), "petit at the end, piccolo alla fine, bagatto ultimo"
        ),
        "petit_player": Column(
            _("who played the Petit"),
            "joueur du petit, qui a joue le petit, who played the petit, giocatore del piccolo, "
            "giocatore del bagatto, chi ha giocato il bagatto",
        ),
        "poignees": Column(_("handfuls"), "poignee, handfuls, handful, manciate, manciata"),
        "chelem": Column(_("slam"), "slam, cappotto", SLAM),
        "chelem_announced": Column(
            _("slam announced"),
            "chelem annonce, slam announced, cappotto annunciato, cappotto dichiarato",
        ),
        "chelem_defence_announced": Column(
            _("slam announced by the defence"),
            "chelem annonce par la defense, slam announced by the defence, "
            "cappotto annunciato dalla difesa, cappotto dichiarato dalla difesa",
        ),
        "petit_chelem": Column(_("small slam"), "small slam, piccolo cappotto", SLAM),
        "petit_chelem_announced": Column(
            _("small slam announced"),
            "petit chelem annonce, small slam announced, piccolo cappotto annunciato, "
            "piccolo cappotto dichiarato",
        ),
        "parole": Column(_("waiting bid"), "parola, waiting bid, a dit parole"),
        "miseres": Column(_("misères"), "misere, miseria, miserie"),
    },
    codes={
        FrenchContract: Codes(typed_words.CONTRACTS, dict(choices_of(words.CONTRACTS))),
        Camp: CAMP_CODES,
        Oudler: Codes(typed_words.OUDLERS),
        PoigneeSize: Codes(typed_words.SIZES, default="simple", holder="taker"),
        MisereKind: Codes(typed_words.MISERES, default="trumps"),
    },
    void_reasons=typed_words.VOID_REASONS,
    marks=frozenset({"taker", "contract", "oudlers"}),
    sample=(
        "date;table;players;taker;called;contract;oudlers;points",
        "2025-10-10;1;Anne|Bob|Cléo|Dino|Eva;Anne;Bob;garde;2;50",
        "2025-10-10;1;;Eva;Cléo;prise;2;41",
    ),
    lacking=RECORDS.lacking,
)

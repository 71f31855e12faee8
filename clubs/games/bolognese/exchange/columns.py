"""A deal of Tarocco bolognese in the columns of a sheet. Source: bolognese.md §8.

What nests in a record stands in a cell as compact text: a tally as `grande:7|danari:4`, cards as
`MAT DK CQ`, and declarations as `Nora:ANG MON SOL:only grande|Elio:17:void`, each with its cards or
its points. What a match stood at before a deal is in no column: it follows from those before.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from clubs.exchange.imports import values
from clubs.exchange.imports.cells import (
    NAME,
    WHOLE,
    YES,
    CellKind,
    Codes,
    Column,
    DealColumns,
    Seats,
    code_cell,
    joined,
    seat_of,
)
from clubs.exchange.imports.columns import Head
from clubs.exchange.imports.lines import ImportLine
from clubs.exchange.imports.values import name_key
from clubs.exchange.spreadsheets import Cell
from clubs.games.bolognese.core.cards import Family, Pair, Rank
from clubs.games.bolognese.core.records import BologneseRecord, EntryMode, PairPenalty
from clubs.typed_words import MISDEAL_WORDS, OTHER_WORDS, by_word

COUNTS = ("sequences", "cricche", "scartini")  # of a pair, as counted at the table
QUICK = tuple(f"{pair}_{count}" for pair in Pair for count in COUNTS)
NONE = "none"  # a tally in which nothing stands
ONLY = "only"
PAIRS = by_word(
    {
        "ns": "ns, n-s, nord-sud, north-south, nord–sud, north–south, nord sud, north south",
        "ew": "ew, e-w, eo, e-o, oe, est-ovest, est-ouest, east-west, est–ovest, est–ouest, "
        "east–west, est ovest, est ouest, east west",
    }
)
ENTRIES = by_word(
    {
        EntryMode.QUICK: "quick, rapide, rapida, points, punti, as counted, points comptés, "
        "punti contati",
        EntryMode.CARDS: "cards, cartes, carte, cards of a pile, cartes d’un tas, "
        "carte di un tallone",
    }
)
FAMILIES = by_word(
    {
        Family.GRANDE: "grande",
        Family.DANARI: "danari, denari, deniers, coins, d",
        Family.COPPE: "coppe, coupes, cups, c",
        Family.SPADE: "spade, épées, swords, s",
        Family.BASTONI: "bastoni, bâtons, batons, b",
        Family.MORI: "mori, moors, maures",
        Family.ASSI: "assi, aces, as",
    }
)
RANKS = by_word(
    {
        Rank.TAROCCHI: "tarocchi, tarots",
        Rank.RE: "re, kings, rois",
        Rank.REGINE: "regine, queens, dames, reines",
        Rank.CAVALLI: "cavalli, knights, cavaliers",
        Rank.FANTI: "fanti, jacks, valets",
    }
)
PENALTIES = by_word({PairPenalty.SCARTINI_ONLY: "scartini_only, scartini"})
NOTHING = {name_key(word) for word in (NONE, "aucune", "nessuna")}
INVALID = {name_key(word) for word in ("void", "nulle", "nul", "nullo", "non valido")}
AFTER_CARDS = (
    "void",
    *(f"{ONLY} {name}" for name in dict.fromkeys([*FAMILIES.values(), *RANKS.values()])),
)
ONLY_WORDS = {name_key(word) for word in (ONLY, "seulement", "solo")}
VOID_REASONS = by_word({"misdeal": MISDEAL_WORDS, "other": OTHER_WORDS})


def _cards_of(text: str) -> list[str]:
    """Codes, with blanks, commas or bars between them."""
    return text.upper().replace(",", " ").replace("|", " ").split()


def _count_cell(names: Mapping[str, str]) -> CellKind:
    """A total, or a tally of the cards of each combination; names are codes by their words."""

    def read(line: ImportLine, column: str, _seats: Seats) -> int | dict[str, int] | None:
        text = line.text(column)
        if ":" not in text:
            return {} if name_key(text) in NOTHING else line.whole(column)
        tally = {}
        for part in values.split_list(text):
            said, _colon, number = part.partition(":")
            name, count = values.word(names, said), values.parse_whole(number.strip())
            if name is None:
                allowed = tuple(f"{name}:3" for name in dict.fromkeys(names.values()))
                line.refuse(column, "value_not_allowed", allowed=allowed)
            elif count is None:
                line.refuse(column, "bad_number")
            else:
                tally[name] = count
        return tally

    return CellKind(read, _encoded_count)


def _encoded_count(count: int | Mapping[str, int | None]) -> Cell:
    if not isinstance(count, Mapping):
        return count
    return joined(f"{name}:{n}" for name, n in count.items() if n is not None) or NONE


def _read_accusi(line: ImportLine, column: str, seats: Seats) -> list[dict[str, Any]]:
    """`name:cards or points`, then `only` with names of combinations, and `void`."""
    accusi = []
    for part in values.split_list(line.text(column)):
        name, _colon, rest = part.partition(":")
        what, *more = rest.split(":")
        points = values.parse_whole(what.strip())
        declared = {"cards": _cards_of(what)} if points is None else {"points": points}
        if player := seat_of(line, column, seats, name):
            accusi.append({"player": player, **declared, **_more_of(line, more)})
    return accusi


def _more_of(line: ImportLine, parts: list[str]) -> dict[str, Any]:
    """What stands behind the cards or the points of a declaration."""
    details: dict[str, Any] = {}
    for part in parts:
        first, *others = part.split() or [""]
        names = [values.word(FAMILIES, one) or values.word(RANKS, one) for one in others]
        if name_key(first) in ONLY_WORDS and all(names):
            details["only"] = names
        elif name_key(part) in INVALID:
            details["void"] = True
        else:
            line.refuse("accusi", "value_not_allowed", allowed=AFTER_CARDS)
    return details


def _encoded_accuso(accuso: Mapping[str, Any]) -> str:
    points = accuso.get("points")
    what = " ".join(accuso.get("cards") or ()) if points is None else str(points)
    only = " ".join([ONLY, *accuso["only"]]) if accuso.get("only") else ""
    void = "void" if accuso.get("void") else ""
    return ":".join(filter(None, [accuso["player"], what, only, void]))


def _read_pair_penalties(line: ImportLine, column: str, _seats: Seats) -> dict[str, str]:
    """A pair each; what the penalty is may stand behind it."""
    penalties = {}
    for part in values.split_list(line.text(column)):
        said, _colon, what = part.partition(":")
        pair = values.word(PAIRS, said)
        penalty = values.word(PENALTIES, what) if what.strip() else "scartini_only"
        if pair is None or penalty is None:
            allowed = tuple(f"{pair}:{penalty}" for pair in Pair for penalty in PairPenalty)
            line.refuse(column, "value_not_allowed", allowed=allowed)
        else:
            penalties[pair] = penalty
    return penalties


def _encoded_penalties(penalties: Mapping[str, str]) -> str:
    return joined(f"{pair}:{what}" for pair, what in penalties.items() if what)


CARD = CellKind(lambda line, column, _seats: line.text(column).upper())
CARDS = CellKind(lambda line, column, _seats: _cards_of(line.text(column)), " ".join)
ACCUSI = CellKind(_read_accusi, lambda accusi: joined(map(_encoded_accuso, accusi)))
SEQUENCES, CRICCHE = _count_cell(FAMILIES), _count_cell(RANKS)


def _completed(line: ImportLine, record: dict[str, Any]) -> dict[str, Any]:
    """The record with both pairs, and the way of entry that its columns show. What else must be
    there, and go together, the rules of the game know."""
    if "quick" in record:
        record["quick"] = {pair.value: record["quick"].get(pair, {}) for pair in Pair}
    if "pile" in record:
        record["pile"].setdefault("cards", [])
        if not line.text("pile"):
            line.refuse("pile", "field_missing")
    if line.text("called_out"):
        return record
    if "called_out" in record:  # nobody called out
        line.refuse("first15", "value_not_allowed", allowed=("no",))
    entry = EntryMode.CARDS if "pile" in record else EntryMode.QUICK
    return {"entry": entry.value, **record}


BOLOGNESE_COLUMNS = DealColumns(
    result=BologneseRecord,
    columns={
        "entry": Column(
            _("way of entry"),
            "way of entry, saisie, mode de saisie, inserimento",
            code_cell(Codes(ENTRIES)),
        ),
        "ns_sequences": Column(
            _("sequences of North–South"),
            "sequences of north south, sequences ns, sequences de nord sud, sequenze ns, "
            "sequenze di nord sud",
            SEQUENCES,
            ("quick", "ns", "sequences"),
        ),
        "ns_cricche": Column(
            _("cricche of North–South"),
            "cricche of north south, cricche ns, cricche de nord sud, cricche di nord sud",
            CRICCHE,
            ("quick", "ns", "cricche"),
        ),
        "ns_scartini": Column(
            _("card count of North–South"),
            "card count of north south, card count ns, compte des cartes de nord sud, scartini ns, "
            "scartini di nord sud",
            WHOLE,
            ("quick", "ns", "scartini"),
        ),
        "ew_sequences": Column(
            _("sequences of East–West"),
            "sequences of east west, sequences ew, sequences eo, sequences d est ouest, "
            "sequenze eo, sequenze di est ovest",
            SEQUENCES,
            ("quick", "ew", "sequences"),
        ),
        "ew_cricche": Column(
            _("cricche of East–West"),
            "cricche of east west, cricche ew, cricche eo, cricche d est ouest, "
            "cricche di est ovest",
            CRICCHE,
            ("quick", "ew", "cricche"),
        ),
        "ew_scartini": Column(
            _("card count of East–West"),
            "card count of east west, card count ew, compte des cartes d est ouest, scartini ew, "
            "scartini eo, scartini di est ovest",
            WHOLE,
            ("quick", "ew", "scartini"),
        ),
        "pile": Column(
            _("whose pile"),
            "whose pile, tas de, tallone di, tallone",
            code_cell(Codes(PAIRS)),
            ("pile", "pair"),
        ),
        "pile_cards": Column(
            _("cards of the pile"),
            "cards of the pile, cards, cartes du tas, carte del tallone",
            CARDS,
            ("pile", "cards"),
        ),
        "passed_card": Column(
            _("card given for the Matto"),
            "card given for the matto, carte donnee pour le matto, carta data per il matto",
            CARD,
        ),
        "last_trick": Column(_("last trick"), "dernier pli, ultima presa"),
        "accusi": Column(
            _("declarations of everybody"),
            "declarations of everybody, declarations, declarations de chacun, accusi di ognuno, "
            "accuso",
            ACCUSI,
        ),
        "penalties": Column(
            _("keeps its card count alone"),
            "keeps its card count alone, penalty, penalites, penalita, "
            "ne garde que son compte de cartes, tiene solo gli scartini",
            CellKind(_read_pair_penalties, _encoded_penalties),
        ),
        "called_out": Column(
            _("who called out"),
            "who called out, qui a annonce la sortie, di chi e la chiamata fuori, chiamata fuori,"
            " chi si e chiamato fuori, chiamato fuori",
            NAME,
            ("called_out", "player"),
        ),
        "first15": Column(
            _("on the first 15 cards"),
            "on the first 15 cards, sur les 15 premieres cartes, sulle prime 15 carte",
            YES,
            ("called_out", "first15"),
        ),
    },
    sides={
        "ns_total": Head(
            _("total of North–South"),
            "total of north south, total ns, total de nord sud, totale ns, totale di nord sud",
        ),
        "ew_total": Head(
            _("total of East–West"),
            "total of east west, total ew, total eo, total d est ouest, totale eo, "
            "totale di est ovest",
        ),
    },
    codes={Pair: Codes(PAIRS)},
    void_reasons=VOID_REASONS,
    marks=frozenset({*QUICK, "pile_cards", "last_trick", "accusi"}),
    sample=(
        "date;table;players;ns_sequences;ns_cricche;ew_sequences;ew_cricche;ew_scartini;"
        "last_trick;accusi",
        "2025-10-10;1;Nora|Wanda|Sergio|Elio;60;0;25;17;47;ns;Wanda:17",
        "2025-10-10;1;;grande:4|mori:3;re:3;danari:4;0;29;ew;",
    ),
    finish=_completed,
    mended={
        "scartini_sum": "ns_scartini",
        "cappotto_totals": "ns_scartini",
        "cricche_conflict": "ns_cricche",
    },
)

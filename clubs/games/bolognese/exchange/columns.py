"""A deal of Tarocco bolognese in the columns of a sheet. Source: bolognese.md §8.

What nests in a record stands in a cell as compact text: a tally as `grande:7|danari:4`, cards as
`MAT DK CQ`, and declarations as `Nora:ANG MON SOL:only grande|Elio:17:void`, each with its cards or
its points. What a match stood at before a deal is in no column: it follows from those before.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from clubs.core.games import JsonObject
from clubs.core.problems import Problem
from clubs.exchange.imports import values
from clubs.exchange.imports.cells import (
    Cells,
    DealColumns,
    Named,
    Seats,
    first_part,
    is_yes,
    joined,
    seated,
)
from clubs.exchange.imports.columns import Head
from clubs.exchange.imports.lines import ImportLine
from clubs.exchange.imports.values import by_word, name_key
from clubs.exchange.spreadsheets import Cell
from clubs.games.bolognese.core.cards import Family, Pair, Rank
from clubs.games.bolognese.core.records import EntryMode, PairPenalty

COUNTS = ("sequences", "cricche", "scartini")  # of a pair, as counted at the table
QUICK = tuple(f"{pair}_{count}" for pair in Pair for count in COUNTS)
SIDES = tuple(f"{pair}_total" for pair in Pair)

HEADS: dict[str, Head] = {
    "entry": Head(_("way of entry"), "way of entry, saisie, mode de saisie, inserimento"),
    "ns_sequences": Head(
        _("sequences of North–South"),
        "sequences of north south, sequences ns, sequences de nord sud, sequenze ns, "
        "sequenze di nord sud",
    ),
    "ns_cricche": Head(
        _("cricche of North–South"),
        "cricche of north south, cricche ns, cricche de nord sud, cricche di nord sud",
    ),
    "ns_scartini": Head(
        _("card count of North–South"),
        "card count of north south, card count ns, compte des cartes de nord sud, scartini ns, "
        "scartini di nord sud",
    ),
    "ew_sequences": Head(
        _("sequences of East–West"),
        "sequences of east west, sequences ew, sequences eo, sequences d est ouest, sequenze eo, "
        "sequenze di est ovest",
    ),
    "ew_cricche": Head(
        _("cricche of East–West"),
        "cricche of east west, cricche ew, cricche eo, cricche d est ouest, cricche di est ovest",
    ),
    "ew_scartini": Head(
        _("card count of East–West"),
        "card count of east west, card count ew, compte des cartes d est ouest, scartini ew, "
        "scartini eo, scartini di est ovest",
    ),
    "pile": Head(_("whose pile"), "whose pile, tas de, tallone di, tallone"),
    "pile_cards": Head(
        _("cards of the pile"), "cards of the pile, cards, cartes du tas, carte del tallone"
    ),
    "passed_card": Head(
        _("card given for the Matto"),
        "card given for the matto, carte donnee pour le matto, carta data per il matto",
    ),
    "last_trick": Head(_("last trick"), "dernier pli, ultima presa"),
    "accusi": Head(
        _("declarations of everybody"),
        "declarations of everybody, declarations, declarations de chacun, accusi di ognuno, accuso",
    ),
    "penalties": Head(
        _("keeps its card count alone"),
        "keeps its card count alone, penalty, penalites, penalita, "
        "ne garde que son compte de cartes, tiene solo gli scartini",
    ),
    "called_out": Head(
        _("who called out"),
        "who called out, qui a annonce la sortie, di chi e la chiamata fuori, chiamata fuori,"
        " chi si e chiamato fuori, chiamato fuori",
    ),
    "first15": Head(
        _("on the first 15 cards"),
        "on the first 15 cards, sur les 15 premieres cartes, sulle prime 15 carte",
    ),
    "ns_total": Head(
        _("total of North–South"),
        "total of north south, total ns, total de nord sud, totale ns, totale di nord sud",
    ),
    "ew_total": Head(
        _("total of East–West"),
        "total of east west, total ew, total eo, total d est ouest, totale eo, totale di est ovest",
    ),
}

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
TALLIES = {"sequences": FAMILIES, "cricche": RANKS}
PENALTIES = by_word({PairPenalty.SCARTINI_ONLY: "scartini_only, scartini"})
NOTHING = {name_key(word) for word in (NONE, "aucune", "nessuna")}
INVALID = {name_key(word) for word in ("void", "nulle", "nul", "nullo", "non valido")}
AFTER_CARDS = (
    "void",
    *(f"{ONLY} {name}" for name in dict.fromkeys([*FAMILIES.values(), *RANKS.values()])),
)
ONLY_WORDS = {name_key(word) for word in (ONLY, "seulement", "solo")}
VOID_REASONS = by_word({"misdeal": values.MISDEAL_WORDS, "other": values.OTHER_WORDS})

# Where what is wrong with the counts of both pairs is mended.
OF_BOTH = {
    "scartini_sum": "ns_scartini",
    "cappotto_totals": "ns_scartini",
    "cricche_conflict": "ns_cricche",
}


# Cells become a record


def _read_bolognese_result(line: ImportLine, seats: Seats) -> dict[str, Any]:
    """What the row says; what must be there, and go together, the rules of the game know."""
    caller = seated(line, "called_out", seats)
    quick, pile = _quick_of(line), _pile_of(line)
    entry = line.code("entry", ENTRIES)
    if entry is None and not line.text("called_out"):
        entry = EntryMode.CARDS if pile else EntryMode.QUICK
    first15 = {"first15": True} if is_yes(line, "first15") else {}
    if first15 and not line.text("called_out"):
        line.refuse("first15", "value_not_allowed", allowed=("no",))  # nobody called out
    return {
        "entry": entry and str(entry),
        "quick": quick,
        "pile": pile,
        "passed_card": line.text("passed_card").upper() or None,
        "last_trick": line.code("last_trick", PAIRS),
        "accusi": list(_accusi_of(line, seats)),
        "penalties": _read_pair_penalties(line),
        "called_out": {"player": caller, **first15} if caller else None,
    }


def _quick_of(line: ImportLine) -> dict[str, Any] | None:
    if not any(line.text(column) for column in QUICK):
        return None
    counts: dict[str, Any] = {}
    for pair in Pair:
        pair_counts = {
            "sequences": _count_of(line, f"{pair}_sequences", FAMILIES),
            "cricche": _count_of(line, f"{pair}_cricche", RANKS),
            "scartini": line.whole(f"{pair}_scartini"),
        }
        counts[pair.value] = {
            name: value for name, value in pair_counts.items() if value is not None
        }
    return counts


def _count_of(
    line: ImportLine, column: str, names: Mapping[str, str]
) -> int | dict[str, int] | None:
    """A total, or a tally of the cards of each combination."""
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
            tally[str(name)] = count
    return tally


def _pile_of(line: ImportLine) -> dict[str, Any] | None:
    if not line.text("pile") and not line.text("pile_cards"):
        return None
    if not line.text("pile"):
        line.refuse("pile", "field_missing")
    return {"pair": line.code("pile", PAIRS), "cards": _cards_of(line.text("pile_cards"))}


def _cards_of(text: str) -> list[str]:
    """Codes, with blanks, commas or bars between them."""
    return text.upper().replace(",", " ").replace("|", " ").split()


def _accusi_of(line: ImportLine, seats: Seats) -> Iterator[dict[str, Any]]:
    """`name:cards or points`, then `only` with names of combinations, and `void`."""
    for part in values.split_list(line.text("accusi")):
        name, _colon, rest = part.partition(":")
        what, *more = rest.split(":")
        player = seats.get(name_key(name))
        points = values.parse_whole(what.strip())
        declared = {"cards": _cards_of(what)} if points is None else {"points": points}
        if player is None:
            line.refuse("accusi", "player_unknown", name=name.strip())
        else:
            yield {"player": player, **declared, **_more_of(line, more)}


def _more_of(line: ImportLine, parts: list[str]) -> dict[str, Any]:
    """What stands behind the cards or the points of a declaration."""
    details: dict[str, Any] = {}
    for part in parts:
        first, *others = part.split() or [""]
        names = [values.word(FAMILIES, one) or values.word(RANKS, one) for one in others]
        if name_key(first) in ONLY_WORDS and all(names):
            details["only"] = [str(name) for name in names]
        elif name_key(part) in INVALID:
            details["void"] = True
        else:
            line.refuse("accusi", "value_not_allowed", allowed=AFTER_CARDS)
    return details


def _read_pair_penalties(line: ImportLine) -> dict[str, str] | None:
    """A pair each; what the penalty is may stand behind it."""
    penalties = {}
    for part in values.split_list(line.text("penalties")):
        said, _colon, what = part.partition(":")
        pair = values.word(PAIRS, said)
        penalty = values.word(PENALTIES, what) if what.strip() else PairPenalty.SCARTINI_ONLY
        if pair is None or penalty is None:
            allowed = tuple(f"{pair}:{penalty}" for pair in Pair for penalty in PairPenalty)
            line.refuse("penalties", "value_not_allowed", allowed=allowed)
        else:
            penalties[pair] = str(penalty)
    return penalties or None


# A record becomes cells


def _bolognese_cells(record: JsonObject) -> Cells:
    pile, called_out = record.get("pile") or {}, record.get("called_out") or {}
    return {
        "entry": record.get("entry"),
        **_quick_cells(record.get("quick") or {}),
        "pile": pile.get("pair"),
        "pile_cards": " ".join(pile.get("cards") or ()),
        "passed_card": record.get("passed_card"),
        "last_trick": record.get("last_trick"),
        "accusi": joined(map(_encoded_accuso, record.get("accusi") or ())),
        "penalties": joined(
            f"{pair}:{what}" for pair, what in (record.get("penalties") or {}).items() if what
        ),
        "called_out": called_out.get("player"),
        "first15": "yes" if called_out.get("first15") else "",
    }


def _quick_cells(quick: JsonObject) -> Cells:
    return {
        f"{pair}_{name}": _count_cell(count)
        for pair, counts in quick.items()
        for name, count in counts.items()
    }


def _count_cell(count: int | Mapping[str, int | None] | None) -> Cell:
    """A number, or a tally as text."""
    if not isinstance(count, Mapping):
        return count
    text = joined(f"{name}:{number}" for name, number in count.items() if number is not None)
    return text or NONE


def _encoded_accuso(accuso: JsonObject) -> str:
    points = accuso.get("points")
    what = " ".join(accuso.get("cards") or ()) if points is None else str(points)
    only = " ".join([ONLY, *accuso["only"]]) if accuso.get("only") else ""
    void = "void" if accuso.get("void") else ""
    return ":".join(filter(None, [accuso["player"], what, only, void]))


def _path_of(column: str) -> tuple[str, ...]:
    """`ns_sequences` are `quick.ns.sequences`."""
    if column in QUICK:
        return ("quick", *column.split("_"))
    return ("pile", "cards") if column == "pile_cards" else (column,)


# Where a problem is mended


def _column_of(problem: Problem) -> str:
    """`quick.ns.sequences.grande` is in `ns_sequences`, `pile.cards[2]` in `pile_cards`."""
    path = (problem.field or "").replace("[", ".").split(".")
    if path[0] == "quick":
        return f"{path[1]}_{path[2]}" if len(path) > 2 else OF_BOTH.get(problem.code, QUICK[0])
    if path[:2] == ["pile", "cards"]:
        return "pile_cards"
    if path == ["called_out", "first15"]:
        return "first15"
    return first_part(problem)


BOLOGNESE_COLUMNS = DealColumns(
    heads=HEADS,
    marks=frozenset({*QUICK, "pile_cards", "last_trick", "accusi"}),
    sample=(
        "date;table;players;ns_sequences;ns_cricche;ew_sequences;ew_cricche;ew_scartini;"
        "last_trick;accusi",
        "2025-10-10;1;Nora|Wanda|Sergio|Elio;60;0;25;17;47;ns;Wanda:17",
        "2025-10-10;1;;grande:4|mori:3;re:3;danari:4;0;29;ew;",
    ),
    void_reasons=VOID_REASONS,
    read=_read_bolognese_result,
    cells=_bolognese_cells,
    named=Named(entries=("accusi",), objects=("called_out",)),
    column_of=_column_of,
    sides=SIDES,
    path_of=_path_of,
)

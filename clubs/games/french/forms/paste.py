"""French deals from a spreadsheet: which column is which, and its words as codes for the cells.

With headings the columns may come in any order and tell what the cells tell, in French, English or
Italian; what is not known is left out. Without them they come in the order of the grid. A word that
cannot be read goes into its cell as it is, where it is marked.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from django.core.exceptions import ValidationError

from clubs.core.names import name_key
from clubs.forms.deals.bulk import Typed
from clubs.forms.deals.bulk_cells import Seats, headings_of
from clubs.games.french.forms.shorthand import CAMPS, CONTRACTS, DOG_WORDS, SIZES, VOIDS
from clubs.games.french.queries import typed_words

# Headings by name_key.
HEADINGS = {
    "dealer": ("donneur", "dealer", "donne par", "mazziere"),
    "out": ("mort", "au repos", "repos", "rests", "sitting out", "out", "a riposo", "riposo"),
    "taker": ("preneur", "taker", "declarant", "qui", "dichiarante"),
    "called": (
        *("appele", "appelee", "appele(e)", "roi appele", "roi", "partenaire", "called"),
        *("chiamato", "chiamata", "re chiamato", "re", "compagno"),
    ),
    "queen": ("dame", "dame appelee", "2e appele", "queen", "called 2", "dama", "dama chiamata"),
    "contract": ("contrat", "contract", "enchere", "bid", "contratto"),
    "oudlers": ("bouts", "bout", "nb bouts", "nombre de bouts", "oudlers", "oudler", "onori"),
    "points": (
        *("points", "pts", "points attaque", "points comptes", "points counted"),
        *("punti", "punti dell'attacco", "punti contati"),
    ),
    "defence": (
        *("points defense", "points de la defense", "points of the defence"),
        "punti della difesa",
    ),
    "bonuses": ("annonces", "primes", "bonus", "bonuses"),
    "poignee": ("poignee", "poignees", "handful", "handfuls", "manciata", "manciate"),
    "petit": ("petit au bout", "petit", "petit_au_bout", "petit at the end", "bagatto ultimo"),
    "chelem": ("chelem", "grand chelem", "slam", "cappotto"),
    "void": ("nulle", "annulee", "void", "void_reason", "nulla", "non giocata"),
}
COLUMNS = {heading: name for name, headings in HEADINGS.items() for heading in headings}

ALONE = "alone"  # instead of a number: whoever took
NOTHING = {"", "0", "non", "no", "aucun", "aucune", "none", "nessuno", "nessuna"}


def _in_cells(words: Mapping[str, str], cells: Mapping[str, str], sign: str = "") -> dict[str, str]:
    """What stands in a cell for each word, from the codes by what stands for them there."""
    written = {code: f"{sign}{cell}" for cell, code in cells.items()}
    return {word: written[code] for word, code in words.items() if code in written}


CONTRACT_WORDS = _in_cells(typed_words.CONTRACTS, CONTRACTS)
VOID_WORDS = _in_cells(typed_words.VOID_REASONS, VOIDS)
POIGNEE_WORDS = _in_cells(typed_words.SIZES, SIZES, sign="P")
PETIT_WORDS = _in_cells(typed_words.CAMPS, CAMPS)
# Only what says whether it was announced: nothing that changes a score is guessed.
CHELEM_WORDS = {
    "non annonce": "C",
    "fait sans annonce": "C",
    "unannounced": "C",
    "annonce et fait": "CA",
    "announced and made": "CA",
    "annonce et chute": "CX",
    "announced and not made": "CX",
    "non dichiarato": "C",
    "fatto, non dichiarato": "C",
    "dichiarato e fatto": "CA",
    "dichiarato, non fatto": "CX",
    "dichiarato e non fatto": "CX",
    "difesa": "CD",
    "defense": "CD",
    "defence": "CD",
}


def read_pasted_rows(
    rows: Sequence[Sequence[str]], seats: Seats, order: Sequence[str], called_count: int
) -> list[Typed]:
    """The texts for the cells of each row. order are the cells that rows without headings fill."""
    if not rows:
        return []
    if headings := headings_of(rows, COLUMNS):
        names, rows = headings, rows[1:]
    else:
        names = _with_called(list(order), rows[0], called_count)
    return [_typed_row(_cells_by_name(names, row), seats, called_count) for row in rows]


def _with_called(order: list[str], row: Sequence[str], called_count: int) -> list[str]:
    """A spreadsheet has the called players in columns of their own; the contract comes later."""
    if order[:1] != ["taker"] or not called_count:
        return order
    apart = ["taker", *("called", "queen")[:called_count], *order[1:]]
    at = apart.index("contract")
    return apart if len(row) > at and _is_contract(row[at]) and not _is_contract(row[1]) else order


def _cells_by_name(names: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    """The cells of a row by what they are; the first one counts where two are the same."""
    cells: dict[str, str] = {}
    for name, cell in zip(names, row, strict=False):
        if name and cell:
            cells.setdefault(name, cell)
    return cells


def _typed_row(cells: Mapping[str, str], seats: Seats, called_count: int) -> Typed:
    typed = {name: cells[name] for name in ("oudlers", "points") if name in cells}
    for name in ("dealer", "out"):
        if name in cells:
            typed[name] = "".join(_numbers(cells[name], seats))
    if cells.keys() & {"taker", "void"}:
        typed["taker"] = _taking(cells, seats, called_count)
    if "contract" in cells:
        typed["contract"] = _letter(cells["contract"])
    if "defence" in cells and "points" not in cells:
        typed["points"] = f"D{cells['defence']}"
    if bonuses := _bonus_codes(cells):
        typed["bonuses"] = bonuses
    return typed


def _taking(cells: Mapping[str, str], seats: Seats, called_count: int) -> str:
    """The code of the first cell: "12", or with a name that nobody has "Zoé/2"."""
    taker = cells.get("taker", "")
    reason = VOID_WORDS.get(name_key(cells.get("void") or taker))
    if reason:
        return reason
    if taker.isdecimal() and "called" not in cells:
        return taker
    players = _numbers(taker, seats)
    for name in ("called", "queen"):
        players += _numbers(cells.get(name, ""), seats)
    if ALONE in players:
        players = players[:1] * (called_count + 1)
    return "".join(players) if all(map(_is_digit, players)) else "/".join(players)


def _numbers(text: str, seats: Seats) -> list[str]:
    """Returns players by their numbers, the dog as 0, and an unknown name as it is written."""
    return [_partner_code(part, seats) for part in seats.split(text) if part]


def _partner_code(word: str, seats: Seats) -> str:
    key = name_key(word)
    if key in DOG_WORDS:
        return "0"
    if key in typed_words.ALONE_WORDS:
        return ALONE
    with suppress(ValidationError):
        return str(list(seats.uuids).index(seats.find(word)) + 1)
    return word


def _is_digit(text: str) -> bool:
    return len(text) == 1 and text.isdecimal()


def _letter(text: str) -> str:
    return CONTRACT_WORDS.get(name_key(text), text)


def _is_contract(text: str) -> bool:
    return _letter(text).upper() in CONTRACTS


def _bonus_codes(cells: Mapping[str, str]) -> str:
    """One cell of what a spreadsheet has in several."""
    words: dict[str, Callable[[str], str]] = {
        "bonuses": str,
        "poignee": lambda text: _coded(text, POIGNEE_WORDS),
        "petit": lambda text: _coded(text, PETIT_WORDS),
        "chelem": lambda text: _coded(text, CHELEM_WORDS),
    }
    codes = [code(cells[name]) for name, code in words.items() if name in cells]
    return " ".join(code for code in codes if code)


def _coded(text: str, codes: Mapping[str, str]) -> str:
    key = name_key(text)
    return "" if key in NOTHING else codes.get(key, text)

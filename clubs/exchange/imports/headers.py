"""Headers in French, English or Italian: the column that each means, and the kind of the file.

Source: leagues.md §7.1, §7.2, §7.3.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from django.utils.translation import gettext_lazy as _

from clubs.core.free_columns import MOST_FREE
from clubs.core.games import DEFAULT_GAME
from clubs.core.names import name_key
from clubs.exchange.games import FILES
from clubs.exchange.imports.columns import (
    FREE,
    IGNORED,
    KEPT_FREE,
    SCORE,
    SEAT,
    Columns,
    ImportKind,
    are_wide,
)
from clubs.exchange.imports.values import is_evening

BIRTH_YEAR = (
    "year of birth, born, born in, birth date, date of birth, naissance, ne e en, "
    "ne en, ne e le, ne le, annee de naissance, date de naissance, anno di nascita, "
    "data di nascita, nascita, nato nel, nato a nel"
)

PEOPLE = (
    "name, nom, nome, noms, nomi, joueur, joueurs, player, players, giocatore, giocatori, member, "
    "members, membre, membres, adherent, adherents, socio, soci, nom et prenom, noms et prenoms, "
    "prenom et nom, full name, nom complet, nome e cognome"
)
NAME_PARTS = {
    # Some lists write NOM Prénom in one column without any sign between.
    "family_first": "nom prenom, noms prenoms, cognome nome, cognome e nome, last name first name, "
    "family name first, surname first name, nom puis prenom, family name and first name",
    "first_name": "first name, prenom, prenoms, given name, nome di battesimo",
    "last_name": "last name, family name, surname, nom de famille, cognome",
}

KIND_LABELS = {
    ImportKind.MEMBERS: _("Members"),
    ImportKind.TOTALS: _("Totals"),
    ImportKind.DEALS: _("Deals"),
}

MOST_SEATS = 8  # at a table of any game
SEAT_WORDS = ("player", "joueur", "joueuse", "giocatore", "giocatrice", "seat", "place", "posto")
TABLE_WORDS = "tavolo, n table, no table, numero de table"
# The columns of each kind with what they are called, besides their own name. Of deals those that
# lists of every game have; the others are in the register of games.
COLUMNS: dict[ImportKind, dict[str, str]] = {
    ImportKind.MEMBERS: {
        "name": PEOPLE,
        **NAME_PARTS,
        "nickname": "surnom, pseudo, soprannome",
        "licence": "license, numero de licence, n licence, n de licence, no licence, "
        "no de licence, licence number, tessera, numero di tessera, numero tessera, n tessera, "
        "n di tessera, licence fft, numero de licence fft, n licence fft, n de licence fft",
        "categories": "category, categorie, categoria, group, groups, groupe, groupes, gruppo, "
        "gruppi",
        "email": "e mail, mail, courriel, adresse mail, e mail address, adresse e mail, "
        "posta elettronica, indirizzo e mail, indirizzo email",
        "birth_year": BIRTH_YEAR,
        "member_since": "membre depuis, adhesion, date d adhesion, adherent depuis, socio dal, "
        "data di iscrizione, since",
        "active": "actif, attivo",
        "public_name": "nom public, nom sur les pages publiques, nome pubblico, "
        "nome sulle pagine pubbliche, name on public pages",
    },
    ImportKind.TOTALS: {
        "player": PEOPLE,
        **NAME_PARTS,
        "date": "jour, data, giorno",
        "score": "total de la soiree, score de la soiree, marque, punteggio, "
        "punteggio della serata, resultat, result, risultato, score of the evening",
        "deals": "donnes, nombre de donnes, mani, numero di mani, deal count, number of deals",
        "table": TABLE_WORDS,
        "points": "points de place, punti, punti di piazzamento",
        "total": "totaux, totale, somme, sum, somma",
    },
    ImportKind.DEALS: {
        "date": "jour, data, giorno, horodateur, timestamp, informazioni cronologiche",
        "evening": "soiree, serata",
        "table": TABLE_WORDS,
        "players": "joueurs, giocatori, players in seat order, joueurs dans l ordre des places, "
        "giocatori nell ordine dei posti",
        **{
            f"{SEAT}{seat}": ", ".join(f"{word} {seat}" for word in SEAT_WORDS) + f", j{seat}"
            for seat in range(1, MOST_SEATS + 1)
        },
        "dealer": "donneur, mazziere",
        "kind": "genre, type, nature, kind of deal, genre de donne, tipo, tipo di mano",
        "void_reason": "motif, raison, reason, motivo, why it is void, pourquoi elle est nulle, "
        "perche non e giocata",
        "label": "libelle, jeu, etichetta, what was played, ce qui s est joue, "
        "che cosa si e giocato",
        "note": "notes, remarque, remarques, commentaire, comment, nota",
        "uuid": "identifiant, id, identity uuid, identite uuid, identita uuid",
    },
}

NEEDED: dict[ImportKind, tuple[str, ...]] = {
    ImportKind.MEMBERS: ("name",),
    ImportKind.TOTALS: ("player",),
    ImportKind.DEALS: ("date", "players"),
}
WHOLE_NAME = {ImportKind.MEMBERS: "name", ImportKind.TOTALS: "player"}  # may be in two columns
SCORE_WORDS = ("total", "points")  # of one evening, where no other column has its scores
# What lists of members have, also beside scores, and lists of one evening without ranks do not.
OF_MEMBERS = {"licence", "email", "nickname", "birth_year", "member_since", "categories"}
# Rows that are numbered: their order in the file says it already.
COUNTERS = {"n", "no", "num", "numero", "number", "donne", "n donne", "no donne", "deal", "mano"}
# What follows from the scores beside it.
RANKS = {
    *("rang", "rank", "clt", "class", "classement", "place", "position", "rango", "posizione"),
    *("moyenne", "moy", "mean", "average", "media"),
}
LEFT_OUT = {ImportKind.DEALS: COUNTERS, ImportKind.TOTALS: COUNTERS | RANKS}
BETWEEN = re.compile(r"[^\w]+|_+")
# As header_key has it. A letter alone, as in "J1", is that of a seat.
NUMBERED_EVENING = re.compile(
    r"(?:soiree|seance|journee|manche|etape|evening|night|session|round|serata|giornata|tappa)"
    r"(?: (?:n|no|numero))? ?\d{1,3}"
)
SCORE_HEADER = re.compile(r"\s*(score|punteggio|points? de|marque)\s*:\s*(?P<name>.+)", re.I)


def header_key(text: str) -> str:
    """A heading without case, accents and punctuation."""
    return " ".join(BETWEEN.sub(" ", name_key(text)).split())


def is_undated(text: str) -> bool:
    """Whether a heading is of an evening and says no date: "Soirée 1"."""
    return NUMBERED_EVENING.fullmatch(header_key(text)) is not None


def header_keys(header: Iterable[str]) -> tuple[str, ...]:
    """The key of each heading. Those that are there again are numbered, so that each is answered
    for: "total", "total 2"."""
    keys = [header_key(text) for text in header]
    before = [keys[:place].count(key) for place, key in enumerate(keys)]
    return tuple(
        f"{key} {count + 1}" if key and count else key
        for key, count in zip(keys, before, strict=True)
    )


@cache
def words_of(kind: ImportKind, game: str = "") -> dict[str, str]:
    """Column by each word that it may be called. game matters for a list of deals only."""
    called = {**COLUMNS[kind]}
    if kind is ImportKind.DEALS:
        called |= {column: head.names for column, head in FILES[game].deals.heads.items()}
    return {
        header_key(word): column
        for column, others in called.items()
        for word in (column, *others.split(","))
    }


def known_columns(kind: ImportKind, game: str) -> tuple[str, ...]:
    """Every column that a file of this kind, and of this game, may have."""
    return tuple(dict.fromkeys(words_of(kind, game).values()))


def is_known_header(text: str) -> bool:
    """Whether a list of any kind and game has a column of this name."""
    key = header_key(text)
    lists = [words_of(kind) for kind in KIND_ORDER]
    lists += [words_of(ImportKind.DEALS, game) for game in FILES]
    return any(key in words for words in lists)


def guess_kind(header: Iterable[str], *, has_day: bool = False) -> ImportKind | None:
    """The kind of a file by its header, None when that says too little. has_day: its title has the
    date of one evening."""
    header = list(header)
    keys = [header_key(text) for text in header]
    if any(_marks_of(game, keys) for game in FILES):
        return ImportKind.DEALS
    totals, members = ({words_of(kind).get(key) for key in keys} for kind in KIND_ORDER)
    dates = any(is_evening(text) or is_undated(text) for text in header)
    scores = {"score", *(SCORE_WORDS if has_day or "date" in totals else ())}
    is_ranked = not RANKS.isdisjoint(keys)
    may_be_totals = "date" in totals or is_ranked or not members & OF_MEMBERS
    if totals & {"player", *NAME_PARTS} and (dates or (totals & scores and may_be_totals)):
        return ImportKind.TOTALS
    if members & {"name", *NAME_PARTS}:
        return ImportKind.MEMBERS
    return None


KIND_ORDER = (ImportKind.TOTALS, ImportKind.MEMBERS)


def _marks_of(game: str, keys: Iterable[str]) -> set[str]:
    words = words_of(ImportKind.DEALS, game)
    return {words.get(key, "") for key in keys} & FILES[game].deals.marks


def _guess_game(header: Sequence[str], answers: Mapping[str, str]) -> str:
    """The game of a list of deals: the one that knows most of its headings, and of several the
    usual one."""
    keys = [header_key(text) for text in header]

    def known(game: str) -> int:
        words = words_of(ImportKind.DEALS, game)
        columns = set(words.values())
        return sum(1 for key in keys if key in words or answers.get(key) in columns)

    return max((DEFAULT_GAME, *FILES), key=known)


def read_header(
    kind: ImportKind, header: Sequence[str], answers: Mapping[str, str], game: str = ""
) -> Columns:
    """answers are what a person said of headers: column by their keys (header_keys). Of two
    headers for one column the first is taken. game is that of a list of deals, if somebody said."""
    if kind is not ImportKind.DEALS:
        game = ""
    elif game not in FILES:
        game = _guess_game(header, answers)
    words = words_of(kind, game)
    columns: list[str] = []
    keys = header_keys(header)
    for text, key in zip(header, keys, strict=True):
        # A second column of one name would overwrite the first row by row: it stays unknown.
        column = column_of(kind, words, text, answers.get(key, ""))
        if kind is ImportKind.MEMBERS and answers.get(key) == KEPT_FREE:
            free = [one for one in columns if one.startswith(FREE)]
            label = FREE + text.strip(" :")
            column = (
                (label if label not in free else FREE + key) if len(free) < MOST_FREE else IGNORED
            )
        is_again = column in columns and column != IGNORED
        columns.append("" if is_again else column)
    if kind in WHOLE_NAME:
        columns = _names_apart(columns, WHOLE_NAME[kind])
    asks_days = kind is ImportKind.TOTALS and any(
        is_undated(text) and not column for text, column in zip(header, columns, strict=True)
    )
    if kind is ImportKind.TOTALS and not (asks_days or are_wide(kind, columns)):
        columns = _with_score(columns)
    elif kind is ImportKind.DEALS:
        columns = _seats_under(header, columns)
    missing = _missing_columns(kind, columns, asks_days=asks_days)
    return Columns(kind, tuple(header), keys, tuple(columns), missing, game)


def column_of(kind: ImportKind, words: Mapping[str, str], text: str, answer: str) -> str:
    """The column that a heading is, by the answer of a person or by its words."""
    is_day = kind is ImportKind.TOTALS and is_evening(answer)
    if is_day or answer == IGNORED or answer in words.values():
        return answer  # another game may have had a column of that name
    key = header_key(text)
    if not key or key in LEFT_OUT.get(kind, ()):
        return IGNORED
    if kind is ImportKind.DEALS and (match := SCORE_HEADER.fullmatch(text)):
        return SCORE + match["name"].strip()
    if kind is ImportKind.DEALS and answer == SCORE:
        return SCORE + text.strip(" :")
    if kind is ImportKind.TOTALS and is_evening(text):
        return text
    return words.get(key, "")


def _names_apart(columns: list[str], whole: str) -> list[str]:
    """The columns with that of the whole name as what it means beside a column for the other half:
    « Nom » beside « Prénom » is the last name, "nome" beside "cognome" the first."""
    lacking = [half for half in ("first_name", "last_name") if half not in columns]
    if whole not in columns or len(lacking) != 1:
        return columns
    return [lacking[0] if column == whole else column for column in columns]


def _with_score(columns: list[str]) -> list[str]:
    """The columns with what else is called points as the score, where nothing is called so."""
    called = next((word for word in SCORE_WORDS if word in columns), "")
    if "score" in columns or not called:
        return columns
    return ["score" if column == called else column for column in columns]


def _seats_under(header: Sequence[str], columns: Sequence[str]) -> list[str]:
    """The columns with a seat each where the heading of the players goes on over cells that are
    empty, as a merged one does."""
    seats = list(columns)
    start = columns.index("players") if "players" in columns else len(columns)
    for seat, place in enumerate(range(start + 1, len(columns)), 2):
        if header[place] or seat > MOST_SEATS:
            break
        seats[place] = f"{SEAT}{seat}"
    return seats


def _missing_columns(
    kind: ImportKind, columns: Sequence[str], *, asks_days: bool
) -> tuple[str, ...]:
    """asks_days: evenings have columns, of which the dates are not said yet."""
    gaps = [column for column in NEEDED[kind] if column not in columns]
    if "family_first" in columns or {"first_name", "last_name"} <= set(columns):
        gaps = [column for column in gaps if column != WHOLE_NAME.get(kind)]
    if kind is ImportKind.DEALS and any(one.startswith((SEAT, SCORE)) for one in columns):
        gaps = [column for column in gaps if column != "players"]
    if kind is ImportKind.TOTALS and not (asks_days or are_wide(kind, columns)):
        gaps += [column for column in ("date", "score") if column not in columns]
    return tuple(gaps)

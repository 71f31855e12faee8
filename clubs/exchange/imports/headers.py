"""Which column a header means, in French, English or Italian; and what a file is by its header.

Source: leagues specification, sections 7.1 to 7.3.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from clubs.core.names import name_key
from clubs.exchange.imports.values import looks_like_date

SCORE = "score:"  # a column of the scores of one player, `score: NAME`
IGNORED = "-"  # a header that was looked at and left out


class Kind(StrEnum):
    MEMBERS = "members"
    TOTALS = "totals"
    DEALS = "deals"


KIND_LABELS = {Kind.MEMBERS: _("Members"), Kind.TOTALS: _("Totals"), Kind.DEALS: _("Deals")}

# The columns of each kind with what they are called, besides their own name.
COLUMNS: dict[Kind, dict[str, str]] = {
    Kind.MEMBERS: {
        "name": "nom, nome, joueur, player, giocatore, member, membre, adherent, socio, "
        "nom et prenom, prenom et nom, full name, nom complet, nome e cognome",
        "first_name": "first name, prenom, given name, nome di battesimo",
        "last_name": "last name, family name, surname, nom de famille, cognome",
        "nickname": "surnom, pseudo, soprannome",
        "licence": "license, numero de licence, n licence, no licence, licence number, tessera, "
        "numero di tessera, numero tessera, n tessera",
        "categories": "category, categorie, categoria",
        "email": "e mail, mail, courriel, adresse mail, e mail address, adresse e mail, "
        "posta elettronica, indirizzo e mail, indirizzo email",
        "member_since": "membre depuis, adhesion, adherent depuis, socio dal, since",
        "active": "actif, attivo",
        "public_name": "nom public, nom sur les pages publiques, nome pubblico, "
        "nome sulle pagine pubbliche, name on public pages",
    },
    Kind.TOTALS: {
        "player": "joueur, giocatore, name, nom, nome",
        "date": "jour, data, giorno",
        "score": "total de la soiree, score de la soiree, marque, punteggio, "
        "punteggio della serata, resultat, result, risultato, score of the evening",
        "deals": "donnes, nombre de donnes, mani, numero di mani, deal count, number of deals",
        "table": "tavolo",
        "points": "points de place, punti, punti di piazzamento",
        "total": "totaux, totale, somme, sum, somma",
    },
    Kind.DEALS: {
        "date": "jour, data, giorno",
        "evening": "soiree, serata",
        "table": "tavolo, n table, no table, numero de table",
        "players": "joueurs, giocatori, players in seat order, joueurs dans l ordre des places, "
        "giocatori nell ordine dei posti",
        "dealer": "donneur, mazziere",
        "out": "mort, morts, exempt, exempts, au repos, fuori, a riposo, riposo, sitting out",
        "taker": "preneur, dichiarante, declarer",
        "called": "appele, partenaire, partner, chiamato, called partner",
        "contract": "contrat, enchere, contratto",
        "oudlers": "bouts, nb bouts, nombre de bouts, oudler, onori, onore, numero di onori",
        "points": "points attaque, points de l attaque, punti, punti dell attacco, card points",
        "petit_au_bout": "petit at the end, piccolo alla fine, bagatto ultimo",
        "petit_player": "joueur du petit, qui a joue le petit, who played the petit, "
        "giocatore del piccolo, giocatore del bagatto, chi ha giocato il bagatto",
        "poignees": "poignee, handfuls, handful, manciate, manciata",
        "chelem": "slam, cappotto",
        "chelem_announced": "chelem annonce, slam announced, cappotto annunciato, "
        "cappotto dichiarato",
        "petit_chelem": "small slam, piccolo cappotto",
        "petit_chelem_announced": "petit chelem annonce, small slam announced, "
        "piccolo cappotto annunciato, piccolo cappotto dichiarato",
        "miseres": "misere, miseria, miserie",
        "kind": "genre, type, nature, kind of deal, genre de donne, tipo, tipo di mano",
        "void_reason": "motif, raison, reason, motivo, why it is void, pourquoi elle est nulle, "
        "perche non e giocata",
        "label": "libelle, jeu, etichetta, what was played, ce qui s est joue, "
        "che cosa si e giocato",
        "note": "notes, remarque, remarques, commentaire, comment, nota",
        "uuid": "identifiant, id, identity uuid, identite uuid, identita uuid",
    },
}

NEEDED: dict[Kind, tuple[str, ...]] = {
    Kind.MEMBERS: ("name",),
    Kind.TOTALS: ("player",),
    Kind.DEALS: ("date", "players"),
}
# Rows that are numbered: their order in the file says it already.
COUNTERS = {"n", "no", "num", "numero", "number", "donne", "n donne", "no donne", "deal", "mano"}
MARKS_OF_DEALS = {"taker", "contract", "oudlers"}
BETWEEN = re.compile(r"[^\w]+|_+")
SCORE_HEADER = re.compile(r"\s*(score|punteggio|points? de|marque)\s*:\s*(?P<name>.+)", re.I)


def header_key(text: str) -> str:
    """Without case, accents and signs."""
    return " ".join(BETWEEN.sub(" ", name_key(text)).split())


def words_of(kind: Kind) -> dict[str, str]:
    """Column by what it may be called."""
    words = {}
    for column, others in COLUMNS[kind].items():
        for word in (column, *others.split(",")):
            words[header_key(word)] = column
    return words


WORDS = {kind: words_of(kind) for kind in Kind}


@dataclass(frozen=True, slots=True)
class Columns:
    """The header of a file, understood. of has the column of each cell, "" where nobody knows.

    A column `score: NAME` is `score:NAME`, an evening of the totals its date as it is written.
    unknown are the headers that were not understood, missing the columns that are needed.
    """

    kind: Kind
    header: tuple[str, ...]
    of: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def unknown(self) -> tuple[str, ...]:
        pairs = zip(self.header, self.of, strict=True)
        return tuple(header for header, column in pairs if header and not column)

    @property
    def is_wide(self) -> bool:
        """Totals with a column for each evening."""
        return self.kind is Kind.TOTALS and "date" not in self.of

    def index(self) -> dict[str, int]:
        """The place of each column that is used."""
        return {column: n for n, column in enumerate(self.of) if column not in ("", IGNORED)}


def guess_kind(header: Iterable[str]) -> Kind | None:
    """What a file is, None when its header says too little."""
    keys = [header_key(text) for text in header]
    deals, totals, members = ({WORDS[kind].get(key) for key in keys} for kind in KIND_ORDER)
    if deals & MARKS_OF_DEALS:
        return Kind.DEALS
    dates = any(looks_like_date(text) for text in header)
    if "player" in totals and (dates or {"date", "score"} <= totals):
        return Kind.TOTALS
    if members & {"name", "first_name", "last_name"}:
        return Kind.MEMBERS
    return None


KIND_ORDER = (Kind.DEALS, Kind.TOTALS, Kind.MEMBERS)


def read_header(kind: Kind, header: Sequence[str], told: Mapping[str, str]) -> Columns:
    """told is what a person said of headers that we do not know: column by header_key. Of two
    headers for one column the first is taken."""
    found: list[str] = []
    for text in header:
        column = column_of(kind, text, told)
        is_again = column in found and column != IGNORED
        found.append("" if is_again else column)
    if kind is Kind.MEMBERS:
        found = names_apart(found)
    return Columns(kind, tuple(header), tuple(found), missing(kind, found))


def column_of(kind: Kind, text: str, told: Mapping[str, str]) -> str:
    key = header_key(text)
    if key in told:
        return told[key]
    if not key or (kind is Kind.DEALS and key in COUNTERS):
        return IGNORED
    if kind is Kind.DEALS and (match := SCORE_HEADER.fullmatch(text)):
        return SCORE + match["name"].strip()
    if kind is Kind.TOTALS and looks_like_date(text):
        return text
    return WORDS[kind].get(key, "")


def names_apart(found: list[str]) -> list[str]:
    """« Nom » beside « Prénom » is the last name, "nome" beside "cognome" the first."""
    if "name" in found and "first_name" in found and "last_name" not in found:
        return ["last_name" if column == "name" else column for column in found]
    if "name" in found and "last_name" in found and "first_name" not in found:
        return ["first_name" if column == "name" else column for column in found]
    return found


def missing(kind: Kind, found: Sequence[str]) -> tuple[str, ...]:
    if kind is Kind.MEMBERS and {"first_name", "last_name"} <= set(found):
        return ()
    gaps = [column for column in NEEDED[kind] if column not in found]
    if kind is Kind.TOTALS:
        if "date" in found:
            gaps += [column for column in ("score",) if column not in found]
        elif not any(looks_like_date(column) for column in found):
            gaps.append("date")
    return tuple(gaps)

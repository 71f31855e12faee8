"""A deal of Tarocco a volte in the columns of a sheet. Source: tarocco_volte.md §3."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.exchange.imports import values
from clubs.exchange.imports.cells import CONTRACT, OUT, Codes, Column, DealColumns, name_cell
from clubs.exchange.imports.values import by_word
from clubs.games.volte.core.records import RECORDS, AccusaKind, Contract, Side, VolteResult

CONTRACTS = by_word(
    {
        "liscio": "liscio, lisse, plain, simple, semplice, 1",
        "due": "due, due volte, two, two times, deux, deux fois, 2",
        "quattro": "quattro, quattro volte, four, four times, quatre, quatre fois, 4",
        "otto": "otto, otto volte, eight, eight times, huit, huit fois, 8",
        "dodici": "dodici, dodici volte, twelve, twelve times, douze, douze fois, 12",
    }
)
SIDES = by_word(
    {
        "taker": "taker, preneur, dichiarante, chi gioca da solo, solo, t, p",
        "defence": "defence, defense, défense, difesa, gli altri, gli altri tre, d",
    }
)


def _accusa_words(trumps: int) -> str:
    """What sto bene with so many trumps is called."""
    return (
        f"trionfi_{trumps}, {trumps}, {trumps} trionfi, {trumps} trumps, {trumps} atouts, "
        f"sto bene: {trumps} trionfi, I am well: {trumps} trumps, « sto bene » : {trumps} atouts"
    )


ACCUSE = by_word(
    {
        "trionfi_10": _accusa_words(10),
        "trionfi_13": _accusa_words(13),
        "trionfi_15": _accusa_words(15),
        "miseria": "miseria, misery, misère",
        "miseria_nera": "miseria_nera, miseria nera, black misery, misère noire",
    }
)
VOID_REASONS = by_word(
    {
        "all_pass": values.NOBODY_TAKES_WORDS,
        "matto_alone": "matto_alone, matto alone, matto solo, matto seul, "
        "matto as the only trump, matto unico trionfo, matto comme seul atout",
        "misdeal": values.MISDEAL_WORDS,
        "other": values.OTHER_WORDS,
    }
)

VOLTE_COLUMNS = DealColumns(
    result=VolteResult,
    columns={
        "out": OUT,
        "taker": Column(
            pgettext_lazy("volte", "taker"),
            "preneur, dichiarante, declarer, chi gioca da solo, gioca da solo, solo",
            name_cell("taker_not_seated"),
        ),
        "contract": Column(CONTRACT.label, f"{CONTRACT.names}, volte"),
        "honours": Column(
            _("honours at the start"),
            "honors, honneurs, onori, onore, numero di onori, honneurs du preneur, "
            "onori di chi gioca da solo, honours at the start, honneurs au depart, "
            "onori all inizio",
        ),
        "points": Column(
            _("points"), "points du preneur, points of the taker, punti, punti di chi gioca da solo"
        ),
        "defence_points": Column(
            _("points of the defence"),
            "points of the defence, points de la defense, points defense, punti degli altri tre, "
            "punti della difesa, punti difesa, defense points",
        ),
        "bagatto_last": Column(
            _("Bagatto last"), "bagatto ultimo, bagatto au bout, bagatto en dernier"
        ),
        "matto_last": Column(
            _("Matto captured last"),
            "matto captured last, matto ultimo, matto preso nell ultima, matto pris au bout, "
            "matto pris en dernier",
        ),
        "cappotto": Column(_("cappotto"), "slam, chelem"),
        "accuse": Column(
            _("declarations"), "accusa, declarations, declaration, annonces, annonce, dichiarazioni"
        ),
    },
    codes={
        Contract: Codes(CONTRACTS),
        Side: Codes(SIDES),
        AccusaKind: Codes(ACCUSE),
    },
    void_reasons=VOID_REASONS,
    marks=frozenset({"taker", "contract", "honours"}),
    sample=(
        "date;table;players;taker;contract;honours;points;accuse",
        "2025-10-10;1;Ada|Berto|Cleo|Dino;Ada;quattro;2;45;",
        "2025-10-10;1;;Berto;due;1;47;Ada:trionfi_10|Cleo:miseria",
    ),
    lacking=RECORDS.lacking,
)

"""A deal of Tarocco a volte in the columns of a sheet. Source: tarocco_volte.md §3."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.exchange.imports.cells import CONTRACT, OUT, Codes, Column, DealColumns, name_cell
from clubs.games.volte.core.records import RECORDS, AccusaKind, Contract, Side, VolteResult
from clubs.games.volte.queries import typed_words

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
        Contract: Codes(typed_words.CONTRACTS),
        Side: Codes(typed_words.SIDES),
        AccusaKind: Codes(typed_words.ACCUSE),
    },
    void_reasons=typed_words.VOID_REASONS,
    marks=frozenset({"taker", "contract", "honours"}),
    sample=(
        "date;table;players;taker;contract;honours;points;accuse",
        "2025-10-10;1;Ada|Berto|Cleo|Dino;Ada;quattro;2;45;",
        "2025-10-10;1;;Berto;due;1;47;Ada:trionfi_10|Cleo:miseria",
    ),
    lacking=RECORDS.lacking,
)

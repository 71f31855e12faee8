"""What a population of deals of the volte game tells, for the page of statistics.

Source: tarocco_volte.md §6.
"""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.games.volte.queries.figures import Takes, VolteFigures, VoltePlayer, volte_figures_of
from clubs.games.volte.queries.words import CONTRACTS
from clubs.listings.statistics.figure_words import MOST_BARS, person_row, share_tile
from clubs.listings.statistics.figures import Figure, Series, rate_whiskers
from clubs.listings.statistics.game_figures import (
    Amount,
    FigureRow,
    FigureTable,
    GameFigures,
    Tile,
    count_amount,
    mean_amount,
    rate,
    score_amount,
    score_mean,
)
from clubs.models import Player
from clubs.queries.statistics.populations import Population
from clubs.templatetags.feutre import grouped


def volte_figures(population: Population, player: Player | None = None) -> GameFigures:
    """The figures of everybody, or of one player alone. Three queries."""
    figures = volte_figures_of(population, player)
    if not figures.deals:
        return GameFigures(0)
    tiles, tables, charts = _tile_list(figures), [], []
    if player is not None:
        tiles = [*_volte_player_tiles(figures.players[0]), *tiles]
    if figures.takes.taken:
        tables.append(_contract_table(figures))
        charts.append(_success_whiskers(figures))
    if player is None:
        tables += _people_tables(figures)
        charts += _base_bars(figures)
    deals = Tile(_("Deals"), count_amount(figures.deals))
    return GameFigures(figures.deals, [deals, *tiles], tables, charts)


# Tiles


def _volte_player_tiles(person: VoltePlayer) -> list[Tile]:
    return [
        Tile(_("Total"), score_amount(person.total)),
        Tile(_("Average a deal"), score_mean(person.score_mean)),
    ]


def _tile_list(figures: VolteFigures) -> list[Tile]:
    takes = figures.takes
    by_side = _("as taker %(taker)s, in defence %(defence)s") % {
        "taker": grouped(figures.taker_cappotti),
        "defence": grouped(figures.defence_cappotti),
    }
    return [
        Tile(_("Contracts"), count_amount(takes.taken)),
        share_tile(pgettext("contracts", "Won"), takes.won, takes.taken),
        share_tile(pgettext("contracts", "Lost"), takes.lost, takes.taken),
        share_tile(pgettext("contracts", "Drawn"), takes.drawn, takes.taken),
        Tile(
            _("Average base"), mean_amount(takes.base_mean), _("won and lost alike, without a sign")
        ),
        Tile(
            _("Cappotti"), count_amount(figures.taker_cappotti + figures.defence_cappotti), by_side
        ),
        Tile(_("Declarations"), count_amount(figures.accuse)),
    ]


# Tables


def _take_heads() -> list[str]:
    return [
        _("Taken"),
        pgettext("contracts", "Won"),
        pgettext("contracts", "Lost"),
        pgettext("contracts", "Drawn"),
        _("Success"),
        _("Average base"),
    ]


def _take_cells(takes: Takes) -> list[Amount]:
    counts = (takes.taken, takes.won, takes.lost, takes.drawn)
    return [*map(count_amount, counts), rate(takes.success), mean_amount(takes.base_mean)]


def _contract_table(figures: VolteFigures) -> FigureTable:
    return FigureTable(
        key="contracts",
        title=_("By contract"),
        heads=[_("Contract"), *_take_heads()],
        rows=[
            FigureRow(str(CONTRACTS[contract]), _take_cells(takes))
            for contract, takes in figures.contracts.items()
        ],
    )


def _people_tables(figures: VolteFigures) -> Iterator[FigureTable]:
    """The takers, the most contracts first; and what everybody won, the most first."""
    takers = _by_takes(figures)
    if takers:
        yield FigureTable(
            key="takers",
            title=pgettext("volte", "Takers"),
            heads=[_("Player"), *_take_heads()],
            rows=[person_row(one.player, _take_cells(one.takes)) for one in takers],
        )
    yield FigureTable(
        key="players",
        title=_("Players"),
        heads=[
            _("Player"),
            _("Deals"),
            _("Total"),
            _("Average a deal"),
            _("Cappotti as taker"),
            _("Cappotti in defence"),
            _("Declarations"),
        ],
        rows=[
            person_row(one.player, _volte_player_cells(one))
            for one in sorted(figures.players, key=lambda one: -one.total)
        ],
    )


def _volte_player_cells(person: VoltePlayer) -> list[Amount]:
    counts = (person.taker_cappotti, person.defence_cappotti, person.accuse)
    return [
        count_amount(person.deals),
        score_amount(person.total),
        score_mean(person.score_mean),
        *map(count_amount, counts),
    ]


def _by_takes(figures: VolteFigures) -> list[VoltePlayer]:
    takers = [one for one in figures.players if one.takes.taken]
    return sorted(takers, key=lambda one: -one.takes.taken)


# Charts


def _success_whiskers(figures: VolteFigures) -> Figure:
    return rate_whiskers(
        "figure-contract-rates",
        _("Success by contract, with its 95% interval"),
        _("Contract"),
        [takes.success for takes in figures.contracts.values()],
        [str(CONTRACTS[contract]) for contract in figures.contracts],
    )


def _base_bars(figures: VolteFigures) -> Iterator[Figure]:
    """Bars of the players who took most, the most first; a player who only drew has no base."""
    based = [one for one in _by_takes(figures) if one.takes.base_mean is not None][:MOST_BARS]
    if based:
        yield Figure(
            key="figure-bases",
            kind="bars",
            title=_("Average base by player, won and lost alike"),
            unit=_("points"),
            head=_("Player"),
            labels=[one.player.listed_name for one in based],
            short_labels=[one.player.table_name for one in based],
            series=[Series(_("Average base"), [one.takes.base_mean for one in based])],
            digits=2,
        )

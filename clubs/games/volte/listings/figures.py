"""What a population of deals of the volte game tells, for the page of statistics.

Source: tarocco_volte.md §6.
"""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.choices import VolteContract
from clubs.games.volte.queries.figures import Takes, VolteFigures, VoltePlayer, volte_figures_of
from clubs.listings.statistics.figure_words import MOST_BARS, person_row, share_tile
from clubs.listings.statistics.figures import Figure, Series, rate_whiskers
from clubs.listings.statistics.game_figures import (
    Amount,
    FigureRow,
    FigureTable,
    GameFigures,
    Tile,
    count,
    mean,
    rate,
    score,
    score_mean,
)
from clubs.models import Player
from clubs.queries.statistics.populations import Population
from clubs.templatetags.feutre import grouped


def volte_figures(population: Population, player: Player | None = None) -> GameFigures:
    """Of everybody, or of one player alone. Three queries."""
    found = volte_figures_of(population, player)
    if not found.deals:
        return GameFigures(0)
    tiles, tables, charts = _tile_list(found), [], []
    if player is not None:
        tiles = [*_player_tiles(found.players[0]), *tiles]
    if found.takes.taken:
        tables.append(_contract_table(found))
        charts.append(_contract_whiskers(found))
    if player is None:
        tables += _people_tables(found)
        charts += _base_bars(found)
    deals = Tile(_("Deals"), count(found.deals))
    return GameFigures(found.deals, [deals, *tiles], tables, charts)


# Tiles


def _player_tiles(one: VoltePlayer) -> list[Tile]:
    return [
        Tile(_("Total"), score(one.total)),
        Tile(_("Average a deal"), score_mean(one.score_mean)),
    ]


def _tile_list(found: VolteFigures) -> list[Tile]:
    takes = found.takes
    by_side = _("as taker %(taker)s, in defence %(defence)s") % {
        "taker": grouped(found.taker_cappotti),
        "defence": grouped(found.defence_cappotti),
    }
    return [
        Tile(_("Contracts"), count(takes.taken)),
        share_tile(pgettext("contracts", "Won"), takes.won, takes.taken),
        share_tile(pgettext("contracts", "Lost"), takes.lost, takes.taken),
        share_tile(pgettext("contracts", "Drawn"), takes.drawn, takes.taken),
        Tile(_("Average base"), mean(takes.base_mean), _("won and lost alike, without a sign")),
        Tile(_("Cappotti"), count(found.taker_cappotti + found.defence_cappotti), by_side),
        Tile(_("Declarations"), count(found.accuse)),
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
    return [*map(count, counts), rate(takes.success), mean(takes.base_mean)]


def _contract_table(found: VolteFigures) -> FigureTable:
    return FigureTable(
        key="contracts",
        title=_("By contract"),
        heads=[_("Contract"), *_take_heads()],
        rows=[
            FigureRow(_contract_name(part.contract), _take_cells(part.takes))
            for part in found.contracts
        ],
    )


def _contract_name(contract: str) -> str:
    return str(VolteContract(contract).label)


def _people_tables(found: VolteFigures) -> Iterator[FigureTable]:
    """Who took, the most contracts first; and what everybody won, the most first."""
    takers = _by_takes(found)
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
            person_row(one.player, _player_cells(one))
            for one in sorted(found.players, key=lambda one: -one.total)
        ],
    )


def _player_cells(one: VoltePlayer) -> list[Amount]:
    counts = (one.taker_cappotti, one.defence_cappotti, one.accuse)
    return [
        count(one.deals),
        score(one.total),
        score_mean(one.score_mean),
        *map(count, counts),
    ]


def _by_takes(found: VolteFigures) -> list[VoltePlayer]:
    takers = [one for one in found.players if one.takes.taken]
    return sorted(takers, key=lambda one: -one.takes.taken)


# Charts


def _contract_whiskers(found: VolteFigures) -> Figure:
    return rate_whiskers(
        "figure-contract-rates",
        _("Success by contract, with its 95% interval"),
        _("Contract"),
        [part.takes.success for part in found.contracts],
        [_contract_name(part.contract) for part in found.contracts],
    )


def _base_bars(found: VolteFigures) -> Iterator[Figure]:
    """Of those who took most, the most first; who only drew has no base."""
    based = [one for one in _by_takes(found) if one.takes.base_mean is not None][:MOST_BARS]
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

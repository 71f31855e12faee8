"""A player's page in a game that has none of its own: its figures, the evenings, the company."""

from collections.abc import Sequence
from dataclasses import replace

from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.listings.statistics.evenings import evening_charts
from clubs.listings.statistics.figures import Cell, ChartTable, with_unit
from clubs.listings.statistics.game_figures import (
    Amount,
    FigureKind,
    FigureRow,
    FigureTable,
    GameFigures,
    Tile,
    count_amount,
    score_amount,
)
from clubs.models import Player
from clubs.queries.statistics.game_profiles import GameProfile
from clubs.queries.statistics.player_evenings import Evenings


def leading_on(figures: GameFigures, query: str) -> GameFigures:
    """The figures with the filters of their page in every address that they lead to."""
    tables = [
        replace(table, rows=[_with_query(row, query) for row in table.rows])
        for table in figures.tables
    ]
    return replace(figures, tables=tables)


def _with_query(row: FigureRow, query: str) -> FigureRow:
    return replace(row, address=f"{row.address}?{query}") if row.address and query else row


def with_evenings(
    figures: GameFigures, profile: GameProfile, player: Player, *, everything: bool
) -> GameFigures:
    """The figures of the game, with the evenings and the company that all games have."""
    if not figures.deals:
        return figures
    charts = evening_charts(profile.evenings.rows, player.name, everything=everything)
    company = [_company_table(profile, player)] if profile.company else []
    return replace(
        figures,
        tiles=[*figures.tiles, _evening_tile(profile.evenings)],
        tables=[*figures.tables, *company],
        charts=[*charts, *figures.charts],
    )


def _evening_tile(evenings: Evenings) -> Tile:
    note = _("won: %(won)s · among the first three: %(podiums)s") % {
        "won": evenings.won,
        "podiums": evenings.podiums,
    }
    return Tile(_("Evenings"), count_amount(len(evenings.rows)), note)


def _company_table(profile: GameProfile, player: Player) -> FigureTable:
    rows = [
        FigureRow(
            row.name,
            [count_amount(row.deals), score_amount(row.difference)],
            reverse("player_versus", args=[player.uuid, row.uuid]),
        )
        for row in profile.company
    ]
    return FigureTable(
        key="company",
        title=_("At the same table"),
        heads=[_("Name"), _("Deals together"), _("Ahead by")],
        rows=rows,
    )


def comparison_table(
    player: Player, other: Player, figures: GameFigures, other_figures: GameFigures
) -> FigureTable:
    """The tiles of two players side by side; only those that both have."""
    theirs = {tile.label: tile.figure for tile in other_figures.tiles}
    rows = [
        FigureRow(tile.label, [tile.figure, theirs[tile.label]])
        for tile in figures.tiles
        if tile.label in theirs
    ]
    return FigureTable(
        key="two",
        title=_("Side by side"),
        heads=["", player.name, other.name],
        rows=rows,
    )


def as_files(figures: GameFigures) -> list[ChartTable]:
    """Everything that can be taken away as a file."""
    return [*(one.table for one in figures.charts), *map(as_file, figures.tables)]


def as_file(table: FigureTable) -> ChartTable:
    """Numbers as numbers. Of rates the unit stands at the head of their column, or beside the label
    of their row where the column has other figures too."""
    columns = list(zip(*(row.cells for row in table.rows), strict=True))
    of_rates = [_are_rates(column) for column in columns] or [False] * (len(table.heads) - 1)
    first, *others = table.heads
    heads = [_in_per_cent(head, told) for head, told in zip(others, of_rates, strict=True)]
    rows: list[list[Cell]] = [
        [
            _in_per_cent(row.label, _are_rates(row.cells) and not any(of_rates)),
            *(cell.number for cell in row.cells),
        ]
        for row in table.rows
    ]
    return ChartTable(table.key, table.title, [first, *heads], rows)


def _are_rates(cells: Sequence[Amount]) -> bool:
    return all(cell.kind is FigureKind.RATE for cell in cells)


def _in_per_cent(name: str, is_rate: bool) -> str:
    return with_unit(name, "%") if is_rate else name

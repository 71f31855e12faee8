"""What a game tells, as a reader sees it."""

from collections.abc import Callable

from clubs.listings.statistics.game_figures import GameFigures
from clubs.models import Player
from clubs.queries.statistics.populations import Population
from tests.cast import Cast

Tell = Callable[[Population, Player | None], GameFigures]


def told(tell: Tell, club: Cast, game: str, player: str) -> GameFigures:
    """Of everybody, where no player is named."""
    return tell(Population(club.club, game=game), club.player(player) if player else None)


def tiles(found: GameFigures) -> list[tuple[str, ...]]:
    """Name, figure, and small print where there is some."""
    rows = [(tile.label, tile.figure.text, tile.note) for tile in found.tiles]
    return [row if row[-1] else row[:-1] for row in rows]


def table(found: GameFigures, key: str) -> list[list[str]]:
    (one,) = [one for one in found.tables if one.key == key]
    rows = [[row.label, *(cell.text for cell in row.cells)] for row in one.rows]
    assert {len(row) for row in rows} == {len(one.heads)}
    return rows

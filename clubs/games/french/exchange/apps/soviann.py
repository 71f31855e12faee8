"""Soviann/tarot, games as its API gives them: lists, pages of them, or a ZIP of pages.

Source: import_formats.md §Soviann.
"""

from collections.abc import Iterable

from clubs.core.file_rows import FiledDeal
from clubs.exchange.imports.shape import Contents
from clubs.games.french.exchange.apps.fields import BadField, Object, day_field, object_list
from clubs.games.french.exchange.apps.kit import (
    App,
    AppTable,
    DealFields,
    Place,
    contracts,
    objects_with,
    of_the_day,
    poignee_sizes,
    seated_by_id,
    sides,
    slams,
)

FIELDS = DealFields(
    contract="contract",
    contracts=contracts("petite", "garde", "garde_sans", "garde_contre"),
    oudlers="oudlers",
    points="points",
    petit="petitAuBout",
    petits=sides("attack", "defense", "none"),
    poignee="poignee",
    sizes=poignee_sizes("simple", "double", "triple", "none"),
    shown_by="poigneeOwner",
    camps=sides("attack", "defense", "none"),
    chelem="chelem",
    chelems=slams("announced_won", "not_announced_won", "announced_lost", "none"),
)
_games = objects_with("scoreEntries", "petitAuBout")


def _soviann_places(contents: Contents) -> Iterable[Place]:
    """The deals that are over, the oldest first: pages have the newest first."""
    over = [place for place in _games(contents) if place[1].get("status") != "in_progress"]
    return sorted(over, key=lambda place: str(place[1].get("createdAt")))


def _soviann_table(path: str, game: Object) -> AppTable:
    entries = object_list(game.get("scoreEntries"), "scoreEntries")
    people = object_list([entry.get("player") for entry in entries], "player")
    names = seated_by_id(
        (one.get("id") for one in people), (one.get("name") for one in people), "name"
    )
    day = day_field(game, "createdAt")
    return AppTable(of_the_day("soviann", day, names.values()), day, names, [(path, game)])


def _player_named(table: AppTable, game: Object, column: str) -> str | None:
    value = game.get(column)
    if value is None:
        return None
    [person] = object_list([value], column)
    return table.player(person, "id")


def _soviann_deal(table: AppTable, path: str, game: Object) -> FiledDeal:
    taker = _player_named(table, game, "taker")
    if taker is None:
        raise BadField("taker", None, "field_missing")
    partner, dealer = _player_named(table, game, "partner"), _player_named(table, game, "dealer")
    entries = object_list(game.get("scoreEntries"), "scoreEntries")
    scores = ((entry["player"].get("id"), entry.get("score")) for entry in entries)
    return FiledDeal(
        path,
        FIELDS.record(game, table.players, taker, partner, dealer=dealer),
        scores=table.scores("scoreEntries", scores),
        key=f"soviann:{game.get('id', path)}",
    )


SOVIANN = App("soviann", "Soviann/tarot", _soviann_places, _soviann_table, _soviann_deal).format()

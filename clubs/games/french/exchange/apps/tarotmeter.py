"""TarotMeter (Axl-Lvy), the database of the app: SQLite by Room.

Source: import_formats.md §TarotMeter.
"""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubs.core.file_rows import FiledDeal
from clubs.exchange.imports.shape import Contents
from clubs.games.french.exchange.apps.fields import Object, day_field
from clubs.games.french.exchange.apps.kit import (
    App,
    AppTable,
    DealFields,
    Place,
    contracts,
    database_rows,
    name_in,
    names_by_id,
    poignee_sizes,
    rows_by,
    seated,
    sides,
    slams,
)

TABLES = ("GameEntity", "PlayerEntity", "GamePlayerCrossRef", "RoundEntity")
FIELDS = DealFields(
    contract="contract",
    contracts=contracts("PETITE", "GARDE", "GARDE_SANS", "GARDE_CONTRE"),
    oudlers="oudler_count",
    points="taker_points",
    petit="petit_au_bout",
    petits=sides("TAKER", "DEFENSE", "NONE"),
    poignee="poignee",
    sizes={
        **poignee_sizes("SIMPLE", "DOUBLE", "TRIPLE", "NONE"),
        "SIMPLE_2": ("simple", "simple"),
        "SIMPLE_DOUBLE": ("simple", "double"),
        "DOUBLE_2": ("double", "double"),
    },
    chelem="chelem",
    chelems=slams("ANNOUNCED", "NOT_ANNOUNCED", "FAILED", "NONE"),
)


def _tarotmeter_places(contents: Contents) -> Iterator[Place]:
    """Games with their people and rounds; what the app deleted stays out, but for people, who may
    have played."""
    there = {
        table: [
            (at, row)
            for at, row in database_rows(contents, table, *TABLES)
            if not row.get("is_deleted")
        ]
        for table in TABLES
    }
    everybody = (row for _at, row in database_rows(contents, "PlayerEntity", *TABLES))
    people = names_by_id(everybody, "player_id", name_in("name"))
    seats = rows_by((row for _at, row in there["GamePlayerCrossRef"]), "game_id")
    rounds: dict[str, list[Place]] = {}
    for at, row in sorted(
        there["RoundEntity"], key=lambda place: str(place[1].get("index")).zfill(20)
    ):
        rounds.setdefault(str(row.get("game_id")), []).append((at, row))
    for path, game in there["GameEntity"]:
        key = str(game.get("game_id"))
        yield (
            path,
            {**game, "seats": seats.get(key, []), "people": people, "rounds": rounds.get(key, [])},
        )


def _tarotmeter_table(_path: str, game: Object) -> AppTable:
    key = f"tarotmeter:{game.get('game_id')}"
    names = seated(game["people"], (seat.get("player_id") for seat in game["seats"]), "player_id")
    return AppTable(
        key, day_field(game, "started_at"), names, game["rounds"], str(game.get("name") or "")
    )


def _tarotmeter_deal(table: AppTable, path: str, row: Object) -> FiledDeal:
    taker = table.player(row, "taker_id")
    partner = table.maybe_player(row, "partner_id")
    record = FIELDS.record(row, table.players, taker, partner)
    is_alone = record.get("called") == [taker]
    # The file has no scores with which to compare.
    note = _("In the other app a taker alone among five gets three shares, not four.")
    key = f"{table.key}:{row.get('round_id', path)}"
    return FiledDeal(path, record, note=note if is_alone else "", key=key)


TAROTMETER = App(
    "tarotmeter", "TarotMeter", _tarotmeter_places, _tarotmeter_table, _tarotmeter_deal
).format()

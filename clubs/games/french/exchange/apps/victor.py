"""Tarot-Victor, the text that pg_dump writes of its database. Source: import_formats.md §Victor."""

import re
from collections.abc import Iterator
from typing import Any

from clubs.core.file_rows import FiledDeal
from clubs.exchange.imports.shape import Contents
from clubs.games.french.exchange.apps.fields import (
    BadField,
    Object,
    camp_of,
    day_field,
    truth_field,
)
from clubs.games.french.exchange.apps.kit import (
    MISERES,
    App,
    AppTable,
    DealFields,
    Place,
    contracts,
    database_rows,
    name_in,
    names_by_id,
    rows_by,
    seated,
    slams,
)

TABLES = ("game_sessions", "players", "party_results")
SEATS = tuple(f"player_{number}_id" for number in range(1, 6))
# What the app shows, and the names by which its database keeps it.
FIELDS = DealFields(
    contract="contract",
    contracts={
        **contracts("Petite", "Garde", "Garde sans", "Garde contre"),
        **contracts("petite", "garde", "garde_sans", "garde_contre"),
    },
    oudlers="oudlers",
    points="points",
    chelem="chlem",
    chelems={
        **slams("Annoncé et passé", "Non annoncé et passé", "Annoncé et chuté"),
        **slams("announced_and_won", "non_announced_and_won", "announced_and_failed"),
    },
)
POIGNEES = {size: f"poignee_{size}_players_ids" for size in ("simple", "double", "triple")}
MISERE_IDS = {"courts": "misere_tete_players_ids", "trumps": "misere_atout_players_ids"}
OTHER = {"attack": "defence", "defence": "attack"}
ARRAY = re.compile(r"\{[\d,]*\}")


def _victor_places(contents: Contents) -> Iterator[Place]:
    everybody = (row for _at, row in database_rows(contents, "players", *TABLES))
    people = names_by_id(everybody, "id", name_in("first_name", "last_name"))
    scores = rows_by(
        (row for _at, row in database_rows(contents, "party_scores", *TABLES)), "party_result_id"
    )
    deals: dict[str, list[Place]] = {}
    for at, row in database_rows(contents, "party_results", *TABLES):
        result = {**row, "scores": scores.get(str(row.get("id")), [])}
        deals.setdefault(str(row.get("game_session_id")), []).append((at, result))
    for path, session in database_rows(contents, "game_sessions", *TABLES):
        results = deals.get(str(session.get("id")), [])
        yield path, {**session, "people": people, "deals": results}


def _victor_table(_path: str, session: Object) -> AppTable:
    ids = [session[seat] for seat in SEATS if session.get(seat) is not None]
    names = seated(session["people"], ids, "players")
    key = f"victor:{session.get('id')}"
    day = day_field(session, "create_timestamp")
    return AppTable(key, day, names, session["deals"], str(session.get("name") or ""))


def _players_in(table: AppTable, row: Object, columns: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The players in some fields that hold several, each with what the field is for."""
    for what, column in columns.items():
        value = row.get(column) or "{}"
        if not isinstance(value, str) or not ARRAY.fullmatch(value):
            raise BadField(column, value)
        for number in filter(None, value[1:-1].split(",")):
            yield table.name_of(number, column), what


def _victor_deal(table: AppTable, path: str, row: Object) -> FiledDeal:
    taker = table.player(row, "taker_id")
    partner = table.maybe_player(row, "called_player_id")
    scores = ((one.get("player_id"), one.get("score")) for one in row["scores"])
    record = FIELDS.record(
        row,
        table.players,
        taker,
        partner,
        **_petit_of_player(table, row, (taker, partner)),
        poignees=[{"player": one, "size": size} for one, size in _players_in(table, row, POIGNEES)],
        miseres=[
            {"player": one, "kind": kind} for one, kind in _players_in(table, row, MISERE_IDS)
        ],
    )
    read = table.scores("score", scores)
    return FiledDeal(path, record, scores=read or None, key=f"victor:{row.get('id', path)}")


def _petit_of_player(
    table: AppTable, row: Object, attack: tuple[str | None, ...]
) -> dict[str, Any]:
    player = table.maybe_player(row, "petit_au_bout_player_id")
    if player is None:
        return {}
    camp = camp_of(player, attack)
    if truth_field(row, "petit_au_bout_won"):
        return {"petit_au_bout": camp, "petit_player": player}
    return {"petit_au_bout": OTHER[camp]}


VICTOR = App(
    "victor", "Tarot-Victor", _victor_places, _victor_table, _victor_deal, rules=MISERES
).format()

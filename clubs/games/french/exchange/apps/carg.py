"""carg, games of tarot as its Firestore exports them: documents with their rounds.

The documents of its collection of players, where the file has them, say who is behind an id.
Source: import_formats.md §carg.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from clubs.core.file_rows import FiledDeal
from clubs.exchange.imports.shape import Contents
from clubs.games.french.exchange.apps.fields import (
    BadField,
    Object,
    day_field,
    has_keys,
    object_list,
    plain_list,
    truth_field,
    whole_field,
)
from clubs.games.french.exchange.apps.kit import (
    App,
    AppTable,
    DealFields,
    Place,
    contracts,
    day_of_file,
    listed,
    mappings,
    name_in,
    names_by_id,
    objects_with,
    plain_scores,
    poignee_sizes,
    seated_by_id,
    sides,
    slams,
)

NAME = "carg"
FIELDS = DealFields(
    contract="contract",
    contracts=contracts("PETITE", "GARDE_AVEC_CHIEN", "GARDE_SANS_CHIEN", "GARDE_CONTRE"),
    oudlers="oudler",
    counts={"ZERO": 0, "ONE": 1, "TWO": 2, "THREE": 3},
    points="attack_trick_points",
    petit="small_to_the_end",
    petits=sides("ATTACK", "DEFENSE"),
    poignee="handful",
    sizes=poignee_sizes("SIMPLE", "DOUBLE", "TRIPLE"),
    shown_by="handful_team",
    camps=sides("ATTACK", "DEFENSE"),
    chelem="chelem",
    chelems=slams("ANNOUNCED_AND_PASSED", "PASSED", "FAILED"),
)
SECONDS = range(2**40)
_games = objects_with("rounds")
_people = objects_with("user_name")


def _carg_places(contents: Contents) -> Iterator[Place]:
    names: dict[str, str] | None = None
    for path, game in _games(contents):
        if any(has_keys(one, "attack_trick_points") for one in mappings(game["rounds"])):
            if names is None:
                people = ({"id": at.rpartition(".")[2], **one} for at, one in _people(contents))
                names = names_by_id(people, "id", name_in("user_name"))
            yield path, {**game, "people": names}


def _seated(row: Object) -> list[Any]:
    """The ids of those who sit there, as a game or a round has them."""
    seats = row.get("players")
    if isinstance(seats, Mapping):
        seats = seats.get("player_list") or seats.get("players")
    return plain_list(seats, "players")


def _carg_table(path: str, game: Object) -> AppTable:
    rounds = listed(path, game, "rounds")
    ids = _seated(game) or next((_seated(one) for _at, one in rounds), [])
    # Of whom the file has no name there is the id, about which the club is asked.
    names = seated_by_id(ids, (game["people"].get(str(one), one) for one in ids), "players")
    started = game.get("starting_date")
    if isinstance(started, Mapping):  # a moment of Firestore
        started = whole_field(started, "_seconds" if "_seconds" in started else "seconds", SECONDS)
    day, note = day_of_file(None)
    if started is not None:
        day, note = day_field({"starting_date": started}, "starting_date"), ""
    key = f"carg:{game.get('id', path)}:{'|'.join(names)}"
    return AppTable(key, day, names, rounds, note=note)


def _carg_deal(table: AppTable, path: str, row: Object) -> FiledDeal:
    points = object_list(row.get("player_points"), "player_points")
    scores = table.scores(
        "player_points", ((one.get("player"), one.get("score")) for one in points)
    )
    key = f"{table.key}:{row.get('index', path)}"
    if truth_field(row, "is_manual_mode"):  # the scores were typed, and the rest left alone
        return FiledDeal(path, plain_scores(NAME, scores), key=key)
    seats = row.get("players")
    if not isinstance(seats, Mapping):
        raise BadField("players", seats)
    taker = table.player(seats, "attack_player")
    partner = table.maybe_player(seats, "called_player")
    record = FIELDS.record(row, table.players, taker, partner)
    return FiledDeal(path, record, scores=scores or None, key=key)


CARG = App("carg", NAME, _carg_places, _carg_table, _carg_deal).format()

"""ScoreIt (StephaneBg), the JSON of a game of tarot, or a ZIP of many.

Source: import_formats.md §ScoreIt.

It is the only one that says which oudlers, and the only one without any date: that of the file in
its ZIP stands for it, else today.
"""

import json
from collections.abc import Iterator
from hashlib import sha256

from clubs.core.file_rows import FiledDeal
from clubs.exchange.imports.shape import Contents
from clubs.games.french.core.cards import Oudler
from clubs.games.french.exchange.apps.fields import (
    Object,
    camp_of,
    has_keys,
    object_list,
    plain_list,
    seat_names,
    word_field,
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
    objects_with,
    poignee_sizes,
    slams,
)

SEATS = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX")  # the last is one too many
OUDLERS = {"PETIT": Oudler.PETIT, "EXCUSE": Oudler.EXCUSE, "TWENTY_ONE": Oudler.TWENTY_ONE}
PETIT = "PETIT_AU_BOUT"
CHELEMS = slams("CHELEM_ANNONCE_REALISE", "CHELEM_NON_ANNONCE", "CHELEM_ANNONCE_NON_REALISE")
SIZES = poignee_sizes("POIGNEE_SIMPLE", "POIGNEE_DOUBLE", "POIGNEE_TRIPLE")
BONUSES = {word: word for word in (*CHELEMS, *SIZES, PETIT) if word}
FIELDS = DealFields(
    contract="bid",
    contracts=contracts("SMALL", "GUARD", "GUARD_WITHOUT_KITTY", "GUARD_AGAINST_KITTY"),
    oudlers="count",
    points="points",
    chelem="chelem",
    chelems=CHELEMS,
)
_games = objects_with("players", "laps")


def _scoreit_places(contents: Contents) -> Iterator[Place]:
    """Games of tarot: the app keeps others in the same way."""
    for path, game in _games(contents):
        laps = mappings(game["laps"])
        if game.get("type", "TAROT") == "TAROT" and any(has_keys(one, "bid") for one in laps):
            yield path, {**game, "day": contents.days.get(path)}


def _lap_digest(value: object) -> str:
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:20]


def _scoreit_table(path: str, game: Object) -> AppTable:
    people = plain_list(game.get("players"), "players")
    names = seat_names(
        (one.get("name") if isinstance(one, dict) else one for one in people), "players"
    )
    day, note = day_of_file(game["day"])
    laps = listed(path, game, "laps")
    # No game has an identity: its players and its first deal are.
    key = f"scoreit:{_lap_digest([names, laps[0][1]])}"
    return AppTable(key, day, dict(zip(SEATS, names, strict=False)), laps, note=note)


def _scoreit_deal(table: AppTable, path: str, lap: Object) -> FiledDeal:
    taker = table.player(lap, "taker")
    partner = None if lap.get("partner") == "NONE" else table.maybe_player(lap, "partner")
    bonuses = object_list(lap.get("bonuses"), "bonuses")
    for bonus in bonuses:
        word_field(bonus, "bonus", BONUSES)
    petit = next((table.player(one, "player") for one in bonuses if one["bonus"] == PETIT), None)
    chelem = next((one["bonus"] for one in bonuses if one["bonus"] in CHELEMS), None)
    cells = plain_list(lap.get("oudlers"), "oudlers")
    oudlers = [word_field({"oudlers": cell}, "oudlers", OUDLERS) for cell in cells]
    record = FIELDS.record(
        {**lap, "count": len(oudlers), "chelem": chelem},
        table.players,
        taker,
        partner,
        which_oudlers=oudlers,
        petit_au_bout=camp_of(petit, (taker, partner)) if petit else None,
        petit_player=petit,
        poignees=[
            {"player": table.player(one, "player"), "size": size}
            for one in bonuses
            for size in SIZES.get(one["bonus"]) or ()
        ],
    )
    number = path.rpartition("[")[2]
    return FiledDeal(path, record, key=f"{table.key}:{number}:{_lap_digest(lap)}")


SCOREIT = App("scoreit", "ScoreIt", _scoreit_places, _scoreit_table, _scoreit_deal).format()

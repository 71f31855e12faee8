"""Tarot 345 Scores (YannickHiou), `historique.json`. Source: leagues.md §7.5."""

from typing import Any

from clubs.core.file_rows import FiledDeal
from clubs.games.french.exchange.apps.fields import (
    BadField,
    Object,
    camp_of,
    day_field,
    object_list,
    plain_list,
    seat_names,
    word_field,
)
from clubs.games.french.exchange.apps.kit import (
    MISERES,
    App,
    AppTable,
    DealFields,
    by_seat,
    contracts,
    listed,
    objects_with,
    plain_scores,
    poignee_sizes,
)

NAME = "Tarot 345 Scores"
DEFAULTS = {"preneurIndex": 0, "contratIndex": 0, "pointsAtq": 0}  # they are not in the file
FIELDS = DealFields(
    contract="contratIndex",
    contracts=contracts(0, 1, 2, 3),
    oudlers="nbBoutsAttaque",
    points="pointsAtq",
)
SIZES = {**poignee_sizes("SIMPLE", "DOUBLE", "TRIPLE"), "NONE": (), None: ()}


def _tarot345_table(path: str, game: Object) -> AppTable:
    people = object_list(game.get("joueurs"), "joueurs")
    names = seat_names((one.get("nomUI") for one in people), "nomUI")
    key = f"tarot345:{game.get('id', path)}:{game.get('createdAt')}"
    day = day_field(game, "createdAt")
    deals = listed(path, game, "donnes")
    return AppTable(key, day, by_seat(names), deals, str(game.get("id", "")))


def _tarot345_deal(table: AppTable, path: str, written: Object) -> FiledDeal:
    row = {**DEFAULTS, **written}
    cells = plain_list(row.get("scores"), "scores")
    if cells and len(cells) != len(table.names):
        raise BadField("scores", cells)
    scores = table.scores("scores", enumerate(cells))
    key = f"{table.key}:{row.get('id', path)}"
    if row.get("nbBoutsAttaque") is None and any(scores.values()):
        return FiledDeal(path, plain_scores(NAME, scores), key=key)
    taker = table.player(row, "preneurIndex")
    partner = table.maybe_player(row, "appeleIndex")
    poignees = [
        {"player": table.player({"index": 0, **one}, "index"), "size": size}
        for one in object_list(row.get("poignees"), "poignees")
        for size in word_field(one, "type", SIZES)
    ]
    showed = {one["player"] for one in poignees}
    named = [table.name_of(seat, "miseres") for seat in plain_list(row.get("miseres"), "miseres")]
    record = FIELDS.record(
        row,
        table.players,
        taker,
        partner,
        **_petit_of_index(table, {taker, partner}, row),
        poignees=poignees,
        **_chelem_of(row),
        # Which kind a misère was is not in the file: who showed trumps had no court cards, any
        # other had no trumps.
        miseres=[{"player": one, "kind": "courts" if one in showed else "trumps"} for one in named],
    )
    return FiledDeal(path, record, scores=scores or None, key=key)


def _petit_of_index(table: AppTable, attack: set[str | None], row: Object) -> dict[str, Any]:
    if row.get("petitAuBout") is None:
        return {}
    [petit] = object_list([row["petitAuBout"]], "petitAuBout")
    player = table.player({"index": 0, **petit}, "index")
    return {"petit_au_bout": camp_of(player, attack), "petit_player": player}


def _chelem_of(row: Object) -> dict[str, Any]:
    if row.get("chelem") is None:
        return {}
    [chelem] = object_list([row["chelem"]], "chelem")
    is_made, announced = (chelem.get(name, False) for name in ("succes", "annonce"))
    if not isinstance(is_made, bool) or not isinstance(announced, bool):
        raise BadField("chelem", row["chelem"])
    return {"chelem": "attack" if is_made else None, "chelem_announced": announced}


TAROT_345 = App(
    "tarot345",
    NAME,
    objects_with("joueurs", "donnes"),
    _tarot345_table,
    _tarot345_deal,
    rules=MISERES,
).format()

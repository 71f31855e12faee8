"""Tarot – Compteur de points (Matocolotoe), a backup as ZIP. Source: leagues.md §7.5."""

import json
import re
from collections.abc import Mapping
from datetime import date
from functools import partial

from django.utils.translation import gettext as _

from clubs.core.file_rows import FiledDeal
from clubs.exchange.imports.shape import Contents, Format, ImportedFile, Unreadable
from clubs.games.french.exchange.apps.fields import (
    BadField,
    Object,
    maybe,
    object_list,
    whole_field,
    word_field,
)
from clubs.games.french.exchange.apps.kit import (
    MISERES,
    App,
    AppTable,
    DealFields,
    contracts,
    of_the_day,
    poignee_sizes,
    seated,
    seated_by_id,
    sides,
)

NAME = "Tarot – Compteur de points"
PEOPLE = re.compile(r"players(\.json)?")
MONTH = re.compile(r"games_(\d{4})_(\d{2})(\.json)?")
TAKER, PARTNER = 0, 1
NUMBERS = range(-(2**63), 2**63)
SIZES = poignee_sizes(0, 1, 2)
FIELDS = DealFields(
    contract="contract",
    contracts=contracts(0, 1, 2, 3),
    oudlers="oudlers",
    points="attack_score",
    petit="petit_au_bout",
    petits=sides(0, 1),
)


def _is_backup(contents: Contents) -> bool:
    names = contents.files or {}
    return any(map(PEOPLE.fullmatch, names)) and any(map(MONTH.fullmatch, names))


def _read_backup(contents: Contents) -> ImportedFile:
    files = contents.files or {}
    try:
        people = object_list(files[next(filter(PEOPLE.fullmatch, files))], "players")
        ids = [whole_field(one, "id", NUMBERS) for one in people]
        names = seated_by_id(ids, (one.get("name") for one in people), "name")
        months = [
            (name, object_list(files[name], name))
            for name in sorted(filter(MONTH.fullmatch, files))
        ]
    except BadField as error:
        raise Unreadable("bad_file") from error
    places = [
        (f"{name}[{number}]", {**game, "month": name})
        for name, games in months
        for number, game in enumerate(games)
    ]
    app = App(
        "compteur",
        NAME,
        lambda _all: places,
        partial(_compteur_table, names),
        _compteur_deal,
        rules=MISERES,
    )
    return app.read(contents)


def _compteur_table(people: Mapping[str, str], path: str, game: Object) -> AppTable:
    """The deal as a table of its own: those of one day and the same people become one."""
    seats = object_list(game.get("players"), "players")
    names = seated(people, (whole_field(seat, "id", NUMBERS) for seat in seats), "players")
    day, note = _day_and_note(game)
    key = of_the_day("compteur", day, names.values())
    return AppTable(key, day, names, [(path, game)], note=note)


def _day_and_note(game: Object) -> tuple[date, str]:
    """Day 0 is not known: the first of the month, with a note."""
    match = MONTH.fullmatch(game["month"])
    number = whole_field(game, "day", range(32), 0)
    try:
        day = date(int(match[1]), int(match[2]), number or 1) if match else date.min
    except ValueError:
        raise BadField("day", number, "bad_date") from None
    return day, "" if number else _("On which day of the month is not known.")


def _compteur_deal(table: AppTable, path: str, row: Object) -> FiledDeal:
    game = {name: value for name, value in row.items() if name != "month"}
    seats = object_list(game.get("players"), "players")
    pairs = list(zip(table.players, seats, strict=True))
    sided = [(name, maybe(seat, "side", (TAKER, PARTNER))) for name, seat in pairs]
    takers = [name for name, side in sided if side == TAKER]
    if len(takers) != 1:
        raise BadField("side", len(takers), "field_missing")
    poignees = [
        {"player": name, "size": size}
        for name, seat in pairs
        for size in word_field(seat, "handful", SIZES) or ()
    ]
    showed = {one["player"] for one in poignees}
    record = FIELDS.record(
        game,
        table.players,
        takers[0],
        next((name for name, side in sided if side == PARTNER), None),
        poignees=poignees,
        miseres=[
            {"player": name, "kind": "courts" if name in showed else "trumps"}
            for name, seat in pairs
            if seat.get("misery")
        ],
    )
    # The file gives its deals no identity: their place and content are.
    key = f"compteur:{path}:{json.dumps(game, sort_keys=True)}"
    return FiledDeal(path, record, key=key, asks_slam=bool(game.get("slam")))


COMPTEUR = Format("compteur", NAME, _is_backup, _read_backup)

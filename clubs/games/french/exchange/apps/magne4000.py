"""Tarot (Magne4000), what it keeps in the browser: localStorage as JSON.

Each game has three entries there, `v2|date|joueurs`, `…|parties` and `…|scores`, of which each is a
text of JSON. Source: import_formats.md §magne4000.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from clubs.core.file_rows import FiledDeal
from clubs.exchange.imports.process.documents import parse_document
from clubs.exchange.imports.shape import Contents, Unreadable
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
    App,
    AppTable,
    DealFields,
    Place,
    by_seat,
    contracts,
    objects_with,
    poignee_sizes,
)

DIGITS = re.compile(r"[0-9]{1,4}")
NOBODY = (None, "", -1, "-1")
ENTRIES = ("joueurs", "parties", "scores")
CONTRACT_WORDS = contracts(1, 2, 4, 6)
SIZES = poignee_sizes(20, 30, 40, -1)
FIELDS = DealFields(
    contract="quelcontrat",
    contracts=CONTRACT_WORDS,
    oudlers="nombredeboutsfaits",
    points="pointscomptesattaque",
)
POIGNEES = (("poignee1annonceepar", "typedepoignee1"), ("poignee2annonceepar", "typedepoignee2"))
_games = objects_with("joueurs", "parties", "date")


def _magne4000_places(contents: Contents) -> Iterator[Place]:
    storage = contents.document
    if not isinstance(storage, Mapping):
        storage = {}
    for key in storage:
        version, _sep, rest = key.partition("|")
        moment, _sep, entry = rest.partition("|")
        if version == "v2" and entry == "parties" and f"v2|{moment}|joueurs" in storage:
            game = {name: storage.get(f"v2|{moment}|{name}") for name in ENTRIES}
            yield key, {**game, "date": moment}
    yield from _games(contents)


def _storage_list(game: Object, name: str) -> list[Any]:
    value = game.get(name)
    if isinstance(value, str):
        try:
            value = parse_document(value.encode())
        except Unreadable as error:
            raise BadField(name, value) from error
    return plain_list(value, name)


def _magne4000_table(path: str, game: Object) -> AppTable:
    names = seat_names(_storage_list(game, "joueurs"), "joueurs")
    parties = object_list(_storage_list(game, "parties"), "parties")
    lines = [*object_list(_storage_list(game, "scores"), "scores"), *[{}] * len(parties)]
    deals = [
        (
            f"{path}[{number}]",
            {**_with_numbers(party), "line": line.get("scores"), "number": number},
        )
        for number, (party, line) in enumerate(zip(parties, lines, strict=False))
    ]
    key = f"magne4000:{game['date']}"
    return AppTable(key, day_field(game, "date"), by_seat(names), deals)


def _with_numbers(party: Object) -> dict[str, Any]:
    """The deal with numbers for texts of digits: forms of web pages leave both."""
    return {
        name: int(value) if isinstance(value, str) and DIGITS.fullmatch(value) else value
        for name, value in party.items()
    }


def _somebody(table: AppTable, row: Object, column: str) -> str | None:
    return None if row.get(column) in NOBODY else table.player(row, column)


def _magne4000_deal(table: AppTable, path: str, row: Object) -> FiledDeal | None:
    taker = _somebody(table, row, "quiapris")
    if taker is None or row.get("quelcontrat") in NOBODY:  # not played yet
        return None
    partner = _somebody(table, row, "avecquelappele")
    attack = (taker, partner)
    petit = _somebody(table, row, "petitmeneauboutpar")
    maker, announcer = (
        _somebody(table, row, f"chelem{what}par") for what in ("realise", "annonce")
    )
    announced = {} if announcer is None else {camp_of(announcer, attack): True}
    record = FIELDS.record(
        row,
        table.players,
        taker,
        partner,
        petit_au_bout=camp_of(petit, attack) if petit else None,
        petit_player=petit,
        poignees=[
            {"player": table.player(row, who), "size": size}
            for who, kind in POIGNEES
            if row.get(who) not in NOBODY
            for size in word_field(row, kind, SIZES) or ()
        ],
        chelem=camp_of(maker, attack) if maker else None,
        chelem_announced=announced.get("attack"),
        chelem_defence_announced=announced.get("defence"),
    )
    cells = object_list(row["line"], "scores")
    scores = table.scores("scores", enumerate(cell.get("score") for cell in cells))
    return FiledDeal(path, record, scores=scores or None, key=f"{table.key}:{row['number']}")


MAGNE4000 = App(
    "magne4000", "Tarot (Magne4000)", _magne4000_places, _magne4000_table, _magne4000_deal
).format()

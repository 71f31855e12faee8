"""Tarot 345 Scores (YannickHiou), `historique.json`. Source: leagues.md §7.5."""

from collections.abc import Sequence
from typing import Any

from clubs.core.filed import FiledDeal
from clubs.exchange.imports.shape import Contents, Format, ImportedFile, ImportedTable, RowError
from clubs.games.french.core.records import FrenchContract
from clubs.games.french.exchange.apps.fields import (
    BadField,
    Object,
    called_in,
    camp_of,
    has_keys,
    maybe,
    object_list,
    read_table,
    read_tables,
    said,
    whole_field,
)

NAME = "Tarot 345 Scores"
CONTRACTS = (
    FrenchContract.PRISE,
    FrenchContract.GARDE,
    FrenchContract.GARDE_SANS,
    FrenchContract.GARDE_CONTRE,
)
SIZES = {"SIMPLE": "simple", "DOUBLE": "double", "TRIPLE": "triple"}
RULES = {"base": "fft", "misere": {"enabled": True}}  # misères of 10 are on there
PLAYERS = range(3, 6)
POINTS = range(92)
SCORES = range(-100_000, 100_001)


def _is_history(contents: Contents) -> bool:
    """Some game of it has its players."""
    document = contents.document
    games = document["parties"] if has_keys(document, "parties") else None
    return isinstance(games, list) and any(has_keys(game, "joueurs") for game in games)


def _read_history(contents: Contents) -> ImportedFile:
    return read_tables(contents.document, "parties", _read_tarot345_game, rules=RULES, source=NAME)


def _read_tarot345_game(path: str, game: Object) -> tuple[ImportedTable, list[RowError]]:
    key = f"tarot345:{game.get('id', path)}:{game.get('createdAt')}"
    return read_table(
        path,
        game,
        _read_tarot345_deal,
        source=NAME,
        key=key,
        columns=("nomUI", "createdAt"),
        sizes=PLAYERS,
    )


def _read_tarot345_deal(players: Sequence[str], key: str, path: str, row: Object) -> FiledDeal:
    seats = range(len(players))
    scores = _tarot345_scores(players, row.get("scores"))
    identity = f"{key}:{row.get('id', path)}"
    if row.get("nbBoutsAttaque") is None and any(scores.values()):
        record = {"kind": "scores", "label": NAME, "scores": {n: s for n, s in scores.items() if s}}
        return FiledDeal(path, record, key=identity)
    taker = players[whole_field(row, "preneurIndex", seats, 0)]
    called = maybe(row, "appeleIndex", seats)
    partner = None if called is None else players[called]
    attack = {taker, partner or taker}
    handfuls = _poignees_of(players, row)
    fields: dict[str, Any] = {
        "taker": taker,
        "called": called_in(players, taker, partner),
        "contract": CONTRACTS[whole_field(row, "contratIndex", range(4), 0)].value,
        "oudlers": whole_field(row, "nbBoutsAttaque", range(4)),
        "points": whole_field(row, "pointsAtq", POINTS, 0),
        **_petit_of(players, attack, row),
        "poignees": handfuls,
        **_read_chelem(row),
        "miseres": _miseres_of(players, row, {one["player"] for one in handfuls}),
    }
    return FiledDeal(path, said(fields), scores=scores or None, key=identity)


def _tarot345_scores(players: Sequence[str], cells: Any) -> dict[str, int]:
    """Returns the scores of the file by name; empty where it has none."""
    if not cells:
        return {}
    if not isinstance(cells, list) or len(cells) != len(players):
        raise BadField("scores", cells)
    return {
        name: whole_field({"scores": cell}, "scores", SCORES)
        for name, cell in zip(players, cells, strict=True)
    }


def _petit_of(players: Sequence[str], attack: set[str], row: Object) -> Object:
    value = row.get("petitAuBout")
    if value is None:
        return {}
    [petit] = object_list([value], "petitAuBout")
    player = players[whole_field(petit, "index", range(len(players)), 0)]
    return {"petit_au_bout": camp_of(player, attack), "petit_player": player}


def _poignees_of(players: Sequence[str], row: Object) -> list[dict[str, str]]:
    handfuls = []
    for handful in object_list(row.get("poignees"), "poignees"):
        size = handful.get("type", "NONE")
        if size == "NONE":
            continue
        if size not in SIZES:
            raise BadField("poignees", size, "value_not_allowed")
        player = players[whole_field(handful, "index", range(len(players)), 0)]
        handfuls.append({"player": player, "size": SIZES[size]})
    return handfuls


def _read_chelem(row: Object) -> Object:
    value = row.get("chelem")
    if value is None:
        return {}
    [chelem] = object_list([value], "chelem")
    is_made, announced = (chelem.get(name, False) for name in ("succes", "annonce"))
    if not isinstance(is_made, bool) or not isinstance(announced, bool):
        raise BadField("chelem", value)
    return {"chelem": "attack" if is_made else None, "chelem_announced": announced}


def _miseres_of(players: Sequence[str], row: Object, showed: set[str]) -> list[dict[str, str]]:
    """The file does not say which kind a misère was: a player who showed trumps had no court cards,
    any other had no trumps."""
    indexes = row.get("miseres") or []
    if not isinstance(indexes, list):
        raise BadField("miseres", indexes)
    named = [players[whole_field({"miseres": n}, "miseres", range(len(players)))] for n in indexes]
    return [{"player": name, "kind": "courts" if name in showed else "trumps"} for name in named]


TAROT_345 = Format("tarot345", NAME, _is_history, _read_history)

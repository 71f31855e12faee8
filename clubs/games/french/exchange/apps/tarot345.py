"""Tarot 345 Scores (YannickHiou), `historique.json`. Source: leagues.md §7.5."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from clubs.exchange.imports.shape import (
    Contents,
    Format,
    ImportedDeal,
    ImportedFile,
    ImportedTable,
    RowError,
)
from clubs.games.french.core.records import Contract
from clubs.games.french.exchange.apps.fields import (
    BadField,
    Object,
    called_in,
    camp_of,
    day_of,
    has_keys,
    maybe,
    names_of,
    objects,
    read_deals,
    said,
    whole,
)
from clubs.games.french.exchange.apps.lists import read_tables

NAME = "Tarot 345 Scores"
CONTRACTS = (Contract.PRISE, Contract.GARDE, Contract.GARDE_SANS, Contract.GARDE_CONTRE)
SIZES = {"SIMPLE": "simple", "DOUBLE": "double", "TRIPLE": "triple"}
RULES = {"base": "fft", "misere": {"enabled": True}}  # misères of 10 are on there
PLAYERS = range(3, 6)
POINTS = range(92)
SCORES = range(-100_000, 100_001)


def _is_history(contents: Contents) -> bool:
    """Some game of it has its players."""
    told = contents.document
    games = told["parties"] if has_keys(told, "parties") else None
    return isinstance(games, list) and any(has_keys(game, "joueurs") for game in games)


def _read_history(contents: Contents) -> ImportedFile:
    return read_tables(contents.document, "parties", _read_table, rules=RULES, source=NAME)


def _read_table(path: str, game: Object) -> tuple[ImportedTable, list[RowError]]:
    players = names_of(objects(game.get("joueurs"), "joueurs"), "nomUI")
    if len(players) not in PLAYERS:
        raise BadField("joueurs", len(players), "value_not_allowed")
    day = day_of(game.get("createdAt"), "createdAt")
    key = f"tarot345:{game.get('id', path)}:{game.get('createdAt')}"
    rows = [
        (f"{path}.donnes[{n}]", row) for n, row in enumerate(objects(game.get("donnes"), "donnes"))
    ]
    deals, errors = read_deals(rows, partial(_read_deal, players, key))
    label = f"{NAME} {game.get('id', '')}".strip()[:60]
    return ImportedTable(key, label, day, players, tuple(deals)), errors


def _read_deal(players: Sequence[str], key: str, path: str, row: Object) -> ImportedDeal:
    seats = range(len(players))
    scores = _scores_of(players, row.get("scores"))
    identity = f"{key}:{row.get('id', path)}"
    if row.get("nbBoutsAttaque") is None and any(scores.values()):
        record = {"kind": "scores", "label": NAME, "scores": {n: s for n, s in scores.items() if s}}
        return ImportedDeal(path, record, key=identity)
    taker = players[whole(row, "preneurIndex", seats, 0)]
    called = maybe(row, "appeleIndex", seats)
    partner = None if called is None else players[called]
    attack = {taker, partner or taker}
    handfuls = _poignees_of(players, row)
    told: dict[str, Any] = {
        "taker": taker,
        "called": called_in(players, taker, partner),
        "contract": CONTRACTS[whole(row, "contratIndex", range(4), 0)].value,
        "oudlers": whole(row, "nbBoutsAttaque", range(4)),
        "points": whole(row, "pointsAtq", POINTS, 0),
        **_petit_of(players, attack, row),
        "poignees": handfuls,
        **_chelem_of(row),
        "miseres": _miseres_of(players, row, {one["player"] for one in handfuls}),
    }
    return ImportedDeal(path, said(told), scores=scores or None, key=identity)


def _scores_of(players: Sequence[str], told: Any) -> dict[str, int]:
    """Those of the file by name; nothing where there are none."""
    if not told:
        return {}
    if not isinstance(told, list) or len(told) != len(players):
        raise BadField("scores", told)
    return {
        name: whole({"scores": cell}, "scores", SCORES)
        for name, cell in zip(players, told, strict=True)
    }


def _petit_of(players: Sequence[str], attack: set[str], row: Object) -> Object:
    told = row.get("petitAuBout")
    if told is None:
        return {}
    [one] = objects([told], "petitAuBout")
    player = players[whole(one, "index", range(len(players)), 0)]
    return {"petit_au_bout": camp_of(player, attack), "petit_player": player}


def _poignees_of(players: Sequence[str], row: Object) -> list[dict[str, str]]:
    found = []
    for one in objects(row.get("poignees"), "poignees"):
        size = one.get("type", "NONE")
        if size == "NONE":
            continue
        if size not in SIZES:
            raise BadField("poignees", size, "value_not_allowed")
        player = players[whole(one, "index", range(len(players)), 0)]
        found.append({"player": player, "size": SIZES[size]})
    return found


def _chelem_of(row: Object) -> Object:
    told = row.get("chelem")
    if told is None:
        return {}
    [one] = objects([told], "chelem")
    made, announced = (one.get(name, False) for name in ("succes", "annonce"))
    if not isinstance(made, bool) or not isinstance(announced, bool):
        raise BadField("chelem", told)
    return {"chelem": "attack" if made else None, "chelem_announced": announced}


def _miseres_of(players: Sequence[str], row: Object, showed: set[str]) -> list[dict[str, str]]:
    """Of which kind is not told: without court cards for who showed trumps, else without trumps."""
    told = row.get("miseres") or []
    if not isinstance(told, list):
        raise BadField("miseres", told)
    named = [players[whole({"miseres": n}, "miseres", range(len(players)))] for n in told]
    return [{"player": name, "kind": "courts" if name in showed else "trumps"} for name in named]


TAROT_345 = Format("tarot345", NAME, _is_history, _read_history)

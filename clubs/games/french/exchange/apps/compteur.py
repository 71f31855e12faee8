"""Tarot – Compteur de points (Matocolotoe), a backup as ZIP. Source: leagues.md §7.5."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from clubs.core.filed import FiledDeal
from clubs.exchange.imports.shape import (
    Contents,
    Format,
    ImportedFile,
    ImportedTable,
    RowError,
    Unreadable,
)
from clubs.games.french.core.game import FRENCH
from clubs.games.french.exchange.apps.fields import (
    BadField,
    Object,
    called_in,
    maybe,
    object_list,
    said,
    seat_names,
    whole_field,
)
from clubs.games.french.exchange.apps.tarot345 import CONTRACTS, POINTS

NAME = "Tarot – Compteur de points"
PEOPLE = re.compile(r"players(\.json)?")
MONTH = re.compile(r"games_(\d{4})_(\d{2})(\.json)?")
RULES = {"base": "fft", "misere": {"enabled": True}}
PLAYERS = range(3, 6)
TAKER, PARTNER = 0, 1
CAMPS = ("attack", "defence")
SIZES = ("simple", "double", "triple")
NUMBERS = range(-(2**63), 2**63)


def _is_backup(contents: Contents) -> bool:
    names = contents.files or {}
    return any(map(PEOPLE.fullmatch, names)) and any(map(MONTH.fullmatch, names))


@dataclass
class CompteurTable:
    """A table while its deals come in: those of one day and the same players."""

    day: date
    players: tuple[str, ...]
    deals: list[FiledDeal] = field(default_factory=list)


def _read_backup(contents: Contents) -> ImportedFile:
    files = contents.files or {}
    try:
        names = _names_by_id(next(files[name] for name in files if PEOPLE.fullmatch(name)))
        months = [
            (name, object_list(files[name], name))
            for name in sorted(files)
            if MONTH.fullmatch(name)
        ]
    except (BadField, StopIteration) as error:
        raise Unreadable("bad_file") from error
    drafts: dict[str, CompteurTable] = {}
    errors: list[RowError] = []
    for name, games in months:
        for number, game in enumerate(games):
            path = f"{name}[{number}]"
            try:
                _read_compteur_deal(path, name, game, names, drafts)
            except BadField as bad:
                errors.append(bad.at(path))
    tables = tuple(
        ImportedTable(f"compteur:{key}", "", draft.day, draft.players, tuple(draft.deals))
        for key, draft in drafts.items()
    )
    return ImportedFile(tables, tuple(errors), rules=RULES, source=NAME, game=FRENCH.code)


def _names_by_id(document: Any) -> dict[int, str]:
    people = object_list(document, "players")
    names = seat_names(people, "name")
    return {whole_field(one, "id", NUMBERS): name for one, name in zip(people, names, strict=True)}


def _read_compteur_deal(
    path: str, month: str, game: Object, names: Mapping[int, str], drafts: dict[str, CompteurTable]
) -> None:
    """One deal into its table."""
    seats = object_list(game.get("players"), "players")
    players = tuple(_names_at_seats(names, seats))
    if len(players) not in PLAYERS or len(set(players)) < len(players):
        raise BadField("players", len(players), "value_not_allowed")
    day, note = _day_and_note(month, game)
    key = f"{day.isoformat()}|{'|'.join(sorted(players))}"
    record = _compteur_record(game, players, seats)
    draft = drafts.setdefault(key, CompteurTable(day, players))
    others = () if players == draft.players else players
    key = f"compteur:{path}:{_digest(game)}"
    slam = bool(game.get("slam"))
    draft.deals.append(FiledDeal(path, record, others, note=note, key=key, asks_slam=slam))


def _digest(game: Object) -> str:
    """The file gives its deals no identity: their place and content are."""
    return json.dumps(game, sort_keys=True)


def _names_at_seats(names: Mapping[int, str], seats: Sequence[Object]) -> Iterator[str]:
    for seat in seats:
        number = whole_field(seat, "id", NUMBERS)
        if number not in names:
            raise BadField("players", number, "player_unknown")
        yield names[number]


def _day_and_note(month: str, game: Object) -> tuple[date, str]:
    """Day 0 is not known: the first of the month, with a note."""
    match = MONTH.fullmatch(month)
    number = whole_field(game, "day", range(32), 0)
    try:
        day = date(int(match[1]), int(match[2]), number or 1) if match else date.min
    except ValueError:
        raise BadField("day", number, "bad_date") from None
    return day, "" if number else _("On which day of the month is not known.")


def _compteur_record(
    game: Object, players: Sequence[str], seats: Sequence[Object]
) -> dict[str, Any]:
    sides = [maybe(seat, "side", (TAKER, PARTNER)) for seat in seats]
    if sides.count(TAKER) != 1:
        raise BadField("side", sides.count(TAKER), "field_missing")
    taker = players[sides.index(TAKER)]
    partner = players[sides.index(PARTNER)] if PARTNER in sides else None
    petit = maybe(game, "petit_au_bout", range(2))
    handfuls = [
        (name, maybe(seat, "handful", range(3))) for name, seat in zip(players, seats, strict=True)
    ]
    showed = {name: SIZES[size] for name, size in handfuls if size is not None}
    return said(
        {
            "taker": taker,
            "called": called_in(players, taker, partner),
            "contract": CONTRACTS[whole_field(game, "contract", range(4))].value,
            "oudlers": whole_field(game, "oudlers", range(4)),
            "points": whole_field(game, "attack_score", POINTS),
            "petit_au_bout": None if petit is None else CAMPS[petit],
            "poignees": [{"player": name, "size": size} for name, size in showed.items()],
            "miseres": [
                {"player": name, "kind": "courts" if name in showed else "trumps"}
                for name, seat in zip(players, seats, strict=True)
                if seat.get("misery")
            ],
        }
    )


COMPTEUR = Format("compteur", NAME, _is_backup, _read_backup)

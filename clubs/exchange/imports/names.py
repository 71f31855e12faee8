"""Who the names of a file are: known players, or people to be decided on.

Source: leagues.md §7 (names are matched without case and accents; unknown names are listed with
likely members, at a distance of at most 2, and must be decided).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID, uuid5

from clubs.core.names import is_short_for, name_keys
from clubs.exchange.games import FILES
from clubs.exchange.imports.shape import ImportedTable, Row
from clubs.exchange.imports.values import name_key, person_key
from clubs.queries.imports import KnownPlayer

# What spreadsheets head their sum rows with, as name_key has it.
SUMS = {"total", "totaux", "totals", "totale", "totali", "somme", "sommes", "sum", "sums"} | {
    *("somma", "somme", "controle", "control", "controllo", "check", "verification", "verifica")
}
MOST_LIKELY = 3  # suggestions for one name
DISTANCE = 2  # letters that differ, at most


class Who(StrEnum):
    """What a person may decide of an unknown name; SAME is followed by the uuid of a player."""

    SAME = "same"
    MEMBER = "member"
    GUEST = "guest"
    NOBODY = "nobody"  # a row of totals that is of no player


@dataclass(frozen=True, slots=True)
class UnknownName:
    """A name that nobody in the club has, where it stands first, and who it may mean."""

    key: str
    name: str
    row: Row
    column: str
    likely: tuple[KnownPlayer, ...]


@dataclass(frozen=True, slots=True)
class People:
    """The players of the club, and what was decided of other names: `same:<uuid>`, `member` or
    `guest` by person_key. seed makes the uuids of new players."""

    known: Sequence[KnownPlayer]
    decided: Mapping[str, str]
    seed: UUID

    def uuids(self) -> dict[str, str]:
        """Player uuid by person_key, new players included."""
        of = known_keys(self.known)
        players = {player.uuid for player in self.known}
        for key, decision in self.decided.items():
            who, _colon, uuid = decision.partition(":")
            if key in of:
                continue
            if who == Who.SAME and uuid in players:
                of[key] = uuid
            elif who in (Who.MEMBER, Who.GUEST):
                of[key] = str(uuid5(self.seed, key))
        return of


def is_sum(name: str) -> bool:
    """Whether a row of this name rather is the sum of the others: "Total :", "Contrôle"."""
    words = [word.strip(":=.()") for word in name_key(name).split()]
    return words[:1] != [] and words[0] in SUMS


def known_keys(known: Iterable[KnownPlayer]) -> dict[str, str]:
    """Uuid by person_key, with the family name at either end, and by name_key. Of those who were
    archived only whom no other is called like, unless the name is the one that our own lists have
    for them."""
    known = list(known)
    here = [player for player in known if not player.is_archived]
    active = {person_key(player.name): player.uuid for player in here}
    active |= {player.key: player.uuid for player in here}
    gone: dict[str, list[str]] = {}
    for player in known:
        key = person_key(player.name)
        if player.is_archived and key not in active:
            gone.setdefault(key, []).append(player.uuid)
    alone = {key: uuids[0] for key, uuids in gone.items() if len(uuids) == 1}
    told_apart = {player.exported: player.uuid for player in known if player.exported}
    turned = {
        key: player.uuid for player in here for key in name_keys(player.name, player.family_name)
    }
    return turned | told_apart | active | alone


def distance(one: str, other: str, most: int = DISTANCE) -> int:
    """Letters to put in, take out or replace (Levenshtein); most + 1 for anything above."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        now = [row]
        for column, another in enumerate(other, 1):
            put, taken = now[-1] + 1, before[column] + 1
            now.append(min(put, taken, before[column - 1] + (letter != another)))
        if min(now) > most:
            return most + 1
        before = now
    return min(before[-1], most + 1)


def _likely_players(key: str, known: Iterable[KnownPlayer]) -> tuple[KnownPlayer, ...]:
    """Who is called so for short, then the nearest names. A name of a few letters is near to
    everything: one may differ."""
    most = min(DISTANCE, max(len(key) // 3, 1))
    near = [
        (0 if is_short_for(key, player.key) else distance(key, player.key, most), player)
        for player in known
    ]
    found = sorted(
        ((steps, one.is_archived, one.name, one) for steps, one in near if steps <= most),
        key=lambda found: found[:3],
    )
    return tuple(one for *_order, one in found[:MOST_LIKELY])


def unknown_names(
    names: Iterable[tuple[str, Row, str]], people: People, *, wants_all: bool = True
) -> list[UnknownName]:
    """Names nobody has decided on yet, each once. names are (name, row, column).

    wants_all: names without a likely player are listed too.
    """
    known = set(people.uuids())
    found: dict[str, UnknownName] = {}
    for name, row, column in names:
        key = person_key(name)
        if key in known or key in found or not key:
            continue
        likely = _likely_players(key, people.known)
        if likely or wants_all:
            found[key] = UnknownName(key, name, row, column, likely)
    return list(found.values())


def names_of(tables: Iterable[ImportedTable]) -> Iterable[tuple[str, Row, str]]:
    """Everybody at these tables with the first row that has them."""
    for table in tables:
        for total in table.totals:
            yield total.player, total.row, "player"
        first: Row = table.deals[0].row if table.deals else ""
        for name in table.players if table.deals else ():
            yield name, first, "players"
        for deal in table.deals:
            for name in deal.players:
                yield name, deal.row, "players"


def with_names(game: str, record: Mapping[str, Any], name: Callable[[str], str]) -> dict[str, Any]:
    """A deal record of this game, or plain scores, that calls everybody otherwise; its texts
    stay."""
    told = dict(record)
    named = FILES[game].deals.named
    for field in ("dealer", *named.fields):
        if isinstance(told.get(field), str):
            told[field] = name(told[field])
    for field in named.lists:
        if told.get(field):
            told[field] = [one if one is None else name(one) for one in told[field]]
    for field in named.entries:
        if told.get(field):
            told[field] = [{**one, "player": name(one["player"])} for one in told[field]]
    for field in named.objects:
        if told.get(field):
            told[field] = {**told[field], "player": name(told[field]["player"])}
    if isinstance(told.get("scores"), Mapping):
        told["scores"] = {name(one): score for one, score in told["scores"].items()}
    return told

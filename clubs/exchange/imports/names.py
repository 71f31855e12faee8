"""The people behind the names of a file: known players, or people to be decided on.

Source: leagues.md §7 (names are matched without case and accents; unknown names are listed with
likely members, at a distance of at most 2, and must be decided).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from clubs.core.deal_records import Record, naming_fields
from clubs.core.file_rows import Row
from clubs.core.names import is_short_for, name_keys
from clubs.exchange.games import FILES
from clubs.exchange.imports.columns import ImportKind
from clubs.exchange.imports.shape import ImportedTable
from clubs.exchange.imports.values import name_key, person_key
from clubs.queries.imports import KnownPlayer

# What spreadsheets head their sum rows with, as name_key has it.
ADDED = {"total", "totaux", "totals", "totale", "totali", "somme", "sommes", "sum", "sums"} | {
    *("sous-total", "sous-totaux", "subtotal", "subtotals", "subtotale", "subtotali", "somma"),
    *("controle", "control", "controllo", "check", "verification", "verifica"),
}
SUMS = ADDED | {"nombre", "nb", "nbre", "effectif", "moyenne", "moyennes", "average", "media"}
OF_ALL = {"", "general", "generale", "generali", "generaux"}  # behind the first word: of everybody
MOST_LIKELY = 3  # suggestions for one name
DISTANCE = 2  # letters that differ, at most
MOST_LISTED = 300  # players in a list of everybody


class Who(StrEnum):
    """The answers to an unknown name; SAME is followed by the uuid of a player."""

    SAME = "same"
    MEMBER = "member"
    GUEST = "guest"
    NOBODY = "nobody"  # a row of totals that is of no player


@dataclass(frozen=True, slots=True)
class UnknownName:
    """A name that nobody in the club has, with the first place where it stands and the players whom
    it may mean."""

    key: str
    name: str
    row: Row
    column: str
    likely: tuple[KnownPlayer, ...]


def player_uuids(
    known: Iterable[KnownPlayer], decided: Mapping[str, str], seed: UUID
) -> dict[str, str]:
    """Player uuid by person_key: of the players of the club, and of the names that were decided on,
    `same:<uuid>`, `member` or `guest` by person_key. seed makes the uuids of new players."""
    known = list(known)
    of = known_keys(known)
    players = {player.uuid for player in known}
    for key, decision in decided.items():
        choice, _colon, uuid = decision.partition(":")
        if key in of:
            continue
        if choice == Who.SAME and uuid in players:
            of[key] = uuid
        elif choice in (Who.MEMBER, Who.GUEST):
            of[key] = str(uuid5(seed, key))
    return of


def is_sum(name: str) -> bool:
    """Whether a row of this name is a sum of other rows: "Total :", "Contrôle"."""
    return any(word in SUMS for word in _bare_words(name)[:1])


def is_only_sum(name: str) -> bool:
    """Whether a row of this name adds up others and can hardly be somebody: "Total général", not
    "Somme Luc"."""
    first, *others = _bare_words(name) or [""]
    return first in ADDED and OF_ALL.issuperset(others)


def _bare_words(name: str) -> list[str]:
    return [word.strip(":=.()") for word in name_key(name).split()]


def known_keys(known: Iterable[KnownPlayer]) -> dict[str, str]:
    """The uuid of each player by person_key, with the family name at either end, and by name_key.

    An archived player is known by a name that nobody else has, and by the one of our own lists.
    """
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
    # Later ones win: a name that somebody bears beats one that is only turned around. The wrong
    # order would give the deals of a player to a namesake without a word.
    return turned | told_apart | active | alone


def distance(word: str, other: str, most: int = DISTANCE) -> int:
    """The number of letters to put in, take out or replace (Levenshtein); most + 1 for anything
    above."""
    if abs(len(word) - len(other)) > most:
        return most + 1
    before = list(range(len(other) + 1))
    for row, letter in enumerate(word, 1):
        now = [row]
        for column, another in enumerate(other, 1):
            put, taken = now[-1] + 1, before[column] + 1
            now.append(min(put, taken, before[column - 1] + (letter != another)))
        if min(now) > most:  # no later row can be less: most names are given up here
            return most + 1
        before = now
    return min(before[-1], most + 1)


def _likely_players(key: str, known: Iterable[KnownPlayer]) -> tuple[KnownPlayer, ...]:
    """Players with this short name, then those with the nearest names. A name of a few letters is
    near to everything: there one letter may differ."""
    most = min(DISTANCE, max(len(key) // 3, 1))
    near = [
        (0 if is_short_for(key, player.key) else distance(key, player.key, most), player)
        for player in known
    ]
    nearest = sorted(
        ((steps, one.is_archived, one.name, one) for steps, one in near if steps <= most),
        key=lambda player: player[:3],
    )
    return tuple(one for *_order, one in nearest[:MOST_LIKELY])


def unknown_names(
    names: Iterable[tuple[str, Row, str]],
    known: Sequence[KnownPlayer],
    uuids: Mapping[str, str],
    *,
    wants_all: bool = True,
) -> list[UnknownName]:
    """Names nobody has decided on yet, each once. names are (name, row, column); uuids as
    player_uuids has them.

    wants_all: names without a likely player are listed too.
    """
    unknown: dict[str, UnknownName] = {}
    for name, row, column in names:
        key = person_key(name)
        if key in uuids or key in unknown or not key:
            continue
        likely = _likely_players(key, known)
        if likely or wants_all:
            unknown[key] = UnknownName(key, name, row, column, likely)
    return list(unknown.values())


def names_with_rows(tables: Iterable[ImportedTable]) -> Iterable[tuple[str, Row, str]]:
    """Everybody at these tables, with a row that has them; the first row comes first."""
    for table in tables:
        for total in table.totals:
            yield total.player, total.row, "player"
        seats = table.players if table.deals else ()
        yield from ((name, table.deals[0].row, "players") for name in seats)
        for deal in table.deals:
            if deal.players and deal.players != seats:  # most deals have those of the one before
                seats = deal.players
                yield from ((name, deal.row, "players") for name in seats)


def renamed_record(
    game: str, record: Mapping[str, Any], name: Callable[[str], str]
) -> dict[str, Any]:
    """A deal record of this game, or plain scores, that calls everybody otherwise; its texts
    stay."""
    naming = {*naming_fields(Record), *naming_fields(FILES[game].deals.result)}
    renamed = {
        field: _renamed_value(value, name) if field in naming else value
        for field, value in record.items()
    }
    if isinstance(renamed.get("scores"), Mapping):
        renamed["scores"] = {name(one): score for one, score in renamed["scores"].items()}
    return renamed


def _renamed_value(value: Any, name: Callable[[str], str]) -> Any:
    """A name, a list of them, or an object that has one as its `player`."""
    if isinstance(value, list | tuple):
        return [_renamed_value(one, name) for one in value]
    if isinstance(value, Mapping):
        return {**value, "player": name(value["player"])}
    return name(value) if isinstance(value, str) else value


# The answers to choose from


def name_preset(name: UnknownName, kind: ImportKind | None) -> str:
    """The answer that is chosen in advance: none where a known name is near."""
    if kind is ImportKind.TOTALS and is_sum(name.name):
        return Who.NOBODY
    return "" if name.likely else Who.MEMBER


def name_choices(
    name: UnknownName, players: Sequence[KnownPlayer], kind: ImportKind | None
) -> list[Any]:
    """The answers to choose from: likely players, then new ones, then everybody."""
    likely = [
        (f"{Who.SAME}:{one.uuid}", _("It is %(name)s") % {"name": one.name}) for one in name.likely
    ]
    new = [(Who.MEMBER.value, _("A new member"))]
    if kind is not ImportKind.MEMBERS:
        new.append((Who.GUEST.value, _("A new guest")))
    if kind is ImportKind.TOTALS:
        new.append((Who.NOBODY.value, _("Nobody: leave the row out")))
    here = [one for one in players if not one.is_archived]
    everybody = [(f"{Who.SAME}:{one.uuid}", one.listed) for one in here[:MOST_LISTED]]
    choices: list[Any] = [("", _("— say who this is —")), *likely, *new]
    if everybody:
        choices.append((_("Somebody of the club"), everybody))
    return choices

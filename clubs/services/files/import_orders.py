"""The order of an import, with every name decided: the tables, people and season to be written.

Players are named by uuid. Tables become JSON while they wait for their block (imports.py).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from uuid import UUID

from clubs.core.games import DEFAULT_GAME
from clubs.core.names import PersonName
from clubs.core.standings.season_shapes import FiledSeason
from clubs.models import League

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class NewDeal:
    """A deal as it is to be written; players and record have player uuids. key is its identity."""

    key: str
    players: tuple[str, ...]
    record: Json
    uuid: UUID | None = None


@dataclass(frozen=True, slots=True)
class NewTotal:
    player: str
    total: int
    deal_count: int | None = None
    place_points: int | None = None


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table with its deals, or with totals only. rules is a complete profile. goes_on is the
    table that the deals were judged with; None where only its key may say which."""

    key: str
    label: str
    held_on: date
    rules: Json
    deals: tuple[NewDeal, ...] = ()
    totals: tuple[NewTotal, ...] = ()
    uuid: UUID | None = None
    opened_at: datetime | None = None
    closed_at: datetime | None = None
    evening: str = ""  # its name in the season, which tells those of one date apart
    game: str = DEFAULT_GAME
    goes_on: UUID | None = None

    def to_json(self) -> Json:
        return {
            "key": self.key,
            "label": self.label,
            "held_on": self.held_on.isoformat(),
            "rules": self.rules,
            "deals": [
                [one.key, list(one.players), one.record, str(one.uuid) if one.uuid else None]
                for one in self.deals
            ],
            "totals": [
                [one.player, one.total, one.deal_count, one.place_points] for one in self.totals
            ],
            "uuid": str(self.uuid) if self.uuid else None,
            "opened_at": self.opened_at.isoformat() if self.opened_at else None,
            "closed_at": self.closed_at.isoformat() if self.closed_at else None,
            "evening": self.evening,
            "game": self.game,
            "goes_on": str(self.goes_on) if self.goes_on else None,
        }

    @classmethod
    def from_json(cls, values: Json) -> "NewTable":
        return cls(
            key=values["key"],
            label=values["label"],
            held_on=date.fromisoformat(values["held_on"]),
            rules=values["rules"],
            deals=tuple(
                NewDeal(key, tuple(players), record, UUID(uuid) if uuid else None)
                for key, players, record, uuid in values["deals"]
            ),
            totals=tuple(NewTotal(*row) for row in values["totals"]),
            uuid=UUID(values["uuid"]) if values["uuid"] else None,
            opened_at=_optional_moment(values.get("opened_at")),
            closed_at=_optional_moment(values["closed_at"]),
            evening=values.get("evening", ""),
            game=values["game"],
            goes_on=UUID(values["goes_on"]) if values.get("goes_on") else None,
        )


def _optional_moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


@dataclass(frozen=True, slots=True)
class NewPerson:
    """A person whom the file brings. details are columns of Player that members have."""

    uuid: UUID
    name: PersonName
    is_member: bool
    member_since: date | None = None
    is_active: bool = True
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def full_name(self) -> str:
        return self.name.whole


@dataclass(frozen=True, slots=True)
class Order:
    """Everything that is to be written of a file. The tables count for league, which is there
    already, or for new_league, which is made unless it is found by its game, name and days; it has
    uuids for the names of players. known are details for people who are there, by uuid: they fill
    gaps. rest is the content of a run of the same file for the sheets that are left, by their
    names. sheet is the one that it is of, where the file has several."""

    tables: Sequence[NewTable] = ()
    people: Sequence[NewPerson] = ()
    known: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    league: League | None = None
    new_league: FiledSeason | None = None
    lists_members: bool = True
    repeated_count: int = 0
    skipped_count: int = 0
    sheet: str = ""
    rest: Json | None = None

"""Tables of a file become rows, many at once. See services/files/imports.py for what is around it.

The caller holds the lock of the club and has asked access.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID, uuid4, uuid5
from zoneinfo import ZoneInfo

from django.db.models import F, Max

from clubs.access import Actor
from clubs.core import plain_scores
from clubs.core.games import (
    DEFAULT_GAME,
    Rules,
    Verdict,
    get_game,
    session_of,
)
from clubs.core.matches import Session
from clubs.models import (
    AuditEntry,
    Club,
    Deal,
    DealScore,
    ImportedRow,
    Player,
    Seat,
    Sitting,
    SittingState,
    SittingTotal,
)
from clubs.queries.imports import imported_keys, known_deals, known_totals_of
from clubs.queries.tables.sittings import SUGGESTED_PER_DEAL
from clubs.services.changes import Action
from clubs.services.seasons.counting import refuse_frozen
from clubs.services.tables.sittings import audit_content, fill_columns, judge, score_row

BEGIN = time(20)  # of a table whose hour nobody knows, in the zone of the club
SEATS = 8  # positions at a table
BATCH = 500  # rows of one statement

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
    def from_json(cls, told: Json) -> "NewTable":
        return cls(
            key=told["key"],
            label=told["label"],
            held_on=date.fromisoformat(told["held_on"]),
            rules=told["rules"],
            deals=tuple(
                NewDeal(key, tuple(players), record, UUID(uuid) if uuid else None)
                for key, players, record, uuid in told["deals"]
            ),
            totals=tuple(NewTotal(*row) for row in told["totals"]),
            uuid=UUID(told["uuid"]) if told["uuid"] else None,
            opened_at=_moment(told.get("opened_at")),
            closed_at=_moment(told["closed_at"]),
            evening=told.get("evening", ""),
            game=told["game"],
            goes_on=UUID(told["goes_on"]) if told.get("goes_on") else None,
        )


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


Held = tuple[date, str]  # when a table was played, and the name of the evening


@dataclass(slots=True)
class Written:
    """What came of some tables. tables are sittings that were made or got deals, and when they
    were played."""

    tables: list[tuple[Sitting, Held]] = field(default_factory=list)
    deal_count: int = 0
    total_count: int = 0
    repeated_count: int = 0
    players: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Pile:
    """Rows that are written together at the end."""

    sittings: list[Sitting] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    deals: list[Deal] = field(default_factory=list)
    scores: list[DealScore] = field(default_factory=list)
    totals: list[SittingTotal] = field(default_factory=list)
    keys: list[ImportedRow] = field(default_factory=list)
    entries: list[AuditEntry] = field(default_factory=list)

    def write(self) -> None:
        """Each kind after those that it points to."""
        Sitting.objects.bulk_create(self.sittings, BATCH)
        Seat.objects.bulk_create(self.seats, BATCH)
        Deal.objects.bulk_create(self.deals, BATCH)
        DealScore.objects.bulk_create(self.scores, BATCH)
        SittingTotal.objects.bulk_create(self.totals, BATCH)
        ImportedRow.objects.bulk_create(self.keys, BATCH)
        AuditEntry.objects.bulk_create(self.entries, BATCH)


def key_of(*parts: object) -> str:
    """The identity of something by its content: SHA-256, in hex."""
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def write_tables(
    actor: Actor,
    club: Club,
    tables: Sequence[NewTable],
    players: Mapping[str, Player],
    at: datetime,
) -> Written:
    """Write what was not imported before. players are by uuid; at is now.

    Raises LeagueClosed where a table that goes on counts for a closed season.
    """
    written = Written()
    keys = [deal.key for table in tables for deal in table.deals]
    keys += [key_of("table", table.key) for table in tables]
    seen = imported_keys(club, keys)
    told = [deal.uuid for table in tables for deal in table.deals if deal.uuid]
    taken = known_deals(club, told)
    writer = Writer(actor, club, players, at, seen, taken, SameTotals(club, tables))
    for table in tables:
        writer.table(table, written)
    writer.pile.write()
    return written


class SameTotals:
    """The tables of a club of which only the totals are known, on the days of these: what comes
    from our own export was never imported under its key. One query where there are any."""

    def __init__(self, club: Club, tables: Iterable[NewTable]) -> None:
        days = {table.held_on for table in tables if table.totals}
        self.known = known_totals_of(club, days) if days else set()

    def is_known(self, table: NewTable) -> bool:
        won = frozenset((one.player, one.total) for one in table.totals)
        return (table.held_on, table.game, won) in self.known


class Writer:
    """Collects the rows of tables. seen are keys that were imported, with what they became; taken
    ids of deals that are in use, and whether by a deal of this club."""

    def __init__(
        self,
        actor: Actor,
        club: Club,
        players: Mapping[str, Player],
        at: datetime,
        seen: dict[str, UUID],
        taken: dict[UUID, bool],
        same: SameTotals,
    ) -> None:
        self.same = same
        self.actor, self.club, self.players, self.at = actor, club, players, at
        self.seen, self.taken = seen, taken
        self.pile = Pile()
        self.numbers: dict[date, int] = {}
        self.rules: dict[tuple[str, str], Rules] = {}
        self.sessions: dict[UUID, Session] = {}

    def table(self, table: NewTable, written: Written) -> None:
        """One table with what is new of it."""
        deals = [deal for deal in table.deals if not self.is_known(deal)]
        written.repeated_count += len(table.deals) - len(deals)
        key = key_of("table", table.key)
        earlier = self.seen.get(key)
        if table.totals and (earlier is not None or self.same.is_known(table)):
            written.repeated_count += len(table.totals)
            return
        if not deals and not table.totals:
            return
        known = self.earlier_sitting(table.goes_on or earlier, table.game)
        sitting = known or self.new_sitting(replace(table, deals=tuple(deals)))
        if earlier is None:
            self.pile.keys.append(ImportedRow(club=self.club, key=key, target_uuid=sitting.uuid))
            self.seen[key] = sitting.uuid
        if known is None:
            chain = Chain(self, sitting)
            seats = self.new_seats(sitting, table, deals)
            chain.opened(table, seats)
            number = 0
        else:
            refuse_frozen(sitting)
            type(sitting).objects.filter(pk=sitting.pk).update(revision=F("revision") + 1)
            chain = Chain(self, sitting)
            seats = self.more_seats(sitting, deals)
            chain.opened(table, seats)
            number = sitting.deals.aggregate(last=Max("number"))["last"] or 0
        for deal in deals:
            number += 1
            self.deal(sitting, deal, seats, number, chain)
        for total in table.totals:
            self.pile.totals.append(
                SittingTotal(
                    sitting=sitting,
                    player=self.players[total.player],
                    total=total.total,
                    deal_count=total.deal_count,
                    place_points=total.place_points,
                )
            )
        written.tables.append((sitting, (table.held_on, table.evening)))
        written.deal_count += len(deals)
        written.total_count += len(table.totals)
        written.players += seats

    def is_known(self, deal: NewDeal) -> bool:
        """By its own id in this club, or by its content."""
        if deal.key in self.seen or (deal.uuid and self.taken.get(deal.uuid)):
            return True
        self.seen[deal.key] = self.club.uuid  # the same row twice in one file is one deal
        return False

    def earlier_sitting(self, uuid: UUID | None, game: str) -> Sitting | None:
        """The table that goes on, if it is still of this club and this game, and takes deals."""
        if uuid is None:
            return None
        rows = Sitting.objects.filter(uuid=uuid, club=self.club, game=game, totals_only=False)
        return rows.first()

    def new_sitting(self, table: NewTable) -> Sitting:
        """Closed, with the hour that its day and its number of deals suggest."""
        zone = ZoneInfo(self.club.time_zone)
        opened_at = table.opened_at or datetime.combine(table.held_on, BEGIN, zone)
        closed_at = table.closed_at or opened_at + SUGGESTED_PER_DEAL * len(table.deals)
        sitting = Sitting(
            uuid=self.free_uuid(table),
            club=self.club,
            game=table.game,
            rules=table.rules,
            active_count=_active_count(table),
            first_dealer=_first_dealer(table),
            table_number=self.next_number(opened_at.astimezone(zone)),
            totals_only=bool(table.totals),
            state=SittingState.CLOSED,
            opened_at=min(opened_at, closed_at),
            closed_at=closed_at,
            opened_by=self.actor.user,
        )
        self.pile.sittings.append(sitting)
        return sitting

    def free_uuid(self, table: NewTable) -> UUID:
        """One that follows from the file's own or from the key. Never the file's own: the uuid of
        a table names its log, and a file may hold that of any row."""
        own = uuid5(self.club.uuid, f"table {table.uuid or table.key}")
        return uuid4() if Sitting.objects.filter(uuid=own).exists() else own

    def next_number(self, opened_at: datetime) -> int:
        """The tables of a day are numbered in the order they come. opened_at is in the zone of the
        club."""
        today = opened_at.date()
        if today not in self.numbers:
            midnight = datetime.combine(today, time(), opened_at.tzinfo)
            day = Sitting.objects.filter(
                club=self.club, opened_at__gte=midnight, opened_at__lt=midnight + timedelta(days=1)
            )
            self.numbers[today] = day.aggregate(last=Max("table_number"))["last"] or 0
        self.numbers[today] += 1
        return self.numbers[today]

    def new_seats(
        self, sitting: Sitting, table: NewTable, deals: Sequence[NewDeal]
    ) -> dict[str, Seat]:
        """Who sat there for the last deal has a place; the others have left."""
        last = deals[-1].players if deals else [total.player for total in table.totals]
        everybody = [player for deal in deals for player in deal.players]
        seats = {}
        for player in dict.fromkeys([*last, *everybody]):
            place = last.index(player) if player in last else SEATS
            position = place if place < SEATS else None
            seats[player] = Seat(sitting=sitting, position=position, player=self.players[player])
        self.pile.seats += seats.values()
        return seats

    def more_seats(self, sitting: Sitting, deals: Iterable[NewDeal]) -> dict[str, Seat]:
        """Those that are there; who is new at a table that was imported before has no place."""
        rows = sitting.seats.select_related("player")
        seats = {str(seat.player.uuid): seat for seat in rows}
        for player in dict.fromkeys(player for deal in deals for player in deal.players):
            if player not in seats:
                seats[player] = Seat(sitting=sitting, player=self.players[player])
                self.pile.seats.append(seats[player])
        return seats

    def deal(
        self,
        sitting: Sitting,
        told: NewDeal,
        seats: Mapping[str, Seat],
        number: int,
        chain: "Chain",
    ) -> None:
        """The record, its columns, one score a seat, and the entry of the log."""
        uuid = told.uuid
        if uuid is None or uuid in self.taken:
            uuid = uuid5(self.club.uuid, told.key)
        record = {**told.record, "players": list(told.players)}
        verdict = self.judged(sitting, told)
        self.session_at(sitting).add(record)
        deal = Deal(
            uuid=uuid,
            sitting=sitting,
            number=number,
            record=record,
            recorded_at=self.at,
            recorded_by=self.actor.user,
        )
        fill_columns(deal, verdict, self.players)
        self.pile.deals.append(deal)
        self.pile.keys.append(ImportedRow(club=self.club, key=told.key, target_uuid=uuid))
        for name in told.players:
            self.pile.scores.append(score_row(deal, seats[name], self.players[name], verdict, name))
        chain.add("deal", uuid, audit_content(deal))

    def judged(self, sitting: Sitting, told: NewDeal) -> Verdict:
        """Raises DealRefused: the check before should have found it."""
        if told.record.get("kind") == plain_scores.KIND:
            return judge(sitting, told.players, told.record)
        game, rules = get_game(sitting.game), self.rules_of(sitting)
        context = self.session_at(sitting).context(told.players)
        return game.judge(told.players, rules, {**told.record, **context})

    def rules_of(self, sitting: Sitting) -> Rules:
        key = (sitting.game, key_of(sitting.rules) if sitting.rules else "")
        if key not in self.rules:
            self.rules[key] = get_game(sitting.game).read_rules(sitting.rules)
        return self.rules[key]

    def session_at(self, sitting: Sitting) -> Session:
        """What the deals of this table add up to so far, those before the file among them."""
        if sitting.uuid not in self.sessions:
            stored = Deal.objects.filter(sitting=sitting.pk).order_by("number")
            self.sessions[sitting.uuid] = session_of(
                get_game(sitting.game),
                self.rules_of(sitting),
                stored.values_list("record", flat=True),
            )
        return self.sessions[sitting.uuid]


class Chain:
    """The log of one sitting, going on where it ends."""

    def __init__(self, writer: Writer, sitting: Sitting) -> None:
        self.writer, self.sitting = writer, sitting
        last = None
        if sitting.pk:
            entries = AuditEntry.objects.filter(chain_uuid=sitting.uuid).order_by("-sequence")
            last = entries.values_list("sequence", "hash").first()
        self.sequence, self.previous = last or (0, "")

    def opened(self, table: NewTable, seats: Mapping[str, Seat]) -> None:
        """What the table was imported with: its rules count as frozen from here on."""
        told: Json = {
            "players": list(seats),
            "game": self.sitting.game,
            "rules": self.sitting.rules,
            "active_count": self.sitting.active_count,
            "first_dealer": self.sitting.first_dealer,
            "label": table.label,
        }
        if table.totals:
            told["totals"] = [[one.player, one.total] for one in table.totals]
        self.add("sitting", self.sitting.uuid, told)

    def add(self, target_type: str, target_uuid: UUID, after: Json) -> None:
        self.sequence += 1
        entry = AuditEntry(
            club=self.writer.club,
            at=self.writer.at,
            actor=self.writer.actor.key_in(self.sitting.uuid, self.writer.club.pk),
            action=Action.IMPORT,
            target_type=target_type,
            target_uuid=target_uuid,
            after=after,
            chain_uuid=self.sitting.uuid,
            sequence=self.sequence,
        )
        entry.hash = self.previous = entry.computed_hash(self.previous)
        self.writer.pile.entries.append(entry)


def _active_count(table: NewTable) -> int:
    """How many play a deal, by the last one; as many as the game knows."""
    counts = get_game(table.game).active_counts
    playing = len(table.totals)
    if table.deals:
        last = table.deals[-1]
        playing = len(last.players) - len(last.record.get("out") or ())
    return min(max(playing, min(counts)), max(counts))


def _first_dealer(table: NewTable) -> int:
    """The place of who dealt first among those who sit there at the end, 0 where nobody says."""
    if not table.deals:
        return 0
    dealer, last = table.deals[0].record.get("dealer"), table.deals[-1].players
    return last.index(dealer) if dealer in last else 0

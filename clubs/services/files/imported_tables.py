"""Tables of a file become rows, many at once; services/files/imports.py writes what is around them.

The caller holds the lock of the club and has asked access.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from uuid import UUID, uuid4, uuid5

from django.db.models import F, Max

from clubs.access import Actor
from clubs.core.games import get_game, session_of
from clubs.core.plain_scores import judge_deal
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
from clubs.queries.tables.heads import SUGGESTED_PER_DEAL
from clubs.services.changes import Action
from clubs.services.deals.scoring import deal_audit_content, fill_columns, score_row
from clubs.services.deals.sums import lock_tables
from clubs.services.files.import_orders import Json, NewDeal, NewTable
from clubs.services.log_chains import chain_of, write_links
from clubs.services.seasons.counting import refuse_frozen

BEGIN = time(20)  # of a table whose hour nobody knows, in the zone of the club
SEATS = 8  # positions at a table
BATCH = 500  # rows of one statement

Held = tuple[date, str]  # when a table was played, and the name of the evening


@dataclass(slots=True)
class WrittenTables:
    """The result of writing tables. tables are sittings that were made or got deals, each with its
    day and the name of its evening."""

    tables: list[tuple[Sitting, Held]] = field(default_factory=list)
    deal_count: int = 0
    total_count: int = 0
    repeated_count: int = 0
    players: list[str] = field(default_factory=list)


@dataclass(slots=True)
class RowBatch:
    """Rows that are written together at the end."""

    sittings: list[Sitting] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    deals: list[Deal] = field(default_factory=list)
    scores: list[DealScore] = field(default_factory=list)
    totals: list[SittingTotal] = field(default_factory=list)
    keys: list[ImportedRow] = field(default_factory=list)
    entries: list[AuditEntry] = field(default_factory=list)

    def write(self) -> None:
        """Write the rows, each kind after those that it points to."""
        Sitting.objects.bulk_create(self.sittings, BATCH)
        Seat.objects.bulk_create(self.seats, BATCH)
        Deal.objects.bulk_create(self.deals, BATCH)
        DealScore.objects.bulk_create(self.scores, BATCH)
        SittingTotal.objects.bulk_create(self.totals, BATCH)
        ImportedRow.objects.bulk_create(self.keys, BATCH)
        write_links(self.entries)


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
) -> WrittenTables:
    """Write what was not imported before. players are by uuid; at is now.

    Raises LeagueClosed where a table that goes on counts for a closed season.
    """
    written = WrittenTables()
    keys = [deal.key for table in tables for deal in table.deals]
    keys += [key_of("table", table.key) for table in tables]
    seen = imported_keys(club, keys)
    going_on = (table.goes_on or seen.get(key_of("table", table.key)) for table in tables)
    # By their keys, and before it is asked whether a season that they count for is closed.
    lock_tables(Sitting.objects.filter(club=club, uuid__in=list(filter(None, going_on))))
    uuids = [deal.uuid for table in tables for deal in table.deals if deal.uuid]
    taken = known_deals(club, uuids)
    writer = ImportWriter(actor, club, players, at, seen, taken, SameTotals(club, tables))
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


class ImportWriter:
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
        self.pile = RowBatch()
        self.numbers: dict[date, int] = {}

    def table(self, table: NewTable, written: WrittenTables) -> None:
        """Add what is new of a table."""
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
        if known is None:
            sitting = self.new_sitting(replace(table, deals=tuple(deals)))
            seats = self.new_seats(sitting, table, deals)
            last = 0
        else:
            sitting = known
            refuse_frozen(sitting)
            type(sitting).objects.filter(pk=sitting.pk).update(revision=F("revision") + 1)
            seats = self.more_seats(sitting, deals)
            last = sitting.deals.aggregate(last=Max("number"))["last"] or 0
        if earlier is None:
            self.pile.keys.append(ImportedRow(club=self.club, key=key, target_uuid=sitting.uuid))
            self.seen[key] = sitting.uuid
        rows = RowsWriter(self, sitting, seats)
        rows.open(table)
        for number, deal in enumerate(deals, last + 1):
            rows.deal(deal, number)
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
        """Whether a deal was written before: by its own id in this club, or by its content."""
        if deal.key in self.seen or (deal.uuid and self.taken.get(deal.uuid)):
            return True
        self.seen[deal.key] = self.club.uuid  # the same row twice in one file is one deal
        return False

    def earlier_sitting(self, uuid: UUID | None, game: str) -> Sitting | None:
        """The table that goes on, where it is still of this club and game, and takes deals."""
        if uuid is None:
            return None
        rows = Sitting.objects.filter(uuid=uuid, club=self.club, game=game, totals_only=False)
        return rows.first()

    def new_sitting(self, table: NewTable) -> Sitting:
        """A closed table, with the hours that its day and its number of deals suggest."""
        zone = self.club.zone
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
        """A new uuid that follows from the id in the file or from the key.

        It never is the id in the file: the uuid of a table names its log, and a file may hold that
        of any row.
        """
        own = uuid5(self.club.uuid, f"table {table.uuid or table.key}")
        # Also of a table that is gone, after its import was taken back.
        return uuid4() if AuditEntry.objects.filter(chain__uuid=own).exists() else own

    def next_number(self, opened_at: datetime) -> int:
        """The next number of the day. opened_at is in the zone of the club."""
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
        """The seats of a new table. The players of the last deal have a place; the others have
        left."""
        # The sheet shows the seats of the last deal; earlier ones are in the records of the deals.
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
        """The seats of a stored table. New players get a seat without a place."""
        rows = sitting.seats.select_related("player")
        seats = {str(seat.player.uuid): seat for seat in rows}
        for player in dict.fromkeys(player for deal in deals for player in deal.players):
            if player not in seats:
                seats[player] = Seat(sitting=sitting, player=self.players[player])
                self.pile.seats.append(seats[player])
        return seats


class RowsWriter:
    """Collects the deals of one table and its log, which goes on where it ends.

    seats are by player uuid. The session counts the deals that are stored, then those of the file.
    """

    def __init__(self, writer: ImportWriter, sitting: Sitting, seats: Mapping[str, Seat]) -> None:
        self.writer, self.sitting, self.seats = writer, sitting, seats
        self.game = get_game(sitting.game)
        self.rules = self.game.read_rules(sitting.rules)
        stored = Deal.objects.filter(sitting=sitting.pk).order_by("number")
        records = stored.values_list("record", flat=True)
        self.session = session_of(self.game, self.rules, records)
        self.chain = chain_of(sitting, writer.club)

    def open(self, table: NewTable) -> None:
        """Log what the table was imported with: its rules count as frozen from here on."""
        content: Json = {
            "players": list(self.seats),
            "game": self.sitting.game,
            "rules": self.sitting.rules,
            "active_count": self.sitting.active_count,
            "first_dealer": self.sitting.first_dealer,
            "label": table.label,
        }
        if table.totals:
            content["totals"] = [[total.player, total.total] for total in table.totals]
        self._log("sitting", self.sitting.uuid, content)

    def deal(self, new: NewDeal, number: int) -> None:
        """Add a deal: its record, its columns, one score for each seat, and the entry of the log.

        Raises DealRefused, which the check before should have found.
        """
        writer = self.writer
        uuid = new.uuid
        if uuid is None or uuid in writer.taken:
            uuid = uuid5(writer.club.uuid, new.key)
        record = {**new.record, "players": list(new.players)}
        context = self.session.context(new.players)
        verdict = judge_deal(self.game, new.players, self.rules, new.record, context)
        self.session.add(record)
        deal = Deal(
            uuid=uuid,
            sitting=self.sitting,
            number=number,
            record=record,
            recorded_at=writer.at,
            recorded_by=writer.actor.user,
        )
        fill_columns(deal, verdict, writer.players)
        writer.pile.deals.append(deal)
        writer.pile.keys.append(ImportedRow(club=writer.club, key=new.key, target_uuid=uuid))
        for name in new.players:
            writer.pile.scores.append(score_row(deal, self.seats[name], verdict, name))
        self._log("deal", uuid, deal_audit_content(deal))

    def _log(self, target_type: str, target_uuid: UUID, after: Json) -> None:
        entry = AuditEntry(
            club=self.writer.club,
            at=self.writer.at,
            actor=self.writer.actor.key_in(self.sitting.uuid, self.writer.club.pk),
            action=Action.IMPORT,
            target_type=target_type,
            target_uuid=target_uuid,
            after=after,
        )
        self.chain.add(entry)
        self.writer.pile.entries.append(entry)


def _active_count(table: NewTable) -> int:
    """The number of players of a deal, by the last deal, within the counts of the game."""
    counts = get_game(table.game).active_counts
    playing = len(table.totals)
    if table.deals:
        last = table.deals[-1]
        playing = len(last.players) - len(last.record.get("out") or ())
    return min(max(playing, min(counts)), max(counts))


def _first_dealer(table: NewTable) -> int:
    """The place of the first dealer among the players of the last deal; 0 where it is unknown."""
    if not table.deals:
        return 0
    dealer, last = table.deals[0].record.get("dealer"), table.deals[-1].players
    return last.index(dealer) if dealer in last else 0


def players_by_uuid(club: Club) -> dict[str, Player]:
    return {str(player.uuid): player for player in Player.objects.filter(club=club)}

"""The board of one table for spectators, and that of all tables for the screen of a club."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, Max, Q, QuerySet, Value
from django.utils import timezone

from clubs.access import Actor, visible_screens
from clubs.core.deals import OTHER, DealRole
from clubs.models import Club, Deal, DealKind, DealScore, Sitting, SittingState
from clubs.queries.deals.breakdown import match_told
from clubs.queries.deals.deals import DealTable, earlier_records, rules_of
from clubs.queries.tables.bids import ShownBid, shown_bid
from clubs.queries.tables.sheet_rows import UNDONE, DealChange, SheetRow, is_dealt_in
from clubs.queries.tables.sittings import ScoreSheet, ranks
from clubs.queries.tables.tables import seats_with_totals

SHOWN_DEALS = 3  # the newest
LOOKED_AT = 8  # deals of a table among which these are found: some were taken back
SHOWN_PLAYERS = 8  # rows of a screen that can be read at 8 m
KEPT = timedelta(minutes=5)  # how long a closed table stays on the board of its club
LONGEST = timedelta(days=7)  # of a session; keeps the search for closed ones short


@dataclass(frozen=True, slots=True)
class TableStanding:
    """A player at a table. gain is what the last deal brought, None to who was not dealt in it;
    equal totals share a rank."""

    rank: int
    name: str
    total: int
    gain: int | None
    has_left: bool = False
    series: int = 0
    deals_next: bool = False


@dataclass(frozen=True, slots=True)
class LiveBoard:
    """One table for spectators; deals are the newest ones, newest first."""

    sheet: ScoreSheet
    standings: tuple[TableStanding, ...]
    deals: tuple[SheetRow, ...]


@dataclass(frozen=True, slots=True)
class ScreenTable:
    """One table of several on a screen. gone_count: who has left and finds no room on it."""

    sitting: Sitting
    standings: tuple[TableStanding, ...]
    gone_count: int
    deals: tuple[SheetRow, ...]
    deal_count: int
    last_number: int
    is_number_shared: bool  # with a table of another day that is still open
    bid: ShownBid | None

    @property
    def latest(self) -> SheetRow | None:
        return self.deals[0] if self.deals else None


@dataclass(frozen=True, slots=True)
class ClubBoard:
    """The tables of a club, and the mark by which a page asks whether they are still the same."""

    mark: str
    tables: tuple[ScreenTable, ...]


# One table


def live_board(sheet: ScoreSheet) -> LiveBoard:
    latest = sheet.latest
    gains: dict[int, int] = {}
    if latest and not latest.is_void:
        cells = enumerate(latest.cells)
        gains = {column: cell.gain for column, cell in cells if is_dealt_in(cell.role)}
    seats = sheet.by_total
    is_open = sheet.sitting.is_open
    standings = tuple(
        TableStanding(
            rank=rank,
            name=seat.name,
            total=seat.total,
            gain=gains.get(seat.position),
            has_left=seat.has_left,
            series=seat.series,
            deals_next=is_open and seat.uuid == sheet.next_dealer,
        )
        for rank, seat in zip(ranks([seat.total for seat in seats]), seats, strict=True)
    )
    shown = [row for row in sheet.rows if not row.is_undone][-SHOWN_DEALS:]
    return LiveBoard(sheet, standings, tuple(reversed(shown)))


def is_over(uuid: UUID) -> bool:
    """Whether a session that somebody was let in to is closed by now."""
    return not Sitting.objects.open().filter(uuid=uuid).exists()


def saved_deal(sitting: Sitting, number: int, *, own: UUID | None) -> SheetRow | None:
    """The deal with this number, once another phone has saved it; own is the uuid that it has if
    this one does."""
    deals = sitting.deals.filter(number=number)
    other_deals = [deal for deal in deals if deal.uuid != own]
    if not other_deals:
        return None
    scores = _deal_score_rows(other_deals)
    return _shown_deals(sitting, other_deals, scores, _all_names(sitting)).rows[0]


class LastDeal(NamedTuple):
    """The newest deal of a table, and what it brought its taker; None where nobody took."""

    row: SheetRow
    gain: int | None


def last_deal(sitting: Sitting) -> LastDeal | None:
    """What deal entry says of the deal before; None before the first deal, and once the newest
    one is taken back."""
    deal = sitting.deals.order_by("-number").first()
    if deal is None or deal.void_reason == OTHER:
        return None
    scores = _deal_score_rows([deal])
    gains = (score for _, _, role, score in scores.get(deal.pk, []) if role == DealRole.TAKER)
    row = _shown_deals(sitting, [deal], scores, _all_names(sitting)).rows[0]
    return LastDeal(row, next(gains, None))


def match_before(sitting: Sitting, table: DealTable) -> str:
    """How the match before ended where the deal of this table is to begin another one; nothing in
    other games, and before the first deal."""
    if not table.context or table.is_in_match or table.number == 1:
        return ""
    records = list(earlier_records(sitting, table.number))
    board = match_told(sitting.game, rules_of(sitting), records, table.uuids, _all_names(sitting))
    return board.last if board else ""


def _all_names(sitting: Sitting) -> dict[str, str]:
    """The table names of all who have sat there, by uuid."""
    names = sitting.seats.values_list("player__uuid", "player__table_name")
    return {str(uuid): name for uuid, name in names}


# All tables of a club


def _shown_parts(
    sittings: QuerySet[Sitting], numbers: Sequence[int], now: datetime
) -> list[QuerySet[Sitting]]:
    """Which tables the board shows: those in play, and those just closed; of some numbers only, if
    there are any. In two parts, since each is found by an index and both together are not."""
    sittings = sittings.filter(round=None)  # those of a tournament have screens of their own
    if numbers:
        sittings = sittings.filter(table_number__in=numbers)
    just_closed = {"opened_at__gt": now - LONGEST, "closed_at__gt": now - KEPT}
    return [
        sittings.filter(state=SittingState.OPEN),
        sittings.filter(state=SittingState.CLOSED, **just_closed),
    ]


def board_mark(actor: Actor, slug: str, numbers: Sequence[int]) -> str | None:
    """The mark of a club's board as it is now, None when it is not visible: one read, to be
    compared with that of a page."""
    return mark_in(visible_screens(actor), slug, numbers)


def current_mark(slug: str, numbers: Sequence[int]) -> str | None:
    """The same, whoever asks: only for pages that were shown it."""
    return mark_in(Club.objects.all(), slug, numbers)


def mark_in(
    clubs: QuerySet[Club], slug: str, numbers: Sequence[int], now: datetime | None = None
) -> str | None:
    parts = _shown_parts(Sitting.objects.filter(club__slug=slug), numbers, now or timezone.now())
    club, *tables = (
        part.annotate(is_table=Value(is_table)).values_list("is_table", "uuid", "revision")
        for part, is_table in [(clubs.filter(slug=slug), 0), *((part, 1) for part in parts)]
    )
    rows = list(club.union(*tables, all=True))
    revisions = [revision for is_table, _, revision in rows if not is_table]
    if not revisions:
        return None
    return mark_of([(uuid, revision) for is_table, uuid, revision in rows if is_table], *revisions)


def mark_of(tables: Collection[tuple[UUID, int]], club_revision: int) -> str:
    """Count and sum of the revisions, that of the club among them: it changes with names, and when
    a link is revoked. Each table adds a number of its own (the start of its uuid): one that goes
    and one that comes at the same time do not cancel out."""
    parts = [(uuid.int >> 96) + revision for uuid, revision in tables]
    return f"{len(parts)}-{sum(parts) + club_revision}"


def club_board(club: Club, numbers: Sequence[int], now: datetime | None = None) -> ClubBoard:
    """Four queries, however many tables: sittings, seats, newest deals and their scores."""
    sittings = list(_board_sittings(club, numbers, now or timezone.now()))
    shown = _newest_deals(sittings)
    seen = [sitting.table_number for sitting in sittings]
    tables = (
        _live_board_table(sitting, shown[sitting.pk], seen.count(sitting.table_number) > 1)
        for sitting in sittings
    )
    mark = mark_of([(sitting.uuid, sitting.revision) for sitting in sittings], club.revision)
    return ClubBoard(mark, tuple(tables))


def _board_sittings(club: Club, numbers: Sequence[int], now: datetime) -> QuerySet[Any]:
    """The sittings by table number, with last_number and deal_count (void ones left out)."""
    is_played = ~Q(deals__kind=DealKind.VOID)
    open_ones, closed_ones = _shown_parts(Sitting.objects.filter(club=club), numbers, now)
    rows = (open_ones | closed_ones).annotate(
        last_number=Max("deals__number", default=0), deal_count=Count("deals", filter=is_played)
    )
    rows = rows.order_by("table_number", "opened_at", "pk")
    return rows.prefetch_related(seats_with_totals()).select_related("club")


@dataclass(frozen=True, slots=True)
class ShownDeals:
    """The newest deals of a table, newest first, and what the last one brought by seat."""

    rows: tuple[SheetRow, ...]
    gains: dict[int, int]


def _newest_deals(sittings: Iterable[Any]) -> dict[int, ShownDeals]:
    """The newest deals of each sitting, without those that were taken back."""
    wanted = Q(pk__in=[])
    for sitting in sittings:
        wanted |= Q(sitting=sitting.pk, number__gt=sitting.last_number - LOOKED_AT)
    deals: dict[int, list[Deal]] = {}
    for deal in Deal.objects.filter(wanted).order_by("-number"):
        newest = deals.setdefault(deal.sitting_id, [])
        if deal.void_reason != OTHER and len(newest) < SHOWN_DEALS:
            newest.append(deal)
    scores = _deal_score_rows(deal for found in deals.values() for deal in found)
    return {
        sitting.pk: _shown_deals(
            sitting, deals.get(sitting.pk, []), scores, _names_by_uuid(sitting)
        )
        for sitting in sittings
    }


def _names_by_uuid(sitting: Any) -> dict[str, str]:
    return {str(seat.player.uuid): seat.player.table_name for seat in sitting.seats.all()}


Score = tuple[int, str, str, int]  # seat, player, role, score


def _deal_score_rows(deals: Iterable[Deal]) -> dict[int, list[Score]]:
    rows = DealScore.objects.filter(deal__in=[deal.pk for deal in deals])
    scores: dict[int, list[Score]] = {}
    columns = ("deal_id", "seat_id", "player__table_name", "role", "score")
    for deal_id, seat_id, name, role, score in rows.values_list(*columns):
        scores.setdefault(deal_id, []).append((seat_id, name, role, score))
    return scores


def _shown_deals(
    sitting: Sitting,
    deals: Sequence[Deal],
    scores: Mapping[int, Sequence[Score]],
    names: Mapping[str, str],
) -> ShownDeals:
    rules = rules_of(sitting)
    rows = []
    for deal in deals:
        deal_scores = scores.get(deal.pk, [])
        roles = [(role, name) for _, name, role, _ in deal_scores]
        is_undone = deal.void_reason == OTHER
        change = DealChange("", deal.recorded_at, UNDONE) if is_undone else None
        rows.append(SheetRow(deal, sitting.game, rules, names, roles, change))
    last = deals[0] if deals else None
    gains = {
        seat: value
        for seat, _, role, value in (scores.get(last.pk, []) if last else [])
        if is_dealt_in(role)
    }
    return ShownDeals(tuple(rows), {} if last and last.kind == DealKind.VOID else gains)


def _live_board_table(sitting: Any, shown: ShownDeals, is_number_shared: bool) -> ScreenTable:
    """The board of a sitting of _board_sittings. Where there are too many rows, players who have
    left are not shown."""
    seats = sorted(sitting.seats.all(), key=lambda seat: (-seat.total, seat.position is None))
    ranked = list(zip(ranks([seat.total for seat in seats]), seats, strict=True))
    spare = max(len(seats) - SHOWN_PLAYERS, 0)
    gone = [seat.pk for seat in seats if seat.position is None][::-1][:spare]
    standings = tuple(
        TableStanding(
            rank=rank,
            name=seat.player.table_name,
            total=seat.total,
            gain=shown.gains.get(seat.pk),
            has_left=seat.position is None,
        )
        for rank, seat in ranked
        if seat.pk not in gone
    )
    return ScreenTable(
        sitting=sitting,
        standings=standings,
        gone_count=len(gone),
        deals=shown.rows,
        deal_count=sitting.deal_count,
        last_number=sitting.last_number,
        is_number_shared=is_number_shared,
        bid=shown_bid(sitting, sitting.last_number + 1, _names_by_uuid(sitting)),
    )

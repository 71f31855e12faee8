"""The tables of a round as the arbiter sees them: what needs help comes first.

Source: tournaments.md §6.3.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from clubs.access import Actor
from clubs.choices import reason_text
from clubs.core.names import listed_name
from clubs.models import (
    AuditEntry,
    Deal,
    DealKind,
    Link,
    LinkKind,
    NamedPerson,
    Round,
    RoundState,
    Seat,
    Sitting,
    SittingTotal,
    Slip,
    SlipMode,
    SlipState,
    Substitution,
    Tournament,
)
from clubs.queries.tables.log_words import people_by_key, who_text
from clubs.queries.tournaments.rounds.clock import Clock, clock_of
from clubs.queries.tournaments.tournaments import named_holder, settings_of

CORRECTIONS = ("correct_slip", "correct_deal", "void_deal", "restore_deal", "type_slip")


class BoardState(StrEnum):
    """The states of a table, from those that need most help to those that need none."""

    DISPUTED = "disputed"
    LATE = "late"
    TO_CONFIRM = "to_confirm"
    IN_PLAY = "in_play"
    CONFIRMED = "confirmed"


class SlipWriter(StrEnum):
    """The source of a slip or of its deals, where it is no entry of the table."""

    DESK = "desk"
    LINK = "link"  # a phone that has the link of the table
    PAPER = "paper"
    NOBODY = ""


@dataclass(frozen=True, slots=True)
class BoardSeat:
    """A player of the table by the name that the room reads; total is None as long as nothing is
    written."""

    entry: int
    name: str
    total: int | None


@dataclass(frozen=True, slots=True)
class BoardTable:
    """One card. writer is a name of the table, or why there is none.

    sum_off is what the totals of a slip add up to where it is not 0. poorer says that the slip is
    kept in a poorer mode than the tournament's. stop is why the table has stopped early, and
    stop_agreed whether an arbiter has agreed to it. half_typed: the second pass of a paper slip is
    missing. late_deals came when the slip was closed, and count nowhere.
    """

    uuid: UUID
    number: int
    state: BoardState
    slip_state: str
    mode: SlipMode
    places: tuple[BoardSeat, ...]
    dealt: int
    planned: int | None
    changed_at: datetime
    writer: str | SlipWriter
    confirmed_by: int
    dispute: str
    disputed_by: str
    sum_off: int
    poorer: bool
    stop: str
    stop_agreed: bool
    half_typed: bool
    late_deals: int
    overruled: str

    @property
    def is_begun(self) -> bool:
        return self.slip_state != SlipState.EMPTY

    @property
    def is_done(self) -> bool:
        return self.state == BoardState.CONFIRMED

    @property
    def shows_totals(self) -> bool:
        """Whether the card shows totals: not while the table plays, since they change all the
        time."""
        return self.state not in (BoardState.IN_PLAY, BoardState.LATE)

    @property
    def all_dealt(self) -> bool:
        """Whether every deal is written while the slip is not handed in."""
        in_play = self.state in (BoardState.IN_PLAY, BoardState.LATE)
        return in_play and self.planned is not None and self.dealt >= self.planned

    @property
    def asks(self) -> bool:
        """Whether somebody has to look at the table, whatever its state."""
        return bool(self.sum_off or self.half_typed or (self.stop and not self.stop_agreed))

    @property
    def urgency(self) -> tuple[int, int, int]:
        """Sorts what needs help first."""
        rank = list(BoardState).index(self.state)
        return (rank if not self.asks or self.is_done else min(rank, 1), not self.asks, self.number)


@dataclass(frozen=True, slots=True)
class Board:
    """The tables, what needs help first or by number; counts are of each state, in its order.

    unvalidated is the number of an earlier round that has to be validated before, None for none;
    byes are the names of those who sit the round out.
    """

    tournament: Tournament
    round: Round
    planned: int
    tables: tuple[BoardTable, ...]
    counts: Mapping[BoardState, int]
    clock: Clock | None
    unvalidated: int | None
    before: int | None
    after: int | None
    byes: tuple[str, ...]

    @property
    def done(self) -> int:
        return self.counts[BoardState.CONFIRMED]

    @property
    def out(self) -> list[BoardTable]:
        """The tables whose slips are not handed in, by number."""
        waiting = (BoardState.LATE, BoardState.IN_PLAY)
        return sorted((t for t in self.tables if t.state in waiting), key=lambda t: t.number)

    @property
    def is_validated(self) -> bool:
        return self.round.state == RoundState.VALIDATED

    @property
    def until(self) -> datetime | None:
        """The time when the board changes by itself: once the clock has run out, a slip that is not
        handed in is late."""
        clock = self.clock
        waits = clock is not None and clock.is_running and not clock.is_up
        return clock.ends_at if clock is not None and waits else None


def rounds_of(tournament: Tournament) -> list[Round]:
    """All rounds that have a row, without the columns that only seating needs. One query."""
    rows = list(tournament.rounds.defer("plan", "certificate", "extra"))
    for round_ in rows:
        round_.tournament = tournament
    return rows


def round_board(
    round_: Round, rounds: Sequence[Round], *, by_number: bool = False, now: datetime | None = None
) -> Board:
    """The board of one of rounds_of. Four queries at most, however many tables."""
    tournament = round_.tournament
    settings = settings_of(tournament)
    clock = clock_of(round_, now or timezone.now())
    places = _sitters_by_table(round_)
    tables = [
        _board_table(slip, places.get(slip.sitting_id, []), settings.deals_per_round, round_, clock)
        for slip in _round_slips(round_)
    ]
    tables.sort(key=lambda table: (0, 0, table.number) if by_number else table.urgency)
    published = [other.number for other in rounds if other.is_published]
    return Board(
        tournament=tournament,
        round=round_,
        planned=settings.rounds_planned or 0,
        tables=tuple(tables),
        counts={state: sum(t.state == state for t in tables) for state in BoardState},
        clock=clock,
        unvalidated=next(
            (
                other.number
                for other in rounds
                if other.number < round_.number and other.state != RoundState.VALIDATED
            ),
            None,
        ),
        before=max((number for number in published if number < round_.number), default=None),
        after=min((number for number in published if number > round_.number), default=None),
        byes=tuple(_bye_names(round_)),
    )


def _bye_names(round_: Round) -> list[str]:
    rows = round_.byes.select_related("entry").prefetch_related("entry__substitutions")
    people = [named_holder(bye.entry, round_.number) for bye in rows]
    return [one.listed_name for one in sorted(people, key=lambda one: one.sort_key)]


def _round_slips(round_: Round) -> QuerySet[Any]:
    """The slips with their sittings and with dealt (deals that count), confirmed_by (number) and
    last_by (the account that wrote the newest deal, None for a link)."""
    deals = Deal.objects.filter(sitting=OuterRef("sitting"))
    counted = deals.exclude(kind=DealKind.VOID).order_by().values("sitting")
    rows = Slip.objects.filter(sitting__round=round_).select_related("sitting")
    return rows.defer("sitting__rules", "extra").annotate(
        dealt=Coalesce(Subquery(counted.annotate(count=Count("pk")).values("count")), 0),
        confirmed_by=Count("confirmations"),
        last_by=Subquery(deals.order_by("-number").values("recorded_by")[:1]),
    )


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player at a table, with the keys of entry and account."""

    entry_id: int
    user_id: int | None
    place: BoardSeat


def _sitters_by_table(round_: Round) -> dict[int, list[Sitter]]:
    """The players by sitting, in order of play. A substitute has their own name."""
    changes = Substitution.objects.filter(entry=OuterRef("entry"), from_round__lte=round_.number)
    last = changes.order_by("-from_round", "-pk")
    names = {
        f"called_{column}": Coalesce(Subquery(last.values(column)[:1]), F(f"entry__{column}"))
        for column in NamedPerson.NAME_COLUMNS
    }
    totals = SittingTotal.objects.filter(sitting=OuterRef("sitting"), player=OuterRef("player"))
    rows = (
        Seat.objects.present()
        .filter(sitting__round=round_, entry__isnull=False)
        .annotate(
            **names,
            written=Subquery(totals.values("total")[:1]),
            dealt=Sum("scores__score"),
        )
    )
    sitters: dict[int, list[Sitter]] = {}
    columns = ("sitting", "entry", "entry__number", "player__user", "written", "dealt", *names)
    for sitting, entry, number, user, written, dealt, *name in rows.values_list(*columns):
        total = None if written is None and dealt is None else (written or 0) + (dealt or 0)
        place = BoardSeat(number, listed_name(*name), total)
        sitters.setdefault(sitting, []).append(Sitter(entry, user, place))
    return sitters


STATES = {
    SlipState.DISPUTED: BoardState.DISPUTED,
    SlipState.ENTERED: BoardState.TO_CONFIRM,
    SlipState.CONFIRMED: BoardState.CONFIRMED,
    SlipState.LOCKED: BoardState.CONFIRMED,
}
MODES = list(SlipMode)  # from the richest to the poorest


def _board_table(
    slip: Any, sitters: Sequence[Sitter], planned: int | None, round_: Round, clock: Clock | None
) -> BoardTable:
    """The card of a slip of _round_slips, with the sitters of its table."""
    is_late = clock is not None and clock.is_up
    waiting = BoardState.LATE if is_late else BoardState.IN_PLAY
    totals = [sitter.place.total or 0 for sitter in sitters]
    mode = SlipMode(slip.mode)
    usual = SlipMode(round_.tournament.settings.get("slip_mode") or SlipMode.DEALS)
    is_open = slip.state in (SlipState.EMPTY, SlipState.ENTERING)
    return BoardTable(
        uuid=slip.sitting.uuid,
        number=slip.sitting.table_number,
        state=STATES.get(slip.state, waiting),
        slip_state=slip.state,
        mode=mode,
        places=tuple(sitter.place for sitter in sitters),
        dealt=slip.dealt,
        planned=None if mode == SlipMode.TOTALS else planned,
        changed_at=slip.changed_at,
        writer=_writer_of(slip, sitters),
        confirmed_by=slip.confirmed_by,
        dispute=slip.dispute,
        disputed_by=_sitter_name(slip.disputed_by_id, sitters),
        sum_off=sum(totals),
        poorer=MODES.index(mode) > MODES.index(usual),
        stop=slip.stopped_early,
        stop_agreed=slip.stop_agreed,
        half_typed=slip.first_pass is not None and is_open,
        late_deals=len(slip.late_deals),
        overruled=slip.warning_reason,
    )


def _sitter_name(entry_id: int | None, sitters: Sequence[Sitter]) -> str:
    return next((one.place.name for one in sitters if one.entry_id == entry_id), "")


def _writer_of(slip: Any, sitters: Sequence[Sitter]) -> str | SlipWriter:
    """The name or kind of the writer who handed the slip in, else who wrote its newest deal."""
    if slip.entered_by_id:
        return _sitter_name(slip.entered_by_id, sitters)
    if slip.is_from_paper:
        return SlipWriter.PAPER
    if slip.entered_at is not None:
        return SlipWriter.DESK
    if slip.last_by is not None:
        names = (one.place.name for one in sitters if one.user_id == slip.last_by)
        return next(names, SlipWriter.DESK)
    return SlipWriter.LINK if slip.dealt else SlipWriter.NOBODY


# One table


def sitting_at_table(round_: Round, number: int) -> Sitting | None:
    rows = Sitting.objects.filter(round=round_, table_number=number)
    return rows.select_related("club", "slip").first()


def table_link(sitting: Sitting) -> Link | None:
    """The one that was made when the round was published; for who may hand it on."""
    links = Link.objects.valid(timezone.now()).filter(target_uuid=sitting.uuid, kind=LinkKind.SCORE)
    return links.order_by("-pk").first()


# After the round is validated


@dataclass(frozen=True, slots=True)
class Correction:
    """action is a word of queries/tables/log_words.py, ACTIONS."""

    at: datetime
    author: str
    table: int
    uuid: UUID
    action: str
    reason: str


def corrections_of(actor: Actor, round_: Round) -> list[Correction]:
    """The corrections since the round was validated, newest first. At most three queries."""
    if round_.validated_at is None:
        return []
    tables = dict(round_.tables.values_list("uuid", "table_number"))
    here = Q(chain__uuid__in=list(tables)) | Q(target_uuid__in=list(tables))
    entries = AuditEntry.objects.filter(here, action__in=CORRECTIONS, at__gt=round_.validated_at)
    corrections = list(entries.order_by("-at", "-pk"))
    people = people_by_key(actor, round_.tournament.club, [entry.actor for entry in corrections])
    return [
        Correction(
            at=entry.at,
            author=who_text(entry.actor, people),
            table=tables[uuid],
            uuid=uuid,
            action=entry.action,
            reason=reason_text(entry.reason),
        )
        for entry in corrections
        if (uuid := entry.chain_uuid if entry.chain_uuid in tables else entry.target_uuid)
    ]

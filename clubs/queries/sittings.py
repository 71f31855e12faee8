"""The score sheet of a sitting: one pass over its deals, ready to print."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.access import Actor, polled_sittings
from clubs.choices import Role, VoidReason
from clubs.core.games import Rules
from clubs.models import AuditEntry, Deal, DealKind, DealScore, Player, Sitting
from clubs.queries.breakdown import (
    contract_label,
    headline,
    marks_of,
    pips_of,
    plays_alone,
    result_text,
    short_contract,
)
from clubs.queries.deals import next_dealer, rules_of
from clubs.queries.rules import rules_title
from clubs.queries.stories import Mark

CHANGES = ("correct_deal", "void_deal")  # what makes a deal a corrected one; the last one counts
UNDONE = "void_deal"


@dataclass(frozen=True, slots=True)
class SeatTotal:
    """A column of the sheet: who sits there now, and what the seat has won so far."""

    position: int
    uuid: str
    name: str
    full_name: str
    total: int
    taken_count: int
    made_count: int

    @property
    def series(self) -> int:
        """Number of its colour, marker and dashes, from 1 to 8."""
        return self.position + 1


@dataclass(frozen=True, slots=True)
class Cell:
    """What one seat had after a deal, and what it won on it; no role when it was not there."""

    total: int
    gain: int
    role: str
    is_dealer: bool


class DealChange(NamedTuple):
    """The last correction of a deal: the key of the actor, when, and the action."""

    by: str
    at: datetime
    action: str


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One deal in words and figures. reason says why a void deal was not played."""

    deal: Deal
    contract: str
    short_contract: str
    pips: int
    taker: str
    partners: tuple[str, ...]
    is_alone: bool
    result: str
    headline: str
    label: str
    reason: str
    dealer: str
    marks: tuple[Mark, ...]
    change: DealChange | None
    cells: tuple[Cell, ...]

    @property
    def number(self) -> int:
        return self.deal.number

    @property
    def is_void(self) -> bool:
        return self.deal.kind == DealKind.VOID

    @property
    def is_undone(self) -> bool:
        return self.is_void and self.change is not None and self.change.action == UNDONE


@dataclass(frozen=True)
class Sheet:
    """Everything the pages of a table show; rows are oldest first."""

    sitting: Sitting
    rules: Rules
    seats: tuple[SeatTotal, ...]
    rows: tuple[SheetRow, ...]
    names: Mapping[str, str]  # table name by player uuid
    next_dealer: str  # uuid

    @property
    def next_number(self) -> int:
        return self.rows[-1].number + 1 if self.rows else 1

    @property
    def next_dealer_name(self) -> str:
        return self.names.get(self.next_dealer, "")

    @cached_property
    def deal_count(self) -> int:
        """Deals that were played; void ones are in the list and do not count."""
        return sum(1 for row in self.rows if not row.is_void)

    @property
    def by_total(self) -> list[SeatTotal]:
        return sorted(self.seats, key=lambda seat: (-seat.total, seat.position))

    @property
    def latest(self) -> SheetRow | None:
        return self.rows[-1] if self.rows else None

    def row(self, number: int | None) -> SheetRow | None:
        return next((row for row in self.rows if row.number == number), None)


@dataclass(frozen=True, slots=True)
class SittingHead:
    """How a sitting is called. title: weekday and number of the table."""

    title: str
    day: str
    duration: str
    rules_title: str


def sitting_head(sitting: Sitting, rules: Rules | None = None) -> SittingHead:
    at = opened_at(sitting)
    day = capfirst(date_format(at, "l"))
    return SittingHead(
        title=_("%(day)s · table %(number)s") % {"day": day, "number": sitting.table_number},
        day=date_format(at, "j F Y"),
        duration=duration_text((sitting.closed_at or timezone.now()) - at),
        rules_title=rules_title(rules or rules_of(sitting)),
    )


def opened_at(sitting: Sitting) -> datetime:
    """In the zone of the club."""
    return timezone.localtime(sitting.opened_at, ZoneInfo(sitting.club.time_zone))


def duration_text(duration: timedelta) -> str:
    minutes = max(int(duration.total_seconds()) // 60, 0)
    hours, minutes = divmod(minutes, 60)
    if hours >= 24:
        return ngettext("%(count)s day", "%(count)s days", hours // 24) % {"count": hours // 24}
    if hours:
        return _("%(hours)s h %(minutes)s") % {"hours": hours, "minutes": f"{minutes:02d}"}
    return _("%(minutes)s min") % {"minutes": minutes}


def seen_revision(actor: Actor, uuid: UUID) -> int | None:
    """The revision of a sitting, None when it is not visible: one read, for pages that poll."""
    rows = polled_sittings(actor).filter(uuid=uuid)
    return rows.values_list("revision", flat=True).first()


def score_sheet(sitting: Sitting) -> Sheet:
    """The whole sheet in three queries, whatever the number of deals."""
    seats = list(sitting.seats.select_related("player"))
    deals = list(changed_deals(sitting))
    scores = scores_by_deal(sitting)
    players = {seat.player_id: seat.player for seat in seats}
    players |= substitutes(scores, players)
    rules = rules_of(sitting)
    names = {str(player.uuid): player.table_name for player in players.values()}
    positions = {seat.pk: seat.position for seat in seats}
    totals = [0] * len(seats)
    taken: Counter[int] = Counter()
    made: Counter[int] = Counter()
    rows = []
    for deal in deals:
        cells = [Cell(total, 0, "", is_dealer=False) for total in totals]
        attack: dict[str, list[str]] = {Role.TAKER: [], Role.PARTNER: []}
        for seat_id, player_id, role, score in scores.get(deal.pk, ()):
            position, player = positions[seat_id], players[player_id]
            totals[position] += score
            is_dealer = deal.record.get("dealer") == str(player.uuid)
            cells[position] = Cell(totals[position], score, role, is_dealer)
            if role in attack:
                attack[role].append(player.table_name)
            if role == Role.TAKER:
                taken[position] += 1
                made[position] += bool(deal.made)
        rows.append(
            sheet_row(
                sitting,
                rules,
                deal,
                names,
                attack=(*attack[Role.TAKER], *attack[Role.PARTNER]),
                change=last_change(deal),
                cells=tuple(cells),
            )
        )
    return Sheet(
        sitting=sitting,
        rules=rules,
        seats=tuple(
            SeatTotal(
                position=seat.position,
                uuid=str(seat.player.uuid),
                name=seat.player.table_name,
                full_name=seat.player.name,
                total=totals[seat.position],
                taken_count=taken[seat.position],
                made_count=made[seat.position],
            )
            for seat in seats
        ),
        rows=tuple(rows),
        names=names,
        next_dealer=next_dealer(
            sitting,
            rules,
            [str(seat.player.uuid) for seat in seats],
            [deal.record for deal in deals if deal.kind != DealKind.SCORES],
        ),
    )


def changed_deals(sitting: Sitting) -> QuerySet[Any]:
    """The deals with who changed each last, and when: changed_by, changed_at, changed_how."""
    changes = AuditEntry.objects.filter(target_uuid=OuterRef("uuid"), action__in=CHANGES)
    changes = changes.order_by("-at", "-sequence")  # as the index of the target has them
    return sitting.deals.select_related("recorded_by").annotate(
        changed_by=Subquery(changes.values("actor")[:1]),
        changed_at=Subquery(changes.values("at")[:1]),
        changed_how=Subquery(changes.values("action")[:1]),
    )


Score = tuple[int, int, str, int]  # seat, player, role, score


def scores_by_deal(sitting: Sitting) -> dict[int, list[Score]]:
    """In seat order, so that partners come as they sit."""
    rows = (
        DealScore.objects.filter(deal__sitting=sitting)
        .order_by("seat__position")
        .values_list("deal_id", "seat_id", "player_id", "role", "score")
    )
    scores: dict[int, list[Score]] = {}
    for deal_id, seat_id, player_id, role, value in rows:
        scores.setdefault(deal_id, []).append((seat_id, player_id, role, value))
    return scores


def substitutes(
    scores: Mapping[int, Iterable[Score]], seated: Mapping[int, Player]
) -> dict[int, Player]:
    """Who played and sits there no more; no query when nobody did."""
    missing = {score[1] for deal in scores.values() for score in deal} - seated.keys()
    return Player.objects.in_bulk(missing) if missing else {}


def last_change(deal: Any) -> DealChange | None:
    """From the columns that changed_deals adds."""
    if deal.changed_at is None:
        return None
    return DealChange(deal.changed_by, deal.changed_at, deal.changed_how)


def sheet_row(
    sitting: Sitting,
    rules: Rules,
    deal: Deal,
    names: Mapping[str, str],
    *,
    attack: Sequence[str],
    change: DealChange | None,
    cells: tuple[Cell, ...] = (),
) -> SheetRow:
    """attack names the taker and then the partners; empty when nobody took."""
    game, record = sitting.game, deal.record
    taker, partners = (attack[0], attack[1:]) if attack else ("", ())
    return SheetRow(
        deal=deal,
        contract=contract_label(game, deal.contract),
        short_contract=short_contract(game, deal.contract),
        pips=pips_of(game, deal.contract, rules),
        taker=taker,
        partners=tuple(partners),
        is_alone=bool(taker) and plays_alone(game, record),
        result=result_text(deal.made, deal.margin),
        headline=headline(game, deal.contract, record, taker, partners),
        label=record.get("label", "") if deal.kind == DealKind.SCORES else "",
        reason=void_reason(deal),
        dealer=names.get(record.get("dealer") or "", ""),
        marks=marks_of(game, record, names),
        change=change,
        cells=cells,
    )


def void_reason(deal: Deal) -> str:
    return str(VoidReason(deal.void_reason).label) if deal.void_reason else ""

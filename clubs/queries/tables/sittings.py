"""The score sheet of a sitting: one pass over its deals, ready to print."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import BigIntegerField, UUIDField

from clubs.access import Actor, polled_sittings
from clubs.core.deals import DealRole
from clubs.core.games import Rules
from clubs.models import AuditEntry, DealScore, Sitting
from clubs.models.compiled import Compiled
from clubs.queries.deals.breakdown import match_told
from clubs.queries.deals.deals import next_dealer, rules_of
from clubs.queries.deals.stories import MatchBoard
from clubs.queries.tables.bids import ShownBid, shown_bid
from clubs.queries.tables.sheet_rows import DealChange, SeatTotal, SheetCell, SheetDeal, SheetRow

# What makes a deal a corrected one; the last one counts.
CHANGES = ("correct_deal", "void_deal", "restore_deal")


def ranks(totals: Sequence[int]) -> Iterator[int]:
    """The ranks of totals that go from the highest down: 1, 2, 2, 4."""
    rank = 0
    for place, total in enumerate(totals, start=1):
        if place == 1 or total != totals[place - 2]:
            rank = place
        yield rank


@dataclass(frozen=True)
class ScoreSheet:
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
    def is_played(self) -> bool:
        """Whether somebody has won something here, or may have."""
        return bool(self.rows) or self.sitting.totals_only

    @cached_property
    def has_partners(self) -> bool:
        """Whether somebody was called."""
        return any(row.partners for row in self.rows)

    @property
    def present(self) -> list[SeatTotal]:
        """The players at the table now, in order of play."""
        return [seat for seat in self.seats if not seat.has_left]

    @property
    def gone(self) -> list[SeatTotal]:
        """The players who have played and left."""
        return [seat for seat in self.seats if seat.has_left]

    @property
    def by_total(self) -> list[SeatTotal]:
        return sorted(self.seats, key=lambda seat: (-seat.total, seat.position))

    @property
    def latest(self) -> SheetRow | None:
        return self.rows[-1] if self.rows else None

    @cached_property
    def bid(self) -> ShownBid | None:
        """Who took with what, while the next deal is played."""
        return shown_bid(self.sitting, self.next_number, self.names)

    @cached_property
    def match(self) -> MatchBoard | None:
        """The standing of the match, in a game that has matches."""
        records = [row.deal.record for row in self.rows]
        players = [seat.uuid for seat in self.present]
        return match_told(self.sitting.game, self.rules, records, players, self.names)

    def records_before(self, number: int) -> list[Mapping[str, Any]]:
        return [row.deal.record for row in self.rows if row.number < number]

    def row(self, number: int | None) -> SheetRow | None:
        return next((row for row in self.rows if row.number == number), None)


def current_revision(uuid: UUID) -> int | None:
    """The revision of a sitting, whoever asks: only for pages that were shown it."""
    [revision] = _revisions.first(uuid=uuid) or [None]
    return revision


_revisions = Compiled(
    lambda uuid: Sitting.objects.filter(uuid=uuid).values_list("revision"), uuid=UUIDField()
)


def seen_revision(actor: Actor, uuid: UUID) -> int | None:
    """The revision of a sitting, None when it is not visible: one read, for pages that poll."""
    rows = polled_sittings(actor).filter(uuid=uuid)
    return rows.values_list("revision", flat=True).first()


def score_sheet(sitting: Sitting) -> ScoreSheet:
    """The whole sheet in three queries, whatever the number of deals; in four where a deal was
    changed, or only the totals are known."""
    everybody = list(sitting.seats.select_related("player"))
    deals = [SheetDeal(*told) for told in sitting.deals.values_list(*SheetDeal._fields)]
    changes = _last_changes(deals)
    scores = _scores_by_deal(sitting)
    last_seen = _last_numbers(deals, scores)
    known = _totals_by_player(sitting)
    seats = [
        seat
        for seat in everybody
        if seat.position is not None or seat.pk in last_seen or seat.player_id in known
    ]
    called = {seat.pk: seat.player.table_name for seat in seats}
    uuids = [str(seat.player.uuid) for seat in seats]
    rules = rules_of(sitting)
    names = {str(seat.player.uuid): seat.player.table_name for seat in everybody}
    columns = {seat.pk: column for column, seat in enumerate(seats)}
    totals = [known.get(seat.player_id, 0) for seat in seats]
    taken: Counter[int] = Counter()
    made_counts: Counter[int] = Counter()
    rows = []
    for deal in deals:
        cells: list[SheetCell | None] = [None] * len(totals)
        deal_scores = scores.get(deal.id, ())
        dealer = deal.record.get("dealer")
        for seat_id, role, score in deal_scores:
            column = columns[seat_id]
            totals[column] += score
            cells[column] = SheetCell(totals[column], score, role, uuids[column] == dealer)
            if role == DealRole.TAKER:
                taken[column] += 1
                made_counts[column] += bool(deal.made)
        roles = [(role, called[seat_id]) for seat_id, role, _score in deal_scores]
        change, filled = changes.get(deal.uuid), tuple(_filled_cells(cells, totals))
        rows.append(SheetRow(deal, sitting.game, rules, names, roles, change, filled))
    return ScoreSheet(
        sitting=sitting,
        rules=rules,
        seats=tuple(
            SeatTotal(
                position=column,
                uuid=uuids[column],
                name=called[seat.pk],
                full_name=seat.player.name,
                total=totals[column],
                taken_count=taken[column],
                made_count=made_counts[column],
                has_left=seat.position is None and seat.player_id not in known,
                left_after=last_seen.get(seat.pk) if seat.position is None else None,
            )
            for column, seat in enumerate(seats)
        ),
        rows=tuple(rows),
        names=names,
        next_dealer=next_dealer(
            sitting,
            rules,
            [str(seat.player.uuid) for seat in seats if seat.position is not None],
            [deal.record for deal in deals if deal.number >= sitting.turn_from],
        ),
    )


def _filled_cells(cells: Iterable[SheetCell | None], totals: Iterable[int]) -> Iterator[SheetCell]:
    """The cells of a deal, with those of who was not at the table."""
    for cell, total in zip(cells, totals, strict=True):
        yield cell or SheetCell(total, 0, "", False)


def _totals_by_player(sitting: Sitting) -> dict[int, int]:
    """The totals of a table of which no deals are known, by the id of the player; else none."""
    if not sitting.totals_only:
        return {}
    return dict(sitting.totals.values_list("player", "total"))


def _last_changes(deals: Iterable[SheetDeal]) -> dict[UUID, DealChange]:
    """The last change of each deal that is not as it was told first. One query, none where all
    are."""
    changed = [deal.uuid for deal in deals if deal.revision > 1]
    if not changed:
        return {}
    entries = AuditEntry.objects.filter(target_uuid__in=changed, action__in=CHANGES)
    rows = entries.order_by("at", "sequence").values_list("target_uuid", "actor", "at", "action")
    return {uuid: DealChange(by, at, action) for uuid, by, at, action in rows}


Score = tuple[int, str, int]  # seat, role, score


def _scores_by_deal(sitting: Sitting) -> dict[int, list[Score]]:
    """The scores of each deal, in no order."""
    scores: dict[int, list[Score]] = {}
    for deal_id, seat_id, role, value in _scores(sitting=sitting.pk):
        scores.setdefault(deal_id, []).append((seat_id, role, value))
    return scores


_scores = Compiled(
    lambda sitting: (
        DealScore.objects.filter(deal__sitting=sitting)
        .order_by()
        .values_list("deal_id", "seat_id", "role", "score")
    ),
    sitting=BigIntegerField(),
)


def _last_numbers(
    deals: Iterable[SheetDeal], scores: Mapping[int, Iterable[Score]]
) -> dict[int, int]:
    """The number of the last deal that each seat was there for, in order of number."""
    return {score[0]: deal.number for deal in deals for score in scores.get(deal.id, ())}

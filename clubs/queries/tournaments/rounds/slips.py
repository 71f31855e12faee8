"""The slip of a table as its players and the desk see it, and who speaks at it.

Source: tournaments.md §2, §3.3.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2s
from uuid import UUID

from django.db.models import Count, Prefetch, Q, QuerySet, Sum

from clubs.access import Actor, visible_tournaments
from clubs.core.games import get_game
from clubs.core.problems import Problem
from clubs.core.tournaments.games import zero_is_played
from clubs.core.tournaments.settings import TournamentSettings
from clubs.core.tournaments.slip_checks import deal_warnings
from clubs.models import (
    Confirmation,
    Deal,
    DealKind,
    DealScore,
    Entry,
    LinkKind,
    Round,
    Seat,
    Sitting,
    SittingTotal,
    Slip,
    SlipMode,
    SlipState,
    Tournament,
)
from clubs.queries.deals.bulk import in_one_line
from clubs.queries.deals.deals import next_deal, rules_of
from clubs.queries.deals.seat_names import listed_at, room_name
from clubs.queries.tournaments.tournaments import settings_of

TAKES_DEALS = (SlipState.EMPTY, SlipState.ENTERING)
OPEN = (*TAKES_DEALS, SlipState.ENTERED)
DONE = (SlipState.CONFIRMED, SlipState.LOCKED)


def tournament_of(sitting: Sitting) -> Tournament:
    """The tournament of a table that has a slip. Raises ValueError for one of a club's evening."""
    if sitting.round is None:
        raise ValueError("this table is of no tournament")
    return sitting.round.tournament


def sees_tournament(actor: Actor, tournament: Tournament) -> bool:
    """Whether its pages are there for the actor: not for all who hold the link of a table."""
    return visible_tournaments(actor).filter(pk=tournament.pk).exists()


# Who speaks


def own_seats(actor: Actor, sitting: Sitting) -> QuerySet[Seat]:
    """The seats of this table that are the actor's, by account or by a personal link."""
    own = Q(entry__uuid__in=actor.targets(LinkKind.PLAYER))
    if actor.user is not None:
        own |= Q(player__user=actor.user)
    return Seat.objects.present().filter(own, sitting=sitting, entry__isnull=False)


def holds_table(actor: Actor, sitting: Sitting) -> bool:
    """Whether the actor came by the link of this table, and may say there who they are."""
    return sitting.uuid in actor.targets(LinkKind.SCORE)


@dataclass(frozen=True, slots=True)
class Speaker:
    """The person who looks at a slip. entry: the one they play for, None while that is not known or
    for the desk. may_choose: they can say who they are."""

    entry: Entry | None
    may_choose: bool


def speaker_at(actor: Actor, sitting: Sitting, chosen: int | None) -> Speaker:
    """chosen is the entry number that this browser said. Two queries at most."""
    seats = Seat.objects.present().filter(sitting=sitting, entry__isnull=False)
    if actor.user is not None or actor.targets(LinkKind.PLAYER):
        own = own_seats(actor, sitting).select_related("entry").first()
        if own is not None:
            return Speaker(own.entry, may_choose=False)
    if not holds_table(actor, sitting):
        return Speaker(None, may_choose=False)
    seat = seats.filter(entry__number=chosen).select_related("entry").first() if chosen else None
    return Speaker(seat.entry if seat else None, may_choose=True)


# What the slip says


@dataclass(frozen=True, slots=True)
class SlipSeat:
    """One place in order of play. name is what the room reads; player the uuid in records."""

    entry: Entry
    name: str
    short: str  # as the chips of deal entry call them
    player: UUID
    total: int
    is_next_dealer: bool = False

    @property
    def number(self) -> int:
        return self.entry.number


@dataclass(frozen=True, slots=True)
class SlipDeal:
    """One deal, its scores in order of play. A void one is kept and does not count."""

    number: int
    text: str
    scores: tuple[int, ...]
    is_void: bool
    revision: int
    warning: Problem | None = None

    @property
    def undo_query(self) -> str:
        """The query of the button that takes the deal back, with the revision that the person
        saw."""
        return f"?revision={self.revision}"


@dataclass(frozen=True)
class SlipSheet:
    """Everything that a slip says. planned: deals of the round, None for any number."""

    slip: Slip
    settings: TournamentSettings
    seats: Sequence[SlipSeat]
    deals: Sequence[SlipDeal]
    has_totals: bool
    mark: str
    confirmed_by: Sequence[Entry | None]

    @property
    def planned(self) -> int | None:
        return self.settings.deals_per_round

    @property
    def zero_is_played(self) -> bool:
        """Whether a row of zeros is a deal that counts."""
        return zero_is_played(get_game(self.slip.sitting.game))

    @cached_property
    def counted(self) -> int:
        return sum(not deal.is_void for deal in self.deals)

    @cached_property
    def passed(self) -> int:
        """Deals that nobody played: they are kept, and do not count."""
        return len(self.deals) - self.counted

    @property
    def is_full(self) -> bool:
        if self.slip.mode == SlipMode.TOTALS:
            return self.has_totals
        return self.counted > 0 if self.planned is None else self.counted >= self.planned

    @property
    def has_content(self) -> bool:
        return self.has_totals or self.counted > 0

    @property
    def totals(self) -> list[int]:
        return [seat.total for seat in self.seats]

    @property
    def sum(self) -> int:
        return sum(self.totals)

    @property
    def takes_deals(self) -> bool:
        return (
            self.slip.state in TAKES_DEALS
            and self.slip.mode != SlipMode.TOTALS
            and not (self.is_full and self.planned is not None)
        )

    @property
    def next_number(self) -> int:
        """The number of the next deal; void ones have numbers too."""
        return max((deal.number for deal in self.deals), default=0) + 1

    @property
    def next_dealer(self) -> SlipSeat | None:
        return next((seat for seat in self.seats if seat.is_next_dealer), None)

    @property
    def warnings(self) -> list[SlipDeal]:
        return [deal for deal in self.deals if deal.warning is not None]

    @property
    def confirmers(self) -> list[str]:
        return [entry.name for entry in self.confirmed_by if entry is not None]

    @property
    def wanted(self) -> int:
        return wanted_confirmations(self.slip, len(self.seats))


def wanted_confirmations(slip: Slip, seats: int) -> int:
    """The number of other players who must confirm, as the tournament sets it; 0 there means all of
    them."""
    others = seats - 1 if slip.entered_by_id else seats
    wanted = tournament_of(slip.sitting).confirmations
    return min(wanted, others) if wanted else others


def slip_of(sitting: Sitting) -> Slip:
    """The slip as it is now, with its sitting. One query."""
    slip = Slip.objects.select_related("entered_by", "disputed_by").get(sitting=sitting)
    slip.sitting = sitting
    return slip


def takes_corrections(actor: Actor, sitting: Sitting) -> bool:
    """Whether a deal of this table may be written anew; at a table of no tournament it may."""
    if sitting.round is None or slip_of(sitting).state in OPEN:
        return True
    return actor.runs(sitting.round.tournament)


def takes_records(sitting: Sitting) -> bool:
    """Whether deal entry makes sense now: not where scores or totals are told, and not on a slip
    that is full or handed in. Two queries at a table of a tournament, none at another."""
    if sitting.round is None:
        return True
    slip = slip_of(sitting)
    if slip.mode != SlipMode.DEALS or slip.state not in TAKES_DEALS:
        return False
    planned = settings_of(sitting.round.tournament).deals_per_round
    return planned is None or sitting.deals.exclude(kind=DealKind.VOID).count() < planned


def slip_sheet(sitting: Sitting, *, listed: bool = False) -> SlipSheet:
    """The whole content of a slip. listed: names are written as on the slip on paper, which the
    desk has in its hand; else as people say them. Six queries, or seven where deals wait for a
    dealer."""
    called = listed_at if listed else room_name
    slip = slip_of(sitting)
    settings = settings_of(tournament_of(sitting))
    # Seats that somebody has left too: a substitute goes on with what was won on them.
    seats = list(sitting.seats.select_related("entry", "player"))
    deals = _slip_deals(sitting)
    totals = dict(sitting.totals.values_list("player", "total")) if sitting.totals_only else {}
    keeps = slip.state in TAKES_DEALS and slip.mode != SlipMode.TOTALS
    dealer = next_deal(sitting).dealer if keeps else None
    won = _won_by_entry(seats, deals, totals)
    present = [seat for seat in seats if seat.position is not None and seat.entry]
    names = {seat: called(seat) for seat in present}
    return SlipSheet(
        slip=slip,
        settings=settings,
        seats=[
            SlipSeat(
                entry=seat.entry,
                name=called(seat),
                short=seat.player.table_name,
                player=seat.player.uuid,
                total=won[seat.entry_id],
                is_next_dealer=str(seat.player.uuid) == dealer,
            )
            for seat in present
            if seat.entry
        ],
        deals=[_slip_deal(sitting, settings, deal, names) for deal in deals],
        has_totals=bool(totals),
        mark=_mark_of(slip, ((deal.number, deal.revision) for deal in deals), totals),
        confirmed_by=[
            told.entry
            for told in Confirmation.objects.filter(slip=slip)
            .select_related("entry")
            .order_by("pk")
        ],
    )


def _slip_deals(sitting: Sitting) -> list[Deal]:
    scores = Prefetch("scores", DealScore.objects.select_related("player", "seat"))
    return list(sitting.deals.select_related("taker").prefetch_related(scores).order_by("number"))


def _won_by_entry(
    seats: Iterable[Seat], deals: Iterable[Deal], totals: Mapping[int, int]
) -> defaultdict[int | None, int]:
    """The points that each entry won, by its key."""
    won: defaultdict[int | None, int] = defaultdict(int)
    for deal in deals:
        for score in deal.scores.all():
            won[score.seat.entry_id] += score.score
    for seat in seats:
        won[seat.entry_id] += totals.get(seat.player_id, 0)
    return won


def _slip_deal(
    sitting: Sitting, settings: TournamentSettings, deal: Deal, names: Mapping[Seat, str]
) -> SlipDeal:
    by_entry = {score.seat.entry_id: score.score for score in deal.scores.all()}
    seats, called = list(names), {seat.player_id: name for seat, name in names.items()}
    warning = None
    if deal.kind == DealKind.SCORES:
        row = {str(seat.entry_id): by_entry.get(seat.entry_id, 0) for seat in seats}
        field = f"deals[{deal.number}]"
        game, active = get_game(sitting.game), settings.active_count(len(row))
        warning = next(deal_warnings(row, game, rules_of(sitting), field, active), None)
    return SlipDeal(
        number=deal.number,
        text="" if deal.kind == DealKind.SCORES else in_one_line(sitting, deal, called),
        scores=tuple(by_entry.get(seat.entry_id, 0) for seat in seats),
        is_void=deal.kind == DealKind.VOID,
        revision=deal.revision,
        warning=warning,
    )


def slip_mark(slip: Slip) -> str:
    """The mark of the content that a person confirms. Any change of the content gives another mark,
    a change of the state does not. Two queries at most."""
    sitting = slip.sitting
    deals = sitting.deals.order_by("number").values_list("number", "revision")
    totals = dict(sitting.totals.values_list("player", "total")) if sitting.totals_only else {}
    return _mark_of(slip, deals, totals)


def _mark_of(slip: Slip, deals: Iterable[tuple[int, int]], totals: Mapping[int, int]) -> str:
    content = [slip.mode, slip.stopped_early, sorted(deals), sorted(totals.items())]
    # The state is left out: of two phones that confirm at once the second must not be too late.
    return blake2s(repr(content).encode(), digest_size=8).hexdigest()


# The slips of a round, for the desk


@dataclass(frozen=True, slots=True)
class SlipLine:
    """One table of the list: its slip, how many deals count, and what the scores add up to."""

    sitting: Sitting
    slip: Slip
    counted: int
    sum: int

    @property
    def is_done(self) -> bool:
        return self.slip.state in DONE


def slips_of(round_: Round) -> list[SlipLine]:
    """The slips of a round by table number. Three queries."""
    slips = Slip.objects.filter(sitting__round=round_).select_related("sitting__club")
    counted = dict(
        Deal.objects.filter(sitting__round=round_)
        .exclude(kind=DealKind.VOID)
        .order_by()
        .values_list("sitting")
        .annotate(Count("pk"))
    )
    totals = SittingTotal.objects.filter(sitting__round=round_).order_by().values_list("sitting")
    sums = dict(totals.annotate(Sum("total")))
    lines = []
    for slip in slips.order_by("sitting__table_number"):
        slip.sitting.round = round_
        pk = slip.sitting_id
        lines.append(SlipLine(slip.sitting, slip, counted.get(pk, 0), sums.get(pk, 0)))
    return lines


def still_open(lines: Sequence[SlipLine], after: int) -> Iterator[SlipLine]:
    """The tables that are not confirmed, those after this number first."""
    waiting = [line for line in lines if not line.is_done]
    yield from (line for line in waiting if line.sitting.table_number > after)
    yield from (line for line in waiting if line.sitting.table_number <= after)


def slip_totals(sitting: Sitting) -> dict[int, int]:
    """The sum of the deals of each entry of the table, by entry number. One query."""
    rows = DealScore.objects.filter(deal__sitting=sitting, seat__entry__isnull=False)
    summed = rows.order_by().values("seat__entry__number").annotate(total=Sum("score"))
    return dict(summed.values_list("seat__entry__number", "total"))

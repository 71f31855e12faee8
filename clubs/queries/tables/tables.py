"""The tables of a club: what is played now, what was played last, who may play again."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import (
    Count,
    F,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Sum,
)
from django.db.models.functions import Coalesce
from django.utils import timezone

from clubs.core.games import DEFAULT_GAME
from clubs.models import (
    Club,
    Deal,
    DealKind,
    Player,
    Seat,
    Sitting,
    SittingState,
    SittingTotal,
    User,
)
from clubs.numbers import amount_as_typed
from clubs.queries.counts import row_count
from clubs.queries.deals.deals import next_dealer, rules_of, who_rests
from clubs.queries.deals.rules import profile_version
from clubs.queries.imports import is_imported

LOOKED_AT = 30  # sittings that the club's home looks through
LAST_SESSIONS = 5
LAST_TABLES = 10  # say which game a club plays
PLAYED_LATELY = timedelta(days=31)  # whom to offer the same table again


@dataclass(frozen=True, slots=True)
class PlayerTotal:
    """A player of a table and what they have won so far, in score points."""

    player: Player
    total: int
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table in a list: who sits there, then who has played and left. deal_number counts every
    deal, void ones too."""

    sitting: Sitting
    seats: tuple[PlayerTotal, ...]
    deal_number: int
    resting: tuple[Player, ...] = ()

    @property
    def names(self) -> list[str]:
        """What each player is called, in seat order: who sits there now, or of a session
        that is over all who played."""
        is_open = self.sitting.is_open
        return [
            seat.player.whole_table_name for seat in self.seats if not (is_open and seat.has_left)
        ]

    @property
    def resting_names(self) -> list[str]:
        return [player.whole_table_name for player in self.resting]

    @property
    def next_number(self) -> int:
        return self.deal_number + 1

    @property
    def winners(self) -> tuple[PlayerTotal, ...]:
        """The players who won most, several of equal totals; none before somebody has won."""
        best = max((seat.total for seat in self.seats), default=0)
        return tuple(seat for seat in self.seats if seat.total == best > 0)

    @property
    def winner_names(self) -> list[str]:
        return [seat.player.whole_table_name for seat in self.winners]


@dataclass(frozen=True, slots=True)
class SamePlayers:
    """A table to open again: seats as they were, the deal going on where it stopped."""

    sitting: Sitting
    players: tuple[Player, ...]
    first_dealer: str  # uuid of a player
    is_recent: bool  # within the last six days: its weekday says enough

    @property
    def names(self) -> list[str]:
        return [player.whole_table_name for player in self.players]

    @property
    def rules_name(self) -> str:
        return str(self.sitting.rules["name"])

    @property
    def stakes(self) -> dict[str, str]:
        """What was typed for this table alone, as the form of a new one has it; what came from its
        house rules comes from them again, and may have changed. Not in a currency that the club has
        no more."""
        sitting, rules = self.sitting, rules_of(self.sitting)
        if not rules.is_for_money or rules.currency != sitting.club.currency:
            return {}
        origin = profile_version(sitting.club, sitting.game, rules.name, rules.version)
        before = origin or rules.for_points()
        amounts = {
            "stake": (rules.stake_per_point, before.stake_per_point),
            "coin": (rules.smallest_coin, before.smallest_coin),
        }
        return {
            name: amount_as_typed(amount, rules.currency)
            for name, (amount, usual) in amounts.items()
            if amount != usual
        }


@dataclass(frozen=True, slots=True)
class ClubTables:
    """What the club's home shows of its tables."""

    same_players: SamePlayers | None
    live: tuple[TableCard, ...]
    last: tuple[TableCard, ...]


def seats_with_totals() -> "Prefetch[str, QuerySet[Seat], str]":
    """The seats of sittings with their players and, as `total`, what those have won, or are known
    to have won where no deals are. Who has left comes last, and only who has played."""
    known = SittingTotal.objects.filter(sitting=OuterRef("sitting"), player=OuterRef("player"))
    seats = Seat.objects.select_related("player").annotate(
        known_total=Subquery(known.values("total")[:1]),
        score_count=Count("scores"),
        total=Coalesce("known_total", Sum("scores__score", default=0)),
    )
    has_played = Q(score_count__gt=0) | Q(known_total__isnull=False)
    seats = seats.filter(Q(position__isnull=False) | has_played)
    return Prefetch("seats", queryset=seats.order_by(F("position").asc(nulls_last=True), "pk"))


def _present(sitting: Sitting) -> list[Player]:
    """The players at a table now, in order of play. Wants a sitting of club_sittings."""
    return [seat.player for seat in sitting.seats.all() if seat.position is not None]


def club_sittings(club: Club) -> QuerySet[Sitting]:
    """Tables that were opened: those in play first, each kind by date, with last_number. Those of
    tournaments stand on their own pages."""
    rows = Sitting.objects.free().filter(
        club=club, state__in=[SittingState.OPEN, SittingState.CLOSED]
    )
    # By the letters of its code an open table comes before a closed one: the index sitting_shown
    # has this order.
    in_order = rows.order_by("-state", "-opened_at", "-pk")
    return with_last_number(in_order).prefetch_related(seats_with_totals())


def with_last_number(sittings: QuerySet[Sitting]) -> QuerySet[Sitting]:
    """Adds last_number, which counts void deals too. It is looked up for the rows that are read,
    not for those that are only counted or cut off."""
    newest = Deal.objects.filter(sitting=OuterRef("pk")).order_by("-number")
    return sittings.annotate(last_number=Coalesce(Subquery(newest.values("number")[:1]), 0))


def make_card(sitting: Sitting, resting: tuple[Player, ...] = ()) -> TableCard:
    """The card of a sitting of club_sittings."""
    seats = tuple(
        PlayerTotal(seat.player, seat.total, seat.position is None)  # type: ignore[attr-defined]
        for seat in sitting.seats.all()
    )
    return TableCard(sitting, seats, sitting.last_number, resting)  # type: ignore[attr-defined]


def club_tables(club: Club, user: User | None) -> ClubTables:
    """Three queries, however many tables: sittings, their seats, and the deals that tell whose
    turn it is; one more where a table is offered again, whether it came in a file."""
    sittings = list(club_sittings(club)[:LOOKED_AT])
    live = [sitting for sitting in sittings if sitting.is_open]
    again = _last_table(sittings, user, club.zone)
    needed = [sitting for sitting in live if len(_present(sitting)) > sitting.active_count]
    records = records_of([*needed, again] if again else needed)
    last = [sitting for sitting in sittings if not sitting.is_open][:LAST_SESSIONS]
    return ClubTables(
        same_players=same_players(again, records[again.pk]) if again else None,
        live=tuple(
            make_card(sitting, _resting_players(sitting, records[sitting.pk])) for sitting in live
        ),
        last=tuple(make_card(sitting) for sitting in last),
    )


def _last_table(sittings: Collection[Sitting], user: User | None, zone: ZoneInfo) -> Sitting | None:
    """The newest table whose players are all free to play again; one's own before others'. None
    that was played long ago, or came in a file.

    A table forgotten open on an earlier day holds nobody.
    """
    today = timezone.localdate(timezone=zone)
    busy = {
        player.pk
        for sitting in sittings
        if sitting.is_open and _opening_day(sitting, zone) == today
        for player in _present(sitting)
    }
    candidates = []
    for sitting in sorted(sittings, key=opening_time, reverse=True):
        players = _present(sitting)
        here = all(player.archived_at is None for player in players)
        is_free = here and busy.isdisjoint(player.pk for player in players)
        is_recent = timezone.now() - opening_time(sitting) <= PLAYED_LATELY
        if players and is_free and is_recent and not sitting.totals_only:
            candidates.append(sitting)
    if user is not None:  # the order of the others stays
        candidates.sort(key=lambda one: all(who.user_id != user.pk for who in _present(one)))
    return next((sitting for sitting in candidates if not is_imported(sitting)), None)


def opening_time(sitting: Sitting) -> datetime:
    """Of a table that people play at."""
    assert sitting.opened_at is not None  # noqa: S101 - only planned ones have none
    return sitting.opened_at


def _opening_day(sitting: Sitting, zone: ZoneInfo) -> date:
    return timezone.localdate(opening_time(sitting), zone)


def records_of(sittings: Iterable[Sitting]) -> dict[int, list[dict[str, Any]]]:
    """The deal records of each sitting that tell whose turn it is, oldest first."""
    records: dict[int, list[dict[str, Any]]] = defaultdict(list)
    deals = Deal.objects.filter(sitting__in=list(sittings), number__gte=F("sitting__turn_from"))
    for sitting_id, record in deals.order_by("number").values_list("sitting_id", "record"):
        records[sitting_id].append(record)
    return records


def _resting_players(sitting: Sitting, records: list[dict[str, Any]]) -> tuple[Player, ...]:
    """The players who sit out the deal to come."""
    players = {str(player.uuid): player for player in _present(sitting)}
    spare = len(players) - sitting.active_count
    if spare <= 0:
        return ()
    dealer = next_dealer(sitting, rules_of(sitting), list(players), records)
    return tuple(players[uuid] for uuid in who_rests(list(players), dealer, spare))


def same_players(sitting: Sitting, records: list[dict[str, Any]]) -> SamePlayers:
    age = timezone.now() - opening_time(sitting)
    players = tuple(_present(sitting))
    uuids = [str(player.uuid) for player in players]
    return SamePlayers(
        sitting=sitting,
        players=players,
        first_dealer=next_dealer(sitting, rules_of(sitting), uuids, records),
        is_recent=age.days < 6,
    )


def usual_game(club: Club) -> str:
    """The code of the game of most of its last tables; the default where there is none yet."""
    last = Sitting.objects.filter(club=club).order_by("-state", "-opened_at", "-pk")
    games = Counter(last.values_list("game", flat=True)[:LAST_TABLES])
    return max(games, key=lambda game: games[game], default=DEFAULT_GAME)


def listed_sittings(club: Club, *, month: date | None = None, key: str = "") -> QuerySet[Sitting]:
    """The list of tables, with deal_count (void ones left out). month is its first day, in the
    club's zone; key is part of a player's name as name_key gives it."""
    deals = Deal.objects.filter(sitting=OuterRef("pk")).exclude(kind=DealKind.VOID)
    rows = club_sittings(club).annotate(deal_count=row_count(deals, "sitting"))
    if month is not None:
        first, after = month_bounds(month, club.zone)
        rows = rows.filter(opened_at__gte=first, opened_at__lt=after)
    if key:
        called = Player.objects.filter(club=club).called(key)
        rows = rows.filter(pk__in=Seat.objects.filter(player__in=called).values("sitting"))
    return rows


def month_bounds(month: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    first = datetime(month.year, month.month, 1, tzinfo=zone)
    return first, (first + timedelta(days=31)).replace(day=1)

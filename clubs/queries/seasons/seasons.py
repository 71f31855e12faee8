"""The data for running a season: members, evenings, tables, and what is missing before it
closes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from hashlib import sha256
from typing import Any

from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from clubs.models import (
    AuditEntry,
    Club,
    Deal,
    DealKind,
    Evening,
    EveningState,
    League,
    LeagueMember,
    LeagueSitting,
    LeagueState,
    Penalty,
    Player,
    Presence,
    Seat,
    Sitting,
    SittingState,
)
from clubs.queries.counts import row_count

NIGHT_ENDS = time(6)  # a table opened before that may belong to the evening of the day before
OFFERED = 7  # days: how far around an evening its page looks for tables


def mark(*values: object) -> str:
    """Returns a hash of the values. A form sends it back: another hash means that somebody else
    saved first."""
    return sha256("\0".join(map(str, values)).encode()).hexdigest()[:16]


def league_mark(league: League) -> str:
    rules = sorted(league.standings_rules.items())
    return mark(league.name, league.starts_on, league.ends_on, rules)


def members_mark(rows: Iterable[LeagueMember]) -> str:
    return mark(*sorted((row.player_id, row.carry_over) for row in rows))


def evening_mark(evening: Evening) -> str:
    return mark(evening.held_on, evening.place, evening.name)


def league_dates(league: League) -> list[date]:
    """The dates of its evenings, the first one first."""
    return list(league.evenings.order_by("held_on", "pk").values_list("held_on", flat=True))


def _played_on(sitting: Sitting) -> date | None:
    """The day of a table in the zone of its club."""
    if sitting.opened_at is None:
        return None
    return timezone.localdate(sitting.opened_at, sitting.club.zone)


def evening_days(club: Club, at: datetime) -> list[date]:
    """The days to whose evenings a table opened then may belong: its own in the zone of the club,
    and in the small hours the day before."""
    local = timezone.localtime(at, club.zone)
    days = [local.date()]
    if local.time() < NIGHT_ENDS:
        days.append(local.date() - timedelta(days=1))
    return days


def closed_league_of(sitting: Sitting) -> League | None:
    """The closed season that this table counts for, if there is one: the first by date."""
    counting = League.objects.select_related("club").filter(
        tables__sitting=sitting, state=LeagueState.CLOSED
    )
    return counting.order_by("starts_on", "pk").first()


def leagues_of(sitting: Sitting) -> list[League]:
    """The seasons that a table counts for, by date."""
    rows = League.objects.filter(tables__sitting=sitting)
    return list(rows.order_by("starts_on", "pk"))


def open_evenings_at(club: Club, game: str, at: datetime) -> list[Evening]:
    """The evenings of open seasons that a table opened now belongs to, one a season.

    Those of the day; in the small hours also those of the day before that are still open.
    """
    rows = Evening.objects.filter(
        league__club=club,
        league__game=game,
        league__state=LeagueState.OPEN,
        state=EveningState.OPEN,
        held_on__in=evening_days(club, at),
    ).select_related("league")
    first: dict[int, Evening] = {}
    # The newest comes first, so that after midnight an evening of today wins over yesterday's.
    for evening in rows.order_by("league_id", "-held_on", "name", "pk"):
        first.setdefault(evening.league_id, evening)
    return list(first.values())


# Members


def listed_players(league: League) -> list[Player]:
    """Lists the players of a season who are not archived, by number."""
    rows = league.members.filter(player__archived_at=None).select_related("player")
    return [row.player for row in rows.order_by("number")]


def club_members(club: Club) -> list[Player]:
    """The members of the club by name, without guests."""
    rows = Player.objects.filter(club=club).active().members()
    return list(rows.order_by("sort_key", "pk"))


@dataclass(frozen=True, slots=True)
class MemberLine:
    """Somebody of the club: on the list of the season with number and carry_over, or not."""

    player: Player
    number: int | None
    carry_over: int
    has_played: bool


def member_lines(league: League) -> list[MemberLine]:
    """Lists the members of the season by number, then all other players of the club by name.
    has_played: sat at a table that counts. An archived player is listed only as a member."""
    rows = list(league.members.select_related("player").order_by("number"))
    listed = {row.player_id for row in rows}
    seats = Seat.objects.filter(sitting__leagues__league=league).order_by()
    played = set(seats.values_list("player", flat=True).distinct())
    others = Player.objects.filter(club=league.club_id).active().order_by("sort_key", "pk")
    members = [
        MemberLine(row.player, row.number, row.carry_over, row.player_id in played) for row in rows
    ]
    return members + [
        MemberLine(player, None, 0, player.pk in played)
        for player in others
        if player.pk not in listed
    ]


def members_seen(lines: Iterable[MemberLine]) -> str:
    """The members_mark of these lines."""
    return mark(*sorted((ln.player.pk, ln.carry_over) for ln in lines if ln.number is not None))


# An evening


@dataclass(frozen=True, slots=True)
class NearbyTable:
    """A table near an evening. counts: it counts at this evening; elsewhere: the other evening of
    the season at which it counts."""

    sitting: Sitting
    names: str
    deal_count: int
    day: date
    counts: bool
    elsewhere: str = ""


def evening_tables(evening: Evening) -> list[NearbyTable]:
    """Tables that count at the evening, then those of the days around it that could: of the
    season's game and days; each by its distance in days, in order of opening."""
    league, held_on = evening.league, evening.held_on
    midnight = league.club.midnight
    first = max(midnight(held_on, days_later=-OFFERED), midnight(league.starts_on))
    after = min(midnight(held_on, days_later=OFFERED + 1), midnight(league.ends_on, days_later=1))
    near = Q(opened_at__gte=first, opened_at__lt=after)
    here = Q(pk__in=list(evening.tables.values_list("sitting", flat=True)))
    states = [SittingState.OPEN, SittingState.CLOSED]
    deals = Deal.objects.filter(sitting=OuterRef("pk")).exclude(kind=DealKind.VOID)
    counting = LeagueSitting.objects.filter(league=league).select_related("evening")
    rows = (
        Sitting.objects.free()
        .filter(near | here, club=league.club_id, game=league.game, state__in=states)
        .annotate(deal_count=row_count(deals, "sitting"))
        .prefetch_related("seats__player", Prefetch("leagues", counting))
        .order_by("opened_at", "pk")
    )
    lines = []
    for sitting in rows:
        sitting.club = league.club
        row = next(iter(sitting.leagues.all()), None)
        counts = row is not None and row.evening_id == evening.pk
        elsewhere = str(row.evening) if row is not None and not counts else ""
        names = ", ".join(seat.player.name for seat in sitting.seats.all())
        day = _played_on(sitting) or held_on
        lines.append(
            NearbyTable(sitting, names, vars(sitting)["deal_count"], day, counts, elsewhere)
        )
    return sorted(lines, key=lambda line: (not line.counts, abs(line.day - held_on)))


def club_leagues(club: Club) -> list[League]:
    return list(League.objects.filter(club=club).newest_first())


def league_evenings(league: League) -> list[Evening]:
    """Lists the evenings of a season, by date."""
    return list(league.evenings.order_by("held_on", "name", "pk"))


def cancelled_evenings(league: League) -> list[Evening]:
    """Evenings of today and later that were cancelled, as the log has them: their rows are gone."""
    entries = AuditEntry.objects.filter(chain__uuid=league.uuid, action="cancel_evening")
    gone = [
        Evening(
            uuid=entry.target_uuid,
            league=league,
            held_on=date.fromisoformat(entry.before["held_on"]),
            place=entry.before["place"],
            name=entry.before["name"],
        )
        for entry in entries
    ]
    return [evening for evening in gone if evening.held_on >= league.club.today()]


def evening_lines(league: League) -> list[Evening]:
    """The evenings of a season by date, with table_count and present_count."""
    tables = LeagueSitting.objects.filter(evening=OuterRef("pk"))
    present = Presence.objects.filter(evening=OuterRef("pk"))
    rows = league.evenings.order_by("held_on", "name", "pk")
    return list(
        rows.annotate(
            table_count=row_count(tables, "evening"), present_count=row_count(present, "evening")
        )
    )


@dataclass(frozen=True, slots=True)
class Guest:
    """A player on the list at the door. is_present: noted as present; is_seated: sits at a table
    that counts."""

    player: Player
    number: int | None
    is_present: bool
    is_seated: bool


def door_list(evening: Evening) -> list[Guest]:
    """Lists all players who may come, members of the season first, by name."""
    numbers = dict(evening.league.members.values_list("player", "number"))
    present = set(evening.present.values_list("pk", flat=True))
    seats = Seat.objects.filter(sitting__leagues__evening=evening).order_by()
    seated = set(seats.values_list("player", flat=True).distinct())
    known = numbers.keys() | present | seated
    rows = Player.objects.filter(club=evening.league.club_id)
    rows = rows.filter(Q(archived_at=None) | Q(pk__in=known)).order_by("sort_key", "pk")
    guests = [
        Guest(player, numbers.get(player.pk), player.pk in present, player.pk in seated)
        for player in rows
    ]
    return sorted(guests, key=lambda guest: guest.number is None)


def penalties_at(evening: Evening) -> list[Penalty]:
    """Penalties given for the evening or at one of its tables, also cancelled ones; the newest
    first."""
    at_tables = Penalty.objects.filter(sitting__leagues__evening=evening)
    # A union, since OR makes PostgreSQL read the penalties of all clubs.
    mine = evening.penalties.order_by().values("pk").union(at_tables.order_by().values("pk"))
    rows = Penalty.objects.filter(pk__in=mine).select_related("evening", "sitting__club", "player")
    return list(rows.order_by("-given_at", "-pk"))


# Closing and publishing


@dataclass(frozen=True, slots=True)
class Closing:
    """The amount of data that closing a season stores, and the evenings and tables that prevent
    it."""

    planned: Sequence[Evening]
    open: Sequence[Evening]
    tables: Sequence[Sitting]  # that are still open
    evening_count: int
    table_count: int
    deal_count: int
    member_count: int

    @property
    def is_ready(self) -> bool:
        return not (self.planned or self.open or self.tables)


def closing_mark(league: League, revision: int) -> str:
    """A hash of what closing stores, at this revision of the season: of its tables, too, as deals
    are corrected there."""
    tables = Sitting.objects.filter(leagues__league=league).order_by("pk")
    return mark(revision, *tables.values_list("pk", "revision"))


def closing_of(league: League) -> Closing:
    evenings = league_evenings(league)
    sittings = Sitting.objects.filter(leagues__league=league)
    played = ~Q(deals__kind=DealKind.VOID)
    counts: dict[str, Any] = sittings.aggregate(
        tables=Count("pk", distinct=True), deals=Count("deals", filter=played)
    )
    still_open = sittings.filter(state=SittingState.OPEN).order_by("opened_at", "pk")
    return Closing(
        planned=[one for one in evenings if one.state == EveningState.PLANNED],
        open=[one for one in evenings if one.state == EveningState.OPEN],
        tables=list(still_open),
        evening_count=len(evenings),
        table_count=counts["tables"],
        deal_count=counts["deals"],
        member_count=league.members.count(),
    )


def tonight(club: Club) -> list[Evening]:
    """The open evenings of the club's seasons, for its home: one query."""
    rows = Evening.objects.filter(league__club=club, state=EveningState.OPEN)
    return list(rows.select_related("league").order_by("-held_on", "name", "pk"))


def evening_penalties(league: League) -> QuerySet[Penalty]:
    """Those of its evenings, and not those at tables, which count for each season of the table."""
    return Penalty.objects.filter(evening__league=league)


def was_public(league: League) -> bool:
    """Whether anything of the season was published, is shown to visitors, or was closed, which
    stores a version for ever."""
    return league.is_closed or league.is_public or league.publications.exists()

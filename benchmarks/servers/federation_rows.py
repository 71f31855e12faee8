"""The rows of a federation, written in bulk: 500 clubs, 20,000 people and 5 million deals at 100 %.

Clubs are the smaller the later they come: number n has 1 / n^0.8 of what the first one has, which
is a thirteenth of all deals. The deals are those of some tables that are invented and scored by
core, dealt again at every table with other people. The log is left out.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from io import StringIO
from itertools import count
from random import Random
from typing import Any
from uuid import UUID

from clubs.packing import packed

CLUBS, PEOPLE, DEALS = 500, 20_000, 5_000_000
TEMPLATES = 60  # tables
DEALS_A_TABLE, EVENINGS, TABLES_AN_EVENING = 20, 30, 10
LAST = date(2026, 9, 1)  # the first day of the season that goes on
BLOCK = 5_000  # rows


@dataclass(frozen=True, slots=True)
class ClubSize:
    """seasons × EVENINGS × tables is how many tables the club had; last is the first day of the
    season that goes on."""

    slug: str
    people: int
    seasons: int
    tables: int  # an evening
    last: date = LAST

    @property
    def deals(self) -> int:
        return self.seasons * EVENINGS * self.tables * DEALS_A_TABLE


def sizes(percent: float) -> list[ClubSize]:
    """The clubs of this part of a federation, the largest first."""
    clubs = max(round(CLUBS * percent / 100), 3)
    deals, people = (
        shares(round(total * percent / 100), clubs, power)
        for total, power in ((DEALS, 0.8), (PEOPLE, 0.5))
    )
    return [
        club_size(f"club-{number}", *told)
        for number, told in enumerate(zip(deals, people, strict=True), 1)
    ]


def shares(total: int, parts: int, power: float) -> list[int]:
    weights = [number**-power for number in range(1, parts + 1)]
    return [round(total * weight / sum(weights)) for weight in weights]


def club_size(slug: str, deals: int, people: int) -> ClubSize:
    evenings = deals / DEALS_A_TABLE / EVENINGS
    seasons = min(max(round(evenings / TABLES_AN_EVENING), 1), 20)
    return ClubSize(slug, max(people, 12), seasons, max(round(evenings / seasons), 1))


class Writer:
    """Writes rows of one model, each from a sample of which some columns differ; by COPY on
    PostgreSQL. Values of the changed columns are as the database takes them."""

    def __init__(self, sample: Any) -> None:
        from django.db import connection

        self.connection = connection
        fields = sample._meta.concrete_fields
        self.table = sample._meta.db_table
        self.columns = [field.column for field in fields]
        self.places = {field.attname: place for place, field in enumerate(fields)}
        self.sample = self.values(sample)
        self.waiting: list[list[Any]] = []

    def values(self, sample: Any) -> list[Any]:
        return [
            field.get_db_prep_save(field.pre_save(sample, add=True), self.connection)
            for field in sample._meta.concrete_fields
        ]

    def add(self, sample: list[Any] | None = None, **changed: Any) -> None:
        row = list(sample or self.sample)
        for name, value in changed.items():
            row[self.places[name]] = value
        self.waiting.append(row)

    def flush(self) -> None:
        quote = self.connection.ops.quote_name
        columns = ", ".join(map(quote, self.columns))
        rows, self.waiting = self.waiting, []
        with self.connection.cursor() as cursor:
            if self.connection.vendor == "postgresql":
                with cursor.copy(f"COPY {quote(self.table)} ({columns}) FROM STDIN") as copy:
                    for row in rows:
                        copy.write_row(row)
            else:
                marks = ", ".join(["%s"] * len(self.columns))
                cursor.executemany(
                    f"INSERT INTO {quote(self.table)} ({columns}) VALUES ({marks})", rows
                )


@dataclass(frozen=True, slots=True)
class Template:
    """A table that was played: for each deal its columns, its record, the seat of the taker, and
    role and score of each seat. names are the players of the record."""

    size: int
    names: list[str]
    deals: list[tuple[list[Any], str, int | None, list[tuple[str, int]]]]


class Federation:
    """Writes clubs one after the other, with keys that count up from those that are there.
    deals_a_table is a multiple of ten; table_sizes are those of the tables, as often as they come
    up. Another seed draws other ids, as a second writer on one database needs them."""

    def __init__(
        self,
        deals_a_table: int = DEALS_A_TABLE,
        table_sizes: Sequence[int] = (5, 4, 4),
        seed: str = "",
    ) -> None:
        from django.db import connection

        from clubs.core.games import get_game
        from clubs.models import (
            Deal,
            DealScore,
            Evening,
            EveningState,
            League,
            LeagueMember,
            LeagueSitting,
            LeagueState,
            Player,
            Seat,
            Sitting,
            SittingState,
        )

        self.chance = Random(f"21 {seed}")
        self.deals_a_table = deals_a_table
        self.is_postgres = connection.vendor == "postgresql"
        self.keys = {
            model: count(
                (model._default_manager.order_by("-pk").values_list("pk", flat=True).first() or 0)
                + 1
            )
            for model in (
                Player,
                League,
                Evening,
                Sitting,
                Seat,
                Deal,
                LeagueMember,
                LeagueSitting,
            )
        }
        day = datetime(2020, 1, 1, tzinfo=UTC)
        rules = get_game("french").read_rules("fft").to_json()
        self.player = Writer(
            Player(name="P", name_key="p", table_name="p", member_since=day.date())
        )
        self.league = Writer(
            League(
                name="Season",
                starts_on=LAST,
                ends_on=LAST,
                state=LeagueState.OPEN,
                shows_standings=True,
                shows_results=True,
            )
        )
        self.member = Writer(LeagueMember(number=1))
        self.evening = Writer(Evening(held_on=LAST, state=EveningState.CLOSED))
        self.sitting = Writer(
            Sitting(
                game="french",
                rules=rules,
                active_count=4,
                state=SittingState.CLOSED,
                opened_at=day,
                closed_at=day,
            )
        )
        self.counted = Writer(LeagueSitting())
        self.seat = Writer(Seat(position=0))
        self.deal = Writer(Deal(uuid=UUID(int=0), number=1, kind="played", recorded_at=day))
        self.score = Writer(DealScore(role="defender", score=0))
        self.models = {
            "player": Player,
            "league": League,
            "member": LeagueMember,
            "evening": Evening,
            "sitting": Sitting,
            "counted": LeagueSitting,
            "seat": Seat,
            "deal": Deal,
            "score": DealScore,
        }
        self.templates = [
            self.template(table_sizes[number % len(table_sizes)]) for number in range(TEMPLATES)
        ]

    def key(self, name: str) -> int:
        return next(self.keys[self.models[name]])

    def uuid(self) -> str:
        """As the database keeps it."""
        told = UUID(int=self.chance.getrandbits(128), version=4)
        return str(told) if self.is_postgres else told.hex

    def template(self, size: int) -> Template:
        from benchmarks.big_club import play
        from clubs.models import Player, Seat, Sitting

        people = [Player(pk=place, uuid=UUID(int=place)) for place in range(1, size + 1)]
        seats = [Seat(position=place, player=one) for place, one in enumerate(people)]
        table = Sitting(pk=1, opened_at=datetime(2020, 1, 1, tzinfo=UTC), club_id=1)
        deals = []
        for _again in range(self.deals_a_table // 10):
            for deal, scores in play(table, seats, self.chance):
                told = [(role, score) for _seat, role, score in scores]
                taker = None if deal.taker_id is None else deal.taker_id - 1
                deal.number = len(deals) + 1
                deals.append((self.deal.values(deal), json.dumps(deal.record), taker, told))
        return Template(size, [str(one.uuid) for one in people], deals)

    def write_club(self, size: ClubSize) -> Any:
        from clubs.models import Club

        club = Club.objects.create(slug=size.slug, name=size.slug.title())
        people = list(self.people(club.pk, size.people))
        for season in range(size.seasons):
            start = size.last.replace(year=size.last.year - season)
            self.season(club.pk, people, start, size.tables, is_last=season == 0)
            self.flush()
        return club

    def people(self, club: int, number: int) -> Iterator[tuple[int, str]]:
        for place in range(1, number + 1):
            key, uuid, name = self.key("player"), self.uuid(), f"Player {place:04}"
            told = {
                "name_key": name.lower(),
                "sort_key": name.lower(),
                "table_name": f"P{place:04}",
            }
            self.player.add(id=key, club_id=club, uuid=uuid, name=name, **told)
            yield key, str(UUID(uuid))

    def season(
        self,
        club: int,
        people: list[tuple[int, str]],
        start: date,
        tables: int,
        *,
        is_last: bool,
    ) -> None:
        league, end = self.key("league"), date(start.year + 1, 8, 31)
        dates = {"starts_on": start.isoformat(), "ends_on": end.isoformat()}
        state = "open" if is_last else "closed"
        self.league.add(
            id=league, club_id=club, uuid=self.uuid(), name=f"{start.year}", state=state, **dates
        )
        for number, (player, _uuid) in enumerate(people, 1):
            self.member.add(
                id=self.key("member"),
                club_id=club,
                league_id=league,
                player_id=player,
                number=number,
            )
        for week in range(EVENINGS):
            day = start + timedelta(weeks=week, days=1)
            evening = self.key("evening")
            self.evening.add(
                id=evening,
                club_id=club,
                league_id=league,
                uuid=self.uuid(),
                held_on=day.isoformat(),
            )
            for number in range(1, tables + 1):
                sitting = self.table(club, people, day, number)
                self.counted.add(
                    id=self.key("counted"),
                    club_id=club,
                    league_id=league,
                    evening_id=evening,
                    sitting_id=sitting,
                )

    def table(self, club: int, people: list[tuple[int, str]], day: date, number: int) -> int:
        sitting, template = self.key("sitting"), self.chance.choice(self.templates)
        at = datetime.combine(day, time(19), UTC)
        opened, closed = (
            str(each) if self.is_postgres else str(each)[:19]
            for each in (at, at + timedelta(hours=3))
        )
        self.sitting.add(
            id=sitting,
            club_id=club,
            uuid=self.uuid(),
            active_count=template.size,
            table_number=number,
            opened_at=opened,
            closed_at=closed,
        )
        seated = self.chance.sample(people, template.size)
        seats = [self.key("seat") for _ in seated]
        for position, (seat, (player, _uuid)) in enumerate(zip(seats, seated, strict=True)):
            self.seat.add(
                id=seat, club_id=club, sitting_id=sitting, player_id=player, position=position
            )
        for values, record, taker, scores in template.deals:
            deal = self.key("deal")
            for name, (_player, uuid) in zip(template.names, seated, strict=True):
                record = record.replace(name, uuid)
            self.deal.add(
                values,
                id=deal,
                club_id=club,
                sitting_id=sitting,
                uuid=self.uuid(),
                record=packed(json.loads(record)),
                taker_id=None if taker is None else seated[taker][0],
                recorded_at=opened,
            )
            for seat, (player, _uuid), (role, score) in zip(seats, seated, scores, strict=True):
                self.score.add(
                    club_id=club,
                    deal_id=deal,
                    seat_id=seat,
                    player_id=player,
                    role=role,
                    score=score,
                )
        if len(self.score.waiting) > 20 * BLOCK:
            self.flush()
        return sitting

    def flush(self) -> None:
        """In the order in which rows name each other."""
        for name in self.models:
            getattr(self, name).flush()


def finish() -> None:
    """What the database and the program keep of rows that came past both."""
    from django.core.management import call_command
    from django.core.management.color import no_style
    from django.db import connection

    from clubs.models import (
        Deal,
        DealScore,
        Evening,
        League,
        LeagueMember,
        LeagueSitting,
        Player,
        Seat,
        Sitting,
    )
    from clubs.services.deals.filled_sums import fill_sums
    from clubs.services.deals.sums import missing_sums

    has_statistics = connection.vendor == "postgresql"  # SQLite has none in a club either
    models = [Deal, DealScore, Evening, League, LeagueMember, LeagueSitting, Player, Seat, Sitting]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
        if has_statistics:
            cursor.execute("ANALYZE")
    fill_sums(missing_sums(), block_size=BLOCK)
    call_command("tidy", stdout=StringIO(), stderr=StringIO())
    if has_statistics:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")


def write(told: Iterable[ClubSize], federation: Federation | None = None) -> None:
    from django.db import transaction

    federation = federation or Federation()
    for size in told:
        with transaction.atomic():
            federation.write_club(size)
    finish()

"""A club of many seasons, made in a minute: what the benchmarks of season pages look at.

Deals are invented as those of the demo club and scored by core; rows are written in bulk, without
the log, which no such page reads. Sums are kept of the tables, as after they were closed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from random import Random
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

if TYPE_CHECKING:
    from clubs.models import Club, Deal, Evening, League, Player, Seat, Sitting

SEED = 21
DEALS_A_TABLE = 10
EVENINGS = 30  # of a season
SIZES = (4, 4, 4, 5, 5, 3)  # of the tables, one after the other
BLOCK = 2_000  # rows


@dataclass(frozen=True, slots=True)
class Size:
    """How large the club is."""

    members: int = 300
    seasons: int = 10
    deals: int = 100_000

    @property
    def tables_an_evening(self) -> int:
        return max(self.deals // self.seasons // EVENINGS // DEALS_A_TABLE, 1)


def build(size: Size, slug: str = "bench") -> "Club":
    """The club, in the database that Django is set up with."""
    from clubs.models import Club, League, LeagueMember, LeagueState, Player
    from clubs.services.deals.kept import fill_missing

    club = Club.objects.create(slug=slug, name=slug.title())
    people = Player.objects.bulk_create(
        Player(
            club=club,
            uuid=uuid4(),
            name=f"Player {number:03}",
            name_key=f"player {number:03}",
            table_name=f"P{number:03}",
            member_since=date(2016, 1, 1),
        )
        for number in range(1, size.members + 1)
    )
    chance = Random(f"{SEED} {slug}")  # uuids of deals are drawn as well
    for season in range(size.seasons):
        start = date(2016 + season, 9, 1)
        is_last = season == size.seasons - 1
        league = League.objects.create(
            club=club,
            name=f"{start.year}–{start.year + 1}",
            starts_on=start,
            ends_on=date(start.year + 1, 8, 31),
            state=LeagueState.OPEN if is_last else LeagueState.CLOSED,
        )
        LeagueMember.objects.bulk_create(
            LeagueMember(league=league, player=player, number=number)
            for number, player in enumerate(people, 1)
        )
        fill(club, league, people, size.tables_an_evening, chance)
    fill_missing()
    return club


def fill(
    club: "Club", league: "League", people: Sequence["Player"], tables: int, chance: Random
) -> None:
    from clubs.models import Evening, EveningState, LeagueSitting

    evenings = Evening.objects.bulk_create(
        Evening(
            league=league,
            held_on=league.starts_on + timedelta(weeks=week, days=1),
            state=EveningState.CLOSED,
        )
        for week in range(EVENINGS)
    )
    pairs = [(evening, sitting) for evening in evenings for sitting in seat(club, evening, tables)]
    write_tables(people, [sitting for _, sitting in pairs], chance)
    LeagueSitting.objects.bulk_create(
        LeagueSitting(league=league, evening=evening, sitting=sitting) for evening, sitting in pairs
    )


def seat(club: "Club", evening: "Evening", tables: int) -> Iterator["Sitting"]:
    from clubs.core.games import get_game
    from clubs.models import Sitting, SittingState

    rules = get_game("french").read_rules("fft").to_json()
    at = datetime.combine(evening.held_on, time(19), UTC)
    for number in range(1, tables + 1):
        yield Sitting(
            uuid=uuid4(),
            club=club,
            game="french",
            rules=rules,
            active_count=SIZES[number % len(SIZES)],
            table_number=number,
            state=SittingState.CLOSED,
            opened_at=at,
            closed_at=at + timedelta(hours=3),
        )


def write_tables(people: Sequence["Player"], sittings: list["Sitting"], chance: Random) -> None:
    from clubs.models import Deal, DealScore, Seat, Sitting

    Sitting.objects.bulk_create(sittings, batch_size=BLOCK)
    seats = {
        sitting: [
            Seat(sitting=sitting, position=position, player=player)
            for position, player in enumerate(chance.sample(people, sitting.active_count))
        ]
        for sitting in sittings
    }
    Seat.objects.bulk_create([seat for row in seats.values() for seat in row], batch_size=BLOCK)
    rows = (deal for sitting in sittings for deal in play(sitting, seats[sitting], chance))
    while block := list(islice(rows, BLOCK)):
        Deal.objects.bulk_create([deal for deal, _ in block], batch_size=BLOCK)
        DealScore.objects.bulk_create(
            [
                DealScore(deal=deal, seat=seat, player=seat.player, role=role, score=score)
                for deal, scores in block
                for seat, role, score in scores
            ],
            batch_size=BLOCK,
        )


def play(
    sitting: "Sitting", seats: Sequence["Seat"], chance: Random
) -> Iterator[tuple["Deal", list[tuple["Seat", str, int]]]]:
    """The deals of a table with their seats, roles and scores."""
    from clubs.core.games import get_game
    from clubs.models import Deal
    from clubs.services.deals.invented_deals import Dealt
    from clubs.services.deals.scoring import fill_columns
    from clubs.services.demo.games import INVENTED

    game = get_game("french")
    rules = game.read_rules("fft")
    players = {str(seat.player.uuid): seat.player for seat in seats}
    names = list(players)
    for number in range(1, DEALS_A_TABLE + 1):
        dealt = Dealt(names, names[(number - 1) % len(names)], [])
        record = INVENTED["french"](chance, dealt, rules)
        verdict = game.judge(names, rules, record)
        deal = Deal(
            uuid=UUID(int=chance.getrandbits(128), version=4),
            sitting=sitting,
            number=number,
            record={**record, "players": names},
            recorded_at=sitting.opened_at,
        )
        fill_columns(deal, verdict, players)
        yield (
            deal,
            [
                (seat, verdict.roles[name], verdict.scores[name])
                for name, seat in zip(names, seats, strict=True)
            ],
        )

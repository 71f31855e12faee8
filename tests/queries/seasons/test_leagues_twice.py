"""Seasons that are read in two ways: the database and core, kept sums and single deals, one
evening and its season.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.core.standings import rank as core
from clubs.core.standings.rank import LeagueSettings
from clubs.models import (
    Deal,
    DealScore,
    Evening,
    LeagueMember,
    LeagueSitting,
    Penalty,
    Player,
    Seat,
    Sitting,
    SittingState,
)
from clubs.queries.seasons.evenings import board_of
from clubs.queries.seasons.leagues import evening_data, league_data
from clubs.services.deals.kept import fill_missing
from tests.cast import FOUR
from tests.example_league import play_example, ranked_by

FRIDAY = date(2025, 10, 3)


@dataclass
class Played:
    """A season made by chance, once for the database and once for core."""

    results: list[core.DealResult] = field(default_factory=list)
    penalties: list[core.LeaguePenalty] = field(default_factory=list)


CHOICES = {
    "method": ["total", "average", "evening_average", "best_n", "drop_worst", "place_points"],
    "normalise": ["none", "per_opponent", "z_score", "own_size"],
    "guests": ["played_not_ranked", "ranked", "excluded_deals"],
    "unqualified": ["below", "hidden", "ranked"],
    "sizes": [[3, 4, 5, 6], [4], [3, 5]],
    "place_scope": ["evening", "table"],
    "min_deals": [0, 12],
    "tie_breaks": [["evenings", "average"], ["head_to_head", "lot"], ["success_rate", "lot"]],
}


def chance_season(club, league, chance: random.Random) -> Played:
    """Five evenings of two tables of three to five players; small scores, so that many tie."""
    people = [club.player(name) for name in (*FOUR, "Olivia", "Frank")]
    played = Played()
    for at in range(5):
        evening = club.evening(league, FRIDAY + timedelta(days=7 * at))
        for _ in range(2):
            seated = chance.sample(people, chance.randint(3, 5))
            table = Sitting.objects.create(
                club=club.club, game="french", rules={"name": "fft"}, active_count=len(seated)
            )
            LeagueSitting.objects.create(league=league, evening=evening, sitting=table)
            played.results += deals_by_chance(table, at, seated, chance)
        if chance.random() < 0.5:
            who, points = chance.choice(people), chance.choice([-5, 5])
            Penalty.objects.create(evening=evening, player=who, points=points, reason="-")
            played.penalties.append(core.LeaguePenalty(at, str(who.uuid), points))
    return played


def deals_by_chance(
    table: Sitting, evening: int, seated: list[Player], chance: random.Random
) -> Iterable[core.DealResult]:
    seats = Seat.objects.bulk_create(
        Seat(sitting=table, player=player, position=at) for at, player in enumerate(seated)
    )
    for number in range(1, chance.randint(4, 9)):
        playing = chance.sample(seated, max(3, len(seated) - chance.randint(0, 1)))
        taker, made = chance.choice([None, playing[0]]), chance.random() < 0.5
        deal = Deal.objects.create(
            uuid=uuid4(), sitting=table, number=number, record={}, kind="played",
            recorded_at=table.opened_at, size=len(playing), taker=taker,
            made=made if taker else None,
        )  # fmt: skip
        stake = chance.choice([-2, -1, 1, 2])
        scores = dict.fromkeys(playing, -stake)
        scores[playing[0]] = stake * (len(playing) - 1)
        DealScore.objects.bulk_create(
            DealScore(
                deal=deal,
                seat=seat,
                player=seat.player,
                score=scores.get(seat.player, 0),
                role="out"
                if seat.player not in scores
                else "taker"
                if seat.player == taker
                else "defender",
            )
            for seat in seats
        )
        yield core.DealResult(
            evening,
            str(table.uuid),
            number,
            {str(player.uuid): score for player, score in scores.items()},
            taker=str(taker.uuid) if taker else None,
            is_made=made if taker else None,
        )


# Which none of the first seeds draws.
PLACES = {"method": "place_points", "guests": "ranked", "sizes": [3, 4, 5], "normalise": "none"}


@pytest.mark.parametrize(
    ("seed", "more"),
    [
        *((seed, {}) for seed in range(9)),
        (9, PLACES | {"place_scope": "evening"}),
        (10, PLACES | {"place_scope": "table"}),
    ],
)
def test_database_and_core_agree(club, seed, more):
    """Whatever the settings: the standings of the sums are those of the single deals, and so are
    those of the sums that are kept of whole evenings, with one table that is still played. Of one
    player the single tables are read beside these sums."""
    chance = random.Random(seed)
    told = {name: chance.choice(options) for name, options in CHOICES.items()}
    settings = LeagueSettings.read({**told, "best_n": 3, "drop_worst": 1, **more})
    league = ranked_by(club.league(*FOUR, "Olivia", seed=seed), **settings.to_json())
    played = chance_season(club, league, chance)
    data = league_data(league)
    results = played.results
    if settings.guests is core.Guests.EXCLUDED_DEALS:
        results = core.without_guests(results, {str(club.player("Frank").uuid)})
    everybody = [str(club.player(name).uuid) for name in (*FOUR, "Olivia", "Frank")]
    pure = core.LeagueInput(
        members=[
            core.Member(key, number, is_guest=number == 6)
            for number, key in enumerate(everybody, 1)
        ],
        evenings=[
            core.RankedEvening(one.held_on, str(one.uuid))
            for one in Evening.objects.order_by("held_on")
        ],
        cells=core.result_cells(results),
        penalties=played.penalties,
        seed=seed,
        head_to_head=core.head_to_head_of(results),
    )

    Sitting.objects.exclude(pk=Sitting.objects.latest("pk").pk).update(
        state=SittingState.CLOSED, closed_at=timezone.now()
    )
    fill_missing()
    kept = league_data(league, by_evening=True)
    explained = club.player("Alice")
    with_tables = league_data(league, by_evening=True, by_table=explained)
    for as_of in (None, FRIDAY + timedelta(days=15)):
        expected = core.rank_league(pure, settings, as_of)
        told = data.standings(as_of)
        assert told == expected
        assert kept.standings(as_of) == expected
        beside = with_tables.standings(as_of)
        assert beside == expected
        assert tables_of(beside, explained) == tables_of(told, explained)


def tables_of(standings: core.LeagueStandings, player: Player) -> list[Sequence[core.TableLine]]:
    """What the standings have of the tables of a player, evening by evening, each list of them."""
    every = (row for _size, table in standings.rankings for row in table.rows)
    rows = [row for row in every if row.player == str(player.uuid)]
    return [line.tables for row in rows for line in row.lines]


def test_guests_have_one_number(club):
    """Lots are drawn by it: a guest of other tables than those that count has none, with kept sums
    and without."""
    league = ranked_by(club.league(*FOUR), sizes=[4])
    guests = sorted(("Frank", "Olivia"), key=lambda name: club.player(name).pk)
    tables = [
        club.sitting("Alice", "Bob", guests[0]),
        club.sitting("Alice", "Bob", "Charlie", guests[1]),
    ]
    for table in tables:
        club.deal(table, taker="Alice")
    club.evening(league, FRIDAY, *tables)
    Sitting.objects.update(state=SittingState.CLOSED, closed_at=timezone.now())
    fill_missing()

    kept, told = league_data(league, by_evening=True), league_data(league)
    assert list(kept.basis.members) == list(told.basis.members)
    assert kept.standings() == told.standings()


class TestOneEvening:
    """An evening read alone is what it is in its season."""

    @pytest.mark.parametrize(
        "told",
        [
            {},
            {"method": "best_n", "best_n": 1},
            {"method": "place_points", "attendance_points": 2},
            {"method": "place_points", "place_scope": "table", "guests": "ranked"},
            {"normalise": "per_opponent"},
            {"normalise": "z_score"},
            {"normalise": "own_size"},
            {"guests": "excluded_deals"},
        ],
        ids=str,
    )
    def test_lines_and_tables(self, club, told):
        league = play_example(club)
        guest = club.sitting("Alice", "Bob", "Charlie", "Frank")
        club.deal(guest, points=46)
        LeagueMember.objects.filter(league=league, player=club.player("Frank")).delete()
        last = league.evenings.order_by("held_on").last()
        LeagueSitting.objects.create(league=league, evening=last, sitting=guest)
        Penalty.objects.create(evening=last, player=club.player("Bob"), points=-20, reason="late")
        whole = league_data(ranked_by(league, **told))

        for evening in league.evenings.order_by("held_on"):
            one = evening_data(evening)
            at = next(n for n, held in enumerate(whole.held) if held.pk == evening.pk)
            here = [held.pk for held in one.held].index(evening.pk)
            assert told_lines(one, here) == told_lines(whole, at)
            assert one.held[here] == whole.held[at]
            for table in whole.held[at].tables:
                assert one.table_scores(here, table) == whole.table_scores(at, table)
            given = [p.points for p in whole.basis.penalties if p.evening == at]
            assert [p.points for p in one.basis.penalties if p.evening == here] == given

    def test_a_season_of_any_length_is_read_as_quickly(self, club):
        league = play_example(club)
        evening = league.evenings.order_by("held_on").first()
        with CaptureQueriesContext(connection) as asked:
            data = evening_data(evening)

        assert len(asked) == 3
        assert {total.evening for total in data.basis.cells} == {0}
        assert len(data.held) == 1


def told_lines(data, at):
    """What each player did at an evening; not what the season makes of it."""
    return {
        key: (one.raw, one.score, one.place, one.place_points, one.attendance_points)
        for key, one in board_of(data).lines(at).items()
    }

"""What counts for a season, as the database sums it up.

Expected standings are those of leagues.md §3.2, or worked out by hand.
"""

from datetime import date, timedelta
from fractions import Fraction
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import (
    League,
    LeagueSitting,
    Penalty,
    RatingChange,
    Sitting,
    SittingTotal,
)
from clubs.queries.seasons.leagues import league_data
from clubs.services.people.players import merge_players
from clubs.services.tables import sittings
from tests.cast import FOUR
from tests.example_league import EXAMPLE, EXPECTED, ranked_by

FRIDAY, NEXT = date(2025, 10, 3), date(2025, 10, 10)


def names(league):
    return {str(player.uuid): player.name for player in league.club.players.all()}


def ranking(league, as_of=None):
    """(rank, name, value) of those who have a rank."""
    called = names(league)
    rows = league_data(league).standings(as_of).rows
    return [(row.rank, called[row.player], row.value) for row in rows if row.rank]


def values(league, as_of=None):
    """Of everybody, guests too."""
    called = names(league)
    return {called[row.player]: row.value for row in league_data(league).standings(as_of).rows}


def scores(club, *deals, seats=FOUR):
    """A table of deals of which nothing but the scores is known."""
    sitting = club.sitting(*seats)
    for number, told in enumerate(deals, 1):
        by_uuid = {str(club.player(name).uuid): score for name, score in told.items()}
        record = {"kind": "scores", "label": "Vachette", "scores": by_uuid}
        by = club.actor("Alice")
        sittings.record_deal(by, sitting, record, number=number, request_id=uuid4())
    return sitting


class TestTheExample:
    def test_total(self, example):
        assert ranking(example) == [
            (1, "Anne", 766),
            (2, "Cléo", 299),
            (3, "Dino", -127),
            (4, "Eva", -198),
            (5, "Bob", -218),
            (6, "Fred", -407),
        ]

    @pytest.mark.parametrize(
        ("settings", "expected", "column"),
        [
            ("average", "average", "average"),
            ("best_2_of_4", "best_2_of_4", "total"),
            ("place_points", "place_points", "points"),
            ("normalised_total", "normalised_total", "total"),
        ],
    )
    def test_other_methods(self, example, settings, expected, column):
        ranked_by(example, **EXPECTED["settings"][settings])

        shown = [(rank, name, round(float(value), 2)) for rank, name, value in ranking(example)]

        assert shown == [(row["rank"], row["player"], row[column]) for row in EXPECTED[expected]]

    def test_evenings_and_deals(self, example):
        called = names(example)
        rows = {called[row.player]: row for row in league_data(example).standings().rows}

        assert {name: list(row.per_evening) for name, row in rows.items()} == EXPECTED["evenings"]
        assert {name: row.deals for name, row in rows.items()} == EXPECTED["deals"]

    def test_the_guest_is_below(self, example):
        last = league_data(example).standings().rows[-1]

        assert (names(example)[last.player], last.rank, last.guest) == ("Gina", None, True)

    def test_as_of_the_second_evening(self, example):
        """Anne 197 + 199, Dino −19 + 95, Eva 84, Cléo 205 − 145, Bob −383 − 233."""
        assert ranking(example, date(2025, 10, 10)) == [
            (1, "Anne", 396),
            (2, "Eva", 84),
            (3, "Dino", 76),
            (4, "Cléo", 60),
            (5, "Bob", -616),
        ]

    def test_as_of_the_last_day_is_now_and_before_the_first_is_nothing(self, example):
        assert values(example, date(2026, 6, 30)) == values(example)
        assert values(example, date(2025, 9, 11)) == {}

    def test_without_deals_of_guests(self, example):
        """What was won at the one table where Gina sat counts for nobody."""
        ranked_by(example, guests="excluded_deals")
        table = next(
            table
            for evening in EXAMPLE["evenings"]
            for table in evening["tables"]
            if "Gina" in table["players"]
        )
        lost = {
            name: sum(deal["scores"][name] for deal in table["deals"]) for name in table["players"]
        }
        all_of_them = {name: sum(filter(None, row)) for name, row in EXPECTED["evenings"].items()}

        found = values(example)

        assert "Gina" not in found
        assert sum(found.values()) == 0
        for name, value in found.items():
            assert value == all_of_them[name] - lost.get(name, 0)

    def test_takes_that_were_made(self, example):
        """Statistics of the example: Anne made 5 of 6, Fred none of 1."""
        called = names(example)
        taken: dict[str, int] = {}
        made: dict[str, int] = {}
        for cell in league_data(example).basis.cells:
            name = called[cell.player]
            taken[name] = taken.get(name, 0) + cell.taken
            made[name] = made.get(name, 0) + cell.contracts_made

        told = EXPECTED["statistics"]
        assert taken == {name: row["taken"] for name, row in told.items()}
        assert made == {name: row["made"] for name, row in told.items()}

    def test_queries(self, example):
        with CaptureQueriesContext(connection) as captured:
            league_data(example).standings()
        assert len(captured) == 3


class TestWhatCounts:
    def test_tables_that_are_not_attached_do_not(self, club):
        league = club.league()
        club.deal(club.sitting(*FOUR))
        club.evening(league, FRIDAY)

        assert values(league) == {}

    def test_void_deals_do_not(self, club):
        league = club.league()
        sitting = club.sitting(*FOUR)
        club.deal(sitting)  # (25 + 5)·2 = 60 a defender
        club.deal(sitting, kind="void", void_reason="all_pass")
        club.evening(league, FRIDAY, sitting)

        rows = league_data(league).standings().rows

        assert [row.value for row in rows] == [180, -60, -60, -60]
        assert {row.deals for row in rows} == {1}

    @pytest.mark.parametrize("state", ["void", "planned"])
    def test_tables_that_are_void_or_planned_do_not(self, club, state):
        league = club.league()
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        evening = club.evening(league, FRIDAY, sitting)
        Penalty.objects.create(
            sitting=sitting, player=club.player("Bob"), points=-10, reason="late"
        )
        opened_at = None if state == "planned" else sitting.opened_at
        Sitting.objects.filter(pk=sitting.pk).update(state=state, opened_at=opened_at)

        assert values(league) == {}
        assert league_data(league).held[0].key == str(evening.uuid)

    def test_who_sat_a_deal_out_did_not_play_it(self, club):
        league = club.league()
        sitting = club.sitting(*FOUR, "Olivia", "Frank", active_count=5)
        club.deal(sitting, taker="Bob", called="Bob", out=["Alice"])
        club.evening(league, FRIDAY, sitting)

        assert "Alice" not in values(league)
        assert len(values(league)) == 5

    def test_deals_of_which_only_scores_are_known_do(self, club):
        league = club.league()
        sitting = scores(club, {"Alice": 30, "Bob": -10, "Charlie": -20, "Dora": 0})
        club.evening(league, FRIDAY, sitting)

        assert values(league) == {"Alice": 30, "Bob": -10, "Charlie": -20, "Dora": 0}

    def test_the_largest_scores_that_can_be_typed_do(self, club):
        """Their squares are more than an integer of a database holds."""
        league = club.league()
        sitting = scores(club, {"Alice": 100_000, "Bob": -100_000, "Charlie": 0, "Dora": 0})
        club.evening(league, FRIDAY, sitting)

        told = league_data(league)

        assert values(league)["Alice"] == 100_000
        assert sorted(cell.square_sum for cell in told.basis.cells) == [0, 0, 10**10, 10**10]
        assert all(type(cell.square_sum) is int for cell in told.basis.cells)

    def test_only_chosen_sizes(self, club):
        league = ranked_by(club.league(), sizes=[4])
        three, four = club.sitting(*FOUR[:3]), club.sitting(*FOUR)
        club.deal(three)
        club.deal(four)
        club.evening(league, FRIDAY, three, four)

        assert values(league)["Alice"] == 180

    def test_another_season_is_another_matter(self, club):
        league, other = club.league(), club.league(name="Vendredi")
        sitting, elsewhere = club.sitting(*FOUR), club.sitting(*FOUR)
        club.deal(sitting)
        club.deal(elsewhere, taker="Bob")
        club.evening(league, FRIDAY, sitting)
        both = club.evening(other, FRIDAY, elsewhere)
        LeagueSitting.objects.create(league=other, evening=both, sitting=sitting)

        assert values(league)["Bob"] == -60
        assert values(other)["Bob"] == 120

    def test_penalties(self, club):
        """Of the evening and of the table; not the cancelled one."""
        league = club.league()
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        evening = club.evening(league, FRIDAY, sitting)
        bob = {"player": club.player("Bob"), "reason": "late"}
        Penalty.objects.create(sitting=sitting, points=-10, **bob)
        Penalty.objects.create(evening=evening, points=-7, **bob)
        gone = {"cancelled_at": sitting.opened_at, "cancel_reason": "mistake"}
        Penalty.objects.create(evening=evening, points=-100, **bob, **gone)

        [row] = [row for row in league_data(league).standings().rows if row.penalty]

        assert (names(league)[row.player], row.penalty, row.value) == ("Bob", -17, -77)

    def test_who_has_nothing_but_a_penalty(self, club):
        """At an evening that is still to come, but is there for that."""
        league = club.league("Alice")
        evening = club.evening(league, FRIDAY, state="planned")
        Penalty.objects.create(evening=evening, player=club.player("Bob"), points=5, reason="-")

        assert values(league, FRIDAY) == {"Bob": 5}
        assert values(league, FRIDAY - timedelta(days=1)) == {}

    def test_totals_count_in_the_total_and_not_in_the_average(self, club):
        league = club.league()
        old = club.sitting(*FOUR)
        Sitting.objects.filter(pk=old.pk).update(totals_only=True)
        for name, total, deals in [("Alice", 197, None), ("Bob", -383, 10)]:
            SittingTotal.objects.create(
                sitting=old, player=club.player(name), total=total, deal_count=deals
            )
        club.evening(league, FRIDAY, old)

        assert values(league) == {"Alice": 197, "Bob": -383}
        ranked_by(league, method="average")
        assert values(league) == {"Alice": None, "Bob": Fraction(-383, 10)}

    def test_points_that_were_given_at_the_time(self, club):
        league = ranked_by(club.league(), method="place_points")
        old = club.sitting(*FOUR)
        for name, total, points in [("Alice", 50, 750), ("Bob", -50, None)]:
            SittingTotal.objects.create(
                sitting=old, player=club.player(name), total=total, place_points=points
            )
        club.evening(league, FRIDAY, old)

        assert values(league) == {"Alice": Fraction(15, 2), "Bob": 6}

    def test_carry_over(self, club):
        league = ranked_by(club.league(), carry_over=True)
        league.members.filter(player=club.player("Dora")).update(carry_over=1000)
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        club.evening(league, FRIDAY, sitting)

        assert values(league)["Dora"] == 940

    def test_a_guest_who_becomes_a_member_keeps_everything(self, club):
        league = club.league("Alice", "Bob", "Charlie")
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Dora")
        club.evening(league, FRIDAY, sitting)
        assert [name for _, name, _ in ranking(league)] == ["Alice", "Bob", "Charlie"]

        league.members.create(player=club.player("Dora"), number=4)

        assert ranking(league)[0] == (1, "Dora", 180)

    def test_two_people_made_one(self, club):
        """As if all deals had been played under one name."""
        league = club.league()
        one, other = club.sitting(*FOUR), club.sitting("Frank", *FOUR[1:])
        club.deal(one)
        club.deal(other)
        club.evening(league, FRIDAY, one, other)

        merge_players(
            club.actor("Charlie"), club.player("Frank"), club.player("Alice"), request_id=uuid4()
        )

        assert values(league) == {"Alice": 360, "Bob": -120, "Charlie": -120, "Dora": -120}


class TestOrder:
    def test_only_those_who_are_equal_are_compared(self, club):
        """All have 0. Against the others, in common deals: Alice 60 over Bob, 20 under Charlie and
        under Dora; Bob 60 under Alice, 10 over each; Charlie 20 over Alice, 10 under Bob, as Dora.
        """
        league = ranked_by(club.league(), tie_breaks=["head_to_head"])
        common = scores(
            club,
            {"Alice": 30, "Bob": -10, "Charlie": -10, "Dora": -10},
            {"Alice": -10, "Bob": -30, "Charlie": 20, "Dora": 20},
        )
        apart = scores(
            club,
            {"Bob": 40, "Charlie": -20, "Dora": -20},
            {"Alice": -20, "Charlie": 10, "Dora": 10},
            seats=FOUR,
        )
        club.evening(league, FRIDAY, common, apart)

        with CaptureQueriesContext(connection) as captured:
            rows = ranking(league)

        assert rows == [
            (1, "Alice", 0),
            (2, "Charlie", 0),
            (2, "Dora", 0),
            (4, "Bob", 0),
        ]
        assert len(captured) == 3 + 1 + 1  # the season, the group, and the names

    def test_guests_are_numbered_after_the_members(self, club):
        league = club.league("Dora", "Bob")
        club.evening(league, FRIDAY, club.sitting(*FOUR))
        club.deal(LeagueSitting.objects.get().sitting)

        told = {names(league)[one.key]: one.number for one in league_data(league).basis.members}

        assert told == {"Dora": 1, "Bob": 2, "Alice": 3, "Charlie": 4}

    def test_two_evenings_of_one_day(self, club):
        league = club.league()
        afternoon = club.evening(league, FRIDAY, name="Après-midi")
        evening = club.evening(league, FRIDAY, name="Soir")
        before = club.evening(league, FRIDAY - timedelta(days=1), name="Veille")

        held = [one.key for one in league_data(league).held]

        assert held == [str(one.uuid) for one in (before, afternoon, evening)]

    def test_what_is_to_come_is_no_evening_of_the_standings(self, club):
        league = club.league()
        club.evening(league, FRIDAY)
        club.evening(league, NEXT, state="planned")

        data = league_data(league)

        assert [one.held_on for one in data.held] == [FRIDAY]
        assert [one.held_on for one in data.to_come] == [NEXT]


class TestRating:
    def test_the_last_rating_of_the_day_counts(self, club):
        """1000 + 40·(25 − 3·5) = 1400, and 1000 + 40·(24 − 3·8) = 1000 a week before."""
        league = ranked_by(club.league(), method="rating")
        alice = club.player("Alice")
        for number in range(11):
            sitting = club.sitting(*FOUR)
            club.deal(sitting)
            club.evening(league, NEXT if number == 10 else FRIDAY, sitting, name=str(number))
            RatingChange.objects.create(
                player=alice,
                sitting=sitting,
                sequence=number,
                mu_before=25,
                sigma_before=25 / 3,
                mu_after=25 if number == 10 else 24,
                sigma_after=5 if number == 10 else 8,
            )

        assert ranking(league) == [(1, "Alice", 1400)]
        before = league_data(league).standings(FRIDAY).rows
        shown = [(row.value, row.provisional) for row in before if row.value is not None]
        assert shown == [(1000, True)]

        League.objects.filter(pk=league.pk).update(ends_on=FRIDAY)  # what came later is not of it
        league.refresh_from_db()
        ended = league_data(league).standings().rows
        assert [row.value for row in ended if row.value is not None] == [1000]

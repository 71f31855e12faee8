"""Rounds: drawn, published, validated, and back again."""

from uuid import uuid4

import pytest

from clubs.core.seating.draw import SeatingMethod
from clubs.models import DealScore, Link, RoundState, Sitting, SlipState, TournamentState
from clubs.queries.tournaments.tournaments import standings_after
from clubs.services.tournaments.entries import comings
from clubs.services.tournaments.rounds import rounds
from clubs.services.tournaments.rounds.slip_states import SlipClosed
from tests.hall import Hall, played_hall, published_hall, validated_hall
from tests.refusals import codes


@pytest.fixture
def hall(club):
    return Hall.gather(club, 9)


class TestDrawing:
    def test_a_rotation_is_drawn_whole(self, hall):
        hall.draw()

        assert [one.state for one in hall.tournament.rounds.all()] == [RoundState.DRAWN] * 3
        assert hall.round(3).certificate["perfect"] is True
        assert hall.round(3).certificate["rounds"] == 3

    def test_another_draw_has_another_seed(self, hall):
        first = hall.draw().plan

        assert hall.draw().plan != first
        assert hall.draw(seed=7).plan == first

    def test_a_method_that_needs_standings_waits(self, hall):
        hall.draw()

        assert codes(hall.draw, 2, method=SeatingMethod.STANDING) == ["round_not_complete"]

    def test_a_file_may_ask_for_the_first_by_standings_that_are_not_there(self, club):
        hall = Hall.gather(club, 8, seating="standing")

        assert codes(hall.draw) == ["first_round_by_standings"]

    def test_who_left_before_the_first_deal_does_not_stop_a_draw_by_standings(self, club):
        hall = published_hall(club, 9)
        comings.withdraw(hall.arbiter, hall.entry(3), after_round=0, request_id=uuid4())
        hall.play()
        hall.validate()

        plan = hall.draw(2, method=SeatingMethod.STANDING).plan

        seated = sorted(player for table in plan["tables"] for player in table["players"])
        assert seated == [1, 2, 4, 5, 6, 7, 8, 9]


class TestPublishing:
    def test_tables_open_with_seats_slips_and_links(self, hall):
        one = hall.publish()

        tables = hall.tables()
        assert [hall.seated(table) for table in tables] == [
            table["players"] for table in one.plan["tables"]
        ]
        assert {table.slip.state for table in tables} == {SlipState.EMPTY}
        assert Link.objects.filter(target_uuid__in=[t.uuid for t in tables]).count() == 3
        assert hall.reread().state == TournamentState.PLAYING

    def test_it_is_taken_back_while_no_slip_has_a_deal(self, club):
        hall = published_hall(club, 9)

        rounds.unpublish_round(hall.arbiter, hall.reread(), 1, request_id=uuid4())

        assert not Sitting.objects.filter(round__isnull=False).exists()
        assert hall.round(1).state == RoundState.DRAWN
        assert hall.reread().state == TournamentState.CHECK_IN
        hall.publish()
        hall.deal(hall.tables()[0])
        assert codes(
            rounds.unpublish_round, hall.arbiter, hall.reread(), 1, request_id=uuid4()
        ) == ["round_has_scores"]

    def test_warnings_are_read_first(self, club):
        hall = validated_hall(club, 8)

        assert codes(hall.publish, 2, warnings_seen=False) == ["warnings_unseen"]
        assert hall.publish(2).state == RoundState.PUBLISHED


class TestPlaying:
    def test_the_first_deal_begins_the_round(self, club):
        hall = published_hall(club, 9)

        hall.deal(hall.tables()[0])

        assert hall.round(1).state == RoundState.PLAYING
        assert hall.tables()[0].slip.state == SlipState.ENTERING

    def test_a_slip_takes_the_planned_deals(self, club):
        hall = published_hall(club, 9)
        for _ in range(2):
            hall.deal(hall.tables()[0])

        assert codes(hall.deal, hall.tables()[0]) == ["deal_count"]

    def test_a_confirmed_slip_takes_no_deal(self, club):
        hall = played_hall(club, 9)

        with pytest.raises(SlipClosed):
            hall.deal(hall.tables()[0])

    def test_all_confirmed_completes_the_round_and_validating_closes_it(self, club):
        hall = published_hall(club, 9)
        assert codes(hall.validate) == ["round_slips_missing"]
        hall.play()
        assert hall.round(1).state == RoundState.COMPLETE

        hall.validate()

        assert {table.state for table in hall.tables()} == {"closed"}
        assert {table.slip.state for table in hall.tables()} == {SlipState.LOCKED}

    def test_the_last_round_makes_the_results_provisional_and_back(self, hall):
        for number in (1, 2, 3):
            hall.publish(number)
            hall.play(number)
            hall.validate(number)
        assert hall.reread().state == TournamentState.PROVISIONAL

        rounds.reopen_round(hall.arbiter, hall.reread(), 3, request_id=uuid4())

        assert hall.reread().state == TournamentState.PLAYING
        assert hall.round(3).state == RoundState.COMPLETE
        assert {table.state for table in hall.tables(3)} == {"open"}


class TestStandings:
    def test_totals_are_those_of_the_deals(self, club):
        """Garde, 2 oudlers, 46 points: 60 a defender; at a table of 3 the taker wins 120."""
        hall = played_hall(club, 9)

        standings = standings_after(hall.tournament, 1)

        first = hall.seated(hall.tables()[0])
        totals = {row.number: row.total for row in standings.rows}
        assert [totals[number] for number in first] == [60, 60, -120]
        assert standings.total_sum == 0
        assert DealScore.objects.count() == 3 * 2 * 3

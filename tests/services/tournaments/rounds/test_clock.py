"""The clock of a round: that of the server, told by hand here."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from clubs.models import AuditEntry, RoundState
from clubs.queries.tournaments.rounds.clock import clock_of
from clubs.services.changes import written_at
from clubs.services.errors import TournamentRefused
from clubs.services.tournaments.rounds import clock

THREE = datetime(2026, 11, 21, 15, tzinfo=UTC)


def after(minutes, seconds=0):
    return THREE + timedelta(minutes=minutes, seconds=seconds)


def press(hall, button, *told, minutes=0, request_id=None, number=1):
    """A button of the clock, so many minutes after three."""
    with written_at(after(minutes)):
        return button(hall.arbiter, hall.reread(), number, *told, request_id=request_id or uuid4())


def left(hall, minutes):
    """What the clock shows then."""
    return clock_of(hall.round(1), after(minutes)).face


class TestRunning:
    def test_it_starts_the_round(self, hall):
        assert hall.round(1).state == RoundState.PUBLISHED

        press(hall, clock.start_clock)

        assert hall.round(1).state == RoundState.PLAYING
        assert left(hall, 12) == "48:00"  # of the hour that a round takes
        assert left(hall, 61) == "+1:00"

    def test_a_pause_takes_no_time(self, hall):
        press(hall, clock.start_clock)
        press(hall, clock.pause_clock, minutes=10)
        assert left(hall, 15) == "50:00"

        press(hall, clock.resume_clock, minutes=17)

        assert left(hall, 17) == "50:00"
        assert left(hall, 27) == "40:00"

    def test_the_length_of_the_round(self, hall):
        press(hall, clock.set_minutes, 75)
        assert left(hall, 0) == "1:15:00"

        press(hall, clock.start_clock)
        press(hall, clock.set_minutes, 45, minutes=5)

        assert left(hall, 5) == "40:00"

    def test_more_minutes(self, hall):
        press(hall, clock.start_clock)
        press(hall, clock.extend_clock, 5, minutes=50)
        assert left(hall, 50) == "15:00"

        press(hall, clock.extend_clock, -10, minutes=50)
        assert left(hall, 50) == "5:00"

    def test_more_minutes_when_time_is_up_count_from_now(self, hall):
        press(hall, clock.start_clock)

        press(hall, clock.extend_clock, 5, minutes=72)

        assert left(hall, 72) == "5:00"

    def test_fewer_minutes_than_there_are_end_it_now(self, hall):
        press(hall, clock.start_clock)

        press(hall, clock.extend_clock, -30, minutes=50)

        assert left(hall, 50) == "0:00"
        assert clock_of(hall.round(1), after(50)).is_up

    def test_one_that_was_started_by_mistake(self, hall):
        press(hall, clock.start_clock)

        press(hall, clock.reset_clock, minutes=1)

        assert hall.round(1).state == RoundState.PUBLISHED
        assert left(hall, 9) == "1:00:00"

    def test_a_validated_round_has_none(self, hall):
        hall.play()
        hall.validate()

        assert clock_of(hall.round(1)) is None


class TestSentTwice:
    @pytest.mark.parametrize(
        ("button", "told"), [(clock.start_clock, ()), (clock.extend_clock, (5,))]
    )
    def test_once_is_what_counts(self, hall, button, told):
        press(hall, clock.start_clock)
        request_id = uuid4()

        for minutes in (1, 2):
            press(hall, button, *told, minutes=minutes, request_id=request_id)

        assert hall.round(1).clock_started_at == THREE
        assert hall.round(1).clock_seconds == 3600 + 60 * sum(told)

    def test_what_is_so_already_is_not_written_again(self, hall):
        for minutes in (0, 1):
            press(hall, clock.start_clock, minutes=minutes)
            press(hall, clock.pause_clock, minutes=minutes)

        assert left(hall, 30) == "1:00:00"
        assert AuditEntry.objects.filter(action="set_clock").count() == 2

    def test_the_log_tells_both(self, hall):
        press(hall, clock.start_clock)

        entry = AuditEntry.objects.get(action="set_clock")
        assert entry.before["started_at"] is None
        assert entry.after == {
            "round": 1,
            "started_at": "2026-11-21T15:00:00+00:00",
            "paused_at": None,
            "seconds": 3600,
        }


class TestRefused:
    def codes(self, hall, button, *told, **more):
        with pytest.raises(TournamentRefused) as refusal:
            press(hall, button, *told, **more)
        return [problem.code for problem in refusal.value.problems]

    @pytest.mark.parametrize("button", [clock.pause_clock, clock.resume_clock])
    def test_what_does_not_run(self, hall, button):
        assert self.codes(hall, button) == ["clock_stopped"]

    @pytest.mark.parametrize("minutes", [0, -5, 601])
    def test_no_length(self, hall, minutes):
        assert self.codes(hall, clock.set_minutes, minutes) == ["clock_minutes"]
        assert left(hall, 0) == "1:00:00"

    def test_a_round_that_is_not_published(self, hall):
        assert self.codes(hall, clock.start_clock, number=2) == ["round_not_drawn"]
        assert self.codes(hall, clock.start_clock, number=9) == ["round_unknown"]

    def test_a_round_that_is_over(self, hall):
        hall.play()
        hall.validate()

        assert self.codes(hall, clock.start_clock) == ["round_locked"]

"""What the room of a tournament is told, and by which state it asks for news."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from clubs.models import Announcement, Round, Sitting
from clubs.queries.tournaments.room import (
    next_turn,
    room_state,
    shown_at,
    state_of_all,
    state_rows,
    states_of,
)

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def told(text, start, end=None, place="everywhere"):
    ends = None if end is None else NOON + end * MINUTE
    return Announcement(text=text, shown_from=NOON + start * MINUTE, shown_until=ends, place=place)


class TestAnnouncements:
    ALL = (
        told("now", -5),
        told("over", -5, -1),
        told("until now", -5, 0),
        told("later", 5, 9),
        told("phones", -5, 7, "phones"),
        told("screens", -5, None, "screens"),
    )

    @pytest.mark.parametrize(
        ("on_screens", "expected"), [(True, ["now", "screens"]), (False, ["now", "phones"])]
    )
    def test_what_is_shown_where(self, on_screens, expected):
        shown = shown_at(self.ALL, NOON, on_screens=on_screens)

        assert [one.text for one in shown] == expected

    def test_when_the_next_one_begins_or_ends(self):
        assert next_turn(self.ALL, NOON) == NOON + 5 * MINUTE
        assert next_turn(self.ALL, NOON + 6 * MINUTE) == NOON + 7 * MINUTE
        assert next_turn(self.ALL, NOON + 9 * MINUTE) is None


class TestState:
    def test_tables_count_once_their_round_is_over(self, hall):
        event = hall.tournament.uuid
        before = room_state(event)
        hall.deal(hall.tables()[0])
        playing = room_state(event)
        Sitting.objects.update(revision=50)

        assert before != playing  # the round is played from now on
        assert room_state(event) == playing
        Round.objects.filter(number=1).update(state="complete")
        over = room_state(event)
        assert over != playing
        Sitting.objects.update(revision=51)
        assert room_state(event) != over

    def test_an_entry_adds_its_own_tables(self, hall):
        event = hall.tournament.uuid
        here, there = hall.tables()
        entry = hall.entry(hall.seated(here)[0]).uuid
        before = room_state(event, entry)
        hall.deal(there)
        assert room_state(event, entry) == before  # elsewhere play has begun

        Sitting.objects.filter(pk=there.pk).update(revision=50)
        assert room_state(event, entry) == before
        Sitting.objects.filter(pk=here.pk).update(revision=50)
        assert room_state(event, entry) != before
        assert state_of_all(room_state(event, entry)) == room_state(event)

    def test_the_query_that_is_written_once_is_that_of_django(self, hall):
        hall.play()
        one, other = hall.entry(1).uuid, hall.entry(5).uuid
        elsewhere = uuid4()

        for event in (hall.tournament.uuid, elsewhere):
            for entry in (None, one, other, elsewhere):
                assert state_rows(event, entry) == list(states_of(event, entry))

    def test_of_none(self, hall):
        assert room_state(hall.entry(1).uuid) is None

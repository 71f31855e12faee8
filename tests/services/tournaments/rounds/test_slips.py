"""Slips: handed in, confirmed, one after the other and two at once."""

import random
import threading
from uuid import uuid4

import pytest
from django.db import connection

from clubs.access import Forbidden
from clubs.models import (
    AuditEntry,
    Confirmation,
    Deal,
    RoundState,
    SittingTotal,
    SlipState,
)
from clubs.queries.tournaments.tournaments import standings_after
from clubs.services.errors import RequestReused
from clubs.services.tables import sittings
from clubs.services.tournaments.rounds import slip_rulings, slips
from clubs.services.tournaments.rounds.slip_changes import SlipMoved
from tests.cast import ANY_DEAL, Cast
from tests.hall import Hall, published_hall
from tests.refusals import codes, problems
from tests.services.tournaments.rounds.slip_tables import (
    correct,
    desk_of,
    kept,
    played,
    row,
    slip_of,
    type_totals,
)


class TestHandingIn:
    def test_the_planned_deals_are_there(self, hall, table):
        slip = hall.hand_in(table)

        assert (slip.state, slip.entered_by) == (
            SlipState.ENTERED,
            hall.entry(hall.seated(table)[0]),
        )
        assert slip.entered_at is not None
        assert hall.round(1).state == RoundState.PLAYING

    def test_a_deal_is_missing(self, hall):
        sitting = played(hall, deals=1)

        assert problems(hall.hand_in, sitting) == [("deal_count", "deals")]
        assert slip_of(sitting).state == SlipState.ENTERING

    def test_a_void_deal_does_not_count(self, hall):
        sitting = played(hall, deals=1)
        told = {"kind": "void", "void_reason": "all_pass"}
        one = hall.table(sitting)
        sittings.record_deal(hall.arbiter, one, told, number=2, request_id=uuid4())

        assert codes(hall.hand_in, sitting) == ["deal_count"]
        hall.deal(sitting)
        assert hall.hand_in(sitting).state == SlipState.ENTERED

    def test_nothing_was_played(self, hall):
        assert codes(hall.hand_in, hall.tables()[0]) == ["deal_count"]

    def test_the_table_stopped_early_and_an_arbiter_agrees(self, hall):
        sitting = played(hall, deals=1)

        hall.hand_in(sitting, stopped_early="Un malaise")
        assert hall.confirm(sitting).state == SlipState.ENTERED  # an arbiter must agree

        slip = slip_rulings.agree_stop(hall.arbiter, hall.table(sitting), request_id=uuid4())
        assert (slip.state, slip.stopped_early) == (SlipState.CONFIRMED, "Un malaise")

    def test_only_an_arbiter_agrees(self, hall):
        sitting = played(hall, deals=1)
        hall.hand_in(sitting, stopped_early="Un malaise")

        with pytest.raises(Forbidden):
            slip_rulings.agree_stop(desk_of(hall), hall.table(sitting), request_id=uuid4())

    def test_the_reason_is_forgotten_when_all_deals_are_there(self, hall, table):
        assert hall.hand_in(table, stopped_early="En retard").stopped_early == ""

    def test_two_phones_hand_in_the_same(self, hall, table):
        first, second = hall.seated(table)[:2]
        seen = hall.mark(table)

        hall.hand_in(table, first, seen=seen)
        hall.hand_in(table, second, seen=seen)

        assert slip_of(table).entered_by.number == first

    def test_a_deal_came_meanwhile(self, hall):
        sitting = played(hall, deals=1)
        seen = hall.mark(sitting)
        hall.deal(sitting)

        with pytest.raises(SlipMoved):
            hall.hand_in(sitting, seen=seen)

    def test_a_request_of_something_else(self, hall, table):
        request_id = uuid4()
        hall.hand_in(table, request_id=request_id)

        with pytest.raises(RequestReused):
            hall.confirm(table, request_id=request_id)


class TestConfirming:
    def test_not_by_the_same(self, hall, table):
        first = hall.seated(table)[0]
        hall.hand_in(table, first)

        assert codes(hall.confirm, table, first) == ["slip_self_confirm"]

    def test_not_by_a_player_of_another_table(self, hall, table):
        hall.hand_in(table)
        stranger = hall.seated(hall.tables()[1])[0]

        assert codes(hall.confirm, table, stranger) == ["slip_not_yours"]

    def test_not_before_it_is_handed_in(self, hall, table):
        assert codes(hall.confirm, table) == ["slip_not_open"]

    def test_by_the_desk(self, hall, table):
        hall.hand_in(table)
        actor, told = desk_of(hall), {"seen": hall.mark(table), "request_id": uuid4()}

        slip = slips.confirm(actor, hall.table(table), entry=None, **told)

        assert slip.state == SlipState.CONFIRMED
        assert Confirmation.objects.get(slip=slip).user == hall.cast.user("Didier")

    @pytest.mark.parametrize(("wanted", "needed"), [(1, 1), (2, 2), (0, 3)])
    def test_as_many_as_the_tournament_wants(self, club, wanted, needed):
        hall = published_hall(club, 8, confirmations=wanted)
        sitting = played(hall)
        hall.hand_in(sitting)

        states = [hall.confirm(sitting).state for _ in range(needed)]

        assert states == [SlipState.ENTERED] * (needed - 1) + [SlipState.CONFIRMED]

    def test_the_same_player_counts_once(self, club):
        hall = published_hall(club, 8, confirmations=2)
        sitting = played(hall)
        hall.hand_in(sitting)
        second = hall.seated(sitting)[1]

        for _ in range(2):
            assert hall.confirm(sitting, second).state == SlipState.ENTERED

    def test_a_late_confirmation_changes_nothing(self, hall, table):
        hall.hand_in(table)
        hall.confirm(table)

        assert hall.confirm(table).state == SlipState.CONFIRMED
        assert Confirmation.objects.count() == 1

    def test_a_changed_deal_takes_the_confirmations_away(self, club):
        hall = published_hall(club, 8, confirmations=2)
        sitting = played(hall)
        hall.hand_in(sitting)
        hall.confirm(sitting)
        seen = hall.mark(sitting)

        correct(hall, sitting, 1, points=50)

        assert not Confirmation.objects.exists()
        assert slip_of(sitting).state == SlipState.ENTERED
        with pytest.raises(SlipMoved):
            hall.confirm(sitting, seen=seen)

    def test_all_slips_complete_the_round(self, hall):
        for at in range(2):
            sitting = played(hall, at)
            hall.hand_in(sitting)
            hall.confirm(sitting)

        assert hall.round(1).state == RoundState.COMPLETE


class TestOrder:
    """tournaments.md §13, invariants 3 and 4: neither the order of slips nor requests that are sent
    again matter."""

    def requests(self, hall):
        """What each table sends, in its own order; each call may be made any number of times."""
        tables = []
        for sitting in hall.tables():
            first, second = hall.seated(sitting)[:2]
            ids = [uuid4() for _ in range(4)]
            tables.append([self.deal(hall, sitting, at, ids[at]) for at in range(2)])
            marks: dict[str, str] = {}
            tables[-1].append(self.hand_in(hall, sitting, first, ids[2], marks))
            tables[-1].append(self.confirm(hall, sitting, second, ids[3], marks))
        return tables

    def deal(self, hall, sitting, at, request_id):
        seats = list(sitting.seats.present().select_related("player"))
        record = {"taker": str(seats[at].player.uuid), **ANY_DEAL, "points": 46 + at}
        return lambda: sittings.record_deal(
            hall.phone(sitting), hall.table(sitting), record, number=at + 1, request_id=request_id
        )

    def hand_in(self, hall, sitting, entry, request_id, marks):
        def call():
            marks.setdefault("hand_in", hall.mark(sitting))
            hall.hand_in(sitting, entry, seen=marks["hand_in"], request_id=request_id)

        return call

    def confirm(self, hall, sitting, entry, request_id, marks):
        def call():
            marks.setdefault("confirm", hall.mark(sitting))
            hall.confirm(sitting, entry, seen=marks["confirm"], request_id=request_id)

        return call

    @pytest.mark.parametrize("seed", range(2))
    def test_any_interleaving_with_retries_gives_the_same(self, club, seed):
        told = []
        for name, mixed in (("Une fois", False), ("Mêlé", True)):
            hall = Hall.gather(club, 0, name=name)
            hall.enter(*(f"{number} {name}" for number in range(1, 9)))
            hall.publish()
            self.run(self.requests(hall), random.Random(seed) if mixed else None)
            states = [one.slip.state for one in hall.tables()]
            rows = standings_after(hall.tournament, 1).rows
            results = [(one.number, one.rank, one.total) for one in rows]
            deals = Deal.objects.filter(sitting__round=hall.round(1)).count()
            told.append((states, results, hall.round(1).state, deals))

        assert told[0] == told[1]
        assert told[0][0] == [SlipState.CONFIRMED] * 2

    def run(self, tables, mixing):
        if mixing is None:
            for calls in tables:
                for call in calls:
                    call()
            return
        queues, done = [list(calls) for calls in tables], []
        while any(queues):
            queue = mixing.choice([queue for queue in queues if queue])
            call = queue.pop(0)
            call()
            done.append(call)
            for _ in range(mixing.randrange(3)):
                mixing.choice(done)()  # a phone that did not hear the answer


@pytest.mark.django_db(transaction=True)
class TestConcurrency:
    def together(self, *calls):
        """Runs them at once; what each gave or raised, by its name."""
        start, found = threading.Barrier(len(calls)), []

        def run(call):
            start.wait()
            try:
                found.append(call().state)
            except Exception as error:  # noqa: BLE001
                found.append(type(error).__name__)
            finally:
                connection.close()

        threads = [threading.Thread(target=run, args=[call]) for call in calls]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sorted(found)

    def test_the_same_request_twice(self):
        hall = published_hall(Cast.gather(), 8)
        sitting = played(hall)
        told = {"seen": hall.mark(sitting), "request_id": uuid4()}

        calls = [lambda: hall.hand_in(sitting, **told)] * 2

        assert self.together(*calls) == ["entered", "entered"]
        assert AuditEntry.objects.filter(action="hand_in_slip").count() == 1

    def test_two_players_confirm_at_once(self):
        hall = published_hall(Cast.gather(), 8, confirmations=2)
        sitting = played(hall)
        hall.hand_in(sitting)
        second, third = hall.seated(sitting)[1:3]
        seen = hall.mark(sitting)

        calls = [lambda n=n: hall.confirm(sitting, n, seen=seen) for n in (second, third)]

        assert self.together(*calls) == ["confirmed", "entered"]
        assert slip_of(sitting).state == SlipState.CONFIRMED

    def test_the_last_two_tables_complete_the_round(self):
        hall = published_hall(Cast.gather(), 8)
        both = [played(hall, at) for at in range(2)]
        for sitting in both:
            hall.hand_in(sitting)

        self.together(*[lambda one=one: hall.confirm(one) for one in both])

        assert hall.round(1).state == RoundState.COMPLETE

    def test_two_phones_tell_different_totals(self):
        hall, sitting = kept(Cast.gather(), "totals")
        seen, (first, second) = hall.mark(sitting), hall.seated(sitting)[:2]
        one, other = (row(hall, sitting, n, -n, 0, 0) for n in (10, 20))

        told = self.together(
            lambda: type_totals(hall, sitting, one, first, seen=seen),
            lambda: type_totals(hall, sitting, other, second, seen=seen),
        )

        assert told == ["SlipMoved", "entered"]
        assert SittingTotal.objects.count() == 4

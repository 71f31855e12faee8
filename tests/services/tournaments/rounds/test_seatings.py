"""A seating that is changed by hand, and what holds whatever is done to it."""

from contextlib import suppress
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from clubs.core.seating.draw import SeatingMethod, SeatingRefused
from clubs.models import AuditEntry, Entry, Round, RoundState, Sitting
from clubs.queries.tournaments.rounds.seatings import seating_mark
from clubs.queries.tournaments.tournaments import entries_of, is_active
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.tournaments.entries import comings
from clubs.services.tournaments.rounds import draws, rounds, seatings
from tests.again import built_once
from tests.hall import Hall, validated_hall


def codes(call, *args, **told):
    with pytest.raises((TournamentRefused, SeatingRefused)) as refusal:
        call(*args, **told)
    return [problem.code for problem in refusal.value.problems]


def do(hall, service, *args, number=1, **told):
    told.setdefault("request_id", uuid4())
    return service(hall.arbiter, hall.reread(), number, *args, **told)


def tables(hall, number=1):
    return [table["players"] for table in hall.round(number).plan["tables"]]


@pytest.fixture
@built_once
def hall(club):
    hall = Hall.gather(club, 12, rounds_planned=2, seating=["random_apart"])
    hall.draw(1)
    hall.draw(2)
    return hall


class TestSwapping:
    def test_two_change_places_and_the_difference_is_told(self, hall):
        """Round 2 keeps apart who met in round 1 (12 players meet again at least 6 times in two
        rounds of tables of 4, each pair of tables sharing one or two)."""
        first = hall.round(1).certificate["plan_sha256"]
        (a, *_), (b, *_) = tables(hall)[:2]

        do(hall, seatings.swap_entries, a, b)

        assert [table[0] for table in tables(hall)[:2]] == [b, a]
        assert hall.round(1).certificate["plan_sha256"] != first
        do(hall, seatings.swap_entries, a, b)
        assert hall.round(1).certificate["plan_sha256"] == first

    def test_repeats_are_counted_over_all_rounds(self, club):
        hall = Hall.gather(club, 9)  # nobody meets anybody twice in three rounds
        hall.draw()
        a, b = tables(hall, 3)[0][0], tables(hall, 3)[1][0]

        told = do(hall, seatings.swap_entries, a, b, number=3)

        assert told.counts["repeats"][0] == 0
        assert told.counts["repeats"][1] == len(told.met) > 0
        assert hall.round(3).certificate["repeats"] == len(told.met)
        assert hall.round(2).certificate["repeats"] == 0

    def test_sent_twice_it_swaps_once(self, hall):
        (a, *_), (b, *_) = tables(hall)[:2]
        request_id = uuid4()
        for _ in range(2):
            do(hall, seatings.swap_entries, a, b, request_id=request_id)

        assert [table[0] for table in tables(hall)[:2]] == [b, a]
        assert AuditEntry.objects.filter(action="edit_seating").count() == 1

    def test_who_looked_at_another_seating_is_told(self, hall):
        seen = seating_mark(hall.round(1), entries_of(hall.tournament))
        (a, b, *_), (c, *_) = tables(hall)[:2]
        do(hall, seatings.swap_entries, a, c, seen=seen)

        with pytest.raises(TournamentMoved):
            do(hall, seatings.swap_entries, b, c, seen=seen)

    def test_a_locked_table_is_not_touched(self, hall):
        (a, *_), (b, *_) = tables(hall)[:2]
        do(hall, seatings.lock_table, 1)
        assert codes(do, hall, seatings.swap_entries, a, b) == ["lock_conflict"]

        do(hall, seatings.unlock_table, 1)

        do(hall, seatings.swap_entries, a, b)
        assert tables(hall)[0][0] == b

    def test_steps_are_undone_one_by_one(self, hall):
        plan = tables(hall)
        (a, *_), (b, *_), (c, *_) = plan
        do(hall, seatings.swap_entries, a, b)
        do(hall, seatings.lock_table, 1)
        do(hall, seatings.swap_entries, a, c)

        for _ in range(3):
            do(hall, seatings.undo_edit)

        assert tables(hall) == plan
        assert hall.round(1).plan["locked"] == []
        assert codes(do, hall, seatings.undo_edit) == ["nothing_to_undo"]

    def test_tables_of_a_published_round_follow_while_nothing_is_written(self, hall):
        hall.publish()
        (a, *_), (b, *_) = tables(hall)[:2]

        do(hall, seatings.swap_entries, a, b)

        assert [hall.seated(table)[0] for table in hall.tables()[:2]] == [b, a]
        hall.deal(hall.tables()[0])
        assert codes(do, hall, seatings.swap_entries, a, b) == ["round_has_scores"]
        assert [hall.seated(table)[0] for table in hall.tables()[:2]] == [b, a]


class TestMoving:
    def test_to_a_table_of_three(self, club):
        hall = Hall.gather(club, 11)
        hall.draw()
        player = tables(hall)[0][0]

        do(hall, seatings.move_player, player, 3)

        assert [len(table) for table in tables(hall)] == [3, 4, 4]
        assert tables(hall)[2][-1] == player
        assert codes(do, hall, seatings.move_player, player, 2) == ["table_not_open"]

    def test_a_chart_is_filled_by_hand(self, club):
        hall = Hall.gather(club, 6)
        hall.draw(method=SeatingMethod.MANUAL)
        assert tables(hall) == [[], []]
        assert hall.round(1).certificate["ok"] is False

        for player in (5, 1, 3):
            do(hall, seatings.move_player, player, 1)
        for player in (2, 4):
            do(hall, seatings.move_player, player, 2)
        do(hall, seatings.give_bye, 6)
        assert codes(hall.publish) == ["certificate_errors"]
        do(hall, seatings.move_player, 6, 2)

        assert tables(hall) == [[5, 1, 3], [2, 4, 6]]
        assert hall.round(1).certificate["ok"] is True
        hall.publish()

    def test_in_a_chart_who_comes_late_waits_for_a_hand(self, club):
        hall = Hall.gather(club, 6)
        hall.draw(method=SeatingMethod.MANUAL)
        for at, player in enumerate((5, 1, 3, 2, 4, 6)):
            do(hall, seatings.move_player, player, 1 + at // 3)
        (entry,) = hall.enter("Late")

        comings.late_arrival(hall.arbiter, entry, request_id=uuid4())

        assert tables(hall) == [[5, 1, 3], [2, 4, 6]]
        assert codes(hall.publish) == ["certificate_errors"]

    def test_a_chart_at_once_and_back(self, club):
        hall = Hall.gather(club, 6)
        hall.draw(method=SeatingMethod.MANUAL)

        do(hall, seatings.fill_chart, [(1, [5, 1, 3]), (7, [2, 4, 6])])

        assert [table["number"] for table in hall.round(1).plan["tables"]] == [1, 7]
        assert tables(hall) == [[5, 1, 3], [2, 4, 6]]
        do(hall, seatings.undo_edit)
        assert hall.round(1).plan["tables"] == [
            {"number": 1, "players": []},
            {"number": 2, "players": []},
        ]

    @pytest.mark.parametrize(
        ("chart", "code"),
        [
            ([(1, [1, 2, 3]), (1, [4, 5, 6])], "duplicate_table_number"),
            ([(1, [1, 2, 3]), (2, [3, 4, 5])], "player_seated_twice"),
            ([(1, [1, 2, 99])], "player_not_listed"),
        ],
    )
    def test_a_chart_that_cannot_be(self, club, chart, code):
        hall = Hall.gather(club, 6)
        hall.draw(method=SeatingMethod.MANUAL)

        assert codes(do, hall, seatings.fill_chart, chart) == [code]

    def test_only_by_hand(self, hall):
        assert codes(do, hall, seatings.fill_chart, [(1, [1, 2, 3])]) == ["not_by_hand"]

    def test_no_live_table_is_left_with_two(self, club):
        hall = Hall.gather(club, 10)  # 4 + 3 + 3
        hall.publish()
        plan = tables(hall)

        assert codes(do, hall, seatings.give_bye, plan[1][0]) == ["table_too_small"]
        assert tables(hall) == plan
        do(hall, seatings.give_bye, plan[0][0])

        assert [len(hall.seated(table)) for table in hall.tables()] == [3, 3, 3]

    def test_in_a_draft_the_certificate_says_that_a_table_is_too_small(self, club):
        hall = Hall.gather(club, 10)
        hall.draw()

        do(hall, seatings.give_bye, tables(hall)[1][0])

        errors = hall.round(1).certificate["errors"]
        assert [(error["code"], error["table"]) for error in errors] == [("table_size", 2)]

    def test_a_table_that_is_dissolved_comes_back(self, club):
        hall = Hall.gather(club, 10)  # 4 + 3 + 3
        hall.publish()
        plan = tables(hall)

        do(hall, seatings.dissolve, 3)
        assert [len(table) for table in tables(hall)] == [4, 4]
        assert len(hall.tables()) == 2
        do(hall, seatings.undo_edit)

        assert tables(hall) == plan
        assert [hall.seated(table) for table in hall.tables()] == plan
        assert not hall.round(1).byes.exists()


class TestDrawingAgain:
    def test_locked_tables_stay(self, hall):
        kept = set(tables(hall)[1])
        do(hall, seatings.lock_table, 2)

        for seed in range(1, 4):
            hall.draw(1, seed=seed)

            assert set(tables(hall)[1]) == kept
            assert hall.round(1).plan["locked"] == [2]

    def test_earlier_drafts_stay_as_they_are(self, hall):
        first = hall.round(1).plan

        hall.draw(2, seed=99)

        assert hall.round(1).plan == first
        sha = hall.round(2).certificate["plan_sha256"]
        do(hall, seatings.lock_table, 1, number=2)
        assert hall.round(2).certificate["plan_sha256"] == sha

    def test_other_sizes_for_all_rounds_of_a_rotation(self, club):
        """Twelve meet nobody twice at four tables of 3, in up to four rounds."""
        hall = Hall.gather(club, 12, rounds_planned=4)

        hall.draw(sizes=[3, 3, 3, 3])

        assert hall.round(4).certificate["repeats"] == 0
        assert [len(table) for table in tables(hall, 4)] == [3, 3, 3, 3]

    def test_who_went_since_the_draw_must_go_from_it(self, hall):
        Entry.objects.filter(number=12).update(checked_in_at=None, check_in_way="")
        assert codes(hall.publish) == ["seating_outdated"]

        do(hall, seatings.bring_up_to_date)

        assert sorted(len(table) for table in tables(hall)) == [3, 4, 4]
        hall.publish()


class TestSteps:
    def test_rounds_are_published_and_taken_back_in_order(self, club):
        hall = Hall.gather(club, 16, runs_on=True)
        hall.draw()
        assert codes(hall.publish, 2) == ["round_not_complete"]
        hall.publish(1)
        hall.publish(2)

        assert codes(do, hall, rounds.unpublish_round, number=1) == ["round_later_published"]

    def test_a_validated_round_is_not_edited(self, club):
        hall = validated_hall(club, 9)

        assert codes(do, hall, seatings.lock_table, 1) == ["round_locked"]


class TestCost:
    def test_a_draw_of_a_hundred(self, club):
        hall = Hall.gather(club, 100, rounds_planned=5)
        arbiter, tournament = hall.arbiter, hall.reread()
        with CaptureQueriesContext(connection) as queries:
            draws.draw_round(arbiter, tournament, 1, request_id=uuid4())

        assert len(queries) <= 17, [query["sql"][:90] for query in queries]

    def test_publishing_128_tables(self, club):
        hall = Hall.gather(club, 512, rounds_planned=1)
        hall.draw()
        arbiter, tournament = hall.arbiter, hall.reread()
        with CaptureQueriesContext(connection) as queries:
            rounds.publish_round(arbiter, tournament, 1, request_id=uuid4())

        assert Sitting.objects.filter(round__isnull=False).count() == 128
        # SQLite takes 512 seats in seven parts, 128 tables in three; 500 words are one query.
        assert len(queries) <= 48, [query["sql"][:90] for query in queries]

    def test_nothing_is_locked_while_it_searches(self, club, monkeypatch):
        hall = Hall.gather(club, 12)
        seen = []

        def watched(request):
            seen.append(len(connection.savepoint_ids))
            return draw(request)

        draw = draws.draw
        monkeypatch.setattr(draws, "draw", watched)
        monkeypatch.setattr("clubs.services.tournaments.rounds.replanning.draw", watched)
        hall.draw()
        comings.withdraw(hall.arbiter, hall.entry(1), after_round=0, request_id=uuid4())
        do(hall, seatings.bring_up_to_date)

        assert set(seen) == {len(connection.savepoint_ids)}
        assert len(seen) == 2


# Invariants 1, 10, 11 and 12 of tournaments.md §13, whatever people do.

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("swap"), st.integers(0, 30), st.integers(0, 30)),
        st.tuples(st.just("lock"), st.integers(0, 5), st.just(0)),
        st.tuples(st.just("leave"), st.integers(0, 30), st.just(0)),
        st.tuples(st.just("come"), st.just(0), st.just(0)),
        st.tuples(st.just("draw"), st.integers(0, 9), st.just(0)),
        st.tuples(st.just("publish"), st.just(0), st.just(0)),
        st.tuples(st.just("play"), st.just(0), st.just(0)),
    ),
    min_size=3,
    max_size=8,
)
FEW = settings(
    max_examples=4,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


class Story:
    """A tournament to which things happen, and what must hold after each of them."""

    def __init__(self, club, players):
        self.hall = Hall.gather(club, players, name=f"T{uuid4()}", apart=[[1, 2]])
        self.hall.draw()
        self.past = {}

    @property
    def drawn(self):
        return self.hall.tournament.rounds.filter(state=RoundState.DRAWN).first()

    def seated(self):
        rows = Entry.objects.filter(tournament=self.hall.tournament, withdrawn_after=None)
        return list(rows)

    def tell(self, what, x, y):
        with suppress(TournamentRefused, SeatingRefused):  # what cannot be done changes nothing
            getattr(self, what)(x, y)
        self.check()

    def swap(self, x, y):
        if one := self.drawn:
            people = self.seated()
            a, b = people[x % len(people)].number, people[y % len(people)].number
            if a == b:
                return
            before = one.certificate["plan_sha256"]
            for _ in range(2):
                do(self.hall, seatings.swap_entries, a, b, number=one.number)
            again = Round.objects.get(pk=one.pk)
            assert again.certificate["plan_sha256"] == before  # invariant 10

    def lock(self, x, _y):
        if one := self.drawn:
            numbers = [table["number"] for table in one.plan["tables"]]
            do(self.hall, seatings.lock_table, numbers[x % len(numbers)], number=one.number)

    def draw(self, x, _y):
        one = self.drawn
        if one is None:
            return
        held = {
            table["number"]: set(table["players"])
            for table in one.plan["tables"]
            if table["number"] in one.plan["locked"]
        }
        self.hall.draw(one.number, seed=x)
        drawn = {
            table["number"]: table["players"]
            for table in self.hall.round(one.number).plan["tables"]
        }
        for number, players in held.items():
            assert players <= set(drawn[number])  # invariant 11

    def leave(self, x, _y):
        people = self.seated()
        if len(people) > 9:
            entry = people[x % len(people)]
            over = self.hall.tournament.rounds.filter(state=RoundState.VALIDATED).count()
            self.people_change(comings.withdraw, entry, after_round=over, request_id=uuid4())

    def people_change(self, service, entry, **told):
        """No draft changes by it; then each is brought up to date."""
        rows = self.hall.tournament.rounds.filter(state=RoundState.DRAWN)
        before = list(rows.values_list("number", "plan"))
        service(self.hall.arbiter, entry, **told)
        assert list(rows.values_list("number", "plan")) == before
        for number, _plan in before:
            try:
                do(self.hall, seatings.bring_up_to_date, number=number)
            except TournamentRefused:  # no place beside the locked tables: the arbiter unlocks them
                for table in self.hall.round(number).plan["locked"]:
                    do(self.hall, seatings.unlock_table, table, number=number)
                do(self.hall, seatings.bring_up_to_date, number=number)

    def come(self, _x, _y):
        (entry,) = self.hall.enter("L" + uuid4().hex[:12])
        self.people_change(comings.late_arrival, entry, request_id=uuid4())

    def publish(self, _x, _y):
        if one := self.drawn:
            self.hall.publish(one.number)

    def play(self, _x, _y):
        one = self.hall.tournament.rounds.filter(state=RoundState.PUBLISHED).first()
        if one is not None:
            self.hall.play(one.number)
            self.hall.validate(one.number)
            self.past[one.number] = self.hall.round(one.number).plan

    def check(self):
        entries = list(self.hall.tournament.entries.all())
        for one in self.hall.tournament.rounds.exclude(state=RoundState.PLANNED):
            placed = [p for table in one.plan["tables"] for p in table["players"]]
            placed += one.plan["byes"]
            assert one.certificate["ok"] is True, one.certificate["errors"]
            assert len(placed) == len(set(placed))
            if one.number in self.past:
                assert one.plan == self.past[one.number]  # invariant 12
                continue
            here = {entry.number for entry in entries if is_active(entry, one.number)}
            assert set(placed) == here  # invariants 1 and 12
            if one.is_published:
                seats = [self.hall.seated(table) for table in self.hall.tables(one.number)]
                assert seats == [table["players"] for table in one.plan["tables"]]
            elif not one.plan.get("undo"):
                for table in one.plan["tables"]:
                    assert not {1, 2} <= set(table["players"])  # invariant 11


@FEW
@given(players=st.integers(9, 14), steps=STEPS)
@example(players=13, steps=[("leave", 25, 0), ("lock", 0, 0), ("lock", 1, 0), ("come", 0, 0)])
@example(
    players=13,
    steps=[
        ("lock", 0, 0),
        ("leave", 25, 0),
        *[("come", 0, 0)] * 2,
        ("leave", 24, 0),
        ("publish", 0, 0),
    ],
)
def test_whatever_happens_everybody_has_one_place(club, players, steps):
    story = Story(club, players)
    for step in steps:
        story.tell(*step)

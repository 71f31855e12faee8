"""Slips of paper, typed at the desk, once or twice."""

from uuid import uuid4

import pytest

from clubs.access import Forbidden
from clubs.models import (
    SittingTotal,
    SlipState,
)
from clubs.queries.tournaments.rounds.slips import slip_sheet
from clubs.services.errors import TournamentRefused
from clubs.services.tournaments.rounds import slip_rulings, typed_slips
from clubs.services.tournaments.rounds.slip_changes import SlipMoved
from clubs.services.tournaments.rounds.typed_slips import Typed
from tests.cast import ANY_DEAL
from tests.hall import published_hall
from tests.refusals import codes, problems
from tests.services.tournaments.rounds.slip_tables import (
    desk_of,
    kept,
    row,
    slip_of,
    type_scores,
    type_totals,
)


class TestPaper:
    def type(self, hall, sitting, typed, actor=None, **more):
        return typed_slips.type_slip(
            actor or hall.arbiter,
            hall.table(sitting),
            typed,
            **{"seen": hall.mark(sitting), "label": "Donne", "request_id": uuid4(), **more},
        )

    def test_totals_typed_by_the_desk_are_confirmed(self, club):
        hall, sitting = kept(club, "totals")

        told = row(hall, sitting, 278, 296, -58, -516)
        slip = self.type(hall, sitting, Typed(totals=told), desk_of(hall))

        assert (slip.state, slip.is_from_paper) == (SlipState.CONFIRMED, True)
        assert slip.entered_by is None

    def test_scores_typed_by_the_desk(self, club):
        hall, sitting = kept(club, "scores")
        deals = [row(hall, sitting, 180, -60, -60, -60), row(hall, sitting, -27, -27, 81, -27)]

        slip = self.type(hall, sitting, Typed(deals=deals))

        assert slip.state == SlipState.CONFIRMED
        assert slip_sheet(hall.table(sitting)).totals == [153, -87, 21, -87]

    def test_sums_and_numbers_at_their_cells(self, club):
        hall, sitting = kept(club, "scores")
        first = row(hall, sitting, 180, -60, -60, -60)

        wrong = Typed(deals=[first, row(hall, sitting, -27, -27, 81, -20)])
        assert problems(self.type, hall, sitting, wrong) == [("sum_not_zero", "deals[2]")]
        assert problems(self.type, hall, sitting, Typed(deals=[first])) == [("deal_count", "deals")]

    def test_the_totals_on_the_paper_are_those_of_the_deals(self, club):
        hall, sitting = kept(club, "scores")
        deals = [row(hall, sitting, 180, -60, -60, -60), row(hall, sitting, -27, -27, 81, -27)]
        paper = row(hall, sitting, 153, -87, 21, -78)
        last = hall.seated(sitting)[3]

        with pytest.raises(TournamentRefused) as refusal:
            self.type(hall, sitting, Typed(totals=paper, deals=deals))

        [problem] = refusal.value.problems
        assert (problem.code, problem.field) == ("total_mismatch", f"totals.{last}")
        assert problem.params == {"ours": -87, "theirs": -78}

    def test_a_slip_of_deals_is_compared_by_its_totals(self, hall, table):
        # 46 points with two oudlers: 60 a defender, taken by the first of the table each time
        right = row(hall, table, 360, -120, -120, -120)
        wrong = row(hall, table, 350, -120, -120, -110)

        assert codes(self.type, hall, table, Typed(totals=wrong)) == ["total_mismatch"] * 2
        assert self.type(hall, table, Typed(totals=right)).state == SlipState.CONFIRMED

    def test_warnings_are_overruled_by_an_arbiter(self, club):
        hall, sitting = kept(club, "scores")
        deals = [row(hall, sitting, 180, -60, -60, -60), row(hall, sitting, 60, 60, -60, -60)]

        assert problems(self.type, hall, sitting, Typed(deals=deals)) == [
            ("score_pattern", "deals[2]")
        ]
        slip = self.type(hall, sitting, Typed(deals=deals), reason="Vu les cartes")
        assert (slip.state, slip.warning_reason) == (SlipState.CONFIRMED, "Vu les cartes")

    def test_the_desk_leaves_them_to_an_arbiter(self, club):
        hall, sitting = kept(club, "scores")
        deals = [row(hall, sitting, 180, -60, -60, -60), row(hall, sitting, 60, 60, -60, -60)]
        desk = desk_of(hall)

        assert codes(self.type, hall, sitting, Typed(deals=deals), desk, reason="Si") == [
            "score_pattern"
        ]
        slip = self.type(hall, sitting, Typed(deals=deals), desk, for_arbiter=True)
        assert slip.state == SlipState.ENTERED

        one = hall.table(sitting)
        slip = slip_rulings.overrule(hall.arbiter, one, reason="Vu", request_id=uuid4())
        assert slip.state == SlipState.CONFIRMED

    def test_typed_twice_and_compared_cell_by_cell(self, club):
        hall, sitting = kept(club, "totals", two_passes=True)
        told = row(hall, sitting, 278, 296, -58, -516)
        other = row(hall, sitting, 278, 269, -31, -516)
        second, third = hall.seated(sitting)[1:3]

        slip = self.type(hall, sitting, Typed(totals=told))
        assert (slip.state, SittingTotal.objects.count()) == (SlipState.ENTERING, 0)

        with pytest.raises(TournamentRefused) as refusal:
            self.type(hall, sitting, Typed(totals=other))
        assert [(p.code, p.field, p.params) for p in refusal.value.problems] == [
            ("second_pass_differs", f"totals.{second}", {"first": 296, "second": 269}),
            ("second_pass_differs", f"totals.{third}", {"first": -58, "second": -31}),
        ]

        slip = self.type(hall, sitting, Typed(totals=told))
        assert (slip.state, slip.first_pass) == (SlipState.CONFIRMED, None)

    def test_the_second_pass_may_be_the_right_one(self, club):
        hall, sitting = kept(club, "scores", two_passes=True)
        first = [row(hall, sitting, 180, -60, -60, -60), row(hall, sitting, -27, -27, 81, -27)]
        second = [first[0], row(hall, sitting, -27, 81, -27, -27)]

        self.type(hall, sitting, Typed(deals=first))
        assert codes(self.type, hall, sitting, Typed(deals=second)) == ["second_pass_differs"] * 2
        slip = self.type(hall, sitting, Typed(deals=second), replaces=True)

        assert slip.state == SlipState.CONFIRMED
        assert slip_sheet(hall.table(sitting)).totals == [153, 21, -87, -87]

    def test_what_phones_wrote_is_compared_with_the_paper(self, club):
        hall, sitting = kept(club, "scores")
        type_scores(hall, sitting, 180, -60, -60, -60)
        deals = [row(hall, sitting, 168, -56, -56, -56), row(hall, sitting, -27, -27, 81, -27)]

        # four cells of the first deal, and four of the one that the phone does not have
        assert codes(self.type, hall, sitting, Typed(deals=deals)) == ["second_pass_differs"] * 8
        slip = self.type(hall, sitting, Typed(deals=deals), replaces=True)

        assert slip.state == SlipState.CONFIRMED
        assert slip_sheet(hall.table(sitting)).totals == [141, -83, 25, -83]
        assert [deal.revision for deal in sitting.deals.all()] == [2, 1]

    def test_sent_twice_it_is_typed_once(self, club):
        hall, sitting = kept(club, "scores")
        deals = [row(hall, sitting, 180, -60, -60, -60), row(hall, sitting, -27, -27, 81, -27)]
        told = {"seen": hall.mark(sitting), "request_id": uuid4()}

        for _ in range(2):
            self.type(hall, sitting, Typed(deals=deals), **told)

        assert sitting.deals.count() == 2

    def test_a_phone_was_quicker(self, club):
        hall, sitting = kept(club, "totals")
        seen = hall.mark(sitting)
        type_totals(hall, sitting, row(hall, sitting, 10, -10, 0, 0))

        typed = Typed(totals=row(hall, sitting, 20, -20, 0, 0))
        with pytest.raises(SlipMoved):
            self.type(hall, sitting, typed, seen=seen)

    def test_a_table_that_stopped_early(self, club):
        hall, sitting = kept(club, "scores")
        typed = Typed(deals=[row(hall, sitting, 180, -60, -60, -60)], stopped_early="Retard")

        assert self.type(hall, sitting, typed, desk_of(hall)).state == SlipState.ENTERED
        one = hall.table(sitting)
        slip = slip_rulings.agree_stop(hall.arbiter, one, request_id=uuid4())
        assert slip.state == SlipState.CONFIRMED

    def test_not_over_a_confirmed_slip(self, club):
        hall, sitting = kept(club, "totals")
        typed = Typed(totals=row(hall, sitting, 10, -10, 0, 0))
        self.type(hall, sitting, typed)

        assert codes(self.type, hall, sitting, typed) == ["slip_closed"]


class TestDealsTypedTwice:
    def typed(self, sitting, *points):
        taker = str(sitting.seats.present()[0].player.uuid)
        records = [{"taker": taker, **ANY_DEAL, "points": point} for point in points]
        return Typed(records=records, number=1)

    def keep(self, hall, sitting, *points, **more):
        told = {"seen": hall.mark(sitting), "request_id": uuid4(), **more}
        actor = told.pop("actor", hall.arbiter)
        return typed_slips.keep_pass(
            actor, hall.table(sitting), self.typed(sitting, *points), **told
        )

    def write(self, hall, sitting, *points):
        told = {"seen": hall.mark(sitting), "request_id": uuid4()}
        typed = self.typed(sitting, *points)
        return typed_slips.type_slip(hall.arbiter, hall.table(sitting), typed, **told)

    @pytest.fixture
    def hall(self, club):
        return published_hall(club, 8, two_passes=True)

    def test_two_passes_in_a_row_that_say_the_same(self, hall):
        sitting = hall.tables()[0]

        assert self.keep(hall, sitting, 46, 50) is None
        [(number, was, now)] = self.keep(hall, sitting, 46, 55)
        assert (number, was["points"], now["points"]) == (2, 50, 55)
        with pytest.raises(TournamentRefused):
            self.write(hall, sitting, 46, 50)
        assert not sitting.deals.exists()

        assert self.keep(hall, sitting, 46, 55) == []
        slip = self.write(hall, sitting, 46, 55)
        assert [deal.points_x2 for deal in sitting.deals.order_by("number")] == [92, 110]
        assert (slip.first_pass, slip.state) == (None, SlipState.CONFIRMED)

    def test_a_deal_that_only_one_of_them_has(self, hall):
        sitting = hall.tables()[0]
        self.keep(hall, sitting, 46)

        [(number, was, _now)] = self.keep(hall, sitting, 46, 50)

        assert (number, was) == (2, None)

    def test_sent_twice_it_is_one_pass(self, hall):
        sitting, request_id = hall.tables()[0], uuid4()

        for _ in range(2):
            assert self.keep(hall, sitting, 46, 50, request_id=request_id) is None

        assert not sitting.deals.exists()

    def test_only_the_desk(self, hall):
        sitting = hall.tables()[0]

        with pytest.raises(Forbidden):
            self.keep(hall, sitting, 46, actor=hall.phone(sitting))


class TestDealsTyped:
    def test_nothing_is_left_of_a_slip_that_is_refused(self, hall):
        """One deal of two: 60 a defender."""
        sitting = hall.tables()[0]
        taker = str(sitting.seats.present()[0].player.uuid)
        typed = Typed(records=[{"taker": taker, **ANY_DEAL}], number=1)
        told = {"seen": hall.mark(sitting), "request_id": uuid4()}

        with pytest.raises(TournamentRefused):
            typed_slips.type_slip(hall.arbiter, hall.table(sitting), typed, **told)

        assert not sitting.deals.exists()
        assert slip_of(sitting).state == SlipState.EMPTY

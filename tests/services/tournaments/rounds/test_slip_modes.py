"""Slips of totals and of scores, and how the mode changes."""

from uuid import uuid4

import pytest

from clubs.models import (
    AuditEntry,
    Confirmation,
    DealKind,
    Player,
    SittingTotal,
    SlipMode,
    SlipState,
)
from clubs.queries.tournaments.rounds.slips import slip_sheet
from clubs.queries.tournaments.tournaments import standings_after
from clubs.services.errors import TournamentRefused
from clubs.services.tournaments.rounds import slip_rulings
from clubs.services.tournaments.rounds.slip_changes import SlipMoved, written_totals
from tests.cast import totals
from tests.refusals import codes, problems
from tests.services.tournaments.rounds.slip_tables import (
    kept,
    played,
    row,
    slip_of,
    type_scores,
    type_totals,
)


class TestTotals:
    def test_the_table_tells_them(self, club):
        hall, sitting = kept(club, "totals")
        told = row(hall, sitting, 278, 296, -58, -516)

        slip = type_totals(hall, sitting, told)

        assert slip.state == SlipState.ENTERED
        assert hall.confirm(sitting).state == SlipState.CONFIRMED
        assert sorted(SittingTotal.objects.values_list("total", flat=True)) == [-516, -58, 278, 296]
        rows = standings_after(hall.tournament, 1).rows
        assert {one.number: one.total for one in rows if one.total} == told

    def test_they_add_up_to_0(self, club):
        hall, sitting = kept(club, "totals")
        told = row(hall, sitting, 278, 296, -58, -500)

        with pytest.raises(TournamentRefused) as refusal:
            type_totals(hall, sitting, told)

        [problem] = refusal.value.problems
        assert (problem.code, problem.field) == ("sum_not_zero", "totals")
        assert problem.params == {"difference": 16}

    def test_everybody_has_one(self, club):
        hall, sitting = kept(club, "totals")
        told = row(hall, sitting, 1, -1, 0, 0)
        missing = hall.seated(sitting)[3]
        del told[missing]

        assert problems(type_totals, hall, sitting, told) == [
            ("field_missing", f"totals.{missing}")
        ]

    def test_within_bounds(self, club):
        hall, sitting = kept(club, "totals")

        told = row(hall, sitting, 100_001, -100_001, 0, 0)
        assert set(codes(type_totals, hall, sitting, told)) == {"score_out_of_range"}

    def test_told_again_by_the_same_nobody_has_confirmed(self, club):
        hall, sitting = kept(club, "totals", confirmations=2)
        type_totals(hall, sitting, row(hall, sitting, 10, -10, 0, 0))
        hall.confirm(sitting)

        type_totals(hall, sitting, row(hall, sitting, 20, -20, 0, 0))

        assert not Confirmation.objects.exists()
        assert slip_of(sitting).state == SlipState.ENTERED
        assert written_totals(sitting) == row(hall, sitting, 20, -20, 0, 0)

    def test_others_of_another_player_are_a_disagreement(self, club):
        """Before, they took the place of the first without a word."""
        hall, sitting = kept(club, "totals", confirmations=2)
        type_totals(hall, sitting, row(hall, sitting, 10, -10, 0, 0))
        hall.confirm(sitting)
        third = hall.seated(sitting)[2]

        type_totals(hall, sitting, row(hall, sitting, 20, -20, 0, 0), third)

        slip = slip_of(sitting)
        assert (slip.state, slip.disputed_by.number) == (SlipState.DISPUTED, third)
        first, second, *_ = hall.seated(sitting)
        names = {seat.entry.number: seat.player.table_name for seat in sitting.seats.all()}
        assert slip.dispute.startswith(f"{names[first]} +20 · {names[second]} −20 · ")
        assert written_totals(sitting) == row(hall, sitting, 10, -10, 0, 0)
        assert not Confirmation.objects.exists()

    def test_a_hyphen_of_a_name_stays_one_in_a_disagreement(self, club):
        hall, sitting = kept(club, "totals", confirmations=2)
        _first, second, third, _fourth = hall.seated(sitting)
        Player.objects.filter(seats__entry__number=second).update(table_name="Marie-C.")
        type_totals(hall, sitting, row(hall, sitting, 10, -10, 0, 0))

        type_totals(hall, sitting, row(hall, sitting, 20, -20, 0, 0), third)

        assert " · Marie-C. −20 · " in slip_of(sitting).dispute

    def test_two_phones_tell_different_ones(self, club):
        hall, sitting = kept(club, "totals")
        seen = hall.mark(sitting)
        type_totals(hall, sitting, row(hall, sitting, 10, -10, 0, 0), seen=seen)

        with pytest.raises(SlipMoved):
            type_totals(hall, sitting, row(hall, sitting, 20, -20, 0, 0), seen=seen)

        assert list(SittingTotal.objects.order_by("-total").values_list("total", flat=True)) == [
            10,
            0,
            0,
            -10,
        ]

    def test_two_phones_tell_the_same(self, club):
        hall, sitting = kept(club, "totals")
        seen, told = hall.mark(sitting), row(hall, sitting, 10, -10, 0, 0)

        for number in hall.seated(sitting)[:2]:
            type_totals(hall, sitting, told, number, seen=seen)

        assert slip_of(sitting).entered_by.number == hall.seated(sitting)[0]

    def test_a_slip_of_deals_takes_none(self, hall, table):
        told = row(hall, table, 1, -1, 0, 0)

        assert codes(type_totals, hall, table, told) == ["slip_mode"]


class TestScores:
    def test_a_deal_by_its_scores(self, club):
        hall, sitting = kept(club, "scores")

        deal = type_scores(hall, sitting, 180, -60, -60, -60)
        type_scores(hall, sitting, -27, -27, 81, -27)

        assert (deal.kind, deal.number) == (DealKind.SCORES, 1)
        hall.hand_in(sitting)
        assert hall.confirm(sitting).state == SlipState.CONFIRMED
        assert slip_sheet(hall.table(sitting)).totals == [153, -87, 21, -87]

    def test_they_add_up_to_0(self, club):
        hall, sitting = kept(club, "scores")

        assert problems(type_scores, hall, sitting, 180, -60, -60, -50) == [
            ("sum_not_zero", "scores")
        ]

    def test_a_pattern_that_no_deal_brings(self, club):
        hall, sitting = kept(club, "scores")

        assert problems(type_scores, hall, sitting, 60, 60, -60, -60) == [
            ("score_pattern", "scores")
        ]

    def test_a_stake_that_no_contract_has(self, club):
        hall, sitting = kept(club, "scores")

        assert codes(type_scores, hall, sitting, 3, -1, -1, -1) == ["score_impossible"]

    def test_the_table_insists_and_an_arbiter_overrules(self, club):
        hall, sitting = kept(club, "scores")
        for _ in range(2):
            type_scores(hall, sitting, 60, 60, -60, -60, insists=True)
        hall.hand_in(sitting)
        assert hall.confirm(sitting).state == SlipState.ENTERED

        one = hall.table(sitting)
        told = {"reason": "Vu les cartes", "request_id": uuid4()}
        assert slip_rulings.overrule(hall.arbiter, one, **told).state == SlipState.CONFIRMED

    def test_overruling_needs_a_reason(self, club):
        hall, sitting = kept(club, "scores")

        told = {"reason": "", "request_id": uuid4()}
        assert codes(slip_rulings.overrule, hall.arbiter, sitting, **told) == ["reason_required"]

    def test_a_sum_is_not_overruled(self, club):
        hall, sitting = kept(club, "scores")

        assert codes(type_scores, hall, sitting, 60, 60, -60, -50, insists=True) == ["sum_not_zero"]

    def test_all_0_is_a_deal_nobody_bid_on(self, club):
        hall, sitting = kept(club, "scores")

        deal = type_scores(hall, sitting, 0, 0, 0, 0)

        assert (deal.kind, deal.void_reason) == (DealKind.VOID, "all_pass")
        assert codes(hall.hand_in, sitting) == ["deal_count"]

    def test_a_record_is_not_for_a_slip_of_scores(self, club):
        hall, sitting = kept(club, "scores")

        assert codes(hall.deal, sitting) == ["slip_mode"]


class TestModes:
    def set(self, hall, sitting, mode, reason="Feuille perdue"):
        one = hall.table(sitting)
        return slip_rulings.set_mode(hall.arbiter, one, mode, reason=reason, request_id=uuid4())

    def test_a_poorer_mode_for_one_table(self, hall, table):
        slip = self.set(hall, table, SlipMode.TOTALS)

        assert (slip.mode, hall.table(table).totals_only) == (SlipMode.TOTALS, True)
        assert slip_of(table).state == SlipState.ENTERING
        assert set(totals(table).values()) == {0}  # the deals are taken back, not lost
        assert [deal.kind for deal in table.deals.all()] == [DealKind.VOID] * 2

        told = row(hall, table, 278, 296, -58, -516)
        type_totals(hall, table, told)
        hall.confirm(table)
        rows = standings_after(hall.tournament, 1).rows
        assert {one.number: one.total for one in rows if one.total} == told

    def test_scores_go_on_from_deals(self, hall):
        sitting = played(hall, deals=1)
        self.set(hall, sitting, SlipMode.SCORES)

        type_scores(hall, sitting, 180, -60, -60, -60)

        assert hall.hand_in(sitting).state == SlipState.ENTERED

    def test_a_reason_is_needed(self, hall, table):
        assert problems(self.set, hall, table, SlipMode.TOTALS, "") == [
            ("reason_required", "reason")
        ]

    def test_and_back(self, hall, table):
        self.set(hall, table, SlipMode.TOTALS)
        type_totals(hall, table, row(hall, table, 278, 296, -58, -516))

        slip = self.set(hall, table, SlipMode.DEALS, "Retrouvée")

        assert (slip.mode, SittingTotal.objects.count()) == (SlipMode.DEALS, 0)
        entry = AuditEntry.objects.filter(action="set_slip_mode").latest("sequence")
        assert sorted(entry.before["totals"].values()) == [-516, -58, 278, 296]

    def test_not_richer_than_the_tournament(self, club):
        hall, sitting = kept(club, "totals")

        assert codes(self.set, hall, sitting, SlipMode.DEALS) == ["slip_mode"]

    def test_not_once_validated(self, hall):
        hall.play()
        hall.validate()

        assert codes(self.set, hall, hall.tables()[0], SlipMode.TOTALS) == ["slip_closed"]

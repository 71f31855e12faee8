"""Slips: handed in, confirmed, disputed, settled, typed from paper, corrected, and late deals."""

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
    DealKind,
    Entry,
    LinkKind,
    Player,
    RoundState,
    SittingTotal,
    Slip,
    SlipMode,
    SlipState,
    TournamentDuty,
    TournamentRole,
)
from clubs.queries.tournaments.rounds.slips import slip_sheet
from clubs.queries.tournaments.tournaments import standings_after
from clubs.services.errors import RequestReused, TournamentRefused
from clubs.services.people.links import make_link
from clubs.services.tables import sittings
from clubs.services.tournaments.rounds import slip_rulings, slips, typed_slips
from clubs.services.tournaments.rounds.slip_changes import SlipMoved, written_totals
from clubs.services.tournaments.rounds.slip_states import SlipClosed
from clubs.services.tournaments.rounds.typed_slips import Typed
from tests.cast import ANY_DEAL, Cast, keeper, make_user, totals
from tests.hall import Hall


@pytest.fixture
def hall(club):
    hall = Hall.gather(club, 8)
    hall.publish()
    return hall


@pytest.fixture
def table(hall):
    """The first table, with the deals of its round."""
    return played(hall)


def played(hall, at=0, deals=2):
    sitting = hall.tables()[at]
    for _ in range(deals):
        hall.deal(sitting)
    return sitting


def kept(club, mode, **told):
    """A hall whose slips are kept in this mode, and its first table."""
    hall = Hall.gather(club, 8, slip_mode=mode, **told)
    hall.publish()
    return hall, hall.tables()[0]


def slip_of(sitting):
    return Slip.objects.get(sitting=sitting)


def problems(call, *args, **told):
    """(code, field) of what is refused."""
    with pytest.raises(TournamentRefused) as refusal:
        call(*args, **told)
    return [(problem.code, problem.field) for problem in refusal.value.problems]


def codes(call, *args, **told):
    return [code for code, _field in problems(call, *args, **told)]


def row(hall, sitting, *scores):
    """Scores of a table, by entry number in order of play."""
    return dict(zip(hall.seated(sitting), scores, strict=True))


def desk_of(hall, name="Didier", duty=TournamentDuty.DESK):
    hall.cast.users[name] = make_user(name)
    told = {"tournament": hall.tournament, "user": hall.cast.users[name]}
    TournamentRole.objects.create(role=duty, **told)
    return hall.cast.actor(name)


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

    def test_twice_by_one_request_is_once(self, hall, table):
        told = {"request_id": uuid4(), "seen": hall.mark(table)}

        for _ in range(2):
            assert hall.hand_in(table, **told).state == SlipState.ENTERED

        assert AuditEntry.objects.filter(action="hand_in_slip").count() == 1

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
    def test_by_a_different_player(self, hall, table):
        hall.hand_in(table)

        assert hall.confirm(table).state == SlipState.CONFIRMED

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
        hall = Hall.gather(club, 8, confirmations=wanted)
        hall.publish()
        sitting = played(hall)
        hall.hand_in(sitting)

        states = [hall.confirm(sitting).state for _ in range(needed)]

        assert states == [SlipState.ENTERED] * (needed - 1) + [SlipState.CONFIRMED]

    def test_the_same_player_counts_once(self, club):
        hall = Hall.gather(club, 8, confirmations=2)
        hall.publish()
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
        hall = Hall.gather(club, 8, confirmations=2)
        hall.publish()
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


def correct(hall, sitting, number, actor=None, reason="Mal compté", **told):
    deal = Deal.objects.select_related("sitting__club", "sitting__round__tournament").get(
        sitting=sitting, number=number
    )
    record = {key: value for key, value in deal.record.items() if key != "players"} | told
    return sittings.correct_deal(
        actor or hall.arbiter,
        deal,
        record,
        revision=deal.revision,
        reason=reason,
        request_id=uuid4(),
    )


class TestDisputes:
    def dispute(self, hall, sitting, text="Donne 2 : 44, pas 54", entry=None):
        entry = hall.entry(entry or hall.seated(sitting)[1])
        told = {"entry": entry, "text": text, "request_id": uuid4()}
        return slips.dispute(hall.phone(sitting), hall.table(sitting), **told)

    def test_a_player_of_the_table_says_what_is_wrong(self, hall, table):
        hall.hand_in(table)

        slip = self.dispute(hall, table)

        assert (slip.state, slip.dispute) == (SlipState.DISPUTED, "Donne 2 : 44, pas 54")
        assert slip.disputed_by.number == hall.seated(table)[1]

    def test_a_text_is_needed(self, hall, table):
        hall.hand_in(table)

        assert problems(self.dispute, hall, table, " ") == [("reason_required", "text")]

    def test_only_what_is_handed_in(self, hall, table):
        assert codes(self.dispute, hall, table) == ["slip_not_open"]

    def test_not_what_is_confirmed(self, hall, table):
        hall.hand_in(table)
        hall.confirm(table)

        assert codes(self.dispute, hall, table) == ["slip_closed"]

    def test_nobody_confirms_or_writes_meanwhile(self, hall, table):
        hall.hand_in(table)
        self.dispute(hall, table)

        assert codes(hall.confirm, table) == ["slip_not_open"]
        with pytest.raises(SlipClosed):
            correct(hall, table, 1, actor=hall.phone(table), points=50)

    def test_the_arbiter_gives_it_back_to_the_table(self, hall, table):
        hall.hand_in(table)
        self.dispute(hall, table)

        slip = slip_rulings.resolve(
            hall.arbiter, hall.table(table), SlipState.ENTERING, request_id=uuid4()
        )

        assert (slip.state, slip.dispute, slip.disputed_by) == (SlipState.ENTERING, "", None)
        hall.hand_in(table)
        assert hall.confirm(table).state == SlipState.CONFIRMED

    def test_the_arbiter_corrects_and_confirms(self, hall, table):
        hall.hand_in(table)
        self.dispute(hall, table)
        correct(hall, table, 2, points=50)

        slip = slip_rulings.resolve(
            hall.arbiter, hall.table(table), SlipState.CONFIRMED, request_id=uuid4()
        )

        assert slip.state == SlipState.CONFIRMED
        assert hall.round(1).state == RoundState.PLAYING  # the other table plays

    def test_a_confirmed_slip_is_opened_again(self, hall):
        hall.play()
        sitting = hall.tables()[0]

        slip_rulings.resolve(hall.arbiter, sitting, SlipState.ENTERING, request_id=uuid4())

        assert slip_of(sitting).state == SlipState.ENTERING
        assert hall.round(1).state == RoundState.PLAYING

    def test_not_once_the_round_is_validated(self, hall):
        hall.play()
        hall.validate()
        sitting = hall.tables()[0]

        told = (hall.arbiter, sitting, SlipState.ENTERING)
        assert codes(slip_rulings.resolve, *told, request_id=uuid4()) == ["slip_closed"]

    def test_only_an_arbiter(self, hall, table):
        hall.hand_in(table)
        self.dispute(hall, table)

        for actor in (hall.phone(table), desk_of(hall), hall.cast.actor("Alice")):
            with pytest.raises(Forbidden):
                slip_rulings.resolve(
                    actor, hall.table(table), SlipState.CONFIRMED, request_id=uuid4()
                )


class TestWhoWrites:
    """tournaments.md §13, invariant 18: nobody writes to the slip of another table."""

    def calls(self, hall, sitting, actor):
        entry = hall.entry(hall.seated(sitting)[1])
        one, told = hall.table(sitting), {"request_id": uuid4()}
        seen = hall.mark(sitting)
        scores = row(hall, sitting, 30, -10, -10, -10)
        deal = {"taker": str(sitting.seats.first().player.uuid), **ANY_DEAL}
        yield lambda: slips.hand_in(actor, one, entry=entry, seen=seen, **told)
        yield lambda: slips.confirm(actor, one, entry=entry, seen=seen, **told)
        yield lambda: slips.dispute(actor, one, entry=entry, text="Non", **told)
        yield lambda: slips.type_totals(actor, one, scores, entry=entry, seen=seen, **told)
        yield lambda: slips.type_scores(actor, one, scores, label="Donne", number=1, **told)
        yield lambda: slip_rulings.agree_stop(actor, one, **told)
        yield lambda: slip_rulings.overrule(actor, one, reason="Vu", **told)
        yield lambda: slip_rulings.resolve(actor, one, SlipState.ENTERING, **told)
        yield lambda: slip_rulings.set_mode(actor, one, SlipMode.TOTALS, reason="Perdue", **told)
        yield lambda: typed_slips.type_slip(actor, one, Typed(totals=scores), seen=seen, **told)
        yield lambda: slip_rulings.correct_totals(actor, one, scores, seen=seen, reason="x", **told)
        yield lambda: slips.keep_late_deal(actor, one, deal, number=1, **told)
        yield lambda: sittings.record_deal(actor, one, deal, number=1, **told)

    @pytest.mark.parametrize("who", ["visitor", "other table", "other player", "Alice", "Eve"])
    def test_others_are_refused(self, hall, who):
        sitting, other = hall.tables()
        actors = {
            "visitor": keeper(),
            "other table": hall.phone(other),
            "other player": player_phone(hall, other),
            "Alice": hall.cast.actor("Alice"),  # scores for the club, and does not sit there
            "Eve": hall.cast.actor("Eve"),
        }
        for call in self.calls(hall, sitting, actors[who]):
            with pytest.raises((Forbidden, TournamentRefused)) as refusal:
                call()
            if not isinstance(refusal.value, Forbidden):
                assert [p.code for p in refusal.value.problems] in (["slip_mode"], ["sum_not_zero"])

        assert slip_of(sitting).state == SlipState.EMPTY
        assert not Deal.objects.exists()

    def test_a_personal_link_speaks_for_itself_alone(self, hall, table):
        hall.hand_in(table)
        second, third = hall.seated(table)[1:3]
        phone = player_phone(hall, table, second)

        assert codes(hall.confirm, table, third, actor=phone) == ["slip_not_yours"]
        assert hall.confirm(table, second, actor=phone).state == SlipState.CONFIRMED

    def test_an_account_that_sits_there_speaks_for_itself(self, club):
        hall = Hall.gather(club, 7)
        bob = club.player("Bob")
        [entry] = Entry.objects.bulk_create(
            [
                Entry(
                    tournament=hall.tournament,
                    player=bob,
                    number=8,
                    name="Bob",
                    checked_in_at=hall.tournament.starts_at,
                    check_in_way="list",
                )
            ]
        )
        hall.publish()
        at = next(n for n, one in enumerate(hall.tables()) if 8 in hall.seated(one))
        sitting = played(hall, at)
        others = [number for number in hall.seated(sitting) if number != 8]
        hall.hand_in(sitting, others[0])

        actor = club.actor("Bob")
        assert codes(hall.confirm, sitting, others[1], actor=actor) == ["slip_not_yours"]
        assert hall.confirm(sitting, 8, actor=actor).state == SlipState.CONFIRMED
        assert entry.pk

    def test_the_desk_does_not_speak_for_players(self, hall, table):
        second = hall.seated(table)[1]

        assert codes(hall.hand_in, table, second, actor=desk_of(hall)) == ["slip_not_yours"]

    def test_links_of_a_round_end_when_it_is_validated(self, hall):
        hall.play()
        hall.validate()
        sitting = hall.tables()[0]

        with pytest.raises(Forbidden):
            hall.confirm(sitting, hall.seated(sitting)[2])


def player_phone(hall, sitting, number=None):
    number = number or hall.seated(sitting)[1]
    return keeper(make_link(sitting.club, LinkKind.PLAYER, hall.entry(number).uuid, by=None))


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


def type_totals(hall, sitting, told, entry=None, **more):
    return slips.type_totals(
        hall.phone(sitting),
        hall.table(sitting),
        told,
        entry=hall.entry(entry or hall.seated(sitting)[0]),
        **{"seen": hall.mark(sitting), "request_id": uuid4(), **more},
    )


def type_scores(hall, sitting, *scores, **more):
    number = sitting.deals.count() + 1
    return slips.type_scores(
        hall.phone(sitting),
        hall.table(sitting),
        row(hall, sitting, *scores),
        **{"label": "Donne", "number": number, "request_id": uuid4(), **more},
    )


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

    def test_sent_twice_it_is_one_deal(self, club):
        hall, sitting = kept(club, "scores")
        request_id = uuid4()

        for _ in range(2):
            type_scores(hall, sitting, 180, -60, -60, -60, number=1, request_id=request_id)

        assert sitting.deals.count() == 1

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
        hall = Hall.gather(club, 8, two_passes=True)
        hall.publish()
        return hall

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


class TestCorrections:
    """After the round is validated: by the arbiter, with a reason."""

    @pytest.fixture
    def hall(self, club):
        hall = Hall.gather(club, 8)
        hall.publish()
        hall.play()
        hall.validate()
        return hall

    def test_a_deal_gives_the_standings_another_version(self, hall):
        sitting = hall.tables()[0]
        first = hall.seated(sitting)[0]
        before = hall.reread().revision

        correct(hall, sitting, 1, points=50)  # (25+9)·2 = 68 instead of 60 a defender

        tournament = hall.reread()
        assert (tournament.standings_version, tournament.revision) == (2, before + 1)
        assert tournament.corrected_at is not None
        assert slip_of(sitting).state == SlipState.LOCKED
        rows = {one.number: one.total for one in standings_after(tournament, 1).rows}
        assert rows[first] == 3 * 68 - 60  # the second of the table took the other deal

    def test_correction_and_back_gives_the_same_standings(self, hall):
        sitting = hall.tables()[0]
        before = standings_after(hall.tournament, 1)

        correct(hall, sitting, 1, points=50)
        correct(hall, sitting, 1, points=46)

        assert standings_after(hall.tournament, 1) == before
        assert AuditEntry.objects.filter(action="correct_deal").count() == 2
        assert hall.reread().standings_version == 3

    def test_a_reason_is_needed(self, hall):
        sitting = hall.tables()[0]

        refused = problems(correct, hall, sitting, 1, reason=" ", points=50)

        assert refused == [("correction_reason_required", "reason")]
        assert hall.reread().standings_version == 1

    def test_the_same_request_counts_once(self, hall):
        sitting, request_id = hall.tables()[0], uuid4()
        deals = Deal.objects.select_related("sitting__club", "sitting__round__tournament")
        for _ in range(2):
            deal = deals.get(sitting=sitting, number=1)
            told = {"revision": deal.revision, "reason": "Deux fois", "request_id": request_id}
            sittings.void_deal(hall.arbiter, deal, **told)

        assert hall.reread().standings_version == 2

    def test_only_the_arbiter(self, hall):
        sitting = hall.tables()[0]

        for actor in (desk_of(hall), hall.cast.actor("Alice"), hall.phone(sitting)):
            with pytest.raises(Forbidden):
                correct(hall, sitting, 1, actor=actor, points=50)

    def test_not_after_final_results(self, hall):
        hall.tournament.state = "final"
        hall.tournament.save()

        assert codes(correct, hall, hall.tables()[0], 1, points=50) == ["slip_closed"]

    def test_totals(self, club):
        hall = Hall.gather(club, 8, slip_mode="totals", name="Totaux")
        hall.publish()
        for sitting in hall.tables():
            type_totals(hall, sitting, row(hall, sitting, 278, 296, -58, -516))
            hall.confirm(sitting)
        hall.validate()
        sitting = hall.tables()[0]
        told = {"seen": hall.mark(sitting), "request_id": uuid4()}
        right = row(hall, sitting, 278, 269, -31, -516)

        one = hall.table(sitting)
        refused = problems(slip_rulings.correct_totals, hall.arbiter, one, right, reason="", **told)
        assert refused == [("correction_reason_required", "reason")]
        slip_rulings.correct_totals(
            hall.arbiter, hall.table(sitting), right, reason="Mal lu", **told
        )

        assert hall.reread().standings_version == 2
        rows = {one.number: one.total for one in standings_after(hall.tournament, 1).rows}
        assert {number: rows[number] for number in right} == right
        entry = AuditEntry.objects.get(action="correct_slip")
        assert entry.reason == "Mal lu"


class TestLateDeals:
    def send(self, hall, sitting, number=3, request_id=None, **told):
        taker = str(sitting.seats.present()[0].player.uuid)
        record = {"taker": taker, **ANY_DEAL, **told}
        phone, one, id_ = hall.phone(sitting), hall.table(sitting), request_id or uuid4()
        with pytest.raises(SlipClosed):
            sittings.record_deal(phone, one, record, number=number, request_id=id_)
        return slips.keep_late_deal(phone, one, record, number=number, request_id=id_)

    def test_it_is_kept_and_not_counted(self, hall, table):
        hall.hand_in(table)
        hall.confirm(table)
        before = standings_after(hall.tournament, 1)

        slip = self.send(hall, table, points=70)

        [late] = slip.late_deals
        assert (late["number"], late["same"], late["record"]["points"]) == (3, False, 70)
        assert slip.state == SlipState.CONFIRMED
        assert standings_after(hall.tournament, 1) == before

    def test_it_is_compared(self, hall, table):
        hall.hand_in(table)

        assert self.send(hall, table, number=2).late_deals[0]["same"] is True

    def test_sent_twice_it_is_kept_once(self, hall, table):
        hall.hand_in(table)
        request_id = uuid4()

        for _ in range(2):
            slip = self.send(hall, table, request_id=request_id)

        assert len(slip.late_deals) == 1

    def test_the_slip_opens_again_and_takes_it(self, hall):
        sitting = played(hall, deals=1)
        hall.hand_in(sitting, stopped_early="Retard")
        request_id = uuid4()
        self.send(hall, sitting, number=2, request_id=request_id)
        one = hall.table(sitting)
        slip_rulings.resolve(hall.arbiter, one, SlipState.ENTERING, request_id=uuid4())

        record = {"taker": str(sitting.seats.present()[0].player.uuid), **ANY_DEAL}
        phone, one = hall.phone(sitting), hall.table(sitting)
        deal = sittings.record_deal(phone, one, record, number=2, request_id=request_id)

        assert deal.number == 2


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

    @pytest.mark.parametrize("seed", range(4))
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
        hall = Hall.gather(Cast.gather(), 8)
        hall.publish()
        sitting = played(hall)
        told = {"seen": hall.mark(sitting), "request_id": uuid4()}

        calls = [lambda: hall.hand_in(sitting, **told)] * 2

        assert self.together(*calls) == ["entered", "entered"]
        assert AuditEntry.objects.filter(action="hand_in_slip").count() == 1

    def test_two_players_confirm_at_once(self):
        hall = Hall.gather(Cast.gather(), 8, confirmations=2)
        hall.publish()
        sitting = played(hall)
        hall.hand_in(sitting)
        second, third = hall.seated(sitting)[1:3]
        seen = hall.mark(sitting)

        calls = [lambda n=n: hall.confirm(sitting, n, seen=seen) for n in (second, third)]

        assert self.together(*calls) == ["confirmed", "entered"]
        assert slip_of(sitting).state == SlipState.CONFIRMED

    def test_the_last_two_tables_complete_the_round(self):
        hall = Hall.gather(Cast.gather(), 8)
        hall.publish()
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

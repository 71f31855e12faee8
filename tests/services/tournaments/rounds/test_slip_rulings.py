"""What the arbiter does with slips: settles disputes, corrects, takes late deals."""

from uuid import uuid4

import pytest

from clubs.access import Forbidden
from clubs.models import (
    AuditEntry,
    Deal,
    RoundState,
    SlipState,
)
from clubs.queries.tournaments.tournaments import standings_after
from clubs.services.tables import sittings
from clubs.services.tournaments.rounds import slip_rulings, slips
from clubs.services.tournaments.rounds.slip_states import SlipClosed
from tests.cast import ANY_DEAL
from tests.hall import published_hall, validated_hall
from tests.refusals import codes, problems
from tests.services.tournaments.rounds.slip_tables import (
    correct,
    desk_of,
    played,
    row,
    slip_of,
    type_totals,
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


class TestCorrections:
    """After the round is validated: by the arbiter, with a reason."""

    @pytest.fixture
    def hall(self, club):
        return validated_hall(club, 8)

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
        hall = published_hall(club, 8, slip_mode="totals", name="Totaux")
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

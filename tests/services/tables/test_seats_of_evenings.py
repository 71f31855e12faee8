"""Whole evenings on which people come, go and swap seats, of played deals and of plain scores."""

from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.core.games import get_game
from clubs.core.problems import DealRefused
from clubs.models import Player, Sitting
from clubs.queries.deals.deals import next_deal
from clubs.queries.tables.sittings import score_sheet
from clubs.services.tables import sittings
from tests.cast import totals
from tests.services.tables.seated import FIVE, FOUR, everything, now

NAMES = [*FIVE, "Frank"]


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("deal"), st.integers(0, 5)),
        st.tuples(st.just("scores"), st.integers(-500, 500)),
        st.tuples(st.just("undo"), st.integers(0, 20)),
        st.tuples(st.just("seats"), st.permutations(NAMES), st.integers(3, 6)),
    ),
    max_size=12,
)


class TestPlainScores:
    def record(self, club, **scores):
        return {
            "kind": "scores",
            "label": "Vachette",
            "scores": {str(club.player(name).uuid): score for name, score in scores.items()},
        }

    def test_they_are_kept_as_told(self, club):
        sitting = club.sitting(*FOUR)
        deal = sittings.record_deal(
            club.actor("Alice"),
            sitting,
            self.record(club, Alice=-30, Bob=10, Charlie=20),
            number=1,
            request_id=uuid4(),
        )

        rows = deal.scores.order_by("seat").values_list("player__name", "role", "score")
        assert list(rows) == [
            ("Alice", "player", -30),
            ("Bob", "player", 10),
            ("Charlie", "player", 20),
            ("Dora", "out", 0),
        ]
        assert (deal.kind, deal.taker, deal.contract, deal.stake) == ("scores", None, None, None)
        assert deal.record["players"] == [str(club.player(name).uuid) for name in FOUR]

    def test_a_sum_that_is_not_0(self, club):
        sitting = club.sitting(*FOUR)
        before = everything()

        with pytest.raises(DealRefused):
            sittings.record_deal(
                club.actor("Alice"),
                sitting,
                self.record(club, Alice=-30, Bob=10),
                number=1,
                request_id=uuid4(),
            )

        assert everything() == before

    def test_corrected_taken_back_and_played_after_all(self, club):
        sitting = club.sitting(*FOUR)
        actor = club.actor("Alice")
        deal = sittings.record_deal(
            actor, sitting, self.record(club, Alice=-30, Bob=30), number=1, request_id=uuid4()
        )

        def rewrite(record, revision):
            sittings.correct_deal(
                actor, deal, record, revision=revision, reason="", request_id=uuid4()
            )
            return totals(sitting)

        corrected = rewrite(self.record(club, Alice=-40, Dora=40), 1)
        played = rewrite(club.record(sitting, taker="Alice"), 2)
        scores = rewrite(self.record(club, Alice=-40, Dora=40), 3)
        sittings.void_deal(actor, deal, revision=4, reason="undo", request_id=uuid4())

        assert corrected == scores == {"Alice": -40, "Bob": 0, "Charlie": 0, "Dora": 40}
        assert played == {"Alice": 180, "Bob": -60, "Charlie": -60, "Dora": -60}
        assert set(totals(sitting).values()) == {0}
        assert (deal.kind, deal.void_reason) == ("void", "other")

    def test_other_rules_leave_them_alone(self, club):
        sitting = club.sitting(*FOUR)
        deal = sittings.record_deal(
            club.actor("Alice"),
            sitting,
            self.record(club, Alice=-3, Bob=3),
            number=1,
            request_id=uuid4(),
        )
        rules = get_game("french").read_rules("rounded-10")

        sittings.change_rules(club.actor("Charlie"), sitting, rules, request_id=uuid4())

        deal.refresh_from_db()
        assert (deal.revision, totals(sitting)["Bob"]) == (1, 3)

    def test_taken_back_at_a_table_of_eight(self, club):
        sitting = club.sitting(*FOUR)
        club.reseat(sitting, *FOUR, "E", "F", "G", "H", active_count=5)
        deal = sittings.record_deal(
            club.actor("Alice"),
            sitting,
            self.record(club, Alice=-3, Dora=3),
            number=1,
            request_id=uuid4(),
        )

        sittings.void_deal(club.actor("Alice"), deal, revision=1, reason="undo", request_id=uuid4())

        names = {str(uuid): name for uuid, name in Player.objects.values_list("uuid", "name")}
        assert [names[uuid] for uuid in deal.record["out"]] == ["Bob", "Charlie"]


class TestAnyEvening:
    """Whatever happens in whatever order, the totals add up to 0 and somebody deals."""

    @settings(
        max_examples=12,
        deadline=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )
    @given(steps=STEPS)
    def test_totals_add_up(self, club, steps):
        sitting = club.sitting(*FOUR)
        expected = dict.fromkeys(NAMES, 0)
        written = []
        for kind, *told in steps:
            table = next_deal(sitting)
            names = [place.name for place in table.places]
            if kind == "seats":
                seated = told[0][: told[1]]
                club.reseat(sitting, *seated, active_count=min(len(seated), 5))
                assert now(sitting)[0] == list(seated)
                continue
            if kind == "undo":
                if told[0] < len(written):
                    deal, gains = written.pop(told[0])
                    deal.refresh_from_db()
                    sittings.void_deal(
                        club.actor("Alice"), deal, revision=1, reason="undo", request_id=uuid4()
                    )
                    for name, gain in gains.items():
                        expected[name] -= gain
                continue
            if kind == "scores":
                gains = {names[0]: told[0], names[-1]: -told[0]}
                if not told[0]:
                    continue
                record = TestPlainScores().record(club, **gains)
            else:
                resting = [table.names[uuid] for uuid in table.resting]
                active = [name for name in names if name not in resting]
                taker = active[told[0] % len(active)]
                record = club.record(
                    sitting, taker=taker, out=resting, dealer=table.names[table.dealer]
                )
                gains = {name: -60 for name in active if name != taker}  # (25+5)·2
                gains[taker] = 60 * (len(active) - 1)
            number = table.number
            written.append(
                (
                    sittings.record_deal(
                        club.actor("Alice"), sitting, record, number=number, request_id=uuid4()
                    ),
                    gains,
                )
            )
            for name, gain in gains.items():
                expected[name] += gain

        sheet = score_sheet(Sitting.objects.select_related("club").get(pk=sitting.pk))
        found = {seat.name: seat.total for seat in sheet.seats}
        assert found == {name: expected[name] for name in found}
        assert sum(found.values()) == 0
        assert all(expected[name] == 0 for name in NAMES if name not in found)
        assert sheet.next_dealer in {seat.uuid for seat in sheet.present}
        for row in sheet.rows:
            assert sum(cell.gain for cell in row.cells) == 0

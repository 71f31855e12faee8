"""Penalties of a tournament."""

from uuid import uuid4

import pytest

from clubs.models import AuditEntry, Penalty
from clubs.queries.tournaments.tournaments import standings_after
from clubs.services.errors import RequestReused
from clubs.services.tournaments.entries import entry_penalties
from tests.refusals import problems


def give(hall, points=-30, reason="Retard", *, number=1, **told):
    told = {"after_round": 1, "code": "late", "request_id": uuid4(), **told}
    hall.reread()
    return entry_penalties.give_entry_penalty(
        hall.arbiter, hall.entry(number), points, reason, **told
    )


def total(hall, number, after):
    rows = standings_after(hall.reread(), after).rows
    return next(row.total for row in rows if row.number == number)


class TestGiven:
    def test_it_counts_from_its_round_on(self, hall):
        give(hall, after_round=2)

        assert total(hall, 1, 1) == 0
        assert total(hall, 1, 2) == -30

    def test_what_is_taken_is_given_to_nobody(self, hall):
        give(hall)

        assert [total(hall, number, 1) for number in range(1, 9)] == [-30, 0, 0, 0, 0, 0, 0, 0]

    def test_the_log_has_it(self, hall):
        penalty = give(hall, reason="  Retard   d’un quart d’heure ")

        entry = AuditEntry.objects.get(action="give_penalty")
        assert entry.target_uuid == penalty.uuid
        assert entry.reason == penalty.reason == "Retard d’un quart d’heure"
        assert entry.after == {"entry": 1, "points": -30, "after_round": 1, "code": "late"}

    def test_sent_twice_it_counts_once(self, hall):
        request_id = uuid4()
        for _ in range(2):
            give(hall, request_id=request_id)

        assert total(hall, 1, 1) == -30
        with pytest.raises(RequestReused):
            give(hall, points=-40, request_id=request_id)

    def test_points_that_are_given_are_asked_about(self, hall):
        assert problems(give, hall, points=20) == [("penalty_positive", "points")]

        give(hall, points=20, is_meant=True)

        assert total(hall, 1, 1) == 20

    def test_who_sits_there_is_the_player(self, hall):
        assert give(hall, number=3).player.name == "P03"


class TestCancelled:
    def test_it_stays_with_both_reasons(self, hall):
        penalty = give(hall)

        entry_penalties.cancel_entry_penalty(
            hall.arbiter, penalty, reason="Train en retard", request_id=uuid4()
        )

        penalty = Penalty.objects.get()
        assert (penalty.reason, penalty.cancel_reason) == ("Retard", "Train en retard")
        assert total(hall, 1, 1) == 0

    def test_a_second_time_is_nothing(self, hall):
        penalty = give(hall)
        for reason in ("Train en retard", "Encore"):
            entry_penalties.cancel_entry_penalty(
                hall.arbiter, penalty, reason=reason, request_id=uuid4()
            )

        assert Penalty.objects.get().cancel_reason == "Train en retard"
        assert AuditEntry.objects.filter(action="cancel_penalty").count() == 1

    def test_without_a_reason(self, hall):
        penalty = give(hall)
        told = {"reason": " ", "request_id": uuid4()}

        refused = problems(entry_penalties.cancel_entry_penalty, hall.arbiter, penalty, **told)

        assert refused == [("penalty_reason_required", "reason")]
        assert Penalty.objects.get().cancelled_at is None


class TestRefused:
    @pytest.mark.parametrize(
        ("told", "code", "field"),
        [
            ({"points": 0}, "penalty_zero", "points"),
            ({"reason": " "}, "penalty_reason_required", "reason"),
            ({"after_round": 0}, "round_unknown", "after_round"),
            ({"after_round": 4}, "round_unknown", "after_round"),
        ],
    )
    def test_what_it_cannot_be(self, hall, told, code, field):
        assert problems(give, hall, **told) == [(code, field)]
        assert not Penalty.objects.exists()

    @pytest.mark.parametrize("state", ["final", "archived", "cancelled"])
    def test_when_the_tournament_is_over(self, hall, state):
        penalty = give(hall)
        hall.tournament.state = state
        hall.tournament.save()
        penalty.refresh_from_db()

        assert problems(give, hall) == [("tournament_step", None)]
        told = {"reason": "Oubli", "request_id": uuid4()}
        refused = problems(entry_penalties.cancel_entry_penalty, hall.arbiter, penalty, **told)
        assert refused == [("tournament_step", None)]

"""Penalties: for an evening or at a table, with a reason, and cancelled with another."""

from datetime import date
from uuid import UUID, uuid4

import pytest

from clubs.models import AuditEntry, Evening, Penalty
from clubs.services.errors import RequestReused
from clubs.services.seasons import penalties
from tests.cast import Cast

ID = UUID("00000000-0000-4000-8000-00000000cafe")


@pytest.fixture
def evening(club: Cast) -> Evening:
    return club.evening(club.league(), date(2025, 11, 4), club.sitting("Alice", "Bob", "Dora"))


def give(club: Cast, evening: Evening, points: int = -20, by: str = "Charlie", **told) -> Penalty:
    told = {"reason": "Retard", "request_id": uuid4(), **told}
    reason = told.pop("reason")
    bob = club.player("Bob")
    return penalties.give_penalty(club.actor(by), evening, bob, points, reason, **told)


def test_for_the_evening(club, evening):
    give(club, evening)

    [row] = Penalty.objects.all()
    assert (row.evening, row.sitting, row.points, row.reason) == (evening, None, -20, "Retard")


def test_at_a_table_of_it(club, evening):
    sitting = evening.tables.get().sitting

    give(club, evening, sitting=sitting)

    [row] = Penalty.objects.all()
    assert (row.evening, row.sitting) == (None, sitting)


def test_not_at_a_table_of_elsewhere(club, evening):
    other = club.sitting("Alice", "Bob", "Dora")

    with pytest.raises(ValueError, match="does not count"):
        give(club, evening, sitting=other)


def test_the_log_has_the_reason_and_a_uuid(club, evening):
    row = give(club, evening)

    [entry] = AuditEntry.objects.filter(target_uuid=row.uuid)
    assert (entry.action, entry.reason) == ("give_penalty", "Retard")
    assert entry.after["player"] == str(club.player("Bob").uuid)
    assert entry.chain_uuid == evening.league.uuid


def test_twice_sent_is_given_once(club, evening):
    give(club, evening, request_id=ID)
    give(club, evening, request_id=ID)

    assert Penalty.objects.count() == 1
    with pytest.raises(RequestReused):
        give(club, evening, points=-30, request_id=ID)


@pytest.mark.parametrize(("points", "reason"), [(0, "Retard"), (-20, "  ")])
def test_points_and_a_reason_are_needed(club, evening, points, reason):
    with pytest.raises(ValueError, match="points and a reason"):
        give(club, evening, points, reason=reason)


def test_cancelled_it_stays_with_both_reasons(club, evening):
    row = give(club, evening)
    league = evening.league

    penalties.cancel_penalty(
        club.actor("Charlie"), league, row, reason="Train en panne", request_id=uuid4()
    )

    row.refresh_from_db()
    assert (row.reason, row.cancel_reason) == ("Retard", "Train en panne")
    assert row.cancelled_at is not None
    entry = AuditEntry.objects.filter(target_uuid=row.uuid).order_by("pk").last()
    assert (entry.action, entry.reason) == ("cancel_penalty", "Train en panne")


def test_cancelling_twice_writes_once(club, evening):
    row = give(club, evening)
    for reason in ("Train en panne", "Encore"):
        penalties.cancel_penalty(
            club.actor("Charlie"), evening.league, row, reason=reason, request_id=uuid4()
        )

    row.refresh_from_db()
    assert row.cancel_reason == "Train en panne"

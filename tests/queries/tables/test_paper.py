"""What stands on paper beside the deals."""

from uuid import uuid4

import pytest

from clubs.queries.tables.paper import ORDINARY, paper_sheet
from clubs.services.changes import Action
from clubs.services.tables import sittings
from tests.cast import keeper

pytestmark = pytest.mark.usefixtures("in_english")

FOUR = ("Alice", "Bob", "Charlie", "Dora")


def test_what_needs_no_note_is_something_that_happens():
    assert set(ORDINARY) <= {action.value for action in Action}


def test_notes_are_what_is_out_of_the_ordinary(club):
    sitting = club.sitting(*FOUR)
    deal = club.deal(sitting)
    club.link(sitting)
    how = {"revision": 1, "reason": "twice", "request_id": uuid4()}
    sittings.void_deal(club.actor("Alice"), deal, **how)
    sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())
    sittings.reopen_sitting(club.actor("Charlie"), sitting, request_id=uuid4())

    notes = paper_sheet(club.actor("Bob"), sitting).notes

    assert [(note.title, note.who, note.reason) for note in notes] == [
        ("Deal 1 taken back", "Alice", "twice"),
        ("Session reopened", "Charlie", ""),
    ]


def test_who_may_not_see_the_log_gets_none(club):
    sitting = club.sitting(*FOUR)
    deal = club.deal(sitting)
    how = {"revision": 1, "reason": "twice", "request_id": uuid4()}
    sittings.void_deal(club.actor("Alice"), deal, **how)
    guest = keeper(club.link(sitting, "watch"))

    found = paper_sheet(guest, sitting)

    assert (found.notes, len(found.sheet.rows)) == ((), 1)

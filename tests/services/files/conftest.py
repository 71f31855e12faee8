"""A table that checks look at."""

from uuid import uuid4

import pytest

from clubs.services.tables import sittings
from tests.again import built_once
from tests.services.files.differences import FOUR


@pytest.fixture
@built_once
def sitting(club):
    """Four deals: one taken by Alice for (25+5)·2 = 60, one corrected, one void, one passed out."""
    sitting = club.sitting(*FOUR)
    club.deal(sitting, taker="Alice", points=46)
    corrected = club.deal(sitting, taker="Bob", points=46)
    void = club.deal(sitting)
    club.deal(sitting, kind="void", void_reason="all_pass", dealer="Alice")
    how = {"revision": 1, "reason": "", "request_id": uuid4()}
    sittings.correct_deal(
        club.actor("Alice"), corrected, club.record(sitting, taker="Dora", points=41), **how
    )
    sittings.void_deal(club.actor("Alice"), void, **{**how, "request_id": uuid4()})
    return sitting

"""A session of four, to which links lead."""

import pytest

from tests.cast import FOUR


@pytest.fixture
def sitting(club):
    return club.sitting(*FOUR)

"""A tournament whose first round is published."""

import pytest

from tests.hall import Hall


@pytest.fixture
def hall(club):
    hall = Hall.gather(club, 8)
    hall.publish()
    return hall


@pytest.fixture
def table(hall):
    return hall.tables()[0]

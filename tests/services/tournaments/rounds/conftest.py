"""A tournament whose first round is published."""

import pytest

from tests.hall import Hall
from tests.services.tournaments.rounds.slip_tables import played


@pytest.fixture
def hall(club):
    hall = Hall.gather(club, 8)
    hall.publish()
    return hall


@pytest.fixture
def table(hall):
    """The first table, with the deals of its round."""
    return played(hall)

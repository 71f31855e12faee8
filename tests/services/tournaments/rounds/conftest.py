"""The first table of the hall."""

import pytest

from tests.services.tournaments.rounds.slip_tables import played


@pytest.fixture
def table(hall):
    """The first table, with the deals of its round."""
    return played(hall)

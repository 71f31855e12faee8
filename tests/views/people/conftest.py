"""A session, and a guest who comes to it."""

import pytest

from tests.cast import FOUR


@pytest.fixture
def sitting(club):
    return club.sitting(*FOUR)


@pytest.fixture
def guest(client):
    """A browser without account, in English."""
    client.cookies["django_language"] = "en"
    return client

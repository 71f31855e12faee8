"""Clients of the cast, in English, and boards that nobody has drawn yet."""

from collections.abc import Callable

import pytest
from django.test import Client

from clubs.views.tables.live import BOARDS
from tests.cast import Cast
from tests.views.tables.pages import signed_in


@pytest.fixture(autouse=True)
def _forgotten() -> None:
    """What the tests before had drawn."""
    BOARDS.clear()


@pytest.fixture
def alice(client: Client, club: Cast) -> Client:
    """Scores at the table."""
    return signed_in(client, club, "Alice")


@pytest.fixture
def bob(club: Cast) -> Client:
    """Plays, and looks."""
    return signed_in(Client(), club, "Bob")


@pytest.fixture
def charlie(club: Cast) -> Client:
    """Organises."""
    return signed_in(Client(), club, "Charlie")


@pytest.fixture
def sign_in(club: Cast) -> Callable[..., Client]:
    """Anybody, in any language."""

    def sign_in(name: str, language: str = "en") -> Client:
        return signed_in(Client(), club, name, language)

    return sign_in

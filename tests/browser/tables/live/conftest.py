"""A table that others watch, and the pages they watch it on."""

from uuid import uuid4

import pytest
from playwright.sync_api import Page

from clubs.models import LinkKind, Sitting
from clubs.services.people import links
from tests.again import built_once
from tests.cast import Cast, make_player

FIVE = ("Alice", "Bob", "Charlie", "Dora", "Olivia")
TELEVISION = {"viewport": {"width": 1920, "height": 1080}}
FOLLOWS = 10_000  # ms
TV = "/c/trois-bouts/live/"


@pytest.fixture
@built_once
def sitting(club: Cast) -> Sitting:
    """Twelve deals of five players."""
    sitting = club.sitting(*FIVE)
    for number in range(12):
        club.deal(sitting, taker=FIVE[number % 5], called="Alice", dealer=FIVE[number % 5])
    return sitting


def shown(page: Page, sign_in, name: str, path: str) -> Page:
    sign_in(page, name)
    page.goto(path)
    return page


def ask_now(*pages: Page) -> None:
    """They ask at once what is new, and not at the next of their turns."""
    for page in pages:
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def guest_page(page: Page, club: Cast, sitting: Sitting, kind: LinkKind) -> Page:
    link = links.invite(club.actor("Alice"), sitting, kind, request_id=uuid4())
    page.goto(f"/s/{link.token}/")
    return page


def screen_page(new_page, club: Cast) -> Page:
    link = links.open_club_screen_link(club.actor("Alice"), club.club, request_id=uuid4())
    page = new_page(**TELEVISION)
    page.goto(f"/s/{link.token}/")
    return page


def crowd(club: Cast, *names: str) -> None:
    for name in names:
        club.players[name] = make_player(club.club, name)
        club.players[name].save()

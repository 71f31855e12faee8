"""Check-in at the desk by keyboard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.cast import Cast
from tests.hall import Hall

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_letters_and_enter(
    club: Cast, laptop: Page, sign_in: Callable[[Page, str], None]
) -> None:
    """Three keys a person, and the next one can be typed at once."""
    hall = Hall.gather(club, 0)
    hall.enter("Zoé Marchand", "Zacharie Bon", "Ana Petit", checked_in=False)
    sign_in(laptop, "Charlie")
    laptop.goto(f"/g/{hall.tournament.uuid}/check-in/")
    counts = laptop.locator("#check-in-counts dd")

    laptop.keyboard.type("zo")
    expect(laptop.locator(".door-row:visible")).to_have_count(1)
    laptop.keyboard.press("Enter")
    laptop.keyboard.type("an")
    laptop.keyboard.press("Enter")

    expect(laptop.locator(".door-row.is-here")).to_have_count(2)
    expect(counts.first).to_have_text("2")
    present = hall.tournament.entries.present().values_list("name", flat=True)
    assert sorted(present) == ["Ana Petit", "Zoé Marchand"]

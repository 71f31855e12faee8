"""Entries from a list, and the desk that checks them in by keyboard."""

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


def test_one_error_of_many_rows_and_each_entry_are_read_on_a_phone(
    club: Cast, phone: Page, sign_in: Callable[[Page, str], None]
) -> None:
    hall = Hall.gather(club, 0)
    sign_in(phone, "Charlie")
    phone.goto(f"/g/{hall.tournament.uuid}/entries/import/")
    people = (f"Ana {place};{'VW'[place % 2]};Lons;Les Quatre" for place in range(60))
    phone.locator("[name=pasted]").fill("\n".join(["nom;catégorie;club;équipe", *people]))

    phone.locator("main form .btn-primary").click()

    said = phone.locator(".import-errors tbody td:last-child").first
    expect(said).to_contain_text("V")
    within = "(cell) => cell.getBoundingClientRect().right <= innerWidth"
    assert said.evaluate(within)
    row = phone.locator(".tbl-wrap tbody tr", has_text="Lons").last
    assert row.locator("th, td").last.evaluate(within)


def test_the_club_of_who_comes_late_is_read_on_a_phone(
    club: Cast, phone: Page, sign_in: Callable[[Page, str], None]
) -> None:
    hall = Hall.gather(club, 0, state="playing")
    hall.enter("Ana Petit", club_name="Amicale de Lons", first_round=2)
    sign_in(phone, "Charlie")

    phone.goto(f"/g/{hall.tournament.uuid}/check-in/")

    written = phone.locator(".door-row .who-club")
    assert written.evaluate("(club) => club.scrollWidth <= club.clientWidth")

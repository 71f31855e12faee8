"""The header of a club's own workbook is found on a phone. The journey of a workbook brings all of
it in, and takes it back."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.axe import found_by_axe
from tests.browser.conftest import PHONE
from tests.exchange.imports.workbooks import club_workbook


def press(page: Page, selector: str) -> None:
    page.locator(selector).first.click()


def look_over(page: Page) -> None:
    """Nothing stands out at the side, and everybody can use the page."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert found_by_axe(page) == []


def test_a_wrong_header_is_a_tap_away(new_page, sign_in, club, tmp_path: Path):
    file = tmp_path / "Adhérents 2025.xlsx"
    file.write_bytes(club_workbook(evenings=1))
    page: Page = new_page(**PHONE)
    sign_in(page, "Charlie")
    page.goto("/c/trois-bouts/io/import/")
    page.locator("[name=file]").set_input_files(file)
    press(page, "main form .btn-primary")

    # The title is no header; a wrong row is a tap away, and so is the right one.
    header = page.locator(".import-grid [aria-pressed=true]")
    expect(header).to_have_text("4")
    look_over(page)
    box = page.locator(".import-grid button").first.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    press(page, ".import-grid button[value='3']")
    expect(header).to_have_text("3")
    press(page, ".import-grid button[value='4']")
    expect(header).to_have_text("4")
    press(page, "main button[value=columns]")
    press(page, "button[value=write]:visible")
    expect(page.locator("main dl.facts")).to_contain_text("60")
    look_over(page)

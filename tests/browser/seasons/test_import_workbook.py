"""A club's own workbook comes in on a phone: title, groups of columns, totals below, and a sheet of
deals that is taken back. The journey of a workbook brings all of it, twice."""

from pathlib import Path

from playwright.sync_api import Page, expect

from clubs.models import Deal, Player, Sitting
from tests.browser.axe import found_by_axe
from tests.browser.conftest import PHONE
from tests.exchange.imports.workbooks import club_workbook


def press(page: Page, selector: str) -> None:
    page.locator(selector).first.click()


def look_over(page: Page) -> None:
    """Nothing stands out at the side, and everybody can use the page."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert found_by_axe(page) == []


def test_members_and_a_sheet_come_in_and_the_sheet_goes(new_page, sign_in, club, tmp_path: Path):
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
    anne = Player.objects.get(email="membre0@exemple.fr")
    assert anne.free_columns == [["Cotisation", "12.5"], ["Remarque", "joue le vendredi"]]

    press(page, "main button[name=sheet][value=Hiver]")
    expect(page.get_by_text("· Hiver")).to_be_visible()
    press(page, "button[value=write]:visible")
    expect(page.locator("main dl.facts")).to_contain_text("50")
    assert (Deal.objects.count(), Sitting.objects.count()) == (50, 5)
    report = page.url
    press(page, "a[href$='/undo/']")
    expect(page.locator("main dl.facts")).to_contain_text("50")
    look_over(page)
    press(page, "main button[value=undo]")
    page.wait_for_url(report)
    assert Deal.objects.count() == 0

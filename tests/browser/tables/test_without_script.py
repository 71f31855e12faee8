"""An evening in a browser without scripts: seats, a deal, its help and correction, and a pile."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Sitting
from tests.browser.conftest import PHONE
from tests.cast import Cast, totals

pytestmark = pytest.mark.django_db(transaction=True)


def chip(page: Page, name: str, index: int) -> None:
    page.locator(f"label.chip:has([name={name}])").nth(index).tap()


def test_an_evening(
    new_page: Callable[..., Page], sign_in: Callable[[Page, str], None], club: Cast
) -> None:
    page = new_page(**{**PHONE, "locale": "en-GB", "java_script_enabled": False})
    sign_in(page, "Alice")

    # Seats are shown before the table is opened, and moved there.
    page.goto("/c/trois-bouts/tables/new/")
    for name in ("Dora", "Bob", "Frank", "Charlie"):
        page.locator(f'label.face:has([data-name]:text-is("{name}"))').tap()
    page.locator("[name=guest_name]").fill("Zoé")
    page.locator("[value=start]").tap()
    seats = page.locator("[data-seats] [data-name]")
    expect(seats).to_have_text(["Bob", "Charlie", "Dora", "Frank", "Zoé"])  # as the faces stand
    page.locator("[data-seat]:nth-child(5) [data-move='-1']").tap()
    expect(seats).to_have_text(["Bob", "Charlie", "Dora", "Zoé", "Frank"])
    page.locator("[value=start]").tap()
    expect(page).to_have_url(re.compile(r"/t/[0-9a-f-]{36}/$"))
    sitting = Sitting.objects.get()

    # A deal, calculated and saved.
    page.goto(f"/t/{sitting.uuid}/new/")
    page.get_by_role("button", name="Help: Points").tap()
    expect(page.locator("#help-points")).to_contain_text("Card points of one side")
    page.keyboard.press("Escape")
    expect(page.locator("[data-pad]")).to_be_hidden()
    chip(page, "taker", 0)
    expect(page.locator(".calls .chip:not(.dog) .n:visible").first).to_have_text("Alone")
    chip(page, "called_0", 1)
    chip(page, "contract", 1)
    chip(page, "oudlers", 2)
    page.locator("[name=points]").fill("52")
    page.get_by_role("button", name="Calculate").tap()
    expect(page.locator("#verdict")).to_contain_text("41 needed — made by 11")
    expect(page.locator("#deltas li").first).to_contain_text("+144")
    assert sitting.deals.count() == 0
    page.locator("[data-fold=poignee] > summary").tap()
    chip(page, "poignee_0", 1)
    page.get_by_role("button", name="Save deal").tap()
    page.wait_for_url("**/?saved=1")
    # (25+11)·2 + 20 = 92
    assert totals(sitting) == {"Bob": 184, "Charlie": 92, "Dora": -92, "Zoé": -92, "Frank": -92}

    # The row of the sheet is a link. The deal is corrected.
    page.locator("tr[data-deal='1'] a.no").tap()
    page.wait_for_url(f"**/t/{sitting.uuid}/1/")
    page.goto(f"/t/{sitting.uuid}/1/edit/")
    page.locator("[name=points]").fill("49")
    page.get_by_role("button", name="See what changes").tap()
    page.locator("label.chip", has_text="Other…").tap()
    page.locator("[name=reason_text]").fill("a card under the table")
    page.get_by_role("button", name="Correct").tap()
    page.wait_for_url(f"**/t/{sitting.uuid}/")
    # (25+8)·2 + 20 = 86
    assert totals(sitting) == {"Bob": 172, "Charlie": 86, "Dora": -86, "Zoé": -86, "Frank": -86}

    # A pile of one slip.
    page.goto(f"/t/{sitting.uuid}/bulk/")
    for name, text in {"taker": "12", "contract": "g", "oudlers": "2", "points": "46"}.items():
        page.locator(f"[name='row-0-{name}']").fill(text)
    page.get_by_role("button", name="Calculate").tap()
    expect(page.locator("#row-0-result")).to_have_text("made by 5")
    page.locator("[data-save]").tap()
    page.wait_for_url(f"**/t/{sitting.uuid}/")
    assert sitting.deals.count() == 2

    # A table without a club.
    page.goto("/table/")
    for place, name in enumerate(("Ana", "Luc", "Zoé")):
        page.locator("[data-name]").nth(place).fill(name)
    page.locator("[data-start]").tap()
    page.wait_for_url("**/t/**")
    opened = Sitting.objects.exclude(pk=sitting.pk).get()
    assert page.url.endswith(f"/t/{opened.uuid}/")

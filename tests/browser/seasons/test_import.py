"""A spreadsheet with three errors comes in: mended on the page, then imported."""

from playwright.sync_api import expect

from clubs.models import Deal, Sitting
from tests.cast import totals

PASTED = """date\ttable\tjoueurs\tpreneur\tappelé\tcontrat\tbouts\tpoints
2025-10-10\t1\tAlice|Bob|Charlie|Dora\tAlice\t\tgarde\t2\t46
32/10/2025\t1\t\tBob\t\tgarde\t2\t46
2025-10-10\t1\t\tZoé\t\tgarde\t2\t46
2025-10-10\t1\t\tBob\t\tgarde\t2\t95
"""


def test_three_errors_are_mended(laptop, sign_in, club):
    sign_in(laptop, "Charlie")
    laptop.goto("/c/trois-bouts/io/import/")
    laptop.locator("[name=pasted]").fill(PASTED)
    laptop.locator("main form .btn-primary").click()

    cells = laptop.locator(".import-errors input")
    expect(cells).to_have_count(3)
    laptop.set_viewport_size({"width": 320, "height": 568})
    errors = laptop.locator(".tbl-wrap:has(.import-errors)")
    assert errors.evaluate("wrap => wrap.scrollWidth <= wrap.clientWidth")
    for cell, text in (("cell-3-0", "10/10/2025"), ("cell-4-3", "Bob"), ("cell-5-7", "36")):
        laptop.locator(f"#{cell}").fill(text)
    laptop.locator(".import-errors").locator("xpath=ancestor::section").get_by_role(
        "button"
    ).click()
    expect(cells).to_have_count(0)
    laptop.locator("button[value=write]:visible").first.click()

    expect(laptop.locator("main a.linkrow")).to_have_count(1)
    # Alice +180; Bob −60 +180 +180 −180: (25+5)·2 is 60 a defender, three times made, once down
    assert Deal.objects.count() == 4
    assert totals(Sitting.objects.get()) == {
        "Alice": 120,
        "Bob": 120,
        "Charlie": -120,
        "Dora": -120,
    }

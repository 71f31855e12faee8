"""What a thumb reaches on the plain path of a deal: the lower two thirds of 360 × 740, with the
whole box of each control."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables.deals.conftest import FIVE, SHEET, SIX

HEIGHT = 740
TAP = 44
CARDS = {"called_cards": True, "which_oudlers": True}
ASKED = {"base": "family", "bid_shown": True, "asked": CARDS}
GROUPS = (
    "taker",
    "called_0",
    "called_1",
    "contract",
    "oudlers",
    "honours",
    "counted",
    "pad",
    "save",
)
# By group, the edges of those that one sees.
PATH = """(groups) => Object.fromEntries(groups.map((group) => [group, [
        ...document.querySelectorAll({ pad: ".pad button", save: "[data-save]" }[group]
            ?? `label:not(.dog):has(> [name=${group}])`)
    ].map((place) => place.getBoundingClientRect()).filter(({ width }) => width)
     .map(({ top, bottom }) => [top, bottom])]))"""
DOCK = "document.querySelector('.dock').getBoundingClientRect().top"

pytestmark = pytest.mark.django_db(transaction=True)


def reach(page: Page, which: object = "") -> None:
    """Which table, or state of it, is in the message of a failure."""
    path = {group: edges for group, edges in page.evaluate(PATH, GROUPS).items() if edges}

    assert {"taker", "contract", "counted", "pad", "save"} <= set(path), which
    high = {group: min(edges) for group, edges in path.items() if min(edges)[0] < HEIGHT / 3}
    assert not high, which
    low = {group for group, edges in path.items() for top, bottom in edges if bottom - top < TAP}
    assert not low, which
    dock = page.evaluate(DOCK)
    lowest = max(bottom for group in path if group != "save" for _, bottom in path[group])
    assert lowest <= dock, which
    assert page.evaluate("document.documentElement.scrollHeight") == HEIGHT, which


def test_the_plain_path_is_in_the_lower_two_thirds(thumb, table, club):
    """Of two called cards the suits are folded, too."""
    for names in (SHEET, SIX):
        table(*names)  # so that they may sit at others
    family, asked = {"rules": "family"}, {"rules": ASKED}
    for names, more in (
        (SHEET[:3], family),
        (SHEET, family),
        (FIVE, family),
        (SIX, family),
        (SIX, {**family, "active_count": 5}),
        (SHEET, asked),
        (FIVE, asked),
        (SHEET, {"rules": "volte", "game": "volte"}),
        (SIX, asked),
    ):
        sitting = club.sitting(*names, **{"active_count": len(names), **more})
        page = thumb(sitting).page
        reach(page, (len(names), more))

    card = page.locator(".which-card").first
    card.locator("> summary").tap()
    card.get_by_role("radio", name="Hearts").tap()
    expect(page.locator(".pad")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollHeight") == HEIGHT
    card.locator("> summary").tap()
    expect(card.locator("> summary > .tick")).to_be_visible()
    reach(page, "a suit is told")


def test_a_deal_that_was_opened_too(thumb, table):
    entry = thumb(table(*FIVE, rules=ASKED))
    entry.chip("taker", "Nadia")
    entry.chip("called_0", "Hugo")
    with entry.page.expect_response("**/bid/"):
        entry.chip("contract", "Garde")

    entry.page.reload()
    expect(entry.page.locator("[name=contract][value=garde]")).to_be_checked()
    reach(entry.page, "opened")

    entry.tap(entry.page.locator("label:has([name=counted][value=defence])"))
    reach(entry.page, "the other side is counted")


def test_bonuses_of_six_stand_above_the_dock_of_a_low_laptop(laptop, sign_in, table):
    laptop.set_viewport_size({"width": 1366, "height": 768})
    sign_in(laptop, "Alice")
    laptop.goto(f"/t/{table(*SIX).uuid}/new/")

    box = laptop.locator(".folds").bounding_box()
    assert box["y"] + box["height"] <= laptop.evaluate(DOCK)

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


def reach(page: Page) -> None:
    path = {group: edges for group, edges in page.evaluate(PATH, GROUPS).items() if edges}

    assert {"taker", "contract", "counted", "pad", "save"} <= set(path)
    assert not {group: min(edges) for group, edges in path.items() if min(edges)[0] < HEIGHT / 3}
    low = {group for group, edges in path.items() for top, bottom in edges if bottom - top < TAP}
    assert not low
    dock = page.evaluate(DOCK)
    assert max(bottom for group in path if group != "save" for _, bottom in path[group]) <= dock
    assert page.evaluate("document.documentElement.scrollHeight") == HEIGHT


@pytest.mark.parametrize(
    ("names", "more"),
    [
        pytest.param(SHEET[:3], {"rules": "family"}, id="three"),
        pytest.param(SHEET, {"rules": "family"}, id="four"),
        pytest.param(FIVE, {"rules": "family"}, id="five"),
        pytest.param(SIX, {"rules": "family"}, id="six"),
        pytest.param(SIX, {"rules": "family", "active_count": 5}, id="one rests"),
        pytest.param(SHEET, {"rules": ASKED}, id="four asked"),
        pytest.param(FIVE, {"rules": ASKED}, id="five asked"),
        pytest.param(SIX, {"rules": ASKED}, id="six asked"),
        pytest.param(SHEET, {"rules": "volte", "game": "volte"}, id="volte"),
    ],
)
def test_the_plain_path_is_in_the_lower_two_thirds(thumb, table, names, more):
    reach(thumb(table(*names, **more)).page)


def test_a_deal_that_was_opened_too(thumb, table):
    entry = thumb(table(*FIVE, rules=ASKED))
    entry.chip("taker", "Nadia")
    entry.chip("called_0", "Hugo")
    with entry.page.expect_response("**/bid/"):
        entry.chip("contract", "Garde")

    entry.page.reload()
    expect(entry.page.locator("[name=contract][value=garde]")).to_be_checked()
    reach(entry.page)

    entry.tap(entry.page.locator("label:has([name=counted][value=defence])"))
    reach(entry.page)


def test_of_two_called_cards_the_suits_are_folded(thumb, table):
    page = thumb(table(*SIX, rules=ASKED)).page
    card = page.locator(".which-card").first

    card.locator("> summary").tap()
    card.get_by_role("radio", name="Hearts").tap()
    expect(page.locator(".pad")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollHeight") == HEIGHT

    card.locator("> summary").tap()
    expect(card.locator("> summary > .tick")).to_be_visible()
    reach(page)


def test_bonuses_of_six_stand_above_the_dock_of_a_low_laptop(laptop, sign_in, table):
    laptop.set_viewport_size({"width": 1366, "height": 768})
    sign_in(laptop, "Alice")
    laptop.goto(f"/t/{table(*SIX).uuid}/new/")

    box = laptop.locator(".folds").bounding_box()
    assert box["y"] + box["height"] <= laptop.evaluate(DOCK)

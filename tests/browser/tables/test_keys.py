"""Help on each field, keys of every page, and pages whose scripts never come."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Sitting
from tests.browser.conftest import LAPTOP, PHONE
from tests.cast import Cast, totals

FOUR = ("Alice", "Bob", "Charlie", "Dora")
ENGLISH = {"locale": "en-GB"}

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sitting(club: Cast) -> Sitting:
    return club.sitting(*FOUR)


@pytest.fixture
def open_as(
    new_page: Callable[..., Page], sign_in: Callable[[Page, str], None]
) -> Callable[..., Page]:
    """open_as("Alice", "/t/…/", **PHONE): a signed-in device, in English."""

    def open_page(who: str, path: str, **device: object) -> Page:
        page = new_page(**{**device, **ENGLISH})
        sign_in(page, who)
        page.goto(path)
        return page

    return open_page


def size(page: Page) -> list[int]:
    return page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )


class TestHelp:
    def test_a_tap_tells_the_rule_and_its_source_and_moves_nothing(self, open_as, club):
        sitting = club.sitting(*FOUR, rules="family")
        phone = open_as("Alice", f"/t/{sitting.uuid}/new/", **PHONE)
        help_text = phone.locator("#help-contract")
        expect(help_text).to_be_hidden()

        phone.get_by_role("button", name="Help: Contract").tap()

        expect(help_text).to_contain_text("Prise × 1, Garde × 2, Garde sans × 4, Garde contre × 6")
        expect(help_text).to_contain_text("FFT, official rules of July 2012")
        assert size(phone) == [360, 740]
        phone.locator("#help-contract").get_by_role("button", name="Close").tap()
        expect(help_text).to_be_hidden()

        # So have the bonuses: four players show 10, 13 or 15; at home they are worth 20, 40 and 60.
        phone.locator("[data-fold=poignee] > summary").tap()
        phone.get_by_role("button", name="Help: Handful").tap()
        expect(phone.locator("#help-poignee")).to_contain_text("single 10, double 13, triple 15")
        expect(phone.locator("#help-poignee")).to_contain_text("double 40, triple 60")
        expect(phone.locator("#help-poignee")).to_contain_text("House rule: Family rules")


def test_keys_where_a_deal_is_typed(open_as, sitting):
    """Escape closes the help, and the focus is back; F1 opens that of the group; Tab passes it by.
    G is garde, and Escape leaves nothing."""
    laptop = open_as("Alice", f"/t/{sitting.uuid}/new/", **LAPTOP)
    button = laptop.get_by_role("button", name="Help: Taker", exact=True)
    button.click()
    expect(laptop.locator("#help-taker")).to_be_focused()
    laptop.keyboard.press("Escape")
    expect(laptop.locator("#help-taker")).to_be_hidden()
    expect(button).to_be_focused()
    assert laptop.url.endswith("/new/")
    laptop.locator("[name=taker]").first.focus()
    laptop.keyboard.press("Tab")
    assert laptop.evaluate("document.activeElement.name") == "contract"
    laptop.keyboard.press("F1")
    expect(laptop.locator("#help-contract")).to_be_visible()
    laptop.keyboard.press("Escape")

    garde, keys = laptop.locator("[name=contract][value=garde]"), laptop.locator("#keys")
    laptop.keyboard.press("g")
    laptop.keyboard.press("t")
    expect(garde).to_be_checked()
    assert laptop.url.endswith("/new/")
    laptop.keyboard.press("Escape")
    laptop.keyboard.press("?")
    expect(keys).to_contain_text("prise, garde, garde sans, garde contre")
    expect(keys).not_to_contain_text("to the tables of the club")
    expect(garde).to_be_checked()
    laptop.keyboard.press("Escape")
    laptop.locator(".sitebar summary").click()
    laptop.get_by_role("button", name="Keys").click()
    expect(keys).to_be_visible()


def test_keys_of_every_page(open_as, sitting):
    laptop = open_as("Alice", f"/t/{sitting.uuid}/", **LAPTOP)
    keys = laptop.locator("#keys")

    # The list, and the way back.
    laptop.keyboard.press("?")
    expect(keys).to_contain_text("next deal")
    laptop.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    laptop.keyboard.press("Escape")
    laptop.wait_for_url("**/c/trois-bouts/")

    # To the sections.
    for letter, path in (("t", "tables/"), ("o", "tournaments/"), ("m", "members/")):
        laptop.keyboard.press("g")
        laptop.keyboard.press(letter)
        laptop.wait_for_url(f"**/c/trois-bouts/{path}")

    # To the search.
    laptop.keyboard.press("/")
    laptop.keyboard.type("?g")
    expect(laptop.locator("input[type=search]")).to_have_value("?g")
    expect(keys).to_be_hidden()

    # Letters can be switched off.
    laptop.goto("/settings/")
    laptop.get_by_text("Keys of one letter").click()
    laptop.get_by_role("button", name="Save").click()
    expect(laptop.get_by_role("switch", name="Keys of one letter")).not_to_be_checked()
    laptop.goto(f"/t/{sitting.uuid}/")
    for key in ("?", "n", "g", "t"):
        laptop.keyboard.press(key)
    expect(keys).to_be_hidden()
    assert laptop.url.endswith(f"/t/{sitting.uuid}/")


def test_no_script_needs_to_have_come(open_as, sitting, trouble):
    """As on a bad network: scripts are on, but none arrives."""
    trouble.expect("ERR_FAILED")
    phone = open_as("Alice", "/", **PHONE)
    phone.context.route("**/*.js", lambda route: route.abort())
    phone.goto(f"/t/{sitting.uuid}/new/")

    for name, index in (("taker", 0), ("contract", 1), ("oudlers", 2)):
        phone.locator(f"label.chip:has([name={name}])").nth(index).tap()
    phone.locator("[name=points]").fill("46")
    phone.get_by_role("button", name="Save deal").tap()
    phone.wait_for_url("**/?saved=1")

    # (25+5)·2 = 60 a defender
    assert totals(sitting) == {"Alice": 180, "Bob": -60, "Charlie": -60, "Dora": -60}

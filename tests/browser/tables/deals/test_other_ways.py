"""Deal entry by keys, without network or session, and without script."""

import json
import re
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from tests.browser.tables.deals.conftest import FIVE, SHEET
from tests.cast import totals

# The status of the next poll, once the page has read it.
POLLED = """new Promise((tell) => {
    document.addEventListener("htmx:afterRequest", ({ detail: { pathInfo, xhr } }) => {
        if (pathInfo.requestPath.includes("/watch/")) tell(xhr.status);
    });
    dispatchEvent(new Event("online"));
})"""

pytestmark = pytest.mark.django_db(transaction=True)


def test_by_keyboard(laptop, sign_in, table):
    sitting = table(*FIVE)
    sign_in(laptop, "Alice")
    laptop.goto(f"/t/{sitting.uuid}/new/")
    last, points = laptop.locator("#deal-last .no"), laptop.locator("[name=points]")

    for key in ("2", "4", "g", "2"):
        laptop.keyboard.press(key)
    assert laptop.evaluate("document.activeElement.name") == "points"
    laptop.keyboard.type("52")
    laptop.keyboard.press("Control+Enter")
    expect(last).to_contain_text("1")
    # Hugo with Élise: 2·72 and 72
    assert totals(sitting) == {"Nadia": -72, "Hugo": 144, "Marc": -72, "Élise": 72, "Luc": -72}
    laptop.keyboard.press("Control+z")  # the keys are the page's again, not those of the points
    laptop.wait_for_url("**/new/?from=1")
    assert set(totals(sitting).values()) == {0}

    # Enter in a note saves nothing. After the chips digits reach the points, and Enter saves.
    laptop.goto(f"/t/{sitting.uuid}/new/")
    laptop.locator("[data-menu]:has([name=note]) > summary").click()
    laptop.locator(".deal-more:has([name=note]) > summary").click()
    laptop.locator("[name=note]").press("Enter")
    expect(laptop).to_have_url(re.compile("/new/$"))
    assert sitting.deals.count() == 1
    laptop.locator("[data-menu]:has([name=note]) > summary").click()
    for name, value in (("contract", "garde"), ("oudlers", "2")):
        laptop.locator(f'label.chip:has([name="{name}"][value="{value}"])').click()
    for name in ("called_0", "taker"):
        laptop.locator(f"label.chip:has([name={name}])").first.click()
    laptop.keyboard.press("4")
    laptop.keyboard.press("7")
    expect(points).to_have_value("47")
    laptop.keyboard.press("Enter")
    expect(last).to_contain_text("2")

    # Letters do nothing in a text field; D counts the other pile.
    points.focus()
    laptop.keyboard.type("gd")
    assert laptop.locator("[name=contract]:checked").count() == 0
    expect(laptop.locator("[name=counted][value=attack]")).to_be_checked()
    points.blur()
    laptop.keyboard.press("d")
    expect(laptop.locator("[name=counted][value=defence]")).to_be_checked()


def test_without_network_the_phone_counts(thumb, table, trouble):
    """(25 + 11) × 2 = 72 from each, without a word from the server; and who rests is as the page
    says, not as the server had said."""
    trouble.expect("ERR_INTERNET_DISCONNECTED")
    trouble.expect("console: htmx:")  # htmx tells the console of what did not arrive
    entry = thumb(table(*FIVE, active_count=4, first_dealer=1))
    chips = entry.page.locator(".taker .n:visible")
    expect(chips).to_have_text(["Nadia", "Marc", "Élise", "Luc"])
    entry.gains("·", "rests", "·", "·", "·")

    entry.page.context.set_offline(True)
    entry.take("Nadia", "Garde", 2, "52")
    entry.says("41 needed — made by 11")
    entry.gains("+216", "rests", "−72", "−72", "−72")
    entry.tap(entry.page.locator(".deal .menu > summary"))
    entry.tap(entry.page.get_by_text("Change who rests"))
    entry.chip("out", "Luc")
    entry.tap(entry.page.locator(".deal .menu > summary"))
    expect(chips).to_have_text(["Nadia", "Hugo", "Marc", "Élise"])
    entry.gains("+216", "−72", "−72", "−72", "rests")
    entry.key("←")
    entry.key("←")
    entry.says("How many points?")
    entry.gains("·", "·", "·", "·", "rests")
    entry.type_points("52")
    entry.page.context.set_offline(False)
    entry.key("←")
    entry.key("3")
    entry.says("made by 12")


class TestNothingKept:
    def test_the_scores_shown_go_with_the_plain_form(self, thumb, table, phone):
        phone.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
        entry = thumb(table(*SHEET))
        entry.take("Nord", "Garde", 2, "52")
        entry.gains("+216", "−72", "−72", "−72")

        with phone.expect_request(lambda request: request.method == "POST") as sent:
            entry.save()
        phone.wait_for_url("**/?saved=1")

        told = parse_qs(sent.value.post_data)
        assert sorted(json.loads(told["scores_shown"][0]).values()) == [-72, -72, -72, 216]


class TestSignedOut:
    @pytest.mark.usefixtures("counted_by_server")
    def test_the_page_stays_as_it_was_typed_and_goes_on_after_signing_in(
        self, phone, sign_in, club, trouble
    ):
        # The copy of the sheet may be asked for when nobody is signed in any more.
        trouble.expect(r"401|404 \(Not Found\) \(\S+/t/[-0-9a-f]{36}/\)$")
        sign_in(phone, "Alice")
        four = ("Alice", "Bob", "Charlie", "Dora")
        sitting = club.sitting(*four, game="bolognese", rules="ottocento", active_count=4)
        phone.goto(f"/t/{sitting.uuid}/new/")
        phone.evaluate(POLLED)  # the server remembers what is new for whoever asks next
        phone.context.clear_cookies(name="sessionid")

        phone.locator("label.chip:has([value=cards])").tap()
        card = phone.locator("label.chip:has([name=cards])")
        card.nth(1).tap()  # the server is asked

        told = phone.locator("[data-signed-out]")
        link = told.locator("a")
        expect(link).to_have_attribute(
            "href", re.compile(rf"/login/\?next=%2Ft%2F{sitting.uuid}%2Fnew%2F$")
        )
        assert link.get_attribute("target") == "_blank"
        assert card.nth(1).locator("input").is_checked()
        assert phone.evaluate(POLLED) == 204  # nobody has to be signed in to be told of no news
        expect(told).to_be_visible()

        other = phone.context.new_page()
        sign_in(other, "Alice")
        card.nth(2).tap()
        expect(told).to_have_count(0)
        expect(phone.locator("#verdict")).to_contain_text("?")

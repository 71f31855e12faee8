"""Rows that are kept on the device, and rows that are pasted."""

import pytest
from playwright.sync_api import expect

from tests.browser.network import intercept
from tests.browser.tables.bulk.conftest import FIVE, FOUR

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_is_typed_is_back_until_it_is_saved_or_begun_anew(club, desk, trouble):
    """A pile whose answer was lost is saved once."""
    trouble.expect("ERR_|console: htmx:")
    sitting = club.sitting(*FOUR)
    at = desk(sitting)
    restored = at.page.locator("[data-restored]")
    at.type("1g246|2p1")
    at.page.locator("[name=paper_0]").fill("100")

    at.page.goto("/")
    at.page.goto(f"/t/{sitting.uuid}/bulk/")
    expect(restored).to_be_visible()
    assert at.row(0) == ["", "1", "g", "2", "46", ""]
    assert at.row(1) == ["", "2", "p", "1", "", ""]
    expect(at.page.locator("[name=paper_0]")).to_have_value("100")
    at.gains(0, "+180", "−60", "−60", "−60")

    at.page.locator("[data-afresh]").click()
    expect(restored).to_be_hidden()
    assert at.row(0)[1] == ""

    at.cell("taker").focus()
    at.type("1g246|")
    at.result(0, "made by 5")

    def lose(route):
        route.fetch()
        route.abort()

    intercept(at.page, "**/bulk/", lose)
    at.press("Control+Enter")
    at.verdict("No network: what is typed is kept on this device.")
    at.page.context.unroute("**/bulk/")
    at.page.goto(f"/t/{sitting.uuid}/bulk/")
    expect(restored).to_be_visible()
    at.press("Control+Enter")
    at.saved()
    assert sitting.deals.count() == 1

    at.open()
    expect(restored).to_be_hidden()
    assert at.row(0)[1] == ""
    expect(at.page.locator("#row-0-number")).to_have_text("2")


PASTE = """([selector, text]) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    const options = { clipboardData: data, bubbles: true, cancelable: true };
    document.querySelector(selector).dispatchEvent(new ClipboardEvent("paste", options));
}"""


def test_rows_of_a_spreadsheet_fill_the_grid(club, desk, trouble):
    trouble.expect("status of 401|Code 401 from")
    at = desk(club.sitting(*FIVE))
    rows = [
        "Preneur\tAppelé\tContrat\tBouts\tPoints\tPoignée",
        "Bob\tOlivia\tGarde\t2\t46\t",
        "Charlie\tseul\tPetite\t1\t50,5\tsimple",
        "Zoé\tBob\tGarde sans\t3\t40\t",
    ]
    at.page.evaluate(PASTE, ["[name='row-0-taker']", "\n".join(rows)])
    at.says("taker", 0, "Bob, Olivia")
    assert at.row(0)[1:] == ["25", "G", "2", "46", ""]
    assert at.row(1)[1:] == ["33", "P", "1", "50,5", "P1"]
    at.says("taker", 2, "Nobody called “Zoé” sits here.")
    at.result(1, "down by 1")
    at.press("Control+z")
    assert at.row(0)[1:] == ["", "", "", "", ""]

    # From the cell with the cursor.
    at.cell("taker").focus()
    at.type("12g")
    at.page.evaluate(PASTE, ["[name='row-0-oudlers']", "2\t46\n1\t50\n"])
    expect(at.cell("points", 1)).to_have_value("50")
    at.result(0, "made by 5")
    assert at.row(0)[1:] == ["12", "g", "2", "46", ""]
    assert at.row(1)[1:] == ["", "", "1", "50", ""]

    # Who was signed out is told that alone.
    at.page.context.clear_cookies(name="sessionid")
    at.page.evaluate(PASTE, ["[name='row-0-taker']", "1\tG\t2\t46"])
    expect(at.page.locator("[data-toasts]")).to_contain_text("You were signed out.")
    refused = at.page.locator("[data-bulk]").get_attribute("data-refused")
    assert refused not in at.page.locator("body").inner_text()

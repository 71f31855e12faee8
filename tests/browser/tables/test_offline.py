"""Pages of a table that open without network, where a browser has a service worker for them."""

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Player, Sitting
from tests.browser.conftest import PHONE, PLAIN_HOST
from tests.browser.network import Phone, arrive, in_view
from tests.cast import Cast, totals

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = ("Alice", "Bob", "Charlie", "Dora")
KEPT = """async () => (await (await caches.open("pages")).keys())
    .map((request) => new URL(request.url).pathname).sort()"""


@pytest.fixture
def sitting(club: Cast) -> Sitting:
    sitting = club.sitting(*FOUR)
    club.deal(sitting, dealer="Alice")
    return sitting


@pytest.fixture
def page(new_page: Callable[..., Page], sign_in, sitting: Sitting, trouble) -> Page:
    trouble.expect("ERR_|console: htmx:")
    page = new_page(**{**PHONE, "locale": "en-GB", "service_workers": "allow"})
    sign_in(page, "Alice")
    return page


def kept(page: Page) -> list[str]:
    return page.evaluate(KEPT)


PARTS = ("", "curve/", "new/", "scores/", "summary/")


def wait_for_copies(page: Page, sitting: Sitting, parts: Sequence[str] = PARTS) -> list[str]:
    """Until the worker has these pages of the table."""
    wanted = [f"/t/{sitting.uuid}/{part}" for part in parts]
    for _ in range(200):
        if kept(page) == wanted:
            break
        page.wait_for_timeout(50)
    assert kept(page) == wanted
    return wanted


def what_is_against_installing(page: Page) -> list[str]:
    """A test runs in a window that keeps nothing, which Chromium has against it as well."""
    tools = page.context.new_cdp_session(page)
    errors = tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    tools.detach()
    return [error["errorId"] for error in errors if error["errorId"] != "in-incognito"]


def wait_for_text(page: Page, path: str, text: str) -> None:
    """Until the worker's copy of the page has it. wait_for_function does not wait for promises."""
    read = "async (path) => (await (await caches.match(path)).text())"
    for _ in range(200):
        if text in page.evaluate(read, path):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"no {text} in the copy of {path}")


@pytest.fixture
def away(page: Page, sitting: Sitting) -> Page:
    """The sheet was open once; now there is no network."""
    page.goto(f"/t/{sitting.uuid}/")
    wait_for_copies(page, sitting)
    page.context.set_offline(True)
    return page


class TestWithoutNetwork:
    def test_the_sheet_opens_and_deals_are_entered_and_sent_later(self, away, sitting):
        away.reload()
        expect(away.locator("tr[data-deal='1']")).to_be_visible()
        colour = "getComputedStyle(document.querySelector('.appbar')).backgroundColor"
        assert away.evaluate(colour) == "rgb(18, 74, 62)"  # felt: the stylesheet is there
        away.locator("#next-deal").tap()
        away.wait_for_url("**/new/")
        phone = Phone(away, sitting).is_for(2)
        phone.deal("Bob").save().is_for(3)
        last = away.locator("#deal-last")
        expect(last).to_have_text(
            re.compile(r"Deal 2 Bob, Garde, oudlers: 2, 46 points \+180 not sent yet")
        )
        away.reload()
        phone.is_for(3).nobody("Passed out").is_for(4)
        expect(last).to_contain_text("Deal 3 Passed out not sent yet")
        phone.says("Kept on this device, 2 to send").sheet()

        rows = away.locator("tr.waits")
        expect(rows.first.locator("td:visible")).to_have_text(["Passed out"])
        expect(rows.first.locator("td[colspan]:visible")).to_have_count(1)
        expect(rows.last.locator(".ct")).to_have_text("Garde")
        expect(rows.last.locator("td:visible b")).to_have_text(["+120", "+120", "−120", "−120"])
        expect(away.locator(in_view("[data-queue-list] li"))).to_have_count(2)

        away.goto("/c/trois-bouts/members/")  # other pages say so and lead to the tables
        expect(away.locator("h1:visible")).to_have_text("No network")
        table = away.locator("[data-offline-tables] a")
        expect(table).to_contain_text("2 to send")
        begins = "(element) => Math.round(element.getBoundingClientRect().left)"
        heading = away.get_by_role("heading", name="Tables opened on this phone")
        assert table.locator("b").evaluate(begins) == heading.evaluate(begins)
        table.tap()
        away.wait_for_url(f"**/t/{sitting.uuid}/")
        expect(away.locator("tr[data-deal='1']")).to_be_visible()

        away.context.set_offline(False)

        arrive(away, sitting, [(1, "Alice"), (2, "Bob"), (3, "all_pass")])
        dealers = [deal.record["dealer"] for deal in sitting.deals.order_by("number")]
        seats = sitting.seats.select_related("player").order_by("position")
        assert dealers == [str(seat.player.uuid) for seat in seats][:3]
        phone.says("Saved")
        away.context.set_offline(True)
        phone.entry().is_for(4)  # though that page was copied before these deals were saved

    def test_plain_scores_wait_like_any_deal(self, away, sitting):
        phone = Phone(away, sitting).entry().is_for(2)
        phone.deal("Bob").save().is_for(3)
        away.locator(".deal details[data-menu] > summary").tap()
        away.get_by_role("link", name="Enter plain scores").tap()
        away.locator(".reason .chip", has_text="Vachette").tap()
        expect(away.locator("h1")).to_have_text("Deal 3: plain scores")
        expect(away.locator("[name=dealer]:checked").locator("..")).to_contain_text("Charlie")
        away.locator("[data-scores-pad] [data-key='9']").tap()  # Alice is the first
        away.locator("[data-save]").tap()
        expect(away.locator("#scores-sum")).to_have_text("The scores must add up to 0.")
        away.locator("[data-score]").nth(1).fill("-9")
        away.locator("[data-save]").tap()

        phone.is_for(4)
        expect(away.locator("[name=dealer]:checked").locator("..")).to_contain_text("Dora")
        shown = away.locator(".taker small .num")  # 180, -60, -60, -60; then Bob's
        expect(shown).to_have_text(["+129", "+111", "−120", "−120"])
        phone.sheet()
        expect(away.locator("tr.waits").first.locator("td b")).to_have_text(
            ["+129", "+111", "−120", "−120"]
        )
        expect(away.locator("tr.waits").first.locator(".ct")).to_have_text("Vachette")
        row = away.locator(in_view("[data-queue-list] li"), has_text="Vachette")
        row.get_by_role("button", name="Correct").tap()
        expect(away.locator("[data-score]").first).to_have_value("9")
        away.locator("[data-score]").first.fill("12")
        away.locator("[data-score]").nth(2).fill("-3")
        away.locator("[data-save]").tap()
        phone.is_for(4)

        away.context.set_offline(False)

        arrive(away, sitting, [(1, "Alice"), (2, "Bob"), (3, None)])
        deal = sitting.deals.get(number=3)
        assert deal.record["label"] == "Vachette"
        assert deal.record["dealer"] == str(sitting.seats.get(position=2).player.uuid)
        assert totals(sitting) == {"Alice": 132, "Bob": 111, "Charlie": -123, "Dora": -120}
        phone.keeps_nothing()

    def test_copies_of_before_the_last_deal(self, page, club):
        """That of deal entry is for deal 1, which was saved from that very page. That of the curve
        has no deal; it goes on with those of the sheet, and with deals that wait."""
        sitting = club.sitting(*FOUR)
        phone = Phone(page, sitting).sheet()
        wait_for_copies(page, sitting)
        phone.entry().deal("Alice").save().is_saved(1)  # 180 for the taker, -60 for the others
        phone.deal("Bob").save().is_saved(2)
        wait_for_text(page, f"/t/{sitting.uuid}/curve/", "curve-figures")
        wait_for_text(page, f"/t/{sitting.uuid}/", 'data-deal="2"')
        page.context.set_offline(True)

        phone.sheet()

        expect(page.locator("tr[data-deal='2']")).to_be_visible()
        expect(page.locator("[data-toast]")).to_have_count(0)  # it was said once
        phone.entry().is_for(3).deal("Bob").save().is_for(4)

        page.goto(f"/t/{sitting.uuid}/curve/")

        stale = page.locator("[data-stale]")
        expect(stale).to_contain_text(re.compile(r"No network: this page as it was at \d\d:\d\d\."))
        page.locator("summary:has-text('The figures as a table')").tap()
        rows = page.locator("[data-curve-table] tbody tr")
        expect(rows.nth(-3)).to_have_text(re.compile(r"^\s*1\s*\+180\s*−60\s*−60\s*−60\s*$"))
        expect(rows.nth(-2)).to_have_text(re.compile(r"^\s*2\s*\+120\+120−120−120\s*$"))
        expect(rows.nth(-1)).to_have_text("3 not sent yet+60+300−180−180")
        page.goto(f"/t/{sitting.uuid}/summary/")
        expect(stale).to_be_visible()

    def test_the_summary_counts_deals_that_wait(self, page, club):
        """Deal 1 brings Alice 180 and costs the others 60; then Bob takes twice as much."""
        sitting = club.sitting(*FOUR, rules={"base": "fft", "stake_per_point": 5})
        club.deal(sitting, dealer="Alice")
        Player.objects.filter(name="Bob").update(public_name="hidden")
        phone = Phone(page, sitting).sheet()
        wait_for_copies(page, sitting)
        page.context.set_offline(True)
        phone.entry()
        for number in (3, 4):
            phone.deal("Bob").save().is_for(number)

        page.goto(f"/t/{sitting.uuid}/summary/")

        note = page.locator("[data-summary-waits]")
        expect(note).to_contain_text("Deals that wait on this device: 2.")
        rows = page.locator("tr[data-player]")
        expect(rows).to_have_text([
            re.compile(r"1\s*Bob\s*\+300"), re.compile(r"2\s*Alice\s*\+60"),
            re.compile(r"3\s*Charlie\s*−180"), re.compile(r"3\s*Dora\s*−180"),
        ])  # fmt: skip
        expect(page.locator(".result h2")).to_have_text("Bob")
        expect(page.locator(".result-value [aria-hidden]")).to_have_text("+300")
        expect(page.locator(".result-next li")).to_contain_text(["Alice", "Charlie", "Dora"])
        money = page.locator("[data-payments]")
        expect(money).to_contain_text("Counted once the deals that wait on this device are sent.")
        expect(money.locator("li:visible")).to_have_count(0)
        self.says_what_is_sent(page, phone)

    def says_what_is_sent(self, page, phone):
        beside = page.locator("[data-send-waits]")
        expect(beside).to_have_text(
            "Deals not sent yet: 2. The places in the text count them, the picture does not."
        )
        text = page.locator("#result-text")
        blocks = text.input_value().split("\n\n")
        # Bob is called as he chose; the deal of the evening may be another one by now.
        hidden = "Player 2 +300"
        assert blocks[1] == f"1. {hidden}\n2. Alice +60\n3. Charlie −180\n3. Dora −180"
        assert blocks[2].startswith("1 deal · ")
        assert blocks[3:] == ["Deals that only one phone has so far: 2. The places count them."]
        share = page.locator("[data-share]")
        expect(share).to_have_attribute("data-share-picture", "")

        page.context.set_offline(False)
        phone.again()

        expect(beside).to_be_hidden()
        expect(share).to_have_attribute("data-share-picture", re.compile(r"\.png$"))
        assert "only one phone" not in text.input_value()

    def test_a_guest_who_saw_deal_entry_alone_has_the_sheet(self, new_page, club, sitting, trouble):
        trouble.expect("ERR_|console: htmx:")
        page = new_page(**{**PHONE, "locale": "en-GB", "service_workers": "allow"})
        page.goto(f"/s/{club.link(sitting).token}/")
        wait_for_copies(page, sitting, ("", "new/", "scores/"))
        page.context.set_offline(True)

        page.locator(f"a[href$='/t/{sitting.uuid}/']").first.tap()

        expect(page.locator("tr[data-deal='1']")).to_be_visible()


def test_a_form_without_an_answer_is_gone_back_to_and_sent_again(page, sitting):
    page.goto(f"/t/{sitting.uuid}/")
    wait_for_copies(page, sitting)
    page.add_init_script("Object.defineProperty(navigator, 'onLine', { get: () => true })")
    page.goto(f"/t/{sitting.uuid}/1/edit/")
    page.locator("[name=points]").fill("47")
    page.context.set_offline(True)  # a phone in a Wi-Fi that leads nowhere says that it is online

    page.locator("[data-save]").tap()

    expect(page.locator("h1:visible")).to_have_text("No answer")
    expect(page.get_by_text("It counts once.")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="Go back").tap()
    expect(page.locator("[name=points]")).to_have_value("47")
    page.locator("[data-save]").tap()
    expect(page.locator(".diff tr", has_text="Points")).to_contain_text("47")


class TestWhatIsKept:
    def test_pages_of_tables_and_nothing_else_until_one_signs_out(self, page, sign_in, sitting):
        page.goto(f"/t/{sitting.uuid}/")
        wanted = wait_for_copies(page, sitting)
        assert what_is_against_installing(page) == []
        for path in ("/", f"/t/{sitting.uuid}/log/", "/settings/", "/email/", "/c/trois-bouts/"):
            page.goto(path)
        assert kept(page) == wanted

        page.locator("footer").get_by_role("button", name="Sign out").tap()
        page.wait_for_url(re.compile(r"^https?://[^/]+/$"))
        assert kept(page) == []

        sign_in(page, "Alice")
        page.goto(f"/t/{sitting.uuid}/")
        wait_for_copies(page, sitting)
        page.goto("about:blank")  # else the sheet may ask without the cookie, and be refused
        page.context.clear_cookies()
        sign_in(page, "Eve")  # another account finds none of them
        page.goto("/")
        assert kept(page) == []
        page.context.set_offline(True)
        page.goto(f"/t/{sitting.uuid}/")
        expect(page.locator("h1:visible")).to_have_text("No network")


def test_on_plain_http_there_is_no_worker_and_nothing_complains(
    new_page, live_server, club, trouble
):
    page = new_page(**PHONE)
    page.goto(live_server.url.replace("localhost", PLAIN_HOST) + "/login/")
    page.locator("[name=login]").fill("alice@example.org")
    page.locator("[name=password]").fill("une phrase assez longue")
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(lambda url: "/login/" not in url)

    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]

"""The sheet as a table sees it: live on every phone, beside the deal on a laptop, by keys."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from clubs.listings import sheet_table
from clubs.models import Sitting, SittingState
from clubs.services.tables import sittings
from tests.again import built_once
from tests.browser.axe import found_by_axe, in_the_dark, too_wide
from tests.browser.conftest import PHONE
from tests.cast import Cast, make_player, totals

FIVE = ("Alice", "Bob", "Charlie", "Dora", "Olivia")
# The first player's line ends in a disc of p1.
DRAWN = """() => {
    const canvas = document.querySelector("[data-curve] canvas");
    const p1 = getComputedStyle(document.documentElement).getPropertyValue("--p1");
    const [r, g, b] = p1.match(/\\w\\w/g).map((part) => parseInt(part, 16));
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    for (let i = 0; i < data.length; i += 4) {
        if (data[i] === r && data[i + 1] === g && data[i + 2] === b) return true;
    }
    return false;
}"""
FOLLOWS = 10_000  # ms; a sheet asks every two seconds

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
@built_once
def sitting(club: Cast) -> Sitting:
    """Twelve deals of five players: more than a phone shows at once."""
    sitting = club.sitting(*FIVE)
    for number in range(12):
        club.deal(sitting, taker=FIVE[number % 5], called="Alice", dealer=FIVE[number % 5])
    return sitting


def show(page: Page, sign_in, name: str, sitting: Sitting, path: str = "") -> Page:
    sign_in(page, name)
    page.goto(f"/t/{sitting.uuid}/{path}")
    return page


def row(page: Page, number: int):
    return page.locator(f"#sheet tr[data-deal='{number}']")


def sheet_of(page: Page) -> str:
    """All of the sheet but the tint of what is new, which goes by itself."""
    html: str = page.locator("#sheet").evaluate("sheet => sheet.outerHTML")
    return re.sub(r"\s+", " ", re.sub(r' class="new"| new(?=")', "", html))


def top_of(page: Page, number: int) -> float:
    return row(page, number).evaluate("row => row.getBoundingClientRect().top")


def hide(page: Page, is_hidden: bool) -> None:
    """As when another app comes to the front, or this page again."""
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        is_hidden,
    )


def come_back(page: Page) -> None:
    """The page asks at once what is new, and not at the next of its turns."""
    hide(page, True)
    hide(page, False)


class TestLive:
    def test_a_new_deal_comes_by_itself_and_neither_focus_nor_scroll_moves(
        self, phone, club, sitting, sign_in, trouble
    ):
        trouble.expect("ERR_INTERNET_DISCONNECTED|console: htmx:")
        show(phone, sign_in, "Alice", sitting)
        dock, stale = phone.locator("#sheet-dock"), phone.locator("[data-stale]")
        expect(dock).to_contain_text("13")
        row(phone, 4).locator("a.no").focus()
        phone.evaluate("scrollTo({ top: 300, behavior: 'instant' })")
        before = top_of(phone, 5)

        club.deal(sitting, taker="Dora", called="Olivia", points=52, dealer="Charlie")

        expect(row(phone, 13)).to_have_class(re.compile(r"\bnew\b"), timeout=FOLLOWS)
        expect(phone.locator("[data-live-news]")).to_contain_text("13 : Dora, Garde,")
        assert phone.locator("#sheet tbody tr").count() == 13
        assert phone.evaluate("document.activeElement.id") == "d4"
        assert abs(top_of(phone, 5) - before) < 2
        expect(dock).to_contain_text("14")
        dock.locator("a").focus()

        club.deal(sitting, dealer="Alice")
        come_back(phone)
        expect(dock).to_contain_text("15")
        expect(dock).to_contain_text("Bob")
        expect(dock.locator("a")).to_be_focused()

        # Without network the sheet says how old it is.
        expect(stale).to_be_hidden()
        phone.context.set_offline(True)
        come_back(phone)
        expect(stale).to_contain_text(re.compile(r"\d\d:\d\d"))
        phone.context.set_offline(False)
        expect(stale).to_be_hidden()

        # After the end nothing is asked.
        sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())
        come_back(phone)
        expect(phone.locator("#sheet[data-live]")).to_have_count(0)
        expect(dock.locator("a")).to_have_count(0)

    def test_a_sheet_that_followed_is_that_of_a_page_that_comes_now(
        self, phone, club, sitting, sign_in, monkeypatch
    ):
        """With all deals, and where the oldest are not shown."""
        answers: list[str] = []
        phone.on("response", lambda got: got.status == 200 and answers.append(got.url))
        for shown_rows in (50, 10):
            monkeypatch.setattr(sheet_table, "SHOWN_ROWS", shown_rows)
            count = sitting.deals.count()
            show(phone, sign_in, "Bob", sitting)
            expect(phone.locator("#sheet tbody tr")).to_have_count(min(count, shown_rows))
            row(phone, count - 1).locator("a.no").focus()

            newest = club.deal(sitting, taker="Dora", called="Olivia", dealer="Charlie")
            come_back(phone)
            expect(row(phone, count + 1)).to_have_count(1)
            how = {"revision": newest.revision, "reason": "twice", "request_id": uuid4()}
            sittings.void_deal(club.actor("Alice"), newest, **how)
            come_back(phone)
            expect(row(phone, count + 1)).to_have_class(re.compile("voided"))
            club.deal(sitting, taker="Bob", called="Bob")
            come_back(phone)
            expect(row(phone, count + 2)).to_have_count(1)
            expect(row(phone, count - 1).locator("a.no")).to_be_focused()
            followed = sheet_of(phone)

            assert len([url for url in answers if "/sheet/?" in url]) == 3
            answers.clear()
            phone.reload()
            assert sheet_of(phone) == followed

    def test_a_hidden_page_asks_nothing_and_one_that_is_back_asks_at_once(
        self, phone, club, sitting, sign_in
    ):
        phone.clock.install()
        show(phone, sign_in, "Bob", sitting)
        asked: list[str] = []
        phone.on("request", lambda request: "/sheet/?" in request.url and asked.append(request.url))

        hide(phone, True)
        phone.clock.run_for(10_000)
        club.deal(sitting)
        phone.clock.run_for(10_000)
        assert asked == []
        hide(phone, False)

        expect(row(phone, 13)).to_have_count(1, timeout=1500)
        with phone.expect_request(lambda request: "/sheet/?" in request.url):
            phone.clock.run_for(2_000)


class TestPanel:
    def test_it_follows_the_newest_deal_until_one_is_chosen(self, laptop, club, sitting, sign_in):
        show(laptop, sign_in, "Bob", sitting)
        told = laptop.locator("[data-panel] [data-told]")
        expect(told).to_have_attribute("data-told", "12")

        club.deal(sitting)
        come_back(laptop)
        expect(told).to_have_attribute("data-told", "13", timeout=FOLLOWS)
        row(laptop, 5).locator("td").last.click(force=True)  # the link lies over it
        expect(told).to_have_attribute("data-told", "5")
        assert laptop.url.endswith(f"/t/{sitting.uuid}/?deal=5")
        club.deal(sitting)
        come_back(laptop)

        expect(row(laptop, 14)).to_have_count(1, timeout=FOLLOWS)
        expect(row(laptop, 5)).to_have_class(re.compile(r"\bsel\b"))
        expect(told).to_have_attribute("data-told", "5")


class TestKeys:
    def test_of_who_writes(self, laptop, sitting, sign_in):
        show(laptop, sign_in, "Alice", sitting)

        # From row to row, to the detail, and its correction.
        for key in ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Enter"]:
            laptop.keyboard.press(key)
        expect(laptop.locator("[data-panel] [data-told]")).to_have_attribute("data-told", "11")
        laptop.keyboard.press("e")
        laptop.wait_for_url(f"**/t/{sitting.uuid}/11/edit/")

        # A new deal; in a field letters are letters.
        laptop.goto(f"/t/{sitting.uuid}/?saved=12")
        laptop.evaluate("document.querySelector('main').append(document.createElement('input'))")
        laptop.locator("main > input").press("n")
        laptop.evaluate("document.activeElement.blur()")
        expect(laptop.locator("main > input")).to_have_value("n")
        assert "/new/" not in laptop.url
        laptop.keyboard.press("n")
        laptop.wait_for_url(f"**/t/{sitting.uuid}/new/")

        # Undo.
        laptop.goto(f"/t/{sitting.uuid}/?saved=12")
        laptop.keyboard.press("Control+z")
        laptop.wait_for_url(f"**/t/{sitting.uuid}/new/**")
        assert sitting.deals.get(number=12).kind == "void"

    def test_who_may_not_write_stays_and_goes_from_deal_to_deal(self, laptop, sitting, sign_in):
        show(laptop, sign_in, "Bob", sitting)
        for key in ["n", "ArrowDown", "e"]:
            laptop.keyboard.press(key)
        assert laptop.url.endswith(f"/t/{sitting.uuid}/")

        # On paper the oldest deal comes first.
        numbers = "[...document.querySelectorAll('#sheet tbody tr')].map((row) => row.dataset.deal)"
        laptop.evaluate("dispatchEvent(new Event('beforeprint'))")
        on_paper = laptop.evaluate(numbers)
        laptop.evaluate("dispatchEvent(new Event('afterprint'))")
        assert on_paper == [str(number) for number in range(1, 13)]
        assert laptop.evaluate(numbers) == on_paper[::-1]

        laptop.goto(f"/t/{sitting.uuid}/5/")
        laptop.keyboard.press("ArrowRight")
        laptop.wait_for_url(f"**/t/{sitting.uuid}/6/")


class TestTaps:
    def test_of_who_writes(self, phone, sitting, sign_in):
        """Undoing the last deal takes one, closing three."""
        show(phone, sign_in, "Alice", sitting, "?saved=12")
        toast = phone.locator("[data-toast]")
        expect(toast.locator("[data-toast-close]")).to_be_visible()
        phone.locator("[data-new-deal]:visible").tap()
        expect(phone.locator(".pad")).to_be_visible()
        said, gains = toast.bounding_box(), phone.locator(".outcome").bounding_box()
        assert said["y"] + said["height"] <= gains["y"] + gains["height"], "it covers a key"

        before = totals(sitting)
        phone.goto(f"/t/{sitting.uuid}/?saved=12")
        toast.locator("form button").tap()
        phone.wait_for_url(f"**/t/{sitting.uuid}/new/**")
        assert totals(sitting) != before

        phone.goto(f"/t/{sitting.uuid}/")
        phone.locator(".tabs a").nth(2).tap()
        phone.locator("#closing > summary").tap()
        phone.locator("#closing form button").tap()
        expect(phone.locator("#closing")).to_have_count(0)
        sitting.refresh_from_db()
        assert sitting.state == SittingState.CLOSED

    def test_of_who_looks_on(self, phone, sitting, sign_in):
        """A row leads to the page of its deal; no script of the curve comes with the sheet. The
        curve is drawn in the colours of the theme."""
        loaded: list[str] = []
        phone.on("request", lambda request: loaded.append(request.url))
        show(phone, sign_in, "Bob", sitting)
        phone.wait_for_load_state("networkidle")
        assert [url for url in loaded if "Chart" in url] == []

        row(phone, 11).locator("td:visible").last.tap(force=True)  # the link lies over it
        phone.wait_for_url(f"**/t/{sitting.uuid}/11/")

        for theme in ("light", "dark"):
            phone.emulate_media(color_scheme=theme)
            phone.goto(f"/t/{sitting.uuid}/curve/")
            phone.wait_for_function(DRAWN)


def test_the_summary_is_copied_and_its_toast_covers_no_title(new_page, sitting, sign_in):
    page = new_page(**PHONE, permissions=["clipboard-read", "clipboard-write"])
    show(page, sign_in, "Bob", sitting, "summary/")

    page.locator("[data-copy]").tap()

    expect(page.locator("[data-toast]")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    heading, places, stories, facts = copied.strip().split("\n\n")
    assert heading.endswith("\nLes Trois Bouts")
    assert len(places.splitlines()) == 5  # a player each
    assert stories.startswith("La donne de la soirée")
    assert facts.endswith("Règle officielle FFT")

    title, toast = page.locator("h2:visible").nth(2), page.locator("[data-toast]")
    say = "document.dispatchEvent(new CustomEvent('toast', {detail: {text: 'Done.'}}))"
    page.evaluate(say)
    there = title.bounding_box()["y"] - toast.bounding_box()["y"]
    page.evaluate("(step) => scrollBy(0, step)", there)
    page.evaluate(say)
    said = toast.bounding_box()
    assert said["y"] + said["height"] <= title.bounding_box()["y"]


def test_seats_that_a_phone_has_no_room_for_scroll_beside_the_first_column(phone, club, sign_in):
    for name in ("Gaston", "Hervé"):
        club.players[name] = make_player(club.club, name)
        club.players[name].save()
    sitting = club.sitting(*FIVE, "Frank", "Gaston", "Hervé", active_count=6)
    club.deal(sitting, out=["Gaston", "Hervé"])
    show(phone, sign_in, "Bob", sitting)
    place = "document.querySelector('#sheet tbody th').getBoundingClientRect().left"
    before = phone.evaluate(place)

    phone.evaluate("document.querySelector('.sheet-wrap').scrollTo(400, 0)")

    assert phone.evaluate("document.querySelector('.sheet-wrap').scrollLeft") > 100
    assert phone.evaluate(place) == before
    assert phone.evaluate("document.documentElement.scrollWidth") == 360


def test_the_accessibility_checker_finds_nothing_on_a_laptop(laptop, sitting, sign_in):
    """Beside the sheet there is a deal, which a phone does not show."""
    show(laptop, sign_in, "Charlie", sitting)
    assert [*found_by_axe(laptop), *in_the_dark(laptop), *too_wide(laptop)] == []

"""The sheet as a table sees it: live on every phone, beside the deal on a laptop, by keys."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Sitting, SittingState
from clubs.services.tables import sittings
from tests.browser.axe import faults_of_pages
from tests.browser.conftest import LAPTOP, PHONE
from tests.cast import Cast, make_player, totals

FIVE = ("Alice", "Bob", "Charlie", "Dora", "Olivia")
FOLLOWS = 10_000  # ms; a sheet asks every two seconds

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
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
        self, phone, club, sitting, sign_in
    ):
        show(phone, sign_in, "Alice", sitting)
        expect(phone.locator("#sheet-dock")).to_contain_text("13")
        row(phone, 4).locator("a.no").focus()
        phone.evaluate("scrollTo({ top: 300, behavior: 'instant' })")
        before = top_of(phone, 5)

        club.deal(sitting, taker="Dora", called="Olivia", points=52, dealer="Charlie")

        expect(row(phone, 13)).to_have_class(re.compile(r"\bnew\b"), timeout=FOLLOWS)
        expect(phone.locator("[data-live-news]")).to_contain_text("13 : Dora, Garde,")
        assert phone.locator("#sheet tbody tr").count() == 13
        assert phone.evaluate("document.activeElement.id") == "d4"
        assert abs(top_of(phone, 5) - before) < 2
        expect(phone.locator("#sheet-dock")).to_contain_text("14")
        phone.locator("#sheet-dock a").focus()

        club.deal(sitting, dealer="Alice")
        come_back(phone)

        expect(phone.locator("#sheet-dock")).to_contain_text("15", timeout=FOLLOWS)
        expect(phone.locator("#sheet-dock")).to_contain_text("Bob")
        expect(phone.locator("#sheet-dock a")).to_be_focused()

    @pytest.mark.parametrize("count", [12, 55])  # of 55 deals the oldest are not shown
    def test_a_sheet_that_followed_is_that_of_a_page_that_comes_now(
        self, phone, club, sitting, sign_in, count
    ):
        for _ in range(count - 12):
            club.deal(sitting)
        show(phone, sign_in, "Bob", sitting)
        row(phone, count - 1).locator("a.no").focus()
        sizes: list[int] = []
        phone.on("response", lambda got: got.status == 200 and sizes.append(len(got.body())))

        newest = club.deal(sitting, taker="Dora", called="Olivia", dealer="Charlie")
        come_back(phone)
        expect(row(phone, count + 1)).to_have_count(1, timeout=FOLLOWS)
        how = {"revision": newest.revision, "reason": "twice", "request_id": uuid4()}
        sittings.void_deal(club.actor("Alice"), newest, **how)
        come_back(phone)
        expect(row(phone, count + 1)).to_have_class(re.compile("voided"), timeout=FOLLOWS)
        club.deal(sitting, taker="Bob", called="Bob")
        come_back(phone)
        expect(row(phone, count + 2)).to_have_count(1, timeout=FOLLOWS)
        expect(row(phone, count - 1).locator("a.no")).to_be_focused()
        followed = sheet_of(phone)

        assert len(sizes) == 3
        phone.reload()
        assert sheet_of(phone) == followed

    def test_a_hidden_page_asks_nothing_and_one_that_is_back_asks_at_once(
        self, phone, club, sitting, sign_in
    ):
        show(phone, sign_in, "Bob", sitting)
        asked: list[str] = []
        phone.on("request", lambda request: "/sheet/" in request.url and asked.append(request.url))

        hide(phone, True)
        phone.wait_for_timeout(300)  # one may be on its way
        asked.clear()
        phone.wait_for_timeout(2500)
        assert asked == []
        club.deal(sitting)
        hide(phone, False)

        expect(row(phone, 13)).to_have_count(1, timeout=1500)

    def test_after_the_end_nothing_is_asked(self, phone, club, sitting, sign_in):
        show(phone, sign_in, "Alice", sitting)

        sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())
        come_back(phone)

        expect(phone.locator("#sheet[data-live]")).to_have_count(0, timeout=FOLLOWS)
        expect(phone.locator("#sheet-dock a")).to_have_count(0)

    def test_without_network_the_sheet_says_how_old_it_is(self, phone, sitting, sign_in, trouble):
        trouble.expect("ERR_INTERNET_DISCONNECTED|console: htmx:")
        show(phone, sign_in, "Bob", sitting)
        expect(phone.locator("[data-stale]")).to_be_hidden()

        phone.context.set_offline(True)
        expect(phone.locator("[data-stale]")).to_contain_text(
            re.compile(r"\d\d:\d\d"), timeout=FOLLOWS
        )

        phone.context.set_offline(False)
        expect(phone.locator("[data-stale]")).to_be_hidden(timeout=FOLLOWS)


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

    def test_on_a_phone_a_row_leads_to_the_page_of_the_deal(self, phone, sitting, sign_in):
        show(phone, sign_in, "Bob", sitting)

        row(phone, 11).locator("td:visible").last.tap(force=True)  # the link lies over it

        phone.wait_for_url(f"**/t/{sitting.uuid}/11/")

    def test_without_script_the_link_does(self, new_page, club, sitting, sign_in):
        page = new_page(**LAPTOP, java_script_enabled=False)
        show(page, sign_in, "Bob", sitting)

        row(page, 3).locator("a.no").click()

        page.wait_for_url(f"**/t/{sitting.uuid}/3/")


class TestKeys:
    def test_rows_detail_and_correction(self, laptop, sitting, sign_in):
        show(laptop, sign_in, "Alice", sitting)

        for key in ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Enter"]:
            laptop.keyboard.press(key)
        expect(laptop.locator("[data-panel] [data-told]")).to_have_attribute("data-told", "11")
        laptop.keyboard.press("e")

        laptop.wait_for_url(f"**/t/{sitting.uuid}/11/edit/")

    def test_a_new_deal_but_in_a_field_letters_are_letters(self, laptop, sitting, sign_in):
        show(laptop, sign_in, "Alice", sitting)
        laptop.evaluate("document.querySelector('main').append(document.createElement('input'))")

        laptop.locator("main > input").press("n")
        laptop.evaluate("document.activeElement.blur()")
        expect(laptop.locator("main > input")).to_have_value("n")
        assert laptop.url.endswith(f"/t/{sitting.uuid}/")
        laptop.keyboard.press("n")

        laptop.wait_for_url(f"**/t/{sitting.uuid}/new/")

    def test_undo(self, laptop, sitting, sign_in):
        show(laptop, sign_in, "Alice", sitting, "?saved=12")

        laptop.keyboard.press("Control+z")

        laptop.wait_for_url(f"**/t/{sitting.uuid}/new/**")
        assert sitting.deals.get(number=12).kind == "void"

    def test_who_may_not_write_stays_and_goes_from_deal_to_deal(self, laptop, sitting, sign_in):
        show(laptop, sign_in, "Bob", sitting)
        for key in ["n", "ArrowDown", "e"]:
            laptop.keyboard.press(key)
        assert laptop.url.endswith(f"/t/{sitting.uuid}/")
        laptop.goto(f"/t/{sitting.uuid}/5/")

        laptop.keyboard.press("ArrowRight")

        laptop.wait_for_url(f"**/t/{sitting.uuid}/6/")


class TestTaps:
    def test_closing_takes_three(self, phone, sitting, sign_in):
        show(phone, sign_in, "Alice", sitting)

        phone.locator(".tabs a").nth(2).tap()
        phone.locator("#closing > summary").tap()
        phone.locator("#closing form button").tap()

        expect(phone.locator("#closing")).to_have_count(0)
        sitting.refresh_from_db()
        assert sitting.state == SittingState.CLOSED

    def test_undoing_the_last_deal_takes_one(self, phone, sitting, sign_in):
        before = totals(sitting)
        show(phone, sign_in, "Alice", sitting, "?saved=12")

        phone.locator("[data-toast] form button").tap()

        phone.wait_for_url(f"**/t/{sitting.uuid}/new/**")
        assert totals(sitting) != before


class TestCurve:
    @pytest.mark.parametrize("theme", ["light", "dark"])
    def test_it_is_drawn_in_the_colours_of_the_theme(self, new_page, sitting, sign_in, theme):
        page = show(new_page(**PHONE, color_scheme=theme), sign_in, "Bob", sitting, "curve/")

        # the first player's line ends in a disc of p1
        page.wait_for_function(
            """() => {
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
        )

    def test_a_phone_does_not_load_it_with_the_sheet(self, phone, sitting, sign_in):
        loaded: list[str] = []
        phone.on("request", lambda request: loaded.append(request.url))

        show(phone, sign_in, "Bob", sitting)
        phone.wait_for_load_state("networkidle")

        assert [url for url in loaded if "Chart" in url] == []


def test_on_paper_the_oldest_deal_comes_first(laptop, sitting, sign_in):
    show(laptop, sign_in, "Bob", sitting)
    numbers = "[...document.querySelectorAll('#sheet tbody tr')].map((row) => row.dataset.deal)"

    laptop.evaluate("dispatchEvent(new Event('beforeprint'))")
    on_paper = laptop.evaluate(numbers)
    laptop.evaluate("dispatchEvent(new Event('afterprint'))")

    assert on_paper == [str(number) for number in range(1, 13)]
    assert laptop.evaluate(numbers) == on_paper[::-1]


def test_the_result_is_copied_as_text(new_page, sitting, sign_in):
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


def test_a_toast_covers_no_title(phone, sitting, sign_in):
    show(phone, sign_in, "Bob", sitting, "summary/")
    title, toast = phone.locator("h2:visible").nth(2), phone.locator("[data-toast]")
    say = "document.dispatchEvent(new CustomEvent('toast', {detail: {text: 'Done.'}}))"
    phone.evaluate(say)
    there = title.bounding_box()["y"] - toast.bounding_box()["y"]
    phone.evaluate("(step) => scrollBy(0, step)", there)

    phone.evaluate(say)

    said = toast.bounding_box()
    assert said["y"] + said["height"] <= title.bounding_box()["y"]


def test_a_toast_of_the_sheet_covers_no_key_of_deal_entry(phone, sitting, sign_in):
    show(phone, sign_in, "Alice", sitting, "?saved=12")
    toast = phone.locator("[data-toast]")
    expect(toast.locator("[data-toast-close]")).to_be_visible()

    phone.locator("[data-new-deal]:visible").tap()

    expect(phone.locator(".pad")).to_be_visible()
    said, gains = toast.bounding_box(), phone.locator(".outcome").bounding_box()
    assert said["y"] + said["height"] <= gains["y"] + gains["height"]


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
    """On a phone test_accessibility.py shows it these pages."""
    sign_in(laptop, "Charlie")
    pages = [f"/t/{sitting.uuid}/{rest}" for rest in ("", "curve/", "summary/", "3/")]

    assert faults_of_pages(laptop, pages) == []

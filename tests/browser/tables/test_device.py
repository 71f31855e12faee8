"""What a phone can do beside showing pages: stay awake, copy, share; and its quiet console."""

from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubs.models import Sitting
from clubs.services.people.links import open_tournament_screen_link
from tests.browser.conftest import PHONE, PLAIN_HOST
from tests.cast import Cast
from tests.hall import Hall

FOUR = ("Alice", "Bob", "Charlie", "Dora")
WAKE = """
    window.asked = [];
    Object.defineProperty(navigator, "wakeLock", {
      value: { request: async (kind) => { asked.push(kind); } },
    });
"""
SHARE = "navigator.share = async (what) => { window.shared = what; document.title = 'shared'; };"
TOO_LATE = """() => {
    document.title = "";
    navigator.canShare = (what) => Boolean(what.files);
    const share = navigator.share;
    navigator.share = async () => {
      navigator.share = share;
      throw new DOMException("", "NotAllowedError");
    };
}"""

NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
KEYS = "Selected: press Ctrl+C, or choose Copy."

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sitting(club: Cast) -> Sitting:
    sitting = club.sitting(*FOUR)
    club.deal(sitting)
    return sitting


@pytest.fixture
def phone(new_page, sign_in, club: Cast) -> Page:
    page = new_page(**{**PHONE, "locale": "en-GB"})
    sign_in(page, "Alice")
    return page


@pytest.fixture
def plain(live_server: LiveServer) -> str:
    return live_server.url.replace("localhost", PLAIN_HOST)


def test_the_screen_stays_on_at_the_table_and_after_one_comes_back(phone, sitting):
    phone.add_init_script(WAKE)
    for path in ("", "new/"):
        phone.goto(f"/t/{sitting.uuid}/{path}")
        assert phone.evaluate("asked") == ["screen"]
        phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        assert phone.evaluate("asked") == ["screen", "screen"]


class TestCopy:
    def test_on_plain_http_too_and_where_it_is_refused_the_keys_are_said(
        self, phone, sitting, plain
    ):
        phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
        phone.goto(f"{plain}/t/{sitting.uuid}/summary/")
        assert phone.evaluate("navigator.clipboard") is None
        said, button = phone.locator("[data-toast]"), phone.locator("[data-copy]")
        phone.evaluate("document.execCommand = () => false")
        button.tap()
        expect(said).to_contain_text(KEYS)

        phone.evaluate("delete document.execCommand")
        button.tap()
        expect(said).to_contain_text("The text is copied.")
        text = phone.locator("#result-text").input_value()
        phone.goto("/table/")
        field = phone.locator("[data-name]").first
        field.focus()
        phone.keyboard.press("Control+V")
        assert field.input_value()[:10] == text[:10]

    def test_of_a_public_address_and_of_screens(self, club, new_page, sign_in):
        hall = Hall.gather(club, 4, shows_page=True)
        open_tournament_screen_link(hall.arbiter, hall.tournament, request_id=uuid4())
        page = new_page(**{**PHONE, "locale": "en-GB"})
        sign_in(page, "Charlie")
        for path in ("", "screen/link/"):
            page.goto(f"/g/{hall.tournament.uuid}/{path}")
            page.evaluate(f"{NO_CLIPBOARD} document.execCommand = () => false;")
            page.locator("[data-copy]").first.tap()
            expect(page.locator("[data-toast]")).to_contain_text(KEYS)


def test_the_result_is_shared_as_text_or_with_its_picture(phone, sitting):
    """The picture goes where a device takes files. It lets a page share for some seconds after a
    tap: one that took too long is asked for again, and finds the picture."""
    phone.add_init_script(SHARE)
    phone.goto(f"/t/{sitting.uuid}/summary/")
    asked = []
    phone.on("request", lambda request: asked.append(request.url))
    button = phone.locator("[data-share-field]")

    button.tap()
    expect(phone).to_have_title("shared")
    text = phone.locator("#result-text").input_value()
    assert phone.evaluate("[shared.text, shared.files]") == [text, None]
    assert "Alice" in text

    phone.evaluate(TOO_LATE)
    button.tap()
    expect(phone.locator("[data-toast]")).to_contain_text("tap once more")
    button.tap()
    expect(phone).to_have_title("shared")
    [name, kind, size] = phone.evaluate(
        "[shared.files[0].name, shared.files[0].type, shared.files[0].size]"
    )
    assert (name, kind) == ("summary.png", "image/png")
    assert size > 10_000
    assert phone.evaluate("shared.text") == text
    assert len([url for url in asked if url.endswith("summary.png")]) == 1


@pytest.mark.usefixtures("counted_by_server")
def test_the_console_is_quiet_on_plain_http_and_when_a_preview_is_overtaken(
    phone, club, plain, trouble
):
    """The fixture fails the test for whatever is on the console: htmx's errors, ignored headers."""
    sitting = club.sitting(*FOUR, game="bolognese", rules="ottocento", active_count=4)
    phone.goto(f"{plain}/t/{sitting.uuid}/new/")
    phone.locator("label.chip:has([value=cards])").tap()
    phone.route("**/preview/", lambda route: None)  # never answered
    card = phone.locator("label.chip:has([name=cards])")
    for which in (0, 1, 2):
        with phone.expect_request("**/preview/"):
            card.nth(which).tap()
    phone.unroute("**/preview/")
    phone.goto(f"{plain}/t/{sitting.uuid}/")
    assert trouble.left() == []

"""Who took with what: from the phone that types it to everybody else, while the deal is played."""

import pytest
from playwright.sync_api import Page, expect

from clubs.models import LinkKind, Sitting
from tests.browser.conftest import PHONE
from tests.browser.network import LOST, intercept
from tests.browser.tables.live.conftest import FIVE, ask_now, guest_page, shown
from tests.cast import Cast

BID = "**/bid/"
CALM = 2_100  # ms after the last tap until it is sent
AGAIN = 5_100  # ms until it is tried again

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sitting(club: Cast) -> Sitting:
    return club.sitting(*FIVE, rules={"bid_shown": True, "asked": {"called_cards": True}})


def chip(page: Page, name: str, value: str):
    return page.locator(f'[name="{name}"][value="{value}"]')


def tap(page: Page, name: str, value: str) -> None:
    page.locator("label.chip", has=chip(page, name, value)).tap()


def shows(page: Page, taker: str, contract: str) -> None:
    expect(chip(page, "taker", taker)).to_be_checked()
    expect(chip(page, "contract", contract)).to_be_checked()


def test_from_one_phone_to_all_and_gone_with_the_deal(new_page, club, sitting, sign_in, trouble):
    trouble.expect("ERR_|console: htmx:|console: Failed to fetch")
    entry = f"/t/{sitting.uuid}/new/"
    watching = guest_page(new_page(**PHONE), club, sitting, LinkKind.WATCH)
    first, third, late = (new_page(**PHONE) for _ in range(3))
    for page in (first, third, late):
        page.clock.install()
    shown(first, sign_in, "Alice", entry)
    second = shown(new_page(**PHONE), sign_in, "Charlie", entry)
    shown(third, sign_in, "Charlie", entry)
    dora, bob, olivia = (str(club.player(name).uuid) for name in ("Dora", "Bob", "Olivia"))
    tap(third, "taker", olivia)

    first.context.set_offline(True)
    tap(first, "taker", dora)
    tap(first, "called_0", olivia)
    tap(first, "contract", "garde")
    first.clock.run_for(CALM)  # nothing is sent, and nothing said of it
    intercept(first, BID, lambda route: route.abort(LOST))
    with first.expect_event("requestfailed", lambda request: request.url.endswith("/bid/")):
        first.context.set_offline(False)  # a phone says so before anything arrives
    first.context.unroute(BID)
    with first.expect_response(BID):
        first.clock.run_for(AGAIN)
    ask_now(watching, second)

    expect(watching.locator(".live-next")).to_have_text(
        "Donne 1 · Dora prend\N{NO-BREAK SPACE}: Garde"
    )
    expect(watching.locator("[data-live-news]")).to_have_text("Dora prend\N{NO-BREAK SPACE}: Garde")
    shows(second, dora, "garde")
    expect(second.locator("#verdict")).to_have_text("Qui est appelé ?")
    expect(chip(second, "called_0", olivia)).not_to_be_checked()
    with third.expect_response("**/follow/"):
        ask_now(third)
    expect(chip(third, "taker", olivia)).to_be_checked()  # typed there

    tap(first, "taker", bob)  # put right
    tap(first, "suit_0", "hearts")
    with first.expect_response(BID):
        first.clock.run_for(CALM)
    ask_now(second)
    shows(second, bob, "garde")
    expect(chip(second, "suit_0", "hearts")).to_be_checked()
    asked: list[str] = []
    second.on("request", lambda request: asked.append(request.url))
    second.context.set_offline(True)
    second.context.set_offline(False)
    with second.expect_response("**/watch/*"):
        ask_now(second)
    assert not [address for address in asked if address.endswith("/bid/")]  # told by the first
    first.reload()
    shows(first, bob, "garde")
    expect(chip(first, "suit_0", "hearts")).to_be_checked()

    shown(late, sign_in, "Alice", entry)
    for page, taker, last_field, value in (
        (third, dora, "contract", "garde"),
        (late, bob, "suit_0", "hearts"),  # again as the page began
    ):
        tap(page, "taker", taker)
        tap(page, last_field, value)
        with page.expect_response(BID):
            page.clock.run_for(CALM)
        ask_now(second, late)
        shows(second, taker, "garde")
        shows(late, taker, "garde")

    tap(first, "called_0", olivia)
    tap(first, "oudlers", "2")
    first.locator("[name=points]").fill("52")
    first.locator("[data-save]").tap()
    expect(first.locator("#deal-last .no")).to_have_text("Donne 1")
    ask_now(watching, second)

    expect(watching.locator(".live-next")).to_have_text("Donne 2 : Bob distribue.")
    expect(second.locator("h1:visible")).to_have_text("Donne 2")
    expect(second.locator(".taker :checked, [name=contract]:checked")).to_have_count(0)

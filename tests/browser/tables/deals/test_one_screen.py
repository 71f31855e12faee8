"""An evening on one page: thirty deals of five, half of them without network; and other phones."""

import re
from collections.abc import Callable
from random import Random
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from clubs.core.games import get_game
from clubs.models import Sitting
from clubs.services.tables.sittings import void_deal
from tests.browser.tables.deals.conftest import FIVE, Thumb
from tests.cast import Cast, totals

CONTRACTS = {"Prise": "prise", "Garde": "garde", "G. sans": "garde_sans"}
MINUS = "−"


@pytest.fixture
def evening(thumb: Callable[[Sitting], Thumb], table: Callable[..., Sitting]) -> "Evening":
    return Evening(thumb(table(*FIVE)))


class Evening:
    """A page of deal entry, and what core makes of the deals that were typed there."""

    def __init__(self, entry: Thumb) -> None:
        self.entry = entry
        self.page = entry.page
        self.random = Random(30)
        self.totals = dict.fromkeys(FIVE, 0)
        self.loads = 0
        self.previews: list[str] = []
        self.page.on("load", self.on_load)
        self.page.on("request", self.on_request)

    def on_load(self, _page: Page) -> None:
        self.loads += 1

    def on_request(self, request: Request) -> None:
        if request.url.endswith("/preview/"):
            self.previews.append(request.url)

    def play(self, number: int) -> None:
        """The deal of this number: the scores as core counts them, and then on the chips."""
        pick = self.random.choice
        taker, called, contract = pick(FIVE), pick(FIVE), pick(list(CONTRACTS))
        oudlers, points = pick((0, 1, 2, 3)), self.random.randrange(30, 62)  # beyond, the page asks
        expect(self.page.locator("h1:visible")).to_have_text(f"Deal {number}")
        self.entry.take(taker, contract, oudlers, str(points), called.replace(taker, "Alone"))
        game = get_game("french")
        deal = {"taker": taker, "called": [called], "contract": CONTRACTS[contract]}
        deal |= {"oudlers": oudlers, "points": points}
        scores = game.judge(FIVE, game.read_rules(None), deal).scores
        self.entry.gains(*(signed(scores[name]) for name in FIVE))
        self.entry.save()
        self.totals = {name: total + scores[name] for name, total in self.totals.items()}
        self.shows_totals()

    def shows_totals(self) -> None:
        told = [signed(self.totals[name]) for name in FIVE]
        expect(self.page.locator(".taker small .num")).to_have_text(
            [re.compile(rf"^{re.escape(text)}\s*") for text in told]
        )


def signed(number: int) -> str:
    text = f"{abs(number):,}"
    return f"+{text}" if number > 0 else f"{MINUS}{text}" if number < 0 else "0"


def test_thirty_deals_without_a_page_load(evening: Evening, trouble, club: Cast) -> None:
    trouble.expect("ERR_INTERNET_DISCONNECTED|console: htmx:|console: Failed to fetch")
    page, sitting = evening.page, evening.entry.sitting
    evening.entry.taps = 0
    for number in range(1, 9):
        evening.play(number)
    assert evening.entry.taps == 8 * 7
    expect(
        page.locator(".fab-dock")
    ).to_be_hidden()  # it is the sheet's, and came anew with each deal

    expect(page.locator("[data-sheet]")).to_have_count(1)  # it came meanwhile
    page.context.set_offline(True)
    for number in range(9, 24):
        evening.play(number)
    page.locator("[data-back]:visible").tap()
    expect(page).to_have_url(re.compile(rf"/t/{sitting.uuid}/$"))
    expect(page.locator("tr.waits")).to_have_count(15)
    heads = page.locator("[data-player] .tt [aria-hidden]")
    expect(heads).to_have_text([signed(evening.totals[name]) for name in FIVE])
    page.locator("[data-new-deal]:visible").tap()
    assert evening.loads == 0

    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#deal-last [data-waits]")).to_have_count(0, timeout=60_000)
    expect(page.locator("#deal-last .no")).to_have_text("Deal 23")
    assert totals(sitting) == evening.totals
    page.reload()
    evening.shows_totals()

    told = {"taker": "Luc", "called": ["Nadia"], "contract": "prise", "oudlers": 1, "points": 51}
    club.deal(sitting, by="Charlie", **told)  # from another phone
    expect(page.locator("h1:visible")).to_have_text("Deal 25")
    evening.totals = totals(sitting)
    evening.loads = 0
    for number in range(25, 31):
        evening.play(number)

    assert evening.loads == 0
    assert evening.previews == []  # the phone counts
    assert totals(sitting) == evening.totals
    assert sum(evening.totals.values()) == 0


@pytest.mark.usefixtures("counted_by_server")
def test_rules_that_the_script_does_not_know(thumb, table, trouble) -> None:
    """The server counts; without network nothing is said that may be wrong."""
    trouble.expect("ERR_INTERNET_DISCONNECTED|console: htmx:")
    entry = thumb(table(*FIVE))

    with entry.page.expect_request("**/preview/"):
        entry.take("Luc", "Garde", 2, "46", "Alone")
    others = [f"{MINUS}60"] * 4
    entry.gains(*("+240" if name == "Luc" else others.pop() for name in FIVE))  # (25 + 5) × 2
    entry.page.context.set_offline(True)
    entry.page.locator("[name=points]").fill("47")
    expect(entry.page.locator("#verdict")).to_have_text("Counted when the network is back")


def taken_back(entry: Thumb) -> Locator:
    """Save a deal and take it back. Returns the toast, which offers to redo it."""
    entry.take("Luc", "Garde", 2, "46", "Alone")
    entry.save()
    entry.saved(1)
    entry.page.locator("[data-undo]").tap()
    toast = entry.page.locator("[data-toast]", has_text="Redo")
    expect(toast).to_be_visible()
    return toast


def test_a_deal_told_anew_makes_the_offer_to_redo_the_old_one_go(thumb, table) -> None:
    entry = thumb(table(*FIVE))
    redo = taken_back(entry)

    expect(entry.page.locator("[name=taker]:checked")).to_have_count(1)  # as it was told
    entry.save()

    entry.saved(2)
    assert redo.count() == 0  # at once: by itself it goes after ten seconds


def test_what_was_done_leaves_the_verdict_free_once_one_types(thumb, table) -> None:
    entry = thumb(table(*FIVE))
    toast = taken_back(entry)

    entry.key("←")

    assert toast.count() == 0


def test_the_phone_says_limits_as_the_server_does(thumb, table) -> None:
    """Against the defence the dog counts for it: three cards of at least half a point."""
    entry = thumb(table(*FIVE))
    entry.take("Luc", "G. contre", 3, "90", "Alone")
    entry.says("With 3 oudlers between 12 and 89½. The dog counts for the defence.")

    entry.save()

    expect(entry.page.get_by_role("alert")).to_contain_text(
        "With 3 oudlers between 12 and 89½. The dog counts for the defence."
    )


class TestOtherPhones:
    """Somebody else writes at the table while its page of deal entry is open."""

    def test_a_deal_taken_back_gives_the_turn_back(self, thumb, table, club: Cast) -> None:
        sitting = table(*FIVE)
        deal = club.deal(sitting, taker="Nadia", called=["Hugo"])
        page = thumb(sitting).page
        turn = page.locator(".turn .deals:visible")
        expect(turn).to_have_text("Hugo deals")

        void_deal(club.actor("Alice"), deal, revision=1, reason="", request_id=uuid4())

        expect(turn).to_have_text("Nadia deals")
        expect(page.locator("h1:visible")).to_have_text("Deal 2")
        expect(page.locator("#deal-last")).to_be_hidden()

    def test_what_is_typed_stays(self, thumb, table, club: Cast) -> None:
        sitting = table(*FIVE)
        entry = thumb(sitting)
        entry.take("Luc", "Garde", 2, "5", "Alone")

        club.deal(sitting, taker="Nadia", called=["Hugo"])

        expect(entry.page.locator("[data-deal-news]")).to_contain_text("Deal 1 was just saved")
        expect(entry.page.locator("#deal-last")).to_be_hidden()
        expect(entry.page.locator("h1:visible")).to_have_text("Deal 1")
        expect(entry.page.locator("[name=points]")).to_have_value("5")

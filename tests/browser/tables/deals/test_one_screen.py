"""An evening on one page: sixteen deals of five, some of them without network; and other phones."""

import re
from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from clubs.core.games import get_game
from clubs.services.tables.sittings import void_deal
from tests.browser.conftest import PHONE
from tests.browser.tables.deals.conftest import FIVE, SHEET, SIX, Thumb
from tests.cast import Cast, totals

CONTRACTS = {"Prise": "prise", "Garde": "garde", "G. sans": "garde_sans"}
OWN = {5: "Alone", 6: "In hand"}  # what the chip of the taker says under the called cards
CALLED = {5: 1, 6: 2}
TAPS = {3: 6, 4: 6, 5: 7, 6: 8}  # a plain deal, saving included
MINUS = "−"

Taps = list[Callable[[], None]]


class Evening:
    """A page of deal entry, and what core makes of the deals that were typed there."""

    def __init__(self, entry: Thumb, names: tuple[str, ...] = FIVE, seed: int = 30) -> None:
        self.entry = entry
        self.page = entry.page
        self.names = names
        self.random = Random(seed)
        self.totals = dict.fromkeys(names, 0)
        self.loads = 0
        self.previews: list[str] = []
        self.page.on("load", self.on_load)
        self.page.on("request", self.on_request)

    def on_load(self, _page: Page) -> None:
        self.loads += 1

    def on_request(self, request: Request) -> None:
        if request.url.endswith("/preview/"):
            self.previews.append(request.url)

    def play(
        self, number: int, arrange: Callable[[Taps], Iterable[Callable[[], None]]] = iter
    ) -> None:
        """The deal of this number: the scores as core counts them, and then on the chips.

        arrange puts the fields, given from top to bottom, in the order in which they are typed.
        """
        pick = self.random.choice
        contract, points = pick(list(CONTRACTS)), self.random.randrange(30, 62)  # beyond, it asks
        deal = {"taker": pick(self.names), "contract": CONTRACTS[contract]}
        deal |= {"oudlers": pick((0, 1, 2, 3)), "points": points}
        called = [pick(self.names) for _ in range(CALLED.get(len(self.names), 0))]
        deal |= {"called": called} if called else {}
        expect(self.page.locator("h1:visible")).to_have_text(f"Deal {number}")
        fields: Taps = [
            lambda: self.entry.chip("taker", deal["taker"]),
            *(partial(self.call, at, holder) for at, holder in enumerate(called)),
            lambda: self.entry.chip("contract", contract),
            lambda: self.entry.chip("oudlers", str(deal["oudlers"])),
            lambda: self.entry.type_points(str(points)),
        ]
        for field in arrange(fields):
            field()
        game = get_game("french")
        scores = game.judge(self.names, game.read_rules(None), deal).scores
        self.entry.gains(*(signed(scores[name]) for name in self.names))
        self.entry.save()
        for name in self.names:
            self.totals[name] += scores[name]
        self.shows_totals()

    def call(self, at: int, holder: str) -> None:
        taker = self.page.locator("label.chip:has([name=taker]:checked) .n:visible")
        is_own = taker.count() == 1 and taker.inner_text() == holder
        self.entry.chip(f"called_{at}", OWN[len(self.names)] if is_own else holder)

    def shows_totals(self) -> None:
        told = [signed(self.totals[name]) for name in self.names]
        expect(self.page.locator(".taker small .num")).to_have_text(
            [re.compile(rf"^{re.escape(text)}\s*") for text in told]
        )


def signed(number: int) -> str:
    text = f"{abs(number):,}"
    return f"+{text}" if number > 0 else f"{MINUS}{text}" if number < 0 else "0"


def test_sixteen_deals_without_a_page_load(
    thumb, table, new_page: Callable[..., Page], trouble, club: Cast
) -> None:
    trouble.expect("ERR_INTERNET_DISCONNECTED|console: htmx:|console: Failed to fetch")
    sitting = table(*FIVE)
    evening = Evening(thumb(sitting))
    page, entry = evening.page, evening.entry
    entry.taps = 0
    for number in range(1, 5):
        evening.play(number)
    assert entry.taps == 4 * TAPS[5]
    # It is the sheet's, and came anew with each deal.
    expect(page.locator(".fab-dock")).to_be_hidden()
    expect(page.locator("[data-sheet]")).to_have_count(1)  # it came meanwhile

    page.context.set_offline(True)
    for number in range(5, 11):
        evening.play(number)
    entry.key("5")
    page.locator("[data-back]:visible").tap()
    sheet, new_deal = (re.compile(rf"/t/{sitting.uuid}/{part}$") for part in ("", "new/"))
    expect(page).to_have_url(sheet)
    expect(page.locator("tr.waits")).to_have_count(6)
    heads = page.locator("[data-player] .tt [aria-hidden]")
    expect(heads).to_have_text([signed(evening.totals[name]) for name in FIVE])
    page.go_back()  # the browser's own arrows
    expect(page).to_have_url(new_deal)
    expect(page.locator("h1:visible")).to_have_text("Deal 11")
    expect(page.locator("[name=points]")).to_have_value("5")
    page.go_forward()
    expect(page).to_have_url(sheet)
    expect(page.locator("tr.waits").first).to_be_visible()
    page.locator("[data-new-deal]:visible").tap()
    entry.key("←")
    assert evening.loads == 0

    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#deal-last [data-waits]")).to_have_count(0, timeout=60_000)
    expect(page.locator("#deal-last .no")).to_have_text("Deal 10")
    assert totals(sitting) == evening.totals
    page.reload()
    evening.shows_totals()
    evening.loads = 0

    other = on_another_phone(new_page, club, evening)
    for number in range(11, 17):
        (evening if number in (13, 14, 16) else other).play(number)

    assert evening.loads == other.loads == 0
    assert evening.previews == other.previews == []  # the phones count
    assert totals(sitting) == evening.totals
    assert sum(evening.totals.values()) == 0
    assert sitting.deals.exclude(recorded_by=None).count() == 13


def on_another_phone(new_page: Callable[..., Page], club: Cast, evening: Evening) -> Evening:
    """A guest who opened the link of the table; both count on from the same totals."""
    sitting = evening.entry.sitting
    page = new_page(**{**PHONE, "locale": "en-GB"})
    page.goto(f"/s/{club.link(sitting).token}/")
    page.wait_for_url(f"**/t/{sitting.uuid}/new/")
    other = Evening(Thumb(page, sitting), seed=31)
    other.totals = evening.totals
    return other


@pytest.mark.parametrize("names", [SHEET[:3], SHEET, FIVE, SIX], ids=len)
def test_three_deals_in_any_order_of_fields(thumb, table, names: tuple[str, ...]) -> None:
    evening = Evening(thumb(table(*names)), names, seed=len(names))

    evening.play(1, lambda fields: [fields[-1], *fields[:-1]])  # points first
    evening.play(2, reversed)
    evening.play(3, lambda fields: evening.random.sample(fields, len(fields)))

    assert evening.entry.taps == 3 * TAPS[len(names)]
    assert evening.previews == []
    assert evening.page.evaluate("scrollY") == 0
    assert totals(evening.entry.sitting) == evening.totals


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

"""An evening on one page: seven deals of five, some of them without network; and other phones."""

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
from tests.browser.polls import ask_now
from tests.browser.tables.deals.conftest import FIVE, SHEET, SIX, Thumb
from tests.cast import Cast, totals

CONTRACTS = {"Prise": "prise", "Garde": "garde", "G. sans": "garde_sans"}
OWN = {5: "Alone", 6: "In hand"}  # what the chip of the taker says under the called cards
CALLED = {5: 1, 6: 2}
TAPS = {3: 6, 4: 6, 5: 7, 6: 8}  # a plain deal, saving included
MINUS = "−"
SIZE = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"

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
        assert self.page.evaluate(SIZE) == [360, 740]  # nothing scrolls
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


def test_seven_deals_without_a_page_load(
    thumb, table, new_page: Callable[..., Page], trouble, club: Cast
) -> None:
    trouble.expect("ERR_INTERNET_DISCONNECTED|console: htmx:|console: Failed to fetch")
    sitting = table(*FIVE)
    evening = Evening(thumb(sitting))
    page, entry = evening.page, evening.entry
    entry.taps = 0
    for number in range(1, 3):
        evening.play(number)
    assert entry.taps == 2 * TAPS[5]
    # It is the sheet's, and came anew with each deal.
    expect(page.locator(".fab-dock")).to_be_hidden()
    expect(page.locator("[data-sheet]")).to_have_count(1)  # it came meanwhile

    page.context.set_offline(True)
    for number in range(3, 5):
        evening.play(number)
    entry.key("5")
    page.locator("[data-back]:visible").tap()
    sheet, new_deal = (re.compile(rf"/t/{sitting.uuid}/{part}$") for part in ("", "new/"))
    expect(page).to_have_url(sheet)
    expect(page.locator("tr.waits")).to_have_count(2)
    heads = page.locator("[data-player] .tt [aria-hidden]")
    expect(heads).to_have_text([signed(evening.totals[name]) for name in FIVE])
    page.go_back()  # the browser's own arrows
    expect(page).to_have_url(new_deal)
    expect(page.locator("h1:visible")).to_have_text("Deal 5")
    expect(page.locator("[name=points]")).to_have_value("5")
    page.go_forward()
    expect(page).to_have_url(sheet)
    expect(page.locator("tr.waits").first).to_be_visible()
    page.locator("[data-new-deal]:visible").tap()
    entry.key("←")
    assert evening.loads == 0

    page.context.set_offline(False)
    ask_now(page)
    expect(page.locator("#deal-last [data-waits]")).to_have_count(0, timeout=60_000)
    expect(page.locator("#deal-last .no")).to_have_text("Deal 4")
    assert totals(sitting) == evening.totals
    page.reload()
    evening.shows_totals()
    evening.loads = 0

    other = on_another_phone(new_page, club, evening)
    for number in range(5, 8):
        (evening if number == 6 else other).play(number)

    assert evening.loads == other.loads == 0
    assert evening.previews == other.previews == []  # the phones count
    assert totals(sitting) == evening.totals
    assert sum(evening.totals.values()) == 0
    assert sitting.deals.exclude(recorded_by=None).count() == 5


def on_another_phone(new_page: Callable[..., Page], club: Cast, evening: Evening) -> Evening:
    """A guest who opened the link of the table; both count on from the same totals."""
    sitting = evening.entry.sitting
    page = new_page(**{**PHONE, "locale": "en-GB"})
    page.goto(f"/s/{club.link(sitting).token}/")
    page.wait_for_url(f"**/t/{sitting.uuid}/new/")
    other = Evening(Thumb(page, sitting), seed=31)
    other.totals = evening.totals
    return other


def test_fields_in_any_order(phone, thumb, table, club: Cast) -> None:
    """Of each number of players, and of six, who call most, in every order."""
    orders: list[Callable[[Taps], Iterable[Callable[[], None]]]] = [
        lambda fields: [fields[-1], *fields[:-1]],  # points first
        reversed,
        lambda fields: Random(30).sample(fields, len(fields)),
    ]
    tables = {6: table(*SIX), 4: table(*SHEET)}
    tables |= {n: club.sitting(*names, active_count=n) for n, names in ((3, SHEET[:3]), (5, FIVE))}
    visits = [(SHEET[:3], orders[:1]), (SHEET, orders[1:2]), (FIVE, orders[2:]), (SIX, orders)]

    for names, some in visits:
        sitting = tables[len(names)]
        evening = Evening(thumb(sitting), names, seed=len(names))
        for number, order in enumerate(some, 1):
            evening.play(number, order)

        assert evening.entry.taps == len(some) * TAPS[len(names)]
        assert evening.previews == []
        assert phone.evaluate("scrollY") == 0
        assert totals(sitting) == evening.totals


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


def taken_back(entry: Thumb, number: int) -> Locator:
    """Save a deal and take it back. Returns the toast, which offers to redo it."""
    entry.take("Luc", "Garde", 2, "46", "Alone")
    entry.save()
    entry.saved(number)
    entry.page.locator("[data-undo]").tap()
    toast = entry.page.locator("[data-toast]", has_text="Redo")
    expect(toast).to_be_visible()
    return toast


def test_the_offer_to_redo_a_deal_goes_at_once(thumb, table) -> None:
    """By itself it goes after ten seconds."""
    entry = thumb(table(*FIVE))
    redo = taken_back(entry, 1)
    expect(entry.page.locator("[name=taker]:checked")).to_have_count(1)  # as it was told
    entry.save()
    entry.saved(2)
    assert redo.count() == 0, "the deal is told anew"

    redo = taken_back(entry, 3)
    entry.key("←")
    assert redo.count() == 0, "it lies over the verdict of what is typed"


def test_the_phone_says_limits_as_the_server_does(thumb, table) -> None:
    """Against the defence the dog counts for it: three cards of at least half a point."""
    entry = thumb(table(*FIVE))
    entry.take("Luc", "G. contre", 3, "90", "Alone")
    entry.says("With 3 oudlers between 12 and 89½. The dog counts for the defence.")

    entry.save()

    expect(entry.page.get_by_role("alert")).to_contain_text(
        "With 3 oudlers between 12 and 89½. The dog counts for the defence."
    )


def test_other_phones_write_while_the_page_is_open(thumb, table, club: Cast) -> None:
    sitting = table(*FIVE)
    deal = club.deal(sitting, taker="Nadia", called=["Hugo"])
    entry = thumb(sitting)
    page = entry.page
    turn = page.locator(".turn .deals:visible")
    expect(turn).to_have_text("Hugo deals")

    void_deal(club.actor("Alice"), deal, revision=1, reason="", request_id=uuid4())

    expect(turn).to_have_text("Nadia deals")  # the turn is given back
    expect(page.locator("h1:visible")).to_have_text("Deal 2")
    expect(page.locator("#deal-last")).to_be_hidden()

    entry.take("Luc", "Garde", 2, "5", "Alone")
    club.deal(sitting, taker="Nadia", called=["Hugo"])
    ask_now(page)

    expect(page.locator("[data-deal-news]")).to_contain_text("Deal 2 was just saved")
    expect(page.locator("#deal-last")).to_be_hidden()
    expect(page.locator("h1:visible")).to_have_text("Deal 2")  # what is typed stays
    expect(page.locator("[name=points]")).to_have_value("5")

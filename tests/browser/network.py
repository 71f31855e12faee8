"""A phone at a table whose network can be cut at every step."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

from playwright.sync_api import Error, Page, Route, expect

from clubs.models import Deal, Sitting
from tests.browser.conftest import PLAIN_HOST

LOST = "connectionfailed"


def is_sending(route: Route) -> bool:
    """Whether it is a deal on its way, from whatever page."""
    return route.request.method == "POST" and route.request.headers.get("accept") == (
        "application/json"
    )


def deliver(route: Route) -> None:
    """The request reaches the server, from outside the browser, which knows more names."""
    headers = route.request.all_headers()
    host = urlsplit(route.request.url).netloc
    url = route.request.url.replace(PLAIN_HOST, "localhost")
    route.fetch(url=url, headers={**headers, "host": host})


def in_view(selector: str) -> str:
    """Of the two views that a page of a table may have, the one that is shown."""
    return f":is(main > :not([hidden]) {selector}, main > {selector})"


PROBE = "/manifest.webmanifest"
PASSES_HERE = f"fetch('{PROBE}').then((answer) => answer.status, () => 0)"


def intercept(page: Page, pattern: str, handle: Callable[[Route], object]) -> None:
    """Routes what the pages of a device ask for, from this moment on.

    Chromium says that it intercepts before open pages know of it: they are asked until they do.
    """
    context = page.context
    context.route(pattern, handle)
    context.route(f"**{PROBE}", lambda route: route.fulfill(status=204))
    for other in context.pages:
        while other.url != "about:blank" and other.evaluate(PASSES_HERE) != 204:
            pass
    context.unroute(f"**{PROBE}")


class Phone:
    """Deal entry of a table of four or five, by chips and keys."""

    def __init__(self, page: Page, sitting: Sitting) -> None:
        self.page = page
        self.sitting = sitting
        self.sent: list[str] = []  # the deals that left the phone, by what they carry
        page.on("request", self.on_request)

    def on_request(self, request) -> None:
        if request.method == "POST" and request.headers.get("accept") == "application/json":
            self.sent.append(request.post_data)

    # Pages

    def entry(self) -> "Phone":
        self.page.goto(f"/t/{self.sitting.uuid}/new/")
        return self

    def sheet(self) -> "Phone":
        self.page.goto(f"/t/{self.sitting.uuid}/")
        return self

    # A deal

    def chip(self, name: str, label: str) -> None:
        group = self.page.locator(f"label.chip:has([name={name}])")
        words = re.compile(rf"^{re.escape(label)}$")
        group.filter(has=self.page.locator(".n:visible", has_text=words)).tap()

    def deal(self, taker: str, points: str = "46", contract: str = "Garde") -> "Phone":
        """With two oudlers: 46 points made by 5, (25+5)·2 = 60 a defender."""
        self.chip("taker", taker)
        self.chip("contract", contract)
        self.chip("oudlers", "2")
        for digit in points:
            self.page.locator(f"[data-key='{digit}']").tap()
        return self

    def save(self) -> "Phone":
        self.page.locator("[data-save]").tap()
        return self

    def nobody(self, words: str) -> "Phone":
        """From the menu: passed out, misdeal, Petit sec."""
        self.page.locator(".deal details[data-menu] > summary").tap()
        self.page.get_by_role("button", name=words).tap()
        return self

    # What it says

    def says(self, words: str) -> "Phone":
        expect(self.page.locator(in_view("[data-queue-line]"))).to_have_text(words)
        expect(self.page.locator(in_view("[data-queue-news]"))).to_have_text(words)
        return self

    def is_quiet(self) -> "Phone":
        expect(self.page.locator(in_view("[data-queue]"))).to_be_hidden()
        return self

    def is_for(self, number: int) -> "Phone":
        """The form is there, empty, for this deal."""
        expect(self.page.locator("h1:visible")).to_have_text(f"Deal {number}")
        expect(self.page.locator("[name=number]")).to_have_value(str(number))
        expect(self.page.locator("[name=points]")).to_have_value("")
        expect(self.page.locator("[name=taker]:checked")).to_have_count(0)
        return self

    def is_on_sheet(self, saved: int) -> "Phone":
        self.page.wait_for_url(f"**/t/{self.sitting.uuid}/?saved={saved}")
        return self

    def is_saved(self, number: int) -> "Phone":
        """The server has it, and the form is there for the next deal."""
        expect(self.page.locator("#deal-last .no")).to_have_text(f"Deal {number}")
        expect(self.page.locator("#deal-last [data-waits]")).to_have_count(0)
        return self.is_for(number + 1)

    def kept(self) -> list[dict]:
        """What is in the phone's own storage, in order."""
        return self.page.evaluate(
            """() => Object.keys(localStorage).filter((key) => key.startsWith("deal:"))
            .map((key) => JSON.parse(localStorage[key])).sort((a, b) => a.order - b.order)"""
        )

    def keeps_nothing(self) -> "Phone":
        self.page.wait_for_function(
            "() => !Object.keys(localStorage).some((key) => key.startsWith('deal:'))"
        )
        return self

    # What happens to it

    @contextmanager
    def cut(self, how: str) -> Iterator[None]:
        """Deals do not get through while the block runs; the rest of the site does."""

        def handle(route: Route) -> None:
            if not is_sending(route):
                route.fallback()
            elif how == "before it leaves":
                route.abort(LOST)
            elif how == "after the commit":
                with suppress(Error):  # the phone may die while the server answers
                    deliver(route)
                    route.abort(LOST)
            elif how == "in a hotel":  # its own page answers everything
                route.fulfill(status=200, content_type="text/html", body="<h1>Welcome</h1>")
            else:
                route.fulfill(status=503, content_type="text/html", body="later")

        context, pages = self.page.context, self.page.context.pages
        intercept(self.page, "**/{new,scores}/", handle)
        yield
        if any(not page.is_closed() for page in pages):
            context.unroute_all(behavior="ignoreErrors")  # also what is under way just now

    def again(self) -> None:
        """The phone looks at the network now and not at the next of its turns."""
        self.page.evaluate("dispatchEvent(new Event('online'))")


def stored(sitting: Sitting) -> list[tuple[int, str]]:
    """Number and taker of all that the database has of a table."""
    deals = Deal.objects.filter(sitting=sitting).order_by("number").select_related("taker")
    return [(deal.number, deal.taker.name if deal.taker else deal.void_reason) for deal in deals]


def arrive(page: Page, sitting: Sitting, expected: list[tuple[int, str]]) -> None:
    """Waits until the database has exactly these deals."""
    for _ in range(300):  # a tab that died while it sent is waited for
        if stored(sitting) == expected:
            break
        page.wait_for_timeout(50)
    assert stored(sitting) == expected

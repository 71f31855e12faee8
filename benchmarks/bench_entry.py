"""What the first visit of deal entry costs a guest who comes by a code: an empty cache, a phone.

The server of production, a real browser. Bytes are those that come over the wire, headers and
redirects included; times are on a slow network (LATENCY, RATE) and begin with the tap on the link.
What the service worker fetches afterwards is not in it. Then deals on the same network: from the
last key to the verdict, and from Save to the form of the next deal. `--beside COMMIT` measures that
commit in the same run, in turns.
"""

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import Any
from uuid import UUID, uuid4

from playwright.sync_api import Browser, BrowserContext, Page

from benchmarks.bench_http import Club, installation
from benchmarks.bench_weight import KINDS, PHONE, browser, collect_static
from benchmarks.beside import served

LATENCY = 300  # ms for each request
RATE = 750_000 // 8  # bytes a second, down and up
VISITS = 5
DEALS = 5
BUDGET = {"kB on the wire": 120.0, "requests": 14.0, "keys in the DOM, s": 1.5}
# Notes when the last key of the pad is there: the parser adds them in order.
WATCH = """
new MutationObserver((_, watch) => {
  if (!document.querySelector("[data-pad] [data-key='back']")) return;
  watch.disconnect();
  self.keysAt = performance.now();
}).observe(document, { childList: true, subtree: true });
"""
TIMES = """() => ({
  "keys in the DOM, s": self.keysAt / 1000,
  "first paint, s": performance.getEntriesByName("first-contentful-paint")[0].startTime / 1000,
  "scripts done, s": performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd / 1000,
  "loaded, s": performance.getEntriesByType("navigation")[0].loadEventEnd / 1000,
})"""

# The last digit of the points, until the verdict is painted.
VERDICT = """async () => {
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const begun = performance.now();
  document.querySelector("[data-pad] [data-key='6']").click();
  while (!document.querySelector("#verdict .sumup")) await painted();
  await painted();
  return (performance.now() - begun) / 1000;
}"""
# Another page than that of this deal: the form of the next one, or a page with a way there.
LEFT = """(title) => document.readyState === "complete" && document.querySelector("h1")
  && document.querySelector("h1").textContent !== title"""


@dataclass
class Wire:
    """What came over the wire to one page, by kind, and what its console complained of."""

    weight: Counter[str] = field(default_factory=Counter)
    requests: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    kinds: dict[str, str] = field(default_factory=dict)

    def listen(self, context: BrowserContext, page: Page, slow: bool) -> None:
        session = context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self.on_request)
        session.on("Network.loadingFinished", self.on_finished)
        session.send("Network.enable")
        if slow:
            speed = {"latency": LATENCY, "downloadThroughput": RATE, "uploadThroughput": RATE}
            session.send("Network.emulateNetworkConditions", {"offline": False, **speed})
        page.on("console", lambda said: said.type == "error" and self.errors.append(said.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def on_request(self, event: dict[str, Any]) -> None:
        if "redirectResponse" in event:
            self.weight["redirects"] += int(event["redirectResponse"]["encodedDataLength"])
            self.requests["redirects"] += 1
        kind = KINDS.get(event.get("type", ""), "other")
        self.kinds[event["requestId"]] = kind
        if not event["request"]["url"].startswith("data:"):
            self.requests[kind] += "redirectResponse" not in event

    def on_finished(self, event: dict[str, Any]) -> None:
        kind = self.kinds.get(event["requestId"], "other")
        self.weight[kind] += int(event["encodedDataLength"])


def code_of(club: Club, table: str) -> str:
    """The address by which a guest scores at this table."""
    from clubs.models import LinkKind, Sitting
    from clubs.services.people.links import invite

    sitting = Sitting.objects.get(uuid=UUID(table.split("/")[2]))
    link = invite(club.actor, sitting, LinkKind.SCORE, request_id=uuid4())
    return f"/j/{link.code}/"


def visit(chrome: Browser, address: str, slow: bool = False) -> tuple[Wire, dict[str, float]]:
    """A new context has an empty cache, no cookies and no service worker."""
    context = chrome.new_context(**PHONE)
    page, wire = context.new_page(), Wire()
    page.add_init_script(WATCH)
    wire.listen(context, page, slow)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    times: dict[str, float] = page.evaluate(TIMES)
    context.close()
    return wire, times


@contextmanager
def guest(chrome: Browser, address: str) -> Iterator[Page]:
    """Deal entry on the slow network, open for an evening."""
    context = chrome.new_context(**PHONE)
    page = context.new_page()
    Wire().listen(context, page, slow=True)
    page.goto(address)
    yield page
    context.close()


def deal(page: Page) -> dict[str, float]:
    """A deal, until the form of the next one is there."""
    for name in ("taker", "called_0", "contract", "oudlers"):
        page.locator(f"label.chip:visible:has([name={name}])").nth(1).click()
    page.locator("[data-pad] [data-key='4']").click()
    verdict = page.evaluate(VERDICT)
    title = page.evaluate("document.querySelector('h1').textContent")
    begun = time.monotonic()
    page.locator("[data-save]").click(no_wait_after=True)
    page.wait_for_function(LEFT, arg=title)
    if not page.locator("[data-pad]").count():
        page.locator("a[href$='/new/']:visible").first.click()
        page.wait_for_selector("[data-pad]")
    spent = time.monotonic() - begun
    page.wait_for_timeout(2_000)  # for the answer
    return {"key to verdict, s": verdict, "save to next form, s": spent}


def measured(chrome: Browser, addresses: Mapping[str, str]) -> dict[str, dict[str, float]]:
    """The figures of each: in turns, so that whatever else the machine does meets all alike."""
    visits: dict[str, list[dict[str, float]]] = {name: [] for name in addresses}
    for _ in range(VISITS):
        for name, address in addresses.items():
            visits[name].append(visit(chrome, address, slow=True)[1])
    with ExitStack() as stack:
        pages = {
            name: stack.enter_context(guest(chrome, address)) for name, address in addresses.items()
        }
        rounds = [{name: deal(page) for name, page in pages.items()} for _ in range(DEALS)]
    return {
        name: {
            **{title: median(times[title] for times in visits[name]) for title in visits[name][0]},
            **{title: median(each[name][title] for each in rounds) for title in rounds[0][name]},
        }
        for name in addresses
    }


def show_wire(wire: Wire) -> None:
    for kind, count in sorted(wire.requests.items()):
        print(f"  {kind:<24}{wire.weight[kind] / 1000:10.1f} kB{count:8} requests")
    print(f"  {'errors in the console':<24}{len(wire.errors):10}")
    for error in wire.errors:
        print(f"    {error}")


def show(title: str, now: float, then: float | None) -> None:
    most = BUDGET.get(title)
    beside = f"{then:10.2f}{now / then:8.2f}" if then else ""
    verdict = f"{most:8.1f}  {'met' if now <= most else 'MISSED'}" if most else ""
    print(f"  {title:<24}{now:10.2f}{beside}{verdict}")


def main(beside: str = "") -> None:
    """beside: a commit of this program to measure in turns with this one."""
    collect_static()
    with ExitStack() as stack:
        port, club = stack.enter_context(installation())
        addresses = {"now": f"http://127.0.0.1:{port}{code_of(club, club.sheets[5])}"}
        if beside:
            addresses[beside] = stack.enter_context(served(beside))
        chrome = stack.enter_context(browser())
        wires = {name: visit(chrome, address)[0] for name, address in addresses.items()}
        figures = measured(chrome, addresses)
    print("\nFirst visit of deal entry by a code")
    show_wire(wires["now"])
    for name, wire in wires.items():
        weight = {"kB on the wire": wire.weight.total() / 1000, "requests": wire.requests.total()}
        figures[name] = {**weight, **figures[name]}
    print(f"  {'':<24}{'now':>10}{f'{beside:>10}   ratio' if beside else ''}{'budget':>8}")
    for title, value in figures["now"].items():
        show(title, value, figures[beside][title] if beside else None)


if __name__ == "__main__":
    main()

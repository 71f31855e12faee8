"""What the first visit of deal entry costs a guest who comes by a code: an empty cache, a phone.

The server of production, a real browser. Bytes are those that come over the wire, headers and
redirects included; times are on a slow network (LATENCY, RATE) and begin with the tap on the link.
What the service worker fetches afterwards is not in it. Then deals on the same network: from the
last key to the verdict, and from Save to the form of the next deal.
"""

import statistics
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from playwright.sync_api import Browser, BrowserContext, Page

from benchmarks.bench_http import Club, installation
from benchmarks.bench_weight import KINDS, PHONE, browser, collect_static

LATENCY = 300  # ms for each request
RATE = 750_000 // 8  # bytes a second, down and up
VISITS = 5
DEALS = 5
BUDGET = {"kB on the wire": 120.0, "requests": 14.0, "keys in the DOM, s": 1.5}
# Commit 24cca75 in the same minutes on the same machine, with this network and this evening: each
# module and stylesheet on its own, a preview from the server, and two pages loaded for each deal.
BEFORE = {
    "kB on the wire": 153.50,
    "requests": 49.0,
    "keys in the DOM, s": 0.69,
    "first paint, s": 1.74,
    "scripts done, s": 3.83,
    "loaded, s": 3.83,
    "key to verdict, s": 0.49,
    "save to next form, s": 0.75,
}
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

# The last digit of the points; then Save, until the page is that of the next deal.
DEAL = """async () => {
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const until = async (isSo) => { while (!isSo()) await painted(); };
  const title = document.querySelector("h1").textContent;
  let begun = performance.now();
  document.querySelector("[data-pad] [data-key='6']").click();
  await until(() => document.querySelector("#verdict .sumup"));
  await painted();
  const verdict = performance.now() - begun;
  begun = performance.now();
  document.querySelector("[data-save]").click();
  await until(() => document.querySelector("h1").textContent !== title);
  const next = performance.now() - begun;
  return { "key to verdict, s": verdict / 1000, "save to next form, s": next / 1000 };
}"""


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


def deals(chrome: Browser, address: str) -> list[dict[str, float]]:
    """An evening on the slow network, on one page."""
    context = chrome.new_context(**PHONE)
    page = context.new_page()
    Wire().listen(context, page, slow=True)
    page.goto(address)
    times = []
    for _ in range(DEALS):
        for name in ("taker", "called_0", "contract", "oudlers"):
            page.locator(f"label.chip:visible:has([name={name}])").nth(1).click()
        page.locator("[data-pad] [data-key='4']").click()
        times.append(page.evaluate(DEAL))
        page.wait_for_timeout(2_000)  # for the answer
    context.close()
    return times


def show_wire(wire: Wire) -> None:
    for kind, count in sorted(wire.requests.items()):
        print(f"  {kind:<24}{wire.weight[kind] / 1000:10.1f} kB{count:8} requests")
    print(f"  {'errors in the console':<24}{len(wire.errors):10}")
    for error in wire.errors:
        print(f"    {error}")


def show(title: str, value: float) -> None:
    before, most = BEFORE[title], BUDGET.get(title)
    verdict = (
        f"{most:8.1f}{value / most:8.2f}  {'met' if value <= most else 'MISSED'}" if most else ""
    )
    print(f"  {title:<24}{value:10.2f}{before:10.2f}{value / before:8.2f}{verdict}")


def main() -> None:
    collect_static()
    with installation() as (port, club):
        address = f"http://127.0.0.1:{port}{code_of(club, club.sheets[5])}"
        with browser() as chrome:
            wire, _ = visit(chrome, address)
            slow = [visit(chrome, address, slow=True)[1] for _ in range(VISITS)]
            played = deals(chrome, address)
    print("\nFirst visit of deal entry by a code")
    show_wire(wire)
    figures = {
        "kB on the wire": wire.weight.total() / 1000,
        "requests": float(wire.requests.total()),
        **{title: statistics.median(times[title] for times in slow) for title in slow[0]},
        **{title: statistics.median(times[title] for times in played) for title in played[0]},
    }
    print(f"  {'':<24}{'now':>10}{'before':>10}{'ratio':>8}{'budget':>8}{'ratio':>8}")
    for title, value in figures.items():
        show(title, value)


if __name__ == "__main__":
    main()

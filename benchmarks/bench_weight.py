"""What a page weighs for a phone that was never here: the server of production, a real browser.

Counted is what comes over the wire, headers included, into an empty cache: static files as
whitenoise sends them (hashed, compressed), pages as Django does. What a page
may weigh: BUDGET and ENTRY_BUDGET.
"""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from benchmarks.bench_http import Club, installation
from scripts import chromium
from scripts.server import ROOT

PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
KINDS = {"Document": "HTML", "Stylesheet": "CSS", "Script": "JS", "Font": "fonts"}
COLUMNS = [*KINDS.values(), "other"]
BUDGET = {"CSS": 60_000, "JS": 60_000}  # bytes; a page with a chart has Chart.js beside them
WITH_CHART = {"curve"}
ENTRY_BUDGET = 120_000  # bytes of the page of deal entry in all


def pages(club: Club) -> dict[str, str]:
    table, home = club.sheets[50], f"/c/{club.club.slug}/"
    return {
        "front page": "/",
        "club home": home,
        "table set-up": f"{home}tables/new/",
        "sheet of 50 deals": table,
        "deal entry": f"{table}new/",
        "deal": f"{table}1/",
        "curve": f"{table}curve/",
        "summary": f"{table}summary/",
        "history": f"{table}log/",
        "members": f"{home}members/",
        "settings": "/settings/",
    }


def collect_static() -> None:
    """Before the server starts: it looks for them once."""
    command = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "benchmarks.settings"}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


@contextmanager
def browser() -> Iterator[Browser]:
    path = chromium.find()
    if path is None:
        raise SystemExit(chromium.MISSING)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=chromium.ARGUMENTS)
        yield found
        found.close()


def weigh(chrome: Browser, url: str, path: str, session: str) -> tuple[Counter[str], int]:
    """Bytes by kind, and how many requests; a new context has an empty cache."""
    context = chrome.new_context(**PHONE)
    context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
    page = context.new_page()
    kinds: dict[str, str] = {}
    bytes_of: Counter[str] = Counter()
    wire = context.new_cdp_session(page)

    def on_response(event: dict[str, Any]) -> None:
        kinds[event["requestId"]] = KINDS.get(event["type"], "other")

    def on_finished(event: dict[str, Any]) -> None:
        bytes_of[kinds.get(event["requestId"], "other")] += int(event["encodedDataLength"])

    wire.on("Network.responseReceived", on_response)
    wire.on("Network.loadingFinished", on_finished)
    wire.send("Network.enable")
    page.goto(url + path)
    page.wait_for_load_state("networkidle")
    context.close()
    return bytes_of, len(kinds)


def main() -> None:
    collect_static()
    with installation() as (port, club), browser() as chrome:
        url = f"http://127.0.0.1:{port}"
        heads = "".join(f"{name:>8}" for name in [*COLUMNS, "all"])
        print(f"\nFirst visit of a phone, kB      {heads}  requests")
        for title, path in pages(club).items():
            weight, requests = weigh(chrome, url, path, club.session)
            show(title, weight, requests)


def show(title: str, weight: Counter[str], requests: int) -> None:
    figures = "".join(f"{weight[name] / 1000:8.1f}" for name in COLUMNS)
    over = [name for name, most in BUDGET.items() if weight[name] > most]
    if title in WITH_CHART and "JS" in over:
        over.remove("JS")
    if title == "deal entry" and weight.total() > ENTRY_BUDGET:
        over.append("all")
    verdict = f"  MISSED: {', '.join(over)}" if over else ""
    print(f"  {title:<30}{figures}{weight.total() / 1000:8.1f}  {requests:8}{verdict}")


if __name__ == "__main__":
    main()

"""Take the pictures of the documentation from a demo club: what `make screenshots` does.

The demo runs on a database of its own, so that the pictures are the same for everybody.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import chromium  # noqa: E402 (the path comes first)
from scripts.server import free_port, serving  # noqa: E402

TARGET = ROOT / "docs" / "screenshots"
DEVICES = {
    "phone": {
        "viewport": {"width": 360, "height": 740},
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    },
    "laptop": {"viewport": {"width": 1366, "height": 900}},
}
PICTURES = {
    "phone": ["club", "table-new", "sheet", "deal-entry", "deal", "summary"],
    "laptop": ["club", "sheet"],
}
OPTIONS = {"locale": "en-GB", "color_scheme": "light", "reduced_motion": "reduce"}


def manage(*arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def sign_in(page: Page, login: str, password: str) -> None:
    page.goto("/login/")
    page.locator("[name=login]").fill(login)
    page.locator("[name=password]").fill(password)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(lambda url: "/login/" not in url)


def addresses(page: Page, pattern: str) -> list[str]:
    """The links of the page that fit, each once."""
    links = page.locator("a[href]").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    return list(dict.fromkeys(link for link in links if re.fullmatch(pattern, link)))


def take(page: Page, device: str, name: str) -> None:
    if name not in PICTURES[device]:
        return
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    page.screenshot(path=TARGET / f"{name}-{device}.png")
    print(f"{name}-{device}.png")


def tell_deal(page: Page) -> None:
    """Fill the form as far as the verdict: a garde with two oudlers and 52 points."""
    for name, value in (("contract", "garde"), ("oudlers", "2")):
        page.locator(f"label:has([name={name}][value='{value}'])").first.click()
    for name, position in (("taker", 1), ("called_0", 3)):
        chips = page.locator(f"label:has([name={name}])")
        if chips.count():
            chips.nth(position).click()
    page.locator("[name=points]").fill("52")
    page.wait_for_timeout(600)  # the verdict comes from the server


def tour(page: Page, device: str, logins: dict[str, tuple[str, str]]) -> None:
    sign_in(page, *logins["owner"])
    page.goto("/")
    club = addresses(page, r"/c/[-\w]+/")[0]
    page.goto(f"{club}tables/")
    table = addresses(page, r"/t/[-0-9a-f]+/")[1]  # the newest but one: five at the table
    for name, path in (
        ("club", club),
        ("table-new", f"{club}tables/new/"),
        ("sheet", table),
        ("curve", f"{table}curve/"),
        ("summary", f"{table}summary/"),
        ("deal", f"{table}1/"),
    ):
        page.goto(path)
        take(page, device, name)
    page.goto(f"{table}new/")
    tell_deal(page)
    take(page, device, "deal-entry")


def main() -> None:
    path = chromium.find()
    if path is None:
        sys.exit(chromium.MISSING)
    TARGET.mkdir(parents=True, exist_ok=True)
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="feutre-pictures-") as folder:
        os.environ.update(
            SECRET_KEY="only for pictures",
            DEBUG="false",
            DATABASE_URL=f"sqlite:///{folder}/demo.sqlite3",
            SITE_URL=f"http://127.0.0.1:{port}",
            REGISTRATION="open",
        )
        manage("fonts")
        manage("migrate", "--verbosity", "0")
        manage("collectstatic", "--no-input", "--verbosity", "0")
        told = re.findall(r"^  (\w+)  (\S+)  (\S+)$", manage("demo"), re.MULTILINE)
        logins = {role: (login, password) for role, login, password in told}
        with serving(port), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=chromium.ARGUMENTS)
            for device, options in DEVICES.items():
                address = f"http://127.0.0.1:{port}"
                context = browser.new_context(base_url=address, **OPTIONS, **options)
                tour(context.new_page(), device, logins)
            browser.close()


if __name__ == "__main__":
    main()

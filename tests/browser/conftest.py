"""Browser tests: a real Chromium against a live server, on a phone and on a laptop.

A page that writes an error to its console, breaks the content security policy or raises an
exception fails its test.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client, override_settings
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
)
from pytest_django.live_server_helper import LiveServer

from clubs.forms.deals.deals import DealForm
from clubs.models import User
from clubs.staticfiles.shell import shell_files
from scripts import chromium
from tests.browser.axe import CHECKER
from tests.browser.devices import Drawer, Traffic

PHONE = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
LAPTOP = {"viewport": {"width": 1366, "height": 900}}
# This machine by a name that no browser trusts as it does localhost: a club's own plain http.
PLAIN_HOST = "feutre.test"
# A form with errors answers 422, one that was overtaken 409; the browser's console mentions both.
EXPECTED = [r"the server responded with a status of 4(09|22) "]

RECORDINGS = ("--tracing", "--video", "--screenshot")

HERE = Path(__file__).parent

expect.set_options(timeout=15_000)  # two browsers on two cores, and a server beside them


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> Iterator[dict[str, Any]]:
    path = chromium.find()
    if path is None:
        pytest.fail(chromium.MISSING, pytrace=False)
    with pytest.MonkeyPatch.context() as patch:
        # Playwright keeps an event loop in this thread, in which Django would refuse the database.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        arguments = [*chromium.ARGUMENTS, f"--host-resolver-rules=MAP {PLAIN_HOST} 127.0.0.1"]
        yield {**browser_type_launch_args, "executable_path": path, "args": arguments}


@pytest.fixture(scope="session")
def base_url(live_server: LiveServer) -> str:
    """Pages open addresses of the live server without naming it: phone.goto("/login/")."""
    return live_server.url


@pytest.fixture(scope="session")
def traffic(live_server: LiveServer) -> Traffic:
    """What the server is asked, from the first page to the last.

    One for browser tests and journeys, which both have this fixture: of two, one inside the other,
    one would be closed while a test of the other runs.
    """
    httpd = live_server.thread.httpd
    if not isinstance(httpd.get_app(), Traffic):
        httpd.set_app(Traffic(httpd.get_app()))
    traffic: Traffic = httpd.get_app()
    return traffic


@pytest.fixture(scope="session")
def drawer(browser: Browser) -> Drawer:
    return Drawer(browser)


@pytest.fixture
def devices(
    drawer: Drawer, traffic: Traffic, live_server: LiveServer, transactional_db: None
) -> Iterator[Drawer]:
    """Washed when the test is over, before its database is emptied."""
    traffic.is_open = True
    yield drawer
    traffic.is_open = False
    plain = live_server.url.replace("localhost", PLAIN_HOST)
    drawer.put_back([live_server.url, plain], traffic)


class Trouble:
    """What pages complained of. A test that provokes it says so: trouble.expect("offline").

    Chromium writes an answer of 400 or more to the console, of a page as of what it fetches: to be
    told of every answer would take 6 ms of a core for each page.
    """

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.expected = list(EXPECTED)
        self.pages: list[Page] = []

    def expect(self, pattern: str) -> None:
        self.expected.append(pattern)

    def watch(self, page: Page) -> None:
        self.pages.append(page)
        page.on("console", self.on_console)
        page.on("pageerror", lambda error: self.seen.append(f"exception: {error}"))

    def on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.seen.append(f"console: {message.text} ({message.location.get('url', '')})")

    def left(self) -> list[str]:
        for page in self.pages:
            if not page.is_closed():
                page.evaluate("1")  # an answer means that earlier events have arrived
        return [text for text in self.seen if not any(re.search(p, text) for p in self.expected)]


@pytest.fixture
def trouble(devices: Drawer) -> Iterator[Trouble]:
    trouble = Trouble()
    yield trouble
    assert trouble.left() == []


@pytest.fixture
def new_page(
    bundled: None,
    devices: Drawer,
    new_context: Callable[..., BrowserContext],
    browser_context_args: dict[str, Any],
    pytestconfig: pytest.Config,
    trouble: Trouble,
) -> Callable[..., Page]:
    """new_page(**PHONE) opens one more device: nothing is shared with the others."""
    # What is recorded is written when a context is closed, at the end of its test.
    is_recorded = any(pytestconfig.getoption(name) != "off" for name in RECORDINGS)

    def open_page(**device: Any) -> Page:
        # What a test cuts off must not come from a service worker, unless the test is about one.
        quiet = {"reduced_motion": "reduce", "service_workers": "block"}
        options = {"locale": "fr-FR", **quiet, **device}
        if is_recorded or options["service_workers"] != "block" or "storage_state" in options:
            context = new_context(**options)
        else:
            context = devices.take({**browser_context_args, **options})
        page = context.new_page()
        page.set_default_timeout(20_000)
        trouble.watch(page)
        return page

    return open_page


@cache
def _collected() -> dict[str, Any]:
    """Settings with which pages load what collectstatic makes for users."""
    storage = {"BACKEND": "clubs.staticfiles.storage.HashedStaticFilesStorage"}
    changed = {
        "STATIC_ROOT": Path(settings.STATIC_ROOT).with_name("collected"),
        "STORAGES": {**settings.STORAGES, "staticfiles": storage},
        "STATICFILES_FINDERS": [*settings.STATICFILES_FINDERS, "tests.browser.devices.Collected"],
    }
    with override_settings(**changed, WHITENOISE_SKIP_COMPRESS_EXTENSIONS=["css", "js", "map"]):
        call_command("collectstatic", interactive=False, verbosity=0)
    copy(CHECKER, changed["STATIC_ROOT"])
    return changed


@pytest.fixture
def bundled() -> Iterator[None]:
    """Pages load bundles, as users' do; each module and stylesheet alone takes a third longer."""
    shell_files.cache_clear()
    with override_settings(**_collected()):
        yield
    shell_files.cache_clear()


@pytest.fixture
def counted_by_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules of every table have a setting that the scripts do not know: the server counts."""
    told = DealForm.table_here

    def of_tomorrow(form: DealForm) -> dict[str, Any] | None:
        here = told(form)
        return here and {**here, "rules": {**here["rules"], "of_tomorrow": 50}}

    monkeypatch.setattr(DealForm, "table_here", of_tomorrow)


@pytest.fixture
def phone(new_page: Callable[..., Page]) -> Page:
    return new_page(**PHONE)


@pytest.fixture
def laptop(new_page: Callable[..., Page]) -> Page:
    return new_page(**LAPTOP)


@pytest.fixture
def sign_in() -> Callable[[Page, str], None]:
    """sign_in(phone, "Alice"): by the cookie that the form would give; the page is blank then.

    The form has tests of its own; through it every test would spend two pages more. An open page
    would go on asking as somebody else, and be refused.
    """

    def sign_in(page: Page, name: str) -> None:
        if page.url != "about:blank":
            page.goto("about:blank")
        client = Client()
        client.force_login(User.objects.get(email=f"{name.lower()}@example.org"))
        session = client.cookies[settings.SESSION_COOKIE_NAME]
        cookie = {"name": session.key, "value": session.value, "path": "/", "httpOnly": True}
        hosts = ("localhost", PLAIN_HOST)
        page.context.add_cookies([{**cookie, "domain": host} for host in hosts])

    return sign_in

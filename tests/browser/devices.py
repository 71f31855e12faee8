"""The devices of the tests, which serve one test after another, and the traffic of the server."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Condition
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from playwright.sync_api import Browser, BrowserContext

from scorekeeper.frames import call_with_room

# What stays with a context whatever page is opened, and nothing takes back.
LASTING = (
    "add_init_script",
    "expose_binding",
    "expose_function",
    "on",
    "once",
    "route_from_har",
    "route_web_socket",
    "set_extra_http_headers",
    "set_geolocation",
)
CLOCK = ("install", "pause_at", "set_fixed_time", "set_system_time")


class Device:
    """A browser context with a blank page that stays, from where it can be washed."""

    def __init__(self, context: BrowserContext, key: str) -> None:
        self.context = context
        self.key = key
        self.is_spoilt = False
        self.blank = context.new_page()
        self.tools = context.new_cdp_session(self.blank)
        for owner, names in ((context, LASTING), (context.clock, CLOCK)):
            for name in names:
                setattr(owner, name, self.spoiling(getattr(owner, name)))

    def spoiling(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def spoil(*arguments: Any, **more: Any) -> Any:
            self.is_spoilt = True
            return method(*arguments, **more)

        return spoil

    def close(self) -> bool:
        """Nothing is asked any more. Whether the device can be used again."""
        if self.is_spoilt or self.blank.is_closed():
            self.context.close()
            return False
        for page in self.context.pages:
            if page != self.blank:
                page.close()
        return True

    def wash(self, origins: Iterable[str]) -> None:
        self.context.unroute_all(behavior="ignoreErrors")
        self.context.set_offline(False)
        for origin in origins:
            everything = {"origin": origin, "storageTypes": "all"}
            self.tools.send("Storage.clearDataForOrigin", everything)
        self.context.clear_cookies()
        self.context.clear_permissions()


class Drawer:
    """Devices by their options. They are washed after a test, and the next one takes them.

    A new one with nothing in its cache costs half a second of a core. A test finds no page, cookie
    or storage of another, only the static files that a browser has seen before. A device that was
    changed for good (its clock, its scripts) is not used again.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.clean: dict[str, list[Device]] = {}
        self.used: list[Device] = []

    def take(self, options: dict[str, Any]) -> BrowserContext:
        key = json.dumps(options, sort_keys=True)
        kept = self.clean.get(key)
        device = kept.pop() if kept else Device(self.browser.new_context(**options), key)
        self.used.append(device)
        return device.context

    def put_back(self, origins: Iterable[str], traffic: "Traffic") -> None:
        """Closes all pages; what they had asked is settled before anything is washed."""
        used, self.used = self.used, []
        usable = [device for device in used if device.close()]
        traffic.settle()
        for device in usable:
            device.wash(origins)
            self.clean.setdefault(device.key, []).append(device)


class Collected(BaseFinder):
    """Finds what was collected, for the live server; collectstatic itself finds nothing here."""

    def find(self, path: str, find_all: bool = False, **options: Any) -> Any:
        found = Path(settings.STATIC_ROOT) / path
        is_there = found.is_file()
        if find_all:
            return [str(found)] if is_there else []
        return str(found) if is_there else None

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[Any]:
        return []


class Traffic:
    """Between the server and what it serves: knows what is under way, and lets files be kept.

    Static files may be kept for ever where Feutre is installed, since their names are hashed. Pages
    that a browser may show again for some minutes, as public ones, are asked for each time: the
    next test has others.
    """

    def __init__(self, application: Callable[..., Any]) -> None:
        self.application = application
        self.under_way: list[str] = []
        self.changed = Condition()
        self.is_open = False  # between two tests nothing is answered

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        path = environ["PATH_INFO"]
        is_file = path.startswith(settings.STATIC_URL)

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            if is_file and status.startswith("200"):
                headers = [*headers, ("Cache-Control", "max-age=86400, immutable")]
            elif "max-age" in dict(headers).get("Cache-Control", ""):
                headers = [*headers, ("Cache-Control", "no-cache")]
            return start_response(status, headers, *more)

        with self.counted(path) as is_counted:
            if is_counted:
                return call_with_room(self.application, environ, start)
            start_response("503 Service Unavailable", [])
            return []

    @contextmanager
    def counted(self, path: str) -> Iterator[bool]:
        """Whether it is answered; what arrives late, of a page that was closed, is not."""
        with self.changed:
            if not self.is_open:
                yield False
                return
            self.under_way.append(path)
        try:
            yield True
        finally:
            with self.changed:
                self.under_way.remove(path)
                self.changed.notify_all()

    def settle(self) -> None:
        """Waits for the end of what pages had asked when they were closed.

        Else it would read, or write, what the next test puts into the database.
        """
        with self.changed:
            assert self.changed.wait_for(lambda: not self.under_way, timeout=30), self.under_way

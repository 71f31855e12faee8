"""A phone on plain http under a name, as a club's own network has it.

There a browser has no service worker, no randomUUID and no locks. The cuts are tried on localhost
as well.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from clubs.models import Sitting
from tests.browser.conftest import PHONE, PLAIN_HOST
from tests.browser.network import Phone
from tests.cast import Cast

FOUR = ("Alice", "Bob", "Charlie", "Dora")


@pytest.fixture
def site(request, live_server: LiveServer) -> str:
    """Where a browser can do least, unless a test is for another host."""
    return live_server.url.replace("localhost", getattr(request, "param", PLAIN_HOST))


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], site: str) -> dict[str, Any]:
    """Every page of this folder opens its addresses there."""
    return {**browser_context_args, "base_url": site}


@pytest.fixture
def sitting(club: Cast) -> Sitting:
    return club.sitting(*FOUR)


@pytest.fixture
def open_phone(
    new_page: Callable[..., Page], sign_in, sitting: Sitting, trouble
) -> Callable[..., Phone]:
    """open_phone("Alice"): somebody's phone, signed in."""
    trouble.expect("ERR_|console: htmx:")
    trouble.expect("status of (401|403|404|503)|Code 40[134] from")
    trouble.expect("Cross-Origin-Opener-Policy")  # which is for https only

    def open_phone(name: str, table: Sitting = sitting, **more: object) -> Phone:
        page = new_page(**{**PHONE, "locale": "en-GB", **more})
        sign_in(page, name)
        return Phone(page, table)

    return open_phone


@pytest.fixture
def phone(open_phone) -> Phone:
    """Alice's, at deal entry."""
    return open_phone("Alice").entry()

"""Journeys: whole stories in a real browser, by people who know one address, the front page.

They go where links lead and send the forms that pages show; Walker offers nothing else. What a
page does with wrong input, and every variant, is asked by the tests of that page.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import (
    base_url,
    browser_type_launch_args,
    bundled,
    devices,
    drawer,
    new_page,
    traffic,
    trouble,
)
from tests.journeys.walker import Walker

# The devices of the browser tests.
__all__ = [
    "base_url",
    "browser_type_launch_args",
    "bundled",
    "devices",
    "drawer",
    "new_page",
    "traffic",
    "trouble",
]

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture
def walker(new_page: Callable[..., Page]) -> Callable[..., Walker]:
    """walker(**PHONE) is somebody with a device of their own, at the front page."""

    def arrive(**device: object) -> Walker:
        return Walker(new_page(**device))

    return arrive

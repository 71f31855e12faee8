"""What the accessibility checker finds on a page: axe, as Chromium sees it."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import axe_playwright_python
from playwright.sync_api import Page

# What another colour scheme can change.
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}

# Only this leaves the page: all that axe has looked at is a hundred times as much.
RUN = """async (options) => (await axe.run(options)).violations.flatMap((rule) =>
  rule.nodes.map((node) =>
    [rule.impact, `${rule.id} (${rule.impact}): ${node.html.slice(0, 160)}`]))"""


@cache
def checker() -> str:
    """The script; read once."""
    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")


def found_by_axe(page: Page, only: Mapping[str, Any] | None = None) -> list[tuple[str, str]]:
    """(impact, rule and element) of everything found by the rules in only, or by all there are."""
    options: dict[str, Any] = {"preload": False, "resultTypes": ["violations"]}
    if only is not None:
        options["runOnly"] = only
    if page.evaluate("typeof axe === 'undefined'"):  # its half megabyte goes in once
        page.evaluate(checker())
    return [(impact, fault) for impact, fault in page.evaluate(RUN, options)]


def in_the_dark(page: Page, only: Mapping[str, Any] = COLOURS) -> list[tuple[str, str]]:
    """The same page in dark colours; afterwards it is light again."""
    page.emulate_media(color_scheme="dark")
    found = [(impact, f"dark, {fault}") for impact, fault in found_by_axe(page, only)]
    page.emulate_media(color_scheme="light")
    return found


def every_fault(page: Page, *other_sizes: Mapping[str, Any]) -> list[str]:
    """By every rule of axe, the ones beyond WCAG too: in light and dark, then at other sizes."""
    found = [*found_by_axe(page), *in_the_dark(page)]
    for device in other_sizes:
        page.set_viewport_size(device["viewport"])
        found += found_by_axe(page)
    return [fault for _, fault in found]

"""What the accessibility checker finds on a page: axe, as Chromium sees it."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import axe_playwright_python
from django.conf import settings
from playwright.sync_api import Page

# A static file to the browser, which keeps it compiled: half a megabyte that is sent to each page
# takes five times as long.
CHECKER = Path(axe_playwright_python.__file__).parent / "axe.min.js"

# What another colour scheme can change.
COLOURS = ("color-contrast", "link-in-text-block")

# Only this leaves the page: all that axe has looked at is a hundred times as much.
TOLD = """({ violations }) => violations.flatMap((rule) => rule.nodes.map((node) =>
    `${rule.id} (${rule.impact}): ${node.html.slice(0, 160)}`))"""
RUN = f"async (options) => ({TOLD})(await axe.run(options))"

# The rules of colours take half of the time. They are asked of texts that look like none that
# passed before, of two for each look: whether the letters are large, as axe counts it, the ground
# of what they stand in, down to where one sees through it, the words around a link. A text that
# lies over something that it does not stand in is not told apart. Gives what is wrong, and the
# looks of what passed, or has a picture behind it, of which axe never says anything.
RUN_COLOURS = f"""async ([options, passed]) => {{
  const hasWords = (element) => [...element.childNodes].some((node) => node.data?.trim());
  const known = new Set(passed);
  const grounds = new Map([[null, ""]]);
  const groundOf = (element) => {{
    if (!grounds.has(element)) {{
      const {{ backgroundColor, backgroundImage, opacity, position }} = getComputedStyle(element);
      const place = position === "relative" ? "static" : position;
      const own = [backgroundColor, backgroundImage, opacity, place].join();
      const isPlain = own === "rgba(0, 0, 0, 0),none,1,static";
      const isSolid = backgroundColor.startsWith("rgb(") && backgroundImage === "none";
      const behind = groundOf(element.parentElement);
      const isAlone = isSolid && opacity === "1" && !behind.includes("faint");
      const seen = isAlone ? "" : `${{behind}}/${{opacity === "1" ? "" : "faint"}}`;
      grounds.set(element, isPlain ? behind : seen + (isAlone ? backgroundColor : own));
    }}
    return grounds.get(element);
  }};
  const fontOf = ({{ fontSize, fontWeight, fontStyle, textDecorationLine }}) =>
    [fontSize, fontWeight, fontStyle, textDecorationLine].join();
  const lookOf = (element) => {{
    const style = getComputedStyle(element);
    const points = Math.ceil(72 * parseFloat(style.fontSize)) / 96;
    const isLarge = points >= (style.fontWeight >= 700 ? 14 : 18);
    const around = element.matches("a") && hasWords(element.parentElement)
      ? [style, getComputedStyle(element.parentElement)].map((each) => each.color + fontOf(each))
      : "";
    return [groundOf(element), style.color, isLarge, style.textShadow, around,
      element.closest(":disabled, [aria-disabled=true]") !== null,
    ].join("|");
  }};
  const fields = "input:not([type=radio], [type=checkbox]), select, textarea";
  const texts = [...document.body.querySelectorAll("*")]
    .filter((each) => each.matches(fields) || hasWords(each))
    .filter((each) => each.checkVisibility({{ opacityProperty: true, visibilityProperty: true }}))
    .filter((each) => !each.closest(".vh, .skip:not(:focus)")); // nobody sees them
  const asked = new Map(texts.map((element) => [lookOf(element), 0]));
  const fresh = texts.filter((element) => {{
    const look = lookOf(element);
    asked.set(look, asked.get(look) + 1);
    return !known.has(look) && asked.get(look) <= 2;
  }});
  if (!fresh.length) return [[], []];
  const result = await axe.run(fresh, options);
  const hasPicture = (node) => /^bg(Image|Gradient)$/.test(node.any[0]?.data?.messageKey);
  const nodes = [...result.passes.flatMap((rule) => rule.nodes),
    ...result.incomplete.flatMap((rule) => rule.nodes).filter(hasPicture)];
  return [({TOLD})(result), [...new Set(nodes.map((node) => lookOf(node.element)))]];
}}"""

OPTIONS: dict[str, Any] = {
    "preload": False,
    "resultTypes": ["violations"],
    "selectors": False,  # elements are told by their HTML
}

KNOWN = ["violations", "passes", "incomplete"]

# Words that go over two lines although they are shorter than a third of the page. What is there
# for screen readers alone stands in a box of one pixel.
BROKEN = """() => {
  const faults = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const place = text.parentElement;
    if (place.getBoundingClientRect().width < 2) continue;
    for (const word of text.textContent.matchAll(/\\S{2,}/g)) {
      if (/[.,_@/–-]\\w/.test(word[0])) continue; // may be broken: an address, a season
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const boxes = [...range.getClientRects()];
      const width = boxes.reduce((sum, box) => sum + box.width, 0);
      const lines = new Set(boxes.map((box) => Math.round(box.top / 4)));
      if (lines.size > 1 && width < innerWidth / 3)
        faults.add(`"${word[0]}" over ${lines.size} lines: ${place.outerHTML.slice(0, 110)}`);
    }
  }
  return [...faults];
}"""

WIDTH = "document.documentElement.scrollWidth"
OF_WIDTH = f"""(text) => {{
    document.documentElement.dataset.text = text;
    return [{WIDTH}, ({BROKEN})()];
}}"""

_passed: set[str] = set()  # how texts look of which axe said that everybody can read them


def _bring_axe(page: Page) -> None:
    if page.evaluate("typeof axe === 'undefined'"):
        page.add_script_tag(url=f"{settings.STATIC_URL}{CHECKER.name}")


def found_by_axe(page: Page) -> list[str]:
    """Rule and element of everything found by the rules of axe."""
    _bring_axe(page)
    others = {rule: {"enabled": False} for rule in COLOURS}
    return [*page.evaluate(RUN, {**OPTIONS, "rules": others}), *_faults_of_colours(page)]


def _faults_of_colours(page: Page) -> list[str]:
    """By the rules of colours. What looks like something that passed is not asked again."""
    options = {**OPTIONS, "elementRef": True, "resultTypes": KNOWN}
    options["runOnly"] = {"type": "rule", "values": COLOURS}
    faults, passed = page.evaluate(RUN_COLOURS, [options, list(_passed)])
    _passed.update(passed)
    return list(faults)


def in_the_dark(page: Page) -> list[str]:
    """The same page in dark colours; afterwards it is light again."""
    _bring_axe(page)
    page.emulate_media(color_scheme="dark")
    found = [f"dark, {fault}" for fault in _faults_of_colours(page)]
    page.emulate_media(color_scheme="light")
    return found


def every_fault(page: Page, *other_sizes: Mapping[str, Any]) -> list[str]:
    """By every rule of axe, the ones beyond WCAG too: in light and dark, then at other sizes.

    A page that is wider than its screen is another fault."""
    faults = [*found_by_axe(page), *in_the_dark(page), *too_wide(page)]
    for device in other_sizes:
        page.set_viewport_size(device["viewport"])
        faults += [*found_by_axe(page), *too_wide(page)]
    return faults


def too_wide(page: Page) -> list[str]:
    return _wide(page, page.evaluate(WIDTH))


def faults_of_width(page: Page, text: int = 100) -> list[str]:
    """At this size of text, in percent: a page that is too wide, and words that are broken."""
    width, words = page.evaluate(OF_WIDTH, str(text))
    return [*_wide(page, width), *words]


def _wide(page: Page, width: int) -> list[str]:
    return [f"{width} px wide"] if width > page.viewport_size["width"] else []


def faults_of_pages(page: Page, paths: Iterable[str], *other_sizes: Mapping[str, Any]) -> list[str]:
    """Of one page after the other, each with its address; all begin with the size of the first."""
    size = page.viewport_size
    faults = []
    for path in paths:
        page.set_viewport_size(size)
        page.goto(path)
        faults += [f"{path}: {fault}" for fault in every_fault(page, *other_sizes)]
    return faults

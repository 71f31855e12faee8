"""Pages of docs/specification, as tests read the values that they write."""

import json
import re
from typing import Any

from tests.paths import ROOT


def section(cited: str) -> str:
    """The text of a section, cited as in "scoring.md §4", with the sections within it."""
    page, _, number = cited.partition(" \N{SECTION SIGN}")
    text = (ROOT / "docs/specification" / page).read_text(encoding="utf-8")
    heading = re.search(rf"^(##+) {re.escape(number)}\.? .*$", text, re.MULTILINE)
    assert heading, cited
    rest = text[heading.end() :]
    following = re.search(rf"^#{{2,{len(heading[1])}}} ", rest, re.MULTILINE)
    return rest[: following.start()] if following else rest


def document(text: str) -> Any:
    """Its first block of JSON."""
    block = re.search(r"^```json\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert block
    return json.loads(block[1])


def rows(text: str) -> list[list[str]]:
    """The cells of all its tables, headings among them."""
    lines = re.findall(r"^\| *([^-\s].*)\|$", text, re.MULTILINE)
    return [re.split(r" *\| *", line.strip()) for line in lines]


def codes(text: str) -> list[str]:
    """What stands in code marks."""
    return re.findall(r"`([^`]+)`", text)


# What a profile says of money where it says nothing: money.md §1.
FOR_POINTS = {
    "stake_per_point": 0,
    "currency": "EUR",
    "smallest_coin": 1,
    "kitty": {"per_player": 0, "term": "evening", "per_passed": 0, "payer": "dealer"},
}

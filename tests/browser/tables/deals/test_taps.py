"""Taps of a handful, and what has room on a phone. Taps of a plain deal: test_one_screen.py."""

import pytest
from playwright.sync_api import expect

from tests.browser.tables.deals.conftest import SHEET

LONG = ("Maximil.", "Bertrand", "Camille", "Anne-S.", "Guillem.", "Barthol.")  # as at tables
# Each chip in turn: its tick must be on no heading, its name inside and whole.
FAULTS_OF_CHIPS = """() => {
    const ink = (part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        return range.getBoundingClientRect();
    };
    const meet = (one, other) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > .5 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > .5;
    const heads = [...document.querySelectorAll(".entry > fieldset > .field-h, .chip.dog")]
        .filter((head) => head.offsetWidth > 1)
        .flatMap((head) => [...head.querySelectorAll("legend, .hint, .help > [aria-hidden], .n")]);
    const found = [];
    for (const chip of document.querySelectorAll(".entry > fieldset .chip:not(.dog)")) {
        chip.querySelector("input").click();
        const box = chip.getBoundingClientRect();
        const tick = chip.querySelector(".tick").getBoundingClientRect();
        const names = [...chip.querySelectorAll(".n")].filter((name) => name.offsetWidth);
        for (const head of heads) {
            if (meet(tick, ink(head))) found.push([chip.innerText, "on", head.innerText]);
        }
        for (const name of names) {
            const text = ink(name);
            const isCut = name.scrollWidth > name.clientWidth + 1;
            const isOut = text.left < box.left || text.right > box.right;
            if (isCut || isOut) found.push([name.innerText, "has no room"]);
        }
        if (box.width < 42) found.push([chip.innerText, "is narrow"]);
    }
    return found;
}"""
SMALL = """[...document.querySelectorAll(".deal :is(.chip, .key, .btn, .seg label)")]
    .filter((part) => part.getClientRects().length)
    .map((part) => [part.innerText, part.getBoundingClientRect()])
    .filter(([, box]) => box.width < 44 || box.height < 44)
    .map(([text]) => text)"""

pytestmark = pytest.mark.django_db(transaction=True)


def test_whose_handful_it_was(thumb, table):
    """Opening it says: a single one of the taker. A tap elsewhere moves what was assumed alone."""
    entry = thumb(table(*SHEET))
    chosen = entry.page.locator("[name^=poignee_]:checked:not([value=''])")
    entry.take("Nord", "Garde", 2, "52")
    before = entry.taps
    entry.fold("poignee")
    entry.says("72, + 20 handful = 92")
    assert entry.taps - before == 1
    entry.chip("poignee_2", "Single")
    expect(chosen).to_have_attribute("name", "poignee_2")
    entry.says("72, + 20 handful = 92")  # and not 112, as with two of them
    entry.chip("poignee_0", "Single")  # said by a tap: both showed one
    entry.says("72, + 20 handful, + 20 handful = 112")
    entry.save()
    entry.saved(1)

    # It follows the taker until somebody says whose it was.
    entry.take("Nord", "Garde", 2, "52")
    entry.fold("poignee")
    entry.chip("taker", "Sud")
    expect(chosen).to_have_attribute("name", "poignee_2")
    before = entry.taps
    entry.chip("poignee_2", "Double")
    entry.says("72, + 30 handful = 102")
    assert entry.taps - before == 1
    entry.chip("taker", "Est")
    expect(chosen).to_have_attribute("name", "poignee_2")
    entry.save()
    entry.saved(2)

    # A tap on what was assumed says that it is so.
    entry.take("Nord", "Garde", 2, "52")
    entry.fold("poignee")
    entry.chip("poignee_0", "Single")
    entry.chip("poignee_2", "Single")
    entry.says("72, + 20 handful, + 20 handful = 112")


def test_long_names_and_ticks_have_room(thumb, table, club):
    """Of six everything is large enough for a thumb; no choice of a slam is alone in its row."""
    six = table(*LONG, rules="family")
    fewer = [club.sitting(*LONG[:n], rules="family", active_count=n) for n in (4, 5)]
    for sitting in (six, *fewer):
        entry = thumb(sitting)
        if sitting == six:
            assert entry.page.evaluate(SMALL) == []
            entry.fold("chelem")
            for name in ("chelem", "petit_chelem"):
                fill_their_rows(entry, name)
            entry.fold("chelem")
        for height in (740, 640):
            entry.page.set_viewport_size({"width": 360, "height": height})
            assert entry.page.evaluate(FAULTS_OF_CHIPS) == [], f"{sitting.active_count} players"
        entry.page.set_viewport_size({"width": 360, "height": 740})


def fill_their_rows(entry, name):
    chips = [chip.bounding_box() for chip in entry.page.locator(f"label:has([name={name}])").all()]
    right = max(chip["x"] + chip["width"] for chip in chips)
    bottom = max(chip["y"] + chip["height"] for chip in chips)
    for chip in chips:
        beside = [other for other in chips if abs(other["y"] - chip["y"]) < 1]
        assert max(other["x"] + other["width"] for other in beside) == pytest.approx(right)
    ends = [chip for chip in chips if chip["y"] + chip["height"] == pytest.approx(bottom)]
    assert min(chip["x"] for chip in ends) == min(chip["x"] for chip in chips)

"""How many taps a deal costs, and what has room on a phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.tables.deals.conftest import FIVE, SHEET, SIX

ASKS = {"called_cards": True, "which_oudlers": True, "parole": True}
ASKED = {"base": "family", "asked": ASKS}
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

pytestmark = pytest.mark.django_db(transaction=True)


class TestTaps:
    """Taps of a plain deal, saving included; nothing scrolls on a phone until then. Other tables:
    test_one_screen.py and test_thumb.py."""

    @pytest.mark.parametrize(
        ("players", "rules", "called", "taps"),
        [
            (FIVE, "family", ("Alone",), 7),
            (SHEET, ASKED, (), 6),
            (FIVE, ASKED, ("Hugo",), 7),
        ],
        ids=["five alone", "four asked", "five asked"],
    )
    def test_a_plain_deal(self, thumb, table, players, rules, called, taps):
        entry = thumb(table(*players, rules=rules))

        entry.take(players[0], "Garde", 2, "52", *called)
        entry.says("made by 11")

        size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        assert entry.page.evaluate(size) == [360, 740]
        bottom = entry.page.locator(".pad").bounding_box()
        dock = entry.page.locator(".dock").bounding_box()
        assert bottom["y"] + bottom["height"] <= dock["y"]
        entry.save()
        entry.saved(1)
        assert entry.taps == taps

    def test_a_handful_costs_one_tap_and_a_double_two(self, thumb, table):
        entry = thumb(table(*SHEET))
        entry.take("Nord", "Garde", 2, "52")
        before = entry.taps

        entry.fold("poignee")
        entry.says("72, + 20 handful = 92")
        assert entry.taps - before == 1

        entry.chip("poignee_0", "Double")
        entry.says("72, + 30 handful = 102")
        assert entry.taps - before == 2

    def test_the_handful_follows_the_taker_until_somebody_says_whose_it_was(self, thumb, table):
        entry = thumb(table(*SHEET))
        chosen = entry.page.locator("[name^=poignee_]:checked:not([value=''])")
        entry.take("Nord", "Garde", 2, "52")
        entry.fold("poignee")

        entry.chip("taker", "Sud")
        expect(chosen).to_have_attribute("name", "poignee_2")

        entry.chip("poignee_2", "Triple")
        entry.chip("taker", "Est")
        expect(chosen).to_have_attribute("name", "poignee_2")

    def test_a_tap_on_another_player_moves_the_handful_that_was_assumed(self, thumb, table):
        entry = thumb(table(*SHEET))
        chosen = entry.page.locator("[name^=poignee_]:checked:not([value=''])")
        entry.take("Nord", "Garde", 2, "52")
        entry.fold("poignee")

        entry.chip("poignee_2", "Single")
        expect(chosen).to_have_attribute("name", "poignee_2")
        entry.says("72, + 20 handful = 92")  # and not 112, as with two of them

        entry.chip("poignee_0", "Single")  # said by a tap: both showed one
        entry.says("72, + 20 handful, + 20 handful = 112")

    def test_a_tap_on_what_was_assumed_says_that_it_is_so(self, thumb, table):
        entry = thumb(table(*SHEET))
        entry.take("Nord", "Garde", 2, "52")
        entry.fold("poignee")
        entry.chip("poignee_0", "Single")
        entry.chip("poignee_2", "Single")
        entry.says("72, + 20 handful, + 20 handful = 112")

    @pytest.mark.parametrize("count", [4, 5, 6])
    def test_long_names_and_ticks_have_room(self, thumb, table, count):
        entry = thumb(table(*LONG[:count], rules="family"))
        assert entry.page.evaluate(FAULTS_OF_CHIPS) == []

        entry.page.set_viewport_size({"width": 360, "height": 640})
        assert entry.page.evaluate(FAULTS_OF_CHIPS) == []

    def test_no_choice_of_a_slam_stands_alone_in_its_row(self, thumb, table):
        entry = thumb(table(*SIX, rules="family"))
        entry.fold("chelem")
        for name in ("chelem", "petit_chelem"):
            self.fill_their_rows(entry, name)

    def fill_their_rows(self, entry, name):
        chips = [
            chip.bounding_box() for chip in entry.page.locator(f"label:has([name={name}])").all()
        ]
        right = max(chip["x"] + chip["width"] for chip in chips)
        bottom = max(chip["y"] + chip["height"] for chip in chips)
        for chip in chips:
            beside = [other for other in chips if abs(other["y"] - chip["y"]) < 1]
            assert max(other["x"] + other["width"] for other in beside) == pytest.approx(right)
        ends = [chip for chip in chips if chip["y"] + chip["height"] == pytest.approx(bottom)]
        assert min(chip["x"] for chip in ends) == min(chip["x"] for chip in chips)

    def test_everything_is_large_enough_for_a_thumb(self, thumb, table):
        entry = thumb(table(*SIX, rules="family"))

        small = entry.page.evaluate(
            """[...document.querySelectorAll(".deal :is(.chip, .key, .btn, .seg label)")]
            .filter((part) => part.getClientRects().length)
            .map((part) => [part.innerText, part.getBoundingClientRect()])
            .filter(([, box]) => box.width < 44 || box.height < 44)
            .map(([text]) => text)"""
        )

        assert small == []

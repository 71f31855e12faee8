"""Writing deals down on a phone, as a thumb does it: taps, keys, and without script."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from clubs.models import Player, Sitting
from tests.browser.conftest import PHONE
from tests.cast import Cast, make_player, totals

SHEET = ("Nord", "Est", "Sud", "Ouest")
FIVE = ("Nadia", "Hugo", "Marc", "Élise", "Luc")
SIX = (*FIVE, "Rosa")
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


@pytest.fixture
def table(club: Cast) -> Callable[..., Sitting]:
    """table("Nord", "Est", …): an open session with new players of these names."""

    def sit(*names: str, **more: object) -> Sitting:
        Player.objects.bulk_create(make_player(club.club, name) for name in names)
        club.players.update({player.name: player for player in Player.objects.all()})
        return club.sitting(*names, active_count=more.pop("active_count", len(names)), **more)

    return sit


class Thumb:
    """A page of deal entry, and how often it was tapped."""

    def __init__(self, page: Page, sitting: Sitting) -> None:
        self.page = page
        self.sitting = sitting
        self.taps = 0
        page.goto(f"/t/{sitting.uuid}/new/")

    def tap(self, what: Locator) -> None:
        self.taps += 1
        what.tap()

    def chip(self, name: str, label: str) -> None:
        """The chip that says so now: "Alone" stands in the taker's own place."""
        group = self.page.locator(f"label.chip:has([name={name}])")
        words = re.compile(rf"^{re.escape(label)}$")
        self.tap(group.filter(has=self.page.locator(".n:visible", has_text=words)))

    def take(self, taker: str, contract: str, oudlers: int, points: str, *called: str) -> None:
        self.chip("taker", taker)
        for index, holder in enumerate(called):
            self.chip(f"called_{index}", holder)
        self.chip("contract", contract)
        self.chip("oudlers", str(oudlers))
        for digit in points:
            self.key(digit)

    def key(self, digit: str) -> None:
        key = {"½": "half", "←": "back"}.get(digit, digit)
        self.tap(self.page.locator(f"[data-key='{key}']"))

    def fold(self, name: str) -> None:
        self.tap(self.page.locator(f"[data-fold={name}] > summary"))

    def says(self, text: str) -> None:
        expect(self.page.locator("#verdict")).to_contain_text(text)

    def gains(self, *gains: str) -> None:
        """The bar over the button, in seat order: "+144", "−72", "rests"."""
        expect(self.page.locator("#deltas li")).to_contain_text(list(gains))

    def save(self) -> None:
        self.tap(self.page.locator("[data-save]"))

    def saved(self, number: int) -> None:
        self.page.wait_for_url(f"**/t/{self.sitting.uuid}/?saved={number}")

    def next(self) -> None:
        self.page.goto(f"/t/{self.sitting.uuid}/new/")

    def totals(self) -> list[str]:
        """The running totals as the chips of the next deal show them."""
        self.next()
        return self.page.locator(".taker small .num").all_inner_texts()


@pytest.fixture
def thumb(phone: Page, sign_in: Callable[[Page, str], None]) -> Callable[[Sitting], Thumb]:
    def open_entry(sitting: Sitting) -> Thumb:
        sign_in(phone, "Alice")
        return Thumb(phone, sitting)

    return open_entry


@pytest.fixture
def phone(new_page: Callable[..., Page]) -> Page:
    return new_page(**{**PHONE, "locale": "en-GB"})


def open_table_of_guests(page: Page, names: tuple[str, ...]) -> Sitting:
    """From the club's home to the sheet of a new table, all of it by the screens."""
    page.goto("/c/trois-bouts/")
    page.locator("main").get_by_role("link", name="Open a table").tap()
    page.wait_for_url("**/tables/new/")  # loaded, its modules too
    page.locator("[data-guest-tile]").tap()
    for name in names:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.locator("[data-start]").tap()
    page.wait_for_url(re.compile(r"/t/[0-9a-f-]{36}/$"))
    return Sitting.objects.get()


class TestAnEveningOfFour:
    def test_the_score_sheet_of_the_specification(self, phone, sign_in, club):
        """Deals sheet-1 to sheet-5 of scoring.md §11, with its totals."""
        sign_in(phone, "Alice")
        entry = Thumb(phone, open_table_of_guests(phone, SHEET))

        entry.take("Est", "Garde", 2, "49")
        entry.fold("petit_au_bout")
        entry.chip("petit_au_bout", "Attack")
        entry.fold("poignee")  # a single one of the taker
        entry.gains("−106", "+318", "−106", "−106")
        entry.save()
        entry.saved(1)

        entry.next()
        entry.take("Ouest", "G. sans", 2, "45")
        entry.fold("petit_au_bout")
        entry.chip("petit_au_bout", "Defence")
        entry.gains("−76", "−76", "−76", "+228")
        entry.save()
        entry.saved(2)

        entry.next()
        entry.take("Sud", "Prise", 1, "44")
        entry.fold("petit_au_bout")
        entry.chip("petit_au_bout", "Defence")
        entry.says("51 needed — down by 7")
        entry.gains("+42", "+42", "−126", "+42")
        entry.save()
        entry.saved(3)

        entry.next()
        entry.take("Nord", "Garde", 2, "52")
        entry.fold("poignee")
        entry.chip("poignee_2", "Single")  # not Nord's, as was assumed
        entry.gains("+276", "−92", "−92", "−92")
        entry.save()
        entry.saved(4)

        entry.next()
        entry.take("Sud", "Garde", 2, "87")
        entry.fold("petit_au_bout")
        entry.chip("petit_au_bout", "Attack")
        entry.fold("poignee")
        entry.fold("chelem")
        entry.chip("chelem", "Announced, made")
        entry.gains("−582", "−582", "+1,746", "−582")
        entry.save()
        entry.saved(5)

        expect(phone.locator("thead th .num")).to_contain_text(["−446", "−390", "+1,346", "−510"])
        assert entry.totals() == ["−446", "−390", "+1,346", "−510"]
        assert totals(entry.sitting) == {"Nord": -446, "Est": -390, "Sud": 1346, "Ouest": -510}

    def test_a_rounded_session(self, thumb, table):
        entry = thumb(table(*SHEET, rules="rounded-10"))

        entry.take("Nord", "G. sans", 2, "53")
        entry.fold("poignee")
        entry.says("(25 + 12) × 4 = 148, + 20 handful = 168 → 170")
        entry.gains("+510", "−170", "−170", "−170")
        entry.save()
        entry.saved(1)

        assert entry.totals() == ["+510", "−170", "−170", "−170"]

    def test_a_wrong_count_is_said_at_once_and_mended(self, thumb, table):
        entry = thumb(table(*SHEET))

        entry.take("Nord", "Garde", 2, "92")
        entry.says("0 to 91")
        expect(entry.page.locator("[name=points]")).to_have_attribute("aria-invalid", "true")
        entry.gains("·", "·", "·", "·")
        entry.save()  # the server refuses it and keeps everything
        expect(entry.page.locator("[name=points]")).to_have_value("92")
        expect(entry.page.get_by_role("alert")).to_contain_text("0 to 91")

        entry.key("←")
        entry.key("←")
        for digit in "52":
            entry.key(digit)
        entry.says("41 needed — made by 11")
        expect(entry.page.locator("[name=points]")).not_to_have_attribute("aria-invalid", "true")
        entry.save()
        entry.saved(1)

        assert entry.totals() == ["+216", "−72", "−72", "−72"]

    def test_a_correction_afterwards(self, thumb, table, club):
        sitting = table(*SHEET)
        club.deal(sitting, taker="Nord", points=46)
        club.deal(sitting, taker="Est", points=41)
        entry = thumb(sitting)
        entry.page.goto(f"/t/{sitting.uuid}/1/edit/")

        entry.chip("contract", "G. sans")
        entry.gains("+360", "−120", "−120", "−120")
        entry.save()
        changes = entry.page.locator(".diff tr", has_text="Contract")
        expect(changes.locator("del")).to_have_text("Garde")
        expect(changes.locator("ins")).to_have_text("Garde sans")
        effect = entry.page.locator("tr", has_text="Nord").filter(has=entry.page.locator(".i"))
        expect(effect).to_contain_text("+130")
        expect(effect).to_contain_text("+310")
        entry.chip("reason", "Entered wrong")
        entry.tap(entry.page.locator("button[value=correct]"))
        entry.page.wait_for_url(f"**/t/{sitting.uuid}/")

        assert entry.taps == 4  # with the row of the sheet and "Correct" there: 6
        # (25+5)·4 = 120 a defender for Nord, then 50 a defender for Est
        assert totals(sitting) == {"Nord": 310, "Est": 30, "Sud": -170, "Ouest": -170}

    def test_undo_brings_the_deal_back_as_it_was_typed(self, thumb, table):
        entry = thumb(table(*SHEET))
        entry.take("Nord", "Garde", 2, "52")
        entry.save()
        entry.saved(1)

        entry.tap(entry.page.get_by_role("button", name="Undo"))

        entry.page.wait_for_url("**/new/?from=1")
        expect(entry.page.locator("[name=points]")).to_have_value("52")
        entry.gains("+216", "−72", "−72", "−72")
        assert totals(entry.sitting) == dict.fromkeys(SHEET, 0)


class TestCountedSide:
    def test_a_side_that_is_carried_over_is_marked(self, thumb, table):
        thumb = thumb(table("Nord", "Est", "Sud", "Ouest"))
        whose = thumb.page.get_by_text("Points of the defence")
        carried = thumb.page.locator(".points[data-carried]")
        thumb.take("Nord", "Garde", 2, "")
        expect(whose).to_be_hidden()
        thumb.tap(thumb.page.locator("label:has([name=counted][value=defence])"))
        expect(whose).to_be_visible()
        thumb.key("4")
        thumb.key("4")
        expect(carried).to_have_count(0)
        thumb.save()
        thumb.saved(1)

        thumb.next()

        expect(whose).to_be_visible()
        expect(carried).to_have_count(1)
        thumb.tap(thumb.page.locator("label:has([name=counted][value=attack])"))
        expect(whose).to_be_hidden()


class TestAnEveningOfFive:
    def test_called_kings_and_one_alone(self, thumb, table):
        entry = thumb(table(*FIVE))

        entry.take("Nadia", "Garde", 2, "52", "Hugo")
        entry.gains("+144", "+72", "−72", "−72", "−72")
        entry.save()
        entry.saved(1)

        entry.next()
        entry.take("Élise", "Prise", 1, "36½", "Alone")
        entry.says("51 needed — down by 15")
        entry.gains("+40", "+40", "+40", "−160", "+40")
        entry.save()
        entry.saved(2)

        entry.next()
        entry.take("Luc", "Garde", 3, "41", "In the dog")
        entry.gains("−60", "−60", "−60", "−60", "+240")
        entry.save()
        entry.saved(3)

        # 144+40−60, 72+40−60, −72+40−60, −72−160−60, −72+40+240
        assert entry.totals() == ["+124", "+52", "−92", "−292", "+208"]
        deals = entry.sitting.deals.order_by("number")
        assert [deal.record["called"] for deal in deals][1:] == [[deals[1].record["taker"]], [None]]

    def test_alone_stands_in_the_place_of_the_taker(self, thumb, table):
        entry = thumb(table(*FIVE))
        called = entry.page.locator(".calls .chip:not(.dog) .n:visible")
        expect(called).to_have_text(list(FIVE))

        entry.chip("taker", "Marc")

        expect(called).to_have_text(["Nadia", "Hugo", "Alone", "Élise", "Luc"])

    def test_switching_the_pile_turns_the_points_around(self, thumb, table):
        entry = thumb(table(*FIVE))
        points = entry.page.locator("[name=points]")
        for digit in "38½":
            entry.key(digit)

        entry.tap(entry.page.locator(".seg label", has_text="Defence"))

        expect(points).to_have_value("52½")
        entry.next()  # the table keeps counting the defence's pile
        expect(entry.page.locator("[name=counted][value=defence]")).to_be_checked()

    def test_saving_too_early_leads_to_the_gap(self, thumb, table):
        entry = thumb(table(*FIVE))
        entry.chip("taker", "Hugo")

        entry.save()

        entry.says("Who was called?")
        assert entry.page.evaluate("document.activeElement.name") == "called_0"

    def test_nobody_played(self, thumb, table):
        entry = thumb(table(*FIVE))

        entry.tap(entry.page.locator(".deal .menu > summary"))
        entry.tap(entry.page.get_by_role("button", name="Passed out"))

        entry.saved(1)
        assert entry.taps == 2
        assert entry.sitting.deals.get().void_reason == "all_pass"

    def test_another_dealer_in_three_taps(self, thumb, table):
        entry = thumb(table(*FIVE))

        entry.tap(entry.page.locator(".deal .menu > summary"))
        entry.tap(entry.page.get_by_text("Change dealer"))
        entry.chip("dealer", "Marc")

        assert entry.taps == 3
        expect(entry.page.locator(".turn .deals:visible")).to_have_text("Marc deals")

    def test_who_rests_is_no_chip(self, thumb, table):
        entry = thumb(table(*FIVE, active_count=4, first_dealer=1))
        chips = entry.page.locator(".taker .n:visible")
        expect(chips).to_have_text(["Nadia", "Marc", "Élise", "Luc"])
        entry.gains("·", "rests", "·", "·", "·")

        entry.tap(entry.page.locator(".deal .menu > summary"))
        entry.tap(entry.page.get_by_text("Change who rests"))
        entry.chip("out", "Luc")

        expect(chips).to_have_text(["Nadia", "Hugo", "Marc", "Élise"])
        entry.gains("·", "·", "·", "·", "rests")


class TestQuestions:
    """91 points with three bouts prove a slam: two things are odd, until it is noted."""

    def test_they_lead_to_their_field_and_are_asked_again(self, thumb, table, trouble):
        trouble.expect("422")
        thumb = thumb(table("Nord", "Est", "Sud", "Ouest"))
        thumb.take("Nord", "Garde", 3, "91")
        thumb.save()
        asks = thumb.page.locator("#deal-asks .note")
        expect(asks).to_have_count(2)

        thumb.tap(asks.get_by_role("link", name="Slam"))
        thumb.chip("chelem", "Made unannounced")

        expect(asks).to_have_count(0)
        thumb.gains("+1,080", "−360", "−360", "−360")  # ((25+55)·2 + 200), three times
        thumb.save()
        thumb.saved(1)


class TestErrors:
    def test_they_go_when_their_field_is_changed(self, thumb, table, trouble):
        trouble.expect("422")
        sitting = table("Nord", "Est", "Sud", "Ouest")
        page = thumb(sitting).page
        page.goto(f"/t/{sitting.uuid}/scores/")
        page.get_by_role("radio", name="Adjustment").check()
        for cell, score in zip(
            page.locator("[data-score]").all(), ("5", "-3", "-3", "6"), strict=True
        ):
            cell.fill(score)
        page.locator("[data-save]").tap()
        expect(page.locator("#id_scores_error")).to_be_visible()

        page.locator("[data-score]").nth(3).fill("1")

        expect(page.get_by_text("The sum is 0.")).to_be_visible()
        expect(page.locator(".error-list, .invalid-feedback, [aria-invalid=true]")).to_have_count(0)


class TestSix:
    def test_every_kind_of_attack(self, thumb, table):
        entry = thumb(table(*SIX))
        # (25+8)·2 = 66; three defenders: 3/6, 2/6, 1/6 of 198
        entry.take("Nadia", "Garde", 2, "49", "Hugo", "Marc")
        entry.gains("+99", "+66", "+33", "−66", "−66", "−66")
        # one partner with both cards: the higher counts; four defenders, pool 264: 4/6 and 2/6
        entry.chip("called_1", "Hugo")
        entry.gains("+176", "+88", "−66", "−66", "−66", "−66")
        # 5/6 and 1/6
        entry.chip("called_0", "In the dog")
        entry.chip("called_1", "Marc")
        entry.gains("+220", "−66", "+44", "−66", "−66", "−66")
        # the queen is the taker's own
        entry.chip("called_0", "Hugo")
        entry.chip("called_1", "In hand")
        entry.gains("+176", "+88", "−66", "−66", "−66", "−66")
        # five defenders
        entry.chip("called_0", "In hand")
        entry.chip("called_1", "In the dog")
        entry.gains("+330", "−66", "−66", "−66", "−66", "−66")

        entry.save()
        entry.saved(1)
        assert entry.totals() == ["+330", "−66", "−66", "−66", "−66", "−66"]


class TestTaps:
    """Taps of a plain deal, saving included; nothing scrolls on a phone until then."""

    @pytest.mark.parametrize(
        ("players", "rules", "called", "taps"),
        [
            (("Nord", "Est", "Sud"), "fft", (), 6),
            (SHEET, "fft", (), 6),
            (FIVE, "family", ("Hugo",), 7),
            (FIVE, "family", ("Alone",), 7),
            (SIX, "family", ("Hugo", "Hugo"), 8),
        ],
        ids=["three", "four", "five", "five alone", "six"],
    )
    def test_a_plain_deal(self, thumb, table, players, rules, called, taps):
        entry = thumb(table(*players, rules=rules))

        entry.take(players[0], "Garde", 2, "52", *called)
        entry.says("made by 11")

        size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        assert entry.page.evaluate(size) == [360, 740]
        bottom = entry.page.locator(".folds").bounding_box()
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

    @pytest.mark.parametrize("locale", ["fr-FR", "it-IT"])
    def test_no_label_is_cut_in_another_language(self, new_page, sign_in, table, locale):
        sitting = table(*SIX, rules="family")
        page = new_page(**{**PHONE, "locale": locale})
        sign_in(page, "Alice")
        page.goto(f"/t/{sitting.uuid}/new/")
        open_folds = page.locator(".folds summary")

        cut = []
        for fold in open_folds.all():
            fold.tap()
            cut += page.evaluate(
                """[...document.querySelectorAll(".deal :is(.n, .t, .lab, summary, .btn)")]
                .filter((part) => part.offsetWidth > 1 && part.scrollWidth > part.clientWidth + 1)
                .map((part) => part.innerText)"""
            )

        assert open_folds.count() == 4
        assert cut == []
        assert page.evaluate("document.documentElement.scrollWidth") == 360

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


class TestKeys:
    def test_a_deal_by_keyboard(self, laptop, sign_in, table):
        sitting = table(*FIVE)
        sign_in(laptop, "Alice")
        laptop.goto(f"/t/{sitting.uuid}/new/")

        for key in ("2", "4", "g", "2"):
            laptop.keyboard.press(key)
        assert laptop.evaluate("document.activeElement.name") == "points"
        laptop.keyboard.type("52")
        laptop.keyboard.press("Control+Enter")

        laptop.wait_for_url("**/?saved=1")
        # Hugo with Élise: 2·72 and 72
        assert totals(sitting) == {"Nadia": -72, "Hugo": 144, "Marc": -72, "Élise": 72, "Luc": -72}

    def test_d_counts_the_other_pile_and_letters_do_nothing_in_a_text_field(
        self, laptop, sign_in, table
    ):
        sitting = table(*FIVE)
        sign_in(laptop, "Alice")
        laptop.goto(f"/t/{sitting.uuid}/new/")

        laptop.locator("[name=points]").focus()
        laptop.keyboard.type("gd")

        assert laptop.locator("[name=contract]:checked").count() == 0
        expect(laptop.locator("[name=counted][value=attack]")).to_be_checked()

        laptop.locator("[name=points]").blur()
        laptop.keyboard.press("d")

        expect(laptop.locator("[name=counted][value=defence]")).to_be_checked()

    def test_digits_reach_the_points_and_enter_saves(self, laptop, sign_in, table):
        sitting = table("Nord", "Est", "Sud", "Ouest")
        sign_in(laptop, "Alice")
        laptop.goto(f"/t/{sitting.uuid}/new/")
        for name, value in (("contract", "garde"), ("oudlers", "2")):
            laptop.locator(f'label.chip:has([name="{name}"][value="{value}"])').click()
        laptop.locator("label.chip:has([name=taker])").first.click()

        laptop.keyboard.press("4")
        laptop.keyboard.press("7")

        expect(laptop.locator("[name=points]")).to_have_value("47")
        laptop.keyboard.press("Enter")
        laptop.wait_for_url(f"**/t/{sitting.uuid}/?saved=1")

    def test_enter_in_a_note_saves_nothing(self, laptop, sign_in, table):
        sitting = table("Nord", "Est", "Sud", "Ouest")
        sign_in(laptop, "Alice")
        laptop.goto(f"/t/{sitting.uuid}/new/")
        laptop.locator("[data-menu]:has([name=note]) > summary").click()
        laptop.locator(".deal-more:has([name=note]) > summary").click()

        laptop.locator("[name=note]").press("Enter")

        expect(laptop).to_have_url(re.compile("/new/$"))
        assert not sitting.deals.exists()


class TestWithoutNetwork:
    def test_the_verdict_waits(self, thumb, table, trouble):
        trouble.expect("ERR_INTERNET_DISCONNECTED")
        trouble.expect("console: htmx:")  # htmx tells the console of what did not arrive
        entry = thumb(table(*SHEET))

        entry.page.context.set_offline(True)
        entry.take("Nord", "Garde", 2, "52")

        entry.says("Counted when the network is back")
        entry.gains("…", "…", "…", "…")
        entry.page.context.set_offline(False)
        entry.key("←")
        entry.key("3")
        entry.says("made by 12")


class TestSignedOut:
    def test_the_page_stays_as_it_was_typed_and_goes_on_after_signing_in(
        self, phone, sign_in, club, trouble
    ):
        trouble.expect("401")
        sign_in(phone, "Alice")
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
        is_poll = re.compile("/new/watch/")
        with phone.expect_response(is_poll):
            phone.goto(f"/t/{sitting.uuid}/new/")
        phone.context.clear_cookies(name="sessionid")

        taker = phone.locator("label.chip:has([name=taker])")
        taker.nth(1).tap()

        told = phone.locator("[data-signed-out]")
        link = told.locator("a")
        expect(link).to_have_attribute(
            "href", re.compile(rf"/login/\?next=%2Ft%2F{sitting.uuid}%2Fnew%2F$")
        )
        assert link.get_attribute("target") == "_blank"
        assert taker.nth(1).locator("input").is_checked()
        with phone.expect_response(is_poll) as poll:
            pass
        assert poll.value.status == 204  # nobody has to be signed in to be told of no news
        phone.wait_for_timeout(100)
        expect(told).to_be_visible()

        other = phone.context.new_page()
        sign_in(other, "Alice")
        taker.nth(2).tap()
        expect(told).to_have_count(0)
        phone.locator("label.chip:has([name=contract])").first.tap()
        expect(phone.locator("#verdict")).to_contain_text("?")


class TestWithoutScript:
    def test_a_deal(self, new_page, sign_in, table):
        sitting = table(*FIVE)
        page = new_page(**{**PHONE, "locale": "en-GB", "java_script_enabled": False})
        sign_in(page, "Alice")
        page.goto(f"/t/{sitting.uuid}/new/")

        def chip(name: str, index: int) -> None:
            page.locator(f"label.chip:has([name={name}])").nth(index).tap()

        expect(page.locator("[data-pad]")).to_be_hidden()
        chip("taker", 0)
        expect(page.locator(".calls .chip:not(.dog) .n:visible").first).to_have_text("Alone")
        chip("called_0", 1)
        chip("contract", 1)
        chip("oudlers", 2)
        page.locator("[name=points]").fill("52")
        page.get_by_role("button", name="Calculate").tap()
        expect(page.locator("#verdict")).to_contain_text("41 needed — made by 11")
        expect(page.locator("#deltas li").first).to_contain_text("+144")
        assert sitting.deals.count() == 0
        page.locator("[data-fold=poignee] > summary").tap()
        chip("poignee_0", 1)
        page.get_by_role("button", name="Save deal").tap()
        page.wait_for_url("**/?saved=1")

        assert totals(sitting) == {"Nadia": 184, "Hugo": 92, "Marc": -92, "Élise": -92, "Luc": -92}

    def test_a_correction(self, new_page, sign_in, table, club):
        sitting = table(*SHEET)
        club.deal(sitting, taker="Nord", points=46)
        page = new_page(**{**PHONE, "locale": "en-GB", "java_script_enabled": False})
        sign_in(page, "Alice")
        page.goto(f"/t/{sitting.uuid}/1/edit/")

        page.locator("[name=points]").fill("49")
        page.get_by_role("button", name="See what changes").tap()
        page.locator("label.chip", has_text="Other…").tap()
        page.locator("[name=reason_text]").fill("a card under the table")
        page.get_by_role("button", name="Correct").tap()
        page.wait_for_url(f"**/t/{sitting.uuid}/")

        assert totals(sitting) == {"Nord": 198, "Est": -66, "Sud": -66, "Ouest": -66}

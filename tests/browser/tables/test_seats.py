"""People who come and go, and deals that the rules do not know, on a phone and by keyboard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from clubs.models import Sitting
from clubs.queries.deals.deals import next_deal
from tests.browser.conftest import LAPTOP, PHONE
from tests.cast import Cast, totals

FOUR = ("Alice", "Bob", "Charlie", "Dora")
FIVE = (*FOUR, "Olivia")

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def phone(new_page: Callable[..., Page], sign_in: Callable[[Page, str], None], club: Cast) -> Page:
    page = new_page(**{**PHONE, "locale": "en-GB"})
    sign_in(page, "Alice")
    return page


def names(sitting: Sitting) -> list[str]:
    return [place.name for place in next_deal(Sitting.objects.get(pk=sitting.pk)).places]


def name(page: Page, text: str):
    """The name in the list of seats, to be tapped."""
    return page.locator("[data-pick]", has_text=text)


def news(page: Page, text: str) -> None:
    expect(page.locator("#seats-news")).to_have_text(text)


def save(page: Page) -> None:
    page.locator("[data-start]").tap()
    page.wait_for_url(lambda url: not url.partition("?")[0].endswith("/seats/"))


class TestAnEvening:
    def test_somebody_joins_after_deal_5_and_another_leaves(self, phone, club: Cast):
        """Scores by hand: each deal is a garde with 2 oudlers and 46 points, (25+5)·2 = 60."""
        sitting = club.sitting(*FOUR)
        for taker in ("Alice", "Bob", "Charlie", "Dora", "Alice"):
            club.deal(sitting, taker=taker)
        # Alice took two (360 − 180), the others one each (180 − 240).
        assert totals(sitting) == {"Alice": 180, "Bob": -60, "Charlie": -60, "Dora": -60}

        phone.goto(f"/t/{sitting.uuid}/seats/")
        phone.locator("[data-face]", has_text="Frank").tap()
        news(phone, "From deal 6: Frank joins · 5 play a deal")
        save(phone)
        # Frank takes, alone: 60 from each of four.
        club.deal(sitting, taker="Frank", called="Frank")

        phone.goto(f"/t/{sitting.uuid}/seats/")
        phone.locator("[data-seat]", has_text="Bob").locator("[data-leave]").tap()
        news(phone, "From deal 7: Bob leaves with −120 · 4 play a deal")
        save(phone)
        club.deal(sitting, taker="Dora")

        head = phone.locator(".sheet thead th")
        phone.goto(f"/t/{sitting.uuid}/")
        expect(head).to_contain_text(["Deal", "Alice", "Charlie", "Dora", "Frank", "Bob"])
        figures = phone.locator(".sheet thead .tt > [aria-hidden]")
        expect(figures).to_have_text(["+60", "−180", "+60", "+180", "−120"])
        # Alice 180 − 60 − 60, Charlie −60 − 60 − 60, Dora −60 − 60 + 180, Frank 240 − 60
        expect(phone.locator(".legend")).to_contain_text("Bob left after deal 6")
        newest, first = phone.locator(".sheet tbody tr").first, phone.locator("[data-deal='1']")
        expect(newest.locator("td.na:visible")).to_have_count(1)  # Bob
        expect(first.locator("td.na:visible")).to_have_count(1)  # Frank
        assert sum(totals(sitting).values()) == 0


def test_taps(phone, club: Cast):
    """Two seats swap in three taps, who deals next changes in two; a guest comes by name."""
    sitting = club.sitting(*FOUR)
    address = f"/t/{sitting.uuid}/seats/"
    phone.goto(address)
    name(phone, "Alice").tap()
    name(phone, "Charlie").tap()
    news(phone, "From deal 1: Alice and Charlie swap seats")
    save(phone)
    assert names(sitting) == ["Charlie", "Bob", "Alice", "Dora"]

    phone.goto(address)
    phone.locator("[data-seat]", has_text="Dora").locator(".chip").tap()
    news(phone, "From deal 1: Dora deals next")
    save(phone)
    expect(phone.locator("#sheet")).to_contain_text("No deal yet. Dora deals.")

    # A player is swapped for another from deal entry and back.
    phone.goto(f"/t/{sitting.uuid}/new/")
    phone.locator("[data-menu] summary", has_text="More").last.tap()
    phone.get_by_role("link", name="Swap a player").tap()
    phone.wait_for_url("**/seats/?deal")
    name(phone, "Bob").tap()
    phone.locator("[data-face]", has_text="Frank").tap()
    news(phone, "From deal 1: Frank takes the place of Bob, who leaves with 0")
    save(phone)
    assert phone.url.endswith(f"/t/{sitting.uuid}/new/")
    seated = ["Charlie", "Frank", "Alice", "Dora"]
    assert names(sitting) == seated
    expect(phone.locator(".taker .n:visible")).to_have_text(seated)

    phone.goto(address)
    rows = phone.locator(".seatrow [data-pick]")
    expect(rows).to_have_text(seated)
    phone.locator("[data-guest-tile]").tap()
    phone.keyboard.type("Zoé")
    phone.keyboard.press("Enter")
    news(phone, "From deal 1: Zoé joins · 5 play a deal")
    expect(rows).to_have_text([*seated, "Zoé joins"])  # and nobody else is marked
    save(phone)
    assert names(sitting) == [*seated, "Zoé"]


class TestReplacedByNewcomer:
    """A tap on a name, then somebody new typed below."""

    def newcomer(self, page: Page, text: str) -> None:
        if page.locator("[name=guest_name]").is_hidden():
            page.locator("[data-guest-tile]").tap()
        page.locator("[name=guest_name]").fill(text)
        page.keyboard.press("Enter")

    def test_at_a_table_of_a_club(self, phone, club: Cast):
        """At one without an account, too: the journey of the first evening."""
        sitting = club.sitting(*FOUR)
        address = f"/t/{sitting.uuid}/seats/"

        # Fanny for Bob; the next tap picks up again, and only a second one swaps.
        phone.goto(address)
        name(phone, "Bob").tap()
        self.newcomer(phone, "Fanny")
        news(phone, "From deal 1: Fanny takes the place of Bob, who leaves with 0")
        name(phone, "Charlie").tap()
        expect(phone.locator("[aria-pressed=true]")).to_have_text("Charlie")
        news(phone, "From deal 1: Fanny takes the place of Bob, who leaves with 0")
        name(phone, "Charlie").tap()
        save(phone)
        assert names(sitting) == ["Alice", "Fanny", "Charlie", "Dora"]

        # Saved while the name is still in its field.
        phone.goto(address)
        name(phone, "Charlie").tap()
        phone.locator("[data-guest-tile]").tap()
        phone.locator("[name=guest_name]").fill("Gil")
        news(phone, "From deal 1: Gil takes the place of Charlie, who leaves with 0")
        save(phone)
        assert names(sitting) == ["Alice", "Fanny", "Gil", "Dora"]

        # Arrows move who is picked up and keep them.
        phone.goto(address)
        name(phone, "Alice").tap()
        phone.locator("[data-seat]", has_text="Alice").locator("[data-move='1']").tap()
        expect(phone.locator("[aria-pressed=true]")).to_have_text("Alice")
        expect(phone.locator("[data-pick-news]")).to_contain_text("Picked up: Alice.")
        name(phone, "Dora").tap()
        save(phone)
        assert names(sitting) == ["Fanny", "Dora", "Gil", "Alice"]

        # The first of several names replaces, and the others join.
        phone.goto(address)
        name(phone, "Dora").tap()
        self.newcomer(phone, "Hugo, Zoé")
        save(phone)
        assert names(sitting) == ["Fanny", "Hugo", "Gil", "Alice", "Zoé"]


def test_by_keyboard(new_page, sign_in, club: Cast):
    """Space picks up, arrows move, Space drops, Escape lets go."""
    sitting = club.sitting(*FOUR)
    page = new_page(**{**LAPTOP, "locale": "en-GB"})
    sign_in(page, "Alice")
    page.goto(f"/t/{sitting.uuid}/seats/")

    name(page, "Alice").focus()
    page.keyboard.press("ArrowDown")
    expect(name(page, "Bob")).to_be_focused()
    page.keyboard.press("Space")
    expect(name(page, "Bob")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)
    news(page, "From deal 1: The order is now Alice, Charlie, Dora, Bob")
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    expect(page.locator("[aria-pressed=true]")).to_have_count(0)
    page.locator("[data-start]").click()
    page.wait_for_url(f"**/t/{sitting.uuid}/")

    assert names(sitting) == ["Alice", "Charlie", "Dora", "Bob"]


class TestPlainScores:
    def press(self, page: Page, *keys: str) -> None:
        for key in keys:
            page.locator(f"[data-scores-pad] [data-key='{key}']").tap()

    def cell(self, page: Page, text: str):
        return page.locator(".score-row", has_text=text)

    def test_typed_on_the_pad_and_undone(self, phone, club: Cast):
        sitting = club.sitting(*FOUR, first_dealer=1)
        phone.goto(f"/t/{sitting.uuid}/scores/")
        total = phone.locator("#scores-sum")
        vachette = phone.locator(".reason .chip", has_text="Vachette")
        dealt = phone.locator("fieldset", has_text="Who dealt?")
        assert dealt.bounding_box()["y"] < phone.locator(".scores").bounding_box()["y"]
        rows = {chip.bounding_box()["y"] for chip in dealt.locator(".chip").all()}
        assert len(rows) == 1

        # An adjustment was dealt by nobody.
        dealer = phone.locator("[name=dealer]:checked").locator("..")
        expect(dealer).to_contain_text("Bob")
        phone.locator(".reason .chip", has_text="Adjustment").tap()
        expect(dealer).to_contain_text("Not dealt")
        vachette.tap()
        expect(dealer).to_contain_text("Bob")

        # The others share the rest in one tap.
        self.press(phone, "9", "0")
        phone.get_by_role("button", name="−30 to each of the others").tap()
        expect(total).to_have_text("The sum is 0.")
        phone.locator("[data-save]").tap()
        phone.wait_for_url("**/new/")  # on to the next deal
        before = {"Alice": 90, "Bob": -30, "Charlie": -30, "Dora": -30}
        assert totals(sitting) == before

        phone.goto(f"/t/{sitting.uuid}/scores/")
        vachette.tap()
        self.press(phone, "4", "0")  # Alice is the first
        self.cell(phone, "Bob").tap()
        self.press(phone, "sign", "2", "5", "back", "0")
        self.cell(phone, "Charlie").tap()
        self.press(phone, "5", "sign")
        expect(total).to_contain_text("Still −15 to share out.")
        phone.get_by_role("button", name="−15 to Dora").tap()
        expect(total).to_have_text("The sum is 0.")
        phone.locator("[data-save]").tap()
        phone.wait_for_url("**/new/")  # on to the next deal
        assert totals(sitting) == {"Alice": 130, "Bob": -50, "Charlie": -35, "Dora": -45}
        phone.get_by_role("button", name="Undo").tap()
        phone.wait_for_url("**/new/?from=2")
        cells = phone.locator("[data-score]")
        assert [cell.input_value() for cell in cells.all()] == ["+40", "−20", "−5", "−15"]
        assert totals(sitting) == before

        # An error goes when its field is changed.
        phone.locator(".reason .chip", has_text="Adjustment").tap()
        for cell, score in zip(cells.all(), ("5", "-3", "-3", "6"), strict=True):
            cell.fill(score)
        phone.locator("[data-save]").tap()
        expect(phone.locator("#id_scores_error")).to_be_visible()
        cells.nth(3).fill("1")
        expect(phone.get_by_text("The sum is 0.")).to_be_visible()
        told = phone.locator(".error-list, .invalid-feedback, [aria-invalid=true]")
        expect(told).to_have_count(0)

    def test_a_tap_gives_a_place_without_the_network(self, phone, club: Cast):
        """Four of five play, 600 a place; what was typed by hand is left alone."""
        sitting = club.sitting(*FOUR, "Olivia", rules={"vachette": 600}, active_count=4)
        phone.goto(f"/t/{sitting.uuid}/scores/?vachette")
        line = phone.locator("#scores-sum")
        phone.context.set_offline(True)

        self.cell(phone, "Bob").locator("input").fill("1000")
        expect(line).to_contain_text("Still −1,000 to share out. −250 to each of the others")
        self.cell(phone, "Bob").locator("input").fill("")
        for place, gets, name in ((1, "+1,200", "Bob"), (2, "+600", "Dora"), (3, "−600", "Olivia")):
            expect(line).to_contain_text(f"Place {place} gets {gets}:")
            line.get_by_role("button", name=name).tap()
        expect(line.get_by_role("button")).to_have_text(["Alice", "Charlie"])
        phone.locator(".reason .chip", has_text="Adjustment").tap()
        expect(line).to_contain_text("Still −1,200 to share out. −600 to each of the others")
        phone.locator(".reason .chip", has_text="Vachette").tap()
        line.get_by_role("button", name="Charlie").tap()
        expect(line).to_have_text("The sum is 0.")
        phone.context.set_offline(False)
        phone.locator("[data-save]").tap()
        phone.wait_for_url("**/new/")  # on to the next deal

        assert totals(sitting) == {
            "Alice": 0,
            "Bob": 1200,
            "Charlie": -1200,
            "Dora": 600,
            "Olivia": -600,
        }

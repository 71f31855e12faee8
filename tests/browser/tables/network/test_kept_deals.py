"""Deals that wait on a phone: changed, in conflict, asked about, or of another account."""

import pytest
from playwright.sync_api import expect

from clubs.models import Deal
from clubs.services.tables import sittings
from tests.browser.axe import every_fault
from tests.browser.conftest import PHONE
from tests.browser.network import Phone, arrive, in_view, stored
from tests.browser.tables.network.conftest import FOUR
from tests.cast import totals

SIX = (*FOUR, "Olivia", "Frank")

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def queue_list(phone):
    """The deals that wait, where they are in view."""
    return phone.page.locator(in_view("[data-queue-list]"))


def test_a_deal_that_waits_is_changed_or_removed(phone, club, sitting, queue_list):
    """On the page of the next deal, and from the sheet."""
    page = phone.page
    heading, points = page.locator("h1:visible"), page.locator("[name=points]")
    with phone.cut("before it leaves"):
        phone.deal("Alice", points="46").save().is_for(2)
        phone.deal("Bob").save().is_for(3)
        phone.deal("Charlie").save().is_for(4)

        page.locator(in_view("[data-queue] > details > summary")).tap()
        queue_list.locator("summary").first.tap()
        assert every_fault(page) == []
        first = queue_list.locator("li", has_text="Deal 1")
        first.get_by_role("button", name="Correct").tap()
        expect(heading).to_have_text("Deal 1")
        page.reload()  # leaves it as it was
        phone.is_for(4)

        page.locator(in_view("[data-queue] > details > summary")).tap()
        first.get_by_role("button", name="Correct").tap()
        expect(heading).to_have_text("Deal 1")
        expect(points).to_have_value("46")
        page.locator("[data-key=back]").tap()
        page.locator("[data-key='9']").tap()
        phone.save().is_for(4)
        # (25 + 8) × 2 from each for Alice instead of (25 + 5) × 2, which the others have
        totals_shown = page.locator(".taker small .num")
        expect(totals_shown).to_have_text(["+78", "+54", "+54", "−186"])

        page.locator(in_view("[data-queue] > details > summary")).tap()
        second = queue_list.locator("li", has_text="Deal 2")
        second.locator("summary").tap()
        second.get_by_role("button", name="Remove from this device").tap()
        phone.says("Kept on this device, 2 to send")

        phone.sheet().says("Kept on this device, 2 to send")
        queue_list.locator("summary").first.tap()
        assert every_fault(page) == []
        first.get_by_role("button", name="Correct").tap()
        page.wait_for_url("**/new/?kept=*")
        expect(points).to_have_value("49")
        expect(heading).to_have_text("Deal 1")
    phone.sent.clear()
    phone.again()  # it is not sent while it is being changed
    phone.chip("taker", "Dora")
    phone.save()

    arrive(page, sitting, [(1, "Dora"), (2, "Charlie")])  # the one that is left takes the number
    assert f"taker={club.player('Dora').uuid}" in phone.sent[0]
    assert Deal.objects.get(number=1).record["points"] == 49


class TestConflict:
    """Another phone wrote a deal while ours waited: Bob made exactly, 25·2 = 50 a defender."""

    def clash(self, phone, club, number: int) -> None:
        """This deal (Alice) and the next one (Dora) were kept, and this one was taken by then."""
        before = stored(phone.sitting)
        with phone.cut("before it leaves"):
            phone.deal("Alice").save().is_for(number + 1)
            phone.deal("Dora").save().is_for(number + 2)
            club.deal(phone.sitting, by="Charlie", taker="Bob", points=41)
        phone.again()
        phone.says(f"Two phones saved deal {number} — choose")
        assert stored(phone.sitting) == [*before, (number, "Bob")]  # what comes later waits
        assert [deal["number"] for deal in phone.kept()] == [number, number + 1]
        self.choose(phone, number)
        cells = phone.page.locator(".diff tr", has_text="Taker").locator("td")
        expect(cells).to_have_text(["Bob", "Alice"])

    def choose(self, phone, number: int) -> None:
        phone.page.locator(in_view("[data-queue-first]")).tap()
        expect(phone.page.locator("h1:visible")).to_have_text(f"Deal {number}, saved twice")

    def test_it_is_the_same_deal_or_mine_is_right(self, phone, club, sitting):
        page, sheet = phone.page, f"/t/{sitting.uuid}/"
        self.clash(phone, club, 1)
        page.get_by_role("link", name="Keep the one on the sheet").tap()
        same = [(1, "Bob"), (2, "Dora")]
        arrive(page, sitting, same)
        expect(page).to_have_url(sheet)
        phone.says("Saved").keeps_nothing()
        phone.entry()

        self.clash(phone, club, 3)
        page.get_by_role("button", name="Mine is right: correct deal 3").tap()
        expect(page.locator("h1:visible")).to_have_text("Correct deal 3")
        assert len(phone.kept()) == 2
        page.locator("label.chip", has_text="Entered wrong").tap()
        page.locator("button[value=correct]").tap()
        arrive(page, sitting, [*same, (3, "Alice"), (4, "Dora")])
        phone.says("Saved").keeps_nothing()
        # Bob 50 a defender; the others (25+5)·2 = 60, of which Dora has two
        assert totals(sitting) == {"Alice": 10, "Bob": -30, "Charlie": -230, "Dora": 250}

    def test_it_is_another_deal(self, phone, club, sitting):
        """As it is, with network too; by one who walked away and had none; or changed before."""
        page, sheet = phone.page, f"/t/{sitting.uuid}/"
        club.deal(sitting, by="Charlie", taker="Bob", points=41)
        phone.deal("Alice").save()
        expect(page.locator("h1:visible")).to_have_text("Deal 1, saved twice")
        page.get_by_role("button", name="Mine is deal 2").tap()
        phone.is_on_sheet(saved=2)
        two = [(1, "Bob"), (2, "Alice")]
        assert stored(sitting) == two
        phone.keeps_nothing().entry()

        self.clash(phone, club, 3)
        assert every_fault(page) == []
        page.goto("/")
        phone.says("Two phones saved deal 3 — choose")
        assert stored(sitting) == [*two, (3, "Bob")]
        self.choose(phone, 3)
        page.context.set_offline(True)
        page.get_by_role("button", name="Mine is deal 4").tap()
        phone.says("Kept on this device, 2 to send")
        page.context.set_offline(False)
        five = [*two, (3, "Bob"), (4, "Alice"), (5, "Dora")]
        arrive(page, sitting, five)
        expect(page).to_have_url(sheet)
        phone.keeps_nothing().entry()

        self.clash(phone, club, 6)
        page.get_by_role("button", name="Correct mine").tap()
        expect(page.locator("h1:visible")).to_have_text("Deal 7")
        expect(page.locator("[name=points]")).to_have_value("46")
        phone.chip("taker", "Charlie")
        phone.save()
        arrive(page, sitting, [*five, (6, "Bob"), (7, "Charlie"), (8, "Dora")])
        phone.keeps_nothing()


class TestPlainScores:
    def save(self, phone: Phone) -> None:
        phone.page.goto(f"/t/{phone.sitting.uuid}/scores/")
        phone.page.locator(".reason .chip", has_text="Vachette").tap()
        for cell, score in zip(phone.page.locator("[data-score]").all(), (9, -9), strict=False):
            cell.fill(str(score))
        phone.save()

    def test_they_count_once_and_take_nobody_s_number(self, phone, club, sitting):
        with phone.cut("after the commit"):
            self.save(phone)
            phone.is_for(2).says("Kept on this device, 1 to send")
            assert stored(sitting) == [(1, None)]
        phone.again()
        phone.keeps_nothing()
        with phone.cut("before it leaves"):
            self.save(phone)
            phone.is_for(3)
            club.deal(sitting, by="Charlie", taker="Bob", points=41)
        phone.again()
        phone.says("Two phones saved deal 2 — choose")
        phone.page.locator(in_view("[data-queue-first]")).tap()
        expect(phone.page.locator("h1:visible")).to_have_text("Deal 2, saved twice")
        phone.page.get_by_role("button", name="Mine is deal 3").tap()

        arrive(phone.page, sitting, [(1, None), (2, "Bob"), (3, None)])
        phone.keeps_nothing()
        # twice 9; Bob 50 from each
        assert totals(sitting) == {"Alice": -32, "Bob": 132, "Charlie": -50, "Dora": -50}


def test_a_question_and_a_closed_session_hold_back_what_follows(phone, club, sitting):
    with phone.cut("before it leaves"):
        phone.deal("Alice", points="87").save().is_for(2)
        phone.deal("Bob").save().is_for(3)
    phone.again()
    phone.says("Deal 1 is not saved yet: a question")

    phone.page.locator(in_view("[data-queue-first]")).tap()
    expect(phone.page.locator(".entry .note-warn")).to_have_count(2)
    assert len(phone.kept()) == 2
    phone.page.get_by_role("button", name="It is right").tap()

    two = [(1, "Alice"), (2, "Bob")]
    arrive(phone.page, sitting, two)
    assert totals(sitting)["Alice"] == 366  # 426 − 60

    with phone.entry().cut("before it leaves"):
        phone.deal("Alice").save().is_for(4)
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=None)
    phone.again()
    phone.says("Deal 3 is not saved: the session is closed")
    sittings.reopen_sitting(club.actor("Charlie"), sitting, request_id=None)
    phone.page.locator(in_view("[data-queue-first]")).tap()

    arrive(phone.page, sitting, [*two, (3, "Alice")])


class TestSession:
    def test_signed_out_in_the_middle(self, phone, sitting):
        phone.page.context.clear_cookies(name="sessionid")
        phone.deal("Alice").save()
        phone.says("Sign in again to send: 1 kept on this device").is_for(2)
        phone.deal("Bob").save().is_for(3)

        phone.page.locator(in_view("[data-queue-login]")).tap()
        phone.says("Sign in to send: 2 kept on this device")
        phone.page.locator("[name=login]").fill("alice@example.org")
        phone.page.locator("[name=password]").fill("une phrase assez longue")
        phone.page.locator("[name=password]").press("Enter")

        phone.page.wait_for_url(f"**/t/{sitting.uuid}/new/")
        arrive(phone.page, sitting, [(1, "Alice"), (2, "Bob")])

    def test_a_guest_whose_cookies_are_gone(self, new_page, club, sitting, trouble):
        """No account to sign in with: the code opens the table again, and the deal is sent."""
        trouble.expect("status of (401|403|404)|console: htmx:|Code 40[134] from")
        link = club.link(sitting)
        page = new_page(**PHONE, locale="en-GB")
        page.goto(f"/s/{link.token}/")
        page.context.clear_cookies()
        phone = Phone(page, sitting).deal("Alice").save()
        phone.says("Enter the code of the table to send: 1 kept on this device").is_for(2)

        page.locator(in_view("[data-queue-code]")).tap()
        page.locator("#id_code").fill(link.code)
        page.locator("#id_code").press("Enter")

        page.wait_for_url(f"**/t/{sitting.uuid}/new/")
        arrive(page, sitting, [(1, "Alice")])

    def test_another_account_on_the_same_phone_neither_sees_nor_sends(
        self, phone, sign_in, sitting, queue_list
    ):
        """Nor is a page of the account before sent by the next one."""
        other = phone.page.context.new_page()
        phone.page.context.clear_cookies()
        sign_in(other, "Charlie")
        other.goto("/")
        phone.deal("Alice").save().says("Sign in again to send: 1 kept on this device")
        assert stored(sitting) == []

        phone.sheet().says("Kept on this device for another account: 1")
        expect(queue_list.locator("li")).to_have_count(0)
        assert stored(sitting) == []

        other.close()
        phone.page.context.clear_cookies()
        sign_in(phone.page, "Alice")
        phone.page.goto("/")

        arrive(phone.page, sitting, [(1, "Alice")])


def test_of_two_tabs_one_sends_and_each_counts_what_the_other_entered(phone, sitting):
    with phone.cut("before it leaves"):
        phone.deal("Alice").save().is_for(2)
        other = Phone(phone.page.context.new_page(), sitting).entry().is_for(2)
        other.deal("Bob").save().is_for(3)
        other.says("Kept on this device, 2 to send")
        phone.sent.clear()
        other.sent.clear()
    for tab in (phone, other):
        tab.again()

    arrive(phone.page, sitting, [(1, "Alice"), (2, "Bob")])
    phone.keeps_nothing()
    assert len(phone.sent) + len(other.sent) <= 3  # each once, and a last try of the other


def test_the_line_leaves_room_for_a_plain_deal(open_phone, club, sitting):
    """At 360 × 740 nothing scrolls, also while something waits. Of five: test_one_screen.py."""
    phone = open_phone("Alice", club.sitting(*SIX, rules="family")).entry()
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    with phone.cut("before it leaves"):
        phone.nobody("Passed out").is_for(2)
        phone.says("Kept on this device, 1 to send")

        assert phone.page.evaluate(size) == [360, 740]

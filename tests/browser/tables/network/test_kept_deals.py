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

FIVE = (*FOUR, "Olivia")
SIX = (*FIVE, "Frank")

pytestmark = pytest.mark.django_db(transaction=True)


class TestChangingOnesMind:
    def test_a_deal_that_waits_is_changed_on_the_page_of_the_next(self, phone, sitting):
        phone.page.context.set_offline(True)
        phone.deal("Alice", points="46").save().is_for(2)
        phone.deal("Bob").save().is_for(3)

        phone.page.locator(in_view("[data-queue] > details > summary")).tap()
        row = phone.page.locator(in_view("[data-queue-list] li"), has_text="Deal 1")
        row.get_by_role("button", name="Correct").tap()
        expect(phone.page.locator("h1:visible")).to_have_text("Deal 1")
        expect(phone.page.locator("[name=points]")).to_have_value("46")
        phone.page.locator("[data-key=back]").tap()
        phone.page.locator("[data-key='9']").tap()
        phone.save().is_for(3)
        # (25 + 8) × 2 from each for Alice instead of (25 + 5) × 2, which Bob has
        totals = phone.page.locator(".taker small .num")
        expect(totals).to_have_text(["+138", "+114", "−126", "−126"])
        phone.page.context.set_offline(False)

        phone.says("Saved")
        assert stored(sitting) == [(1, "Alice"), (2, "Bob")]
        assert Deal.objects.get(number=1).record["points"] == 49

    def test_it_is_not_sent_while_it_is_being_changed(self, phone, sitting):
        with phone.cut("before it leaves"):
            phone.deal("Alice").save().is_for(2)
            phone.page.locator(in_view("[data-queue] > details > summary")).tap()
            phone.page.locator(in_view("[data-queue-list]")).get_by_role(
                "button", name="Correct"
            ).tap()
            expect(phone.page.locator("h1:visible")).to_have_text("Deal 1")
        phone.again()
        phone.page.reload()  # leaves it as it was

        arrive(phone.page, sitting, [(1, "Alice")])

    def test_from_the_sheet(self, phone, sitting):
        with phone.cut("before it leaves"):
            phone.deal("Alice").save().is_for(2)
            phone.sheet()
            phone.page.locator(in_view("[data-queue-list]")).get_by_role(
                "button", name="Correct"
            ).tap()
            phone.page.wait_for_url("**/new/?kept=*")
            expect(phone.page.locator("[name=points]")).to_have_value("46")
            expect(phone.page.locator("h1:visible")).to_have_text("Deal 1")
        phone.chip("taker", "Dora")
        phone.save().is_saved(1)

        assert stored(sitting) == [(1, "Dora")]

    def test_removed(self, phone, sitting):
        phone.page.context.set_offline(True)
        phone.deal("Alice").save().is_for(2)
        phone.deal("Bob").save().is_for(3)

        phone.page.locator(in_view("[data-queue] > details > summary")).tap()
        row = phone.page.locator(in_view("[data-queue-list] li"), has_text="Deal 1")
        row.locator("summary").tap()
        row.get_by_role("button", name="Remove from this device").tap()
        phone.says("Kept on this device, 1 to send")
        phone.page.context.set_offline(False)

        phone.says("Saved")
        assert stored(sitting) == [(1, "Bob")]  # the one that is left takes the number


class TestConflict:
    """Another phone wrote deal 1 while ours waited: Bob made exactly, 25·2 = 50 a defender."""

    @pytest.fixture
    def clash(self, phone, club, sitting) -> Phone:
        """Deals 1 (Alice) and 2 (Dora) were kept, and 1 was taken by then."""
        with phone.cut("before it leaves"):
            phone.deal("Alice").save().is_for(2)
            phone.deal("Dora").save().is_for(3)
            club.deal(sitting, by="Charlie", taker="Bob", points=41)
        phone.again()
        phone.says("Two phones saved deal 1 — choose")
        assert stored(sitting) == [(1, "Bob")]  # what comes later waits
        assert [deal["number"] for deal in phone.kept()] == [1, 2]
        phone.page.locator(in_view("[data-queue-first]")).tap()
        expect(phone.page.locator("h1:visible")).to_have_text("Deal 1, saved twice")
        cells = phone.page.locator(".diff tr", has_text="Taker").locator("td")
        expect(cells).to_have_text(["Bob", "Alice"])
        return phone

    def test_it_is_the_same_deal(self, clash, sitting):
        clash.page.get_by_role("link", name="Keep the one on the sheet").tap()

        arrive(clash.page, sitting, [(1, "Bob"), (2, "Dora")])
        expect(clash.page).to_have_url(f"/t/{sitting.uuid}/")
        clash.says("Saved").keeps_nothing()

    def test_it_is_another_deal(self, clash, sitting):
        assert every_fault(clash.page) == []

        clash.page.get_by_role("button", name="Mine is deal 2").tap()

        arrive(clash.page, sitting, [(1, "Bob"), (2, "Alice"), (3, "Dora")])
        expect(clash.page).to_have_url(f"/t/{sitting.uuid}/")
        clash.keeps_nothing()

    def test_mine_is_right(self, clash, sitting):
        clash.page.get_by_role("button", name="Mine is right: correct deal 1").tap()
        expect(clash.page.locator("h1:visible")).to_have_text("Correct deal 1")
        assert len(clash.kept()) == 2
        clash.page.locator("label.chip", has_text="Entered wrong").tap()
        clash.page.locator("button[value=correct]").tap()

        arrive(clash.page, sitting, [(1, "Alice"), (2, "Dora")])
        clash.says("Saved").keeps_nothing()
        # Alice (25+5)·2 = 60 a defender, then Dora 60
        assert totals(sitting) == {"Alice": 120, "Bob": -120, "Charlie": -120, "Dora": 120}

    def test_mine_may_be_changed_first(self, clash, sitting):
        clash.page.get_by_role("button", name="Correct mine").tap()
        expect(clash.page.locator("h1:visible")).to_have_text("Deal 2")
        expect(clash.page.locator("[name=points]")).to_have_value("46")
        clash.chip("taker", "Charlie")
        clash.save()

        arrive(clash.page, sitting, [(1, "Bob"), (2, "Charlie"), (3, "Dora")])
        clash.keeps_nothing()

    def test_with_network_the_choice_comes_at_once(self, phone, club, sitting):
        club.deal(sitting, by="Charlie", taker="Bob", points=41)

        phone.deal("Alice").save()

        expect(phone.page.locator("h1:visible")).to_have_text("Deal 1, saved twice")
        phone.page.get_by_role("button", name="Mine is deal 2").tap()
        phone.is_on_sheet(saved=2)
        assert stored(sitting) == [(1, "Bob"), (2, "Alice")]
        phone.keeps_nothing()

    def test_who_walks_away_is_asked_again_and_the_network_goes_meanwhile(self, clash, sitting):
        clash.page.goto("/")
        clash.says("Two phones saved deal 1 — choose")
        assert stored(sitting) == [(1, "Bob")]
        clash.page.locator(in_view("[data-queue-first]")).tap()
        expect(clash.page.locator("h1:visible")).to_have_text("Deal 1, saved twice")

        clash.page.context.set_offline(True)
        clash.page.get_by_role("button", name="Mine is deal 2").tap()
        clash.says("Kept on this device, 2 to send")
        clash.page.context.set_offline(False)

        arrive(clash.page, sitting, [(1, "Bob"), (2, "Alice"), (3, "Dora")])
        expect(clash.page).to_have_url(f"/t/{sitting.uuid}/")


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


class TestAQuestionThatCameLate:
    def test_it_holds_back_what_follows_until_it_is_answered(self, phone, sitting):
        with phone.cut("before it leaves"):
            phone.deal("Alice", points="87").save().is_for(2)
            phone.deal("Bob").save().is_for(3)
        phone.again()
        phone.says("Deal 1 is not saved yet: a question")

        phone.page.locator(in_view("[data-queue-first]")).tap()
        expect(phone.page.locator(".entry .note-warn")).to_have_count(2)
        assert len(phone.kept()) == 2
        phone.page.get_by_role("button", name="It is right").tap()

        arrive(phone.page, sitting, [(1, "Alice"), (2, "Bob")])
        assert totals(sitting)["Alice"] == 366  # 426 − 60


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

    def test_an_old_token(self, phone, sitting):
        """As when somebody signed in anew in another tab, or cleared the cookies."""
        phone.page.context.clear_cookies(name="csrftoken")

        phone.deal("Alice").save().is_saved(1)

        assert stored(sitting) == [(1, "Alice")]

    def test_another_account_on_the_same_phone_neither_sees_nor_sends(
        self, phone, sign_in, sitting
    ):
        with phone.cut("before it leaves"):
            phone.deal("Alice").save().is_for(2)
            phone.page.context.clear_cookies()
            sign_in(phone.page, "Charlie")
            phone.page.goto("/")
        phone.sheet().says("Kept on this device for another account: 1")
        expect(phone.page.locator(in_view("[data-queue-list] li"))).to_have_count(0)
        assert stored(sitting) == []

        phone.page.context.clear_cookies()
        sign_in(phone.page, "Alice")
        phone.page.goto("/")

        arrive(phone.page, sitting, [(1, "Alice")])

    def test_a_page_of_the_account_before_sends_nothing_by_the_next_one(
        self, phone, sign_in, sitting
    ):
        other = phone.page.context.new_page()
        phone.page.context.clear_cookies()
        sign_in(other, "Charlie")
        other.goto("/")

        phone.deal("Alice").save().says("Sign in again to send: 1 kept on this device")

        assert stored(sitting) == []

    def test_the_session_of_the_table_was_closed(self, phone, club, sitting):
        with phone.cut("before it leaves"):
            phone.deal("Alice").save().is_for(2)
            sittings.close_sitting(club.actor("Alice"), sitting, request_id=None)
        phone.again()
        phone.says("Deal 1 is not saved: the session is closed")
        sittings.reopen_sitting(club.actor("Charlie"), sitting, request_id=None)

        phone.page.locator(in_view("[data-queue-first]")).tap()

        arrive(phone.page, sitting, [(1, "Alice")])


class TestTwoTabs:
    def test_one_of_them_sends(self, phone, sitting):
        with phone.cut("before it leaves"):
            phone.deal("Alice").save().is_for(2)
            phone.deal("Bob").save().is_for(3)
            other = Phone(phone.page.context.new_page(), sitting).sheet()
            other.says("Kept on this device, 2 to send")
            phone.sent.clear()
            other.sent.clear()
        for tab in (phone, other):
            tab.again()

        arrive(phone.page, sitting, [(1, "Alice"), (2, "Bob")])
        phone.is_quiet()
        other.is_quiet()
        assert len(phone.sent) + len(other.sent) <= 3  # each once, and a last try of the other

    def test_what_one_enters_the_other_counts(self, phone, sitting):
        with phone.cut("before it leaves"):
            phone.deal("Alice").save().is_for(2)
            other = Phone(phone.page.context.new_page(), sitting).entry().is_for(2)
            other.deal("Bob").save().is_for(3)
        other.again()

        arrive(phone.page, sitting, [(1, "Alice"), (2, "Bob")])


def test_the_accessibility_checker_finds_nothing(phone, sitting):
    with phone.cut("before it leaves"):
        phone.deal("Alice").save().is_for(2)
        for path in ("", "new/"):
            phone.page.goto(f"/t/{sitting.uuid}/{path}")
            phone.says("Kept on this device, 1 to send")
            if path:
                phone.page.locator(in_view("[data-queue] > details > summary")).tap()
            phone.page.locator(in_view("[data-queue-list] summary")).tap()

            assert (path, every_fault(phone.page)) == (path, [])


@pytest.mark.parametrize("names", [FOUR, FIVE, SIX], ids=["four", "five", "six"])
def test_the_line_leaves_room_for_a_plain_deal(open_phone, club, names):
    """At 360 × 740 nothing scrolls, also while something waits."""
    phone = open_phone("Alice", club.sitting(*names, rules="family")).entry()
    with phone.cut("before it leaves"):
        phone.nobody("Passed out").is_for(2).says("Kept on this device, 1 to send")

        size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        assert phone.page.evaluate(size) == [360, 740]


def test_what_the_phone_knows_to_be_wrong_is_not_kept(phone):
    phone.page.context.set_offline(True)
    phone.deal("Alice", points="95").save()

    expect(phone.page.locator("[name=points]")).to_be_focused()
    expect(phone.page.locator("#verdict")).to_have_text("0 to 91.")
    assert "Deal 1" in phone.page.locator("h1:visible").inner_text()
    for key in ("back", "back", "4", "6"):
        phone.page.locator(f"[data-key='{key}']").tap()
    phone.save().is_for(2).says("Kept on this device, 1 to send")
    expect(phone.page.locator(".taker .num").first).to_have_text("+180")


def test_a_page_without_the_script_of_its_game_goes_on(phone):
    """Nothing is counted there, and what was counted before stands."""
    with phone.cut("before it leaves"):
        phone.deal("Alice").save().is_for(2)
        phone.page.route("**/games/french*.js", lambda route: route.abort())
        phone.entry().is_for(2)

        expect(phone.page.locator(".taker .num").first).to_have_text("+180")

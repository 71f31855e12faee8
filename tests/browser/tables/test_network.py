"""Deals on a bad network: kept on the phone, sent again, once each and in order, never lost.

All of it on plain http under a name, as a club's own network has it: there a browser has no service
worker, no randomUUID and no locks. The cuts are tried on localhost as well.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubs.models import AuditEntry, Deal, Sitting
from clubs.services.tables import sittings
from tests.browser.axe import every_fault
from tests.browser.conftest import PHONE, PLAIN_HOST
from tests.browser.network import Phone, arrive, intercept, stored
from tests.cast import Cast, totals

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = ("Alice", "Bob", "Charlie", "Dora")
CUTS = ["before it leaves", "after the commit", "in a hotel", "server in trouble"]
HOSTS = ["localhost", PLAIN_HOST]
FOLLOWS = 3_000  # ms


@pytest.fixture
def site(request, live_server: LiveServer) -> str:
    """Where a browser can do least, unless a test is for another host."""
    return live_server.url.replace("localhost", getattr(request, "param", PLAIN_HOST))


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], site: str) -> dict[str, Any]:
    """Every page of this file opens its addresses there."""
    return {**browser_context_args, "base_url": site}


@pytest.fixture
def sitting(club: Cast) -> Sitting:
    return club.sitting(*FOUR)


@pytest.fixture
def open_phone(
    new_page: Callable[..., Page], sign_in, sitting: Sitting, trouble
) -> Callable[..., Phone]:
    """open_phone("Alice"): somebody's phone, signed in."""
    trouble.expect("ERR_|console: htmx:|response: 503")
    trouble.expect("status of (401|403|404|503)|Code 40[134] from")
    trouble.expect("Cross-Origin-Opener-Policy")  # which is for https only

    def open_phone(name: str, **more: object) -> Phone:
        page = new_page(**{**PHONE, "locale": "en-GB", **more})
        sign_in(page, name)
        return Phone(page, sitting)

    return open_phone


@pytest.fixture
def phone(open_phone) -> Phone:
    """Alice's, at deal entry."""
    return open_phone("Alice").entry()


class TestWithNetwork:
    def test_saving_is_one_request_and_leads_to_the_sheet(self, phone, sitting):
        phone.deal("Alice").save().is_on_sheet(saved=1)

        expect(phone.page.locator("[data-toast]")).to_contain_text("Deal 1 saved")
        phone.is_quiet()
        phone.keeps_nothing()
        assert len(phone.sent) == 1
        assert totals(sitting) == {"Alice": 180, "Bob": -60, "Charlie": -60, "Dora": -60}

    def test_what_is_wrong_comes_back_as_ever(self, phone, sitting):
        phone.deal("Alice", points="92").save()

        expect(phone.page.get_by_role("alert")).to_contain_text("0 to 91")
        expect(phone.page.locator("[name=points]")).to_have_value("92")
        phone.is_quiet()
        phone.keeps_nothing()
        assert not Deal.objects.exists()

    def test_what_is_odd_is_asked_and_answered(self, phone, sitting):
        phone.deal("Alice", points="87").save()
        phone.page.get_by_role("button", name="It is right").tap()

        phone.is_on_sheet(saved=1)
        assert totals(sitting)["Alice"] == 426  # (25+46)·2 = 142, three times
        phone.keeps_nothing()

    def test_two_phones_see_each_other_s_deals_within_three_seconds(self, phone, open_phone):
        other = open_phone("Bob").sheet()

        phone.deal("Dora").save()

        expect(other.page.locator("tr[data-deal='1']")).to_be_visible(timeout=FOLLOWS)


# Every cut, on this host or on that. Each cut meets both hosts: here after one deal, there after
# three, and what is beside them is tried once.
on_one, on_the_other = (
    pytest.mark.parametrize(
        ("site", "how"), list(zip(hosts * 2, CUTS, strict=True)), indirect=["site"]
    )
    for hosts in (HOSTS, HOSTS[::-1])
)


class TestCut:
    @on_one
    def test_the_deal_is_kept_and_the_next_one_can_be_entered(self, phone, sitting, how):
        with phone.cut(how):
            phone.deal("Alice").save()

            phone.says("Kept on this device, 1 to send").is_for(2)
            expect(phone.page.locator(".turn .deals:visible")).to_have_text(re.compile("Bob deals"))
            expect(phone.page.locator("#verdict")).to_have_text("Who took?")
            expect(phone.page.locator(".taker small .num")).to_have_text(["…"] * 4)
            [kept] = phone.kept()
            assert (kept["number"], kept["words"]) == (1, "Alice, Garde, oudlers: 2, 46 points")
            assert stored(sitting) == ([(1, "Alice")] if how == "after the commit" else [])

        phone.again()
        phone.says("Saved").is_quiet()
        assert stored(sitting) == [(1, "Alice")]
        phone.keeps_nothing()
        assert totals(sitting) == {"Alice": 180, "Bob": -60, "Charlie": -60, "Dora": -60}
        assert AuditEntry.objects.filter(chain_uuid=sitting.uuid).count() == 1

        phone.deal("Bob").save().is_on_sheet(saved=2)
        assert stored(sitting) == [(1, "Alice"), (2, "Bob")]

    @on_the_other
    def test_three_deals_arrive_in_their_order(self, phone, sitting, how):
        with phone.cut(how):
            phone.deal("Alice").save().is_for(2)
            phone.deal("Bob").save().is_for(3)
            phone.deal("Charlie").save().is_for(4)
            phone.says("Kept on this device, 3 to send")

        phone.again()
        phone.says("Saved")
        assert stored(sitting) == [(1, "Alice"), (2, "Bob"), (3, "Charlie")]
        dealers = [deal.record["dealer"] for deal in Deal.objects.order_by("number")]
        seats = sitting.seats.select_related("player")
        assert dealers == [str(seat.player.uuid) for seat in seats][:3]
        # each once 180 and twice −60; Dora three times −60
        assert totals(sitting) == {"Alice": 60, "Bob": 60, "Charlie": 60, "Dora": -180}

    @on_the_other
    def test_after_a_reload(self, phone, sitting, how):
        with phone.cut(how):
            phone.deal("Alice").save().is_for(2)
            phone.page.reload()
            phone.says("Kept on this device, 1 to send").is_for(2)
            phone.deal("Bob").save().is_for(3)

        phone.page.reload()
        arrive(phone.page, sitting, [(1, "Alice"), (2, "Bob")])
        phone.is_quiet().is_for(3)

    @on_one
    def test_after_a_dead_battery_from_whatever_page_is_opened(self, phone, new_page, sitting, how):
        with phone.cut(how):
            phone.deal("Alice").save().is_for(2)
            phone.deal("Bob").save().is_for(3)
            memory = phone.page.context.storage_state()
            phone.page.context.close()

        page = new_page(**PHONE, locale="en-GB", storage_state=memory)
        page.goto("/")

        arrive(page, sitting, [(1, "Alice"), (2, "Bob")])
        Phone(page, sitting).keeps_nothing()


class TestNoNetworkAtAll:
    def test_the_open_page_goes_on(self, phone, sitting):
        """Also while the verdict is asked for."""
        context = phone.page.context
        phone.chip("taker", "Alice")
        context.set_offline(True)
        phone.chip("contract", "Garde")
        phone.chip("oudlers", "2")
        for digit in "46":
            phone.page.locator(f"[data-key='{digit}']").tap()
        expect(phone.page.locator("#verdict")).to_have_text("Counted when the network is back")
        expect(phone.page.locator("#deltas .d")).to_have_text(["…"] * 4)
        phone.save().says("Kept on this device, 1 to send").is_for(2)
        phone.deal("Bob").save().says("Kept on this device, 2 to send").is_for(3)
        assert stored(sitting) == []

        context.set_offline(False)

        phone.says("Saved")
        assert stored(sitting) == [(1, "Alice"), (2, "Bob")]
        gains = ["+120", "+120", "−120", "−120"]  # two deals of 60 a defender
        expect(phone.page.locator(".taker small .num")).to_have_text(gains)

    def test_a_server_that_does_not_answer_is_not_waited_for(self, phone, sitting):
        page = phone.page
        page.clock.install()
        intercept(page, "**/new/", lambda route: None)  # no answer, ever
        phone.deal("Alice").save()
        page.clock.run_for(1_100)
        phone.says("Sending…")

        page.clock.run_for(7_000)

        phone.says("Kept on this device, 1 to send").is_for(2)
        page.context.unroute("**/new/")
        phone.again()
        page.clock.run_for(100)
        arrive(page, sitting, [(1, "Alice")])

    def test_a_deal_that_was_kept_is_tried_again_by_itself(self, phone, sitting):
        page = phone.page
        page.clock.install()
        with phone.cut("before it leaves"):
            phone.deal("Alice").save()
            page.clock.run_for(100)
            phone.is_for(2)

        page.clock.run_for(2_100)

        arrive(page, sitting, [(1, "Alice")])

    def test_nobody_played(self, phone, sitting):
        phone.page.context.set_offline(True)
        dealer = phone.page.locator(".turn .deals:visible")

        phone.nobody("Misdeal").is_for(2)  # the same player deals again
        expect(dealer).to_have_text(re.compile("Alice deals"))
        phone.nobody("Passed out").is_for(3)
        expect(dealer).to_have_text(re.compile("Bob deals"))
        phone.page.context.set_offline(False)

        phone.says("Saved")
        assert stored(sitting) == [(1, "misdeal"), (2, "all_pass")]

    def test_who_rests_moves_along(self, club, open_phone):
        phone = open_phone("Alice")
        phone.sitting = club.sitting(*FOUR, "Olivia", active_count=4)
        phone.entry().page.context.set_offline(True)
        taker = phone.page.locator(".taker .chip:visible .n")
        expect(taker).to_have_text(["Bob", "Charlie", "Dora", "Olivia"])

        phone.deal("Bob").save().is_for(2)

        expect(taker).to_have_text(["Alice", "Charlie", "Dora", "Olivia"])
        gains = ["·", "rests", "·", "·", "·"]
        expect(phone.page.locator("#deltas .d")).to_have_text(gains)
        phone.deal("Alice").save()
        phone.page.context.set_offline(False)
        phone.says("Saved")
        assert totals(phone.sitting) == {
            "Alice": 180, "Bob": 180, "Charlie": -120, "Dora": -120, "Olivia": -120,
        }  # fmt: skip

    def test_bonuses_and_note_do_not_pass_to_the_next_deal(self, phone, sitting):
        phone.page.context.set_offline(True)
        phone.page.locator(".deal details[data-menu] > summary").tap()
        phone.page.locator(".deal-more summary", has_text="Note").tap()
        phone.page.locator("[name=note]").fill("late")
        phone.page.keyboard.press("Escape")
        phone.deal("Alice")
        phone.page.locator("[data-fold=poignee] > summary").tap()
        phone.save().is_for(2)

        phone.deal("Bob").save()
        phone.page.context.set_offline(False)

        phone.says("Saved")
        told = [(deal.record.get("note"), "poignees" in deal.record) for deal in Deal.objects.all()]
        assert told == [("late", True), (None, False)]

    def test_the_sheet_shows_what_waits(self, phone, sitting):
        with phone.cut("before it leaves"):
            phone.deal("Alice").save().is_for(2)
            phone.deal("Bob", points="39").save().is_for(3)
            phone.sheet()

            rows = phone.page.locator("[data-queue-list] li > p")
            expect(rows).to_contain_text(
                ["Deal 2 Bob, Garde, oudlers: 2, 39", "Deal 1 Alice, Garde, oudlers: 2, 46"]
            )
            phone.says("Kept on this device, 2 to send")
            empty = phone.page.locator("[data-sheet] .empty")
            expect(empty).to_contain_text("No deal is counted yet. Waiting on this device: 2.")
            expect(empty.get_by_role("link")).to_have_text("Deal 3")

        phone.again()
        for number in (1, 2):
            row = phone.page.locator(f"tr[data-deal='{number}']")
            expect(row).to_be_visible(timeout=FOLLOWS)
        phone.is_quiet()

    def test_it_tells_who_was_called(self, club, open_phone):
        five = club.sitting("Alice", "Bob", "Charlie", "Dora", "Olivia")
        phone = open_phone("Alice")
        phone.sitting = five
        with phone.entry().cut("before it leaves"):
            for number, called in enumerate(["Bob", "Alone"], start=1):
                phone.deal("Alice").chip("called_0", called)
                phone.save().is_for(number + 1)

            rows = phone.page.locator("[data-queue-list] li > p")
            expect(rows).to_contain_text(["Alice, alone, Garde", "Alice + Bob, Garde"])


class TestChangingOnesMind:
    def test_a_deal_that_waits_is_changed_on_the_page_of_the_next(self, phone, sitting):
        phone.page.context.set_offline(True)
        phone.deal("Alice", points="46").save().is_for(2)
        phone.deal("Bob").save().is_for(3)

        phone.page.locator("[data-queue] > details > summary").tap()
        row = phone.page.locator("[data-queue-list] li", has_text="Deal 1")
        row.get_by_role("button", name="Correct").tap()
        expect(phone.page.locator("h1")).to_have_text("Deal 1")
        expect(phone.page.locator("[name=points]")).to_have_value("46")
        phone.page.locator("[data-key=back]").tap()
        phone.page.locator("[data-key='9']").tap()
        phone.save().is_for(3)
        phone.page.context.set_offline(False)

        phone.says("Saved")
        assert stored(sitting) == [(1, "Alice"), (2, "Bob")]
        assert Deal.objects.get(number=1).record["points"] == 49

    def test_it_is_not_sent_while_it_is_being_changed(self, phone, sitting):
        with phone.cut("before it leaves"):
            phone.deal("Alice").save().is_for(2)
            phone.page.locator("[data-queue] > details > summary").tap()
            phone.page.locator("[data-queue-list]").get_by_role("button", name="Correct").tap()
            expect(phone.page.locator("h1")).to_have_text("Deal 1")
        phone.again()
        phone.page.reload()  # leaves it as it was

        arrive(phone.page, sitting, [(1, "Alice")])

    def test_from_the_sheet(self, phone, sitting):
        with phone.cut("before it leaves"):
            phone.deal("Alice").save().is_for(2)
            phone.sheet()
            phone.page.locator("[data-queue-list]").get_by_role("button", name="Correct").tap()
            phone.page.wait_for_url("**/new/?kept=*")
            expect(phone.page.locator("[name=points]")).to_have_value("46")
            expect(phone.page.locator("h1")).to_have_text("Deal 1")
        phone.chip("taker", "Dora")
        phone.save().is_on_sheet(saved=1)

        assert stored(sitting) == [(1, "Dora")]

    def test_removed(self, phone, sitting):
        phone.page.context.set_offline(True)
        phone.deal("Alice").save().is_for(2)
        phone.deal("Bob").save().is_for(3)

        phone.page.locator("[data-queue] > details > summary").tap()
        row = phone.page.locator("[data-queue-list] li", has_text="Deal 1")
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
        phone.page.locator("[data-queue-first]").tap()
        expect(phone.page.locator("h1")).to_have_text("Deal 1, saved twice")
        cells = phone.page.locator(".diff tr", has_text="Taker").locator("td")
        expect(cells).to_have_text(["Bob", "Alice"])
        return phone

    def test_it_fits_a_phone_and_the_accessibility_checker_finds_nothing(self, clash):
        assert every_fault(clash.page) == []

    def test_it_is_the_same_deal(self, clash, sitting):
        clash.page.get_by_role("link", name="Keep the one on the sheet").tap()

        arrive(clash.page, sitting, [(1, "Bob"), (2, "Dora")])
        clash.page.wait_for_url(f"**/t/{sitting.uuid}/")
        clash.is_quiet()

    def test_it_is_another_deal(self, clash, sitting):
        clash.page.get_by_role("button", name="Mine is deal 2").tap()

        arrive(clash.page, sitting, [(1, "Bob"), (2, "Alice"), (3, "Dora")])
        clash.keeps_nothing()

    def test_mine_is_right(self, clash, sitting):
        clash.page.get_by_role("button", name="Mine is right: correct deal 1").tap()
        expect(clash.page.locator("h1")).to_have_text("Correct deal 1")
        assert len(clash.kept()) == 2
        clash.page.locator("label.chip", has_text="Entered wrong").tap()
        clash.page.locator("button[value=correct]").tap()

        arrive(clash.page, sitting, [(1, "Alice"), (2, "Dora")])
        clash.is_quiet()
        clash.keeps_nothing()
        # Alice (25+5)·2 = 60 a defender, then Dora 60
        assert totals(sitting) == {"Alice": 120, "Bob": -120, "Charlie": -120, "Dora": 120}

    def test_mine_may_be_changed_first(self, clash, sitting):
        clash.page.get_by_role("button", name="Correct mine").tap()
        expect(clash.page.locator("h1")).to_have_text("Deal 2")
        expect(clash.page.locator("[name=points]")).to_have_value("46")
        clash.chip("taker", "Charlie")
        clash.save()

        arrive(clash.page, sitting, [(1, "Bob"), (2, "Charlie"), (3, "Dora")])
        clash.keeps_nothing()

    def test_who_walks_away_is_asked_again(self, clash, sitting):
        clash.page.goto("/")

        clash.says("Two phones saved deal 1 — choose")
        assert stored(sitting) == [(1, "Bob")]

    def test_with_network_the_choice_comes_at_once(self, phone, club, sitting):
        club.deal(sitting, by="Charlie", taker="Bob", points=41)

        phone.deal("Alice").save()

        expect(phone.page.locator("h1")).to_have_text("Deal 1, saved twice")
        phone.page.get_by_role("button", name="Mine is deal 2").tap()
        phone.is_on_sheet(saved=2)
        assert stored(sitting) == [(1, "Bob"), (2, "Alice")]
        phone.keeps_nothing()

    def test_the_network_goes_while_one_chooses(self, clash, sitting):
        clash.page.context.set_offline(True)
        clash.page.get_by_role("button", name="Mine is deal 2").tap()
        clash.says("Kept on this device, 2 to send")
        clash.page.context.set_offline(False)

        arrive(clash.page, sitting, [(1, "Bob"), (2, "Alice"), (3, "Dora")])


class TestAQuestionThatCameLate:
    def test_it_holds_back_what_follows_until_it_is_answered(self, phone, sitting):
        with phone.cut("before it leaves"):
            phone.deal("Alice", points="87").save().is_for(2)
            phone.deal("Bob").save().is_for(3)
        phone.again()
        phone.says("Deal 1 is not saved yet: a question")

        phone.page.locator("[data-queue-first]").tap()
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

        phone.page.locator("[data-queue-login]").tap()
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

        page.locator("[data-queue-code]").tap()
        page.locator("#id_code").fill(link.code)
        page.locator("#id_code").press("Enter")

        page.wait_for_url(f"**/t/{sitting.uuid}/new/")
        arrive(page, sitting, [(1, "Alice")])

    def test_an_old_token(self, phone, sitting):
        """As when somebody signed in anew in another tab, or cleared the cookies."""
        phone.page.context.clear_cookies(name="csrftoken")

        phone.deal("Alice").save().is_on_sheet(saved=1)

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
        expect(phone.page.locator("[data-queue-list] li")).to_have_count(0)
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

        phone.page.locator("[data-queue-first]").tap()

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


def test_a_browser_that_keeps_nothing_sends_the_form_as_ever(open_phone, sitting):
    phone = open_phone("Alice")
    phone.page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
    )

    phone.entry().deal("Alice").save().is_on_sheet(saved=1)

    assert phone.sent == []
    assert stored(sitting) == [(1, "Alice")]


def test_going_back_to_a_page_that_was_sent_makes_no_second_deal(phone, sitting):
    phone.deal("Alice").save().is_on_sheet(saved=1)

    phone.page.go_back()
    phone.page.reload()
    phone.is_for(2).deal("Bob").save().is_on_sheet(saved=2)

    assert stored(sitting) == [(1, "Alice"), (2, "Bob")]


def test_the_accessibility_checker_finds_nothing(phone, sitting):
    with phone.cut("before it leaves"):
        phone.deal("Alice").save().is_for(2)
        for path in ("", "new/", "log/"):
            phone.page.goto(f"/t/{sitting.uuid}/{path}")
            phone.says("Kept on this device, 1 to send")
            if path:
                phone.page.locator("[data-queue] > details > summary").tap()
            phone.page.locator("[data-queue-list] summary").tap()

            assert (path, every_fault(phone.page)) == (path, [])


def test_the_line_leaves_room_for_a_plain_deal(phone):
    """At 360 × 740 nothing scrolls, also while something waits."""
    with phone.cut("before it leaves"):
        phone.deal("Alice").save().is_for(2).says("Kept on this device, 1 to send")

        size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        assert phone.page.evaluate(size) == [360, 740]

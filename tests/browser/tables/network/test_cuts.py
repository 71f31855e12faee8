"""Deals on a bad network: kept on the phone, sent again, once each and in order, never lost."""

import re

import pytest
from django.db.models import F
from playwright.sync_api import expect

from clubs.models import AuditEntry, Deal
from tests.browser.conftest import PHONE, PLAIN_HOST
from tests.browser.network import LOST, Phone, arrive, in_view, intercept, stored
from tests.browser.tables.network.conftest import FOUR
from tests.cast import totals

CUTS = ["before it leaves", "after the commit", "in a hotel", "server in trouble"]
HOSTS = ["localhost", PLAIN_HOST]
FOLLOWS = 3_000  # ms
# Each host meets two of the cuts, and a reload or a dead battery after one. What these could
# lose is the same for every cut but that after which the server has the deal.
every_cut = pytest.mark.parametrize(
    ("site", "how"), list(zip(HOSTS * 2, CUTS, strict=True)), indirect=["site"]
)
before_and_after = pytest.mark.parametrize(
    ("site", "how"), list(zip(HOSTS, CUTS[:2], strict=True)), indirect=["site"]
)

pytestmark = pytest.mark.django_db(transaction=True)


class TestWithNetwork:
    def test_saving_is_one_request_and_makes_room_for_the_next_deal(
        self, phone, open_phone, sitting
    ):
        other = open_phone("Bob").sheet()

        phone.deal("Alice").save()

        expect(other.page.locator("tr[data-deal='1']")).to_be_visible(timeout=FOLLOWS)
        phone.is_saved(1)
        expect(phone.page.locator("#deal-last")).to_contain_text("Alice, Garde, made by 5")
        phone.is_quiet()
        phone.keeps_nothing()
        assert len(phone.sent) == 1
        assert totals(sitting) == {"Alice": 180, "Bob": -60, "Charlie": -60, "Dora": -60}

    def test_what_is_wrong_comes_back_and_what_is_odd_is_asked(self, phone, sitting):
        phone.deal("Alice", points="92").save()

        expect(phone.page.get_by_role("alert")).to_contain_text("0 to 91")
        points = phone.page.locator("[name=points]")
        expect(points).to_have_value("92")
        phone.is_quiet()
        phone.keeps_nothing()
        assert not Deal.objects.exists()

        points.fill("87")
        phone.save()
        phone.page.get_by_role("button", name="It is right").tap()

        phone.is_saved(1)
        assert totals(sitting)["Alice"] == 426  # (25+46)·2 = 142, three times
        phone.keeps_nothing()


class TestCut:
    @every_cut
    def test_deals_are_kept_and_arrive_in_their_order(self, phone, sitting, how):
        with phone.cut(how):
            phone.deal("Alice").save()

            phone.says("Kept on this device, 1 to send").is_for(2)
            expect(phone.page.locator(".turn .deals:visible")).to_have_text(re.compile("Bob deals"))
            expect(phone.page.locator("#verdict")).to_have_text("Who took?")
            # 46 of 41 points: (25 + 5) × 2 = 60 from each
            totals_shown = phone.page.locator(".taker small .num")
            expect(totals_shown).to_have_text(["+180", "−60", "−60", "−60"])
            [kept] = phone.kept()
            assert (kept["number"], kept["words"]) == (1, "Alice, Garde, oudlers: 2, 46 points")
            assert stored(sitting) == ([(1, "Alice")] if how == "after the commit" else [])
            phone.deal("Bob").save().is_for(3)
            phone.deal("Charlie").save().is_for(4)
            phone.says("Kept on this device, 3 to send")

        phone.again()
        phone.says("Saved").keeps_nothing()
        three = [(1, "Alice"), (2, "Bob"), (3, "Charlie")]
        assert stored(sitting) == three
        dealers = [deal.record["dealer"] for deal in Deal.objects.order_by("number")]
        seats = sitting.seats.select_related("player")
        assert dealers == [str(seat.player.uuid) for seat in seats][:3]
        # each once 180 and twice −60; Dora three times −60
        assert totals(sitting) == {"Alice": 60, "Bob": 60, "Charlie": 60, "Dora": -180}
        assert AuditEntry.objects.filter(chain__uuid=sitting.uuid).count() == 3

        phone.deal("Dora").save().is_saved(4)
        assert stored(sitting) == [*three, (4, "Dora")]

    @before_and_after
    def test_after_a_reload(self, phone, sitting, how):
        with phone.cut(how):
            phone.deal("Alice").save().is_for(2)
            phone.page.reload()
            phone.says("Kept on this device, 1 to send").is_for(2)
            phone.deal("Bob").save().is_for(3)

        phone.page.reload()
        arrive(phone.page, sitting, [(1, "Alice"), (2, "Bob")])
        phone.keeps_nothing().is_for(3)  # "Saved" stood on the page before if that was quicker

    @before_and_after
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
        """Also in the middle of a deal."""
        context = phone.page.context
        phone.chip("taker", "Alice")
        context.set_offline(True)
        phone.chip("contract", "Garde")
        phone.chip("oudlers", "2")
        points = phone.page.locator("[name=points]")
        points.fill("88")
        expect(phone.page.locator("#verdict")).to_contain_text("With 2 oudlers between 11 and 87.")
        points.fill("")
        for digit in "46":
            phone.page.locator(f"[data-key='{digit}']").tap()
        verdict = phone.page.locator("#verdict span")
        expect(verdict).to_have_text(["41 needed — made by 5", "(25 + 5) × 2 = 60"])
        gains = phone.page.locator("#deltas .d [aria-hidden]")
        expect(gains).to_have_text(["+180", "−60", "−60", "−60"])
        phone.save().says("Kept on this device, 1 to send").is_for(2)
        phone.deal("Bob").save().says("Kept on this device, 2 to send").is_for(3)
        totals_shown = phone.page.locator(".taker small .num")
        expect(totals_shown).to_have_text(["+120", "+120", "−120", "−120"])
        assert stored(sitting) == []

        context.set_offline(False)

        phone.says("Saved")
        assert stored(sitting) == [(1, "Alice"), (2, "Bob")]
        gains = ["+120", "+120", "−120", "−120"]  # two deals of 60 a defender
        expect(phone.page.locator(".taker small .num")).to_have_text(gains)
        phone.is_quiet()

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

            rows = phone.page.locator(in_view("[data-queue-list] li > p"))
            expect(rows).to_contain_text(
                ["Deal 2 Bob, Garde, oudlers: 2, 39", "Deal 1 Alice, Garde, oudlers: 2, 46"]
            )
            phone.says("Kept on this device, 2 to send")
            empty = phone.page.locator("[data-sheet] .empty")
            expect(empty).to_contain_text("No deal is counted yet. Waiting on this device: 2.")
            expect(phone.page.locator("#next-deal")).to_have_text("Deal 3")

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

            rows = phone.page.locator(in_view("[data-queue-list] li > p"))
            expect(rows).to_contain_text(["Alice, alone, Garde", "Alice + Bob, Garde"])


def test_a_browser_that_keeps_nothing_sends_the_form_as_ever(open_phone, sitting):
    phone = open_phone("Alice")
    phone.page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
    )

    phone.entry().deal("Alice").save().is_on_sheet(saved=1)

    assert phone.sent == []
    assert stored(sitting) == [(1, "Alice")]


def test_a_page_that_was_sent_and_is_loaded_again_makes_no_second_deal(phone, sitting):
    phone.deal("Alice").save().is_saved(1)

    phone.page.reload()
    phone.is_saved(1).deal("Bob").save().is_saved(2)

    assert stored(sitting) == [(1, "Alice"), (2, "Bob")]


class TestHalfTyped:
    def test_a_page_loaded_anew_has_what_was_typed(self, phone, sitting, sign_in):
        """Until that deal is saved, and for nobody else who signs in."""
        phone.deal("Alice", points="4")
        phone.page.locator("[data-fold=poignee] > summary").tap()

        phone.page.reload()
        expect(phone.page.locator("[name=poignee_0]:checked")).to_have_value("simple")
        phone.page.locator("[data-key='6']").tap()
        expect(phone.page.locator("#verdict")).to_contain_text("made by 5")
        expect(phone.page.locator("#deltas li").first).to_contain_text("+240")  # (60 + 20)·3
        phone.sheet().page.go_back()
        expect(phone.page.locator("[name=points]")).to_have_value("46")
        phone.save().is_saved(1)
        phone.page.reload()
        phone.is_for(2)

        phone.chip("taker", "Bob")
        phone.page.context.clear_cookies()
        sign_in(phone.page, "Charlie")
        phone.entry().is_for(2)

    def test_so_have_plain_scores(self, phone, sitting):
        page = phone.page
        page.goto(f"/t/{sitting.uuid}/scores/")
        page.locator("label.chip", has_text="Vachette").tap()
        page.locator("[data-scores-pad] [data-key='9']").tap()  # Alice is the first

        page.reload()
        expect(page.locator("[name=label]:checked")).to_have_value("Vachette")
        page.locator("[data-score]").nth(1).fill("-9")
        expect(page.locator("#scores-sum")).to_have_text("The sum is 0.")
        page.locator("[data-save]").tap()
        phone.is_for(2)
        page.goto(f"/t/{sitting.uuid}/scores/")
        expect(page.locator("h1")).to_have_text("Deal 2: plain scores")
        expect(page.locator("[data-score]").first).to_have_value("")

        assert totals(sitting) == {"Alice": 9, "Bob": -9, "Charlie": 0, "Dora": 0}

    def test_so_has_a_correction_until_it_is_left_or_saved(self, phone, club, sitting):
        club.deal(sitting, taker="Bob", points=46)
        page, edit = phone.page, f"/t/{sitting.uuid}/1/edit/"
        page.goto(edit)
        phone.chip("taker", "Dora")
        page.reload()
        expect(page.locator("[name=taker]:checked").locator("..")).to_contain_text("Dora")
        expect(page.locator("[data-toast]:visible")).to_contain_text("is here again")
        page.locator("[data-back]").tap()
        page.goto(edit)
        expect(page.locator("[name=taker]:checked").locator("..")).to_contain_text("Bob")

        phone.chip("taker", "Charlie")
        intercept(page, f"**{edit}", lambda route: route.abort(LOST))
        page.locator("[data-save]").tap()
        expect(page).to_have_url(re.compile("^chrome-error:"))
        page.context.unroute_all()
        page.goto(edit)
        page.locator("[data-save]").tap()
        page.locator("button[value=edit]").tap()  # back from what it changes: not saved yet
        expect(page.locator("[data-save]")).to_be_visible()
        page.goto(edit)
        expect(page.locator("[name=taker]:checked").locator("..")).to_contain_text("Charlie")
        page.locator("[data-save]").tap()
        page.locator("label.chip", has_text="Entered wrong").tap()
        page.locator("button[value=correct]").tap()
        expect(page).to_have_url(re.compile(f"/t/{sitting.uuid}/$"))
        assert stored(sitting) == [(1, "Charlie")]

    def test_without_network_a_correction_stays_on_its_page(self, phone, club, sitting):
        club.deal(sitting, taker="Bob", points=46)
        page = phone.page
        page.goto(f"/t/{sitting.uuid}/1/edit/")
        phone.chip("taker", "Dora")

        page.context.set_offline(True)
        page.locator("[data-save]").tap()
        expect(page.locator("[data-toast]:visible")).to_have_text(
            "No network: it was not sent, and stays here."
        )
        page.context.set_offline(False)
        page.locator("[data-save]").tap()

        expect(page.locator(".diff tr", has_text="Taker")).to_contain_text("Dora")

    def test_a_correction_of_another_phone_is_not_written_over(self, phone, club, sitting):
        club.deal(sitting, taker="Bob", points=46)
        phone.page.goto(f"/t/{sitting.uuid}/1/edit/")
        phone.chip("taker", "Dora")
        Deal.objects.update(revision=F("revision") + 1)

        phone.page.reload()

        expect(phone.page.locator("[name=taker]:checked").locator("..")).to_contain_text("Bob")

    def test_a_deal_that_another_phone_saved_leaves_the_next_one_empty(self, phone, club, sitting):
        phone.deal("Alice")
        club.deal(sitting, taker="Bob", points=46)

        phone.page.reload()

        phone.is_for(2)

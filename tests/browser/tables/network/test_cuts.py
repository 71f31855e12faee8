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

FOLLOWS = 3_000  # ms
LEASE = 15_000  # ms until the deals of a tab that died while it sent are sent by another one
# Each host meets two of the cuts, and the phone dies in the second one. What this could lose is the
# same for every cut but that after which the server has the deal.
every_cut = pytest.mark.parametrize(
    ("site", "cuts"),
    [
        ("localhost", ["in a hotel", "before it leaves"]),
        (PLAIN_HOST, ["server in trouble", "after the commit"]),
    ],
    indirect=["site"],
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_with_network_a_deal_is_one_request_and_a_page_loaded_again_sends_none(phone, sitting):
    page = phone.page
    phone.deal("Alice", points="92").save()
    expect(page.get_by_role("alert")).to_contain_text("0 to 91")
    points = page.locator("[name=points]")
    expect(points).to_have_value("92")
    phone.is_quiet()
    phone.keeps_nothing()
    assert not Deal.objects.exists()

    points.fill("87")
    phone.save()
    page.get_by_role("button", name="It is right").tap()
    phone.is_saved(1)
    assert totals(sitting)["Alice"] == 426  # (25+46)·2 = 142, three times
    phone.keeps_nothing()

    phone.sent.clear()
    phone.deal("Alice").save().is_saved(2)
    expect(page.locator("#deal-last")).to_contain_text("Alice, Garde, made by 5")
    phone.is_quiet()
    phone.keeps_nothing()
    assert len(phone.sent) == 1
    assert totals(sitting)["Alice"] == 426 + 180

    page.reload()
    phone.is_saved(2)
    # As when somebody signed in anew in another tab, or cleared the cookies.
    page.context.clear_cookies(name="csrftoken")
    phone.deal("Bob").save().is_saved(3)
    assert stored(sitting) == [(1, "Alice"), (2, "Alice"), (3, "Bob")]


@every_cut
def test_deals_are_kept_and_arrive_in_their_order(phone, new_page, sitting, cuts):
    """After a reload, and after a dead battery from whatever page is opened."""
    cut, last_cut = cuts
    with phone.cut(cut):
        phone.deal("Alice").save()

        phone.says("Kept on this device, 1 to send").is_for(2)
        expect(phone.page.locator(".turn .deals:visible")).to_have_text(re.compile("Bob deals"))
        expect(phone.page.locator("#verdict")).to_have_text("Who took?")
        # 46 of 41 points: (25 + 5) × 2 = 60 from each
        totals_shown = phone.page.locator(".taker small .num")
        expect(totals_shown).to_have_text(["+180", "−60", "−60", "−60"])
        [kept] = phone.kept()
        assert (kept["number"], kept["words"]) == (1, "Alice, Garde, oudlers: 2, 46 points")
        assert stored(sitting) == []
        phone.page.reload()
        phone.says("Kept on this device, 1 to send").is_for(2)
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

    with phone.cut(last_cut):
        phone.deal("Dora").save().is_for(5)
        phone.says("Kept on this device, 1 to send")
        is_there = [(4, "Dora")] if last_cut == "after the commit" else []
        assert stored(sitting) == [*three, *is_there]
        phone.deal("Alice").save().is_for(6)
        memory = phone.page.context.storage_state()
        phone.page.context.close()
    page = new_page(**PHONE, locale="en-GB", storage_state=memory)
    page.clock.install()
    page.goto("/")
    page.clock.run_for(LEASE)

    arrive(page, sitting, [*three, (4, "Dora"), (5, "Alice")])
    Phone(page, sitting).keeps_nothing()
    assert AuditEntry.objects.filter(chain__uuid=sitting.uuid).count() == 5


class TestNoNetworkAtAll:
    def test_the_open_page_goes_on(self, phone, sitting):
        """Also in the middle of a deal."""
        page, context = phone.page, phone.page.context
        points, verdict = page.locator("[name=points]"), page.locator("#verdict")
        totals_shown = page.locator(".taker small .num")
        phone.chip("taker", "Alice")
        context.set_offline(True)
        phone.chip("contract", "Garde")
        phone.chip("oudlers", "2")
        points.fill("88")
        expect(verdict).to_contain_text("With 2 oudlers between 11 and 87.")
        points.fill("95")
        phone.save()  # what the phone knows to be wrong is not kept
        expect(points).to_be_focused()
        expect(verdict).to_have_text("0 to 91.")
        assert "Deal 1" in page.locator("h1:visible").inner_text()
        for key in ("back", "back", "4", "6"):
            page.locator(f"[data-key='{key}']").tap()
        expect(verdict.locator("span")).to_have_text(["41 needed — made by 5", "(25 + 5) × 2 = 60"])
        gains = page.locator("#deltas .d [aria-hidden]")
        expect(gains).to_have_text(["+180", "−60", "−60", "−60"])
        phone.save().says("Kept on this device, 1 to send").is_for(2)
        phone.deal("Bob").save().says("Kept on this device, 2 to send").is_for(3)
        expect(totals_shown).to_have_text(["+120", "+120", "−120", "−120"])

        dealer = page.locator(".turn .deals:visible")
        phone.nobody("Misdeal").is_for(4)  # the same player deals again
        expect(dealer).to_have_text(re.compile("Charlie deals"))
        phone.nobody("Passed out").is_for(5)
        expect(dealer).to_have_text(re.compile("Dora deals"))

        page.locator(".deal details[data-menu] > summary").tap()
        page.locator(".deal-more summary", has_text="Note").tap()
        page.locator("[name=note]").fill("late")
        page.keyboard.press("Escape")
        phone.deal("Charlie")
        page.locator("[data-fold=poignee] > summary").tap()
        phone.save().is_for(6)
        phone.deal("Dora").save().is_for(7)
        assert stored(sitting) == []

        page.clock.install()
        context.set_offline(False)

        phone.says("Saved")
        nobody = [(3, "misdeal"), (4, "all_pass")]
        assert stored(sitting) == [(1, "Alice"), (2, "Bob"), *nobody, (5, "Charlie"), (6, "Dora")]
        told = [(deal.record.get("note"), "poignees" in deal.record) for deal in Deal.objects.all()]
        assert told[4:] == [("late", True), (None, False)]  # not of the next deal
        # two deals of 60 a defender, one of 80, and one of 60
        expect(totals_shown).to_have_text(["−20", "−20", "+60", "−20"])
        page.clock.run_for(4_100)
        phone.is_quiet()

    def test_a_server_that_does_not_answer_is_not_waited_for_and_tried_again(self, phone, sitting):
        page = phone.page
        page.clock.install()
        intercept(page, "**/new/", lambda route: None)  # no answer, ever
        phone.deal("Alice").save()
        page.clock.run_for(1_100)
        phone.says("Sending…")

        page.clock.run_for(7_000)

        phone.says("Kept on this device, 1 to send").is_for(2)
        page.context.unroute("**/new/")
        page.clock.run_for(2_100)
        arrive(page, sitting, [(1, "Alice")])

    def test_the_sheet_shows_what_waits(self, club, open_phone):
        sitting = club.sitting(*FOUR, "Olivia")
        phone = open_phone("Alice", sitting).entry()
        page = phone.page
        with phone.cut("before it leaves"):
            for number, (called, points) in enumerate([("Bob", "46"), ("Alone", "39")], start=2):
                phone.deal("Alice", points).chip("called_0", called)
                phone.save().is_for(number)
            # 60 a defender, of whom two are taken by Bob; (25 + 2) × 2 = 54 to each of four
            totals_shown = page.locator(".taker small .num")
            expect(totals_shown).to_have_text(["−96", "+114", "−6", "−6", "−6"])
            page.route("**/games/french*.js", lambda route: route.abort())
            phone.entry().is_for(3)  # what was counted before stands
            expect(totals_shown).to_have_text(["−96", "+114", "−6", "−6", "−6"])
            page.clock.install()
            phone.sheet()
            with page.expect_event("requestfailed", lambda request: "/games/" in request.url):
                page.clock.run_for(2_100)  # it prepares deal entry, without that script too

            rows = page.locator(in_view("[data-queue-list] li > p"))
            expect(rows).to_contain_text(
                [
                    "Deal 2 Alice, alone, Garde, oudlers: 2, 39",
                    "Deal 1 Alice + Bob, Garde, oudlers: 2, 46",
                ]
            )
            phone.says("Kept on this device, 2 to send")
            empty = page.locator("[data-sheet] .empty")
            expect(empty).to_contain_text("No deal is counted yet. Waiting on this device: 2.")
            expect(page.locator("#next-deal")).to_have_text("Deal 3")

        phone.again()
        arrive(page, sitting, [(1, "Alice"), (2, "Alice")])
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # it asks at once
        for number in (1, 2):
            row = page.locator(f"tr[data-deal='{number}']")
            expect(row).to_be_visible(timeout=FOLLOWS)


class TestHalfTyped:
    def test_a_page_loaded_anew_has_what_was_typed(self, phone, club, sitting, sign_in):
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

        club.deal(sitting, taker="Bob", points=46)  # another phone was quicker
        phone.chip("taker", "Bob")
        phone.page.reload()
        phone.is_for(3)

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

    def test_so_has_a_correction_until_it_is_left_saved_or_overtaken(self, phone, club, sitting):
        club.deal(sitting, taker="Bob", points=46)
        page, edit = phone.page, f"/t/{sitting.uuid}/1/edit/"
        taker = page.locator("[name=taker]:checked").locator("..")
        page.goto(edit)
        phone.chip("taker", "Dora")
        page.reload()
        expect(taker).to_contain_text("Dora")
        expect(page.locator("[data-toast]:visible")).to_contain_text("is here again")
        page.locator("[data-back]").tap()
        page.goto(edit)
        expect(taker).to_contain_text("Bob")

        phone.chip("taker", "Dora")
        Deal.objects.update(revision=F("revision") + 1)  # of another phone
        page.reload()
        expect(taker).to_contain_text("Bob")

        phone.chip("taker", "Charlie")
        page.context.set_offline(True)
        page.locator("[data-save]").tap()
        said = page.locator("[data-toast]:visible")
        expect(said).to_have_text("No network: it was not sent, and stays here.")
        page.context.set_offline(False)
        intercept(page, f"**{edit}", lambda route: route.abort(LOST))
        page.locator("[data-save]").tap()
        expect(page).to_have_url(re.compile("^chrome-error:"))
        page.context.unroute_all()
        page.goto(edit)
        page.locator("[data-save]").tap()
        expect(page.locator(".diff tr", has_text="Taker")).to_contain_text("Charlie")
        page.locator("button[value=edit]").tap()  # back from what it changes: not saved yet
        expect(page.locator("[data-save]")).to_be_visible()
        page.goto(edit)
        expect(taker).to_contain_text("Charlie")
        page.locator("[data-save]").tap()
        page.locator("label.chip", has_text="Entered wrong").tap()
        page.locator("button[value=correct]").tap()
        expect(page).to_have_url(re.compile(f"/t/{sitting.uuid}/$"))
        assert stored(sitting) == [(1, "Charlie")]

"""Who took with what, on the pages of a table while the deal is played."""

import re

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from clubs.models import Sitting
from tests.page_forms import page_form
from tests.views.tables.live_pages import TV, poll_of, screen, text_of, watcher
from tests.views.tables.pages import FIVE, FOUR

SHOWN = {"bid_shown": True}
SAVE = "="  # the button, which has no name


@pytest.fixture
def sitting(club) -> Sitting:
    return club.sitting(*FOUR, rules=SHOWN)


def entry(client, sitting):
    return client.get(f"/t/{sitting.uuid}/new/")


def form_on(page):
    return page_form(page, has="taker")


def send_bid(client, sitting, **chosen):
    """The form of deal entry as it is shown, with these chips, sent by its script."""
    page = entry(client, sitting)
    address = re.search(r'data-bid-url="([^"]+)"', page.content.decode())[1]
    return client.post(address, form_on(page).fill(**chosen).data(SAVE))


def chosen_on(page) -> dict[str, str | None]:
    fields = form_on(page).fields
    return {name: fields[name].value for name in ("taker", "contract", "dealer")}


def of(club, name) -> str:
    return str(club.player(name).uuid)


class TestDealBid:
    def test_another_phone_goes_on_with_it(self, alice, charlie, club, sitting):
        chosen = {"taker": of(club, "Bob"), "contract": "garde", "dealer": of(club, "Dora")}

        answer = send_bid(alice, sitting, **chosen)

        assert answer.json() == {"revision": 1}
        page = entry(charlie, sitting)
        assert chosen_on(page) == chosen
        assertContains(page, "How many oudlers has the taker?")
        form_on(page).fill(oudlers="2", points="46").send(charlie, SAVE)
        assert sitting.deals.get().taker == club.player("Bob")
        assert chosen_on(entry(alice, sitting))["taker"] is None

    def test_who_rests_goes_with_it(self, alice, charlie, club):
        sitting = club.sitting(*FIVE, rules=SHOWN, active_count=4)  # Alice deals, and rests

        send_bid(alice, sitting, taker=of(club, "Alice"), contract="garde", out=of(club, "Bob"))

        form = form_on(entry(charlie, sitting))
        assert form.fields["out"].value == of(club, "Bob")
        assert form.fields["taker"].value == of(club, "Alice")

    def test_the_called_card_is_told_and_who_holds_it_is_not(self, alice, charlie, club):
        sitting = club.sitting(*FIVE, rules={**SHOWN, "asked": {"called_cards": True}})
        bid = {"taker": of(club, "Bob"), "contract": "garde", "suit_0": "hearts"}

        send_bid(alice, sitting, **bid, called_0=of(club, "Dora"))

        live = text_of(charlie.get(f"/t/{sitting.uuid}/live/"))
        assert "Deal 1 · Bob takes: Garde, King of hearts" in live
        form = form_on(entry(charlie, sitting))
        assert form.fields["suit_0"].value == "hearts"
        assert form.fields["called_0"].value is None

    def test_a_deal_with_something_wrong_elsewhere_tells_its_bid(
        self, alice, charlie, club, sitting
    ):
        """Two triple poignées are 26 trumps."""
        bid = {"taker": of(club, "Bob"), "contract": "garde"}
        poignees = {"poignee_0": "triple", "poignee_1": "triple"}

        answer = send_bid(alice, sitting, **bid, oudlers="2", points="46", **poignees)

        assert answer.json() == {"revision": 1}
        assert chosen_on(entry(charlie, sitting))["contract"] == "garde"

    def test_too_late_and_too_little(self, alice, charlie, club, sitting):
        bid = {"taker": of(club, "Bob"), "contract": "garde"}
        page = entry(alice, sitting)
        club.deal(sitting)

        address = f"/t/{sitting.uuid}/new/bid/"
        assert alice.post(address, form_on(page).fill(**bid).data(SAVE)).status_code == 409
        assert send_bid(alice, sitting, taker=bid["taker"]).status_code == 422
        assert alice.post(address).status_code == 422
        sitting.refresh_from_db()
        assert (sitting.bid, sitting.revision) == (None, 1)

    def test_the_page_sends_none_where_the_rules_show_none(self, alice, club):
        for rules in ({"rules": "fft"}, {"rules": None, "game": "bolognese"}):
            assertNotContains(entry(alice, club.sitting(*FOUR, **rules)), "data-bid")


class TestShown:
    def test_to_spectators(self, alice, club, sitting):
        club.deal(sitting, taker="Dora", dealer="Alice")
        guest = watcher(club, sitting)
        before = guest.get(f"/t/{sitting.uuid}/live/")

        send_bid(alice, sitting, taker=of(club, "Bob"), contract="garde_sans")

        news = guest.get(poll_of(before))
        assertContains(news, 'data-bid="Bob takes: Garde sans"')
        assert "Deal 2 · Bob takes: Garde sans" in text_of(news)
        club.deal(sitting, taker="Bob", number=2)
        assert "takes" not in text_of(guest.get(f"/t/{sitting.uuid}/live/"))

    def test_on_the_sheet_before_the_first_deal_too(self, alice, bob, club, sitting):
        send_bid(alice, sitting, taker=of(club, "Bob"), contract="garde")

        assert "Deal 1 · Bob takes: Garde" in text_of(bob.get(f"/t/{sitting.uuid}/"))

    def test_on_the_screen_of_the_club(self, alice, club, sitting):
        room = screen(club)
        before = room.get(TV)
        send_bid(alice, sitting, taker=of(club, "Bob"), contract="garde")

        assert "1 Bob takes: Garde" in text_of(room.get(poll_of(before)))

    def test_it_costs_no_query(self, alice, bob, club, sitting, count_queries):
        send_bid(alice, sitting, taker=of(club, "Bob"), contract="garde")
        plain = club.sitting(*FOUR)

        for page in ("", "live/"):
            shown, other = (f"/t/{each.uuid}/{page}" for each in (sitting, plain))
            assert count_queries(bob, shown) == count_queries(bob, other)

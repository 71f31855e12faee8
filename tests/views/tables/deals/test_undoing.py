"""The button Undo of the toast, pressed as the page shows it."""

import re
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from clubs.queries.deals.deals import next_deal
from clubs.services.tables import sittings
from tests.cast import audit, totals

FOUR = ("Alice", "Bob", "Charlie", "Dora")
WON = {"Alice": 180, "Bob": -60, "Charlie": -60, "Dora": -60}  # (25 + 5)·2 from three
FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
TOAST = re.compile(r'<div class="toast".*?</div>', re.DOTALL)


@pytest.fixture
def sitting(club):
    return club.sitting(*FOUR)


def press_undo(client, page):
    """Sends the form of the toast that a page shows, and gives the page that follows."""
    (toast,) = TOAST.findall(page.content.decode())
    address = re.search(r'action="([^"]+)"', toast)[1].replace("&amp;", "&")
    return client.post(address, dict(FIELD.findall(toast)), follow=True)


def sent(client, address, **changes):
    """The form of a page, with what somebody changes in it, and the page that follows."""
    page = client.get(address).content.decode()
    return client.post(address, {**dict(FIELD.findall(page)), **changes}, follow=True)


def test_a_deal_taken_back_comes_back(alice, club, sitting):
    club.deal(sitting)
    page = sent(alice, f"/t/{sitting.uuid}/1/void/", reason="other", reason_text="Twice")
    assertContains(page, "Deal 1 is taken back.")
    assert set(totals(sitting).values()) == {0}

    page = press_undo(alice, page)

    assertContains(page, "Deal 1 is restored.")
    assert totals(sitting) == WON


def test_what_undoes_an_undo_is_called_redo(alice, club, sitting):
    club.deal(sitting)
    saved = alice.get(f"/t/{sitting.uuid}/?saved=1")
    assertContains(saved, "Undo</button>")

    undone = press_undo(alice, saved)

    assertContains(undone, "Deal 1 is taken back.")
    assertNotContains(undone, "Undo</button>")
    assertContains(undone, "Redo</button>")
    press_undo(alice, undone)
    assert totals(sitting) == WON


def test_redo_asks_where_the_deal_may_be_there_again(alice, club, sitting):
    """It was told anew meanwhile, and would count twice."""
    club.deal(sitting)
    undone = press_undo(alice, alice.get(f"/t/{sitting.uuid}/?saved=1"))
    club.deal(sitting)

    asked = press_undo(alice, undone)

    assert asked.status_code == 409
    assertContains(asked, "Deal 2 was recorded meanwhile.", status_code=409)
    assert totals(sitting) == WON
    told = {**dict(FIELD.findall(asked.content.decode())), "reason": "other", "reason_text": "Two"}
    alice.post(f"/t/{sitting.uuid}/1/restore/1/", told)
    assert totals(sitting) == {name: 2 * score for name, score in WON.items()}


def test_a_correction_is_undone(alice, club, sitting):
    deal = club.deal(sitting)
    told = {"taker": str(club.player("Bob").uuid), "contract": "prise", "oudlers": "2"}
    more = {"points": "46", "counted": "attack", "reason": "other", "reason_text": "Prise"}
    address = f"/t/{sitting.uuid}/{deal.number}/edit/"
    page = sent(alice, address, **told, **more, step="correct")
    assertContains(page, "Deal 1 is corrected.")
    assert totals(sitting)["Bob"] == 90  # (25 + 5)·1 from three

    press_undo(alice, page)

    assert totals(sitting) == WON


def test_seats_are_as_before(alice, club, sitting):
    seats = [str(club.player(name).uuid) for name in ("Charlie", "Bob", "Alice", "Dora")]
    page = sent(
        alice,
        f"/t/{sitting.uuid}/seats/",
        order=seats,
        seat=seats,
        first_dealer=seats[0],
        action="start",
    )
    assertContains(page, "The seats are changed.")

    page = press_undo(alice, page)

    assertContains(page, "Everybody sits as before.")
    sitting.refresh_from_db()
    assert [place.name for place in next_deal(sitting).places] == list(FOUR)


def test_pressed_twice_it_is_done_once(alice, club, sitting):
    club.deal(sitting)
    page = sent(alice, f"/t/{sitting.uuid}/1/void/", reason="other", reason_text="Twice")

    press_undo(alice, page)
    again = press_undo(alice, page)

    assertContains(again, "Deal 1 is restored.")
    assert len(audit(sitting.deals.get())) == 3  # recorded, taken back, restored


def test_in_a_closed_session_a_reason_is_wanted(client, club, sitting):
    client.cookies["django_language"] = "en"
    client.force_login(club.user("Charlie"))
    club.deal(sitting)
    sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())
    page = sent(client, f"/t/{sitting.uuid}/1/void/", reason="other", reason_text="Twice")
    assertContains(page, "Deal 1 is taken back.")
    assertNotContains(page, "Undo</button>")

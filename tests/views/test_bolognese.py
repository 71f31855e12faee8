"""Tarocco bolognese through the pages: deal entry, sheet, detail, corrections, rules."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.listings.deals import contract_context
from clubs.models import Deal, Sitting
from clubs.services import sittings
from tests.cast import Cast, totals

FOUR = ("Alice", "Bob", "Charlie", "Dora")
# 60 + 40 + 6 = 106 against 25 + 17 + 47 = 89
QUICK = {
    "entry": "quick",
    "sequences_ns": "60",
    "sequences_ew": "25",
    "cricche_ew": "17",
    "scartini_ns": "40",
    "last_trick": "ns",
}
RECORD = {
    "entry": "quick",
    "last_trick": "ns",
    "quick": {
        "ns": {"sequences": 60, "cricche": 0, "scartini": 40},
        "ew": {"sequences": 25, "cricche": 17},
    },
}


@pytest.fixture
def sitting(club: Cast) -> Sitting:
    return club.sitting(*FOUR, game="bolognese", rules={"target": 200})


@pytest.fixture
def alice(client: Client, club: Cast) -> Client:
    client.force_login(club.user("Alice"))
    return client


def record(club: Cast, sitting: Sitting, number: int, told: dict = RECORD) -> Deal:
    return sittings.record_deal(
        club.actor("Alice"), sitting, told, number=number, request_id=uuid4()
    )


def send(client: Client, sitting: Sitting, number: int, **told: object):
    told = {"number": number, "request_id": uuid4(), **told}
    return client.post(f"/t/{sitting.uuid}/new/", told)


def uuid_of(club: Cast, name: str) -> str:
    return str(club.player(name).uuid)


def test_a_deal_is_told_and_kept_without_the_match(alice, club, sitting):
    response = send(alice, sitting, 1, **QUICK)

    assertRedirects(response, f"/t/{sitting.uuid}/?saved=1", fetch_redirect_response=False)
    assert totals(sitting) == {"Alice": 17, "Bob": -17, "Charlie": 17, "Dora": -17}
    stored = sitting.deals.get().record
    assert not {"totals_before", "deals_before"} & stored.keys()
    assert stored["quick"] == RECORD["quick"]


def test_the_preview_says_what_each_pair_gets_and_the_match(alice, club, sitting):
    record(club, sitting, 1)

    response = alice.post(f"/t/{sitting.uuid}/preview/", {"number": 2, **QUICK})

    assertContains(response, "106")
    assertContains(response, "212")
    assertContains(response, "178")


def test_what_is_missing_is_asked(alice, sitting):
    response = send(alice, sitting, 1, entry="quick", sequences_ns="60")

    assert response.status_code == 422
    assertContains(response, 'name="sequences_ns"', status_code=422)
    assertContains(response, 'value="60"', status_code=422)
    assert not sitting.deals.exists()


def test_the_page_weighs_no_more_than_it_may(alice, sitting):
    assert len(alice.get(f"/t/{sitting.uuid}/new/").content) <= 60_000


def test_the_sheet_shows_the_match_and_the_next_one_after_its_end(alice, club, sitting):
    record(club, sitting, 1)
    assertContains(alice.get(f"/t/{sitting.uuid}/"), 'id="match"')

    record(club, sitting, 2)  # 212 : 178, the target is 200
    page = alice.get(f"/t/{sitting.uuid}/").content.decode()

    assert "212" in page
    assert "178" in page
    board = alice.get(f"/t/{sitting.uuid}/").context["sheet"].match
    assert board.number == 2
    assert [(side.total, side.won) for side in board.sides] == [(0, 1), (0, 0)]


def test_a_french_sheet_has_no_match(alice, club):
    assertNotContains(alice.get(f"/t/{club.sitting(*FOUR).uuid}/"), 'id="match"')


def test_the_detail_tells_each_part(alice, club, sitting):
    record(club, sitting, 1)

    page = alice.get(f"/t/{sitting.uuid}/1/")

    for part in ("+60", "+40", "+106", "+25", "+89", "+17"):
        assertContains(page, part)


def test_a_call_out_cannot_lose_the_points_it_stands_on(alice, club, sitting):
    """106 and 98 of four Jacks and all aces with both counters: needs what was there before."""
    first = record(club, sitting, 1)
    accuso = {"player": uuid_of(club, "Charlie"), "points": 94}
    called = {"player": uuid_of(club, "Charlie")}
    told = {"called_out": called, "accusi": [accuso], "dealer": uuid_of(club, "Dora")}
    record(club, sitting, 2, told)

    response = alice.post(
        f"/t/{sitting.uuid}/1/void/", {"revision": first.revision, "request_id": uuid4()}
    )

    assert response.status_code == 422
    first.refresh_from_db()
    assert first.kind == "played"


def test_the_queries_of_a_save_do_not_grow_with_the_deals(alice, club, sitting):
    def count(number: int) -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert send(alice, sitting, number, **QUICK).status_code == 302
        return len(queries)

    first = count(1)
    record(club, sitting, 2)
    record(club, sitting, 3)
    assert count(4) <= first + 1


def test_it_has_no_bulk_entry(alice, sitting):
    assert alice.get(f"/t/{sitting.uuid}/bulk/").status_code == 404
    assertNotContains(alice.get(f"/t/{sitting.uuid}/"), f"/t/{sitting.uuid}/bulk/")


@pytest.mark.parametrize("page", ["", "curve/", "summary/", "log/", "rules/", "live/", "seats/"])
def test_every_page_of_the_table_opens(alice, club, sitting, page):
    record(club, sitting, 1)
    record(club, sitting, 2, {"kind": "void", "void_reason": "misdeal"})

    assert alice.get(f"/t/{sitting.uuid}/{page}").status_code == 200


def test_a_correction_shows_both_versions(alice, club, sitting):
    deal = record(club, sitting, 1)
    told = {**QUICK, "number": 1, "revision": deal.revision, "request_id": uuid4()}

    page = alice.post(f"/t/{sitting.uuid}/1/edit/", {**told, "cricche_ew": "12", "step": "review"})

    assertContains(page, "17")
    assertContains(page, "12")


def test_the_rules_editor_tries_its_deals(client, club):
    client.force_login(club.user("Charlie"))
    told = {"game": "bolognese", "base": "ottocento"}

    page = client.get("/c/trois-bouts/settings/rules/ottocento/")

    assert page.status_code == 200
    assert told["base"] in page.content.decode()


def test_a_list_of_deals_names_the_game_where_there_is_no_contract(club, sitting):
    record(club, sitting, 1)

    context = contract_context(sitting.deals.get())

    assert (str(context["game"]), context["label"]) == ("Tarocco bolognese", "")


def test_other_seats_are_warned_of_while_a_match_goes_on(alice, club, sitting):
    page = f"/t/{sitting.uuid}/seats/"
    assert not alice.get(page).context["form"].table.is_in_match

    record(club, sitting, 1)
    assert alice.get(page).context["form"].table.is_in_match

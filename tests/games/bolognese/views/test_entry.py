"""Tarocco bolognese through the pages: deal entry, sheet, detail, corrections, rules."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from clubs.models import Deal, Sitting
from clubs.queries.deals.rules import built_in_rules
from clubs.services.tables import sittings
from tests.cast import Cast, totals
from tests.games.bolognese.services.test_matches import record
from tests.italian_games import DEAL, FOUR
from tests.page_forms import errors, page_form

# 60 + 40 + 6 = 106 against 25 + 17 + 47 = 89
QUICK = {
    "entry": "quick",
    "sequences_ns": "60",
    "sequences_ew": "25",
    "cricche_ew": "17",
    "scartini_ns": "40",
    "last_trick": "ns",
}
LESS = {"sequences": 0, "cricche": 0, "scartini": 40}  # 46 with the last trick


@pytest.fixture
def sitting(club: Cast) -> Sitting:
    return club.sitting(*FOUR, game="bolognese", rules={"target": 200})


@pytest.fixture
def alice(client: Client, club: Cast) -> Client:
    client.force_login(club.user("Alice"))
    return client


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
    assert stored["quick"] == DEAL["quick"]


def test_the_preview_says_what_each_pair_gets_and_the_match(alice, club, sitting):
    record(club, sitting, 1)

    response = alice.post(f"/t/{sitting.uuid}/preview/", {"number": 2, **QUICK})

    assertContains(response, "106")
    assertContains(response, "212")
    assertContains(response, "178")


def test_letters_for_a_number(alice, sitting):
    """A message for files said that it has no quotation marks."""
    address = f"/t/{sitting.uuid}/new/"
    form = page_form(alice.get(address), has="scartini_ns")

    refused = form.fill(**QUICK | {"scartini_ns": "4O"}).send(alice)

    assert errors(refused) == {"scartini_ns": ["Saisissez un nombre entier."]}


def test_what_is_missing_is_asked(alice, sitting):
    response = send(alice, sitting, 1, entry="quick", sequences_ns="60")

    assert response.status_code == 422
    assertContains(response, 'name="sequences_ns"', status_code=422)
    assertContains(response, 'value="60"', status_code=422)
    assert not sitting.deals.exists()


def test_the_page_weighs_no_more_than_it_may(alice, sitting):
    # 6 kB of them are the rules and words with which the phone counts
    assert len(alice.get(f"/t/{sitting.uuid}/new/").content) <= 66_000


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


@pytest.mark.parametrize("page", ["new/", "new/follow/"])
def test_deal_entry_says_how_a_match_ended_until_the_next_one_has_begun(alice, club, sitting, page):
    told = []
    for number in (1, 2, 3):
        record(club, sitting, number)
        shown = alice.get(f"/t/{sitting.uuid}/{page}").content.decode()
        told.append("Alice et Charlie ont gagné" in shown)

    assert told == [False, True, False]


def test_the_sheet_draws_a_line_where_another_match_begins(alice, club, sitting):
    """On the screen the newest deal comes first, on paper the oldest."""
    for number in (1, 2, 3):  # 106 : 89, then 212 : 178, which is the end
        record(club, sitting, number)

    def rows(query: str) -> list[tuple[str, str, str]]:
        """Classes, number, and what a narrow screen shows of each."""
        page = alice.get(f"/t/{sitting.uuid}/{query}").content.decode()
        line = (
            r'<tr(?: class="([^"]*)")? data-deal="(\d+)".*?</a>(?:<small[^>]*>(.*?)</small>)?</th>'
        )
        return re.findall(line, page)

    plain = [("", "2", ""), ("", "1", "")]
    assert rows("") == [("opens sel", "3", "Partie 2"), *plain]
    assert rows("?order=oldest") == [*plain[::-1], ("begins sel", "3", "Partie 2")]


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


@pytest.mark.postgresql_too
def test_the_queries_of_a_save_do_not_grow_with_the_deals(alice, club, sitting):
    def count(number: int) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert send(alice, sitting, number, **QUICK).status_code == 302
        return len(queries)

    first = count(1)
    record(club, sitting, 2)
    record(club, sitting, 3)
    assert count(4) <= first + 2  # it decides a match: who played it, and what it brought them


def test_it_has_no_bulk_entry(alice, sitting):
    assert alice.get(f"/t/{sitting.uuid}/bulk/").status_code == 404
    assertNotContains(alice.get(f"/t/{sitting.uuid}/"), f"/t/{sitting.uuid}/bulk/")


def test_every_page_of_the_table_opens(alice, club, sitting):
    record(club, sitting, 1)
    record(club, sitting, 2, {"kind": "void", "void_reason": "misdeal"})

    rests = ("", "curve/", "summary/", "log/", "rules/", "live/", "seats/")
    opened = {rest: alice.get(f"/t/{sitting.uuid}/{rest}") for rest in rests}
    assert [rest for rest, page in opened.items() if page.status_code != 200] == []


def test_a_correction_shows_both_versions(alice, club, sitting):
    deal = record(club, sitting, 1)
    told = {**QUICK, "number": 1, "revision": deal.revision, "request_id": uuid4()}

    page = alice.post(f"/t/{sitting.uuid}/1/edit/", {**told, "cricche_ew": "12", "step": "review"})

    assertContains(page, "17")
    assertContains(page, "12")


def changes(page) -> list[tuple[str, str, str]]:
    return [(line.label, line.was, line.now) for line in page.context["matches"]]


def review(client: Client, deal: Deal, **told: object):
    sent = {**QUICK, "number": deal.number, "revision": deal.revision, "request_id": uuid4()}
    address = f"/t/{deal.sitting.uuid}/{deal.number}/edit/"
    return client.post(address, {**sent, **told, "step": "review"})


def test_a_correction_says_what_becomes_of_the_match(alice, club, sitting):
    """106 : 89 twice is 212 : 178 of 200; without its sequences the first deal is 46 : 89."""
    first = record(club, sitting, 1)
    record(club, sitting, 2)
    alice.cookies["django_language"] = "en"

    page = review(alice, first, sequences_ns="0")

    assert changes(page) == [
        (
            "Match 1",
            "Alice and Charlie won: 212 to 178 (deals 1 to 2)",
            "Goes on: Alice and Charlie 152, Bob and Dora 178 (deals 1 to 2)",
        )
    ]
    assertContains(page, "Goes on: Alice and Charlie 152, Bob and Dora 178 (deals 1 to 2)")


def test_deals_after_a_match_that_ends_earlier_begin_the_next_one(alice, club, sitting):
    """60 doubled to 160: 206 : 89 is over after one deal."""
    first = record(club, sitting, 1)
    record(club, sitting, 2)
    alice.cookies["django_language"] = "en"

    page = review(alice, first, sequences_ns="160")

    assert changes(page) == [
        (
            "Match 1",
            "Alice and Charlie won: 212 to 178 (deals 1 to 2)",
            "Alice and Charlie won: 206 to 89 (deal 1)",
        ),
        ("Match 2", "", "Goes on: Alice and Charlie 106, Bob and Dora 89 (deal 2)"),
    ]


def test_a_correction_that_leaves_the_matches_alone_says_nothing_of_them(alice, club, sitting):
    first = record(club, sitting, 1)
    alice.cookies["django_language"] = "en"

    page = review(alice, first, note="late")

    assert changes(page) == []
    assertNotContains(page, "Effect on the matches")


def test_taking_a_deal_back_says_what_becomes_of_the_match(alice, club, sitting):
    record(club, sitting, 1)
    record(club, sitting, 2)
    alice.cookies["django_language"] = "en"

    page = alice.get(f"/t/{sitting.uuid}/2/void/")

    assert changes(page) == [
        (
            "Match 1",
            "Alice and Charlie won: 212 to 178 (deals 1 to 2)",
            "Goes on: Alice and Charlie 106, Bob and Dora 89 (deal 1)",
        )
    ]


def test_a_restored_version_says_what_becomes_of_the_match(alice, club, sitting):
    first = record(club, sitting, 1)
    record(club, sitting, 2)
    sent = {"entry": "quick", "last_trick": "ns"}
    counts = {"ns": {"sequences": 0, "cricche": 0, "scartini": 40}, "ew": DEAL["quick"]["ew"]}
    sittings.correct_deal(
        club.actor("Alice"),
        first,
        {**sent, "quick": counts},
        revision=1,
        reason="counted wrong",
        request_id=uuid4(),
    )
    alice.cookies["django_language"] = "en"

    page = alice.get(f"/t/{sitting.uuid}/1/restore/1/")

    assert changes(page) == [
        (
            "Match 1",
            "Goes on: Alice and Charlie 152, Bob and Dora 178 (deals 1 to 2)",
            "Alice and Charlie won: 212 to 178 (deals 1 to 2)",
        )
    ]


def test_a_review_refuses_what_a_later_call_out_stands_on(alice, club, sitting):
    """106 + 94 are 200; 46 + 94 are not."""
    first = record(club, sitting, 1)
    call_out(club, sitting, 2)
    alice.cookies["django_language"] = "en"

    page = review(alice, first, sequences_ns="0")

    assert page.status_code == 422
    text = stranded(2, 60)
    assert page.context["form"].non_field_errors() == [text]
    assertContains(page, text, status_code=422)


def test_taking_back_what_a_later_call_out_stands_on_is_not_offered(alice, club, sitting):
    """106 + 94 are 200; 94 alone are not."""
    record(club, sitting, 1)
    call_out(club, sitting, 2)
    alice.cookies["django_language"] = "en"

    page = alice.get(f"/t/{sitting.uuid}/1/void/")

    assertContains(page, stranded(2, 106))
    assertNotContains(page, "data-matches")
    assertNotContains(page, 'data-busy="')


@pytest.mark.parametrize("reason", [{}, {"reason": "other", "reason_text": "Twice"}])
def test_taking_it_back_all_the_same_says_the_same(alice, club, sitting, reason):
    record(club, sitting, 1)
    call_out(club, sitting, 2)
    alice.cookies["django_language"] = "en"
    told = {"revision": 1, "request_id": uuid4(), **reason}

    page = alice.post(f"/t/{sitting.uuid}/1/void/", told)

    assertContains(page, stranded(2, 106), count=1, status_code=422)
    assertNotContains(page, 'data-busy="', status_code=422)
    assert sitting.deals.get(number=1).kind == "played"


def test_the_last_deal_is_taken_back_as_ever(alice, club, sitting):
    record(club, sitting, 1)
    call_out(club, sitting, 2)

    assertContains(alice.get(f"/t/{sitting.uuid}/2/void/"), 'data-busy="', count=1)


def test_restoring_what_a_later_call_out_stands_against_is_not_offered(alice, club, sitting):
    """0 + 40 + 6 + 94 are 140: the version that was wrong does not come back."""
    first = record(club, sitting, 1, {**DEAL, "quick": {**DEAL["quick"], "ns": LESS}})
    sittings.correct_deal(
        club.actor("Alice"), first, DEAL, revision=1, reason="wrong", request_id=uuid4()
    )
    call_out(club, sitting, 2)
    alice.cookies["django_language"] = "en"
    path, reason = f"/t/{sitting.uuid}/1/restore/1/", {"reason": "other", "reason_text": "So"}

    pages = [
        alice.get(path),
        alice.post(path, {"revision": 2, "request_id": uuid4(), **reason}),
    ]

    for page in pages:
        assertContains(page, stranded(2, 60), count=1, status_code=422)
        assertNotContains(page, 'data-busy="', status_code=422)


def call_out(club: Cast, sitting: Sitting, number: int) -> Deal:
    """By Charlie, with 94."""
    told = {
        "called_out": {"player": uuid_of(club, "Charlie")},
        "accusi": [{"player": uuid_of(club, "Charlie"), "points": 94}],
        "dealer": uuid_of(club, "Dora"),
    }
    return record(club, sitting, number, told)


def stranded(number: int, missing: int) -> str:
    return (
        f"Deal {number}: Charlie could not have called out: {missing} points would be missing."
        " Correct or take back that deal first."
    )


def test_the_summary_and_its_text_tell_the_matches(alice, club, sitting):
    record(club, sitting, 1)
    record(club, sitting, 2)
    alice.cookies["django_language"] = "en"

    page = alice.get(f"/t/{sitting.uuid}/summary/")

    assertContains(page, "Match 1 · Alice and Charlie won: 212 to 178 (deals 1 to 2)", count=2)


def test_spectators_see_the_match(alice, club, sitting):
    record(club, sitting, 1)
    alice.cookies["django_language"] = "en"

    page = alice.get(f"/t/{sitting.uuid}/live/")

    assertContains(page, 'id="match"', count=1)
    assertContains(page, "94 to go")  # 200 − 106


def test_spectators_of_french_tarot_see_none(alice, club):
    assertNotContains(alice.get(f"/t/{club.sitting(*FOUR).uuid}/live/"), 'id="match"')


def test_the_usual_rules_are_described_by_more_than_their_title():
    with translation.override("en"):
        [ottocento, *_] = built_in_rules("bolognese")

        assert (ottocento.title, ottocento.brief) == (
            "Ottocento, match to 800",
            "To 800 points, with calling out",
        )


def test_the_rules_editor_tries_its_deals(client, club):
    client.force_login(club.user("Charlie"))
    told = {"game": "bolognese", "base": "ottocento"}

    page = client.get("/c/trois-bouts/settings/rules/ottocento/")

    assert page.status_code == 200
    assert told["base"] in page.content.decode()


def test_a_list_of_deals_names_the_game_where_there_is_no_contract(alice, club, sitting):
    record(club, sitting, 1)

    page = alice.get("/c/trois-bouts/deals/?game=bolognese")

    assertContains(page, '<span class="muted">Tarocco bolognese</span>', html=True)


def test_other_seats_are_warned_of_while_a_match_goes_on(alice, club, sitting):
    page = f"/t/{sitting.uuid}/seats/"
    assert not alice.get(page).context["form"].table.is_in_match

    record(club, sitting, 1)
    assert alice.get(page).context["form"].table.is_in_match

"""What is sent of a changed sheet to a page that shows the older one: lines that it lacks."""

import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse

from clubs.models import Deal, Player, Sitting
from clubs.services.tables.bids import tell_bid
from tests.cast import Cast, totals
from tests.queries.plain_deals import plain_deal
from tests.views.tables.live_pages import poll_of
from tests.views.tables.pages import FIVE, close, correct, uuids

KEPT = r'<template data-kept-from="(\d+)" data-kept-to="(\d+)"></template>'


def lines_of(response: HttpResponse) -> dict[int, str]:
    """The rows of the sheet by the number of their deal, from top to bottom, without the class of
    the one that is told in the panel."""
    rows = re.findall(r"<tr[^>]* data-deal=.*?</tr>", response.content.decode(), re.DOTALL)
    plain = [row.replace(" sel", "").replace(' class="sel"', "") for row in rows]
    return {int(re.search(r'data-deal="(\d+)"', row)[1]): row for row in plain}


def put_together(shown: HttpResponse, answer: HttpResponse) -> list[str]:
    """The lines that the page then has, as js/sheet/live.js puts them together."""
    lines = list(lines_of(answer).values())
    kept = re.search(KEPT, answer.content.decode())
    first, last = (int(kept[1]), int(kept[2])) if kept else (0, -1)
    return lines + [row for number, row in lines_of(shown).items() if first <= number <= last]


@pytest.fixture
def sitting(club: Cast) -> Sitting:
    sitting = club.sitting(*FIVE, rules={"bid_shown": True})
    for taker in FIVE[:3]:
        club.deal(sitting, taker=taker, called="Dora", dealer=taker)
    return sitting


def deal(sitting: Sitting, number: int) -> Deal:
    return Deal.objects.get(sitting=sitting, number=number)


def bid(club: Cast, sitting: Sitting) -> None:
    told = {"taker": uuids(sitting)["Bob"], "contract": "garde"}
    tell_bid(club.actor("Alice"), sitting, told, number=4)


def swap(club: Cast, sitting: Sitting) -> None:
    """Dora leaves, and Frank takes a seat."""
    club.reseat(sitting, "Alice", "Bob", "Charlie", "Frank", "Olivia")


def rename(club: Cast, sitting: Sitting) -> None:
    Player.objects.filter(name="Bob").update(table_name="Bobby")
    club.deal(sitting, taker="Alice")


Change = Callable[[Cast, Sitting], object]
CHANGES: dict[str, tuple[Change, list[int]]] = {
    "a deal": (lambda club, sitting: club.deal(sitting, taker="Dora"), [4]),
    "two deals": (
        lambda club, sitting: [club.deal(sitting), plain_deal(club, sitting, Bob=20, Dora=-20)],
        [5, 4],
    ),
    "the newest is corrected": (
        lambda club, sitting: correct(club, deal(sitting, 3), points=40),
        [3],
    ),
    "and another comes": (
        lambda club, sitting: [correct(club, deal(sitting, 3), points=40), club.deal(sitting)],
        [4, 3],
    ),
    "a bid": (bid, []),
    "an early one is corrected": (
        lambda club, sitting: correct(club, deal(sitting, 1), points=40),
        [3, 2, 1],
    ),
    "other seats": (swap, [3, 2, 1]),
    "another name": (rename, [4, 3, 2, 1]),
}


@pytest.mark.parametrize(("change", "sent"), CHANGES.values(), ids=CHANGES)
def test_lines_that_the_page_has_are_not_sent_again(bob, club, sitting, change, sent):
    shown = bob.get(f"/t/{sitting.uuid}/")

    change(club, sitting)
    answer, fresh = bob.get(poll_of(shown)), bob.get(f"/t/{sitting.uuid}/")

    assert list(lines_of(answer)) == sent
    assert put_together(shown, answer) == list(lines_of(fresh).values())
    assert poll_of(answer) == poll_of(fresh)


def test_a_page_in_another_language_gets_all_of_its_own(bob, club, sitting):
    shown = bob.get(f"/t/{sitting.uuid}/")
    club.deal(sitting)
    bob.cookies["django_language"] = "it"

    assert list(lines_of(bob.get(poll_of(shown)))) == [4, 3, 2, 1]


def test_the_oldest_line_makes_room_on_a_long_sheet(bob, club, sitting, monkeypatch):
    monkeypatch.setattr("clubs.listings.sheet_table.SHOWN_ROWS", 2)
    shown, whole = bob.get(f"/t/{sitting.uuid}/"), bob.get(f"/t/{sitting.uuid}/?all=1")
    club.deal(sitting)

    answer, rest = bob.get(poll_of(shown)), bob.get(poll_of(whole))

    assert list(lines_of(answer)) == list(lines_of(rest)) == [4]
    assert re.search(KEPT, answer.content.decode()).groups() == ("3", "3")
    assert re.search(KEPT, rest.content.decode()).groups() == ("1", "3")


def test_totals_and_the_end_come_with_any_answer(bob, club, sitting):
    shown = bob.get(f"/t/{sitting.uuid}/")
    club.deal(sitting, taker="Dora")
    close(club, sitting)

    page = bob.get(poll_of(shown)).content.decode()

    for score in totals(sitting).values():
        assert f"{score:+}".replace("-", "−") in page
    assert "hx-get" not in page


@pytest.mark.parametrize("mark", ["x", "3", "3.a.b", "999999999999.a.b", "4.a.b.c", "-1"])
def test_a_damaged_mark_gets_the_whole_sheet(bob, club, sitting, mark):
    answer = bob.get(f"/t/{sitting.uuid}/sheet/?revision=0&lines={mark}")

    assert list(lines_of(answer)) == [3, 2, 1]

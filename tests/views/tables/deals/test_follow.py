"""What deal entry takes over once a deal is saved: the small answer says what the page says."""

import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse

from clubs.core.games import get_game
from clubs.models import Sitting
from clubs.services.tables.bids import tell_bid
from clubs.services.tables.sittings import change_rules
from tests.cast import Cast
from tests.views.tables.pages import FIVE, FOUR, close, text_of, uuids

Parts = dict[str, object]


def parts_of(response: HttpResponse, names: str = "dealer|out|taker|contract") -> Parts:
    """All that js/deal/follow.js reads of the answer, of the fields with these names."""
    page = re.sub(r">\s+<", "><", response.content.decode())
    inputs = re.findall(rf'<input class="chip-input"[^>]* name="(?:{names})"[^>]*>', page)
    last = re.search(r'id="deal-last".*?</div>', page, re.DOTALL)[0]
    return {
        "number": re.search(r'name="number" value="(\d+)"', page)[1],
        "revision": re.search(r'data-revision="(\d+)"', page)[1],
        "ground": re.search(r'data-ground="(\w+)"', page)[1],
        "inputs": sorted(inputs),
        "totals": re.findall(r'data-total="([^"]*)"', page),
        "match": re.findall(r'<dl class="match-line.*?</dl>', page, re.DOTALL),
        "verdict": text_of(re.search(r'<div id="verdict".*?</div>', page, re.DOTALL)[0]),
        "last": re.sub(r'value="[-0-9a-f]{36}"', "", last),  # of what Undo sends
    }


def told(club: Cast, sitting: Sitting) -> None:
    tell_bid(
        club.actor("Alice"),
        sitting,
        {"taker": uuids(sitting)["Bob"], "contract": "garde_sans"},
        number=sitting.deals.count() + 1,
    )


def void(club: Cast, sitting: Sitting) -> None:
    club.deal(sitting, kind="void", void_reason="all_pass")


@pytest.mark.parametrize("then", [lambda club, sitting: None, told, void])
def test_it_says_what_the_page_says(
    alice, club: Cast, then: Callable[[Cast, Sitting], None]
) -> None:
    sitting = club.sitting(*FIVE, "Frank", active_count=5, rules={"bid_shown": True})
    club.deal(sitting, taker="Dora", called="Bob", dealer="Charlie", out=["Charlie"])
    then(club, sitting)

    page, small = (alice.get(f"/t/{sitting.uuid}/new/{part}") for part in ("", "follow/"))

    assert parts_of(small) == parts_of(page)
    assert len(parts_of(small)["totals"]) == 6
    assert len(small.content) < len(page.content) / 4


def test_it_says_how_a_match_stands(alice, club):
    sitting = club.sitting(*FOUR, game="bolognese", rules={"target": 200})

    page, small = (alice.get(f"/t/{sitting.uuid}/new/{part}") for part in ("", "follow/"))

    assert parts_of(small) == parts_of(page)
    assert parts_of(small)["match"]


def test_other_seats_and_other_rules_are_another_ground(alice, club):
    sitting = club.sitting(*FIVE)
    grounds = []

    def look() -> None:
        grounds.append(parts_of(alice.get(f"/t/{sitting.uuid}/new/follow/"))["ground"])

    look()
    club.deal(sitting)
    look()
    club.reseat(sitting, "Bob", "Alice", *FIVE[2:])
    look()
    rules = get_game("french").read_rules({"bid_shown": True})
    change_rules(club.actor("Charlie"), sitting, rules, request_id=sitting.uuid)
    look()

    assert grounds[0] == grounds[1]
    assert len(set(grounds[1:])) == 3


def test_it_says_nothing_once_the_session_is_closed(alice, club):
    sitting = club.sitting(*FOUR)
    close(club, sitting)

    response = alice.get(f"/t/{sitting.uuid}/new/follow/")

    assert (response.status_code, response.content) == (204, b"")


@pytest.mark.parametrize("deal_count", [1, 3])
def test_queries(alice, club, deal_count, count_queries):
    sitting = club.sitting(*FIVE)
    for _ in range(deal_count):
        club.deal(sitting)

    # session, user, membership, sitting; seats, deals; last deal, its scores, names
    assert count_queries(alice, f"/t/{sitting.uuid}/new/follow/") == 9

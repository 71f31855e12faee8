"""The matches of a session of Tarocco bolognese, from its records."""

from typing import Any

import pytest

from clubs.core.bolognese_piles import Pair
from clubs.core.bolognese_sessions import match_before, session_matches, stored_score
from clubs.core.games import context_of, get_game, has_matches

GAME = get_game("bolognese")
RULES = GAME.read_rules({"target": 200})
SEATS = ("a", "b", "c", "d")
# 60 + 40 + 6 = 106 against 25 + 17 + 47 = 89
DEAL: dict[str, Any] = {
    "players": list(SEATS),
    "entry": "quick",
    "last_trick": "ns",
    "quick": {
        "ns": {"sequences": 60, "cricche": 0, "scartini": 40},
        "ew": {"sequences": 25, "cricche": 17},
    },
}


def told(*records: dict[str, Any]) -> list[tuple[int, str]]:
    return [(m.match.deals, m.match.status.value) for m in session_matches(RULES, records)]


def test_replaying_the_deals_gives_every_match() -> None:
    assert told(*[DEAL] * 5) == [(2, "won"), (2, "won"), (1, "in_progress")]


@pytest.mark.parametrize(
    "other",
    [
        {"kind": "void", "void_reason": "misdeal", "players": list(SEATS)},
        {"kind": "scores", "label": "x", "scores": {}, "players": list(SEATS)},
        {},
        {**DEAL, "last_trick": "nobody"},  # what the rules do not take
    ],
)
def test_what_was_not_played_counts_for_no_match(other: dict[str, Any]) -> None:
    assert told(DEAL, other) == told(DEAL) == [(1, "in_progress")]


def test_other_pairs_begin_another_match() -> None:
    apart = {**DEAL, "players": ["a", "c", "b", "d"]}

    assert told(DEAL, apart, DEAL) == [(1, "in_progress")] * 3


def test_the_same_pairs_may_change_their_sides() -> None:
    match = match_before(("b", "c", "d", "a"), RULES, [DEAL])

    assert (match.totals[Pair.NS], match.totals[Pair.EW], match.deals) == (89, 106, 1)
    assert match.missing == {Pair.NS: 111, Pair.EW: 94}


def test_a_stored_deal_scores_alike_in_every_match() -> None:
    called = {
        "players": list(SEATS),
        "dealer": "d",
        "called_out": {"player": "a"},
        "accusi": [{"player": "a", "points": 94}],
    }

    assert stored_score(SEATS, RULES, called).difference == 94
    assert told(DEAL, called) == [(2, "won")]


def test_only_a_game_of_matches_looks_at_the_deals_before() -> None:
    def unread() -> Any:
        raise AssertionError
        yield

    french = get_game("french")

    assert [has_matches(get_game(code)) for code in ("french", "volte", "bolognese")] == [
        False,
        False,
        True,
    ]
    assert context_of(french, SEATS, french.read_rules(None), unread()) == {}

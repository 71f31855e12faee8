"""The matches of a session of Tarocco bolognese, from its records."""

from typing import Any

import pytest

from clubs.core.games import context_of, get_game, has_matches, matches_of
from clubs.games.bolognese.core.cards import Pair
from clubs.games.bolognese.core.sessions import BologneseSession, stored_score

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
    return [(m.match.deals, m.match.status.value) for m in BologneseSession(RULES, records).begun]


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
    match = BologneseSession(RULES, [DEAL]).match_before(("b", "c", "d", "a"))

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


VOID = {"kind": "void", "void_reason": "misdeal", "players": list(SEATS)}
PLAIN = {"kind": "scores", "label": "x", "scores": {}, "players": list(SEATS)}
WON = dict(zip(SEATS, (2, 0, 2, 0), strict=True))


def seated(*players: str) -> dict[str, Any]:
    return {**DEAL, "players": list(players)}


# The same the other way round: 89 against 106.
LOST: dict[str, Any] = {
    **DEAL,
    "last_trick": "ew",
    "quick": {
        "ns": {"sequences": 25, "cricche": 17},
        "ew": {"sequences": 60, "cricche": 0, "scartini": 40},
    },
}


def brought(
    records: list[dict[str, Any]], **rules: Any
) -> tuple[list[int | None], list[tuple[int, dict[str, int], dict[str, int], int]]]:
    """The match of each record, and of the decided ones number, scores, halves and deals."""
    found = matches_of(GAME, GAME.read_rules(rules or {"target": 200}), iter(records))
    told = [(one.number, dict(one.scores), dict(one.halves), one.deals) for one in found.decided]
    return list(found.numbers), told


def test_a_match_brings_the_difference_of_its_totals() -> None:
    # 2 · (106 − 89) = 34 to each of the pair that won; the third deal begins a match left undecided
    won = (1, {"a": 34, "b": -34, "c": 34, "d": -34}, WON, 2)

    assert brought([DEAL, DEAL, DEAL]) == ([1, 1, 2], [won])


def test_several_matches_of_a_session_are_numbered() -> None:
    first = (1, {"a": 34, "b": -34, "c": 34, "d": -34}, WON, 2)

    assert brought([DEAL] * 5) == ([1, 1, 2, 2, 3], [first, (2, *first[1:])])


def test_what_counts_for_no_match_has_no_number() -> None:
    refused = {**DEAL, "last_trick": "nobody"}

    numbers, told = brought([VOID, DEAL, PLAIN, {}, refused, DEAL])

    assert numbers == [None, 1, None, None, None, 1]
    assert [(number, deals) for number, _scores, _halves, deals in told] == [(1, 2)]


def test_who_calls_out_wins_with_what_was_shown() -> None:
    called = {
        "players": list(SEATS),
        "dealer": "d",
        "called_out": {"player": "a"},
        "accusi": [{"player": "a", "points": 94}],
    }

    # 106 + 94 = 200 against 89
    scores = {"a": 111, "b": -111, "c": 111, "d": -111}
    assert brought([DEAL, called]) == ([1, 1], [(1, scores, WON, 2)])


def test_a_draw_is_half_a_match() -> None:
    # 106 + 89 = 195 all
    numbers, told = brought([DEAL, LOST], end="deals", deals=2, tie="draw", call_out="off")

    assert numbers == [1, 1]
    assert told == [(1, dict.fromkeys(SEATS, 0), dict.fromkeys(SEATS, 1), 2)]


def test_an_extra_deal_decides_a_tie() -> None:
    # 195 all, then 195 + 106 = 301 against 195 + 89 = 284
    records = [DEAL, LOST, DEAL, DEAL]

    numbers, told = brought(records, end="deals", deals=2, tie="extra_deal", call_out="off")

    assert numbers == [1, 1, 1, 2]
    assert told == [(1, {"a": 17, "b": -17, "c": 17, "d": -17}, WON, 3)]


def test_a_match_goes_on_where_pairs_change_seats_or_sides() -> None:
    # 106 for a and c; turned by one seat b and d are ns: 106 + 89 = 195 all; then again a and c
    records = [DEAL, seated("b", "c", "d", "a"), seated("c", "b", "a", "d")]

    numbers, told = brought(records)

    assert numbers == [1, 1, 1]
    # 195 + 106 = 301 against 195 + 89 = 284
    assert told == [(1, {"c": 17, "b": -17, "a": 17, "d": -17}, {**WON}, 3)]


def test_a_substitute_begins_another_match() -> None:
    records = [DEAL, seated("a", "b", "c", "e"), seated("a", "b", "c", "e"), DEAL]

    numbers, told = brought(records)

    assert numbers == [1, 2, 2, 3]
    assert [(number, scores) for number, scores, _halves, _deals in told] == [
        (2, {"a": 34, "b": -34, "c": 34, "e": -34})
    ]


def test_scores_of_a_match_are_the_sum_of_those_of_its_deals() -> None:
    sums = dict.fromkeys(SEATS, 0)
    for record in [DEAL, LOST, DEAL]:
        told = {key: value for key, value in record.items() if key != "players"}
        for name, score in GAME.judge(SEATS, RULES, told).scores.items():
            sums[name] += score

    _numbers, [(_number, scores, _halves, _deals)] = brought([DEAL, LOST, DEAL])

    assert sums == scores == {"a": 17, "b": -17, "c": 17, "d": -17}


def test_matches_and_to_which_each_record_belongs() -> None:
    records = [DEAL, VOID, DEAL, seated("a", "c", "b", "d"), PLAIN, DEAL, {}]

    session = BologneseSession(RULES, iter(records))

    assert session.numbers == [1, None, 1, 2, None, 3, None]
    assert [(one.players[1], one.match.deals) for one in session.begun] == [
        ("b", 2),
        ("c", 1),
        ("b", 1),
    ]


def test_each_record_is_told_the_same_in_one_pass() -> None:
    records = [DEAL, VOID, DEAL, seated("a", "c", "b", "d"), DEAL, {}, seated("b", "c", "d", "a")]

    found = matches_of(GAME, RULES, records)

    assert [dict(context) for context in found.contexts] == [
        context_of(GAME, record.get("players") or (), RULES, records[:at])
        for at, record in enumerate(records)
    ]


def test_deals_of_other_games_belong_to_no_match() -> None:
    volte = get_game("volte")

    found = matches_of(volte, volte.read_rules(None), iter([DEAL, DEAL]))

    assert (found.numbers, found.contexts, found.decided) == ((None, None), ({}, {}), ())

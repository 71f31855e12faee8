"""Invariants 1 and 9 to 12 of tournaments.md §13, on random tournaments."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clubs.core.seating.draw import (
    Leftovers,
    Lock,
    SeatingRules,
    Separation,
    certificate,
    checker_input,
    draw,
)
from clubs.core.seating.edit import swap_players
from tests.core.seating.plans import meetings, plan, request, seat_faults, together

SOME = settings(max_examples=20, deadline=None)
METHODS = ["rotation", "random", "random_apart", "standing", "standing_apart", "snake", "fixed"]
SEEDS = st.integers(0, 2**53 - 1)


def checked(asked, rounds):
    return certificate(checker_input(asked, rounds))


def may_split(count, leftovers):
    """tournaments.md §5.1, for 8 and more."""
    return leftovers is not Leftovers.FIVES or count != 11


@SOME
@given(
    st.integers(8, 40),
    st.integers(1, 4),
    st.sampled_from(METHODS),
    st.sampled_from(list(Leftovers)),
    SEEDS,
    st.data(),
)
def test_1_everybody_has_one_place(players, rounds, method, leftovers, seed, data):
    active = {
        number: sorted(data.draw(st.sets(st.integers(1, players), min_size=8)))
        for number in range(1, rounds + 1)
    }
    asked = request(
        players,
        rounds,
        method,
        seed=seed,
        leftovers=leftovers,
        active=active,
        standings=data.draw(st.permutations(range(1, players + 1))),
    )
    assume(all(may_split(len(present), leftovers) for present in active.values()))

    found = draw(asked)

    for round_ in found:
        sizes = [len(table.players) for table in round_.tables]
        assert seat_faults(round_, active[round_.number], sizes) == []
        assert set(sizes) <= {3, 4} | ({5} if leftovers is Leftovers.FIVES else set())
        assert not round_.byes or leftovers is Leftovers.BYE
    assert checked(asked, found)["errors"] == []


@SOME
@given(st.integers(8, 64), st.integers(1, 5), SEEDS)
def test_9_the_same_seed_gives_the_same_plan(players, rounds, seed):
    assert plan(players, rounds, seed=seed) == plan(players, rounds, seed=seed)


@SOME
@given(st.integers(8, 40), st.integers(1, 3), SEEDS, st.data())
def test_10_a_swap_and_back(players, rounds, seed, data):
    asked = request(players, rounds, seed=seed)
    found = draw(asked)
    number = data.draw(st.integers(0, rounds - 1))
    a, b = data.draw(st.permutations(range(1, players + 1)))[:2]

    def with_round(changed):
        return [*found[:number], changed, *found[number + 1 :]]

    once = swap_players(found[number], a, b)
    twice = swap_players(once, a, b)

    before = checked(asked, found)["plan_sha256"]
    assert checked(asked, with_round(twice))["plan_sha256"] == before
    assert checked(asked, with_round(once))["errors"] == []


@SOME
@given(st.integers(12, 40), st.integers(1, 3), st.sampled_from(METHODS), SEEDS, st.data())
def test_11_locks_and_pairs_apart(players, rounds, method, seed, data):
    order = data.draw(st.permutations(range(1, players + 1)))
    apart = [(order[0], order[1]), (order[2], order[3]), (order[0], order[3])]
    number, table = data.draw(st.integers(1, rounds)), data.draw(st.integers(1, 3))
    count = data.draw(st.integers(1, 3))
    lock = Lock(number, table, tuple(order[4 : 4 + count]))
    asked = request(
        players,
        rounds,
        method,
        seed=seed,
        standings=order,
        rules=SeatingRules(apart=apart, locked=[lock]),
    )

    found = draw(asked)

    told = checked(asked, found)
    assert (told["errors"], told["apart_violations"]) == ([], 0)
    there = next(t for t in found[number - 1].tables if t.number == table)
    assert set(lock.players) <= set(there.players)
    met = meetings(found)
    assert not any(met[frozenset(pair)] for pair in apart)


@SOME
@given(st.integers(13, 48), SEEDS, st.data())
def test_12_withdraw_and_plan_again(players, seed, data):
    before = plan(players, 5, seed=seed)
    after_round = data.draw(st.integers(1, 4))
    leavers = data.draw(st.sets(st.integers(1, players), min_size=1, max_size=4))
    stay = [player for player in range(1, players + 1) if player not in leavers]
    asked = request(
        players,
        5,
        seed=seed,
        past=before[:after_round],
        drafts=before[after_round:],
        active=dict.fromkeys(range(after_round + 1, 6), stay),
    )

    found = draw(asked)

    assert found[:after_round] == before[:after_round]
    assert not any(
        player in table.players
        for round_ in found[after_round:]
        for table in round_.tables
        for player in leavers
    )
    assert checked(asked, found)["ok"]


@SOME
@given(st.integers(8, 40), st.integers(1, 4), st.integers(2, 4), SEEDS, st.data())
def test_teams_are_never_together(players, rounds, size, seed, data):
    assume(-(-players // 4) >= size)
    order = data.draw(st.permutations(range(1, players + 1)))
    teams = {player: f"team {at // size}" for at, player in enumerate(order)}
    asked = request(players, rounds, seed=seed, rules=SeatingRules(Separation.TEAM, teams))

    found = draw(asked)

    assert together(found, teams) == 0
    assert checked(asked, found)["group_violations"] == 0

"""Everybody against everybody. Numbers: leagues.md §4.4."""

from clubs.queries.statistics.duels import Duel, duels
from clubs.queries.statistics.populations import Population
from tests.example_league import play_example


def test_the_example(club, django_assert_num_queries):
    population = Population(club.club, league=play_example(club))

    with django_assert_num_queries(7):
        told = duels(population)

    anne, bob, cleo = (club.player(name).pk for name in ("Anne", "Bob", "Cléo"))
    assert told.by_pair[anne, bob] == Duel(deals=14, difference=632, paid=152)
    assert told.by_pair[bob, cleo].difference == -517
    assert told.by_pair[bob, cleo].paid == -158
    names = [player.name for player in told.players]
    assert names == ["Anne", "Bob", "Cléo", "Dino", "Eva", "Fred", "Gina"]


def test_what_one_wins_the_other_loses(club):
    told = duels(Population(club.club, league=play_example(club))).by_pair

    for (one, other), duel in told.items():
        assert told[other, one] == Duel(duel.deals, -duel.difference, -duel.paid)


def test_who_sat_out_did_not_meet(club):
    """Frank rests while Bob takes from three: 60 from each defender."""
    sitting = club.sitting("Frank", "Alice", "Bob", "Charlie", "Dora", active_count=4)
    club.deal(sitting, out=["Frank"], taker="Bob")

    told = duels(Population(club.club))

    bob, alice = club.player("Bob").pk, club.player("Alice").pk
    assert told.by_pair[bob, alice] == Duel(deals=1, difference=240, paid=60)
    assert "Frank" not in [player.name for player in told.players]


def test_of_two_who_played_most(club):
    """Alice and Bob play two deals, with Charlie and Dora the first, with Frank the second."""
    club.deal(club.sitting("Alice", "Bob", "Charlie", "Dora"), taker="Bob")
    club.deal(club.sitting("Alice", "Bob", "Frank"), taker="Alice")

    told, of_dora, of_olivia = (
        duels(Population(club.club), most=2, first=first)
        for first in (None, club.player("Dora"), club.player("Olivia"))
    )

    assert [player.name for player in of_dora.players] == ["Dora", "Alice"]  # a deal with each
    assert of_olivia == told  # she did not play
    alice, bob = club.player("Alice").pk, club.player("Bob").pk
    assert [player.name for player in told.players] == ["Alice", "Bob"]
    assert (set(told.by_pair), told.hidden_count) == ({(alice, bob), (bob, alice)}, 3)
    assert told.by_pair[alice, bob].deals == 2

"""What the page of somebody's data tells of tournaments; and that merging two people keeps it."""

from uuid import uuid4

import pytest

from clubs.core.names import name_key
from clubs.models import Confirmation, Player, Substitution
from clubs.queries.home.personal import personal_data
from clubs.services.errors import PlayedTogether
from clubs.services.people.players import merge_players
from tests.hall import Hall


@pytest.fixture
def hall(club):
    hall = Hall.gather(club, 8)
    hall.tournament.entries.filter(number=1).update(
        player=club.player("Bob"), licence="26-0001", email="bob@example.net", birth_year=1961
    )
    return hall


def told(club, name):
    return personal_data(club.actor("Olivia"), club.player(name)).entries


def test_all_that_an_entry_has(club, hall):
    hall.publish()
    Confirmation.objects.create(slip=hall.tables()[0].slip, entry=hall.entry(1))

    [entry] = told(club, "Bob")

    assert (entry.tournament, entry.number, entry.is_substitute) == (hall.tournament.name, 1, False)
    assert entry.details["email"] == "bob@example.net"
    assert entry.details["birth_year"] == 1961
    assert (entry.handed_in, entry.confirmed, entry.disputed) == (0, 1, 0)
    assert entry.parts == ["26-0001", "bob@example.net", "1961"]


def test_of_the_entry_of_somebody_else_only_ones_own_part(club, hall):
    Substitution.objects.create(
        entry=hall.entry(1), player=club.player("Dora"), name="Dora D.", from_round=2
    )

    [entry] = told(club, "Dora")

    assert (entry.name, entry.is_substitute, entry.substitute_from) == ("Dora D.", True, 2)
    assert entry.details == {}


def test_one_person_of_two_rows_keeps_the_entry(club, hall):
    other = Player.objects.create(
        club=club.club, name="Robert", name_key=name_key("Robert"), table_name="Robert"
    )
    hall.tournament.entries.filter(number=1).update(player=other)

    merge_players(club.actor("Charlie"), other, club.player("Bob"), request_id=uuid4())

    assert hall.entry(1).player == club.player("Bob")


def test_who_both_entered_are_two(club, hall):
    hall.tournament.entries.filter(number=2).update(player=club.player("Dora"))

    with pytest.raises(PlayedTogether):
        merge_players(
            club.actor("Charlie"), club.player("Dora"), club.player("Bob"), request_id=uuid4()
        )

"""Opening a table with new guests: everything or nothing, once."""

from uuid import UUID, uuid4

import pytest

from clubs.access import Forbidden
from clubs.core.games import get_game
from clubs.core.problems import DealRefused
from clubs.models import Player, Sitting
from clubs.services.errors import NameTaken, RequestReused
from clubs.services.tables.tables import open_table
from tests.cast import audit

REQUEST = UUID(int=7)
FFT = get_game("french").read_rules("fft")


def open_it(club, *seats, who="Alice", request_id=REQUEST, **more):
    known = [club.players.get(seat, seat) for seat in seats]
    options = {"active_count": 4, "first_dealer": 1, **more}
    return open_table(club.actor(who), club.club, known, FFT, request_id=request_id, **options)


def seated(sitting):
    return list(sitting.seats.values_list("player__name", flat=True))


class TestOpenTable:
    def test_guests_sit_where_they_were_put(self, club):
        sitting = open_it(club, "Alice", "Zoé", "Bob", "Ana")

        assert seated(sitting) == ["Alice", "Zoé", "Bob", "Ana"]
        assert (sitting.active_count, sitting.first_dealer) == (4, 1)
        guests = Player.objects.filter(member_since=None).order_by("name")
        assert [guest.name for guest in guests] == ["Ana", "Zoé"]
        assert [entry.action for entry in audit(sitting)] == ["open_sitting"]
        assert [entry.action for entry in audit(club.club)] == ["add_players"]

    def test_without_guests_nobody_is_added(self, club):
        open_it(club, "Alice", "Bob", "Charlie", "Dora")

        assert audit(club.club) == []

    def test_sent_twice_though_the_guest_was_renamed(self, club):
        first = open_it(club, "Alice", "Zoé", "Bob", "Ana")
        Player.objects.filter(name="Zoé").update(name="Zoé Klein", name_key="zoe klein")

        assert open_it(club, "Alice", "Zoé", "Bob", "Ana") == first

    def test_the_id_of_somebody_else(self, club):
        open_it(club, "Alice", "Bob", "Charlie", "Dora")

        with pytest.raises(RequestReused):
            open_it(club, "Alice", "Bob", "Charlie", "Dora", who="Charlie")

    @pytest.mark.parametrize("taken", [["Zoé", "frank"], ["Zoé", "zoe"]])
    def test_a_name_that_is_taken_leaves_nothing_behind(self, club, taken):
        with pytest.raises(NameTaken):
            open_it(club, "Alice", "Bob", *taken)

        assert not Sitting.objects.exists()
        assert not Player.objects.filter(member_since=None).exists()
        assert audit(club.club) == []

    def test_a_guest_without_a_name(self, club):
        with pytest.raises(DealRefused) as refusal:
            open_it(club, "Alice", "Bob", "Zoé", " ")

        assert [p.code for p in refusal.value.problems] == ["player_name_invalid"]
        assert not Player.objects.filter(name="Zoé").exists()

    def test_a_table_that_the_game_refuses_leaves_no_guest_behind(self, club):
        with pytest.raises(DealRefused):
            open_it(club, "Alice", "Zoé", active_count=3)

        assert not Player.objects.filter(name="Zoé").exists()
        assert audit(club.club) == []

    @pytest.mark.parametrize("who", ["Bob", "Eve"])
    @pytest.mark.parametrize("fourth", ["Dora", "Zoé"])
    def test_refused_below_scorer(self, club, who, fourth):
        with pytest.raises(Forbidden):
            open_it(club, "Alice", "Bob", "Charlie", fourth, who=who, request_id=uuid4())

        assert not Sitting.objects.exists()

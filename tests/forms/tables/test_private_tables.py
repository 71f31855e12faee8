"""Names typed for a table, and who guests are in a club."""

import pytest
from django.http import QueryDict

from clubs.core.games import get_game
from clubs.core.problems import DealRefused, Problem
from clubs.forms.tables.private_tables import SeatNamesForm, TakeOverForm, likely
from clubs.queries.deals.rules import built_in_rules
from clubs.services.errors import NameTaken
from tests.cast import make_player


def names_form(*names, **more):
    data = QueryDict(mutable=True)
    data.setlist("name", names)
    data.update({"rules": "fft", **more})
    return SeatNamesForm(data, offers=built_in_rules(), usual_rules="fft", game=get_game("french"))


def errors(form):
    return {name: [str(text) for text in found] for name, found in form.errors.items()}


class TestNamesForm:
    def test_names_in_seat_order(self):
        form = names_form(" Ana ", "Jean  Luc", "Zoé", "", "")

        assert form.is_valid()
        assert form.names == ["Ana", "Jean Luc", "Zoé"]
        assert (form.playing_count(), form.dealer_position()) == (3, 0)

    def test_empty_seats_between_are_no_seats(self):
        form = names_form("", "Ana", "", "Luc", "Zoé", first_dealer="3")

        assert form.is_valid()
        assert (form.names, form.dealer_position()) == (["Ana", "Luc", "Zoé"], 1)

    @pytest.mark.parametrize("told", ["0", "7", "", "x", "99999"])
    def test_a_dealer_who_is_not_there_is_the_first(self, told):
        assert names_form("", "Ana", "Luc", "Zoé", first_dealer=told).dealer_position() == 0

    def test_all_play_who_can_unless_told(self):
        names = ["Ana", "Luc", "Zoé", "Tom", "Pia", "Kim", "Bo"]

        form = names_form(*names)
        assert form.is_valid()
        assert form.playing_count() == 6
        form = names_form(*names, active_count="4")
        assert form.is_valid()
        assert form.playing_count() == 4

    @pytest.mark.parametrize(
        ("names", "said"),
        [
            (["Ana", "Luc"], "Une table compte de 3 à 8 joueurs."),
            ([], "Une table compte de 3 à 8 joueurs."),
            (["Ana", "Luc", "ANA"], "Ce nom est là deux fois. Ajoutez une initiale."),
            (["A" * 81, "Luc", "Zoé"], "Un nom compte de 1 à 80 caractères, sans espace autour."),
        ],
    )
    def test_what_is_wrong_is_said(self, names, said):
        assert errors(names_form(*names)) == {"name": [said]}

    def test_it_is_said_where_it_is(self):
        rows = names_form("Ana", "Luc", "ana").rows()

        assert [bool(row.error) for row in rows] == [False, False, True, *[False] * 5]
        assert [row.id for row in rows[:2]] == ["id_name", "id_name_2"]

    def test_more_play_than_sit(self):
        form = names_form("Ana", "Luc", "Zoé", active_count="4")

        assert list(form.errors) == ["active_count"]

    def test_more_than_eight_are_cut(self):
        assert len(names_form(*"abcdefghij").names) == 8

    def test_the_fold_is_open_when_somebody_sits_in_it(self):
        assert not names_form("Ana", "Luc", "Zoé").shows_more
        assert names_form("", "", "", "", "", "Ana").shows_more


class TestLikely:
    @pytest.mark.parametrize(
        ("guest", "people", "found"),
        [
            ("bob", ["Bob", "Alice"], "Bob"),
            ("Éric", ["Eric Petit", "Alice"], "Eric Petit"),
            ("Luc", ["Luc Petit", "Luc Grand"], None),
            ("Luc", ["Luc Petit", "Luc"], "Luc"),
            ("Luc", ["Luc Petit (Luc P.)", "Luc Grand (Luc)"], "Luc Grand (Luc)"),
            ("Zoé", ["Bob"], None),
        ],
    )
    def test_by_name(self, club, guest, people, found):
        players = [make(club, name) for name in people]

        chosen = likely(make(club, guest), players)

        assert chosen == (str(players[people.index(found)].uuid) if found else "")


def make(club, name):
    """Luc Petit (Luc) is called Luc at the tables."""
    full, _, short = name.partition(" (")
    player = make_player(club.club, full)
    player.table_name = short.rstrip(")") or full
    return player


class TestTakeOverForm:
    @pytest.fixture
    def guests(self, club):
        return [make(club, "Bob"), make(club, "Ana")]

    def form(self, club, guests, data=None):
        return TakeOverForm(data, guests=guests, players=[club.player("Bob"), club.player("Dora")])

    def sent(self, club, guests, bob="", ana="", bob_name="Bob", ana_name="Ana"):
        values = [(bob, bob_name), (ana, ana_name)]
        data = {}
        for guest, (who, name) in zip(guests, values, strict=True):
            uuid = str(club.player(who).uuid) if who else ""
            data |= {f"who_{guest.uuid}": uuid, f"name_{guest.uuid}": name}
        return self.form(club, guests, data)

    def test_it_proposes_who_has_the_same_name(self, club, guests):
        rows = self.form(club, guests).rows()

        assert [row.who.value() for row in rows] == [str(club.player("Bob").uuid), ""]
        assert [row.name.value() for row in rows] == ["Bob", "Ana"]

    def test_members_and_new_names(self, club, guests):
        form = self.sent(club, guests, bob="Dora", ana_name=" Ana  Klein ")

        assert form.is_valid()
        assert form.to_places() == {
            guests[0].uuid: club.player("Dora"),
            guests[1].uuid: "Ana Klein",
        }

    def test_a_new_guest_needs_a_name_a_member_does_not(self, club, guests):
        form = self.sent(club, guests, bob="Bob", bob_name="", ana_name="")

        assert list(form.errors) == [f"name_{guests[1].uuid}"]

    def test_somebody_who_is_not_offered(self, club, guests):
        data = {f"who_{guest.uuid}": str(club.player("Eve").uuid) for guest in guests}

        assert f"who_{guests[0].uuid}" in self.form(club, guests, data).errors

    def test_a_name_that_is_taken_is_said_at_its_guest(self, club, guests):
        form = self.sent(club, guests, bob="Bob", ana_name="dora")
        assert form.is_valid()

        form.explain(NameTaken("dora"))

        assert list(form.errors) == [f"name_{guests[1].uuid}"]

    def test_twice_the_same_is_said_above(self, club, guests):
        form = self.sent(club, guests, bob="Bob", ana="Bob")
        assert form.is_valid()

        form.explain(DealRefused([Problem("players_duplicate", "players", {"player": "Bob"})]))

        assert errors(form) == {"__all__": ["Bob serait assis deux fois à la même table."]}

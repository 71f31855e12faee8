"""Seats as they come from faces, arrows and names of guests."""

from datetime import date

import pytest
from django.http import QueryDict

from clubs.core.games import get_game
from clubs.forms.tables.tables import TableFilterForm, TableForm, moved
from clubs.queries.deals.rules import built_in_rules
from clubs.queries.people.people import faces
from clubs.services.errors import NameTaken

pytestmark = pytest.mark.usefixtures("in_english")

FRENCH = get_game("french")


def make(club, *, seat=(), order=(), action="start", **more):
    """The form as a browser sends it; names of players stand for their uuids."""

    def key(name):
        return str(club.player(name).uuid) if name in club.players else name

    data = QueryDict(mutable=True)
    data.setlist("seat", [key(name) for name in seat])
    data.setlist("order", [key(name) for name in order])
    told = {"rules": "fft", "action": action, **more}
    for field in ("first_dealer", "move"):
        if field in told:
            direction, colon, name = told[field].rpartition(":")
            told[field] = f"{direction}{colon}{key(name)}"
    data.update(told)
    return TableForm(
        data,
        players=faces(club.club),
        offers=built_in_rules(),
        usual_rules="fft",
        game=FRENCH,
    )


def seated(form):
    return [seat if isinstance(seat, str) else seat.name for seat in form.seats()]


FOUR = ("Alice", "Bob", "Charlie", "Dora")


class TestSeats:
    def test_in_the_order_they_were_tapped(self, club):
        form = make(club, seat=FOUR, order=["Dora", "Alice", "Charlie", "Bob"])

        assert form.is_start
        assert form.is_valid()
        assert seated(form) == ["Dora", "Alice", "Charlie", "Bob"]

    def test_who_was_tapped_since_comes_last(self, club):
        form = make(club, seat=FOUR, order=["Dora", "Alice"])

        assert seated(form) == ["Dora", "Alice", "Bob", "Charlie"]

    def test_who_was_tapped_again_has_gone(self, club):
        form = make(club, seat=["Alice", "Dora"], order=["Dora", "Bob", "Alice"])

        assert seated(form) == ["Dora", "Alice"]

    def test_guests_among_them(self, club):
        form = make(club, seat=["Alice", "+Zoé", "Bob"], order=["+Zoé", "Bob", "Alice"])

        assert form.is_valid()
        assert seated(form) == ["Zoé", "Bob", "Alice"]

    def test_a_name_that_was_not_added_yet_comes_along(self, club):
        form = make(club, seat=["Alice"], order=["Alice"], guest_name=" Zoé  Klein,, Ana ")

        assert seated(form) == ["Alice", "Zoé Klein", "Ana"]

    def test_a_guest_who_is_typed_twice_sits_once(self, club):
        form = make(club, seat=["+Zoé", "+zoe"], order=["+Zoé"], guest_name="ZOE")

        assert seated(form) == ["Zoé"]

    def test_somebody_who_is_no_player_here(self, club):
        form = make(club, seat=[*FOUR, "Eve"], order=FOUR)

        assert form.errors == {
            "seat": ["Somebody has left the list of players. Look at the seats, then start."]
        }
        assert seated(form) == list(FOUR)

    @pytest.mark.parametrize(
        ("move", "after"),
        [
            ("up:Bob", ["Bob", "Alice", "Charlie"]),
            ("down:Bob", ["Alice", "Charlie", "Bob"]),
            ("up:Alice", ["Bob", "Charlie", "Alice"]),
            ("down:Charlie", ["Charlie", "Alice", "Bob"]),
            ("up:Eve", ["Alice", "Bob", "Charlie"]),
            ("left:Bob", ["Alice", "Bob", "Charlie"]),
        ],
    )
    def test_moves(self, club, move, after):
        form = make(club, seat=FOUR[:3], order=FOUR[:3], move=move)

        assert seated(form) == after
        assert not form.is_start

    def test_moves_of_nobody(self):
        assert moved([], "up:x") == []

    def test_an_order_that_nobody_has_seen_is_shown_first(self, club):
        form = make(club, seat=FOUR)

        assert form.is_valid()
        assert not form.is_start

    @pytest.mark.parametrize("seat", [(), FOUR[:2]], ids=["nobody", "two"])
    def test_too_few_are_told_so_at_once(self, club, seat):
        """There is no order to look at yet."""
        form = make(club, seat=seat)

        assert not form.is_valid()
        assert list(form.errors) == ["seat"]

    def test_faces_and_chairs(self, club):
        form = make(club, seat=["Bob", "+Zoé"], order=["+Zoé", "Bob"], first_dealer="Bob")

        assert [(face.name, face.number, face.is_guest) for face in form.faces()] == [
            ("Alice", None, False),
            ("Bob", 2, False),
            ("Charlie", None, False),
            ("Dora", None, False),
            ("Frank", None, False),
            ("Olivia", None, False),
            ("Zoé", 1, True),
        ]
        chairs = [
            (chair.face.name, chair.face.initials, chair.deals_first) for chair in form.chairs()
        ]
        assert chairs == [("Zoé", "Z", False), ("Bob", "B", True)]


class TestFirstDealer:
    @pytest.mark.parametrize(("told", "position"), [("Charlie", 2), ("", 0), ("Frank", 0)])
    def test_first_seat_unless_told(self, club, told, position):
        form = make(club, seat=FOUR, order=FOUR, first_dealer=told)

        assert form.is_valid()
        assert form.dealer_position() == position


class TestHowManyPlay:
    @pytest.mark.parametrize(
        ("seated", "told", "playing"),
        [(3, "", 3), (4, "", 4), (5, "", 5), (5, "4", 4), (6, "", 6), (7, "", 6), (8, "5", 5)],
    )
    def test_as_many_as_can_unless_told(self, club, seated, told, playing):
        seat = [*FOUR, "Frank", "Olivia", "+Zoé", "+Ana"][:seated]
        form = make(club, seat=seat, order=seat, active_count=told)

        assert form.is_valid()
        assert form.playing_count() == playing

    def test_more_than_are_seated(self, club):
        form = make(club, seat=FOUR, order=FOUR, active_count="5")

        assert form.errors == {"active_count": ["Only 4 players are seated."]}

    @pytest.mark.parametrize("count", [2, 9])
    def test_so_many_cannot_sit(self, club, count):
        seat = [*FOUR, "Frank", "Olivia", "+Zoé", "+Ana", "+Luc"][:count]
        form = make(club, seat=seat, order=seat)

        assert form.errors == {"seat": ["3 to 8 players sit at a table."]}

    @pytest.mark.parametrize(("field", "value"), [("active_count", "2"), ("rules", "unknown")])
    def test_a_choice_that_is_none(self, club, field, value):
        form = make(club, seat=FOUR, order=FOUR, **{field: value})

        assert list(form.errors) == [field]


class TestGuests:
    ALICE = (
        "ÁLICE: there is somebody of that name. Tap their face, or write the guest with an"
        " initial, such as “ÁLICE F.”."
    )

    def test_a_known_name_comes_back_to_its_field(self, club):
        form = make(club, seat=["Bob"], guest_name="ÁLICE, Zoé", action="arrange")

        assert form.errors == {"guest_name": [self.ALICE]}
        assert form.guest_text == "ÁLICE"
        assert seated(form) == ["Bob", "Zoé"]

    def test_on_start_the_service_says_so(self, club):
        """It alone knows whether this very request has been carried out already."""
        seat = ["Bob", "Dora", "+ÁLICE"]
        form = make(club, seat=seat, order=seat)
        assert form.is_valid()

        form.explain(NameTaken("ÁLICE"))

        assert form.errors == {"guest_name": [self.ALICE]}
        assert (form.guest_text, seated(form)) == ("ÁLICE", ["Bob", "Dora"])

    @pytest.mark.parametrize(("length", "valid"), [(80, True), (81, False)])
    def test_long_names(self, club, length, valid):
        form = make(club, seat=["Bob"], guest_name="x" * length, action="arrange")

        assert form.is_valid() is valid

    @pytest.mark.parametrize("guest", ["+ ", "+Lu\0c", "+" + "x" * 81])
    def test_what_is_no_name(self, club, guest):
        seat = ["Alice", "Bob", "Charlie", guest]
        form = make(club, seat=seat, order=seat)

        assert form.errors == {
            "guest_name": ["A name has 1 to 80 characters, and no space around it."]
        }
        assert seated(form) == ["Alice", "Bob", "Charlie"]


class TestTableFilterForm:
    @pytest.mark.parametrize(
        ("query", "month", "key"),
        [
            ("", None, ""),
            ("month=2026-11&q=Émile", date(2026, 11, 1), "emile"),
            ("month=november", None, ""),
            ("month=2026-13&q=a", None, "a"),
            ("month=0001-01", None, ""),
            ("month=9999-12", None, ""),
        ],
    )
    def test_criteria(self, query, month, key):
        form = TableFilterForm(QueryDict(query))

        assert form.criteria() == {"month": month, "key": key}
        assert form.is_narrowed() is (month is not None or key != "")

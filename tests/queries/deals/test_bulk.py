"""Where a pile of deals starts, and what others wrote meanwhile."""

from uuid import uuid4

import pytest

from clubs.queries.deals.bulk import StoredDeal, pile_of, seats_by_key, written_since
from clubs.services.people.roles import remove_role

pytestmark = pytest.mark.usefixtures("in_english")

FOUR = ("Alice", "Bob", "Charlie", "Dora")
FIVE = (*FOUR, "Olivia")


def names(table):
    return {place.uuid: place.name for place in table.places}


class TestPile:
    def test_at_a_new_table(self, club):
        pile = pile_of(club.sitting(*FOUR, first_dealer=2))

        assert [place.name for place in pile.table.places] == list(FOUR)
        assert (pile.table.number, pile.next_number, pile.is_overtaken) == (1, 1, False)
        assert names(pile.table)[pile.table.dealer] == "Charlie"
        assert pile.table.resting == ()

    def test_after_some_deals(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Bob")  # 60 a defender
        club.deal(sitting, kind="void", void_reason="all_pass", dealer="Bob")

        pile = pile_of(sitting)

        assert [place.total for place in pile.table.places] == [-60, 180, -60, -60]
        assert pile.table.number == 3
        assert names(pile.table)[pile.table.dealer] == "Charlie"

    def test_as_it_was_when_the_pile_was_begun(self, club):
        """So that a pile that is sent again means the same deals."""
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Bob")
        before = pile_of(sitting)
        club.deal(sitting, taker="Dora", dealer="Bob")

        pile = pile_of(sitting, 2)

        assert pile.table == before.table
        assert (pile.next_number, pile.is_overtaken) == (3, True)

    def test_a_number_that_no_deal_has_come_to(self, club):
        assert pile_of(club.sitting(*FOUR), 9).table.number == 1

    def test_who_rests(self, club):
        sitting = club.sitting(*FIVE, active_count=4, first_dealer=1)
        pile = pile_of(sitting)

        assert [names(pile.table)[uuid] for uuid in pile.table.resting] == ["Bob"]

    def test_names_lead_to_places(self, club):
        frank = club.player("Frank")
        frank.name, frank.table_name = "Frank Le Gall", "Frankie"
        frank.save()

        assert pile_of(club.sitting("Alice", "Bob", "Frank")).seats == {
            "alice": 0,
            "bob": 1,
            "frankie": 2,
            "frank le gall": 2,
        }

    @pytest.mark.parametrize("deals", [1, 3])
    def test_queries(self, club, deals, django_assert_num_queries):
        sitting = club.sitting(*FOUR)
        for _number in range(deals):
            club.deal(sitting)

        with django_assert_num_queries(3):
            pile_of(sitting)


def test_a_name_of_two_players_is_nobodys():
    called = [("Luc", "Luc Martin"), ("Luc F.", "Luc"), ("Zoé", "Anne"), ("Anne", "Zoé Klein")]

    assert seats_by_key(called) == {
        "luc": 0,
        "luc martin": 0,
        "luc f.": 1,
        "zoe": 2,
        "zoe klein": 3,
        "anne": 3,
    }
    assert seats_by_key([("Luc", "Luc A"), ("Luc", "Luc B")]) == {"luc a": 0, "luc b": 1}


class TestWritten:
    def test_in_words(self, club):
        sitting = club.sitting(*FIVE)
        club.deal(sitting)
        club.deal(sitting, taker="Bob", called="Dora", points=41)
        club.deal(sitting, kind="void", void_reason="misdeal", by="Charlie")

        assert written_since(club.actor("Alice"), sitting, 2) == [
            StoredDeal(2, "Bob in Garde, Dora called, made exactly", "Alice"),
            StoredDeal(3, "misdeal", "Charlie"),
        ]

    @pytest.mark.parametrize("deals", [1, 3])
    def test_queries(self, club, deals, django_assert_num_queries):
        sitting = club.sitting(*FIVE)
        for _number in range(deals):
            club.deal(sitting, called="Bob")

        with django_assert_num_queries(4):
            written_since(club.actor("Alice"), sitting, 1)

    def test_who_left_is_not_named(self, club):
        sitting = club.sitting(*FIVE)
        club.deal(sitting, called="Bob")
        remove_role(club.actor("Alice"), club.club, club.user("Alice"), request_id=uuid4())

        assert [row.who for row in written_since(club.actor("Charlie"), sitting, 1)] == [""]

"""The cards of an evening: for its members, to send, and for visitors."""

from datetime import date

import pytest

from clubs.models import Evening, Player
from clubs.queries.result_cards import ResultStory
from clubs.queries.seasons.evening_card import evening_cards, public_evening_card
from clubs.queries.seasons.evenings import evening_result
from clubs.queries.seasons.public import public_evening

pytestmark = pytest.mark.usefixtures("in_english")

FOUR = ("Alice", "Bob", "Charlie", "Dora")


@pytest.fixture
def evening(club) -> Evening:
    """Two tables: Bob wins 180 at the first; at the second Frank 90, then 156 from Alice's fall."""
    league = club.league(shows_results=True)
    first, second = club.sitting(*FOUR), club.sitting("Alice", "Frank", "Olivia", "Dora")
    club.deal(first, taker="Bob")  # 60 a defender
    club.deal(second, taker="Frank", contract="prise", oudlers=1, points=56)  # (25+5): +90
    club.deal(second, taker="Alice", contract="garde_sans", points=31)  # −(25+10)·4 = −140
    first.table_number, second.table_number = 1, 2
    for sitting in (first, second):
        sitting.save(update_fields=["table_number"])
    return club.evening(league, date(2026, 3, 17), first, second, name="Spring cup", state="closed")


def cards(club, evening):
    evening = Evening.objects.select_related("league__club").get(pk=evening.pk)
    return evening_cards(evening.league, evening_result(club.actor("Dora"), evening))


def places(card):
    return [(line.rank, line.name, line.value) for line in card.lines]


def test_all_tables_together(club, evening):
    """Alice −60 −30 −420, Bob 180, Charlie −60, Dora −60 −30 + 140, Frank 90 + 140, Olivia −30 +
    140."""
    card = cards(club, evening).card

    assert (card.title, card.day) == ("Spring cup", "17 March 2026")
    assert card.place == "Les Trois Bouts · 2025–2026"
    assert card.heading == "First place"
    assert card.facts == ("2 tables", "6 players")
    assert places(card) == [
        (1, "Frank", 230),
        (2, "Bob", 180),
        (3, "Olivia", 110),
        (4, "Dora", 50),
        (5, "Charlie", -60),
        (6, "Alice", -510),
    ]
    assert card.stories == (
        ResultStory("Deal of the evening", "Bob in Garde, made by 5: +180 (table 1, deal 1)"),
    )


def test_what_is_sent_has_the_names_people_chose(club, evening):
    Player.objects.filter(name="Bob").update(public_name="hidden")
    Player.objects.filter(name="Frank").update(name="Frank Nord", family_name="Nord")

    told = cards(club, evening)

    assert told.card.lines[0].name == "Frank Nord"
    assert "Bob" in told.card.text
    assert told.sent.lines[0].name == "Frank N."
    assert "Bob" not in told.sent.text
    assert "Player 2 in Garde" in told.sent.text


def test_visitors_are_told_no_deal(club, evening):
    Player.objects.filter(name="Bob").update(public_name="hidden")
    league = evening.league

    card = public_evening_card(public_evening(league, evening.uuid))

    assert places(card)[:2] == [(1, "Frank", 230), (2, "Player 2", 180)]
    assert (card.stories, card.facts) == ((), ("6 players",))


def test_nobody_has_played(club):
    planned = club.evening(club.league(), date(2026, 3, 17))

    told = cards(club, planned)

    assert (told.card.lines, told.sent.lines) == ((), ())
    assert told.card.title == "Tuesday 17 March 2026"


def test_the_same_number_of_queries_for_many_tables(club, evening, django_assert_num_queries):
    result = evening_result(club.actor("Dora"), evening)

    with django_assert_num_queries(5):
        evening_cards(evening.league, result)

"""The card of a table: podium, the deal of the evening, the turn of fortune."""

from uuid import uuid4

import pytest

from clubs.models import Player, Sitting
from clubs.queries.result_cards import ResultStory
from clubs.queries.tables.ending import published_card
from clubs.queries.tables.heads import sitting_head
from clubs.queries.tables.sittings import score_sheet
from clubs.services.tables.sittings import close_sitting, record_deal
from tests.games.bolognese.services.test_matches import record

pytestmark = pytest.mark.usefixtures("in_english")

FOUR = ("Alice", "Bob", "Charlie", "Dora")


def card(sitting: Sitting):
    sheet = score_sheet(Sitting.objects.get(pk=sitting.pk))
    return published_card(sheet, sitting_head(sheet.sitting, sheet.rules))


def places(told):
    return [(line.rank, line.name, line.value) for line in told.lines]


def test_the_story_of_an_evening(club):
    """Alice is behind after 1 to 3: −60, −120, −180; then +300: (25+25)·2 a defender."""
    sitting = club.sitting(*FOUR)
    club.deal(sitting, taker="Bob")  # 60 a defender: +180
    club.deal(sitting, taker="Bob")  # Bob 360, the others −120
    club.deal(sitting, taker="Charlie")  # Bob 300, Charlie 60, Alice −180, Dora −180
    club.deal(sitting, taker="Dora")  # Bob 240, Charlie 0, Dora 0, Alice −240
    club.deal(sitting, kind="void", void_reason="all_pass")
    club.deal(sitting, taker="Alice", contract="garde_sans", points=86)  # (25+45)·4 = 280: +840
    close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

    told = card(sitting)

    assert told.heading == "First place"
    assert places(told) == [
        (1, "Alice", 600),
        (2, "Bob", -40),
        (3, "Charlie", -280),
        (3, "Dora", -280),
    ]
    assert [line.name for line in told.winners] == ["Alice"]
    assert [line.name for line in told.podium] == ["Bob", "Charlie", "Dora"]
    assert told.stories == (
        ResultStory("Deal of the evening", "Alice in Garde sans, made by 45: +840 (deal 6)"),
        ResultStory(
            "Turn of fortune",
            "Alice: behind everybody after deal 4, in front for good from deal 6 on",
        ),
    )


def test_a_contract_that_failed_names_who_won(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting, taker="Alice", points=40)  # −(25+1)·2 = −52 a defender
    club.deal(sitting, taker="Bob", points=41)  # exactly: 50 a defender, +150

    assert card(sitting).stories[0].text == "Bob in Garde, made exactly: +150 (deal 2)"

    club.deal(sitting, taker="Charlie", contract="garde_contre", oudlers=1, points=11)  # (25+40)·6

    assert card(sitting).stories[0].text == (
        "Charlie in Garde contre, down by 40: +390 for Alice, Bob, Dora (deal 3)"
    )


def test_of_plain_scores_nothing_but_the_score_is_told(club):
    """What was typed about them may name anybody."""
    sitting = club.sitting(*FOUR)
    keys = {name: str(club.player(name).uuid) for name in FOUR}
    told = {"kind": "scores", "label": "Dora's", "scores": {keys["Bob"]: 9, keys["Dora"]: -9}}
    dealt = {**told, "dealer": keys["Alice"]}
    record_deal(club.actor("Alice"), sitting, dealt, number=1, request_id=uuid4())
    adjusted = {**told, "scores": {keys["Dora"]: 500, keys["Bob"]: -500}}  # nobody dealt it
    record_deal(club.actor("Alice"), sitting, adjusted, number=2, request_id=uuid4())

    assert card(sitting).stories[0] == ResultStory("Deal of the evening", "+9 for Bob (deal 1)")


def test_no_deal_is_no_podium(club):
    sitting = club.sitting(*FOUR)
    assert (card(sitting).lines, card(sitting).stories) == ((), ())

    club.deal(sitting, kind="void", void_reason="all_pass")
    assert (card(sitting).lines, card(sitting).stories) == ((), ())


def test_all_level(club):
    sitting = club.sitting(*FOUR)
    for name in FOUR:
        club.deal(sitting, taker=name)

    assert card(sitting).heading == "All level"
    assert {line.rank for line in card(sitting).lines} == {1}
    assert len(card(sitting).stories) == 1  # nobody led


def test_who_came_late_and_who_left(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting, taker="Bob")  # Bob 180, the others −60
    club.reseat(sitting, "Alice", "Olivia", "Charlie", "Dora")
    club.deal(sitting, taker="Olivia", contract="garde_sans")  # 120 a defender: +360

    told = card(sitting)

    assert places(told)[:2] == [(1, "Olivia", 360), (2, "Bob", 180)]
    assert told.stories[1].text == "Olivia: in front for good from deal 2 on; until then Bob"
    assert told.heading == "In the lead so far"


def test_who_led_with_others_before(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting, taker="Alice", points=36)  # down by 5: the others are level at 60
    club.deal(sitting, taker="Bob")

    assert card(sitting).stories[1].text == (
        "Bob: alone in front from deal 2 on; until then level with Charlie, Dora"
    )


def test_a_game_of_pairs_and_matches(club):
    """106 to 89 a deal, to 200: both of a pair are first."""
    sitting = club.sitting(*FOUR, game="bolognese", rules={"target": 200})
    record(club, sitting, 1)
    record(club, sitting, 2)

    told = card(sitting)

    assert places(told) == [
        (1, "Alice", 34),
        (1, "Charlie", 34),
        (3, "Bob", -34),
        (3, "Dora", -34),
    ]
    assert told.matches == ("Match 1 · Alice and Charlie won: 212 to 178 (deals 1 to 2)",)
    assert told.stories == (
        ResultStory("Deal of the evening", "Alice and Charlie 106, Bob and Dora 89: +17 (deal 1)"),
        ResultStory("The lead", "Alice, Charlie: in front from start to finish"),
    )


def test_people_are_called_as_they_chose(club):
    """Bob hides his name, Alice has a nickname: in lines, stories and text alike."""
    sitting = club.sitting(*FOUR)
    club.deal(sitting, taker="Bob")
    club.deal(sitting, taker="Alice")
    Player.objects.filter(name="Bob").update(public_name="hidden")
    Player.objects.filter(name="Alice").update(public_name="nickname", nickname="Lili")
    Player.objects.filter(name="Dora").update(name="Dora Marchand", family_name="Marchand")

    text = card(sitting).text

    for name in ("Bob", "Alice", "Marchand"):
        assert name not in text
    assert "1. Lili +120\n1. Player 2 +120\n3. Charlie −120\n3. Dora M. −120" in text


def test_a_table_without_a_club_calls_people_as_typed(club):
    opened = club.private_table("Ana Torroja", "Luc", "Zoé 🦊")

    told = card(opened.sitting)

    assert told.place == ""
    assert {line.name for line in told.lines} == {"Ana Torroja", "Luc", "Zoé 🦊"}


def test_the_text_of_a_message(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting, taker="Bob")  # 60 a defender
    club.deal(sitting, taker="Bob")
    Sitting.objects.filter(pk=sitting.pk).update(
        opened_at="2026-11-17T19:00:00Z", closed_at="2026-11-17T20:27:00Z", state="closed"
    )

    assert card(sitting).text == (
        "Tuesday · table 1 · 17 November 2026\n"
        "Les Trois Bouts\n"
        "\n"
        "1. Bob +360\n"
        "2. Alice −120\n"
        "2. Charlie −120\n"
        "2. Dora −120\n"
        "\n"
        "Deal of the evening: Bob in Garde, made by 5: +180 (deal 1)\n"
        "The lead: Bob: in front from start to finish\n"
        "\n"
        "2 deals · 1 h 27 · FFT official rules"
    )

"""A result as a picture: what goes in, and that a PNG comes out."""

import struct

import pytest

from clubs.exchange.result_picture import picture_data, picture_mark, result_png
from clubs.models import Player, Sitting
from clubs.queries.result_cards import ResultCard, ResultLine, ResultStory
from clubs.queries.tables.ending import published_card
from clubs.queries.tables.heads import sitting_head
from clubs.queries.tables.sittings import score_sheet

pytestmark = pytest.mark.usefixtures("in_english")

STORY = ResultStory("Deal of the evening", "Zoé in Garde: +304 (deal 4)")


def card(*names: str, first: int = 1, **told: object) -> ResultCard:
    """The first of these share the first rank."""
    lines = [
        ResultLine(1 if at <= first else at, name, 500 - 100 * max(at, first))
        for at, name in enumerate(names, 1)
    ]
    plain = {"title": "Tuesday · table 2", "place": "Les Trois Bouts", "day": "17 November 2026"}
    said = {**plain, "heading": "First place", "facts": ("13 deals", "1 h 27"), **told}
    return ResultCard(lines=tuple(lines), **said)


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


def test_what_goes_in_and_nothing_else():
    assert picture_data(
        card("Ana", "Luc", "Zoé", stories=(STORY,), matches=("Match 1 · Ana",))
    ) == {
        "lang": "en",
        "site": "Feutre",
        "title": "Tuesday · table 2",
        "under": ["Les Trois Bouts", "17 November 2026"],
        "heading": "First place",
        "winners": ["Ana"],
        "value": "+400",
        "lines": [
            {"rank": "2", "name": "Luc", "value": "+300"},
            {"rank": "3", "name": "Zoé", "value": "+200"},
        ],
        "more": "",
        "stories": [
            {"label": "Matches", "text": "Match\N{NO-BREAK SPACE}1 · Ana"},
            {
                "label": "Deal of the evening",
                "text": "Zoé in Garde: +304 (deal\N{NO-BREAK SPACE}4)",
            },
        ],
        "facts": "13 deals · 1 h\N{NO-BREAK SPACE}27".replace("\N{NO-BREAK SPACE}", " "),
    }


def test_eight_have_room_and_the_others_are_counted():
    eight = picture_data(card(*"ABCDEFGH"))
    assert (len(eight["lines"]), eight["more"]) == (7, "")

    ten = picture_data(card(*"ABCDEFGHIJ"))
    assert (len(ten["lines"]), ten["more"]) == (7, "and 2 others")

    shared = picture_data(card(*"ABCDEFGHIJ", first=2))
    assert (shared["winners"], len(shared["lines"])) == (["A", "B"], 6)
    assert shared["more"] == "and 2 others"

    level = picture_data(card(*"ABCDEF", first=6))
    assert (level["winners"], level["lines"]) == (["A", "B", "C", "and 3 others"], [])


def test_what_the_fonts_do_not_have_is_left_out():
    names = [
        "Надежда",
        "Ελένη",
        "Zoé 🦊",
        "👩\N{ZERO WIDTH JOINER}👧🏽",
        "\N{RIGHT-TO-LEFT OVERRIDE}Ana",
    ]

    told = picture_data(card(*names))

    assert told["winners"] == ["Надежда"]
    assert [line["name"] for line in told["lines"][:3]] == ["Ελένη", "Zoé", "·"]


@pytest.mark.parametrize(
    "shown",
    [
        card("Ana"),
        card(*"ABCDEFGH", stories=(STORY, STORY)),
        card(*"ABCDEF", first=6),
        card(
            *["Maximilienne-Alexandrine de La Rochefoucauld-Liancourt"] * 10,
            title="W" * 80,
            place="W" * 80,
            facts=("W" * 80,),
            stories=tuple(ResultStory("Turn of fortune", "very long " * 20) for _ in "ab"),
            matches=("Match " * 10,) * 9,
        ),
        card("🦊", "#set page(width: 1pt)", '"] + $', title="", place="", day="", facts=()),
    ],
    ids=["alone", "eight", "level", "long", "odd"],
)
def test_it_is_one_picture_for_a_phone(shown):
    png = result_png(picture_data(shown))

    assert size_of(png) == (1080, 1350)
    assert len(png) < 300_000


def test_nobody_is_called_otherwise_than_they_chose(club):
    """Bob hides his name. What the table plays for is nobody else's business."""
    Player.objects.filter(name="Bob").update(public_name="hidden")
    rules = {"base": "volte", "stake_per_point": 5}
    sitting = club.sitting("Alice", "Bob", "Charlie", "Dora", game="volte", rules=rules)
    sitting = Sitting.objects.select_related("club").get(pk=sitting.pk)
    club.deal(sitting, taker="Bob", contract="liscio", honours=2, points=40)
    sheet = score_sheet(sitting)

    text = str(picture_data(published_card(sheet, sitting_head(sitting, sheet.rules))))

    assert "Bob" not in text
    assert "Player 2" in text
    for word in ("pay", "stake", "a point"):
        assert word not in text


def test_other_words_have_another_mark():
    marks = [picture_mark(picture_data(one)) for one in (card("Ana"), card("Ana"), card("Anna"))]

    assert marks[0] == marks[1] != marks[2]

"""Slams that a file only notes. Source: leagues.md §7.5; scoring.md §7."""

from datetime import date

import pytest

from clubs.core.file_rows import FiledDeal
from clubs.core.games import get_game
from clubs.exchange.imports.plan import open_errors
from clubs.exchange.imports.shape import ImportedTable
from clubs.games.french.exchange.slams import FEW, questions, with_slams

pytestmark = pytest.mark.usefixtures("in_english")

FOUR = ("Anne", "Bob", "Cléo", "Dino")
ALL = {"taker": "Anne", "contract": "garde", "oudlers": 3, "points": 91}
SOME = {"taker": "Bob", "contract": "prise", "oudlers": 1, "points": 51}
NOTHING = {"taker": "Dino", "contract": "prise", "oudlers": 0, "points": 20}
GAME = get_game("french")


def table(*records):
    deals = tuple(
        FiledDeal(f"games[{number}]", record, asks_slam=True)
        for number, record in enumerate(records)
    )
    return ImportedTable("key", "", date(2025, 10, 10), FOUR, deals)


def records(told, *asked):
    [answered], _asked = with_slams([table(*asked)], told)
    return [deal.record for deal in answered.deals]


@pytest.mark.parametrize(
    ("record", "options"),
    [
        (ALL, ["announced", "unannounced", "none"]),
        (SOME, ["failed", "none"]),
        (NOTHING, ["failed", "defence", "none"]),
    ],
)
def test_what_it_may_have_been_follows_from_the_count(record, options):
    _tables, [asked] = with_slams([table(record)], {})

    assert [option.value for option in asked.options] == options


@pytest.mark.parametrize(
    ("record", "answer", "stake"),
    [
        # 91 with 3 oudlers, needed 36: (25 + 55)·2 = 160
        (ALL, "announced", 560),
        (ALL, "unannounced", 360),
        (ALL, "none", 160),
        # 51 with 1 oudler, needed 51: 25
        (SOME, "failed", 25 - 200),
        (SOME, "none", 25),
        # 20 without oudlers, needed 56: −(25 + 36) = −61, and 200 more for the defence
        (NOTHING, "defence", -261),
        (NOTHING, "none", -61),
    ],
)
def test_an_answer_counts(record, answer, stake):
    [answered] = records({"games[0]": answer}, record)

    rules = GAME.read_rules("fft")
    assert GAME.judge(FOUR, rules, answered).facts.stake == stake


def test_nobody_has_answered():
    tables, [asked] = with_slams([table(SOME)], {"games[0]": "announced", "elsewhere": "none"})

    assert asked.row == "games[0]"
    assert [(one.row, one.code) for one in open_errors(tables)] == [("games[0]", "chelem_unclear")]


def test_that_there_was_none_is_noted():
    [answered], _asked = with_slams([table(SOME, ALL)], {"*": "none"})

    notes = [deal.note for deal in answered.deals]
    assert notes == ["A slam is noted in the file, and not counted here."] * 2


def test_few_are_asked_one_by_one():
    _tables, asked = with_slams([table(ALL, SOME)], {})

    assert [(one.key, one.label) for one in questions(asked, {})] == [
        ("games[0]", "10 October 2025: Anne takes, 91 points"),
        ("games[1]", "10 October 2025: Bob takes, 51 points"),
    ]


def test_many_by_what_they_may_have_been():
    _tables, asked = with_slams([table(*[SOME] * FEW, ALL, ALL, NOTHING)], {})

    told = questions(asked, {})

    assert [one.label for one in told] == [
        "8 deals in which nobody has all tricks",
        "2 deals in which the attack may have all tricks",
        "1 deal in which the defence may have all tricks",
    ]
    answers = {
        one.key: answer for one, answer in zip(told, ("none", "announced", "defence"), strict=True)
    }
    answered = records(answers, *[SOME] * FEW, ALL, ALL, NOTHING)
    assert [record.get("chelem") for record in answered[FEW:]] == ["attack", "attack", "defence"]

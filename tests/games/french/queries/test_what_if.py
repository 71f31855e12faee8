"""The same deal with one thing changed, and the calculation of a deal that nobody played."""

from typing import Any

import pytest

from clubs.core.games import get_game
from clubs.games.french.queries.what_if import french_changes
from clubs.queries.deals.what_if import WhatIf, imaginary_table, what_if

pytestmark = pytest.mark.usefixtures("in_english")

GARDE = {"taker": "A", "contract": "garde", "oudlers": 2, "points": 49}  # (25+8)·2=66: +198


def tell(players: int = 4, rules: Any = "fft", **told: Any) -> WhatIf:
    game, table = get_game("french"), imaginary_table(players)
    profile, record = game.read_rules(rules), {**GARDE, **told}
    verdict = game.judge(table.uuids, profile, record)
    changes = french_changes(table, profile, record)
    return what_if("french", changes, table, profile, record, verdict)


def scores(story: WhatIf, group: str) -> dict[str, tuple[int, int]]:
    """What the taker would have, and how much more, by the words of a line."""
    found = [part for part in story.groups if part.label == group]
    return {b.label: (b.score, b.difference) for part in found for b in part.branches}


class TestTable:
    @pytest.mark.parametrize("count", [3, 4, 5, 6])
    def test_players_are_letters(self, count):
        table = imaginary_table(count)

        assert "".join(table.uuids) == "ABCDEF"[:count]
        assert table.names == {letter: letter for letter in "ABCDEF"[:count]}
        assert table.active_count == count


class TestCalculation:
    def test_it_is_told_like_that_of_any_deal(self):
        told = [(line.label, line.result) for line in tell(petit_au_bout="attack").lines]

        assert told == [
            ("2 oudlers: 41 points needed", 8),
            ("Base 25 + 8, contract made", 33),
            ("Petit at the end for the attack", 10),
            ("Garde: × 2", 86),
            ("Value of the deal", 86),
            ("A, taker", 258),
            ("B, C, D", -86),
        ]


class TestPoints:
    def test_some_more_some_less_and_both_sides_of_the_edge(self):
        assert scores(tell(), "Points") == {
            "39 points": (-162, -360),  # −(25+2)·2·3
            "40 points": (-156, -354),  # −(25+1)·2·3
            "41 points": (150, -48),  # 25·2·3
            "44 points": (168, -30),
            "54 points": (228, 30),
            "59 points": (258, 60),
        }

    def test_half_points_stay(self):
        # at three: 40½ of 41 fails by 1; −(25+1)·2 from each of two
        labels = list(scores(tell(3, points=40.5), "Points"))

        assert labels == [
            "30½ points",
            "35½ points",
            "40 points",
            "41 points",
            "45½ points",
            "50½ points",
        ]

    def test_no_count_that_cannot_be(self):
        # with 2 oudlers the attack has 87 at most
        labels = list(scores(tell(points=85), "Points"))

        assert labels == ["40 points", "41 points", "75 points", "80 points"]

    def test_how_it_would_have_ended(self):
        [points, *_others] = tell().groups

        assert [(b.is_made, b.result) for b in points.branches][:3] == [
            (False, "down by 2"),
            (False, "down by 1"),
            (True, "made exactly"),
        ]


class TestOudlers:
    def test_one_less_and_one_more(self):
        assert scores(tell(), "Oudlers") == {
            "1 oudler, 51 needed": (-162, -360),
            "3 oudlers, 36 needed": (228, 30),  # (25+13)·2·3
        }

    def test_not_fewer_than_none(self):
        assert list(scores(tell(oudlers=0), "Oudlers")) == ["1 oudler, 51 needed"]


class TestContract:
    def test_the_others_that_the_rules_offer(self):
        assert scores(tell(), "Contract") == {
            "Prise": (99, -99),
            "Garde sans": (396, 198),
            "Garde contre": (594, 396),
        }

    def test_by_other_rules(self):
        assert scores(tell(rules="garde-minimum"), "Contract") == {
            "Garde sans": (396, 198),
            "Garde contre": (594, 396),
        }
        assert list(scores(tell(rules="fixed-scale"), "Contract")) == [
            "Prise",
            "Pousse",
            "Garde sans",
            "Garde contre",
        ]


class TestCalled:
    def test_nobody_is_called_at_four(self):
        assert scores(tell(), "Called") == {}

    def test_five(self):
        assert scores(tell(5, called=["B"]), "Called") == {"A alone": (264, 132)}  # 66·4, not 66·2
        assert scores(tell(5, called=["A"]), "Called") == {"B called": (132, -132)}

    def test_six(self):
        # 66·5 alone; 99 of 198 with two partners
        assert scores(tell(6, called=["B", "C"]), "Called") == {"A alone": (330, 231)}


class TestBonuses:
    def test_from_none(self):
        assert scores(tell(), "Bonuses") == {
            "Petit at the end for the attack": (258, 60),
            "Petit at the end for the defence": (138, -60),
            "a single handful": (258, 60),
        }

    def test_from_some(self):
        poignee = [{"player": "A", "size": "double"}]
        story = tell(petit_au_bout="attack", poignees=poignee)  # (66+20+30)·3 = 348

        assert scores(story, "Bonuses") == {
            "Petit at the end for the defence": (228, -120),
            "no Petit at the end": (288, -60),
            "no handful": (258, -90),
        }

    def test_the_petit_between_players(self):
        # 66·3 and 10 from or to each of three others
        assert scores(tell(rules="personal-petit"), "Bonuses") == {
            "Petit at the end for the attack": (228, 30),
            "Petit at the end for the defence": (188, -10),
            "a single handful": (258, 60),
        }

    def test_no_petit_where_the_rules_count_none(self):
        story = tell(rules={"petit_au_bout": {"mode": "none"}})

        assert list(scores(story, "Bonuses")) == ["a single handful"]

    def test_a_slam_that_was_not_announced(self):
        # (25+55)·2 = 160; 200 without, 400 with announcement
        story = tell(oudlers=3, points=91, chelem="attack")

        assert scores(story, "Bonuses")["the slam announced"] == (1680, 600)
        assert scores(story, "Points") == {}  # another count is no slam

    def test_a_slam_that_was(self):
        story = tell(oudlers=3, points=91, chelem="attack", chelem_announced=True)

        assert scores(story, "Bonuses")["the slam not announced"] == (1080, -600)

    def test_a_slam_that_the_defence_announced(self):
        # −(25+46)·2 = −142; −200 without, −400 with announcement
        rules = {"defence_chelem": {"enabled": True}}
        story = tell(rules=rules, oudlers=0, points=10, chelem="defence")

        assert scores(story, "Bonuses")["the slam announced"] == (-1626, -600)


def test_each_line_keeps_the_whole_deal():
    story = tell(petit_au_bout="attack")
    [points] = [group for group in story.groups if group.label == "Points"]

    assert points.branches[0].record == {**GARDE, "points": 39, "petit_au_bout": "attack"}

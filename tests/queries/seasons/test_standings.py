"""The standings as the pages show them. Seasons of the pages:
tests/views/seasons/test_standings.py."""

from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from django.utils import translation

from clubs.access import Actor
from clubs.core.standings.rank import LeagueSettings
from clubs.models import Evening, Penalty, Sitting, SittingTotal
from clubs.queries.seasons.counted import DEALS, MATCHES
from clubs.queries.seasons.evenings import evening_result
from clubs.queries.seasons.standings import spark, standings_page
from clubs.queries.seasons.standings_words import (
    count_text,
    figure,
    rate_text,
    rule_sentences,
    signed_figure,
    value_heading,
)
from tests.example_league import play_example

FOUR = ("Alice", "Bob", "Charlie", "Dora")
FRIDAY = date(2025, 10, 3)


class TestFigures:
    @pytest.mark.parametrize(
        ("value", "text"),
        [
            (1234, "+1,234"),
            (-72, "−72"),
            (0, "0"),
            (None, "–"),
            (Fraction(383, 9), "+42.56"),
            (Fraction(-1, 8), "−0.13"),  # half away from zero
            (Fraction(1, 1000), "+0.00"),
        ],
    )
    def test_in_english(self, value, text):
        with translation.override("en"):
            assert signed_figure(value) == text

    def test_in_french(self):
        with translation.override("fr"):
            assert figure(Fraction(-12345, 2)) == "−6\N{NARROW NO-BREAK SPACE}172,50"
            assert rate_text(Fraction(5, 6)) == "83,3\N{NARROW NO-BREAK SPACE}%"

    @pytest.mark.parametrize(
        ("value", "text"),
        [
            (0, "0"),
            (1234, "1,234"),
            (Fraction(1, 2), "½"),
            (Fraction(5, 2), "2½"),
        ],
    )
    def test_a_draw_is_half_a_match(self, value, text):
        with translation.override("en"):
            assert count_text(value).replace("\N{NARROW NO-BREAK SPACE}", ",") == text

    @pytest.mark.parametrize(
        ("settings", "heading"),
        [
            ({}, "Points"),
            ({"method": "best_n", "best_n": 1}, "Best 1 evening"),
            ({"method": "best_n", "best_n": 15}, "Best 15 evenings"),
            ({"method": "rating"}, "Rating"),
        ],
    )
    def test_what_the_column_is_called(self, settings, heading):
        with translation.override("en"):
            assert value_heading(LeagueSettings.read(settings), DEALS) == heading

    @pytest.mark.parametrize(
        ("words", "heading"), [(DEALS, "Average a deal"), (MATCHES, "Average a match")]
    )
    def test_what_an_average_is_over(self, words, heading):
        with translation.override("en"):
            assert value_heading(LeagueSettings.read({"method": "average"}), words) == heading

    def test_matches_are_no_deals(self):
        told = {"min_deals": 2, "tie_breaks": ["fewer_deals", "contracts_made", "head_to_head"]}

        with translation.override("en"):
            sentences = dict(rule_sentences(LeagueSettings.read(told), MATCHES))

        assert sentences["How players are ranked"] == (
            "The scores of all decided matches are added up. The highest sum is first."
        )
        assert sentences["To be ranked"].startswith("Ranked from 2 matches on.")
        assert sentences["When two have the same"].startswith(
            "Level players are ordered by: fewer matches, then more matches won, then the"
        )

    @pytest.mark.parametrize("words", [DEALS, MATCHES])
    @pytest.mark.parametrize("normalise", ["none", "per_opponent", "z_score", "own_size"])
    @pytest.mark.parametrize(
        "method",
        ["total", "average", "evening_average", "best_n", "drop_worst", "place_points", "rating"],
    )
    def test_every_rule_has_its_sentence(self, method, normalise, words):
        told = {"method": method, "normalise": normalise, "best_n": 2, "drop_worst": 2}

        sentences = rule_sentences(LeagueSettings.read(told), words)

        assert all(name and sentence for name, sentence in sentences)
        assert not any("%(" in sentence for _name, sentence in sentences)


class TestSpark:
    def test_a_curve_fills_its_frame(self):
        """88 wide and 26 high with a margin of 4: from the lowest at 22 up to the highest at 4."""
        curve = spark([0, 10, 5])

        assert curve.points == "4.0,22.0 44.0,4.0 84.0,13.0"
        assert (curve.last_x, curve.last_y) == ("84.0", "13.0")

    def test_a_level_one_stays_level(self):
        assert spark([7, 7]).points == "4.0,22.0 84.0,22.0"

    def test_one_value_is_no_curve(self):
        assert spark([7]) is None


class TestPage:
    def test_the_average_leaves_out_what_is_not_known(self, club):
        """180 in one deal, and 500 at a table of which nobody knows how many were played."""
        league = club.league()
        known, old = club.sitting(*FOUR), club.sitting(*FOUR)
        club.deal(known)
        Sitting.objects.filter(pk=old.pk).update(totals_only=True)
        SittingTotal.objects.create(sitting=old, player=club.player("Alice"), total=500)
        club.evening(league, FRIDAY, known, old)

        line = standings_page(club.actor("Bob"), league).groups[0].ranked[0]

        assert (line.value, line.average) == (680, Decimal("180.00"))

    def test_the_average_counts_penalties_as_the_total_beside_it(self, club):
        """180 in one deal and a penalty of 50: +130, and not 180 a deal."""
        league, sitting = club.league(), club.sitting(*FOUR)
        club.deal(sitting)
        evening = club.evening(league, FRIDAY, sitting)
        Penalty.objects.create(
            evening=evening, player=club.player("Alice"), points=-50, reason="Late"
        )

        line = standings_page(club.actor("Bob"), league).groups[0].ranked[0]

        assert (line.value, line.average) == (130, Decimal("130.00"))

    def test_who_moved(self, club):
        """Alice leads after the first evening, and the others share rank 2. On the second Bob wins
        360 and is first; Charlie and Dora share rank 3."""
        league = club.league()
        first, second = club.sitting(*FOUR), club.sitting(*FOUR)
        club.deal(first)
        club.deal(second, taker="Bob")
        club.deal(second, taker="Bob")
        club.evening(league, FRIDAY, first)
        club.evening(league, FRIDAY + timedelta(days=7), second)

        page = standings_page(club.actor("Bob"), league)

        lines = [(line.player.name, line.moved) for line in page.groups[0].ranked]
        assert lines == [("Bob", 1), ("Alice", -1), ("Charlie", -1), ("Dora", -1)]

    def test_who_is_new_has_not_moved(self, club):
        league = club.league()
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        club.evening(league, FRIDAY, sitting)

        page = standings_page(club.actor("Bob"), league)

        assert {line.moved for line in page.groups[0].ranked} == {None}

    def test_a_command_is_nobody(self, club):
        page = standings_page(Actor.command("tests"), play_example(club))

        assert not any(line.is_me for group in page.groups for line in group.lines)

    def test_dates_to_look_back_to(self, club):
        page = standings_page(club.actor("Bob"), play_example(club))

        assert page.dates[0] > page.dates[-1]
        assert len(page.dates) == 4


class TestEveningOfOneSizeEach:
    def test_all_sizes_stand_together(self, club):
        """Where each size has its standings, an evening still has one ranking, as scored."""
        league = play_example(club)
        league.standings_rules = LeagueSettings.read({"normalise": "own_size"}).to_json()
        league.save(update_fields=["standings_rules"])
        evening = Evening.objects.select_related("league__club").get(
            league=league, held_on=date(2025, 11, 14)
        )

        result = evening_result(club.actor("Bob"), evening)

        assert [(one.player.name, one.score) for one in result.places][:2] == [
            ("Anne", 497),
            ("Bob", 145),
        ]

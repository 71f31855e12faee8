"""Help on the fields of a deal: the numbers are those of the session, and so is the source."""

import pytest

from clubs.core.games import get_game
from clubs.queries.games import WORDS

pytestmark = pytest.mark.usefixtures("in_english")

FFT = "FFT, official rules of July 2012"


def help_of(name: str, rules: object = "fft", count: int = 4):
    profile = get_game("french").read_rules(rules)
    return WORDS["french"].help(profile, count).get(name)


class TestHandful:
    @pytest.mark.parametrize(
        ("count", "trumps"),
        [(3, (13, 15, 18)), (4, (10, 13, 15)), (5, (8, 10, 13))],
    )
    def test_as_many_trumps_as_the_federation_says(self, count, trumps):
        told = help_of("poignee", count=count)

        single, double, triple = trumps
        assert f"first card: single {single}, double {double}, triple {triple}." in told.text
        assert "Points: single 20, double 30, triple 40, for the side that wins" in told.text
        assert told.source == FFT

    def test_six_are_no_game_of_the_federation(self):
        assert help_of("poignee", count=6).source == (
            "Common rule; the FFT has no text for 6 players"
        )

    def test_other_values_are_the_house_s(self):
        told = help_of("poignee", "poignee-20-40-60")

        assert "double 40, triple 60" in told.text
        assert told.source == "House rule: Handfuls at 20, 40 and 60"

    def test_other_trumps_are_too(self):
        rules = {"base": "fft", "title": "Maison", "name": "maison"}
        told = help_of("poignee", {**rules, "poignee_trumps": {"4": [9, 12, 14]}})

        assert "single 9, double 12, triple 14" in told.text
        assert told.source == "House rule: Maison"
        assert help_of("poignee", {**rules, "poignee_trumps": {"5": [7, 9, 11]}}).source == FFT


class TestPetit:
    @pytest.mark.parametrize(
        ("rules", "words"),
        [
            ("fft", "gets 10, times the contract, whether the contract is made or not. In garde"),
            ("fft", "In garde 10 × 2 = 20."),
            ("flat-petit", "gets 10, whatever the contract, made or not."),
            ("personal-petit", "Each other player pays 10 to the one who played it."),
            (
                {"base": "fft", "petit_au_bout": {"mode": "winner_only"}},
                "10, times the contract, if the side that wins this trick wins the deal too.",
            ),
            ({"base": "fft", "petit_au_bout": {"mode": "none"}}, "it is not counted."),
        ],
    )
    def test_every_way_of_counting_it(self, rules, words):
        assert words in help_of("petit_au_bout", rules).text

    def test_the_source_follows(self):
        assert help_of("petit_au_bout").source == FFT
        assert help_of("petit_au_bout", "flat-petit").source == (
            "House rule: Petit at the end not multiplied"
        )


class TestTheOthers:
    @pytest.mark.parametrize(
        ("name", "count", "words"),
        [
            ("taker", 4, "plays alone against the others."),
            ("taker", 5, "calls a king and plays with its holder"),
            ("taker", 6, "calls a king and a queen"),
            ("called", 5, "plays with the taker and gets one third."),
            ("called", 6, "Holder of the king: one third; holder of the queen: one sixth."),
            ("contract", 4, "Prise × 1, Garde × 2, Garde sans × 4, Garde contre × 6."),
            ("oudlers", 4, "With 0, 1, 2 or 3 of them 56, 51, 41, 36 points are needed."),
            ("points", 3, "Half points exist with 3 and 5 players: to the side that wins."),
            ("chelem", 4, "Announced 400, not announced 200, announced and failed −200"),
            ("dealer", 4, "After a misdeal: the same dealer again."),
        ],
    )
    def test_what_they_say(self, name, count, words):
        told = help_of(name, count=count)

        assert words in told.text

    def test_four_count_no_halves(self):
        assert "Half points" not in help_of("points", count=4).text

    def test_fixed_values(self):
        told = help_of("contract", "fixed-scale")

        assert "fixed, plus the difference." in told.text
        assert "Prise 10, Pousse 20, Garde 40, Garde sans 80, Garde contre 160." in told.text
        assert told.source == "House rule: Fixed values"

    def test_what_is_not_played_has_no_help(self):
        assert help_of("misere") is None
        assert help_of("petit_chelem") is None

    def test_what_only_houses_play(self):
        assert "Each other player pays 10" in help_of("misere", "family").text
        assert help_of("misere", "family").source == "House rule: Family rules"

    @pytest.mark.parametrize(
        ("mode", "words"),
        [
            ("side", "for the side that showed it, made or not."),
            ("personal", "Points from each other player: single 20, double 30, triple 40, beside"),
        ],
    )
    def test_who_gets_a_handful(self, mode, words):
        told = help_of("poignee", {"poignee_mode": mode})

        assert words in told.text
        assert told.source.startswith("House rule")

    def test_a_misere_of_a_side(self):
        rules = {"misere": {"enabled": True, "mode": "winner"}}

        assert "10 to the side that wins, from each defender." in help_of("misere", rules).text
        assert "All tricks but at most three" in help_of("petit_chelem", "family").text

    def test_four_call_nobody(self):
        assert help_of("called", count=4) is None

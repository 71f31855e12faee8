"""The page that says why a player stands where they do."""

from datetime import date
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains

from clubs.models import Penalty
from tests.cast import FOUR
from tests.example_league import ranked_by
from tests.views.seasons.pages import FRIDAY, home, one_evening, player, why_path


class TestLeagueWhy:
    METHODS = [
        {},
        {"method": "average"},
        {"method": "evening_average"},
        {"method": "best_n", "best_n": 2},
        {"method": "drop_worst", "drop_worst": 1},
        {"method": "drop_worst", "drop_worst": 1, "missed_counts_as": -50},
        {"method": "place_points", "attendance_points": 1},
        {"method": "place_points", "place_scope": "table"},
        {"normalise": "per_opponent", "carry_over": True},
        {"normalise": "own_size"},
        {"penalties": False},
    ]

    @pytest.mark.parametrize("settings", METHODS, ids=str)
    def test_the_sum_is_the_value(self, sign_in, example, settings):
        """Whoever it is, whatever the rules: what the page adds up is where they stand."""
        evening = example.evenings.first()
        Penalty.objects.create(evening=evening, player=player("Anne"), points=-25, reason="late")
        example.members.filter(number=1).update(carry_over=40)
        ranked_by(example, **settings)
        client = sign_in("Bob")

        for name in ("Anne", "Bob", "Gina"):  # a penalty and a carry-over, neither, a guest
            response = client.get(why_path(example, name))
            if response.status_code == 404:  # has not played at a table of that size
                continue
            told = response.context["why"]
            assert sum(told.amounts) == told.row.base
            assert told.row.value * told.row.divisor == told.row.base
            assert told.base in response.content.decode()

    def test_who_is_third(self, sign_in, example):
        """Dino: −127 is 426 behind Cléo's 299 and 71 ahead of Eva's −198."""
        response = sign_in("Bob").get(why_path(example, "Dino"))

        assertContains(response, "Why Dino is on rank 3")
        assertContains(response, "426 behind Cléo on rank 2.")
        assertContains(response, "71 ahead of Eva on rank 4.")
        for evening in example.evenings.order_by("held_on")[:3]:
            assertContains(response, home(example, f"evenings/{evening.uuid}/"))

    def test_dropped_evenings_are_struck_through(self, sign_in, example):
        ranked_by(example, method="best_n", best_n=2)

        response = sign_in("Bob").get(why_path(example, "Anne"))

        assertContains(response, "<s>+197</s>")
        assertContains(response, "<s>−127</s>")
        assertContains(response, "+696")

    def test_places_and_their_points(self, sign_in, example):
        """6, 10, 10 and 4 for the places 2, 1, 1 and 3."""
        ranked_by(example, method="place_points")

        told = sign_in("Bob").get(why_path(example, "Anne")).context["why"]

        shown = [(line.place, line.points) for line in told.evenings]
        assert shown == [("rank 2", "6"), ("rank 1", "10"), ("rank 1", "10"), ("rank 3", "4")]
        assert (told.base, told.value) == ("30", "30")

    def test_a_mean_is_divided(self, sign_in, example):
        ranked_by(example, method="average")

        response = sign_in("Bob").get(why_path(example, "Anne"))

        assertContains(response, "+766 divided by 18 deals: +42.56")

    def test_penalties_with_their_reason(self, sign_in, example):
        told = {"player": player("Anne"), "points": -25, "reason": "Arrivée en retard"}
        Penalty.objects.create(evening=example.evenings.first(), **told)

        response = sign_in("Bob").get(why_path(example, "Anne"))
        assertContains(response, "Arrivée en retard")
        assertContains(response, "+741")

        ranked_by(example, penalties=False)
        response = sign_in("Bob").get(why_path(example, "Anne"))
        assertContains(response, "Noted, but not counted")
        assertContains(response, "+766")

    def test_what_becomes_of_a_score(self, sign_in, example):
        """By the number of opponents: three quarters of it at a table of five."""
        ranked_by(example, normalise="per_opponent", sizes=[5])

        told = sign_in("Bob").get(why_path(example, "Anne")).context["why"]

        score = told.example.deal.scores.get(player__name="Anne").score
        sign, points = "−" if score < 0 else "+", abs(score)
        assert told.example.text == (
            f"{sign}{points} at a table of 5 counts 3 × {sign}{points} : 4 opponents = "
            f"{sign}{points * 0.75:.2f}."
        )

    def test_the_tie_break_that_decided(self, sign_in, club):
        """Bob, Charlie and Dora have −60 each; Bob came twice, with nothing the second time."""
        league = club.league(*FOUR)
        first, second = club.sitting(*FOUR), club.sitting("Alice", "Bob", "Olivia", "Frank")
        club.deal(first)
        for taker, made in [("Alice", 46), ("Olivia", 46), ("Frank", 46), ("Bob", 46)]:
            club.deal(second, taker=taker, points=made)  # one each: nobody wins
        club.evening(league, FRIDAY, first)
        club.evening(league, date(2025, 10, 10), second)
        client = sign_in("Bob")

        assertContains(
            client.get(why_path(league, "Charlie")),
            "Level with Bob, and behind by more evenings: 1 against 2.",
        )
        assertContains(
            client.get(why_path(league, "Bob")),
            "Level with Charlie, and ahead by more evenings: 2 against 1.",
        )
        assertContains(
            client.get(why_path(league, "Charlie")),
            "Level in everything with Dora: they share the rank.",
        )

    def test_a_guest_is_not_ranked(self, sign_in, example):
        response = sign_in("Bob").get(why_path(example, "Gina"))

        assertContains(response, "Gina is not ranked (guest), and has −115.")

    def test_who_did_not_play_is_not_found(self, sign_in, example):
        client = sign_in("Bob")

        assert client.get(why_path(example, "Olivia")).status_code == 404
        assert client.get(home(example, f"why/{uuid4()}/")).status_code == 404

    def test_one_size(self, sign_in, example):
        ranked_by(example, normalise="own_size")
        client = sign_in("Bob")

        assert client.get(why_path(example, "Anne") + "?size=5").context["why"].size == 5
        assert client.get(why_path(example, "Anne") + "?size=6").status_code == 404

    def test_queries(self, sign_in, club, example, count_queries):
        small = one_evening(club, *FOUR)
        client = sign_in("Bob")

        assert count_queries(client, why_path(small, "Alice")) == 12
        assert count_queries(client, why_path(example, "Anne")) == 12

"""The evenings of a season as members see them: the list, and one of them."""

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from tests.cast import FOUR
from tests.example_league import ranked_by
from tests.views.seasons.pages import FRIDAY, home, one_evening


class TestLeagueEvenings:
    def test_the_example(self, sign_in, example):
        """Winners: Cléo 205, Anne 199, Anne 497, Bob 253; seven came to the third."""
        table = sign_in("Bob").get(home(example, "evenings/")).context["table"]
        rows = [row.record for row in table.rows]

        shown = [(row.evening.held_on.day, row.winner_names, row.best, row.came) for row in rows]
        assert [row[1:3] for row in shown] == [
            ("Bob", 253),
            ("Anne", 497),
            ("Anne", 199),
            ("Cléo", 205),
        ]
        assert rows[1].came == 7

    def test_who_was_checked_in_came(self, sign_in, club):
        league = one_evening(club, *FOUR)
        league.evenings.get().present.add(club.player("Frank"), club.player("Alice"))

        table = sign_in("Bob").get(home(league, "evenings/")).context["table"]
        [row] = [row.record for row in table.rows]

        assert row.came == 5

    def test_none_yet(self, sign_in, club):
        league = club.league()

        assertContains(sign_in("Bob").get(home(league, "evenings/")), "No evening yet.")
        assertNotContains(sign_in("Bob").get(home(league, "evenings/")), "New evening")
        assertContains(sign_in("Charlie").get(home(league, "evenings/")), "New evening")

    def test_queries(self, sign_in, club, example, count_queries):
        small = one_evening(club, *FOUR)
        client = sign_in("Bob")

        assert count_queries(client, home(small, "evenings/")) == 12
        assert count_queries(client, home(example, "evenings/")) == 12


class TestEveningShow:
    def path(self, league, at=0):
        evening = league.evenings.order_by("held_on")[at]
        return home(league, f"evenings/{evening.uuid}/")

    def test_the_third_evening(self, sign_in, example):
        """Guests are passed over; points as in leagues.md §3.2."""
        ranked_by(example, method="place_points")

        result = sign_in("Bob").get(self.path(example, 2)).context["result"]

        shown = [
            (place.player.name, place.place, place.score, place.points) for place in result.places
        ]
        assert shown == [
            ("Anne", 1, 497, 10),
            ("Bob", 2, 145, 6),
            ("Cléo", 3, 58, 4),
            ("Eva", 4, 25, 3),
            ("Gina", None, -115, None),
            ("Dino", 5, -203, 2),
            ("Fred", 6, -407, 1),
        ]
        assert sum(won for table in result.tables for _, won in table.rows) == 0

    def test_results_at_the_tables(self, sign_in, club):
        league = one_evening(club, *FOUR)

        result = sign_in("Bob").get(self.path(league)).context["result"]

        [table] = result.tables
        assert table.counted == "1 deal"
        assert [(who.name, won) for who, won in table.rows] == [
            ("Alice", 180),
            ("Bob", -60),
            ("Charlie", -60),
            ("Dora", -60),
        ]

    def test_who_came_and_did_not_play(self, sign_in, club):
        league = one_evening(club, *FOUR)
        league.evenings.get().present.add(club.player("Frank"), club.player("Alice"))

        response = sign_in("Bob").get(self.path(league))

        assert [who.name for who in response.context["result"].others] == ["Frank"]

    def test_one_that_is_still_to_come(self, sign_in, club):
        league = club.league()
        club.evening(league, FRIDAY, state="planned")

        assertContains(sign_in("Bob").get(self.path(league)), "Nobody has played yet.")

    @pytest.mark.parametrize(("who", "links"), [("Charlie", 2), ("Bob", 0)])
    def test_who_runs_it_is_led_there(self, sign_in, club, who, links):
        league = club.league()
        evening = club.evening(league, FRIDAY, state="planned")

        response = sign_in(who).get(self.path(league))

        assertContains(response, home(league, f"evenings/{evening.uuid}/edit/"), links)

    def test_who_pays_whom_over_all_tables(self, sign_in, club):
        """v01 at 5 a point: 31 · 5 = 155 from each of the three."""
        rules = {"base": "volte", "stake_per_point": 5}
        sitting = club.sitting(*FOUR, game="volte", rules=rules)
        club.deal(sitting, taker="Alice", contract="liscio", honours=2, points=47)
        league = club.league(*FOUR, game="volte")
        club.evening(league, FRIDAY, sitting)

        page = sign_in("Bob").get(self.path(league))

        assertContains(page, "Table 1: 0.05\N{NO-BREAK SPACE}€ a point")
        assertContains(page, "Bob to Alice")
        assertContains(page, '<b class="num">1.55\N{NO-BREAK SPACE}€</b>', count=3)
        assertContains(page, "so far")

    def test_before_the_first_deal_everybody_is_even(self, sign_in, club):
        sitting = club.sitting(*FOUR, game="volte", rules={"stake_per_point": 5})
        league = club.league(*FOUR, game="volte")
        club.evening(league, FRIDAY, sitting)

        assertContains(sign_in("Bob").get(self.path(league)), "Everybody is even.")

    def test_nobody_pays_for_points(self, sign_in, club):
        league = one_evening(club, *FOUR)

        assertNotContains(sign_in("Bob").get(self.path(league)), "Who pays whom")

    def test_one_of_another_season_is_not_found(self, sign_in, club, example):
        other = club.league(name="Vendredi")
        evening = example.evenings.first()

        assert sign_in("Bob").get(home(other, f"evenings/{evening.uuid}/")).status_code == 404

    def test_queries(self, sign_in, club, example, count_queries):
        small = one_evening(club, *FOUR)
        client = sign_in("Bob")

        assert count_queries(client, self.path(small)) == 14
        assert count_queries(client, self.path(example, 2)) == 14

"""The standings of a season, and its rules."""

from datetime import date

import pytest
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains

from clubs.models import Publication
from clubs.queries.seasons.publications import publication_content
from tests.cast import FOUR
from tests.example_league import ranked_by
from tests.views.seasons.pages import FRIDAY, home, one_evening


class TestLeagueStandings:
    def ranking(self, response):
        [table] = response.context["tables"]
        return [row.record.player.name for row in table.rows]

    def test_the_example(self, sign_in, example):
        response = sign_in("Bob").get(home(example))

        assert self.ranking(response) == ["Anne", "Cléo", "Dino", "Eva", "Bob", "Fred"]
        [group] = response.context["page"].groups
        assert [line.player.name for line in group.below] == ["Gina"]
        assertContains(response, "+766")
        assertContains(response, "−407")
        assertContains(response, "Not ranked: guests of the season")

    def test_figures_of_a_row(self, sign_in, example):
        """Anne: 766 in 18 deals, 5 of 6 contracts, first before and after the last evening; Bob was
        last of all six (−471) and is fifth. Sums of Anne: 197, 396, 893, 766, the lowest of which
        stands 4 from the bottom and the highest 4 from the top."""
        response = sign_in("Bob").get(home(example))
        lines = response.context["page"].groups[0].ranked
        anne, bob = lines[0], lines[4]

        assert (str(anne.average), anne.percent, anne.moved) == ("42.56", 83, 0)
        assert (anne.row.contracts_made, anne.row.taken) == (5, 6)
        assert anne.form.points.split() == ["4.0,22.0", "30.7,16.9", "57.3,4.0", "84.0,7.3"]
        assert bob.moved == 1
        assertContains(response, '<summary class="small">4 evenings <span class="move">')
        assert (bob.is_me, anne.is_me) == (True, False)

    def test_one_is_shown_oneself(self, sign_in, example):
        assertContains(sign_in("Bob").get(home(example)), 'class="me"', 1)
        assertNotContains(sign_in("Dora").get(home(example)), 'class="me"')

    def test_as_it_stood(self, sign_in, example):
        response = sign_in("Bob").get(home(example) + "?as_of=2025-10-10")

        assert self.ranking(response) == ["Anne", "Eva", "Dino", "Cléo", "Bob"]
        narrow = sign_in("Bob").get(home(example) + "?q=o&sort=-deals&as_of=2025-10-10")
        assertContains(narrow, '<input type="hidden" name="q" value="o">', 1, html=True)
        assertContains(narrow, '?q=o&amp;sort=-deals">As it stands now')
        assertContains(response, "As it stood on 10 October 2025")
        assertContains(response, "standings.pdf?as_of=2025-10-10")

    def test_before_the_first_evening(self, sign_in, example):
        response = sign_in("Bob").get(home(example) + "?as_of=2025-09-01")

        assertContains(response, "Nothing was counted by then.")

    def test_a_date_that_is_none(self, sign_in, example):
        response = sign_in("Bob").get(home(example) + "?as_of=yesterday")

        assert response.status_code == 422
        assert list(response.context["form"].errors) == ["as_of"]
        assert self.ranking(response)[0] == "Anne"

    def test_sorted_by_deals(self, sign_in, example):
        response = sign_in("Bob").get(home(example) + "?sort=-deals")

        assert self.ranking(response)[0] == "Anne"
        assert self.ranking(response)[-1] == "Fred"
        assertContains(response, 'aria-sort="descending"', 1)
        assertContains(response, "Not ranked", 1)

    @pytest.mark.parametrize(
        ("page", "ranked", "below"),
        [
            ("1", ["Anne", "Cléo", "Dino", "Eva"], []),
            ("2", ["Bob", "Fred"], ["Gina"]),
            ("9", ["Bob", "Fred"], ["Gina"]),
            ("x", ["Anne", "Cléo", "Dino", "Eva"], []),
        ],
    )
    def test_a_large_club_comes_in_pages(self, sign_in, example, monkeypatch, page, ranked, below):
        monkeypatch.setattr("clubs.listings.seasons.standings.LINES", 4)

        response = sign_in("Bob").get(home(example) + f"?page={page}")

        [table] = response.context["tables"]
        assert [line.player.name for line in table.ranked_lines] == ranked
        assert [line.player.name for line in table.lines_below] == below
        for name in ranked:
            assertContains(response, f">{name}</a>", 1)
        assertNotContains(response, "Anne</a>" if "Anne" not in ranked else "Fred</a>")
        assertContains(response, "of 2")

    def test_nothing_counted_yet(self, sign_in, club):
        response = sign_in("Bob").get(home(club.league()))

        assertContains(response, "The ranking starts with the first counted deal.")

    @pytest.mark.parametrize(("who", "links"), [("Charlie", 1), ("Bob", 0)])
    def test_a_season_without_evenings_leads_to_the_first(self, sign_in, club, who, links):
        league = club.league()

        response = sign_in(who).get(home(league))

        assertContains(response, "No evening yet")
        assertContains(response, home(league, "evenings/new/"), links)

    def test_who_is_not_qualified(self, sign_in, example):
        ranked_by(example, min_deals=8, method="average")

        response = sign_in("Bob").get(home(example))

        assert self.ranking(response) == ["Anne", "Cléo", "Dino", "Bob", "Eva"]
        assertContains(response, "4 more deals")
        assertContains(response, "Ranked from 8 deals on.")
        assertContains(response, "+42.56")

    def test_who_is_hidden_is_counted(self, sign_in, example):
        ranked_by(example, min_deals=8, unqualified="hidden")

        response = sign_in("Bob").get(home(example))

        assertContains(response, "2 players have too few evenings or deals and are not shown.")
        assertNotContains(response, "Fred")

    def test_each_size_by_itself(self, sign_in, example):
        ranked_by(example, normalise="own_size")

        response = sign_in("Bob").get(home(example))

        assert [table.group.size for table in response.context["tables"]] == [3, 4, 5]
        assertContains(response, "Standings of deals of 5 players")

    def test_columns_that_nobody_needs_stay_away(self, sign_in, example):
        assertNotContains(sign_in("Bob").get(home(example)), "Brought along")

        ranked_by(example, carry_over=True)
        example.members.filter(number=1).update(carry_over=12)
        response = sign_in("Bob").get(home(example))

        assertContains(response, "Brought along")
        assertContains(response, "+778")  # 766 + 12

    def test_tables_in_play(self, sign_in, club):
        league = club.league()
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        club.evening(league, FRIDAY, sitting)
        club.evening(league, date(2025, 10, 10), state="planned")

        response = sign_in("Bob").get(home(league))

        [table] = response.context["live_tables"]
        assert (table.counted, table.leaders_text, table.leader_total) == ("1 deal", "Alice", 180)
        assertContains(response, "Evening 1 of 2")
        club.deal(sitting, taker="Bob")
        assertContains(sign_in("Bob").get(home(league)), "Alice, Bob")  # 180 − 60 each

    def test_a_closed_season(self, sign_in, example):
        content = publication_content(example)
        told = {"league": example, "version": 1, "is_final": True}
        Publication.objects.create(content=content, published_at=timezone.now(), **told)
        example.state = "closed"
        example.save(update_fields=["state"])

        assertContains(sign_in("Bob").get(home(example)), "these standings are final")
        assertNotContains(sign_in("Bob").get(home(example)), "not what was stored")

        example.members.filter(number=6).delete()  # past every service
        assertContains(sign_in("Bob").get(home(example)), "not what was stored")

    def test_only_organisers_are_led_to_the_settings(self, sign_in, example):
        settings = home(example, "settings/")

        assertNotContains(sign_in("Bob").get(home(example)), settings)
        assertContains(sign_in("Charlie").get(home(example)), settings)

    def test_queries(self, sign_in, club, example, count_queries):
        """The same for one evening of four people as for four evenings."""
        small = one_evening(club, *FOUR)
        client = sign_in("Bob")

        assert count_queries(client, home(small)) == 28
        assert count_queries(client, home(example)) == 28
        # October has a run to remember.
        assert count_queries(client, home(example) + "?as_of=2025-10-10") == 30


class TestFiles:
    @pytest.mark.parametrize(
        ("suffix", "begins"), [("csv", b"\xef\xbb\xbf"), ("xlsx", b"PK"), ("pdf", b"%PDF")]
    )
    def test_of_a_day(self, sign_in, example, suffix, begins):
        response = sign_in("Bob").get(home(example, f"standings.{suffix}?as_of=2025-09-12"))

        assert response.content.startswith(begins)
        name = f"les-trois-bouts-saison-dexemple-2025-09-12.{suffix}"
        assert f'filename="{name}"' in response["Content-Disposition"]

    @pytest.mark.parametrize("suffix", ["csv", "xlsx", "pdf"])
    def test_nothing_counted_yet(self, sign_in, club, suffix):
        assert sign_in("Bob").get(home(club.league(), f"standings.{suffix}")).status_code == 200


class TestLeagueRules:
    @pytest.mark.parametrize(
        ("settings", "sentence"),
        [
            ({}, "All deal scores are added up. The highest sum is first."),
            (
                {"method": "best_n", "best_n": 15},
                "Of each player the 15 best evenings count, and no others.",
            ),
            (
                {"method": "drop_worst", "drop_worst": 2, "missed_counts_as": -50},
                "All evenings of a player are added up but the 2 worst. "
                "An evening missed counts as −50.",
            ),
            ({"method": "place_points"}, "from the first on: 10, 6, 4, 3, 2, 1."),
            ({"sizes": [4, 5]}, "Deals of 4 and 5 players."),
            ({"min_evenings": 3, "min_deals": 8}, "Ranked from 3 evenings and 8 deals on."),
            ({"guests": "excluded_deals"}, "Deals that a guest played count for nobody."),
            ({"tie_breaks": []}, "They share the rank."),
            ({"penalties": False}, "Penalties are noted and do not count."),
            ({"tie_breaks": ["lot"]}, "Level players are ordered by: a draw of lots."),
        ],
    )
    def test_in_plain_sentences(self, sign_in, club, settings, sentence):
        league = club.league()
        ranked_by(league, **settings)

        assertContains(sign_in("Bob").get(home(league, "rules/")), sentence)

    def test_queries(self, sign_in, club, count_queries):
        assert count_queries(sign_in("Bob"), home(club.league(), "rules/")) == 4

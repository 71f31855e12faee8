"""The pages of a season: standings, why, evenings, rules, and what one takes away."""

import csv
import io
from datetime import date
from uuid import uuid4

import pytest
from django.utils import timezone
from openpyxl import load_workbook
from pytest_django.asserts import assertContains, assertNotContains

from clubs.exchange.imports.headers import ImportKind, guess_kind, read_header
from clubs.exchange.imports.reading import open_file
from clubs.exchange.imports.values import looks_like_date
from clubs.models import Penalty, Player, Publication
from clubs.queries.seasons.publications import publication_content
from tests.example_league import ranked_by
from tests.query_counts import count_queries

FOUR = ("Alice", "Bob", "Charlie", "Dora")
FRIDAY = date(2025, 10, 3)


def home(league, rest=""):
    return f"/c/trois-bouts/s/{league.uuid}/{rest}"


def player(name):
    return Player.objects.get(name=name, club__slug="trois-bouts")


def why_path(league, name):
    return home(league, f"why/{player(name).uuid}/")


def one_evening(club, *seats):
    """A season with one evening of one deal."""
    league = club.league(*seats)
    sitting = club.sitting(*seats)
    club.deal(sitting)
    club.evening(league, FRIDAY, sitting, state="closed")
    return league


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
        lines = sign_in("Bob").get(home(example)).context["page"].groups[0].ranked
        anne, bob = lines[0], lines[4]

        assert (str(anne.average), anne.percent, anne.moved) == ("42.56", 83, 0)
        assert (anne.row.contracts_made, anne.row.taken) == (5, 6)
        assert anne.form.points.split() == ["4.0,22.0", "30.7,16.9", "57.3,4.0", "84.0,7.3"]
        assert bob.moved == 1
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
        assert (table.counted, table.leader.name, table.leader_total) == ("1 deal", "Alice", 180)
        assertContains(response, "Evening 1 of 2")

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

    def test_queries(self, sign_in, club, example):
        """The same for one evening of four people as for four evenings."""
        small = one_evening(club, *FOUR)
        client = sign_in("Bob")

        assert count_queries(client, home(small)) == 28
        assert count_queries(client, home(example)) == 28
        # October has a run to remember.
        assert count_queries(client, home(example) + "?as_of=2025-10-10") == 31


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

        for name in ("Anne", "Bob", "Cléo", "Dino", "Eva", "Fred", "Gina"):
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

    def test_queries(self, sign_in, club, example):
        small = one_evening(club, *FOUR)
        client = sign_in("Bob")

        assert count_queries(client, why_path(small, "Alice")) == 8
        assert count_queries(client, why_path(example, "Anne")) == 8


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

    def test_queries(self, sign_in, club, example):
        small = one_evening(club, *FOUR)
        client = sign_in("Bob")

        assert count_queries(client, home(small, "evenings/")) == 11
        assert count_queries(client, home(example, "evenings/")) == 11


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

    def test_queries(self, sign_in, club, example):
        small = one_evening(club, *FOUR)
        client = sign_in("Bob")

        assert count_queries(client, self.path(small)) == 13
        assert count_queries(client, self.path(example, 2)) == 13


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

    def test_queries(self, sign_in, club):
        assert count_queries(sign_in("Bob"), home(club.league(), "rules/")) == 4


class TestExports:
    def rows(self, response, delimiter=","):
        text = response.content.decode("utf-8-sig")
        return list(csv.reader(io.StringIO(text), delimiter=delimiter))

    def test_csv(self, sign_in, example):
        response = sign_in("Bob").get(home(example, "standings.csv"))

        head, *rows = self.rows(response)
        assert response.content.startswith(b"\xef\xbb\xbf")
        assert response["Content-Disposition"] == (
            'attachment; filename="les-trois-bouts-saison-dexemple.csv"'
        )
        assert head[:5] == ["Rank", "Player", "Remark", "Points", "Sum of scores"]
        assert rows[0][:10] == ["1", "Anne", "", "766", "766", "4", "18", "42.56", "6", "5"]
        assert rows[0][10:] == ["197", "199", "497", "-127"]
        assert rows[-1][:4] == ["", "Gina", "guest", "-115"]

    def test_a_sum_says_that_penalties_are_in_it(self, sign_in, example):
        ranked_by(example, method="average")
        client, without, within = sign_in("Bob"), "Sum of scores", "Sum with penalties"
        assertContains(client.get(home(example)), without)

        told = {"player": player("Anne"), "points": -25, "reason": "Late"}
        Penalty.objects.create(evening=example.evenings.first(), **told)

        page = client.get(home(example))
        assertContains(page, within)
        assertNotContains(page, without)
        head = self.rows(client.get(home(example, "standings.csv")))[0]
        assert head[4] == within

    @pytest.mark.parametrize(("language", "title"), [("fr", "Joueur"), ("it", "Giocatore")])
    def test_csv_as_spreadsheets_of_the_language_read_it(self, sign_in, example, language, title):
        response = sign_in("Bob", language=language).get(home(example, "standings.csv"))

        rows = self.rows(response, ";")
        assert (rows[0][1], rows[1][1]) == (title, "Anne")
        assert rows[1][7] == "42,56"

    @pytest.mark.parametrize("language", ["fr", "en", "it"])
    def test_an_import_knows_players_and_evenings(self, sign_in, example, language):
        content = sign_in("Bob", language=language).get(home(example, "standings.csv")).content

        header = open_file(content).sheet.header
        columns = read_header(ImportKind.TOTALS, header, {})
        days = [text for text in columns.of if looks_like_date(text)]

        assert guess_kind(header) is ImportKind.TOTALS
        assert (columns.of[1], columns.missing) == ("player", ())
        assert len(days) == 4

    def test_no_name_is_a_formula(self, sign_in, example):
        Player.objects.filter(name="Anne").update(name="=HYPERLINK(1)")
        client = sign_in("Bob")

        rows = self.rows(client.get(home(example, "standings.csv")))
        book = load_workbook(io.BytesIO(client.get(home(example, "standings.xlsx")).content))

        assert rows[1][1] == "'=HYPERLINK(1)"
        cell = book.active["B2"]
        assert (cell.value, cell.data_type, cell.quotePrefix) == ("=HYPERLINK(1)", "s", True)

    def test_xlsx(self, sign_in, example):
        response = sign_in("Bob").get(home(example, "standings.xlsx"))

        sheet = load_workbook(io.BytesIO(response.content)).active
        rows = list(sheet.iter_rows(values_only=True))
        assert rows[1][:10] == (1, "Anne", None, 766, 766, 4, 18, 42.56, 6, 5)
        assert rows[3][10:] == (-19, 95, -203, None)
        assert sheet.freeze_panes == "A2"

    def test_each_size_with_its_own_rows(self, sign_in, example):
        ranked_by(example, normalise="own_size")
        Penalty.objects.create(
            evening=example.evenings.first(), player=player("Fred"), points=-5, reason="late"
        )

        head, *rows = self.rows(sign_in("Bob").get(home(example, "standings.csv")))

        assert head[0] == "Players in a deal"
        assert {row[0] for row in rows} == {"3", "4", "5"}
        assert {len(row) for row in rows} == {len(head)}

    def test_as_it_stood(self, sign_in, example):
        response = sign_in("Bob").get(home(example, "standings.csv?as_of=2025-09-12"))

        assert [row[1] for row in self.rows(response)[1:]] == ["Cléo", "Anne", "Dino", "Bob"]
        assert "2025-09-12.csv" in response["Content-Disposition"]

    def test_pdf(self, sign_in, example):
        response = sign_in("Bob").get(home(example, "standings.pdf"))

        assert response["Content-Type"] == "application/pdf"
        assert response.content.startswith(b"%PDF")
        assert "saison-dexemple.pdf" in response["Content-Disposition"]

    def test_nothing_counted_yet(self, sign_in, club):
        league = club.league()
        client = sign_in("Bob")

        for name in ("standings.csv", "standings.xlsx", "standings.pdf"):
            assert client.get(home(league, name)).status_code == 200

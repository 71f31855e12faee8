"""The standings of a season whose game has matches: only decided ones count, each for its pairs.

Two deals of 106 to 89 end a match to 200 with 212 to 178: 34 for each of the pair that won.
"""

import csv
import io
import json
import re
from datetime import date
from fractions import Fraction
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone, translation
from openpyxl import load_workbook
from pytest_django.asserts import assertContains, assertNotContains

from clubs.access import Actor
from clubs.core.standings.league_files import read_league
from clubs.exchange.seasons.standings_pdf import standings_data
from clubs.models import League, MatchScore, Sitting, SittingState, SittingTotal
from clubs.queries.seasons.leagues import league_data
from clubs.queries.seasons.standings import standings_page
from clubs.queries.statistics.populations import Population
from clubs.services.deals.kept import check_kept
from clubs.services.files.checks import check_seasons, check_sittings
from clubs.services.seasons.leagues import close_league, publish_league
from tests.again import built_once
from tests.example_league import ranked_by
from tests.exchange.archives import exported, forget, imported
from tests.games.bolognese.services.test_matches import record
from tests.italian_games import DEAL, FOUR
from tests.views.seasons.pages import home, why_path

BROUGHT = ("player__uuid", "score", "halves", "deals")
FIRST, SECOND = date(2025, 10, 3), date(2025, 10, 10)
LOST = {
    **DEAL,
    "last_trick": "ew",
    "quick": {
        "ns": {"sequences": 25, "cricche": 17},
        "ew": {"sequences": 60, "cricche": 0, "scartini": 40},
    },
}


def table(club, names, *told, **rules):
    sitting = club.sitting(*names, game="bolognese", rules={"target": 200, **rules})
    for number, one in enumerate(told, 1):
        record(club, sitting, number, one)
    return sitting


@pytest.fixture
@built_once
def league(club):
    """Alice and Charlie win a match at the first evening, and begin another. At the second one
    Charlie and Dora win one; and there is a draw of all four, 195 to 195.

    Alice 34 − 34 + 0 = 0, Bob −68, Charlie 68, Dora 0. Matches won: 1½, ½, 2½, 1½.
    """
    league = club.league(*FOUR, game="bolognese")
    club.evening(league, FIRST, table(club, FOUR, DEAL, DEAL, DEAL))
    other = table(club, ("Alice", "Charlie", "Bob", "Dora"), LOST, LOST)
    drawn = table(club, FOUR, DEAL, LOST, target=190, tie="draw")
    club.evening(league, SECOND, other, drawn)
    return league


def rows_of(league, as_of=None):
    """By name: rank, value, matches, matches won."""
    data = league_data(league)
    return {
        data.players[row.player].name: (row.rank, row.value, row.deals, row.contracts_made)
        for row in data.standings(as_of).rows
    }


class TestWhatCounts:
    def test_decided_matches_alone(self, league):
        assert rows_of(league) == {
            "Charlie": (1, 68, 3, Fraction(5, 2)),
            "Alice": (2, 0, 3, Fraction(3, 2)),
            "Dora": (2, 0, 3, Fraction(3, 2)),
            "Bob": (4, -68, 3, Fraction(1, 2)),
        }

    def test_as_it_stood(self, league):
        """After the first evening: one match, and none of the deal after it."""
        assert rows_of(league, FIRST) == {
            "Alice": (1, 34, 1, 1),
            "Charlie": (1, 34, 1, 1),
            "Bob": (3, -34, 1, 0),
            "Dora": (3, -34, 1, 0),
        }

    def test_an_evening_of_an_unfinished_match_is_none(self, club, league):
        club.evening(league, date(2025, 10, 17), table(club, FOUR, DEAL))

        data = league_data(league)

        assert {row.evenings for row in data.standings().rows} == {2}
        assert rows_of(league)["Charlie"] == (1, 68, 3, Fraction(5, 2))

    def test_statistics_count_every_deal(self, club, league):
        assert Population(club.club, league).deals().count() == 7
        assert MatchScore.objects.count() == 12

    @pytest.mark.parametrize(
        ("told", "values"),
        [
            ({"method": "average"}, [Fraction(68, 3), 0, 0, Fraction(-68, 3)]),
            ({"method": "evening_average"}, [34, 0, 0, -34]),
            # Evenings: Charlie 34, 34; Alice 34, −34; Dora −34, 34; Bob −34, −34
            ({"method": "best_n", "best_n": 1}, [34, 34, 34, -34]),
            ({"method": "drop_worst", "drop_worst": 1}, [34, 34, 34, -34]),
            # Shared first and third places of 10, 6, 4, 3: 8 and 3½ each evening
            ({"method": "place_points"}, [16, Fraction(23, 2), Fraction(23, 2), 7]),
            # A game for four and no others: sizes of another game's season leave nothing out.
            ({"sizes": [3, 5]}, [68, 0, 0, -68]),
            ({"normalise": "own_size"}, [68, 0, 0, -68]),
        ],
    )
    def test_by_every_rule(self, league, told, values):
        ranked_by(league, **told)

        assert [value for _rank, value, *_ in rows_of(league).values()] == values

    def test_more_matches_won_are_a_tie_break(self, club, league):
        """Dora wins 17 more in one match of one deal, and loses them in another pair; Alice, who
        plays both too, wins neither."""
        one = table(club, ("Dora", "Alice", "Bob", "Charlie"), DEAL, target=100)
        club.evening(league, date(2025, 10, 17), one)
        ranked_by(league, tie_breaks=["contracts_made"])

        # Dora 17, Alice −17, Bob −51, Charlie 51
        told = rows_of(league)

        assert told["Dora"] == (2, 17, 4, Fraction(5, 2))
        assert told["Alice"] == (3, -17, 4, Fraction(3, 2))

    def test_the_higher_rate_of_matches_won_is_a_tie_break(self, club):
        """From five matches on. A draw; Alice wins 34, Dora twice 17; then both win 17: Alice has
        2½ of five, as Bob, Dora 3½, Charlie 1½."""
        league = club.league(*FOUR, game="bolognese")
        drawn = table(club, FOUR, DEAL, LOST, target=190, tie="draw")
        long, short = table(club, FOUR, DEAL, DEAL), table(club, FOUR, LOST, LOST, target=100)
        club.evening(league, FIRST, drawn, long, short)
        partners = ("Alice", "Bob", "Dora", "Charlie")
        club.evening(league, SECOND, table(club, partners, DEAL, target=100))
        ranked_by(league, tie_breaks=["success_rate"])

        four = [
            (rank, value, count) for rank, value, count, _won in rows_of(league, FIRST).values()
        ]
        assert four == [(1, 0, 4)] * 4
        assert rows_of(league) == {
            "Dora": (1, 17, 5, Fraction(7, 2)),
            "Alice": (2, 17, 5, Fraction(5, 2)),
            "Bob": (3, -17, 5, Fraction(5, 2)),
            "Charlie": (4, -17, 5, Fraction(3, 2)),
        }

    def test_the_worst_evening_is_left_out_and_one_missed_may_be(self, club, league):
        """Alice and Bob, who partner each other, win 17 at an evening to which the others come in
        an unfinished match alone."""
        club.evening(
            league,
            date(2025, 10, 17),
            table(club, ("Alice", "Frank", "Bob", "Olivia"), DEAL, target=100),
            table(club, ("Charlie", "Frank", "Dora", "Olivia"), DEAL),
        )

        ranked_by(league, method="drop_worst", drop_worst=1)
        told = {name: row[1] for name, row in rows_of(league).items() if row[0]}
        # Alice 34, −34, 17; Bob −34, −34, 17; Charlie 34, 34; Dora −34, 34
        assert told == {"Alice": 51, "Charlie": 34, "Dora": 34, "Bob": -17}

        ranked_by(league, method="drop_worst", drop_worst=1, missed_counts_as=0)
        told = {name: row[1] for name, row in rows_of(league).items() if row[0]}
        assert told == {"Charlie": 68, "Alice": 51, "Dora": 34, "Bob": -17}

    def test_two_halves_are_a_whole(self, club):
        league = club.league(*FOUR, game="bolognese")
        drawn = [table(club, FOUR, DEAL, LOST, target=190, tie="draw") for _ in range(2)]
        club.evening(league, FIRST, *drawn)

        made = [row.contracts_made for row in league_data(league).standings().rows]

        assert [(one, type(one)) for one in made] == [(1, int)] * 4

    def test_matches_they_played_together(self, league):
        """Alice and Charlie: partners (0), then −34 against 34, then a draw."""
        data = league_data(league)
        ids = {player.name: key for key, player in data.players.items()}
        both = [ids["Alice"], ids["Charlie"]]

        found = data.basis.head_to_head(both, evenings=[0, 1], sizes=[4])
        first = data.basis.head_to_head(both, evenings=[0], sizes=[4])

        [gap] = found.values()
        assert abs(gap) == 68
        assert list(first.values()) == [0]

    def test_a_match_with_a_guest_counts_for_nobody(self, club, league):
        club.evening(
            league,
            date(2025, 10, 17),
            table(club, ("Frank", "Bob", "Charlie", "Dora"), DEAL, DEAL),
        )
        assert rows_of(league)["Frank"] == (None, 34, 1, 1)

        ranked_by(league, guests="excluded_deals")

        assert rows_of(league)["Charlie"] == (1, 68, 3, Fraction(5, 2))
        assert "Frank" not in rows_of(league)

    def test_totals_and_penalties_go_on(self, club, league):
        sitting = club.sitting(*FOUR, game="bolognese", rules="ottocento")
        sitting.totals_only = True
        sitting.save()
        club.evening(league, date(2025, 10, 17), sitting)
        for name, total in zip(FOUR, (20, -20, 20, -20), strict=True):
            SittingTotal.objects.create(
                sitting=sitting, player=club.player(name), total=total, deal_count=6
            )
        evening = league.evenings.order_by("held_on").first()
        evening.penalties.create(player=club.player("Charlie"), points=-5, reason="Late")

        told = rows_of(league)

        # Nobody knows how many matches those six deals were.
        assert told["Charlie"] == (1, 68 + 20 - 5, 3, Fraction(5, 2))
        assert told["Alice"] == (2, 20, 3, Fraction(3, 2))


class TestPages:
    def test_the_standings(self, sign_in, league):
        response = sign_in("Bob").get(home(league))

        [shown] = response.context["tables"]
        assert next(row.record.player.name for row in shown.rows) == "Charlie"
        for text in ("Matches", "Matches won", "Average a match", "2½ of 3", "+68", "+22.67"):
            assertContains(response, text)
        for text in ("Contracts made", "Average a deal", "deals count"):
            assertNotContains(response, text)

    def test_before_the_first_match_is_decided(self, sign_in, club):
        league = club.league(*FOUR, game="bolognese")
        club.evening(league, FIRST, table(club, FOUR, DEAL))

        response = sign_in("Bob").get(home(league))

        assertContains(response, "The ranking starts with the first match that is decided.")
        assertContains(response, "A match counts in the standings as soon as it is decided.")
        assertContains(response, "0 matches")

    @pytest.mark.parametrize(
        ("language", "standings", "why", "rule"),
        [
            (
                "fr",
                ("Parties gagnées", "Moyenne par partie", "2½ sur 3"),
                "Toutes les donnes, aussi celles des parties non finies",
                "Les scores de toutes les parties décidées sont additionnés.",
            ),
            (
                "it",
                ("Partite vinte", "Media per partita", "2½ su 3"),
                "Tutte le mani, anche delle partite non finite",
                "I punteggi di tutte le partite decise vengono sommati.",
            ),
        ],
    )
    def test_in_every_language(self, sign_in, league, language, standings, why, rule):
        client = sign_in("Bob", language=language)

        page = client.get(home(league))
        for text in standings:
            assertContains(page, text)
        assertContains(client.get(why_path(league, "Alice")), why)
        assertContains(client.get(home(league, "rules/")), rule)

    def test_why(self, sign_in, league):
        ranked_by(league, method="average", tie_breaks=["contracts_made", "lot"])

        response = sign_in("Bob").get(why_path(league, "Charlie"))

        assertContains(response, "+68 divided by 3 matches: +22.67")
        assertContains(response, "All deals, those of unfinished matches too")
        assertNotContains(response, "deals:")

    def test_why_a_match_is_not_there_yet(self, sign_in, league):
        """The first evening has a match that waits for its end, the second has none."""
        response = sign_in("Bob").get(why_path(league, "Charlie"))

        told = response.context["why"]
        assert [[one.unfinished for one in line.tables] for line in told.evenings] == [
            ["1 match not finished"],
            ["", ""],
        ]
        assertContains(response, "1 match not finished", count=1)
        assertContains(response, "A match that is not finished counts nothing yet.", count=1)

    def test_nothing_of_it_where_all_are_decided(self, sign_in, club):
        one = club.league(*FOUR, game="bolognese")
        club.evening(one, FIRST, table(club, FOUR, DEAL, DEAL))

        assertNotContains(sign_in("Bob").get(why_path(one, "Alice")), "not finished counts")

    def test_why_they_are_level(self, sign_in, club, league):
        ranked_by(league, tie_breaks=["success_rate", "contracts_made"])

        told = sign_in("Bob").get(why_path(league, "Alice")).context["why"]

        assert "Level in everything with Dora: they share the rank." in told.neighbours

    def test_why_a_draw_decides(self, sign_in, club, league):
        """Frank wins a match of one deal by 17 and loses one: 0, with one match won of two. Dora is
        at 0 as well, and has 1½: half of one by her draw."""
        ranked_by(league, guests="ranked", tie_breaks=["contracts_made"])
        day = date(2025, 10, 17)
        won = table(club, ("Frank", "Bob", "Olivia", "Charlie"), DEAL, target=100)
        lost = table(club, ("Frank", "Bob", "Olivia", "Charlie"), LOST, target=100)
        club.evening(league, day, won, lost)

        told = sign_in("Bob").get(why_path(league, "Frank")).context["why"]

        assert told.neighbours[0] == (
            "Level with Dora, and behind by more matches won: 1 against 1½."
        )

    def test_the_settings(self, sign_in, league):
        response = sign_in("Charlie").get(home(league, "settings/"))

        for text in ("more matches won", "Matches to be ranked", "Matches with a guest count"):
            assertContains(response, text)
        assertNotContains(response, "more contracts made")

    def test_the_rules(self, sign_in, league):
        response = sign_in("Bob").get(home(league, "rules/"))

        assertContains(response, "The scores of all decided matches are added up.")
        assertContains(response, "a draw is half a match won")
        assertNotContains(response, "All deal scores")

    def test_evenings(self, sign_in, league):
        sign_in("Charlie")
        table = sign_in("Bob").get(home(league, "evenings/")).context["table"]
        rows = [row.record for row in table.rows]
        assert [(row.best, row.came) for row in rows] == [(34, 4), (34, 4)]

        evening = league.evenings.get(held_on=FIRST)
        response = sign_in("Bob").get(home(league, f"evenings/{evening.uuid}/"))
        [one] = response.context["result"].tables
        assert one.counted == "1 match"
        assert [(who.name, won) for who, won in one.rows] == [
            ("Alice", 34),
            ("Charlie", 34),
            ("Bob", -34),
            ("Dora", -34),
        ]

    def test_the_race(self, sign_in, league):
        page = sign_in("Bob").get(home(league, "race/"))

        text = " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())
        # Charlie, Alice, Dora, Bob
        assert "3 Oct. 2025 +34 +34 −34 −34 10 Oct. 2025 +68 0 0 −68" in text

    def test_the_screen(self, sign_in, league):
        page = sign_in("Bob").get(home(league, "screen/"))

        for text in ("Standings after evening 2 of 2", "+68", "−68"):
            assertContains(page, text)

    def test_the_members(self, sign_in, league):
        page = sign_in("Charlie").get(home(league, "members/"))

        assertContains(page, "everybody else who plays is its guest")

    def test_queries(self, sign_in, club, league, count_queries):
        """As many as of a season of deals (tests/views/seasons/test_standings.py), however much was
        played; one more for the matches that are not finished."""
        small = club.league(*FOUR, game="bolognese", name="small")
        club.evening(small, FIRST, table(club, FOUR, DEAL, DEAL))
        client = sign_in("Bob")

        for one in (small, league):
            assert count_queries(client, home(one)) == 23
            assert count_queries(client, why_path(one, "Alice")) == 10
            assert count_queries(client, home(one, "evenings/")) == 9


class TestOnPaper:
    def test_a_spreadsheet(self, sign_in, league):
        content = sign_in("Bob").get(home(league, "standings.csv")).content.decode("utf-8-sig")
        [head, first, *_] = list(csv.reader(io.StringIO(content)))
        told = dict(zip(head, first, strict=True))

        assert {key: told[key] for key in ("Player", "Points", "Matches", "Average a match")} == {
            "Player": "Charlie",
            "Points": "68",
            "Matches": "3",
            "Average a match": "22.67",
        }
        assert (told["Matches decided"], told["Matches won"]) == ("3", "2.50")

    def test_halves_in_spreadsheets(self, sign_in, club):
        """Two draws are a match won, as whole as one that was won."""
        league = club.league(*FOUR, game="bolognese")
        drawn = [table(club, FOUR, DEAL, LOST, target=190, tie="draw") for _ in range(2)]
        club.evening(league, FIRST, *drawn)
        club.evening(league, SECOND, table(club, FOUR, DEAL, target=100))
        client = sign_in("Bob")

        assert self.won(client, league) == (
            {"Alice": "2", "Charlie": "2", "Bob": "1", "Dora": "1"},
            {"Alice": 2, "Charlie": 2, "Bob": 1, "Dora": 1},
        )

        third = table(club, FOUR, DEAL, LOST, target=190, tie="draw")
        club.evening(league, date(2025, 10, 17), third)
        assert self.won(client, league) == (
            {"Alice": "2.50", "Charlie": "2.50", "Bob": "1.50", "Dora": "1.50"},
            {"Alice": 2.5, "Charlie": 2.5, "Bob": 1.5, "Dora": 1.5},
        )

    def won(self, client, league):
        """Matches won by name: the text in the CSV, the number in the XLSX file."""
        content = client.get(home(league, "standings.csv")).content.decode("utf-8-sig")
        told = {row["Player"]: row["Matches won"] for row in csv.DictReader(io.StringIO(content))}
        book = client.get(home(league, "standings.xlsx")).content
        head, *rows = load_workbook(io.BytesIO(book)).active.iter_rows(values_only=True)
        name, made = head.index("Player"), head.index("Matches won")
        return told, {row[name]: row[made] for row in rows}

    def test_a_printed_one(self, club, league):
        with translation.override("en"):
            page = standings_page(Actor.of_user(club.user("Bob")), league)
            told = standings_data(page, timezone.now())

        [group] = told["groups"]
        assert "Matches" in group["columns"]
        assert "Deals" not in group["columns"]

    def test_the_document_of_a_season(self, sign_in, league):
        """It has the deals, from which the matches follow."""
        told = sign_in("Charlie").get(home(league, "season.json")).json()

        tables = [one for evening in told["evenings"] for one in evening["tables"]]
        assert [len(one["deals"]) for one in tables] == [3, 2, 2]

    @pytest.mark.parametrize("told", [{"sizes": [3, 5]}, {"normalise": "own_size"}])
    def test_its_file_ranks_as_the_app(self, sign_in, league, told):
        """By the rules of a season of another game as well: there is one size."""
        ranked_by(league, **told)
        document = sign_in("Charlie").get(home(league, "season.json")).json()

        found = read_league(document).standings()

        assert rows_of(league)["Charlie"] == (1, 68, 3, Fraction(5, 2))
        assert {
            row.player: (row.rank, row.value, row.deals, row.contracts_made) for row in found.rows
        } == rows_of(league)
        assert found.settings == league_data(league).standings().settings


class TestCommand:
    """`manage.py standings`: words of matches, in English whatever language is on."""

    TEXT = """\
2025–2026
total

    Player   Value  Total  Matches  Evenings  Penalty
 1  Charlie     68     68        3         2
2=  Alice        0      0        3         2
2=  Dora         0      0        3         2
 4  Bob        −68    −68        3         2
Sum of totals 0, penalties 0
"""

    def run(self, *options):
        out = io.StringIO()
        with translation.override("fr"):
            call_command("standings", *map(str, options), stdout=out)
        return out.getvalue()

    @pytest.fixture
    def path(self, sign_in, league, tmp_path):
        def write():
            path = tmp_path / "season.json"
            path.write_bytes(sign_in("Charlie").get(home(league, "season.json")).content)
            return path

        return write

    def test_a_season_and_its_file(self, league, path):
        assert self.run("--league", league.uuid) == self.TEXT
        assert self.run("--file", path()) == self.TEXT

    def test_what_is_missing(self, league, path):
        ranked_by(league, min_deals=4)

        for text in (self.run("--league", league.uuid), self.run("--file", path())):
            assert text.splitlines()[4].endswith("1 more match")

    def test_json_counts_matches(self, league, path):
        for options in (("--league", league.uuid), ("--file", path())):
            told = json.loads(self.run(*options, "--json"))
            assert [row["deals"] for row in told["rows"]] == [3] * 4

    def test_a_table_counts_deals(self, league):
        sitting = Sitting.objects.order_by("pk").first()

        text = self.run("--table", sitting.uuid)

        # 17 in each of three deals
        assert "Deals" in text
        assert text.splitlines()[4].split() == ["1=", "Alice", "51", "51", "3", "1"]


class TestWhatStays:
    def test_published_and_closed(self, sign_in, club, league):
        league.shows_standings = True
        league.save()
        publication = publish_league(club.actor("Charlie"), league, request_id=uuid4())
        rows = publication.content["standings"]["rows"]
        assert [(row["value"], row["deals"]) for row in rows] == [(68, 3), (0, 3), (0, 3), (-68, 3)]

        Sitting.objects.update(state=SittingState.CLOSED, closed_at=timezone.now())
        league.evenings.update(state="closed")
        close_league(club.actor("Charlie"), league, request_id=uuid4())

        assert list(check_seasons()) == []
        response = sign_in("Bob").get(home(league))
        assertContains(response, "these standings are final")
        assertNotContains(response, "They are not what was stored")

    def test_an_archive_brings_it_back(self, club, league):
        """Matches are in no archive: they follow from the deals, of a closed season as well."""
        Sitting.objects.update(state=SittingState.CLOSED, closed_at=timezone.now())
        league.evenings.update(state="closed")
        close_league(club.actor("Charlie"), league, request_id=uuid4())
        ranked = rows_of(league)
        brought = set(MatchScore.objects.values_list("sitting__uuid", "number", *BROUGHT))
        content = exported(club.club)
        forget(club.club)
        assert not MatchScore.objects.exists()

        imported(content)

        assert rows_of(League.objects.get(uuid=league.uuid)) == ranked
        assert set(MatchScore.objects.values_list("sitting__uuid", "number", *BROUGHT)) == brought
        assert [*check_sittings(), *check_kept(), *check_seasons()] == []

    def test_what_visitors_see(self, client, league):
        league.shows_standings = True
        league.save()

        client.cookies["django_language"] = "en"
        response = client.get(f"/c/trois-bouts/public/{league.uuid}/")

        assertContains(response, "Matches")
        assertNotContains(response, "Deals")

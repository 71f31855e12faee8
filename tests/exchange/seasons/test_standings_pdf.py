"""The standings on paper: what is printed, and how it is laid out."""

import re
from datetime import UTC, date, datetime, timedelta
from itertools import cycle

import pytest

from clubs.core.standings.rank import LeagueSettings
from clubs.exchange.seasons.standings_pdf import evening_parts, season_standings_pdf, standings_data
from clubs.models import EveningState, Player
from clubs.queries.seasons.standings import standings_page
from tests.example_league import play_example
from tests.exchange.pages import page_count, page_size

pytestmark = pytest.mark.usefixtures("in_english")

PRINTED = datetime(2026, 5, 1, 23, 30, tzinfo=UTC)  # in Paris the day after


@pytest.fixture
def data(club):
    """data(method="best_n"): what the template is given."""
    league = play_example(club)

    def data(as_of=None, **told):
        league.standings_rules = LeagueSettings.read(told).to_json()
        page = standings_page(club.actor("Bob"), league, as_of)
        return standings_data(page, PRINTED)

    return data


def whole(text):
    """The number that is printed so."""
    return int(re.sub(r"[^\d−]", "", text).replace("−", "-"))


class TestData:
    def test_who_stands_where(self, data):
        [group] = data()["groups"]

        shown = [(row["rank"], row["name"], row["value"]) for row in group["ranked"]]
        assert shown[:2] == [("1", "Anne", "+766"), ("2", "Cléo", "+299")]
        assert [(row["rank"], row["name"], row["reason"]) for row in group["below"]] == [
            ("–", "Gina", "guest")
        ]

    def test_the_head(self, data):
        told = data()

        assert told["heading"] == "Saison d'exemple"
        assert told["facts"] == [
            ["As of", "2 May 2026"],
            ["Evenings", "4 / 4"],
            ["State", "provisional"],
        ]

    def test_each_rule_says_what_it_is_about(self, data):
        guests = (
            "Guests: Their deals count for the others. They stand below the ranking themselves."
        )

        assert guests in data()["rules"]

    def test_as_it_stood(self, data):
        told = data(date(2025, 9, 12))

        assert told["facts"][0] == ["As of", "12 September 2025"]
        assert [row["name"] for row in told["groups"][0]["ranked"]] == [
            "Cléo",
            "Anne",
            "Dino",
            "Bob",
        ]

    def test_dropped_evenings(self, data):
        """Of 197, 199, 497 and −127 the two best count."""
        told = data(method="best_n", best_n=2)
        [group] = told["groups"]

        assert told["rules"][-1] == "Scores that are struck out do not count."
        assert told["rules"][-1] not in data()["rules"]
        anne = group["ranked"][0]["evenings"]
        assert [(evening["score"], evening["dropped"]) for evening in anne] == [
            ("+197", True),
            ("+199", False),
            ("+497", False),
            ("−127", True),
        ]

    def test_each_size(self, data):
        titles = [group["title"] for group in data(normalise="own_size")["groups"]]

        assert titles == ["Deals of 3 players", "Deals of 4 players", "Deals of 5 players"]

    def test_every_row_fills_the_columns(self, data):
        for told in (data(), data(method="average"), data(carry_over=True)):
            for group in told["groups"]:
                for row in (*group["ranked"], *group["below"]):
                    cells = 3 + len(row["figures"]) + len(row["evenings"])
                    assert cells == len(group["columns"])

    def test_every_evening_is_printed_and_adds_up(self, club):
        """Fifteen evenings: eight beside the figures, seven in a table of their own."""
        league = club.league("Alice", "Bob", "Charlie", "Dora")
        tuesdays = [date(2025, 9, 2) + timedelta(weeks=week) for week in range(15)]
        for day, taker in zip(tuesdays, cycle(["Alice", "Bob"])):
            sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
            club.deal(sitting, taker=taker)
            club.evening(league, day, sitting, state=EveningState.CLOSED)

        page = standings_page(club.actor("Bob"), league)
        first, second = standings_data(page, PRINTED)["groups"]

        assert (first["title"], second["title"]) == (
            "Evenings 1 to 8 of 15",
            "Evenings 9 to 15 of 15",
        )
        assert first["columns"][-8:] + second["columns"][3:] == [
            "2 Sept.", "9 Sept.", "16 Sept.", "23 Sept.", "30 Sept.", "7 Oct.", "14 Oct.",
            "21 Oct.", "28 Oct.", "4 Nov.", "11 Nov.", "18 Nov.", "25 Nov.", "2 Dec.", "9 Dec.",
        ]  # fmt: skip
        for here, there in zip(first["ranked"], second["ranked"], strict=True):
            assert (here["rank"], here["name"]) == (there["rank"], there["name"])
            scores = [whole(cell["score"]) for cell in here["evenings"] + there["evenings"]]
            assert whole(here["value"]) == whole(there["value"]) == sum(scores) != 0

    @pytest.mark.parametrize(
        ("count", "lengths"),
        [(0, [0]), (12, [12]), (13, [7, 6]), (30, [12, 18]), (52, [12, 13, 13, 14])],
    )
    def test_evenings_in_tables_that_have_room(self, count, lengths):
        parts = evening_parts(count)

        assert [len(part) for part in parts] == lengths
        assert [at for part in parts for at in part] == list(range(count))

    def test_nothing_yet(self, club):
        page = standings_page(club.actor("Bob"), club.league())

        assert standings_data(page, PRINTED)["words"]["empty"] == "Nothing was counted yet."


def test_on_paper(club):
    """One page for seven people; a name is text, whatever it looks like."""
    league = play_example(club)
    Player.objects.filter(name="Anne").update(name="Anne #panic() $x$ [")

    page = standings_page(club.actor("Bob"), league)
    pdf = season_standings_pdf(page, printed_at=PRINTED)

    assert page_count(pdf) == 1
    assert page_size(pdf)[0] > page_size(pdf)[1]

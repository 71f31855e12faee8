"""The standings on paper: what is printed, and how it is laid out."""

from datetime import UTC, date, datetime

import pytest
from django.utils import translation

from clubs.core.standings import Settings
from clubs.exchange.standings_pdf import standings_data, standings_pdf
from clubs.models import Player
from clubs.queries.standings import standings_page
from tests.example_league import play_example
from tests.exchange.pages import page_count, page_size

PRINTED = datetime(2026, 5, 1, 23, 30, tzinfo=UTC)  # in Paris the day after


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def data(club):
    """data(method="best_n"): what the template is given."""
    league = play_example(club)

    def data(as_of=None, **told):
        league.standings_rules = Settings.read(told).to_json()
        page = standings_page(club.actor("Bob"), league, as_of)
        return standings_data(page, PRINTED)

    return data


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
        [group] = data(method="best_n", best_n=2)["groups"]

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

    def test_nothing_yet(self, club):
        page = standings_page(club.actor("Bob"), club.league())

        assert standings_data(page, PRINTED)["words"]["empty"] == "Nothing was counted yet."


def test_on_paper(club):
    """One page for seven people; a name is text, whatever it looks like."""
    league = play_example(club)
    Player.objects.filter(name="Anne").update(name="Anne #panic() $x$ [")

    page = standings_page(club.actor("Bob"), league)
    pdf = standings_pdf(page, printed_at=PRINTED)

    assert page_count(pdf) == 1
    assert page_size(pdf)[0] > page_size(pdf)[1]

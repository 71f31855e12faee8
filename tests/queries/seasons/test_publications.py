"""What is stored of a season: the example of leagues.md §3, §4, by hand."""

import json

import pytest

from clubs.models import Club, Player
from clubs.queries.seasons.publications import changes, content_now, publication_content
from tests.cast import Cast
from tests.example_league import play_example


@pytest.fixture
def content(club: Cast):
    """With names for uuids, so that one can read it; three takes are enough for a rank."""
    Club.objects.filter(pk=club.club.pk).update(least_takes=3)
    league = play_example(club)
    league.club.refresh_from_db()
    text = json.dumps(publication_content(league))
    for player in Player.objects.all():
        text = text.replace(str(player.uuid), player.name)
    return json.loads(text)


def of(name, rows):
    return next(row for row in rows if row["player"] == name)


class TestContent:
    def test_its_parts(self, content):
        assert content["version"] == 2
        assert list(content["statistics"]) == [
            "least_takes",
            "least_deals",
            "least_together",
            "club",
            "partners",
            "records",
            "players",
        ]

    def test_the_figures_of_a_player(self, content):
        """leagues.md §4.1: the column of Anne. Her worst evening was December, −127; of 6 takes she
        made all but the last; (8 + 3 + 9 + 16 + 5 − 2)/6 = 13/2."""
        anne = of("Anne", content["statistics"]["players"])
        told = {name: anne[name] for name in anne if not name.startswith("by_")}
        night = told.pop("worst_evening")
        dates = {row["evening"]: row["held_on"] for row in content["evenings"]}

        assert (dates[night["evening"]], night["value"]) == ("2025-12-12", -127)
        assert told.pop("success_interval") == pytest.approx([0.436, 0.970], abs=0.0005)
        assert told.pop("score_sd") == pytest.approx(161.55, abs=0.005)
        assert told.pop("longest_drought") == 4
        assert told.pop("comeback") == 62
        assert told == {
            "player": "Anne",
            "guest": False,
            "deals": 18,
            "plain": 0,
            "taken": 6,
            "partnered": 1,
            "defended": 11,
            "total": 766,
            "take_rate": {"hits": 6, "base": 18},
            "take_share": "17/4",
            "made": 5,
            "success_rate": {"hits": 5, "base": 6},
            "margin_mean": "13/2",
            "daring": "7/3",
            "defence_rate": {"hits": 3, "base": 11},
            "score_mean": "383/9",
            "score_mean_as_taker": "1141/6",
            "score_mean_as_partner": "-58",
            "score_mean_in_defence": "-317/11",
            "best_deal": 540,
            "worst_deal": -116,
            "longest_made_run": 5,
            "longest_failed_run": 1,
            "current_run": -1,
            "poignees": 1,
            "petit_won": 1,
            "petit_lost": 0,
            "chelems": 0,
            "evenings": 4,
            "evenings_won": 2,
            "podiums": 4,
        }
        assert [tuple(part.values())[:3] for part in anne["by_contract"]] == [
            ("prise", 2, 1),
            ("garde", 3, 3),
            ("garde_contre", 1, 1),
        ]

    def test_everybody_is_in_it(self, content):
        players = content["statistics"]["players"]

        assert {row["player"]: row["guest"] for row in players} == {
            "Anne": False,
            "Bob": False,
            "Cléo": False,
            "Dino": False,
            "Eva": False,
            "Fred": False,
            "Gina": True,
        }

    def test_the_takers_with_their_ranks(self, content):
        """By the lower bound: 3 of 3 gives 43.8 %, 5 of 6 gives 43.6 %; Fred and Gina took once."""
        takers = content["statistics"]["club"]["takers"]

        assert [row["rank"] for row in takers] == [1, 2, 3, 3, 5, None, None]
        assert [row["player"] for row in takers[:2]] == ["Cléo", "Anne"]
        assert (of("Bob", takers)["taken"], of("Bob", takers)["made"]) == (4, 2)
        assert (of("Bob", takers)["margin_mean"], of("Fred", takers)["missing"]) == ("1/4", 2)

    def test_the_partners(self, content):
        """leagues.md §4.3: Anne and Bob −97·2/12, Anne and Eva 271/3·1/11."""
        pairs = {
            tuple(sorted(row["players"])): (row["synergy"], row["shrunk"], row["rank"])
            for row in content["statistics"]["partners"]["pairs"]
        }

        assert pairs == {
            ("Anne", "Bob"): ("-97", "-97/6", None),
            ("Anne", "Eva"): ("271/3", "271/33", None),
            ("Cléo", "Eva"): ("-77", "-7", None),
        }

    def test_the_titles(self, content):
        assert [(one["title"], one["players"], one["value"]) for one in content["titles"]] == [
            ("champion", ["Anne"], "766"),
            ("second", ["Cléo"], "299"),
            ("third", ["Dino"], "-127"),
            ("best_taker", ["Cléo"], "3/3"),
            ("highest_deal", ["Anne"], "540"),
            ("largest_made", ["Anne"], "16"),
            ("best_evening", ["Anne"], "497"),
            ("longest_run", ["Anne"], "5"),
            ("most_takes", ["Anne"], "2"),
            ("biggest_comeback", ["Cléo"], "143"),
        ]


def test_nobody_is_named(club: Cast):
    text = json.dumps(publication_content(play_example(club)), ensure_ascii=False)

    assert [name for name in club.players if name in text] == []


class TestChanges:
    def test_names_and_settings_change_nothing(self, club: Cast):
        league = play_example(club)
        stored = json.loads(json.dumps(publication_content(league)))
        Player.objects.filter(name="Anne").update(name="Zoé", name_key="zoe")
        Club.objects.update(least_takes=1, least_deals=1)
        league.club.refresh_from_db()

        assert list(changes(stored, content_now(league, stored))) == []

    def test_what_differs_is_told_one_by_one(self, club: Cast):
        league = play_example(club)
        now = publication_content(league)
        stored = json.loads(json.dumps(now))
        anne = str(club.player("Anne").uuid)
        of(anne, stored["statistics"]["players"])["daring"] = "5/2"
        stored["statistics"]["club"]["stake_mean"] = "62"
        stored["titles"].pop()

        assert [tuple(found)[:2] for found in changes(stored, now)][:2] == [
            (f"daring of {anne}", '"5/2"'),
            ("stake_mean of the season", '"62"'),
        ]
        assert [found.fact for found in changes(stored, now)][2:] == ["titles"]

    def test_of_the_first_version_there_are_only_standings(self, club: Cast):
        now = publication_content(play_example(club))
        stored = {"version": 1, "standings": now["standings"]}

        assert list(changes(stored, now)) == []

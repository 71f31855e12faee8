"""Who holds which title of a season."""

from clubs.core.standings.season_titles import season_titles

NOTHING = {
    "club": {"takers": []},
    "partners": {"pairs": []},
    "records": {
        "highest_deal": None,
        "largest_made": None,
        "best_evening": None,
        "longest_run": None,
        "most_takes": None,
        "biggest_comeback": None,
    },
}


def row(player, rank, value, exact=None):
    return {"player": player, "rank": rank, "value": value, "value_exact": exact}


def told(standings, statistics=NOTHING):
    return [
        (one["title"], one["size"], one["players"], one["value"])
        for one in season_titles(standings, statistics)
    ]


def test_the_podium():
    rows = [
        row("Anne", 1, 42.56, "383/9"),
        row("Cléo", 2, 17),
        row("Dino", 3, -9),
        row("Bob", 4, -12),
    ]

    assert told({"rows": rows}) == [
        ("champion", None, ["Anne"], "383/9"),
        ("second", None, ["Cléo"], "17"),
        ("third", None, ["Dino"], "-9"),
    ]


def test_without_statistics_there_is_nothing_else():
    standings = {"rows": [row("anne", 1, 766), row("bob", 2, 12)]}

    assert [title["title"] for title in season_titles(standings, None)] == ["champion", "second"]


def test_two_champions_have_no_second_after_them():
    rows = [row("Eva", 1, 60), row("Bob", 1, 60), row("Anne", 3, 10), row("Gina", None, 90)]

    assert told({"rows": rows}) == [
        ("champion", None, ["Bob", "Eva"], "60"),
        ("third", None, ["Anne"], "10"),
    ]


def test_each_size_has_its_own():
    by_size = {"5": {"rows": [row("Bob", 1, 20)]}, "4": {"rows": [row("Anne", 1, 30)]}}

    assert told({"by_size": by_size}) == [
        ("champion", 4, ["Anne"], "30"),
        ("champion", 5, ["Bob"], "20"),
    ]


def test_nobody_was_ranked():
    assert told({"rows": [row("Anne", None, 5)]}) == []


def test_takers_share_the_first_rank():
    takers = [
        {"player": "Dino", "rank": 1, "taken": 12, "made": 8},
        {"player": "Anne", "rank": 1, "taken": 12, "made": 8},
        {"player": "Bob", "rank": 3, "taken": 20, "made": 9},
        {"player": "Eva", "rank": None, "taken": 3, "made": 3},
    ]

    assert told({"rows": []}, {**NOTHING, "club": {"takers": takers}}) == [
        ("best_taker", None, ["Anne", "Dino"], "8/12")
    ]


def test_pairs_that_earned_less_together_are_none():
    def pairs(shrunk):
        found = [
            {"players": ["Anne", "Bob"], "rank": 1, "shrunk": shrunk},
            {"players": ["Cléo", "Eva"], "rank": None, "shrunk": "40"},
        ]
        return {**NOTHING, "partners": {"pairs": found}}

    assert told({"rows": []}, pairs("27/2")) == [("best_pair", None, ["Anne", "Bob"], "27/2")]
    assert told({"rows": []}, pairs("0")) == []
    assert told({"rows": []}, pairs("-1/3")) == []


def test_who_holds_a_record():
    records = {
        **NOTHING["records"],
        "highest_deal": {"player": "Anne", "value": "540"},
        "longest_run": {"player": "Bob", "length": 5},
        "most_takes": {"player": "Bob", "value": 7},
    }

    assert told({"rows": []}, {**NOTHING, "records": records}) == [
        ("highest_deal", None, ["Anne"], "540"),
        ("longest_run", None, ["Bob"], "5"),
        ("most_takes", None, ["Bob"], "7"),
    ]

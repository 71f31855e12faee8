"""Standings of a tournament: tournaments.md §7, every worked example, and the cases beside them."""

import pytest

from clubs.core.tournaments.files import read_tournament
from clubs.core.tournaments.settings import TournamentSettings
from clubs.core.tournaments.shapes import (
    TableResult,
    TournamentBye,
    TournamentEntry,
    TournamentInput,
    TournamentPenalty,
    TournamentTieDecision,
)
from clubs.core.tournaments.standings import rank_tournament
from tests.core.tournaments.examples import example, list_of_68, ranks, small, told


def with_settings(**settings):
    document = example()
    document["tournament"] |= settings
    return document


def order(document, after=None):
    return [(place, player) for place, player, _ in ranks(document, after)]


class TestExample:
    @pytest.mark.parametrize("after", [1, 2, 3])
    def test_after_every_round(self, after):
        expected = example()["expected"]["standings"][str(after)]

        rows = told(example(), after)["rows"]

        assert [{key: row[key] for key in expected[0]} for row in rows] == expected

    @pytest.mark.parametrize("name", ["best_round", "contracts_made"])
    def test_tie_breaks(self, name):
        expected = example()["expected"][f"standings_tie_break_{name}"]

        assert order(with_settings(tie_breaks=[name])) == [
            (row["rank"], row["player"]) for row in expected
        ]

    def test_categories(self):
        expected = example()["expected"]["categories"]

        found = told(example())["categories"]

        assert list(found) == sorted(expected)
        for code, rows in found.items():
            keys = expected[code][0]
            assert [{key: row[key] for key in keys} for row in rows] == expected[code]

    def test_teams(self):
        expected = example()["expected"]["teams"]

        teams = read_tournament(example()).standings().teams

        assert [{key: getattr(team, key) for key in expected[0]} for team in teams] == expected

    def test_sums(self):
        expected = example()["expected"]

        assert told(example())["sums"] == {
            "total": expected["sum_of_totals"],
            "penalties": expected["sum_of_penalties"],
        }

    def test_the_document(self):
        found = told(example(), 2)

        assert list(found) == ["title", "rules", "rows", "sums", "teams", "categories"]
        assert found["title"] == "Tournoi d'exemple"
        assert found["rules"] == {
            "tie_breaks": [],
            "leaver_policy": "ranked_last",
            "after_round": 2,
        }
        assert list(found["rows"][2].items()) == [
            ("rank", 3),
            ("player", "P09"),
            ("number", 9),
            ("club", "L'Excuse"),
            ("rounds", [-14, 191]),
            ("penalty", -30),
            ("total", 147),  # 177 without the penalty
            ("left", False),
            ("tied", False),
        ]
        assert found["sums"] == {"total": -30, "penalties": -30}
        assert list(found["teams"][0].items()) == [
            ("rank", 1),
            ("team", "Mixte"),
            ("members", ["P10", "P13"]),
            ("total", 381),  # 339 + 42
            ("complete", True),
            ("tied", False),
        ]

    def test_before_the_first_round(self):
        found = told(example(), 0)

        assert {(row["rank"], row["total"], row["tied"]) for row in found["rows"]} == {(1, 0, True)}
        assert found["sums"] == {"total": 0, "penalties": 0}

    def test_the_list_of_68(self):
        document, rows = list_of_68()

        found = told(document)

        assert sorted(
            (row["rank"], row["player"], row["total"]) for row in found["rows"]
        ) == sorted((int(row["rank"]), row["player"], int(row["total"])) for row in rows)
        assert sum(row["tied"] for row in found["rows"]) == 6  # three pairs
        assert found["sums"] == {"total": 0, "penalties": 0}


class TestRanks:
    def test_the_next_rank_is_left_out(self):
        document = small(
            [{"A": 540, "B": 0, "C": -540}, {"D": 385, "E": -385, "F": 0}],
            [{"B": 259, "D": 0, "C": -259}, {"F": 259, "A": 0, "E": -259}],
        )

        assert order(document)[:4] == [(1, "A"), (2, "D"), (3, "B"), (3, "F")]
        assert [row["tied"] for row in told(document)["rows"]][:4] == [False, False, True, True]

    def test_in_the_fixture(self):
        assert [place for place, _ in order(example())][:5] == [1, 2, 3, 3, 5]

    def test_one_rank_is_listed_by_entry_number(self):
        document = small([{"A": 0, "B": 0, "C": 0}])
        for number, entry in zip([3, 1, 2], document["entries"], strict=True):
            entry["number"] = number

        assert order(document) == [(1, "B"), (1, "C"), (1, "A")]

    def test_the_absent_are_in_no_standings(self):
        document = small([{"A": 30, "B": 0, "C": -30}], players=["A", "B", "C", "D", "E"])
        document["entries"][3]["checked_in"] = False
        document["penalties"] = [
            {"player": "D", "points": -10, "after_round": 1, "reason": "absent without a word"}
        ]

        assert ranks(document) == [(1, "A", 30), (2, "B", 0), (2, "E", 0), (4, "C", -30)]


class TestTieBreaks:
    """A and B are tied at 60, P09 and P05 of the example at 259."""

    TWO_ROUNDS = ([{"A": 90, "B": 30, "C": -120}], [{"A": -30, "C": 0, "B": 30}])

    def test_best_round(self):
        assert order(small(*self.TWO_ROUNDS, tie_breaks=["best_round"]))[:2] == [(1, "A"), (2, "B")]

    def test_rounds_won(self):
        assert order(small(*self.TWO_ROUNDS, tie_breaks=["rounds_won"]))[:2] == [(1, "B"), (2, "A")]

    def test_last_round(self):
        assert order(small(*self.TWO_ROUNDS, tie_breaks=["last_round"]))[:2] == [(1, "B"), (2, "A")]

    def test_last_round_then_the_one_before(self):
        first = [{"A": 30, "B": 60, "C": -90}]
        second = [{"A": 30, "B": 0, "C": -30}]
        last = [{"A": 0, "B": 0, "C": 0}]
        document = small(first, second, last, tie_breaks=["last_round"])

        assert order(document)[:2] == [(1, "A"), (2, "B")]

    def test_direct(self):
        document = small(
            [{"A": 30, "B": -30, "C": 0}, {"D": 0, "E": 0, "F": 0}],
            [{"A": -30, "D": 30, "E": 0}, {"B": 30, "C": 0, "F": -30}],
            tie_breaks=["direct"],
        )

        # A and B have 0 like C and E; all four never sat at one table: no effect
        assert order(document) == [(1, "D"), (2, "A"), (2, "B"), (2, "C"), (2, "E"), (6, "F")]
        document["penalties"] = [
            {"player": player, "points": -1, "after_round": 1, "reason": "late"}
            for player in ("C", "E")
        ]
        assert order(document)[:3] == [(1, "D"), (2, "A"), (3, "B")]

    def test_fewer_penalties(self):
        document = small([{"A": 0, "B": 30, "C": -30}], tie_breaks=["fewer_penalties"])
        document["penalties"] = [{"player": "B", "points": -30, "after_round": 1, "reason": "late"}]

        assert order(document) == [(1, "A"), (2, "B"), (3, "C")]

    def test_contracts_made_where_a_slip_does_not_tell(self):
        """P09 and P05 are tied at 259; without the deals of one table nobody knows."""
        document = with_settings(tie_breaks=["contracts_made"])
        del document["rounds"][0]["tables"][0]["deals"]

        assert order(document)[2:4] == [(3, "P05"), (3, "P09")]
        rows = read_tournament(document).standings().rows
        assert [row.player for row in rows if row.poorer_rounds == (1,)] == [
            "P11",
            "P09",
            "P13",
            "P07",
        ]

    def test_lot(self):
        """`printf 7:1 | sha256sum` begins with d7a0, 7:2 with 8d8e, 7:3 with 111c."""
        document = small([{"A": 0, "B": 0, "C": 0}], tie_breaks=["lot"], seed=7)

        assert order(document) == [(1, "C"), (2, "B"), (3, "A")]

    def test_each_is_applied_to_those_still_equal(self):
        document = small(
            [{"A": 30, "B": 30, "C": -60}],
            [{"A": 0, "B": 0, "C": 0}],
            tie_breaks=["rounds_won", "best_round", "last_round"],
        )

        assert order(document) == [(1, "A"), (1, "B"), (3, "C")]

    def test_what_decided_is_told(self):
        rows = read_tournament(with_settings(tie_breaks=["best_round"])).standings().rows

        assert [(row.player, row.decision) for row in rows if row.decision] == [
            ("P05", TournamentTieDecision("best_round", 240, 191, "P09")),
            ("P09", TournamentTieDecision("best_round", 191, 240, "P05")),
        ]


class TestLeavers:
    def test_ranked_last(self):
        assert ranks(example(), 2)[3] == (4, "P07", 115)
        assert ranks(example(), 3)[-1] == (13, "P07", 115)

    def test_unranked(self):
        last = told(with_settings(leaver_policy="unranked"))["rows"][-1]

        assert (last["rank"], last["player"], last["left"], last["tied"]) == (
            None,
            "P07",
            True,
            False,
        )

    def test_keep(self):
        """115 is sixth, before the 16 of P13."""
        rows = told(with_settings(leaver_policy="keep"))["rows"]

        assert [(row["rank"], row["player"], row["left"]) for row in rows[5:7]] == [
            (6, "P07", True),
            (7, "P13", False),
        ]

    def test_more_rounds_played_first_then_by_total_and_no_tie_break(self):
        document = small(
            [{"A": 60, "B": 30, "C": -30, "D": -60}, {"E": 0, "F": 0, "G": 0, "H": 0}],
            [{"E": 0, "F": 0, "G": 0, "H": 0}, {"D": -60, "B": 30, "C": 30}],
            [{"E": 0, "F": 0, "G": 0, "H": 0}],
            tie_breaks=["lot"],
        )
        for at, last in ((0, 1), (1, 2), (2, 2), (3, 2)):
            document["entries"][at]["withdrawn_after"] = last
        document["penalties"] = [{"player": "B", "points": -60, "after_round": 2, "reason": "late"}]

        # B 60 − 60 = 0 as C; D −120; A has more, but played one round only
        assert ranks(document, 3)[4:] == [(5, "B", 0), (5, "C", 0), (7, "D", -120), (8, "A", 60)]

    def test_who_never_started(self):
        document = small([{"A": 30, "B": 0, "C": -30}], players=["A", "B", "C", "D"])
        document["entries"][3]["withdrawn_after"] = 0

        assert ranks(document)[-1] == (4, "D", 0)
        assert told(document)["rows"][-1]["rounds"] == [None]

    def test_a_substituted_entry_is_no_leaver(self):
        document = small([{"A": 30, "B": 0, "C": -30}], [{"A": -60, "B": 0, "C": 60}])
        document["entries"][0] |= {
            "name": "A. Berger",
            "withdrawn_after": 1,
            "substitutions": [{"from_round": 2, "name": "B. Calvet"}],
        }

        rows = read_tournament(document).standings().rows

        assert [(row.rank, row.name, row.left) for row in rows] == [
            (1, "C", False),
            (2, "B", False),
            (3, "A. Berger / B. Calvet", False),
        ]
        assert read_tournament(document).standings(1).rows[0].name == "A. Berger"


class TestLateMissedAndByes:
    LATE = (
        [{"A": 30, "B": 0, "C": -30}],
        [{"A": -30, "B": 0, "C": 0, "D": 30}],
    )

    def test_a_missed_round_is_null_and_scores_0(self):
        document = small(*self.LATE)

        assert ranks(document) == [(1, "D", 30), (2, "A", 0), (2, "B", 0), (4, "C", -30)]
        assert told(document)["rows"][0]["rounds"] == [None, 30]

    def test_or_what_the_tournament_says(self):
        document = small(*self.LATE, missed_round_score=-40)

        assert ranks(document)[2] == (3, "D", -10)
        assert told(document)["sums"] == {"total": -40, "penalties": 0}

    def test_late_arrivals_are_not_there_before(self):
        assert [player for _, player, _ in ranks(small(*self.LATE), 1)] == ["A", "B", "C"]

    @pytest.mark.parametrize("first_round", [None, 2])
    def test_apart(self, first_round):
        document = small(*self.LATE, late_ranking="apart")
        document["entries"][3]["first_round"] = first_round

        rows = told(document)["rows"]

        assert [(row["rank"], row["player"]) for row in rows] == [
            (1, "A"),
            (1, "B"),
            (3, "C"),
            (None, "D"),
        ]

    def test_without_rank_who_stays_stands_before_leavers(self):
        document = small(
            [{"A": 30, "B": 0, "C": -30}],
            [{"A": -30, "B": 0, "D": 30}],
            [{"A": 0, "B": 90, "D": -90}],
            late_ranking="apart",
            leaver_policy="unranked",
        )
        document["entries"][2]["withdrawn_after"] = 1

        assert ranks(document) == [(1, "B", 90), (2, "A", 0), (None, "D", -60), (None, "C", -30)]

    def test_a_bye_shows_its_score(self):
        document = small([{"A": 30, "B": 0, "C": -30}, "D"], bye_score=10)

        assert told(document)["rows"][1]["rounds"] == [10]
        assert ranks(document)[1] == (2, "D", 10)

    @pytest.mark.parametrize(
        ("scores", "average"),
        [((30, 31), 31), ((-30, -31), -31), ((30, 30), 30), ((-1, 0), -1), ((1, 0), 1), ((), 0)],
    )
    def test_average_rounds_half_away_from_zero(self, scores, average):
        rounds = [[{"A": score, "B": -score, "C": 0}] for score in scores]
        document = small(*rounds, ["A"], bye_score="average")
        document["rounds"][-1]["state"] = "validated"

        row = next(row for row in told(document)["rows"] if row["player"] == "A")
        assert (row["rounds"], row["total"]) == ([*scores, average], sum(scores) + average)

    def test_the_average_is_that_of_the_rounds_so_far(self):
        document = small(
            ["D", {"A": 0, "B": 0, "C": 0}], [{"D": 40, "A": -40, "B": 0}], bye_score="average"
        )

        rows = {after: told(document, after)["rows"] for after in (1, 2)}
        rounds = {
            after: [row["rounds"] for row in rows[after] if row["player"] == "D"] for after in rows
        }
        assert rounds == {1: [[0]], 2: [[40, 40]]}


class TestPenalties:
    def test_they_count_from_their_round_on(self):
        assert ranks(example(), 1)[7] == (8, "P09", -14)
        assert ranks(example(), 2)[2] == (3, "P09", 147)  # −14 + 191 − 30

    def test_without_it_the_third_place_is_not_shared(self):
        document = example()
        document["penalties"] = []

        assert ranks(document)[2:4] == [(3, "P09", 289), (4, "P05", 259)]

    @pytest.mark.parametrize("cancelled", [True, "The clock was wrong"])
    def test_a_cancelled_one_does_not_count(self, cancelled):
        document = example()
        document["penalties"][0]["cancelled"] = cancelled

        assert ranks(document)[2] == (3, "P09", 289)
        assert told(document)["sums"] == {"total": 0, "penalties": 0}

    def test_a_positive_one_counts_and_is_warned_about(self):
        document = example()
        document["penalties"][0]["points"] = 30

        tournament = read_tournament(document)

        assert tournament.standings().rows[2].total == 319
        assert [(one.code, one.field) for one in tournament.warnings] == [
            ("penalty_positive", "penalties[0].points")
        ]


class TestTeams:
    ROUND = ([{"A": 90, "C": -90, "E": 0}, {"B": -30, "D": 60, "F": -30}],)
    PAIRS = [
        {"name": "First", "members": ["A", "C"]},
        {"name": "Second", "members": ["B", "D"]},
        {"name": "Third", "members": ["E", "F"]},
    ]

    def teams(self, *, document=None, **settings):
        told_document = small(*self.ROUND, document={"teams": self.PAIRS}, **settings)
        return told(document or told_document)["teams"]

    def test_sums(self):
        assert [(row["rank"], row["team"], row["total"]) for row in self.teams()] == [
            (1, "Second", 30),
            (2, "First", 0),
            (3, "Third", -30),
        ]

    def test_best_n(self):
        assert [(row["team"], row["total"]) for row in self.teams(best_n=1)] == [
            ("First", 90),
            ("Second", 60),
            ("Third", 0),
        ]

    def test_shared_or_by_the_best_member(self):
        rounds = [{"A": 60, "C": -60, "E": 0}, {"B": 30, "D": -30, "F": 0}]
        document = small(rounds, document={"teams": self.PAIRS})

        rows = told(document)["teams"]
        assert [(row["rank"], row["team"], row["tied"]) for row in rows] == [
            (1, "First", True),
            (1, "Second", True),
            (1, "Third", True),
        ]

        document["tournament"]["team_tie_break"] = "best_member"
        rows = told(document)["teams"]
        assert [(row["rank"], row["team"], row["tied"]) for row in rows] == [
            (1, "First", False),
            (2, "Second", False),
            (3, "Third", False),
        ]

    def test_a_team_with_a_leaver_or_an_absent_member_comes_last(self):
        document = small(
            *self.ROUND,
            [{"A": 0, "C": 0, "E": 0, "F": 0}],
            players=["A", "B", "C", "D", "E", "F", "G", "H"],
            document={"teams": [*self.PAIRS, {"name": "Fourth", "members": ["G", "H"]}]},
        )
        document["entries"][3]["withdrawn_after"] = 1
        document["entries"][7]["checked_in"] = False

        rows = told(document)["teams"]

        assert [(row["rank"], row["team"], row["total"], row["complete"]) for row in rows] == [
            (1, "First", 0, True),
            (2, "Third", -30, True),
            (3, "Second", 30, False),
            (4, "Fourth", 0, False),
        ]
        assert [row["complete"] for row in told(document, 1)["teams"]] == [True, True, True, False]

    def test_without_teams_and_categories_the_document_has_neither(self):
        assert list(told(small(*self.ROUND))) == ["title", "rules", "rows", "sums"]


class TestCategories:
    def test_who_has_no_rank_has_none_there_either(self):
        document = with_settings(leaver_policy="unranked")

        women = told(document)["categories"]["women"]

        assert [(row["rank"], row["player"], row["overall_rank"]) for row in women[-2:]] == [
            (6, "P03", 9),
            (None, "P07", None),
        ]
        assert [row["tied"] for row in women] == [False, True, True, False, False, False, False]

    def test_by_years_of_birth(self):
        """As the file tells them: from, to, or both; and who is in by hand."""
        years = {"juniors": (2001, None), "seniors": (None, 1960), "forties": (1977, 1986)}
        document = small([{"A": 30, "B": 20, "C": 10, "D": -60}])
        document["categories"] = [
            {"code": code, "name": code, "born_from": first, "born_to": last}
            for code, (first, last) in {**years, "women": (None, None)}.items()
        ]
        for entry, born in zip(document["entries"], [1986, 2001, 1960, None], strict=True):
            entry["birth_year"] = born
        document["entries"][3]["categories"] = ["juniors"]

        found = told(document)["categories"]

        assert {
            code: [(row["rank"], row["player"]) for row in rows] for code, rows in found.items()
        } == {
            "forties": [(1, "A")],
            "juniors": [(1, "B"), (2, "D")],
            "seniors": [(1, "C")],
        }


class TestInput:
    """Keys are opaque: the database gives its own."""

    def test_from_values(self):
        entries = [
            TournamentEntry("a", 1, "Anne"),
            TournamentEntry("b", 2, "Bob"),
            TournamentEntry("c", 3, "Cléo"),
        ]
        table = TableResult(1, {"a": 60, "b": -30, "c": -30})
        penalties = [TournamentPenalty("a", -90, 1)]

        standings = rank_tournament(
            TournamentInput(entries, [table], [], penalties), TournamentSettings(), 1
        )

        assert [(row.rank, row.name, row.total) for row in standings.rows] == [
            (1, "Anne", -30),
            (1, "Bob", -30),
            (1, "Cléo", -30),
        ]

    @pytest.mark.parametrize(
        "told_input",
        [
            TournamentInput([TournamentEntry("a", 1, "Anne"), TournamentEntry("a", 2, "Bob")]),
            TournamentInput([TournamentEntry("a", 1, "Anne")], [TableResult(1, {"b": 0})]),
            TournamentInput([TournamentEntry("a", 1, "Anne")], [TableResult(1, {"a": 0})] * 2),
            TournamentInput(
                [TournamentEntry("a", 1, "Anne")],
                [TableResult(1, {"a": 0})],
                [TournamentBye(1, "a")],
            ),
            TournamentInput(
                [TournamentEntry("a", 1, "Anne")],
                byes=[TournamentBye(1, "a"), TournamentBye(1, "a")],
            ),
            TournamentInput(
                [TournamentEntry("a", 1, "Anne")], penalties=[TournamentPenalty("b", -1, 1)]
            ),
        ],
    )
    def test_contradictions(self, told_input):
        with pytest.raises(ValueError, match=r"entr|twice|two places"):
            rank_tournament(told_input, TournamentSettings(), 1)

    def test_a_round_that_the_file_does_not_have(self):
        for after in (-1, 4):
            with pytest.raises(ValueError, match="no standings"):
                read_tournament(example()).standings(after)

"""A tournament as JSON: tournaments.md §11."""

import json
from datetime import date
from uuid import UUID

from clubs.core.tournaments.files import read_tournament
from clubs.core.tournaments.settings import SlipDetail, TournamentSettings
from clubs.core.tournaments.shapes import TournamentSubstitution
from tests.core.tournaments.examples import example, refusal, small, told


class TestExample:
    def test_what_it_is(self):
        tournament = read_tournament(example())

        assert tournament.title == "Tournoi d'exemple"
        assert tournament.held_on == date(2026, 3, 14)
        assert (tournament.game.code, tournament.rules.name) == ("french", "fft")
        assert tournament.settings == TournamentSettings(
            rounds_planned=3, deals_per_round=4, seed=170, state="final"
        )
        assert (len(tournament.entries), len(tournament.rounds)) == (13, 3)
        assert (tournament.last_round, tournament.warnings) == (3, ())

    def test_entries(self):
        read = read_tournament(example()).entries[8]

        assert (read.entry.key, read.entry.number, read.entry.name) == ("P09", 9, "Inès Jolly")
        assert (read.entry.club, read.entry.categories) == ("L'Excuse", ("women", "junior"))
        assert (read.licence, read.paid, read.checked_in) == ("26-0009", True, True)
        assert read_tournament(example()).entries[6].entry.withdrawn_after == 2

    def test_slips(self):
        table = read_tournament(example()).rounds[1].tables[0]

        assert table.players == ("P07", "P01", "P08", "P12")
        assert (table.slip.mode, table.slip.state) == (SlipDetail.DEALS, "locked")
        assert [deal.is_void for deal in table.slip.deals] == [False, False, True, False, False]
        assert table.slip.deals[0].uuid == UUID("00000000-0000-4000-8000-000000000017")
        assert table.slip.scores == {"P07": 89, "P01": -151, "P08": -35, "P12": 97}
        assert table.slip.contracts_made == {"P07": 1, "P01": 0, "P08": 1, "P12": 2}

    def test_penalties_and_teams(self):
        tournament = read_tournament(example())

        assert [(read.code, read.reason, read.cancelled) for read in tournament.penalties] == [
            ("late", "Late at the table twice", False)
        ]
        assert [read.team.members for read in tournament.teams] == [
            ("P01", "P12"),
            ("P03", "P08"),
            ("P06", "P09"),
            ("P10", "P13"),
        ]

    def test_what_nobody_knows_is_kept(self):
        document = example()
        document["prizes"] = [{"place": 1, "amount": 100}]
        document["tournament"]["place"] = "Lyon"
        document["entries"][0]["badge"] = "green"
        document["entries"][0]["substitutions"] = [{"from_round": 3, "name": "Zoé", "by": "desk"}]
        document["teams"][0]["colour"] = "red"
        document["rounds"][0]["planned_start"] = "14:00"
        document["rounds"][0]["tables"][0]["room"] = "A"
        document["rounds"][0]["tables"][0]["deals"][0]["board"] = 4

        tournament = read_tournament(document)

        assert set(tournament.extra) == {"note", "expected", "prizes"}
        assert tournament.tournament_extra == {"place": "Lyon"}
        assert tournament.entries[0].extra == {"badge": "green"}
        assert tournament.entries[0].entry.substitutions == (TournamentSubstitution(3, "Zoé"),)
        assert tournament.entries[0].entry.substitutions[0].extra == {"by": "desk"}
        assert tournament.teams[0].extra == {"colour": "red"}
        assert tournament.rounds[0].extra == {"planned_start": "14:00"}
        assert tournament.rounds[0].tables[0].extra == {"room": "A"}
        assert tournament.rounds[0].tables[0].slip.deals[0].extra == {"board": 4}
        assert tournament.rounds[0].tables[0].slip.extra == {
            "entered_by": "P07",
            "confirmed_by": "P09",
        }
        assert tournament.penalties[0].extra == {"id": 1, "by": "arbiter"}

    def test_reading_changes_nothing(self):
        document = example()

        read_tournament(document)

        assert document == example()


class TestDefaults:
    def test_settings(self):
        tournament = read_tournament(small(players=["A", "B", "C"]))

        assert tournament.settings == TournamentSettings()
        assert tournament.settings.to_json() == {
            "kind": "free_deals",
            "rounds_planned": None,
            "deals_per_round": None,
            "table_sizes": [3, 4],
            "leftovers": "threes",
            "five_player_form": "called_king",
            "seating": "rotation",
            "separation": "none",
            "slip_mode": "deals",
            "seed": 0,
            "tie_breaks": [],
            "leaver_policy": "ranked_last",
            "late_ranking": "ranked",
            "missed_round_score": 0,
            "bye_score": 0,
            "best_n": None,
            "team_tie_break": None,
            "state": "draft",
        }

    def test_settings_survive_json(self):
        document = example()
        document["tournament"] |= {"seating": ["rotation", "standing"], "bye_score": "average"}
        read = read_tournament(document).settings

        assert TournamentSettings.read(json.loads(json.dumps(read.to_json()))) == read

    def test_entries(self):
        document = small([{"A": 0, "B": 0, "C": 0}], players=["C", "A", "B"])

        read = read_tournament(document).entries

        assert [(one.entry.key, one.entry.number) for one in read] == [("C", 1), ("A", 2), ("B", 3)]
        assert (read[0].checked_in, read[0].licence, read[0].entry.first_round) == (True, None, 1)

    def test_null_is_as_missing(self):
        document = small(players=["A", "B", "C"])
        document["tournament"] |= dict.fromkeys(TournamentSettings().to_json())
        document["entries"][0] |= dict.fromkeys(
            ["number", "club", "licence", "categories", "team", "paid", "checked_in", "first_round"]
        )
        document |= {"teams": None, "penalties": None}

        assert read_tournament(document).settings == TournamentSettings()


class TestRounds:
    def test_the_last_round_is_the_last_that_is_over(self):
        document = example()
        document["rounds"][2]["state"] = "playing"
        assert read_tournament(document).last_round == 2
        assert len(told(document)["rows"][0]["rounds"]) == 2

        for state in ("complete", "validated"):
            document["rounds"][2]["state"] = state
            assert read_tournament(document).last_round == 3

    def test_a_draft_keeps_the_places_of_who_left(self):
        """Until the seating is brought up to date; a published round has no such places."""
        document = example()
        document["entries"][6] |= {"withdrawn_after": 0}  # P07
        document["entries"][4] |= {"checked_in": False}  # P05
        last = {"number": 1, "state": "drawn", "tables": document["rounds"][1]["tables"]}
        document |= {"rounds": [last], "penalties": []}
        for table in last["tables"]:
            table |= {"deals": [], "slip": None, "totals": None}

        assert read_tournament(document).rounds[0].tables[0].players[0] == "P07"

        last["state"] = "published"
        assert refusal(document) == [("entry_withdrawn", "rounds[0].tables[0].players[0]")]

    def test_a_bye_of_a_draft_is_in_no_standings(self):
        """The entry is absent by then: nobody has a row for it."""
        document = example()
        document["entries"][4] |= {"checked_in": False}  # P05
        document["rounds"] = [{"number": 1, "state": "drawn", "tables": [], "byes": ["P05"]}]
        document |= {"penalties": []}

        players = {row["player"] for row in told(document)["rows"]}
        assert len(players) == 12
        assert "P05" not in players

    def test_without_states_it_is_the_last_with_scores(self):
        document = small([{"A": 0, "B": 0, "C": 0}], [{"A": 0, "B": 0, "C": 0}])
        del document["rounds"][1]["tables"][0]["totals"]

        assert read_tournament(document).last_round == 1
        assert [row["rounds"] for row in told(document, 2)["rows"]] == [[0, 0]] * 3


class TestSlipModes:
    SCORES = {"A": 120, "B": -60, "C": -60}

    def slip(self, **table):
        document = small([{"A": 0, "B": 0, "C": 0}], deals_per_round=2)
        document["rounds"][0]["tables"][0] = {"players": ["A", "B", "C"], **table}
        return document

    def test_scores(self):
        document = self.slip(deals=[{"scores": self.SCORES}, {"scores": self.SCORES}])

        slip = read_tournament(document).rounds[0].tables[0].slip

        assert (slip.mode, slip.contracts_made) == (SlipDetail.SCORES, None)
        assert slip.scores == {"A": 240, "B": -120, "C": -120}

    def test_one_deal_without_record_makes_it_scores(self):
        record = {"taker": "A", "contract": "garde", "oudlers": 2, "points": 46}  # (25+5)·2
        document = self.slip(deals=[{"record": record}, {"scores": self.SCORES}])

        slip = read_tournament(document).rounds[0].tables[0].slip

        assert (slip.mode, slip.contracts_made) == (SlipDetail.SCORES, None)
        assert slip.scores == {"A": 240, "B": -120, "C": -120}

    def test_a_deal_of_something_else_than_tarot(self):
        record = {"kind": "scores", "label": "Vachette", "scores": {"A": 30, "B": -10, "C": -20}}

        tournament = read_tournament(self.slip(deals=[{"record": record}, {"record": record}]))

        slip = tournament.rounds[0].tables[0].slip
        assert (slip.mode, slip.scores) == (SlipDetail.SCORES, {"A": 60, "B": -20, "C": -40})
        assert tournament.warnings == ()

    def test_totals(self):
        slip = read_tournament(self.slip(totals=self.SCORES, deals=[])).rounds[0].tables[0].slip

        assert (slip.mode, slip.scores, slip.deals) == (SlipDetail.TOTALS, self.SCORES, ())

    def test_nothing_yet(self):
        slip = read_tournament(self.slip(deals=[])).rounds[0].tables[0].slip

        assert (slip.mode, slip.has_content) == (SlipDetail.DEALS, False)
        assert slip.scores == {"A": 0, "B": 0, "C": 0}

    def test_the_poorer_one_is_marked(self):
        document = self.slip(totals=self.SCORES)
        for mode, marked in (("deals", (1,)), ("totals", ()), (None, ())):
            document["tournament"]["slip_mode"] = mode
            rows = read_tournament(document).standings().rows
            assert [row.poorer_rounds for row in rows] == [marked] * 3

    def test_a_slip_that_stopped_early_says_why(self):
        deals = [{"scores": self.SCORES}]
        slip = {"state": "locked"}

        assert refusal(self.slip(deals=deals, slip=slip)) == [
            ("deal_count", "rounds[0].tables[0].deals")
        ]
        slip["stopped_early"] = "The hall closed"
        assert read_tournament(self.slip(deals=deals, slip=slip)).last_round == 1

    def test_a_slip_at_work_may_have_fewer_deals_but_not_more(self):
        for count, is_sound in ((1, True), (2, True), (3, False)):
            document = self.slip(
                deals=[{"scores": self.SCORES}] * count, slip={"state": "entering"}
            )
            if is_sound:
                read_tournament(document)
            else:
                assert refusal(document) == [("deal_count", "rounds[0].tables[0].deals")]

    def test_a_deal_of_zeros_may_be_one_that_nobody_bid_on(self):
        zeros = {"scores": {"A": 0, "B": 0, "C": 0}}
        slip = {"state": "locked"}
        for deals in ([zeros, zeros], [{"scores": self.SCORES}] * 2 + [zeros]):
            read_tournament(self.slip(deals=deals, slip=slip))

    def test_scores_that_no_deal_brings_are_warned_about(self):
        document = self.slip(deals=[{"scores": {"A": 30, "B": -10, "C": -20}}])

        assert [(one.code, one.field) for one in read_tournament(document).warnings] == [
            ("score_pattern", "rounds[0].tables[0].deals[0].scores")
        ]

    def test_who_sits_out_may_be_left_out_of_the_scores(self):
        players = ["A", "B", "C", "D", "E"]
        scores = {"B": 180, "C": -60, "D": -60, "E": -60}
        document = small([dict.fromkeys(players, 0)], five_player_form="dealer_sits_out")
        document["rounds"][0]["tables"][0] = {"players": players, "deals": [{"scores": scores}]}

        assert told(document)["rows"][1]["player"] == "A"
        assert read_tournament(document).warnings == ()
        del document["tournament"]["five_player_form"]
        assert refusal(document) == [("field_missing", "rounds[0].tables[0].deals[0].scores.A")]

    def test_rules_by_name_and_as_an_object(self):
        record = {"taker": "A", "contract": "garde_contre", "oudlers": 2, "points": 46}
        document = self.slip(deals=[{"record": record}])
        found = {}
        for rules in (None, "contre-8", {"base_value": 0}):
            document["tournament"]["rules"] = rules
            slip = read_tournament(document).rounds[0].tables[0].slip
            found[str(rules)] = slip.scores["A"]

        assert list(found.values()) == [360, 480, 60]  # 30·6·2, 30·8·2, 5·6·2

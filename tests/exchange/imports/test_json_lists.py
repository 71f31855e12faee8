"""JSON lists of deals, and the season that says their game. Source: leagues.md §7.4."""

import json
from datetime import date

import pytest

from clubs.exchange.imports.choices import ImportChoices
from clubs.exchange.imports.plan import ImportFacts, make_plan
from clubs.exchange.imports.reading import open_file
from clubs.exchange.imports.words import error_message
from tests.exchange.imports.game_plans import LISCIO, QUICK, VOLTE, errors, plan_of
from tests.exchange.imports.plans import SEED

pytestmark = pytest.mark.usefixtures("in_english")


class TestJsonLists:
    """What is nested stands there as in a record; bolognese.md §8."""

    FRAME = {"date": "2025-10-10", "table": 1, "players": ["Alice", "Bob", "Charlie", "Dora"]}
    RECORD = {
        "entry": "quick",
        "quick": {
            "ns": {"sequences": {"grande": 3, "bastoni": 4}, "cricche": {}, "scartini": 40},
            "ew": {"sequences": 0, "cricche": {"re": 3}, "scartini": 47},
        },
        "last_trick": "ew",
        "accusi": [{"player": "Bob", "cards": ["DK", "SK", "CK"], "only": ["re"], "void": True}],
        "penalties": {"ns": "scartini_only"},
    }
    OF_COLUMNS = {
        "ns_sequences": {"grande": 3, "bastoni": 4},
        "ns_cricche": {},
        "ns_scartini": 40,
        "ew_sequences": 0,
        "ew_cricche": {"re": 3},
        "ew_scartini": 47,
        "last_trick": "ew",
        "accusi": RECORD["accusi"],
        "penalties": RECORD["penalties"],
    }

    def plan(self, club, *rows, **told):
        text = json.dumps([{**self.FRAME, **row} for row in rows]).encode()
        return make_plan(open_file(text), ImportChoices(**told), ImportFacts(club.club, None, SEED))

    def record(self, plan):
        assert (plan.game, errors(plan)) == ("bolognese", [])
        [deal] = plan.tables[0].deals
        return deal.record

    @pytest.mark.parametrize("row", [OF_COLUMNS, RECORD])
    def test_counts_and_declarations(self, club, row):
        """By the columns, or as the record has it."""
        assert self.record(self.plan(club, row)) == self.RECORD

    def test_headers_in_another_language(self, club):
        row = {**self.OF_COLUMNS, "Sequenze NS": self.OF_COLUMNS["ns_sequences"]}
        del row["ns_sequences"]

        assert self.record(self.plan(club, row)) == self.RECORD

    def test_headers_that_somebody_told(self, club):
        row = {**self.OF_COLUMNS, "filate": self.OF_COLUMNS["ns_sequences"]}
        del row["ns_sequences"]

        plan = self.plan(club, row, columns={"filate": "ns_sequences"})

        assert self.record(plan) == self.RECORD

    @pytest.mark.parametrize(
        "pile",
        [
            {"pile": {"pair": "ew", "cards": ["MAT", "DK", "CQ", "SA", "MO1", "D7"]}},
            {"pile": "ew", "pile_cards": ["MAT", "DK", "CQ", "SA", "MO1", "D7"]},
        ],
    )
    def test_a_pile(self, club, pile):
        record = self.record(self.plan(club, {"last_trick": "ns", **pile}))

        cards = ["MAT", "DK", "CQ", "SA", "MO1", "D7"]
        assert record["pile"] == {"pair": "ew", "cards": cards}

    def test_somebody_who_called_out(self, club):
        called = {"player": "Bob", "first15": True}
        row = {"dealer": "Bob", "called_out": called, "accusi": [{"player": "Bob", "points": 40}]}

        plan = self.plan(club, row, self.OF_COLUMNS)

        sheet = plan.sheet
        _number, cells = sheet.rows[0]
        told = dict(zip(sheet.header, cells, strict=False))
        assert (told["called_out"], told["first15"], told["accusi"]) == ("Bob", "yes", "Bob:40")
        assert errors(plan) == [(2, "called_out", "call_out_short")]

    def test_a_part_that_some_rows_have(self, club):
        """Its key is no column, and not asked about."""
        void = {"kind": "void", "void_reason": "misdeal", "quick": None}

        plan = self.plan(club, self.RECORD, void)

        assert (errors(plan), plan.deal_count, plan.step) == ([], 2, "preview")
        assert "quick" not in plan.sheet.header

    @pytest.mark.parametrize(
        ("row", "column", "code"),
        [
            ({"ns_sequences": {"sole": 3}}, "ns_sequences", "value_not_allowed"),
            ({"ns_sequences": {"grande": "tre"}}, "ns_sequences", "bad_number"),
            ({"ns_sequences": {"grande": 2}}, "ns_sequences", "sequences_impossible"),
            ({"ns_sequences": [3]}, "ns_sequences", None),  # as good as the number
            ({"accusi": [{"player": "Zoé", "points": 17}]}, "accusi", "player_unknown"),
            ({"accusi": [{"player": "Bob", "cards": "DK SK CK"}]}, "accusi", None),
            ({"accusi": [5]}, "accusi", "player_unknown"),
            ({"accusi": {"Bob": 17}}, "accusi", "player_unknown"),
        ],
    )
    def test_errors(self, club, row, column, code):
        row = {name: told for name, told in {**QUICK, **row}.items() if name != "entry"}

        plan = self.plan(club, row)

        if code is not None:
            assert (2, column, code) in errors(plan)
        assert {one[:2] for one in errors(plan)} <= {(2, column), (2, "ns_scartini")}


class TestSeasons:
    def test_a_season_of_another_game(self, club):
        league = club.league(name="Hiver", game="bolognese")

        plan = plan_of(club, VOLTE, LISCIO, LISCIO, league=league)

        assert errors(plan) == [(2, "", "game_of_league"), (3, "", "game_of_league")]
        assert error_message(plan.errors[0]) == (
            "The season Hiver is of another game. Choose another season."
        )

    def test_totals_are_of_the_game_of_the_season(self, club):
        text = b"date;player;score\n2025-10-10;Alice;3\n2025-10-10;Bob;-3\n"
        league = club.league(game="volte")

        def game_of(league, choices):
            return make_plan(open_file(text), choices, ImportFacts(club.club, league, SEED)).game

        assert game_of(None, ImportChoices()) == "french"
        assert game_of(league, ImportChoices()) == "volte"
        assert game_of(None, ImportChoices(game="bolognese")) == "bolognese"

    def test_the_days_of_the_season(self, club):
        league = club.league(game="volte", starts_on=date(2025, 11, 1))

        plan = plan_of(club, VOLTE, LISCIO, league=league)

        assert errors(plan) == [(2, "date", "date_outside_league")]

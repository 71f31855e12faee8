"""A tournament as JSON: tournaments.md §11, and one broken file for each error of
tournaments.md §12."""

import copy
import json
from contextlib import suppress
from datetime import date
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.core.problems import DealRefused
from clubs.core.tournaments.files import read_tournament
from clubs.core.tournaments.settings import SlipDetail, TournamentSettings
from clubs.core.tournaments.shapes import TournamentSubstitution
from tests.core.tournaments.examples import example, small, told

TABLE = ("rounds", 1, "tables", 2)
DEAL = (*TABLE, "deals", 0)
GONE = object()  # what is taken away


def refusal(document):
    """Codes and fields."""
    with pytest.raises(DealRefused) as refused:
        read_tournament(document)
    return [(problem.code, problem.field) for problem in refused.value.problems]


def changed(*path, to):
    """The example with one thing changed or taken away."""
    document = example()
    *way, last = path
    place = document
    for step in way:
        place = place[step]
    if to is GONE:
        del place[last]
    else:
        place[last] = to
    return document


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


BROKEN = {
    "another format": (("format",), "tarot-league/1", "import_format", "format"),
    "no format": (("format",), GONE, "import_format", "format"),
    "a newer version": (("format",), "tarot-tournament/2", "import_version", "format"),
    "no tournament": (("tournament",), GONE, "field_missing", "tournament"),
    "no name": (("tournament", "name"), " ", "field_missing", "tournament.name"),
    "a date": (("tournament", "date"), "14/03/2026", "bad_date", "tournament.date"),
    "a game": (("tournament", "game"), "whist", "game_unknown", "tournament.game"),
    "rules": (("tournament", "rules"), "ours", "rules_unknown", "tournament.rules"),
    "a rule": (
        ("tournament", "rules"),
        {"rounding": 0},
        "rules_invalid",
        "tournament.rules.rounding",
    ),
    "duplicate": (
        ("tournament", "kind"),
        "duplicate",
        "value_not_allowed",
        "tournament.kind",
    ),
    "a tie-break": (
        ("tournament", "tie_breaks"),
        ["best_round", "weight"],
        "value_not_allowed",
        "tournament.tie_breaks[1]",
    ),
    "a tie-break twice": (
        ("tournament", "tie_breaks"),
        ["lot", "lot"],
        "duplicate_entry",
        "tournament.tie_breaks[1]",
    ),
    "a bye score": (
        ("tournament", "bye_score"),
        "mean",
        "value_not_allowed",
        "tournament.bye_score",
    ),
    "a broken score": (
        ("tournament", "missed_round_score"),
        0.5,
        "field_type",
        "tournament.missed_round_score",
    ),
    "a seed": (("tournament", "seed"), 2**53, "value_not_allowed", "tournament.seed"),
    "a seating": (
        ("tournament", "seating"),
        ["rotation", "alphabet"],
        "value_not_allowed",
        "tournament.seating[1]",
    ),
    "entries": (("entries",), {}, "field_type", "entries"),
    "an entry": (("entries", 1), "P02", "field_type", "entries[1]"),
    "no id": (("entries", 1, "id"), GONE, "field_missing", "entries[1].id"),
    "an empty id": (("entries", 1, "id"), "", "player_name_invalid", "entries[1].id"),
    "an id twice": (("entries", 1, "id"), "P01", "duplicate_entry", "entries[1].id"),
    "a number twice": (("entries", 1, "number"), 1, "import_inconsistent", "entries[1].number"),
    "a number": (("entries", 1, "number"), 0, "value_not_allowed", "entries[1].number"),
    "a nameless entry": (("entries", 1, "name"), GONE, "field_missing", "entries[1].name"),
    "a licence twice": (
        ("entries", 1, "licence"),
        "26-0001",
        "licence_taken",
        "entries[1].licence",
    ),
    "checked in": (("entries", 1, "checked_in"), "yes", "field_type", "entries[1].checked_in"),
    "categories": (
        ("entries", 1, "categories"),
        ["women", 3],
        "field_type",
        "entries[1].categories[1]",
    ),
    "a withdrawal": (
        ("entries", 1, "withdrawn_after"),
        4,
        "withdraw_round",
        "entries[1].withdrawn_after",
    ),
    "a substitution": (
        ("entries", 1, "substitutions"),
        [{"name": "Zoé"}],
        "field_missing",
        "entries[1].substitutions[0].from_round",
    ),
    "a stranger in a team": (
        ("teams", 1, "members"),
        ["P03", "P99"],
        "unknown_player",
        "teams[1].members[1]",
    ),
    "in two teams": (
        ("teams", 1, "members"),
        ["P03", "P12"],
        "entry_in_two_teams",
        "teams[1].members[1]",
    ),
    "in two teams by the entry": (
        ("entries", 0, "team"),
        "Petit A",
        "entry_in_two_teams",
        "entries[0].team",
    ),
    "a team of one": (("teams", 1, "members"), ["P03"], "team_size", "teams[1].members"),
    "a team of another size": (
        ("teams", 1, "members"),
        ["P03", "P08", "P04"],
        "team_size",
        "teams[1].members",
    ),
    "a team of one by the entry": (("entries", 1, "team"), "Alone", "team_size", "entries[1].team"),
    "a captain": (("teams", 0, "captain"), "P03", "unknown_player", "teams[0].captain"),
    "a round number": (("rounds", 1, "number"), 3, "import_inconsistent", "rounds[1].number"),
    "a round state": (("rounds", 1, "state"), "done", "value_not_allowed", "rounds[1].state"),
    "a bye twice": (("rounds", 1, "byes"), ["P01"], "player_seated_twice", "rounds[1].byes[0]"),
    "a bye of a stranger": (("rounds", 1, "byes"), ["P99"], "unknown_player", "rounds[1].byes[0]"),
    "a table number": (
        (*TABLE, "number"),
        1,
        "duplicate_table_number",
        "rounds[1].tables[2].number",
    ),
    "no players": ((*TABLE, "players"), GONE, "field_missing", "rounds[1].tables[2].players"),
    "two players": (
        (*TABLE, "players"),
        ["P05", "P11"],
        "players_count",
        "rounds[1].tables[2].players",
    ),
    "a stranger": (
        (*TABLE, "players", 1),
        "P99",
        "unknown_player",
        "rounds[1].tables[2].players[1]",
    ),
    "seated twice": (
        (*TABLE, "players", 1),
        "P02",
        "player_seated_twice",
        "rounds[1].tables[2].players[1]",
    ),
    "an absent one": (
        ("entries", 4, "checked_in"),
        False,
        "not_checked_in",
        "rounds[0].tables[1].players[0]",
    ),
    "one who has left": (
        ("entries", 4, "withdrawn_after"),
        1,
        "entry_withdrawn",
        "rounds[1].tables[2].players[0]",
    ),
    "one who comes later": (
        ("entries", 4, "first_round"),
        2,
        "import_inconsistent",
        "rounds[0].tables[1].players[0]",
    ),
    "a slip state": (
        (*TABLE, "slip", "state"),
        "lost",
        "value_not_allowed",
        "rounds[1].tables[2].slip.state",
    ),
    "a slip mode": (
        (*TABLE, "slip", "mode"),
        "totals",
        "import_inconsistent",
        "rounds[1].tables[2].slip.mode",
    ),
    "a deal less": ((*TABLE, "deals", 3), GONE, "deal_count", "rounds[1].tables[2].deals"),
    "a deal number": (
        (*DEAL, "number"),
        2,
        "import_inconsistent",
        "rounds[1].tables[2].deals[0].number",
    ),
    "a uuid": ((*DEAL, "uuid"), "17", "value_not_allowed", "rounds[1].tables[2].deals[0].uuid"),
    "a uuid twice": (
        (*DEAL, "uuid"),
        "00000000-0000-4000-8000-000000000017",
        "import_inconsistent",
        "rounds[1].tables[2].deals[0].uuid",
    ),
    "a sum": (
        (*DEAL, "scores", "P05"),
        1,
        "sum_not_zero",
        "rounds[1].tables[2].deals[0].scores",
    ),
    "scores of another deal": (
        (*DEAL, "scores"),
        {"P05": 100, "P11": -50, "P06": -50},
        "import_inconsistent",
        "rounds[1].tables[2].deals[0].scores",
    ),
    "scores of a stranger": (
        (*DEAL, "scores", "P99"),
        0,
        "player_unknown",
        "rounds[1].tables[2].deals[0].scores.P99",
    ),
    "a score": (
        (*DEAL, "scores", "P05"),
        "1",
        "field_type",
        "rounds[1].tables[2].deals[0].scores.P05",
    ),
    "a stake": (
        (*DEAL, "stake"),
        1,
        "import_inconsistent",
        "rounds[1].tables[2].deals[0].stake",
    ),
    "points": (
        (*DEAL, "record", "points"),
        92,
        "points_out_of_range",
        "rounds[1].tables[2].deals[0].record.points",
    ),
    "a record without scores": (
        DEAL,
        {},
        "field_missing",
        "rounds[1].tables[2].deals[0].scores",
    ),
    "a total": ((*TABLE, "totals", "P05"), 1, "total_mismatch", "rounds[1].tables[2].totals"),
    "a total too few": (
        (*TABLE, "totals", "P05"),
        GONE,
        "field_missing",
        "rounds[1].tables[2].totals.P05",
    ),
    "a penalty of a stranger": (
        ("penalties", 0, "player"),
        "P99",
        "unknown_player",
        "penalties[0].player",
    ),
    "a penalty of 0": (("penalties", 0, "points"), 0, "penalty_zero", "penalties[0].points"),
    "a penalty after round 4": (
        ("penalties", 0, "after_round"),
        4,
        "value_not_allowed",
        "penalties[0].after_round",
    ),
    "a penalty without reason": (
        ("penalties", 0, "reason"),
        "",
        "penalty_reason_required",
        "penalties[0].reason",
    ),
    "a penalty code": (
        ("penalties", 0, "code"),
        "smile",
        "value_not_allowed",
        "penalties[0].code",
    ),
    "a cancelled penalty": (
        ("penalties", 0, "cancelled"),
        1,
        "field_type",
        "penalties[0].cancelled",
    ),
}


class TestBroken:
    @pytest.mark.parametrize(("path", "value", "code", "field"), BROKEN.values(), ids=BROKEN)
    def test_it_is_refused_at_its_place(self, path, value, code, field):
        assert refusal(changed(*path, to=value)) == [(code, field)]

    def test_totals_alone_must_sum_to_0(self):
        document = small([{"A": 30, "B": 0, "C": -20}])

        with pytest.raises(DealRefused) as refused:
            read_tournament(document)

        (problem,) = refused.value.problems
        assert (problem.code, problem.field) == ("sum_not_zero", "rounds[0].tables[0].totals")
        assert problem.params == {"difference": 10}

    def test_a_score_out_of_all_bounds(self):
        document = small([{"A": 0, "B": 0, "C": 0}])
        table = document["rounds"][0]["tables"][0]
        del table["totals"]
        table["deals"] = [{"scores": {"A": 10**6, "B": -(10**6), "C": 0}}]

        assert refusal(document) == [
            ("score_out_of_range", "rounds[0].tables[0].deals[0].scores.A")
        ]

    def test_no_more_rounds_than_can_be_drawn(self):
        read_tournament(changed("tournament", "rounds_planned", to=60))

        assert refusal(changed("tournament", "rounds_planned", to=61)) == [
            ("value_not_allowed", "tournament.rounds_planned")
        ]

    def test_every_problem_of_the_settings_is_told(self):
        document = changed("tournament", "seed", to="x")
        document["tournament"]["leftovers"] = "sixes"

        assert sorted(refusal(document)) == [
            ("field_type", "tournament.seed"),
            ("value_not_allowed", "tournament.leftovers"),
        ]


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.floats(allow_nan=False) | st.text("P01"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("P0"), inner, max_size=3),
    max_leaves=5,
)


def places(value, path=()):
    """The path of everything in a JSON value."""
    yield path
    inside = dict(enumerate(value)) if isinstance(value, list) else value
    for key, inner in inside.items() if isinstance(inside, dict) else ():
        yield from places(inner, (*path, key))


SMALLER = copy.deepcopy(example())
SMALLER.pop("expected")
SMALLER["rounds"] = SMALLER["rounds"][:1]
PLACES = [path for path in places(SMALLER) if path]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(PLACES), JUNK)
def test_anything_anywhere_is_read_or_refused(path, junk):
    document = copy.deepcopy(SMALLER)
    place = document
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = junk
    with suppress(DealRefused):
        read_tournament(document).standings()

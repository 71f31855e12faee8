"""One broken file of a tournament for each error of tournaments.md §12."""

import copy
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.core.problems import DealRefused
from clubs.core.tournaments.files import read_tournament
from tests.core.tournaments.examples import example, refusal, small

TABLE = ("rounds", 1, "tables", 2)
DEAL = (*TABLE, "deals", 0)
GONE = object()  # what is taken away


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


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(PLACES), JUNK)
def test_anything_anywhere_is_read_or_refused(path, junk):
    document = copy.deepcopy(SMALLER)
    place = document
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = junk
    with suppress(DealRefused):
        read_tournament(document).standings()

"""A league as JSON: leagues.md §7.4."""

import json
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.core.problems import DealRefused
from clubs.core.standings.league_files import parse, read_league
from clubs.core.standings.league_tables import FilePosition, LeagueFileRefused
from clubs.core.standings.rank import (
    DealResult,
    Guests,
    LeaguePenalty,
    Member,
    RankedEvening,
    TableTotal,
)
from tests.core.standings.seasons import example


def refusal(document):
    """Codes and fields, and where."""
    with pytest.raises(DealRefused) as refused:
        read_league(document)
    problems = [(problem.code, problem.field) for problem in refused.value.problems]
    return problems, getattr(refused.value, "place", None)


def first_table(document):
    return document["evenings"][0]["tables"][0]


def small(*deals, players=("Anne", "Bob", "Cléo"), **table):
    """One evening, one table."""
    table = {"players": list(players), "deals": list(deals), **table}
    return {
        "format": "tarot-league/1",
        "league": {"name": "Small"},
        "members": ["Anne", "Bob", "Cléo", "Dino", "Eva", "Fred"],
        "evenings": [{"date": "2025-09-12", "tables": [table]}],
    }


TAKEN = {"taker": "Bob", "contract": "garde", "oudlers": 2, "points": 43}  # (25+2)·2 = 54


def test_two_parts_of_an_evening_are_one():
    document = small({"record": TAKEN})
    [part] = document["evenings"]
    document["evenings"] = [{**part, "name": "Late"}, part, part]

    league = read_league(document)

    assert len(league.evenings) == 2
    assert [(deal.evening, deal.table) for deal in league.results] == [
        (0, "001"),
        (0, "002"),
        (1, "001"),
    ]


class TestExample:
    def test_members_are_numbered_before_guests(self):
        league = read_league(example())

        assert league.members[0] == Member("Anne", 1)
        assert league.members[5] == Member("Fred", 6)
        assert league.members[6] == Member("Gina", 7, is_guest=True)

    def test_evenings_results_and_title(self):
        league = read_league(example())

        assert league.title == "Saison d'exemple"
        assert league.evenings[0] == RankedEvening(date(2025, 9, 12), "2025-09-12")
        assert len(league.evenings) == 4
        assert len(league.results) == 21
        assert league.results[0] == DealResult(
            evening=0,
            table="001",
            deal=1,
            scores={"Anne": 258, "Bob": -86, "Cléo": -86, "Dino": -86},
            taker="Anne",
            is_made=True,
            contract="garde",
        )
        assert league.results[1].is_made is False
        assert [result.size for result in league.results[5:13]] == [5] * 5 + [3] * 3
        assert (league.seed, league.totals, league.penalties) == (0, (), ())

    def test_deals_of_guests_are_left_out_where_they_do_not_count(self):
        document = example()
        document["settings"]["guests"] = "excluded_deals"

        league = read_league(document)

        assert league.settings.guests is Guests.EXCLUDED_DEALS
        assert len(league.results) == 21
        assert {cell.player for cell in league.input().cells} == {
            "Anne",
            "Bob",
            "Cléo",
            "Dino",
            "Eva",
        }

    def test_the_order_of_tables_and_evenings_does_not_matter(self):
        document = example()
        document["evenings"].reverse()
        document["evenings"][1]["tables"].reverse()

        one, other = (read_league(told) for told in (example(), document))

        found = [league.standings().rows for league in (one, other)]
        assert found[0] == found[1]


class TestDeals:
    def test_without_stake_and_scores(self):
        (result,) = read_league(small({"record": TAKEN})).results

        assert result.scores == {"Anne": -54, "Bob": 108, "Cléo": -54}

    def test_a_void_one_does_not_count(self):
        void = {"kind": "void", "void_reason": "all_pass"}

        assert read_league(small({"record": void})).results == ()
        zeros = {"Anne": 0, "Bob": 0, "Cléo": 0}
        assert read_league(small({"record": void, "stake": 0, "scores": zeros})).results == ()

    def test_who_sits_out_has_not_played(self):
        told = {"record": {**TAKEN, "out": ["Dino"]}}
        document = small(told, players=("Anne", "Bob", "Cléo", "Dino"))

        (result,) = read_league(document).results
        assert (result.size, "Dino" in result.scores) == (3, False)

        for zero in ({}, {"Dino": 0}):
            told["scores"] = {"Anne": -54, "Bob": 108, "Cléo": -54, **zero}
            assert len(read_league(document).results) == 1

    def test_scores_only(self):
        scores = {"Anne": 30, "Bob": -10, "Cléo": -20}
        record = {"kind": "scores", "label": "Vachette", "scores": scores}

        for told in ({"scores": scores}, {"record": record}, {"record": record, "scores": scores}):
            (result,) = read_league(small(told)).results
            assert (result.scores, result.taker, result.is_made) == (scores, None, None)

    def test_seats_of_a_deal_of_its_own(self):
        seats = ["Bob", "Dino", "Eva"]
        for told in (
            {"record": TAKEN, "players": seats},
            {"record": {**TAKEN, "players": seats}},
            {"record": {**TAKEN, "players": seats}, "players": seats},
        ):
            (result,) = read_league(small(told)).results
            assert result.scores == {"Bob": 108, "Dino": -54, "Eva": -54}

    def test_rules_of_the_league_and_of_the_table(self):
        document = small({"record": {**TAKEN, "contract": "garde_contre"}})  # 27·6 = 162
        assert read_league(document).results[0].scores["Bob"] == 324

        document["league"]["rules"] = "contre-8"  # 27·8 = 216
        assert read_league(document).results[0].scores["Bob"] == 432

        document["league"]["rules"] = {"base_value": 0}  # 2·6 = 12
        assert read_league(document).results[0].scores["Bob"] == 24

        first_table(document)["rules"] = "fft"
        assert read_league(document).results[0].scores["Bob"] == 324


class TestTotals:
    def test_totals_with_what_is_known(self):
        document = small(totals={"Anne": 197, "Bob": -383}, deal_counts={"Anne": 5})
        first_table(document)["place_points"] = {"Anne": 6}

        league = read_league(document)

        assert league.totals == (
            TableTotal(0, "001", "Anne", 197, deals=5, place_points=6),
            TableTotal(0, "001", "Bob", -383),
        )
        assert league.results == ()

    @pytest.mark.parametrize(
        ("table", "problem"),
        [
            ({"totals": [1]}, ("field_type", "totals")),
            ({"totals": {"Zoé": 1}}, ("unknown_player", "totals.Zoé")),
            ({"totals": {"Anne": 1.5}}, ("field_type", "totals.Anne")),
            ({"totals": {"Anne": True}}, ("field_type", "totals.Anne")),
            (
                {"totals": {"Anne": 1}, "deal_counts": {"Anne": 0}},
                ("value_not_allowed", "deal_counts.Anne"),
            ),
            ({"totals": {"Anne": 1}, "deals": [{"record": TAKEN}]}, ("value_not_allowed", "deals")),
        ],
    )
    def test_refused(self, table, problem):
        document = small(**table)

        code, field = problem
        assert refusal(document) == (
            [(code, f"evenings[0].tables[0].{field}")],
            FilePosition(date(2025, 9, 12), 1),
        )


class TestPenaltiesAndMore:
    def test_penalties_belong_to_the_evening_of_their_date(self):
        document = example()
        document["penalties"] = [
            {"player": "Bob", "points": -30, "evening": "2025-11-14", "reason": "late"}
        ]

        assert read_league(document).penalties == (LeaguePenalty(2, "Bob", -30),)

    @pytest.mark.parametrize(
        ("penalty", "problem"),
        [
            ("late", ("field_type", "")),
            ({"points": -30, "evening": "2025-11-14"}, ("field_missing", ".player")),
            (
                {"player": "Zoé", "points": -30, "evening": "2025-11-14"},
                ("unknown_player", ".player"),
            ),
            ({"player": "Bob", "points": -30}, ("field_missing", ".evening")),
            (
                {"player": "Bob", "points": -30, "evening": "2025-11-15"},
                ("evening_unknown", ".evening"),
            ),
            (
                {"player": "Bob", "points": -30, "evening": "14/11/2025"},
                ("bad_date", ".evening"),
            ),
            (
                {"player": "Bob", "points": "30", "evening": "2025-11-14"},
                ("field_type", ".points"),
            ),
            ({"player": "Bob", "evening": "2025-11-14"}, ("field_missing", ".points")),
        ],
    )
    def test_penalties_that_are_refused(self, penalty, problem):
        code, field = problem
        if isinstance(penalty, dict):
            penalty = {"reason": "late", **penalty}
        problems, _ = refusal({**example(), "penalties": [penalty]})

        assert problems == [(code, f"penalties[0]{field}")]

    def test_seed_and_carried_points(self):
        document = {**example(), "carry_over": {"Bob": 50}}
        document["league"]["seed"] = 2026

        league = read_league(document)

        assert league.input().seed == 2026
        assert league.members[1] == Member("Bob", 2, carry_over=50)

    def test_settings_that_cannot_be(self):
        document = example()
        document["settings"]["best_n"] = 0

        assert refusal(document) == ([("value_not_allowed", "settings.best_n")], None)

    def test_without_settings_and_evenings(self):
        document = {
            "format": "tarot-league/1",
            "league": {"name": "New", "starts_on": "2025-09-01", "ends_on": "2026-06-30"},
            "note": "unknown key",
        }

        league = read_league(document)

        assert league.standings().rows == ()


def change(path, value):
    """The example with one value replaced; a value of `...` takes the key away."""
    document = example()
    *way, last = path
    part = document
    for key in way:
        part = part[key]
    if value is ...:
        del part[last]
    else:
        part[last] = value
    return document


FIRST_EVENING = date(2025, 9, 12)
TABLE = ("evenings", 0, "tables", 0)
DEAL = (*TABLE, "deals", 2)
IN_DEAL = "evenings[0].tables[0].deals[2]"


@pytest.mark.parametrize(
    ("path", "value", "problem", "place"),
    [
        (["format"], "tarot-league/2", ("import_version", "format"), None),
        (["format"], "tarot-tournament/1", ("import_format", "format"), None),
        (["format"], ..., ("import_format", "format"), None),
        (["league"], [], ("field_type", "league"), None),
        (["league"], ..., ("field_missing", "league"), None),
        (["league", "name"], 5, ("field_type", "league.name"), None),
        (["league", "name"], ..., ("field_missing", "league.name"), None),
        (["league", "seed"], -1, ("value_not_allowed", "league.seed"), None),
        (["league", "seed"], 2**53, ("value_not_allowed", "league.seed"), None),
        (["league", "seed"], "7", ("field_type", "league.seed"), None),
        (["league", "starts_on"], "1.9.2025", ("bad_date", "league.starts_on"), None),
        (["league", "starts_on"], 2025, ("bad_date", "league.starts_on"), None),
        (["members"], "Anne", ("field_type", "members"), None),
        (["members", 1], None, ("field_type", "members[1]"), None),
        (["members", 1], " Bob", ("player_name_invalid", "members[1]"), None),
        (["members", 1], "Anne", ("duplicate_entry", "members[1]"), None),
        (["guests", 0], "Anne", ("duplicate_entry", "guests[0]"), None),
        (["carry_over"], {"Zoé": 5}, ("unknown_player", "carry_over.Zoé"), None),
        (["carry_over"], {"Bob": "5"}, ("field_type", "carry_over.Bob"), None),
        (["evenings"], {}, ("field_type", "evenings"), None),
        (["evenings", 0], "2025-09-12", ("field_type", "evenings[0]"), None),
        (["evenings", 0, "date"], ..., ("field_missing", "evenings[0].date"), None),
        (["evenings", 0, "date"], "2025-9-12", ("bad_date", "evenings[0].date"), None),
        (["evenings", 0, "date"], "20250912", ("bad_date", "evenings[0].date"), None),
        (
            ["league", "starts_on"],
            "2025-09-13",
            ("date_outside_league", "evenings[0].date"),
            FilePosition(FIRST_EVENING),
        ),
        (
            ["league", "ends_on"],
            "2025-12-11",
            ("date_outside_league", "evenings[3].date"),
            FilePosition(date(2025, 12, 12)),
        ),
        (
            ["evenings", 0, "tables"],
            1,
            ("field_type", "evenings[0].tables"),
            FilePosition(FIRST_EVENING),
        ),
        (TABLE, [], ("field_type", "evenings[0].tables[0]"), FilePosition(FIRST_EVENING, 1)),
        (
            (*TABLE, "players"),
            ...,
            ("field_missing", "evenings[0].tables[0].players"),
            FilePosition(FIRST_EVENING, 1),
        ),
        (
            (*TABLE, "players"),
            ["Anne", "Bob"],
            ("players_count", "evenings[0].tables[0].players"),
            FilePosition(FIRST_EVENING, 1),
        ),
        (
            (*TABLE, "players", 3),
            "Zoé",
            ("unknown_player", "evenings[0].tables[0].players[3]"),
            FilePosition(FIRST_EVENING, 1),
        ),
        (
            (*TABLE, "deals"),
            {},
            ("field_type", "evenings[0].tables[0].deals"),
            FilePosition(FIRST_EVENING, 1),
        ),
        (DEAL, 7, ("field_type", IN_DEAL), FilePosition(FIRST_EVENING, 1, 3)),
        (
            (*DEAL, "record"),
            7,
            ("field_type", f"{IN_DEAL}.record"),
            FilePosition(FIRST_EVENING, 1, 3),
        ),
        (
            (*DEAL, "record", "oudlers"),
            4,
            ("oudlers_out_of_range", f"{IN_DEAL}.record.oudlers"),
            FilePosition(FIRST_EVENING, 1, 3),
        ),
        (
            (*DEAL, "record"),
            {"kind": "scores", "label": "Final", "scores": {"Eva B.": 0}},  # a dot of the name
            ("player_unknown", f"{IN_DEAL}.record.scores.Eva B."),
            FilePosition(FIRST_EVENING, 1, 3),
        ),
        (
            (*DEAL, "stake"),
            29,
            ("score_differs", f"{IN_DEAL}.stake"),
            FilePosition(FIRST_EVENING, 1, 3),
        ),
        (
            (*DEAL, "scores", "Bob"),
            -29,
            ("score_differs", f"{IN_DEAL}.scores.Bob"),
            FilePosition(FIRST_EVENING, 1, 3),
        ),
        (
            (*DEAL, "scores", "Eva"),
            0,
            ("player_unknown", f"{IN_DEAL}.scores.Eva"),
            FilePosition(FIRST_EVENING, 1, 3),
        ),
        (
            (*DEAL, "scores"),
            [1],
            ("field_type", f"{IN_DEAL}.scores"),
            FilePosition(FIRST_EVENING, 1, 3),
        ),
        (
            (*DEAL, "players"),
            "Anne",
            ("field_type", f"{IN_DEAL}.players"),
            FilePosition(FIRST_EVENING, 1, 3),
        ),
        (["league", "rules"], "fff", ("rules_unknown", "league.rules"), None),
        (["league", "game"], "belote", ("game_unknown", "league.game"), None),
        (["league", "game"], ["french"], ("game_unknown", "league.game"), None),
        (
            (*TABLE, "rules"),
            {"colour": 1},
            ("rules_invalid", "evenings[0].tables[0].rules.colour"),
            FilePosition(FIRST_EVENING, 1),
        ),
        (
            (*TABLE, "game"),
            "belote",
            ("game_unknown", "evenings[0].tables[0].game"),
            FilePosition(FIRST_EVENING, 1),
        ),
        (
            (*TABLE, "game"),
            "bolognese",
            ("game_of_league", "evenings[0].tables[0].game"),
            FilePosition(FIRST_EVENING, 1),
        ),
        (["settings"], [], ("field_type", "settings"), None),
    ],
)
def test_refused(path, value, problem, place):
    assert refusal(change(path, value)) == ([problem], place)


def test_ours_and_theirs_are_told():
    with pytest.raises(LeagueFileRefused) as refused:
        read_league(change((*DEAL, "stake"), 29))

    assert refused.value.problems[0].params == {"ours": 28, "theirs": 29}


class TestParse:
    def test_utf_8_with_or_without_a_mark(self):
        content = json.dumps({"a": "é"}, ensure_ascii=False).encode()

        assert parse(content) == parse(b"\xef\xbb\xbf" + content) == {"a": "é"}

    @pytest.mark.parametrize(
        "content", [b"", b"[]", b"{", b'{"a": NaN}', b'{"a": "\xff"}', b"[" * 50_000, b"null"]
    )
    def test_refused(self, content):
        with pytest.raises(LeagueFileRefused) as refused:
            parse(content)
        assert [problem.code for problem in refused.value.problems] == ["import_format"]


class TestRatings:
    """leagues.md §6: each table of at least four deals is an event."""

    def season(self, **settings):
        document = example()
        document["settings"] |= {"method": "rating", **settings}
        return document

    def test_the_example_is_all_provisional(self):
        """The values are those of openskill, table by table; the one of three deals is no event."""
        found = read_league(self.season()).standings()

        assert [(r.rank, r.player, r.value, r.provisional) for r in found.rows] == [
            (None, "Anne", 1287, True),
            (None, "Cléo", 1166, True),
            (None, "Dino", 1098, True),
            (None, "Eva", 1009, True),
            (None, "Bob", 877, True),
            (None, "Fred", 871, True),
            (None, "Gina", 1021, True),
        ]

    def test_as_of(self):
        league = read_league(self.season())

        early = league.standings(date(2025, 9, 12))

        assert [row.player for row in early.rows] == ["Cléo", "Anne", "Dino", "Bob"]
        assert early.rows != league.standings(date(2025, 10, 10)).rows

    def test_ranked_after_ten_tables(self):
        document = self.season()
        evening = document["evenings"][0]
        evening["tables"] = evening["tables"] * 40

        found = read_league(document).standings(date(2025, 9, 12))

        assert [(row.rank, row.player) for row in found.rows] == [
            (1, "Cléo"),
            (2, "Anne"),
            (3, "Dino"),
            (4, "Bob"),
        ]

    def test_tables_count_in_the_order_in_which_they_closed(self):
        document = self.season()
        tables = document["evenings"][2]["tables"]
        uuid = "22222222-2222-4222-8222-222222222222"
        tables[0] = {**tables[1], "deals": tables[1]["deals"][:2] * 2, "uuid": uuid}
        values = []
        for first, second in [("10:00Z", "11:00Z"), ("11:00", "10:00")]:
            tables[0]["closed_at"] = f"2025-11-14T{first}"
            tables[1]["closed_at"] = f"2025-11-14T{second}"
            values.append({row.player: row.value for row in read_league(document).standings().rows})
        tables.reverse()
        values.append({row.player: row.value for row in read_league(document).standings().rows})

        assert values[0] != values[1]
        assert values[1] == values[2]

    @pytest.mark.parametrize(
        ("field", "value", "code"),
        [
            ("uuid", 5, "field_type"),
            ("uuid", "b", "value_not_allowed"),
            ("closed_at", "late", "bad_date"),
            ("closed_at", 5, "bad_date"),
        ],
    )
    def test_refused(self, field, value, code):
        problems, place = refusal(change((*TABLE, field), value))

        assert problems == [(code, f"evenings[0].tables[0].{field}")]
        assert place == FilePosition(FIRST_EVENING, 1)


def test_place_points_to_the_hundredth():
    document = small(totals={"Anne": 5, "Bob": -5})
    first_table(document)["place_points"] = {"Anne": 8.5, "Bob": 6.67}

    league = read_league(document)

    assert [total.place_points for total in league.totals] == [Fraction(17, 2), Fraction(667, 100)]


def places(part, way=()):
    """The way to every value of a document."""
    entries = part.items() if isinstance(part, dict) else enumerate(part)
    for key, value in entries:
        yield (*way, key)
        if isinstance(value, dict | list):
            yield from places(value, (*way, key))


ANYTHING = [None, True, -1, 1.5, 10**30, "", "x", "Anne", [], [1], ["Anne"], {}, {"Anne": "x"}]
ANYTHING += ["rating", "own_size", [[]], [{}], [None], "\ud800", ...]
DOCUMENT = {key: value for key, value in example().items() if key != "expected"}


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(list(places(DOCUMENT))), st.sampled_from(ANYTHING))
def test_whatever_stands_there_it_is_read_or_refused(path, value):
    try:
        league = read_league(change(path, value))
    except DealRefused:
        return
    league.standings()

"""Columns of each game: which game a header is of, and every error of a deal at its row and column.
Source: leagues.md §7.3, §7.6; tarocco_volte.md §7; bolognese.md §11."""

import json

import pytest
from django.utils import translation

from clubs.choices import void_label
from clubs.exchange.games import FILES
from clubs.exchange.imports.choices import ImportChoices
from clubs.exchange.imports.columns import ImportKind
from clubs.exchange.imports.headers import guess_kind, read_header
from clubs.exchange.imports.plan import ImportFacts, make_plan
from clubs.exchange.imports.reading import open_file
from clubs.exchange.imports.shown import samples
from clubs.exchange.imports.values import word
from clubs.games.volte.core.records import VoidReason
from clubs.games.volte.queries import words
from clubs.games.volte.queries.typed_words import ACCUSE, CONTRACTS
from clubs.queries.games import WORDS
from tests.exchange.imports.game_plans import (
    BOLOGNESE,
    CALL,
    CARDS,
    LISCIO,
    QUICK,
    VOLTE,
    errors,
    plan_of,
)
from tests.exchange.imports.plans import SEED

pytestmark = pytest.mark.usefixtures("in_english")


class TestHeaders:
    @pytest.mark.parametrize(
        ("header", "game"),
        [
            ("date;players;taker;contract;oudlers;points", "french"),
            ("date;players;taker;contract;points", "french"),  # it may be any game with a taker
            ("date;players;taker;contract;honours;points", "volte"),
            ("data;giocatori;chi gioca da solo;contratto;onori;punti degli altri tre", "volte"),
            ("date;joueurs;preneur;contrat;honneurs au départ;points du preneur", "volte"),
            ("date;players;entry;ns_sequences;ew_sequences", "bolognese"),
            ("data;giocatori;ultima presa;tallone di;carte del tallone", "bolognese"),
            ("date;joueurs;dernier pli;séquences de Nord–Sud", "bolognese"),
        ],
    )
    def test_they_say_the_game(self, header, game):
        columns = read_header(ImportKind.DEALS, header.split(";"), {})

        assert guess_kind(header.split(";")) is ImportKind.DEALS
        assert (columns.game, columns.unknown) == (game, ())

    def test_somebody_may_say_another_one(self):
        header = ["data", "giocatori", "dichiarante", "contratto", "onori", "punti"]

        assert "oudlers" in read_header(ImportKind.DEALS, header, {}).of
        assert "honours" in read_header(ImportKind.DEALS, header, {}, "volte").of

    def test_what_was_said_of_another_game_does_not_count(self):
        """The club once said that the column "forza" has the oudlers."""
        header = ["date", "players", "honours", "defence_points", "forza"]

        assert read_header(ImportKind.DEALS, header, {"forza": "oudlers"}).of[-1] == ""
        assert read_header(ImportKind.DEALS, header, {"forza": "contract"}).of[-1] == "contract"

    @pytest.mark.parametrize("language", ["fr", "en", "it"])
    def test_a_cell_may_say_what_pages_say(self, language):
        reasons = FILES["volte"].deals.void_reasons
        with translation.override(language):
            for known, labels in (
                (CONTRACTS, words.CONTRACTS),
                (ACCUSE, words.ACCUSA_KINDS),
                (reasons, {reason: void_label(reason) for reason in VoidReason}),
            ):
                assert [word(known, str(label)) for label in labels.values()] == [*labels]


class TestVolte:
    @pytest.mark.parametrize(
        ("changed", "column", "code"),
        [
            ({"taker": ""}, "taker", "field_missing"),
            ({"taker": "Zoé"}, "taker", "taker_not_seated"),
            ({"contract": ""}, "contract", "field_missing"),
            ({"contract": "garde"}, "contract", "value_not_allowed"),
            ({"honours": ""}, "honours", "field_missing"),
            ({"honours": "due"}, "honours", "bad_number"),
            ({"honours": "4"}, "honours", "honours_out_of_range"),
            ({"points": ""}, "points", "field_missing"),
            ({"points": "41,5"}, "points", "bad_number"),
            ({"points": "92"}, "points", "points_out_of_range"),
            ({"points": "", "defence_points": "92"}, "defence_points", "points_out_of_range"),
            ({"defence_points": "45"}, "defence_points", "points_sum"),
            ({"points": "90"}, "points", "points_impossible"),
            ({"points": "91"}, "cappotto", "cappotto_missing"),
            ({"cappotto": "taker"}, "cappotto", "cappotto_points_mismatch"),
            ({"cappotto": "both"}, "cappotto", "value_not_allowed"),
            (
                {"bagatto_last": "taker", "matto_last": "defence"},
                "matto_last",
                "last_trick_conflict",
            ),
            ({"honours": "3", "matto_last": "taker"}, "matto_last", "honours_conflict"),
            ({"bagatto_last": "nord"}, "bagatto_last", "value_not_allowed"),
            ({"accuse": "Bob"}, "accuse", "value_not_allowed"),
            ({"accuse": "Bob:poker"}, "accuse", "value_not_allowed"),
            ({"accuse": "Zoé:miseria"}, "accuse", "player_unknown"),
            ({"accuse": "Bob:miseria|Bob:miseria"}, "accuse", "accusa_duplicate"),
            ({"accuse": "Bob:10|Bob:miseria"}, "accuse", "accusa_conflict"),
            ({"accuse": "Bob:13|Dora:10"}, "accuse", "accuse_trumps_exceed"),
            (
                {"accuse": "Alice:miseria|Bob:miseria|Charlie:miseria|Dora:miseria"},
                "accuse",
                "accuse_trumps_missing",
            ),
            ({"dealer": "Zoé"}, "dealer", "player_unknown"),
            ({"out": "Zoé"}, "out", "player_unknown"),
            ({"out": "Dora"}, "out", "active_count"),
            ({"kind": "void", "void_reason": "petit sec"}, "void_reason", "value_not_allowed"),
            ({"players": "Alice|Bob|Charlie"}, "players", "players_count"),
            ({"score: Alice": "94"}, "score:Alice", "score_differs"),  # (6 + 25)·1·3 = 93
        ],
    )
    def test_errors(self, club, changed, column, code):
        plan = plan_of(club, VOLTE, LISCIO, {**LISCIO, **changed})

        assert errors(plan) == [(3, column, code)]
        assert [deal.row for table in plan.tables for deal in table.deals] == [2]

    def test_words(self, club):
        plan = plan_of(
            club,
            VOLTE,
            {
                "taker": "bob",
                "contract": "Quattro volte",
                "honours": "2",
                "points": "45",
                "bagatto_last": "preneur",
                "accuse": "Dora:misère noire|charlie:10 trionfi",
                "dealer": "ALICE",
            },
        )

        assert errors(plan) == []
        assert plan.tables[0].deals[0].record == {
            "taker": "Bob",
            "contract": "quattro",
            "honours": 2,
            "points": 45,
            "bagatto_last": "taker",
            "accuse": [
                {"player": "Dora", "kind": "miseria_nera"},
                {"player": "Charlie", "kind": "trionfi_10"},
            ],
            "dealer": "Alice",
        }

    def test_the_rules_are_those_of_the_game(self, club):
        """(47 + 25)·3 by `volte-totals`, (6 + 25)·3 as it is usual."""
        row = {**LISCIO, "score: Alice": "216"}

        assert errors(plan_of(club, VOLTE, row)) == [(2, "score:Alice", "score_differs")]
        assert errors(plan_of(club, VOLTE, row, choices=ImportChoices(rules="volte-totals"))) == []
        french = plan_of(club, VOLTE, row, choices=ImportChoices(rules="fft"))
        assert errors(french) == [(2, "rules", "rules_unknown")]

    def test_a_json_list(self, club):
        row = {
            "date": "2025-10-10",
            "players": ["Alice", "Bob", "Charlie", "Dora"],
            "taker": "Alice",
            "contract": "liscio",
            "honours": 2,
            "points": 47,
            "accuse": [{"player": "Bob", "kind": "miseria"}],
        }

        contents = open_file(json.dumps([row]).encode())
        plan = make_plan(contents, ImportChoices(), ImportFacts(club.club, None, SEED))

        assert (plan.game, errors(plan)) == ("volte", [])
        assert plan.tables[0].deals[0].record["accuse"] == row["accuse"]


class TestBolognese:
    @pytest.mark.parametrize(
        ("row", "column", "code"),
        [
            ({"last_trick": "ns"}, "ns_sequences", "field_missing"),
            ({**QUICK, "last_trick": ""}, "last_trick", "field_missing"),
            ({**QUICK, "last_trick": "nord"}, "last_trick", "value_not_allowed"),
            ({**QUICK, "ns_sequences": ""}, "ns_sequences", "field_missing"),
            ({**QUICK, "ns_sequences": "molti"}, "ns_sequences", "bad_number"),
            ({**QUICK, "ns_sequences": "sole:3"}, "ns_sequences", "value_not_allowed"),
            ({**QUICK, "ns_sequences": "grande:tre"}, "ns_sequences", "bad_number"),
            ({**QUICK, "ns_sequences": "135"}, "ns_sequences", "sequences_impossible"),
            ({**QUICK, "ns_sequences": "grande:2"}, "ns_sequences", "sequences_impossible"),
            ({**QUICK, "ns_cricche": "1"}, "ns_cricche", "cricche_impossible"),
            ({**QUICK, "ew_cricche": "re:2"}, "ew_cricche", "cricche_impossible"),
            ({**QUICK, "ew_scartini": "86"}, "ew_scartini", "scartini_impossible"),
            ({**QUICK, "ew_scartini": "46"}, "ns_scartini", "scartini_sum"),
            ({**QUICK, "ns_cricche": "296"}, "ns_cricche", "cricche_conflict"),
            (
                {**QUICK, "ns_scartini": "87", "ew_scartini": "0"},
                "ns_scartini",
                "cappotto_totals",
            ),
            (
                {**QUICK, "ns_sequences": "danari:3", "ew_sequences": "danari:3"},
                "ns_sequences",
                "sequences_conflict",
            ),
            ({**QUICK, "entry": "schede"}, "entry", "value_not_allowed"),
            ({**QUICK, "entry": "quick", "pile": "ns"}, "pile", "entry_mixed"),
            ({**CARDS, "entry": "cards", "ns_cricche": "17"}, "ns_sequences", "field_missing"),
            ({**CARDS, "pile": ""}, "pile", "field_missing"),
            ({**CARDS, "pile": "sud"}, "pile", "value_not_allowed"),
            ({**CARDS, "pile_cards": "MAT DX"}, "pile_cards", "card_unknown"),
            ({**CARDS, "pile_cards": "MAT MAT DK CQ"}, "pile_cards", "card_duplicate"),
            ({**CARDS, "pile_cards": "DK"}, "pile_cards", "pile_impossible"),
            ({**CARDS, "pile_cards": "MAT DK CQ SA MO1"}, "passed_card", "passed_card_required"),
            ({**CARDS, "passed_card": "SA"}, "passed_card", "passed_card_unexpected"),
            (
                {**CARDS, "pile_cards": "MAT DK CQ SA MO1", "passed_card": "B6"},
                "passed_card",
                "passed_card_invalid",
            ),
            ({**CARDS, "pile_cards": "", "last_trick": "ew"}, "last_trick", "last_trick_cappotto"),
            ({**QUICK, "accusi": "Zoé:17"}, "accusi", "player_unknown"),
            ({**QUICK, "accusi": "Bob:17:forse"}, "accusi", "value_not_allowed"),
            ({**QUICK, "accusi": "Bob:17:only sole"}, "accusi", "value_not_allowed"),
            ({**QUICK, "accusi": "Bob:1"}, "accusi", "accuso_points_impossible"),
            ({**QUICK, "accusi": "Bob:17:only re"}, "accusi", "accuso_cards_or_points"),
            ({**QUICK, "accusi": "Bob:DK SK CF"}, "accusi", "accuso_empty"),
            ({**QUICK, "accusi": "Bob"}, "accusi", "accuso_empty"),
            ({**QUICK, "accusi": "Bob:DK SK CK:only regine"}, "accusi", "accuso_not_there"),
            ({**QUICK, "accusi": "Bob:17|Bob:17"}, "accusi", "accuso_player_twice"),
            (
                {
                    **QUICK,
                    "accusi": "Bob:ANG MON SOL LUN T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5",
                },
                "accusi",
                "accuso_too_long",
            ),
            ({**QUICK, "penalties": "sud"}, "penalties", "value_not_allowed"),
            ({**QUICK, "penalties": "ns:tutto"}, "penalties", "value_not_allowed"),
            ({**QUICK, "dealer": "Zoé"}, "dealer", "player_unknown"),
            ({**QUICK, "called_out": "Zoé"}, "called_out", "player_unknown"),
            ({**QUICK, **CALL, "accusi": "Bob:25"}, "ns_sequences", "call_out_has_result"),
            ({**CALL, "accusi": "Bob:25"}, "called_out", "call_out_short"),
            ({**CALL, "accusi": "Bob:25", "dealer": ""}, "dealer", "field_missing"),
            ({**CALL, "accusi": "Bob:25", "first15": "x"}, "first15", "call_out_turn"),
            ({**QUICK, "first15": "yes"}, "first15", "value_not_allowed"),
            ({**QUICK, "first15": "forse"}, "first15", "value_not_allowed"),
            ({"kind": "void", "void_reason": "matto_alone"}, "void_reason", "value_not_allowed"),
            ({**QUICK, "players": "Alice|Bob|Charlie"}, "players", "players_count"),
            # 60 + 40 + 6 = 106 against 25 + 17 + 47 = 89
            ({**QUICK, "score: Bob": "17"}, "score:Bob", "score_differs"),
            ({**QUICK, "ns_total": "106", "ew_total": "98"}, "ew_total", "score_differs"),
        ],
    )
    def test_errors(self, club, row, column, code):
        plan = plan_of(club, BOLOGNESE, QUICK, row)

        assert (3, column, code) in errors(plan)
        assert {one.row for one in plan.errors} == {3}
        assert [deal.row for table in plan.tables for deal in table.deals] == [2]

    def test_the_rules_may_forbid_to_call_out(self, club):
        row = {**CALL, "accusi": "Bob:25"}

        plan = plan_of(club, BOLOGNESE, row, choices=ImportChoices(rules="quattro-scartate"))

        assert errors(plan) == [(2, "called_out", "call_out_not_in_rules")]

    def test_words(self, club):
        plan = plan_of(
            club,
            BOLOGNESE,
            {
                "entry": "punti contati",
                "ns_sequences": "Grande:3|bâtons:4",
                "ns_cricche": "aucune",
                "ew_sequences": "0",
                "ew_cricche": "rois:3",
                "ew_scartini": "47",
                "last_trick": "Est–Ovest",
                "accusi": "bob:dk, sk, ck:solo re:nullo",
                "penalties": "nord–sud",
            },
        )

        assert errors(plan) == []
        assert plan.tables[0].deals[0].record == {
            "entry": "quick",
            "quick": {
                "ns": {"sequences": {"grande": 3, "bastoni": 4}, "cricche": {}},
                "ew": {"sequences": 0, "cricche": {"re": 3}, "scartini": 47},
            },
            "last_trick": "ew",
            "accusi": [
                {"player": "Bob", "cards": ["DK", "SK", "CK"], "only": ["re"], "void": True}
            ],
            "penalties": {"ns": "scartini_only"},
        }

    def test_a_deal_is_judged_with_those_before_it(self, club):
        """106 and 694 are 800: the match is won, and the next deal begins another."""
        big = {
            **QUICK,
            "ns_sequences": "550",
            "ns_cricche": "58",
            "ew_sequences": "0",
            "ew_cricche": "0",
        }  # 550 + 58 + 40 + 6 = 654
        call = {**CALL, "called_out": "Alice", "dealer": "Dora", "accusi": "Alice:40"}
        rows = [QUICK, big, call, call]

        plan = plan_of(club, BOLOGNESE, *rows)

        assert errors(plan) == [(5, "called_out", "call_out_short")]

    def test_differences_are_kept_as_a_note(self, club):
        row = {**QUICK, "ns_total": "106", "ew_total": "98"}

        plan = plan_of(club, BOLOGNESE, row, choices=ImportChoices(keeps_differences=True))

        assert plan.tables[0].deals[0].record["note"] == "In the file: Bob & Dora 98."


@pytest.mark.parametrize("game", FILES)
@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_the_sample_of_the_page_can_be_imported(club, game, language):
    with translation.override(language):
        [sample] = [one for one in samples() if one.game == WORDS[game].name]
    names = [
        "anne",
        "bob",
        "cleo",
        "dino",
        "eva",
        "ada",
        "berto",
        "nora",
        "wanda",
        "sergio",
        "elio",
    ]
    choices = ImportChoices(names=dict.fromkeys(names, "guest"))

    plan = make_plan(open_file(sample.text.encode()), choices, ImportFacts(club.club, None, SEED))

    assert (plan.game, errors(plan), plan.deal_count) == (game, [], 2)
    assert "uuid" in sample.others

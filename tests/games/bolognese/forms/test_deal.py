"""The fields of a deal of Tarocco bolognese: from a record to the form and back, and its faults."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.utils.datastructures import MultiValueDict

from clubs.core.games import get_game
from clubs.games.bolognese.forms.deal import BologneseDealForm
from clubs.queries.deals.deals import DealSeat, DealTable
from tests.paths import DATA

EXAMPLES = DATA / "bolognese_public.jsonl"
PLAYERS = ("Nora", "Wanda", "Sergio", "Elio")
GAME = get_game("bolognese")
SCARTINI = {"entry": "quick", "scartini_ew": "29", "last_trick": "ns"}
CONTEXT = ("totals_before", "deals_before")


def table(dealer: str | None = "Nora", **context: Any) -> DealTable:
    places = tuple(DealSeat(seat, name, name, 0) for seat, name in enumerate(PLAYERS))
    return DealTable(places, number=1, dealer=dealer, resting=(), context=context)


def filled(
    told: dict[str, Any], rules: object = "ottocento", at: DealTable | None = None
) -> BologneseDealForm:
    """The form as a browser sends it: a list for each field."""
    told = {"number": "1", "request_id": str(uuid4()), **told}
    data = MultiValueDict(
        {name: value if isinstance(value, list) else [value] for name, value in told.items()}
    )
    return BologneseDealForm(data, table=at or table(), game=GAME, rules=GAME.read_rules(rules))


def sent(record: dict[str, Any], at: DealTable) -> dict[str, Any]:
    """What a browser sends of a form that starts with this record."""
    form = BologneseDealForm(
        initial=BologneseDealForm.initial_of(record, at),
        table=at,
        game=GAME,
        rules=GAME.read_rules(None),
    )
    values = {name: form[name].value() for name in form.fields if name != "request_id"}
    return {
        name: "on" if value is True else value
        for name, value in values.items()
        if value not in (None, False, "")
    }


def played() -> list[Any]:
    """The examples that score; those that are refused are in test_examples.py."""
    rows = [json.loads(line) for line in EXAMPLES.read_text().splitlines() if line]
    chosen = [
        row for row in rows if "error" not in row["expect"] and row["deal"].get("kind") != "void"
    ]
    return [pytest.param(row, id=row["id"]) for row in chosen]


def split(row: dict[str, Any]) -> tuple[dict[str, Any], DealTable]:
    """The record as the program stores it, and the table that knows the match before."""
    deal = row["deal"]
    context = {name: deal[name] for name in CONTEXT if name in deal}
    if "totals_before" in context:
        context.setdefault("deals_before", 0)
    record = {name: value for name, value in deal.items() if name not in CONTEXT}
    return record, table(deal.get("dealer"), **context)


def within(expected: Any, found: Any) -> bool:
    """Is every key of what is expected there, at every depth?"""
    if isinstance(expected, dict):
        return all(key in found and within(expected[key], found[key]) for key in expected)
    if isinstance(expected, list):
        return len(expected) == len(found) and all(map(within, expected, found))
    return bool(expected == found)


@pytest.mark.parametrize("row", played())
def test_every_example_comes_back_from_its_form(row: dict[str, Any]) -> None:
    record, at = split(row)
    form = filled(sent(record, at), row.get("rules", "ottocento"), at)

    assert form.is_valid(), form.errors
    assert not form.gaps
    answer = GAME.answer(PLAYERS, form.rules, form.in_context(form.record))
    expected = {name: part for name, part in row["expect"].items() if name != "breakdown"}
    assert within(expected, json.loads(json.dumps(answer)))


@pytest.mark.parametrize("row", played())
def test_a_record_is_what_its_form_tells(row: dict[str, Any]) -> None:
    record, at = split(row)
    form = filled(sent(record, at), row.get("rules", "ottocento"), at)

    assert form.is_valid(), form.errors
    assert same(form.record) == same(record)


def same(record: dict[str, Any]) -> dict[str, Any]:
    """Cards in any order, declarations in any order, and no combination told in either way."""
    told = json.loads(json.dumps(record))
    for accuso in told.get("accusi", ()):
        accuso.get("cards", []).sort()
    told.get("accusi", []).sort(key=lambda accuso: accuso["player"])
    told.get("pile", {}).get("cards", []).sort()
    for counted in told.get("quick", {}).values():
        for part in ("sequences", "cricche"):
            counted[part] = counted[part] or 0
    return dict(told)


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("quick.ns.sequences", "sequences_ns"),
        ("quick.ew.sequences.grande", "seq_ew_grande"),
        ("quick.ns.cricche.re", "cric_ns_re"),
        ("quick.ew.scartini", "scartini_ew"),
        ("quick", None),
        ("pile.cards[2]", "cards"),
        ("pile.pair", "pile_pair"),
        ("passed_card", "passed_card"),
        ("accusi[1].cards[0]", "accuso_cards_3"),
        ("accusi[0].only[0]", "accuso_only_1"),
        ("accusi[0]", "accuso_points_1"),
        ("called_out.first15", "first15"),
        ("called_out.player", "called_out"),
        ("dealer", "dealer"),
    ],
)
def test_a_problem_is_shown_at_its_field(path: str, field: str | None) -> None:
    record = {"accusi": [{"player": "Wanda"}, {"player": "Elio"}]}

    assert filled({}).field_of(path, record) == field


def test_a_deal_asks_for_what_is_missing_in_the_order_of_the_page() -> None:
    form = filled({"entry": "quick"})
    form.is_valid()
    assert list(form.gaps) == ["scartini_ns", "last_trick"]

    form = filled({"entry": "cards"})
    form.is_valid()
    assert list(form.gaps) == ["pile_pair", "cards", "last_trick"]


def test_one_card_count_is_enough() -> None:
    form = filled(SCARTINI)

    assert form.is_valid()
    assert form.record["quick"]["ns"] == {"sequences": 0, "cricche": 0}
    # 58 + 6 against 29
    assert [delta.total for delta in form.pair_deltas()] == [64, 29]


def test_a_tally_and_a_total_of_one_pair_exclude_each_other() -> None:
    form = filled({**SCARTINI, "seq_ns_grande": "3", "sequences_ns": "10"})

    assert not form.is_valid()
    assert list(form.errors) == ["sequences_ns"]


def test_the_card_given_for_the_matto_is_asked_of_odd_piles_only() -> None:
    pile = {"entry": "cards", "pile_pair": "ew", "last_trick": "ns"}
    odd = filled({**pile, "cards": ["MAT", "DK", "CQ", "SA", "MO1"], "passed_card": "SA"})
    even = filled({**pile, "cards": ["MAT", "DK", "CQ", "SA"], "passed_card": "SA"})

    assert odd.is_valid()
    assert even.is_valid()
    assert [code for code, _name, _said in odd.passed_choices()] == ["MO1", "DK", "CQ", "SA"]
    assert odd.record["passed_card"] == "SA"
    assert even.passed_choices() == []
    assert "passed_card" not in even.record


def test_a_pile_without_a_card_is_told_as_such() -> None:
    pile = {"entry": "cards", "pile_pair": "ew", "no_cards": "on", "last_trick": "ns"}
    form = filled(pile)
    both = filled({**pile, "cards": ["MAT"]})

    assert form.is_valid(), form.errors
    assert form.record["pile"] == {"pair": "ew", "cards": []}
    # The whole pack: 275 and 148 doubled, and all 87.
    counts = [pile.count for pile in form.counted()]
    told = [(one.cards, one.sequences, one.cricche, one.scartini) for one in counts]
    assert told == [(62, 550, 296, 87), (0, 0, 0, 0)]
    assert not both.is_valid()
    assert list(both.errors) == ["no_cards"]


def test_both_piles_are_counted_while_the_cards_are_ticked() -> None:
    cards = ["MON", "SOL", "T16", "BEG", "DK", "DF", "DA", "SQ", "SC", "SF", "CF", "BC", "BA"]
    form = filled({"entry": "cards", "pile_pair": "ew", "cards": cards})
    form.is_valid()

    counts = [pile.count for pile in form.counted()]
    told = [(one.cards, one.sequences, one.cricche, one.scartini) for one in counts]
    assert told == [(48, 150, 31, 58), (14, 25, 12, 29)]  # example b06
    assert list(form.gaps) == ["last_trick"]


def test_the_verdict_says_where_the_match_stands() -> None:
    at = table(totals_before={"ns": 790, "ew": 600}, deals_before=3)
    form = filled(SCARTINI, at=at)

    assert form.is_valid()
    assert form.match_words() == {
        "ns": 854,
        "ew": 629,
        "winner": "Nora et Sergio",
        "is_decided": True,
    }
    assert "totals_before" not in form.record


def test_who_calls_out_needs_no_result() -> None:
    at = table("Elio", totals_before={"ns": 775, "ew": 790}, deals_before=5)
    aces = ["DA", "CA", "SA", "BA", "BEG", "MAT"]
    told = {"called_out": "Nora", "accuso_cards_0": aces, "dealer": "Elio", **SCARTINI}
    form = filled(told, at=at)

    assert form.is_valid(), form.errors
    assert form.record == {
        "dealer": "Elio",
        "called_out": {"player": "Nora"},
        "accusi": [{"player": "Nora", "cards": ["BEG", "MAT", "DA", "CA", "SA", "BA"]}],
    }


def test_declarations_are_told_in_the_order_of_speaking() -> None:
    points = {"accuso_points_0": "17", "accuso_points_1": "10", "accuso_points_3": "12"}
    form = filled({**SCARTINI, **points, "dealer": "Wanda"})

    assert form.is_valid(), form.errors
    assert [accuso["player"] for accuso in form.record["accusi"]] == ["Elio", "Nora", "Wanda"]
    assert form.questions == []


def test_other_seats_forget_what_was_told_of_pairs() -> None:
    form = filled({**SCARTINI, "seated": "others", "note": "late"})
    form.is_valid()

    assert form["scartini_ew"].value() in (None, "")
    assert form["note"].value() == "late"

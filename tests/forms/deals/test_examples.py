"""Every line of the example files of both Italian games, told through the form of a deal.

What a browser sends is written here by hand from the record, field by field: nothing of it comes
from the form, so that a deal that the form cannot tell would be found.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.utils.datastructures import MultiValueDict

from clubs.core.games import get_game
from clubs.forms.deals.deals import DealForm
from clubs.forms.games import FORMS
from clubs.queries.deals.deals import DealSeat, DealTable
from tests.paths import DATA

Example = dict[str, Any]
Sent = dict[str, str | list[str]]

FILES = {"bolognese": "bolognese_public.jsonl", "volte": "tarocco_volte_public.jsonl"}
SIZES = {"bolognese": 50, "volte": 42}
CONTEXT = ("totals_before", "deals_before")  # no one types them: the deals before say so
# What a form has no way to say. The form takes one count, and whose pile it was.
UNTYPED = {"v35-e-counts-do-not-add-up": "both counts"}
# Of the examples that are refused: the field that shows it; None is the form as a whole.
SHOWN_AT = {
    "b35-partner-adds-first-hand": "called_out",
    "b37-dealer-may-not-add": "called_out",
    "b40-e-scartini-sum": None,
    "b41-e-queen-ace-no-third-figure": "accuso_cards_0",
    "b42-e-odd-multiple-of-five": "sequences_ns",
    "b43-e-cricche-together": None,
    "b44-e-last-trick-in-cappotto": "last_trick",
    "b45-e-king-discarded": "cards",
    "b46-e-which-card-was-passed": "passed_card",
    "b47-e-match-over": None,
    "b48-e-card-in-two-hands": "accuso_cards_3",
    "b50-e-one-sequence-twice": None,
    "v36-e-ninety-one-without-cappotto": "cappotto",
    "v37-e-half-points": "points",
    "v38-e-too-many-trumps": "trionfi_0",
    "v39-e-trumps-and-miseria": "miseria_2",
    "v40-e-own-matto-captured": "matto_last",
    "v41-e-unknown-contract": "contract",
    "v42-e-two-sides-last-trick": "matto_last",
}
TALLIES = {"sequences": "seq", "cricche": "cric"}


def examples(game: str) -> list[Example]:
    return [json.loads(line) for line in (DATA / FILES[game]).read_text().splitlines() if line]


def rows(*, good: bool) -> list[Any]:
    return [
        pytest.param(row, id=row["id"])
        for game in FILES
        for row in examples(game)
        if ("error" not in row["expect"]) is good and row["id"] not in UNTYPED
    ]


def told(row: Example) -> DealForm:
    """The form with what a browser sends of this deal, at the table of the example."""
    deal, players = row["deal"], row["players"]
    places = tuple(DealSeat(seat, name, name, 0) for seat, name in enumerate(players))
    context = {name: deal[name] for name in CONTEXT if name in deal}
    if context:
        context.setdefault("deals_before", 0)
    table = DealTable(
        places, number=1, dealer=None, resting=tuple(deal.get("out") or ()), context=context
    )
    game = get_game(row["game"])
    sent = {"number": "1", "request_id": "6f0b2a54-8a8c-4f7e-9a30-0b6c6f0e5d11", **common(deal)}
    if deal.get("kind") != "void":
        sent |= SENT[row["game"]](deal, players)
    data = MultiValueDict({name: v if isinstance(v, list) else [v] for name, v in sent.items()})
    form = FORMS[row["game"]].deal(
        data, table=table, game=game, rules=game.read_rules(row.get("rules"))
    )
    assert set(sent) <= set(form.fields)
    return form


def common(deal: Mapping[str, Any]) -> Sent:
    names = ("dealer", "note", "void_reason")
    sent: Sent = {name: deal[name] for name in names if deal.get(name)}
    return {**sent, "out": deal["out"]} if deal.get("out") else sent


def volte_sent(deal: Mapping[str, Any], players: list[str]) -> Sent:
    names = ("taker", "contract", "bagatto_last", "matto_last", "cappotto")
    sent: Sent = {name: deal[name] for name in names if deal.get(name)}
    sent["honours"] = str(deal["honours"])
    by_taker = deal.get("points") is not None
    sent["points"] = str(deal["points" if by_taker else "defence_points"])
    sent["counted"] = "taker" if by_taker else "defence"
    for accusa in deal.get("accuse") or ():
        seat, kind = players.index(accusa["player"]), accusa["kind"]
        if kind.startswith("trionfi"):
            sent[f"trionfi_{seat}"] = kind
        else:
            sent[f"miseria_{seat}"] = [*sent.get(f"miseria_{seat}", []), kind]
    return sent


def bolognese_sent(deal: Mapping[str, Any], players: list[str]) -> Sent:
    names = ("last_trick", "passed_card")
    sent: Sent = {name: deal[name] for name in names if deal.get(name)}
    sent["entry"] = deal.get("entry") or "quick"  # one of the two is always chosen
    for pair, counted in (deal.get("quick") or {}).items():
        sent |= dict(counts_sent(pair, counted))
    if pile := deal.get("pile"):
        cards: Sent = {"cards": pile["cards"]} if pile["cards"] else {"no_cards": "on"}
        sent |= {"pile_pair": pile["pair"], **cards}
    for accuso in deal.get("accusi") or ():
        sent |= dict(accuso_sent(accuso, players.index(accuso["player"])))
    if deal.get("penalties"):
        sent["penalties"] = list(deal["penalties"])
    if called := deal.get("called_out"):
        sent["called_out"] = called["player"]
        sent |= {"first15": "on"} if called.get("first15") else {}
    return sent


def counts_sent(pair: str, counted: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for part, cells in TALLIES.items():
        if isinstance(counted[part], Mapping):
            yield from ((f"{cells}_{pair}_{name}", str(n)) for name, n in counted[part].items())
        else:
            yield f"{part}_{pair}", str(counted[part])
    if counted.get("scartini") is not None:
        yield f"scartini_{pair}", str(counted["scartini"])


def accuso_sent(accuso: Mapping[str, Any], seat: int) -> Iterator[tuple[str, str | list[str]]]:
    if accuso.get("points") is not None:
        yield f"accuso_points_{seat}", str(accuso["points"])
    yield from (
        (f"accuso_{part}_{seat}", accuso[part]) for part in ("cards", "only") if part in accuso
    )
    if accuso.get("void"):
        yield f"accuso_void_{seat}", "on"


SENT = {"bolognese": bolognese_sent, "volte": volte_sent}


def within(expected: Any, found: Any) -> bool:
    """Is every key of what is expected there, at every depth?"""
    if isinstance(expected, dict):
        return all(key in found and within(expected[key], found[key]) for key in expected)
    if isinstance(expected, list):
        return len(expected) == len(found) and all(map(within, expected, found))
    return bool(expected == found)


@pytest.mark.parametrize("row", rows(good=True))
def test_the_form_tells_what_the_specification_scores(row: Example) -> None:
    form = told(row)

    assert form.is_valid(), form.errors
    assert form.gaps == {}
    record = form.in_context(form.to_record())
    answer = form.game.answer(row["players"], form.rules, record)
    assert within(row["expect"], json.loads(json.dumps(answer)))


@pytest.mark.parametrize("row", rows(good=False))
def test_what_cannot_be_is_refused_where_it_was_told(row: Example) -> None:
    form = told(row)

    assert not form.is_valid()
    faults = form.errors.as_data()
    assert list(faults) == [SHOWN_AT[row["id"]] or "__all__"]
    (errors,) = faults.values()
    assert row["expect"]["error"] in {error.code for error in errors}


@pytest.mark.parametrize("game", FILES)
def test_the_files_are_complete(game: str) -> None:
    assert len(examples(game)) == SIZES[game]


def test_little_cannot_be_typed() -> None:
    refused = {row["id"] for g in FILES for row in examples(g) if "error" in row["expect"]}

    assert refused == {*UNTYPED, *SHOWN_AT}

"""The scorers of the phone (static/js/score) against core: the public examples, and
random deals; `python -m benchmarks.phone_scores` tries 100,000 of each game."""

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import fields
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from benchmarks.phone_scores import GAMES, SITE, differences, open_scorers
from benchmarks.random_deals import random_deals
from clubs.core.games import get_game
from clubs.core.problems import DealRefused
from clubs.core.rule_settings import Member, Profile, paths_of

EXAMPLES = Path(__file__).parents[2] / "data"
UNREAD = ("field_", "value_not_allowed", "players_", "player_name", "rules_")  # codes begin so
CAN_COUNT = f"""async ([tables, game]) => {{
    const {{ canCount }} = await import("{SITE}/score/score.js");
    await import(`{SITE}/games/${{game}}.js`);
    return tables.map(canCount);
}}"""


def _lines(name: str) -> list[str]:
    return (EXAMPLES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


def _complete(line: dict[str, object]) -> dict[str, object] | None:
    """The example with every setting of its rules; None for one that no form could send."""
    expected = line["expect"]
    assert isinstance(expected, dict)
    deal = line["deal"]
    assert isinstance(deal, dict)
    if expected.get("error", "").startswith(UNREAD) or deal.get("kind") == "void":
        return None
    game = str(line.get("game", "french"))
    try:
        rules = get_game(game).read_rules(line.get("rules"))
    except DealRefused:
        return None
    return {**line, "game": game, "rules": rules.to_json()}


@pytest.fixture(scope="module")
def scorers(browser: Browser) -> Iterator[Page]:
    """A page that keeps nothing of the deals that it is asked about."""
    page = browser.new_page()
    open_scorers(page)
    yield page
    page.close()


@pytest.mark.parametrize("game", GAMES)
def test_random_deals(scorers, game):
    assert differences(scorers, random_deals(game, 300, seed=2026)) == []


def _rules_that_count(game: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The usual rules as a page has them, and the same once with each value of each choice."""
    usual = get_game(game).read_rules(None)
    of_every_game = {field.name for field in fields(Profile)}
    rules = {k: v for k, v in usual.to_json().items() if k not in of_every_game}
    found = []
    for path, kind in paths_of(type(usual).settings()):
        *group, name = path.split(".")
        if isinstance(kind, Member) and path.split(".")[0] in rules:
            for value in kind.enumeration:
                changed = deepcopy(rules)
                reduce(getitem, group, changed)[name] = value.value
                found.append(changed)
    return rules, found


@pytest.mark.parametrize("game", GAMES)
def test_every_setting_is_known_and_no_other(scorers, game):
    usual, each = _rules_that_count(game)
    first = next(iter(usual))
    mode = next(name for name, value in usual.items() if isinstance(value, str))
    unknown = [
        {**usual, "of_tomorrow": 50},
        {**usual, mode: "squared"},
        {name: value for name, value in usual.items() if name != first},
    ]

    def counted(rules: list[dict[str, Any]]) -> list[bool]:
        return scorers.evaluate(CAN_COUNT, [[{"game": game, "rules": one} for one in rules], game])

    assert counted([usual, *each]) == [True] * (len(each) + 1)
    assert len(each) > 6
    assert counted(unknown) == [False] * 3


@pytest.mark.parametrize("name", ["deals_public", "tarocco_volte_public", "bolognese_public"])
def test_examples(scorers, name):
    """Those that were played and whose record can be read: a form sends no other."""
    lines = [_complete(json.loads(line)) for line in _lines(name)]
    known = [line for line in lines if line]

    assert len(known) > len(lines) / 2
    assert differences(scorers, known) == []

"""The scorers of the phone (static/js/score) against core: the public examples, and
random deals; `python -m benchmarks.phone_scores` tries 100,000 of each game."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from benchmarks.phone_scores import GAMES, differences, open_scorers
from benchmarks.random_deals import random_deals
from clubs.core.games import get_game
from clubs.core.problems import DealRefused

EXAMPLES = Path(__file__).parents[2] / "data"
UNREAD = ("field_", "value_not_allowed", "players_", "player_name", "rules_")  # codes begin so


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


@pytest.fixture
def scorers(page: Page) -> Page:
    open_scorers(page)
    return page


@pytest.mark.parametrize("game", GAMES)
def test_random_deals(scorers, game):
    assert differences(scorers, random_deals(game, 1000, seed=2026)) == []


@pytest.mark.parametrize("name", ["deals_public", "tarocco_volte_public", "bolognese_public"])
def test_examples(scorers, name):
    """Those that were played and whose record can be read: a form sends no other."""
    lines = [_complete(json.loads(line)) for line in _lines(name)]
    known = [line for line in lines if line]

    assert len(known) > len(lines) / 2
    assert differences(scorers, known) == []

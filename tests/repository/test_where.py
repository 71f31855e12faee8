"""docs/specification/where.md: what it names exists, and no tie-break or setting is missing."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache

import pytest

from clubs.core.seating.shapes import SeatingMethod
from clubs.core.standings import settings as seasons
from clubs.core.tournaments import settings as tournaments
from clubs.games.bolognese.core.rules import BologneseRules
from clubs.games.french.core.rules import FrenchRules
from clubs.games.volte.core.rules import VolteRules
from tests.paths import ROOT

PAGE = (ROOT / "docs/specification/where.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (.+?) \| \w+\.md [^ ]+ \| `(.+?)` \| `(.+?)` \| .+ \|$", re.MULTILINE)
PARTS = {part.partition("\n")[0]: part for part in PAGE.split("\n## ")[1:]}


@cache
def defined(path: str) -> frozenset[str]:
    """The names that a module defines, methods as Class.method."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(names(tree.body))


def names(body: list[ast.stmt], before: str = "") -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield before + node.name
        if isinstance(node, ast.ClassDef):
            yield from names(node.body, f"{node.name}.")
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (before + target.id for target in targets if isinstance(target, ast.Name))


def exists(named: str) -> bool:
    path, _, name = named.partition(":")
    return (ROOT / path).is_file() and name in defined(path)


def rules_of(title: str) -> set[str]:
    """What is in code marks in the first column of a part."""
    return {word for row in ROW.finditer(PARTS[title]) for word in re.findall(r"`(\w+)`", row[1])}


def test_code_and_tests_exist():
    named = [name for row in ROW.finditer(PAGE) for name in row.groups()[1:]]

    assert [name for name in named if not exists(name)] == []
    assert not exists("clubs/core/standings/ties.py:coin")
    assert not exists("clubs/core/standings/tie.py:lot")


def test_every_line_of_a_table_is_a_row():
    lines = [line for line in PAGE.splitlines() if line.startswith("| ")]
    headings = [line for line in lines if line.startswith(("| Rule |", "| --- |"))]

    assert len(ROW.findall(PAGE)) == len(lines) - len(headings)


@pytest.mark.parametrize(
    ("titles", "told"),
    [
        (
            ["Standings of a season"],
            [field.name for field in fields(seasons.LeagueSettings)]
            + [
                *seasons.RankingMethod,
                *seasons.Normalise,
                *seasons.Guests,
                *seasons.LeagueTieBreak,
            ],
        ),
        (
            ["Tournaments: settings and standings", "Tournaments: seating"],
            [field.name for field in fields(tournaments.TournamentSettings)]
            + [*tournaments.TournamentTieBreak, *tournaments.LeaverPolicy, *SeatingMethod],
        ),
        (["French tarot: the profile", "Money"], list(FrenchRules.settings())),
        (["The volte game: the profile", "Money"], list(VolteRules.settings())),
        (["Tarocco bolognese: the profile", "Money"], list(BologneseRules.settings())),
    ],
)
def test_every_setting_has_a_row(titles, told):
    rows = set.union(*map(rules_of, titles))

    assert [str(name) for name in told if str(name) not in rows] == []

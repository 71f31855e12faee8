"""Games are peers: no module outside a game's own folder imports or names one of them.

A game's own folder is clubs/games/ and its code. What others need of a game they ask of the row
that it adds to a register (`games.py`, one a layer), or through a protocol of core/interfaces.py;
docs/architecture.md says why.
"""

import ast
from collections.abc import Iterator

import pytest

from clubs.core.games import GAMES
from tests.repository.test_layers import imported, problems_of_modules

# What names a game: its code, and that of any of its built-in profiles.
NAMES = {
    name: code
    for code, game in GAMES.items()
    for name in (code, *(rules.name for rules in game.profiles()))
}
START = "clubs.apps"  # lists the games that there are
USUAL = "clubs.core.games"  # says what is played where nobody says it
DEMO = "clubs.services.demo."  # the story of a club that plays mostly French tarot


def game_of(module: str) -> str | None:
    """Whose room a module is, by its name or that of a package it lies in."""
    firsts = (part.split("_")[0] for part in module.split("."))
    of_name = next((first for first in firsts if first in GAMES), None)
    return of_name or ("any" if module.startswith("clubs.games.") else None)


def named(tree: ast.Module, package: str) -> Iterator[tuple[int, str, str]]:
    """Line, game and what names it: an import of its room, or its code or a profile as a string."""
    for node in ast.walk(tree):
        for name in imported(node, package):
            members = [f"{name}.{one.name}" for one in getattr(node, "names", ())]
            for told in {name, *members}:
                game = game_of(told)
                if game is not None:
                    yield node.lineno, game, f"imports {told}"
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in NAMES:
            yield node.lineno, NAMES[node.value], f"names {node.value}"


def check(module: str, source: str, *, is_package: bool = False) -> list[str]:
    """What a module says of games that are not its own, one line each."""
    if module.startswith("clubs.migrations."):
        return []
    own = game_of(module)
    may_name = module in {START, USUAL} or module.startswith(DEMO)
    package = module if is_package else module.rpartition(".")[0]
    return [
        f"line {line}: {text}"
        for line, game, text in named(ast.parse(source), package)
        if game != own and not (may_name and text.startswith("names"))
    ]


def test_modules_name_no_game_but_their_own():
    assert problems_of_modules(check) == {}


class TestTheCheckItself:
    @pytest.mark.parametrize(
        ("module", "source"),
        [
            ("clubs.queries.deals.deals", "from clubs.games.french.core.records import Contract"),
            ("clubs.queries.deals.deals", "from clubs.games.french.core import records"),
            ("clubs.queries.deals.deals", "def f():\n    import clubs.games.volte.core.game"),
            ("clubs.queries.deals.deals", "if game == 'volte': pass"),
            ("clubs.games.volte.queries.teller", "from clubs.games.french.queries import x"),
            ("clubs.models.leagues", "default = 'french'"),
            ("clubs.queries.games", "from clubs.games.french.core.records import Contract"),
            ("clubs.core.games", "from clubs.games.volte.core.game import VOLTE"),
            ("clubs.apps", "from clubs.games.french import register"),
            ("clubs.views.statistics.deals", "from clubs.games import words"),
        ],
    )
    def test_what_it_finds(self, module, source):
        assert len(set(check(module, source))) >= 1

    @pytest.mark.parametrize(
        ("module", "source"),
        [
            ("clubs.apps", "GAMES = ('french',)"),
            (
                "clubs.games.volte.queries.words",
                "from clubs.games.volte.core import game\nx = 'volte'",
            ),
            ("clubs.games.french.exchange.apps.fields", "import clubs.games.french.core.game"),
            ("clubs.queries.deals.deals", "from clubs.core.deals import Kind\nx = 'a french deal'"),
        ],
    )
    def test_what_it_lets_pass(self, module, source):
        assert check(module, source) == []

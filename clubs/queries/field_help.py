"""Short help on the fields of a deal, whatever its game: one function a game, found in HELPERS."""

from collections.abc import Callable

from clubs.core.games import Rules
from clubs.queries.french_help import french_help
from clubs.queries.stories import FieldHelp

HELPERS: dict[str, Callable[[Rules, int], dict[str, FieldHelp]]] = {"french": french_help}


def field_help(game: str, rules: Rules, active_count: int) -> dict[str, FieldHelp]:
    """By field, for so many players in the deal; empty for a game without such words."""
    helper = HELPERS.get(game)
    return helper(rules, active_count) if helper else {}

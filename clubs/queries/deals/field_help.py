"""Short help on the fields of a deal, whatever its game."""

from clubs.core.games import Rules
from clubs.queries.deals.stories import FieldHelp
from clubs.queries.games import WORDS


def field_help(game: str, rules: Rules, active_count: int) -> dict[str, FieldHelp]:
    """By field, for so many players in the deal."""
    return WORDS[game].help(rules, active_count)

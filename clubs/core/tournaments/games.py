"""What a tournament can be in a game: which tables there are, and how five sit at one.

Everything follows from how many play a deal of the game, and how many may sit at its tables.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from clubs.core.interfaces import Game, GameOfTournaments
from clubs.core.problems import Problem
from clubs.core.seating.sizes import ALLOWED, PLAYABLE, Leftovers
from clubs.core.tournaments.settings import FivePlayerForm, TournamentSettings

FIVE, FOUR = 5, 4


def of_tournaments(game: Game) -> GameOfTournaments | None:
    return game if isinstance(game, GameOfTournaments) else None


def has_tournaments(game: Game) -> bool:
    return of_tournaments(game) is not None


def zero_is_played(game: Game) -> bool:
    """May a deal of which only scores are known be all 0, and count?"""
    hall = of_tournaments(game)
    return hall is not None and hall.zero_is_played


def five_forms(game: Game) -> tuple[FivePlayerForm, ...]:
    """How five may play at a table, the usual way first; none where five do not sit together."""
    if FIVE not in game.seat_counts:
        return ()
    counts = {FivePlayerForm.CALLED_KING: FIVE, FivePlayerForm.DEALER_SITS_OUT: FOUR}
    return tuple(form for form, active in counts.items() if active in game.active_counts)


def playable_sizes(game: Game) -> tuple[int, ...]:
    """How many may sit at a table of a tournament."""
    # Five may sit where four play, the dealer out: by the counts of a deal alone the volte game
    # would have tables of 4 and no others.
    playing = {*game.active_counts, *((FIVE,) if five_forms(game) else ())}
    return tuple(size for size in PLAYABLE if size in game.seat_counts and size in playing)


def allowed_sizes(game: Game, settings: TournamentSettings) -> tuple[int, ...]:
    """How many may sit at a table of this tournament: what the game and its settings allow."""
    return tuple(size for size in playable_sizes(game) if size in settings.table_sizes)


def leftovers_for(game: Game) -> tuple[Leftovers, ...]:
    """What may become of the players that fours leave over, the usual first."""
    sizes = set(playable_sizes(game))
    return tuple(told for told, allowed in ALLOWED.items() if sizes.issuperset(allowed))


def usual_settings(game: Game) -> dict[str, Any]:
    """Settings that nobody told, where the usual ones of tournaments cannot be in this game."""
    usual = TournamentSettings()
    settings: dict[str, Any] = {}
    choices, forms = leftovers_for(game), five_forms(game)
    # Only what this game cannot have: everything else keeps the default of all games.
    if choices and usual.leftovers not in choices:
        settings["leftovers"] = choices[0].value
        settings["table_sizes"] = list(ALLOWED[choices[0]])
    if forms and usual.five_player_form not in forms:
        settings["five_player_form"] = forms[0].value
    return settings


def with_usual(game: Game, settings: Mapping[str, Any]) -> dict[str, Any]:
    """What is told of the settings, and what this game makes of the others."""
    return usual_settings(game) | {
        key: value for key, value in settings.items() if value is not None
    }


def game_setting_problems(
    game: Game, settings: TournamentSettings, prefix: str = "tournament."
) -> Iterator[Problem]:
    """Settings that this game does not have, at their fields."""
    if not has_tournaments(game):
        yield Problem("game_without_tournaments", f"{prefix}game")
        return
    sizes = playable_sizes(game)
    if wrong := _unplayable(settings.table_sizes, sizes):
        yield Problem("size_not_in_game", f"{prefix}table_sizes", {"size": wrong[0]})
    elif wrong := _unplayable(ALLOWED[settings.leftovers], sizes):
        yield Problem("size_not_in_game", f"{prefix}leftovers", {"size": wrong[0]})
    forms = five_forms(game)
    if forms and settings.five_player_form not in forms:
        yield Problem("five_form_not_in_game", f"{prefix}five_player_form")


def _unplayable(wanted: Collection[int], sizes: Collection[int]) -> list[int]:
    return [size for size in wanted if size not in sizes]

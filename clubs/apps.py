import gc
from importlib import import_module

from django.apps import AppConfig

# A page of a season makes ten thousand objects, and Python's collector of cycles would answer by
# looking through everything that lives, 70 ms at every fourth page. Hardly anything of a page is in
# a cycle: young objects are looked at after 10 000 more of them, old ones after 500 times as many.
COLLECTED_AFTER = (10_000, 10, 50)


# The folders of clubs/games/, in the order in which people choose a game.
GAMES = (
    "french",
    "bolognese",
    "volte",
)


def register_games(part: str) -> None:
    """Have every game add what this module of its folder offers: `computing` the game itself and
    the words for its codes, which need no app, `register` all else."""
    for game in GAMES:
        import_module(f"clubs.games.{game}.{part}").register()


class ClubsConfig(AppConfig):
    name = "clubs"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        register_games("computing")
        register_games("register")
        import_module("clubs.models.worded").note_writes()
        gc.freeze()  # what was imported stays anyway
        gc.set_threshold(*COLLECTED_AFTER)

"""The built-in rule profiles of every game. cli.md, `rules`."""

import json
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError, CommandParser

from clubs.core.games import GAMES, Game, Rules
from clubs.management.console import ConsoleCommand


class Command(ConsoleCommand):
    help = (
        "Lists the built-in rule profiles of every game as JSON: game, name, title, version, and"
        " whether it is the game's default. With a name prints that profile, complete."
    )
    example = "  python manage.py rules\n  python manage.py rules fft"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", nargs="?", help="name of a profile, such as fft")

    def handle(self, **options: Any) -> None:
        name = options["name"]
        told: Any = overview() if name is None else find(name).to_json()
        self.stdout.write(json.dumps(told, ensure_ascii=False, indent=2))


def built_in() -> Iterator[tuple[Game, Rules]]:
    for game in GAMES.values():
        for rules in game.profiles():
            yield game, rules


def overview() -> list[dict[str, Any]]:
    return [
        {
            "game": game.code,
            "name": rules.name,
            "title": rules.title,
            "version": rules.version,
            "default": rules.name == game.default_rules,
        }
        for game, rules in built_in()
    ]


def find(name: str) -> Rules:
    """Names are unique over all games (tested)."""
    for _, rules in built_in():
        if rules.name == name:
            return rules
    shown = json.dumps(name, ensure_ascii=False)
    raise CommandError(f"No built-in rules {shown}: the command without a name lists them all.")

"""The built-in rule profiles of every game. Source: cli.md §rules."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.core.management.base import CommandError, CommandParser

from clubs.core.games import GAMES, Game, Rules
from clubs.management.console import ConsoleCommand, aligned_lines


class Command(ConsoleCommand):
    help = (
        "Lists the built-in rule profiles of every game, or of one: game, name, title, version, and"
        " whether it is the game's default. With a name prints that profile, complete. On a"
        " terminal the list is a table; elsewhere, and with --json, it is JSON."
    )
    example = (
        "  python manage.py rules\n"
        "  python manage.py rules --game volte\n"
        "  python manage.py rules fft"
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", nargs="?", help="name of a profile, such as fft")
        parser.add_argument("--game", choices=list(GAMES), help="only the profiles of this game")
        parser.add_argument("--json", action="store_true", help="JSON on a terminal as well")

    def handle(self, **options: Any) -> None:
        profiles = list(built_in(options["game"]))
        name = options["name"]
        if name is not None:
            text = indented_json(find(name, profiles).to_json())
        elif options["json"] or not self.stdout.isatty():
            text = indented_json([row(game, rules) for game, rules in profiles])
        else:
            text = table(profiles)
        self.stdout.write(text)


def built_in(code: str | None) -> Iterator[tuple[Game, Rules]]:
    for game in GAMES.values():
        for rules in game.profiles():
            if code in (None, game.code):
                yield game, rules


def row(game: Game, rules: Rules) -> dict[str, Any]:
    return {
        "game": game.code,
        "name": rules.name,
        "title": rules.title,
        "version": rules.version,
        "default": rules.name == game.default_rules,
    }


def table(profiles: Sequence[tuple[Game, Rules]]) -> str:
    """One line for each profile; a star marks the default of its game."""
    lines = [("GAME", "NAME", "", "TITLE")]
    for game, rules in profiles:
        is_default = rules.name == game.default_rules
        lines.append((game.code, rules.name, "*" if is_default else "", rules.title))
    return "\n".join(aligned_lines(lines, range(4)))


def indented_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def find(name: str, profiles: Iterable[tuple[Game, Rules]]) -> Rules:
    """The profile of this name, which is unique over all games (tested). Raises CommandError."""
    for _, rules in profiles:
        if rules.name == name:
            return rules
    shown = json.dumps(name, ensure_ascii=False)
    raise CommandError(f"No built-in rules {shown}: the command without a name lists them all.")

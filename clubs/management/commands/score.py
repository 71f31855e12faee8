"""Scores deals without a database: JSON lines in, JSON lines out. Source: cli.md §score."""

import json
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils.translation import override

from clubs.choices import problem_message
from clubs.core.lines import answer_line, physical_lines
from clubs.management.console import ConsoleCommand

ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False)  # no answer has itself


class Command(ConsoleCommand):
    help = "Scores deals, one JSON object a line on standard input, one answer a line."
    example = (
        '  echo \'{"players": ["Alice", "Bob", "Charlie", "Dora"], "deal": {"taker": "Alice",'
        ' "contract": "garde", "oudlers": 2, "points": 49}}\' | python manage.py score'
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--lang",
            default="en",
            choices=[code for code, _ in settings.LANGUAGES],
            help="language of the messages (default: en)",
        )

    def handle(self, **options: Any) -> None:
        """Each answer is written before the next line is read; nothing is kept."""
        if sys.stdin is None:
            raise CommandError("Standard input is closed: pipe the deals in, or use < FILE.")
        refused_count = 0
        output = sys.stdout.buffer
        with override(options["lang"]):
            for number, line in enumerate(physical_lines(sys.stdin.buffer), start=1):
                answer = answer_line(line, number, problem_message)
                if answer is None:
                    continue
                refused_count += not answer["ok"]
                output.write(encode(answer))
                output.flush()
        if refused_count:
            raise CommandError(f'{refused_count} refused: see the answers with "ok": false.')


def encode(answer: dict[str, Any]) -> bytes:
    """One line of UTF-8. Half of a surrogate pair, which UTF-8 cannot hold, stays escaped."""
    return (ENCODER.encode(answer) + "\n").encode(errors="backslashreplace")

"""Prints where each table would lie on several database servers. Source: cli.md §distribution."""

from typing import Any

from clubs.management.console import ConsoleCommand, aligned_lines
from clubs.queries.distribution import distribution


class Command(ConsoleCommand):
    help = (
        "Prints, from the models alone, how the tables lie on several servers (Citus): which by "
        "which column, which as copies on each, which on one; and the constraints that would have "
        "to change before."
    )
    example = "  python manage.py distribution"

    def handle(self, **_options: Any) -> None:
        places = distribution()
        for line in aligned_lines(
            [(each.table, each.kind, each.column) for each in places], {0, 1, 2}
        ):
            self.stdout.write(line)
        problems = [(each.table, problem) for each in places for problem in each.problems]
        for line in aligned_lines(problems, {0, 1}):
            self.stdout.write(line)
        self.stderr.write(f"Constraints without the column: {len(problems)}.")

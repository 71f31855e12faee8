"""Loads the demo club. Source: cli.md §demo."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from clubs.management.console import ConsoleCommand
from clubs.services.demo.demo import is_demo_loaded, is_empty, load_demo
from clubs.services.demo.story import ACCOUNTS, OUTSIDER, PASSWORD


class Command(ConsoleCommand):
    help = (
        "Loads the demo club with half a year of evenings and two tournaments, one in play, "
        "and prints the logins of its accounts. A second time changes nothing."
    )
    example = "  python manage.py demo"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--yes",
            action="store_true",
            help="also on a database that is in use; everybody knows the passwords of the demo",
        )

    def handle(self, **options: Any) -> None:
        self.load(in_use_too=options["yes"])
        for account in [*ACCOUNTS, OUTSIDER]:
            self.stdout.write(f"  {account.role}  {account.login}  {PASSWORD}")

    def load(self, *, in_use_too: bool) -> None:
        if is_demo_loaded():
            self.stderr.write("The demo club is there already; nothing was changed.")
        elif is_empty() or in_use_too:
            self.stderr.write("Loading the demo club, which takes some seconds.")
            load_demo(timezone.now())
        else:
            raise CommandError(
                "This database is in use, and everybody knows the passwords of the demo accounts: "
                "take an empty one, or add --yes."
            )

"""Clears what nobody has used for long, and makes sums and matches of tables that have none.
Source: cli.md §tidy."""

from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from clubs.management.console import ConsoleCommand
from clubs.services.counters import clear_counters
from clubs.services.deals.kept import fill_missing
from clubs.services.files.anchors import AnchorRefused, anchor_log
from clubs.services.files.tidy import begin_played, clear_links, clear_unused, clear_waiting
from clubs.services.people.accounts import forget_sessions


class Command(ConsoleCommand):
    requires_schema = True
    help = (
        "Clears tables that were opened without an account and that nobody has changed or opened "
        "for a year, links that ended a year ago, files that were brought a month ago and never "
        "imported, counters of tries that count no more, and what is noted of browsers that are "
        "signed out. Prints what it cleared. Makes "
        "the sums and the matches of tables that have none, and opens planned seasons that have "
        "counted tables. For a daily timer."
    )
    example = "  python manage.py tidy --dry-run\n  python manage.py tidy --anchor anchors.txt"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--dry-run", action="store_true", help="only print what would be cleared"
        )
        parser.add_argument(
            "--anchor",
            type=Path,
            metavar="FILE",
            help="add the heads of the log to this file, which should be outside of the machine, "
            "and print the value of the anchor",
        )

    def handle(self, **options: Any) -> None:
        now, dry_run = timezone.now(), options["dry_run"]
        gone: list[UUID] = []
        for cleared in clear_unused(now, dry_run=dry_run):
            self.stdout.write(str(cleared))
            gone += cleared.chains
        self.stdout.write(f"ended links: {clear_links(now, dry_run=dry_run)}")
        self.stdout.write(f"waiting files: {clear_waiting(now, dry_run=dry_run)}")
        self.stdout.write(f"counters of tries: {clear_counters(now, dry_run=dry_run)}")
        self.stdout.write(f"browsers signed out: {forget_sessions(dry_run=dry_run)}")
        if dry_run:
            self.stderr.write("Nothing was cleared: --dry-run.")
        else:
            begin_played()
            fill_missing()
            if options["anchor"] is not None:
                try:
                    value = anchor_log(options["anchor"], now, gone)
                except (AnchorRefused, OSError) as refusal:
                    raise CommandError(f"The log was not anchored: {refusal}") from refusal
                self.stdout.write(f"anchor of the log: {value}")

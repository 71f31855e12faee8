"""Proves that everything stored follows from the records. Source: cli.md §check_scores."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from clubs.access import Actor
from clubs.management.console import ConsoleCommand
from clubs.services.deals.differences import Difference
from clubs.services.deals.kept import check_kept, repair_kept
from clubs.services.files.anchors import AnchorRefused, check_anchors
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import (
    check_ratings,
    check_seasons,
    check_sittings,
    repair_ratings,
    repair_sittings,
)
from clubs.services.files.words import check_words
from clubs.services.snapshot import snapshot
from clubs.services.tournaments.checks import check_results


class Command(ConsoleCommand):
    requires_schema = True
    help = (
        "Recomputes every score, sum, computed column, deal number, match, rating, closed season, "
        "final tournament and chain of the log, and lists what differs, one line each. Exit status "
        "1 if anything does."
    )
    example = "  python manage.py check_scores\n  python manage.py check_scores --repair"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--repair",
            action="store_true",
            help="write scores and columns again where the record is sound, with a log entry each",
        )
        parser.add_argument(
            "--anchor",
            type=Path,
            metavar="FILE",
            help="compare the log with the file that `tidy --anchor` wrote, too",
        )

    def handle(self, **options: Any) -> None:
        if options["repair"]:
            repaired = self.list(repair_sittings(Actor.command("check_scores")), " (repaired)")
            repaired += self.list(repair_ratings(), " (repaired)")
            repaired += self.list(repair_kept(), " (repaired)")
            self.stderr.write(f"Differences repaired: {repaired}.")
        with snapshot():
            count = self.list(check_sittings()) + self.list(check_chains())
            count += self.list(check_words())
            if options["anchor"] is not None:
                try:
                    count += self.list(check_anchors(options["anchor"]))
                except (AnchorRefused, OSError) as refusal:
                    raise CommandError(f"The anchors cannot be read: {refusal}") from refusal
            count += self.list(check_ratings()) + self.list(check_seasons())
            count += self.list(check_kept()) + self.list(check_results())
        if count:
            raise CommandError(
                f"Differences that need a person: {count}."
                if options["repair"]
                else f"Differences: {count}. --repair computes scores and columns again."
            )
        self.stderr.write("No differences.")

    def list(self, differences: Iterable[Difference], mark: str = "") -> int:
        """Print one line for each difference; gives how many there were."""
        count = 0
        for difference in differences:
            self.stdout.write(f"{difference}{mark}")
            count += 1
        return count

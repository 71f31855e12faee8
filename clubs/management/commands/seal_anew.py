"""Seals everything with the newest key, so that older ones can go. Source: cli.md §seal_anew."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from clubs.management.console import ConsoleCommand
from clubs.services.files.sealing import SealingRefused, seal_anew


class Command(ConsoleCommand):
    requires_schema = True
    help = (
        "Seals the log, codes of links and second steps anew with the first key of SEALING_KEYS, "
        "so that the others can be taken out. The log is checked first, and nothing is sealed if "
        "it does not hold."
    )
    example = "  SEALING_KEYS=the-new-key,the-old-key python manage.py seal_anew"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--unchecked",
            action="store_true",
            help="seal what is there without a check: after a key was lost, or somebody had it",
        )

    def handle(self, *, unchecked: bool, **_options: Any) -> None:
        try:
            count = seal_anew(is_checked=not unchecked)
        except SealingRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(
            f"Sealed with the first key: {count.entries} entries and {count.chains} chains of the "
            f"log, {count.codes} codes, {count.second_steps} second steps."
        )
        if settings.SECRET_KEY in settings.SEALING_KEYS[1:]:
            self.stdout.write("SECRET_KEY counts as an older key until SECRET_KEY_SEALS=false.")
        if count.unread:
            self.stderr.write(f"No key opens {count.unread} codes or second steps: they stay.")

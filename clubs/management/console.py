"""What all commands have in common on the command line. Source: cli.md §Common."""

import argparse
import os
import sys
from io import TextIOWrapper
from typing import Any, NoReturn

from django.core.management.base import (
    BaseCommand,
    CommandError,
    CommandParser,
    DjangoHelpFormatter,
)
from django.db import DatabaseError

from clubs.models import Club

WRONG_USAGE = 2
INTERRUPTED = 130  # as shells give it


class ConsoleHelp(DjangoHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """Help that keeps the lines of the example as they are written."""


class ConsoleCommand(BaseCommand):
    """A command with an example in its help, one-line errors, and quiet when nobody listens."""

    example = ""  # what to type, shown under `--help`
    requires_system_checks: list[str] = []
    _is_at_console = False
    # Django's own options are there, but not in the help: nobody needs them to use a command.
    suppressed_base_arguments = {
        "--version",
        "--verbosity",
        "--settings",
        "--pythonpath",
        "--traceback",
        "--no-color",
        "--force-color",
    }

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        kwargs.setdefault("formatter_class", ConsoleHelp)
        kwargs.setdefault("epilog", f"example:\n{self.example}" if self.example else None)
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        if parser.called_from_command_line:
            parser.error = self.refuse_usage  # type: ignore[method-assign]
        return parser

    def refuse_usage(self, message: str) -> NoReturn:
        self.stderr.write(f"{' '.join(message.split())} (--help tells more)")
        raise SystemExit(WRONG_USAGE)

    def run_from_argv(self, argv: list[str]) -> None:
        """Write UTF-8, whatever the terminal is set to."""
        self._is_at_console = True
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        super().run_from_argv(argv)

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Print an error as its sentence on the command line; raise CommandError in Python."""
        try:
            return self._execute(*args, **options)
        except CommandError as error:
            if not self._is_at_console or options.get("traceback"):
                raise
            self.stderr.write(str(error))
            raise SystemExit(error.returncode) from None

    def _execute(self, *args: Any, **options: Any) -> str | None:
        if sys.stdout is None:
            raise CommandError("Standard output is closed: pipe it on, or use > FILE.")
        try:
            output = super().execute(*args, **options)
            sys.stdout.flush()
        except BrokenPipeError:
            _drop_output()
            return None
        except OSError as error:
            _drop_output()
            raise CommandError(f"Cannot read or write: {error}.") from error
        except DatabaseError as error:
            reason = str(error).partition("\n")[0]  # PostgreSQL says more, in several lines
            raise CommandError(
                f"The database cannot be used ({reason}). Try: python manage.py migrate"
            ) from error
        except KeyboardInterrupt:
            raise SystemExit(INTERRUPTED) from None
        return output


def club_at(slug: str) -> Club:
    """The club of this address. Raises CommandError."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise CommandError(f"No club has the address {slug}.")
    return club


def _drop_output() -> None:
    """Write what can still be written, and send the rest nowhere: Python would complain about it
    at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

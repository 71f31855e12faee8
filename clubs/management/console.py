"""The command line that all commands share: options, files, errors. Source: cli.md §Common."""

import argparse
import os
import sys
from collections.abc import Collection, Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import (
    BaseCommand,
    CommandError,
    CommandParser,
    DjangoHelpFormatter,
)
from django.db import DatabaseError, InterfaceError

from clubs.choices import problem_message
from clubs.core.limits import LARGEST_FILE
from clubs.core.problems import DealRefused

WRONG_USAGE = 2
INTERRUPTED = 130  # as shells give it
STANDARD = "-"  # the name of standard input and of standard output
GAP = "  "  # between columns


class ConsoleHelp(DjangoHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """Help that keeps the lines of the example as they are written."""


class ConsoleCommand(BaseCommand):
    """A command with an example in its help and one-line errors. A closed pipe ends it quietly."""

    example = ""  # what to type, shown under `--help`
    requires_system_checks: list[str] = []
    requires_schema = False  # the command would say nothing true of a database of another version
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
            self._require_schema()
            output = super().execute(*args, **options)
            sys.stdout.flush()
        except BrokenPipeError:
            _drop_output()
            return None
        except OSError as error:
            _drop_output()
            raise CommandError(f"Cannot read or write: {error}.") from error
        except (DatabaseError, InterfaceError) as error:
            from clubs.trouble import database_sentence  # slow import

            raise CommandError(database_sentence(error)) from error
        except KeyboardInterrupt:
            raise SystemExit(INTERRUPTED) from None
        return output

    def _require_schema(self) -> None:
        if self.requires_schema:
            from clubs.services.files.ground import schema_sentence  # slow import

            if sentence := schema_sentence():
                raise CommandError(sentence)


def _drop_output() -> None:
    """Write what can still be written, and send the rest nowhere: Python would complain about it
    at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# Files


def read_content(path: Path) -> bytes:
    """The content of a file, or of standard input for `-`. Raises CommandError above the limit."""
    if str(path) == STANDARD:
        if sys.stdin is None:
            raise CommandError("Standard input is closed: pipe the file in, or name it.")
        read = sys.stdin.buffer.read(LARGEST_FILE + 1)
    else:
        with path.open("rb") as file:
            read = file.read(LARGEST_FILE + 1)
    if len(read) > LARGEST_FILE:
        raise CommandError(f"{path}: a file of more than 20 MB is not read.")
    return read


# Text


def encodable_text(text: str) -> str:
    """The text in which half of a surrogate pair, which UTF-8 cannot hold, is escaped."""
    return text.encode(errors="backslashreplace").decode()


def aligned_lines(lines: Sequence[Sequence[str]], left: Collection[int]) -> Iterator[str]:
    """The lines with their cells in columns of one width. left are the columns of text."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield GAP.join(
            text.ljust(width) if column in left else text.rjust(width)
            for column, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()


def refusal_line(refusal: DealRefused, place: str = "", more: str = "more") -> str:
    """The first problem in one line with its place in a file, and how many more there are."""
    first, *others = refusal.problems
    where = " ".join(filter(None, [place, first.field]))
    head = f"{where}: " if where else ""
    count = f" ({len(others)} {more})" if others else ""
    return " ".join(f"{head}{problem_message(first)}{count}".split())

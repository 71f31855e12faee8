"""`manage.py` as a shell sees it: bytes in, bytes and an exit status out.

A Python that starts costs half a second: what a command answers is asked with `manage`, in the
process of the tests, and with `start`, in a process of its own, what only that can show.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from io import BytesIO, TextIOWrapper, UnsupportedOperation
from subprocess import CompletedProcess
from unittest.mock import patch

from django.core.management import ManagementUtility, base

from tests.paths import ROOT

MANAGE = [sys.executable, "-W", "error", "manage.py"]
ENVIRONMENT = {
    **os.environ,
    "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
    "SECRET_KEY": "",  # these commands need none
    "DATABASE_URL": "postgres://nobody@localhost:1/nothing",  # never asked
    "LANGUAGE_CODE": "fr",
    "PYTHONIOENCODING": "ascii",  # the answers are UTF-8 whatever the terminal
}


class Pipe(BytesIO):
    """Bytes that nobody can go back in."""

    def seekable(self) -> bool:
        return False

    def seek(self, *_place: int) -> int:
        raise UnsupportedOperation

    tell = seek


def manage(*words: object, typed: bytes = b"") -> CompletedProcess[bytes]:
    """Run the command here. Without the mark of the database its use is an error."""
    argv = ["manage.py", *map(str, words)]
    streams = {
        "stdin": TextIOWrapper(Pipe(typed), "ascii"),
        "stdout": TextIOWrapper(Pipe(), "ascii"),
        "stderr": TextIOWrapper(Pipe(), "ascii", errors="backslashreplace"),
    }
    status = 0
    with (
        patch.multiple(sys, **streams),
        patch.object(base.connections, "close_all"),  # they are those of the tests
    ):
        try:
            ManagementUtility(argv).fetch_command(argv[1]).run_from_argv(argv)
        except SystemExit as end:
            status = int(end.code or 0)
        sys.stdout.flush()
        sys.stderr.flush()
        output, errors = sys.stdout.buffer.getvalue(), sys.stderr.buffer.getvalue()
    return CompletedProcess(argv, status, output, errors)


def start(
    *words: object, typed: bytes = b"", environment: Mapping[str, str] = ENVIRONMENT
) -> CompletedProcess[bytes]:
    """Run the command in a process of its own, without a database and without a secret."""
    return subprocess.run(
        [*MANAGE, *map(str, words)],
        cwd=ROOT,
        env=environment,
        input=typed,
        capture_output=True,
        check=False,
    )

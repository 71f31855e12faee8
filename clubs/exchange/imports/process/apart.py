"""Files of strangers are read in a process of their own, with limits.

The process shares nothing with this one: no database connection, no settings, no secrets. A file
that takes too long or too much memory ends that process only, and the person reads why.
Why it is so: docs/decisions/reading-files.md.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile
from threading import BoundedSemaphore, Timer
from typing import Any

from django.conf import settings

from clubs.exchange.imports.process.workbooks import ZIP
from clubs.exchange.imports.reading import refuse_big
from clubs.exchange.imports.shape import Contents, ImportSheet, Unreadable

SECONDS = 60  # by the clock; of a processor it has fewer (child.py)
AT_ONCE = 2  # processes that one worker of the server starts at the same time
PATIENCE = 5  # seconds that the next one waits for its turn
MOST_TOLD = 96 * 1024 * 1024  # bytes of an answer; a sound one stays far below (MOST_LETTERS)

WORKBOOKS = (".xlsx", ".xlsm")
COMMAND = [sys.executable, "-P", "-X", "utf8", "-m", "clubs.exchange.imports.process.child"]
FAILED = 1  # how Python ends after an exception that nobody expected
KEPT = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "LD_LIBRARY_PATH")  # of the environment

_turns = BoundedSemaphore(AT_ONCE)


def read_apart(content: bytes, sheet: str = "", *, name: str = "") -> Contents:
    """The content of a file, as reading.open_file gives it.

    Raises Unreadable, also for a file that takes too long or too much memory (`too_heavy`), and
    where too many are being read (`busy`). name is that of the file, which may promise another
    kind.
    """
    refuse_big(content)
    with _turn():
        answer = _ask(content, sheet)
    if "refused" in answer:
        raise Unreadable(answer["refused"], row=answer["row"], **answer["params"])
    contents = _read_contents(answer)
    if contents.sheet and name.lower().endswith(WORKBOOKS) and not content.startswith(ZIP):
        raise Unreadable("not_a_workbook")
    return contents


@contextmanager
def _turn() -> Iterator[None]:
    if not _turns.acquire(timeout=PATIENCE):
        raise Unreadable("busy")
    try:
        yield
    finally:
        _turns.release()


def _ask(content: bytes, sheet: str) -> dict[str, Any]:
    """The answer of the process. The file is its standard input: no thread has to feed it."""
    with TemporaryFile() as given:
        given.write(json.dumps(sheet).encode() + b"\n" + content)
        given.seek(0)
        with subprocess.Popen(  # noqa: S603 # nothing of the file is in the command
            COMMAND, stdin=given, stdout=subprocess.PIPE, cwd=settings.BASE_DIR, env=_environment()
        ) as child:
            timer = Timer(SECONDS, child.kill)
            timer.start()
            answer = child.stdout.read(MOST_TOLD + 1) if child.stdout else b""
            if len(answer) > MOST_TOLD:
                child.kill()
            child.wait()
            timer.cancel()
    if child.returncode == FAILED:  # what went wrong is in the log of the server
        raise Unreadable("bad_file")
    if child.returncode or len(answer) > MOST_TOLD:  # it was ended, by us or by its limits
        raise Unreadable("too_heavy")
    document: dict[str, Any] = json.loads(answer)
    return document


def _environment() -> dict[str, str]:
    return {"PYTHONPATH": str(settings.BASE_DIR)} | {
        key: os.environ[key] for key in KEPT if key in os.environ
    }


def _read_contents(answer: dict[str, Any]) -> Contents:
    sheet = None
    if answer["sheet"]:
        header, rows, names, name, row = answer["sheet"]
        heads = {title: list(map(tuple, head)) for title, head in answer["heads"].items()}
        pairs = [(number, cells) for number, cells in rows]
        sheet = ImportSheet(tuple(header), pairs, tuple(names), name, header_row=row, heads=heads)
    return Contents(sheet, answer["document"], answer["files"], answer["tables"], answer["days"])

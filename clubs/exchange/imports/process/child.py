"""The process that reads one file: bytes in, plain data out, then it ends.

apart.py starts it as `python -m clubs.exchange.imports.process.child`. Its standard input is the
name of the sheet as a line of JSON, and then the file. It answers with one JSON document: what the
file holds, or why it is refused. It has no Django, no settings, no database and no secrets.
"""

import json
import sys
from contextlib import suppress
from typing import Any

from clubs.exchange.imports.reading import open_file
from clubs.exchange.imports.shape import MOST_BYTES, Contents, Unreadable

try:
    import resource
except ImportError:  # not on Windows, where the time of the clock is the only limit
    resource = None  # type: ignore[assignment]

CPU_SECONDS = 20
MOST_MEMORY = 1024 * 1024 * 1024  # bytes of address space


def _limit() -> None:
    """Limit time and memory: above its seconds the process ends, above its memory Python raises
    MemoryError."""
    if resource is not None:
        wanted = {
            resource.RLIMIT_CPU: CPU_SECONDS,
            resource.RLIMIT_AS: MOST_MEMORY,
            resource.RLIMIT_CORE: 0,
        }
        for kind, most in wanted.items():
            with suppress(ValueError, OSError):  # not every system knows each, or lets us
                resource.setrlimit(kind, (most, most))


def _file_answer(content: bytes, sheet: str) -> dict[str, Any]:
    try:
        return _contents_json(open_file(content, sheet))
    except Unreadable as refusal:
        error = refusal.error
        return {"refused": error.code, "row": error.row, "params": dict(error.params)}


def _contents_json(contents: Contents) -> dict[str, Any]:
    sheet = contents.sheet
    return {
        "sheet": sheet and [sheet.header, sheet.rows, sheet.names, sheet.name, sheet.header_row],
        "heads": sheet and sheet.heads,
        "document": contents.document,
        "files": contents.files,
        "tables": contents.tables,
        "days": contents.days,
    }


def write_answer() -> None:
    _limit()
    sheet = json.loads(sys.stdin.buffer.readline())
    content = sys.stdin.buffer.read(MOST_BYTES + 1)
    try:
        answer = json.dumps(_file_answer(content, sheet), separators=(",", ":"))
    except MemoryError:
        answer = json.dumps({"refused": "too_heavy", "row": "", "params": {}})
    sys.stdout.write(answer)  # all of it in ASCII


if __name__ == "__main__":
    write_answer()

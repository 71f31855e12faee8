"""What is wrong when the database does not do what it is asked: told from its error, said on a page
and, once a minute, in the log."""

import logging
import os
import sqlite3
import time
from dataclasses import dataclass, field
from enum import StrEnum
from threading import Lock

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.db import (
    DatabaseError,
    DataError,
    IntegrityError,
    InterfaceError,
    connection,
)
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

logger = logging.getLogger(__name__)

PAUSE = 60  # seconds between two lines of the log about the same trouble
FEW_BYTES = 1 << 20  # free on the disk; with less it is full, whatever the error says


class Trouble(StrEnum):
    BUSY = "busy"  # others were writing all the time
    AWAY = "away"  # no connection, or it was broken off
    MISSING = "missing"  # no such file, no such database, or no right to open it
    SCHEMA = "schema"  # tables or columns that this program asks for are not there
    READ_ONLY = "read_only"
    FULL = "full"
    DISK = "disk"  # the disk cannot be read or written
    DAMAGED = "damaged"


# Seconds until a browser or a proxy may try again.
RETRY = {
    Trouble.BUSY: 2,
    Trouble.AWAY: 10,
    Trouble.MISSING: 60,
    Trouble.SCHEMA: 30,
    Trouble.READ_ONLY: 60,
    Trouble.FULL: 60,
    Trouble.DISK: 60,
    Trouble.DAMAGED: 300,
}
# After these nobody knows whether what was under way is saved; after the others it is not.
UNCERTAIN = {Trouble.AWAY, Trouble.DISK, Trouble.DAMAGED}
# Primary error codes of SQLite (https://www.sqlite.org/rescode.html).
OF_SQLITE = {
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_CANTOPEN: Trouble.MISSING,
    sqlite3.SQLITE_PERM: Trouble.MISSING,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_IOERR: Trouble.DISK,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
}
# What a command or the log says to do.
ADVICE = {
    Trouble.BUSY: "Others were writing all the time: try again.",
    Trouble.AWAY: "It does not answer: see whether PostgreSQL runs and DATABASE_URL is right.",
    Trouble.MISSING: "If it was there before, stop and look for it, or restore a backup; else see "
    "whether DATABASE_URL is right. A new one is made by: python manage.py migrate",
    Trouble.SCHEMA: "It is not up to date. Try: python manage.py migrate",
    Trouble.READ_ONLY: "It can be read, but not written: see who owns the file and its folder.",
    Trouble.FULL: "The disk is full: make room; nothing else has to be done.",
    Trouble.DISK: "The disk does not work as it should: look at the log of the system (dmesg).",
    Trouble.DAMAGED: "It is damaged: stop the server, keep a copy of it, and restore a backup.",
}
# Beginnings of PostgreSQL's codes (its appendix A), the longest that fits counts.
OF_POSTGRESQL = {
    "08": Trouble.AWAY,
    "57P": Trouble.AWAY,
    "53": Trouble.BUSY,  # too many connections, no memory
    "53100": Trouble.FULL,
    "40": Trouble.BUSY,  # deadlock, serialization
    "55P03": Trouble.BUSY,
    "57014": Trouble.BUSY,  # a statement that took too long
    "25006": Trouble.READ_ONLY,
    "28": Trouble.MISSING,
    "3D000": Trouble.MISSING,
    "42501": Trouble.MISSING,
    "42P01": Trouble.SCHEMA,
    "42703": Trouble.SCHEMA,
    "58": Trouble.DISK,
    "XX001": Trouble.DAMAGED,
    "XX002": Trouble.DAMAGED,
}
_SECRET_FIELDS = ("password", "code", "token")


def trouble_of(error: BaseException | None) -> Trouble | None:
    """What is wrong with the database, told from an error; None for errors of the program."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return None
    if isinstance(error, IntegrityError | DataError):
        return None
    if isinstance(error, InterfaceError) or "connection is closed" in str(error):
        return Trouble.AWAY
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return _of_sqlite(cause)
    state = getattr(cause, "sqlstate", None)
    if state is None:
        return _of_words(str(error))
    fits = [start for start in OF_POSTGRESQL if state.startswith(start)]
    return OF_POSTGRESQL[max(fits, key=len)] if fits else None


def _of_sqlite(error: sqlite3.Error) -> Trouble | None:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest says what was being done
    trouble = OF_SQLITE.get(code)
    if trouble in {Trouble.DISK, Trouble.MISSING} and _is_disk_full():
        return Trouble.FULL
    if trouble is None and str(error).startswith(("no such table", "no such column")):
        return Trouble.SCHEMA
    return trouble


def _is_disk_full() -> bool:
    """Also of files that are made while the database is used SQLite says that it cannot."""
    try:
        room = os.statvfs(os.path.dirname(str(connection.settings_dict["NAME"])) or ".")
    except (AttributeError, OSError):  # no such call on Windows
        return False
    return room.f_bavail * room.f_frsize < FEW_BYTES


def _of_words(said: str) -> Trouble | None:
    """Errors without a code: our own, and those of a connection that could not be made."""
    if "locked" in said:
        return Trouble.BUSY
    if "malformed" in said:
        return Trouble.DAMAGED
    for words in (
        "is not there",
        "cannot be made",
        "authentication failed",
        "does not exist",
        "permission denied",
    ):
        if words in said:
            return Trouble.MISSING
    return Trouble.AWAY if "connect" in said or "server closed" in said else None


def database_sentence(error: BaseException) -> str:
    """What a command says of an error of the database: its reason, in one line, and what to do."""
    reason = " ".join(str(error).partition("\n")[0].split())  # PostgreSQL says more, in more lines
    trouble = trouble_of(error)
    advice = ADVICE[trouble] if trouble else ""
    return f"The database cannot be used ({reason:.300}). {advice}".strip()


# The log


@dataclass
class _Line:
    """When a trouble was told last, and how often it was met since."""

    at: float = -PAUSE
    count: int = 0


@dataclass
class Reporter:
    """One line of the log a minute and process for each trouble, however often it is met."""

    lines: dict[Trouble, _Line] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    def note(self, trouble: Trouble, error: BaseException) -> None:
        now = time.monotonic()
        with self.lock:
            line = self.lines.setdefault(trouble, _Line())
            line.count += 1
            if now - line.at < PAUSE:
                return
            count, line.at, line.count = line.count, now, 0
        reason = " ".join(str(error).split())
        logger.error(
            "Database trouble (%s): %.300s. Requests since the last line: %d",
            trouble,
            reason,
            count,
        )


_reporter = Reporter()


# The page


def trouble_page(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """The answer to a request that the database could not serve; None for another error.

    What was typed stays on the page, and can be sent again from there.
    """
    trouble = trouble_of(error)
    if error is None or trouble is None:
        return None
    _reporter.note(trouble, error)
    context = {
        "trouble": trouble.value,
        "is_uncertain": trouble in UNCERTAIN,
        "retry": RETRY[trouble],
        **sent_again(request),
    }
    response = render(request, "503.html", context, status=503)
    response["Retry-After"] = str(RETRY[trouble])
    add_never_cache_headers(response)
    setattr(request, "is_in_trouble", True)  # noqa: B010 (scorekeeper/logs.py asks it)
    return response


def sent_again(request: HttpRequest) -> dict[str, object]:
    """What the page of a failure needs to send the same form again: `typed`, its fields with their
    values, None where the person has to go back for them, as for files and passwords."""
    if request.method != "POST":
        return {"is_form": False, "typed": None}
    try:
        fields = [(name, value) for name, values in request.POST.lists() for value in values]
        has_files = bool(request.FILES)
    except (UnreadablePostError, RequestDataTooBig, TooManyFieldsSent, MultiPartParserError):
        return {"is_form": True, "typed": None}
    is_secret = any(name.startswith(_SECRET_FIELDS) for name, _value in fields)
    typed = [(name, value) for name, value in fields if name != "csrfmiddlewaretoken"]
    return {"is_form": True, "typed": None if has_files or is_secret else typed or None}

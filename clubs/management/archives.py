"""Clubs and files of commands that bring them in and out."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import IO

from django.core.management.base import CommandError

from clubs.exchange.bundle import new_file
from clubs.management.console import STANDARD
from clubs.models import Club


def club_at(slug: str) -> Club:
    """The club of this address. Raises CommandError."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise CommandError(f"No club has the address {slug}.")
    return club


@contextmanager
def file_to_write(name: str) -> Iterator[IO[bytes]]:
    """The file of this name, there whole or not at all. For `-` its content goes to standard
    output in the end, because some writers read again what they have written."""
    if name == STANDARD:
        out = BytesIO()
        yield out
        sys.stdout.buffer.write(out.getvalue())
    else:
        with new_file(Path(name)) as file:
            yield file

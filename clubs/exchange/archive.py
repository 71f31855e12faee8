"""The archive of a whole club, `tarot-club/1`: leagues.md §7.4."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from clubs.access import Actor
from clubs.exchange.bundle import Bundle, BundleDamaged, open_bundle, write_bundle
from clubs.models import Club
from clubs.services.files.archives import FILES, archive_files, archive_versions
from clubs.services.snapshot import snapshot

FORMAT = "tarot-club/1"
MOST_BYTES = 8 << 30  # unpacked


def write_archive(actor: Actor, club: Club, out: IO[bytes]) -> dict[str, int]:
    """Write the archive; gives how many rows each of its files has."""
    with snapshot():
        return write_bundle(out, FORMAT, archive_versions(), archive_files(actor, club))


@contextmanager
def open_archive(file: IO[bytes]) -> Iterator[Bundle]:
    """The archive, checked. Raises BundleDamaged."""
    with open_bundle(file, FORMAT, most=MOST_BYTES) as bundle:
        if bundle.counts.keys() != set(FILES):
            raise BundleDamaged("its files are not those of an archive of a club")
        yield bundle

"""The archive of a whole club, `tarot-club/1`: leagues.md §7.4."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import IO
from zipfile import ZipFile

from clubs.access import Actor
from clubs.exchange.bundle import Bundle, BundleDamaged, open_bundle, write_bundle
from clubs.models import Club
from clubs.services.files.archives import FILES, archive_files, archive_versions
from clubs.services.snapshot import snapshot

FORMAT = "tarot-club/1"
MOST_BYTES = 8 << 30  # unpacked
# Of an archive that a page makes a club of: about 2,000 deals, a few seconds of a processor.
PAGE_BYTES = 40 << 20
PAGE_ROWS = 20_000


def write_archive(actor: Actor, club: Club, out: IO[bytes]) -> dict[str, int]:
    """Write the archive; gives how many rows each of its files has."""
    with snapshot():
        return write_bundle(out, FORMAT, archive_versions(), archive_files(actor, club))


@contextmanager
def open_sent_archive(content: bytes) -> Iterator[Bundle | None]:
    """An archive that somebody sent to a page; None for one that is too long for pages. Raises
    BundleDamaged."""
    with ZipFile(BytesIO(content)) as archive:
        is_long = sum(one.file_size for one in archive.infolist()) > PAGE_BYTES
    if is_long:
        yield None
        return
    with open_archive(BytesIO(content)) as bundle:
        yield bundle if sum(bundle.counts.values()) <= PAGE_ROWS else None


@contextmanager
def open_archive(file: IO[bytes]) -> Iterator[Bundle]:
    """The archive, checked. Raises BundleDamaged."""
    with open_bundle(file, FORMAT, most=MOST_BYTES) as bundle:
        if bundle.counts.keys() != set(FILES):
            raise BundleDamaged("its files are not those of an archive of a club")
        yield bundle

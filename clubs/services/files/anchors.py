"""Anchors of the log: a text file that is kept outside of the machine. Each night adds the heads
that moved since the last one, and one line with the SHA-256 of all lines before.

    2026-11-24 8f0c…-uuid 12 9d0d…-hash
    2026-11-24 8f0c…-uuid cleared
    2026-11-24 anchor 3b5f…

Who rewrites the log, with the key or without, does not rewrite what left the machine before.
"""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from clubs.batches import batches
from clubs.models import AuditEntry, Chain
from clubs.services.deals.differences import Difference
from clubs.services.files.chains import HASH_SHOWN
from clubs.services.snapshot import of_one_moment

BLOCK = 500  # chains in one query


class Head(NamedTuple):
    number: int
    hash: str


class AnchorRefused(Exception):
    """The file is no anchor, or was changed; the message is one line for people."""


def anchor_log(path: Path, now: datetime, cleared: Iterable[UUID] = ()) -> str:
    """Add the heads of all chains as they are, and gives the value of the anchor.

    cleared are chains that were deleted with all that they describe. Raises AnchorRefused, and
    OSError where the file cannot be written.
    """
    anchored, digest = _read_anchors(path) if path.exists() else ({}, hashlib.sha256())
    day = f"{now:%Y-%m-%d}"
    lines = [f"{day} {uuid} cleared\n" for uuid in cleared if str(uuid) in anchored]
    heads = Chain.objects.filter(number__gt=0).order_by("pk")
    for uuid, *head in heads.values_list("uuid", "number", "hash").iterator():
        if anchored.get(str(uuid)) != tuple(head):
            lines.append(f"{day} {uuid} {head[0]} {head[1]}\n")
    digest.update("".join(lines).encode())
    value = digest.hexdigest()
    with path.open("a", encoding="utf-8") as file:
        file.writelines([*lines, f"{day} anchor {value}\n"])
    return value


@of_one_moment
def check_anchors(path: Path) -> Iterator[Difference]:
    """Check that each chain still has the entry that its last anchor names. Raises AnchorRefused,
    and OSError where the file cannot be read."""
    anchored, _digest = _read_anchors(path)
    for names in batches(anchored, BLOCK):
        block = {name: anchored[name] for name in names}
        numbers = {head.number for head in block.values()}
        entries = AuditEntry.objects.filter(chain__uuid__in=block, sequence__in=numbers)
        rows = entries.order_by().values_list("chain__uuid", "sequence", "hash")
        here = {(str(uuid), number): stored for uuid, number, stored in rows}
        for name, head in block.items():
            stored = here.get((name, head.number), "missing")
            if stored != head.hash:
                what = f"hash of entry {head.number}, by the anchor"
                yield Difference(f"chain {name}", what, stored[:HASH_SHOWN], head.hash[:HASH_SHOWN])


def _read_anchors(path: Path) -> "tuple[dict[str, Head], hashlib._Hash]":
    """The last head of each chain, and the digest of all lines."""
    heads: dict[str, Head] = {}
    digest, is_complete = hashlib.sha256(), True
    # Bytes that are no text are no line of an anchor either.
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            match line.split():
                case [_day, "anchor", value]:
                    if value != digest.hexdigest():
                        raise AnchorRefused(f"{path}, line {number}: lines before it were changed")
                    is_complete = True
                case [_day, name, "cleared"]:
                    heads.pop(name, None)
                    is_complete = False
                case [_day, name, count, last] if count.isdecimal():
                    heads[name] = Head(int(count), last)
                    is_complete = False
                case _:
                    raise AnchorRefused(f"{path}, line {number}: no line of an anchor")
            digest.update(line.encode())
    if not is_complete:
        raise AnchorRefused(f"{path}: its last anchor is missing")
    return heads, digest

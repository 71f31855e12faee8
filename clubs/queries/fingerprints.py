"""The fingerprint of a session: the hash of the last entry of its chain, on screen and on paper."""

import re
from collections.abc import Callable
from typing import TypeVar

from django.db.models import OuterRef, Subquery

from clubs.models import AuditEntry, Sitting

T = TypeVar("T")

SHORT = 20  # hexadecimal digits that tell one fingerprint from all others: 80 bits
LENGTH = 64
GROUP = 4  # digits that are read or typed at a time
AFTER_F = "g"  # sorts after every hexadecimal digit
TYPED_BETWEEN = re.compile(r"[\s\W_]+")
HEXADECIMAL = re.compile(rf"[0-9a-f]{{{SHORT},{LENGTH}}}", re.ASCII)
ADDRESS = re.compile(r"[?&]f=([^&#]*)")  # of the page that checks, as a QR code gives it


def groups_of(fingerprint: str) -> list[str]:
    return [fingerprint[start : start + GROUP] for start in range(0, len(fingerprint), GROUP)]


def fingerprint_start(fingerprint: str) -> str:
    """Enough of it to find it again, in groups; empty for a session without entries."""
    return " ".join(groups_of(fingerprint[:SHORT]))


def read_fingerprint(typed: str) -> str | None:
    """What somebody typed or pasted, with spaces and dashes or as the address in a QR code.

    None when it is no fingerprint, or too short a piece of one.
    """
    address = ADDRESS.search(typed)
    text = TYPED_BETWEEN.sub("", address[1] if address else typed).lower()
    return text if HEXADECIMAL.fullmatch(text) else None


def find_audit_entry(fingerprint: str) -> AuditEntry | None:
    """The entry whose hash starts so; None when there is none, or more than one.

    Asked as a range, which the index serves on both databases; LIKE would not on PostgreSQL.
    """
    entries = AuditEntry.objects.filter(hash__gte=fingerprint, hash__lt=fingerprint + AFTER_F)
    candidates = list(entries[:2])
    return candidates[0] if len(candidates) == 1 else None


def sealed(sitting: Sitting, read: Callable[[], T]) -> tuple[T, str]:
    """What read() finds of a sitting, with the fingerprint of exactly that state.

    Reads stand in no transaction, so somebody may write between two of them. Every change commits
    its entry and the next revision of the sitting together: as long as the revision, read last, is
    the one that the sitting had before, nothing came between. Else everything is read again.
    """
    while True:
        content = read()
        revision, fingerprint = _revision_and_hash(sitting)
        if revision == sitting.revision:
            return content, fingerprint
        sitting.refresh_from_db(from_queryset=Sitting.objects.select_related("club"))


def _revision_and_hash(sitting: Sitting) -> tuple[int, str]:
    """In one statement, and so of one moment. The hash is empty before the first deal."""
    entries = AuditEntry.objects.filter(chain__uuid=OuterRef("uuid")).order_by("-sequence")
    rows = Sitting.objects.filter(pk=sitting.pk).annotate(last=Subquery(entries.values("hash")[:1]))
    revision, last = rows.values_list("revision", "last").get()
    return revision, last or ""

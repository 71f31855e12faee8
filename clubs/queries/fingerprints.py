"""The fingerprint of a session, a season or a tournament: which entry of its log was the last one,
on screen and on paper.

It is 32 letters and digits: in base 32, the first digits of the uuid of the chain, the number of
the entry, the first digits of its hash, and those of a seal of these by a key that is not in the
database. So a fingerprint that was printed here is known even where the log was rewritten since.
An older one is the hash alone, in hexadecimal, of which the first 20 digits are enough.
"""

import base64
import re
from collections.abc import Callable
from typing import NamedTuple, TypeVar
from uuid import UUID

from django.conf import settings
from django.db.models import Subquery
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.models import AuditEntry, Chain, Sitting
from clubs.seals import seal_digits

T = TypeVar("T")

LENGTH = 32  # letters and digits
GROUP = 4  # that are read or typed at a time
SHORT, WHOLE_HASH = 20, 64  # digits of the older ones: 80 bits are enough to find it
TYPED_BETWEEN = re.compile(r"[\s\W_]+")
HEXADECIMAL = re.compile(rf"[0-9a-f]{{{SHORT},{WHOLE_HASH}}}", re.ASCII)
BASE_32 = re.compile(rf"[a-z0-7]{{{LENGTH}}}", re.ASCII)  # 0 and 1 are typed for O and I
ADDRESS = re.compile(r"[?&]f=([^&#]*)")  # of the page that checks, as a QR code gives it
MOST = 0xFFFFF  # the largest number of an entry that has room


class Fingerprint(NamedTuple):
    """uuid, hash and seal are hexadecimal digits: the first 7, 20 and 8."""

    uuid: str
    number: int
    hash: str
    seal: str

    def is_sealed(self) -> bool:
        """Whether it was made here, whatever the log says now."""
        return self.seal in seal_digits("fingerprint", self.uuid, self.number, self.hash)

    def chains(self) -> list[Chain]:
        """Those that it may be of: one, or none where it was deleted."""
        first, last = (UUID(hex=self.uuid.ljust(32, digit)) for digit in "0f")
        rows = Chain.objects.select_related("club").filter(uuid__gte=first, uuid__lte=last)
        return list(rows.order_by("pk"))


def fingerprint_of(chain: Chain | None) -> str:
    """Of its last entry. Empty without one, and where the seal of the head does not hold: who
    tampered with it gets nothing that vouches for it."""
    if chain is None or not 0 < chain.number <= MOST or not chain.is_sealed():
        return ""
    uuid, digest = chain.uuid.hex[:7], chain.hash[:SHORT]
    seal = seal_digits("fingerprint", uuid, chain.number, digest)[0]
    digits = bytes.fromhex(f"{uuid}{chain.number:05x}{digest}{seal}")
    return base64.b32encode(digits).decode()


def fingerprint_in_log(uuid: UUID) -> str:
    """That of the thing with this uuid, as it is now. One query."""
    return fingerprint_of(Chain.objects.select_related("club").filter(uuid=uuid).first())


def parts_of(fingerprint: str) -> Fingerprint | None:
    """Its parts; None for one of the older ones."""
    if not BASE_32.fullmatch(fingerprint):
        return None
    digits = base64.b32decode(fingerprint, casefold=True, map01="I").hex()
    return Fingerprint(digits[:7], int(digits[7:12], 16), digits[12:32], digits[32:])


def in_groups(fingerprint: str) -> str:
    """As it is printed and typed: "KZ5G QMV2 …"."""
    return " ".join(groups_of(fingerprint))


def groups_of(fingerprint: str) -> list[str]:
    return [fingerprint[start : start + GROUP] for start in range(0, len(fingerprint), GROUP)]


def check_address() -> str:
    """Of the page that checks, with its protocol; ?f= asks it for a fingerprint."""
    return f"{settings.SITE_URL}{reverse('fingerprint_check')}"


def fingerprint_sentence(fingerprint: str) -> str:
    """What stands on paper where there is no room for a square; empty without a fingerprint."""
    if not fingerprint:
        return ""
    _protocol, _colon, address = check_address().partition("://")
    values = {"fingerprint": in_groups(fingerprint), "address": address}
    return _("Fingerprint of the log: %(fingerprint)s. Check it at %(address)s") % values


def read_fingerprint(typed: str) -> str | None:
    """What somebody typed or pasted, with spaces and dashes or as the address in a QR code.

    None when it is no fingerprint, or too short a piece of one.
    """
    address = ADDRESS.search(typed)
    text = TYPED_BETWEEN.sub("", address[1] if address else typed).lower()
    return text if HEXADECIMAL.fullmatch(text) or BASE_32.fullmatch(text) else None


def find_audit_entry(digits: str) -> AuditEntry | None:
    """The entry whose hash starts so, of those that an older sheet may have; None when there is
    none, or more than one.

    Asked as a range, which the index of these serves; new ones are in no index.
    """
    if not HEXADECIMAL.fullmatch(digits):
        return None
    first, last = (digits.ljust(WHOLE_HASH, end) for end in "0f")
    old = AuditEntry.objects.filter(hash_on_paper=True)
    entries = old.filter(hash__gte=first, hash__lte=last)
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
        revision, fingerprint = _revision_and_fingerprint(sitting)
        if revision == sitting.revision:
            return content, fingerprint
        sitting.refresh_from_db(from_queryset=Sitting.objects.select_related("club"))


def _revision_and_fingerprint(sitting: Sitting) -> tuple[int, str]:
    """In one statement, and so of one moment. No fingerprint before the first entry."""
    revision = Sitting.objects.filter(pk=sitting.pk).values("revision")
    chains = Chain.objects.select_related("club").filter(uuid=sitting.uuid)
    chain = chains.annotate(revision=Subquery(revision)).first()
    if chain is None:
        return revision.get()["revision"], ""
    return chain.revision, fingerprint_of(chain)

"""Everything that a key has sealed, sealed anew with the newest one, so that older keys can go."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import Model, QuerySet

from clubs.batches import batches
from clubs.models import AuditEntry, Chain, Club, Link
from clubs.seals import link_seal, seal_text, unseal_text
from clubs.services.files.backups import lock_models
from clubs.services.files.chains import check_chains
from clubs.services.files.words import check_words, seal_rows

BLOCK = 500
# In the order in which a change writes to them: in another one the two would wait for each other.
LOCKED = (Authenticator, Link, Chain, AuditEntry)
SECRETS = ("secret", "seed")  # of an authenticator app, of recovery codes


class SealingRefused(Exception):
    """The log is not as its seals say; the message is one line for people."""


class Sealed(NamedTuple):
    """How many of each; unread are codes and second steps that no key opens, which stay."""

    entries: int
    chains: int
    codes: int
    second_steps: int
    unread: int


def seal_anew(*, is_checked: bool = True) -> Sealed:
    """All or nothing; nobody writes meanwhile. Raises SealingRefused where the log does not hold:
    what was tampered with must not get a new seal. Unless is_checked everything is sealed as it is;
    hashes that do not hold stay so."""
    with transaction.atomic():
        lock_models(LOCKED)
        for difference in (*check_chains(), *check_words()) if is_checked else ():
            raise SealingRefused(f"The log does not hold, and is not sealed anew: {difference}")
        codes, lost_codes = _seal_codes()
        steps, lost_steps = _seal_second_steps()
        entries = 0
        for block in batches(_all(AuditEntry).iterator(BLOCK), BLOCK):
            for entry in block:
                entry.seal = link_seal(entry.hash, entry.words)
            _all(AuditEntry).bulk_update(block, ["seal"], batch_size=100)
            entries += len(block)
        for club in Club.objects.all():
            seal_rows(club)
        chains = list(Chain.objects.select_related("club"))
        for chain in chains:
            chain.set_seal()
        Chain.objects.bulk_update(chains, ["seal"], batch_size=100)
    return Sealed(entries, len(chains), codes, steps, lost_codes + lost_steps)


def _all(model: type[Model]) -> QuerySet[Any]:
    """Past a manager that refuses to change rows."""
    return QuerySet(model).order_by("pk")


def _seal_codes() -> tuple[int, int]:
    links = list(Link.objects.exclude(code_sealed=""))
    known = [link for link in links if link.code]
    for link in known:
        link.code = link.code
    _save(known, ["code_hash", "code_sealed"])
    return len(known), len(links) - len(known)


def _seal_second_steps() -> tuple[int, int]:
    rows, lost = [], 0
    for row in Authenticator.objects.order_by("pk"):
        for name in SECRETS:
            if name in row.data:
                text = unseal_text(row.data[name])
                if text is None:
                    lost += 1
                else:
                    row.data[name] = seal_text(text)
                    rows.append(row)
    _save(rows, ["data"])
    return len(rows), lost


def _save(rows: Iterable[Model], columns: list[str]) -> None:
    for row in rows:
        row.save(update_fields=columns)

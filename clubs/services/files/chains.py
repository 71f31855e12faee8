"""The proof that the log is as it was written: its links, their seals, and the heads of its chains.

A link needs no key to be checked: whoever has an archive can. Seals and heads are of this
installation (clubs/seals.py).
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery

from clubs.models import AuditEntry, Chain
from clubs.seals import is_seal_of
from clubs.services.changes import Action
from clubs.services.deals.differences import Difference
from clubs.services.snapshot import of_one_moment

HASH_SHOWN = 12  # hexadecimal digits


@of_one_moment
def check_chains() -> Iterator[Difference]:
    """Check every entry of every chain of the log, and every head."""
    entries = AuditEntry.objects.select_related("club").order_by("chain", "sequence")
    yield from check_links(entries.iterator())
    yield from check_heads(Chain.objects.all())


def check_links(entries: Iterable[AuditEntry], *, are_sealed: bool = True) -> Iterator[Difference]:
    """Check each entry against its hash, its seal, its number, the entry before it and the club of
    its chain. Which of two words on a row is the newer one is known by the keys of their entries
    (words.py): those of a chain follow its numbers.

    That is the club which began the chain, until another takes its table over. The entries come
    chain by chain, each from its first entry on, with their clubs. are_sealed: not those of an
    archive, which were sealed elsewhere.
    """
    chain, sequence, previous, club, key = None, 0, "", "", 0
    for entry in entries:
        writes = str(entry.club.uuid)
        if entry.chain_uuid != chain:
            chain, sequence, previous, club, key = entry.chain_uuid, 0, "", writes, 0
        if entry.action == Action.TAKE_OVER and (entry.before or {}).get("club") == club:
            club = writes
        place = f"chain {chain}"
        if writes != club:
            yield Difference(place, f"club of entry {entry.sequence}", writes, club)
        sequence += 1
        if entry.sequence == sequence:
            expected = entry.computed_hash(previous)
            if entry.hash != expected:
                stored, expected = entry.hash[:HASH_SHOWN], expected[:HASH_SHOWN]
                yield Difference(place, f"hash of entry {sequence}", stored, expected)
            elif are_sealed and not is_seal_of(entry.seal, "link", entry.hash, entry.words):
                yield Difference(place, f"seal of entry {sequence}", "of no key", "of a key")
            elif are_sealed and entry.pk < key:
                yield Difference(place, f"key of entry {sequence}", entry.pk, f"above {key}")
        else:
            # Its hash needs the entry that is missing. The chain is followed from here, so that one
            # gap is one difference and not one for each later entry.
            yield Difference(place, "next entry", entry.sequence, sequence)
            sequence = entry.sequence
        previous, key = entry.hash, entry.pk or 0


def check_heads(chains: QuerySet[Chain]) -> Iterator[Difference]:
    """Check each head against the last entry of its chain, and its seal."""
    for chain in _with_ends(chains).iterator():
        place = f"chain {chain.uuid}"
        if chain.number != (chain.last_number or 0):
            yield Difference(place, "last entry", chain.last_number or 0, chain.number)
        elif chain.hash != (chain.last_hash or ""):
            stored, expected = chain.hash[:HASH_SHOWN], (chain.last_hash or "")[:HASH_SHOWN]
            yield Difference(place, "head", stored, expected)
        elif chain.owner not in (None, chain.club_id):
            yield Difference(place, "club of the chain", chain.club_id, chain.owner)
        if not chain.is_sealed():
            yield Difference(place, "seal of the head", "of no key", "of a key")


def move_heads(chains: QuerySet[Chain]) -> None:
    """Move the heads of these chains to their last entries, whatever these are, and seal them."""
    for chain in _with_ends(chains):
        chain.number, chain.hash = chain.last_number or 0, chain.last_hash or ""
        chain.club_id = chain.owner or chain.club_id
        chain.set_seal()
        chain.save()


def _with_ends(chains: QuerySet[Chain]) -> QuerySet[Any]:
    """With number and hash of the last entry of each, and the club that began it or took it over
    last."""
    entries = AuditEntry.objects.filter(chain=OuterRef("pk")).order_by("-sequence")
    begun = entries.filter(Q(sequence=1) | Q(action=Action.TAKE_OVER))
    return (
        chains.select_related("club")
        .annotate(
            last_number=Subquery(entries.values("sequence")[:1]),
            last_hash=Subquery(entries.values("hash")[:1]),
            owner=Subquery(begun.values("club")[:1]),
        )
        .order_by("pk")
    )

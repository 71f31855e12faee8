"""The chain of the log that each thing has: which it is, and its links saved many at once."""

from collections.abc import Sequence

from django.db.models import UUIDField

from clubs.models import AuditEntry, Chain, ChainKind, Club, League, Sitting, Tournament
from clubs.models.compiled import Compiled

Thing = Club | League | Sitting | Tournament  # what has a chain of its own

_chains = Compiled(lambda uuid: Chain.objects.filter(uuid=uuid), uuid=UUIDField())
HEAD = ("club", "number", "hash", "seal")


def chain_of(thing: Thing, club: Club) -> Chain:
    """The chain of a thing, else a new one of the club, not saved yet."""
    chain = _chains.first(uuid=thing.uuid)
    if chain is None:
        return new_chain(thing, club)
    if chain.club_id == club.pk:
        chain.club = club  # needs no query
    return chain


def chain_kind(thing: Thing) -> ChainKind:
    return ChainKind(thing._meta.model_name or "")


def new_chain(thing: Thing, club: Club) -> Chain:
    return Chain(uuid=thing.uuid, kind=chain_kind(thing), club=club)


def write_links(entries: Sequence[AuditEntry]) -> None:
    """Save entries that were added to chains, and the heads of these."""
    chains = {entry.chain.uuid: entry.chain for entry in entries}
    Chain.objects.bulk_create(
        [chain for chain in chains.values() if chain.pk is None], batch_size=100
    )
    Chain.objects.bulk_update(
        [chain for chain in chains.values() if chain.number > 1], HEAD, batch_size=100
    )
    keys = dict(Chain.objects.filter(uuid__in=chains).values_list("uuid", "pk"))
    for entry in entries:
        entry.chain_id = keys[entry.chain.uuid]
    AuditEntry.objects.bulk_create(entries, batch_size=100)

"""A pile of deals from paper: written together or not at all."""

from collections.abc import Sequence
from uuid import UUID, uuid5

from django.db import transaction

from clubs.access import Actor
from clubs.core.problems import DealRefused, Problem
from clubs.models import Deal, Sitting
from clubs.services.deals.scoring import Record
from clubs.services.tables.sittings import record_deal


def record_deals(
    actor: Actor, sitting: Sitting, records: Sequence[Record], *, number: int, request_id: UUID
) -> list[Deal]:
    """Write down these deals, the first under number. Safe to repeat.

    Each deal has a receipt of its own, so each has its history. Raises what record_deal does and
    then keeps nothing; the fields of a DealRefused start with `deals[n].`, n being the number.
    """
    written: list[Deal] = []
    try:
        with transaction.atomic():
            for receipt, record in zip(_receipts(request_id, len(records)), records, strict=True):
                written.append(
                    record_deal(
                        actor, sitting, record, number=number + len(written), request_id=receipt
                    )
                )
    except DealRefused as refusal:
        _restore_revision(sitting, written)
        raise DealRefused(
            Problem(p.code, f"deals[{number + len(written)}].{p.field}", p.params)
            for p in refusal.problems
        ) from refusal
    except BaseException:
        _restore_revision(sitting, written)
        raise
    return written


def _receipts(request_id: UUID, count: int) -> list[UUID]:
    """The ids of the single deals. They follow from how many there are: the same form sent once
    more with another row is another pile, and finds its numbers taken."""
    return [uuid5(request_id, f"{index} of {count}") for index in range(count)]


def _restore_revision(sitting: Sitting, written: Sequence[Deal]) -> None:
    """The revision that the database has again; `change` sees to that of the deal that failed."""
    sitting.revision -= len(written)

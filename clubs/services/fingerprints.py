"""Is a printed fingerprint ours, and is what it seals still so? Reads only."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import chain
from uuid import UUID

from django.db.models import QuerySet

from clubs.access import Actor, visible_sittings
from clubs.models import AuditEntry, Chain, Sitting
from clubs.queries.fingerprints import find_audit_entry, sealed
from clubs.queries.tables.sittings import ScoreSheet, score_sheet
from clubs.services.changes import Action
from clubs.services.files.chains import check_heads, check_links
from clubs.services.files.checks import check_sitting

UNSEEN = {Action.INVITE, Action.REVOKE_LINK, Action.RENEW_OWNER_LINK}  # on no sheet
# What leaves the figures of a sheet that is printed already as they are.
GOING_ON = {
    Action.RECORD_DEAL,
    Action.IMPORT,
    Action.CHANGE_SEATS,
    Action.CLOSE_SITTING,
    Action.REOPEN_SITTING,
    Action.TAKE_OVER,
    Action.MERGE_PLAYERS,
}


class Finding(StrEnum):
    """continued: only added to; changed: something that the sheet shows is no longer so; broken:
    the history or what is stored was written to past the program."""

    UNKNOWN = "unknown"
    UNCHANGED = "unchanged"
    CONTINUED = "continued"
    CHANGED = "changed"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Answer:
    """What anybody who holds the sheet may know; nobody's name is in it.

    sealed_at is when the last thing that the sheet shows was written. totals are those of its
    columns, and deal_count is its number of deals, while nothing came after it.
    """

    finding: Finding
    sitting: Sitting | None = None
    sealed_at: datetime | None = None
    later_count: int = 0
    changed_count: int = 0
    last_at: datetime | None = None
    deal_count: int = 0
    totals: tuple[int, ...] = ()
    is_visible: bool = False


def check_fingerprint(actor: Actor, fingerprint: str) -> Answer:
    """fingerprint is what read_fingerprint gives: all of it, or its first digits."""
    entry = find_audit_entry(fingerprint)
    sitting = _sitting_of(entry.chain_uuid) if entry else None
    if entry is None or sitting is None:
        return Answer(Finding.UNKNOWN)

    def read() -> tuple[list[AuditEntry], bool, ScoreSheet]:
        entries = list(_entries_of(sitting))
        return entries, _is_sound(sitting, entries), score_sheet(sitting)

    (entries, holds, sheet), _last = sealed(sitting, read)
    later = [one for one in entries if one.sequence > entry.sequence and one.action not in UNSEEN]
    seen = {one.target_uuid for one in entries if one.sequence <= entry.sequence}
    changed_count = sum(1 for one in later if _changes_sheet(one, seen))
    finding = Finding.UNCHANGED
    if not holds:
        finding = Finding.BROKEN
    elif later:
        finding = Finding.CHANGED if changed_count else Finding.CONTINUED
    shows_result = finding is Finding.UNCHANGED
    return Answer(
        finding=finding,
        sitting=sitting,
        sealed_at=entry.at,
        later_count=len(later),
        changed_count=changed_count,
        last_at=later[-1].at if later else None,
        deal_count=sheet.deal_count if shows_result else 0,
        totals=tuple(seat.total for seat in sheet.seats) if shows_result else (),
        is_visible=visible_sittings(actor).filter(pk=sitting.pk).exists(),
    )


def _sitting_of(chain_uuid: UUID) -> Sitting | None:
    """None for the chain of a club, whose entries are printed nowhere."""
    return Sitting.objects.select_related("club").filter(uuid=chain_uuid).first()


def _entries_of(sitting: Sitting) -> QuerySet[AuditEntry]:
    entries = AuditEntry.objects.filter(chain__uuid=sitting.uuid)
    return entries.select_related("club").order_by("sequence")


def _is_sound(sitting: Sitting, entries: Iterable[AuditEntry]) -> bool:
    """Whether the chain holds together and everything stored follows from it."""
    head = Chain.objects.filter(uuid=sitting.uuid)
    faults = chain(check_links(entries), check_heads(head), check_sitting(sitting))
    return next(faults, None) is None


def _changes_sheet(entry: AuditEntry, seen: Collection[UUID]) -> bool:
    """Whether a later entry concerns what was there when the sheet was printed."""
    is_of_new_deal = entry.target_type == "deal" and entry.target_uuid not in seen
    return entry.action not in GOING_ON and not is_of_new_deal

"""What a printed score sheet says: the sheet, what was corrected on it, and its fingerprint."""

from collections.abc import Mapping
from dataclasses import dataclass

from clubs.access import Actor, visible_audit
from clubs.models import Sitting
from clubs.queries.fingerprints import sealed
from clubs.queries.tables.audit import LogRow, log_row
from clubs.queries.tables.log_words import people_by_key
from clubs.queries.tables.sittings import ScoreSheet, score_sheet

# What needs no note on the sheet.
ORDINARY = (
    "record_deal",
    "close_sitting",
    "invite",
    "revoke_link",
    "renew_owner_link",
    "import",
)


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """All of one moment. notes are what the log has beside the deals themselves, oldest first."""

    sheet: ScoreSheet
    notes: tuple[LogRow, ...]
    fingerprint: str


def paper_sheet(actor: Actor, sitting: Sitting) -> PaperSheet:
    """The sheet as it is now. Who may not see the log gets no notes."""

    def read() -> tuple[ScoreSheet, tuple[LogRow, ...]]:
        sheet = score_sheet(sitting)
        return sheet, _audit_notes(actor, sitting, sheet.names)

    (sheet, notes), fingerprint = sealed(sitting, read)
    return PaperSheet(sheet, notes, fingerprint)


def _audit_notes(actor: Actor, sitting: Sitting, names: Mapping[str, str]) -> tuple[LogRow, ...]:
    entries = visible_audit(actor, sitting.uuid).exclude(action__in=ORDINARY).order_by("sequence")
    rows = list(entries)
    people = people_by_key(actor, sitting.club, [entry.actor for entry in rows])
    return tuple(log_row(sitting.game, entry, people, names, deals={}) for entry in rows)

"""One deal told in full: how its score came about, who wrote it, and what it said before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from clubs.access import Actor, may_see_log
from clubs.choices import reason_text
from clubs.models import AuditEntry, Deal
from clubs.queries.deals.breakdown import calculation_of, told_by
from clubs.queries.deals.deals import as_seated, earlier_records, former_names, rules_of
from clubs.queries.deals.stories import CalcLine, RecordFact, ToldChange, changes_between, record_of
from clubs.queries.tables.audit import deal_entries, name_as_today, revision_in
from clubs.queries.tables.log_words import action_words, people_by_key, who_text
from clubs.queries.tables.sheet_rows import DealChange, SheetRow
from clubs.queries.tables.sittings import CHANGES, ScoreSheet


@dataclass(frozen=True, slots=True)
class PlayerScore:
    name: str
    score: int
    role: str


@dataclass(frozen=True, slots=True)
class DealStory:
    """A deal as the panel beside the sheet tells it; lines is empty where nothing explains it.

    changed_by is the name of who corrected it or took it back last, empty when nobody did. Who may
    not see the log finds both names empty.
    """

    row: SheetRow
    lines: tuple[CalcLine, ...]
    scores: tuple[PlayerScore, ...]
    note: str
    recorded_by: str
    changed_by: str


@dataclass(frozen=True, slots=True)
class Version:
    """What the deal said from a moment on. changes is empty for the first one.

    revision is the deal's at that time; is_past says that the deal says something else now.
    """

    number: int
    title: str
    icon: str
    at: datetime
    who: str
    reason: str
    facts: tuple[RecordFact, ...]
    changes: tuple[ToldChange, ...]
    is_current: bool
    revision: int
    is_past: bool


@dataclass(frozen=True, slots=True)
class DealDetail:
    """The page of a deal; versions are newest first, previous and next are numbers of deals."""

    story: DealStory
    versions: tuple[Version, ...]
    previous: int | None
    next: int | None

    @property
    def way_back(self) -> int | None:
        """The revision that a deal had before it was taken back; None for any other deal."""
        if not self.story.row.is_undone:
            return None
        return next((version.revision for version in self.versions if version.is_past), None)


def story_of_row(actor: Actor, sheet: ScoreSheet, row: SheetRow) -> DealStory:
    """The story of a deal of the sheet; one query where the reader sees the log."""
    sees_log = may_see_log(actor, sheet.sitting)
    change = row.change if sees_log else None
    deal = row.deal
    recorder = deal.recorded_by_id if sees_log else None
    people = people_by_key(actor, sheet.sitting.club, [change.by] if change else [], recorder)
    return DealStory(
        row=row,
        lines=calculation_of(
            sheet.sitting.game,
            deal.record,
            sheet.rules,
            sheet.names,
            sheet.records_before(row.number),
        ),
        scores=tuple(
            PlayerScore(seat.name, cell.gain, cell.role)
            for seat, cell in zip(sheet.seats, row.cells, strict=True)
            if cell.role
        ),
        note=deal.record.get("note") or "",
        recorded_by=people.get(f"id:{recorder}", ""),
        changed_by=who_text(change.by, people) if change else "",
    )


def deal_detail(actor: Actor, deal: Deal) -> DealDetail:
    """Four queries: scores with players, entries, their people, and the last number."""
    sitting = deal.sitting
    rules = rules_of(sitting)
    scores = as_seated(deal, deal.scores.select_related("player", "seat__player"))
    names = {str(score.player.uuid): score.player.table_name for score in scores}
    entries = deal_entries(actor, sitting.uuid, deal.uuid)
    name_as_today(entries, former_names(score.seat for score in scores))
    recorder = deal.recorded_by_id if may_see_log(actor, sitting) else None
    keys = [entry.actor for entry in entries]
    people = people_by_key(actor, sitting.club, keys, recorder)
    last = sitting.deals.aggregate(last=Max("number"))["last"]
    changes = [entry for entry in entries if entry.action in CHANGES]
    change = DealChange(changes[-1].actor, changes[-1].at, changes[-1].action) if changes else None
    roles = [(score.role, score.player.table_name) for score in scores]
    story = DealStory(
        row=SheetRow(deal, sitting.game, rules, names, roles, change),
        lines=calculation_of(
            sitting.game, deal.record, rules, names, earlier_records(sitting, deal.number)
        ),
        scores=tuple(
            PlayerScore(score.player.table_name, score.score, score.role) for score in scores
        ),
        note=deal.record.get("note") or "",
        recorded_by=people.get(f"id:{recorder}", ""),
        changed_by=who_text(change.by, people) if change else "",
    )
    return DealDetail(
        story=story,
        versions=_versions_of(sitting.game, entries, people, names),
        previous=deal.number - 1 if deal.number > 1 else None,
        next=deal.number + 1 if deal.number < last else None,
    )


def _versions_of(
    game: str,
    entries: Sequence[AuditEntry],
    people: Mapping[str, str],
    names: Mapping[str, str],
) -> tuple[Version, ...]:
    """Newest first."""
    versions: list[Version] = []
    before: tuple[RecordFact, ...] = ()
    now = record_of(entries[-1].after) if entries else {}
    for number, entry in enumerate(entries, start=1):
        facts = told_by(game, record_of(entry.after), names)
        words = action_words(entry.action)
        versions.append(
            Version(
                number=number,
                title=str(words.label),
                icon=words.icon,
                at=entry.at,
                who=who_text(entry.actor, people),
                reason=reason_text(entry.reason),
                facts=facts,
                changes=changes_between(before, facts) if number > 1 else (),
                is_current=number == len(entries),
                revision=revision_in(entry.after) or 0,
                is_past=record_of(entry.after) != now,
            )
        )
        before = facts
    return tuple(reversed(versions))

"""One deal told in full: how its score came about, who wrote it, and what it said before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from clubs.access import Actor
from clubs.choices import Role, reason_text
from clubs.models import AuditEntry, Deal
from clubs.queries.audit import action_words, deal_entries, people_by_key, who_text
from clubs.queries.breakdown import calculation_of, told_by
from clubs.queries.deals import rules_of
from clubs.queries.sittings import CHANGES, DealChange, Sheet, SheetRow, sheet_row
from clubs.queries.stories import CalcLine, Told, ToldChange, changes_between, record_of


@dataclass(frozen=True, slots=True)
class PlayerScore:
    name: str
    score: int
    role: str


@dataclass(frozen=True, slots=True)
class DealStory:
    """A deal as the panel beside the sheet tells it; lines is empty where nothing explains it.

    changed_by is the name of who corrected it or took it back last, empty when nobody did.
    """

    row: SheetRow
    lines: tuple[CalcLine, ...]
    scores: tuple[PlayerScore, ...]
    note: str
    recorded_by: str
    changed_by: str


@dataclass(frozen=True, slots=True)
class Version:
    """What the deal said from a moment on. changes is empty for the first one."""

    number: int
    title: str
    icon: str
    at: datetime
    who: str
    reason: str
    told: tuple[Told, ...]
    changes: tuple[ToldChange, ...]
    is_current: bool


@dataclass(frozen=True, slots=True)
class DealDetail:
    """The page of a deal; versions are newest first, previous and next are numbers of deals."""

    story: DealStory
    versions: tuple[Version, ...]
    previous: int | None
    next: int | None


def story_of_row(sheet: Sheet, row: SheetRow) -> DealStory:
    """From the sheet; one query when somebody changed the deal."""
    people = people_by_key([row.change.by]) if row.change else {}
    deal = row.deal
    return DealStory(
        row=row,
        lines=calculation_of(sheet.sitting.game, deal.record, sheet.rules, sheet.names),
        scores=tuple(
            PlayerScore(seat.name, cell.gain, cell.role)
            for seat, cell in zip(sheet.seats, row.cells, strict=True)
            if cell.role
        ),
        note=deal.record.get("note") or "",
        recorded_by=str(deal.recorded_by or ""),
        changed_by=who_text(row.change.by, people) if row.change else "",
    )


def deal_detail(actor: Actor, deal: Deal) -> DealDetail:
    """Four queries: scores with players, entries, their people, and the last number."""
    sitting = deal.sitting
    rules = rules_of(sitting)
    scores = list(deal.scores.select_related("player").order_by("seat__position"))
    names = {str(score.player.uuid): score.player.table_name for score in scores}
    entries = deal_entries(actor, sitting.uuid, deal.uuid)
    people = people_by_key([entry.actor for entry in entries], deal.recorded_by_id)
    last = sitting.deals.aggregate(last=Max("number"))["last"]
    changes = [entry for entry in entries if entry.action in CHANGES]
    change = DealChange(changes[-1].actor, changes[-1].at, changes[-1].action) if changes else None
    in_attack = [
        score.player.table_name
        for role in (Role.TAKER, Role.PARTNER)
        for score in scores
        if score.role == role
    ]
    story = DealStory(
        row=sheet_row(sitting, rules, deal, names, attack=in_attack, change=change),
        lines=calculation_of(sitting.game, deal.record, rules, names),
        scores=tuple(
            PlayerScore(score.player.table_name, score.score, score.role) for score in scores
        ),
        note=deal.record.get("note") or "",
        recorded_by=people.get(f"id:{deal.recorded_by_id}", ""),
        changed_by=who_text(change.by, people) if change else "",
    )
    return DealDetail(
        story=story,
        versions=versions_of(sitting.game, entries, people, names),
        previous=deal.number - 1 if deal.number > 1 else None,
        next=deal.number + 1 if deal.number < last else None,
    )


def versions_of(
    game: str,
    entries: Sequence[AuditEntry],
    people: Mapping[str, str],
    names: Mapping[str, str],
) -> tuple[Version, ...]:
    """Newest first."""
    versions: list[Version] = []
    before: tuple[Told, ...] = ()
    for number, entry in enumerate(entries, start=1):
        told = told_by(game, record_of(entry.after), names)
        words = action_words(entry.action)
        versions.append(
            Version(
                number=number,
                title=str(words.label),
                icon=words.icon,
                at=entry.at,
                who=who_text(entry.actor, people),
                reason=reason_text(entry.reason),
                told=told,
                changes=changes_between(before, told) if number > 1 else (),
                is_current=number == len(entries),
            )
        )
        before = told
    return tuple(reversed(versions))

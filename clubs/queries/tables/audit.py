"""The log of a table: what was done, by whom, and what differs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from clubs.access import Actor, may_correct_deal, visible_audit
from clubs.choices import reason_text
from clubs.core.deals import without_players
from clubs.core.games import Rules, get_game
from clubs.core.redaction import renamed
from clubs.models import (
    AuditEntry,
    Deal,
    Seat,
    Sitting,
)
from clubs.queries.deals.breakdown import deal_told, told_by
from clubs.queries.deals.deals import former_names, rules_of
from clubs.queries.deals.rules import setting_changes
from clubs.queries.deals.stories import RecordFact, ToldChange, changes_between, record_of
from clubs.queries.fingerprints import fingerprint_of
from clubs.queries.seasons.seasons import closed_league_of
from clubs.queries.tables.log_words import (
    ACTIONS,
    action_words,
    entry_title,
    people_by_key,
    who_text,
)
from clubs.queries.tables.seats import seat_changes, told_merger

PER_PAGE = 50
TAKEN_BACK = "void_deal"


@dataclass(frozen=True, slots=True)
class LogRow:
    """One entry. facts are what a new record says, sentence the same in one; changes is what a
    later one changed.

    version is the revision of the deal that can be restored from here, None where nothing can: the
    one that the entry wrote, or of a deal that is taken back (is_way_back) the one before.
    """

    at: datetime
    who: str
    title: str
    icon: str
    reason: str
    facts: tuple[RecordFact, ...]
    changes: tuple[ToldChange, ...]
    deal_number: int | None
    sequence: int | None
    version: int | None = None
    is_way_back: bool = False
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Log:
    """A page of a sitting's log, newest first. fingerprint is that of its last entry; has_said
    is whether some entry has the name of a guest who only said it."""

    rows: tuple[LogRow, ...]
    has_said: bool
    fingerprint: str
    entry_count: int
    page: int
    page_count: int

    @property
    def newer(self) -> int:
        return self.page - 1

    @property
    def older(self) -> int:
        return self.page + 1


def sitting_log(actor: Actor, sitting: Sitting, *, page: int) -> Log | None:
    """One page of the log, None when there is no such page. Four queries for who may restore.

    The opening, whose entry is in the chain of the club, closes the last page.
    """
    start = (page - 1) * PER_PAGE
    chains = visible_audit(actor, sitting.uuid).select_related("chain__club")
    entries = list(chains.order_by("-sequence")[start : start + PER_PAGE])
    if page > 1 and not entries:
        return None
    chain = entries[0].chain if entries else None
    length, fingerprint = chain.number if chain else 0, fingerprint_of(chain)
    seats = list(Seat.objects.filter(sitting=sitting).select_related("player"))
    names = {str(seat.player.uuid): seat.player.table_name for seat in seats}
    name_as_today(entries, former_names(seats))
    keys = [entry.actor for entry in entries]
    people = people_by_key(actor, sitting.club, keys, sitting.opened_by_id)
    deals = _records_now(sitting, entries) if _may_restore(actor, sitting) else {}
    rules = rules_of(sitting)
    rows = [log_row(sitting.game, entry, people, names, deals, rules) for entry in entries]
    page_count = max(-(-length // PER_PAGE), 1)
    if page == page_count:
        rows.append(_opening(actor, sitting, people))
    has_said = any(key.startswith("link:") and "/" in key for key in keys)
    return Log(tuple(rows), has_said, fingerprint, length, page, page_count)


def name_as_today(entries: Iterable[AuditEntry], names: Mapping[str, str]) -> None:
    """Lets the entries at hand call everybody as they are called now; the log stays as it is."""
    for entry in entries if names else ():
        entry.before, entry.after = renamed(entry.before, names), renamed(entry.after, names)
        entry.actor = "/".join(names.get(part, part) for part in entry.actor.split("/"))


def _may_restore(actor: Actor, sitting: Sitting) -> bool:
    """Whether going back to an earlier version is offered: not where a closed season counts it."""
    if not may_correct_deal(actor, sitting):
        return False
    return sitting.is_open or closed_league_of(sitting) is None


def _records_now(sitting: Sitting, entries: Iterable[AuditEntry]) -> dict[UUID, Any]:
    """What the deals of these entries say today."""
    deals = sitting.deals.filter(uuid__in={entry.target_uuid for entry in entries})
    return dict(deals.values_list("uuid", "record"))


def _version_to_restore(entry: AuditEntry, now: Any) -> tuple[int | None, bool]:
    """See LogRow: version and is_way_back. now is what the deal says today, None for no deal."""
    after, before = record_of(entry.after), record_of(entry.before)
    if now is None or not after:
        return None, False
    if after != now:
        return revision_in(entry.after), False
    if entry.action == TAKEN_BACK and before:
        return revision_in(entry.before), True
    return None, False


def revision_in(value: Any) -> int | None:
    """The revision of the deal inside what the log keeps of it."""
    return value.get("revision") if isinstance(value, dict) else None


def log_row(
    game: str,
    entry: AuditEntry,
    people: Mapping[str, str],
    names: Mapping[str, str],
    deals: Mapping[UUID, Any],
    rules: Rules | None = None,
) -> LogRow:
    """deals holds what the deals say now, as far as the reader may restore them; rules are those of
    the table, where deals are told in a sentence."""
    before = told_by(game, record_of(entry.before), names)
    after = told_by(game, record_of(entry.after), names)
    changes = changes_between(before, after) if before else ()
    if entry.action == "change_rules":
        changes = _rules_changes(game, entry.before, entry.after)
    if entry.action == "name_sitting":
        changes = (ToldChange(_("Name"), entry.before or "", entry.after or ""),)
    if entry.action == "change_seats":
        after = seat_changes(entry.before, entry.after, names)
    if entry.action == "merge_players":
        after = told_merger(entry.after, names)
    number = entry.after.get("number") if isinstance(entry.after, dict) else None
    version, is_way_back = _version_to_restore(entry, deals.get(entry.target_uuid))
    return LogRow(
        at=entry.at,
        who=who_text(entry.actor, people),
        title=entry_title(entry.action, number),
        icon=action_words(entry.action).icon,
        reason=reason_text(entry.reason),
        facts=() if before else after,
        changes=changes,
        deal_number=number,
        sequence=entry.sequence,
        version=version,
        is_way_back=is_way_back,
        sentence=""
        if before or not rules
        else deal_told(game, record_of(entry.after), rules, names),
    )


def _opening(reader: Actor, sitting: Sitting, people: Mapping[str, str]) -> LogRow:
    """The first thing that happened; its entry is in the chain of the club."""
    words = ACTIONS["open_sitting"]
    who = people.get(f"id:{sitting.opened_by_id}") or _opener(reader, sitting)
    assert sitting.opened_at is not None  # noqa: S101 - only planned sittings have none
    return LogRow(sitting.opened_at, who, str(words.label), words.icon, "", (), (), None, None)


def _opener(reader: Actor, sitting: Sitting) -> str:
    """The person who opened the table, where that was no account that is still there."""
    ways = ["open_sitting", "import"]
    opened = AuditEntry.objects.filter(target_uuid=sitting.uuid, action__in=ways).order_by("pk")
    key = opened.values_list("actor", flat=True).first()
    return who_text(key, people_by_key(reader, sitting.club, [key]))


def _rules_changes(game: str, before: Any, after: Any) -> tuple[ToldChange, ...]:
    """The settings that are no longer what they were."""
    old, new = (get_game(game).read_rules(rules) for rules in (before, after))
    return setting_changes(old, new, game)


def deal_entries(actor: Actor, chain_uuid: UUID, deal_uuid: UUID) -> list[AuditEntry]:
    """What was written about one deal, oldest first."""
    entries = visible_audit(actor, chain_uuid).filter(target_uuid=deal_uuid)
    return list(entries.order_by("sequence"))


@dataclass(frozen=True, slots=True)
class PastVersion:
    """What a deal said from a moment on, and who wrote it."""

    record: Mapping[str, Any]
    at: datetime
    who: str


def past_version(actor: Actor, deal: Deal, revision: int) -> PastVersion | None:
    """The version of a deal with this revision, None where the log has none. Three queries."""
    entry = _version_entry(actor, deal, revision)
    if entry is None:
        return None
    people = people_by_key(actor, deal.sitting.club, [entry.actor])
    who = who_text(entry.actor, people)
    return PastVersion(_told_record(entry), entry.at, who)


def record_at(actor: Actor, deal: Deal, revision: int) -> Mapping[str, Any] | None:
    """The same without who and when."""
    entry = _version_entry(actor, deal, revision)
    return _told_record(entry) if entry else None


def _version_entry(actor: Actor, deal: Deal, revision: int) -> AuditEntry | None:
    entries = deal_entries(actor, deal.sitting.uuid, deal.uuid)
    seats = Seat.objects.filter(sitting=deal.sitting_id).select_related("player")
    name_as_today(entries, former_names(seats))
    versions = (entry for entry in entries if record_of(entry.after))
    return next((entry for entry in versions if revision_in(entry.after) == revision), None)


def _told_record(entry: AuditEntry) -> dict[str, Any]:
    """The record as a form tells it: without the seats, which belong to the deal."""
    return without_players(record_of(entry.after))

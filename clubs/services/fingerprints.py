"""Is a printed fingerprint ours, and is what it seals still so? Reads only."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import chain as joined
from typing import NamedTuple

from django.db.models import Model, QuerySet

from clubs.access import (
    Actor,
    visible_audit,
    visible_leagues,
    visible_sittings,
    visible_tournaments,
)
from clubs.models import AuditEntry, Chain, League, Sitting, Tournament
from clubs.queries.fingerprints import find_audit_entry, parts_of, sealed
from clubs.queries.tables.log_words import entry_title
from clubs.queries.tables.sittings import ScoreSheet, score_sheet
from clubs.queries.tournaments.papers import FINAL
from clubs.services.changes import Action
from clubs.services.deals.differences import Difference
from clubs.services.files.chains import check_heads, check_links
from clubs.services.files.checks import check_season, check_sitting
from clubs.services.snapshot import snapshot
from clubs.services.tournaments.checks import check_result

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
# What leaves final standings as they are; whatever else is written means that they were opened.
AFTER_THE_END = {
    *UNSEEN,
    Action.PUBLISH_LEAGUE,
    Action.ANNOUNCE,
    Action.SET_TOURNAMENT_STATE,
    Action.SET_DUTY,
    Action.TAKE_FEE,
    Action.MERGE_PLAYERS,
    Action.ANONYMISE_PLAYER,
}
Thing = Sitting | League | Tournament


class Finding(StrEnum):
    """mistyped: all but the seal at its end is that of an entry of a log here. continued: only
    added to; changed: something that the paper shows is no longer so; broken: the history or what
    is stored was written to past the program; rewritten: it was printed here, but the log has
    another entry at that place, or none; gone: it was printed here, and nothing is left of what it
    is of."""

    UNKNOWN = "unknown"
    MISTYPED = "mistyped"
    UNCHANGED = "unchanged"
    CONTINUED = "continued"
    CHANGED = "changed"
    BROKEN = "broken"
    REWRITTEN = "rewritten"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Answer:
    """What anybody who holds the paper may know; nobody's name is in it.

    number and sealed_at say which entry of the log was the last one then. totals are those of the
    columns of a sheet, and deal_count is its number of deals, while nothing came after it. later is
    what was done since, for who may see the log; is_visible: whether the asker may see the thing.
    """

    finding: Finding
    thing: Thing | None = None
    number: int = 0
    sealed_at: datetime | None = None
    later_count: int = 0
    changed_count: int = 0
    last_at: datetime | None = None
    deal_count: int = 0
    totals: tuple[int, ...] = ()
    is_visible: bool = False
    later: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        return self.thing._meta.model_name or "" if self.thing else ""


class _Place(NamedTuple):
    """Where a fingerprint leads. entry is None where the log no longer has it."""

    thing: Thing
    number: int
    entry: AuditEntry | None


def check_fingerprint(actor: Actor, fingerprint: str) -> Answer:
    """fingerprint is what read_fingerprint gives: one of ours, or one of the older ones, of which
    the first digits are enough."""
    place = _place_of(fingerprint)
    if isinstance(place, Finding):
        return Answer(place)
    thing, number, entry = place
    is_visible = _visible_things(actor, thing).filter(pk=thing.pk).exists()
    if entry is None:
        return Answer(Finding.REWRITTEN, thing, number, is_visible=is_visible)
    if isinstance(thing, Sitting):
        entries, holds, sheet = _sitting_now(thing)
    else:
        sheet = None
        with snapshot():
            entries = list(_entries_of(thing))
            holds = _is_chain_sound(thing, entries)
    later = [one for one in entries if one.sequence > number and one.action not in UNSEEN]
    seen = {one.target_uuid for one in entries if one.sequence <= number}
    changes = _changes_sheet if sheet else _changes_standings
    changed_count = sum(1 for one in later if changes(one, seen))
    finding = Finding.UNCHANGED
    if not holds:
        finding = Finding.BROKEN
    elif later:
        finding = Finding.CHANGED if changed_count else Finding.CONTINUED
    shows_result = sheet is not None and finding is Finding.UNCHANGED
    return Answer(
        finding=finding,
        thing=thing,
        number=number,
        sealed_at=entry.at,
        later_count=len(later),
        changed_count=changed_count,
        last_at=later[-1].at if later else None,
        deal_count=sheet.deal_count if sheet and shows_result else 0,
        totals=tuple(seat.total for seat in sheet.seats) if sheet and shows_result else (),
        is_visible=is_visible,
        later=_titles(later) if visible_audit(actor, thing.uuid).exists() else (),
    )


def _place_of(fingerprint: str) -> _Place | Finding:
    if parts := parts_of(fingerprint):
        chains = parts.chains()
        for entry in AuditEntry.objects.filter(chain__in=chains, sequence=parts.number):
            if entry.hash.startswith(parts.hash):
                if not parts.is_sealed():
                    return Finding.MISTYPED
                return _place_in(entry.chain, entry, entry.sequence)
        if parts.is_sealed():
            # Of several with these digits no one is accused.
            return _place_in(chains[0], None, parts.number) if len(chains) == 1 else Finding.GONE
    known = find_audit_entry(fingerprint)
    return _place_in(known.chain, known, known.sequence) if known else Finding.UNKNOWN


def _place_in(chain: Chain, entry: AuditEntry | None, number: int) -> _Place | Finding:
    """UNKNOWN for the chain of a club, which is printed nowhere."""
    models: dict[str, type[Thing]] = {"sitting": Sitting, "league": League}
    model = models.get(chain.kind, Tournament)
    thing = model._base_manager.select_related("club").filter(uuid=chain.uuid).first()
    if thing is None:
        return Finding.UNKNOWN if chain.kind == "club" else Finding.GONE
    return _Place(thing, number, entry)


def _visible_things(actor: Actor, thing: Thing) -> QuerySet[Model]:
    if isinstance(thing, Sitting):
        return visible_sittings(actor)
    return visible_leagues(actor) if isinstance(thing, League) else visible_tournaments(actor)


def _sitting_now(sitting: Sitting) -> tuple[list[AuditEntry], bool, ScoreSheet]:
    def read() -> tuple[list[AuditEntry], bool, ScoreSheet]:
        entries = list(_entries_of(sitting))
        return entries, _is_chain_sound(sitting, entries), score_sheet(sitting)

    return sealed(sitting, read)[0]


def _entries_of(thing: Thing) -> QuerySet[AuditEntry]:
    entries = AuditEntry.objects.filter(chain__uuid=thing.uuid)
    return entries.select_related("club").order_by("sequence")


def _is_chain_sound(thing: Thing, entries: Iterable[AuditEntry]) -> bool:
    """Whether the chain holds together and everything stored follows from it."""
    head = Chain.objects.filter(uuid=thing.uuid)
    faults = joined(check_links(entries), check_heads(head), _faults_of(thing))
    return next(faults, None) is None


def _faults_of(thing: Thing) -> Iterator[Difference]:
    if isinstance(thing, Sitting):
        yield from check_sitting(thing)
    elif isinstance(thing, League):
        yield from check_season(thing) if thing.is_closed else ()
    elif thing.state in FINAL:
        yield from check_result(thing)


def _changes_sheet(entry: AuditEntry, seen: Collection[object]) -> bool:
    """Whether a later entry concerns what was there when the sheet was printed."""
    is_of_new_deal = entry.target_type == "deal" and entry.target_uuid not in seen
    return entry.action not in GOING_ON and not is_of_new_deal


def _changes_standings(entry: AuditEntry, _seen: Collection[object]) -> bool:
    return entry.action not in AFTER_THE_END


def _titles(entries: Iterable[AuditEntry]) -> tuple[str, ...]:
    """What was done, each once, in its order."""
    titles = (
        entry_title(one.action, one.after.get("number") if isinstance(one.after, dict) else None)
        for one in entries
    )
    return tuple(dict.fromkeys(titles))

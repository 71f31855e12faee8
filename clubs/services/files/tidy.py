"""Clears data that was not used for long: tables without a club and ended links after a year, files
that were sent and never imported after a month. Begins planned seasons that have counted tables.

Beside an import that is taken back, this is the only deletion of what was played (docs/stored.md).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from clubs.access import Actor
from clubs.models import (
    AuditEntry,
    Club,
    Deal,
    DealScore,
    ImportRun,
    League,
    LeagueState,
    Link,
    Player,
    Seat,
    Sitting,
)
from clubs.services.changes import Action, change
from clubs.services.seasons.counting import begin_league

ACTOR = Actor.command("tidy")
UNUSED = timedelta(days=365)
WAITING = timedelta(days=30)  # of a file: there may be names and addresses in it


@dataclass(frozen=True, slots=True)
class Cleared:
    """A private club that was cleared. changed_at is the time of its last change, chains are those
    of the log that went with it."""

    name: str
    changed_at: datetime
    sitting_count: int
    deal_count: int
    chains: tuple[UUID, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        counts = f"sessions: {self.sitting_count}, deals: {self.deal_count}"
        return f"{self.name} ({counts}, last changed on {self.changed_at:%Y-%m-%d})"


def _unused_clubs(now: datetime) -> QuerySet[Any]:
    """Private clubs of which the last change (changed_at) and the last visit by a link are both
    more than a year ago.

    A club whose tables were taken over is left: the history of those tables is in its entries.
    """
    entries = AuditEntry.objects.filter(club=OuterRef("pk")).order_by("-at")
    entries = entries.exclude(action=Action.CLEAR_LINKS)  # nobody's doing
    visits = Link.objects.filter(club=OuterRef("pk"), used_on__isnull=False).order_by("-used_on")
    moved = Sitting.objects.filter(uuid=OuterRef("chain__uuid")).exclude(club=OuterRef("club"))
    since = now - UNUSED
    return (
        Club.objects.filter(~Exists(entries.filter(Exists(moved))), slug=None)
        .annotate(
            changed_at=Coalesce(Subquery(entries.values("at")[:1]), F("created_at")),
            visited_on=Subquery(visits.values("used_on")[:1]),
        )
        .filter(Q(visited_on=None) | Q(visited_on__lt=since.date()), changed_at__lt=since)
        .order_by("pk")
    )


def clear_unused(now: datetime, *, dry_run: bool = False) -> Iterator[Cleared]:
    """Clear each unused club in a transaction of its own, after it was read again under its
    lock."""
    for pk in list(_unused_clubs(now).values_list("pk", flat=True)):
        with transaction.atomic():
            if not dry_run:  # a deal that is recorded at this moment comes before or after
                Club.objects.filter(pk=pk).update(revision=F("revision") + 1)
                Sitting.objects.filter(club=pk).update(revision=F("revision") + 1)
            club = _unused_clubs(now).filter(pk=pk).first()
            if club is None:
                continue
            deals = Deal.objects.filter(sitting__club=club)
            cleared = Cleared(
                club.name or f"Table of {club.created_at:%Y-%m-%d}",
                club.changed_at,
                club.sittings.count(),
                deals.count(),
                tuple(club.chains.values_list("uuid", flat=True)),
            )
            if not dry_run:
                erase(club)
        yield cleared


def erase(club: Club) -> None:
    """Delete the club with everything that was played there. Scores go first: each row is held by
    those that point to it."""
    DealScore.objects.filter(deal__sitting__club=club).delete()
    Deal.objects.filter(sitting__club=club).delete()
    Seat.objects.filter(sitting__club=club).delete()
    Sitting.objects.filter(club=club).delete()
    Player.objects.filter(club=club).delete()
    _erase_log(club)
    club.delete()


def _erase_log(club: Club) -> None:
    """Delete the log of a club. It is the only way around AuditQuerySet.delete: the log goes with
    all that it describes."""
    QuerySet(AuditEntry).filter(club=club).delete()


def clear_links(now: datetime, *, dry_run: bool = False) -> int:
    """Delete links that were revoked or expired more than a year ago; gives how many. Until then a
    visitor reads that the link has ended, and the log knows its purpose."""
    since = now - UNUSED
    ended = Link.objects.filter(Q(revoked_at__lt=since) | Q(expires_at__lt=since))
    if dry_run:
        return ended.count()
    count = 0
    for club in Club.objects.filter(pk__in=ended.values("club")).order_by("pk"):
        with change(Action.CLEAR_LINKS, ACTOR, club, lock=club, request_id=None) as entry:
            cleared, by_model = ended.filter(club=club).delete()
            entry.after = {"links": by_model.get(Link._meta.label, 0)}
        count += cleared
    return count


def clear_waiting(now: datetime, *, dry_run: bool = False) -> int:
    """Delete files that were sent a month ago and of which nothing was imported; gives how many."""
    waiting = ImportRun.objects.filter(made_at__lt=now - WAITING, done=0, total=0, finished_at=None)
    if dry_run:
        return waiting.count()
    count, _by_model = waiting.delete()
    return count


def begin_played() -> None:
    """Begin planned seasons for which tables count: earlier versions left them planned after an
    import."""
    planned = League.objects.filter(state=LeagueState.PLANNED, tables__isnull=False).distinct()
    for league in planned.order_by("pk"):
        with change(Action.UPDATE_LEAGUE, ACTOR, league, lock=league, request_id=None) as entry:
            entry.is_needless = not begin_league(league)
            entry.after = {"state": league.state}

"""What the log says of one person: the entries that name them, or that their account wrote."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db.models import Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet

from clubs.choices import reason_text
from clubs.models import AuditEntry, Chain, ChainKind, Player, Sitting, Tournament
from clubs.packing import PackedText
from clubs.queries.tables.log_words import action_words


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry of the log that names the person, or that their account wrote. reason: only one
    that the person wrote."""

    at: datetime
    action: str
    wrote: bool
    target_type: str
    target: UUID
    sequence: int
    reason: str

    @property
    def label(self) -> str:
        return str(action_words(self.action).label)

    @property
    def reason_words(self) -> str:
        return reason_text(self.reason)


@dataclass(frozen=True, slots=True)
class LoggedLine:
    """Entries that follow each other within a minute and say the same; entry is the newest."""

    entry: Logged
    count: int


def log_lines(log: Iterable[Logged]) -> list[LoggedLine]:
    """The log as a page shows it: a file brings an entry for each deal."""

    def told(entry: Logged) -> tuple[object, ...]:
        minute = entry.at.replace(second=0, microsecond=0)
        return minute, entry.action, entry.wrote, entry.reason

    runs = (list(run) for _told, run in groupby(log, told))
    return [LoggedLine(run[0], len(run)) for run in runs]


# In the logs of clubs, seasons and tournaments these name people by their table alone: there is one
# for each table of the club.
_OF_TABLES = ("open_sitting", "attach_table", "detach_table")


def entries_about(player: Player, uuids: Collection[str], key: str) -> QuerySet[Any]:
    """All entries that the account wrote, and those that may name the player: of the tables where
    they sat or might have sat, and of what is not a table."""
    club = player.club_id
    entries = AuditEntry.objects.order_by().values("pk")
    sat = player.seats.order_by().values("sitting__uuid")
    entered = Tournament.objects.filter(club=club).filter(
        Q(entries__player=player) | Q(entries__substitutions__player=player)
    )
    drawn = Sitting.objects.filter(round__tournament__in=entered.values("pk")).values("uuid")
    chains = Chain.objects.filter(club=club).values("pk")
    tables = Sitting.objects.filter(uuid=OuterRef("uuid"))
    gone = chains.filter(~Exists(tables), kind=ChainKind.SITTING)
    parts = [
        entries.filter(club=club, target_uuid__in=uuids),
        entries.filter(club=club, target_uuid__in=sat),
        entries.filter(chain__uuid__in=sat),
        entries.filter(chain__uuid__in=drawn),
        entries.filter(chain__in=gone),
        entries.filter(chain__in=chains.exclude(kind=ChainKind.SITTING)).exclude(
            action__in=_OF_TABLES
        ),
    ]
    own = entries.filter(club=club, actor=key) if key else entries.none()
    return own.union(*parts)


def personal_log(player: Player, former: Collection[str]) -> tuple[Logged, ...]:
    """Entries of the club, and of tables that came into it, which name the player by one of their
    uuids, or that their account wrote."""
    uuids = [str(player.uuid), *former]
    key = f"account:{player.user.uuid}" if player.user else ""
    here = entries_about(player, uuids, key)
    # The database cannot look into what is packed, so each entry is looked at here.
    texts = [ExpressionWrapper(F(name), PackedText()) for name in ("before", "after")]
    columns = ("at", "action", "actor", "target_type", "target_uuid", "sequence", "reason")
    entries = AuditEntry.objects.filter(pk__in=here).order_by("-at", "-pk")
    rows = entries.values_list(*columns, *texts).iterator(chunk_size=1000)
    return tuple(
        Logged(
            at=at,
            action=action,
            wrote=actor == key,
            target_type=target_type,
            target=target,
            sequence=sequence,
            reason=reason if actor == key else "",
        )
        for at, action, actor, target_type, target, sequence, reason, before, after in rows
        if actor == key or any(uuid in f"{target} {before} {after}" for uuid in uuids)
    )

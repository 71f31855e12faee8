"""The frame of every write: one transaction, one receipt, one lock, one audit entry."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import BigIntegerField, ForeignKey, Model, UUIDField
from django.utils import timezone

from clubs.access import Actor, LinkEnded
from clubs.models import AuditEntry, Club, Sitting
from clubs.models.compiled import Compiled
from clubs.models.worded import noting, words_of_written
from clubs.services.deals.kept import keep
from clubs.services.errors import ForeignChain, RequestReused
from clubs.services.log_chains import HEAD, Thing, chain_kind, chain_of, new_chain, write_links
from clubs.services.statements import add_one, insert_row, update_row


class Action(StrEnum):
    """What the log says was done. Labels for people are in clubs/queries/tables/log_words.py."""

    CREATE_CLUB = "create_club"
    UPDATE_CLUB = "update_club"
    SET_ROLE = "set_role"
    REMOVE_ROLE = "remove_role"
    ADD_PLAYERS = "add_players"
    UPDATE_PLAYER = "update_player"
    ARCHIVE_PLAYER = "archive_player"
    RESTORE_PLAYER = "restore_player"
    MERGE_PLAYERS = "merge_players"
    SAVE_RULES = "save_rules"
    OPEN_SITTING = "open_sitting"
    CLOSE_SITTING = "close_sitting"
    REOPEN_SITTING = "reopen_sitting"
    NAME_SITTING = "name_sitting"
    CHANGE_RULES = "change_rules"
    CHANGE_SEATS = "change_seats"
    RECORD_DEAL = "record_deal"
    CORRECT_DEAL = "correct_deal"
    VOID_DEAL = "void_deal"
    RESTORE_DEAL = "restore_deal"
    REPAIR_DEAL = "repair_deal"
    INVITE = "invite"
    REVOKE_LINK = "revoke_link"
    CLEAR_LINKS = "clear_links"
    OPEN_PRIVATE_TABLE = "open_private_table"
    RENEW_OWNER_LINK = "renew_owner_link"
    LEAVE_PRIVATE = "leave_private"
    TAKE_OVER = "take_over"
    CREATE_LEAGUE = "create_league"
    UPDATE_LEAGUE = "update_league"
    SET_LEAGUE_MEMBERS = "set_league_members"
    DELETE_LEAGUE = "delete_league"
    CLOSE_LEAGUE = "close_league"
    REOPEN_LEAGUE = "reopen_league"
    PUBLISH_LEAGUE = "publish_league"
    PLAN_EVENING = "plan_evening"
    UPDATE_EVENING = "update_evening"
    OPEN_EVENING = "open_evening"
    CLOSE_EVENING = "close_evening"
    REOPEN_EVENING = "reopen_evening"
    CANCEL_EVENING = "cancel_evening"
    CHECK_IN = "check_in"
    ATTACH_TABLE = "attach_table"
    DETACH_TABLE = "detach_table"
    GIVE_PENALTY = "give_penalty"
    CANCEL_PENALTY = "cancel_penalty"
    IMPORT = "import"
    UNDO_IMPORT = "undo_import"
    ANONYMISE_PLAYER = "anonymise_player"
    ACCEPT_INVITATION = "accept_invitation"
    LINK_ACCOUNT = "link_account"
    SET_RATINGS = "set_ratings"
    CREATE_TOURNAMENT = "create_tournament"
    UPDATE_TOURNAMENT = "update_tournament"
    SET_TOURNAMENT_STATE = "set_tournament_state"
    SET_DUTY = "set_duty"
    ADD_ENTRY = "add_entry"
    UPDATE_ENTRY = "update_entry"
    SET_TEAMS = "set_teams"
    SET_CATEGORIES = "set_categories"
    SAVE_GROUP = "save_group"
    DROP_GROUP = "drop_group"
    TAKE_FEE = "take_fee"
    CHECK_IN_ENTRY = "check_in_entry"
    WITHDRAW_ENTRY = "withdraw_entry"
    SUBSTITUTE = "substitute"
    DRAW_ROUND = "draw_round"
    DISCARD_ROUND = "discard_round"
    EDIT_SEATING = "edit_seating"
    PUBLISH_ROUND = "publish_round"
    UNPUBLISH_ROUND = "unpublish_round"
    SET_CLOCK = "set_clock"
    VALIDATE_ROUND = "validate_round"
    REOPEN_ROUND = "reopen_round"
    HAND_IN_SLIP = "hand_in_slip"
    CONFIRM_SLIP = "confirm_slip"
    DISPUTE_SLIP = "dispute_slip"
    RESOLVE_SLIP = "resolve_slip"
    SET_SLIP_MODE = "set_slip_mode"
    TYPE_SLIP = "type_slip"
    CORRECT_SLIP = "correct_slip"
    KEEP_LATE_DEAL = "keep_late_deal"
    ANNOUNCE = "announce"
    SET_PRIZES = "set_prizes"
    PUBLISH_RESULTS = "publish_results"
    REOPEN_RESULTS = "reopen_results"
    IMPORT_TOURNAMENT = "import_tournament"


_told_time: ContextVar[datetime | None] = ContextVar("told_time", default=None)


@contextmanager
def written_at(moment: datetime) -> Iterator[None]:
    """What is written inside happened at that moment: for a history that is told afterwards."""
    token = _told_time.set(moment.astimezone(UTC))
    try:
        yield
    finally:
        _told_time.reset(token)


def clock() -> datetime:
    """Now in UTC, or the moment that is told."""
    return _told_time.get() or timezone.now()


@dataclass
class Change:
    """A change on its way: services fill before, after and reason; `change` writes them down.

    repeated says that the same request was carried out earlier; earlier is its receipt. A service
    that finds its work done already sets is_needless: then there is nothing to write down.
    """

    at: datetime = field(default_factory=clock)
    before: Any = None
    after: Any = None
    reason: str = ""
    earlier: AuditEntry | None = None
    is_needless: bool = False

    @property
    def repeated(self) -> bool:
        return self.earlier is not None

    @property
    def written(self) -> Any:
        """What the log has of the earlier change, as its `after`."""
        return self.earlier.after if self.earlier else None

    def require_same(self, written: object, asked: object) -> None:
        """Of a repeated change: raise RequestReused unless what the first one wrote is asked again.

        A form that one goes back to, changes and sends again still carries its first request_id;
        to answer "saved" would lose the second content unnoticed.
        """
        if written != asked:
            raise RequestReused("sent before with other content")


_repeats: ContextVar[list[Action] | None] = ContextVar("repeats", default=None)


@contextmanager
def noting_repeats() -> Iterator[list[Action]]:
    """Which requests inside made something that an earlier send has made: for pages to say so."""
    noted: list[Action] = []
    token = _repeats.set(noted)
    try:
        yield noted
    finally:
        _repeats.reset(token)


_receipts = Compiled(
    lambda request: AuditEntry.objects.filter(request_id=request), request=UUIDField()
)


def find_receipt(
    request_id: UUID | None,
    *,
    action: Action,
    actor: Actor,
    target_uuid: UUID | None = None,
    of_anyone: bool = False,
) -> AuditEntry | None:
    """The entry that an earlier send of this request left. target_uuid: what it changes; None where
    it makes something, which the entry then names.

    Raises RequestReused when the id belongs to another change or, unless of_anyone, to somebody
    else.
    """
    if request_id is None:
        return None
    entry = _receipts.first(request=request_id)
    if entry is None:
        return None
    key = entry.actor if of_anyone else actor.key_in(entry.chain_uuid, entry.club_id)
    same_target = target_uuid in (None, entry.target_uuid)
    # A guest may say meanwhile which player they are: it is the same link, and the same person.
    first_sender, sender = (each.partition("/")[0] for each in (entry.actor, key))
    if not same_target or (entry.action, first_sender) != (action, sender):
        raise RequestReused(str(request_id))
    noted = _repeats.get()
    if noted is not None and target_uuid is None:
        noted.append(action)
    return entry


def append_entry(
    change: Change,
    *,
    action: Action,
    actor: Actor,
    club: Club,
    target: tuple[str, UUID],
    of: Thing,
    request_id: UUID | None,
) -> AuditEntry:
    """Add the next link of the chain of a thing, which the caller has locked, with the words on
    what was written inside `noting`.

    Raises ForeignChain for a chain that another club began, and has not given over, and for one of
    another kind of thing.
    """
    chain = chain_of(of, club)
    is_own = chain.club_id == club.pk or action == Action.TAKE_OVER
    if not is_own or chain.kind != chain_kind(of):
        raise ForeignChain(f"{action} of {club.uuid} in the chain {of.uuid}")
    entry = AuditEntry(
        club=club,
        at=change.at,
        actor=actor.key_in(of.uuid, club.pk),
        action=action,
        target_type=target[0],
        target_uuid=target[1],
        before=change.before,
        after=change.after,
        reason=change.reason,
        request_id=request_id,
        words=words_of_written(),
    )
    chain.add(entry)
    if chain.pk is None:
        insert_row(chain)
        entry.chain = chain  # with its key
    else:
        update_row(chain, HEAD)
    insert_row(entry)
    return entry


def begin_chains(
    actor: Actor, club: Club, openings: Sequence[tuple[Sitting, Any]], at: datetime
) -> None:
    """The first entry of the chain of each of these tables, all opened by one change: what a table
    that opens alone writes."""
    entries = []
    for sitting, content in openings:
        entry = AuditEntry(
            club=club,
            at=at,
            actor=actor.key_in(sitting.uuid, club.pk),
            action=Action.OPEN_SITTING,
            target_type="sitting",
            target_uuid=sitting.uuid,
            after=content,
        )
        new_chain(sitting, club).add(entry)
        entries.append(entry)
    write_links(entries)


PARENTS = {"club", "league", "sitting", "tournament", "round"}  # what a row belongs to


@contextmanager
def change(
    action: Action,
    actor: Actor,
    target: Model,
    *,
    lock: Thing,
    request_id: UUID | None,
    asked: Any = None,
    of_anyone: bool = False,
    counter: str = "revision",
) -> Iterator[Change]:
    """Carry out one change of target under the lock of a sitting, a season, a tournament or a club.

    asked: what the log is to have as `after`, where that is known before; a repetition that asks
    for something else is refused (Change.require_same).
    counter: the column of the lock that says to pages which show it that something has changed.
    of_anyone: a request that somebody else sent first counts as sent, where a phone may have got
    another owner before it sends again; the service then asks access also of a repetition.

    The bump of the revision is the first statement: it takes the row's write lock on PostgreSQL,
    while SQLite has taken its own at BEGIN IMMEDIATE, and gives the row as it then is. Only then is
    the receipt looked for: what was read before the lock may be old. A target that is not saved yet
    is the one to be made; of a repeated request it has the uuid of what the first one made. When
    the change is refused, the counter is what the database has.
    """
    target_uuid: UUID = target.uuid  # type: ignore[attr-defined]
    makes = target.pk is None
    if makes and target_uuid == request_id:
        raise ValueError("a request names nothing: made_uuid of services/ids.py does")
    with transaction.atomic(), noting():
        values = _bumped(lock, counter)
        if values is None and isinstance(lock, Sitting):
            raise LinkEnded  # a table of a round whose publication was taken back meanwhile
        earlier = find_receipt(
            request_id,
            action=action,
            actor=actor,
            target_uuid=None if makes else target_uuid,
            of_anyone=of_anyone,
        )
        if earlier is not None and earlier.chain_uuid != lock.uuid:
            raise RequestReused(str(request_id))  # the first send was for another sitting or club
        if earlier is not None and makes:
            target.uuid = earlier.target_uuid  # type: ignore[attr-defined]
        entry = Change(after=asked, earlier=earlier)
        _take_over(lock, values)
        if target is not lock and target.pk is not None:
            _take_over(target, _rows_again(type(target)).first(pk=target.pk))
        try:
            if entry.repeated and asked is not None:
                entry.require_same(entry.written, asked)
            yield entry
            if not (entry.repeated or entry.is_needless):
                append_entry(
                    entry,
                    action=action,
                    actor=actor,
                    club=lock if isinstance(lock, Club) else lock.club,
                    target=(target._meta.model_name or "", target_uuid),
                    of=lock,
                    request_id=request_id,
                )
            if isinstance(lock, Sitting):
                keep([lock])  # also of a needless change, which has moved the revision on
        except BaseException:
            # The bump is rolled back; a page that shows it would miss a change.
            setattr(lock, counter, getattr(lock, counter) - 1)
            raise


@cache
def _rows_again(model: type[Model], counter: str = "") -> Compiled[tuple[Any, ...]]:
    """Every column of a row; with a counter, after 1 is added to that column."""
    names = [column.attname for column in model._meta.concrete_fields]
    rows = model._base_manager
    return Compiled(
        lambda pk: rows.filter(pk=pk).values_list(*names),
        adds_one_to=counter,
        pk=BigIntegerField(),
    )


def _bumped(lock: Thing, counter: str) -> tuple[Any, ...] | None:
    if connection.features.can_return_columns_from_insert:
        return _rows_again(type(lock), counter).first(pk=lock.pk)
    return _rows_again(type(lock)).first(pk=lock.pk) if add_one(lock, counter) else None


def _take_over(row: Model, values: tuple[Any, ...] | None) -> None:
    """Every column again. The club or sitting at hand stays, unless the row belongs to another one
    by now: a table that was taken over."""
    if values is None:
        raise type(row).DoesNotExist  # type: ignore[attr-defined]
    for column, value in zip(row._meta.concrete_fields, values, strict=True):
        setattr(row, column.attname, value)  # of another row it drops the one at hand
        if isinstance(column, ForeignKey) and column.name not in PARENTS and column.is_cached(row):
            column.delete_cached_value(row)

"""Recording and correcting deals at a table, and ending its session."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction

from clubs.access import (
    Actor,
    may_change_rules,
    may_close_sitting,
    may_correct_deal,
    may_name_sitting,
    may_record_deal,
    may_reopen_sitting,
    require,
)
from clubs.core.deals import without_players
from clubs.core.games import (
    Rules,
    get_game,
)
from clubs.core.names import tidy_name
from clubs.core.problems import DealRefused, Problem
from clubs.models import Deal, DealKind, Seat, Sitting, SittingState
from clubs.queries.deals.deals import last_number, seated_players
from clubs.queries.deals.stories import record_of
from clubs.queries.tables.audit import record_at
from clubs.services.changes import Action, change
from clubs.services.deals.scoring import (
    Record,
    deal_audit_content,
    refuse_stranded,
    refuse_unfit_deals,
    write_deal,
)
from clubs.services.errors import SittingMoved, TotalsOnly, VersionUnknown
from clubs.services.ids import made_uuid
from clubs.services.seasons import ratings
from clubs.services.seasons.counting import refuse_frozen
from clubs.services.tables.bids import forget_bid, require_next_deal
from clubs.services.tournaments.rounds.slip_states import (
    correction_lock,
    note_deal,
    require_correctable,
)


def record_deal(
    actor: Actor,
    sitting: Sitting,
    record: Record,
    *,
    number: int,
    request_id: UUID,
    reason: str = "",
) -> Deal:
    """Write down the next deal. Safe to repeat: one request id makes one deal.

    record is the game's deal record with player uuids for names, or plain scores
    (core/plain_scores.py). number is the one the person saw on the form. A phone keeps a deal until
    it is told that it is here, and may have been signed out meanwhile: whoever may record at this
    table may send it again. reason: what the log notes besides. Raises DealRefused, SittingMoved
    (somebody else recorded that number, or this id with another record) and SittingClosed.
    """
    deal = Deal(uuid=made_uuid(Deal, sitting.uuid, request_id), sitting=sitting, number=number)
    with change(
        Action.RECORD_DEAL, actor, deal, lock=sitting, request_id=request_id, of_anyone=True
    ) as entry:
        require(may_record_deal(actor, sitting))
        if entry.repeated:
            earlier = Deal.objects.get(uuid=deal.uuid)
            if without_players(record_of(entry.written)) != record:
                raise SittingMoved(sitting, earlier)
            return earlier
        require_next_deal(actor, sitting, number, record.get("kind"))
        deal.recorded_at = entry.at
        deal.recorded_by = actor.user
        write_deal(deal, seated_players(sitting), record, revision=1)
        note_deal(sitting, number)
        entry.after, entry.reason = deal_audit_content(deal), reason
        forget_bid(sitting)
    return deal


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


def correct_deal(
    actor: Actor, deal: Deal, record: Record, *, revision: int, reason: str, request_id: UUID
) -> Deal:
    """Replace what was written of a deal and score it again. Safe to repeat.

    revision is the one the person saw. Raises DealRefused, SittingMoved and LeagueClosed.
    """
    return _rewrite_deal(
        Action.CORRECT_DEAL, actor, deal, record, revision, reason=reason, request_id=request_id
    )


def void_deal(actor: Actor, deal: Deal, *, revision: int, reason: str, request_id: UUID) -> Deal:
    """Take back a deal that was recorded by mistake; it stays in the list and moves no turn.

    Source: scoring.md §3, last paragraph.
    """
    record = taken_back(deal)
    return _rewrite_deal(
        Action.VOID_DEAL, actor, deal, record, revision, reason=reason, request_id=request_id
    )


def taken_back(deal: Deal) -> Record:
    """What a deal says once it is taken back."""
    record: dict[str, Any] = {"kind": "void", "void_reason": "other"}
    if out := _who_sat_out(deal):
        record["out"] = out  # more than six may not be in a deal, not even in a void one
    return record


def restore_deal(
    actor: Actor,
    deal: Deal,
    *,
    version: int,
    revision: int,
    reason: str,
    request_id: UUID,
    newest: int | None = None,
) -> Deal:
    """Write again what a deal said in an earlier version, by the rules as they are now.

    version is the revision that the deal had then, revision the one the person saw. newest: the
    number of the last deal when this was offered; a later one may tell this deal anew. Raises
    DealRefused where the rules no longer take it, VersionUnknown and SittingMoved. Safe to repeat.
    """
    require(may_correct_deal(actor, deal.sitting))
    record = record_at(actor, deal, version)
    if record is None:
        raise VersionUnknown
    return _rewrite_deal(
        Action.RESTORE_DEAL,
        actor,
        deal,
        record,
        revision,
        reason=reason,
        request_id=request_id,
        newest=newest,
    )


def _who_sat_out(deal: Deal) -> list[str]:
    """As the record says; plain scores do not, so then enough of who took no part."""
    if deal.kind != DealKind.SCORES:
        return list(deal.record.get("out") or ())
    seated = deal.record.get("players") or []
    spare = max(len(seated) - max(get_game(deal.sitting.game).active_counts), 0)
    idle_first = sorted(seated, key=lambda name: bool(deal.record["scores"].get(name)))
    return idle_first[:spare]


def _rewrite_deal(
    action: Action,
    actor: Actor,
    deal: Deal,
    record: Record,
    revision: int,
    *,
    reason: str,
    request_id: UUID,
    newest: int | None = None,
) -> Deal:
    sitting = deal.sitting
    with (
        correction_lock(sitting) as is_held,
        change(action, actor, deal, lock=sitting, request_id=request_id) as entry,
    ):
        if entry.repeated:
            return deal
        require(may_correct_deal(actor, sitting))
        if not sitting.is_open:
            refuse_frozen(sitting)
        require_correctable(actor, sitting, str(reason))
        if deal.revision != revision:
            raise SittingMoved(sitting, deal)
        if newest is not None and newest != last_number(sitting):
            raise SittingMoved(sitting)
        seats = seats_of(deal)
        context = refuse_stranded(deal, [str(seat.player.uuid) for seat in seats], record)
        entry.before = deal_audit_content(deal)
        entry.reason = str(reason)
        write_deal(deal, seats, record, revision=deal.revision + 1, context=context)
        note_deal(sitting, deal.number, is_held=is_held)
        if not sitting.is_open:
            ratings.replay_from(sitting)
        entry.after = deal_audit_content(deal)
    return deal


def seats_of(deal: Deal) -> list[Seat]:
    """The seats as they were for this deal, in the order of its record, whoever has left since."""
    rows = deal.sitting.seats.select_related("player")
    seats = {str(seat.player.uuid): seat for seat in rows}
    players = deal.record.get("players")
    if players is None:
        scored = set(deal.scores.values_list("seat", flat=True))
        return [seat for seat in seats.values() if seat.pk in scored]
    return [seats[name] for name in players if name in seats]


def close_sitting(actor: Actor, sitting: Sitting, *, request_id: UUID) -> Sitting:
    """End the session: from now on only an organiser corrects. Safe to repeat."""
    with change(Action.CLOSE_SITTING, actor, sitting, lock=sitting, request_id=request_id) as entry:
        require(may_close_sitting(actor, sitting))
        entry.is_needless = not sitting.is_open  # somebody else closed it: nothing to log
        if not entry.repeated and not entry.is_needless:
            sitting.state = SittingState.CLOSED
            sitting.closed_at = entry.at
            sitting.save(update_fields=["state", "closed_at"])
            forget_bid(sitting)
            ratings.replay_from(sitting)
    return sitting


def reopen_sitting(actor: Actor, sitting: Sitting, *, request_id: UUID) -> Sitting:
    """Let the session go on. Safe to repeat. Raises LeagueClosed, and TotalsOnly where no deal is
    known."""
    with change(
        Action.REOPEN_SITTING, actor, sitting, lock=sitting, request_id=request_id
    ) as entry:
        require(may_reopen_sitting(actor, sitting))
        if sitting.totals_only:
            raise TotalsOnly
        entry.is_needless = sitting.state != SittingState.CLOSED
        if not entry.repeated and not entry.is_needless:
            refuse_frozen(sitting)
            sitting.state = SittingState.OPEN
            sitting.closed_at = None
            sitting.save(update_fields=["state", "closed_at"])
            ratings.replay_from(sitting)
    return sitting


def name_sitting(actor: Actor, sitting: Sitting, name: str, *, request_id: UUID) -> Sitting:
    """Call the table so; an empty name gives it its number back. Safe to repeat."""
    wanted = tidy_name(name)
    with change(
        Action.NAME_SITTING, actor, sitting, lock=sitting, request_id=request_id, asked=wanted
    ) as entry:
        require(may_name_sitting(actor, sitting))
        entry.is_needless = sitting.name == wanted
        if not entry.repeated and not entry.is_needless:
            entry.before, entry.after = sitting.name, wanted
            sitting.name = wanted
            sitting.save(update_fields=["name"])
    return sitting


def change_rules(actor: Actor, sitting: Sitting, rules: Rules, *, request_id: UUID) -> Sitting:
    """Give an open session another profile and score all its deals again.

    Raises DealRefused when a deal does not fit the new rules; its fields start with `deals[n].`,
    n being the number of the deal.
    """
    changed = Sitting(pk=sitting.pk, game=sitting.game, rules=rules.to_json())
    with change(Action.CHANGE_RULES, actor, sitting, lock=sitting, request_id=request_id) as entry:
        if entry.repeated:
            entry.require_same(entry.written, changed.rules)
            return sitting
        require(may_change_rules(actor, sitting))
        deals = list(sitting.deals.order_by("number"))
        contexts = refuse_unfit_deals(changed, deals)
        entry.before = sitting.rules
        entry.after = sitting.rules = changed.rules
        sitting.save(update_fields=["rules", "rules_name"])
        forget_bid(sitting)
        for deal, context in zip(deals, contexts, strict=True):
            if deal.kind != DealKind.SCORES:
                seats, revision = seats_of(deal), deal.revision + 1
                write_deal(deal, seats, deal.record, revision=revision, context=context)
    return sitting

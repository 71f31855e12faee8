"""What a written deal does to the slip of its table, and the slips of a round to the round.

Source: tournaments.md §3.2, §3.3, §6.4. Locks: the tournament first where a
validated round is corrected, then tables, then their round.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import F

from clubs.access import Actor
from clubs.core.plain_scores import KIND as PLAIN
from clubs.models import (
    Confirmation,
    DealKind,
    Round,
    RoundState,
    Sitting,
    Slip,
    SlipMode,
    SlipState,
    Tournament,
)
from clubs.queries.tournaments.rounds.slips import DONE, slip_of, slip_sheet
from clubs.queries.tournaments.rounds.slips import OPEN as CORRECTABLE
from clubs.queries.tournaments.rounds.slips import TAKES_DEALS as WRITABLE
from clubs.queries.tournaments.tournaments import settings_of
from clubs.services.changes import clock
from clubs.services.errors import SittingClosed, TournamentRefused


class SlipClosed(SittingClosed):
    """The slip takes no deals now: it is handed in, in disagreement, or its round is validated."""


def fresh_slip(sitting: Sitting) -> Slip:
    """Read again: what hung on the table before it was locked may be old."""
    sitting.slip = slip_of(sitting)
    return sitting.slip


def require_recordable(actor: Actor, sitting: Sitting, kind: str | None) -> None:
    """May the next deal be written on this slip? kind is that of the record.

    Raises SlipClosed, and TournamentRefused (`slip_mode`, `deal_count`). Tables that are of no
    tournament always may. A disagreement is for the arbiter to settle.
    """
    if sitting.round is None:
        return
    slip = fresh_slip(sitting)
    tournament = sitting.round.tournament
    runs = slip.state == SlipState.DISPUTED and actor.runs(tournament)
    if tournament.is_over or (slip.state not in WRITABLE and not runs):
        raise SlipClosed
    is_plain = kind == PLAIN
    if kind != "void" and is_plain != (slip.mode == SlipMode.SCORES):
        raise TournamentRefused.of("slip_mode", None)
    planned = settings_of(sitting.round.tournament).deals_per_round
    count = sitting.deals.exclude(kind=DealKind.VOID).count()
    if kind != "void" and planned is not None and count >= planned:
        raise TournamentRefused.of("deal_count", None, count=count + 1, planned=planned)


def require_correctable(actor: Actor, sitting: Sitting, reason: str = "") -> None:
    """May a deal of this slip be written anew? By an arbiter always; by the others until it is
    confirmed. Once the round is validated a reason is needed, and after final results nothing is
    corrected. Raises SlipClosed and TournamentRefused (`correction_reason_required`)."""
    if sitting.round is None:
        return
    slip = fresh_slip(sitting)
    tournament = sitting.round.tournament
    if slip.state not in CORRECTABLE and not actor.runs(tournament):
        raise SlipClosed
    if tournament.is_over:
        raise TournamentRefused.of("slip_closed", None)
    if slip.state != SlipState.LOCKED:
        return
    if not reason.strip():
        raise TournamentRefused.of("correction_reason_required", "reason")


def note_deal(sitting: Sitting, number: int, *, is_held: bool = False) -> None:
    """This deal was written: the slip is begun, and nobody has confirmed it as it is now. A warning
    that it brings is not one that an arbiter overruled. On a locked slip it was a correction;
    is_held is what correction_lock gave."""
    if sitting.round is None:
        return
    slip = sitting.slip
    if slip.state == SlipState.LOCKED:
        note_correction(sitting, is_held=is_held)
    before = slip.state
    if slip.state == SlipState.EMPTY:
        slip.state = SlipState.ENTERING
    elif slip.state == SlipState.CONFIRMED:
        slip.state = SlipState.ENTERED
    if slip.state == SlipState.ENTERED:
        forget_confirmations(slip)  # in no other state are there any
    if slip.warning_reason and slip.state != SlipState.LOCKED:
        warned = {deal.number for deal in slip_sheet(sitting).warnings}
        slip.warning_reason = "" if number in warned else slip.warning_reason
    slip.changed_at = clock()
    slip.save(update_fields=["state", "changed_at", "warning_reason"])
    if slip.state != before:
        settle_round(sitting.round)


def forget_confirmations(slip: Slip) -> None:
    if slip.state not in DONE:
        Confirmation.objects.filter(slip=slip).delete()


def settle_round(round_: Round) -> None:
    """The state of a published round follows from its slips until it is validated.

    The row of the round is locked: of two tables that are confirmed at once, one sees the other.
    """
    locked = Round.objects.select_for_update().get(pk=round_.pk)
    if not locked.is_published or locked.state == RoundState.VALIDATED:
        return
    states = set(Slip.objects.filter(sitting__round=locked).values_list("state", flat=True))
    if states and states <= set(DONE):
        state = RoundState.COMPLETE
    elif states == {SlipState.EMPTY} and locked.clock_started_at is None:
        state = RoundState.PUBLISHED
    else:
        state = RoundState.PLAYING
    if state != locked.state:
        Round.objects.filter(pk=locked.pk).update(state=state)
    round_.state = state


# Corrections of a validated round


@contextmanager
def correction_lock(sitting: Sitting) -> Iterator[bool]:
    """The lock of the tournament before that of the table, where its slip is locked: standings get
    another version by what is written. Elsewhere nothing. Gives whether it is held.

    A round that is validated in between is caught by note_correction.
    """
    if sitting.round is None or slip_of(sitting).state != SlipState.LOCKED:
        yield False
        return
    with transaction.atomic():
        tournament = sitting.round.tournament
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        tournament.refresh_from_db(fields=["state", "standings_version", "corrected_at"])
        yield True


def note_correction(sitting: Sitting, *, is_held: bool) -> None:
    """Standings say when they were corrected, and which version they are. Raises SlipClosed where
    the round was validated while the correction was on its way: ask once more."""
    if not is_held or sitting.round is None:
        raise SlipClosed
    Tournament.objects.filter(pk=sitting.round.tournament_id).update(
        revision=F("revision") + 1,
        standings_version=F("standings_version") + 1,
        corrected_at=clock(),
    )

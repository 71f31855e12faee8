"""People who come late, leave, come back, or play for somebody else while a tournament runs.

A published round changes only where it must. A drawn one does not: somebody reviewed it. Its page
says who came or left, and what would bring it up to date (`seatings.bring_up_to_date`).
Source: tournaments.md §4, §5.7.
"""

from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from clubs.access import (
    Actor,
    may_desk,
    may_run_tournament,
    require,
)
from clubs.core.names import name_key
from clubs.core.seating.draw import Player as Number
from clubs.core.seating.draw import SeatedRound
from clubs.core.seating.edit import late_table, removed, seated_at
from clubs.models import (
    Club,
    Entry,
    Player,
    RoundState,
    Seat,
    Sitting,
    Slip,
    SlipMode,
    SlipState,
    Substitution,
    Tournament,
)
from clubs.queries.people.people import by_any_name
from clubs.queries.tournaments.rounds.seatings import everybody
from clubs.queries.tournaments.tournaments import settings_of
from clubs.services.changes import Action, Change, change, find_receipt
from clubs.services.errors import TournamentRefused
from clubs.services.people.people import unique_names, write_players
from clubs.services.tournaments.rounds.replanning import (
    Plans,
    dissolve_at,
    open_numbers,
    table_of,
    without_table,
)
from clubs.services.tournaments.rounds.rounds import AFTER_DRAWN
from clubs.services.tournaments.rounds.slips import enter

PEOPLE = "people"  # derives the request id of a new player from that of the substitution


def _tournament_of(entry: Entry) -> Tournament:
    """As it stands now: what is planned is refused if it moves from here on."""
    return Tournament.objects.select_related("club").get(pk=entry.tournament_id)


def _was_done(action: Action, actor: Actor, entry: Entry, request_id: UUID, asked: Any) -> bool:
    """Was the same request carried out before? Raises RequestReused if it asked for other things.

    What is asked now would be planned on top of what it did then.
    """
    receipt = find_receipt(request_id, action=action, actor=actor, target_uuid=entry.uuid)
    if receipt is None:
        return False
    written: dict[str, Any] = receipt.after or {}
    Change(earlier=receipt).require_same({**written, **asked}, written)
    entry.refresh_from_db()
    return True


def _refuse_over(tournament: Tournament) -> None:
    if tournament.is_over:
        raise TournamentRefused.of("tournament_step")


# Late


def late_arrival(actor: Actor, entry: Entry, *, request_id: UUID) -> Entry:
    """Somebody is there who was checked in after a draw: in which round they begin.

    Before the first round is validated they fill a table of three of a published round where no
    deal is written, with as few meetings again as can be. Else first_round becomes the next one
    that is not published; where that is drawn, its seating stays as it is. Safe to repeat.
    Raises TournamentRefused (`not_checked_in`, `entry_withdrawn`, `tournament_step`) and
    TournamentMoved.
    """
    if _was_done(Action.EDIT_SEATING, actor, entry, request_id, {}):
        return entry
    plans = Plans(_tournament_of(entry))
    require(may_desk(actor, plans.tournament))
    _refuse_over(plans.tournament)
    told = plans.entry(entry.number)
    _refuse_absent(told)
    table = _place_late(plans, told)
    if plans.rounds and told.first_round > (plans.settings.rounds_planned or 0):
        raise TournamentRefused.of("tournament_step")
    plans.certify()
    with change(
        Action.EDIT_SEATING, actor, entry, lock=plans.tournament, request_id=request_id
    ) as note:
        require(may_desk(actor, plans.tournament))
        plans.require_unmoved(plans.tournament)
        note.before = {"first_round": entry.first_round}
        note.after = {"entry": entry.number, "first_round": told.first_round, "table": table}
        is_known = entry.first_round == told.first_round
        note.is_needless = is_known and not plans.changed()
        entry.first_round = told.first_round
        entry.save(update_fields=["first_round"])
        plans.write(actor, note)
    return entry


def _refuse_absent(entry: Entry) -> None:
    if not entry.is_present:
        raise TournamentRefused.of("not_checked_in", "entry")
    if entry.withdrawn_after is not None:
        raise TournamentRefused.of("entry_withdrawn", "entry")


def _place_late(plans: Plans, entry: Entry) -> int | None:
    """The table of the published round that they join, None if they wait; sets first_round."""
    running = plans.published()
    if any(entry.number in everybody(plans.told(n)) for n in [*plans.validated(), *running]):
        return None
    if not plans.validated():
        for first in running:
            found = _fill_tables(plans, entry.number, [n for n in running if n >= first])
            if found is not None:
                entry.first_round = first
                return found
    entry.first_round = max([0, *plans.validated(), *running]) + 1
    return None


def _fill_tables(plans: Plans, number: int, rounds: list[int]) -> int | None:
    """A place in each of these rounds: the table in the first one; None if one has none."""
    found: dict[int, int] = {}
    for at in rounds:
        table = _short_table(plans, number, at)
        if table is None:
            return None
        found[at] = table
    for at, table in found.items():
        plans.put(seated_at(plans.told(at), number, table))
    return found[rounds[0]]


def _short_table(plans: Plans, number: int, at: int) -> int | None:
    told = plans.told(at)
    is_open = open_numbers(plans.rounds[at])
    others, apart = plans.others(at), plans.strangers()
    return late_table(told, number, others, is_open, apart, sizes=plans.sizes_allowed)


# Leaving


def withdraw(
    actor: Actor, entry: Entry, *, after_round: int, reason: str = "", request_id: UUID
) -> Entry:
    """The entry plays up to this round, 0 for none, and has no place in any later one.

    Where its table has begun the next round already, it leaves during that one: the deals that
    are written count, no more are played, and that round is its last. Where its table has not
    begun, it leaves the table; one that is too small to play then is dissolved. Safe to repeat.
    Raises TournamentRefused (`withdraw_round`, `entry_withdrawn`, `tournament_step`) and
    TournamentMoved.
    """
    asked = {"entry": entry.number, "after_round": after_round}
    if _was_done(Action.WITHDRAW_ENTRY, actor, entry, request_id, asked):
        return entry
    plans = Plans(_tournament_of(entry))
    require(may_run_tournament(actor, plans.tournament))
    _refuse_over(plans.tournament)
    told = plans.entry(entry.number)
    if told.withdrawn_after is not None:
        raise TournamentRefused.of("entry_withdrawn", "entry")
    if not 0 <= after_round <= (plans.settings.rounds_planned or 0):
        raise TournamentRefused.of("withdraw_round", "after_round")
    last, stopped = _last_round(plans, told, after_round)
    told.withdrawn_after = last
    gone = [_leave_round(plans, told.number, at) for at in plans.published() if at > last]
    plans.certify()
    with change(
        Action.WITHDRAW_ENTRY, actor, entry, lock=plans.tournament, request_id=request_id
    ) as note:
        require(may_run_tournament(actor, plans.tournament))
        plans.require_unmoved(plans.tournament)
        entry.withdrawn_after = last
        entry.save(update_fields=["withdrawn_after"])
        if stopped is not None:  # its table is locked before the rows of rounds are
            _stop_slip(stopped, reason)
        plans.write(actor, note)
        note.reason = reason
        note.after = {**asked, "withdrawn_after": last, "dissolved": [n for n in gone if n]}
    return entry


def _last_round(plans: Plans, entry: Entry, after_round: int) -> tuple[int, Sitting | None]:
    """The last round that counts for who leaves, and the table that stops there, if one does.

    Raises TournamentRefused (`withdraw_round`) when a later one is played to its end.
    """
    began = _begun(plans, entry)
    later = [number for number in began if number > after_round]
    ended = [n for n in plans.validated() if n > after_round and _has_place(plans, entry, n)]
    if ended or len(later) > 1:
        raise TournamentRefused.of("withdraw_round", "after_round")
    if not later:
        return after_round, None
    sitting = began[later[0]]
    if sitting.slip.state != SlipState.ENTERING:
        raise TournamentRefused.of("withdraw_round", "after_round")
    return later[0], sitting


def _has_place(plans: Plans, entry: Entry, number: int) -> bool:
    return entry.number in everybody(plans.told(number))


def _begun(plans: Plans, entry: Entry) -> dict[int, Sitting]:
    """The tables of published rounds where this entry sits and something is written."""
    rows = Sitting.objects.filter(
        round__in=[plans.rounds[number] for number in plans.published()],
        seats__entry=entry,
        seats__position__isnull=False,
    )
    found = rows.exclude(slip__state=SlipState.EMPTY).select_related("slip", "round")
    return {sitting.round.number: sitting for sitting in found if sitting.round}


def _leave_round(plans: Plans, number: Number, at: int) -> int | None:
    """Out of a published round; gives the table that is dissolved by that."""
    told = plans.told(at)
    table = table_of(told, number)
    left = removed(told, number)
    small = table is not None and len(table.players) - 1 < plans.fewest
    plans.put(without_table(plans, left, table.number) if table and small else left)
    return table.number if table and small else None


def _stop_slip(sitting: Sitting, reason: str) -> None:
    """No more deals at this table: the arbiter hands in what is written. Where only totals are
    kept, the table still tells them."""
    Sitting.objects.filter(pk=sitting.pk).update(revision=F("revision") + 1)
    slip = Slip.objects.select_related("sitting__round__tournament").get(sitting=sitting)
    if slip.state == SlipState.ENTERING and slip.mode != SlipMode.TOTALS:
        enter(slip, None, reason.strip()[:200] or _("A player has left."), by_arbiter=True)


def undo_withdrawal(actor: Actor, entry: Entry, *, request_id: UUID) -> Entry:
    """The entry plays on. In a published round it joins a short table where nothing is written,
    or has a bye. Safe to repeat.

    Raises TournamentRefused (`round_locked`) when a round was validated without it.
    """
    if _was_done(Action.WITHDRAW_ENTRY, actor, entry, request_id, {"withdrawn_after": None}):
        return entry
    plans = Plans(_tournament_of(entry))
    require(may_run_tournament(actor, plans.tournament))
    _refuse_over(plans.tournament)
    told = plans.entry(entry.number)
    left, told.withdrawn_after = told.withdrawn_after, None
    missed = [] if left is None else [n for n in plans.validated() if n > left]
    if missed and told.is_present:
        raise TournamentRefused.of("round_locked", "entry")
    if left is not None and told.is_present:
        for at in plans.published():
            if at >= told.first_round and not _has_place(plans, told, at):
                _come_back(plans, told.number, at)
    plans.certify()
    with change(
        Action.WITHDRAW_ENTRY, actor, entry, lock=plans.tournament, request_id=request_id
    ) as note:
        require(may_run_tournament(actor, plans.tournament))
        plans.require_unmoved(plans.tournament)
        note.is_needless = left is None
        note.before = {"entry": entry.number, "withdrawn_after": left}
        note.after = {"entry": entry.number, "withdrawn_after": None}
        entry.withdrawn_after = None
        entry.save(update_fields=["withdrawn_after"])
        if not note.is_needless:
            plans.write(actor, note)
    return entry


def _come_back(plans: Plans, number: int, at: int) -> None:
    table = _short_table(plans, number, at)
    told = plans.told(at)
    if table is None:
        plans.put(SeatedRound(at, told.tables, (*told.byes, number)))
    else:
        plans.put(seated_at(told, number, table))


def dissolve_table(actor: Actor, sitting: Sitting, *, reason: str = "", request_id: UUID) -> None:
    """A table of a published round that nobody plays at: its players join short tables where
    nothing is written, those left over have a bye. Safe to repeat.

    Raises TournamentRefused (`round_has_scores`, `round_locked`) and TournamentMoved.
    """
    number, table = sitting.table_number, sitting.round
    tournament = Tournament.objects.select_related("club").get(rounds=table)
    receipt = find_receipt(
        request_id, action=Action.EDIT_SEATING, actor=actor, target_uuid=tournament.uuid
    )
    if receipt is not None:
        return
    plans = Plans(tournament)
    require(may_run_tournament(actor, tournament))
    _refuse_over(tournament)
    at = table.number if table else 0
    if at not in plans.published():
        raise TournamentRefused.of("round_locked", "table")
    dissolve_at(plans, at, number)
    plans.certify()
    with change(
        Action.EDIT_SEATING, actor, tournament, lock=tournament, request_id=request_id
    ) as note:
        require(may_run_tournament(actor, tournament))
        plans.require_unmoved(tournament)
        plans.write(actor, note)
        note.reason = reason
        note.after = {"round": at, "dissolved": number}


# Playing for somebody else


def substitute(
    actor: Actor,
    entry: Entry,
    *,
    name: str | Player,
    from_round: int,
    from_deal: int = 1,
    request_id: UUID,
) -> Substitution:
    """Somebody else plays for the entry from this round on, there from this deal on.

    A name is looked up among the people of the club, else it is a new guest. Seats of published
    rounds follow. Where deals are written already, from_deal is the next one. Safe to repeat.
    Raises TournamentRefused (`substitute_is_entered`, `round_unknown`, `round_locked`,
    `entry_withdrawn`, `substitute_deal`).
    """
    with transaction.atomic():
        tournament = _tournament_of(entry)
        require(may_run_tournament(actor, tournament))
        player = _person(actor, tournament, name, request_id)  # locks the club: before all others
        asked = {
            "entry": entry.number,
            "player": str(player.uuid),
            "from_round": from_round,
            "from_deal": from_deal,
        }
        with change(
            Action.SUBSTITUTE, actor, entry, lock=tournament, request_id=request_id
        ) as note:
            if note.repeated:
                note.require_same(note.written, asked)
                return entry.substitutions.get(from_round=from_round)
            require(may_run_tournament(actor, tournament))
            _refuse_substitute(tournament, entry, player, from_round, from_deal)
            told, _made = Substitution.objects.update_or_create(
                entry=entry,
                from_round=from_round,
                defaults={
                    "player": player,
                    **{column: getattr(player, column) for column in Substitution.NAME_COLUMNS},
                    "from_deal": from_deal,
                    "made_at": note.at,
                },
            )
            _take_seats(entry, player, from_round, from_deal)
            note.after = asked
    return told


def _person(actor: Actor, tournament: Tournament, name: str | Player, request_id: UUID) -> Player:
    """Raises TournamentRefused (`player_name_invalid`) for a name of nothing but spaces."""
    if isinstance(name, Player):
        return name
    tidy = unique_names([name])
    if not tidy:
        raise TournamentRefused.of("player_name_invalid", "name")
    known = by_any_name(Player.objects.filter(club=tournament.club).active())
    found = known.get(name_key(name))
    if found is not None:
        return found

    def may_seat(actor: Actor, _club: Club) -> bool:
        return may_run_tournament(actor, tournament)

    return write_players(
        actor, tournament.club, tidy, may_seat, None, request_id=uuid5(request_id, PEOPLE)
    )[0]


def _refuse_substitute(
    tournament: Tournament, entry: Entry, player: Player, from_round: int, from_deal: int
) -> None:
    _refuse_over(tournament)
    others = tournament.entries.exclude(pk=entry.pk)
    if (
        others.filter(player=player).exists()
        or others.filter(substitutions__player=player).exists()
        or player.club_id != tournament.club_id
    ):
        raise TournamentRefused.of("substitute_is_entered", "name")
    if not 1 <= from_round <= (settings_of(tournament).rounds_planned or 0):
        raise TournamentRefused.of("round_unknown", "from_round")
    if entry.withdrawn_after is not None and from_round > entry.withdrawn_after:
        raise TournamentRefused.of("entry_withdrawn", "from_round")
    locked = tournament.rounds.filter(number__gte=from_round, state=RoundState.VALIDATED)
    if locked.exists():
        raise TournamentRefused.of("round_locked", "from_round")
    if from_deal < 1:
        raise TournamentRefused.of("substitute_deal", "from_deal")


def _take_seats(entry: Entry, player: Player, from_round: int, from_deal: int) -> None:
    """The seats of the entry in published rounds, locked in the order of their keys."""
    tables = Sitting.objects.filter(
        round__tournament=entry.tournament_id,
        round__number__gte=from_round,
        round__state__in=AFTER_DRAWN,
        seats__entry=entry,
        seats__position__isnull=False,
    )
    if from_deal > 1 and not tables.filter(round__number=from_round).exists():
        raise TournamentRefused.of("substitute_deal", "from_deal")
    pks = sorted(tables.values_list("pk", flat=True))
    Sitting.objects.filter(pk__in=pks).update(revision=F("revision") + 1)
    for sitting in Sitting.objects.filter(pk__in=pks).select_related("round").order_by("pk"):
        first = from_deal if sitting.round and sitting.round.number == from_round else 1
        _take_seat(sitting, entry, player, first)


def _take_seat(sitting: Sitting, entry: Entry, player: Player, first: int) -> None:
    """Raises TournamentRefused (`substitute_deal`) unless they begin with the deal to come."""
    deals = sitting.deals.count()
    if first != deals + 1:
        raise TournamentRefused.of("substitute_deal", "from_deal")
    seat = sitting.seats.get(entry=entry, position__isnull=False)
    if seat.player_id == player.pk:
        return
    if not deals:
        sitting.totals.filter(player=seat.player_id).update(player=player)
        seat.player = player
        seat.save(update_fields=["player"])
        return
    position, seat.position = seat.position, None
    seat.save(update_fields=["position"])
    Seat.objects.update_or_create(
        sitting=sitting, player=player, defaults={"position": position, "entry": entry}
    )

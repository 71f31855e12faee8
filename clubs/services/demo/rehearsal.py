"""Practice: a tournament of invented people that plays by itself.

It is in a club of its own, so that its people and deals count in no list, figure or rating of the
real club. The services of a real tournament write everything, with the links of the tables, so that
boards and screens show what they would show then.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import (
    Actor,
    Forbidden,
    may_create_tournament,
    may_run_tournament,
    require,
)
from clubs.core.games import DEFAULT_GAME
from clubs.core.problems import DealRefused
from clubs.models import (
    AuditEntry,
    CheckInWay,
    Club,
    DealKind,
    Entry,
    Link,
    LinkKind,
    Membership,
    Role,
    Round,
    RoundState,
    Seat,
    Sitting,
    Slip,
    SlipMode,
    SlipState,
    Tournament,
    TournamentState,
    User,
)
from clubs.queries.deals.deals import next_deal, rules_of
from clubs.queries.tournaments.entries.entries import EntryDetails, EntryRow
from clubs.queries.tournaments.rounds.slips import OPEN, slip_mark, slip_of, tournament_of
from clubs.queries.tournaments.tournaments import settings_of
from clubs.services.changes import Action, Change, append_entry
from clubs.services.deals.invented_deals import Dealt, Record
from clubs.services.demo import play as demo_play
from clubs.services.demo.games import INVENTED
from clubs.services.errors import SittingClosed, SittingMoved, TournamentMoved
from clubs.services.files.words import seal_rows
from clubs.services.ids import made_uuid
from clubs.services.people.clubs import make_club
from clubs.services.tables.sittings import record_deal
from clubs.services.tournaments.entries.entry_imports import import_entries
from clubs.services.tournaments.rounds.clock import start_clock
from clubs.services.tournaments.rounds.draws import draw_round
from clubs.services.tournaments.rounds.rounds import publish_round, validate_round
from clubs.services.tournaments.rounds.slips import confirm, hand_in
from clubs.services.tournaments.tournaments import create_tournament
from clubs.services.tournaments.transitions import open_registration, start_check_in

MOST_TABLES, MOST_ROUNDS = 128, 12
SEATS, DEALS = 4, 4  # at a table; of a round
NAME_LENGTH = 80
LED_BY = (Role.OWNER, Role.ORGANISER)

# Somebody else was quicker, or does it in another way: whoever trains may play along.
OVERTAKEN = (DealRefused, SittingMoved, SittingClosed, TournamentMoved, Forbidden)


# The club it stands in


def _practice_club(actor: Actor, club: Club | None, request_id: UUID) -> Club:
    """Returns the club for the practice tournaments of a club; its owners and organisers lead it
    together.

    Without a club: a new one, led by the administrators. A club that is for practice already is
    returned itself. The caller has checked access, and is in a transaction.
    """
    if club is not None and club.tournaments.filter(is_practice=True).exists():
        return club
    own = uuid5(club.uuid, "practice") if club else made_uuid(Club, actor.key, request_id)
    if club is not None:
        Club.objects.select_for_update().get(pk=club.pk)
    practice = Club.objects.filter(uuid=own).first() or _new_club(actor, club, own)
    if club is None:
        people = [(user.pk, Role.OWNER) for user in User.objects.filter(is_superuser=True)]
    else:
        rows = Membership.objects.filter(club=club, role__in=LED_BY)
        people = [(user, Role(role)) for user, role in rows.values_list("user_id", "role")]
    Membership.objects.bulk_create(
        (Membership(club=practice, user_id=user, role=role) for user, role in people),
        ignore_conflicts=True,
    )
    return practice


def _new_club(actor: Actor, club: Club | None, uuid: UUID) -> Club:
    if club is None:
        practice = make_club(Club(uuid=uuid, name=_("Rehearsal")))
    else:
        words = _("rehearsal")
        name = f"{club.name[: NAME_LENGTH - len(words) - 3]} · {words}"
        practice = make_club(Club(uuid=uuid, name=name, time_zone=club.time_zone, rules=club.rules))
    append_entry(
        Change(after={"rules": practice.rules, "players": []}),
        action=Action.CREATE_CLUB,
        actor=actor,
        club=practice,
        target=("club", practice.uuid),
        of=practice,
        request_id=None,
    )
    return practice


# The tournament


def make_practice(
    actor: Actor,
    club: Club | None,
    *,
    tables: int,
    rounds: int,
    seed: int,
    game: str = DEFAULT_GAME,
    request_id: UUID,
) -> Tournament:
    """A practice tournament at check-in, with everybody there: four invented people a table.

    club None: in a club of its own, for commands. Safe to repeat. Raises Forbidden, ValueError for
    sizes that are not from 1 to MOST_TABLES and MOST_ROUNDS, and TournamentRefused for a game
    without tournaments.
    """
    if not (1 <= tables <= MOST_TABLES and 1 <= rounds <= MOST_ROUNDS):
        raise ValueError(f"{tables} tables, {rounds} rounds")
    with transaction.atomic():
        if club is not None:
            require(may_create_tournament(actor, club))
        elif not actor.is_command:
            raise Forbidden
        place = _practice_club(actor, club, request_id)
        receipts = AuditEntry.objects.filter(request_id=request_id)
        earlier = place.tournaments.filter(uuid__in=receipts.values("target_uuid")).first()
        if earlier is not None:
            return earlier
        fresh = Actor(actor.key, actor.user, actor.held)  # what it remembers has no role there
        practice = gather(fresh, place, tables, rounds, seed, game=game, request_id=request_id)
        seal_rows(place)
        return practice


def gather(
    actor: Actor,
    club: Club,
    tables: int,
    rounds: int,
    seed: int,
    *,
    game: str = DEFAULT_GAME,
    is_practice: bool = True,
    request_id: UUID,
) -> Tournament:
    """Makes a tournament with that many tables of invented people in this club, all checked in.

    They are checked in by one update, without an entry in the log for each.
    """
    tournament = create_tournament(
        actor,
        club,
        name=_("Practice tournament"),
        starts_at=timezone.now(),
        settings={"rounds_planned": rounds, "deals_per_round": DEALS, "seed": seed},
        game=game,
        is_practice=is_practice,
        request_id=request_id,
    )
    open_registration(actor, tournament, request_id=uuid5(request_id, "open"))
    rows = [EntryRow(EntryDetails(name)) for name in _invented_names(tables * SEATS, seed)]
    import_entries(actor, tournament, rows, request_id=uuid5(request_id, "entries"))
    start_check_in(actor, tournament, request_id=uuid5(request_id, "check_in"))
    tournament.entries.update(checked_in_at=timezone.now(), check_in_way=CheckInWay.LIST)
    return tournament


def _invented_names(count: int, seed: int) -> list[str]:
    """First names and surnames of the demo, put together anew."""
    people = [name.split(" ", 1) for name in (*demo_play.MEMBERS, *demo_play.OTHER_MEMBERS)]
    firsts, lasts = (sorted(set(part)) for part in zip(*people, strict=True))
    names = [f"{first} {last}" for first, last in product(firsts, lasts)]
    return Random(f"{seed} names").sample(names, count)  # noqa: S311 (a game, not a secret)


# The arbiter


def advance(actor: Actor, tournament: Tournament, *, request_id: UUID) -> Round | None:
    """Does the next step of an arbiter: draws and publishes a round, or validates it. Returns None
    if there is none now.

    Raises Forbidden, TournamentRefused, SeatingRefused and TournamentMoved.
    """
    _require_practice(actor, tournament)
    tournament.refresh_from_db()
    if tournament.state not in (TournamentState.CHECK_IN, TournamentState.PLAYING):
        return None
    number, state = _next_round(tournament)
    if state == RoundState.COMPLETE:
        return validate_round(actor, tournament, number, request_id=request_id)
    if state not in (RoundState.PLANNED, RoundState.DRAWN):
        return None
    if state == RoundState.PLANNED:
        draw_round(actor, tournament, number, request_id=uuid5(request_id, "draw"))
    publish_round(actor, tournament, number, warnings_seen=True, request_id=request_id)
    return start_clock(actor, tournament, number, request_id=uuid5(request_id, "clock"))


def _next_round(tournament: Tournament) -> tuple[int, str]:
    """The first one that is not validated, and its state."""
    states = dict(tournament.rounds.order_by("number").values_list("number", "state"))
    number = next(
        (n for n, state in states.items() if state != RoundState.VALIDATED), len(states) + 1
    )
    return number, states.get(number, RoundState.PLANNED)


def _require_practice(actor: Actor, tournament: Tournament) -> None:
    """Raises Forbidden for a real tournament: nobody plays for real people."""
    require(may_run_tournament(actor, tournament))
    if not tournament.is_practice:
        raise Forbidden


# The tables


def tables_in_play(tournament: Tournament) -> list[Sitting]:
    """Lists the tables that are not finished, by round and number. Tables that are not kept deal
    by deal are left to their people."""
    rows = Sitting.objects.open().filter(
        round__tournament=tournament, slip__state__in=OPEN, slip__mode=SlipMode.DEALS
    )
    rows = rows.select_related("club", "round__tournament", "slip")
    return list(rows.order_by("round__number", "table_number"))


@dataclass(frozen=True)
class RehearsalProgress:
    """The result of a step: the numbers of deals that were written, and of slips that were
    handed in or confirmed."""

    deals: int = 0
    slips: int = 0


def play_next_deals(actor: Actor, tournament: Tournament, *, request_id: UUID) -> RehearsalProgress:
    """One deal more at every table; a table that has them all hands in its slip and confirms it.

    Safe to repeat. Raises Forbidden.
    """
    _require_practice(actor, tournament)
    deals = slips = 0
    tables = {uuid5(request_id, str(one.uuid)): one for one in tables_in_play(tournament)}
    receipts = AuditEntry.objects.filter(request_id__in=tables)
    sent_before = set(receipts.values_list("request_id", flat=True))
    for own, sitting in tables.items():
        if own in sent_before:  # a repeated request plays no second deal at this table
            continue
        if not _is_dealt(slip_of(sitting)):
            deals += play_table(sitting, request_id=own)
            continue
        while play_table(sitting, request_id=uuid5(own, f"slip {slips}")):
            slips += 1
    return RehearsalProgress(deals, slips)


def play_table(sitting: Sitting, *, request_id: UUID) -> bool:
    """The next thing that happens at a table: a deal, the slip handed in, or one confirmation.

    False where nothing is left to do, or where somebody else was quicker.
    """
    links = Link.objects.filter(kind=LinkKind.SCORE, target_uuid=sitting.uuid, revoked_at=None)
    phone = Actor("visitor", held=tuple(map(str, links.values_list("uuid", flat=True))))
    slip = slip_of(sitting)
    try:
        if slip.state not in OPEN:
            return False
        if slip.state == SlipState.ENTERED:
            _agree(phone, sitting, slip, request_id)
        elif _is_dealt(slip):
            first = _speakers(sitting)[0]
            hand_in(phone, sitting, entry=first, seen=slip_mark(slip), request_id=request_id)
        else:
            _play_deal(phone, sitting, request_id)
    except OVERTAKEN:
        return False
    return True


def _is_dealt(slip: Slip) -> bool:
    """Whether all deals of the round are there; or the slip was handed in without them."""
    if slip.state == SlipState.ENTERED:
        return True
    played = slip.sitting.deals.exclude(kind=DealKind.VOID).count()
    return played >= (settings_of(tournament_of(slip.sitting)).deals_per_round or 0)


def _speakers(sitting: Sitting) -> list[Entry]:
    """Lists the entries at the table, in order of play."""
    seats = Seat.objects.present().filter(sitting=sitting, entry__isnull=False)
    return [seat.entry for seat in seats.select_related("entry") if seat.entry]


def _agree(phone: Actor, sitting: Sitting, slip: Slip, request_id: UUID) -> None:
    """Confirms the slip for the next player who has not confirmed it."""
    done = {slip.entered_by_id, *slip.confirmations.values_list("entry", flat=True)}
    waiting = [entry for entry in _speakers(sitting) if entry.pk not in done]
    if not waiting:
        raise SittingClosed  # it waits for the arbiter, who agrees that it stopped early
    confirm(phone, sitting, entry=waiting[0], seen=slip_mark(slip), request_id=request_id)


def _play_deal(phone: Actor, sitting: Sitting, request_id: UUID) -> None:
    table = next_deal(sitting)
    dealer = table.dealer or table.uuids[0]
    record = invent_round_deal(sitting, table.uuids, dealer, table.resting, table.number)
    record_deal(phone, sitting, record, number=table.number, request_id=request_id)


def invent_round_deal(
    sitting: Sitting, uuids: Sequence[str], dealer: str, resting: Sequence[str], number: int
) -> Record:
    """One deal as deals fall; the same for the same seed, round, table and number. uuids are the
    players of the table, in order of play."""
    tournament, table_round = tournament_of(sitting), sitting.round
    place = (
        tournament.settings["seed"],
        table_round and table_round.number,
        sitting.table_number,
        number,
    )
    active = [uuid for uuid in uuids if uuid not in resting]
    chance = Random(str(place))  # noqa: S311 (a game, not a secret)
    return INVENTED[sitting.game](chance, Dealt(active, dealer, resting), rules_of(sitting))

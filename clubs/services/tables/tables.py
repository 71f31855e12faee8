"""Setting up a table: its guests and its session are written together or not at all."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from clubs.access import (
    Actor,
    may_open_sitting,
    require,
)
from clubs.core.games import (
    DEFAULT_GAME,
    Rules,
    get_game,
)
from clubs.core.names import person_key, tidy_name
from clubs.core.problems import DealRefused, Problem
from clubs.models import Club, Player, Seat, Sitting
from clubs.queries.seasons.seasons import NIGHT_ENDS
from clubs.services.changes import Action, change, find_receipt
from clubs.services.errors import NameTaken
from clubs.services.ids import made_uuid
from clubs.services.people.people import add_guests
from clubs.services.seasons.counting import count_tonight

# Guests have a receipt of their own; it follows from the request's id, so that a repeat finds it.
GUESTS = "guests"


def open_table(
    actor: Actor,
    club: Club,
    seats: Sequence[Player | str],
    rules: Rules,
    *,
    game: str = DEFAULT_GAME,
    active_count: int,
    first_dealer: int = 0,
    name: str = "",
    request_id: UUID,
) -> Sitting:
    """Open a table; a seat that holds a name is for a new guest. Safe to repeat.

    active_count is how many play a deal, first_dealer a position from 0. Raises NameTaken for a
    guest whose name is known or stands twice, and DealRefused as open_sitting does.
    """

    def write_guests(names: list[str]) -> list[Player]:
        return add_guests(actor, club, names, request_id=uuid5(request_id, GUESTS))

    with transaction.atomic():
        done = find_receipt(request_id, action=Action.OPEN_SITTING, actor=actor)
        if done is not None:
            return Sitting.objects.get(uuid=done.target_uuid)
        return open_sitting(
            actor,
            club,
            seat_guests(seats, write_guests),
            rules,
            game=game,
            active_count=active_count,
            first_dealer=first_dealer,
            name=name,
            request_id=request_id,
        )


def seat_guests(
    seats: Sequence[Player | str], write_guests: Callable[[list[str]], list[Player]]
) -> list[Player]:
    """The players in seat order. write_guests makes those of whom only the name is told."""
    names = [seat for seat in seats if isinstance(seat, str)]
    _refuse_repeated(names)
    guests = write_guests(names) if names else []
    if len(guests) < len(names):  # a name of nothing but spaces
        raise DealRefused([Problem("player_name_invalid", "players")])
    waiting = iter(guests)
    return [seat if isinstance(seat, Player) else next(waiting) for seat in seats]


def _refuse_repeated(names: Sequence[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if person_key(name) in seen:
            raise NameTaken(name)
        seen.add(person_key(name))


def open_sitting(
    actor: Actor,
    club: Club,
    players: Sequence[Player],
    rules: Rules,
    *,
    game: str = DEFAULT_GAME,
    active_count: int,
    first_dealer: int = 0,
    name: str = "",
    request_id: UUID,
) -> Sitting:
    """Open a table with these players in seat order. Safe to repeat.

    active_count is how many play a deal; first_dealer a position from 0. Raises DealRefused when
    the game is not played with so many.
    """
    sitting = Sitting(
        uuid=made_uuid(Sitting, club.uuid, request_id),
        club=club,
        game=game,
        rules=rules.to_json(),
        active_count=active_count,
        first_dealer=first_dealer,
        name=tidy_name(name),
        opened_by=actor.user,
    )
    with change(Action.OPEN_SITTING, actor, sitting, lock=club, request_id=request_id) as entry:
        after = opening(sitting, [str(player.uuid) for player in players])
        if entry.repeated:
            entry.require_same(entry.written, after)
            return Sitting.objects.get(uuid=sitting.uuid)
        require(may_open_sitting(actor, club))
        check_seats(club, game, players, active_count, first_dealer)
        sitting.opened_at = entry.at
        sitting.table_number = next_table_number(club, entry.at)
        sitting.save(force_insert=True)
        Seat.objects.bulk_create(
            Seat(sitting=sitting, position=position, player=player)
            for position, player in enumerate(players)
        )
        count_tonight(actor, sitting)
        entry.after = after
    return sitting


def opening(sitting: Sitting, players: Sequence[str]) -> dict[str, Any]:
    """What the log of a table begins with; players by uuid, in order of play."""
    return {
        "players": list(players),
        "game": sitting.game,
        "rules": sitting.rules,
        "active_count": sitting.active_count,
        "first_dealer": sitting.first_dealer,
        **({"name": sitting.name} if sitting.name else {}),
    }


def check_seats(
    club: Club, code: str, players: Sequence[Player], active_count: int, first_dealer: int
) -> None:
    """Refuse a table that the game does not know."""
    game = get_game(code)
    problems = []
    if len(players) not in game.seat_counts:
        bounds = {"low": min(game.seat_counts), "high": max(game.seat_counts)}
        problems.append(Problem("players_count", "players", bounds))
    for index, player in enumerate(players):
        if player in players[:index]:
            problems.append(Problem("players_duplicate", "players", {"player": player.name}))
        if player.club_id != club.pk:
            problems.append(Problem("player_unknown", "players", {"player": player.name}))
    if active_count not in game.active_counts or active_count > len(players):
        most = min(max(game.active_counts), len(players))
        bounds = {"low": min(game.active_counts), "high": most, "count": active_count}
        problems.append(Problem("active_count", "active_count", bounds))
    if first_dealer not in range(len(players)):
        problems.append(Problem("player_unknown", "first_dealer", {"player": first_dealer}))
    if problems:
        raise DealRefused(problems)


def next_table_number(club: Club, at: datetime) -> int:
    """Tables are numbered in the order they open, from 1 on each day (in the club's zone) without a
    table in its small hours: those go on from the day before, whose evening they may belong to, and
    the rest of their day goes on from them, so that no number stands twice in an evening or a day.

    The caller holds the lock of the club: without it two tables would get one number.
    """
    local = timezone.localtime(at, club.zone)
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0)
    since = midnight - timedelta(days=local.time() < NIGHT_ENDS)
    before = Sitting.objects.free().filter(
        club=club, opened_at__gte=since, opened_at__lt=midnight + timedelta(days=1)
    )
    last: int | None = before.aggregate(last=Max("table_number"))["last"]
    return (last or 0) + 1

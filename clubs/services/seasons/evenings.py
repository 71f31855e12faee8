"""The evenings of a season: planning and running them, who came, which tables count."""

from collections.abc import Sequence
from datetime import date
from typing import Any
from uuid import UUID, uuid5

from clubs.access import (
    Actor,
    may_open_sitting,
    may_run_evening,
    require,
)
from clubs.models import (
    Evening,
    EveningState,
    League,
    Player,
    Sitting,
    SittingState,
)
from clubs.queries.seasons.seasons import evening_days, evening_mark
from clubs.services.changes import Action, change, find_receipt
from clubs.services.deals.sums import held_tables, keep_sums_of
from clubs.services.errors import (
    DateOutside,
    EveningInUse,
    EveningTaken,
    LeagueClosed,
    LeagueMoved,
)
from clubs.services.ids import made_uuid
from clubs.services.seasons.counting import begin_league, write_table
from clubs.services.seasons.leagues import require_manage, set_state
from clubs.services.tables.sittings import close_sitting


def require_run(actor: Actor, league: League) -> None:
    """Raises LeagueClosed, instead of Forbidden, for an actor who could run an evening of an open
    season."""
    if league.is_closed:
        require(may_open_sitting(actor, league.club))  # the same people
        raise LeagueClosed(league)
    require(may_run_evening(actor, league))


def _evening_content(evening: Evening) -> dict[str, Any]:
    """Returns the fields of an evening as the log stores them."""
    return {
        "held_on": evening.held_on.isoformat(),
        "place": evening.place,
        "name": evening.name,
    }


# Planning


def plan_evenings(
    actor: Actor,
    league: League,
    dates: Sequence[date],
    *,
    place: str = "",
    name: str = "",
    request_id: UUID,
) -> list[Evening]:
    """One evening on each of these days, all or none. Safe to repeat.

    Raises DateOutside, EveningTaken and LeagueClosed.
    """
    days = sorted(set(dates))
    planned = [
        Evening(
            uuid=made_uuid(Evening, f"{league.uuid} {day}", request_id),
            league=league,
            held_on=day,
            place=place,
            name=name,
        )
        for day in days
    ]
    after = [{"evening": str(one.uuid), **_evening_content(one)} for one in planned]
    with change(
        Action.PLAN_EVENING, actor, league, lock=league, asked=after, request_id=request_id
    ) as entry:
        if entry.repeated:
            uuids = [one.uuid for one in planned]
            return list(league.evenings.filter(uuid__in=uuids).order_by("held_on", "pk"))
        require_manage(actor, league)
        _refuse_dates(league, days, name)
        for evening in planned:
            evening.save(force_insert=True)
    return planned


def _refuse_dates(
    league: League, days: Sequence[date], name: str, *, but: Evening | None = None
) -> None:
    """Raises DateOutside for days outside the season, and EveningTaken for days that have an
    evening of that name."""
    outside = [day for day in days if not league.starts_on <= day <= league.ends_on]
    if outside:
        raise DateOutside(outside)
    others = league.evenings.filter(held_on__in=days, name=name)
    if but is not None:
        others = others.exclude(pk=but.pk)
    taken = list(others.order_by("held_on").values_list("held_on", flat=True))
    if taken:
        raise EveningTaken(taken)


def update_evening(
    actor: Actor,
    evening: Evening,
    *,
    held_on: date,
    place: str,
    name: str,
    seen: str = "",
    request_id: UUID,
) -> Evening:
    """Another day, place or name. seen is the evening_mark that the person saw. Safe to repeat.

    Raises LeagueMoved, DateOutside, EveningTaken and LeagueClosed.
    """
    league = evening.league
    after = _evening_content(Evening(held_on=held_on, place=place, name=name))
    with change(
        Action.UPDATE_EVENING, actor, evening, lock=league, asked=after, request_id=request_id
    ) as entry:
        if entry.repeated:
            return evening
        require_manage(actor, league)
        if seen and seen != evening_mark(evening):
            raise LeagueMoved
        _refuse_dates(league, [held_on], name, but=evening)
        entry.before = _evening_content(evening)
        entry.is_needless = entry.before == after
        evening.held_on, evening.place, evening.name = held_on, place, name
        evening.save(update_fields=["held_on", "place", "name"])
    return evening


def cancel_evening(actor: Actor, evening: Evening, *, request_id: UUID) -> None:
    """Takes an evening out at which nothing was played. Raises EveningInUse and LeagueClosed."""
    league = evening.league
    with change(Action.CANCEL_EVENING, actor, evening, lock=league, request_id=request_id) as entry:
        require_manage(actor, league)
        if evening.tables.exists() or evening.penalties.exists():
            raise EveningInUse
        entry.before = _evening_content(evening)
        Evening.objects.filter(pk=evening.pk).delete()


def was_cancelled(actor: Actor, league: League, uuid: UUID, *, request_id: UUID) -> bool:
    """Whether this very request has been carried out: the evening that it names is gone since."""
    receipt = find_receipt(request_id, action=Action.CANCEL_EVENING, actor=actor, target_uuid=uuid)
    return receipt is not None and receipt.chain_uuid == league.uuid


# Running


def open_evening(actor: Actor, evening: Evening, *, request_id: UUID) -> Evening:
    """From now on the tables that open that day count. A planned season begins with it.

    Safe to repeat. Raises LeagueClosed.
    """
    league = evening.league
    with change(Action.OPEN_EVENING, actor, evening, lock=league, request_id=request_id) as entry:
        require_run(actor, league)
        entry.is_needless = evening.state == EveningState.OPEN
        if not entry.repeated and not entry.is_needless:
            set_state(entry, evening, EveningState.OPEN)
            if begin_league(league):
                entry.after["league"] = str(league.state)
    return evening


def close_evening(actor: Actor, evening: Evening, *, request_id: UUID) -> Evening:
    """The evening is over, and with it every table of it that is still open. Safe to repeat.

    All in one transaction; each table has the entry in its own log. Raises LeagueClosed.
    """
    league = evening.league
    with change(Action.CLOSE_EVENING, actor, evening, lock=league, request_id=request_id) as entry:
        require_run(actor, league)
        entry.is_needless = evening.state == EveningState.CLOSED
        if not entry.repeated and not entry.is_needless:
            tables = Sitting.objects.filter(leagues__evening=evening, state=SittingState.OPEN)
            # All tables before the first is rated: see services/seasons/ratings.py, lock.
            closed = [
                close_sitting(actor, table, request_id=uuid5(request_id, str(table.uuid)))
                for table in held_tables(tables)
            ]
            set_state(entry, evening, EveningState.CLOSED)
            entry.after["tables"] = [str(table.uuid) for table in closed]
    return evening


def reopen_evening(actor: Actor, evening: Evening, *, request_id: UUID) -> Evening:
    """The evening goes on; its tables stay closed. Safe to repeat. Raises LeagueClosed."""
    league = evening.league
    with change(Action.REOPEN_EVENING, actor, evening, lock=league, request_id=request_id) as entry:
        require_run(actor, league)
        entry.is_needless = evening.state != EveningState.CLOSED
        if not entry.repeated and not entry.is_needless:
            set_state(entry, evening, EveningState.OPEN)
    return evening


def check_in_players(
    actor: Actor,
    evening: Evening,
    *,
    came: Sequence[Player] = (),
    left_out: Sequence[Player] = (),
    request_id: UUID,
) -> Evening:
    """Note who is there, and who is not after all; everybody else stays as they are noted.

    So two people at the door do not undo each other. Safe to repeat. Raises LeagueClosed.
    """
    league = evening.league
    if any(player.club_id != league.club_id for player in (*came, *left_out)):
        raise ValueError("somebody of another club")
    asked = {"came": _uuids_of(came), "left_out": _uuids_of(left_out)}
    with change(
        Action.CHECK_IN, actor, evening, lock=league, asked=asked, request_id=request_id
    ) as entry:
        if entry.repeated:
            return evening
        require_run(actor, league)
        here = set(evening.present.values_list("pk", flat=True))
        # Only the differences: what another person noted meanwhile stays.
        new = [player for player in came if player.pk not in here]
        gone = [player for player in left_out if player.pk in here]
        entry.is_needless = not (new or gone)
        evening.present.add(*new, through_defaults={"club": league.club})
        evening.present.remove(*gone)
    return evening


def _uuids_of(players: Sequence[Player]) -> list[str]:
    return sorted(str(player.uuid) for player in players)


# Which tables count


def attach_table(actor: Actor, evening: Evening, sitting: Sitting, *, request_id: UUID) -> Sitting:
    """The table counts for the season, at this evening and no other of it. Safe to repeat.

    Raises DateOutside when no day of its evening_days is of the season, and LeagueClosed.
    """
    league = evening.league
    if (sitting.club_id, sitting.game) != (league.club_id, league.game):
        raise ValueError("a table of another club or game")
    if sitting.round_id is not None:
        raise ValueError("a table of a tournament")
    after = {"evening": str(evening.uuid)}
    with change(
        Action.ATTACH_TABLE, actor, sitting, lock=league, asked=after, request_id=request_id
    ) as entry:
        if entry.repeated:
            return sitting
        require_manage(actor, league)
        opened_at = sitting.opened_at
        days = evening_days(sitting.club, opened_at) if opened_at is not None else []
        if not any(league.starts_on <= day <= league.ends_on for day in days):
            raise DateOutside(days[:1])
        before = write_table(league, evening, sitting)
        _keep_counted(sitting)
        entry.before = {"evening": str(before)} if before else None
        entry.is_needless = entry.before == entry.after
    return sitting


def detach_table(actor: Actor, league: League, sitting: Sitting, *, request_id: UUID) -> Sitting:
    """The table no longer counts for this season. Safe to repeat. Raises LeagueClosed."""
    with change(Action.DETACH_TABLE, actor, sitting, lock=league, request_id=request_id) as entry:
        if entry.repeated:
            return sitting
        require_manage(actor, league)
        row = league.tables.filter(sitting=sitting).select_related("evening").first()
        entry.is_needless = row is None
        if row is not None:
            entry.before = {"evening": str(row.evening.uuid)}
            row.delete()
            _keep_counted(sitting)
    return sitting


def _keep_counted(sitting: Sitting) -> None:
    """The sums of the season have a closed table that counts for it. Nobody else moves what is kept
    of the table meanwhile."""
    keep_sums_of(Sitting.objects.filter(pk=sitting.pk))

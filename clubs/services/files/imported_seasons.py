"""The season of an import: found or made with its evenings and penalties, and its tables counted.

The caller holds the lock of the club and has asked access.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from uuid import uuid5

from django.db.models import Max

from clubs.access import Actor
from clubs.core.standings.season_shapes import FiledPenalty, FiledSeason
from clubs.models import (
    Evening,
    EveningState,
    ImportRun,
    League,
    LeagueMember,
    LeagueSitting,
    LeagueState,
    Player,
)
from clubs.services.changes import Action, change
from clubs.services.files.import_orders import Json, Order
from clubs.services.files.imported_tables import WrittenTables, players_by_uuid
from clubs.services.seasons.counting import begin_league
from clubs.services.seasons.leagues import create_league
from clubs.services.seasons.penalties import give_penalty


def imported_league(actor: Actor, run: ImportRun, order: Order) -> League | None:
    """The season that the tables count for; one of the file is made unless it is there."""
    if order.league is not None:
        return order.league
    new = order.new_league
    if new is None:
        return None
    club = run.club
    seasons = League.objects.filter(club=club, game=new.game, name=new.name)
    same_days = seasons.filter(starts_on=new.starts_on, ends_on=new.ends_on)
    league = same_days.order_by("pk").first()
    if league is None:
        players = players_by_uuid(club)
        league = create_league(
            actor,
            club,
            name=new.name,
            starts_on=new.starts_on,
            ends_on=new.ends_on,
            standings_rules=new.settings.to_json(),
            members=[players[uuid] for uuid in new.members],
            game=new.game,
            request_id=uuid5(run.uuid, "season"),
        )
        receipt = uuid5(run.uuid, "season filled")
        with change(Action.IMPORT, actor, league, lock=league, request_id=receipt) as entry:
            _fill_league(actor, run, league, new)
            entry.after = {"file": run.digest, "seed": new.seed, "carry_over": dict(new.carry_over)}
    return league


def _fill_league(actor: Actor, run: ImportRun, league: League, new: FiledSeason) -> None:
    """What a file says of a season beside its settings and its list."""
    league.seed, league.state = new.seed, LeagueState.OPEN
    league.save(update_fields=["seed", "state"])
    for evening in new.evenings:
        Evening.objects.get_or_create(
            league=league,
            held_on=evening.date,
            name=evening.name,
            defaults={"place": evening.place, "state": EveningState.CLOSED},
        )
    _carry_over(league, new.carry_over)
    _write_penalties(actor, run, league, new.penalties)


def _carry_over(league: League, points: Mapping[str, int]) -> None:
    """Write the points that members bring along from before the season."""
    rows = list(league.members.select_related("player"))
    for row in rows:
        row.carry_over = points.get(str(row.player.uuid), 0)
    LeagueMember.objects.bulk_update(rows, ["carry_over"])


def _write_penalties(
    actor: Actor, run: ImportRun, league: League, penalties: Iterable[FiledPenalty]
) -> None:
    players = players_by_uuid(league.club)
    for n, penalty in enumerate(penalties):
        give_penalty(
            actor,
            _evening_on(league, penalty.date),
            players[penalty.player],
            points=penalty.points,
            reason=penalty.reason,
            request_id=uuid5(run.uuid, f"penalty {n}"),
        )


def _evening_on(league: League, day: date, name: str = "") -> Evening:
    """The evening of that day and name, else the first of the day, made where there is none."""
    evenings = list(league.evenings.filter(held_on=day).order_by("name", "pk"))
    if evenings:
        return next((evening for evening in evenings if evening.name == name), evenings[0])
    return Evening.objects.create(league=league, held_on=day, state=EveningState.CLOSED)


def count_imported(league: League, written: WrittenTables, *, lists_members: bool) -> Json:
    """Count the tables at the evenings of their days. Members of the club who played there and are
    not on the list get the next numbers. The caller holds the lock of the season.

    Gives what the log says of it: the evenings that were made and the players who were listed, by
    uuid.
    """
    known = set(league.evenings.values_list("pk", flat=True))
    evenings = {
        held: _evening_on(league, *held) for held in {held for _one, held in written.tables}
    }
    counted = set(
        LeagueSitting.objects.filter(
            league=league, sitting__in=[sitting.pk for sitting, _held in written.tables]
        ).values_list("sitting", flat=True)
    )
    LeagueSitting.objects.bulk_create(
        LeagueSitting(league=league, evening=evenings[held], sitting=sitting)
        for sitting, held in written.tables
        if sitting.pk not in counted
    )
    begin_league(league)
    listed = _list_members(league, written.players) if lists_members else []
    new_evenings = {
        evening.pk: str(evening.uuid) for evening in evenings.values() if evening.pk not in known
    }
    return {"evenings": list(new_evenings.values()), "listed": listed}


def _list_members(league: League, uuids: Iterable[str]) -> list[str]:
    listed = {str(uuid) for uuid in league.members.values_list("player__uuid", flat=True)}
    fresh = [uuid for uuid in dict.fromkeys(uuids) if uuid not in listed]
    if not fresh:
        return []
    rows = Player.objects.filter(uuid__in=fresh, member_since__isnull=False)
    players = {str(player.uuid): player for player in rows}
    last = league.members.aggregate(last=Max("number"))["last"] or 0
    LeagueMember.objects.bulk_create(
        LeagueMember(league=league, player=players[uuid], number=number)
        for number, uuid in enumerate((one for one in fresh if one in players), last + 1)
    )
    return list(players)

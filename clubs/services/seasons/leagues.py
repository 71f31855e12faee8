"""Setting up a season, closing it and publishing it."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Max

from clubs.access import (
    Actor,
    may_create_league,
    may_manage_league,
    may_publish_league,
    may_reopen_league,
    require,
)
from clubs.core.games import DEFAULT_GAME, get_game
from clubs.core.limits import MOST_SEED
from clubs.core.standings.settings import LeagueSettings, settings_for_game
from clubs.models import (
    Club,
    Evening,
    EveningState,
    League,
    LeagueMember,
    LeagueState,
    Player,
    Publication,
    Sitting,
)
from clubs.queries.seasons.publications import publication_content
from clubs.queries.seasons.seasons import (
    closing_mark,
    closing_of,
    league_dates,
    league_mark,
    members_mark,
)
from clubs.services.changes import Action, Change, change
from clubs.services.deals.sums import lock_tables
from clubs.services.errors import DateOutside, LeagueClosed, LeagueMoved, LeagueNotReady
from clubs.services.ids import made_uuid

SHOWN = ("standings", "results", "calendar")


def create_league(
    actor: Actor,
    club: Club,
    *,
    name: str,
    starts_on: date,
    ends_on: date,
    standings_rules: Mapping[str, Any] | None = None,
    members: Sequence[Player] = (),
    game: str = DEFAULT_GAME,
    request_id: UUID,
) -> League:
    """A planned season with these members, numbered in this order. Safe to repeat.

    To copy an earlier one, give its rules and its list; they are made to fit the game. Raises
    SettingsRefused.
    """
    if any(player.club_id != club.pk for player in members):
        raise ValueError("somebody of another club")
    league = League(
        uuid=made_uuid(League, club.uuid, request_id),
        club=club,
        game=game,
        name=name,
        starts_on=starts_on,
        ends_on=ends_on,
        standings_rules=settings_for_game(
            LeagueSettings.read(standings_rules), get_game(game)
        ).to_json(),
        seed=request_id.int % (MOST_SEED + 1),
    )
    after = {
        **settings_content(league),
        "game": game,
        "seed": league.seed,
        "members": [str(player.uuid) for player in members],
    }
    with change(
        Action.CREATE_LEAGUE, actor, league, lock=club, asked=after, request_id=request_id
    ) as entry:
        if entry.repeated:
            return League.objects.select_related("club").get(uuid=league.uuid)
        require(may_create_league(actor, club))
        league.save(force_insert=True)
        LeagueMember.objects.bulk_create(
            LeagueMember(league=league, player=player, number=number)
            for number, player in enumerate(members, 1)
        )
    return league


def settings_content(league: League) -> dict[str, Any]:
    """Returns the settings of a season as the log stores them."""
    return {
        "name": league.name,
        "starts_on": league.starts_on.isoformat(),
        "ends_on": league.ends_on.isoformat(),
        "standings_rules": league.standings_rules,
    }


def require_manage(actor: Actor, league: League) -> None:
    """Raises LeagueClosed, instead of Forbidden, for an actor who could manage the season if it
    were open."""
    if league.is_closed:
        require(may_publish_league(actor, league))  # the same people
        raise LeagueClosed(league)
    require(may_manage_league(actor, league))


def update_league(
    actor: Actor,
    league: League,
    *,
    name: str,
    starts_on: date,
    ends_on: date,
    standings_rules: Mapping[str, Any],
    seen: str = "",
    request_id: UUID,
) -> League:
    """Name, dates and rules of the standings. Safe to repeat.

    seen is the league_mark that the person saw; with another one there now, LeagueMoved. Raises
    DateOutside when an evening would lie outside the dates, SettingsRefused and LeagueClosed.
    """
    rules = LeagueSettings.read(standings_rules).to_json()
    asked = League(name=name, starts_on=starts_on, ends_on=ends_on, standings_rules=rules)
    after = settings_content(asked)
    with change(
        Action.UPDATE_LEAGUE, actor, league, lock=league, asked=after, request_id=request_id
    ) as entry:
        if entry.repeated:
            return league
        require_manage(actor, league)
        if seen and seen != league_mark(league):
            raise LeagueMoved
        outside = [day for day in league_dates(league) if not starts_on <= day <= ends_on]
        if outside:
            raise DateOutside(outside)
        entry.before = settings_content(league)
        entry.is_needless = entry.before == after
        league.name, league.starts_on, league.ends_on = name, starts_on, ends_on
        league.standings_rules = rules
        league.save(update_fields=["name", "starts_on", "ends_on", "standings_rules"])
    return league


def set_league_members(
    actor: Actor,
    league: League,
    members: Sequence[tuple[Player, int]],
    *,
    seen: str = "",
    request_id: UUID,
) -> League:
    """The list of a season: players with the points that they bring along. Safe to repeat.

    Who stays keeps the number, who is new gets the next one in the order given. seen is the
    members_mark that the person saw. Raises LeagueMoved and LeagueClosed.
    """
    asked = dict(members)
    if len(asked) < len(members) or any(p.club_id != league.club_id for p in asked):
        raise ValueError("somebody twice, or of another club")
    with change(
        Action.SET_LEAGUE_MEMBERS, actor, league, lock=league, request_id=request_id
    ) as entry:
        if entry.repeated:
            written = {row["player"]: row["carry_over"] for row in entry.written}
            entry.require_same(written, {str(p.uuid): points for p, points in asked.items()})
            return league
        require_manage(actor, league)
        rows = list(league.members.select_related("player"))
        if seen and seen != members_mark(rows):
            raise LeagueMoved
        entry.before = members_content(league)
        last = league.members.aggregate(last=Max("number"))["last"] or 0
        league.members.exclude(player__in=asked).delete()
        here = {row.player_id: row for row in rows}
        for player, carry_over in asked.items():
            row = here.get(player.pk)
            if row is None:
                last += 1
                row = LeagueMember(league=league, player=player, number=last)
            row.carry_over = carry_over
            row.save()
        entry.after = members_content(league)
        entry.is_needless = entry.before == entry.after
    return league


def members_content(league: League) -> list[dict[str, Any]]:
    """Returns the list of members as the log stores it, by number."""
    rows = league.members.select_related("player").order_by("number")
    return [
        {"number": row.number, "player": str(row.player.uuid), "carry_over": row.carry_over}
        for row in rows
    ]


def open_league(actor: Actor, league: League, *, request_id: UUID) -> League:
    """A planned season begins. Safe to repeat."""
    with change(Action.UPDATE_LEAGUE, actor, league, lock=league, request_id=request_id) as entry:
        require_manage(actor, league)
        entry.is_needless = league.state != LeagueState.PLANNED
        if not entry.repeated and not entry.is_needless:
            set_state(entry, league, LeagueState.OPEN)
    return league


def set_state(entry: Change, row: League | Evening, state: LeagueState | EveningState) -> None:
    """Saves the new state and notes both states in the entry."""
    entry.before = {"state": str(row.state)}
    row.state = state
    row.save(update_fields=["state"])
    entry.after = {"state": str(state)}


def close_league(actor: Actor, league: League, *, seen: str = "", request_id: UUID) -> League:
    """Freeze a season: standings and rules are stored as they are. Safe to repeat.

    seen is the closing_mark that the person saw; with another one there now, LeagueMoved. Raises
    LeagueNotReady while evenings or tables of it are open. From here on no service changes what
    counted for it (counting.refuse_frozen).
    """
    with change(Action.CLOSE_LEAGUE, actor, league, lock=league, request_id=request_id) as entry:
        if entry.repeated:
            return league
        if league.is_closed:
            require(may_publish_league(actor, league))
            entry.is_needless = True
            return league
        require(may_manage_league(actor, league))
        # A correction on its way is written first, and counts; a later one finds it closed.
        lock_tables(Sitting.objects.filter(leagues__league=league))
        if seen and seen != closing_mark(league, league.revision - 1):  # change() has added 1
            raise LeagueMoved
        if not closing_of(league).is_ready:
            raise LeagueNotReady
        published = _store(actor, league, publication_content(league), at=entry.at, is_final=True)
        set_state(entry, league, LeagueState.CLOSED)
        entry.after |= {"version": published.version, "content": published.content_hash()}
    return league


def reopen_league(actor: Actor, league: League, *, reason: str, request_id: UUID) -> League:
    """Let a closed season change again; what was stored of it stays. Safe to repeat."""
    with change(Action.REOPEN_LEAGUE, actor, league, lock=league, request_id=request_id) as entry:
        if entry.repeated:
            return league
        require(may_reopen_league(actor, league))
        if not reason.strip():
            raise ValueError("a season is reopened for a reason")
        set_state(entry, league, LeagueState.OPEN)
        entry.reason = reason
    return league


# Publishing


def show_league(
    actor: Actor,
    league: League,
    *,
    standings: bool,
    results: bool,
    calendar: bool,
    request_id: UUID,
) -> League:
    """Sets which parts of a season visitors see; also of a closed one. Safe to repeat."""
    after = {"standings": standings, "results": results, "calendar": calendar}
    with change(
        Action.PUBLISH_LEAGUE, actor, league, lock=league, asked=after, request_id=request_id
    ) as entry:
        if entry.repeated:
            return league
        require(may_publish_league(actor, league))
        entry.before = {name: getattr(league, f"shows_{name}") for name in SHOWN}
        entry.is_needless = entry.before == after
        for name in SHOWN:
            setattr(league, f"shows_{name}", after[name])
        league.save(update_fields=[f"shows_{name}" for name in SHOWN])
    return league


def publish_league(actor: Actor, league: League, *, request_id: UUID) -> Publication:
    """Store the standings as they are now, under the next number. Safe to repeat.

    Raises LeagueClosed: the last version of a closed season is final.
    """
    with change(Action.PUBLISH_LEAGUE, actor, league, lock=league, request_id=request_id) as entry:
        if entry.repeated:
            entry.require_same(list(entry.written), ["version"])
            return league.publications.get(version=entry.written["version"])
        require_manage(actor, league)
        published = _store(actor, league, publication_content(league), at=entry.at)
        entry.after = {"version": published.version}
    return published


def _store(
    actor: Actor, league: League, content: dict[str, Any], *, at: Any, is_final: bool = False
) -> Publication:
    """The next version. The caller holds the lock."""
    last = league.publications.aggregate(last=Max("version"))["last"] or 0
    return Publication.objects.create(
        league=league,
        version=last + 1,
        published_at=at,
        published_by=actor.user,
        is_final=is_final,
        content=content,
    )

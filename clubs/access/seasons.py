"""Seasons and their evenings."""

from django.db.models import Q, QuerySet

from clubs.access.actors import Actor, of_own_clubs
from clubs.models import Evening, League, LeagueState, Role


def visible_leagues(actor: Actor) -> QuerySet[League]:
    return of_own_clubs(League.objects.select_related("club"), actor)


def visible_evenings(actor: Actor) -> QuerySet[Evening]:
    rows = Evening.objects.select_related("league__club")
    return of_own_clubs(rows, actor, "league__club")


def public_leagues() -> QuerySet[League]:
    """Seasons of which their club shows something to everybody."""
    shown = Q(shows_standings=True) | Q(shows_results=True) | Q(shows_calendar=True)
    return League.objects.filter(shown, club__slug__isnull=False).select_related("club")


def may_manage_league(actor: Actor, league: League) -> bool:
    """Dates, rules, members, evenings, penalties, publishing. Nothing of it once it is closed."""
    return league.state != LeagueState.CLOSED and actor.has(Role.ORGANISER, league.club_id)


def may_run_evening(actor: Actor, league: League) -> bool:
    """Open and close an evening, check people in: whoever opens the tables."""
    return league.state != LeagueState.CLOSED and actor.has(Role.SCORER, league.club_id)


def may_publish_league(actor: Actor, league: League) -> bool:
    """What visitors see; of a closed season too."""
    return actor.has(Role.ORGANISER, league.club_id)


def may_reopen_league(actor: Actor, league: League) -> bool:
    return league.state == LeagueState.CLOSED and actor.has(Role.OWNER, league.club_id)

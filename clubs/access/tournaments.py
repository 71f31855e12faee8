"""Tournaments and their entries."""

from django.db.models import Q, QuerySet

from clubs.access.actors import Actor
from clubs.models import Entry, LinkKind, Role, Tournament, TournamentState


def visible_tournaments(actor: Actor) -> QuerySet[Tournament]:
    """Those of one's clubs, those that one has a duty or a link for, and those that have a public
    page. One that is being prepared only for who prepares it; one for practice by a link too."""
    rows = Tournament.objects.select_related("club")
    if actor.is_command:
        return rows
    own = Q(club__in=actor.clubs_as(Role.ORGANISER)) | Q(pk__in=list(actor.duties))
    seen = Q(club__in=list(actor.roles)) | Q(shows_page=True)
    seen &= Q(is_practice=False)
    seen |= Q(uuid__in=actor.targets(LinkKind.TOURNAMENT_SCREEN))
    if entries := actor.targets(LinkKind.PLAYER):
        seen |= Q(pk__in=Entry.objects.filter(uuid__in=entries).values("tournament"))
    seen &= ~Q(state=TournamentState.DRAFT)
    return rows.filter(own | seen)


def own_entries(actor: Actor, tournament: Tournament) -> QuerySet[Entry]:
    """Those whose page the actor may see: by a personal link, or by the account of a player."""
    own = Q(uuid__in=actor.targets(LinkKind.PLAYER))
    if actor.user is not None:
        own |= Q(player__user=actor.user) | Q(substitutions__player__user=actor.user)
    return tournament.entries.filter(own).distinct()


def may_manage_tournament(actor: Actor, tournament: Tournament) -> bool:
    """Settings, registration, what is public, who has which duty, the archive."""
    return actor.has(Role.ORGANISER, tournament.club_id)


def may_run_tournament(actor: Actor, tournament: Tournament) -> bool:
    """The arbiter: seating, rounds, slips, penalties, corrections, results."""
    return actor.runs(tournament)


def may_desk(actor: Actor, tournament: Tournament) -> bool:
    """The desk: entries with their private parts, check-in, fees, slips typed from paper."""
    return actor.desks(tournament)


def may_reopen_results(actor: Actor, tournament: Tournament) -> bool:
    """Final results are opened again by an owner of the club."""
    return actor.has(Role.OWNER, tournament.club_id)


def may_see_screen(actor: Actor, tournament: Tournament) -> bool:
    """The screens of the room: by their own link, for the desk, and where the seating is public."""
    by_link = tournament.uuid in actor.targets(LinkKind.TOURNAMENT_SCREEN)
    return by_link or actor.desks(tournament) or actor.has(Role.MEMBER, tournament.club_id)

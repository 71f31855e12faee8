"""How a tournament is set up: what may still change, and what a form of it was filled from."""

from collections.abc import Iterable

from clubs.access import (
    Actor,
    may_manage_tournament,
    require,
)
from clubs.models import (
    Category,
    Membership,
    Role,
    RoundState,
    Tournament,
    TournamentRole,
    User,
)
from clubs.queries.seasons.seasons import mark
from clubs.queries.tournaments.tournaments import settings_of

# What a drawn round stands on, and what a published one stands on beside that.
OF_A_DRAW = (
    "rules",
    "rounds_planned",
    "deals_per_round",
    "table_sizes",
    "leftovers",
    "five_player_form",
    "seating",
    "separation",
    "seed",
)
OF_PLAY = (
    "slip_mode",
    "tie_breaks",
    "leaver_policy",
    "late_ranking",
    "missed_round_score",
    "bye_score",
    "best_n",
    "team_tie_break",
)


def has_draw(tournament: Tournament) -> bool:
    """Whether any round has a seating; one that was thrown away has none."""
    return tournament.rounds.exclude(state=RoundState.PLANNED).exists()


def frozen_settings(tournament: Tournament) -> tuple[str, ...]:
    """Which settings no longer change, `rules` among them. One query."""
    states = set(tournament.rounds.values_list("state", flat=True)) - {RoundState.PLANNED}
    if not states:
        return ()
    return OF_A_DRAW if states == {RoundState.DRAWN} else (*OF_A_DRAW, *OF_PLAY)


def is_ready(tournament: Tournament) -> bool:
    """Whether enough is set for people to enter: name, date, rounds, deals, table sizes."""
    settings = settings_of(tournament)
    parts = (tournament.name, settings.rounds_planned, settings.deals_per_round)
    return all(parts) and bool(settings.table_sizes)


def tournament_mark(tournament: Tournament) -> str:
    """Changes with everything that the form of its settings shows."""
    names = [column.attname for column in tournament._meta.concrete_fields]
    left = [name for name in names if name not in NOT_SET_UP]
    settings = sorted(tournament.settings.items())
    return mark(settings, *(getattr(tournament, name) for name in left))


NOT_SET_UP = {
    "id",
    "settings",
    "state",
    "state_before",
    "revision",
    "prizes",
    "standings_version",
    "corrected_at",
    "extra",
}


def categories_mark(rows: Iterable[Category]) -> str:
    return mark(*((row.code, row.name, row.born_from, row.born_to) for row in rows))


# Duties


def duties_of(actor: Actor, tournament: Tournament) -> list[TournamentRole]:
    """The duties of arbiter and desk, by e-mail address. Raises Forbidden for actors who may not
    name them."""
    require(may_manage_tournament(actor, tournament))
    return list(tournament.roles.select_related("user").order_by("role", "user__email"))


def possible_officials(actor: Actor, tournament: Tournament) -> list[User]:
    """Accounts of the club that an organiser may name: those who are not arbiters anyway."""
    require(may_manage_tournament(actor, tournament))
    rows = Membership.objects.filter(club=tournament.club_id).select_related("user")
    rows = rows.exclude(role__in=(Role.OWNER, Role.ORGANISER))
    return [row.user for row in rows.order_by("user__email")]

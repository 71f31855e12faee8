"""How a tournament is set up, and who has which duty in it.

Source: tournaments.md §2. The steps of its life: transitions.py; rounds: rounds/; final results:
results.py.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, TypedDict, Unpack
from uuid import UUID

from clubs.access import (
    Actor,
    may_create_tournament,
    may_manage_tournament,
    require,
)
from clubs.core.games import DEFAULT_GAME, Game, Rules, get_game
from clubs.core.limits import MOST_SEED
from clubs.core.problems import Problem
from clubs.core.tournaments.games import game_setting_problems, with_usual
from clubs.core.tournaments.settings import TournamentSettings
from clubs.models import (
    Club,
    Tournament,
    TournamentDuty,
    User,
)
from clubs.queries.tournaments.setup import (
    frozen_settings,
    tournament_mark,
)
from clubs.services.changes import Action, change
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.ids import made_uuid
from clubs.services.people.links import free_codes
from clubs.services.people.roles import duty_content
from clubs.services.tournaments.changes import tournament_change


class TournamentDetails(TypedDict, total=False):
    """The columns of a tournament beside name, date, rules and settings. A missing one stays, or
    has the default of the model. Units: clubs/models/tournaments.py."""

    place: str
    round_minutes: int
    pause_minutes: int
    confirmations: int
    two_passes: bool
    runs_on: bool
    fee: int
    currency: str
    capacity: int | None
    registration_closes_at: datetime | None
    check_in_closes_at: datetime | None
    table_numbers: list[int]
    apart: list[list[int]]
    parts: list[dict[str, Any]]
    shows_page: bool
    shows_entries: bool
    shows_seating: bool
    shows_standings: bool
    shows_penalties: bool


SHOWN = ("shows_page", "shows_entries", "shows_seating", "shows_standings", "shows_penalties")
COLUMNS = ("name", "starts_at", *TournamentDetails.__annotations__)


def create_tournament(
    actor: Actor,
    club: Club,
    *,
    name: str,
    starts_at: datetime,
    settings: Mapping[str, Any],
    rules: Rules | None = None,
    game: str = DEFAULT_GAME,
    is_practice: bool = False,
    request_id: UUID,
    **columns: Unpack[TournamentDetails],
) -> Tournament:
    """Makes a tournament that is being prepared. Safe to repeat.

    Without a seed among the settings it gets one; without rules, those of the game's default
    profile. Raises SettingsRefused, TournamentRefused (`game_without_tournaments`,
    `size_not_in_game`, `five_form_not_in_game`), and DealRefused (`game_unknown`).
    """
    played = get_game(game)
    with_seed = {"seed": request_id.int % (MOST_SEED + 1), **with_usual(played, settings)}
    chosen = rules or played.read_rules(None)
    tournament = Tournament(
        uuid=made_uuid(Tournament, club.uuid, request_id),
        club=club,
        game=game,
        name=name,
        starts_at=starts_at,
        is_practice=is_practice,
        created_by=actor.user,
        **columns,
    )
    _set_rules(tournament, chosen)
    tournament.settings = _complete(played, with_seed)
    with change(
        Action.CREATE_TOURNAMENT, actor, tournament, lock=club, request_id=request_id
    ) as log:
        after = _tournament_audit_content(tournament)
        if log.repeated:
            log.require_same(log.written, after)
            return Tournament.objects.select_related("club").get(uuid=tournament.uuid)
        require(may_create_tournament(actor, club))
        tournament.created_at = log.at
        [tournament.code] = free_codes(1)
        tournament.save(force_insert=True)
        log.after = after
    return tournament


def _set_rules(tournament: Tournament, rules: Rules) -> None:
    tournament.rules_name, tournament.rules = rules.name, rules.to_json()


def _complete(game: Game, settings: Mapping[str, Any]) -> dict[str, Any]:
    """All settings but the state, which has a column. Raises SettingsRefused, and TournamentRefused
    for what the game does not have."""
    read = TournamentSettings.read(settings)
    if problems := list(game_setting_problems(game, read)):
        raise TournamentRefused(problems)
    values = read.to_json()
    values.pop("state")
    return values


def _tournament_audit_content(tournament: Tournament) -> dict[str, Any]:
    """The set-up of a tournament for the log."""
    columns = {column: _as_logged(getattr(tournament, column)) for column in COLUMNS}
    rules = {"game": tournament.game, "rules": tournament.rules}
    return {**columns, **rules, "settings": tournament.settings}


def _as_logged(value: Any) -> Any:
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value


def update_tournament(
    actor: Actor,
    tournament: Tournament,
    *,
    name: str,
    starts_at: datetime,
    settings: Mapping[str, Any],
    rules: Rules | None = None,
    seen: str = "",
    request_id: UUID,
    **columns: Unpack[TournamentDetails],
) -> Tournament:
    """Changes the set-up. Missing settings stay, and without rules so do the rules.

    Safe to repeat. seen is the tournament_mark that the person saw; with another one there now,
    TournamentMoved. What a drawn or published round stands on is refused (`settings_frozen`), and
    once the tournament is over everything but what is public (`tournament_step`). Raises
    SettingsRefused, and for settings that the game does not have TournamentRefused as above.
    """
    values: Mapping[str, Any] = {"name": name, "starts_at": starts_at, **columns}
    with tournament_change(
        Action.UPDATE_TOURNAMENT, actor, tournament, may_manage_tournament, request_id
    ) as log:
        before = _tournament_audit_content(tournament)
        changed = {key: _as_logged(value) for key, value in values.items()}
        changed |= {"rules": rules.to_json()} if rules else {}
        complete_settings = _complete(
            get_game(tournament.game), {**tournament.settings, **settings}
        )
        if log.repeated:
            asked = {**changed, **{name: complete_settings[name] for name in settings}}
            written = {**log.written["settings"], **log.written}
            log.require_same({key: written[key] for key in asked}, asked)
            return tournament
        if seen and seen != tournament_mark(tournament):
            raise TournamentMoved
        after = {**before, **changed, "settings": complete_settings}
        _refuse_frozen(tournament, before, after)
        for column, value in values.items():
            setattr(tournament, column, value)
        tournament.settings = complete_settings
        if rules is not None:
            _set_rules(tournament, rules)
        tournament.save(update_fields=[*values, "settings", "rules", "rules_name"])
        log.before, log.after = before, after
        log.is_needless = before == after
    return tournament


def _refuse_frozen(
    tournament: Tournament, before: Mapping[str, Any], after: Mapping[str, Any]
) -> None:
    """Raises TournamentRefused for what can no longer change, each at its field."""
    changed = [key for key in after if key != "settings" and after[key] != before[key]]
    old, new = before["settings"], after["settings"]
    changed += [name for name in new if new[name] != old.get(name)]
    if tournament.is_over and set(changed) - set(SHOWN):
        raise TournamentRefused.of("tournament_step")
    frozen = frozen_settings(tournament)
    if refused := [name for name in changed if name in frozen]:
        raise TournamentRefused([Problem("settings_frozen", name) for name in refused])


# Who has which duty


def set_duty(
    actor: Actor,
    tournament: Tournament,
    user: User,
    duty: TournamentDuty | None,
    *,
    request_id: UUID,
) -> None:
    """Name an account arbiter or desk of this tournament; None takes the duty away.

    Safe to repeat. An organiser of the club is an arbiter anyway.
    """
    with tournament_change(
        Action.SET_DUTY, actor, tournament, may_manage_tournament, request_id
    ) as log:
        after = duty_content(user, duty)
        if log.repeated:
            log.require_same(log.written, after)
            return
        row = tournament.roles.filter(user=user).first()
        log.before = duty_content(user, row.role if row else None)
        log.after = after
        log.is_needless = log.before == after
        if duty is None:
            tournament.roles.filter(user=user).delete()
        else:
            tournament.roles.update_or_create(user=user, defaults={"role": duty})

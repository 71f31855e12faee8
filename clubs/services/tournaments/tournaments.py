"""Setting a tournament up, and the steps of its life that are not rounds or results.

Source: tournaments.md §2, §3.1. Rounds:
services/tournaments/rounds/rounds.py; final results: services/tournaments/results.py.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypedDict, Unpack
from uuid import UUID

from django.utils.text import slugify

from clubs.access import (
    Actor,
    may_create_tournament,
    may_desk,
    may_manage_tournament,
    may_run_tournament,
    require,
)
from clubs.core.games import DEFAULT_GAME, Game, Rules, get_game
from clubs.core.names import name_key
from clubs.core.problems import Problem
from clubs.core.tournament_games import setting_problems, with_usual
from clubs.core.tournaments.settings import MOST_ROUNDS, Settings
from clubs.models import (
    Category,
    Club,
    Round,
    RoundState,
    Tournament,
    TournamentDuty,
    TournamentState,
    User,
)
from clubs.queries.tournaments.setup import (
    categories_mark,
    frozen_settings,
    is_drawn,
    is_ready,
    tournament_mark,
)
from clubs.queries.tournaments.tournaments import settings_of
from clubs.services.changes import Action, Change, change
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.ids import made_uuid
from clubs.services.people.links import free_codes
from clubs.services.tournaments.rounds.rounds import SEEDS

CODE_LENGTH = 16  # of a category, with room for a number behind it

May = Callable[[Actor, Tournament], bool]


class Columns(TypedDict, total=False):
    """What a tournament has beside its name, date, rules and settings; what is not told stays, or
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
COLUMNS = ("name", "starts_at", *Columns.__annotations__)


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
    **columns: Unpack[Columns],
) -> Tournament:
    """A tournament that is being prepared. Safe to repeat.

    Without a seed among the settings it gets one; without rules, those of the game's default
    profile. Raises SettingsRefused, TournamentRefused (`game_without_tournaments`,
    `size_not_in_game`, `five_form_not_in_game`), and DealRefused (`game_unknown`).
    """
    played = get_game(game)
    told = {"seed": request_id.int % SEEDS, **with_usual(played, settings)}
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
    tournament.settings = _complete(played, told)
    with change(
        Action.CREATE_TOURNAMENT, actor, tournament, lock=club, request_id=request_id
    ) as entry:
        after = _content(tournament)
        if entry.repeated:
            entry.require_same(entry.written, after)
            return Tournament.objects.select_related("club").get(uuid=tournament.uuid)
        require(may_create_tournament(actor, club))
        tournament.created_at = entry.at
        [tournament.code] = free_codes(1)
        tournament.save(force_insert=True)
        entry.after = after
    return tournament


def _set_rules(tournament: Tournament, rules: Rules) -> None:
    tournament.rules_name, tournament.rules = rules.name, rules.to_json()


def _complete(game: Game, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Every setting but the state, which has a column. Raises SettingsRefused, and
    TournamentRefused for what the game does not have."""
    read = Settings.read(settings)
    if problems := list(setting_problems(game, read)):
        raise TournamentRefused(problems)
    told = read.to_json()
    told.pop("state")
    return told


def _content(tournament: Tournament) -> dict[str, Any]:
    """What the log keeps of how a tournament is set up."""
    told = {column: _as_logged(getattr(tournament, column)) for column in COLUMNS}
    rules = {"game": tournament.game, "rules": tournament.rules}
    return {**told, **rules, "settings": tournament.settings}


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
    **columns: Unpack[Columns],
) -> Tournament:
    """How it is set up; settings that are not told stay, and without rules so do the rules.

    Safe to repeat. seen is the tournament_mark that the person saw; with another one there now,
    TournamentMoved. What a drawn or published round stands on is refused (`settings_frozen`), and
    once the tournament is over everything but what is public (`tournament_step`). Raises
    SettingsRefused, and for settings that the game does not have TournamentRefused as above.
    """
    told: Mapping[str, Any] = {"name": name, "starts_at": starts_at, **columns}
    with change(
        Action.UPDATE_TOURNAMENT, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        before = _content(tournament)
        changed = {key: _as_logged(value) for key, value in told.items()}
        changed |= {"rules": rules.to_json()} if rules else {}
        complete_settings = _complete(
            get_game(tournament.game), {**tournament.settings, **settings}
        )
        if entry.repeated:
            asked = {**changed, **{name: complete_settings[name] for name in settings}}
            written = {**entry.written["settings"], **entry.written}
            entry.require_same({key: written[key] for key in asked}, asked)
            return tournament
        require(may_manage_tournament(actor, tournament))
        if seen and seen != tournament_mark(tournament):
            raise TournamentMoved
        after = {**before, **changed, "settings": complete_settings}
        _refuse_frozen(tournament, before, after)
        for column, value in told.items():
            setattr(tournament, column, value)
        tournament.settings = complete_settings
        if rules is not None:
            _set_rules(tournament, rules)
        tournament.save(update_fields=[*told, "settings", "rules", "rules_name"])
        entry.before, entry.after = before, after
        entry.is_needless = before == after
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


# Steps


class Step(NamedTuple):
    """From which states to which one, by whom, and what is said in any other state."""

    sources: tuple[TournamentState, ...]
    target: TournamentState
    may: May
    code: str = "tournament_step"


S = TournamentState
OPEN = Step((S.DRAFT,), S.OPEN, may_manage_tournament)
TO_DRAFT = Step((S.OPEN,), S.DRAFT, may_manage_tournament)
CHECK_IN = Step((S.OPEN,), S.CHECK_IN, may_desk)
TO_OPEN = Step((S.CHECK_IN,), S.OPEN, may_desk)
ARCHIVE = Step((S.FINAL,), S.ARCHIVED, may_manage_tournament, "not_final")
UNARCHIVE = Step((S.ARCHIVED,), S.FINAL, may_manage_tournament)
BEFORE_FINAL = (S.DRAFT, S.OPEN, S.CHECK_IN, S.PLAYING, S.PROVISIONAL)


def _take_step(
    actor: Actor,
    tournament: Tournament,
    step: Step,
    refuse: Callable[[Tournament], None] | None = None,
    *,
    request_id: UUID,
) -> Tournament:
    """Into another state; of two people who ask for it the second changes nothing.

    Safe to repeat. Raises TournamentRefused: the code of the step, and what `refuse` raises.
    """
    with change(
        Action.SET_TOURNAMENT_STATE, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        if entry.repeated:
            return tournament
        require(step.may(actor, tournament))
        entry.is_needless = tournament.state == step.target
        if entry.is_needless:
            return tournament
        if tournament.state not in step.sources:
            raise TournamentRefused.of(step.code)
        if refuse is not None:
            refuse(tournament)
        _set_state(tournament, step.target, entry)
    return tournament


def _set_state(tournament: Tournament, state: TournamentState, entry: Change) -> None:
    entry.before = {"state": str(tournament.state)}
    tournament.state = state
    tournament.save(update_fields=["state"])
    entry.after = {"state": str(state)}


def open_registration(actor: Actor, tournament: Tournament, *, request_id: UUID) -> Tournament:
    """People may enter. Raises TournamentRefused (`tournament_incomplete`)."""
    return _take_step(actor, tournament, OPEN, _refuse_incomplete, request_id=request_id)


def _refuse_incomplete(tournament: Tournament) -> None:
    if not is_ready(tournament):
        raise TournamentRefused.of("tournament_incomplete")


def back_to_draft(actor: Actor, tournament: Tournament, *, request_id: UUID) -> Tournament:
    """While nobody entered. Raises TournamentRefused (`tournament_has_entries`)."""
    return _take_step(actor, tournament, TO_DRAFT, _refuse_entered, request_id=request_id)


def _refuse_entered(tournament: Tournament) -> None:
    if tournament.entries.exists():
        raise TournamentRefused.of("tournament_has_entries")


def start_check_in(actor: Actor, tournament: Tournament, *, request_id: UUID) -> Tournament:
    """The day begins: the desk notes who is there."""
    return _take_step(actor, tournament, CHECK_IN, request_id=request_id)


def back_to_open(actor: Actor, tournament: Tournament, *, request_id: UUID) -> Tournament:
    """Before a round is drawn; who is checked in stays so. Raises TournamentRefused
    (`round_drawn`)."""
    return _take_step(actor, tournament, TO_OPEN, _refuse_drawn, request_id=request_id)


def _refuse_drawn(tournament: Tournament) -> None:
    if is_drawn(tournament):
        raise TournamentRefused.of("round_drawn")


def archive(actor: Actor, tournament: Tournament, *, request_id: UUID) -> Tournament:
    """Raises TournamentRefused (`not_final`)."""
    return _take_step(actor, tournament, ARCHIVE, request_id=request_id)


def unarchive(actor: Actor, tournament: Tournament, *, request_id: UUID) -> Tournament:
    return _take_step(actor, tournament, UNARCHIVE, request_id=request_id)


def cancel(actor: Actor, tournament: Tournament, *, reason: str, request_id: UUID) -> Tournament:
    """It does not take place, or not to the end. What was played stays as it is.

    Safe to repeat. Raises TournamentRefused (`reason_required`, `tournament_step` once final).
    """
    with change(
        Action.SET_TOURNAMENT_STATE, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        if entry.repeated:
            return tournament
        require(may_manage_tournament(actor, tournament))
        entry.reason = _tidy_reason(reason)
        entry.is_needless = tournament.state == S.CANCELLED
        if entry.is_needless:
            return tournament
        if tournament.state not in BEFORE_FINAL:
            raise TournamentRefused.of("tournament_step")
        tournament.state_before = tournament.state
        tournament.save(update_fields=["state_before"])
        _set_state(tournament, S.CANCELLED, entry)
    return tournament


def uncancel(actor: Actor, tournament: Tournament, *, request_id: UUID) -> Tournament:
    """Back to where it was. Safe to repeat. Raises TournamentRefused (`tournament_step`)."""
    with change(
        Action.SET_TOURNAMENT_STATE, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        if entry.repeated:
            return tournament
        require(may_manage_tournament(actor, tournament))
        if tournament.state != S.CANCELLED:
            raise TournamentRefused.of("tournament_step")
        _set_state(tournament, TournamentState(tournament.state_before), entry)
        tournament.state_before = ""
        tournament.save(update_fields=["state_before"])
    return tournament


def _tidy_reason(reason: str) -> str:
    """Raises TournamentRefused (`reason_required`)."""
    tidy = " ".join(reason.split())
    if not tidy:
        raise TournamentRefused.of("reason_required", "reason")
    return tidy


# Ending early


def stop_after(
    actor: Actor, tournament: Tournament, number: int, *, reason: str, request_id: UUID
) -> Tournament:
    """The round of this number becomes the last one; draws of later ones are thrown away.

    If it is validated, the results are provisional from here on. Safe to repeat. Raises
    TournamentRefused: `stop_round` for a number that is not below those planned, or below a
    published one; `reason_required`.
    """
    with change(
        Action.UPDATE_TOURNAMENT, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        if entry.repeated:
            entry.require_same(entry.written["rounds_planned"], number)
            return tournament
        require(may_run_tournament(actor, tournament))
        _refuse_not_playing(tournament)
        rounds = list(tournament.rounds.all())
        planned = settings_of(tournament).rounds_planned or MOST_ROUNDS + 1
        least = max((one.number for one in rounds if one.is_published), default=1)
        if not least <= number < planned:
            raise TournamentRefused.of("stop_round", "number", low=least, high=planned - 1)
        _forget_draws(tournament, number)
        _plan_rounds(tournament, number, rounds, entry)
        entry.reason = _tidy_reason(reason)
    return tournament


def play_on(
    actor: Actor, tournament: Tournament, number: int, *, reason: str, request_id: UUID
) -> Tournament:
    """So many rounds are played after all: takes an early end back, or adds rounds.

    Safe to repeat. Raises TournamentRefused: `stop_round` for a number that is not above those
    planned; `reason_required`.
    """
    with change(
        Action.UPDATE_TOURNAMENT, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        if entry.repeated:
            entry.require_same(entry.written["rounds_planned"], number)
            return tournament
        require(may_run_tournament(actor, tournament))
        _refuse_not_playing(tournament)
        planned = settings_of(tournament).rounds_planned or 0
        if not planned < number <= MOST_ROUNDS:
            raise TournamentRefused.of("stop_round", "number", low=planned + 1, high=MOST_ROUNDS)
        _plan_rounds(tournament, number, list(tournament.rounds.all()), entry)
        entry.reason = _tidy_reason(reason)
    return tournament


def _refuse_not_playing(tournament: Tournament) -> None:
    if tournament.state not in (S.CHECK_IN, S.PLAYING, S.PROVISIONAL):
        raise TournamentRefused.of("tournament_step")


def _forget_draws(tournament: Tournament, last: int) -> None:
    """Of the rounds after this one: they are planned no more."""
    later = tournament.rounds.filter(number__gt=last, state=RoundState.DRAWN)
    later.update(state=RoundState.PLANNED, plan={}, certificate={}, method="")


def _plan_rounds(
    tournament: Tournament, number: int, rounds: Sequence[Round], entry: Change
) -> None:
    """So many rounds; the state is the one that follows from how many are validated."""
    entry.before = {"rounds_planned": tournament.settings["rounds_planned"]}
    tournament.settings = {**tournament.settings, "rounds_planned": number}
    validated = [one.number for one in rounds if one.state == RoundState.VALIDATED]
    if tournament.state != S.CHECK_IN:
        tournament.state = S.PROVISIONAL if number in validated else S.PLAYING
    tournament.save(update_fields=["settings", "state"])
    entry.after = {"rounds_planned": number, "state": str(tournament.state)}


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
    with change(
        Action.SET_DUTY, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        after = {"account": str(user.uuid), "duty": str(duty) if duty else None}
        if entry.repeated:
            entry.require_same(entry.written, after)
            return
        require(may_manage_tournament(actor, tournament))
        row = tournament.roles.filter(user=user).first()
        entry.before = {"account": str(user.uuid), "duty": row.role if row else None}
        entry.after = after
        entry.is_needless = entry.before == after
        if duty is None:
            tournament.roles.filter(user=user).delete()
        else:
            tournament.roles.update_or_create(user=user, defaults={"role": duty})


# Categories


class CategoryTold(NamedTuple):
    """A category; without a code it is new and gets one. Years are those of birth."""

    name: str
    code: str = ""
    born_from: int | None = None
    born_to: int | None = None


def set_categories(
    actor: Actor,
    tournament: Tournament,
    told: Sequence[CategoryTold],
    *,
    seen: str = "",
    request_id: UUID,
) -> list[Category]:
    """The categories of a tournament; one that is not told goes.

    Safe to repeat. seen is the categories_mark that the person saw. Raises TournamentMoved, and
    TournamentRefused: `category_used` for one that an entry is put into by hand, `category_twice`
    for two of one name, `category_years` for years the wrong way round.
    """
    asked = _with_codes(told)
    with change(
        Action.SET_CATEGORIES, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        after = [list(one) for one in asked]
        if entry.repeated:
            entry.require_same(entry.written, after)
            return list(tournament.categories.all())
        require(may_manage_tournament(actor, tournament))
        if tournament.is_over:
            raise TournamentRefused.of("tournament_step")
        before = list(tournament.categories.all())
        if seen and seen != categories_mark(before):
            raise TournamentMoved
        _refuse_categories(tournament, before, asked)
        entry.before = [[one.name, one.code, one.born_from, one.born_to] for one in before]
        entry.after = after
        entry.is_needless = entry.before == after
        gone = {one.code for one in before} - {one.code for one in asked}
        tournament.categories.filter(code__in=gone).delete()
        for one in asked:
            values = one._asdict()
            tournament.categories.update_or_create(code=values.pop("code"), defaults=values)
    return list(tournament.categories.all())


def _with_codes(told: Iterable[CategoryTold]) -> list[CategoryTold]:
    """Each with a code of its own, made from its name: stable, so that a repetition gives it
    again."""
    rows = list(told)
    taken = {one.code for one in rows if one.code}
    found = []
    for one in rows:
        code = one.code
        if not code:
            base = slugify(one.name)[:CODE_LENGTH].strip("-") or "category"
            code, number = base, 2
            while code in taken:
                code, number = f"{base}-{number}", number + 1
            taken.add(code)
        found.append(one._replace(code=code))
    return found


def _refuse_categories(
    tournament: Tournament, before: Iterable[Category], asked: Sequence[CategoryTold]
) -> None:
    problems = []
    keys = [name_key(one.name) for one in asked]
    for at, one in enumerate(asked):
        if keys[at] in keys[:at]:
            problems.append(Problem("category_twice", f"categories[{at}].name"))
        if one.born_from and one.born_to and one.born_to < one.born_from:
            problems.append(Problem("category_years", f"categories[{at}].born_to"))
    gone = {one.code: one.name for one in before} | {one.code: "" for one in asked}
    used = {
        code for codes in tournament.entries.values_list("categories", flat=True) for code in codes
    }
    problems += [
        Problem("category_used", "categories", {"name": name})
        for code, name in gone.items()
        if name and code in used
    ]
    if problems:
        raise TournamentRefused(problems)

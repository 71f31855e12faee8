"""Draws of rounds, and draws that are thrown away.

Source: tournaments.md §3.2, §5. A draw is made before the lock is taken, since it may take a
second; if anything of the tournament moved meanwhile it is refused.
"""

from collections.abc import Mapping, Sequence
from uuid import UUID

from clubs.access import (
    Actor,
    may_run_tournament,
    require,
)
from clubs.core.limits import MOST_SEED
from clubs.core.seating.draw import (
    NEEDS_STANDINGS,
    SeatingMethod,
    draw,
)
from clubs.core.tournaments.settings import TournamentSettings
from clubs.models import (
    Entry,
    Round,
    RoundState,
    Tournament,
)
from clubs.queries.tournaments.rounds.round_list import may_draw
from clubs.queries.tournaments.rounds.seatings import (
    certificate_of,
    method_of,
    round_plan,
    seating_request,
)
from clubs.queries.tournaments.tournaments import (
    entries_of,
    is_active,
    settings_of,
)
from clubs.services.changes import Action
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.tournaments.changes import tournament_change
from clubs.services.tournaments.rounds.rounds import find_round


def draw_round(
    actor: Actor,
    tournament: Tournament,
    number: int,
    *,
    method: SeatingMethod | None = None,
    seed: int | None = None,
    sizes: Sequence[int] = (),
    request_id: UUID,
) -> Round:
    """Draws this round, and those after it that a rotation plans together with it.

    Without a seed that of the tournament is taken for a first draw, and another one for the next.
    sizes are those of the tables, where they are to be others than the settings give. Safe to
    repeat. Raises TournamentRefused, SeatingRefused and TournamentMoved.
    """
    require(may_run_tournament(actor, tournament))
    seen = tournament.revision
    drawn = _drawn_rounds(tournament, number, method, seed, sizes, request_id)
    with tournament_change(
        Action.DRAW_ROUND, actor, tournament, may_run_tournament, request_id
    ) as log:
        if log.repeated:
            earlier = log.written["round"], log.written["method"]
            log.require_same(earlier, (number, drawn[0].method))
            return tournament.rounds.get(number=number)
        if tournament.revision != seen + 1:  # the change itself adds 1
            raise TournamentMoved
        # One query. A round that has a row already keeps the other columns, such as its time.
        Round.objects.bulk_create(
            drawn,
            update_conflicts=True,
            unique_fields=["tournament", "number"],
            update_fields=["state", "method", "seed", "plan", "certificate"],
        )
        log.after = {
            "round": number,
            "rounds": [row.number for row in drawn],
            "method": drawn[0].method,
            "seed": drawn[0].seed,
            "plan_sha256": drawn[-1].certificate["plan_sha256"],
        }
    return tournament.rounds.get(number=number)


def _drawn_rounds(
    tournament: Tournament,
    number: int,
    method: SeatingMethod | None,
    seed: int | None,
    sizes: Sequence[int],
    request_id: UUID,
) -> list[Round]:
    """The rounds that a draw gives, by number, not saved. Raises TournamentRefused and
    SeatingRefused."""
    settings, entries = settings_of(tournament), entries_of(tournament)
    by_number = {row.number: row for row in tournament.rounds.all()}
    _refuse_draw(tournament, settings, by_number, number, method)
    drawn_before = number in by_number and by_number[number].state == RoundState.DRAWN
    # The same seed gives the same seating: whoever draws again wants another one. It follows from
    # the request, so that a repeated request draws the same.
    if seed is None:
        seed = request_id.int % (MOST_SEED + 1) if drawn_before else settings.seed
    numbers = [number, *_rounds_after(settings, by_number, number)]
    methods = {n: method_of(settings, n) for n in numbers} | ({number: method} if method else {})
    request = seating_request(
        tournament,
        numbers[-1],
        rounds=list(by_number.values()),
        methods=_earlier_methods(by_number, number) | methods,
        seed=seed,
        sizes=_sizes_for(numbers, sizes, entries),
        entries=entries,
        fixed=[n for n in by_number if n < number],
    )
    seatings = draw(request)
    locked = {n: row.plan.get("locked", []) for n, row in by_number.items()}
    return [
        Round(
            tournament=tournament,
            number=seating.number,
            state=RoundState.DRAWN,
            method=methods[seating.number].value,
            seed=seed,
            plan=round_plan(seating, locked.get(seating.number, [])),
            certificate=certificate_of(request, seatings[: seating.number]),
        )
        for seating in seatings
        if seating.number in methods
    ]


def _refuse_draw(
    tournament: Tournament,
    settings: TournamentSettings,
    rounds: Mapping[int, Round],
    number: int,
    method: SeatingMethod | None,
) -> None:
    """Raises TournamentRefused where this round cannot be drawn now."""
    if not may_draw(tournament):
        raise TournamentRefused.of("tournament_step")
    if not 1 <= number <= (settings.rounds_planned or 0):
        raise TournamentRefused.of("round_unknown", "round")
    if number in rounds and rounds[number].is_published:
        raise TournamentRefused.of("round_already_published", "round")
    before = [rounds.get(n) for n in range(1, number)]
    if any(one is None or one.state == RoundState.PLANNED for one in before):
        raise TournamentRefused.of("round_not_complete", "round")
    needs = (method or method_of(settings, number)) in NEEDS_STANDINGS
    if needs and number == 1:  # a file may ask for it
        raise TournamentRefused.of("first_round_by_standings", "method")
    last = before[-1] if before else None
    if needs and (last is None or last.state != RoundState.VALIDATED):
        raise TournamentRefused.of("round_not_complete", "round")


def _earlier_methods(rounds: Mapping[int, Round], number: int) -> dict[int, SeatingMethod]:
    return {n: SeatingMethod(one.method) for n, one in rounds.items() if n < number and one.method}


def _sizes_for(
    numbers: Sequence[int], sizes: Sequence[int], entries: Sequence[Entry]
) -> dict[int, Sequence[int]]:
    """The sizes by round: of the one that is asked for, and of those drawn with it where as many
    take part."""
    if not sizes:
        return {}
    return {
        n: sizes
        for n in numbers
        if n == numbers[0] or sum(is_active(entry, n) for entry in entries) == sum(sizes)
    }


def _rounds_after(
    settings: TournamentSettings, rounds: Mapping[int, Round], number: int
) -> list[int]:
    """The rounds that a rotation plans together with this one."""
    numbers = []
    for later in range(number + 1, (settings.rounds_planned or 0) + 1):
        is_free = later not in rounds or not rounds[later].is_published
        if method_of(settings, later) is not SeatingMethod.ROTATION or not is_free:
            break
        numbers.append(later)
    return numbers


def discard_round(actor: Actor, tournament: Tournament, number: int, *, request_id: UUID) -> None:
    """Throws this draw away, and those after it. Safe to repeat. Raises TournamentRefused."""
    with tournament_change(
        Action.DISCARD_ROUND, actor, tournament, may_run_tournament, request_id
    ) as log:
        if log.repeated:
            return
        round_ = find_round(tournament, number)
        if round_.is_published:
            raise TournamentRefused.of("round_already_published", "round")
        drawn = tournament.rounds.filter(number__gte=number, state=RoundState.DRAWN)
        log.before = {"rounds": list(drawn.values_list("number", flat=True))}
        log.is_needless = not log.before["rounds"]
        drawn.update(state=RoundState.PLANNED, plan={}, certificate={}, method="")

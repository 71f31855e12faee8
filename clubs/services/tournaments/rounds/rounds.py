"""Rounds of a tournament: drawn, published, validated, and each step back again.

Source: tournaments.md §3.2. A draw is made before the lock is taken, since it
may take a second; if anything of the tournament moved meanwhile it is refused.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F

from clubs.access import (
    Actor,
    may_run_tournament,
    require,
)
from clubs.core.seating.draw import NEEDS_STANDINGS, Method, Player, SeatedRound, SeatedTable, draw
from clubs.core.tournaments.settings import Settings, SlipMode
from clubs.models import (
    Bye,
    Entry,
    Link,
    LinkKind,
    Round,
    RoundState,
    Seat,
    Sitting,
    SittingState,
    Slip,
    SlipState,
    Tournament,
    TournamentState,
)
from clubs.queries.tournaments.rounds.seatings import (
    certificate_of,
    everybody,
    method_of,
    plan_of,
    remarks_of_round,
    seated_round,
    seating_mark,
    seating_request,
)
from clubs.queries.tournaments.tournaments import (
    entries_of,
    holder,
    is_active,
    round_of,
    settings_of,
)
from clubs.services.changes import Action, begin_chains, change
from clubs.services.deals.kept import forget, keep
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.people.links import free_codes
from clubs.services.seasons import ratings
from clubs.services.tables.sittings import opening

SEEDS = 2**53


def draw_round(
    actor: Actor,
    tournament: Tournament,
    number: int,
    *,
    method: Method | None = None,
    seed: int | None = None,
    sizes: Sequence[int] = (),
    request_id: UUID,
) -> Round:
    """The seating of this round, and of those after it that need no standings and are not drawn.

    Without a seed that of the tournament is taken for a first draw, and another one for the next.
    sizes are those of the tables, where they are to be others than the settings give. Safe to
    repeat. Raises TournamentRefused, SeatingRefused and TournamentMoved.
    """
    require(may_run_tournament(actor, tournament))
    seen = tournament.revision
    rounds = list(tournament.rounds.all())
    drawing = Drawing.plan(tournament, rounds, number, method, seed, sizes, request_id)
    with change(
        Action.DRAW_ROUND, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        if entry.repeated:
            return tournament.rounds.get(number=entry.written["round"])
        require(may_run_tournament(actor, tournament))
        if tournament.revision != seen + 1:
            raise TournamentMoved
        drawing.write(tournament)
        entry.after = {"round": number, **drawing.content()}
    return tournament.rounds.get(number=number)


class Drawing:
    """Rounds that are drawn and not written yet."""

    def __init__(self, numbers: Sequence[int], methods: Mapping[int, Method], seed: int) -> None:
        self.numbers, self.methods, self.seed = numbers, methods, seed
        self.rounds: dict[int, SeatedRound] = {}
        self.certificates: dict[int, dict[str, Any]] = {}
        self.locked: dict[int, list[int]] = {}

    @classmethod
    def plan(
        cls,
        tournament: Tournament,
        rounds: Sequence[Round],
        number: int,
        method: Method | None,
        seed: int | None,
        sizes: Sequence[int],
        request_id: UUID,
    ) -> "Drawing":
        """Draws. Raises TournamentRefused and SeatingRefused."""
        settings = settings_of(tournament)
        told = {one.number: one for one in rounds}
        _refuse_draw(tournament, settings, told, number, method)
        drawn_before = number in told and told[number].state == RoundState.DRAWN
        if seed is None:
            seed = request_id.int % SEEDS if drawn_before else settings.seed
        numbers = [number, *_rounds_after(settings, told, number)]
        methods = {n: method_of(settings, n) for n in numbers} | (
            {number: method} if method else {}
        )
        drawing = cls(numbers, methods, seed)
        entries = entries_of(tournament)
        request = seating_request(
            tournament,
            numbers[-1],
            rounds=rounds,
            methods=_earlier_methods(told, number) | methods,
            seed=seed,
            sizes=_sizes_for(numbers, sizes, entries),
            entries=entries,
            fixed=[n for n in told if n < number],
        )
        found = draw(request)
        for one in found:
            if one.number in methods:
                drawing.rounds[one.number] = one
                kept = told.get(one.number)
                drawing.locked[one.number] = kept.plan.get("locked", []) if kept else []
                drawing.certificates[one.number] = certificate_of(request, found[: one.number])
        return drawing

    def write(self, tournament: Tournament) -> None:
        """One query, also where a round has a row already: its planned time stays."""
        Round.objects.bulk_create(
            (
                Round(
                    tournament=tournament,
                    number=number,
                    state=RoundState.DRAWN,
                    method=self.methods[number].value,
                    seed=self.seed,
                    plan=plan_of(told, self.locked[number]),
                    certificate=self.certificates[number],
                )
                for number, told in self.rounds.items()
            ),
            update_conflicts=True,
            unique_fields=["tournament", "number"],
            update_fields=["state", "method", "seed", "plan", "certificate"],
        )

    def content(self) -> dict[str, Any]:
        """For the log: method, seed and the hash of the plan."""
        last = self.certificates[self.numbers[-1]]
        return {
            "rounds": list(self.numbers),
            "method": self.methods[self.numbers[0]].value,
            "seed": self.seed,
            "plan_sha256": last["plan_sha256"],
        }


def _refuse_draw(
    tournament: Tournament,
    settings: Settings,
    rounds: Mapping[int, Round],
    number: int,
    method: Method | None,
) -> None:
    """Raises TournamentRefused where this round cannot be drawn now."""
    if tournament.state not in (TournamentState.CHECK_IN, TournamentState.PLAYING):
        raise TournamentRefused.of("tournament_step")
    if not 1 <= number <= (settings.rounds_planned or 0):
        raise TournamentRefused.of("round_unknown", "round")
    if number in rounds and rounds[number].is_published:
        raise TournamentRefused.of("round_already_published", "round")
    before = [rounds.get(n) for n in range(1, number)]
    if any(one is None or one.state == RoundState.PLANNED for one in before):
        raise TournamentRefused.of("round_not_complete", "round")
    needs = (method or method_of(settings, number)) in NEEDS_STANDINGS
    last = before[-1] if before else None
    if needs and (last is None or last.state != RoundState.VALIDATED):
        raise TournamentRefused.of("round_not_complete", "round")


def _earlier_methods(rounds: Mapping[int, Round], number: int) -> dict[int, Method]:
    return {n: Method(one.method) for n, one in rounds.items() if n < number and one.method}


def _sizes_for(
    numbers: Sequence[int], sizes: Sequence[int], entries: Sequence[Entry]
) -> dict[int, Sequence[int]]:
    """Of the round that is asked for, and of those drawn with it where as many take part."""
    if not sizes:
        return {}
    return {
        n: sizes
        for n in numbers
        if n == numbers[0] or sum(is_active(entry, n) for entry in entries) == sum(sizes)
    }


def _rounds_after(settings: Settings, rounds: Mapping[int, Round], number: int) -> list[int]:
    """The rounds that a rotation plans together with this one."""
    found = []
    for later in range(number + 1, (settings.rounds_planned or 0) + 1):
        is_free = later not in rounds or not rounds[later].is_published
        if method_of(settings, later) is not Method.ROTATION or not is_free:
            break
        found.append(later)
    return found


def discard_round(actor: Actor, tournament: Tournament, number: int, *, request_id: UUID) -> None:
    """Throw a draw away, and those after it. Safe to repeat. Raises TournamentRefused."""
    with change(
        Action.DISCARD_ROUND, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        if entry.repeated:
            return
        require(may_run_tournament(actor, tournament))
        one = find_round(tournament, number)
        if one.is_published:
            raise TournamentRefused.of("round_already_published", "round")
        drawn = tournament.rounds.filter(number__gte=number, state=RoundState.DRAWN)
        entry.before = {"rounds": list(drawn.values_list("number", flat=True))}
        entry.is_needless = not entry.before["rounds"]
        drawn.update(state=RoundState.PLANNED, plan={}, certificate={}, method="")


def find_round(tournament: Tournament, number: int) -> Round:
    """Raises TournamentRefused (`round_unknown`)."""
    one = round_of(tournament, number)
    if one is None:
        raise TournamentRefused.of("round_unknown", "round")
    return one


# Publishing


def publish_round(
    actor: Actor,
    tournament: Tournament,
    number: int,
    *,
    seen: str = "",
    warnings_seen: bool = False,
    request_id: UUID,
) -> Round:
    """The tables open: each with its seats, its slip and the link to it. Safe to repeat.

    The first one begins the tournament. seen: the seating_mark of the seating that was looked at;
    no other one is published. warnings_seen: the arbiter has read what the seating does not keep
    to. Raises TournamentRefused, and TournamentMoved where the seating is another one.
    """
    with change(
        Action.PUBLISH_ROUND, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        if entry.repeated:
            return find_round(tournament, number)
        require(may_run_tournament(actor, tournament))
        one = find_round(tournament, number)
        entries = entries_of(tournament)
        _refuse_publication(tournament, one, entries, seen, warnings_seen)
        told = seated_round(number, one.plan)
        open_tables(actor, one, told.tables, entry.at, entries)
        by_number: dict[Player, Entry] = {held.number: held for held in entries}
        Bye.objects.bulk_create(Bye(round=one, entry=by_number[player]) for player in told.byes)
        one.state, one.published_at = RoundState.PUBLISHED, entry.at
        one.save(update_fields=["state", "published_at"])
        if tournament.state == TournamentState.CHECK_IN:
            tournament.state = TournamentState.PLAYING
            tournament.save(update_fields=["state"])
        entry.after = {"round": number, "plan_sha256": one.certificate.get("plan_sha256")}
    return one


def _refuse_publication(
    tournament: Tournament,
    one: Round,
    entries: Sequence[Entry],
    seen: str,
    warnings_seen: bool,
) -> None:
    if tournament.state not in (TournamentState.CHECK_IN, TournamentState.PLAYING):
        raise TournamentRefused.of("tournament_step")
    if one.is_published:
        raise TournamentRefused.of("round_already_published", "round")
    if one.state != RoundState.DRAWN:
        raise TournamentRefused.of("round_not_drawn", "round")
    if seen and seen != seating_mark(one, entries):
        raise TournamentMoved
    before = tournament.rounds.filter(number__lt=one.number)
    if before.exclude(state__in=AFTER_DRAWN).exists():
        raise TournamentRefused.of("round_not_complete", "round")
    waits = before.exclude(state=RoundState.VALIDATED).exists()
    if waits and (not tournament.runs_on or Method(one.method) in NEEDS_STANDINGS):
        raise TournamentRefused.of("round_not_complete", "round")
    if not one.certificate.get("ok"):
        raise TournamentRefused.of("certificate_errors", "plan")
    here = {entry.number for entry in entries if is_active(entry, one.number)}
    if here != set(everybody(seated_round(one.number, one.plan))):
        raise TournamentRefused.of("seating_outdated", "plan")
    remarks = remarks_of_round(tournament, one.number, [*before, one], entries)
    if remarks.are_any and not warnings_seen:
        raise TournamentRefused.of("warnings_unseen", "warnings_seen")


def open_tables(
    actor: Actor,
    one: Round,
    tables: Sequence[SeatedTable],
    at: datetime,
    entries: Sequence[Entry],
) -> None:
    """One sitting a table, with its seats, slip and link. Few queries, however many tables."""
    tournament = one.tournament
    settings = settings_of(tournament)
    sittings = Sitting.objects.bulk_create(
        Sitting(
            club=tournament.club,
            game=tournament.game,
            rules=tournament.rules,
            round=one,
            table_number=table.number,
            active_count=settings.active_count(len(table.players)),
            totals_only=settings.slip_mode is SlipMode.TOTALS,
            opened_at=at,
            opened_by=actor.user,
        )
        for table in tables
    )
    by_number: dict[Player, Entry] = {entry.number: entry for entry in entries}
    seats = seats_of_tables(list(zip(sittings, tables, strict=True)), by_number, one.number)
    Seat.objects.bulk_create(seats)
    begin_chains(actor, tournament.club, _opened(sittings, seats), at)
    mode = settings.slip_mode.value
    Slip.objects.bulk_create(
        Slip(sitting=sitting, mode=mode, changed_at=at) for sitting in sittings
    )
    links = [
        Link(club=tournament.club, kind=LinkKind.SCORE, target_uuid=sitting.uuid, code=code)
        for sitting, code in zip(sittings, free_codes(len(sittings)), strict=True)
    ]
    for link in links:
        link.made_by, link.token_hash = actor.user, Link.hash_of(link.token)
    Link.objects.bulk_create(links)


def _opened(
    sittings: Sequence[Sitting], seats: Sequence[Seat]
) -> list[tuple[Sitting, dict[str, Any]]]:
    """What the log of each table begins with."""
    names: dict[Sitting, list[str]] = {sitting: [] for sitting in sittings}
    for seat in seats:
        names[seat.sitting].append(str(seat.player.uuid))
    return [(sitting, opening(sitting, players)) for sitting, players in names.items()]


def seats_of_tables(
    tables: Sequence[tuple[Sitting, SeatedTable]], entries: Mapping[Player, Entry], number: int
) -> list[Seat]:
    """Not saved yet: each for who holds the entry in this round. entries: of entries_of."""
    return [
        Seat(
            sitting=sitting,
            position=position,
            player=holder(entries[player], number),
            entry=entries[player],
        )
        for sitting, table in tables
        for position, player in enumerate(table.players)
    ]


def unpublish_round(
    actor: Actor, tournament: Tournament, number: int, *, request_id: UUID
) -> Round:
    """Take the publication back, as long as no slip has a deal: the tables go, the draw stays.

    Safe to repeat. Raises TournamentRefused (`round_has_scores`).
    """
    with change(
        Action.UNPUBLISH_ROUND, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        one = find_round(tournament, number)
        if entry.repeated:
            return one
        require(may_run_tournament(actor, tournament))
        entry.is_needless = not one.is_published
        if entry.is_needless:
            return one
        _refuse_over(tournament)
        if tournament.rounds.filter(number__gt=number, state__in=AFTER_DRAWN).exists():
            raise TournamentRefused.of("round_later_published", "round")
        tables = _lock_tables(one)
        slips = Slip.objects.filter(sitting__in=tables)
        if slips.exclude(state=SlipState.EMPTY).exists():
            raise TournamentRefused.of("round_has_scores", "round")
        uuids = [table.uuid for table in tables]
        Link.objects.filter(target_uuid__in=uuids, revoked_at=None).update(revoked_at=entry.at)
        slips.delete()
        Seat.objects.filter(sitting__in=tables).delete()
        Sitting.objects.filter(pk__in=[table.pk for table in tables]).delete()
        one.byes.all().delete()
        one.state, one.published_at = RoundState.DRAWN, None
        one.clock_started_at = one.clock_paused_at = None
        one.save(update_fields=["state", "published_at", "clock_started_at", "clock_paused_at"])
        if not tournament.rounds.exclude(pk=one.pk).filter(state__in=AFTER_DRAWN).exists():
            tournament.state = TournamentState.CHECK_IN
            tournament.save(update_fields=["state"])
        entry.before = {"round": number}
    return one


def _refuse_over(tournament: Tournament) -> None:
    """A step of a round has the tournament go on or back: not where it is cancelled."""
    if tournament.is_over:
        raise TournamentRefused.of("tournament_step")


AFTER_DRAWN = (
    RoundState.PUBLISHED,
    RoundState.PLAYING,
    RoundState.COMPLETE,
    RoundState.VALIDATED,
)


def _lock_tables(one: Round) -> list[Sitting]:
    """All tables of a round, locked in the order of their keys; phones see that they changed."""
    Sitting.objects.filter(round=one).update(revision=F("revision") + 1)
    return list(one.tables.select_related("club").order_by("pk"))


# Validating


def validate_round(actor: Actor, tournament: Tournament, number: int, *, request_id: UUID) -> Round:
    """Every slip is confirmed: the tables close, and their slips change by corrections only.

    After the last one the results are provisional. Safe to repeat. Raises TournamentRefused.
    """
    with change(
        Action.VALIDATE_ROUND, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        one = find_round(tournament, number)
        if entry.repeated:
            return one
        require(may_run_tournament(actor, tournament))
        entry.is_needless = one.state == RoundState.VALIDATED
        if entry.is_needless:
            return one
        _refuse_over(tournament)
        tables = _lock_tables(one)
        one.refresh_from_db(fields=["state"])
        if one.state != RoundState.COMPLETE:
            raise TournamentRefused.of("round_slips_missing", "round")
        earlier = tournament.rounds.filter(number__lt=number)
        if earlier.exclude(state=RoundState.VALIDATED).exists():
            raise TournamentRefused.of("round_not_complete", "round")
        _close_tables(tables, entry.at)
        Slip.objects.filter(sitting__in=tables).update(state=SlipState.LOCKED)
        one.state, one.validated_at = RoundState.VALIDATED, entry.at
        one.save(update_fields=["state", "validated_at"])
        if number == settings_of(tournament).rounds_planned:
            tournament.state = TournamentState.PROVISIONAL
            tournament.save(update_fields=["state"])
        entry.after = {"round": number}
    return one


def _close_tables(tables: Sequence[Sitting], at: datetime) -> None:
    """What is kept of them is made, and ratings go on from the first of them."""
    pks = [table.pk for table in tables]
    Sitting.objects.filter(pk__in=pks).update(state=SittingState.CLOSED, closed_at=at)
    for table in tables:
        table.state, table.closed_at = SittingState.CLOSED, at
    keep(tables)
    rate_from(tables)


def rate_from(tables: Sequence[Sitting]) -> None:
    """All of one moment: the first by uuid is the first that ratings count."""
    if tables:
        ratings.replay_from(*sorted(tables, key=lambda table: table.uuid))


def reopen_round(actor: Actor, tournament: Tournament, number: int, *, request_id: UUID) -> Round:
    """Take a validation back, until the next round is played. Safe to repeat.

    Raises TournamentRefused (`round_locked`).
    """
    with change(
        Action.REOPEN_ROUND, actor, tournament, lock=tournament, request_id=request_id
    ) as entry:
        one = find_round(tournament, number)
        if entry.repeated:
            return one
        require(may_run_tournament(actor, tournament))
        entry.is_needless = one.state != RoundState.VALIDATED
        if entry.is_needless:
            return one
        playing = (RoundState.PLAYING, RoundState.COMPLETE, RoundState.VALIDATED)
        later = tournament.rounds.filter(number__gt=number, state__in=playing)
        if later.exists() or tournament.is_over:
            raise TournamentRefused.of("round_locked", "round")
        tables = _lock_tables(one)
        _open_again(tables)
        Slip.objects.filter(sitting__in=tables).update(state=SlipState.CONFIRMED)
        one.state, one.validated_at = RoundState.COMPLETE, None
        one.save(update_fields=["state", "validated_at"])
        if tournament.state == TournamentState.PROVISIONAL:
            tournament.state = TournamentState.PLAYING
            tournament.save(update_fields=["state"])
        entry.before = {"round": number}
    return one


def _open_again(tables: Sequence[Sitting]) -> None:
    pks = [table.pk for table in tables]
    Sitting.objects.filter(pk__in=pks).update(state=SittingState.OPEN, closed_at=None)
    for table in tables:
        table.state, table.closed_at = SittingState.OPEN, None
    forget(tables)
    rate_from(tables)

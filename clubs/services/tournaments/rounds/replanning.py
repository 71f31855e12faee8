"""The seatings of a tournament while people come, go and change places.

Everything is planned in memory, before the lock is taken, since a search may take a second; under
the lock it is only written, if the tournament has not moved meanwhile. Source: tournaments.md §5.7.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db.models import F

from clubs.access import Actor
from clubs.core.seating.draw import (
    Player,
    SeatedRound,
    SeatedTable,
    SeatingMethod,
    SeatingRefused,
    draw,
)
from clubs.core.seating.edit import dissolved, removed
from clubs.core.seating.presence import TableMove, moves_between
from clubs.models import (
    Bye,
    Entry,
    Link,
    Round,
    RoundState,
    Seat,
    Sitting,
    Slip,
    SlipState,
    Tournament,
)
from clubs.queries.tournaments.rounds.seating_presence import for_those_here
from clubs.queries.tournaments.rounds.seatings import (
    Patch,
    certificate_of,
    everybody,
    round_plan,
    seated_round,
    seating_request,
    sizes_allowed,
    sizes_of_game,
    strangers_of,
)
from clubs.queries.tournaments.tournaments import entries_of, is_active, settings_of
from clubs.services.changes import Action, Change
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.tournaments.changes import tournament_change
from clubs.services.tournaments.rounds.rounds import open_tables, seats_of_tables
from clubs.services.tournaments.rounds.slip_states import settle_round

KEPT = (
    SeatingMethod.ROTATION,
    SeatingMethod.RANDOM_APART,
)  # brought up to date; other methods draw again


class Plans:
    """The rounds that have a seating, in memory. entries and rounds may be changed before
    replanning; `write` saves what is touched. sizes_allowed: of tables of this tournament; fewest:
    with how many a table can be played at."""

    def __init__(self, tournament: Tournament) -> None:
        """Four queries."""
        self.tournament = tournament
        self.seen = tournament.revision
        self.settings = settings_of(tournament)
        self.sizes_allowed = sizes_allowed(tournament, self.settings)
        self.fewest = min(sizes_of_game(tournament))
        self.entries = entries_of(tournament)
        self.rounds = {
            one.number: one for one in tournament.rounds.all() if one.state != RoundState.PLANNED
        }
        self.before = {number: self.seating(number) for number in self.rounds}
        self.certificates = {number: one.certificate for number, one in self.rounds.items()}

    def entry(self, number: int) -> Entry:
        return next(entry for entry in self.entries if entry.number == number)

    def seating(self, number: int) -> SeatedRound:
        return seated_round(number, self.rounds[number].plan)

    def put(self, seating: SeatedRound, locked: Iterable[int] | None = None) -> None:
        round_ = self.rounds[seating.number]
        held = round_.plan.get("locked", ()) if locked is None else locked
        seating = replace(seating, byes=tuple(sorted(seating.byes, key=int)))
        moves = {"moves": round_.plan["moves"]} if round_.plan.get("moves") else {}
        round_.plan = {**round_plan(seating, list(held)), **moves}

    def drawn(self) -> list[int]:
        return sorted(n for n, one in self.rounds.items() if not one.is_published)

    def published(self) -> list[int]:
        """The published rounds that may still change: a validated one stays as it is."""
        return sorted(
            n
            for n, one in self.rounds.items()
            if one.is_published and one.state != RoundState.VALIDATED
        )

    def validated(self) -> list[int]:
        return sorted(n for n, one in self.rounds.items() if one.state == RoundState.VALIDATED)

    def others(self, number: int) -> list[SeatedRound]:
        """The seatings of the other published rounds, by which it is known who has met."""
        return [self.seating(n) for n in [*self.validated(), *self.published()] if n != number]

    def strangers(self) -> list[frozenset[Player]]:
        """Pairs that must not sit together."""
        return strangers_of(self.tournament, self.settings, self.entries)

    # Planning again

    def bring_up_to_date(self, number: int, seating: SeatedRound) -> None:
        """Gives this round that seating; later drafts then follow who takes part in them.

        Those that were changed by hand do so with the fewest moves; the others are planned again,
        with everything else as it is. Where no new plan can be made a draft stays as it was; the
        certificate then says who is missing.
        """
        if seating != self.seating(number):
            self.step_to(seating)
        later = [n for n in self.drawn() if n > number]
        by_hand = {n for n in later if self.is_by_hand(n)}
        for at in sorted(by_hand):
            updated = for_those_here(self.tournament, at, list(self.rounds.values()), self.entries)
            if updated is not None and updated != self.seating(at):
                self.step_to(updated)
        for run in self.runs(later, by_hand):
            self.plan_run(run)

    def is_by_hand(self, number: int) -> bool:
        """Would a new plan throw away what somebody did, or saw done?"""
        round_ = self.rounds[number]
        is_manual = round_.method == SeatingMethod.MANUAL.value
        return bool(is_manual or round_.plan.get("undo") or round_.plan.get("moves"))

    def step_to(self, seating: SeatedRound) -> None:
        """A step that can be taken back, and whose moves are shown until the round is published."""
        round_, before = self.rounds[seating.number], self.seating(seating.number)
        plan = round_.plan
        self.put(seating)
        round_.plan["moves"] = _moved_since(plan.get("moves", ()), moves_between(before, seating))
        record_step(round_, plan)

    def runs(self, numbers: Iterable[int], by_hand: Collection[int]) -> list[list[int]]:
        """Drafts that are planned together."""
        runs: list[list[int]] = [[]]
        for number in numbers:
            if number in by_hand:
                runs.append([])
            else:
                runs[-1].append(number)
        return [run for run in runs if run and not self.is_settled(run)]

    def is_settled(self, run: Iterable[int]) -> bool:
        """Has everybody a place already, as before?"""
        return all(
            self.seating(number) == self.before[number]
            and set(everybody(self.before[number]))
            == {entry.number for entry in self.entries if is_active(entry, number)}
            for number in run
        )

    def plan_run(self, run: list[int]) -> None:
        plans = {number: self.rounds[number].plan for number in run}
        for number in run:
            here = {entry.number for entry in self.entries if is_active(entry, number)}
            seating = self.seating(number)
            for player in set(everybody(seating)) - here:
                seating = removed(seating, player)
            self.put(seating)
        # Locks are kept if a plan can be made with them: one that became impossible, since a
        # player of the table left, must not leave everybody else without a seating.
        for locks in (True, False):
            held = {n: self.rounds[n].plan.get("locked", []) for n in run}
            if not locks:
                for number in run:
                    self.put(self.seating(number), [])
            try:
                drawn = draw(self.request(run))
            except SeatingRefused:
                for number in run:
                    self.put(self.seating(number), held[number])
                continue
            for number in run:
                self.put(drawn[number - 1])
            return
        for number in run:
            self.rounds[number].plan = plans[number]

    def request(self, run: list[int]) -> Any:
        first = self.rounds[run[0]]
        return seating_request(
            self.tournament,
            run[-1],
            rounds=list(self.rounds.values()),
            methods={n: SeatingMethod(one.method) for n, one in self.rounds.items() if one.method},
            seed=first.seed,
            sizes=self.sizes(run),
            entries=self.entries,
            drafts=[n for n in run if SeatingMethod(self.rounds[n].method) in KEPT],
            fixed=[n for n in self.rounds if n < run[0]],
        )

    def sizes(self, run: Iterable[int]) -> dict[int, list[int]]:
        """The table sizes of a run. Those that were asked for stay, as long as as many take
        part."""
        asked = {}
        for number in run:
            before = self.before[number]
            here = sum(is_active(entry, number) for entry in self.entries)
            sizes = [len(table.players) for table in before.tables]
            if not before.byes and sum(sizes) == here:
                asked[number] = sizes
        return asked

    # Writing

    def certify(self) -> None:
        """The certificates of drawn rounds, of every other one that changed, and of those after."""
        # A certificate is of all rounds up to its own: a change shows in every later one.
        first = min([*self.changed(), *self.drawn()], default=0)
        rows = list(self.rounds.values())
        for number in sorted(number for number in self.rounds if first and number >= first):
            request = seating_request(
                self.tournament, number, rounds=rows, entries=self.entries, fixed=self.rounds
            )
            self.rounds[number].certificate = certificate_of(request, request.past)

    def changed(self) -> list[int]:
        return [number for number in self.rounds if self.seating(number) != self.before[number]]

    @contextmanager
    def change(
        self,
        action: Action,
        actor: Actor,
        may: Callable[[Actor, Tournament], bool],
        request_id: UUID,
        target: Entry | None = None,
    ) -> Iterator[Change]:
        """Frames the change in which the plans are written. Raises TournamentMoved when somebody
        changed the tournament since it was read."""
        self.certify()
        tournament = self.tournament
        with tournament_change(action, actor, tournament, may, request_id, target=target) as log:
            if tournament.revision != self.seen + 1:  # the change itself adds 1
                raise TournamentMoved
            yield log

    def write(self, actor: Actor, log: Change) -> None:
        """Plans, certificates, and of published rounds the tables that changed.

        Raises TournamentRefused (`round_has_scores`) where one of those has a deal by now.
        """
        for number in sorted(set(self.published()).intersection(self.changed())):
            _follow(actor, self, number, log)
        Round.objects.bulk_update(self.rounds.values(), ["plan", "certificate"])


# Steps that can be taken back


UNDONE = 30  # steps that are kept


def record_step(round_: Round, before: Mapping[str, Any]) -> None:
    """The plan of the round can go back to the one before."""
    round_.plan = {
        **round_.plan,
        "undo": [*before.get("undo", ()), _patch_of(round_.plan, before)][-UNDONE:],
    }


def _patch_of(now: Mapping[str, Any], before: Mapping[str, Any]) -> Patch:
    """The patch that turns this plan into the one before."""
    players = {table["number"]: table["players"] for table in now["tables"]}
    return {
        "numbers": [table["number"] for table in before["tables"]],
        "tables": [
            table for table in before["tables"] if players.get(table["number"]) != table["players"]
        ],
        "byes": before["byes"],
        "locked": before.get("locked", []),
        "moves": before.get("moves", []),
    }


def _moved_since(known: Iterable[Sequence[Any]], moves: Iterable[TableMove]) -> list[list[Any]]:
    """The moves of a round so far, as its plan keeps them: player, and the numbers of both tables.
    Who is back where they were has not moved."""
    moved = {player: [player, was, now] for player, was, now in known}
    for move in moves:
        was = moved[move.player][1] if move.player in moved else move.was
        moved[move.player] = [move.player, was, move.now]
    return [told for told in moved.values() if told[1] != told[2]]


# Published rounds


def _follow(actor: Actor, plans: Plans, number: int, log: Change) -> None:
    """The sittings, seats and byes of a published round become those of its plan."""
    round_, seating, before = plans.rounds[number], plans.seating(number), plans.before[number]
    round_.tournament = plans.tournament
    was = {table.number: table for table in before.tables}
    now = {table.number: table for table in seating.tables}
    changed = [n for n in was if was[n] != now.get(n)]
    rows = _lock_empty(round_, changed)
    _leave_tables(rows, [n for n in changed if n not in now], log)
    stay = {n: rows[n] for n in changed if n in now}
    Seat.objects.filter(sitting__in=[row.pk for row in stay.values()]).delete()
    for n, row in stay.items():
        row.active_count = plans.settings.active_count(len(now[n].players))
    Sitting.objects.bulk_update(stay.values(), ["active_count"])
    entries: dict[Player, Entry] = {one.number: one for one in plans.entries}
    Seat.objects.bulk_create(seats_of_tables([(stay[n], now[n]) for n in stay], entries, number))
    round_.byes.exclude(entry__number__in=seating.byes).delete()
    Bye.objects.bulk_create(
        Bye(round=round_, entry=entries[player])
        for player in seating.byes
        if player not in before.byes
    )
    if new := [table for table in seating.tables if table.number not in was]:
        open_tables(actor, round_, new, log.at, plans.entries)
    settle_round(round_)


def _lock_empty(round_: Round, numbers: Iterable[int]) -> dict[int, Sitting]:
    """The tables with these numbers, locked in the order of their keys."""
    rows = Sitting.objects.filter(round=round_, table_number__in=list(numbers))
    rows.update(revision=F("revision") + 1)
    tables = list(rows.select_related("slip").order_by("pk"))
    if any(row.slip.state != SlipState.EMPTY for row in tables):
        raise TournamentRefused.of("round_has_scores", "round")
    return {row.table_number: row for row in tables}


def _leave_tables(rows: Mapping[int, Sitting], numbers: Iterable[int], log: Change) -> None:
    """Deletes the tables with these numbers, and ends their links."""
    gone = [rows[number] for number in numbers]
    uuids = [row.uuid for row in gone]
    Link.objects.filter(target_uuid__in=uuids, revoked_at=None).update(revoked_at=log.at)
    pks = [row.pk for row in gone]
    Slip.objects.filter(sitting__in=pks).delete()
    Seat.objects.filter(sitting__in=pks).delete()
    Sitting.objects.filter(pk__in=pks).delete()


def open_numbers(round_: Round) -> set[int]:
    """Numbers of the tables of a published round where nothing is written yet."""
    slips = Slip.objects.filter(sitting__round=round_, state=SlipState.EMPTY)
    return set(slips.values_list("sitting__table_number", flat=True))


def table_of_player(seating: SeatedRound, player: Player) -> SeatedTable | None:
    return next((table for table in seating.tables if player in table.players), None)


def dissolve_at(plans: Plans, number: int, table: int) -> None:
    """Raises TournamentRefused (`round_has_scores`) where something is written."""
    if table not in open_numbers(plans.rounds[number]):
        raise TournamentRefused.of("round_has_scores", "table")
    plans.put(without_table(plans, plans.seating(number), table))


def without_table(plans: Plans, seating: SeatedRound, table: int) -> SeatedRound:
    """Its players join short tables where nothing is written; who is left over has a bye."""
    is_open = open_numbers(plans.rounds[seating.number]) - {table}
    others, apart = plans.others(seating.number), plans.strangers()
    return dissolved(seating, table, others, is_open, apart, sizes=plans.sizes_allowed)

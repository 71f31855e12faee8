"""The seatings of a tournament while people come, go and change places.

Everything is planned in memory, before the lock is taken, since a search may take a second; under
the lock it is only written, if the tournament has not moved meanwhile. Source: tournaments.md §5.7.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import F

from clubs.access import Actor
from clubs.core.seating.draw import Method, Player, SeatedRound, SeatedTable, SeatingRefused, draw
from clubs.core.seating.edit import dissolved, removed
from clubs.core.seating.presence import Move, moves_between
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
    plan_of,
    seated_round,
    seating_request,
    sizes_allowed,
    sizes_of_game,
    strangers_of,
)
from clubs.queries.tournaments.tournaments import entries_of, is_active, settings_of
from clubs.services.changes import Change
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.tournaments.rounds.rounds import open_tables, seats_of_tables
from clubs.services.tournaments.rounds.slip_states import settle_round

KEPT = (Method.ROTATION, Method.RANDOM_APART)  # brought up to date; other methods draw again


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
        self.before = {number: self.told(number) for number in self.rounds}
        self.certificates = {number: one.certificate for number, one in self.rounds.items()}

    def entry(self, number: int) -> Entry:
        return next(entry for entry in self.entries if entry.number == number)

    def told(self, number: int) -> SeatedRound:
        return seated_round(number, self.rounds[number].plan)

    def put(self, told: SeatedRound, locked: Iterable[int] | None = None) -> None:
        one = self.rounds[told.number]
        held = one.plan.get("locked", ()) if locked is None else locked
        told = replace(told, byes=tuple(sorted(told.byes, key=int)))
        moves = {"moves": one.plan["moves"]} if one.plan.get("moves") else {}
        one.plan = {**plan_of(told, list(held)), **moves}

    def drawn(self) -> list[int]:
        return sorted(n for n, one in self.rounds.items() if not one.is_published)

    def published(self) -> list[int]:
        """Those that are still played: a validated one stays as it is."""
        return sorted(
            n
            for n, one in self.rounds.items()
            if one.is_published and one.state != RoundState.VALIDATED
        )

    def validated(self) -> list[int]:
        return sorted(n for n, one in self.rounds.items() if one.state == RoundState.VALIDATED)

    def others(self, number: int) -> list[SeatedRound]:
        """Of the other published rounds: whom one has met."""
        return [self.told(n) for n in [*self.validated(), *self.published()] if n != number]

    def strangers(self) -> list[frozenset[Player]]:
        """Pairs that must not sit together."""
        return strangers_of(self.tournament, self.settings, self.entries)

    # Planning again

    def bring_up_to_date(self, number: int, told: SeatedRound) -> None:
        """This round becomes that one, and later drafts follow who takes part in them.

        Those that were changed by hand do so with the fewest moves; the others are planned again,
        with everything else as it is. Where no new plan can be made a draft stays as it was; the
        certificate then says who is missing.
        """
        if told != self.told(number):
            self.step_to(told)
        later = [n for n in self.drawn() if n > number]
        by_hand = {n for n in later if self.is_by_hand(n)}
        for at in sorted(by_hand):
            found = for_those_here(self.tournament, at, list(self.rounds.values()), self.entries)
            if found is not None and found != self.told(at):
                self.step_to(found)
        for run in self.runs(later, by_hand):
            self.plan_run(run)

    def is_by_hand(self, number: int) -> bool:
        """Would a new plan throw away what somebody did, or saw done?"""
        one = self.rounds[number]
        told = (one.plan.get("undo"), one.plan.get("moves"), one.method == Method.MANUAL.value)
        return any(told)

    def step_to(self, told: SeatedRound) -> None:
        """A step that can be taken back, and whose moves are shown until the round is published."""
        one, before = self.rounds[told.number], self.told(told.number)
        plan = one.plan
        self.put(told)
        one.plan["moves"] = _moved_since(plan.get("moves", ()), moves_between(before, told))
        record_step(one, plan)

    def runs(self, numbers: Iterable[int], by_hand: Collection[int]) -> list[list[int]]:
        """Drafts that are planned together."""
        found: list[list[int]] = [[]]
        for number in numbers:
            if number in by_hand:
                found.append([])
            else:
                found[-1].append(number)
        return [run for run in found if run and not self.is_settled(run)]

    def is_settled(self, run: Iterable[int]) -> bool:
        """Has everybody a place already, as before?"""
        return all(
            self.told(number) == self.before[number]
            and set(everybody(self.before[number]))
            == {entry.number for entry in self.entries if is_active(entry, number)}
            for number in run
        )

    def plan_run(self, run: list[int]) -> None:
        kept = {number: self.rounds[number].plan for number in run}
        for number in run:
            here = {entry.number for entry in self.entries if is_active(entry, number)}
            told = self.told(number)
            for player in set(everybody(told)) - here:
                told = removed(told, player)
            self.put(told)
        for locks in (True, False):
            held = {n: self.rounds[n].plan.get("locked", []) for n in run}
            if not locks:
                for number in run:
                    self.put(self.told(number), [])
            try:
                found = draw(self.request(run))
            except SeatingRefused:
                for number in run:
                    self.put(self.told(number), held[number])
                continue
            for number in run:
                self.put(found[number - 1])
            return
        for number in run:
            self.rounds[number].plan = kept[number]

    def request(self, run: list[int]) -> Any:
        first = self.rounds[run[0]]
        return seating_request(
            self.tournament,
            run[-1],
            rounds=list(self.rounds.values()),
            methods={n: Method(one.method) for n, one in self.rounds.items() if one.method},
            seed=first.seed,
            sizes=self.sizes(run),
            entries=self.entries,
            drafts=[n for n in run if Method(self.rounds[n].method) in KEPT],
            fixed=[n for n in self.rounds if n < run[0]],
        )

    def sizes(self, run: Iterable[int]) -> dict[int, list[int]]:
        """Those that were asked for stay, as long as as many take part."""
        found = {}
        for number in run:
            before = self.before[number]
            here = sum(is_active(entry, number) for entry in self.entries)
            sizes = [len(table.players) for table in before.tables]
            if not before.byes and sum(sizes) == here:
                found[number] = sizes
        return found

    # Writing

    def certify(self) -> None:
        """The certificates of drawn rounds, of every other one that changed, and of those after."""
        first = min([*self.changed(), *self.drawn()], default=0)
        rows = list(self.rounds.values())
        for number in sorted(number for number in self.rounds if first and number >= first):
            request = seating_request(
                self.tournament, number, rounds=rows, entries=self.entries, fixed=self.rounds
            )
            self.rounds[number].certificate = certificate_of(request, request.past)

    def changed(self) -> list[int]:
        return [number for number in self.rounds if self.told(number) != self.before[number]]

    def require_unmoved(self, tournament: Tournament) -> None:
        """Raises TournamentMoved when somebody changed it since it was planned."""
        if tournament.revision != self.seen + 1:
            raise TournamentMoved

    def write(self, actor: Actor, entry: Change) -> None:
        """Plans, certificates, and of published rounds the tables that changed.

        Raises TournamentRefused (`round_has_scores`) where one of those has a deal by now.
        """
        for number in sorted(set(self.published()).intersection(self.changed())):
            _follow(actor, self, number, entry)
        Round.objects.bulk_update(self.rounds.values(), ["plan", "certificate"])


# Steps that can be taken back


UNDONE = 30  # steps that are kept


def record_step(one: Round, before: Mapping[str, Any]) -> None:
    """The plan of the round can go back to the one before."""
    one.plan = {
        **one.plan,
        "undo": [*before.get("undo", ()), _patch_of(one.plan, before)][-UNDONE:],
    }


def _patch_of(now: Mapping[str, Any], before: Mapping[str, Any]) -> Patch:
    """What turns a plan into the one before."""
    told = {table["number"]: table["players"] for table in now["tables"]}
    return {
        "numbers": [table["number"] for table in before["tables"]],
        "tables": [
            table for table in before["tables"] if told.get(table["number"]) != table["players"]
        ],
        "byes": before["byes"],
        "locked": before.get("locked", []),
        "moves": before.get("moves", []),
    }


def _moved_since(known: Iterable[Sequence[Any]], moves: Iterable[Move]) -> list[list[Any]]:
    """The moves of a round so far, as its plan keeps them: player, and the numbers of both tables.
    Who is back where they were has not moved."""
    found = {player: [player, was, now] for player, was, now in known}
    for move in moves:
        was = found[move.player][1] if move.player in found else move.was
        found[move.player] = [move.player, was, move.now]
    return [told for told in found.values() if told[1] != told[2]]


# Published rounds


def _follow(actor: Actor, plans: Plans, number: int, entry: Change) -> None:
    """The sittings, seats and byes of a published round become those of its plan."""
    one, told, before = plans.rounds[number], plans.told(number), plans.before[number]
    one.tournament = plans.tournament
    was = {table.number: table for table in before.tables}
    now = {table.number: table for table in told.tables}
    changed = [n for n in was if was[n] != now.get(n)]
    rows = _lock_empty(one, changed)
    _leave_tables(rows, [n for n in changed if n not in now], entry)
    stay = {n: rows[n] for n in changed if n in now}
    Seat.objects.filter(sitting__in=[row.pk for row in stay.values()]).delete()
    for n, row in stay.items():
        row.active_count = plans.settings.active_count(len(now[n].players))
    Sitting.objects.bulk_update(stay.values(), ["active_count"])
    entries: dict[Player, Entry] = {one.number: one for one in plans.entries}
    Seat.objects.bulk_create(seats_of_tables([(stay[n], now[n]) for n in stay], entries, number))
    one.byes.exclude(entry__number__in=told.byes).delete()
    Bye.objects.bulk_create(
        Bye(round=one, entry=entries[player]) for player in told.byes if player not in before.byes
    )
    if new := [table for table in told.tables if table.number not in was]:
        open_tables(actor, one, new, entry.at, plans.entries)
    settle_round(one)


def _lock_empty(one: Round, numbers: Iterable[int]) -> dict[int, Sitting]:
    """The tables with these numbers, locked in the order of their keys."""
    rows = Sitting.objects.filter(round=one, table_number__in=list(numbers))
    rows.update(revision=F("revision") + 1)
    found = list(rows.select_related("slip").order_by("pk"))
    if any(row.slip.state != SlipState.EMPTY for row in found):
        raise TournamentRefused.of("round_has_scores", "round")
    return {row.table_number: row for row in found}


def _leave_tables(rows: Mapping[int, Sitting], numbers: Iterable[int], entry: Change) -> None:
    """These are gone, and their links with them."""
    gone = [rows[number] for number in numbers]
    uuids = [row.uuid for row in gone]
    Link.objects.filter(target_uuid__in=uuids, revoked_at=None).update(revoked_at=entry.at)
    pks = [row.pk for row in gone]
    Slip.objects.filter(sitting__in=pks).delete()
    Seat.objects.filter(sitting__in=pks).delete()
    Sitting.objects.filter(pk__in=pks).delete()


def open_numbers(one: Round) -> set[int]:
    """Numbers of the tables of a published round where nothing is written yet."""
    slips = Slip.objects.filter(sitting__round=one, state=SlipState.EMPTY)
    return set(slips.values_list("sitting__table_number", flat=True))


def table_of(told: SeatedRound, player: Player) -> SeatedTable | None:
    return next((table for table in told.tables if player in table.players), None)


def dissolve_at(plans: Plans, number: int, table: int) -> None:
    """Raises TournamentRefused (`round_has_scores`) where something is written."""
    if table not in open_numbers(plans.rounds[number]):
        raise TournamentRefused.of("round_has_scores", "table")
    plans.put(without_table(plans, plans.told(number), table))


def without_table(plans: Plans, told: SeatedRound, table: int) -> SeatedRound:
    """Its players join short tables where nothing is written; who is left over has a bye."""
    is_open = open_numbers(plans.rounds[told.number]) - {table}
    others, apart = plans.others(told.number), plans.strangers()
    return dissolved(told, table, others, is_open, apart, sizes=plans.sizes_allowed)

"""The seatings of a tournament while people come, go and change places.

Everything is planned in memory, before the lock is taken, since a search may take a second; under
the lock it is only written, if the tournament has not moved meanwhile. Source: tournaments
specification, section 5.7.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.db.models import F

from clubs.access import Actor
from clubs.core.seating import (
    Method,
    Player,
    SeatedRound,
    SeatedTable,
    SeatingRefused,
    Separation,
    draw,
)
from clubs.core.seating_edit import dissolved, pairs_of, removed
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
from clubs.queries.seatings import (
    certificate_of,
    group_of,
    plan_of,
    seated_round,
    seating_request,
    sizes_allowed,
    sizes_of_game,
)
from clubs.queries.tournaments import entries_of, is_active, settings_of
from clubs.services.changes import Change
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.rounds import open_tables, seats_of_tables
from clubs.services.slip_states import settle_round

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
        one.plan = plan_of(told, list(held))

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
        found = [frozenset(pair) for pair in self.tournament.apart]
        if self.settings.separation is Separation.TEAM:
            teams: dict[str, list[Player]] = {}
            for entry in self.entries:
                if team := group_of(entry, Separation.TEAM):
                    teams.setdefault(team, []).append(entry.number)
            found += [pair for members in teams.values() for pair in pairs_of(members)]
        return found

    # Planning again

    def replan(self) -> None:
        """Drawn rounds for those who take part now, with the published ones as they are.

        Who does not take part leaves every draft, also where no new plan can be made; the
        certificate then says who is missing.
        """
        for number in self.drawn():
            told = self.told(number)
            here = {entry.number for entry in self.entries if is_active(entry, number)}
            for player in set(places(told)) - here:
                told = removed(told, player)
            self.put(told)
        for run in self.runs():
            self.plan_run(run)

    def runs(self) -> list[list[int]]:
        """Drawn rounds that are planned together: a chart filled by hand stays as it is."""
        found: list[list[int]] = [[]]
        for number in self.drawn():
            if self.rounds[number].method == Method.MANUAL.value:
                found.append([])
            else:
                found[-1].append(number)
        return [run for run in found if run and not self.is_settled(run)]

    def is_settled(self, run: Iterable[int]) -> bool:
        """Has everybody a place already, as before?"""
        return all(
            self.told(number) == self.before[number]
            and set(places(self.before[number]))
            == {entry.number for entry in self.entries if is_active(entry, number)}
            for number in run
        )

    def plan_run(self, run: list[int]) -> None:
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
            follow(actor, self, number, entry)
        Round.objects.bulk_update(self.rounds.values(), ["plan", "certificate"])


def places(told: SeatedRound) -> list[Player]:
    return [*(player for table in told.tables for player in table.players), *told.byes]


# Published rounds


def follow(actor: Actor, plans: Plans, number: int, entry: Change) -> None:
    """The sittings, seats and byes of a published round become those of its plan."""
    one, told, before = plans.rounds[number], plans.told(number), plans.before[number]
    one.tournament = plans.tournament
    was = {table.number: table for table in before.tables}
    now = {table.number: table for table in told.tables}
    changed = [n for n in was if was[n] != now.get(n)]
    rows = lock_empty(one, changed)
    leave_tables(rows, [n for n in changed if n not in now], entry)
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


def lock_empty(one: Round, numbers: Iterable[int]) -> dict[int, Sitting]:
    """The tables with these numbers, locked in the order of their keys."""
    rows = Sitting.objects.filter(round=one, table_number__in=list(numbers))
    rows.update(revision=F("revision") + 1)
    found = list(rows.select_related("slip").order_by("pk"))
    if any(row.slip.state != SlipState.EMPTY for row in found):
        raise TournamentRefused.of("round_has_scores", "round")
    return {row.table_number: row for row in found}


def leave_tables(rows: Mapping[int, Sitting], numbers: Iterable[int], entry: Change) -> None:
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
    plans.replan()


def without_table(plans: Plans, told: SeatedRound, table: int) -> SeatedRound:
    """Its players join short tables where nothing is written; who is left over has a bye."""
    is_open = open_numbers(plans.rounds[told.number]) - {table}
    others, apart = plans.others(told.number), plans.strangers()
    return dissolved(told, table, others, is_open, apart, sizes=plans.sizes_allowed)

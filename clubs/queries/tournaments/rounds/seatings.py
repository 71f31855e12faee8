"""What the seating of a tournament is asked for, from its entries, settings and earlier rounds.

Players of a seating are entry numbers.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations
from typing import Any, NamedTuple

from clubs.core.games import get_game
from clubs.core.seating.draw import (
    NEEDS_STANDINGS,
    Lock,
    Player,
    SeatedRound,
    SeatedTable,
    SeatingMethod,
    SeatingRequest,
    SeatingRules,
    Separation,
    certificate,
    checker_input,
    table_sizes,
)
from clubs.core.seating.edit import team_pairs
from clubs.core.seating.shapes import SeatingGroup
from clubs.core.tournaments.games import allowed_sizes, playable_sizes
from clubs.core.tournaments.settings import TournamentSettings
from clubs.models import Entry, Round, Tournament
from clubs.queries.tournaments.tournaments import (
    entries_of,
    holder_name,
    is_active,
    settings_of,
    standings_after,
)

Plan = Mapping[str, Any]


def method_of(settings: TournamentSettings, number: int) -> SeatingMethod:
    """The method of a round; the last one told goes on for those after it."""
    methods = settings.seating
    return methods[min(number, len(methods)) - 1]


def sizes_of(count: int, tournament: Tournament, settings: TournamentSettings) -> tuple[int, ...]:
    """The table sizes for so many players by the settings. Raises SeatingRefused."""
    return table_sizes(count, settings.leftovers, sizes_of_game(tournament))


def sizes_of_game(tournament: Tournament) -> tuple[int, ...]:
    """The table sizes that the game allows."""
    return playable_sizes(get_game(tournament.game))


def sizes_allowed(tournament: Tournament, settings: TournamentSettings) -> tuple[int, ...]:
    """The table sizes of the game that the settings allow."""
    return allowed_sizes(get_game(tournament.game), settings)


def seated_round(number: int, plan: Plan) -> SeatedRound:
    """A stored plan as core has it."""
    return SeatedRound(
        number,
        tuple(
            SeatedTable(table["number"], tuple(table["players"]))
            for table in plan.get("tables", ())
        ),
        tuple(plan.get("byes", ())),
    )


def round_plan(seating: SeatedRound, locked: Sequence[int] = ()) -> dict[str, Any]:
    """The plan of a round as it is stored. See models/rounds.py, Round."""
    return {
        "tables": [
            {"number": table.number, "players": list(table.players)} for table in seating.tables
        ],
        "byes": list(seating.byes),
        "locked": sorted(set(locked).intersection(table.number for table in seating.tables)),
    }


def locks_of(number: int, plan: Plan) -> list[Lock]:
    held = set(plan.get("locked", ()))
    return [
        Lock(number, table["number"], tuple(table["players"]))
        for table in plan.get("tables", ())
        if table["number"] in held
    ]


def seating_request(
    tournament: Tournament,
    upto: int,
    *,
    rounds: Sequence[Round],
    methods: Mapping[int, SeatingMethod] | None = None,
    seed: int | None = None,
    sizes: Mapping[int, Sequence[int]] | None = None,
    entries: Sequence[Entry] | None = None,
    drafts: Iterable[int] = (),
    fixed: Iterable[int] = (),
) -> SeatingRequest:
    """Rounds up to this one, where those that are published stay as they are.

    methods and sizes: of single rounds, where they are not those of the settings. drafts: numbers
    of drawn rounds to bring up to date instead of drawing them anew; fixed: numbers of those that
    stay as they are, like the past.
    """
    settings = settings_of(tournament)
    entries = entries_of(tournament) if entries is None else entries
    stays = set(fixed)
    by_number = {one.number: one for one in rounds}
    past: list[SeatedRound] = []
    for number in range(1, upto + 1):
        if number not in by_number or not (by_number[number].is_published or number in stays):
            break
        past.append(seated_round(number, by_number[number].plan))
    all_methods = [
        (methods or {}).get(number) or method_of(settings, number) for number in range(1, upto + 1)
    ]
    active = _active_in(upto, past, by_number, entries)
    players = sorted({player for here in active.values() for player in here})
    return SeatingRequest(
        players=players,
        methods=all_methods,
        seed=settings.seed if seed is None else seed,
        leftovers=settings.leftovers,
        sizes=sizes or {},
        active={n: here for n, here in active.items() if len(here) < len(players)},
        rules=_rules_of(tournament, settings, entries, players, by_number, upto),
        standings=_standings_for(tournament, all_methods[len(past) :], len(past), players),
        past=past,
        drafts=[seated_round(n, by_number[n].plan) for n in drafts if n in by_number],
        playable=sizes_of_game(tournament),
    )


def _active_in(
    upto: int,
    past: Sequence[SeatedRound],
    rounds: Mapping[int, Round],
    entries: Sequence[Entry],
) -> dict[int, list[Any]]:
    """The entry numbers that take part in each round; in a published one those that have a place
    there."""
    return {
        number: everybody(past[number - 1])
        if number <= len(past) and rounds[number].is_published
        else [entry.number for entry in entries if is_active(entry, number)]
        for number in range(1, upto + 1)
    }


def everybody(seating: SeatedRound) -> list[Any]:
    return [*(player for table in seating.tables for player in table.players), *seating.byes]


def _rules_of(
    tournament: Tournament,
    settings: TournamentSettings,
    entries: Sequence[Entry],
    players: Sequence[Any],
    rounds: Mapping[int, Round],
    upto: int,
) -> SeatingRules:
    here = set(players)
    unpublished = [n for n in range(1, upto + 1) if n in rounds and not rounds[n].is_published]
    return SeatingRules(
        separation=settings.separation,
        groups={
            number: group
            for number, group in separated_groups(entries, settings.separation).items()
            if number in here
        },
        apart=[(a, b) for a, b in tournament.apart if a in here and b in here],
        locked=[lock for n in unpublished for lock in locks_of(n, rounds[n].plan)],
        table_numbers=tournament.table_numbers,
    )


def separated_groups(entries: Iterable[Entry], separation: Separation) -> dict[Player, str]:
    """The name of the group whose members should not meet, by number of the entry; without those
    who are in none."""
    return {
        entry.number: group for entry in entries if (group := _group_name(entry, separation.group))
    }


def _group_name(entry: Entry, group: SeatingGroup | None) -> str:
    match group:
        case SeatingGroup.TEAM:
            return entry.team.name if entry.team else ""
        case SeatingGroup.CLUB:
            return entry.club_name
        case None:
            return ""


def _pairs_at_tables(seating: SeatedRound) -> Iterator[tuple[Player, Player]]:
    for table in seating.tables:
        yield from combinations(sorted(table.players, key=int), 2)


def _of_one_group(
    seating: SeatedRound, groups: Mapping[Player, str]
) -> list[tuple[Player, Player]]:
    """The pairs of one group that sit at one table."""
    return [
        (one, other)
        for one, other in _pairs_at_tables(seating)
        if (group := groups.get(int(one))) and group == groups.get(int(other))
    ]


def _standings_for(
    tournament: Tournament, methods: Sequence[SeatingMethod], after: int, players: Sequence[Any]
) -> list[int]:
    """Entry numbers, best first, where one of the methods needs them."""
    if not NEEDS_STANDINGS.intersection(methods):
        return []
    # A person who left before the first deal has a row, but takes part in no round.
    here = set(players)
    return [row.number for row in standings_after(tournament, after).rows if row.number in here]


def certificate_of(request: SeatingRequest, rounds: Sequence[SeatedRound]) -> dict[str, Any]:
    """The certificate of all these rounds together, by the checker that shares nothing with the
    seating."""
    return dict(certificate(checker_input(request, rounds)))


# What somebody looked at


def told_mark(seating: SeatedRound, entries: Sequence[Entry]) -> str:
    """Names one seating of one round, in 16 hexadecimal digits: table numbers, who sits there by
    name and in order of play, byes. Paper is made for it."""
    names: dict[Player, str] = {
        entry.number: holder_name(entry, seating.number) for entry in entries
    }
    content = {
        "tables": [
            [table.number, [[player, names.get(player, "")] for player in table.players]]
            for table in seating.tables
        ],
        "byes": [[player, names.get(player, "")] for player in seating.byes],
    }
    return short_hash([seating.number, content])


def seating_mark(round_: Round, entries: Sequence[Entry]) -> str:
    """The mark of the seating that a page shows; its forms send it back."""
    return told_mark(seated_round(round_.number, round_.plan), entries)


def short_hash(content: Any) -> str:
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


Patch = dict[str, Any]  # of a plan: the tables, byes and locks that a step changed, as they were


def patched(plan: Plan, patch: Patch) -> dict[str, Any]:
    """The plan before a step that can be taken back."""
    known = {table["number"]: table for table in (*plan["tables"], *patch["tables"])}
    tables = [known[number] for number in patch["numbers"]]
    restored = {"tables": tables, "byes": patch["byes"], "locked": patch["locked"]}
    return restored | ({"moves": patch["moves"]} if patch.get("moves") else {})


def seating_seen(round_: Round, seen: str, entries: Sequence[Entry]) -> SeatedRound | None:
    """The seating of this mark, among those that were changed step by step into the one of now."""
    plan = round_.plan
    for patch in reversed(round_.plan.get("undo", ())):
        plan = patched(plan, patch)
        seating = seated_round(round_.number, plan)
        if told_mark(seating, entries) == seen:
            return seating
    return None


# What is wrong with one round


class RoundRemarks(NamedTuple):
    """The pairs that a round should not have: those who met in an earlier round, those kept apart,
    and those of one team or club."""

    again: Sequence[tuple[Player, Player]]
    apart: Sequence[tuple[Player, Player]]
    together: Sequence[tuple[Player, Player]]

    @property
    def are_any(self) -> bool:
        return any(self)


def remarks_of_round(
    tournament: Tournament, number: int, rounds: Iterable[Round], entries: Sequence[Entry]
) -> RoundRemarks:
    """The remarks that the arbiter has to read before this round is published. Remarks on earlier
    rounds are not repeated. rounds: of the tournament, at least up to this one."""
    plans = {one.number: seated_round(one.number, one.plan) for one in rounds}
    before = {
        frozenset(pair)
        for earlier, told in plans.items()
        if earlier < number
        for table in told.tables
        for pair in combinations(table.players, 2)
    }
    here = list(_pairs_at_tables(plans[number]))
    groups = separated_groups(entries, settings_of(tournament).separation)
    apart = {frozenset(pair) for pair in tournament.apart}
    return RoundRemarks(
        again=[pair for pair in here if frozenset(pair) in before],
        apart=[pair for pair in here if frozenset(pair) in apart],
        together=_of_one_group(plans[number], groups),
    )


def kept_apart(
    tournament: Tournament, rounds: Iterable[Round], entries: Sequence[Entry]
) -> SeatingGroup | None:
    """The group whose members the seating kept apart; None where no two are of one, or where two of
    those of now sit together, who may have come into it after the draw."""
    separation = settings_of(tournament).separation
    groups = separated_groups(entries, separation)
    are_some = len(set(groups.values())) < len(groups)
    seatings = (seated_round(one.number, one.plan) for one in rounds)
    are_together = any(_of_one_group(seating, groups) for seating in seatings)
    return separation.group if are_some and not are_together else None


def strangers_of(
    tournament: Tournament, settings: TournamentSettings, entries: Sequence[Entry]
) -> list[frozenset[Player]]:
    """Pairs that must not sit together."""
    pairs: list[frozenset[Player]] = [frozenset(pair) for pair in tournament.apart]
    if settings.separation.is_hard:
        groups: dict[str, list[Player]] = {}
        for number, group in separated_groups(entries, settings.separation).items():
            groups.setdefault(group, []).append(number)
        pairs += [pair for members in groups.values() for pair in team_pairs(members)]
    return pairs

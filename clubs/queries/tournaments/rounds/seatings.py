"""What the seating of a tournament is asked for, from its entries, settings and earlier rounds.

Players of a seating are entry numbers.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import combinations
from typing import Any, NamedTuple

from clubs.core.games import get_game
from clubs.core.seating.draw import (
    NEEDS_STANDINGS,
    Lock,
    Method,
    Player,
    Request,
    Rules,
    SeatedRound,
    SeatedTable,
    Separation,
    certificate,
    checker_input,
    table_sizes,
)
from clubs.core.seating.edit import pairs_of
from clubs.core.tournament_games import allowed_sizes, playable_sizes
from clubs.core.tournaments.settings import Settings
from clubs.models import Entry, Round, Tournament
from clubs.queries.tournaments.tournaments import (
    entries_of,
    holder_name,
    is_active,
    settings_of,
    standings_after,
)

Plan = Mapping[str, Any]


def method_of(settings: Settings, number: int) -> Method:
    """The method of a round; the last one told goes on for those after it."""
    methods = settings.seating
    return methods[min(number, len(methods)) - 1]


def sizes_of(count: int, tournament: Tournament, settings: Settings) -> tuple[int, ...]:
    """Of the tables of so many players, as the settings say. Raises SeatingRefused."""
    return table_sizes(count, settings.leftovers, sizes_of_game(tournament))


def sizes_of_game(tournament: Tournament) -> tuple[int, ...]:
    """How many may sit at a table of the game."""
    return playable_sizes(get_game(tournament.game))


def sizes_allowed(tournament: Tournament, settings: Settings) -> tuple[int, ...]:
    """Those of them that the settings allow."""
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


def plan_of(told: SeatedRound, locked: Sequence[int] = ()) -> dict[str, Any]:
    """What is stored of a round. See models/tournaments.py, Round."""
    return {
        "tables": [
            {"number": table.number, "players": list(table.players)} for table in told.tables
        ],
        "byes": list(told.byes),
        "locked": sorted(set(locked).intersection(table.number for table in told.tables)),
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
    methods: Mapping[int, Method] | None = None,
    seed: int | None = None,
    sizes: Mapping[int, Sequence[int]] | None = None,
    entries: Sequence[Entry] | None = None,
    drafts: Iterable[int] = (),
    fixed: Iterable[int] = (),
) -> Request:
    """Rounds up to this one, where those that are published stay as they are.

    methods and sizes: of single rounds, where they are not those of the settings. drafts: numbers
    of drawn rounds to bring up to date instead of drawing them anew; fixed: numbers of those that
    stay as they are, like the past.
    """
    settings = settings_of(tournament)
    entries = entries_of(tournament) if entries is None else entries
    stays = set(fixed)
    kept = {one.number: one for one in rounds}
    past: list[SeatedRound] = []
    for number in range(1, upto + 1):
        if number not in kept or not (kept[number].is_published or number in stays):
            break
        past.append(seated_round(number, kept[number].plan))
    told = [
        (methods or {}).get(number) or method_of(settings, number) for number in range(1, upto + 1)
    ]
    active = _active_in(upto, past, kept, entries)
    players = sorted({player for here in active.values() for player in here})
    return Request(
        players=players,
        methods=told,
        seed=settings.seed if seed is None else seed,
        leftovers=settings.leftovers,
        sizes=sizes or {},
        active={n: here for n, here in active.items() if len(here) < len(players)},
        rules=_rules_of(tournament, settings, entries, players, kept, upto),
        standings=_standings_for(tournament, told[len(past) :], len(past)),
        past=past,
        drafts=[seated_round(n, kept[n].plan) for n in drafts if n in kept],
        playable=sizes_of_game(tournament),
    )


def _active_in(
    upto: int,
    past: Sequence[SeatedRound],
    rounds: Mapping[int, Round],
    entries: Sequence[Entry],
) -> dict[int, list[Any]]:
    """Who takes part in each round: of a published one those who have a place there."""
    return {
        number: everybody(past[number - 1])
        if number <= len(past) and rounds[number].is_published
        else [entry.number for entry in entries if is_active(entry, number)]
        for number in range(1, upto + 1)
    }


def everybody(told: SeatedRound) -> list[Any]:
    return [*(player for table in told.tables for player in table.players), *told.byes]


def _rules_of(
    tournament: Tournament,
    settings: Settings,
    entries: Sequence[Entry],
    players: Sequence[Any],
    rounds: Mapping[int, Round],
    upto: int,
) -> Rules:
    here = set(players)
    unpublished = [n for n in range(1, upto + 1) if n in rounds and not rounds[n].is_published]
    return Rules(
        separation=settings.separation,
        groups={
            entry.number: group
            for entry in entries
            if entry.number in here and (group := group_of(entry, settings.separation))
        },
        apart=[(a, b) for a, b in tournament.apart if a in here and b in here],
        locked=[lock for n in unpublished for lock in locks_of(n, rounds[n].plan)],
        table_numbers=tournament.table_numbers,
    )


def group_of(entry: Entry, separation: Separation) -> str:
    """Whom the entry should not meet: its team, or those of its club."""
    if separation is Separation.TEAM:
        return entry.team.name if entry.team else ""
    return entry.club_name if separation is Separation.CLUB else ""


def _standings_for(tournament: Tournament, methods: Sequence[Method], after: int) -> list[int]:
    """Entry numbers, best first, where one of the methods needs them."""
    if not NEEDS_STANDINGS.intersection(methods):
        return []
    return [row.number for row in standings_after(tournament, after).rows]


def certificate_of(request: Request, rounds: Sequence[SeatedRound]) -> dict[str, Any]:
    """Of all these rounds together, by the checker that shares nothing with the seating."""
    told: dict[str, Any] = dict(certificate(checker_input(request, rounds)))
    return told


# What somebody looked at


def told_mark(told: SeatedRound, entries: Sequence[Entry]) -> str:
    """Names one seating of one round, in 16 hexadecimal digits: table numbers, who sits there by
    name and in order of play, byes. Paper is made for it."""
    names: dict[Player, str] = {entry.number: holder_name(entry, told.number) for entry in entries}
    content = {
        "tables": [
            [table.number, [[player, names.get(player, "")] for player in table.players]]
            for table in told.tables
        ],
        "byes": [[player, names.get(player, "")] for player in told.byes],
    }
    return short_hash([told.number, content])


def seating_mark(one: Round, entries: Sequence[Entry]) -> str:
    """Of the seating that a page shows: its forms send it back."""
    return told_mark(seated_round(one.number, one.plan), entries)


def short_hash(content: Any) -> str:
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


Patch = dict[str, Any]  # of a plan: the tables, byes and locks that a step changed, as they were


def patched(plan: Plan, patch: Patch) -> dict[str, Any]:
    """The plan before a step that can be taken back."""
    known = {table["number"]: table for table in (*plan["tables"], *patch["tables"])}
    tables = [known[number] for number in patch["numbers"]]
    found = {"tables": tables, "byes": patch["byes"], "locked": patch["locked"]}
    return found | ({"moves": patch["moves"]} if patch.get("moves") else {})


def seating_seen(one: Round, seen: str, entries: Sequence[Entry]) -> SeatedRound | None:
    """The seating of this mark, among those that were changed step by step into the one of now."""
    plan = one.plan
    for patch in reversed(one.plan.get("undo", ())):
        plan = patched(plan, patch)
        told = seated_round(one.number, plan)
        if told_mark(told, entries) == seen:
            return told
    return None


# What is wrong with one round


class RoundRemarks(NamedTuple):
    """What a round itself does not keep to, as pairs: those who met in an earlier round, those kept
    apart, and those of one team or club."""

    again: Sequence[tuple[Player, Player]]
    apart: Sequence[tuple[Player, Player]]
    together: Sequence[tuple[Player, Player]]

    @property
    def are_any(self) -> bool:
        return any(self)


def remarks_of_round(
    tournament: Tournament, number: int, rounds: Iterable[Round], entries: Sequence[Entry]
) -> RoundRemarks:
    """What the arbiter has to read before this round is published; what happened in earlier ones is
    not asked again. rounds: of the tournament, at least up to this one."""
    plans = {one.number: seated_round(one.number, one.plan) for one in rounds}
    before = {
        frozenset(pair)
        for earlier, told in plans.items()
        if earlier < number
        for table in told.tables
        for pair in combinations(table.players, 2)
    }
    here = [
        pair
        for table in plans[number].tables
        for pair in combinations(sorted(table.players, key=int), 2)
    ]
    separation = settings_of(tournament).separation
    groups = {entry.number: group_of(entry, separation) for entry in entries}
    apart = {frozenset(pair) for pair in tournament.apart}
    return RoundRemarks(
        again=[pair for pair in here if frozenset(pair) in before],
        apart=[pair for pair in here if frozenset(pair) in apart],
        together=[
            (a, b) for a, b in here if (group := groups.get(int(a))) and group == groups.get(int(b))
        ],
    )


def strangers_of(
    tournament: Tournament, settings: Settings, entries: Sequence[Entry]
) -> list[frozenset[Player]]:
    """Pairs that must not sit together."""
    found: list[frozenset[Player]] = [frozenset(pair) for pair in tournament.apart]
    if settings.separation is Separation.TEAM:
        teams: dict[str, list[Player]] = {}
        for entry in entries:
            if team := group_of(entry, Separation.TEAM):
                teams.setdefault(team, []).append(entry.number)
        found += [pair for members in teams.values() for pair in pairs_of(members)]
    return found

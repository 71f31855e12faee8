"""Checks a seating plan, whoever made it. Shares nothing with the code that draws plans.

Source: tournaments.md §5.6, whose input and output these are.
`apart_violations` and `group_violations` count meetings: a pair that sits together in two rounds
counts twice, and is one item of its list. The hash is SHA-256 of the rounds as compact JSON: for
each round its tables in the order of their numbers, for each table its players sorted.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations
from typing import Any

FORMAT = "tarot-seating-certificate/1"
LONGEST_LIST = 200  # items; counts are not cut
ANY_SIZE = (3, 4, 5)  # where the input does not say which are allowed

Player = str | int
Pair = tuple[Player, Player]
Document = dict[str, Any]


def certificate(plan: Mapping[str, Any] | Sequence[Any]) -> Document:
    """told: the input of tournaments.md §5.6, or a bare list of rounds of tables of players."""
    # Nothing of what draws plans is imported here: an error in a function of both would be made
    # twice, and the wrong plan be found right.
    source: Mapping[str, Any] = plan if isinstance(plan, Mapping) else {"rounds": plan}
    rounds = [_plain_round(at, round_) for at, round_ in enumerate(source.get("rounds") or (), 1)]
    return Check(source, rounds).document()


def _plain_round(at: int, document: Mapping[str, Any] | Sequence[Any]) -> Document:
    """Numbers are those of the input, else the place in their list."""
    source: Mapping[str, Any] = document if isinstance(document, Mapping) else {"tables": document}
    tables = [
        _plain_table(place, table) for place, table in enumerate(source.get("tables") or (), 1)
    ]
    return {
        "number": source.get("number", at),
        "tables": sorted(tables, key=lambda table: table["number"]),
        "byes": list(source.get("byes") or ()),
    }


def _plain_table(at: int, document: Mapping[str, Any] | Sequence[Any]) -> Document:
    if isinstance(document, Mapping):
        return {
            "number": document.get("number", at),
            "players": list(document.get("players") or ()),
        }
    return {"number": at, "players": list(document)}


def _in_order(players: Iterable[Player]) -> list[Player]:
    """Numbers before names."""
    return sorted(players, key=lambda player: (isinstance(player, str), player))


def _plan_hash(rounds: Sequence[Mapping[str, Any]]) -> str:
    """The hash of rounds as _plain_round gives them."""
    # The order of play is left out: it changes without anybody meeting anybody else. The separators
    # are part of the format: with spaces the same plan would have another hash.
    plain = [[_in_order(table["players"]) for table in round_["tables"]] for round_ in rounds]
    return sha256(json.dumps(plain, separators=(",", ":")).encode()).hexdigest()


def _planned_players(rounds: Sequence[Mapping[str, Any]]) -> list[Player]:
    """Everybody who is in the plan, where the input has no list."""
    seated = {player for r in rounds for table in r["tables"] for player in table["players"]}
    return _in_order(seated.union(*(round_["byes"] for round_ in rounds)))


class Check:
    """meetings: the rounds in which two sat together; sizes: how often each player sat at a table
    of each size."""

    def __init__(self, source: Mapping[str, Any], rounds: Sequence[Document]) -> None:
        self.rounds = rounds
        listed = source.get("players")
        self.listed = list(listed) if listed is not None else _planned_players(rounds)
        self.players = list(dict.fromkeys(self.listed))
        active = source.get("active") or []
        # A list that is too short, or has null, says that everybody was there. As "nobody" it would
        # pass a round in which people have no seat.
        self.active = [
            set(active[at]) if at < len(active) and active[at] is not None else set(self.players)
            for at in range(len(rounds))
        ]
        groups = source.get("groups") or {}
        # JSON has text for keys: without the second look numbered players would have no group, and
        # no meeting inside a team would be counted.
        self.groups = {p: groups.get(p, groups.get(str(p))) for p in self.players}
        self.apart = {self.pair(a, b) for a, b in source.get("apart") or ()}
        self.allowed = set(source.get("allowed_sizes") or ANY_SIZE)
        self.locked = list(source.get("locked") or ())
        self.meetings: dict[Pair, list[int]] = defaultdict(list)
        self.sizes: dict[Player, Counter[int]] = defaultdict(Counter)
        for round_ in rounds:
            for table in round_["tables"]:
                # Of each seat, also where one player has two: that is an error of its own below.
                for player in table["players"]:
                    self.sizes[player][len(table["players"])] += 1
                # In one order, so that (a, b) and (b, a) are one pair, and of a set, so that nobody
                # meets themself.
                for pair in combinations(_in_order(set(table["players"])), 2):
                    self.meetings[pair].append(round_["number"])
        self.byes = Counter(player for round_ in rounds for player in round_["byes"])

    def pair(self, a: Player, b: Player) -> Pair:
        first, second = _in_order((a, b))
        return first, second

    def document(self) -> Document:
        errors = list(self.errors())
        repeated = {pair: met for pair, met in self.meetings.items() if len(met) > 1}
        # The first meeting of a pair is none again.
        repeats = sum(len(met) - 1 for met in repeated.values())
        opponents: Counter[Player] = Counter()
        again: Counter[Player] = Counter()
        for pair, met in self.meetings.items():
            opponents.update(pair)
            again.update({player: len(met) - 1 for player in pair})
        same_group = {p: met for p, met in self.meetings.items() if self.same_group(p)}
        apart = {pair: met for pair, met in self.meetings.items() if pair in self.apart}
        sizes = Counter(len(table["players"]) for r in self.rounds for table in r["tables"])
        return {
            "format": FORMAT,
            "ok": not errors,
            # Meetings again refuse nothing: often they cannot be avoided.
            "perfect": not errors and repeats == 0,
            "players": len(self.players),
            "rounds": len(self.rounds),
            "repeats": repeats,
            "repeated_pairs": len(repeated),
            "max_meetings": max(map(len, self.meetings.values()), default=0),
            "apart_violations": sum(map(len, apart.values())),
            "group_violations": sum(map(len, same_group.values())),
            "table_sizes": _by_size(sizes),
            "size_balance": self.size_balance(sizes),
            "per_round": [self.round_line(round_) for round_ in self.rounds],
            "pairs_repeated": [
                {"players": list(pair), "meetings": len(repeated[pair]), "rounds": repeated[pair]}
                for pair in self.first(repeated)
            ],
            "pairs_apart_met": [list(pair) for pair in self.first(apart)],
            "pairs_same_group": [
                {"players": list(pair), "rounds": same_group[pair]}
                for pair in self.first(same_group)
            ],
            "per_player": {
                str(player): {
                    "rounds": self.sizes[player].total(),
                    "byes": self.byes[player],
                    "opponents": opponents[player],
                    "repeats": again[player],
                    "sizes": _by_size(self.sizes[player]),
                }
                for player in self.players
            },
            "errors": errors,
            "plan_sha256": _plan_hash(self.rounds),
        }

    def same_group(self, pair: Pair) -> bool:
        group = self.groups.get(pair[0])
        # Two without a group are of no common one: None == None would put all of them together.
        return group is not None and group == self.groups.get(pair[1])

    def first(self, pairs: Iterable[Pair]) -> list[Pair]:
        """The pairs in the order of the players, as many as a list may hold."""
        return sorted(pairs, key=lambda p: [(isinstance(x, str), x) for x in p])[:LONGEST_LIST]

    # What is wrong.

    def errors(self) -> Iterator[Document]:
        for player, times in Counter(self.listed).items():
            if times > 1:
                yield _error("duplicate_entry", player=player)
        for round_, active in zip(self.rounds, self.active, strict=True):
            yield from self.seat_errors(round_, active)
            yield from self.table_errors(round_)
        yield from self.lock_errors()

    def seat_errors(self, round_: Document, active: set[Player]) -> Iterator[Document]:
        """Everybody who is there has exactly one seat or one bye, and nobody else has any."""
        number, known = round_["number"], set(self.players)
        seats = [
            (player, table["number"]) for table in round_["tables"] for player in table["players"]
        ]
        seats += [(player, None) for player in round_["byes"]]
        seen: set[Player] = set()
        for player, table in seats:
            if player in seen:
                yield _error("player_seated_twice", number, table, player)
            elif player not in known:
                yield _error("unknown_player", number, table, player)
            elif player not in active:
                yield _error("inactive_player_seated", number, table, player)
            seen.add(player)
        for player in self.players:
            if player in active and player not in seen:
                yield _error("missing_player", number, None, player)
        # Who is said to be there and is on no list would be missed by the loop above.
        for player in _in_order(active - known):
            yield _error("unknown_player", number, None, player)

    def table_errors(self, round_: Document) -> Iterator[Document]:
        numbers = Counter(table["number"] for table in round_["tables"])
        for number, times in numbers.items():
            if times > 1:
                yield _error("duplicate_table_number", round_["number"], number)
        for table in round_["tables"]:
            if len(table["players"]) not in self.allowed:
                yield _error("table_size", round_["number"], table["number"])

    def lock_errors(self) -> Iterator[Document]:
        """Locks of rounds that are not in the plan say nothing yet."""
        by_number = {round_["number"]: round_ for round_ in self.rounds}
        for lock in self.locked:
            round_ = by_number.get(lock["round"])
            if round_ is None:
                continue
            there = {
                player
                for table in round_["tables"]
                if table["number"] == lock["table"]
                for player in table["players"]
            }
            for player in lock["players"]:
                if player not in there:
                    yield _error("lock_broken", lock["round"], lock["table"], player)

    # What there is.

    def size_balance(self, sizes: Counter[int]) -> Document:
        """How often the players of all rounds sat at tables of each size."""
        # Only of those: who came late had fewer rounds in which to sit at a short table, and would
        # hide or feign that others sit there too often.
        always = [player for player in self.players if all(player in a for a in self.active)]
        lines = [self.sizes[player] for player in always]
        if not lines:
            return {}
        return {
            str(size): {
                "min": min(line[size] for line in lines),
                "max": max(line[size] for line in lines),
            }
            for size in sorted(sizes)
        }

    def round_line(self, round_: Document) -> Document:
        sizes = Counter(len(table["players"]) for table in round_["tables"])
        return {
            "round": round_["number"],
            "tables": len(round_["tables"]),
            "sizes": _by_size(sizes),
        }


def _error(
    code: str, round_: int | None = None, table: int | None = None, player: Player | None = None
) -> Document:
    return {"code": code, "round": round_, "table": table, "player": player}


def _by_size(sizes: Counter[int]) -> dict[str, int]:
    return {str(size): sizes[size] for size in sorted(sizes)}

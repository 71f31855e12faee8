"""What the standings of a tournament cost: 512 players, 5 rounds of 4 deals, 128 tables.

Source: tournaments.md §7.10: from scratch under 200 ms. Reading the file means
that each of the 2560 deals is scored again.
"""

import os
import random
import time
from collections.abc import Callable
from typing import Any

import django

from clubs.core.tournaments.document import tournament_document
from clubs.core.tournaments.files import read_tournament

PLAYERS, ROUNDS, DEALS = 512, 5, 4
SEED = 2026
REPEATS = 5  # of which the best counts
LIMIT = 200  # ms
TIE_BREAKS = ["contracts_made", "best_round", "rounds_won", "last_round", "direct", "lot"]


def tournament() -> dict[str, Any]:
    """Few values, so that there are many ties; teams of two, and two categories."""
    chance = random.Random(SEED)
    names = [f"P{number:03}" for number in range(1, PLAYERS + 1)]
    return {
        "format": "tarot-tournament/1",
        "tournament": {"name": "Benchmark", "seed": SEED, "tie_breaks": TIE_BREAKS},
        "entries": [
            {"id": name, "name": name, "categories": [chance.choice(["women", "junior"])]}
            for name in names
        ],
        "teams": [
            {"name": f"Team {at}", "members": names[at : at + 2]} for at in range(0, PLAYERS, 2)
        ],
        "rounds": [{"tables": list(tables(names, chance))} for _ in range(ROUNDS)],
    }


def tables(names: list[str], chance: random.Random) -> list[dict[str, Any]]:
    order = chance.sample(names, len(names))
    return [
        {
            "players": order[at : at + 4],
            "deals": [{"record": record(order[at : at + 4], chance)} for _ in range(DEALS)],
        }
        for at in range(0, len(order), 4)
    ]


def record(players: list[str], chance: random.Random) -> dict[str, Any]:
    points = chance.choice([35, 41, 51])
    return {"taker": chance.choice(players), "contract": "prise", "oudlers": 2, "points": points}


def best(run: Callable[[], object]) -> float:
    """In milliseconds."""
    found = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        run()
        found.append((time.perf_counter() - start) * 1000)
    return min(found)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmarks.settings")
    django.setup()  # registers the games
    document = tournament()
    read = read_tournament(document)
    figures = {
        "standings": (best(read.standings), LIMIT),
        "standings as JSON": (best(lambda: tournament_document("", read.standings())), LIMIT),
        "reading the file": (best(lambda: read_tournament(document)), None),
    }
    for name, (figure, limit) in figures.items():
        most = f"   limit {limit} ms" if limit else ""
        print(f"{name:38}{figure:>9.1f} ms{most}")


if __name__ == "__main__":
    main()

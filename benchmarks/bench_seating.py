"""How long it takes to draw, to draw again and to check: `make bench ARGS=seating`.

The limits are those of tournaments.md §5.7.
"""

import time
from collections.abc import Callable

from clubs.core.seating.draw import (
    Leftovers,
    SeatedRound,
    SeatingMethod,
    SeatingRequest,
    SeatingRules,
    Separation,
    certificate,
    checker_input,
    draw,
)

ROUNDS = 3  # of which the best counts


def asked(
    players: int, rounds: int, method: SeatingMethod = SeatingMethod.ROTATION, **changes: object
) -> SeatingRequest:
    return SeatingRequest(
        players=list(range(players)), methods=[method] * rounds, seed=7, **changes
    )


def seconds(run: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return best


def replanned(
    past: tuple[SeatedRound, ...], method: SeatingMethod, **changes: object
) -> SeatingRequest:
    return asked(512, 5, method, past=past, standings=list(range(512)), **changes)


def main() -> None:
    teams = {player: f"team {player // 4}" for player in range(512)}
    rotation = draw(asked(512, 5))
    past = draw(asked(512, 4, SeatingMethod.RANDOM_APART))
    stay = list(range(3, 512))
    drafts = {"drafts": rotation[4:], "active": {5: stay}}
    whole = checker_input(asked(512, 5), rotation)
    figures: list[tuple[str, Callable[[], object], float | None]] = [
        ("draw 512 x 5", lambda: draw(asked(512, 5)), 2.0),
        ("draw 511 x 5, fives", lambda: draw(asked(511, 5, leftovers=Leftovers.FIVES)), 2.0),
        (
            "draw 512 x 5, teams of four",
            lambda: draw(asked(512, 5, rules=SeatingRules(Separation.TEAM, teams))),
            2.0,
        ),
        ("draw 60 x 5", lambda: draw(asked(60, 5)), 0.2),
        ("draw 16 x 7, best effort", lambda: draw(asked(16, 7)), None),
        (
            "random_apart, 128 tables",
            lambda: draw(replanned(past, SeatingMethod.RANDOM_APART)),
            1.0,
        ),
        (
            "standing_apart, 128 tables",
            lambda: draw(replanned(past, SeatingMethod.STANDING_APART)),
            1.0,
        ),
        (
            "replan after three left, 128 tables",
            lambda: draw(replanned(rotation[:4], SeatingMethod.ROTATION, **drafts)),
            1.0,
        ),
        ("check 128 tables x 5", lambda: certificate(whole), 0.2),
    ]
    for name, run, limit in figures:
        told = "" if limit is None else f"   limit {limit:4.1f} s"
        print(f"{name:38}{seconds(run):>9.3f} s{told}")


if __name__ == "__main__":
    main()

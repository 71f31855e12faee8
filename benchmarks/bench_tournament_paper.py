"""What the papers of a large tournament cost: 128 tables of four, `make bench ARGS=paper`.

Source: tournaments.md §10: one PDF for a round of 128 tables in under 2 s. The
emergency set has five rounds of them.
"""

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime

TABLES, SEATS, DEALS, ROUNDS = 128, 4, 5, 5
REPEATS = 3  # of which the best counts
LIMIT = 2.0  # seconds, a round
AT = datetime(2026, 11, 14, 14, tzinfo=UTC)


def best(run: Callable[[], bytes]) -> tuple[float, int]:
    """Seconds, and the size of the file."""
    found, size = [], 0
    for _ in range(REPEATS):
        start = time.perf_counter()
        size = len(run())
        found.append(time.perf_counter() - start)
    return min(found), size


def main() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmarks.settings")
    django.setup()
    from clubs.exchange.tournaments.papers.paper import (
        badges_pdf,
        emergency_pdf,
        seating_pdf,
        slips_pdf,
    )
    from clubs.queries.tournaments.paper_shapes import (
        Badge,
        BadgesPaper,
        EmergencyPaper,
        PaperEntry,
        PaperHead,
        PaperTable,
        SeatingPaper,
        SlipsPaper,
    )

    head = PaperHead("Benchmark", "Les Trois Bouts", "Salle des fêtes", AT)
    people = [
        PaperEntry(number, f"Marie-Christine Dupont-{number}", "Les Trois Bouts")
        for number in range(1, TABLES * SEATS + 1)
    ]
    tables = tuple(
        PaperTable(
            number,
            tuple(people[(number - 1) * SEATS : number * SEATS]),
            f"AB{number:04}",
            f"https://tarot.example.org/j/AB{number:04}/",
        )
        for number in range(1, TABLES + 1)
    )
    slips = SlipsPaper(head, 1, DEALS, tables)
    seating = SeatingPaper(head, 1, tables)
    token = "x" * 43
    badges = BadgesPaper(
        head,
        tuple(Badge(who, address=f"https://tarot.example.org/s/{token}/") for who in people),
    )
    emergency = EmergencyPaper(head, (seating,) * ROUNDS, (slips,) * ROUNDS)
    figures: dict[str, tuple[Callable[[], bytes], float | None]] = {
        "slips, two on a page": (lambda: slips_pdf(slips, 2), LIMIT),
        "slips, four on a page": (lambda: slips_pdf(slips, 4), LIMIT),
        "seating by table and by name": (lambda: seating_pdf(seating, AT), LIMIT),
        "badges of 512": (lambda: badges_pdf(badges), None),
        f"emergency set, {ROUNDS} rounds": (lambda: emergency_pdf(emergency, AT), None),
    }
    for name, (run, limit) in figures.items():
        seconds, size = best(run)
        told = "" if limit is None else f"   limit {limit:4.1f} s"
        print(f"{name:38}{seconds:>9.3f} s{size / 1000:>9.0f} kB{told}")


if __name__ == "__main__":
    main()

"""What the server of production keeps and spends beside answers: the memory of a worker after 5,000
mixed requests, and the processor time of a minute in which nobody comes.

On a new SQLite database with the demo club. Requests come over a few kept connections and are, in
turns, pages of the club, of a season, a tournament and a table, polls, files, and deals that are
saved at tables of another club.
"""

import os
import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path

from benchmarks.bench_http import Client, Recording, installation
from benchmarks.bench_live import Demo, poll_address
from benchmarks.load import Processor
from benchmarks.report.figures import judge

REQUESTS = 5_000
CONNECTIONS = 8  # more than there are workers, so that each of them is asked
DEALS_EVERY = 5  # requests
LOOKS = 5  # at the memory
MINUTE = 60  # seconds
OF_CLUB = (
    "club_home", "member_list", "table_list", "table_new", "deal_list", "club_statistics",
    "league_list", "tournament_list", "deals_csv", "deals_xlsx", "club_screen",
)  # fmt: skip
OF_SEASON = (
    "league_standings", "league_takers", "league_partners", "league_records", "league_race",
    "league_evenings", "league_csv",
)  # fmt: skip
OF_TOURNAMENT = ("tournament_show", "tournament_standings", "round_list", "entry_list")
OF_TABLE = ("sitting_sheet", "deal_record", "sitting_summary", "sitting_live", "sitting_log")


def addresses(demo: Demo) -> Iterator[str]:
    from django.urls import reverse

    from clubs.models import League, Tournament

    table, club = demo.sitting, demo.sitting.club
    league = League.objects.filter(club=club).newest_first()[0]
    tournament = Tournament.objects.filter(club=club).order_by("pk").last()
    for names, keys in (
        (OF_CLUB, [club.slug]),
        (OF_SEASON, [club.slug, league.uuid]),
        (OF_TOURNAMENT, [tournament.uuid]),
        (OF_TABLE, [table.uuid]),
    ):
        yield from (reverse(name, args=keys) for name in names)
    yield from (reverse("player_show", args=[seat.player.uuid]) for seat in table.seats.present())


def ask(clients: Sequence[Client], paths: Sequence[str], recording: Recording) -> Iterator[int]:
    """Yields how many were asked, now and then."""
    asked = zip(cycle(clients), cycle(paths), strict=False)
    for number, (client, path) in enumerate(islice(asked, REQUESTS), 1):
        if number % DEALS_EVERY:
            client.request("GET", path)
        else:
            recording.send()
        if number % (REQUESTS // LOOKS) == 0:
            yield number


def memory(server: Processor) -> list[tuple[float, float]]:
    """MB of each process: resident, and with a share only of the pages that it has in common with
    others, as those that it began with are."""
    return [
        (_told_lines(process, "Rss"), _told_lines(process, "Pss")) for process in server.processes
    ]


def _told_lines(process: Path, name: str) -> float:
    lines = (process / "smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:")) / 1024


def show(number: int, server: Processor) -> None:
    told = ", ".join(f"{resident:.0f} / {own:.0f}" for resident, own in memory(server))
    print(f"  {number:>5,}  {told}")


def main() -> None:
    with installation() as (port, club):
        from django.core.management import call_command
        from django.db import connections

        from clubs.models import User

        with open(os.devnull, "w") as nowhere:
            call_command("demo", yes=True, verbosity=0, stdout=nowhere)
        demo = Demo()
        organiser = demo.signed_in(User.objects.get(email="organiser@feutre.example"))
        clients = [Client(port, organiser) for _ in range(CONNECTIONS)]
        paths = [*addresses(demo), poll_address(clients[0], demo.boards[0].page)]
        recording = Recording(
            Client(port, club.session), club, club.evenings(REQUESTS // DEALS_EVERY + 1)
        )
        connections.close_all()
        server = Processor(club.server)
        print(f"\nThe server of production, {REQUESTS:,} requests to {len(paths)} addresses")
        print("  after  MB of each process, resident / with a share of what is common")
        show(0, server)
        for number in ask(clients, paths, recording):
            show(number, server)
        judge("worker_memory", max(own for _resident, own in memory(server)))
        before = server.milliseconds()
        time.sleep(MINUTE)
        judge("idle", (server.milliseconds() - before) / 1000)


if __name__ == "__main__":
    main()

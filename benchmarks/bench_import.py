"""What an import costs: deals by `manage.py import_deals` into a new SQLite database.

`make bench ARGS=import`; IMPORT_DEALS=100000 for the number of the specification, which must take
less than five minutes.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

DEALS = 10_000
TABLE = 25  # deals
SECONDS_FOR_100000 = 300
NAMES = ("Alice", "Bob", "Charlie", "Dora", "Frank")
HEAD = "date,table,players,taker,called,contract,oudlers,points\n"


def rows(deals: int) -> Iterator[str]:
    """Tables of five, the same ones each time."""
    chance = random.Random(345)
    for number in range(deals):
        table, place = divmod(number, TABLE)
        day = f"{2010 + table // 400}-{1 + table // 40 % 10:02d}-{1 + table % 28:02d}"
        seats = "" if place else "|".join(NAMES)
        taker, called = chance.choice(NAMES), chance.choice(NAMES)
        contract, oudlers = chance.choice(("prise", "garde")), chance.randint(1, 2)
        points = chance.randint(30, 70)
        yield f"{day},{table},{seats},{taker},{called},{contract},{oudlers},{points}\n"


def main() -> None:
    deals = int(os.environ.get("IMPORT_DEALS", DEALS))
    with tempfile.TemporaryDirectory() as folder:
        told = {"SECRET_KEY": "bench", "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3"}
        environment = {**os.environ, **told}
        manage(environment, "migrate", "--verbosity", "0")
        manage(environment, "demo")
        path = Path(folder, "deals.csv")
        path.write_text(HEAD + "".join(rows(deals)), encoding="utf-8")
        start = time.perf_counter()
        manage(
            environment,
            "import_deals",
            "amicale-du-tarot-de-dole",
            str(path),
            "--new-players",
            "member",
        )
        seconds = time.perf_counter() - start
    share = SECONDS_FOR_100000 * deals / 100_000
    print(f"import: {deals} deals in {seconds:.1f} s, {deals / seconds:.0f} a second")
    print(f"        at most {share:.0f} s: {'kept' if seconds <= share else 'MISSED'}")


def manage(environment: dict[str, str], *arguments: str) -> None:
    subprocess.run(
        [sys.executable, "manage.py", *arguments],
        check=True,
        env=environment,
        stdout=subprocess.DEVNULL,
    )

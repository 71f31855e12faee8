"""What an import costs: opening a file in a process of its own, small and large, and deals by
`manage.py import_deals` into a new SQLite database.

`make bench ARGS=import`; IMPORT_DEALS=100000 for the number of leagues.md §7.6, which must take
less than five minutes.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from openpyxl import Workbook

from clubs.exchange.imports.process.apart import read_apart

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


def workbook(count: int) -> bytes:
    """A spreadsheet of twelve columns."""
    book = Workbook(write_only=True)
    page = book.create_sheet()
    for number in range(count + 1):
        page.append([number, *(f"cell {column}" for column in range(11))])
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def measure_reading() -> None:
    files = {
        "a CSV of 2 rows": b"name\nAnne\nBob\n",
        "a CSV of 100,000 rows": (HEAD + "".join(rows(99_999))).encode(),
        "a spreadsheet of 2 rows": workbook(2),
        "a spreadsheet of 10,000 rows": workbook(10_000),
    }
    for name, content in files.items():
        before, start = child_seconds(), time.perf_counter()
        read_apart(content)
        wall = time.perf_counter() - start
        print(f"reading: {name}: {child_seconds() - before:.2f} s CPU, {wall:.2f} s in all")


def child_seconds() -> float:
    """Of a processor, by the processes that have ended."""
    told = os.times()
    return told.children_user + told.children_system


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmarks.settings")
    measure_reading()
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

"""Rows of Best that an earlier version wrote lack what a new record asks them for."""

from pathlib import Path

from clubs.queries.statistics import bests

MIGRATIONS = Path(__file__).parents[3] / "clubs/migrations"
# A new record needs a migration that deletes rows of Best, which are then made again. Its name goes
# here, with all that rows have from then on.
NEWEST = "0045_evenings_of_counted_sizes"
TOLD = {"deal", "made", "failed", "slams", "kinds", "evening", "takes", "comeback", "closest"}
TOLD |= {"hours", "/people", "runs", "pairs"}


def test_a_new_record_has_a_migration_that_makes_the_rows_again():
    sources = {path.stem: path.read_text(encoding="utf-8") for path in MIGRATIONS.glob("0*.py")}
    deletes = [name for name, text in sources.items() if '"Best")' in text and ".delete()" in text]
    names = {name: value for name, value in vars(bests).items() if name.isupper()}

    assert max(deletes) == NEWEST
    assert {value for value in names.values() if isinstance(value, str)} == TOLD

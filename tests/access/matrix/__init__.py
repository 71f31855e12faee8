"""Who gets which answer at every address of the site: the written matrix, as data, area by area.

tests/access/test_access_matrix.py asks each question; docs/access.md says the same in words. A new
address needs a row here. A second row for an address shows it in another state of the table or the
site.
"""

from tests.access.matrix import (
    accounts,
    deals,
    exchange,
    pages,
    people,
    private_tables,
    seasons,
    statistics,
    tables,
)
from tests.access.matrix.tournaments import entries, results, rounds, set_up

CLUB_ROWS = [
    *seasons.ROWS,
    *statistics.ROWS,
    *pages.ROWS,
    *people.ROWS,
    *exchange.ROWS,
    *tables.ROWS,
    *deals.ROWS,
    *private_tables.ROWS,
    *accounts.ROWS,
]
ROWS = [*CLUB_ROWS, *set_up.ROWS, *results.ROWS, *entries.ROWS, *rounds.ROWS]

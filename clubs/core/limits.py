"""Limits that several layers keep to: what a file, a form or a draw may have."""

FIRST_BIRTH_YEAR = 1900  # of anybody on a list; the last is the present year
MOST_SEED = 2**53 - 1  # of a draw or a lot: the largest whole number that every JSON reader keeps
MOST_ROUNDS = 60  # of a tournament, and so of a draw: fewer than MOST_MEETINGS of a seating board
LARGEST_FILE = 20 * 2**20  # bytes; leagues.md §7.6
CALENDAR_YEARS = range(1900, 2200)  # of anything that was played; no time zone leads out of them
DEALS_OF_EVENING = range(1, 10_000)  # of one player, where only totals are known
MOST_POINTS = 1_000_000  # of a score, total or penalty in a file; far more than any game gives

"""Limits that several layers keep to: what a file may hold, before anything is known of it."""

FIRST_BIRTH_YEAR = 1900  # of anybody on a list; the last is the present year
LARGEST_FILE = 20 * 2**20  # bytes; leagues.md §7.6

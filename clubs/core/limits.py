"""Limits that several layers keep to: what a file may hold, before anything is known of it."""

LARGEST_FILE = 20 * 2**20  # bytes; leagues.md section 7.6

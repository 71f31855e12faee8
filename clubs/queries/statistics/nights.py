"""Evenings: those of the season, where one is chosen, else days in the club's zone; a table belongs
to the day on which it was opened.

Source: leagues.md §1.
"""

from datetime import date
from typing import NamedTuple
from uuid import UUID


class Night(NamedTuple):
    """An evening. uuid and name are empty where it is a day without a season."""

    held_on: date
    name: str
    key: str
    uuid: UUID | None = None


def night_order(night: Night) -> tuple[date, str, str]:
    return night.held_on, night.name, night.key

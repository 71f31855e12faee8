"""Many values, some at a time: no database takes any number of parameters."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def batches(values: Iterable[T], size: int) -> Iterator[list[T]]:
    """Lists of size values, the last one of fewer. Reads no further than the list that is asked."""
    left = iter(values)
    while batch := list(islice(left, size)):
        yield batch

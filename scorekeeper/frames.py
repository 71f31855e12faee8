"""Room for the frames of Python's calls.

CPython keeps them in chunks of 16 kB of each thread. A call that does not fit takes a new chunk
from the system, and gives it back when it returns: 7 µs, each time that a loop makes it. Where that
falls is chance, and a page could spend a third of its time so. A chunk is made larger for a frame
that needs more, and stays as long as that frame.
"""

from collections.abc import Callable
from typing import Any, TypeVar

Value = TypeVar("Value")
LARGE = 33_000  # places of 8 bytes: what is above 256 kB has a chunk of 512, used where written


def make_roomy(function: Any) -> None:
    """What this function of Python calls finds its room in one chunk: its frame asks for one that
    is large. A frame that asked for less than it needs would write over others."""
    code = function.__code__
    function.__code__ = code.replace(co_stacksize=code.co_stacksize + LARGE)


def call_with_room(call: Callable[..., Value], *arguments: Any) -> Value:
    return call(*arguments)


make_roomy(call_with_room)

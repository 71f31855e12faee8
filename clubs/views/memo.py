"""What was made once and is asked for by many: fragments of pages, kept in the process."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class Slot(Generic[T]):
    lock: Lock = field(default_factory=Lock)
    made: T | None = None


class Memo(Generic[T]):
    """The texts, or other values that are never None, asked for last, so many of them at most.

    The key must name all that a value is made of. Of those who ask for the same at once, one makes
    it and the others wait; who asks for something else does not.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._lock = Lock()
        self._slots: OrderedDict[Hashable, Slot[T]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._slots)

    def clear(self) -> None:
        with self._lock:
            self._slots.clear()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        slot = self._slot(key)
        with slot.lock:
            if slot.made is None:
                slot.made = make()
            return slot.made

    def _slot(self, key: Hashable) -> Slot[T]:
        with self._lock:
            slot = self._slots.setdefault(key, Slot())
            self._slots.move_to_end(key)
            if len(self._slots) > self.size:
                self._slots.popitem(last=False)
            return slot

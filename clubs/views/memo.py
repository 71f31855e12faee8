"""What was made once and is asked for by many: fragments of pages, kept in the process."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class MemoSlot(Generic[T]):
    lock: Lock = field(default_factory=Lock)
    value: T | None = None


class Memo(Generic[T]):
    """Remembers the values that were asked for last, up to `size` of them. A value is never None.

    The key must name all that a value is made of. If several threads ask for one key at once, one
    makes the value and the others wait; other keys do not wait.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._lock = Lock()
        self._slots: OrderedDict[Hashable, MemoSlot[T]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._slots)

    def clear(self) -> None:
        with self._lock:
            self._slots.clear()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        slot = self._slot(key)
        with slot.lock:
            if slot.value is None:
                slot.value = make()
            return slot.value

    def _slot(self, key: Hashable) -> MemoSlot[T]:
        with self._lock:
            # A slot is made under the lock and filled outside it: another key need not wait.
            slot = self._slots.setdefault(key, MemoSlot())
            self._slots.move_to_end(key)
            if len(self._slots) > self.size:
                self._slots.popitem(last=False)
            return slot

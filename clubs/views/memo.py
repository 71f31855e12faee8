"""What was made once and is asked for by many: fragments of pages, kept in the process."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock


@dataclass(slots=True)
class Slot:
    lock: Lock = field(default_factory=Lock)
    text: str | None = None


class Memo:
    """The texts asked for last, so many of them at most.

    The key must name all that a text is made of. Of those who ask for the same at once, one makes
    it and the others wait; who asks for something else does not.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._lock = Lock()
        self._slots: OrderedDict[Hashable, Slot] = OrderedDict()

    def __len__(self) -> int:
        return len(self._slots)

    def clear(self) -> None:
        with self._lock:
            self._slots.clear()

    def get(self, key: Hashable, make: Callable[[], str]) -> str:
        slot = self._slot(key)
        with slot.lock:
            if slot.text is None:
                slot.text = make()
            return slot.text

    def _slot(self, key: Hashable) -> Slot:
        with self._lock:
            slot = self._slots.setdefault(key, Slot())
            self._slots.move_to_end(key)
            if len(self._slots) > self.size:
                self._slots.popitem(last=False)
            return slot

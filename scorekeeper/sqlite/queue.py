"""Who writes next to a file of SQLite: whoever came first. docs/decisions/writers.md.

SQLite lets one connection write at a time. Those that wait look again after growing pauses, in no
order, and give up in the end: with twenty of them some never get in.
"""

import os
import sys
from collections import deque
from threading import Lock

if sys.platform != "win32":
    import fcntl


class WriterQueue:
    """One writer of a file at a time, of all threads of this process and of the other processes
    that use this class. Threads of a process go in the order in which they came; between processes
    the system decides, which wakes the one that waits before a new one can come.

    file is locked, and made where it is not there. Where that cannot be done, on Windows and on
    some network shares, the queue is that of the process alone, and SQLite arbitrates between
    processes as ever.
    """

    def __init__(self, file: str) -> None:
        self._mutex = Lock()
        self._is_taken = False
        self._waiting: deque[Lock] = deque()
        self._file = _opened(file)

    @property
    def length(self) -> int:
        """How many threads of this process wait for their turn."""
        return len(self._waiting)

    def enter(self, patience: float) -> bool:
        """Wait for one's turn among the threads of the process, at most so many seconds, then for
        the other processes, as long as it takes: only one thread of each stands there. Returns
        whether it is one's turn; then leave() has to be called."""
        if not self._has_come(patience):
            return False
        self._lock(is_taken=True)
        return True

    def leave(self) -> None:
        """Whoever came next goes on. Not necessarily called by the thread that entered."""
        self._lock(is_taken=False)
        with self._mutex:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False

    def _has_come(self, patience: float) -> bool:
        turn = Lock()
        with self._mutex:
            if not self._is_taken:
                self._is_taken = True
                return True
            turn.acquire()  # whoever leaves releases it
            self._waiting.append(turn)
        if turn.acquire(timeout=patience):
            return True
        with self._mutex:
            if turn in self._waiting:
                self._waiting.remove(turn)
                return False
        return True  # it came in the last moment

    def _lock(self, *, is_taken: bool) -> None:
        if sys.platform == "win32" or self._file is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX if is_taken else fcntl.LOCK_UN)
        except OSError:  # a network share without locks
            os.close(self._file)
            self._file = None

    def forget(self) -> None:
        """In the copy of a process: the turn is that of the original."""
        if self._file is not None:
            os.close(self._file)


def _opened(file: str) -> int | None:
    if sys.platform == "win32":
        return None
    try:
        return os.open(file, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        return None


_queues: dict[str, WriterQueue] = {}
_queues_lock = Lock()


def queue_of(database: str) -> WriterQueue:
    """The queue of this file of SQLite, one for all connections of this process."""
    path = os.path.realpath(database)
    with _queues_lock:
        if path not in _queues:
            _queues[path] = WriterQueue(f"{path}-queue")
        return _queues[path]


def _begin_anew() -> None:
    global _queues_lock
    _queues_lock = Lock()
    for queue in _queues.values():
        queue.forget()
    _queues.clear()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_begin_anew)

"""Several clients at once, and the processor time that the server spends on them."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Barrier, Lock, Thread


@dataclass
class Load:
    """Times are in ms, from the first try to the answer that counts; busy are the answers 503."""

    times: list[float] = field(default_factory=list)
    busy: int = 0
    seconds: float = 0.0

    @property
    def per_second(self) -> float:
        return len(self.times) / self.seconds

    @property
    def p95(self) -> float:
        return statistics.quantiles(self.times, n=20)[-1]


class Busy(Exception):
    """The server answered 503: it could not write in time."""


def at_once(sends: Sequence[Callable[[], object]], count: int) -> Load:
    """Each client sends so many requests, one after the other, and what was refused again."""
    load, lock, start = Load(), Lock(), Barrier(len(sends) + 1)

    def work(send: Callable[[], object]) -> None:
        start.wait()
        for _ in range(count):
            began, busy = time.perf_counter(), 0
            while not _sent(send):
                busy += 1
            spent = (time.perf_counter() - began) * 1000
            with lock:
                load.times.append(spent)
                load.busy += busy

    threads = [Thread(target=work, args=(send,)) for send in sends]
    for thread in threads:
        thread.start()
    start.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    load.seconds = time.perf_counter() - began
    return load


def _sent(send: Callable[[], object]) -> bool:
    try:
        send()
    except Busy:
        return False
    return True


class Processor:
    """The processor time of a process and of those that it started. Linux alone tells it."""

    def __init__(self, pid: int) -> None:
        self.processes = [Path(f"/proc/{pid}"), *_children(pid)]

    def milliseconds(self) -> float:
        """Of all their threads so far."""
        tasks = (task for process in self.processes for task in process.glob("task/*/schedstat"))
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e6


def _children(pid: int) -> list[Path]:
    processes = (path for path in Path("/proc").iterdir() if path.name.isdecimal())
    return [path for path in processes if _parent(path) == pid]


def _parent(process: Path) -> int:
    """0 for a process that has ended meanwhile."""
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0

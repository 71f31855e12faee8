"""Room for the frames of calls (scorekeeper/frames.py), which CPython takes from the system."""

import resource
from queue import Queue
from types import SimpleNamespace

from scorekeeper.server import Dispatcher

CALLS = 1_000
DEEPEST = 300  # calls that stand in each other; a page has 100 to 200


def call() -> tuple[int, ...]:
    first, second, third = 1, 2, 3
    return (first, second, third)


def faults_at(depth: int) -> int:
    """Pages that the system gave while a loop made CALLS calls, so deep."""
    if depth:
        return faults_at(depth - 1)
    before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
    for _ in range(CALLS):
        call()
    return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before


def test_no_call_in_a_thread_of_the_server_takes_memory_anew_each_time():
    """Without room each of the calls does, at two of these depths."""
    answers: Queue[int] = Queue()
    task = SimpleNamespace(service=lambda: answers.put(max(map(faults_at, range(DEEPEST)))))
    dispatcher = Dispatcher()
    dispatcher.set_thread_count(1)

    dispatcher.add_task(task)
    most = answers.get(timeout=60)
    dispatcher.shutdown()

    assert most < CALLS / 10

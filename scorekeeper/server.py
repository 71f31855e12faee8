"""The web server of `make run`, of production and of the benchmarks.

    python -m scorekeeper.server 127.0.0.1:8000

waitress reads requests and sends answers in one loop that never blocks, and gives only complete
requests to threads: a phone that hangs costs a socket and no thread. This module adds processes
that are started again, a stop that finishes what is under way, and limits of the time in which a
request must arrive and of its size. docs/decisions/server.md says why.
"""

import ctypes
import gc
import multiprocessing
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from scorekeeper.frames import call_with_room

PROCESSES = 2  # one that runs Python code keeps one core busy; a poll is a short request
THREADS = 8  # of each
QUIET = 15  # seconds until a connection is closed on which nothing moves, or a request is not there
SLOWEST = 50_000  # bytes of a body that came; for each of them a request has a second more
CROWDED = 2  # seconds for both when there are many connections, so that others get in
CONNECTIONS = 1000  # of each process; more wait in the queue of the system
MANY = 800
QUEUE = 1024
FINISHES = 25  # seconds for what is under way when the server stops; systemd kills after 90
LINGERS = 1  # second: a request that is on its way when the server stops is still answered
HEAD = 64 * 1024  # bytes; cookies and a long address are 2 kB
KEEPALIVE = {"TCP_KEEPIDLE": 30, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3}  # seconds, times
PAUSE = 1  # second before a process that died is started again
ARENAS, M_ARENA_MAX = 2, -8  # the number of the option in malloc.h


class LimitedRequest(HTTPRequestParser):
    """A request whose body may be too large. It is refused before the body is read: the application
    sees the length that it names (CONTENT_LENGTH), finds nothing to read, and answers."""

    most_bytes: Callable[[str, str], int]
    most = -1
    body_rcv: Any
    is_refused = False

    def received(self, data: bytes) -> int:
        consumed: int = super().received(data)
        if self.body_rcv is None or self.error:
            return consumed
        if self.most < 0:
            self.most = self.most_bytes(self.path, self.query)
        size = max(self.content_length, len(self.body_rcv))
        if size <= self.most:
            return consumed
        self.completed = self.is_refused = True
        self.expect_continue = False
        self.body_rcv.getbuf().close()
        self.body_rcv = None
        self.headers |= {"CONTENT_LENGTH": str(size), "CONNECTION": "close"}
        return len(data)


class Answer(WSGITask):
    """An answer without content ends with its head. waitress would close the connection after it,
    and a page that polls would come by another one every two seconds."""

    def set_close_on_finish(self) -> None:
        is_asked = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or is_asked or self.version != "1.1":
            super().set_close_on_finish()


class NewestWaiter:
    """A condition that wakes the thread that began to wait last."""

    def __init__(self, lock: threading.Lock) -> None:
        self._lock = lock  # held by callers
        self._waiters: list[threading.Lock] = []

    def wait(self) -> None:
        waiter = threading.Lock()
        waiter.acquire()
        self._waiters.append(waiter)
        self._lock.release()
        try:
            waiter.acquire()
        finally:
            self._lock.acquire()

    def notify(self) -> None:
        if self._waiters:
            self._waiters.pop().release()

    def notify_all(self) -> None:
        while self._waiters:
            self.notify()


class Dispatcher(ThreadedTaskDispatcher):
    """Threads with room for the frames of what they call. The one that worked last works next: a
    request on a quiet server finds a connection to the database whose pages and statements are in
    memory, and threads that are not needed hold none, which is 4 MB each on SQLite."""

    def __init__(self) -> None:
        super().__init__()
        self.queue_cv = NewestWaiter(self.lock)

    def start_new_thread(self, target: Callable[[int], None], thread_no: int) -> None:
        super().start_new_thread(partial(call_with_room, target), thread_no)


class Connection(HTTPChannel):
    parser_class = LimitedRequest
    task_class = Answer
    began = 0.0  # when the first byte of the request came that is not whole yet
    is_refused = False  # the rest of the last request is read and thrown away
    is_over = False  # our side is closed

    def received(self, data: bytes) -> bool:
        if self.is_refused:
            return True
        if self.request is None:
            self.began = time.time()
        done: bool = super().received(data)
        self.is_refused = any(request.is_refused for request in self.requests)
        return done

    def service(self) -> None:
        super().service()
        if self.server.is_stopping:
            self.close_when_flushed = True
            self.server.pull_trigger()

    def readable(self) -> bool:
        is_usual: bool = super().readable()
        return self.is_over or is_usual

    def handle_close(self) -> None:
        """Read what a refused client still sends, to its end or for QUIET seconds: it would lose
        the answer if the connection was closed at once."""
        if not self.is_refused or self.is_over or not self.connected:
            super().handle_close()
            return
        self.is_over, self.will_close, self.began = True, False, time.time()
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:  # nobody is there any more
            super().handle_close()

    def is_late(self, now: float, patience: float) -> bool:
        """Whether nothing moves, or a request takes too long to arrive."""
        if self.requests:
            return False
        if self.is_over:
            return self.began + patience < now
        if self.request is not None:
            received: int = self.request.body_bytes_received
            return self.began + patience + received / SLOWEST < now
        return bool(self.last_activity + patience < now)


class Server(TcpWSGIServer):
    """One process of the server, around the sockets that the processes share."""

    channel_class = Connection
    is_stopping = False

    def maintenance(self, now: float) -> None:
        patience = CROWDED if len(self.active_channels) > MANY else QUIET
        for connection in self.active_channels.values():
            if connection.is_late(now, patience):
                connection.will_close = True
                connection.is_refused = False

    def stop(self) -> None:
        """Accept the connections that wait already, and no more."""
        self.is_stopping = True
        while self.connections() < CONNECTIONS and self.handle_accept():
            pass
        self.accepting = False
        self.del_channel()
        self.socket.close()

    def handle_accept(self) -> bool:
        before = len(self._map)
        super().handle_accept()
        return len(self._map) > before

    def connections(self) -> int:
        return len(self.active_channels)

    def close_quiet(self, now: float) -> None:
        for connection in self.active_channels.values():
            if connection.is_late(now, LINGERS):
                connection.will_close = True


class Parent(wasyncore.dispatcher):
    """The child's end of a socket whose other end closes when the parent stops or dies."""

    def __init__(self, end: socket.socket, server: Server, connections: dict[int, Any]) -> None:
        super().__init__(end, connections)
        self.server = server

    def writable(self) -> bool:
        return False

    def handle_read_event(self) -> None:
        if not self.server.is_stopping:
            self.close()
            self.server.stop()

    handle_close = handle_read_event


def _serve_until(end: socket.socket, listener: socket.socket) -> None:
    """Serve in this process until the other end is closed and what is under way is answered."""
    from django.conf import settings

    from clubs.bodies import most_bytes
    from scorekeeper.wsgi import application

    LimitedRequest.most_bytes = staticmethod(most_bytes)
    connections: dict[int, Any] = {}
    adjustments = Adjustments(
        backlog=QUEUE,
        connection_limit=CONNECTIONS,
        cleanup_interval=1,
        max_request_header_size=HEAD,
        outbuf_high_watermark=2**40,  # bytes; an answer goes to a file before a thread waits
        asyncore_use_poll=True,
        log_socket_errors=False,
        clear_untrusted_proxy_headers=not settings.TRUSTED_PROXIES,
        ident=None,
    )
    adjustments.socket_options = [*Adjustments.socket_options, *_keepalive()]
    dispatcher = Dispatcher()
    dispatcher.set_thread_count(THREADS)
    listener.setblocking(False)
    server = Server(
        application,
        connections,
        dispatcher=dispatcher,
        _sock=listener,
        adj=adjustments,
        sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
        bind_socket=False,
    )
    Parent(end, server, connections)
    loop = {"timeout": 1, "use_poll": True, "map": connections, "count": 1}
    while not server.is_stopping:
        wasyncore.loop(**loop)
    until = time.time() + FINISHES
    while server.active_channels and time.time() < until:
        server.close_quiet(time.time())
        wasyncore.loop(**{**loop, "timeout": 0.2})
    server.task_dispatcher.shutdown(timeout=1)


def _keepalive() -> list[tuple[int, int, int]]:
    """Ask a silent peer whether it is still there, sooner than the system would."""
    known = [name for name in KEEPALIVE if hasattr(socket, name)]  # macOS has two, others three
    options = [(socket.IPPROTO_TCP, getattr(socket, name), KEEPALIVE[name]) for name in known]
    return [(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1), *options]


def _work(hold: socket.socket | None, end: socket.socket, listener: socket.socket) -> None:
    """A process of the server. hold: the parent's end, where the process is a copy of it."""
    if hold is None:
        _load()
    else:
        hold.close()
    for name in (signal.SIGINT, signal.SIGTERM):  # the parent says when to stop
        signal.signal(name, signal.SIG_IGN)
    _serve_until(end, listener)


def _load() -> None:
    """Everything that a request needs, once for all processes; a wrong setting ends the server.

    Each process that read the catalogues and the library of spreadsheets itself had 8 MB more.
    """
    import openpyxl  # noqa: F401 (loaded here, used in exports)
    from django.conf import settings
    from django.urls import resolve
    from django.utils import translation

    from scorekeeper.wsgi import application  # noqa: F401 (makes Django ready)

    resolve("/")  # imports the views
    for language in dict(settings.LANGUAGES):
        with translation.override(language):
            pass  # its catalogue is read
    collect_seldom()


def collect_seldom() -> None:
    """Look for garbage in what requests make alone, and seldom: of their many objects hardly any is
    cyclic."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def _share_memory() -> None:
    """Let the threads of a process take memory from the same places. glibc would give each its own,
    which keeps what an answer needed once: 10 MB of a process."""
    with suppress(AttributeError):  # another library has no such option
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS)


def _require_database() -> None:
    """End here, with a sentence, on a database that this program cannot serve."""
    from clubs.services.files.ground import why_not_start

    sentence = why_not_start()
    if sentence is not None:
        sys.exit(sentence)


def _serve(listener: socket.socket) -> None:
    """Serve on this socket until SIGTERM or Ctrl-C."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    forks = sys.platform == "linux"  # elsewhere a copy of a process is not safe, or not possible
    if forks:
        _share_memory()
    _load()
    _require_database()
    listener.listen(QUEUE)
    context: Any = multiprocessing.get_context("fork" if forks else "spawn")
    hold, end = socket.socketpair()
    arguments = (hold if forks else None, end, listener)
    processes = [_start(context.Process, arguments) for _ in range(PROCESSES)]
    try:
        while True:
            wait([process.sentinel for process in processes])
            time.sleep(PAUSE)
            for place, process in enumerate(processes):
                if not process.is_alive():
                    _say(f"A process of the server ended ({process.exitcode}); another one starts.")
                    processes[place] = _start(context.Process, arguments)
    except (KeyboardInterrupt, SystemExit):
        pass
    finally:
        listener.close()
        hold.close()
        until = time.monotonic() + FINISHES + 5
        for process in processes:
            process.join(max(until - time.monotonic(), 0))
            process.kill()


def _start(make: Callable[..., BaseProcess], arguments: tuple[Any, ...]) -> BaseProcess:
    process = make(target=_work, args=arguments)
    process.start()
    return process


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def _listening(address: str) -> socket.socket:
    """On HOST:PORT, or [ADDRESS]:PORT of IPv6; fd://3 is a socket that is open already."""
    if address.startswith("fd://"):
        return socket.socket(fileno=int(address.removeprefix("fd://")))
    host, _colon, port = address.rpartition(":")
    host = host.strip("[]")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, int(port)), family=family, backlog=QUEUE)


def run_server(arguments: list[str]) -> None:
    if len(arguments) != 1:
        sys.exit("Say where to listen: python -m scorekeeper.server 127.0.0.1:8000")
    try:
        listener = _listening(arguments[0])
    except (OSError, ValueError) as error:
        sys.exit(f"{arguments[0]} cannot be used: {error}.")
    _serve(listener)


if __name__ == "__main__":
    run_server(sys.argv[1:])

"""The server as production runs it: phones that hang keep nobody out, and a stop loses nothing."""

import http.client
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from queue import Queue
from types import SimpleNamespace

import pytest

from clubs.bodies import LARGEST_FORM, MORE, file_address
from clubs.core.limits import LARGEST_FILE
from scorekeeper.server import Dispatcher
from tests.server.processes import PATIENCE, Running, running

PHONES = 40
# With the cookie, since Django refuses a POST without one before it reads the body.
HEAD = f"POST /table/ HTTP/1.1\r\nHost: localhost\r\nCookie: csrftoken={32 * 'a'}\r\n"
HALF_A_BODY = HEAD + "Content-Length: 400\r\n\r\nname=Alice"
HURRIED = (  # the same server with little patience
    "import sys; from scorekeeper import server; server.QUIET = 1; server.run_server(sys.argv[1:])"
)


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running() as server:
        yield server


@pytest.mark.parametrize(
    "text", ["", HEAD, HALF_A_BODY], ids=["silent", "half a head", "half a body"]
)
def test_others_are_answered_while_phones_hang(server, text):
    with ExitStack() as stack:
        for _ in range(PHONES):
            stack.enter_context(server.sent(text))
        assert [server.page() for _ in range(8)] == [200] * 8


def test_a_request_that_does_not_arrive_is_given_up():
    with running("-c", HURRIED) as server:
        for text in ("", HEAD, HALF_A_BODY):
            with server.sent(text) as phone:
                assert phone.recv(1) == b""


def test_an_answer_without_content_leaves_the_connection_open(server):
    """As most polls get it, every two seconds."""
    with closing(server.connection()) as connection:
        for _ in range(2):
            connection.request("GET", "/token/")
            response = connection.getresponse()
            response.read()
            assert (response.status, response.will_close) == (204, False)
        connection.request("GET", "/token/", headers={"Connection": "close"})
        assert connection.getresponse().will_close


def post(server: Running, address: str, size: int, *, is_chunked: bool = False) -> int:
    """The status of the answer to a body of so many bytes."""
    block = b"a" * 2**16
    body = (block for _ in range(-(-size // len(block))))
    headers = {"Content-Type": "application/octet-stream"}
    if not is_chunked:
        headers["Content-Length"] = str(size)
    with closing(server.connection()) as connection:
        connection.request("POST", address, body, headers, encode_chunked=is_chunked)
        return connection.getresponse().status


@pytest.mark.parametrize("is_chunked", [False, True], ids=["length", "chunked"])
def test_only_a_page_that_takes_files_lets_long_bodies_in(server, is_chunked):
    address = file_address("/c/amicale/io/import/")
    refused = 403  # there is no CSRF cookie: it was read, and went on to the view

    def answer(path: str, size: int) -> int:
        return post(server, path, size, is_chunked=is_chunked)

    assert answer("/c/amicale/io/import/", LARGEST_FORM + 2**16) == 413
    assert answer("/c/amicale/io/import/", LARGEST_FORM) == refused
    assert answer(address, LARGEST_FILE) == refused
    assert answer(address, LARGEST_FILE + MORE + 2**16) == 413
    assert answer(address.replace("amicale", "other"), LARGEST_FILE) == 413


def test_what_is_too_long_is_answered_before_it_is_sent(server):
    length = f"Content-Length: {LARGEST_FORM + 1}\r\nAccept-Language: en\r\n\r\n"
    with server.sent(HEAD + length) as phone:
        answer = http.client.HTTPResponse(phone)
        answer.begin()
        assert answer.status == 413
        assert "A file to import may have 20 MB." in answer.read().decode()


def test_the_answer_to_a_head_has_no_content(server):
    """Else who asks again on the same connection reads it as the next answer."""
    with closing(server.connection()) as connection:
        lengths = {}
        for method in ("HEAD", "GET"):
            connection.request(method, "/login/")
            response = connection.getresponse()
            lengths[method] = (response.getheader("Content-Type"), len(response.read()))

    kind = "text/html; charset=utf-8"
    assert lengths == {"HEAD": (kind, 0), "GET": (kind, lengths["GET"][1])}
    assert lengths["GET"][1] > 1000


def test_requests_that_follow_each_other_are_answered_by_one_thread():
    """The others would open connections to the database of their own."""
    threads: Queue[int] = Queue()
    task = SimpleNamespace(service=lambda: threads.put(threading.get_ident()))
    dispatcher = Dispatcher()
    dispatcher.set_thread_count(4)

    def answering_thread() -> int:
        while dispatcher.active_count:  # all wait
            time.sleep(0.001)
        dispatcher.add_task(task)
        return threads.get(timeout=10)

    assert len({answering_thread() for _ in range(8)}) == 1
    dispatcher.shutdown()


def test_a_stop_answers_what_is_under_way():
    with running() as server:
        server.page()
        with server.sent(HEAD + "Content-Length: 10\r\n\r\nname=") as phone:
            time.sleep(0.2)
            server.process.send_signal(signal.SIGTERM)
            phone.sendall(b"Alice")
            assert phone.recv(100).startswith(b"HTTP/1.1 403")
        assert server.process.wait(PATIENCE) == 0
        with pytest.raises(ConnectionRefusedError):
            server.page()


def test_a_process_that_dies_is_replaced():
    with running() as server:
        server.page()
        told = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(server.process.pid)],
            capture_output=True,
            text=True,
            check=True,
        )
        for pid in told.stdout.split():
            os.kill(int(pid), signal.SIGKILL)
        assert server.page() == 200


def test_without_a_secret_nothing_starts():
    server = Running("-m", "scorekeeper.server", SECRET_KEY="")
    _out, told = server.process.communicate(timeout=PATIENCE)

    assert server.process.returncode == 1
    assert re.findall("SECRET_KEY is not set", told) == ["SECRET_KEY is not set"]

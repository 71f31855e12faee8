"""What phones that hang cost the others: half requests, answers not taken, links that go down.

The server of production on a new database. HUNG connections of one kind hang, and meanwhile ASKERS
ask for a page, each time on a connection of its own. What counts is that all are answered, and how
many times longer that takes than with nobody hanging.
"""

import http.client
import os
import re
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from threading import Event, Thread
from uuid import uuid4

from benchmarks.bench_http import Client, Club, installation
from benchmarks.proxies import PROXIES, proxied

HUNG = 200
VANISHED = 30
ASKERS = 4
SECONDS = 6.0  # of asking, for each kind
PATIENCE = 5.0  # seconds; who waits longer gives up and counts as not answered
DROP = 2.0  # seconds between two bytes of those that send in drops
TAKES_NOTHING = 4096  # bytes; the receive buffer of those that do not take their answers
# With the cookie, since Django refuses a POST without one before it reads the body.
HEAD = b"POST /table/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: csrftoken=%b\r\n" % (32 * b"a")
BODY = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 2000\r\n\r\nname="
TAKE = b"GET /bench/big/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
NETWORK = ("10.213.77.1", "10.213.77.2")  # of the server and of the phones that vanish
VETH = ("feutre-here", "feutre-there")


@dataclass
class Answers:
    """How long those waited that were answered, in milliseconds, and how many were not."""

    waits: list[float] = field(default_factory=list)
    missed: int = 0


@contextmanager
def hanging(port: int, sent: bytes, count: int = HUNG, drops: bool = False) -> Iterator[None]:
    """So many connections that sent this and then nothing more, or a byte from time to time."""
    with ExitStack() as stack:
        crowd = [stack.enter_context(connected(port)) for _ in range(count)]
        for one in crowd:
            with suppress(OSError):
                one.send(sent)
        stop = Event()
        thread = Thread(target=drip, args=(crowd, stop))
        if drops:
            thread.start()
        yield
        stop.set()
        if drops:
            thread.join()


def connected(port: int) -> socket.socket:
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, TAKES_NOTHING)
    one.settimeout(PATIENCE)
    with suppress(OSError):
        one.connect(("127.0.0.1", port))
    return one


def drip(crowd: list[socket.socket], stop: Event) -> None:
    while not stop.wait(DROP):
        for one in crowd:
            with suppress(OSError):
                one.send(b"a")


@contextmanager
def vanished(port: int, count: int = VANISHED) -> Iterator[None]:
    """Phones in a network of their own that goes down while they send: no end ever arrives.

    Needs root and `ip`.
    """
    here, there = NETWORK
    subprocess.run(["ip", "link", "del", VETH[0]], stderr=subprocess.DEVNULL, check=False)
    for line in (
        f"netns add {VETH[1]}",
        f"link add {VETH[0]} type veth peer name {VETH[1]} netns {VETH[1]}",
        f"addr add {here}/24 dev {VETH[0]}",
        f"link set {VETH[0]} up",
        f"-n {VETH[1]} addr add {there}/24 dev {VETH[1]}",
        f"-n {VETH[1]} link set {VETH[1]} up",
    ):
        subprocess.run(["ip", *line.split()], check=True)
    send = (
        "import socket, sys, time\n"
        f"all = [socket.create_connection(({here!r}, {port})) for _ in range({count})]\n"
        f"[one.send({HEAD + BODY!r}) for one in all]\n"
        "print('sent', flush=True)\n"
        "time.sleep(600)\n"
    )
    phones = subprocess.Popen(
        ["ip", "netns", "exec", VETH[1], sys.executable, "-c", send], stdout=subprocess.PIPE
    )
    try:
        assert phones.stdout
        phones.stdout.readline()
        subprocess.run(["ip", "link", "set", VETH[0], "down"], check=True)
        yield
    finally:
        phones.kill()
        phones.wait()
        subprocess.run(["ip", "netns", "del", VETH[1]], check=False)


def may_make_networks() -> bool:
    subprocess.run(["ip", "netns", "del", VETH[1]], capture_output=True, check=False)
    done = subprocess.run(["ip", "netns", "add", VETH[1]], capture_output=True, check=False)
    if done.returncode == 0:
        subprocess.run(["ip", "netns", "del", VETH[1]], check=True)
    return done.returncode == 0


def ask(port: int, path: str, session: str, seconds: float = SECONDS) -> Answers:
    """ASKERS load a page again and again."""
    answers, until = Answers(), time.monotonic() + seconds

    def one() -> None:
        while time.monotonic() < until:
            start = time.perf_counter()
            try:
                load(port, path, session)
            except (OSError, http.client.HTTPException):
                answers.missed += 1
            else:
                answers.waits.append((time.perf_counter() - start) * 1000)

    threads = [Thread(target=one) for _ in range(ASKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def load(port: int, path: str, session: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        headers = {"Cookie": f"sessionid={session}", "X-Forwarded-Proto": "http"}
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        response.read()
        if response.status != 200:
            raise http.client.HTTPException(f"{path}: {response.status}")
    finally:
        connection.close()


def kinds(port: int, server: int) -> dict[str, Callable[[], object]]:
    """What may hang at `port`. Phones that vanish speak to the server itself."""
    found: dict[str, Callable[[], object]] = {
        "silent": lambda: hanging(port, b""),
        "half a head": lambda: hanging(port, HEAD),
        "half a head, in drops": lambda: hanging(port, HEAD, drops=True),
        "half a body": lambda: hanging(port, HEAD + BODY),
        "half a body, in drops": lambda: hanging(port, HEAD + BODY, drops=True),
        "answers not taken": lambda: hanging(port, TAKE, VANISHED),
    }
    if may_make_networks():
        found["vanished"] = lambda: vanished(server)
    return found


def measure(port: int, path: str, session: str, server: int = 0) -> None:
    Client(port, session).request("GET", path)  # the first of a process is slow
    usual = ask(port, path, session)
    base = statistics.median(usual.waits)
    show("nobody hangs", usual, base)
    for title, hang in kinds(port, server or port).items():
        with hang():  # type: ignore[attr-defined]
            show(title, ask(port, path, session), base)


def show(title: str, answers: Answers, base: float) -> None:
    waits = answers.waits
    if len(waits) < 2:
        print(f"  {title:<24} {len(waits):6} {answers.missed:6}", flush=True)
        return
    median, p95 = statistics.median(waits), statistics.quantiles(waits, n=20)[-1]
    print(
        f"  {title:<24} {len(waits):6} {answers.missed:6} {median:8.0f} {p95:8.0f}"
        f" {max(waits):8.0f} {median / base:7.2f}",
        flush=True,
    )


TITLES = "                         answered missed   median      p95  longest  ratio"


def main() -> None:
    os.environ["EXTRA_HOSTS"] = NETWORK[0]
    with installation("0.0.0.0") as (server, club):
        print(f"\nA page for others while {HUNG} hang (ms; {VANISHED} vanish or take no answer)")
        print(TITLES)
        measure(server, club.sheets[5], club.session)
        send_file(server, club)
        for name in PROXIES:
            with proxied(name, server) as port:
                print(f"\nThe same behind {name}, as docs/operators.md sets it up\n{TITLES}")
                measure(port, club.sheets[5], club.session, server)
                send_file(port, club)


def send_file(port: int, club: Club) -> None:
    """The largest file from the page that takes it, then one that is larger than any."""
    from clubs.access import Actor
    from clubs.bodies import LARGEST_FILE, MORE
    from clubs.services.people.roles import set_role

    set_role(Actor.command("bench"), club.club, club.user, "organiser", request_id=uuid4())
    client = Client(port, club.session)
    page = client.request("GET", f"/c/{club.club.slug}/io/import/")
    [address] = re.findall(r'<form method="post"\s+action="([^"]+)"\s+enctype', page)
    token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[0]
    for size in (LARGEST_FILE, LARGEST_FILE + 4 * MORE):
        start = time.perf_counter()
        status = post_file(client, address, token, size)
        spent = time.perf_counter() - start
        print(f"  a file of {size / 2**20:.0f} MB: {status} after {spent:.1f} s", flush=True)


def post_file(client: Client, address: str, token: str, size: int) -> int:
    field = "--x\r\nContent-Disposition: form-data; name="
    head = f'{field}"csrfmiddlewaretoken"\r\n\r\n{token}\r\n'
    head += f'{field}"file"; filename="deals.csv"\r\n\r\n'
    headers = {
        "Content-Type": "multipart/form-data; boundary=x",
        "Cookie": "; ".join(f"{name}={value}" for name, value in client.cookies.items()),
    }
    body = head.encode() + b"\0" * size + b"\r\n--x--\r\n"
    with closing(http.client.HTTPConnection("127.0.0.1", client.connection.port)) as connection:
        with suppress(ConnectionError):  # refused before all is sent
            connection.request("POST", address, body, headers)
        return connection.getresponse().status


if __name__ == "__main__":
    main()

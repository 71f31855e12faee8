"""The server of production on a free port of this machine, for benchmarks and pictures."""

import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 30  # seconds
PORTS = range(20_000, 32_000)


@contextmanager
def serving(port: int, host: str = "127.0.0.1", **environment: str) -> Iterator[int]:
    """Serve there with these variables while the block runs. Gives the id of the first process."""
    server = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", "scorekeeper.server", f"{host}:{port}"],
        cwd=ROOT,
        env={**os.environ, **environment},
    )
    try:
        wait_for(port)
        yield server.pid
    finally:
        server.terminate()
        server.wait(PATIENCE)


def free_port() -> int:
    """Not one of those that a system gives to connections: one of these may have it when a server
    that was killed starts again."""
    for port in random.sample(PORTS, len(PORTS)):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


def wait_for(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise RuntimeError(f"Nothing answers on port {port}.")

"""PostgreSQL servers of our own in a temporary folder: a first one, a streaming replica of it, and
pgbouncer in transaction mode before whichever is written to. Debian's programs (postgresql,
pgbouncer); they refuse to run as root and then run as postgres.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PATIENCE = 30  # seconds
USER, DATABASE = "feutre", "feutre"
POOL = 6
# What is lost in a power cut of this machine does not matter here, but in a kill of one server.
OPTIONS = ("listen_addresses=", "fsync=off", "max_connections=60", "hot_standby_feedback=on")


def program(name: str) -> str:
    """Where it is. Raises SystemExit with the package to install."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    path = os.pathsep.join([*map(str, folders), os.environ.get("PATH", ""), "/usr/sbin"])
    found = shutil.which(name, path=path)
    if found is None:
        raise SystemExit(f"{name} is needed: apt install postgresql pgbouncer")
    return found


def as_postgres(command: list[str]) -> list[str]:
    return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else command


def run(*command: str) -> str:
    told = subprocess.run(as_postgres(list(command)), cwd="/", capture_output=True, text=True)
    if told.returncode:
        raise SystemExit(f"{' '.join(command)}\n{told.stderr or told.stdout}")
    return told.stdout


class Cluster:
    """The folder of the sockets; a server is told by its port there."""

    FIRST, SECOND, POOLER = 5501, 5502, 6501

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def url(self, port: int) -> str:
        return f"postgres://{USER}@/{DATABASE}?host={self.folder}&port={port}"

    def start_first(self) -> None:
        data = str(self.folder / "first")
        run(program("initdb"), f"--pgdata={data}", f"--username={USER}", "--auth=trust",
            "--encoding=UTF8", "--locale=C", "--no-sync")  # fmt: skip
        self.start_server("first", self.FIRST)
        self.sql(self.FIRST, f"CREATE DATABASE {DATABASE}", database="postgres")

    def start_replica(self) -> None:
        """A copy that follows; from now on what is acknowledged is in both."""
        target = str(self.folder / "second")
        run(program("pg_basebackup"), f"--pgdata={target}", "--write-recovery-conf", "--no-sync",
            "--checkpoint=fast", f"--username={USER}", f"--host={self.folder}",
            f"--port={self.FIRST}")  # fmt: skip
        self.start_server("second", self.SECOND)
        self.sql(self.FIRST, "ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.sql(self.FIRST, "SELECT pg_reload_conf()")
        self.wait(self.FIRST, "SELECT sync_state FROM pg_stat_replication", "sync")

    def start_server(self, name: str, port: int) -> None:
        options = "".join(f" -c {option}" for option in OPTIONS)
        options += f" -c port={port} -c unix_socket_directories={self.folder}"
        run(program("pg_ctl"), f"--pgdata={self.folder / name}", "--wait", "start",
            f"--log={self.folder / name}.log", f"--options={options}")  # fmt: skip

    def kill_first(self) -> None:
        """As if its machine was gone: no process of it says goodbye."""
        pid = int((self.folder / "first/postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for each in (pid, *map(int, children)):
            os.kill(each, signal.SIGKILL)

    def promote(self) -> None:
        run(program("pg_ctl"), f"--pgdata={self.folder / 'second'}", "--wait", "promote")

    def start_pooler(self) -> None:
        self.point_pooler(self.FIRST)
        config = str(self.folder / "pgbouncer.ini")
        run(program("pgbouncer"), "--daemon", config)

    def point_pooler(self, port: int, *, reload: bool = False) -> None:
        """Where it leads. It asks a server that is away again each second."""
        pid = self.folder / "pgbouncer.pid"
        lines = [
            "[databases]",
            f"{DATABASE} = host={self.folder} port={port} dbname={DATABASE}",
            "[pgbouncer]",
            f"listen_port = {self.POOLER}",
            f"unix_socket_dir = {self.folder}",
            "auth_type = any",
            "pool_mode = transaction",
            f"default_pool_size = {POOL}",
            "server_login_retry = 1",
            f"pidfile = {pid}",
            f"logfile = {self.folder / 'pgbouncer.log'}",
            "ignore_startup_parameters = options",
        ]
        lines[1] += f" user={USER}"
        (self.folder / "pgbouncer.ini").write_text("\n".join(lines), encoding="utf-8")
        if reload:
            os.kill(int(pid.read_text()), signal.SIGHUP)

    def sql(self, port: int, statement: str, database: str = DATABASE) -> str:
        told = ["--no-psqlrc", "--tuples-only", "--no-align", f"--command={statement}"]
        return run(program("psql"), f"--host={self.folder}", f"--port={port}",
                   f"--username={USER}", f"--dbname={database}", *told).strip()  # fmt: skip

    def wait(self, port: int, statement: str, answer: str) -> None:
        until = time.monotonic() + PATIENCE
        while self.sql(port, statement) != answer:
            if time.monotonic() > until:
                raise SystemExit(f"{statement} is not {answer}.")
            time.sleep(0.1)

    def stop(self) -> None:
        for name in ("first/postmaster.pid", "second/postmaster.pid", "pgbouncer.pid"):
            path = self.folder / name
            if path.exists():
                with suppress(ProcessLookupError):
                    os.kill(int(path.read_text().split()[0]), signal.SIGQUIT)
        time.sleep(0.5)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A folder for it; whatever was started there is stopped at the end."""
    folder = Path(tempfile.mkdtemp(prefix="feutre-pg.", dir="/tmp"))  # a socket's path is short
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    servers = Cluster(folder)
    try:
        yield servers
    finally:
        servers.stop()
        shutil.rmtree(folder, ignore_errors=True)

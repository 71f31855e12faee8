"""Prepare one installation and serve it in the foreground: what `make run` does in .venv.

Everything here can be repeated: a second start finds the work done and changes no data.
"""

import fcntl
import hashlib
import os
import re
import secrets
import socket
import struct
import sys
from contextlib import suppress
from io import StringIO
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENV_FILE = ROOT / ".env"
LOCAL = "127.0.0.1"
LOOPBACK = {LOCAL, "localhost"}


def reserve(host: str, port: int) -> socket.socket:
    """Take the port first: who finds it in use should hear so before anything is prepared."""
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    taken.bind((host, port))
    taken.set_inheritable(True)
    return taken


def env_file() -> str:
    return ENV_FILE.read_text(encoding="utf-8") if ENV_FILE.exists() else ""


def names_in_env_file() -> set[str]:
    return set(re.findall(r"^\s*(?:export\s+)?(\w+)\s*=", env_file(), re.MULTILINE))


def write_env() -> None:
    """Add what is missing to .env; a value that stands there is never changed."""
    wanted = {"SECRET_KEY": secrets.token_urlsafe(50), "REGISTRATION": "open"}
    present = names_in_env_file()
    missing = [f"{name}={value}\n" for name, value in wanted.items() if name not in present]
    if missing:
        separator = "" if env_file().endswith("\n") or not env_file() else "\n"
        handle = os.open(ENV_FILE, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        with os.fdopen(handle, "a", encoding="utf-8") as file:
            file.write(separator + "".join(missing))
    ENV_FILE.chmod(0o600)


def addresses() -> list[str]:
    """The IPv4 addresses of this machine, the one that leads outwards first."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        with suppress(OSError):
            probe.connect(("192.0.2.1", 9))  # asks the routing table; nothing is sent
            found.append(probe.getsockname()[0])
        for _index, name in socket.if_nameindex():
            with suppress(OSError):
                request = struct.pack("256s", name.encode()[:15])
                answer = fcntl.ioctl(probe.fileno(), 0x8915, request)  # SIOCGIFADDR, Linux
                found.append(socket.inet_ntoa(answer[20:24]))
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [address for address in dict.fromkeys(found) if not address.startswith("127.")]


def open_to_network(host: str, port: int) -> str:
    """Let settings accept the names by which the local network calls this machine.

    They are listed one by one, since links in mail follow the name of the host that was asked.
    Returns the address that others use.
    """
    own = addresses() if host == "0.0.0.0" else [host]
    name = socket.gethostname()
    extra = [name, f"{name}.local", *own, *os.environ.get("EXTRA_HOSTS", "").split(",")]
    os.environ["EXTRA_HOSTS"] = ",".join(dict.fromkeys(filter(None, extra)))
    return f"http://{own[0] if own else name}:{port}"


def prepare() -> list[str]:
    """Fonts, database, static files and, on an empty database, the demo club. Gives its logins."""
    os.umask(0o077)  # the database has addresses and sessions: it is nobody else's
    (ROOT / "data").mkdir(exist_ok=True)
    sys.path.insert(0, str(ROOT))
    os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
    import django
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import call_command
    from django.db import connections

    try:
        django.setup()
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    call_command("fonts", stdout=sys.stderr)
    call_command("migrate", verbosity=0, interactive=False)
    collect_static()
    logins = demo_logins()
    connections.close_all()
    return logins


def collect_static() -> None:
    """Putting together and compressing all files takes longer than the rest of a start: only if one
    of them has changed, or what makes them."""
    from django.conf import settings
    from django.contrib.staticfiles.finders import get_finders
    from django.core.management import call_command

    from clubs.staticfiles import styles

    known = hashlib.sha256(" ".join(sorted(styles.used_classes())).encode())
    for path in sorted(Path(styles.__file__).parent.glob("*.py")):
        known.update(path.read_bytes())
    for finder in get_finders():
        for name, storage in finder.list([]):
            known.update(f"{name} {storage.get_modified_time(name)}\n".encode())
    stamp, manifest = ROOT / ".make" / "collected", settings.STATIC_ROOT / "staticfiles.json"
    done = stamp.exists() and stamp.read_text(encoding="ascii") == known.hexdigest()
    if not done or not manifest.exists():
        print("Preparing the static files", file=sys.stderr)
        call_command("collectstatic", verbosity=0, interactive=False)
        stamp.write_text(known.hexdigest(), encoding="ascii")


def demo_logins() -> list[str]:
    """The demo club goes into an empty database only; where it is, nothing changes."""
    from django.core.management import call_command

    from clubs.services.demo.demo import is_demo_loaded, is_empty

    if not is_demo_loaded() and not is_empty():
        return []
    told = StringIO()
    call_command("demo", stdout=told, stderr=StringIO() if is_demo_loaded() else sys.stderr)
    return told.getvalue().splitlines()


def main() -> None:
    host, port = os.environ.get("HOST", LOCAL), os.environ.get("PORT", "8000")
    if host == socket.gethostname():  # some shells set HOST by themselves
        host = LOCAL
    if not port.isdecimal() or not 0 < int(port) < 65536:
        sys.exit(f"PORT={port} is not a port: choose a number from 1 to 65535.")
    try:
        listener = reserve(host, int(port))
    except OSError as error:
        sys.exit(
            f"{host}:{port} cannot be used: {error.strerror}. "
            f"Another port may be free: make run PORT={int(port) + 1}"
        )

    os.chdir(ROOT)
    write_env()
    network = "" if host in LOOPBACK else open_to_network(host, int(port))
    if "SITE_URL" not in os.environ.keys() | names_in_env_file():
        os.environ["SITE_URL"] = network or f"http://127.0.0.1:{port}"
    logins = prepare()
    # For commands of another shell, which print addresses of this server.
    (ROOT / ".make" / "address").write_text(os.environ["SITE_URL"], encoding="utf-8")

    listener.listen(2048)
    print(f"Feutre: http://127.0.0.1:{port}/")
    if network:
        print(f"Open to the local network: {network}/")
        if logins:
            print("These logins are public: whoever is on the network can use the demo club.")
    print("\n".join(logins), flush=True)
    # The process becomes the server, so that Ctrl-C reaches it and the port is never let go.
    command = [sys.executable, "-m", "scorekeeper.server", f"fd://{listener.fileno()}"]
    os.execv(command[0], command)


if __name__ == "__main__":
    main()

"""Make .venv and install what a lock file names, once for each content of the file.

Runs with the system's Python, so it uses nothing but the standard library.

    python3 scripts/environment.py requirements.lock
"""

import fcntl
import hashlib
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"


def checksum(path: Path) -> str:
    """Covers the place as well: an environment that was moved or copied is made anew."""
    return hashlib.sha256(str(ROOT).encode() + b"\0" + path.read_bytes()).hexdigest()


def works() -> bool:
    if not PYTHON.exists():
        return False
    test = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    return subprocess.run([PYTHON, "-c", test], capture_output=True, check=False).returncode == 0


def install(requirements: Path, stamp: Path, wanted: str) -> int:
    if not works():
        say("Making the environment in .venv")
        venv.create(VENV, with_pip=True, clear=VENV.exists())
    say(f"Installing {requirements.name}")
    pip = [PYTHON, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    locked = ["--require-hashes", "--no-deps", "--requirement", requirements]
    done = subprocess.run([*pip, *locked], check=False)
    if done.returncode:
        say(f"{requirements.name} could not be installed: the lines above say why.")
        return 1
    stamp.write_text(wanted, encoding="ascii")
    return 0


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> int:
    requirements = ROOT / sys.argv[1]
    wanted = checksum(requirements)
    stamp = VENV / f".{requirements.stem}.sha256"
    folder = ROOT / ".make"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:  # two makes at once wait for each other
        fcntl.flock(lock, fcntl.LOCK_EX)
        if stamp.exists() and stamp.read_text(encoding="ascii") == wanted and works():
            return 0
        return install(requirements, stamp, wanted)


if __name__ == "__main__":
    sys.exit(main())

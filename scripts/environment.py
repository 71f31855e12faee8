"""Make .venv and install what a lock file names, once for each content of the file.

Runs with the system's Python, so it uses nothing but the standard library.

    python3 scripts/environment.py requirements.lock
"""

import fcntl
import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"

# What a Python needs for an environment, and the least of ten times that it takes for a loop.
TRIAL = """
import ensurepip, sqlite3, ssl, time, venv

class Count:
    def add(self, number):
        self.sum = getattr(self, "sum", 0) + number

def seconds():
    start, count = time.process_time(), Count()
    for number in range(100_000):
        count.add(len(str(number)))
    return time.process_time() - start

print(min(seconds() for _ in range(10)))
"""
CLEARLY = 0.95  # of the time of the Python that runs this script
ROUNDS = 3  # in turns: a machine that is busy for a second must not decide


def checksum(path: Path) -> str:
    """Covers the place as well: an environment that was moved or copied is made anew."""
    return hashlib.sha256(str(ROOT).encode() + b"\0" + path.read_bytes()).hexdigest()


def works() -> bool:
    if not PYTHON.exists():
        return False
    test = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    return subprocess.run([PYTHON, "-c", test], capture_output=True, check=False).returncode == 0


def fastest_python() -> str:
    """The Python that runs this script, or one of the same version in PATH that is clearly faster.

    `pyenv install` builds without a profile; what Debian builds runs the same code in four fifths
    of the time. Another version may lack wheels of what the lock files name.
    """
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    paths = [sys.executable, *(str(Path(folder, name)) for folder in folders)]
    pythons = list({os.path.realpath(path): path for path in reversed(paths)}.values())
    rounds = [[trial(python) for python in pythons] for _ in range(ROUNDS)]
    times = dict(zip(pythons, map(min, zip(*rounds, strict=True)), strict=True))
    best = min(pythons, key=times.__getitem__)
    return best if times[best] < CLEARLY * times[sys.executable] else sys.executable


def trial(python: str) -> float:
    """The seconds that it takes; infinity for one that is not there or lacks a part."""
    try:
        done = subprocess.run([python, "-c", TRIAL], capture_output=True, check=True, text=True)
        return float(done.stdout)
    except (OSError, ValueError, subprocess.CalledProcessError):
        return float("inf")


def install(requirements: Path, stamp: Path, wanted: str) -> int:
    if not works():
        say("Making the environment in .venv")
        subprocess.run([fastest_python(), "-m", "venv", "--clear", VENV], check=True)
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

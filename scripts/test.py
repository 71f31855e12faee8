"""Run the tests as `make test` does: find the browser, make the fonts, then pytest.

Arguments go to pytest. BROWSER=no leaves the browser tests out.

Of a whole run a few tests that failed are run once more, alone: on a busy machine a browser may
have waited longer than a test is ready to. Those that pass then are named at the end; that they
failed beside others is to be mended, but is no reason to refuse a change that did not touch them.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FAILED = ROOT / ".pytest_cache/v/cache/lastfailed"
FEW = 5  # tests; of more that fail the machine is not the cause
SOME_FAILED = 1  # pytest's exit status
sys.path.insert(0, str(ROOT))

from scripts import chromium  # noqa: E402 (the path comes first)


def main() -> int:
    os.chdir(ROOT)
    arguments = ["-n", str(cores() + 1), "--dist", "worksteal"]
    without = os.environ.get("BROWSER") == "no"
    if without:
        arguments += ["--ignore=tests/browser", "--ignore=tests/journeys"]
    else:
        browser = chromium.find() or chromium.install()
        if browser:
            os.environ["BROWSER_PATH"] = browser
    keep_bytecode()
    make_fonts()
    is_whole = not sys.argv[1:]
    pytest = [sys.executable, "-m", "pytest", *arguments]
    more = ["--cache-clear"] if is_whole else sys.argv[1:]
    status = subprocess.run([*pytest, *more], check=False).returncode
    alone = failed_tests() if status == SOME_FAILED and is_whole else []
    if 0 < len(alone) <= FEW:
        print("\nOnce more, alone:", flush=True)
        status = subprocess.run([*pytest, "-n", "0", "--last-failed"], check=False).returncode
        if status == 0:
            print("\nFailed beside the others and passed alone; find out why:", *alone, sep="\n  ")
    database = os.environ.get("DATABASE_URL", "sqlite").partition(":")[0]
    result = "passed" if status == 0 else f"FAILED (pytest: {status})"
    print(f"Tests on {database}: {result}.", end=" ")
    if without:
        print("The browser tests were left out (BROWSER=no).")
    elif not browser:
        print(chromium.MISSING)
    else:
        print(f"The browser was {browser}.")
    return status


def cores() -> int:
    """Those that this process may use. One test more than them at a time: some wait for a page."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def keep_bytecode() -> None:
    """Also where Python is told to write none beside the code, as in containers: every worker would
    compile all tests anew, and every process that a test starts the whole program."""
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ["PYTHONPYCACHEPREFIX"] = str(ROOT / ".make/bytecode")


def failed_tests() -> list[str]:
    try:
        return sorted(json.loads(FAILED.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return []


def make_fonts() -> None:
    """The pages ask for them; without, a browser test would see files that are not there."""
    environment = {**os.environ, "SECRET_KEY": "tests", "DATABASE_URL": "sqlite://:memory:"}
    subprocess.run([sys.executable, "manage.py", "fonts"], env=environment, check=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)

"""Run the tests as `make test` does: find the browser, make the fonts, then pytest.

Arguments go to pytest. BROWSER=no leaves the browser tests out.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import chromium  # noqa: E402 (the path comes first)


def main() -> int:
    os.chdir(ROOT)
    arguments = ["-n", "auto", "--dist", "worksteal"]
    without = os.environ.get("BROWSER") == "no"
    if without:
        arguments.append("--ignore=tests/browser")
    else:
        browser = chromium.find() or chromium.install()
        if browser:
            os.environ["BROWSER_PATH"] = browser
    make_fonts()
    pytest = [sys.executable, "-m", "pytest", *arguments, *sys.argv[1:]]
    status = subprocess.run(pytest, check=False).returncode
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


def make_fonts() -> None:
    """The pages ask for them; without, a browser test would see files that are not there."""
    environment = {**os.environ, "SECRET_KEY": "tests", "DATABASE_URL": "sqlite://:memory:"}
    subprocess.run([sys.executable, "manage.py", "fonts"], env=environment, check=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)

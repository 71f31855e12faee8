"""Where the browser of the tests and of the pictures comes from."""

import os
import shutil
import subprocess
import sys
import tempfile

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/usr/lib/chromium/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
MISSING = (
    "No browser: install Chromium (Debian: apt install chromium) or name one with BROWSER_PATH; "
    "BROWSER=no leaves the browser tests out."
)
ARGUMENTS = [
    "--no-sandbox",  # for root in containers; only our own pages are opened
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find() -> str | None:
    """The path of a browser: BROWSER_PATH, else one under its usual names."""
    named = os.environ.get("BROWSER_PATH")
    if named:
        return shutil.which(named)
    return next(filter(None, map(shutil.which, NAMES)), None)


def install() -> str | None:
    """Debian's Chromium, where we may install it. The log is shown only if that fails."""
    if os.environ.get("BROWSER_PATH") or os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    print("Installing Debian's chromium for the browser tests", file=sys.stderr, flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with tempfile.TemporaryFile() as log:
        for command in (
            ["apt-get", "update", "-q"],
            ["apt-get", "install", "-q", "-y", "--no-install-recommends", "chromium"],
        ):
            done = subprocess.run(command, env=environment, stdout=log, stderr=log, check=False)
            if done.returncode:
                log.seek(0)
                sys.stderr.write(log.read().decode(errors="replace"))
                break
    return find()

"""Where the browser of the tests and of the pictures comes from."""

import os
import shutil
import subprocess
import sys
import tempfile

# The shell draws no window around a page: it takes half the time of a core.
NAMES = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/usr/lib/chromium/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
MISSING = (
    "No browser: install Chromium (Debian: apt install chromium-headless-shell) or name one with "
    "BROWSER_PATH; BROWSER=no leaves the browser tests out."
)
# The last --disable-features counts, and ours comes after Playwright's: its list is repeated as far
# as it changes what pages do.
DISABLED_FEATURES = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "LensOverlay",
    "MediaRouter",
    # Processes for a window's own buttons and menus, which nobody sees
    "InitialWebUI",
    "PreloadTopChromeWebUI",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
    "WebUIToolbarProcessOverheadExperiment",
    # A process made before it is asked for
    "MultipleSpareRPHs",
    "SpareRendererForSitePerProcess",
)
ARGUMENTS = [
    "--no-sandbox",  # for root in containers; only our own pages are opened
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",  # letters as wide as on a phone; the shell makes them wider
    f"--disable-features={','.join(DISABLED_FEATURES)}",
    "--renderer-process-limit=1",  # one for all pages of a device, which lives as long as it
]


def find() -> str | None:
    """The path of a browser: BROWSER_PATH, else one under its usual names."""
    named = os.environ.get("BROWSER_PATH")
    if named:
        return shutil.which(named)
    return next(filter(None, map(shutil.which, NAMES)), None)


def install() -> str | None:
    """Debian's Chromium, where we may install it: its shell, or all of it where there is none.

    The log is shown only if that fails.
    """
    if os.environ.get("BROWSER_PATH") or os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    print("Installing Debian's chromium for the browser tests", file=sys.stderr, flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with tempfile.TemporaryFile() as log:

        def succeeds(*command: str) -> bool:
            done = subprocess.run(command, env=environment, stdout=log, stderr=log, check=False)
            return done.returncode == 0

        adding = ("apt-get", "install", "-q", "-y", "--no-install-recommends")
        is_there = succeeds("apt-get", "update", "-q") and any(
            succeeds(*adding, package) for package in ("chromium-headless-shell", "chromium")
        )
        if not is_there:
            log.seek(0)
            sys.stderr.write(log.read().decode(errors="replace"))
    return find()

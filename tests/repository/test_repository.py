"""A clone has everything that the tests and the program read."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.paths import ROOT

FOLDERS = ["benchmarks", "clubs", "docs", "locale", "scorekeeper", "static", "templates", "tests"]
MADE = {"__pycache__", "fonts"}  # by Python, and by `manage.py fonts`

pytestmark = pytest.mark.skipif(
    not (ROOT / ".git").exists() or shutil.which("git") is None, reason="not a git checkout"
)


def git(*arguments: str) -> list[str]:
    command = ["git", "-c", f"safe.directory={ROOT}", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_nothing_that_is_needed_is_ignored():
    ignored = git("ls-files", "--others", "--ignored", "--exclude-standard", *FOLDERS)

    assert [path for path in ignored if not MADE & set(Path(path).parts)] == []

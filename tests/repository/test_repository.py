"""A clone has everything that the tests and the program read, in folders that one can take in."""

import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests.paths import ROOT

FOLDERS = ["benchmarks", "clubs", "docs", "locale", "scorekeeper", "static", "templates", "tests"]
MOST_FILES = 25  # of a folder of code; more are two subjects
CODE = {".css", ".html", ".js", ".py", ".typ"}
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


def test_no_folder_of_code_is_full():
    files = [Path(path) for path in git("ls-files", *FOLDERS)]
    counts = Counter(
        path.parent.as_posix()
        for path in files
        if path.suffix in CODE and path.name != "__init__.py" and "migrations" not in path.parts
    )

    assert {folder: count for folder, count in counts.items() if count > MOST_FILES} == {}

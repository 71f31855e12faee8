"""The environment is made with the fastest Python of the version that `python3` is."""

import sys
from pathlib import Path

import pytest

from scripts.environment import fastest_python


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of PATH for each Python: none of them works and is faster."""
    trials = {"slow": "echo 1000", "broken": "exit 1", "odd": "echo no time"}
    for name, trial in trials.items():
        _write(tmp_path / name, trial)
    return tmp_path


def _write(folder: Path, trial: str) -> Path:
    folder.mkdir()
    python = folder / f"python{sys.version_info.major}.{sys.version_info.minor}"
    python.write_text(f"#!/bin/sh\n{trial}\n", encoding="ascii")
    python.chmod(0o755)
    return python


def test_only_one_that_works_and_is_faster(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["slow", "missing", "broken", "odd", "fast"]
    monkeypatch.setenv("PATH", ":".join(str(folder / name) for name in names))
    assert fastest_python() == sys.executable
    busy_once = "test -e $0.tried && echo 0.000001 || echo 1000; : > $0.tried"
    fast = _write(folder / "fast", busy_once)
    assert fastest_python() == str(fast)

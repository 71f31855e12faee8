"""What the environment makes of the settings."""

import runpy

import pytest

from tests.paths import ROOT


@pytest.mark.parametrize(
    ("sealing", "log", "keys"),
    [
        ("", "", ["secret"]),
        ("new,secret", "", ["new", "secret"]),
        ("new", "", ["new", "secret"]),
        ("", "log,older", ["log", "older", "secret"]),
        ("new", "log", ["new", "log", "secret"]),
    ],
)
def test_every_key_of_before_counts(monkeypatch, sealing, log, keys):
    """Once the log had keys of its own, and either list without a value was SECRET_KEY."""
    monkeypatch.setenv("SECRET_KEY", "secret")
    monkeypatch.setenv("SEALING_KEYS", sealing)
    monkeypatch.setenv("LOG_KEYS", log)

    settings = runpy.run_path(str(ROOT / "scorekeeper/settings.py"))

    assert settings["SEALING_KEYS"] == keys

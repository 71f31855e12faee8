"""What the environment makes of the settings."""

import runpy

import pytest
from django.core.exceptions import ImproperlyConfigured

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


def test_secret_key_counts_until_it_is_said_that_it_does_not(monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "secret")
    monkeypatch.setenv("SEALING_KEYS", "own")
    monkeypatch.setenv("LOG_KEYS", "")
    monkeypatch.setenv("SECRET_KEY_SEALS", "false")
    assert runpy.run_path(str(ROOT / "scorekeeper/settings.py"))["SEALING_KEYS"] == ["own"]

    monkeypatch.setenv("SEALING_KEYS", "")
    with pytest.raises(ImproperlyConfigured, match="needs SEALING_KEYS"):
        runpy.run_path(str(ROOT / "scorekeeper/settings.py"))

"""Django's own list of what production needs, with the settings of production."""

import os
import re
import runpy
import subprocess
import sys

import pytest
from django.core.checks import Tags, run_checks
from django.core.exceptions import ImproperlyConfigured

from tests.paths import ROOT

PRODUCTION = {
    "DEBUG": "false",
    "SECRET_KEY": "aT3-length-and-variety-that-Django-asks-for-in-a-secret-key-0123456789",
    "SITE_URL": "https://feutre.example",
    "TRUSTED_PROXIES": "1",
    "REGISTRATION": "invite",
    "DATABASE_URL": "sqlite://:memory:",
}
NO_DATABASE = "DATABASE_URL must be sqlite:////folder/file or postgres://"


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    base = {name: os.environ[name] for name in ("PATH", "LANG", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**base, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_nothing_is_missing_for_production():
    done = manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)

    assert done.stderr == ""
    assert done.stdout == "System check identified no issues (2 silenced).\n"
    assert done.returncode == 0


def test_a_weak_secret_is_noticed(settings):
    settings.SECRET_KEY = "short"

    found = run_checks(tags=[Tags.security], include_deployment_checks=True)

    assert "security.W009" in [message.id for message in found if not message.is_silenced()]


def test_a_setting_that_is_nonsense_is_told_in_a_sentence():
    """And in nothing but this sentence."""
    for nonsense in ("hello", "", "postgres://"):
        done = manage("check", **{**PRODUCTION, "DATABASE_URL": nonsense})

        assert (done.returncode, done.stdout) == (1, "")
        assert re.fullmatch(f"{re.escape(NO_DATABASE)}.*\n", done.stderr)


def test_a_database_of_another_kind(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "mysql://a@b/c")

    with pytest.raises(ImproperlyConfigured, match=re.escape(NO_DATABASE)):
        runpy.run_path(str(ROOT / "scorekeeper/settings.py"))

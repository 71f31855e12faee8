"""No secret of a link in the log."""

import logging

import pytest
from django.conf import settings

from scorekeeper.logs import SecretFilter

TOKEN = "Ab-c_9" * 7


@pytest.fixture
def record():
    def make(message, *args):
        record = logging.LogRecord("django.request", logging.WARNING, "", 0, message, args, None)
        assert SecretFilter().filter(record)
        return record.getMessage()

    return make


def test_a_token_and_a_code_are_cut(record):
    assert record("%s: %s", "Not Found", f"/s/{TOKEN}/") == "Not Found: /s/…/"
    assert record("Gone: /j/K7P2WD/") == "Gone: /j/…/"
    assert record("GET %s", f"https://feutre.example/s/{TOKEN}?x=1") == (
        "GET https://feutre.example/s/…?x=1"
    )


def test_what_opens_an_account_is_cut(record):
    assert record("/password/reset/key/1-c9xyz-a1b2/") == "/password/reset/key/…/"
    assert record("Gone: %s", "/confirm-email/MQ:1vA:x_y/") == "Gone: /confirm-email/…/"
    assert record("/badge/?next=/&code=K7P2WD&x=1") == "/badge/?next=/&code=…&x=1"


def test_the_rest_stays(record):
    season = "/c/dole/s/0f9619ff-8b86-4d01-b42d-00cf4fc964ff/standings/"
    assert record("Server error %s at %s", "ab", season) == f"Server error ab at {season}"
    assert record(f"/s/0f9619ff-8b86-4d01-b42d-00cf4fc964ff{TOKEN}/") == "/s/…/"
    assert record("%s: %s (%d)", "Gone", "/t/12/sheet/", 410) == "Gone: /t/12/sheet/ (410)"
    assert record("%(a)s", {"a": 1}) == "1"


def test_the_console_has_the_filters():
    assert {
        settings.LOGGING["filters"][name]["()"]
        for name in settings.LOGGING["handlers"]["console"]["filters"]
    } == {"scorekeeper.logs.SecretFilter", "scorekeeper.logs.TroubleFilter"}


def reaches_console(name):
    """Whether what this logger is told is printed, as logging passes it up."""
    logger = logging.getLogger(name)
    while logger is not None:
        if any(handler.name == "console" for handler in logger.handlers):
            return True
        logger = logger.parent if logger.propagate else None
    return False


def test_a_wrong_host_leaves_no_traceback():
    assert reaches_console("django.security.SuspiciousOperation")
    assert not reaches_console("django.security.DisallowedHost")


@pytest.mark.parametrize("path", [f"/s/{TOKEN}/", "/j/222222/"])
def test_an_unknown_link_is_logged_without_it(client, db, path, caplog):
    caplog.handler.addFilter(SecretFilter())

    assert client.get(path).status_code == 404

    assert "Not Found: /" in caplog.text
    assert TOKEN not in caplog.text
    assert "222222" not in caplog.text

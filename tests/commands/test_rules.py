"""`manage.py rules`: cli.md §rules."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.commands.shell import manage


def told(capsys, *names):
    call_command("rules", *names)
    return json.loads(capsys.readouterr().out)


def test_list_of_every_game(capsys):
    rows = told(capsys)

    assert rows[0] == {
        "game": "french",
        "name": "fft",
        "title": "FFT official rules",
        "version": 1,
        "default": True,
    }
    assert [row["name"] for row in rows if row["game"] == "french"] == [
        "fft",
        "flat-petit",
        "personal-petit",
        "poignee-20-40-60",
        "contre-8",
        "garde-minimum",
        "fixed-scale",
        "rounded-10",
        "family",
    ]


def test_one_complete(capsys):
    rules = told(capsys, "rounded-10")

    assert rules == {**told(capsys, "fft"), "name": "rounded-10", "title": rules["title"]} | {
        "rounding": 10
    }
    assert list(rules)[:4] == ["name", "title", "version", "scale"]


def test_accents_are_not_escaped(capsys):
    call_command("rules", "poignee-20-40-60")
    assert "Poignées at 20, 40 and 60" in capsys.readouterr().out


def test_utf8_whatever_the_terminal():
    result = manage("rules", "poignee-20-40-60")

    assert (result.returncode, result.stderr) == (0, b"")
    assert json.loads(result.stdout.decode())["title"] == "Poignées at 20, 40 and 60"


def test_an_error_is_one_line_whatever_the_name():
    with pytest.raises(CommandError, match=r'^No built-in rules "a\\nb": [^\n]*$'):
        call_command("rules", "a\nb")


def test_unknown_name():
    with pytest.raises(
        CommandError, match=r'^No built-in rules "house": .* lists them all.$'
    ) as no:
        call_command("rules", "house")
    assert no.value.returncode == 1


def test_a_terminal_gets_a_table_of_one_game(monkeypatch):
    terminal = StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)

    call_command("rules", "--game", "volte", stdout=terminal)

    lines = [" ".join(line.split()) for line in terminal.getvalue().splitlines()]
    assert lines[:3] == [
        "GAME NAME TITLE",
        "volte volte * Volte as printed",
        "volte volte-scaled Premium added after multiplying",
    ]
    assert {line.split()[0] for line in lines[1:]} == {"volte"}

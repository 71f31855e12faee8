"""Commands that only compute start without the settings and the apps, and say what they always
say. Source: cli.md §Common."""

import json
import subprocess
import sys

import pytest

from scorekeeper.computing import only_computes
from tests.commands.shell import ENVIRONMENT, manage, start
from tests.paths import DATA, ROOT

LEAGUE, TOURNAMENT = DATA / "league_small.json", DATA / "tournament_small.json"
FOUR = ["Nord", "Est", "Sud", "Ouest"]
DEAL = {"taker": "Nord", "contract": "garde", "oudlers": 1, "points": 49}
TOLD = b"\n".join(
    json.dumps(line).encode()
    for line in (
        {"players": FOUR, "deal": DEAL},
        {"players": FOUR, "deal": {**DEAL, "points": 90.5}},  # 0 to 86, in numbers of a language
        {"players": FOUR[:2], "deal": DEAL},
        {"game": "bolognese", "players": FOUR, "deal": {"accusi": 5}},
        {"game": "volte", "players": FOUR, "deal": {}},
        {"game": "plain", "players": FOUR, "deal": {}},
        {"players": FOUR, "rules": {"rounding": 1.5}, "deal": DEAL},
    )
)


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (["score"], TOLD),
        (["rules"], b""),
        (["seat", "--players", "8", "--rounds", "2"], b""),
        (["standings", "--file", str(LEAGUE)], b""),
        (["standings", f"--file={TOURNAMENT}", "--json"], b""),
    ],
)
def test_they_import_neither_settings_nor_models(words, typed):
    result = subprocess.run(
        [sys.executable, "-X", "importtime", "manage.py", *words],
        cwd=ROOT,
        env=ENVIRONMENT,
        input=typed,
        capture_output=True,
        check=False,
    )

    imported = {line.rpartition("|")[2].strip() for line in result.stderr.decode().splitlines()}
    assert "clubs.core.games" in imported
    assert imported.isdisjoint({"scorekeeper.settings", "django.db.models", "clubs.models"})


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (["score"], TOLD),
        (["score", "--lang", "fr"], TOLD),
        (["score", "--lang", "it"], TOLD),
        (["score", "--lang", "de"], b""),
        (["score", "--help"], b""),
        (["rules", "house"], b""),
        (["seat", "--help"], b""),
        (["seat", "--players", "9", "--rounds", "5"], b""),
        (["seat", "--file", "-"], b'{"players": ["A", "A", "B"], "plan": {"rounds": 1}}'),
        (["standings", "--file", str(LEAGUE)], b""),
        (["standings", "--file", str(TOURNAMENT)], b""),
        (["standings", "--file", "nowhere.json"], b""),
        (["standings", "--file", str(LEAGUE), "--league", "x"], b""),
    ],
)
def test_they_say_what_they_say_with_all_of_django(words, typed):
    started, here = start(*words, typed=typed), manage(*words, typed=typed)

    assert started.stdout.decode() == here.stdout.decode()
    assert started.stderr.decode() == here.stderr.decode()
    assert started.returncode == here.returncode


@pytest.mark.parametrize(
    ("words", "computes"),
    [
        (["score"], True),
        (["standings", "--json", "--file", "season.json"], True),
        (["standings", "--table", "7b1c0e6e-4b43-4c58-9a3c-0d0b6a1f2e11"], False),
        (["demo", "--file"], False),
        ([], False),
    ],
)
def test_which_commands_do(words, computes):
    assert only_computes(words) is computes

"""Every example of Tarocco bolognese. Source: bolognese.md §14."""

import json

import pytest

from clubs.core.lines import answer_line
from clubs.management.commands.score import encode
from tests.commands.test_score import answers, score
from tests.paths import DATA

EXAMPLES = DATA / "bolognese_public.jsonl"
LINES = EXAMPLES.read_bytes().splitlines()
TOLD = [json.loads(line) for line in LINES]


def answer_to(line):
    return json.loads(encode(answer_line(line, 2, lambda problem: problem.code)))


def differences(expected, found, path=""):
    """What an example expects and the answer has not, at every depth; more is allowed."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            yield from differences(value, found.get(key, "nothing"), f"{path}.{key}")
    elif expected != found:
        yield f"{path}: {expected} expected, {found} found"


@pytest.mark.parametrize("line", LINES, ids=[told["id"] for told in TOLD])
def test_example(line):
    expected = json.loads(line)["expect"]

    answer = answer_to(line)

    if "error" in expected:
        errors = [(error["code"], error["field"]) for error in answer["errors"]]
        assert (expected["error"], expected["field"]) in errors
    else:
        assert answer["ok"]
        assert list(differences(expected, answer)) == []


def test_there_are_examples():
    assert len(LINES) == 50


def test_score_takes_the_file_as_it_is():
    result = score(EXAMPLES.read_bytes())

    found = answers(result)
    assert [answer["id"] for answer in found] == [told["id"] for told in TOLD]
    assert [answer["ok"] for answer in found] == ["error" not in told["expect"] for told in TOLD]
    assert result.returncode == 1
    assert len(result.stderr.splitlines()) == 1


def test_order_of_an_answer():
    answer = answer_to(LINES[5])

    assert list(answer) == [
        "id",
        "ok",
        "scores",
        "difference",
        "cappotto",
        "passed_card",
        "warnings",
        "pairs",
        "breakdown",
    ]
    assert list(answer["pairs"]["ns"]) == [
        "sequences",
        "cricche",
        "scartini",
        "last_trick",
        "accusi",
        "total",
        "cards",
        "sequence_items",
        "cricca_items",
    ]

"""Every example of tarocco_volte.md §11, through the lines of `score`."""

import json

import pytest

from clubs.core.lines import answer_line
from tests.paths import DATA

EXAMPLES = DATA / "tarocco_volte_public.jsonl"
LINES = EXAMPLES.read_bytes().splitlines()


def is_part(expected, found):
    """tarocco_volte.md §6: what is expected is a subset of the answer, at every depth."""
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(
            key in found and is_part(value, found[key]) for key, value in expected.items()
        )
    return expected == found


@pytest.mark.parametrize("line", LINES, ids=[json.loads(line)["id"] for line in LINES])
def test_example(line):
    expected = json.loads(line)["expect"]

    answer = json.loads(json.dumps(answer_line(line, 2, lambda problem: problem.code)))

    if "error" in expected:
        errors = [(error["code"], error["field"]) for error in answer["errors"]]
        assert errors == [(expected["error"], expected["field"])]
    else:
        assert answer["ok"]
        assert is_part(expected, answer)


def test_there_are_examples():
    assert len(LINES) == 42

"""Every example: those of scoring.md §11, and the others of the file."""

import json

import pytest

from clubs.core.lines import answer_line
from tests.paths import DATA

EXAMPLES = DATA / "deals_public.jsonl"
LINES = EXAMPLES.read_bytes().splitlines()
SHEET = {"Nord": -446, "Est": -390, "Sud": 1346, "Ouest": -510}  # scoring.md §11


def answer_to(line):
    return answer_line(line, 2, lambda problem: problem.code)


@pytest.mark.parametrize("line", LINES, ids=[json.loads(line)["id"] for line in LINES])
def test_example(line):
    expected = json.loads(line)["expect"]

    answer = json.loads(json.dumps(answer_to(line)))

    if "error" in expected:
        assert not answer["ok"]
        assert expected["error"] in [error["code"] for error in answer["errors"]]
    else:
        assert answer["ok"]
        assert {key: answer[key] for key in expected} == expected


def test_sheet_totals():
    totals = dict.fromkeys(SHEET, 0)
    for line in LINES[:5]:
        for name, score in answer_to(line)["scores"].items():
            totals[name] += score

    assert totals == SHEET

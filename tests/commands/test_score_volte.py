"""`manage.py score` over the examples of the volte game, as a shell meets it."""

import json

from tests.commands.test_score import answers, score
from tests.paths import DATA

EXAMPLES = DATA / "tarocco_volte_public.jsonl"


def test_the_example_file_as_it_is():
    result = score(EXAMPLES.read_bytes())

    expected = [json.loads(line) for line in EXAMPLES.read_text(encoding="utf-8").splitlines()]
    found = answers(result)
    assert [answer["id"] for answer in found] == [line["id"] for line in expected]
    assert [answer.get("scores") for answer in found] == [
        line["expect"].get("scores") for line in expected
    ]
    assert result.returncode == 1
    assert result.stderr.decode() == '8 refused: see the answers with "ok": false.\n'


def test_problems_in_words():
    deal = {"taker": "Ada", "contract": "due", "honours": 9, "points": -1, "defence_points": 10**99}
    line = {"game": "volte", "players": ["Ada", "Berto", "Cleo", "Dino"], "deal": deal}

    (told,) = answers(score(json.dumps(line).encode()))

    assert [(one["field"], one["message"]) for one in told["errors"]] == [
        ("honours", "0 to 3."),
        ("points", "0 to 91."),
        ("defence_points", "0 to 91."),
        ("defence_points", "The two counts must make 91."),
    ]

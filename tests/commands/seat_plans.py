"""Plans as `manage.py seat` prints them."""

import json
from collections import Counter
from io import StringIO
from itertools import combinations

from django.core.management import call_command

THIRTEEN = list("ABCDEFGHIJKLM")


PLAYED = {
    "number": 1,
    "tables": [
        {"number": 1, "players": ["A", "C", "E", "G"]},
        {"number": 2, "players": ["B", "D", "F"]},
        {"number": 3, "players": ["H", "I", "J"]},
        {"number": 4, "players": ["K", "L", "M"]},
    ],
    "byes": [],
}


def run(*options):
    out = StringIO()
    call_command("seat", *options, stdout=out)
    return out.getvalue()


def plan(*options):
    return json.loads(run("--json", *options))


def repeats(document):
    met = Counter(
        frozenset(pair)
        for round_ in document["rounds"]
        for table in round_["tables"]
        for pair in combinations(table["players"], 2)
    )
    return sum(times - 1 for times in met.values())


def sizes(document):
    return [[len(t["players"]) for t in round_["tables"]] for round_ in document["rounds"]]

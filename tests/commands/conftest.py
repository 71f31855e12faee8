"""Files that commands read."""

import json

import pytest

from tests.commands.seat_plans import THIRTEEN


@pytest.fixture
def entries(tmp_path):
    """Writes a file and gives its path."""

    def write(**changes):
        document = {"players": THIRTEEN, "plan": {"rounds": 3, "seed": 5}} | changes
        path = tmp_path / "entries.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return str(path)

    return write

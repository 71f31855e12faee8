"""Only the server names objects: no id that a browser sends becomes the uuid of a row."""

import ast
from uuid import UUID, uuid4

import pytest

from clubs.models import Deal, Sitting
from clubs.services.changes import Action, change
from clubs.services.ids import made_uuid
from tests.paths import ROOT

CLUBS = ROOT / "clubs"
ASKED = {"request_id", "receipt", "ask", "sent"}  # what a UUID from outside is called
NAMES = {"uuid", "pk", "id", "chain_uuid"}  # of a row
PLACE, REQUEST = UUID(int=1), UUID(int=2)


def test_the_same_request_names_the_same_row():
    assert made_uuid(Deal, PLACE, REQUEST) == made_uuid(Deal, PLACE, REQUEST)


@pytest.mark.parametrize(
    "other",
    [
        made_uuid(Sitting, PLACE, REQUEST),
        made_uuid(Deal, REQUEST, REQUEST),
        made_uuid(Deal, PLACE, PLACE),
        REQUEST,
    ],
    ids=["kind", "place", "request", "the request itself"],
)
def test_another_one_names_another(other):
    assert made_uuid(Deal, PLACE, REQUEST) != other


def test_a_change_takes_no_row_that_is_named_by_its_request(club):
    sitting, asked = club.sitting("Alice", "Bob", "Charlie", "Dora"), uuid4()

    with (
        pytest.raises(ValueError, match="names nothing"),
        change(
            Action.RECORD_DEAL,
            club.actor("Alice"),
            Deal(uuid=asked, sitting=sitting, number=1),
            lock=sitting,
            request_id=asked,
        ),
    ):
        raise AssertionError


def named_by_a_request(source: str) -> list[int]:
    """Lines where a request's id is given to a row as its own: in a call, or set afterwards."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.keyword):
            names, given = [node.arg], node.value
        elif isinstance(node, ast.Assign):
            names, given = [getattr(target, "attr", "") for target in node.targets], node.value
        else:
            continue
        if NAMES.isdisjoint(names):
            continue
        name = given.attr if isinstance(given, ast.Attribute) else getattr(given, "id", "")
        if isinstance(given, ast.Subscript):
            name = getattr(given.slice, "value", "")
        if name in ASKED:
            lines.append(given.lineno)
    return lines


@pytest.mark.parametrize(
    "source",
    [
        "League(uuid=request_id)",
        "rows.get_or_create(uuid=told['request_id'])",
        "row.uuid = receipt",
        "append_entry(chain_uuid=form.request_id)",
    ],
)
def test_the_check_sees(source):
    assert named_by_a_request(source) == [1]


def test_no_code_names_a_row_by_a_request():
    found = {
        str(path.relative_to(CLUBS)): lines
        for path in CLUBS.rglob("*.py")
        if (lines := named_by_a_request(path.read_text(encoding="utf-8")))
    }

    assert found == {}

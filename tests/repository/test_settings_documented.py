"""Every variable that settings reads is described, and nothing is described that does not exist."""

import ast
import re

from tests.paths import ROOT

READER = re.compile(r"env(\.\w+)?|os\.getenv|os\.environ\.get")


def variables(source: str) -> list[str]:
    """The names that are read with `env.…("NAME", …)`, `env("NAME")` or `os.environ`."""
    names = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and READER.fullmatch(ast.unparse(node.func)):
            names += [arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant)]
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) in {"os.environ", "env"}:
            names.append(ast.literal_eval(node.slice))
    return sorted(set(names))


READ = variables((ROOT / "scorekeeper/settings.py").read_text(encoding="utf-8"))


def test_the_documentation_has_every_variable():
    page = (ROOT / "docs/settings.md").read_text(encoding="utf-8")

    assert sorted(re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE)) == READ


def test_the_example_has_every_variable():
    example = (ROOT / ".env.example").read_text(encoding="utf-8")

    assert sorted(re.findall(r"^(?:# ?)?([A-Z_]+)=", example, re.MULTILINE)) == READ


def test_the_tests_set_every_variable():
    """Else a test would see what somebody wrote into .env."""
    own = (ROOT / "tests/settings.py").read_text(encoding="utf-8")

    assert sorted([*re.findall(r"\b([A-Z_]+)=", own), "DATABASE_URL"]) == READ


def test_variables_are_found():
    source = 'a = env.str("ONE").rstrip("/")\nb = env("TWO")\nc = os.environ["THREE"]\nf("FOUR")'

    assert variables(source) == ["ONE", "THREE", "TWO"]

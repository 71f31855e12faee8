"""What a module does not offer begins with "_", so that its other names are all it is used by."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.paths import ROOT
from tests.repository.test_layers import MODULES, module_name

FOLDERS = ("clubs", "scorekeeper", "tests", "scripts", "benchmarks")
CALLED_BY_DJANGO = ("clubs.management.commands.", "clubs.migrations.")
OFFERING = [path for path in MODULES if not module_name(path).startswith(CALLED_BY_DJANGO)]


@cache
def _outer_words(path: Path) -> frozenset[str]:
    return frozenset(words_from_outside(path.read_text(encoding="utf-8")))


@cache
def _files_by_word() -> Counter[str]:
    paths = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    return Counter(word for path in paths for word in _outer_words(path))


def words_from_outside(source: str) -> Iterator[str]:
    """The names that a file may have from elsewhere: imported, behind a dot, or in a text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(r"\w+", node.value)


def public_functions(source: str) -> list[str]:
    """Those that a module claims to offer; templates call what is registered for them."""
    return [
        node.name
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef)
        and not node.name.startswith("_")
        and not any(ast.unparse(one).startswith("register.") for one in node.decorator_list)
    ]


def test_every_public_function_is_used_elsewhere():
    assert [
        f"{module_name(path)}.{name}"
        for path in OFFERING
        for name in public_functions(path.read_text(encoding="utf-8"))
        if _files_by_word()[name] == (name in _outer_words(path))
    ] == []


def test_what_it_finds():
    source = "def open(): pass\ndef _shut(): pass\n@register.filter\ndef shown(): pass"

    assert public_functions(source) == ["open"]
    assert set(words_from_outside("from a import b\nc.d\ne('f.g')")) >= {"b", "d", "f", "g"}

"""One thing has one name, and a name says what value it is."""

import ast
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path

from tests.repository.test_layers import MODULES, module_name

NAMED = [path for path in MODULES if "migrations" not in path.parts]
MOST_SHARED = {ast.FunctionDef: 0.02, ast.ClassDef: 0.03}  # of all
BY_FRAMEWORK = {"Command", "Meta"}  # Django looks for them by name
# As a local or a parameter each of them could be any value; a comprehension is read in one glance.
VAGUE = {"told", "found", "one", "made", "kept"}
# Names of the database: a change needs a migration.
COLUMNS = {
    "clubs.models.sittings": {"made", "kept"},
    "clubs.queries.tables.sheet_rows": {"made"},
}
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)


def top_level(source: str, kind: type[ast.FunctionDef] | type[ast.ClassDef]) -> Iterator[str]:
    """Names of functions or classes. Views are told apart by their module wherever they are used,
    in a file of URLs, and may share a name; they take the request first."""
    for node in ast.parse(source).body:
        if not isinstance(node, kind):
            continue
        arguments = node.args.args if isinstance(node, ast.FunctionDef) else []
        if not (arguments and arguments[0].arg == "request"):
            yield node.name


def vague_names(source: str, allowed: Collection[str] = ()) -> Iterator[str]:
    """What is bound outside a comprehension or a lambda: locals, parameters, fields."""
    vague = VAGUE.difference(allowed)
    inside = set()
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, COMPREHENSIONS):
            inside.update(id(part) for part in ast.walk(node))
    for node in ast.walk(tree):
        name = getattr(node, "arg" if isinstance(node, ast.arg) else "id", None)
        is_bound = isinstance(node, ast.arg) or isinstance(getattr(node, "ctx", None), ast.Store)
        if name in vague and is_bound and id(node) not in inside:
            yield f"{node.lineno}: {name}"


def _vague_names_of(path: Path) -> Iterator[str]:
    return vague_names(path.read_text(encoding="utf-8"), COLUMNS.get(module_name(path), ()))


def _shared(kind: type[ast.FunctionDef] | type[ast.ClassDef]) -> tuple[list[str], int]:
    """Names that several modules give, and how many may share one."""
    names = [
        name
        for path in NAMED
        for name in set(top_level(path.read_text(encoding="utf-8"), kind)) - BY_FRAMEWORK
    ]
    counts = Counter(names)
    return sorted(name for name in names if counts[name] > 1), int(len(names) * MOST_SHARED[kind])


def test_hardly_any_functions_share_a_name():
    shared, most = _shared(ast.FunctionDef)

    assert len(shared) <= most, shared


def test_hardly_any_classes_share_a_name():
    shared, most = _shared(ast.ClassDef)

    assert len(shared) <= most, shared


def test_a_name_says_what_value_it_is():
    vague = {module_name(path): names for path in NAMED if (names := list(_vague_names_of(path)))}

    assert vague == {}


def test_what_it_finds():
    source = "def a(told): pass\ndef view(request): pass\nclass C:\n    made: int\n"
    source += "x = [one for one in x if (kept := one)]\nfor found in x: pass"

    assert list(top_level(source, ast.FunctionDef)) == ["a"]
    assert list(top_level(source, ast.ClassDef)) == ["C"]
    assert list(vague_names(source)) == ["6: found", "1: told", "4: made"]

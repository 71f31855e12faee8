"""Imports go down only; docs/architecture.md says why.

Every module of `clubs` is read with ast, imports inside functions included; only what stands under
`if TYPE_CHECKING:` is exempt. The same reading keeps Django out of core, transactions and writes
inside services, queries out of views, and imports in functions to slow libraries, which are marked
`# slow import`.
"""

import ast
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.paths import ROOT

# From the ground up. A room may import itself and the rooms under it: not its neighbours in the
# same line, and nothing above. A new module at the top of `clubs` must be given its place here.
LAYERS = [
    ("core",),
    ("numbers", "constraints", "seals", "packing", "batches", "typed_words"),
    ("choices",),
    ("models",),
    ("access",),
    ("preferences", "http", "dates", "bodies", "replica", "trouble"),
    ("queries",),
    ("services",),
    ("forms", "templatetags", "context", "accounts", "staticfiles"),
    ("listings", "exchange"),
    ("views", "api", "management", "middleware", "admin"),
    ("urls",),
    ("computing",),
    ("register",),
    ("apps",),
]
LEVELS = {room: level for level, rooms in enumerate(LAYERS) for room in rooms}
MIGRATIONS = "migrations"  # frozen, and import nothing of ours but what is frozen too
FROZEN = {"constraints", "seals", "packing"}

CORE_LIBRARIES = {"openskill": "clubs.core.ratings"}  # else the standard library only
WRITES = {"save", "create", "update", "delete", "get_or_create", "update_or_create", "cursor"}
WRITERS = {  # functions outside services that write, or have a cursor, and why
    ("clubs.models.compiled", "rows"),  # reads
    ("clubs.models.people", "create_user"),  # Django's own interface of a user manager
    ("clubs.models.worded", "update"),  # notes what services write by it
    ("clubs.models.worded", "bulk_create"),  # the same
}
QUERIES = {"filter", "exclude", "annotate", "aggregate"}


def is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) in {
        "TYPE_CHECKING",
        "typing.TYPE_CHECKING",
    }


def nodes(parent: ast.AST, function: str | None = None) -> Iterator[tuple[ast.AST, str | None]]:
    """Every node with the innermost function around it; what is for types only is left out."""
    for child in ast.iter_child_nodes(parent):
        if not is_type_checking(child):
            yield child, function
            is_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from nodes(child, child.name if is_function else function)


def imported(node: ast.AST, package: str) -> list[str]:
    """Full names of the modules that this statement imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    parents = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
    base = ".".join([*parents, *([node.module] if node.module else [])])
    if base in {"clubs", "django.db"}:  # these give modules
        return [f"{base}.{alias.name}" for alias in node.names]
    return [base]


def room_of(module: str) -> str:
    """The layer of a module: the second word of its path, or the fourth in the folder of a game."""
    words = module.split(".")
    at = 3 if words[1:2] == ["games"] else 1
    return words[at] if len(words) > at else ""


def import_problem(module: str, name: str) -> str | None:
    room, top = room_of(module), name.split(".")[0]
    if top == "clubs":
        other = room_of(name)
        if room == MIGRATIONS:
            return None if other in FROZEN else f"imports {name}"
        if other not in LEVELS:
            return f"imports {name}"
        if other != room and LEVELS[other] >= LEVELS[room]:
            return f"imports {name}, which is not below it"
    elif top == "scorekeeper" or (
        room == "core" and top not in sys.stdlib_module_names and CORE_LIBRARIES.get(top) != module
    ):
        return f"imports {name}"
    return None


def call_problem(module: str, function: str | None, node: ast.Call) -> str | None:
    room = room_of(module)
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if room in {"core", "services", MIGRATIONS} or (module, function) in WRITERS:
        return None
    if name in WRITES or name.startswith("bulk_"):
        return f"writes: .{name}("
    if room in {"views", "api"} and name in QUERIES:
        return f"queries: .{name}("
    return None


def check(module: str, source: str, *, is_package: bool = False) -> list[str]:
    """What a module does against the rules, one line each."""
    room = room_of(module)
    if not room and module.split(".")[1:2] in ([], ["games"]):
        return ["holds code"] if source.strip() else []
    if room not in LEVELS and room != MIGRATIONS:
        return ["belongs to no layer"]
    package = module if is_package else module.rpartition(".")[0]
    lines = source.splitlines()
    problems = []
    for node, function in nodes(ast.parse(source)):
        found: list[str | None] = []
        names = imported(node, package)
        if names and function and not lines[node.lineno - 1].endswith("# slow import"):
            found.append(f"imports {names[0]} in a function")
        found += [import_problem(module, name) for name in names]
        if "django.db.transaction" in names and room not in {"services", MIGRATIONS}:
            found.append("uses transaction")
        if isinstance(node, ast.Call):
            found.append(call_problem(module, function, node))
        if isinstance(node, ast.Attribute) and node.attr == "objects" and room in {"views", "api"}:
            found.append("queries: .objects")
        problems += [f"line {node.lineno}: {text}" for text in found if text]
    return problems


MODULES = sorted((ROOT / "clubs").rglob("*.py"))


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def problems_of_modules(check: Callable[..., list[str]]) -> dict[str, list[str]]:
    """What a check like ours finds, of the modules where it finds something."""
    found = {}
    for path in MODULES:
        is_package = path.name == "__init__.py"
        source = path.read_text(encoding="utf-8")
        found[module_name(path)] = check(module_name(path), source, is_package=is_package)
    return {module: problems for module, problems in found.items() if problems}


def test_modules_keep_to_their_layers():
    assert problems_of_modules(check) == {}


class TestTheCheckItself:
    """A rule that catches nothing would look the same as a rule that is kept."""

    @pytest.mark.parametrize(
        ("module", "source", "problem"),
        [
            ("core.french", "import django", "line 1: imports django"),
            ("core.french", "import openskill", "line 1: imports openskill"),
            ("core.french", "from clubs.models import Deal", "imports clubs.models"),
            ("core.french", "from clubs import choices", "imports clubs.choices"),
            ("core.french", "from ..models import Deal", "imports clubs.models"),
            ("models.people", "import clubs.access", "imports clubs.access"),
            ("access", "def f():\n    from clubs.queries import x  # slow import", "clubs.queries"),
            ("queries.people", "try:\n    import clubs.services\nexcept E:\n    pass", "line 2"),
            ("forms.deals", "from clubs.context import site", "not below it"),
            ("views.deals", "from clubs.api import deals", "not below it"),
            ("services.people", "from scorekeeper import settings", "imports scorekeeper"),
            ("views.deals", "from clubs.newcomer import x", "imports clubs.newcomer"),
            ("newcomer", "", "belongs to no layer"),
            ("", "x = 1", "holds code"),
            ("games.french", "x = 1", "holds code"),
            ("games.french.core.rules", "import django", "line 1: imports django"),
            (
                "games.french.core.rules",
                "from clubs.games.french.forms import deal",
                "not below it",
            ),
            ("games.volte.forms.deal", "from clubs.exchange import pdf", "not below it"),
            ("games.volte.newcomer.deal", "", "belongs to no layer"),
            ("queries.people", "from clubs.games.french.services import sums", "not below it"),
            ("views.deals", "def f():\n    import json", "line 2: imports json in a function"),
            ("forms.deals", "from django.db import models, transaction", "uses transaction"),
            ("views.deals", "form.save()", "writes: .save("),
            ("queries.people", "Player.objects.create(name='')", "writes: .create("),
            ("listings.people", "rows.update(name='')", "writes: .update("),
            ("models.people", "def create_user(): pass\nuser.save()", "line 2: writes: .save("),
            ("management.commands.tidy", "rows.delete()", "writes: .delete("),
            ("access", "Deal.objects.bulk_create([])", "writes: .bulk_create("),
            ("queries.people", "connection.cursor()", "writes: .cursor("),
            ("views.deals", "deals.filter(number=1)", "queries: .filter("),
            ("views.deals", "Deal.objects", "queries: .objects"),
            ("migrations.0001_initial", "from clubs.core import names", "imports clubs.core"),
        ],
    )
    def test_a_planted_violation_is_found(self, module, source, problem):
        problems = check(f"clubs.{module}".rstrip("."), source)

        assert len([text for text in problems if problem in text]) == 1

    @pytest.mark.parametrize(
        ("module", "source"),
        [
            ("core.ratings", "import openskill\nimport math\nfrom clubs.core import names"),
            ("core.rules", "seen = {}\nseen.update(a=1)"),
            ("models.people", "from clubs.core.names import name_key"),
            ("models.people", "def create_user():\n    user.save()"),
            ("services.people", "from django.db import transaction\nPlayer.objects.create()"),
            ("exchange.pdf", "def f():\n    import typst  # slow import"),
            ("core.french", "if TYPE_CHECKING:\n    from clubs.models import Deal"),
            ("views.deals", "from clubs.listings import deals\nfrom .shared import render_form"),
            ("urls.sittings", "from clubs.views import deals, sittings"),
            ("games.volte.queries.words", "from clubs.games.volte.core import rules"),
            ("migrations.0002_more", "from django.db import transaction\nx.save()"),
        ],
    )
    def test_what_is_allowed_passes(self, module, source):
        assert check(f"clubs.{module}", source) == []

    def test_a_package_imports_relatively_from_itself(self):
        assert check("clubs.views", "from .deals import x", is_package=True) == []
        assert check("clubs.views", "from ..urls import x", is_package=True) == [
            "line 1: imports clubs.urls, which is not below it"
        ]

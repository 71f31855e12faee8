"""Puts a JavaScript module of ours and what it imports into one file, and takes out the comments.

Nothing is parsed: imports and exports stand at the beginning of a line, in the forms below, and
what stands there otherwise is refused. Each module becomes a function whose exports lie in a table
that all files of a page share: a module that stands in two files runs once.
"""

import re
from collections.abc import Callable
from posixpath import dirname, join, normpath

import rjsmin

FRAME = "js/frame.js"  # every page loads it first
TABLE = 'const modules = (globalThis[Symbol.for("modules")] ??= {});\n'
IMPORT = re.compile(
    r'^import (?:(?P<names>\{[^}]*\}|\* as \w+) from )?"(?P<path>\.{1,2}/[\w/-]+\.js)";$', re.MULTILINE
)
EXPORT = re.compile(r"^export (?=(?:(?:async )?function\*?|const) (?P<name>\w+)\b)", re.MULTILINE)
OTHER = re.compile(
    r"^(?:import|export|await)\b.*|^(?:const|let) (?!.*=>).*\bawait\b.*|\bimport(?:\.meta|\().*", re.MULTILINE
)

Read = Callable[[str], str]


def bundle_script(name: str, read: Read) -> str:
    """The module of this name with those that it imports, imported ones first. What FRAME brings
    is in FRAME alone. ValueError: a form of import or export that is not known, or a circle."""
    there = set() if name == FRAME else set(imported(FRAME, read))
    wanted = [each for each in imported(name, read) if each not in there]
    return str(rjsmin.jsmin(TABLE + "".join(_as_function(each, read(each)) for each in wanted)))


def imported(name: str, read: Read, above: tuple[str, ...] = ()) -> list[str]:
    """The names of the modules that this one needs, in the order in which they run; it is last."""
    if name in above:
        raise ValueError(f"{name} imports itself, by {above[-1]}.")
    needed: dict[str, None] = {}
    for match in IMPORT.finditer(read(name)):
        needed |= dict.fromkeys(imported(_beside(name, match["path"]), read, (*above, name)))
    return [*needed, name]


def _beside(name: str, path: str) -> str:
    return normpath(join(dirname(name), path))


def _as_function(name: str, text: str) -> str:
    def constants(match: re.Match[str]) -> str:
        if match["names"] is None:
            return ""
        names = re.sub(r"^\* as ", "", match["names"])
        inside = re.sub(r"\bas\b", ":", names) if names.startswith("{") else names
        return f'const {inside} = modules["{_beside(name, match["path"])}"];'

    exports = [match["name"] for match in EXPORT.finditer(text)]
    body = EXPORT.sub("", IMPORT.sub(constants, text))
    if unknown := OTHER.search(body):
        raise ValueError(f"{name} has what no bundle can have: {unknown[0]}")
    returned = f"return {{ {', '.join(exports)} }};"
    return f'modules["{name}"] ??= (() => {{\n{body}\n{returned}\n}})();\n'

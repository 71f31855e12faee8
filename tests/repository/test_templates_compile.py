"""Every template compiles, and what it names is there."""

import re
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import get_template
from django.urls import get_resolver

FOLDER = Path(settings.BASE_DIR) / "templates"
TEMPLATES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.*"))
COMMENT = re.compile(r"{#.*?#}|{% comment %}.*?{% endcomment %}", re.DOTALL)


def source(name: str) -> str:
    return COMMENT.sub("", (FOLDER / name).read_text(encoding="utf-8"))


def named_in(name: str, *tags: str) -> list[str]:
    """The first arguments of these tags where they are written out."""
    return re.findall(rf"{{%\s*(?:{'|'.join(tags)})\s+[\"']([^\"']+)[\"']", source(name))


def missing(*tags: str, exists: Callable[[str], bool]) -> set[tuple[str, str]]:
    """A template, and what these tags of it name and is not there."""
    return {(name, it) for name in TEMPLATES for it in named_in(name, *tags) if not exists(it)}


def test_every_template_compiles_and_what_it_includes():
    included = {other for name in TEMPLATES for other in named_in(name, "include", "extends")}

    for name in sorted(included.union(TEMPLATES)):
        get_template(name)  # its error names the template and the line


def test_addresses_that_they_name_exist():
    known = get_resolver().reverse_dict.keys()

    assert missing("url", exists=known.__contains__) == set()


def test_static_files_that_they_name_exist():
    def exists(file: str) -> bool:
        return file.startswith("fonts/") or finders.find(file) is not None

    assert missing("static", exists=exists) == set()

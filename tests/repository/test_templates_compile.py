"""Every template compiles, and what it names is there."""

import re
from pathlib import Path

import pytest
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


@pytest.mark.parametrize("name", TEMPLATES)
def test_template_compiles(name):
    get_template(name)


@pytest.mark.parametrize("name", TEMPLATES)
def test_templates_that_it_includes_exist(name):
    for other in named_in(name, "include", "extends"):
        get_template(other)


@pytest.mark.parametrize("name", TEMPLATES)
def test_addresses_that_it_names_exist(name):
    known = {key for key in get_resolver().reverse_dict if isinstance(key, str)}

    assert [url for url in named_in(name, "url") if url not in known] == []


@pytest.mark.parametrize("name", TEMPLATES)
def test_static_files_that_it_names_exist(name):
    files = [file for file in named_in(name, "static") if not file.startswith("fonts/")]

    assert [file for file in files if finders.find(file) is None] == []

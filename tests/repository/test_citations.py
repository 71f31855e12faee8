"""Each citation of the specification names a page and a section that are there.

The pages are those of docs/specification; a section is how one of their headings begins. How to
cite: CONTRIBUTING.md.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.paths import ROOT

SPECIFICATION = ROOT / "docs/specification"
PAGES = {path.name: path.read_text(encoding="utf-8") for path in SPECIFICATION.glob("*.md")}
FOLDERS = ["benchmarks", "clubs", "docs", "scorekeeper", "scripts", "static", "templates", "tests"]
CODE = {".py", ".typ", ".js", ".html"}
FILES = sorted(
    path
    for path in [
        *ROOT.glob("*.md"),
        *(found for name in FOLDERS for found in ROOT.glob(f"{name}/**/*")),
    ]
    if path.suffix in {*CODE, ".md"} and path != Path(__file__)
)

GAP = r"(?:[ \t]+|[ \t]*\n[ \t]*(?:(?:#|//|\*)[ \t]+)?)"  # between two words, over a line end too
SECTION = r"§(\d+(?:\.\d+)*|\w*)"
NOTE = rf"(?:{GAP}\([^()]*\))?"
CITATION = re.compile(rf"(?<![\w/])(\w+\.md){GAP}({SECTION}{NOTE}(?:,{GAP}{SECTION}{NOTE})*)")
ANY_SECTION = re.compile(SECTION)
# What nobody can look up: a page without a section, a section or a specification of no page.
VAGUE = re.compile(
    rf"(?<![\w/])(?:{'|'.join(map(re.escape, PAGES))})(?!{GAP}§)"
    rf"|(?<!docs/)\bspecifications?\b|\bsections?{GAP}\d",
    re.IGNORECASE,
)


@cache
def has(page: str, section: str) -> bool:
    """Does a heading of the page begin with this number, or this word?"""
    heading = rf"^##+ `?{re.escape(section)}`?\.?(?: |$)"
    return bool(re.search(heading, PAGES.get(page, ""), re.MULTILINE))


def wrong(text: str, *, page: str = "", is_code: bool = True) -> Iterator[str]:
    """What leads nowhere. page: the page of the specification that the text is, whose own sections
    need no name."""
    cited: set[int] = set()
    for citation in CITATION.finditer(text):
        for section in ANY_SECTION.finditer(text, citation.start(2), citation.end(2)):
            cited.add(section.start())
            if not has(citation[1], section[1]):
                yield f"{citation[1]} {section[0]}"
    for section in ANY_SECTION.finditer(text):
        if section.start() not in cited and not has(page, section[1]):
            yield section[0]
    if is_code:
        yield from (found[0] for found in VAGUE.finditer(text))


def test_every_citation_leads_to_a_section():
    found = {}
    for path in FILES:
        page = path.name if path.parent == SPECIFICATION else ""
        told = path.read_text(encoding="utf-8")
        if errors := list(wrong(told, page=page, is_code=path.suffix in CODE)):
            found[path.relative_to(ROOT).as_posix()] = errors

    assert found == {}


@pytest.mark.parametrize(
    "text",
    [
        "Source: leagues.md §3.5.",
        "Source: leagues.md §3.3 (guests,\nqualification), §3.5 (ties), §3.6.",
        "# Points, by tarocco_volte.md\n# §5, step 9; cli.md §score.",
        "It is told in docs/tournaments.md and in docs/specification.",
    ],
)
def test_what_can_be_looked_up_is_no_error(text):
    assert list(wrong(text)) == []


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("Source: leagues.md §3.9.", "leagues.md §3.9"),
        ("Source: leagues.md §3.5 (ties), §33.", "leagues.md §33"),
        ("Source: league.md §3.5.", "league.md §3.5"),
        ("Source: cli.md §scores.", "cli.md §scores"),
        ("Source: scoring.md, §7.", "scoring.md"),
        ("As told in §3.5.", "§3.5"),
        ("Source: leagues.md.", "leagues.md"),
        ("As in section 3.5.", "section 3"),
        ("In the order of the specification.", "specification"),
    ],
)
def test_what_cannot_be_looked_up_is_found(text, error):
    assert error in list(wrong(text))


def test_every_command_has_its_section():
    ours = [name for name, app in get_commands().items() if app == "clubs"]

    assert [name for name in ours if not has("cli.md", name)] == []

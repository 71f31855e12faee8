"""The documentation is whole: links lead somewhere, and what it names exists."""

import re
import subprocess
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.utils.text import slugify

from scripts.screens import SCREENS
from tests.paths import ROOT

PAGES = sorted([*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")])
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
PATH = re.compile(
    r"`((?:[\w.-]+/)*[\w.-]+\.(?:py|html|js|css|md|typ|svg|toml|sh)|(?:[\w.-]+/){2,})`"
)
CODE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def links(path: Path) -> list[str]:
    found = LINK.findall(CODE.sub("", text(path)))
    return [link for link in found if not re.match(r"(https?|mailto):", link)]


def anchors(path: Path) -> set[str]:
    return {slugify(title) for title in re.findall(r"^#+ (.+)$", text(path), re.MULTILINE)}


def test_links_lead_somewhere():
    broken = []
    for path in PAGES:
        for link in links(path):
            target, _, anchor = link.partition("#")
            file = (path.parent / target).resolve() if target else path
            if not file.exists() or (anchor and slugify(anchor) not in anchors(file)):
                broken.append((name(path), link))

    assert broken == []


def ends_of_paths() -> set[str]:
    """All ends of the paths of the repository: pages name a file from the folder they speak of."""
    tracked = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True, timeout=30)
    return {
        "/".join(parts[start:end])
        for parts in (path.split("/") for path in tracked.splitlines())
        for end in range(1, len(parts) + 1)
        for start in range(end)
    }


def test_paths_exist():
    """But in the changelog, which tells of what was."""
    ends = ends_of_paths()
    named = {
        (name(path), found.rstrip("/"))
        for path in PAGES
        if path.name != "CHANGELOG.md"
        for found in PATH.findall(text(path))
    }

    assert {(page, path) for page, path in named if path not in ends} == set()


def test_pages_have_one_title():
    titles = {path: re.findall(r"^# ", CODE.sub("", text(path)), re.MULTILINE) for path in PAGES}

    assert [name(path) for path, found in titles.items() if len(found) != 1] == []


def named_in_pages(pattern: str) -> set[tuple[str, str]]:
    """A page, and what it names by this pattern."""
    return {(name(path), told) for path in PAGES for told in re.findall(pattern, text(path), re.M)}


def test_commands_exist():
    named = named_in_pages(r"manage\.py ([a-z_]+)")

    assert {(page, command) for page, command in named if command not in get_commands()} == set()


def test_make_targets_exist():
    targets = re.findall(r"^([a-z-]+):", text(ROOT / "Makefile"), re.MULTILINE)
    named = named_in_pages(r"(?:^|`)make ([a-z-]+)")

    assert {(page, target) for page, target in named if target not in targets} == set()


def test_every_page_can_be_reached_from_the_index():
    index = ROOT / "docs/index.md"
    reached, waiting = set(), [index]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md" and page.exists():
            reached.add(page)
            waiting += [(page.parent / link.partition("#")[0]).resolve() for link in links(page)]

    assert sorted(map(name, set((ROOT / "docs").rglob("*.md")) - reached)) == []


def test_every_dependency_is_explained():
    pinned = []
    for file in ("requirements.txt", "requirements-dev.txt"):
        pinned += re.findall(r"^([\w-]+)(?:\[\w+\])?==", text(ROOT / file), re.MULTILINE)
    page = text(ROOT / "docs/dependencies.md")
    rows = re.findall(r"^\|[^|]*\|([^|]*)\|", page, re.MULTILINE)
    explained = re.findall(r"`([\w-]+)`", " ".join(rows))

    assert sorted(explained) == sorted(pinned)


def test_every_make_target_is_told_by_help():
    makefile = text(ROOT / "Makefile")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE)) - {"help", "env", "env-dev"}

    assert set(re.findall(r'@echo "make ([a-z]+)', makefile)) == targets


@pytest.mark.parametrize(
    ("state", "screens"),
    [
        ("full", {screen.name for screen in SCREENS}),
        ("laptop", {screen.name for screen in SCREENS if screen.sized}),
    ],
)
def test_every_screen_has_its_pictures(state, screens):
    page = text(ROOT / "docs/screens.md")

    assert set(re.findall(rf"screenshots/screens/([\w-]+)-{state}\.png", page)) == screens


def test_the_pictures_weigh_little():
    folder = ROOT / "docs/screenshots"

    assert sum(path.stat().st_size for path in folder.rglob("*.png")) < 14_000_000

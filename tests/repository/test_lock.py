"""The lock files have what the requirements ask for, with hashes, and name no registry."""

import json
import re
import subprocess
import sys

import pytest

from tests.paths import ROOT

PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[a-z]+\])?==([^\s;]+)", re.MULTILINE)


def pins(name):
    found = PINNED.findall((ROOT / name).read_text(encoding="utf-8"))
    return {re.sub(r"[-_.]+", "-", package).lower(): version for package, version in found}


@pytest.mark.parametrize("kind", ["requirements", "requirements-dev"])
def test_the_lock_has_what_is_asked_for(kind):
    locked, asked = pins(f"{kind}.lock"), pins("requirements.txt") | pins(f"{kind}.txt")

    assert asked.items() <= locked.items()
    assert pins("requirements.lock").items() <= pins("requirements-dev.lock").items()


@pytest.mark.parametrize("kind", ["requirements", "requirements-dev"])
def test_every_package_has_hashes_and_no_address(kind):
    text = (ROOT / f"{kind}.lock").read_text(encoding="utf-8")
    blocks = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)[1:]

    assert len(blocks) == len(pins(f"{kind}.lock"))
    assert [block for block in blocks if "--hash=sha256:" not in block] == []
    assert "://" not in text


def test_the_list_of_packages_is_that_of_the_lock(tmp_path):
    """As `make sbom` writes it, with the hashes; nobody is asked."""
    [options] = re.findall(r"^SBOM := (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    path = tmp_path / "sbom.json"
    command = [sys.executable, *options.split(), "requirements.lock", "--output-file", str(path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)

    listed = json.loads(path.read_text("utf-8"))
    assert listed["metadata"]["component"]["name"] == "feutre"
    assert {each["name"]: each["version"] for each in listed["components"]} == pins(
        "requirements.lock"
    )
    assert all(each["externalReferences"][0]["hashes"] for each in listed["components"])


def test_what_windows_alone_needs_is_there():
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")

    assert re.search(r"^tzdata==\S+ ; sys_platform == 'win32'", text, re.MULTILINE)

"""Another commit of this program beside this one: its own folder, packages and database."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scripts.server import ROOT

# What that commit has of a benchmark opens its table; it serves until nobody reads any more.
SERVE = """
import os, subprocess, sys
from uuid import UUID, uuid4
sys.path.insert(0, os.getcwd())
os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
for command in (["fonts"], ["collectstatic", "--no-input"]):
    manage = [sys.executable, "manage.py", *command, "--verbosity", "0"]
    subprocess.run(manage, check=True)
from benchmarks import bench_http
bench_http.SHEETS = (5,)
with bench_http.installation() as (port, club):
    from clubs.models import LinkKind, Sitting
    try:
        from clubs.services.people.links import invite
    except ModuleNotFoundError:
        from clubs.services.links import invite
    sitting = Sitting.objects.get(uuid=UUID(club.sheets[5].split("/")[2]))
    link = invite(club.actor, sitting, LinkKind.SCORE, request_id=uuid4())
    print(f"http://127.0.0.1:{port}/j/{link.code}/", flush=True)
    sys.stdin.read()
"""


@contextmanager
def served(commit: str) -> Iterator[str]:
    """The address by which a guest scores at a table of that commit, with five deals."""
    with tempfile.TemporaryDirectory(prefix="feutre-beside-") as name:
        folder = Path(name)
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, stdout=-1)
        subprocess.run(["tar", "-x"], cwd=folder, input=archive.stdout, check=True)
        python = _environment(folder)
        command = [python, "-W", "ignore", "-c", SERVE]
        with subprocess.Popen(command, cwd=folder, stdin=-1, stdout=-1, text=True) as child:
            assert child.stdin
            assert child.stdout
            address = child.stdout.readline().strip()
            if not address:
                raise SystemExit(f"{commit} does not start.")
            yield address
            child.stdin.close()


def _environment(folder: Path) -> str:
    """What it asks for: its lock file, or what it pins where it has none."""
    lock = folder / "requirements.lock"
    wanted = lock if lock.exists() else folder / "requirements.txt"
    python = folder / ".venv" / "bin" / "python"
    uv = [sys.executable, "-m", "uv"]
    subprocess.run([*uv, "venv", "--quiet", python.parents[1]], check=True)
    install = [*uv, "pip", "install", "--quiet", "--python", python, "--requirement", wanted]
    subprocess.run(install, check=True, env={**os.environ, "VIRTUAL_ENV": str(python.parents[1])})
    return str(python)

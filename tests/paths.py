"""Where the repository and the files for tests lie, whatever folder a test is in."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests/data"

"""A hundredth of a federation is written, and every page of it answers; `python -m
benchmarks.servers.federation` makes more of it, and measures."""

import os
import re
import subprocess
import sys

from django.conf import settings
from django.db import connection


def test_a_hundredth_of_a_federation():
    environment = dict(os.environ)
    if connection.vendor == "sqlite":
        environment.pop("DATABASE_URL", None)  # a file of its own

    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.servers.federation", "--percent", "1", "--check"],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^5 clubs, 201 people, 50,400 deals,", done.stdout, re.M), done.stdout
    assert done.stdout.count("public: evening") == 3
    assert "0 requests failed." in done.stdout

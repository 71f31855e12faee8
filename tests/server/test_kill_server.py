"""Deals survive the server; `python -m benchmarks.kill_server` does the same for longer."""

import os
import re
import subprocess
import sys

from django.conf import settings
from django.db import connection


def test_every_deal_is_there_once_after_three_kills():
    environment = dict(os.environ)
    if connection.vendor == "sqlite":
        environment.pop("DATABASE_URL", None)  # a file of its own

    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.kill_server", "--kills", "3", "--phones", "4"],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "No differences." in done.stdout
    assert re.search(r"^3 kills in \d+ s\.$", done.stdout, re.M)
    told = r"^4 phones, 2 of them at a tournament: \d+ deals, each once\.$"
    assert re.search(told, done.stdout, re.M)

"""Deals survive the server; `python -m benchmarks.kill_server` does the same for longer."""

import re

import pytest

from tests.server.processes import benchmark


@pytest.mark.postgresql_too
def test_every_deal_is_there_once_after_two_kills():
    told = benchmark("kill_server", "--kills", "2", "--phones", "4")

    assert "No differences." in told
    assert re.search(r"^2 kills in \d+ s\.$", told, re.M)
    assert re.search(r"^4 phones, 2 of them at a tournament: \d+ deals, each once\.$", told, re.M)

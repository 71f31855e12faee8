"""A part of a federation is written, and every page of it answers; `python -m
benchmarks.servers.federation` makes more of it, and measures."""

import re

import pytest

from tests.server.processes import benchmark


@pytest.mark.postgresql_too
def test_a_small_part_of_a_federation():
    """Its largest club has two seasons."""
    told = benchmark("servers.federation", "--percent", "0.38", "--check")

    assert re.search(r"^3 clubs, 76 people, 19,200 deals,", told, re.M), told
    assert told.count("public: evening") == 3
    assert "0 requests failed." in told

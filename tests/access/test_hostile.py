"""Hostile requests break nothing, open nothing and write nothing. `python -m benchmarks.proof`
sends more of them, of other seeds, and keeps the sum."""

import pytest
from django.template import engines

from tests.access.hostile import assault


@pytest.mark.filterwarnings("default::DeprecationWarning")  # as in production, it is told alone
def test_nothing_breaks_opens_or_is_written(scene, pytestconfig, monkeypatch, capsys):
    """Pages of a refused host know nobody: as in production, what is unknown is empty there."""
    monkeypatch.setattr(engines["django"].engine, "string_if_invalid", "")
    count, seed = map(int, pytestconfig.getoption("hostile").split(":"))

    answers, wrong = assault(scene, count, seed)

    with capsys.disabled():
        print(f"\n{count} hostile requests of seed {seed}: {dict(sorted(answers.items()))}")  # noqa: T201
    assert wrong == []

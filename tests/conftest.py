"""Fixtures for all tests. The settings are those of tests/settings.py."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import cache
from django.utils import translation

from tests.cast import Cast


@pytest.fixture
def club(db: None) -> Cast:
    """The club of the tests with everybody in it; see tests/cast.py."""
    return Cast.gather()


@pytest.fixture(autouse=True)
def _alone() -> Iterator[None]:
    """No test sees the language or the counted attempts of the one before."""
    translation.activate(settings.LANGUAGE_CODE)
    cache.clear()
    yield
    translation.deactivate()

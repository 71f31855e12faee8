"""The first table of the hall."""

import pytest


@pytest.fixture
def table(hall):
    return hall.tables()[0]

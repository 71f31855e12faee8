"""Who imports."""

import pytest


@pytest.fixture
def organiser(sign_in):
    return sign_in("Charlie")

"""A club where something was played."""

import pytest

from tests.again import built_again
from tests.cast import Cast
from tests.models.rows import World, make_world


@pytest.fixture
def world(club: Cast) -> World:
    return built_again(make_world, club)

"""What a service refuses: the codes of its problems, with their fields and without."""

from collections.abc import Callable
from typing import Any

import pytest

from clubs.services.errors import TournamentRefused

Problems = list[tuple[str, str | None]]


def problems_in(refusal: Any) -> Problems:
    """(code, field) of what pytest.raises caught."""
    return [(problem.code, problem.field) for problem in refusal.value.problems]


def problems(call: Callable[..., Any], *args: Any, **told: Any) -> Problems:
    """(code, field) of what is refused in a tournament."""
    with pytest.raises(TournamentRefused) as refusal:
        call(*args, **told)
    return problems_in(refusal)


def codes(call: Callable[..., Any], *args: Any, **told: Any) -> list[str]:
    return [code for code, _field in problems(call, *args, **told)]

"""The page of definitions of all figures, the same for everybody."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.http import Request
from clubs.listings.statistics.definitions import STANDINGS, TOGETHER, Chapter
from clubs.queries.games import WORDS
from clubs.views.games import PAGES


@require_safe
def figures_help(request: Request) -> HttpResponse:
    return render(
        request, "clubs/statistics/figures_help.html", {"parts": list(chapters_by_game())}
    )


def chapters_by_game() -> Iterator[tuple[Any, Sequence[Chapter]]]:
    """Chapters with the name of the game that they are of; empty for what all games share."""
    yield "", STANDINGS
    for game, pages in PAGES.items():
        yield WORDS[game].name, pages.chapters
    yield "", TOGETHER

"""What the numbers mean: for everybody, and the same for all."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.http import Request
from clubs.listings.definitions import CHAPTERS


@require_safe
def figures_help(request: Request) -> HttpResponse:
    return render(request, "clubs/figures_help.html", {"chapters": CHAPTERS})

"""The poster of a tournament: what, when, where, what it costs, and the way to its public page."""

from collections.abc import Iterator

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.dates import day_and_time
from clubs.exchange.pdf import qr_code
from clubs.exchange.tournaments.papers.parts import Json, day_text, time_text
from clubs.queries.tournaments.entries.entries import amount_text
from clubs.queries.tournaments.paper_shapes import PosterPaper
from clubs.queries.tournaments.plan import rounds_words


def poster_part(paper: PosterPaper) -> Json:
    heading = _("Register on your phone")
    if not paper.registers:
        heading = _("Your table and your points on your phone")
    return {
        "kind": "poster",
        "club": paper.head.club,
        "tournament": paper.head.tournament,
        "day": day_text(paper.head.starts_at),
        "time": time_text(paper.head.starts_at),
        "place": paper.head.place,
        "facts": [list(fact) for fact in _poster_facts(paper)],
        "heading": heading,
        "ways": _("Scan the code with your phone, or type this address. You need no account."),
        "typed": paper.typed,
        "qr": qr_code(paper.address),
    }


def _poster_facts(paper: PosterPaper) -> Iterator[tuple[str, str]]:
    """Label and text of each fact; facts that are not known are left out."""
    yield _("Game"), paper.game
    if paper.rounds and paper.deals:
        yield _("Rounds"), rounds_words(paper.rounds, paper.deals)
    if paper.fee:
        yield _("Entry fee"), amount_text(paper.fee, paper.currency)
    if paper.places:
        words = ngettext("%(count)s player", "%(count)s players", paper.places)
        yield _("Places"), words % {"count": paper.places}
    if paper.closes_at and paper.registers:
        yield _("Registration until"), capfirst(day_and_time(paper.closes_at))

"""What tests of a tournament's pages share: addresses, forms, polls, and what the room is told."""

import re
from datetime import datetime
from uuid import uuid4

from clubs.models import Tournament
from clubs.services.tournaments.rounds import announcements
from tests import page_forms
from tests.hall import Hall

NEW = "/c/trois-bouts/tournaments/new/"


def page(hall: Hall, rest: str = "") -> str:
    return f"/g/{hall.tournament.uuid}/{rest}"


def at(hall: Hall, moment: datetime) -> None:
    Tournament.objects.filter(pk=hall.tournament.pk).update(starts_at=moment)


def shown_data(response):
    """What the form of a tournament would send as it stands."""
    return page_forms.shown_data(response, "name", "starts_at")


def poll_of(response):
    found = re.search(r'hx-get="([^"]+seal=[^"]+)"', response.content.decode())
    return found[1].replace("&amp;", "&")


def announce(hall, text, **told):
    return announcements.announce(hall.arbiter, hall.reread(), text, request_id=uuid4(), **told)


def names(hall: Hall) -> list[str]:
    return list(hall.tournament.entries.values_list("name", flat=True))

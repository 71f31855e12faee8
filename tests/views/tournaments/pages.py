"""What tests of a tournament's pages share: its addresses, its day, the form as it is shown."""

from datetime import datetime

from clubs.models import Tournament
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

"""What tests of a tournament's pages share: its addresses, its day, the form as it is shown."""

from datetime import datetime

from clubs.models import Tournament
from tests.hall import Hall

NEW = "/c/trois-bouts/tournaments/new/"


def page(hall: Hall, rest: str = "") -> str:
    return f"/g/{hall.tournament.uuid}/{rest}"


def at(hall: Hall, moment: datetime) -> None:
    Tournament.objects.filter(pk=hall.tournament.pk).update(starts_at=moment)


def shown_data(response) -> dict[str, str]:
    """What a browser would send of the form as it is shown."""
    form, data = response.context["form"], {}
    for field in form:
        value = field.value()
        if isinstance(value, bool):
            data |= {field.html_name: "on"} if value else {}
        elif isinstance(value, datetime):
            data[field.html_name] = value.strftime("%Y-%m-%dT%H:%M")
        elif value is not None:
            data[field.html_name] = str(value)
    return data

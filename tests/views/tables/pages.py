"""What tests of a table's pages share: forms of deals as browsers send them, what pages say."""

import re
from uuid import uuid4

from django.conf import settings
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Deal, Sitting
from clubs.services.tables import sittings
from tests.cast import Cast, session_of_user

FOUR = ("Alice", "Bob", "Charlie", "Dora")
FIVE = (*FOUR, "Olivia")


def uuids(sitting: Sitting) -> dict[str, str]:
    seats = sitting.seats.select_related("player")
    return {seat.player.name: str(seat.player.uuid) for seat in seats}


def typed(sitting: Sitting, *, number: int = 1, **told: object) -> dict[str, object]:
    """What a browser sends, with names of players for uuids: typed(sitting, taker="Alice", …)."""
    names = uuids(sitting)
    data = {"number": number, "request_id": str(uuid4()), "counted": "attack"}
    for field, value in told.items():
        if isinstance(value, list):
            data[field] = [names.get(item, item) for item in value]
        else:
            data[field] = names.get(value, value) if isinstance(value, str) else value
    return data


def garde(sitting: Sitting, **more: object) -> dict[str, object]:
    """Alice in garde, 2 oudlers, 46 points: (25+5)·2 = 60 a defender."""
    told = {"taker": "Alice", "contract": "garde", "oudlers": "2", "points": "46"}
    return typed(sitting, **{**told, **more})


def statements(captured: CaptureQueriesContext) -> list[str]:
    """Without the savepoints, which stand for the transactions that a test does not have."""
    return [
        query["sql"]
        for query in captured.captured_queries
        if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))
    ]


def signed_in(client: Client, club: Cast, name: str, language: str = "en") -> Client:
    client.cookies[settings.SESSION_COOKIE_NAME] = session_of_user(club.user(name))
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    return client


def close(club: Cast, sitting: Sitting) -> None:
    sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())


def correct(club: Cast, deal: Deal, by: str = "Alice", **told: object) -> None:
    sittings.correct_deal(
        club.actor(by),
        deal,
        club.record(deal.sitting, **told),
        revision=deal.revision,
        reason="counted wrong",
        request_id=uuid4(),
    )


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())

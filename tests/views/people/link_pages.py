"""What tests of links share: a session that is over, what a browser holds and is told."""

from uuid import uuid4

from clubs.http import HELD_LINKS
from clubs.services.tables import sittings

NOT_HERE = "This table is not here"


def close(club, sitting):
    sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())


def held(client):
    return client.session.get(HELD_LINKS, [])


def told(response):
    """What the toasts say."""
    return [str(message) for message in response.context["messages"]]

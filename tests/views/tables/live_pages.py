"""What tests of pages for spectators share: who looks by a link, and what a page polls."""

import re
from uuid import uuid4

from django.test import Client

from clubs.models import LinkKind, Sitting
from clubs.services.people import links
from tests.cast import Cast

TV = "/c/trois-bouts/live/"


def by_link(link) -> Client:
    """Somebody without an account who opened this link."""
    client = Client()
    client.cookies["django_language"] = "en"
    client.get(f"/s/{link.token}/")
    return client


def watcher(club: Cast, sitting: Sitting) -> Client:
    link = links.invite(club.actor("Alice"), sitting, LinkKind.WATCH, request_id=uuid4())
    return by_link(link)


def screen(club: Cast) -> Client:
    return by_link(links.open_club_screen_link(club.actor("Alice"), club.club, request_id=uuid4()))


def poll_of(response) -> str:
    """What the page asks for every two seconds."""
    return re.search(r'hx-get="([^"]+)"', response.content.decode())[1].replace("&amp;", "&")


def text_of(response) -> str:
    html = re.sub(r"<svg.*?</svg>|<head>.*?</head>", "", response.content.decode(), flags=re.DOTALL)
    html = re.sub(r'<span class="vh">.*?</span>', "", html)
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())

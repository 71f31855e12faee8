"""Results as an Atom feed."""

from datetime import UTC, date, datetime
from decimal import Decimal
from uuid import UUID
from xml.etree import ElementTree as ET

import pytest

from clubs.exchange.seasons.feeds import atom_feed
from clubs.models import Evening, Publication
from clubs.queries.seasons.public import News, ResultRow

pytestmark = pytest.mark.usefixtures("in_english")

ATOM = {"a": "http://www.w3.org/2005/Atom"}
RESULTS = [  # the last one is a guest, who is passed over
    (1, "Ann & Co", Decimal("1234.5")),
    (2, "Bob", -10),
    (2, "Eve", -10),
    (4, "Zoe", -20),
    (None, "Paul", 5),
]
SITE = "https://feutre.example"


@pytest.fixture
def league(club):
    return club.league(name="2025 & more", uuid=UUID(int=1), shows_results=True)


def test_a_feed(club, league):
    evening = Evening(uuid=UUID(int=2), league=league, held_on=date(2025, 9, 12), name="Opening")
    publication = Publication(league=league, version=3, content={})
    at = datetime(2025, 9, 12, 22, tzinfo=UTC)
    rows = [ResultRow(place, name, score) for place, name, score in RESULTS]
    news = [News(league, evening, None, at, rows), News(league, None, publication, at)]

    text = atom_feed(club.club, news, site=SITE, title="Les Trois Bouts: results")

    feed = ET.fromstring(text)
    assert feed.findtext("a:title", namespaces=ATOM) == "Les Trois Bouts: results"
    assert feed.findtext("a:id", namespaces=ATOM) == f"urn:uuid:{club.club.uuid}"
    entries = [
        [entry.findtext(f"a:{name}", namespaces=ATOM) for name in ("title", "id", "updated")]
        for entry in feed.findall("a:entry", ATOM)
    ]
    one = "00000000-0000-0000-0000-000000000001"
    two = "00000000-0000-0000-0000-000000000002"
    assert entries == [
        ["Results: Opening, 12 September 2025", f"urn:uuid:{two}", "2025-09-12T22:00:00+00:00"],
        ["2025 & more: standings", f"urn:uuid:{one}#3", "2025-09-12T22:00:00+00:00"],
    ]
    told = feed.find("a:entry", ATOM).find("a:summary", ATOM)
    assert told.get("type") == "text"
    assert told.text == "1. Ann & Co +1,234.50 · 2. Bob −10.00 · 2. Eve −10.00 · 4 players"
    links = [entry.find("a:link", ATOM).get("href") for entry in feed.findall("a:entry", ATOM)]
    assert links == [
        f"{SITE}/c/trois-bouts/public/{one}/{two}/",
        f"{SITE}/c/trois-bouts/public/{one}/",
    ]


def test_without_news_nothing_changes(club):
    """Who asks again is answered so: views/seasons/public.py."""
    feed = ET.fromstring(atom_feed(club.club, [], site=SITE, title="Les Trois Bouts: results"))

    updated = feed.findtext("a:updated", namespaces=ATOM)
    assert datetime.fromisoformat(updated) == club.club.created_at

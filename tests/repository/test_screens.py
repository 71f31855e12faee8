"""Every page of the site is in the list of screens, or has its reason not to be."""

import re
from collections import defaultdict

from django.urls import resolve

from scripts.screens import NO_SCREENS, SCREENS
from tests.access.matrix import ROWS

UUID = "00000000-0000-4000-8000-000000000001"
CLUB, PLAYER, TABLE, EVENT = "/c/dole/", f"/p/{UUID}/", f"/t/{UUID}/", f"/g/{UUID}/"
SEASON = f"{CLUB}s/{UUID}/"
EVENING = f"{SEASON}evenings/{UUID}/"
MEMBER, IMPORT = f"{CLUB}members/{UUID}/", f"{CLUB}io/import/{UUID}/"
PUBLIC = f"{CLUB}public/{UUID}/"
# As scripts/screen_places.py gives them; what is not here is the address of a table.
PLACES = {
    **dict.fromkeys(("club", "emptyclub", "begunclub"), CLUB),
    **dict.fromkeys(("member", "guest"), MEMBER),
    **dict.fromkeys(("player", "me"), PLAYER),
    **dict.fromkeys(("import", "columns", "report", "archive"), IMPORT),
    **dict.fromkeys(("event", "cup"), EVENT),
    "guestdata": f"{PLAYER}data/",
    "other": UUID,
    "year": "2026",
    "season": SEASON,
    "evening": EVENING,
    "why": f"{SEASON}why/{UUID}/",
    "entry": f"{EVENT}entries/{UUID}/",
    "slip": f"{TABLE}slip/",
    "invitation": f"/invitation/{UUID}/",
    "publicseason": PUBLIC,
    "publicevening": f"{PUBLIC}{UUID}/",
    "rules": f"{CLUB}settings/rules/maison/",
}
NOWHERE = "not-found"  # the screen of no page
FILE = re.compile(r"\.(atom|csv|ics|jpg|js|json|pdf|png|webmanifest|xlsx|zip)$|_poll$")


def test_every_page_is_a_screen_or_has_its_reason():
    places = defaultdict(lambda: TABLE, PLACES)
    paths = [screen.full.format_map(places) for screen in SCREENS if screen.name != NOWHERE]
    shown = {resolve(path.partition("?")[0]).url_name for path in paths}
    pages = {
        row.name
        for row in ROWS
        if "200" in row.get.values() and not FILE.search(row.route) and not FILE.search(row.name)
    }

    assert pages - shown == set(NO_SCREENS)

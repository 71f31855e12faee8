"""Statistics of games without pages of their own, on a phone: charts are drawn, nothing is too
wide, and the accessibility checker is content."""

from datetime import date

import pytest
from playwright.sync_api import expect

from tests.browser.test_accessibility import everything, room
from tests.italian_games import play_bolognese, play_volte

pytestmark = pytest.mark.django_db(transaction=True)

DRAWN = """(canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.some((value) => value > 0);
}"""


def look_at_season(phone, club, game, charts, *tables):
    league = club.league(game=game, name="Torneo")
    club.evening(league, date(2026, 1, 13), *tables)
    phone.goto(f"/c/trois-bouts/s/{league.uuid}/takers/")
    assert everything(phone) == [], game
    canvases = phone.locator("canvas[data-figure]")
    expect(canvases).to_have_count(charts)
    for canvas in canvases.all():
        canvas.scroll_into_view_if_needed()
        phone.wait_for_function(DRAWN, arg=canvas.element_handle())


def test_season_player_and_two_compared(phone, club, sign_in):
    """The templates of these pages are the same for both games: of the second one what may be wide
    is looked at."""
    alice, bob = club.player("Alice").uuid, club.player("Bob").uuid
    sign_in(phone, "Bob")
    look_at_season(phone, club, "volte", 2, play_volte(club))
    look_at_season(phone, club, "bolognese", 1, *play_bolognese(club))

    for path in ("/c/trois-bouts/statistics/", f"/p/{alice}/", f"/p/{alice}/versus/{bob}/"):
        phone.goto(f"{path}?game=volte")
        assert everything(phone) == [], path
        phone.goto(f"{path}?game=bolognese")
        assert room(phone) == [], f"{path} of bolognese"

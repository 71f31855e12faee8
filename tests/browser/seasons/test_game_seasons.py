"""Statistics of games without pages of their own, on a phone: charts are drawn, nothing is too
wide, and the accessibility checker is content."""

from datetime import date

import pytest
from playwright.sync_api import expect

from tests.browser.test_accessibility import everything
from tests.italian_games import play_bolognese, play_volte

pytestmark = pytest.mark.django_db(transaction=True)

DRAWN = """(canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.some((value) => value > 0);
}"""


@pytest.mark.parametrize(("game", "charts"), [("volte", 2), ("bolognese", 1)])
def test_season_player_and_two_compared(phone, club, sign_in, game, charts):
    tables = [play_volte(club)] if game == "volte" else play_bolognese(club)
    league = club.league(game=game, name="Torneo")
    club.evening(league, date(2026, 1, 13), *tables)
    alice, bob = club.player("Alice").uuid, club.player("Bob").uuid
    sign_in(phone, "Bob")
    season = f"/c/trois-bouts/s/{league.uuid}/takers/"

    for path in (season, "/c/trois-bouts/statistics/", f"/p/{alice}/", f"/p/{alice}/versus/{bob}/"):
        phone.goto(path)
        assert "\n".join(everything(phone)) == "", path

    phone.goto(season)
    canvases = phone.locator("canvas[data-figure]")
    expect(canvases).to_have_count(charts)
    for canvas in canvases.all():
        canvas.scroll_into_view_if_needed()
        phone.wait_for_function(DRAWN, arg=canvas.element_handle())

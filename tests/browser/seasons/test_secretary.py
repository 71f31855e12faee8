"""A secretary brings a new club to the end of its season: with last winter's spreadsheet, errors
and all, an evening at the tables, the closing and the public page."""

from datetime import timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.utils import timezone
from playwright.sync_api import Page, expect

from clubs.access import Actor
from clubs.core.games import get_game
from clubs.models import Club, Sitting
from clubs.services.tables import sittings
from clubs.services.tables.tables import open_sitting
from tests.browser.conftest import LAPTOP
from tests.cast import Cast

ENGLISH = {**LAPTOP, "locale": "en-GB"}
HOME = "/c/tarot-de-lons"


def found_club(page: Page) -> None:
    page.goto("/start/")
    page.locator("[name=name]").fill("Tarot de Lons")
    page.locator("[name=go][value=next]").click()
    page.locator("[name=go][value=next]").click()
    page.locator("[name=members]").fill("Zoé\nCléo\nAna\nMarc")
    page.locator("[name=go][value=create]").click()
    page.wait_for_url(f"**{HOME}/**")


def set_up_season(page: Page, first: str, last: str) -> None:
    page.goto(f"{HOME}/s/new/")
    page.locator("[name=name]").fill("La saison")
    page.locator("[name=starts_on]").fill(first)
    page.locator("[name=ends_on]").fill(last)
    page.locator("main button[type=submit]").click()
    page.wait_for_url("**/settings/")


def bring_spreadsheet(page: Page, text: str) -> None:
    """Three errors: a name that nobody has, a cell that is no number, and a total that is wrong."""
    page.goto(f"{HOME}/io/import/")
    page.locator("[name=pasted]").fill(text)
    page.locator("main form .btn-primary").click()
    page.locator("select[name=name-0]").select_option(label="Cléo")
    page.locator("main form .btn-primary").click()
    cells = page.locator(".card:has(button[value=check]) .import-errors input")
    expect(cells).to_have_count(2)
    page.locator("#cell-4-1").fill("-60")
    page.locator("#cell-5-3").fill("-45")
    page.get_by_role("button", name="Check again").last.click()
    expect(cells).to_have_count(0)
    page.locator("[name=league]").select_option(label="La saison")
    page.locator("button[value=write]:visible").first.click()
    expect(page.locator("main a.linkrow").first).to_be_visible()


def play_evening(page: Page, secretary: Actor, season: str, day: str) -> Sitting:
    page.goto(f"{season}evenings/new/")
    page.locator("[name=held_on]").fill(day)
    page.locator("main form button[type=submit]").click()
    page.locator("main a.linkrow").last.click()
    page.locator("form[action$='/open/'] button").click()
    club = Club.objects.get(slug="tarot-de-lons")
    players = {player.name: player for player in club.players.all()}
    sitting = open_sitting(
        secretary,
        club,
        [players[name] for name in ("Zoé", "Cléo", "Ana", "Marc")],
        get_game("french").read_rules("fft"),
        active_count=4,
        request_id=uuid4(),
    )
    taker = str(players["Ana"].uuid)
    record = {"taker": taker, "contract": "garde", "oudlers": 2, "points": 46, "dealer": taker}
    sittings.record_deal(secretary, sitting, record, number=1, request_id=uuid4())
    page.reload()
    page.locator("details:has(form[action$='/close/']) > summary").click()
    page.locator("form[action$='/close/'] button").click()
    expect(page.locator("form[action$='/reopen/'] button")).to_be_visible()
    return sitting


def test_from_the_first_member_to_the_published_standings(new_page, sign_in, club: Cast, settings):
    settings.REGISTRATION = "open"
    today = timezone.localdate(timezone=ZoneInfo("Europe/Paris"))
    one, two = today - timedelta(days=60), today - timedelta(days=30)
    rows = [
        f"joueur\t{one:%d/%m/%Y}\t{two:%d/%m/%Y}\ttotal",
        "Zoé\t120\t30\t150",
        "Clep\t-60\t15\t-45",
        "Ana\t-6o\t0\t-60",
        "Marc\t0\t-45\t-54",
    ]
    page = new_page(**ENGLISH)
    sign_in(page, "Eve")

    found_club(page)
    last = today + timedelta(days=90)
    set_up_season(page, (today - timedelta(days=90)).isoformat(), last.isoformat())
    season = page.url.removesuffix("settings/")
    bring_spreadsheet(page, "\n".join(rows))
    sitting = play_evening(page, club.actor("Eve"), season, today.isoformat())
    assert sitting.leagues.count() == 1
    page.goto(f"{season}close/")
    page.locator("main form button[type=submit]").click()
    page.goto(f"{season}publish/")
    page.locator("[name=standings]").check()
    page.locator("main form button[type=submit]").first.click()

    visitor = new_page(**ENGLISH)
    visitor.goto(season.replace("/s/", "/public/"))
    # Zoé 150 − 60, Ana −60 + 180, Cléo −45 − 60, Marc −45 − 60: (25+5)·2 is 60 a defender
    shown = visitor.locator("main tbody tr")
    expect(shown).to_have_count(4)
    words = [" ".join(text.split()) for text in shown.all_inner_texts()]
    ranking = [
        ("1", "Ana", "+120"),
        ("2", "Zoé", "+90"),
        ("3", "Cléo", "−105"),
        ("3", "Marc", "−105"),
    ]
    assert [tuple(text.split()[:3]) for text in words] == ranking

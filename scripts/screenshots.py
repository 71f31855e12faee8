"""Take the pictures of the documentation from a demo club: what `make screenshots` does.

The demo runs on a database of its own, so that the pictures are the same for everybody. Those of
the user's pages come first; then every screen of docs/screens.md in its states.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import chromium  # noqa: E402 (the path comes first)
from scripts.palette import shrink  # noqa: E402
from scripts.screens import SCREENS, Screen  # noqa: E402
from scripts.server import free_port, serving  # noqa: E402

TARGET = ROOT / "docs" / "screenshots"
DEVICES = {
    "phone": {
        "viewport": {"width": 360, "height": 740},
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    },
    "laptop": {"viewport": {"width": 1366, "height": 900}},
}
PICTURES = {
    "phone": ["club", "table-new", "sheet", "deal-entry", "deal", "summary"],
    "laptop": ["club", "sheet"],
}
NAMED = sys.argv[
    1:
]  # screens of screens.py; all, and those of the user's pages, when none is named
# What a screen that is `sized` is shown on beside the phone: its state in docs/screens.md.
SIZES = {
    "narrow": {**DEVICES["phone"], "viewport": {"width": 320, "height": 568}},
    "laptop": {"viewport": {"width": 1366, "height": 768}},
}
LARGE_TEXT = "document.documentElement.dataset.text = '150'"
OPTIONS = {"locale": "en-GB", "color_scheme": "light", "reduced_motion": "reduce"}


def manage(*arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def sign_in(page: Page, login: str, password: str) -> None:
    page.goto("/login/")
    page.locator("[name=login]").fill(login)
    page.locator("[name=password]").fill(password)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(lambda url: "/login/" not in url)


def addresses(page: Page, pattern: str) -> list[str]:
    """The links of the page that fit, each once."""
    links = page.locator("a[href]").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    return list(dict.fromkeys(link for link in links if re.fullmatch(pattern, link)))


def take(page: Page, device: str, name: str) -> None:
    if name in PICTURES[device]:
        save(page, TARGET / f"{name}-{device}.png")


def save(page: Page, path: Path) -> None:
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    path.write_bytes(shrink(page.screenshot()))
    print(path.relative_to(TARGET))


def tell_deal(page: Page) -> None:
    """Fill the form as far as the verdict: a garde with two oudlers and 52 points."""
    for name, value in (("contract", "garde"), ("oudlers", "2")):
        page.locator(f"label:has([name={name}][value='{value}'])").first.click()
    for name, position in (("taker", 1), ("called_0", 3)):
        chips = page.locator(f"label:has([name={name}])")
        if chips.count():
            chips.nth(position).click()
    page.locator("[name=points]").fill("52")
    page.wait_for_timeout(600)  # the verdict comes from the server


def tour(page: Page, device: str, logins: dict[str, tuple[str, str]]) -> None:
    sign_in(page, *logins["owner"])
    page.goto("/")
    club = addresses(page, r"/c/[-\w]+/")[0]
    page.goto(f"{club}tables/")
    table = addresses(page, r"/t/[-0-9a-f]+/")[1]  # the newest but one: five at the table
    for name, path in (
        ("club", club),
        ("table-new", f"{club}tables/new/"),
        ("sheet", table),
        ("curve", f"{table}curve/"),
        ("summary", f"{table}summary/"),
        ("deal", f"{table}1/"),
    ):
        page.goto(path)
        take(page, device, name)
    page.goto(f"{table}new/")
    tell_deal(page)
    take(page, device, "deal-entry")


def more_to_show() -> dict[str, str]:
    """A table and a club without anything, beside the demo; and where the demo has what it has."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    django.setup()
    from clubs.access import Actor
    from clubs.core.games import get_game
    from clubs.models import Club, EveningState, Player, Sitting, User
    from clubs.services.people import people
    from clubs.services.people.clubs import create_club
    from clubs.services.people.groups import save_group
    from clubs.services.people.invitations import invite_player
    from clubs.services.seasons.leagues import show_league
    from clubs.services.seasons.ratings import set_ratings
    from clubs.services.tables.tables import open_sitting

    owner = Actor.of_user(User.objects.get(email="owner@feutre.example"))
    club = Club.objects.get(slug="amicale-du-tarot-de-dole")
    [table] = Sitting.objects.free().filter(club=club, active_count=5).newest_first()[:1]
    players = [seat.player for seat in table.seats.select_related("player")]
    rules = get_game("french").read_rules("fft")
    empty = open_sitting(owner, club, players, rules, active_count=5, request_id=uuid4())
    new_club = create_club(owner, "Cercle des Trois Bouts", request_id=uuid4())
    house = club.rule_profiles.first()
    season = club.leagues.order_by("-starts_on", "-pk")[0]
    evening = season.evenings.exclude(tables=None).order_by("-held_on", "pk")[0]
    season_url = f"/c/{club.slug}/s/{season.uuid}/"
    [guest] = people.add_guests(owner, club, ["Hugo Perrin"], request_id=uuid4())
    invitation = invite_player(owner, guest, request_id=uuid4())
    me = Player.objects.get(club=club, user=owner.user)
    public_url = f"/c/{club.slug}/public/{season.uuid}/"
    shown = {"standings": True, "results": True, "calendar": True}
    show_league(owner, season, **shown, request_id=uuid4())
    set_ratings(owner, club, has_ratings=True, request_id=uuid4())
    thursday = [player.uuid for player in Player.objects.filter(club=club).active()[::2]]
    save_group(owner, club, "Jeudi", thursday, request_id=uuid4())
    [over] = season.evenings.filter(state=EveningState.CLOSED).order_by("-held_on", "-pk")[:1]
    return {
        **tournaments_of(club),
        "guest": f"/c/{club.slug}/members/{guest.uuid}/",
        "guestdata": f"/p/{guest.uuid}/data/",
        "invitation": f"/s/{invitation.token}/",
        "me": f"/p/{me.uuid}/",
        "publicseason": public_url,
        "publicevening": f"{public_url}{over.uuid}/",
        "club": f"/c/{club.slug}/",
        "emptyclub": f"/c/{new_club.slug}/",
        "table": f"/t/{table.uuid}/",
        "empty": f"/t/{empty.uuid}/",
        "member": f"/c/{club.slug}/members/{players[0].uuid}/",
        "player": f"/p/{players[0].uuid}/",
        "other": str(players[1].uuid),
        "ofplayer": f"player={players[0].uuid}&role=taker",
        "season": season_url,
        "evening": f"{season_url}evenings/{evening.uuid}/",
        "why": f"{season_url}why/{players[0].uuid}/",
        "import": f"/c/{club.slug}/io/import/{a_file_of(owner, club, players)}/",
        "rules": f"/c/{club.slug}/settings/rules/{house.name if house else 'fft'}/",
    }


def tournaments_of(club: Any) -> dict[str, str]:
    """Of the one that is played: its address, and that of a slip to confirm. Of the one that is
    over: its address."""
    from clubs.models import Sitting, SlipState, TournamentState

    running = club.tournaments.get(state=TournamentState.PLAYING)
    over = club.tournaments.get(state=TournamentState.FINAL)
    table = Sitting.objects.get(round__tournament=running, slip__state=SlipState.ENTERED)
    return {
        "event": f"/g/{running.uuid}/",
        "slip": f"/t/{table.uuid}/slip/",
        "cup": f"/g/{over.uuid}/",
    }


def a_file_of(owner: Any, club: Any, players: Sequence[Any]) -> UUID:
    """A file of deals, sent and not imported, with a count that no deal has."""
    from clubs.exchange.imports import runs
    from clubs.exchange.imports.plan import ImportChoices

    names = [player.name for player in players]
    rows = [
        "date;table;joueurs;preneur;appelé;contrat;bouts;points",
        f"2025-10-10;1;{'|'.join(names)};{names[0]};{names[1]};garde;2;50",
        f"2025-10-10;1;;{names[4]};{names[2]};prise;2;95",
    ]
    content = "\n".join(rows).encode()
    run = runs.keep_file(
        owner, club, content, "donnes.csv", ImportChoices(kind="deals"), request_id=uuid4()
    )
    return run.uuid


def send_as_it_is(page: Page, screen: Screen) -> None:
    """The main form, with something typed into it, as a browser without script sends it."""
    form = page.locator("main form[method=post]").first
    for name, value in screen.typed.items():
        field = page.locator(f"[name={name}]")
        form = page.locator("main form", has=field).first
        form.locator(field).first.evaluate("(field, value) => { field.value = value; }", value)
    with page.expect_navigation():
        if screen.button:
            page.locator(screen.button).click()
        else:
            form.evaluate("form => form.submit()")


def tour_of_screens(browser: Browser, address: str, logins: dict[str, tuple[str, str]]) -> None:
    """Every screen at 360 px: full, empty, with an error, and full in the dark. Those that are
    `sized` in other sizes, too."""
    (TARGET / "screens").mkdir(exist_ok=True)
    told = more_to_show()

    def signed_in(device: dict[str, Any], who: str) -> Page:
        options = {**OPTIONS, **device, "device_scale_factor": 1, "base_url": address}
        page = browser.new_context(**options).new_page()
        if who:
            sign_in(page, *logins[who])
        return page

    for who in ("", "owner", "member"):
        phone = signed_in(DEVICES["phone"], who)
        sizes = {size: signed_in(device, who) for size, device in SIZES.items()}
        for screen in SCREENS:
            if screen.who == who and (not NAMED or screen.name in NAMED):
                take_states(phone, screen, told)
                for size, page in sizes.items() if screen.sized else ():
                    show_full(page, screen, told)
                    picture(page, screen, size)
                    if size == "laptop":
                        picture_in_the_dark(page, screen, "laptop-dark")


def picture(page: Page, screen: Screen, state: str) -> None:
    save(page, TARGET / "screens" / f"{screen.name}-{state}.png")


def picture_in_the_dark(page: Page, screen: Screen, state: str) -> None:
    page.emulate_media(color_scheme="dark")
    picture(page, screen, state)
    page.emulate_media(color_scheme="light")


def show_full(page: Page, screen: Screen, told: dict[str, str]) -> None:
    page.goto(screen.full.format(**told))
    if screen.tells_deal:
        tell_deal(page)
    if screen.press:
        page.locator("[name=points]").fill("45")  # something to compare
        with page.expect_navigation():
            page.locator(screen.press).click()


def take_states(page: Page, screen: Screen, told: dict[str, str]) -> None:
    show_full(page, screen, told)
    picture(page, screen, "full")
    picture_in_the_dark(page, screen, "dark")
    if screen.sized:
        page.evaluate(LARGE_TEXT)
        picture(page, screen, "large")
    if screen.empty:
        page.goto(screen.empty.format(**told))
        picture(page, screen, "empty")
    if screen.error:
        page.goto(screen.error.format(**told))
        send_as_it_is(page, screen)
        picture(page, screen, "error")


def main() -> None:
    path = chromium.find()
    if path is None:
        sys.exit(chromium.MISSING)
    TARGET.mkdir(parents=True, exist_ok=True)
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="feutre-pictures-") as folder:
        os.environ.update(
            SECRET_KEY="only for pictures",
            DEBUG="false",
            DATABASE_URL=f"sqlite:///{folder}/demo.sqlite3",
            SITE_URL=f"http://127.0.0.1:{port}",
            REGISTRATION="open",
            EMAIL_URL="dummymail://",  # the pages of an installation that sends mail
        )
        manage("fonts")
        manage("migrate", "--verbosity", "0")
        manage("collectstatic", "--no-input", "--verbosity", "0")
        told = re.findall(r"^  (\w+)  (\S+)  (\S+)$", manage("demo"), re.MULTILINE)
        logins = {role: (login, password) for role, login, password in told}
        with serving(port), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=path, args=chromium.ARGUMENTS)
            for device, options in DEVICES.items() if not NAMED else ():
                address = f"http://127.0.0.1:{port}"
                context = browser.new_context(base_url=address, **OPTIONS, **options)
                tour(context.new_page(), device, logins)
            tour_of_screens(browser, f"http://127.0.0.1:{port}", logins)
            browser.close()


if __name__ == "__main__":
    main()

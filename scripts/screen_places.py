"""What the pictures of docs/screens.md show beside the demo: an address for each place that
scripts/screens.py names."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any
from uuid import UUID, uuid4

OWNER = "owner@feutre.example"
NEWCOMERS = ["Nadia", "Omar", "Pia", "Quentin", "Rosa"]  # of a club that has just begun


def more_to_show() -> dict[str, str]:
    """A table and a club without anything, a club that has just begun, an evening for money; and
    where the demo has what it has."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    django.setup()
    from clubs.access import Actor
    from clubs.core.games import get_game
    from clubs.models import Club, EveningState, Penalty, Player, Sitting, User
    from clubs.queries.statistics.badges import badges_at
    from clubs.services.people import people
    from clubs.services.people.clubs import create_club
    from clubs.services.people.groups import save_group
    from clubs.services.people.invitations import invite_player
    from clubs.services.seasons.leagues import show_league
    from clubs.services.seasons.ratings import set_ratings
    from clubs.services.tables.tables import open_sitting

    owner = Actor.of_user(User.objects.get(email=OWNER))
    club = Club.objects.get(slug="amicale-du-tarot-de-dole")
    [table] = Sitting.objects.free().filter(club=club, active_count=5).newest_first()[:1]
    players = [seat.player for seat in table.seats.select_related("player")]
    rules = get_game("french").read_rules("fft")
    new_club = create_club(owner, "Cercle des Trois Bouts", request_id=uuid4())
    house = club.rule_profiles.first()
    season = club.leagues.order_by("-starts_on", "-pk")[0]
    evening = season.evenings.exclude(tables=None).order_by("-held_on", "pk")[0]
    money = a_table_for_money(owner, club, evening, players[1:])
    empty = open_sitting(owner, club, players, rules, active_count=5, request_id=uuid4())
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
    [penalty] = Penalty.objects.filter(evening__league=season)[:1]
    tables = Sitting.objects.free().filter(club=club, game="french").newest_first()
    badges = next(table for table in tables if badges_at(table))
    match = Sitting.objects.free().filter(club=club, game="bolognese").newest_first()[0]
    return {
        **tournaments_of(club),
        **a_club_that_has_begun(owner),
        "guest": f"/c/{club.slug}/members/{guest.uuid}/",
        "guestdata": f"/p/{guest.uuid}/data/",
        "invitation": f"/s/{invitation.token}/",
        "me": f"/p/{me.uuid}/",
        "publicseason": public_url,
        "publicevening": f"{public_url}{over.uuid}/",
        "club": f"/c/{club.slug}/",
        "emptyclub": f"/c/{new_club.slug}/",
        "table": f"/t/{table.uuid}/",
        "money": f"/t/{money.uuid}/",
        "badges": f"/t/{badges.uuid}/",
        "match": f"/t/{match.uuid}/",
        "empty": f"/t/{empty.uuid}/",
        "member": f"/c/{club.slug}/members/{players[0].uuid}/",
        "player": f"/p/{players[0].uuid}/",
        "other": str(players[1].uuid),
        "ofplayer": f"player={players[0].uuid}&role=taker",
        "season": season_url,
        "evening": f"{season_url}evenings/{evening.uuid}/",
        "penalty": f"{season_url}evenings/{penalty.evening.uuid}/penalties/{penalty.uuid}/",
        "year": str(evening.held_on.year),
        "why": f"{season_url}why/{players[0].uuid}/",
        "import": f"/c/{club.slug}/io/import/{a_file_of(owner, club, players)}/",
        "archive": f"/c/{club.slug}/io/import/{an_archive(owner, club)}/",
        "rules": f"/c/{club.slug}/settings/rules/{house.name if house else 'fft'}/",
    }


def tournaments_of(club: Any) -> dict[str, str]:
    """Of the one that is played: its address, that of an entry, and that of a slip to confirm. Of
    the one that is over: its address, and that of a penalty."""
    from clubs.models import Sitting, SlipState, TournamentState

    running = club.tournaments.get(state=TournamentState.PLAYING)
    over = club.tournaments.get(state=TournamentState.FINAL)
    table = Sitting.objects.get(round__tournament=running, slip__state=SlipState.ENTERED)
    entry = running.entries.order_by("pk")[0]
    return {
        "event": f"/g/{running.uuid}/",
        "entry": f"/g/{running.uuid}/entries/{entry.uuid}/",
        "slip": f"/t/{table.uuid}/slip/",
        "cup": f"/g/{over.uuid}/",
    }


def a_table_for_money(owner: Any, club: Any, evening: Any, players: Sequence[Any]) -> Any:
    """Three deals of four players at 5 cents a point, at an evening that goes on. When all pass,
    a Vachette is played."""
    from clubs.core.games import get_game
    from clubs.services.seasons.evenings import attach_table
    from clubs.services.tables.sittings import record_deal
    from clubs.services.tables.tables import open_sitting

    rules = get_game("french").read_rules("fft").changed(stake_per_point=5, vachette=20)
    sitting = open_sitting(owner, club, players, rules, active_count=4, request_id=uuid4())
    for number, (taker, points) in enumerate(
        [(players[0], 46), (players[2], 31), (players[1], 58)]
    ):
        record = {
            "taker": str(taker.uuid),
            "contract": "garde",
            "oudlers": 2,
            "points": points,
        }
        record_deal(owner, sitting, record, number=number + 1, request_id=uuid4())
    attach_table(owner, evening, sitting, request_id=uuid4())
    return sitting


def a_club_that_has_begun(owner: Any) -> dict[str, str]:
    """It has members, two evenings from a file and no season; and a workbook of its members was
    sent, with a title over the header and a second sheet."""
    from openpyxl import Workbook

    from clubs.access import Actor
    from clubs.exchange.imports import runs
    from clubs.exchange.imports.choices import ImportChoices
    from clubs.services.people.clubs import create_club

    club = create_club(owner, "Tarot Club de Limoges", members=NEWCOMERS, request_id=uuid4())
    owner = Actor.of_user(owner.user)  # who knows of the new club
    book = Workbook()
    sheet = book.active
    sheet.title = "Adhérents"
    for row in (
        ["Tarot Club de Limoges – Liste des adhérents 2026/2027"],
        [],
        ["Nom", "E-mail", "Adhérent depuis", "Cotisation"],
        ["Lefèvre Simone", "simone@feutre.example", "2019-09-01", "25"],
        ["Tran Bảo", "bao@feutre.example", "2021-09-01", "25"],
    ):
        sheet.append(row)
    book.create_sheet("Comité").append(["Simone", "présidente"])
    content = BytesIO()
    book.save(content)
    members = runs.keep_file(
        owner, club, content.getvalue(), "adhérents.xlsx", ImportChoices(), request_id=uuid4()
    )
    rows = ["date;table;joueurs;preneur;appelé;contrat;bouts;points"]
    for day, first in (("2026-10-02", 0), ("2026-10-16", 2)):
        for number in range(6):
            taker, partner = (NEWCOMERS[(first + number + step) % 5] for step in (0, 2))
            rows.append(f"{day};1;{'|'.join(NEWCOMERS)};{taker};{partner};garde;2;{40 + number}")
    scores = runs.keep_file(
        owner,
        club,
        "\n".join(rows).encode(),
        "donnes.csv",
        ImportChoices(kind="deals", is_seen=True),
        request_id=uuid4(),
    )
    runs.begin_run(owner, scores)
    imports = f"/c/{club.slug}/io/import/"
    return {
        "begunclub": f"/c/{club.slug}/",
        "columns": f"{imports}{members.uuid}/",
        "report": f"{imports}{scores.uuid}/",
    }


def an_archive(owner: Any, club: Any) -> UUID:
    """The archive of a club that is not here, sent to club."""
    from django.db import transaction

    from clubs.access import Actor
    from clubs.exchange.archive import write_archive
    from clubs.exchange.imports import runs
    from clubs.exchange.imports.choices import ImportChoices
    from clubs.services.people.clubs import create_club

    content = BytesIO()
    with transaction.atomic():
        gone = create_club(owner, "Tarot de Figeac", members=NEWCOMERS, request_id=uuid4())
        write_archive(Actor.of_user(owner.user), gone, content)
        transaction.set_rollback(True)
    run = runs.keep_file(
        owner, club, content.getvalue(), "archive.zip", ImportChoices(), request_id=uuid4()
    )
    return run.uuid


def turn_on_second_step(email: str) -> None:
    """The account has an app and recovery codes from now on."""
    from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
    from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

    from clubs.models import User

    user = User.objects.get(email=email)
    TOTP.activate(user, generate_totp_secret())
    RecoveryCodes.activate(user)


@contextmanager
def busy_database() -> Iterator[None]:
    """Another program writes into the database and does not end."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def a_file_of(owner: Any, club: Any, players: Sequence[Any]) -> UUID:
    """A file of deals, sent and not imported, with a count that no deal has."""
    from clubs.exchange.imports import runs
    from clubs.exchange.imports.choices import ImportChoices

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

"""What tests of slips share: who looks at one, its addresses and what is sent."""

from uuid import uuid4

from django.test import Client
from pytest_django.asserts import assertRedirects

from clubs.models import Link, LinkKind, Slip, TournamentDuty
from clubs.services.people.links import make_link
from tests.cast import Cast
from tests.services.tournaments.rounds import slip_tables


def browser(name="", club: Cast | None = None):
    client = Client()
    client.cookies["django_language"] = "en"
    if club is not None:
        client.force_login(club.user(name))
    return client


def phone_of(sitting, number=None):
    """A phone that came by the link of the table, and said who one is."""
    client = browser()
    link = Link.objects.get(target_uuid=sitting.uuid, kind=LinkKind.SCORE, revoked_at=None)
    response = client.get(f"/s/{link.token}/")
    assertRedirects(response, slip_path(sitting))
    if number:
        client.post(slip_path(sitting), {"action": "me", "seat": number})
    return client


def player_of(hall, number):
    """A phone that came by a personal link."""
    entry = hall.entry(number)
    client = browser()
    link = make_link(hall.cast.club, LinkKind.PLAYER, entry.uuid, by=None)
    client.get(f"/s/{link.token}/")
    return client


def desk_of(hall, name="Didier", duty=TournamentDuty.DESK):
    slip_tables.desk_of(hall, name, duty)
    return browser(name, hall.cast)


def slip_path(sitting):
    return f"/t/{sitting.uuid}/slip/"


def bulk_path(hall, number=1):
    return f"/g/{hall.tournament.uuid}/r/{number}/slips/"


def state(sitting):
    return Slip.objects.get(sitting=sitting).state


def send(client, hall, sitting, action, **told):
    data = {"action": action, "seen": hall.mark(sitting), "request_id": str(uuid4()), **told}
    return client.post(slip_path(sitting), data)


def cells(hall, sitting, row, *scores):
    """The fields of one row, in order of play."""
    seated = hall.seated(sitting)
    return {f"{row}-{number}": str(score) for number, score in zip(seated, scores, strict=True)}


def play(hall, sitting, deals=2):
    for _ in range(deals):
        hall.deal(sitting)


def deal_form(sitting, number):
    taker = str(sitting.seats.present()[0].player.uuid)
    told = {"contract": "garde", "oudlers": "2", "points": "46", "counted": "attack"}
    return {**told, "taker": taker, "number": str(number), "request_id": str(uuid4())}

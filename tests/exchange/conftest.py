"""Clubs that have everything an archive can hold."""

from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress

from clubs.access import Actor
from clubs.models import (
    Player,
)
from clubs.services.deals.rules import save_rules
from clubs.services.people import people
from clubs.services.people.players import merge_players
from clubs.services.tables import sittings
from clubs.services.tables.takeover import take_over
from tests.again import built_again
from tests.exchange.archives import seasons, tournament


@pytest.fixture
def proved(club):
    """Everybody has proved the address of the account."""
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, verified=True, primary=True)
        for user in club.users.values()
    )


@pytest.fixture
def full(club, proved):
    """A club that has something of everything."""
    return built_again(_fill, club)


def _fill(club):
    charlie = club.actor("Charlie")
    maison = {"name": "maison", "title": "Maison", "rounding": 10}
    save_rules(charlie, club.club, maison, seen_version=0, request_id=uuid4())
    table = club.sitting("Alice", "Bob", "Charlie", "Dora")
    deal = club.deal(table, points=46)  # (25+5)·2 = 60 a defender
    club.deal(table, kind="void", void_reason="all_pass")
    sittings.correct_deal(
        charlie,
        deal,
        club.record(table, points=49, poignees=[{"player": "Bob", "size": "simple"}]),
        revision=1,
        reason="Mal compté",
        request_id=uuid4(),
    )
    club.reseat(table, "Alice", "Bob", "Charlie", "Zoe")  # Dora leaves, somebody new comes
    zoe = Player.objects.get(name="Zoe")
    club.deal(table, number=3)
    merge_players(charlie, zoe, club.player("Frank"), request_id=uuid4())
    sittings.close_sitting(charlie, table, request_id=uuid4())
    [gone] = people.add_players(charlie, club.club, ["Gil"], request_id=uuid4())
    people.archive_player(charlie, gone, request_id=uuid4())
    opened = club.private_table("Ana", "Luc", "Jo")
    alice = Actor.of_user(club.user("Alice"), [str(opened.link.uuid)])
    take_over(alice, opened.sitting.club, club.club, {}, request_id=uuid4())
    seasons(club, table)
    tournament(club)
    return club

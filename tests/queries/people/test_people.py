"""Who is of a club, in which order, and who may ask."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from clubs.models import Deal, DealKind, Sitting
from clubs.queries.people.people import (
    accounts,
    club_players,
    faces,
    known_names,
    member_count,
    memberships_of,
)
from clubs.services.people import people
from clubs.services.tables import sittings

EVERYBODY = ["Alice", "Bob", "Charlie", "Dora", "Frank", "Olivia"]


def names(players):
    return [player.name for player in players]


@pytest.fixture
def zoe(club):
    (zoe,) = people.add_guests(club.actor("Alice"), club.club, ["Zoé Émond"], request_id=uuid4())
    return zoe


class TestMembershipsOf:
    def test_the_clubs_of_an_account(self, club):
        (membership,) = memberships_of(club.actor("Eve"))

        assert membership.club == club.other

    def test_of_a_command(self, club):
        assert memberships_of(club.actor("Eve").command("tidy")) == []


class TestClubPlayers:
    def test_everybody_who_plays_by_name(self, club, zoe):
        people.archive_player(club.actor("Charlie"), club.player("Bob"), request_id=uuid4())

        assert names(club_players(club.club)) == [
            "Alice",
            "Charlie",
            "Dora",
            "Zoé Émond",
            "Frank",
            "Olivia",
        ]

    @pytest.mark.parametrize(
        ("show", "shown"),
        [
            ("members", ["Alice", "Charlie", "Dora", "Frank", "Olivia"]),
            ("guests", ["Zoé Émond"]),
            ("archived", ["Bob"]),
        ],
    )
    def test_some_of_them(self, club, zoe, show, shown):
        people.archive_player(club.actor("Charlie"), club.player("Bob"), request_id=uuid4())

        assert names(club_players(club.club, show=show)) == shown

    @pytest.mark.parametrize("key", ["zoe", "emond", "ond zo"])
    def test_part_of_a_name_without_accents(self, club, zoe, key):
        assert names(club_players(club.club, key=key)) == ["Zoé Émond"]

    def test_deals_that_were_played_and_when(self, club):
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora", "Olivia", active_count=4)
        imported = club.sitting("Olivia", "Charlie", "Frank")
        played_on = datetime(2019, 10, 4, 19, tzinfo=UTC)  # typed today, from an old sheet
        Sitting.objects.filter(pk=imported.pk).update(opened_at=played_on)
        club.deal(sitting, out=["Olivia"])
        club.deal(sitting, out=["Alice"], taker="Bob")
        club.deal(sitting, kind="void", void_reason="all_pass")
        club.deal(imported)

        rows = {row.name: (row.deal_count, row.last_played_at) for row in club_players(club.club)}

        assert rows == {
            "Alice": (1, sitting.opened_at),  # sat out the second, and nobody played the third
            "Bob": (2, sitting.opened_at),
            "Charlie": (3, sitting.opened_at),
            "Dora": (2, sitting.opened_at),
            "Frank": (1, played_on),
            "Olivia": (2, sitting.opened_at),
        }

    def test_a_deal_known_by_its_scores_only_was_played(self, club):
        sitting = club.sitting("Alice", "Bob", "Charlie")
        deal = club.deal(sitting)
        Deal.objects.filter(pk=deal.pk).update(kind=DealKind.SCORES)

        row = club_players(club.club, key="alice").get()

        assert (row.deal_count, row.last_played_at) == (1, sitting.opened_at)


class TestFaces:
    def test_who_played_lately_comes_first(self, club, zoe):
        for names_ in (["Dora", "Frank", "Bob"], ["Dora", "Frank", "Charlie"]):
            sitting = club.sitting(*names_, active_count=3)
            sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())
        old = club.sitting("Olivia", "Alice", "Bob", active_count=3)
        Sitting.objects.filter(pk=old.pk).update(opened_at=timezone.now() - timedelta(days=200))

        assert names(faces(club.club)) == [
            "Dora",
            "Frank",
            "Bob",
            "Charlie",
            "Alice",
            "Zoé Émond",
            "Olivia",
        ]

    def test_nobody_who_is_archived(self, club):
        people.archive_player(club.actor("Charlie"), club.player("Bob"), request_id=uuid4())

        assert "Bob" not in names(faces(club.club))


class TestMemberCount:
    def test_neither_guests_nor_archived(self, club, zoe):
        people.archive_player(club.actor("Charlie"), club.player("Bob"), request_id=uuid4())

        assert member_count(club.club) == 5


class TestKnownNames:
    def test_but_for_case_and_accents(self, club):
        people.archive_player(club.actor("Charlie"), club.player("Bob"), request_id=uuid4())

        assert names(known_names(club.club, ["ÁLICE", "bob", "Zoé", "Eve"])) == ["Alice"]


class TestAccounts:
    def test_owners_first(self, club):
        rows = accounts(club.actor("Charlie"), club.club)

        assert [(str(row.user), row.role) for row in rows] == [
            ("Olivia", "owner"),
            ("Charlie", "organiser"),
            ("Alice", "scorer"),
            ("Bob", "member"),
            ("Dora", "member"),
        ]

    @pytest.mark.parametrize("who", ["Alice", "Bob", "Eve"])
    def test_hidden_below_organiser(self, club, who):
        assert accounts(club.actor(who), club.club) == []

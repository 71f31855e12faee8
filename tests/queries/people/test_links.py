"""What links are found by, and what those of one browser lead to."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from clubs.access import Actor
from clubs.models import Link, Sitting
from clubs.queries.people.links import (
    clubs_to_take_into,
    find_code,
    find_link,
    has_ended,
    shown_link,
    tables_on_device,
)
from clubs.services.people import links
from clubs.services.tables import sittings
from clubs.services.tables.private_tables import open_again
from tests.cast import keeper

FOUR = ("Alice", "Bob", "Charlie", "Dora")


@pytest.fixture
def sitting(club):
    return club.sitting(*FOUR)


def close(club, sitting):
    sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())


class TestFind:
    def test_by_token(self, club, sitting):
        link = club.link(sitting)

        assert find_link(link.token) == link
        assert find_link(link.token[:-1]) is None
        assert find_link("") is None

    def test_by_code(self, club, sitting):
        link = club.link(sitting)

        assert find_code(link.code) == link
        assert find_code("222222") is None

    def test_of_a_code_that_was_given_again_the_living_one(self, club, sitting):
        first = club.link(sitting)
        links.revoke_link(club.actor("Alice"), first, request_id=uuid4())
        second = club.link(sitting)
        Link.objects.filter(pk=second.pk).update(
            code_hash=first.code_hash, code_sealed=first.code_sealed
        )

        assert find_code(first.code) == second
        links.revoke_link(club.actor("Alice"), second, request_id=uuid4())
        assert find_code(first.code) == second  # to say that it has ended


class TestHasEnded:
    def test_not_while_the_session_is_open(self, club, sitting):
        assert not has_ended(club.link(sitting))

    def test_with_the_session(self, club, sitting):
        score, watch = club.link(sitting), club.link(sitting, "watch")
        close(club, sitting)

        assert (has_ended(score), has_ended(watch)) == (True, True)

    def test_by_time(self, club, sitting):
        link = club.link(sitting)
        link.expires_at = timezone.now() - timedelta(seconds=1)

        assert has_ended(link)

    def test_a_private_table_stays_open_to_its_link(self, club):
        opened = club.private_table("Ana", "Luc", "Zoé")
        sittings.close_sitting(keeper(opened.link), opened.sitting, request_id=uuid4())

        assert not has_ended(opened.link)


class TestShownLink:
    def test_for_who_may_hand_it_on(self, club, sitting):
        link = club.link(sitting)

        shown = {
            name: shown_link(club.actor(name), sitting.uuid, "score")
            for name in ("Alice", "Bob", "Eve")
        }

        assert shown == {"Alice": link, "Bob": None, "Eve": None}
        assert shown_link(keeper(link), sitting.uuid, "score") is None

    def test_not_what_has_ended(self, club, sitting):
        link = club.link(sitting)
        links.revoke_link(club.actor("Alice"), link, request_id=uuid4())

        assert shown_link(club.actor("Alice"), sitting.uuid, "score") is None


class TestTablesOnDevice:
    def rows(self, actor):
        return [
            (table.card.sitting, table.kind, table.may_repeat) for table in tables_on_device(actor)
        ]

    def test_without_links_none_and_no_query(self, club, django_assert_num_queries):
        with django_assert_num_queries(0):
            assert tables_on_device(Actor("visitor")) == []

    def test_a_private_table_open_and_closed(self, club):
        opened = club.private_table("Ana", "Luc", "Zoé")
        actor = keeper(opened.link)
        assert self.rows(actor) == [(opened.sitting, "owner", False)]
        [table] = tables_on_device(actor)
        assert (table.card.names, table.card.next_number) == (["Ana", "Luc", "Zoé"], 2)

        sittings.close_sitting(actor, opened.sitting, request_id=uuid4())
        assert self.rows(keeper(opened.link)) == [(opened.sitting, "owner", True)]

        again = open_again(keeper(opened.link), opened.sitting, request_id=uuid4())
        assert self.rows(keeper(opened.link)) == [
            (again, "owner", False),
            (opened.sitting, "owner", False),  # the newest of its people is open
        ]

    def test_where_one_is_a_guest_while_it_lasts(self, club, sitting):
        score, watch = club.link(sitting), club.link(club.sitting(*FOUR), "watch")
        other = Sitting.objects.exclude(pk=sitting.pk).get()
        guest = keeper(score, watch)
        assert self.rows(guest) == [(other, "watch", False), (sitting, "score", False)]

        close(club, sitting)
        assert self.rows(keeper(score, watch)) == [(other, "watch", False)]

    def test_what_ones_clubs_show_is_left_out(self, club, sitting):
        bob = Actor.of_user(club.user("Bob"), [str(club.link(sitting).uuid)])
        eve = Actor.of_user(club.user("Eve"), [str(club.link(sitting).uuid)])

        assert (self.rows(bob), self.rows(eve)) == ([], [(sitting, "score", False)])

    def test_times_are_those_of_the_table(self, club):
        opened = club.private_table("Ana", "Luc", "Zoé")
        opened.sitting.club.time_zone = "Asia/Tokyo"
        opened.sitting.club.save()

        [table] = tables_on_device(keeper(opened.link))

        assert table.opened_at.utcoffset() == timedelta(hours=9)

    def test_as_many_queries_for_one_as_for_three(self, club, django_assert_num_queries):
        opened = club.private_table("Ana", "Luc", "Zoé")
        for count in (1, 3):
            with django_assert_num_queries(3):  # links, sittings, seats
                assert len(tables_on_device(keeper(opened.link))) == count
            for _n in range(2):
                open_again(keeper(opened.link), opened.sitting, request_id=uuid4())


def test_clubs_to_take_into(club):
    names = ("Alice", "Bob", "Olivia", "Eve")

    found = {name: clubs_to_take_into(club.actor(name)) for name in names}

    assert found == {"Alice": [club.club], "Bob": [], "Olivia": [club.club], "Eve": [club.other]}
    assert clubs_to_take_into(Actor("visitor")) == []

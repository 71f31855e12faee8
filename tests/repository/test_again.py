"""What tests begin with is the same whether it is built or put there again."""

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType

from clubs.models import Club, Deal, Player
from tests import again
from tests.again import built_again, rows
from tests.cast import Cast, totals
from tests.emptying import empty_database, full_tables


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch):
    monkeypatch.setattr(again, "_built", {})


def table_and_a_change(club):
    club.players["Zoé"] = club.player("Bob")
    Player.objects.filter(name="Dora").update(table_name="Do")
    Player.objects.filter(name="Eve").delete()
    sitting = club.sitting("Alice", "Bob", "Charlie")
    club.deal(sitting, taker="Alice", points=46)  # (25+5)·2 = 60 a defender
    return {"sitting": sitting, "club": club}


def gone():
    empty_database()
    assert full_tables() == []


def test_the_same_rows_again(db):
    first = built_again(Cast.gather)
    built_again(table_and_a_change, first)
    as_built = rows()
    gone()

    club = built_again(Cast.gather)
    told = built_again(table_and_a_change, club)

    assert rows() == as_built
    assert told["club"] is club
    assert club.player("Zoé") == Player.objects.get(name="Bob")
    assert totals(told["sitting"]) == {"Alice": 120, "Bob": -60, "Charlie": -60}
    assert Player.objects.get(name="Dora").table_name == "Do"
    club.deal(told["sitting"])  # numbers go on
    assert Deal.objects.count() == 2


def test_no_test_changes_what_the_next_one_begins_with(db):
    built_again(Cast.gather).player("Bob").name = "Robert"
    gone()

    assert built_again(Cast.gather).player("Bob").name == "Bob"


def test_built_anew_where_something_else_was_there(db):
    built_again(table_and_a_change, built_again(Cast.gather))
    gone()
    club = built_again(Cast.gather)
    Club.objects.filter(slug="ailleurs").update(name="Plus loin")

    built_again(table_and_a_change, club)

    assert Club.objects.get(slug="ailleurs").name == "Plus loin"


@pytest.mark.django_db(transaction=True)
def test_what_is_left_after_a_test_that_commits():
    before = (ContentType.objects.count(), Permission.objects.count())
    Cast.gather()

    empty_database()

    assert full_tables() == []
    assert (ContentType.objects.count(), Permission.objects.count()) == before != (0, 0)


@pytest.mark.django_db(transaction=True)
def test_what_django_writes_itself_is_written_again():
    before = Permission.objects.count()
    Permission.objects.first().delete()

    empty_database()

    assert Permission.objects.count() == before

"""Edits of the database by hand, past the program: the log gives each of them away.

Whoever makes them may read and write every table, and does not know the key (`SEALING_KEYS`). The
first part are those of a review. What only an anchor shows is in test_anchors.py.
"""

from collections.abc import Iterator

import pytest
from django.db import connection

from clubs.models import Chain, Membership
from clubs.services.deals.differences import Difference
from clubs.services.deals.kept import check_kept
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import (
    check_ratings,
    check_seasons,
    check_sitting,
    check_sittings,
)
from clubs.services.files.sealing import seal_anew
from clubs.services.files.words import check_words
from clubs.services.tournaments.checks import check_results
from tests.again import built_again, rows
from tests.services.files.edits import MORE, OF_THE_REVIEW
from tests.services.files.tampered import World, last_deal_gone, raw


def found() -> Iterator[Difference]:
    """One after the other: of most edits the first is enough."""
    checks = (check_chains, check_words, check_sittings, check_ratings, check_seasons, check_kept)
    return (each for check in (*checks, check_results) for each in check())


def differences() -> list[Difference]:
    return list(found())


@pytest.fixture
def world(club):
    return built_again(World, club)


def test_nothing_is_found_where_nothing_was_done(world):
    assert differences() == []


@pytest.mark.parametrize("edit", OF_THE_REVIEW)
def test_what_the_review_tried_is_noticed(world, edit):
    before = rows()

    OF_THE_REVIEW[edit](world)

    assert rows() != before
    assert next(found(), None) is not None


@pytest.mark.parametrize("edit", MORE)
def test_more_is_noticed(world, edit):
    before = rows()

    MORE[edit](world)

    assert rows() != before
    assert next(found(), None) is not None


def test_the_next_change_seals_nothing_that_was_tampered_with(world, club):
    """A head that does not hold stays broken, though the table goes on."""
    last_deal_gone(world)

    club.deal(world.open)

    assert f"chain {world.open.uuid}: seal of the head is of no key, should be of a key" in [
        str(found) for found in differences()
    ]


@pytest.mark.parametrize("column", ["before", "after", "hash"])
@pytest.mark.parametrize("stored", [b"\x01\xff", b"", b"\x09{}"])
def test_bytes_that_no_program_wrote_are_told_of_every_entry(world, column, stored):
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE clubs_auditentry SET {column} = %s", [stored])

    found = {str(told) for told in differences()}

    assert any(f"chain {world.open.uuid}: hash of entry 1" in told for told in found)


@pytest.mark.parametrize("stored", [b"\x01\xff", b"", b"\x02\x04{}"])
def test_a_record_that_no_program_wrote_is_told_and_breaks_no_page(world, alice, stored):
    with connection.cursor() as cursor:
        cursor.execute("UPDATE clubs_deal SET record = %s", [stored])

    [told, *_others] = [str(told) for told in check_sitting(world.open)]
    assert f'deal 1: record is {{"unreadable": "{stored.hex()}"}}' in told
    for page in ("", "1/", "1/edit/", "1/void/", "1/restore/1/", "log/"):
        assert alice.get(f"/t/{world.open.uuid}/{page}").status_code == 200


@pytest.mark.sqlite
@pytest.mark.parametrize("column", ["clubs_auditentry SET after", "clubs_deal SET record"])
def test_text_where_bytes_belong(world, column):
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {column} = '{{}}'")

    assert differences() != []


def test_a_seal_of_letters_that_none_has(world):
    raw(Chain, uuid=world.open.uuid).update(seal="é" * 16)

    assert [told.what for told in differences()] == ["seal of the head"]


class TestKeys:
    def test_seals_of_an_older_key_hold(self, world, club, settings):
        settings.SEALING_KEYS = ["a new one", *settings.SEALING_KEYS]
        club.deal(world.open)

        assert differences() == []

    def test_without_the_older_key_they_do_not(self, world, settings):
        settings.SEALING_KEYS = ["a new one"]

        assert {found.stored for found in differences()} >= {"of no key", "rewritten"}

    def test_who_has_a_key_that_counts_no_more_forges_nothing(self, world, club, settings):
        """SECRET_KEY after seal_anew and SECRET_KEY_SEALS=false."""
        leaked = settings.SEALING_KEYS[-1]
        settings.SEALING_KEYS = ["own", leaked]
        seal_anew()
        raw(Membership, user=club.user("Bob")).update(role="owner")
        settings.SEALING_KEYS = [leaked]
        seal_anew(is_checked=False)  # all that somebody with this key can do

        settings.SEALING_KEYS = ["own", leaked]
        assert differences() == []
        settings.SEALING_KEYS = ["own"]
        assert {found.stored for found in differences()} >= {"of no key", "rewritten"}

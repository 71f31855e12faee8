"""All that is sealed, sealed anew: then the older keys can go."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import AuditEntry, Club, Link
from clubs.queries.fingerprints import fingerprint_in_log, parts_of
from clubs.queries.people.links import find_code
from clubs.seals import seal_text, unseal_text
from clubs.services.files.chains import check_chains
from clubs.services.files.sealing import LOCKED
from clubs.services.files.words import check_words, seal_rows
from tests.services.files.tampered import raw

FOUR = ("Alice", "Bob", "Charlie", "Dora")


@pytest.fixture
def sitting(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting)
    for each in Club.objects.all():
        seal_rows(each)
    club.deal(sitting)
    return sitting


def test_the_older_key_can_go(club, sitting, settings, capsys):
    link = club.link(sitting)
    code, printed = link.code, fingerprint_in_log(sitting.uuid).lower()
    data = {"secret": seal_text("JBSWY3DPEHPK3PXP")}
    row = Authenticator.objects.create(user=club.user("Alice"), type="totp", data=data)
    hashes = list(AuditEntry.objects.values_list("hash", flat=True))

    settings.SEALING_KEYS = ["new", *settings.SEALING_KEYS]
    call_command("seal_anew")
    settings.SEALING_KEYS = ["new"]

    assert [*check_chains(), *check_words()] == []
    assert find_code(code) == link
    assert Link.objects.get(pk=link.pk).code == code
    row.refresh_from_db()
    assert unseal_text(row.data["secret"]) == "JBSWY3DPEHPK3PXP"
    assert list(AuditEntry.objects.values_list("hash", flat=True)) == hashes
    assert not parts_of(printed).is_sealed()
    told = capsys.readouterr()
    assert "1 codes, 1 second steps" in told.out
    assert told.err == ""
    club.deal(sitting)
    assert [*check_chains(), *check_words()] == []


def test_it_locks_tables_in_the_order_in_which_a_change_writes(club, sitting):
    with CaptureQueriesContext(connection) as queries:
        club.link(sitting)

    written = re.findall(r"(?:INSERT INTO|UPDATE) \W?(clubs_\w+)", str(queries.captured_queries))
    order = [name for name in dict.fromkeys(written) if name in {m._meta.db_table for m in LOCKED}]
    assert order == [model._meta.db_table for model in LOCKED if model is not Authenticator]


def test_without_it_the_older_key_is_needed(club, sitting, settings):
    settings.SEALING_KEYS = ["new", *settings.SEALING_KEYS]
    club.deal(sitting)

    settings.SEALING_KEYS = ["new"]

    assert [*check_chains(), *check_words()] != []


@pytest.mark.parametrize(
    "edit",
    [
        lambda: raw(AuditEntry, sequence=1).update(reason="x"),
        lambda: raw(Club).update(least_takes=1),
    ],
)
def test_what_was_tampered_with_gets_no_new_seal(club, sitting, settings, edit):
    edit()
    settings.SEALING_KEYS = ["new", *settings.SEALING_KEYS]
    before = list(AuditEntry.objects.values_list("seal", flat=True))

    with pytest.raises(CommandError, match="The log does not hold"):
        call_command("seal_anew")

    assert list(AuditEntry.objects.values_list("seal", flat=True)) == before


def test_after_a_key_was_lost_it_seals_what_is_there(club, sitting, settings):
    link = club.link(sitting)
    settings.SEALING_KEYS = ["new"]
    with pytest.raises(CommandError, match="The log does not hold"):
        call_command("seal_anew")

    call_command("seal_anew", "--unchecked")

    assert [*check_chains(), *check_words()] == []
    assert Link.objects.get(pk=link.pk).code is None
    club.deal(sitting)
    assert [*check_chains(), *check_words()] == []


def test_unchecked_it_mends_no_hash(sitting):
    raw(AuditEntry, chain__uuid=sitting.uuid, sequence=1).update(reason="x")

    call_command("seal_anew", "--unchecked")

    assert "hash of entry 1" in [told.what for told in check_chains()]


def test_what_no_key_opens_stays(club, sitting, capsys):
    link = club.link(sitting)
    raw(Link, pk=link.pk).update(code_sealed="of a key that is lost")
    for each in Club.objects.all():
        seal_rows(each)

    call_command("seal_anew")

    assert "No key opens 1 codes" in capsys.readouterr().err
    assert Link.objects.get(pk=link.pk).code_sealed == "of a key that is lost"

"""What is read block by block is read in one transaction, as pgbouncer needs it.

The check itself is in conftest.py, and sees the tests that commit, as these do.
"""

import pytest
from django.core.management import call_command
from django.utils import timezone

from clubs.models import Deal
from clubs.services.files.words import seal_rows

pytestmark = pytest.mark.django_db(transaction=True)
FOUR = ("Alice", "Bob", "Charlie", "Dora")


@pytest.fixture
def played(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting)
    league = club.league()
    club.evening(league, timezone.localdate(), sitting)
    return league


def test_the_check_is_at_work(db):
    with pytest.raises(AssertionError, match="outside a transaction"):
        list(Deal.objects.iterator())


@pytest.mark.parametrize(
    "file", ["deals.csv", "deals.xlsx", "totals.csv", "totals.xlsx", "members.csv"]
)
def test_lists_of_a_club(client, club, played, file):
    client.force_login(club.users["Olivia"])

    assert client.get(f"/c/{club.club.slug}/io/{file}").getvalue()


def test_a_season_and_the_whole_club(client, club, played):
    client.force_login(club.users["Olivia"])

    assert client.get(f"/c/{club.club.slug}/s/{played.uuid}/season.json").status_code == 200
    assert client.get(f"/c/{club.club.slug}/io/archive.zip").getvalue()


def test_commands(club, played, tmp_path, capsys):
    seal_rows(club.club)  # what the fixtures wrote stands in no log
    call_command("check_scores")
    call_command("check_scores", "--repair")
    call_command("tidy")
    call_command("backup", str(tmp_path / "backup.zip"))

    assert "No differences." in capsys.readouterr().err

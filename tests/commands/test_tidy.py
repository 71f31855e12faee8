"""`manage.py tidy`: cli.md §tidy. What it clears: tests/services/files/test_tidy.py."""

from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from clubs.models import Club, ImportRun, League, Link
from clubs.services.changes import written_at

NONE = ["counters of tries: 0", "browsers signed out: 0"]
OLD = timezone.now() - timedelta(days=400)


def run(*options):
    """What the command says on standard output and on standard error."""
    out, err = StringIO(), StringIO()
    call_command("tidy", *options, stdout=out, stderr=err)
    return out.getvalue().splitlines(), err.getvalue()


@pytest.fixture
def old_table(club):
    with written_at(OLD):
        return club.private_table("Ana", "Luc", "Zoé")


@pytest.fixture
def old_link(club):
    link = club.link(club.sitting("Alice", "Bob", "Charlie"))
    Link.objects.filter(pk=link.pk).update(expires_at=OLD)
    return link


@pytest.fixture
def old_file(club):
    return ImportRun.objects.create(club=club.club, kind="members", name="m.csv", made_at=OLD)


@pytest.mark.usefixtures("old_table", "old_link", "old_file")
class TestTidy:
    def test_it_prints_what_it_cleared(self):
        told = f"Table du 6 janvier (sessions: 1, deals: 1, last changed on {OLD:%Y-%m-%d})"

        assert run() == ([told, "ended links: 1", "waiting files: 1", *NONE], "")
        assert not Club.objects.filter(slug=None).exists()
        assert run() == (["ended links: 0", "waiting files: 0", *NONE], "")

    def test_a_rehearsal(self):
        lines, said = run("--dry-run")

        assert lines[1:] == ["ended links: 1", "waiting files: 1", *NONE]
        assert said == "Nothing was cleared: --dry-run.\n"
        assert Club.objects.filter(slug=None).exists()


def test_planned_seasons_that_have_counted_tables_begin(club):
    played, empty = (club.league("Alice", state="planned", name=name) for name in "AB")
    table = club.sitting("Alice", "Bob", "Charlie")
    club.evening(played, date(2025, 9, 12), table)

    run("--dry-run")
    assert not League.objects.exclude(state="planned").exists()
    run()

    assert League.objects.get(state="open") == played
    assert League.objects.get(state="planned") == empty

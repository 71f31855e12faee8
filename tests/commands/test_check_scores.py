"""`manage.py check_scores`: cli.md §check_scores. What it finds and mends:
tests/services/files/."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from clubs.models import AuditEntry, Deal, DealScore
from tests.commands.shell import ENVIRONMENT, manage, start


def run(*options):
    """What the command says on standard output and on standard error; a failure ends the latter."""
    out, err = StringIO(), StringIO()
    try:
        call_command("check_scores", *options, stdout=out, stderr=err)
    except CommandError as failure:
        return out.getvalue(), f"{err.getvalue()}failed with {failure.returncode}: {failure}\n"
    return out.getvalue(), err.getvalue()


@pytest.fixture
def deal(club):
    """Taken by Alice for (25+5)·2 = 60 a defender."""
    return club.deal(club.sitting("Alice", "Bob", "Charlie", "Dora"), points=46)


@pytest.fixture
def wrong_score(club, deal):
    """The lines that tell it."""
    DealScore.objects.filter(deal=deal, player=club.player("Bob")).update(score=-62)
    place = f"sitting {deal.sitting.uuid}, deal 1"
    bob = club.player("Bob").uuid
    return [
        f"{place}: score of {bob} is -62 as defender, should be -60 as defender",
        f"{place}: sum is -2, should be 0",
    ]


@pytest.fixture
def wrong_log(deal):
    entry = AuditEntry.objects.get(chain__uuid=deal.sitting.uuid)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE clubs_auditentry SET hash = %s WHERE id = %s", [bytes(32), entry.pk])
    place = f"chain {deal.sitting.uuid}"
    return (
        f"{place}: hash of entry 1 is 000000000000, should be {entry.hash[:12]}\n"
        f"{place}: head is {entry.hash[:12]}, should be 000000000000"
    )


def test_a_sound_database(deal):
    assert run() == ("", "No differences.\n")


def test_an_empty_database(db):
    assert run() == ("", "No differences.\n")


def test_differences_are_listed(wrong_score):
    assert run() == (
        "".join(f"{line}\n" for line in wrong_score),
        "failed with 1: Differences: 2. --repair computes scores and columns again.\n",
    )


def test_nothing_is_written_without_repair(wrong_score, deal):
    run()

    assert deal.scores.filter(score=-62).exists()
    assert AuditEntry.objects.filter(action="repair_deal").count() == 0


def test_repair(wrong_score, deal):
    assert run("--repair") == (
        "".join(f"{line} (repaired)\n" for line in wrong_score),
        "Differences repaired: 2.\nNo differences.\n",
    )
    assert run() == ("", "No differences.\n")
    assert AuditEntry.objects.get(action="repair_deal").actor == "command:check_scores"


def test_a_broken_chain_is_listed_and_stays(wrong_log, club):
    assert run() == (
        f"{wrong_log}\n",
        "failed with 1: Differences: 2. --repair computes scores and columns again.\n",
    )
    assert run("--repair") == (
        f"{wrong_log}\n",
        "Differences repaired: 0.\nfailed with 1: Differences that need a person: 2.\n",
    )


def test_what_can_be_mended_is_though_something_cannot(wrong_score, club):
    other = club.deal(club.sitting("Alice", "Bob", "Dora"), points=46)
    Deal.objects.filter(pk=other.pk).update(number=3)

    out, err = run("--repair")

    place = f"sitting {other.sitting.uuid}"
    assert out.splitlines() == [
        *(f"{line} (repaired)" for line in wrong_score),
        f"{place}: numbers is [3], should be [1]",
        f"{place}, deal 3: number is 3, should be 1",
    ]
    assert err == "Differences repaired: 2.\nfailed with 1: Differences that need a person: 2.\n"


def test_help_has_an_example(capsys):
    with pytest.raises(SystemExit):
        call_command("check_scores", "--help")

    told = capsys.readouterr().out
    assert "example:\n  python manage.py check_scores\n" in told
    assert "--repair" in told


class TestConsole:
    """As a shell sees it."""

    def test_without_tables_it_says_what_to_do(self, tmp_path):
        file = tmp_path / "new.sqlite3"
        file.touch()
        database = {"DATABASE_URL": f"sqlite:///{file}"}

        done = start("check_scores", environment={**ENVIRONMENT, **database})

        assert (done.returncode, done.stdout) == (1, b"")
        [line] = done.stderr.decode().splitlines()
        assert line.endswith("Try: python manage.py migrate")

    def test_success(self, deal):
        done = manage("check_scores")

        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"No differences.\n")

    def test_wrong_usage(self):
        done = manage("check_scores", "--mend")

        assert (done.returncode, done.stdout) == (2, b"")
        [_line] = done.stderr.splitlines()

"""`manage.py export_club` and `import_club`: cli.md §export_club, §import_club. More:
tests/exchange/test_archive.py."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from clubs.exchange.archive import open_archive
from clubs.models import Club, Deal
from tests.commands.shell import manage
from tests.emptying import empty, full_tables


def run(command, *options):
    """What the command says on standard error."""
    err = StringIO()
    call_command(command, *map(str, options), stdout=StringIO(), stderr=err)
    return err.getvalue()


@pytest.fixture
def path(tmp_path, club):
    """An archive of a club with one deal; the club is renumbered, so that it is not here."""
    club.deal(club.sitting("Alice", "Bob", "Charlie", "Dora"), points=46)
    path = tmp_path / "club.zip"
    assert run("export_club", "trois-bouts", path) == "Les Trois Bouts is exported.\n"
    return path


def test_the_file_is_for_its_owner_only(path):
    assert path.stat().st_mode & 0o777 == 0o600
    with path.open("rb") as file, open_archive(file) as bundle:
        assert (bundle.counts["deals"], bundle.counts["players"]) == (1, 6)


@pytest.mark.django_db
def test_no_such_club(tmp_path):
    with pytest.raises(CommandError, match="No club has the address nowhere"):
        run("export_club", "nowhere", tmp_path / "club.zip")

    assert list(tmp_path.iterdir()) == []


def test_a_club_that_is_here(path):
    with pytest.raises(CommandError, match="Nothing was imported: the club Les Trois Bouts is"):
        run("import_club", path)


@pytest.mark.django_db
def test_no_such_file(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        run("import_club", tmp_path / "none.zip")


@pytest.mark.django_db
def test_no_archive(tmp_path):
    path = tmp_path / "text.zip"
    path.write_text("text")

    with pytest.raises(CommandError, match="damaged or incomplete"):
        run("import_club", path)


def test_through_pipes_into_another_installation(path, tmp_path):
    """From standard input, and out again to standard output: the same but for the accounts."""
    empty(full_tables())

    came = manage("import_club", "-", typed=path.read_bytes())
    again = manage("import_club", "-", typed=path.read_bytes())
    checked = manage("check_scores")
    went = manage("export_club", "trois-bouts", "-")

    assert came.stderr.decode().splitlines() == [
        "Les Trois Bouts is imported: /c/trois-bouts/",
        "Nobody owns it here yet: the same again with --owner EMAIL.",
    ]
    assert (came.returncode, came.stdout) == (0, b"")
    assert again.returncode == 1
    assert again.stderr.decode().splitlines() == [
        "Nothing was imported: the club Les Trois Bouts is here already."
    ]
    assert (checked.returncode, checked.stderr) == (0, b"No differences.\n")
    copy = tmp_path / "copy.zip"
    copy.write_bytes(went.stdout)
    before, after = rows_in(path), rows_in(copy)
    assert {len(before[name]) for name in ("deals", "scores", "audit", "seats")} == {1, 4, 2}
    for name in ("scores", "audit", "seats"):
        assert after[name] == before[name]
    assert after["deals"] == [{**before["deals"][0], "recorded_by": None}]


def rows_in(path):
    with path.open("rb") as file, open_archive(file) as bundle:
        return {name: list(bundle.rows(name)) for name in bundle.counts}


def test_the_other_club_is_untouched(path, club):
    before = list(Club.objects.order_by("pk").values())

    with pytest.raises(CommandError):
        run("import_club", path, "--slug", "other")

    assert list(Club.objects.order_by("pk").values()) == before
    assert Deal.objects.count() == 1

"""`manage.py demo`: cli.md §demo. What it loads: tests/services/demo/test_demo.py."""

from io import StringIO

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection

from clubs.management.commands import demo

LOGINS = (
    "  owner  owner@feutre.example  trois-bouts-21\n"
    "  organiser  organiser@feutre.example  trois-bouts-21\n"
    "  scorer  scorer@feutre.example  trois-bouts-21\n"
    "  member  member@feutre.example  trois-bouts-21\n"
    "  outsider  outsider@feutre.example  trois-bouts-21\n"
)


def run(*options):
    """What the command says on standard output and on standard error."""
    out, err = StringIO(), StringIO()
    call_command("demo", *options, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def everything():
    return {
        model.__name__: list(model.objects.order_by("pk").values())
        for model in apps.get_app_config("clubs").get_models()
    }


@pytest.fixture
def loads(monkeypatch):
    """How often the club was loaded, which takes seconds."""
    loads = []
    monkeypatch.setattr(demo, "load_demo", loads.append)
    return loads


@pytest.mark.django_db
class TestOnAnEmptyDatabase:
    def test_it_loads_the_club_and_prints_the_logins(self, loads):
        assert run() == (LOGINS, "Loading the demo club, which takes some seconds.\n")
        assert len(loads) == 1

    def test_a_second_time_it_prints_the_logins_alone(self, loads, monkeypatch):
        monkeypatch.setattr(demo, "is_demo_loaded", lambda: True)

        assert run() == (LOGINS, "The demo club is there already; nothing was changed.\n")
        assert loads == []


class TestOnADatabaseInUse:
    def test_it_is_left_alone(self, club):
        before = everything()

        with pytest.raises(CommandError) as refusal:
            run()

        assert str(refusal.value) == (
            "This database is in use, and everybody knows the passwords of the demo accounts: "
            "take an empty one, or add --yes."
        )
        assert refusal.value.returncode == 1
        assert everything() == before

    def test_unless_one_insists(self, club, loads):
        """What is loaded beside what was there: tests/services/demo/test_demo.py."""
        assert run("--yes")[0] == LOGINS
        assert len(loads) == 1


class TestConsole:
    @pytest.mark.django_db
    def test_without_tables_it_says_what_to_do(self):
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE clubs_club RENAME TO elsewhere")

        with pytest.raises(CommandError) as refusal:
            run()
        told = str(refusal.value)
        assert told.endswith("Try: python manage.py migrate")
        assert "\n" not in told

    def test_help_has_an_example(self, capsys):
        with pytest.raises(SystemExit):
            call_command("demo", "--help")

        assert "example:\n  python manage.py demo\n" in capsys.readouterr().out

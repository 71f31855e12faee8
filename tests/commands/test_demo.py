"""`manage.py demo`: cli.md §demo. What it loads: tests/services/demo/test_demo.py."""

from io import StringIO
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection

from clubs.access import Actor
from clubs.management.commands import demo
from clubs.models import Club, Sitting, User
from clubs.services.people.people import add_players
from clubs.services.tables.sittings import record_deal

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


@pytest.mark.django_db
class TestOnAnEmptyDatabase:
    def test_it_prints_the_logins_and_a_second_time_changes_nothing(self):
        assert run() == (LOGINS, "Loading the demo club, which takes some seconds.\n")
        before = everything()

        assert run() == (LOGINS, "The demo club is there already; nothing was changed.\n")
        assert everything() == before

        self.use()
        before = everything()

        assert run()[0] == LOGINS
        assert everything() == before

    def use(self):
        """What visitors do meanwhile."""
        amicale = Club.objects.get(slug="amicale-du-tarot-de-dole")
        owner = Actor.of_user(User.objects.get(email="owner@feutre.example"))
        add_players(owner, amicale, ["Gil Nouveau"], request_id=uuid4())
        sitting = Sitting.objects.open().filter(club=amicale).first()
        void = {"kind": "void", "void_reason": "all_pass"}
        number = sitting.deals.count() + 1
        record_deal(owner, sitting, void, number=number, request_id=uuid4())
        User.objects.get(email="member@feutre.example").delete()


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

    def test_unless_one_insists(self, club, monkeypatch):
        """What is loaded beside what was there: tests/services/demo/test_demo_story.py."""
        loads = []
        monkeypatch.setattr(demo, "load_demo", loads.append)

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

"""`manage.py demo`: cli.md §demo. What it loads: tests/services/demo/test_demo.py."""

import os
import subprocess
import sys
from io import StringIO
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from clubs.access import Actor
from clubs.models import Club, Player, Sitting, User
from clubs.services.people.people import add_players
from clubs.services.tables.sittings import record_deal
from tests.paths import ROOT

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

    def test_nor_when_somebody_used_it_meanwhile(self):
        run()
        demo = Club.objects.get(slug="amicale-du-tarot-de-dole")
        owner = Actor.of_user(User.objects.get(email="owner@feutre.example"))
        add_players(owner, demo, ["Gil Nouveau"], request_id=uuid4())
        sitting = Sitting.objects.open().filter(club=demo).first()
        void = {"kind": "void", "void_reason": "all_pass"}
        number = sitting.deals.count() + 1
        record_deal(owner, sitting, void, number=number, request_id=uuid4())
        User.objects.get(email="member@feutre.example").delete()
        before = everything()

        assert run()[0] == LOGINS
        assert everything() == before


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

    def test_unless_one_insists(self, club):
        assert run("--yes")[0] == LOGINS
        assert list(Club.objects.order_by("slug").values_list("slug", flat=True)) == [
            "ailleurs",
            "amicale-du-tarot-de-dole",
            "les-trois-bouts",
            "trois-bouts",
        ]
        assert Player.objects.filter(club=club.club).count() == 6


class TestConsole:
    def test_without_tables_it_says_what_to_do(self, tmp_path):
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
            "SECRET_KEY": "only for tests",
            "DATABASE_URL": f"sqlite:///{tmp_path / 'empty.sqlite3'}",
        }
        command = [sys.executable, "manage.py", "demo"]

        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)

        assert done.returncode == 1
        assert done.stdout == ""
        [line] = done.stderr.splitlines()
        assert line.endswith("Try: python manage.py migrate")

    def test_help_has_an_example(self, capsys):
        with pytest.raises(SystemExit):
            call_command("demo", "--help")

        assert "example:\n  python manage.py demo\n" in capsys.readouterr().out

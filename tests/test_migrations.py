"""The migrations are what the models say."""

import pytest
from django.core.management import call_command


@pytest.mark.django_db
def test_nothing_is_left_to_migrate(capsys):
    call_command("makemigrations", "--check", "--dry-run")

    assert capsys.readouterr().out == "No changes detected\n"


@pytest.mark.django_db(transaction=True)
def test_every_migration_can_be_taken_back():
    try:
        call_command("migrate", "clubs", "zero", verbosity=0)
    finally:
        call_command("migrate", verbosity=0)

"""What checks find, as lines, and the ways to damage a database."""

from django.db import connection

from clubs.access import Actor
from clubs.services.files.checks import repair_sittings

FOUR = ("Alice", "Bob", "Charlie", "Dora")


COMMAND = Actor.command("check_scores")


def lines(differences):
    return [str(difference) for difference in differences]


def sql(statement, *params):
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        assert cursor.rowcount > 0


def db(uuid):
    """As this database has it in a column."""
    return uuid if connection.vendor == "postgresql" else uuid.hex


def first_deal(sitting):
    return sitting.deals.get(number=1)


def repaired():
    return lines(repair_sittings(COMMAND))

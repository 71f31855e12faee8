"""Sums over the deals of a table, kept so that nobody adds up a hundred thousand deals for a page.

Everything here follows from the deals and can be made again at any time. A row counts only as long
as its revision is that of the sitting, which every write under the sitting's lock moves on: what is
not kept, or no longer, is added up from the deals (games/french/queries/sums.py).

The unique constraints begin with the sitting, which so needs no index of its own.
"""

from django.db import models

from clubs.models.people import Player
from clubs.models.sittings import Sitting


class TableSums(models.Model):
    """The deals of one size at one table. A table without a deal that counts has a row of size 0.

    taken counts deals of which the taker is known, stakes is the sum of theirs without signs, in
    score points. tallies are more counts, in one number that can be added up (Counts in
    games/french/queries/sums.py).
    """

    sitting = models.ForeignKey(
        Sitting, on_delete=models.CASCADE, related_name="table_sums", db_index=False
    )
    revision = models.PositiveIntegerField()
    size = models.PositiveSmallIntegerField()
    deals = models.PositiveIntegerField()
    taken = models.PositiveIntegerField()
    made = models.PositiveIntegerField()
    stakes = models.BigIntegerField()
    tallies = models.TextField()

    class Meta:
        app_label = "clubs"
        constraints = [
            models.UniqueConstraint(fields=["sitting", "size"], name="table_sums_once_a_size"),
            models.CheckConstraint(
                condition=models.Q(made__lte=models.F("taken"), taken__lte=models.F("deals")),
                name="table_sums_made_taken_dealt",
            ),
        ]


class PlayerSums(models.Model):
    """What one player did in the deals of one size at one table.

    total and squares are of the deal scores; best is the highest of them, best_number the first
    deal that brought it. lowest is the lowest that the total was, 0 at the start included: empty
    where the table had deals of several sizes, whose rows do not tell it. Of takes: won is what
    they brought, over_x2 the half card points over the contracts, negative under them; then how
    many of each contract there were and how many were made.
    """

    sitting = models.ForeignKey(
        Sitting, on_delete=models.CASCADE, related_name="player_sums", db_index=False
    )
    revision = models.PositiveIntegerField()
    size = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="sums")
    deals = models.PositiveIntegerField()
    total = models.BigIntegerField()
    squares = models.BigIntegerField()
    lowest = models.BigIntegerField(null=True)
    best = models.BigIntegerField()
    best_number = models.PositiveIntegerField()

    taken = models.PositiveIntegerField(default=0)
    made = models.PositiveIntegerField(default=0)
    won = models.BigIntegerField(default=0)
    over_x2 = models.IntegerField(default=0)
    prise_taken = models.PositiveIntegerField(default=0)
    prise_made = models.PositiveIntegerField(default=0)
    pousse_taken = models.PositiveIntegerField(default=0)
    pousse_made = models.PositiveIntegerField(default=0)
    garde_taken = models.PositiveIntegerField(default=0)
    garde_made = models.PositiveIntegerField(default=0)
    garde_sans_taken = models.PositiveIntegerField(default=0)
    garde_sans_made = models.PositiveIntegerField(default=0)
    garde_contre_taken = models.PositiveIntegerField(default=0)
    garde_contre_made = models.PositiveIntegerField(default=0)

    class Meta:
        app_label = "clubs"
        constraints = [
            models.UniqueConstraint(
                fields=["sitting", "size", "player"], name="player_sums_once_a_size"
            ),
            models.CheckConstraint(condition=models.Q(deals__gte=1), name="player_sums_of_a_deal"),
            models.CheckConstraint(
                condition=models.Q(made__lte=models.F("taken"), taken__lte=models.F("deals")),
                name="player_sums_made_taken_dealt",
            ),
        ]

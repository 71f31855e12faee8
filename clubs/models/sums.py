"""Sums over the deals of closed tables, kept so that no page adds up what a club ever played.

Everything here follows from the deals and can be made again at any time; it is moved by the
difference when a table changes (services/deals/sums.py). The texts are JSON, read and written
past Django (queries/statistics/parts.py says what is in them).
"""

from django.db import models

from clubs.constraints import OfSameClub
from clubs.models.of_club import OfClub
from clubs.models.people import Club, Player


class SpanKind(models.TextChoices):
    """Which tables: all of the club; those opened on one day, in the zone of the club; those that
    count for a season, or at one of its evenings. A gate has none: who holds its row is the only
    one who moves sums of the club."""

    GATE = "gate"
    CLUB = "club"
    DAY = "day"
    LEAGUE = "league"
    EVENING = "evening"


class Span(models.Model):
    """Closed tables of a club, of one game and one profile of rules (its name and title), whose
    deals are added up together.

    ref is the day, or the primary key of the season or the evening. tables counts them. counts has
    the sums of everybody by size. Of days and evenings sized has the numbers of the standings by
    size, of evenings those of all sizes together as well; standing follows from it: by size how
    many deals there were, and who won what, the least first (NightSums).
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="spans", db_index=False)
    game = models.CharField(max_length=20, blank=True)
    kind = models.CharField(max_length=8, choices=SpanKind.choices)
    ref = models.CharField(max_length=20, blank=True)
    rules = models.TextField(blank=True)
    title = models.TextField(blank=True)
    tables = models.PositiveIntegerField(default=0)
    counts = models.TextField(default="{}")
    standing = models.TextField(default="{}")
    sized = models.TextField(default="{}")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "id"], name="span_of_club"),
            models.UniqueConstraint(
                fields=["club", "game", "kind", "ref", "rules", "title"], name="span_once"
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=SpanKind.values), name="span_kind_known"
            ),
        ]


class Share(OfClub):
    """What one player did in the deals of a span; kind is that of the span.

    deals counts them; last_opened_at, of a club and a day, says when the last table with one of
    them was opened. Of a day content has the parts played, one after the other, and company the
    sums of each. Else content has sums by size, and company those of each other player in the same
    deals. There are none of evenings.
    """

    kind = models.CharField(max_length=8)
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="shares", db_constraint=False
    )
    span = models.ForeignKey(
        Span, on_delete=models.CASCADE, related_name="shares", db_constraint=False, db_index=False
    )
    deals = models.PositiveIntegerField()
    last_opened_at = models.DateTimeField(null=True)
    content = models.TextField()
    company = models.TextField(default="{}")

    class Meta:
        constraints = [
            OfSameClub(fields=("span", "player"), name="share_of_one_club"),
            models.UniqueConstraint(fields=["span", "player"], name="share_once"),
            models.CheckConstraint(condition=models.Q(deals__gte=1), name="share_of_a_deal"),
        ]
        indexes = [models.Index(fields=["club", "player", "kind"], name="share_of_player")]


class BestKind(models.TextChoices):
    """Of what a row of Best tells: a day, an evening of a season, a player in the club, and a
    player in a season."""

    DAY = "day"
    EVENING = "evening"
    PLAYER = "player"
    MEMBER = "member"


class Best(models.Model):
    """What was best at closed tables of a club and a game, so that records are read and not looked
    for (queries/statistics/bests.py).

    ref is the day, the primary key of the evening or of the player, or those of a season and a
    player with a stroke between; an evening has a second row, of its people, and a player one for
    each year, of all sizes alone. size is how many played the deals, 0 for all sizes together. The
    rows of a day and an evening are made again as a whole when one of their tables changes, and so
    are those of its players, of years that in which it was played.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+", db_index=False)
    game = models.CharField(max_length=20)
    kind = models.CharField(max_length=8, choices=BestKind.choices)
    size = models.PositiveSmallIntegerField()
    ref = models.CharField(max_length=41)
    content = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "game", "kind", "size", "ref"], name="best_once"
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=BestKind.values), name="best_kind_known"
            ),
        ]

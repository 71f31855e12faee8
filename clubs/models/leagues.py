"""Seasons: standings over a span of dates, their evenings, and what was published of them."""

import json
import uuid
from hashlib import sha256
from typing import Self

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.constraints import OfSameClub
from clubs.core.games import DEFAULT_GAME
from clubs.models.entries import Entry
from clubs.models.names import NameField
from clubs.models.of_club import OfClub
from clubs.models.people import Club, Player, User
from clubs.models.sittings import Sitting
from clubs.models.tournaments import Tournament
from clubs.models.worded import WordedQuerySet


class LeagueState(models.TextChoices):
    PLANNED = "planned", _("planned")
    OPEN = "open", _("open")
    CLOSED = "closed", _("closed")


class LeagueQuerySet(WordedQuerySet["League"]):
    def newest_first(self) -> Self:
        return self.order_by("-starts_on", "-pk")


class League(models.Model):
    """A season of a club, called a season on screen. standings_rules are the settings of
    core/standings/rank.py, complete; seed decides lots.

    shows_… say what visitors see. A closed season is frozen: its last Publication has everything
    as it stood.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="leagues", db_index=False)
    game = models.CharField(max_length=20, default=DEFAULT_GAME)
    name = NameField(_("name"), max_length=80)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    standings_rules = models.JSONField(default=dict)
    seed = models.PositiveBigIntegerField(default=0)
    state = models.CharField(max_length=8, choices=LeagueState.choices, default=LeagueState.PLANNED)
    shows_standings = models.BooleanField(_("standings"), default=False)
    shows_results = models.BooleanField(_("results of the evenings"), default=False)
    shows_calendar = models.BooleanField(_("calendar"), default=False)
    revision = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)

    objects = LeagueQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "id"], name="league_of_club"),
            models.CheckConstraint(
                condition=Q(starts_on__lte=F("ends_on")), name="league_starts_before_it_ends"
            ),
            models.CheckConstraint(
                condition=Q(state__in=LeagueState.values), name="league_state_known"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="league_has_a_name"),
        ]
        indexes = [models.Index(fields=["club", "starts_on"], name="league_club_start")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_closed(self) -> bool:
        return self.state == LeagueState.CLOSED

    @property
    def is_public(self) -> bool:
        return self.shows_standings or self.shows_results or self.shows_calendar


class LeagueMember(OfClub):
    """A player on the list of a season; the others who play are its guests. number counts from 1,
    carry_over are points brought along."""

    league = models.ForeignKey(
        League,
        on_delete=models.CASCADE,
        related_name="members",
        db_constraint=False,
        db_index=False,
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="leagues", db_constraint=False
    )
    number = models.PositiveIntegerField()
    carry_over = models.IntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            OfSameClub(fields=("league", "player"), name="league_member_of_one_club"),
            models.UniqueConstraint(fields=["league", "player"], name="league_member_once"),
            models.UniqueConstraint(fields=["league", "number"], name="league_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="league_number_from_1"),
        ]


class EveningState(models.TextChoices):
    PLANNED = "planned", _("planned")
    OPEN = "open", _("open")
    CLOSED = "closed", _("closed")


class Evening(OfClub):
    """One date of a season. present are those who were checked in, beside who is seen in a deal."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    league = models.ForeignKey(
        League,
        on_delete=models.CASCADE,
        related_name="evenings",
        db_constraint=False,
        db_index=False,
    )
    held_on = models.DateField(_("date"))
    place = models.CharField(_("place"), max_length=80, blank=True)
    name = NameField(_("name"), max_length=80, blank=True)
    state = models.CharField(
        max_length=8, choices=EveningState.choices, default=EveningState.PLANNED
    )
    present = models.ManyToManyField(
        Player, blank=True, related_name="evenings", through="Presence"
    )

    class Meta:
        ordering = ["held_on", "name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "id"], name="evening_of_club"),
            OfSameClub(fields=("league",), name="evening_of_one_club"),
            models.UniqueConstraint(fields=["league", "held_on", "name"], name="evening_once"),
            models.CheckConstraint(
                condition=Q(state__in=EveningState.values), name="evening_state_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name or str(self.held_on)


class Presence(OfClub):
    """A player who was checked in at an evening."""

    evening = models.ForeignKey(
        Evening, on_delete=models.CASCADE, db_constraint=False, db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, db_constraint=False)

    class Meta:
        db_table = "clubs_evening_present"
        unique_together = [("evening", "player")]
        constraints = [OfSameClub(fields=("evening", "player"), name="presence_of_one_club")]


class LeagueSitting(OfClub):
    """A table that counts for a season, at one of its evenings; it may count for several."""

    league = models.ForeignKey(
        League, on_delete=models.CASCADE, related_name="tables", db_constraint=False, db_index=False
    )
    evening = models.ForeignKey(
        Evening, on_delete=models.CASCADE, related_name="tables", db_constraint=False
    )
    sitting = models.ForeignKey(
        Sitting, on_delete=models.CASCADE, related_name="leagues", db_constraint=False
    )

    class Meta:
        constraints = [
            OfSameClub(fields=("league", "evening", "sitting"), name="league_sitting_of_one_club"),
            models.UniqueConstraint(fields=["league", "sitting"], name="league_sitting_once"),
        ]


class PenaltyCode(models.TextChoices):
    """Why, in a tournament."""

    LATE = "late", _("late")
    CONDUCT = "conduct", _("conduct")
    IRREGULARITY = "irregularity", _("irregularity")
    SCORE_ERROR = "score_error", _("error of scoring")
    OTHER = "other", _("other reason")


class Penalty(OfClub):
    """Points given to a player, or taken, with the reason: at a table, for an evening, or to an
    entry of a tournament; there they count from the standings after after_round on."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    sitting = models.ForeignKey(
        Sitting,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="penalties",
        db_constraint=False,
    )
    evening = models.ForeignKey(
        Evening,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="penalties",
        db_constraint=False,
    )
    entry = models.ForeignKey(
        Entry,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="penalties",
        db_constraint=False,
    )
    after_round = models.PositiveSmallIntegerField(null=True, blank=True)
    code = models.CharField(max_length=12, choices=PenaltyCode.choices, blank=True)
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="penalties", db_constraint=False
    )
    points = models.IntegerField(_("points"))
    reason = models.CharField(_("reason"), max_length=200)
    given_at = models.DateTimeField(default=timezone.now)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancel_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            OfSameClub(
                fields=("sitting", "evening", "entry", "player"), name="penalty_of_one_club"
            ),
            models.CheckConstraint(
                condition=Q(sitting__isnull=False, evening=None, entry=None)
                | Q(sitting=None, evening__isnull=False, entry=None)
                | Q(sitting=None, evening=None, entry__isnull=False),
                name="penalty_of_a_table_an_evening_or_an_entry",
            ),
            models.CheckConstraint(
                condition=Q(entry=None, after_round=None, code="")
                | Q(
                    entry__isnull=False,
                    after_round__isnull=False,
                    code__in=PenaltyCode.values,
                ),
                name="penalty_of_an_entry_means_round_and_code",
            ),
            models.CheckConstraint(condition=~Q(points=0), name="penalty_is_not_0"),
            models.CheckConstraint(
                condition=Q(cancelled_at=None, cancel_reason="")
                | (Q(cancelled_at__isnull=False) & ~Q(cancel_reason="")),
                name="penalty_cancelled_for_a_reason",
            ),
        ]
        indexes = [models.Index(fields=["club"], name="penalty_of_club")]


class Publication(OfClub):
    """A season as it stood when an organiser published it, or closed it (is_final); or the results
    of a tournament, each time they became final.

    content has rules, standings and statistics; people in it are player uuids, so that who wants
    to be forgotten later is nowhere named.
    """

    league = models.ForeignKey(
        League,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="publications",
        db_constraint=False,
        db_index=False,
    )
    tournament = models.ForeignKey(
        Tournament,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="publications",
        db_constraint=False,
        db_index=False,
    )
    version = models.PositiveIntegerField()
    published_at = models.DateTimeField(default=timezone.now)
    published_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    is_final = models.BooleanField(default=False)
    content = models.JSONField()

    class Meta:
        ordering = ["version"]
        constraints = [
            OfSameClub(fields=("league", "tournament"), name="publication_of_one_club"),
            models.UniqueConstraint(fields=["league", "version"], name="publication_version_once"),
            models.UniqueConstraint(
                fields=["tournament", "version"], name="publication_of_tournament_once"
            ),
            models.CheckConstraint(
                condition=Q(league__isnull=False, tournament=None)
                | Q(league=None, tournament__isnull=False),
                name="publication_of_a_season_or_a_tournament",
            ),
            models.CheckConstraint(condition=Q(version__gte=1), name="publication_from_1"),
        ]

    def content_hash(self) -> str:
        """SHA-256 of the content, for the log: so that its chain, and each fingerprint on paper,
        holds the standings themselves."""
        stored = json.loads(json.dumps(self.content))  # keys as the database gives them back
        return sha256(json.dumps(stored, sort_keys=True).encode()).hexdigest()


class RatingChange(OfClub):
    """What one table did to the rating of one player; sequence is its place in the replay."""

    player = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        related_name="ratings",
        db_constraint=False,
        db_index=False,
    )
    sitting = models.ForeignKey(
        Sitting,
        on_delete=models.CASCADE,
        related_name="ratings",
        db_constraint=False,
        db_index=False,
    )
    sequence = models.PositiveIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()

    class Meta:
        ordering = ["sequence", "pk"]
        constraints = [
            OfSameClub(fields=("sitting", "player"), name="rating_change_of_one_club"),
            models.UniqueConstraint(fields=["sitting", "player"], name="rating_change_once"),
        ]
        indexes = [models.Index(fields=["player", "sequence"], name="rating_change_newest")]

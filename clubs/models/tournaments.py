"""Tournaments: how each is set up, who has a duty in it, its teams and categories.

Source: tournaments.md §2. Who enters: models/entries.py; rounds and slips: models/rounds.py.
"""

import uuid
from functools import partial
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from clubs.constraints import OfSameClub
from clubs.core.codes import ALPHABET, LENGTH
from clubs.core.games import DEFAULT_GAME, DEFAULT_RULES
from clubs.models.names import NameField
from clubs.models.of_club import OfClub
from clubs.models.people import Club, User
from clubs.models.worded import WordedQuerySet


class TournamentState(models.TextChoices):
    DRAFT = "draft", _("being prepared")
    OPEN = "open", _("registration open")
    CHECK_IN = "check_in", _("check-in")
    PLAYING = "playing", _("being played")
    PROVISIONAL = "provisional", _("provisional results")
    FINAL = "final", _("final results")
    ARCHIVED = "archived", _("archived")
    CANCELLED = "cancelled", _("cancelled")


class TournamentQuerySet(WordedQuerySet["Tournament"]):
    def newest_first(self) -> Self:
        return self.order_by("-starts_at", "-pk")


class Tournament(models.Model):
    """A tournament in free deals. settings are those of core/tournaments/settings.py, complete but
    for the state; rules the complete profile, which no longer changes once a round is drawn.
    code is the short address of its page, and opens nothing that is not public.

    fee and the amounts in prizes are in the smallest unit of the currency. confirmations is how
    many other players confirm a slip, 0 for all of the table. table_numbers are those of the room,
    in order; apart are pairs of entry numbers that must not sit together; parts are those of
    core/tournaments/parts.py. registration_closes_at and check_in_closes_at are None where the
    arbiter decides. extra keeps what an imported file said beyond our format. corrected_at and
    standings_version tell of corrections after a round was validated.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    code = models.CharField(
        max_length=6,
        unique=True,
        default=partial(get_random_string, LENGTH, ALPHABET),  # free_codes() where one is made
        editable=False,
    )
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="tournaments", db_index=False
    )
    name = NameField(_("name"), max_length=80)
    place = models.CharField(_("place"), max_length=120, blank=True)
    starts_at = models.DateTimeField(_("date and time"))
    game = models.CharField(max_length=20, default=DEFAULT_GAME)
    rules_name = models.CharField(max_length=80, default=DEFAULT_RULES)
    rules = models.JSONField()
    settings = models.JSONField(default=dict)
    state = models.CharField(
        max_length=12, choices=TournamentState.choices, default=TournamentState.DRAFT
    )
    state_before = models.CharField(max_length=12, blank=True)  # of a cancelled one
    revision = models.PositiveIntegerField(default=0)
    news_revision = models.PositiveIntegerField(default=0)  # of what is announced
    round_minutes = models.PositiveSmallIntegerField(_("minutes a round"), default=60)
    pause_minutes = models.PositiveSmallIntegerField(_("minutes between rounds"), default=10)
    confirmations = models.PositiveSmallIntegerField(_("confirmations"), default=1)
    two_passes = models.BooleanField(_("type paper slips twice"), default=False)
    runs_on = models.BooleanField(_("several rounds at once"), default=False)
    fee = models.PositiveIntegerField(_("entry fee"), default=0)
    currency = models.CharField(max_length=3, default="EUR")
    capacity = models.PositiveIntegerField(_("places"), null=True, blank=True)
    registration_closes_at = models.DateTimeField(null=True, blank=True)
    check_in_closes_at = models.DateTimeField(null=True, blank=True)
    table_numbers = models.JSONField(default=list, blank=True)
    apart = models.JSONField(default=list, blank=True)
    parts = models.JSONField(default=list, blank=True)
    prizes = models.JSONField(default=dict, blank=True)
    shows_page = models.BooleanField(_("programme and registration"), default=False)
    shows_entries = models.BooleanField(_("who has entered"), default=False)
    shows_seating = models.BooleanField(_("seating"), default=False)
    shows_standings = models.BooleanField(_("standings"), default=False)
    shows_penalties = models.BooleanField(_("reasons of penalties"), default=False)
    is_practice = models.BooleanField(default=False)
    standings_version = models.PositiveIntegerField(default=1)
    corrected_at = models.DateTimeField(null=True, blank=True)
    extra = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")

    objects = TournamentQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "id"], name="tournament_of_club"),
            models.CheckConstraint(
                condition=Q(state__in=TournamentState.values), name="tournament_state_known"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="tournament_has_a_name"),
            models.CheckConstraint(
                condition=Q(capacity=None) | Q(capacity__gte=1), name="tournament_has_a_place"
            ),
            models.CheckConstraint(
                condition=Q(confirmations__lte=4), name="tournament_confirmations_0_to_4"
            ),
            models.CheckConstraint(
                condition=Q(round_minutes__gte=1), name="tournament_rounds_last"
            ),
        ]
        indexes = [models.Index(fields=["club", "state"], name="tournament_club_state")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_over(self) -> bool:
        """Nothing is played or corrected any more."""
        return self.state in OVER


OVER = (TournamentState.FINAL, TournamentState.ARCHIVED, TournamentState.CANCELLED)


class TournamentDuty(models.TextChoices):
    """desk checks in, takes fees and types paper slips; arbiter does that and runs the rounds."""

    ARBITER = "arbiter", _("arbiter")
    DESK = "desk", _("desk")


class TournamentRole(OfClub):
    """An account named for one tournament; an organiser of the club is its arbiter anyway."""

    tournament = models.ForeignKey(
        Tournament,
        on_delete=models.CASCADE,
        related_name="roles",
        db_constraint=False,
        db_index=False,
    )
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="duties")
    role = models.CharField(max_length=8, choices=TournamentDuty.choices)

    class Meta:
        constraints = [
            OfSameClub(fields=("tournament",), name="tournament_role_of_one_club"),
            models.UniqueConstraint(fields=["tournament", "user"], name="tournament_role_once"),
            models.CheckConstraint(
                condition=Q(role__in=TournamentDuty.values), name="tournament_role_known"
            ),
        ]


class Team(OfClub):
    """Two to four entries that are ranked together as well; one of them is the captain."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament = models.ForeignKey(
        Tournament,
        on_delete=models.CASCADE,
        related_name="teams",
        db_constraint=False,
        db_index=False,
    )
    name = NameField(_("name"), max_length=80)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "id"], name="team_of_club"),
            OfSameClub(fields=("tournament",), name="team_of_one_club"),
            models.UniqueConstraint(fields=["tournament", "name"], name="team_name_once"),
            models.CheckConstraint(condition=~Q(name=""), name="team_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Category(OfClub):
    """code names it in files and entries. born_from and born_to are years; where one is told, who
    was born then is of the category by age, beside those who are put there by hand."""

    tournament = models.ForeignKey(
        Tournament,
        on_delete=models.CASCADE,
        related_name="categories",
        db_constraint=False,
        db_index=False,
    )
    code = models.CharField(_("code"), max_length=20)
    name = NameField(_("name"), max_length=80)
    born_from = models.PositiveSmallIntegerField(null=True, blank=True)
    born_to = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            OfSameClub(fields=("tournament",), name="category_of_one_club"),
            models.UniqueConstraint(fields=["tournament", "code"], name="category_code_once"),
            models.CheckConstraint(condition=~Q(code=""), name="category_has_a_code"),
        ]

    def __str__(self) -> str:
        return self.name

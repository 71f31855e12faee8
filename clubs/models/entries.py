"""Who enters a tournament, and who plays for whom. Source: tournaments.md §2."""

import uuid
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.constraints import OfSameClub
from clubs.models.names import NameField
from clubs.models.of_club import OfClub
from clubs.models.people import NamedPerson, Player, User
from clubs.models.tournaments import Team, Tournament
from clubs.models.worded import WordedQuerySet


class CheckInWay(models.TextChoices):
    LIST = "list", _("on the list")
    QR = "qr", _("by QR code")
    DESK = "desk", _("at the desk")


class EntryQuerySet(WordedQuerySet["Entry"]):
    def present(self) -> Self:
        """Those who came: the others are absent, not seated, and in no standings."""
        return self.filter(checked_in_at__isnull=False)


class Entry(NamedPerson, OfClub):
    """An entry number, which a player holds, or after a substitution another one.

    player is who entered; name what the room reads. number counts from 1 and is never given twice.
    first_round is above 1 for who came late; withdrawn_after the last round played, 0 for who never
    started. categories are codes. fee_paid in hundredths, None for not paid. email and birth_year
    are shown to nobody but the desk.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament = models.ForeignKey(
        Tournament,
        on_delete=models.CASCADE,
        related_name="entries",
        db_constraint=False,
        db_index=False,
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="entries", db_constraint=False
    )
    number = models.PositiveIntegerField()
    club_name = NameField(_("club"), max_length=80, blank=True)
    licence = models.CharField(_("licence"), max_length=40, blank=True)
    categories = models.JSONField(default=list, blank=True)
    team = models.ForeignKey(
        Team,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="entries",
        db_constraint=False,
    )
    is_captain = models.BooleanField(_("captain"), default=False)
    email = models.EmailField(_("e-mail address"), blank=True)
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    fee_paid = models.PositiveIntegerField(null=True, blank=True)
    fee_paid_at = models.DateTimeField(null=True, blank=True)
    fee_taken_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    checked_in_at = models.DateTimeField(null=True, blank=True)
    check_in_way = models.CharField(max_length=4, choices=CheckInWay.choices, blank=True)
    first_round = models.PositiveSmallIntegerField(default=1)
    withdrawn_after = models.PositiveSmallIntegerField(null=True, blank=True)
    note = models.CharField(_("note"), max_length=200, blank=True)
    entered_at = models.DateTimeField(default=timezone.now)
    extra = models.JSONField(default=dict, blank=True)

    objects = EntryQuerySet.as_manager()  # type: ignore[misc]  # not that of OfClub

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "id"], name="entry_of_club"),
            OfSameClub(fields=("tournament", "player", "team"), name="entry_of_one_club"),
            models.UniqueConstraint(fields=["tournament", "player"], name="entry_player_once"),
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "licence"],
                condition=~Q(licence=""),
                name="entry_licence_once",
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="entry_number_from_1"),
            models.CheckConstraint(condition=Q(first_round__gte=1), name="entry_round_from_1"),
            models.CheckConstraint(condition=~Q(name=""), name="entry_has_a_name"),
            models.CheckConstraint(
                condition=Q(fee_paid=None, fee_paid_at=None)
                | Q(fee_paid__isnull=False, fee_paid_at__isnull=False),
                name="entry_fee_paid_means_when",
            ),
            models.CheckConstraint(
                condition=Q(checked_in_at=None, check_in_way="")
                | (Q(checked_in_at__isnull=False) & Q(check_in_way__in=CheckInWay.values)),
                name="entry_checked_in_means_how",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_present(self) -> bool:
        return self.checked_in_at is not None


class Substitution(NamedPerson, OfClub):
    """Another player holds the entry from this round on, and there from this deal on (1 is from
    the start); name is what the room reads."""

    entry = models.ForeignKey(
        Entry,
        on_delete=models.CASCADE,
        related_name="substitutions",
        db_constraint=False,
        db_index=False,
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="substitutions", db_constraint=False
    )
    from_round = models.PositiveSmallIntegerField()
    from_deal = models.PositiveSmallIntegerField(default=1)
    made_at = models.DateTimeField(default=timezone.now)
    extra = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["from_round", "pk"]
        constraints = [
            OfSameClub(fields=("entry", "player"), name="substitution_of_one_club"),
            models.UniqueConstraint(fields=["entry", "from_round"], name="substitution_once"),
            models.CheckConstraint(
                condition=Q(from_round__gte=1, from_deal__gte=1), name="substitution_from_1"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="substitution_has_a_name"),
        ]

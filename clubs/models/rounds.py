"""The rounds of a tournament, the slips of their tables, and what is said in the room.

Source: tournaments.md §2. A table of a round is a Sitting with a round.
"""

import uuid

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.constraints import OfSameClub
from clubs.models.entries import Entry
from clubs.models.of_club import OfClub
from clubs.models.people import User
from clubs.models.sittings import Sitting
from clubs.models.tournaments import Tournament


class RoundState(models.TextChoices):
    """A round that is planned has no row yet, or only its time."""

    PLANNED = "planned", pgettext_lazy("round of a tournament", "planned")
    DRAWN = "drawn", _("drawn")
    PUBLISHED = "published", _("published")
    PLAYING = "playing", _("being played")
    COMPLETE = "complete", _("complete")
    VALIDATED = "validated", pgettext_lazy("round of a tournament", "closed")


class RoundPaper(models.TextChoices):
    """Papers that name who sits where."""

    SEATING = "seating", _("Seating")
    SLIPS = "slips", _("Slips")
    EMERGENCY = "emergency", _("Emergency set")


class Round(OfClub):
    """All tables play a number of deals. plan is the seating, by entry number:

    {"tables": [{"number": 1, "players": [3, 8, 1, 6]}], "byes": [], "locked": [1]}

    with players in order of play, the first dealer first, and the numbers of locked tables. The
    tables become sittings when the round is published; from then on their seats tell who sits
    there. It may also have `undo`, the steps by hand that can be taken back, and `moves`, who sits
    elsewhere since the draw because people came or left: [[entry number, table before, now], …], 0
    for a bye and null for nowhere. certificate is that of all rounds up to this one; warnings_seen
    are its sentences that the arbiter acknowledged. clock_seconds is how long the round takes,
    clock_paused_at stops it. printed says of each RoundPaper when it was last made and for which
    seating: {"slips": {"at": ISO 8601, "mark": seating_mark}}.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament = models.ForeignKey(
        Tournament,
        on_delete=models.CASCADE,
        related_name="rounds",
        db_constraint=False,
        db_index=False,
    )
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=9, choices=RoundState.choices, default=RoundState.PLANNED)
    method = models.CharField(max_length=14, blank=True)
    seed = models.PositiveBigIntegerField(default=0)
    plan = models.JSONField(default=dict, blank=True)
    certificate = models.JSONField(default=dict, blank=True)
    planned_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    validated_at = models.DateTimeField(null=True, blank=True)
    clock_started_at = models.DateTimeField(null=True, blank=True)
    clock_paused_at = models.DateTimeField(null=True, blank=True)
    clock_seconds = models.PositiveIntegerField(default=0)
    printed = models.JSONField(default=dict, blank=True)
    extra = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "id"], name="round_of_club"),
            OfSameClub(fields=("tournament",), name="round_of_one_club"),
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_1"),
            models.CheckConstraint(
                condition=Q(state__in=RoundState.values), name="round_state_known"
            ),
            models.CheckConstraint(
                condition=Q(clock_paused_at=None) | Q(clock_started_at__isnull=False),
                name="round_clock_paused_means_started",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def is_published(self) -> bool:
        return self.state not in (RoundState.PLANNED, RoundState.DRAWN)


class Bye(OfClub):
    """A whole round without a table, of a published round."""

    round = models.ForeignKey(
        Round, on_delete=models.CASCADE, related_name="byes", db_constraint=False, db_index=False
    )
    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="byes", db_constraint=False
    )

    class Meta:
        constraints = [
            OfSameClub(fields=("round", "entry"), name="bye_of_one_club"),
            models.UniqueConstraint(fields=["round", "entry"], name="bye_once"),
        ]


class SlipState(models.TextChoices):
    EMPTY = "empty", _("not started")
    ENTERING = "entering", _("in play")
    ENTERED = "entered", _("to confirm")
    CONFIRMED = "confirmed", _("confirmed")
    DISPUTED = "disputed", _("disagreement")
    LOCKED = "locked", _("closed")


class SlipMode(models.TextChoices):
    """From the richest to the poorest."""

    DEALS = "deals", _("deal by deal")
    SCORES = "scores", _("scores of each deal")
    TOTALS = "totals", _("totals of the round")


class Slip(OfClub):
    """The record of one table in one round. Its deals are those of the sitting; in mode `totals`
    the sitting has SittingTotals.

    entered_by is the entry that handed it in, None for an arbiter or the desk. stopped_early says
    why there are fewer deals than planned, stop_agreed that an arbiter agrees. first_pass is what
    was typed from paper the first time, where it is typed twice. late_deals are those that a phone
    sent when the slip was closed: kept to be seen, never counted. changed_at is the last change.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    sitting = models.OneToOneField(
        Sitting, on_delete=models.CASCADE, related_name="slip", db_constraint=False
    )
    mode = models.CharField(max_length=6, choices=SlipMode.choices, default=SlipMode.DEALS)
    state = models.CharField(max_length=9, choices=SlipState.choices, default=SlipState.EMPTY)
    entered_by = models.ForeignKey(
        Entry,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_constraint=False,
    )
    entered_at = models.DateTimeField(null=True, blank=True)
    is_from_paper = models.BooleanField(default=False)
    stopped_early = models.CharField(max_length=200, blank=True)
    stop_agreed = models.BooleanField(default=False)
    dispute = models.CharField(max_length=200, blank=True)
    disputed_by = models.ForeignKey(
        Entry,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_constraint=False,
    )
    first_pass = models.JSONField(null=True, blank=True)
    late_deals = models.JSONField(default=list, blank=True)
    warning_reason = models.CharField(max_length=200, blank=True)  # of an arbiter who overruled one
    changed_at = models.DateTimeField(default=timezone.now)
    extra = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "id"], name="slip_of_club"),
            OfSameClub(fields=("sitting", "entered_by", "disputed_by"), name="slip_of_one_club"),
            models.CheckConstraint(
                condition=Q(state__in=SlipState.values), name="slip_state_known"
            ),
            models.CheckConstraint(condition=Q(mode__in=SlipMode.values), name="slip_mode_known"),
            models.CheckConstraint(
                condition=~Q(state=SlipState.DISPUTED) | ~Q(dispute=""),
                name="slip_disputed_means_why",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sitting_id} {self.state}"


class Confirmation(OfClub):
    """Somebody agrees with a slip as it is; entry is None for an arbiter or the desk."""

    slip = models.ForeignKey(
        Slip,
        on_delete=models.CASCADE,
        related_name="confirmations",
        db_constraint=False,
        db_index=False,
    )
    entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.PROTECT, db_constraint=False
    )
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            OfSameClub(fields=("slip", "entry"), name="confirmation_of_one_club"),
            models.UniqueConstraint(fields=["slip", "entry"], name="confirmation_once"),
        ]


class Place(models.TextChoices):
    """Where an announcement is shown."""

    EVERYWHERE = "everywhere", _("everywhere")
    SCREENS = "screens", _("on the screens")
    PHONES = "phones", _("on the phones")


class Announcement(OfClub):
    """What the room is told; to one table where table_number says which."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="announcements", db_constraint=False
    )
    text = models.CharField(_("text"), max_length=200)
    place = models.CharField(max_length=10, choices=Place.choices, default=Place.EVERYWHERE)
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    shown_from = models.DateTimeField(default=timezone.now)
    shown_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-shown_from", "-pk"]
        constraints = [
            OfSameClub(fields=("tournament",), name="announcement_of_one_club"),
            models.CheckConstraint(condition=~Q(text=""), name="announcement_says_something"),
            models.CheckConstraint(
                condition=Q(place__in=Place.values), name="announcement_place_known"
            ),
            models.CheckConstraint(
                condition=Q(shown_until=None) | Q(shown_until__gte=F("shown_from")),
                name="announcement_from_before_until",
            ),
        ]

    def __str__(self) -> str:
        return self.text

"""Tournaments: who enters, the rounds, the slips of their tables, and what is said in the room.

Source: tournaments.md §2. A table of a round is a Sitting with a round.
"""

import uuid
from functools import partial
from typing import Self

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.core.codes import ALPHABET, LENGTH
from clubs.core.games import DEFAULT_GAME, DEFAULT_RULES
from clubs.models.names import NameField
from clubs.models.people import Club, NamedPerson, Player, User
from clubs.models.sittings import Sitting


class TournamentState(models.TextChoices):
    DRAFT = "draft", _("being prepared")
    OPEN = "open", _("registration open")
    CHECK_IN = "check_in", _("check-in")
    PLAYING = "playing", _("being played")
    PROVISIONAL = "provisional", _("provisional results")
    FINAL = "final", _("final results")
    ARCHIVED = "archived", _("archived")
    CANCELLED = "cancelled", _("cancelled")


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def newest_first(self) -> Self:
        return self.order_by("-starts_at", "-pk")


class Tournament(models.Model):
    """A tournament in free deals. settings are those of core/tournaments/settings.py, complete but
    for the state; rules the complete profile, which no longer changes once a round is drawn.
    code is the short address of its page, and opens nothing that is not public.

    fee and the amounts in prizes are in hundredths of the currency. confirmations is how many other
    players confirm a slip, 0 for all of the table. table_numbers are those of the room, in order;
    apart are pairs of entry numbers that must not sit together; parts are those of
    core/tournaments/parts.py. registration_closes_at and
    check_in_closes_at are None where the arbiter decides. extra keeps what an imported file said
    beyond our format. corrected_at and standings_version tell of corrections after a round was
    validated.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    code = models.CharField(
        max_length=6,
        unique=True,
        default=partial(get_random_string, LENGTH, ALPHABET),  # free_codes() where one is made
        editable=False,
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tournaments")
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


class TournamentRole(models.Model):
    """An account named for one tournament; an organiser of the club is its arbiter anyway."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="duties")
    role = models.CharField(max_length=8, choices=TournamentDuty.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="tournament_role_once"),
            models.CheckConstraint(
                condition=Q(role__in=TournamentDuty.values), name="tournament_role_known"
            ),
        ]


class Team(models.Model):
    """Two to four entries that are ranked together as well; one of them is the captain."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="teams")
    name = NameField(_("name"), max_length=80)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="team_name_once"),
            models.CheckConstraint(condition=~Q(name=""), name="team_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Category(models.Model):
    """code names it in files and entries. born_from and born_to are years; where one is told, who
    was born then is of the category by age, beside those who are put there by hand."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="categories")
    code = models.CharField(_("code"), max_length=20)
    name = NameField(_("name"), max_length=80)
    born_from = models.PositiveSmallIntegerField(null=True, blank=True)
    born_to = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "code"], name="category_code_once"),
            models.CheckConstraint(condition=~Q(code=""), name="category_has_a_code"),
        ]

    def __str__(self) -> str:
        return self.name


class CheckInWay(models.TextChoices):
    LIST = "list", _("on the list")
    QR = "qr", _("by QR code")
    DESK = "desk", _("at the desk")


class EntryQuerySet(models.QuerySet["Entry"]):
    def present(self) -> Self:
        """Those who came: the others are absent, not seated, and in no standings."""
        return self.filter(checked_in_at__isnull=False)


class Entry(NamedPerson):
    """An entry number, which a player holds, or after a substitution another one.

    player is who entered; name what the room reads. number counts from 1 and is never given twice.
    first_round is above 1 for who came late; withdrawn_after the last round played, 0 for who never
    started. categories are codes. fee_paid in hundredths, None for not paid. email and birth_year
    are shown to nobody but the desk.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    club_name = NameField(_("club"), max_length=80, blank=True)
    licence = models.CharField(_("licence"), max_length=40, blank=True)
    categories = models.JSONField(default=list, blank=True)
    team = models.ForeignKey(
        Team, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries"
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

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
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


class Substitution(NamedPerson):
    """Another player holds the entry from this round on, and there from this deal on (1 is from
    the start); name is what the room reads."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="substitutions")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="substitutions")
    from_round = models.PositiveSmallIntegerField()
    from_deal = models.PositiveSmallIntegerField(default=1)
    made_at = models.DateTimeField(default=timezone.now)
    extra = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["from_round", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "from_round"], name="substitution_once"),
            models.CheckConstraint(
                condition=Q(from_round__gte=1, from_deal__gte=1), name="substitution_from_1"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="substitution_has_a_name"),
        ]


class RoundState(models.TextChoices):
    """A round that is planned has no row yet, or only its time."""

    PLANNED = "planned", pgettext_lazy("round of a tournament", "planned")
    DRAWN = "drawn", _("drawn")
    PUBLISHED = "published", _("published")
    PLAYING = "playing", _("being played")
    COMPLETE = "complete", _("complete")
    VALIDATED = "validated", _("validated")


class RoundPaper(models.TextChoices):
    """Papers that name who sits where."""

    SEATING = "seating", _("Seating")
    SLIPS = "slips", _("Slips")
    EMERGENCY = "emergency", _("Emergency set")


class Round(models.Model):
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
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
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


class Bye(models.Model):
    """A whole round without a table, of a published round."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="byes")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="bye_once")]


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


class Slip(models.Model):
    """The record of one table in one round. Its deals are those of the sitting; in mode `totals`
    the sitting has SittingTotals.

    entered_by is the entry that handed it in, None for an arbiter or the desk. stopped_early says
    why there are fewer deals than planned, stop_agreed that an arbiter agrees. first_pass is what
    was typed from paper the first time, where it is typed twice. late_deals are those that a phone
    sent when the slip was closed: kept to be seen, never counted. changed_at is the last change.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    sitting = models.OneToOneField(Sitting, on_delete=models.CASCADE, related_name="slip")
    mode = models.CharField(max_length=6, choices=SlipMode.choices, default=SlipMode.DEALS)
    state = models.CharField(max_length=9, choices=SlipState.choices, default=SlipState.EMPTY)
    entered_by = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    entered_at = models.DateTimeField(null=True, blank=True)
    is_from_paper = models.BooleanField(default=False)
    stopped_early = models.CharField(max_length=200, blank=True)
    stop_agreed = models.BooleanField(default=False)
    dispute = models.CharField(max_length=200, blank=True)
    disputed_by = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    first_pass = models.JSONField(null=True, blank=True)
    late_deals = models.JSONField(default=list, blank=True)
    warning_reason = models.CharField(max_length=200, blank=True)  # of an arbiter who overruled one
    changed_at = models.DateTimeField(default=timezone.now)
    extra = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = [
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


class Confirmation(models.Model):
    """Somebody agrees with a slip as it is; entry is None for an arbiter or the desk."""

    slip = models.ForeignKey(Slip, on_delete=models.CASCADE, related_name="confirmations")
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT)
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["slip", "entry"], name="confirmation_once"),
        ]


class Place(models.TextChoices):
    """Where an announcement is shown."""

    EVERYWHERE = "everywhere", _("everywhere")
    SCREENS = "screens", _("on the screens")
    PHONES = "phones", _("on the phones")


class Announcement(models.Model):
    """What the room is told; to one table where table_number says which."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="announcements"
    )
    text = models.CharField(_("text"), max_length=200)
    place = models.CharField(max_length=10, choices=Place.choices, default=Place.EVERYWHERE)
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    shown_from = models.DateTimeField(default=timezone.now)
    shown_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-shown_from", "-pk"]
        constraints = [
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

"""Tables where people play: sittings (a session, on screen), seats, deals and their scores."""

import uuid
from typing import Self

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.constraints import OfSameClub
from clubs.core.games import GAMES
from clubs.models.names import NameField
from clubs.models.of_club import OfClub
from clubs.models.people import Club, Player, User
from clubs.models.worded import WordedQuerySet
from clubs.packing import PackedField, RulesNameField


class SittingState(models.TextChoices):
    PLANNED = "planned", _("planned")
    OPEN = "open", _("open")
    CLOSED = "closed", _("closed")
    VOID = "void", _("void")


class DealKind(models.TextChoices):
    """scores: no record, only the scores are known."""

    PLAYED = "played", _("played")
    VOID = "void", _("void")
    SCORES = "scores", _("scores only")


class SittingQuerySet(WordedQuerySet["Sitting"]):
    def open(self) -> Self:
        return self.filter(state=SittingState.OPEN)

    def closed(self) -> Self:
        return self.filter(state=SittingState.CLOSED)

    def newest_first(self) -> Self:
        return self.order_by("-opened_at", "-pk")

    def without_sums(self, club: Club) -> Self:
        """Of a club. All games are named, so that SQLite takes the index of such tables."""
        return self.filter(club=club, game__in=GAMES, kept__isnull=True)

    def free(self) -> Self:
        """Not of a tournament: those stand on its own pages, a hundred at a time."""
        return self.filter(round=None)


class Sitting(models.Model):
    """One table, one day, one profile. `rules` is the complete profile, frozen at the opening, and
    rules_name what it is called.

    table_number tells tables of one day apart; name is what people call the table, where they do,
    which is read in its place. active_count says how many play a deal (3–6);
    the others rest. totals_only: no deals are known, only what each won (SittingTotal).
    first_dealer is the position of the seat that deals the deal turn_from: the
    first one, until somebody says whose turn it is. From there on the deals tell. round is that of
    a tournament; its tables have their numbers from the room. bid is what was told of the deal that
    is being played, with its number (services/tables/bids.py). kept says which sums have its deals,
    and of whom; None while none has (services/deals/sums.py).
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="sittings", db_index=False
    )
    game = models.CharField(max_length=20)
    rules = PackedField()
    rules_name = RulesNameField()
    active_count = models.PositiveSmallIntegerField()
    first_dealer = models.PositiveSmallIntegerField(default=0)
    turn_from = models.PositiveIntegerField(default=1)
    round = models.ForeignKey(
        "Round",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="tables",
        db_constraint=False,
        db_index=False,
    )
    table_number = models.PositiveSmallIntegerField(default=1)
    name = NameField(max_length=80, blank=True, default="")
    totals_only = models.BooleanField(default=False)
    state = models.CharField(max_length=8, choices=SittingState.choices, default=SittingState.OPEN)
    bid = models.JSONField(null=True, blank=True)
    kept = PackedField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField(null=True, default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)
    opened_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")

    objects = SittingQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "id"], name="sitting_of_club"),
            OfSameClub(fields=("round",), name="sitting_of_one_club"),
            models.UniqueConstraint(fields=["round", "table_number"], name="sitting_once_in_round"),
            models.CheckConstraint(
                condition=Q(active_count__gte=3, active_count__lte=6),
                name="sitting_active_count_3_to_6",
            ),
            models.CheckConstraint(
                condition=Q(first_dealer__lte=7), name="sitting_first_dealer_is_a_seat"
            ),
            models.CheckConstraint(condition=Q(turn_from__gte=1), name="sitting_turn_from_a_deal"),
            models.CheckConstraint(
                condition=Q(table_number__gte=1), name="sitting_table_number_from_1"
            ),
            models.CheckConstraint(
                condition=Q(state__in=SittingState.values), name="sitting_state_known"
            ),
            models.CheckConstraint(
                condition=Q(state=SittingState.PLANNED, opened_at__isnull=True)
                | (~Q(state=SittingState.PLANNED) & Q(opened_at__isnull=False)),
                name="sitting_planned_means_not_opened",
            ),
            models.CheckConstraint(
                condition=Q(state=SittingState.CLOSED, closed_at__isnull=False)
                | (~Q(state=SittingState.CLOSED) & Q(closed_at__isnull=True)),
                name="sitting_closed_means_closed_at",
            ),
        ]
        indexes = [
            # The list of tables: round is last, so that it is counted without a look at the rows.
            models.Index(
                F("club"),
                F("state").desc(),
                F("opened_at").desc(),
                F("id").desc(),
                F("round"),
                name="sitting_shown",
            ),
            # The list of deals, which are of one game.
            models.Index(
                F("club"), F("game"), F("opened_at").desc(), F("id").desc(), name="sitting_of_game"
            ),
            # Few have no deals, and nothing else finds out quickly that none has.
            models.Index(
                fields=["club", "game"],
                condition=Q(totals_only=True),
                name="sitting_totals_only",
            ),
            models.Index(
                fields=["club", "game"], condition=Q(kept__isnull=True), name="sitting_not_kept"
            ),
        ]

    def __str__(self) -> str:
        return str(self.uuid)

    @property
    def called(self) -> str:
        """The name of the table, else its number, as it is read inside a line."""
        return self.name or gettext("table %(number)s") % {"number": self.table_number}

    @property
    def is_open(self) -> bool:
        return self.state == SittingState.OPEN


class SeatQuerySet(WordedQuerySet["Seat"]):
    def present(self) -> Self:
        """Who sits there now, in order of play."""
        return self.filter(position__isnull=False).order_by("position")


class Seat(OfClub):
    """A player at a table, for the whole sitting. position is where, in order of play from 0.

    Who has left keeps the seat, with the scores that hang on it, and has no position; who comes
    back gets one again. former are the uuids of players who turned out to be this one: the log,
    which is never rewritten, still calls them so. entry is the one for which they play here, in a
    tournament.
    """

    sitting = models.ForeignKey(
        Sitting, on_delete=models.CASCADE, related_name="seats", db_constraint=False, db_index=False
    )
    position = models.PositiveSmallIntegerField(null=True, blank=True)
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="seats", db_constraint=False
    )
    entry = models.ForeignKey(
        "Entry",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="seats",
        db_constraint=False,
    )
    former = models.JSONField(default=list, blank=True)

    objects = SeatQuerySet.as_manager()  # type: ignore[misc]  # not that of OfClub

    class Meta:
        ordering = [F("position").asc(nulls_last=True), "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "id"], name="seat_of_club"),
            OfSameClub(fields=("sitting", "player", "entry"), name="seat_of_one_club"),
            models.UniqueConstraint(fields=["sitting", "position"], name="seat_position_once"),
            models.UniqueConstraint(fields=["sitting", "player"], name="seat_player_once"),
            models.CheckConstraint(condition=Q(position__lte=7), name="seat_position_0_to_7"),
        ]


class Deal(OfClub):
    """A deal as told, and what core computed of it.

    record is the source: the deal record of the game with player uuids for names, and `players`,
    the seats in order as they were. The computed columns are empty where the game has none;
    points_x2 is in half card points, margin in whole points, stake in score points, base what the
    contract multiplied. size is how many played the deal, taker_distance in which place the taker
    spoke, next to the dealer first. petit_side is the camp that had the Petit, where the record
    tells it; tells marks the deals that say more than their scores need: statistics about that read
    only these. match counts the matches of a sitting, where deals add up to such.
    """

    uuid = models.UUIDField(unique=True)
    sitting = models.ForeignKey(
        Sitting, on_delete=models.CASCADE, related_name="deals", db_constraint=False, db_index=False
    )
    number = models.PositiveIntegerField()
    match = models.PositiveSmallIntegerField(null=True, blank=True)
    record = PackedField()
    record_version = models.PositiveSmallIntegerField(default=1)
    kind = models.CharField(max_length=8, choices=DealKind.choices)
    void_reason = models.CharField(max_length=12, null=True, blank=True)  # noqa: DJ001 (null: not void)
    revision = models.PositiveIntegerField(default=1)
    recorded_at = models.DateTimeField()
    recorded_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")

    taker = models.ForeignKey(
        Player,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="deals_taken",
        db_constraint=False,
        db_index=False,
    )
    contract = models.CharField(max_length=16, null=True, blank=True)  # noqa: DJ001 (null: none)
    oudlers = models.PositiveSmallIntegerField(null=True, blank=True)
    points_x2 = models.PositiveSmallIntegerField(null=True, blank=True)
    made = models.BooleanField(null=True, blank=True)
    margin = models.PositiveSmallIntegerField(null=True, blank=True)
    stake = models.IntegerField(null=True, blank=True)
    base = models.IntegerField(null=True, blank=True)
    size = models.PositiveSmallIntegerField(null=True, blank=True)
    taker_distance = models.PositiveSmallIntegerField(null=True, blank=True)
    petit_au_bout = models.CharField(max_length=8, null=True, blank=True)  # noqa: DJ001 (null: none)
    chelem = models.CharField(max_length=16, null=True, blank=True)  # noqa: DJ001 (null: none)
    petit_side = models.CharField(max_length=8, null=True, blank=True)  # noqa: DJ001 (null: not told)
    tells = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "id"], name="deal_of_club"),
            OfSameClub(fields=("sitting", "taker"), name="deal_of_one_club"),
            models.UniqueConstraint(fields=["sitting", "number"], name="deal_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="deal_number_from_1"),
            models.CheckConstraint(condition=Q(revision__gte=1), name="deal_revision_from_1"),
            models.CheckConstraint(condition=Q(kind__in=DealKind.values), name="deal_kind_known"),
            models.CheckConstraint(
                condition=Q(points_x2=None) | Q(points_x2__gte=0, points_x2__lte=182),
                name="deal_points_0_to_91",
            ),
            models.CheckConstraint(
                condition=Q(oudlers=None) | Q(oudlers__gte=0, oudlers__lte=3),
                name="deal_oudlers_0_to_3",
            ),
            models.CheckConstraint(
                condition=Q(kind=DealKind.VOID, void_reason__isnull=False, taker=None)
                | (~Q(kind=DealKind.VOID) & Q(void_reason=None)),
                name="deal_void_has_reason_and_no_taker",
            ),
        ]
        indexes = [
            models.Index(fields=["taker", "contract"], name="deal_taker_contract"),
            models.Index(fields=["sitting"], condition=Q(tells=True), name="deal_tells"),
            # Few deals are slams, and badges ask for the first of a player.
            models.Index(fields=["taker"], condition=Q(chelem__isnull=False), name="deal_slam"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class DealScore(OfClub):
    """What one player won or lost on one deal, and as what; how many poignées they showed, and what
    their side made, in a game that is scored side by side.

    player is that of the seat: nobody has two scores on a deal, as nobody has two seats at a table.
    There is no order but that of the seats; who sat where is in the record of the deal.
    """

    pk = models.CompositePrimaryKey("deal", "seat")
    deal = models.ForeignKey(
        Deal, on_delete=models.CASCADE, related_name="scores", db_constraint=False, db_index=False
    )
    seat = models.ForeignKey(
        Seat, on_delete=models.PROTECT, related_name="scores", db_constraint=False
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="scores", db_constraint=False, db_index=False
    )
    role = models.CharField(max_length=10)
    score = models.IntegerField()
    poignees = models.PositiveSmallIntegerField(default=0)
    points = models.IntegerField(null=True, blank=True)

    class Meta:
        constraints = [OfSameClub(fields=("deal", "seat", "player"), name="deal_score_of_one_club")]
        indexes = [models.Index(fields=["player", "role"], name="deal_score_player_role")]


class MatchScore(OfClub):
    """What one player brought home from a decided match of a table; one never finished has none.

    It follows from the deals and is made again with every change of them
    (services/deals/matches.py). number is that of the match, score the difference of the totals,
    halves 2 for a match that was won, 1 for a draw. deals are those that counted.
    """

    sitting = models.ForeignKey(
        Sitting,
        on_delete=models.CASCADE,
        related_name="match_scores",
        db_index=False,
        db_constraint=False,
    )
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="match_scores", db_constraint=False
    )
    score = models.IntegerField()
    halves = models.PositiveSmallIntegerField()
    deals = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            OfSameClub(fields=("sitting", "player"), name="match_score_of_one_club"),
            models.UniqueConstraint(
                fields=["sitting", "number", "player"], name="match_score_once_a_player"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="match_score_number_from_1"),
            models.CheckConstraint(condition=Q(halves__lte=2), name="match_score_halves_0_to_2"),
            models.CheckConstraint(condition=Q(deals__gte=1), name="match_score_of_a_deal"),
        ]


class SittingTotal(OfClub):
    """What one player won at a table of which no deals are known: an old spreadsheet's cell.

    deal_count and place_points (as they were given then, in hundredths) where they are told.
    """

    sitting = models.ForeignKey(
        Sitting,
        on_delete=models.CASCADE,
        related_name="totals",
        db_constraint=False,
        db_index=False,
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="totals", db_constraint=False
    )
    total = models.IntegerField()
    deal_count = models.PositiveSmallIntegerField(null=True, blank=True)
    place_points = models.IntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            OfSameClub(fields=("sitting", "player"), name="sitting_total_of_one_club"),
            models.UniqueConstraint(
                fields=["sitting", "player"], name="sitting_total_once_a_player"
            ),
            models.CheckConstraint(
                condition=Q(deal_count=None) | Q(deal_count__gte=1),
                name="sitting_total_of_a_deal_at_least",
            ),
        ]

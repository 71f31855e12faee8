"""Accounts, clubs, and the people who play in them."""

import uuid
from datetime import date, datetime, time, timedelta
from typing import Any, ClassVar, Self
from zoneinfo import ZoneInfo

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from clubs.core.games import DEFAULT_RULES
from clubs.core.money.currencies import Currency
from clubs.core.names import (
    PersonName,
    given_of,
    initials,
    listed_name,
    name_key,
    read_name,
    shortened,
    sort_key,
)
from clubs.models.compiled import Compiled
from clubs.models.names import NameField
from clubs.models.worded import WordedQuerySet

_FIRST_DAY, _LAST_DAY = date(1900, 1, 1), date(9000, 1, 1)  # of midnights


class Role(models.TextChoices):
    """What a member may do, each role includes those after it. See clubs/access/."""

    OWNER = "owner", _("owner")
    ORGANISER = "organiser", _("organiser")
    SCORER = "scorer", _("scorer")
    MEMBER = "member", _("member")


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """An account that signs in with this e-mail address; without password, by link only."""
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_superuser=True, **fields)

    def get(self, *args: Any, **kwargs: Any) -> "User":
        """By primary key, as every request of somebody who is signed in begins, by a statement that
        is written once. Not of a manager that has conditions of its own."""
        is_plain = type(self) is UserManager and self._db is None
        if args or kwargs.keys() != {"pk"} or not is_plain:
            return super().get(*args, **kwargs)
        user = _BY_KEY.first(pk=kwargs["pk"])
        if user is None:
            raise self.model.DoesNotExist
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email__iexact=username)


class User(AbstractBaseUser):
    """An account. What a person is in a club is a Membership, who plays is a Player.

    is_superuser marks the administrator of the installation, who may make clubs when
    registration is not open; permissions inside a club are in clubs/access/.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    email = models.EmailField(_("e-mail address"), unique=True)
    name = NameField(_("name"), max_length=80, blank=True)
    preferences = models.JSONField(default=dict, blank=True)
    is_active = models.BooleanField(default=True)
    is_superuser = models.BooleanField(default=False)
    date_joined = models.DateTimeField(default=timezone.now)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects = UserManager()

    def __str__(self) -> str:
        return self.name or self.email.partition("@")[0]

    @property
    def initials(self) -> str:
        return initials(str(self))


_BY_KEY = Compiled(lambda pk: User.objects.filter(pk=pk), pk=models.BigIntegerField())


class ListOrder(models.TextChoices):
    """What lists of people go by."""

    FAMILY = "family_name", _("family name")
    GIVEN = "given_name", _("given name")


class Club(models.Model):
    """A club; `rules` names the profile that a new table starts with, currency is what stakes are
    typed in: each table keeps its own (core/rule_settings.py). shows_first_steps: its home leads
    those who run it through the first steps that are not done. groups are those words of
    Player.categories that its members see.

    Without a slug it is private: the home of tables that were opened without an account. It has no
    pages and no members, only a secret link (models/links.py), and mostly no name.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    slug = models.SlugField(max_length=60, unique=True, null=True, blank=True)
    name = NameField(_("name"), max_length=80)
    lists_by = models.CharField(
        _("order of lists of people"),
        max_length=11,
        choices=ListOrder.choices,
        default=ListOrder.FAMILY,
    )
    time_zone = models.CharField(_("time zone"), max_length=60, default="Europe/Paris")
    rules = models.CharField(_("rules"), max_length=80, default=DEFAULT_RULES)
    currency = models.CharField(max_length=3, default=Currency.EUR.value)
    has_ratings = models.BooleanField(_("ratings"), default=False)
    least_takes = models.PositiveSmallIntegerField(default=10)  # for a rank by a rate of success
    least_deals = models.PositiveSmallIntegerField(default=30)  # for a rank by a mean
    shows_first_steps = models.BooleanField(default=True)
    groups = models.JSONField(default=list, blank=True)
    revision = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)

    objects = WordedQuerySet["Club"].as_manager()

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        """The zone in which the club reads days and times."""
        return ZoneInfo(self.time_zone)

    def today(self) -> date:
        return timezone.localdate(timezone=self.zone)

    def midnight(self, day: date, *, days_later: int = 0) -> datetime:
        """When a day begins there. One at an end of the calendar is brought nearer: in UTC its
        moment may have no year."""
        near = min(max(day, _FIRST_DAY), _LAST_DAY) + timedelta(days=days_later)
        return datetime.combine(near, time(), self.zone)

    @property
    def is_private(self) -> bool:
        return self.slug is None

    @property
    def lists_by_family(self) -> bool:
        return self.lists_by == ListOrder.FAMILY


class Membership(models.Model):
    """The role of an account in a club."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="memberships", db_index=False
    )
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=12, choices=Role.choices)
    created_at = models.DateTimeField(default=timezone.now)

    objects = WordedQuerySet["Membership"].as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="membership_once_in_a_club"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display()}"


class PublicName(models.TextChoices):
    """What public pages call a player; members of the club see the name."""

    FULL = "full", _("full name")
    INITIAL = "initial", _("first name and initial")
    NICKNAME = "nickname", _("nickname")
    HIDDEN = "hidden", _("no name")


class NamedPerson(models.Model):
    """Whoever has a name: a player, an entry, a substitute. Call them by `call`, which keeps the
    columns together, and save NAME_COLUMNS.

    name is what people say, given name first; family_name the part of it that lists go by, empty
    for a single name; sort_key puts people in order as their club wants it (core/names.py).
    """

    NAME_COLUMNS: ClassVar[tuple[str, ...]] = ("name", "family_name", "sort_key")

    name = NameField(_("name"), max_length=80)
    family_name = NameField(_("family name"), max_length=80, blank=True, default="")
    sort_key = models.CharField(max_length=160, blank=True, default="", editable=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name

    def call(self, name: str | PersonName, club: Club) -> None:
        """By this name; the family name of a text is guessed."""
        person = name if isinstance(name, PersonName) else read_name(name)
        self.name, self.family_name = person.whole, person.family
        self.put_in_order(club)

    def put_in_order(self, club: Club) -> None:
        """As the lists of the club go."""
        self.sort_key = sort_key(self.name, self.family_name, by_family=club.lists_by_family)

    @property
    def given_name(self) -> str:
        return given_of(self.name, self.family_name)

    @property
    def person_name(self) -> PersonName:
        return PersonName(self.given_name, self.family_name)

    @property
    def listed_name(self) -> str:
        """In a list that is in order: "BOUVIER Hervé", unless the club goes by given names."""
        return listed_name(self.name, self.family_name, self.sort_key)


class PlayerQuerySet(WordedQuerySet["Player"]):
    def active(self) -> Self:
        return self.filter(archived_at=None)

    def called(self, key: str) -> Self:
        """Whose name has all these words; key as name_key gives it."""
        return self.filter(*(Q(name_key__contains=word) for word in key.split()))

    def members(self) -> Self:
        return self.filter(member_since__isnull=False)


class Player(NamedPerson):
    """Somebody who plays at the tables of a club; without `member_since`, a guest.

    Only the name is needed. free_columns is what the club's own list had beside it, for organisers:
    pairs of a label and a text ("Cotisation", "25"). anonymised_at: the person is gone from these
    rows for good, the scores stay; such a player is archived and nobody's account.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players", db_index=False)
    name_key = models.CharField(max_length=160, editable=False)
    table_name = NameField(_("table name"), max_length=12)
    member_since = models.DateField(_("member since"), null=True, blank=True)
    user = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="players"
    )
    archived_at = models.DateTimeField(null=True, blank=True)
    nickname = NameField(_("nickname"), max_length=40, blank=True)
    licence = models.CharField(_("licence number"), max_length=20, blank=True)
    categories = models.JSONField(_("categories"), default=list, blank=True)
    email = models.EmailField(_("e-mail address"), blank=True)
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    free_columns = models.JSONField(default=list, blank=True)
    public_name = models.CharField(
        _("name on public pages"),
        max_length=8,
        choices=PublicName.choices,
        default=PublicName.INITIAL,
    )
    anonymised_at = models.DateTimeField(null=True, blank=True)

    NAME_COLUMNS: ClassVar[tuple[str, ...]] = (*NamedPerson.NAME_COLUMNS, "name_key")

    objects = PlayerQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "id"], name="player_of_club"),
            models.UniqueConstraint(
                fields=["club", "name_key"],
                condition=Q(archived_at=None),
                name="player_name_once_in_a_club",
            ),
            models.UniqueConstraint(
                fields=["club", "table_name"],
                condition=Q(archived_at=None),
                name="player_table_name_once_in_a_club",
            ),
            models.UniqueConstraint(
                fields=["club", "user"],
                condition=Q(user__isnull=False),
                name="player_user_once_in_a_club",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
            models.CheckConstraint(
                condition=Q(public_name__in=PublicName.values), name="player_public_name_known"
            ),
            models.CheckConstraint(
                condition=Q(anonymised_at=None)
                | Q(archived_at__isnull=False, user=None, email="", licence="", nickname=""),
                name="player_anonymous_is_nobody",
            ),
        ]

    def call(self, name: str | PersonName, club: Club) -> None:
        super().call(name, club)
        self.name_key = name_key(self.name)

    @property
    def initials(self) -> str:
        return initials(self.name)

    @property
    def whole_table_name(self) -> str:
        """What the table calls them, with the given name whole where it was cut to eight
        letters."""
        given = self.given_name
        is_cut = self.table_name == shortened(given) != given
        return given if is_cut else self.table_name

    @property
    def is_guest(self) -> bool:
        return self.member_since is None

"""Secret links: what somebody without an account, or of another club, may do by one."""

import base64
import hashlib
import uuid
from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from clubs.constraints import OfSameClub
from clubs.models.of_club import OfClub
from clubs.models.people import Club, Role, User
from clubs.models.tournaments import Tournament, TournamentDuty
from clubs.models.worded import WordedQuerySet
from clubs.seals import keyed_hashes, seal_text, unseal_text


def code_hashes(code: str) -> list[str]:
    """What is stored of a code; the first one of a code that is new."""
    return keyed_hashes("clubs.link.code", code)


class LinkKind(models.TextChoices):
    """owner and screen open a whole club (the owner's a private one), score and watch one session.

    player opens the page of one entry of a tournament and the slip of the table where it sits, hall
    the screens of a tournament. invitation makes an account a member of the club, for the player
    that target_uuid names, or for whoever they turn out to be when it is that of the club.
    """

    OWNER = "owner", _("keep the table")
    SCORE = "score", _("score")
    WATCH = "watch", _("watch")
    CLUB_SCREEN = "screen", _("screen of a club")
    INVITATION = "invitation", _("invitation")
    PLAYER = "player", _("player's page")
    TOURNAMENT_SCREEN = "hall", _("screens of a tournament")


class LinkQuerySet(WordedQuerySet["Link"]):
    def valid(self, now: datetime) -> Self:
        """Neither revoked nor expired. That a session is over, access looks at itself."""
        return self.filter(Q(expires_at=None) | Q(expires_at__gt=now), revoked_at=None)


class Link(models.Model):
    """A way in for whoever has the token. target_uuid is that of a sitting, of the club, of a
    tournament or of an entry.

    Only the hash of the token is stored. code is the short form to be read aloud, of six letters or
    digits; a hash and a seal of it are stored, by a key that is not in the database. used_on is the
    last day on which somebody came in by the link.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="links", db_index=False)
    kind = models.CharField(max_length=10, choices=LinkKind.choices)
    target_uuid = models.UUIDField()
    code_hash = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001 (null: none)
    code_sealed = models.CharField(max_length=140, blank=True)
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    used_on = models.DateField(null=True, blank=True)

    objects = LinkQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "id"], name="link_of_club"),
            models.UniqueConstraint(
                fields=["code_hash"],
                condition=Q(revoked_at=None),
                name="link_code_once_while_valid",
            ),
            models.CheckConstraint(condition=Q(kind__in=LinkKind.values), name="link_kind_known"),
        ]
        indexes = [models.Index(fields=["target_uuid", "kind"], name="link_target")]

    def __str__(self) -> str:
        return f"{self.kind} {self.target_uuid}"

    @property
    def token(self) -> str:
        """Derived from the uuid and SECRET_KEY, so that it can be shown again and is not stored."""
        digest = salted_hmac("clubs.link", str(self.uuid), algorithm="sha256").digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

    @property
    def can_be_shown(self) -> bool:
        """Not after SECRET_KEY has changed: the old token still opens, but nobody can tell it."""
        return self.hash_of(self.token) == self.token_hash

    @property
    def code(self) -> str | None:
        """None, too, where no key of SEALING_KEYS opens it: then no code that is typed fits."""
        return unseal_text(self.code_sealed) if self.code_sealed else None

    @code.setter
    def code(self, code: str | None) -> None:
        self.code_hash = code_hashes(code)[0] if code else None
        self.code_sealed = seal_text(code) if code else ""

    @staticmethod
    def hash_of(token: str) -> str:
        """What is stored of a token: its SHA-256, in hex. It is random and long: no salt."""
        return hashlib.sha256(token.encode()).hexdigest()


class RoleOffer(OfClub):
    """What an invitation offers: a role in the club, or a duty at one of its tournaments.

    email is where it was sent, and says nothing of who has an account; empty once it was accepted,
    replaced or taken back, and where the invitation is for a player.
    """

    link = models.OneToOneField(
        Link, on_delete=models.CASCADE, related_name="offer", db_constraint=False
    )
    tournament = models.ForeignKey(
        Tournament, null=True, on_delete=models.CASCADE, related_name="offers", db_constraint=False
    )
    email = models.EmailField()
    role = models.CharField(max_length=20)  # a Role, or a TournamentDuty

    class Meta:
        constraints = [
            OfSameClub(fields=("link", "tournament"), name="role_offer_of_one_club"),
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.email}"

    @property
    def label(self) -> str:
        """The role in words."""
        kind = TournamentDuty if self.tournament else Role
        return str(kind(self.role).label)

    @property
    def place(self) -> str:
        """The name of the tournament or the club."""
        return self.tournament.name if self.tournament else self.link.club.name

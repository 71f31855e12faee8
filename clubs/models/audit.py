"""The log of every change, in chains that who has no key cannot rewrite unnoticed.

What it proves, and what no log can: SECURITY.md. How, and what was rejected: docs/decisions/log.md.
"""

import hashlib
import json
from typing import Any, NoReturn
from uuid import UUID

from django.db import models
from django.utils import timezone

from clubs.models.people import Club
from clubs.packing import HexField, PackedField
from clubs.seals import LENGTH, head_content, is_seal_of, link_seal, seal_of


class ChainKind(models.TextChoices):
    """What the chain is of, which is the row that a service locks to write into it."""

    CLUB = "club"
    LEAGUE = "league"
    SITTING = "sitting"
    TOURNAMENT = "tournament"


class Chain(models.Model):
    """The chain of one thing, of one club, and its head: number and hash of its last entry, sealed.

    uuid is that of the thing. The seal of a head says the number too, so that a chain from which
    the last entries were cut has none that holds. club is that of the thing now: a table that was
    taken over has entries of the club where it was before.
    """

    uuid = models.UUIDField(unique=True, editable=False)
    kind = models.CharField(max_length=10, choices=ChainKind.choices)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="chains")
    number = models.PositiveIntegerField(default=0)
    hash = models.CharField(max_length=64, blank=True, default="")
    seal = models.CharField(max_length=LENGTH, blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=ChainKind.values), name="chain_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.uuid}"

    def _content(self) -> list[Any]:
        return head_content(self.uuid, self.kind, self.club.uuid, self.number, self.hash)

    def is_sealed(self) -> bool:
        return is_seal_of(self.seal, "head", *self._content())

    def set_seal(self) -> None:
        self.seal = seal_of("head", *self._content())

    def add(self, entry: "AuditEntry") -> None:
        """Make the entry the next one and move the head to it; nothing is saved. A head whose seal
        does not hold stays without one: who tampered with it must not get it sealed by the next
        change."""
        is_sound = self.is_sealed() if self.number else True
        self.club = entry.club
        entry.chain, entry.sequence = self, self.number + 1
        entry.hash = entry.computed_hash(self.hash)
        entry.seal = link_seal(entry.hash, entry.words)
        self.number, self.hash = entry.sequence, entry.hash
        if is_sound:
            self.set_seal()
        else:
            self.seal = ""


class ClubSeal(models.Model):
    """Words on all rows of a club as they were when it was sealed here: by the migration that began
    with words, or when it came from elsewhere. until is the key of the last entry of the log then:
    what earlier ones say of rows counts no more."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="rows_sealed")
    until = models.PositiveBigIntegerField()
    words = models.JSONField()
    seal = models.CharField(max_length=LENGTH)

    def __str__(self) -> str:
        return f"{self.club}, entry {self.until}"

    def _content(self) -> list[Any]:
        return [str(self.club.uuid), self.until, self.words]

    def is_sealed(self) -> bool:
        return is_seal_of(self.seal, "club", *self._content())

    def set_seal(self) -> None:
        self.seal = seal_of("club", *self._content())


class AuditQuerySet(models.QuerySet["AuditEntry"]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("Audit entries are never changed.")

    def delete(self) -> NoReturn:
        raise TypeError("Audit entries are never deleted.")


class AuditManager(models.Manager["AuditEntry"]):
    def get_queryset(self) -> models.QuerySet["AuditEntry"]:
        return super().get_queryset().select_related("chain")


class AuditEntry(models.Model):
    """One change. hash covers the content and the hash of the previous entry of its chain; whoever
    has the entries can compute it. seal covers the hash and the words, with a key.

    request_id is the receipt of the request: the same id again gives back what it made. words are
    those on the rows that the change wrote (models/worded.py); they name rows by their keys, and
    are in no archive. hash_on_paper: a sheet that an earlier version printed may have this hash and
    nothing else.
    """

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="audit_entries", db_index=False
    )
    at = models.DateTimeField(default=timezone.now)
    actor = models.CharField(max_length=100)  # see Actor.key_in
    action = models.CharField(max_length=40)
    target_type = models.CharField(max_length=20)
    target_uuid = models.UUIDField()
    before = PackedField(null=True, blank=True)
    after = PackedField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    request_id = models.UUIDField(null=True, blank=True, unique=True)
    words = models.JSONField(null=True, blank=True)
    chain = models.ForeignKey(
        Chain, on_delete=models.CASCADE, related_name="entries", db_index=False
    )
    sequence = models.PositiveIntegerField()
    hash = HexField()
    hash_on_paper = models.BooleanField(default=False)
    seal = models.CharField(max_length=LENGTH)

    objects = AuditManager.from_queryset(AuditQuerySet)()

    class Meta:
        ordering = ["chain", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["chain", "sequence"], name="audit_sequence_once"),
            models.CheckConstraint(
                condition=models.Q(sequence__gte=1), name="audit_sequence_from_1"
            ),
        ]
        indexes = [
            models.Index(models.F("club"), models.F("at").desc(), name="audit_club_newest"),
            models.Index(fields=["target_uuid"], name="audit_target"),
            models.Index(fields=["actor"], name="audit_actor"),
            models.Index(
                fields=["hash"], condition=models.Q(hash_on_paper=True), name="audit_old_hash"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.chain_uuid} {self.sequence}: {self.action}"

    @property
    def chain_uuid(self) -> UUID:
        return self.chain.uuid

    def computed_hash(self, previous: str) -> str:
        """SHA-256 of the content and of the previous entry's hash (empty for the first), in hex."""
        content = [
            str(self.club.uuid),
            self.at.isoformat(),
            self.actor,
            self.action,
            self.target_type,
            str(self.target_uuid),
            self.before,
            self.after,
            self.reason,
            str(self.request_id) if self.request_id else None,
            str(self.chain_uuid),
            self.sequence,
            previous,
        ]
        text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

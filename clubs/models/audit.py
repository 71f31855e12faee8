"""The log of every change, in chains that cannot be rewritten unnoticed."""

import hashlib
import json
from typing import Any, NoReturn

from django.db import models
from django.utils import timezone

from clubs.models.people import Club


class AuditQuerySet(models.QuerySet["AuditEntry"]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("Audit entries are never changed.")

    def delete(self) -> NoReturn:
        raise TypeError("Audit entries are never deleted.")


class AuditEntry(models.Model):
    """One change. hash covers the content and the hash of the previous entry of its chain.

    A chain belongs to the row that the service locked: a sitting, else the club. request_id is the
    receipt of the request: the same id again gives back what it made.
    """

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="audit_entries", db_index=False
    )
    at = models.DateTimeField(default=timezone.now)
    actor = models.CharField(max_length=100)  # see Actor.key_in
    action = models.CharField(max_length=40)
    target_type = models.CharField(max_length=20)
    target_uuid = models.UUIDField()
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    request_id = models.UUIDField(null=True, blank=True, unique=True)
    chain_uuid = models.UUIDField()
    sequence = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)

    objects = AuditQuerySet.as_manager()

    class Meta:
        ordering = ["chain_uuid", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["chain_uuid", "sequence"], name="audit_sequence_once"),
            models.CheckConstraint(
                condition=models.Q(sequence__gte=1), name="audit_sequence_from_1"
            ),
        ]
        indexes = [
            models.Index(models.F("club"), models.F("at").desc(), name="audit_club_newest"),
            models.Index(fields=["target_uuid", "at"], name="audit_target"),
            models.Index(fields=["hash"], name="audit_hash"),
        ]

    def __str__(self) -> str:
        return f"{self.chain_uuid} {self.sequence}: {self.action}"

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

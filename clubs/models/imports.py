"""Files on their way in, and what their rows became."""

import uuid
from datetime import datetime

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from clubs.models.people import Club, User


class ImportRun(models.Model):
    """A file on its way in, or that came in: long ones go in blocks, and go on after a pause.

    digest is the SHA-256 of the file, content what was read and decided so far; done and total
    count rows. What came of it is in report.
    """

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="imports", db_index=False)
    kind = models.CharField(max_length=20)
    name = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    content = models.JSONField(default=dict)
    report = models.JSONField(default=dict)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(done__lte=F("total")), name="import_done_of_total")
        ]
        indexes = [models.Index(fields=["club", "digest"], name="import_digest")]

    @property
    def is_begun(self) -> bool:
        """Whether any of it was written."""
        return bool(self.total or self.finished_at)

    @property
    def undo_block(self) -> int:
        """How many blocks of it were taken back."""
        return int(self.report.get("undo", {}).get("block", 0))

    @property
    def undone_at(self) -> datetime | None:
        """When all of it that could be was taken back; None where it was not."""
        return datetime.fromisoformat(at) if (at := self.report.get("undo", {}).get("at")) else None


class ImportedRow(models.Model):
    """What a row of a file became: the same file twice adds nothing. key tells the row by its
    content, source the file's own identity of it where it has one."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="imported_rows", db_index=False
    )
    key = models.CharField(max_length=64)
    target_uuid = models.UUIDField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "key"], name="imported_row_once")]

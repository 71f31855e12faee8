"""How often somebody tried: passwords, codes, new tables."""

from django.db import models


class Counter(models.Model):
    """One row a key, until it expires. count is what views/limits.py counts, content what allauth
    keeps under its own keys."""

    key = models.CharField(max_length=250, primary_key=True)
    count = models.PositiveIntegerField(default=0)
    content = models.JSONField(null=True)
    expires_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"

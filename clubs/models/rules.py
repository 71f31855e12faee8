"""House rules of a club. The built-in profiles live in core."""

from django.db import models
from django.utils import timezone

from clubs.models.people import Club, User
from clubs.models.worded import WordedQuerySet


class RuleProfile(models.Model):
    """One version of a profile. Editing makes the next version; a sitting keeps its own copy."""

    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="rule_profiles", db_index=False
    )
    game = models.CharField(max_length=20)
    name = models.CharField(max_length=80)
    version = models.PositiveIntegerField()
    rules = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")

    objects = WordedQuerySet["RuleProfile"].as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "game", "name", "version"], name="rule_profile_version_once"
            ),
            models.CheckConstraint(
                condition=models.Q(version__gte=1), name="rule_profile_version_from_1"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} v{self.version}"

"""A person's own settings, on the account. No audit entry: they concern nobody else."""

from collections.abc import Mapping
from typing import Any

from clubs.access import Actor
from clubs.models import User


def save_preferences(actor: Actor, values: Mapping[str, Any]) -> None:
    """Merge values into what the account knows. Nothing happens without an account."""
    if actor.user is None:
        return
    actor.user.preferences = {**actor.user.preferences, **values}
    User.objects.filter(pk=actor.user.pk).update(preferences=actor.user.preferences)

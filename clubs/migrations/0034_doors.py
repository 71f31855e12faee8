"""Browsers that are signed in stand in the list of sessions, those of before it too."""

from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations
from django.utils import timezone

UNKNOWN = "0.0.0.0"  # noqa: S104 - nobody noted it


def list_sessions(apps, schema_editor):
    """Without these rows "sign out everywhere" would leave them signed in."""
    users = {str(pk) for pk in apps.get_model("clubs", "User").objects.values_list("pk", flat=True)}
    listed = apps.get_model("usersessions", "UserSession").objects
    known = set(listed.values_list("session_key", flat=True))
    living = apps.get_model("sessions", "Session").objects.filter(expire_date__gt=timezone.now())
    store = SessionStore()
    for key, data in living.values_list("session_key", "session_data").iterator():
        user = store.decode(data).get("_auth_user_id")
        if user in users and key not in known:
            listed.create(user_id=int(user), session_key=key, ip=UNKNOWN, user_agent="")


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0030_club_sums"),
        ("sessions", "0001_initial"),
        ("usersessions", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(list_sessions, migrations.RunPython.noop),
    ]

"""Neither a backup nor the database opens a table: codes of links are hashed and sealed by keys that
are not in it. Browsers that are signed in stand in the list of sessions, those of before it too.
"""

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

UNKNOWN = "0.0.0.0"  # noqa: S104 - nobody noted it


def digest(purpose, text, key):
    return salted_hmac(purpose, text, secret=key, algorithm="sha256").digest()


def box():
    keys = [digest("clubs.sealed", "", key) for key in settings.SEALING_KEYS]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in keys])


def seal_codes(apps, schema_editor):
    links, sealing = apps.get_model("clubs", "Link").objects, None
    for pk, code in list(links.exclude(code=None).values_list("pk", "code")):
        sealing = sealing or box()
        links.filter(pk=pk).update(
            code_hash=digest("clubs.link.code", code, settings.SEALING_KEYS[0]).hex(),
            code_sealed=sealing.encrypt(code.encode()).decode(),
        )


def open_codes(apps, schema_editor):
    links, sealing = apps.get_model("clubs", "Link").objects, None
    for pk, sealed in list(links.exclude(code_sealed="").values_list("pk", "code_sealed")):
        sealing = sealing or box()
        try:
            code = sealing.decrypt(sealed.encode()).decode()
        except InvalidToken:  # the key is gone, and the code opens nothing
            continue
        links.filter(pk=pk).update(code=code)


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


ONCE = "link_code_once_while_valid"


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0030_club_sums"),
        ("sessions", "0001_initial"),
        ("usersessions", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="link",
            name="code_hash",
            field=models.CharField(blank=True, max_length=64, null=True),
        ),
        migrations.AddField(
            model_name="link",
            name="code_sealed",
            field=models.CharField(blank=True, default="", max_length=140),
            preserve_default=False,
        ),
        migrations.RemoveConstraint(model_name="link", name=ONCE),
        migrations.RunPython(seal_codes, open_codes),
        migrations.RemoveField(model_name="link", name="code"),
        migrations.AddConstraint(
            model_name="link",
            constraint=models.UniqueConstraint(
                condition=Q(revoked_at=None), fields=("code_hash",), name=ONCE
            ),
        ),
        migrations.RunPython(list_sessions, migrations.RunPython.noop),
    ]

"""The settings of production, with what makes tests quick and independent of each other.

Every variable is set here, so that no test depends on somebody's `.env`; only DATABASE_URL is
taken from outside, to run everything on PostgreSQL as well.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

TEMPORARY = Path(tempfile.mkdtemp(prefix="feutre-test-"))
atexit.register(shutil.rmtree, TEMPORARY, ignore_errors=True)

os.environ.update(
    DEBUG="false",
    SECRET_KEY="only for tests",
    SEALING_KEYS="only for tests",
    SECRET_KEY_SEALS="true",
    LOG_KEYS="",
    SITE_NAME="Feutre",
    SITE_URL="http://localhost:8000",
    HSTS_SUBDOMAINS="false",
    HSTS_PRELOAD="false",
    EXTRA_HOSTS="feutre.test",
    EMAIL_URL="memorymail://",
    DEFAULT_FROM_EMAIL="Feutre <noreply@localhost>",
    TRUSTED_PROXIES="0",
    REGISTRATION="invite",
    DATABASE_REPLICA_URL="",
    LANGUAGE_CODE="fr",
    TIME_ZONE="Europe/Paris",
)
os.environ.setdefault("DATABASE_URL", f"sqlite:///{TEMPORARY / 'never-used.sqlite3'}")

from scorekeeper.settings import *  # noqa: E402, F403 (the environment comes first)
from scorekeeper.settings import DATABASES, STORAGES, TEMPLATES  # noqa: E402
from tests.strict_templates import UnknownVariable  # noqa: E402

if DATABASES["default"]["ENGINE"] == "scorekeeper.sqlite":
    # A file, since threads and the live server share it, and one for each process.
    DATABASES["default"]["TEST"] = {"NAME": str(TEMPORARY / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"  # a test may lose its data
    )
else:
    name = f"test_{DATABASES['default']['NAME']}_{os.getpid()}"
    DATABASES["default"]["TEST"] = {"NAME": name}
    # A live server whose threads kept their connections would keep the database from being dropped.
    DATABASES["default"]["CONN_MAX_AGE"] = 0

ACCOUNT_EMAIL_VERIFICATION = "optional"  # as on a machine that sends no mail
MFA_ALLOW_UNVERIFIED_EMAIL = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STATIC_ROOT = TEMPORARY / "staticfiles"
STATIC_ROOT.mkdir()
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
TEMPLATES[0]["OPTIONS"]["string_if_invalid"] = UnknownVariable()
TEMPLATES[0]["DIRS"] = [*TEMPLATES[0]["DIRS"], Path(__file__).parent / "example_game/templates"]

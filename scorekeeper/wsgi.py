"""The WSGI application that scorekeeper/server.py serves."""

import os
import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")

try:
    settings.SECRET_KEY  # noqa: B018 (reading an empty one raises)
except ImproperlyConfigured as error:
    if "SECRET_KEY" in str(error):
        sys.exit("SECRET_KEY is not set: make run writes one into .env, or set it yourself.")
    sys.exit(str(error))

if settings.DATABASES["default"]["ENGINE"] == "scorekeeper.sqlite":
    # django-tables2 would look for a column of PostgreSQL, and load its driver: 10 MB that every
    # process keeps.
    sys.modules.setdefault("django.contrib.postgres.fields", None)  # type: ignore[arg-type]

application = get_wsgi_application()

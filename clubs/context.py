"""What every template knows."""

from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from clubs.http import takes_passkeys
from clubs.preferences import Preferences


def site(request: HttpRequest) -> dict[str, Any]:
    return {
        "site_name": settings.SITE_NAME,
        "registration_open": settings.REGISTRATION == "open",
        "sends_mail": settings.SENDS_MAIL,
        "takes_passkeys": partial(takes_passkeys, request),
        "preferences": Preferences.of_request(request),
    }

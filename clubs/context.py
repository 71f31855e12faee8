"""What every template knows."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from clubs.preferences import Preferences


def site(request: HttpRequest) -> dict[str, Any]:
    return {
        "site_name": settings.SITE_NAME,
        "registration_open": settings.REGISTRATION == "open",
        "sends_mail": settings.SENDS_MAIL,
        "preferences": Preferences.of_request(request),
    }

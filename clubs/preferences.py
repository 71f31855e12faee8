"""A person's own settings: how the pages look and feel. Kept by the device in a cookie.

The account keeps a copy, which becomes the device's own on signing in. What a cookie or an account
holds is never trusted: anything unknown falls back to the default.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "preferences"
COOKIE_AGE = 60 * 60 * 24 * 365  # seconds

THEMES = ("auto", "light", "dark")
TEXT_SIZES = ("100", "125", "150")  # percent
HANDS = ("right", "left")


@dataclass(frozen=True, slots=True)
class Preferences:
    theme: str = "auto"
    text: str = "100"
    hand: str = "right"
    vibration: bool = False
    shortcuts: bool = True  # single letters; keys with Ctrl and the like always work

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        return cls(
            theme=_known_choice(THEMES, values.get("theme")),
            text=_known_choice(TEXT_SIZES, values.get("text")),
            hand=_known_choice(HANDS, values.get("hand")),
            vibration=values.get("vibration") in (True, "on"),
            shortcuts=values.get("shortcuts") not in (False, "off"),
        )

    @classmethod
    def of_request(cls, request: HttpRequest) -> Self:
        return cls.read(dict(parse_qsl(request.COOKIES.get(COOKIE, ""))))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def to_cookie(self) -> str:
        switches = {"vibration": self.vibration, "shortcuts": self.shortcuts}
        words = {name: "on" if is_on else "off" for name, is_on in switches.items()}
        return urlencode(self.to_json() | words)


def _known_choice(known: tuple[str, ...], value: object) -> str:
    return value if isinstance(value, str) and value in known else known[0]


def keep_on_device(response: HttpResponse, preferences: Preferences) -> None:
    response.set_cookie(
        COOKIE,
        preferences.to_cookie(),
        max_age=COOKIE_AGE,
        secure=settings.SITE_IS_SECURE,
        samesite="Lax",
    )


def keep_language(response: HttpResponse, code: str) -> None:
    """Django's LocaleMiddleware reads this cookie; an unknown code changes nothing."""
    if code in dict(settings.LANGUAGES):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            code,
            max_age=COOKIE_AGE,
            secure=settings.SITE_IS_SECURE,
            samesite="Lax",
        )

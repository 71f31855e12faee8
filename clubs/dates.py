"""Dates in words. Django writes "1 septembre" and "01 Settembre"; French says "1er septembre",
Italian "1º settembre", with small letters for months and days of the week."""

import re
from datetime import date, datetime
from functools import lru_cache

from django.utils import formats
from django.utils.translation import get_language
from django.utils.translation import gettext as _

FRENCH, ITALIAN = "fr", "it"
FIRSTS = {FRENCH: r"1\e\r", ITALIAN: "1º"}  # e and r as they are: both are codes too
BEFORE_A_MONTH = re.compile(r"[dj](?= [FNMEb])")  # codes of Django's date formats
NAME = re.compile(r"[^\W\d_]{2,}")  # of a month or a day; the T of a moment is none


def date_format(value: date, name: str = "DATE_FORMAT") -> str:
    """As Django's function of that name, which only this module calls, but for the first of a
    month and for Italian names. name is a format, or what a language calls one. Of a date and
    time, in the zone it has."""
    language = (get_language() or "")[:2]
    # A page has the days of some hundred evenings, a moment comes once.
    words = _day_in_words if type(value) is date else _in_words
    return words(value, name, language)


def _in_words(value: date, name: str, language: str) -> str:
    form = BEFORE_A_MONTH.sub(_day_code(value, language), formats.get_format(name))
    text = str(formats.date_format(value, form))
    return NAME.sub(lambda found: found[0].lower(), text) if language == ITALIAN else text


_day_in_words = lru_cache(maxsize=4096)(_in_words)


def day_and_time(value: datetime) -> str:
    """A moment in words, in the zone it has: "14 November 2025, 20:30"."""
    words = {"day": date_format(value), "time": date_format(value, "H:i")}
    return _("%(day)s, %(time)s") % words


def _day_code(value: date, language: str) -> str:
    """The day of a date in words, as a format in a replacement of a regular expression."""
    return FIRSTS.get(language, "j").replace("\\", "\\\\") if value.day == 1 else "j"

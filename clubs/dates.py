"""Dates in words. Django writes "1 septembre"; French says "1er septembre"."""

import re
from datetime import date

from django.utils import formats
from django.utils.translation import get_language

FRENCH = "fr"
BEFORE_A_MONTH = re.compile(r"j(?= [FNMEb])")  # codes of Django's date formats
FIRST = r"1\e\r"  # e and r as they are: both are codes too


def date_format(value: date, name: str = "DATE_FORMAT") -> str:
    """As Django's function of that name, which only this module calls: the first of a month is an
    ordinal in French. name is a format, or what a language calls one. Of a date and time, in the
    zone it has."""
    form = formats.get_format(name)
    if value.day == 1 and (get_language() or "").startswith(FRENCH):
        form = BEFORE_A_MONTH.sub(FIRST.replace("\\", "\\\\"), form)
    return str(formats.date_format(value, form))

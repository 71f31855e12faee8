"""Values of a tournament file that core does not read, as columns of ours take them."""

import json
import re
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.dateparse import parse_datetime

from clubs.core.limits import CALENDAR_YEARS
from clubs.core.problems import Problem
from clubs.core.tournaments.reading import file_refusal

Json = dict[str, Any]
ZERO = re.compile(r"(?<!\\)(\\\\)*\\u0000")  # as json writes it; a backslash of a text is two


def refuse_odd_texts(document: Any) -> None:
    """Raise TournamentFileRefused for half a character, or one that no database takes."""
    text = json.dumps(document, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise file_refusal(Problem("import_format")) from error
    if ZERO.search(text):
        raise file_refusal(Problem("import_format"))


def parse_moment(value: Any) -> datetime | None:
    """The moment of a text as our own files write it. Without a zone it would be another moment in
    another club, so it is none, like one of a year that a time zone may lead out of."""
    try:
        moment = parse_datetime(value) if isinstance(value, str) else None
    except ValueError:
        return None
    if moment is None or moment.tzinfo is None or moment.year not in CALENDAR_YEARS:
        return None
    return moment


def take_columns(row: Model, source: Json, names: Any) -> Json:
    """Sets the columns of these names and returns the values that are left.

    A value that a column would have to change, or refuses, is left: it goes out again as it came.
    """
    left = dict(source)
    for name in names:
        if name not in source:
            continue
        column: Any = row._meta.get_field(name)
        try:
            value = column.clean(source[name], row)
        except (ValidationError, TypeError, ValueError):
            continue
        if value == source[name]:
            setattr(row, name, value)
            del left[name]
    return left

"""Functions that the parts of papers of a tournament share. A paper is a list of parts for its
template.

Every text is finished and translated here: the template knows no words.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from clubs.dates import date_format, day_and_time
from clubs.queries.tournaments.paper_shapes import PaperEntry, PaperHead

Json = dict[str, Any]

MISSED = "\N{EN DASH}"
NO_BREAK = "\N{NO-BREAK SPACE}"


def part_head(
    kind: str,
    heading: str,
    head: PaperHead,
    printed_at: datetime,
    facts: Sequence[tuple[str, str]] = (),
) -> Json:
    """The fields that every part has: its kind, which the template asks for, its heading and its
    foot."""
    printed = _("printed on %(moment)s") % {"moment": moment_text(head, printed_at)}
    return {
        "kind": kind,
        "heading": heading,
        "tournament": head.tournament,
        "under": under_text(head),
        "facts": [list(fact) for fact in facts],
        "foot": " · ".join([settings.SITE_NAME, head.tournament, printed]),
    }


def under_text(head: PaperHead) -> str:
    return " · ".join(filter(None, [head.club, head.place, day_text(head.starts_at)]))


def day_text(at: datetime) -> str:
    return date_format(at, "l j F Y")


def time_text(at: datetime) -> str:
    return date_format(at, "H:i")


def moment_text(head: PaperHead, at: datetime) -> str:
    """The day and the time in the zone of the tournament."""
    return day_and_time(at.astimezone(head.starts_at.tzinfo))


def entry_text(entry: PaperEntry) -> str:
    """The number and the name of an entry: "12 BERGER Anne"."""
    return f"{entry.number}{NO_BREAK}{entry.listed}"


def without_protocol(address: str) -> str:
    """The address as it is typed, without its protocol."""
    return address.partition("://")[2] or address

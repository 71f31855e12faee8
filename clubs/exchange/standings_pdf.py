"""The standings of a season as data for their template, every text ready to print."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.dates import date_format
from clubs.exchange.pdf import make_pdf
from clubs.queries.standings import StandingsGroup, StandingsLine, StandingsPage
from clubs.queries.standings_words import rule_sentences
from clubs.templatetags.feutre import grouped, signed

Json = dict[str, Any]

MANY_EVENINGS = 12  # that fit beside the figures; of more the last ones are printed


def standings_pdf(page: StandingsPage, *, printed_at: datetime) -> bytes:
    return make_pdf("standings", standings_data(page, printed_at))


def standings_data(page: StandingsPage, printed_at: datetime) -> Json:
    league = page.data.league
    zone = ZoneInfo(league.club.time_zone)
    printed = timezone.localtime(printed_at, zone)
    day = date_format(page.as_of or printed.date(), "j F Y")
    running = " · ".join([league.club.name, league.name])
    played = len(page.standings.evenings)
    return {
        "lang": translation.get_language(),
        "paper": "a4",
        "site": settings.SITE_NAME,
        "title": f"{_('Standings')} · {running}",
        "heading": league.name,
        "club": league.club.name,
        "running": running,
        "facts": [
            [_("As of"), day],
            [_("Evenings"), f"{played} / {page.evening_count}"],
            [_("State"), state_text(page)],
        ],
        "groups": [group_data(page, group) for group in page.groups if group.lines],
        "rules": [sentence for _name, sentence in rule_sentences(page.data.settings, page.words)],
        "foot": f"{settings.SITE_NAME} · {running} · {day}",
        "words": {
            "page": _("page {page} of {pages}"),
            "empty": "" if not page.is_empty else _("Nothing was counted yet."),
            "line": page.line_text,
            "below": _("Not ranked"),
            "rules": _("Rules of the standings"),
        },
    }


def state_text(page: StandingsPage) -> str:
    if page.data.league.is_closed and page.as_of is None:
        return pgettext("standings", "final")
    return pgettext("standings", "provisional")


def group_data(page: StandingsPage, group: StandingsGroup) -> Json:
    evenings = page.standings.evenings[-MANY_EVENINGS:]
    return {
        "title": group.title,
        "columns": [
            _("Rank"),
            _("Player"),
            group.heading,
            *([group.total_heading] if group.shows_total else []),
            _("Evenings"),
            str(group.words.many),
            *([_("Brought along")] if group.shows_carry_over else []),
            *([_("Penalties")] if group.shows_penalties else []),
            *(date_format(evening.date, "j M") for evening in evenings),
        ],
        "evenings": len(evenings),
        "ranked": [line_data(group, line, len(evenings)) for line in group.ranked],
        "below": [line_data(group, line, len(evenings)) for line in group.below],
    }


def line_data(group: StandingsGroup, line: StandingsLine, evenings: int) -> Json:
    row = line.row
    value = "–"
    if line.value is not None:
        shown = signed if group.is_signed else grouped
        value = shown(line.value, group.digits)
    dropped = {told.evening for told in row.lines if not told.counted}
    first = len(row.per_evening) - evenings
    return {
        "rank": str(row.rank) if row.rank else "–",
        "name": line.player.name,
        "reason": line.reason,
        "value": value,
        "figures": [
            *([signed(line.total, group.total_digits)] if group.shows_total else []),
            str(row.evenings),
            grouped(row.deals),
            *([signed(row.carry_over) if row.carry_over else ""] if group.shows_carry_over else []),
            *([signed(row.penalty) if row.penalty else ""] if group.shows_penalties else []),
        ],
        "evenings": [
            {
                "score": "" if score is None else signed(rounded_score(score)),
                "dropped": first + at in dropped,
            }
            for at, score in enumerate(row.per_evening[first:])
        ],
    }


def rounded_score(score: Any) -> int:
    """A whole number, half away from zero: there is no room for more."""
    whole = int((2 * abs(score) + 1) // 2)
    return -whole if score < 0 else whole

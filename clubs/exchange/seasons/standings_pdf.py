"""The standings of a season as data for their template, every text ready to print."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.dates import date_format
from clubs.exchange.pdf import make_pdf
from clubs.numbers import NONE
from clubs.queries.fingerprints import fingerprint_sentence
from clubs.queries.seasons.standings import StandingsGroup, StandingsLine, StandingsPage
from clubs.queries.seasons.standings_words import rule_sentences
from clubs.templatetags.feutre import grouped, signed

Json = dict[str, Any]

# Evenings that a line has room for: beside all figures, and where the line goes on in a table of
# its own, beside rank, name and value.
BESIDE_FIGURES, IN_FURTHER_TABLES = 12, 18


def season_standings_pdf(page: StandingsPage, *, printed_at: datetime) -> bytes:
    return make_pdf("standings", standings_data(page, printed_at))


def standings_data(page: StandingsPage, printed_at: datetime) -> Json:
    league = page.data.league
    zone = league.club.zone
    printed = timezone.localtime(printed_at, zone)
    day = date_format(page.as_of or printed.date())
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
            [_("Evenings"), f"{played} / {page.planned_count}"],
            [_("State"), _season_state(page)],
        ],
        "groups": [
            _season_table_data(page, group, part)
            for group in page.groups
            if group.lines
            for part in evening_parts(played)
        ],
        "rules": _rules(page),
        "fingerprint": fingerprint_sentence(page.fingerprint),
        "foot": f"{settings.SITE_NAME} · {running} · {day}",
        "words": {
            "page": _("page {page} of {pages}"),
            "empty": "" if not page.is_empty else _("Nothing was counted yet."),
            "line": page.line_text,
            "below": _("Not ranked"),
            "rules": _("Rules of the standings"),
        },
    }


def _rules(page: StandingsPage) -> list[str]:
    """The rules, and what a score that is struck out says where there is one."""
    sentences = [
        _("%(label)s: %(text)s") % {"label": label, "text": text}
        for label, text in rule_sentences(page.data.settings, page.words)
    ]
    lines = [line for group in page.groups for line in (*group.ranked, *group.below)]
    if any(not told.counted for line in lines for told in line.row.lines):
        sentences.append(_("Scores that are struck out do not count."))
    return sentences


def _season_state(page: StandingsPage) -> str:
    if page.data.league.is_closed and page.as_of is None:
        return pgettext("standings", "final")
    return pgettext("standings", "provisional")


def evening_parts(count: int) -> list[range]:
    """The evenings, by place, cut into one part for each printed table: as few as possible, and the
    further ones nearly alike in length."""
    if count <= BESIDE_FIGURES:
        return [range(count)]
    further = -(-(count - BESIDE_FIGURES) // IN_FURTHER_TABLES)
    start = min(BESIDE_FIGURES, -(-count // (further + 1)))
    ends = [start + (count - start) * at // further for at in range(further + 1)]
    return [range(start), *map(range, ends, ends[1:])]


def _season_table_data(page: StandingsPage, group: StandingsGroup, part: range) -> Json:
    """A table with a line for each player and the evenings of part. Only the first part has all
    figures."""
    evenings = page.standings.evenings
    figures = [
        *([group.total_heading] if group.shows_total else []),
        _("Evenings"),
        str(group.words.many),
        *([_("Brought along")] if group.shows_carry_over else []),
        *([_("Penalties")] if group.shows_penalties else []),
    ]
    span = _("Evenings %(first)s to %(last)s of %(count)s") % {
        "first": part.start + 1,
        "last": part.stop,
        "count": len(evenings),
    }
    titles = [group.title, span if len(part) < len(evenings) else ""]
    return {
        "title": " · ".join(filter(None, titles)),
        "columns": [
            _("Rank"),
            _("Player"),
            group.heading,
            *(figures if part.start == 0 else []),
            *(date_format(evenings[at].date, "j N") for at in part),
        ],
        "ranked": [_standings_line_data(group, line, part) for line in group.ranked],
        "below": [_standings_line_data(group, line, part) for line in group.below],
    }


def _standings_line_data(group: StandingsGroup, line: StandingsLine, part: range) -> Json:
    row = line.row
    value = NONE
    if line.value is not None:
        shown = signed if group.is_signed else grouped
        value = shown(line.value, group.digits)
    dropped = {told.evening for told in row.lines if not told.counted}
    figures = [
        *([signed(line.total, group.total_digits)] if group.shows_total else []),
        str(row.evenings),
        NONE if row.known_deals is None else grouped(row.deals),
        *([signed(row.carry_over) if row.carry_over else ""] if group.shows_carry_over else []),
        *([signed(row.penalty) if row.penalty else ""] if group.shows_penalties else []),
    ]
    scores = row.per_evening
    return {
        "rank": str(row.rank) if row.rank else NONE,
        "name": line.player.listed_name,
        "reason": line.reason,
        "value": value,
        "figures": figures if part.start == 0 else [],
        "evenings": [
            {
                "score": "" if (score := scores[at]) is None else signed(_rounded_score(score)),
                "dropped": at in dropped,
            }
            for at in part
        ],
    }


def _rounded_score(score: Any) -> int:
    """A score as a whole number, halves away from zero: a column has no room for more."""
    whole = int((2 * abs(score) + 1) // 2)
    return -whole if score < 0 else whole

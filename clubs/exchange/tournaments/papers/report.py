"""The report of the arbiter: all that one needs to believe the results, or to doubt them."""

from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubs.exchange.tournaments.papers.parts import Json, entry_text, moment_text, money, part_head
from clubs.queries.fingerprints import groups_of
from clubs.queries.tournaments.paper_shapes import (
    ListedEntry,
    ReportedChange,
    ReportedPenalty,
    ReportedRound,
    ReportPaper,
)
from clubs.templatetags.feutre import signed


def report_part(paper: ReportPaper, printed_at: datetime) -> Json:
    facts = [
        (_("Entries"), str(len(paper.entries))),
        (_("Rounds"), str(len(paper.rounds))),
        (_("State"), paper.state),
    ]
    version = _("%(site)s, version %(version)s") % {
        "site": settings.SITE_NAME,
        "version": paper.version,
    }
    log = _("Fingerprint of the log:")
    return {
        **part_head("report", _("Report of the arbiter"), paper.head, printed_at, facts),
        "settings": [list(line) for line in paper.settings],
        "rounds": [_round_data(told) for told in paper.rounds],
        "entries": [_entry_data(paper, told) for told in paper.entries],
        "corrections": [_change_data(paper, told) for told in paper.corrections],
        "penalties": [_penalty_data(paper, told) for told in paper.penalties],
        "arbiters": list(paper.arbiters) or [_("The arbiter")],
        "version": version,
        "fingerprint": " ".join([log, *groups_of(paper.fingerprint)]) if paper.fingerprint else "",
        "words": {
            "settings": _("Settings"),
            "rounds": _("Rounds and their seating"),
            "hash": _("Fingerprint of the plan:"),
            "entries": _("Entries"),
            "corrections": _("Corrections"),
            "penalties": _("Penalties"),
            "none": pgettext("corrections, penalties", "None."),
            "number": pgettext("number of an entry", "No."),
            "name": _("Name"),
            "club": _("Club"),
            "fee": _("Fee"),
            "state": _("State"),
            "points": _("Points"),
            "after": _("After round"),
            "reason": _("Reason"),
            "given": pgettext("of a penalty", "Given"),
            "signature": _("Signatures"),
        },
    }


def _round_data(told: ReportedRound) -> Json:
    tables = ngettext("one table", "%(count)s tables", told.tables) % {"count": told.tables}
    drawn = [told.method, _("seed %(seed)s") % {"seed": told.seed}] if told.method else []
    return {
        "title": _("Round %(number)s") % {"number": told.number},
        "facts": " · ".join([told.state, *([tables] if told.tables else []), *drawn]),
        "sentences": " ".join(told.sentences),
        "hash": told.plan_hash,
    }


def _entry_data(paper: ReportPaper, told: ListedEntry) -> Json:
    states = [
        "" if told.is_present else _("absent"),
        _("withdrawn") if told.withdrawn else "",
        told.note,
    ]
    return {
        "number": str(told.entry.number),
        "name": told.entry.listed,
        "club": told.entry.club,
        "fee": "" if told.fee_paid is None else money(told.fee_paid, paper.currency),
        "state": ", ".join(filter(None, states)),
    }


def _change_data(paper: ReportPaper, told: ReportedChange) -> Json:
    by = ", ".join(filter(None, [told.who, moment_text(paper.head, told.at)]))
    return {
        "where": told.where,
        "by": by,
        "changes": [{"label": label, "was": was, "now": now} for label, was, now in told.changes],
        "reason": _quoted(told.reason),
    }


def _penalty_data(paper: ReportPaper, told: ReportedPenalty) -> Json:
    reasons = [f"{told.kind}: {_quoted(told.reason)}"]
    if told.cancelled:
        reasons.append(_("cancelled: %(reason)s") % {"reason": _quoted(told.cancelled)})
    return {
        "name": entry_text(told.entry),
        "points": signed(told.points),
        "cancelled": bool(told.cancelled),
        "after": str(told.after_round),
        "reason": "; ".join(reasons),
        "by": ", ".join(filter(None, [told.who, moment_text(paper.head, told.at)])),
    }


def _quoted(reason: str) -> str:
    return _("“%(reason)s”") % {"reason": reason} if reason else ""

"""The report of the arbiter: all by which the results can be checked."""

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubs.exchange.tournaments.papers.parts import Json, entry_text, moment_text, part_head
from clubs.numbers import money
from clubs.queries.fingerprints import fingerprint_sentence
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
    return {
        **part_head("report", _("Report of the arbiter"), paper.head, printed_at, facts),
        "settings": [list(line) for line in paper.settings],
        "rounds": [_round_data(told) for told in paper.rounds],
        "entries": [_report_entry_data(paper, told) for told in paper.entries],
        "stops": [_change_data(paper, told) for told in paper.stops],
        "corrections": [_change_data(paper, told) for told in paper.corrections],
        "penalties": [_penalty_data(paper, told) for told in paper.penalties],
        "arbiters": list(paper.arbiters) or [_("The arbiter")],
        "version": version,
        "fingerprint": fingerprint_sentence(paper.fingerprint),
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


def _round_data(round_: ReportedRound) -> Json:
    tables = ngettext("one table", "%(count)s tables", round_.tables) % {"count": round_.tables}
    drawn = [round_.method, _("seed %(seed)s") % {"seed": round_.seed}] if round_.method else []
    return {
        "title": _("Round %(number)s") % {"number": round_.number},
        "facts": " · ".join([round_.state, *([tables] if round_.tables else []), *drawn]),
        "sentences": " ".join(round_.sentences),
        "hash": round_.plan_hash,
    }


def _report_entry_data(paper: ReportPaper, listed: ListedEntry) -> Json:
    return {
        "number": str(listed.entry.number),
        "name": listed.entry.listed,
        "club": listed.entry.club,
        "fee": "" if listed.fee_paid is None else money(listed.fee_paid, paper.currency),
        "state": ", ".join(_entry_states(listed)),
    }


def _entry_states(listed: ListedEntry) -> Iterator[str]:
    """What the standings and their fingerprint rest on, and the names of the room do not say."""
    if listed.left_after:
        yield _("left after round %(number)s") % {"number": listed.left_after}
    elif listed.left_after is not None:
        yield _("never started")
    elif not listed.is_present:
        yield _("absent")
    if listed.first_round > 1:
        yield _("from round %(round)s") % {"round": listed.first_round}
    for name, round_number, deal in listed.substitutes:
        text = (
            _("%(name)s from round %(round)s")
            if deal == 1
            else _("%(name)s from round %(round)s, deal %(deal)s")
        )
        yield text % {"name": name, "round": round_number, "deal": deal}
    if listed.note:
        yield listed.note


def _change_data(paper: ReportPaper, change: ReportedChange) -> Json:
    by = ", ".join(filter(None, [change.author, moment_text(paper.head, change.at)]))
    return {
        "where": change.where,
        "by": by,
        "changes": [{"label": label, "was": was, "now": now} for label, was, now in change.changes],
        "reason": _quoted(change.reason),
    }


def _penalty_data(paper: ReportPaper, penalty: ReportedPenalty) -> Json:
    reasons = [f"{penalty.kind}: {_quoted(penalty.reason)}"]
    if penalty.cancelled:
        reasons.append(_("cancelled: %(reason)s") % {"reason": _quoted(penalty.cancelled)})
    return {
        "name": entry_text(penalty.entry),
        "points": signed(penalty.points),
        "cancelled": bool(penalty.cancelled),
        "after": str(penalty.after_round),
        "reason": "; ".join(reasons),
        "by": ", ".join(filter(None, [penalty.author, moment_text(paper.head, penalty.at)])),
    }


def _quoted(reason: str) -> str:
    return _("“%(reason)s”") % {"reason": reason} if reason else ""

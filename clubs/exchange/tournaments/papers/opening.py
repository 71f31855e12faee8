"""Papers that are made before the first round: the poster, the badges of the players, and the list
on which the desk ticks the players who came and those who have paid."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubs.dates import day_and_time
from clubs.exchange.pdf import qr_code
from clubs.exchange.tournaments.papers.parts import (
    Json,
    day_text,
    part_head,
    time_text,
)
from clubs.numbers import money
from clubs.queries.tournaments.entries.entries import amount_text
from clubs.queries.tournaments.paper_shapes import (
    BadgesPaper,
    CheckInPaper,
    ListedEntry,
    PosterPaper,
)
from clubs.queries.tournaments.plan import rounds_words


def poster_part(paper: PosterPaper) -> Json:
    heading = _("Register on your phone")
    if not paper.registers:
        heading = _("Your table and your points on your phone")
    return {
        "kind": "poster",
        "club": paper.head.club,
        "tournament": paper.head.tournament,
        "day": capfirst(day_text(paper.head.starts_at)),
        "time": time_text(paper.head.starts_at),
        "place": paper.head.place,
        "facts": [list(fact) for fact in _poster_facts(paper)],
        "heading": heading,
        "ways": _("Scan the code with your phone, or type this address. You need no account."),
        "typed": paper.typed,
        "qr": qr_code(paper.address),
    }


def _poster_facts(paper: PosterPaper) -> Iterator[tuple[str, str]]:
    """Label and text of each fact; facts that are not known are left out."""
    yield _("Game"), paper.game
    if paper.rounds and paper.deals:
        yield _("Rounds"), rounds_words(paper.rounds, paper.deals)
    if paper.fee:
        yield _("Entry fee"), amount_text(paper.fee, paper.currency)
    if paper.places:
        words = ngettext("%(count)s player", "%(count)s players", paper.places)
        yield _("Places"), words % {"count": paper.places}
    if paper.closes_at and paper.registers:
        yield _("Registration until"), capfirst(day_and_time(paper.closes_at))


def badges_part(paper: BadgesPaper) -> Json:
    return {
        "kind": "badges",
        "tournament": paper.head.tournament,
        "badges": [
            {
                "number": str(badge.entry.number),
                "name": badge.entry.name,
                "lines": [line for line in (badge.entry.club, badge.team) if line],
                "qr": qr_code(badge.address),
            }
            for badge in paper.badges
        ],
    }


def check_in_part(paper: CheckInPaper, printed_at: datetime) -> Json:
    entries = paper.entries
    present = sum(told.is_present for told in entries)
    paid = [told.fee_paid for told in entries if told.fee_paid is not None]
    facts = [
        (_("Entries"), str(len(entries))),
        (pgettext("how many", "Present"), str(present)),
    ]
    sums = [(_("Entries:"), str(len(entries))), (_("Present:"), str(present))]
    if paper.fee:
        facts.append((_("Entry fee"), money(paper.fee, paper.currency)))
        sums.append((_("Paid:"), str(len(paid))))
        sums.append((_("Fees taken:"), money(sum(paid), paper.currency)))
    return {
        **part_head("check_in", _("Check-in list"), paper.head, printed_at, facts),
        "columns": [{"key": key, "name": name} for key, name in _check_in_columns(paper)],
        "entries": [_check_in_entry_data(paper, told) for told in entries],
        "sums": [list(line) for line in sums],
    }


def _check_in_columns(paper: CheckInPaper) -> Iterator[tuple[str, str]]:
    """Key and heading of each column; columns in which nobody has anything are left out."""
    yield "number", pgettext("number of an entry", "No.")
    yield "name", _("Name")
    if any(told.entry.club for told in paper.entries):
        yield "club", _("Club")
    if any(told.licence for told in paper.entries):
        yield "licence", _("Licence")
    if any(told.team for told in paper.entries):
        yield "team", _("Team")
    if any(told.categories for told in paper.entries):
        yield "categories", _("Categories")
    if paper.fee:
        yield "fee", _("Fee")
        yield "paid", pgettext("fee", "Paid")
    yield "present", _("Present")
    yield "signature", _("Signature")


def _check_in_entry_data(paper: CheckInPaper, listed: ListedEntry) -> Json:
    fee = paper.fee if listed.fee_paid is None else listed.fee_paid
    return {
        "number": str(listed.entry.number),
        "name": listed.entry.listed,
        "mark": _("withdrawn") if listed.left_after is not None else "",
        "club": listed.entry.club,
        "licence": listed.licence,
        "team": listed.team,
        "categories": ", ".join(listed.categories),
        "fee": money(fee, paper.currency),
        "paid": listed.fee_paid is not None,
        "present": listed.is_present,
        "note": listed.note,
    }

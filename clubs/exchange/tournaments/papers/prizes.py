"""Prizes to sign for, receipts, and certificates."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.exchange.tournaments.papers.parts import Json, day_text, part_head, under_text
from clubs.numbers import money
from clubs.queries.tournaments.paper_shapes import (
    Diploma,
    DiplomasPaper,
    PaperHead,
    PaperPrize,
    PrizesPaper,
)
from clubs.templatetags.feutre import grouped, signed


def prizes_part(paper: PrizesPaper, printed_at: datetime) -> Json:
    state = (
        pgettext("standings", "final") if paper.is_final else pgettext("standings", "provisional")
    )
    facts = [(_("Prizes"), str(len(paper.lines))), (_("State"), state)]
    total = sum(line.award.amount for line in paper.lines)
    return {
        **part_head("prizes", _("Prize list"), paper.head, printed_at, facts),
        "lines": [_prize_line_data(paper, line) for line in paper.lines],
        "sum": money(total, paper.currency),
        "empty": "" if paper.lines else _("No prize is given yet."),
        "words": {
            "place": pgettext("of a ranking", "Place"),
            "list": pgettext("list of prizes", "Ranking"),
            "name": _("Name"),
            "prize": _("Prize"),
            "signature": _("Received (signature)"),
            "sum": _("Sum of the amounts"),
            "law": _("The organiser answers for what the law says of prizes."),
        },
    }


def _prize_line_data(paper: PrizesPaper, line: PaperPrize) -> Json:
    return {
        "place": str(line.award.place),
        "list": line.list or _("Overall"),
        "number": str(line.entry.number),
        "name": line.entry.listed,
        "club": line.entry.club,
        "amount": money(line.award.amount, paper.currency) if line.award.amount else "",
        "goods": ", ".join(line.award.goods),
        "mark": _("the arbiter decides who takes which") if line.award.to_decide else "",
    }


def receipts_part(paper: PrizesPaper) -> Json:
    """A receipt for each prize, four on a page."""
    return {
        "kind": "receipts",
        "heading": _("Receipt"),
        "receipts": [_receipt_data(paper, line) for line in paper.lines],
        "words": {"date": _("Place and date"), "signature": _("Signature")},
    }


def _receipt_data(paper: PrizesPaper, line: PaperPrize) -> Json:
    amount = money(line.award.amount, paper.currency) if line.award.amount else ""
    values = {
        "name": line.entry.name,
        "giver": paper.head.club,
        "prize": " · ".join(filter(None, [amount, *line.award.goods])),
        "place": line.award.place,
        "list": line.list or _("overall ranking"),
        "tournament": paper.head.tournament,
        "day": day_text(paper.head.starts_at),
    }
    sentence = _(
        "%(name)s has received from %(giver)s: %(prize)s, for place %(place)s (%(list)s) in"
        " %(tournament)s, %(day)s."
    )
    return {"name": line.entry.name, "amount": amount, "sentence": sentence % values}


def certificates_part(paper: DiplomasPaper) -> Json:
    """The certificates, one on a page."""
    return {
        "kind": "certificates",
        "tournament": paper.head.tournament,
        "under": under_text(paper.head),
        "certificates": [_certificate_data(paper.head, told) for told in paper.diplomas],
        "state": "" if paper.is_final else _("Provisional: the results are not final yet"),
        "words": {
            "certificate": pgettext("for the wall", "Certificate"),
            "given": pgettext("certificate", "given to"),
            "signers": [_("The arbiter"), _("The club"), _("Place and date")],
        },
    }


def _certificate_data(head: PaperHead, diploma: Diploma) -> Json:
    result = _("of %(field)s, with %(total)s points") % {
        "field": grouped(diploma.field),
        "total": signed(diploma.total),
    }
    return {
        "name": diploma.name,
        "under": ", ".join(diploma.members) or diploma.club,
        "rank": str(diploma.rank),
        "list": diploma.list or _("overall ranking"),
        "result": result,
    }

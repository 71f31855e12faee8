"""Results on paper: standings after a round, prizes to sign for, receipts, and certificates."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.core.tournaments.settings import TournamentTieBreak
from clubs.core.tournaments.shapes import TournamentRow
from clubs.exchange.tournaments.papers.parts import (
    MISSED,
    Json,
    day_text,
    moment_text,
    part_head,
    under_text,
)
from clubs.numbers import money
from clubs.queries.fingerprints import fingerprint_sentence
from clubs.queries.tournaments.paper_shapes import (
    Diploma,
    DiplomasPaper,
    PaperHead,
    PaperPrize,
    PrizesPaper,
    StandingsPaper,
)
from clubs.queries.tournaments.words import TIE_BREAKS
from clubs.templatetags.feutre import grouped, signed

TIED, BYE, POORER = "=", "°", "*"


def standings_part(paper: StandingsPaper, printed_at: datetime) -> Json:
    standings = paper.standings
    rows = standings.rows
    facts = [
        (_("After round"), f"{standings.after_round} / {paper.rounds_planned}"),
        (_("State"), _state_text(paper)),
    ]
    if paper.version > 1:
        facts.append((_("Version"), str(paper.version)))
    names = {row.player: row.name for row in rows}
    return {
        **part_head("standings", _("Standings"), paper.head, printed_at, facts),
        "rounds": standings.after_round,
        "figures": _figure_columns(paper),
        "ranked": [_standings_row_data(paper, row) for row in rows if row.rank is not None],
        "below": [_standings_row_data(paper, row) for row in rows if row.rank is None],
        "teams": [
            {
                "rank": _printed_rank(team.rank, tied=team.tied),
                "name": team.team,
                "mark": "" if team.complete else _("incomplete"),
                "members": ", ".join(names[key] for key in team.members if key in names),
                "total": signed(team.total),
            }
            for team in standings.teams
        ],
        "categories": [
            {
                "name": paper.category_names.get(code, code),
                "rows": [
                    {
                        "rank": _printed_rank(line.rank, tied=line.tied),
                        "overall": _printed_rank(line.row.rank, tied=line.row.tied),
                        "name": line.row.name,
                        "mark": _mark_text(line.row),
                        "club": line.row.club or "",
                        "total": signed(line.row.total),
                    }
                    for line in lines
                ],
            }
            for code, lines in standings.categories.items()
        ],
        "notes": list(_notes(paper)),
        "empty": "" if rows else _("Nobody is ranked yet."),
        "words": {
            "rank": _("Rank"),
            "number": pgettext("number of an entry", "No."),
            "name": _("Name"),
            "club": _("Club"),
            "total": _("Total"),
            "below": _("Not ranked"),
            "teams": _("Teams"),
            "team": _("Team"),
            "members": pgettext("of a team", "Members"),
            "overall": pgettext("rank", "Overall"),
        },
    }


def _state_text(paper: StandingsPaper | PrizesPaper) -> str:
    return (
        pgettext("standings", "final") if paper.is_final else pgettext("standings", "provisional")
    )


def _has_penalties(paper: StandingsPaper) -> bool:
    return any(row.penalty for row in paper.standings.rows)


def _figure_columns(paper: StandingsPaper) -> list[str]:
    """The headings of the rounds, and of penalties where there are any."""
    rounds = range(1, paper.standings.after_round + 1)
    columns = [_("R%(number)s") % {"number": number} for number in rounds]
    return [*columns, *([_("Penalty")] if _has_penalties(paper) else [])]


def _standings_row_data(paper: StandingsPaper, row: TournamentRow) -> Json:
    penalty = [signed(row.penalty) if row.penalty else ""] if _has_penalties(paper) else []
    return {
        "rank": _printed_rank(row.rank, tied=row.tied),
        "number": str(row.number),
        "name": row.name,
        "mark": _mark_text(row),
        "club": row.club or "",
        "figures": [
            *(_round_text(paper, row, at, score) for at, score in enumerate(row.rounds, 1)),
            *penalty,
        ],
        "total": signed(row.total),
    }


def _printed_rank(rank: int | None, *, tied: bool) -> str:
    if rank is None:
        return MISSED
    return f"{grouped(rank)}{TIED}" if tied else grouped(rank)


def _round_text(paper: StandingsPaper, row: TournamentRow, number: int, score: int | None) -> str:
    if score is None:
        return MISSED
    mark = BYE if (row.number, number) in paper.byes else ""
    return f"{signed(score)}{mark}{POORER if number in row.poorer_rounds else ''}"


def _mark_text(row: TournamentRow) -> str:
    """The remark beside the name of a player."""
    if row.left and row.left_after is not None:
        return _("left after round %(number)s") % {"number": row.left_after}
    if row.late:
        return _("came late")
    by_lot = row.decision is not None and row.decision.tie_break is TournamentTieBreak.LOT
    return _("drawn by lot") if by_lot else ""


def _notes(paper: StandingsPaper) -> Iterator[str]:
    rows = paper.standings.rows
    if paper.standings.tie_breaks:
        names = ", ".join(str(TIE_BREAKS[tie_break]) for tie_break in paper.standings.tie_breaks)
        yield _("Equal totals are decided by: %(names)s.") % {"names": names}
    if any(row.tied for row in rows):
        yield _("= shares the rank; within it the order is that of the numbers and means nothing.")
    if paper.byes:
        yield _("° bye")
    if any(row.poorer_rounds for row in rows):
        yield _("* the slip of this table says less than the others.")
    if any(score is None for row in rows for score in row.rounds):
        if paper.missed_score:
            score = signed(paper.missed_score)
            yield _("– did not play this round: counts %(score)s") % {"score": score}
        else:
            yield _("– did not play this round")
    if paper.corrected_at:
        moment = moment_text(paper.head, paper.corrected_at)
        yield _("Corrected on %(moment)s.") % {"moment": moment}
    if paper.fingerprint:
        yield fingerprint_sentence(paper.fingerprint)


def prizes_part(paper: PrizesPaper, printed_at: datetime) -> Json:
    facts = [(_("Prizes"), str(len(paper.lines))), (_("State"), _state_text(paper))]
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
        "place": str(line.award.rank),
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
        "place": line.award.rank,
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

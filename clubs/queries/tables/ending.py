"""The end of one table as a card: who won, the deal of the evening, the turn of fortune. Made from
the sheet; the same for every game."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubs.core.lead import Lead, lead_of
from clubs.numbers import GroupedCount
from clubs.queries.deals.breakdown import matches_told
from clubs.queries.deals.stories import Names
from clubs.queries.result_cards import (
    BestDeal,
    ResultCard,
    ResultLine,
    first_heading,
    is_dealt,
    lead_story,
)
from clubs.queries.seasons.public import public_names
from clubs.queries.tables.heads import SittingHead
from clubs.queries.tables.sheet_rows import SheetRow
from clubs.queries.tables.sittings import ScoreSheet, ranks


def published_card(sheet: ScoreSheet, head: SittingHead) -> ResultCard:
    """The card under the names that people chose for everybody. At a table without a club nobody
    chose one: they are called as they were typed."""
    club = sheet.sitting.club
    names = _typed_names(sheet) if club.is_private else public_names(club)
    return replace(table_card(sheet, head, names), has_chosen_names=not club.is_private)


def _typed_names(sheet: ScoreSheet) -> dict[str, str]:
    return {seat.uuid: seat.full_name for seat in sheet.seats}


def table_card(sheet: ScoreSheet, head: SittingHead, names: Names) -> ResultCard:
    """The card under these names, by uuid. No lines where nothing was played."""
    sitting = sheet.sitting
    seats = sheet.by_total if sheet.deal_count or sitting.totals_only else []
    places = list(ranks([seat.total for seat in seats]))
    best = _best_deal(sheet)
    is_told_by_day = sitting.club.is_private and not sitting.name  # which is the title
    records = {row.number: row.deal.record for row in sheet.rows}
    return ResultCard(
        title=head.title,
        place=head.tournament or ("" if sitting.club.is_private else sitting.club.name),
        day="" if is_told_by_day else head.day,
        heading=first_heading(places, is_over=not sitting.is_open),
        facts=tuple(_sitting_facts(sheet, head)),
        lines=tuple(
            ResultLine(rank, names[seat.uuid], seat.total)
            for rank, seat in zip(places, seats, strict=True)
        ),
        stories=(
            *([best.story(sitting.game, names)] if best else []),
            *lead_story(_table_lead(sheet), names, pgettext("in a sentence", "deal %(number)s")),
        ),
        matches=tuple(matches_told(sitting.game, sheet.rules, records, names)),
    )


def _sitting_facts(sheet: ScoreSheet, head: SittingHead) -> Iterator[str]:
    if sheet.sitting.totals_only:
        yield _("totals only")
        return
    count = GroupedCount(sheet.deal_count)
    yield ngettext("%(count)s deal", "%(count)s deals", count) % {"count": count}
    if head.duration:
        yield head.duration
    yield head.rules_title


def _best_deal(sheet: ScoreSheet) -> BestDeal | None:
    """Of equal ones the first; None where nobody won anything."""
    played = [row for row in sheet.rows if not row.is_void and is_dealt(row.deal)]
    row = max(played, key=_most_won, default=None)
    if row is None or not (won := _most_won(row)):
        return None
    cells = zip(sheet.seats, row.cells, strict=True)
    roles = {seat.uuid: cell.role for seat, cell in cells if cell.gain == won}
    where = _("deal %(number)s") % {"number": row.number}
    return BestDeal(row.deal, sheet.rules, won, roles, where)


def _most_won(row: SheetRow) -> int:
    return max((cell.gain for cell in row.cells), default=0)


def _table_lead(sheet: ScoreSheet) -> Lead | None:
    """Who led, deal by deal: of those who had come by then, with those who have left."""
    steps: list[tuple[int, dict[str, int]]] = []
    came: set[int] = set()
    for row in sheet.rows:
        came |= {at for at, cell in enumerate(row.cells) if not cell.is_absent}
        if not row.is_void:
            best_first = sorted(came, key=lambda at: -row.cells[at].total)
            places = ranks([row.cells[at].total for at in best_first])
            keys = (sheet.seats[at].uuid for at in best_first)
            steps.append((row.number, dict(zip(keys, places, strict=True))))
    return lead_of(steps)

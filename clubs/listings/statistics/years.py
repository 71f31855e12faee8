"""A year in sentences, for its page and for a picture to send.

A sentence is made of names that its maker was given. None of them shames: what became less than the
year before is not compared, and what went worst is not told.

Source: leagues.md §4.5.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.core.deals import DealRole
from clubs.dates import date_format
from clubs.listings.statistics.records import RecordCards
from clubs.numbers import GroupedCount, grouped_number
from clubs.queries.deals.stories import score_text
from clubs.queries.result_cards import ResultCard, ResultLine, ResultStory, others_counted
from clubs.queries.statistics.bests import CLOSEST, COMEBACK, DEAL, EVENING, MADE, TAKES
from clubs.queries.statistics.deal_filters import CHELEM, DealLinks, links_of
from clubs.queries.statistics.record_rows import RUN
from clubs.queries.statistics.records import RecordBook
from clubs.queries.statistics.years import ClubYear, Held, PlayerYear
from clubs.templatetags.figures import percent

SENTENCES = 10
SHARED = 3  # names, where several have the same
PLACES = 3  # of the points won
SENT = slice(1, 8)  # of the sentences: the first is told below the picture
Names = Mapping[str, str]  # by uuid


@dataclass(frozen=True, slots=True)
class YearLine:
    """A sentence under its label, and the deals behind it."""

    label: str
    text: str
    url: str = ""


def player_lines(year: PlayerYear, names: Names) -> list[YearLine]:
    """Of records as many as leave room for who was met most."""
    lines, company = list(_of_player(year, names)), list(_of_company(year, names))
    return [*lines[: SENTENCES - len(company[:1])], *company][:SENTENCES]


def _of_player(year: PlayerYear, names: Names) -> Iterator[YearLine]:
    links, now, before = links_of(year.population, year.player), year.now, year.before
    if not now.deals:
        return
    played = _joined(_deal_words(now.deals), _evening_words(now.evenings))
    if before is not None and now.deals > before.deals:
        played += _compared(year.year, grouped_number(before.deals))
    yield YearLine(_("Played"), played, links.to())
    if now.total > 0:
        yield YearLine(_("Points won in all"), score_text(now.total), links.to())
    if now.takes.base:
        yield YearLine(_("Taken and made"), _takes(year), links.to(role=DealRole.TAKER))
    if year.evenings.podiums:
        yield YearLine(_("Evenings won"), _podium_words(year), links.to())
    yield from _of_book(year.book, links, year.population.game, names, alone=True)


def _of_company(year: PlayerYear, names: Names) -> Iterator[YearLine]:
    links = links_of(year.population, year.player)
    if (most := year.most_with) is not None:
        text = _joined(names[str(most.uuid)], _deal_words(most.deals))
        yield YearLine(_("Most deals with"), text, links.to(opponent=most.uuid))
    if (partner := year.best_partner) is not None:
        values = {"hits": partner.together.hits, "base": partner.together.base}
        text = _joined(names[str(partner.uuid)], _("%(hits)s of %(base)s made") % values)
        yield YearLine(_("Best partner"), text, links.to(partner=partner.uuid))


def _takes(year: PlayerYear) -> str:
    now, before = year.now.takes, year.before and year.before.takes
    values = {"made": grouped_number(now.hits), "taken": grouped_number(now.base)}
    text = _("%(made)s of %(taken)s") % values + f" ({percent(now)})"
    if before and before.value is not None and now.value is not None and now.value > before.value:
        text += _compared(year.year, percent(before))
    return text


def _podium_words(year: PlayerYear) -> str:
    podiums = GroupedCount(year.evenings.podiums)
    first = ngettext(
        "%(count)s time among the first three", "%(count)s times among the first three", podiums
    )
    return _joined(grouped_number(year.evenings.won), first % {"count": podiums})


def club_lines(year: ClubYear, names: Names) -> list[YearLine]:
    return list(islice(_of_club(year, names), SENTENCES))


def _of_club(year: ClubYear, names: Names) -> Iterator[YearLine]:
    links = links_of(year.population)
    if year.busiest is None:
        return
    played = _joined(
        _deal_words(year.deals), _evening_words(year.evenings), _player_words(year.players)
    )
    if 0 < year.deals_before < year.deals:
        played += _compared(year.year, grouped_number(year.deals_before))
    yield YearLine(_("Played"), played, links.to())
    night, deals = year.busiest
    day = night.held_on.isoformat()
    text = _joined(date_format(night.held_on, "j F Y"), _deal_words(deals))
    yield YearLine(_("Busiest evening"), text, links.to(since=day, until=day))
    if year.attended is not None:
        yield YearLine(
            _("Came most often"),
            _joined(_who(year.attended, names), _evening_words(year.attended.value)),
        )
    if year.won is not None:
        yield YearLine(
            _("Most evenings won"), _joined(_who(year.won, names), grouped_number(year.won.value))
        )
    yield from _of_book(year.book, links, year.population.game, names, alone=False)


def _who(held: Held, names: Names) -> str:
    called = [names[who] for who in held.who]
    shown = ", ".join(called[:SHARED])
    left = len(called) - SHARED
    return f"{shown} {others_counted(left)}" if left > 0 else shown


def _of_book(
    book: RecordBook, links: DealLinks, game: str, names: Names, *, alone: bool
) -> Iterator[YearLine]:
    """alone: all of them are of one player, who is not named again."""
    cards = RecordCards(book, links, game, viewer=None)
    for name in (DEAL, EVENING, RUN, COMEBACK, TAKES, CLOSEST, MADE):
        if best := book.records.get(name):
            card = cards.card(best)
            who = "" if alone or best.player is None else names[str(best.player.uuid)]
            figure = card.figure if card.score is None else score_text(card.score)
            text = _joined(who, f"{figure} {card.note}".strip(), card.day)
            yield YearLine(str(card.title), text, card.url)
        if name == RUN and book.slam_count:
            yield YearLine(
                _("Slams"), grouped_number(book.slam_count), links.to(bonus=CHELEM) if alone else ""
            )


# What is sent


def player_card(year: PlayerYear, names: Names) -> ResultCard | None:
    """The picture's data under these names: above the sentences stands the best deal. None for a
    year without one."""
    best = year.book.records.get(DEAL)
    if best is None:
        return None
    return ResultCard(
        title=_("The year %(year)s") % {"year": year.year},
        place=year.player.club.name,
        day="",
        heading=_("Best deal"),
        facts=(_deal_words(year.now.deals), _evening_words(year.now.evenings)),
        lines=(ResultLine(1, names[str(year.player.uuid)], int(best.value)),),
        stories=_sent_stories(player_lines(year, names)[SENT]),
        has_chosen_names=True,
    )


def club_card(year: ClubYear, names: Names) -> ResultCard | None:
    """The same of a club: above the sentences stand those who won most points in all."""
    if not year.totals or year.totals[0][1] <= 0:
        return None
    shown = [(uuid, total) for uuid, total in year.totals[:PLACES] if total > 0]
    totals = [total for _uuid, total in shown]
    return ResultCard(
        title=_("The year %(year)s") % {"year": year.year},
        place=year.club.name,
        day="",
        heading=_("Points won in all"),
        facts=(_deal_words(year.deals), _evening_words(year.evenings), _player_words(year.players)),
        lines=tuple(
            ResultLine(1 + totals.index(total), names[str(uuid)], total) for uuid, total in shown
        ),
        stories=_sent_stories(club_lines(year, names)[SENT]),
        has_chosen_names=True,
    )


def _sent_stories(lines: Iterable[YearLine]) -> tuple[ResultStory, ...]:
    return tuple(ResultStory(line.label, line.text) for line in lines)


# Words


def _compared(year: int, text: str) -> str:
    return " (" + _("%(label)s: %(text)s") % {"label": year - 1, "text": text} + ")"


def _deal_words(count: int) -> str:
    return ngettext("%(count)s deal", "%(count)s deals", count) % {"count": GroupedCount(count)}


def _evening_words(count: int) -> str:
    values = {"count": GroupedCount(count)}
    return ngettext("%(count)s evening", "%(count)s evenings", count) % values


def _player_words(count: int) -> str:
    values = {"count": GroupedCount(count)}
    return ngettext("%(count)s player", "%(count)s players", count) % values


def _joined(*parts: str) -> str:
    return " · ".join(filter(None, parts))

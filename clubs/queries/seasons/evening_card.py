"""The end of an evening of a season as a card: who won, and the deal of the evening."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from django.db.models import OuterRef, Subquery
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.core.names import split_name
from clubs.dates import date_format
from clubs.models import Deal, DealKind, DealScore, EveningState, League, Sitting
from clubs.numbers import GroupedCount
from clubs.queries.deals.deals import rules_of
from clubs.queries.result_cards import (
    BestDeal,
    ResultCard,
    ResultLine,
    first_heading,
    is_dealt,
)
from clubs.queries.seasons.evenings import EveningResult
from clubs.queries.seasons.public import PublicEvening, public_names
from clubs.queries.seasons.standings_words import digits_of


class EveningCards(NamedTuple):
    """card has the names of the club, sent those that people chose for everybody."""

    card: ResultCard
    sent: ResultCard


def evening_cards(league: League, result: EveningResult) -> EveningCards:
    """The cards of an evening, for its members to see and to send. Five queries."""
    evening = result.evening
    best = _best_deal_of([told.table.sitting_id for told in result.tables])
    chosen = public_names(league.club)
    called = {**chosen, **{one.key: split_name(one.player.name).whole for one in result.places}}
    bare = _BareCard(league, evening.held_on, evening.name, evening.state, len(result.tables))
    places = [(one.place, one.key, one.score) for one in result.places]
    return EveningCards(bare.filled(places, called, best), bare.filled(places, chosen, best))


def public_evening_card(page: PublicEvening) -> ResultCard:
    """The card of the page for visitors, made of what that shows: the deals of a club are not
    public."""
    evening = page.evening
    bare = _BareCard(page.league, evening.held_on, evening.name, evening.state)
    names = {row.name: row.name for row in page.rows}
    return bare.filled([(row.place, row.name, row.score) for row in page.rows], names)


Placed = tuple[int | None, str, Decimal | int | None]  # place, key of the player, score


@dataclass(frozen=True, slots=True)
class _BareCard:
    league: League
    held_on: date
    name: str
    state: str
    table_count: int = 0  # where it is told

    def filled(
        self, places: Sequence[Placed], names: Mapping[str, str], best: BestDeal | None = None
    ) -> ResultCard:
        """The card under these names, by key. Guests who are passed over have no line, and are
        counted."""
        ranked = sorted(
            (place, -score, names[key], score)
            for place, key, score in places
            if place is not None and score is not None
        )
        ranks = [place for place, *_rest in ranked]
        day = date_format(self.held_on)
        return ResultCard(
            title=self.name or capfirst(date_format(self.held_on, "l j F Y")),
            place=f"{self.league.club.name} · {self.league.name}",
            day=day if self.name else "",
            heading=first_heading(ranks, is_over=self.state == EveningState.CLOSED),
            facts=tuple(_evening_facts(self.table_count, len(places))),
            lines=tuple(ResultLine(place, name, score) for place, _, name, score in ranked),
            digits=digits_of(*(score for *_rest, score in ranked)),
            stories=(best.story(self.league.game, names),) if best else (),
            has_chosen_names=True,
        )


def _evening_facts(tables: int, players: int) -> Iterator[str]:
    if tables:
        yield ngettext("%(count)s table", "%(count)s tables", tables) % {
            "count": GroupedCount(tables)
        }
    yield ngettext("%(count)s player", "%(count)s players", players) % {
        "count": GroupedCount(players)
    }


def _best_deal_of(sittings: Collection[int]) -> BestDeal | None:
    """The best deal of some tables, by their ids; of equal ones that of the first table, and of its
    deals the first. Four queries."""
    plain = Deal.objects.filter(kind=DealKind.SCORES, sitting__in=sittings)
    adjusted = [deal.pk for deal in plain if not is_dealt(deal)]
    # The best of each table first: of all tables together PostgreSQL reads the scores of all clubs.
    played = DealScore.objects.filter(deal__sitting=OuterRef("pk"), score__gt=0)
    played = played.exclude(deal__in=adjusted)
    best_here = played.order_by("-score", "deal__number").values("deal")[:1]
    tables = Sitting.objects.filter(pk__in=sittings)
    scores = DealScore.objects.filter(deal__in=tables.values_list(Subquery(best_here)))
    in_order = scores.order_by("-score", "deal__sitting__table_number", "deal__number")
    top = in_order.values_list("deal", "score").first()
    if top is None:
        return None
    best, won = top
    deal = Deal.objects.select_related("sitting").get(pk=best)
    won_it = DealScore.objects.filter(deal=best, score=won).order_by("seat")
    roles = won_it.values_list("seat__player__uuid", "role")
    numbers = {"table": deal.sitting.table_number, "number": deal.number}
    where = _("table %(table)s, deal %(number)s") % numbers
    by_uuid = {str(uuid): role for uuid, role in roles}
    return BestDeal(deal, rules_of(deal.sitting), won, by_uuid, where)

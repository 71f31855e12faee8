"""What the standings of a season count, in words: deals, or the matches that they add up to.

A row of the register of games (queries/games.py) says which of the two.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy, ngettext

from clubs.core.standings.rank import Guests, Method, Normalise, TieBreak
from clubs.numbers import grouped


@dataclass(frozen=True, slots=True)
class CountedWords:
    """All text is lazy; functions take how many there are, or the size of a table.

    many, average, taken and made are heads of columns. The sentences: at_once says when something
    counts, first what the ranking waits for, no_more why something does not count, behind what the
    list of deals of a player shows. few_scored and few_known are notes on what counts as scored,
    and on what is left out; asked is how many somebody needs to be ranked. tie_breaks, methods,
    normalise and guests are in the place of the usual words of standings_words.py, options in that
    of those which the settings offer.
    """

    many: Any
    average: Any
    taken: Any
    made: Any
    count: Callable[[int], str]
    more: Callable[[int], str]
    division: Callable[[int], str]
    hidden: Callable[[int], str]
    of_size: Any
    ranked_of_size: Any
    of_one_size: Any
    of_sizes: Any
    at_once: Any
    none_yet: Any
    first: Any
    too_few: Any
    too_few_and_guests: Any
    no_more: Any
    behind: Any
    few_scored: Any
    few_known: Any
    totals_scored: Any
    asked: Any
    tie_breaks: Mapping[TieBreak, Any] = field(default_factory=dict)
    methods: Mapping[Method, Any] = field(default_factory=dict)
    normalise: Mapping[Normalise, Any] = field(default_factory=dict)
    guests: Mapping[Guests, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)


def _deal_count(count: int) -> str:
    return ngettext("%(count)s deal", "%(count)s deals", count) % {"count": grouped(count)}


def _more_deals(count: int) -> str:
    return ngettext("%(count)s more deal", "%(count)s more deals", count) % {
        "count": grouped(count)
    }


def _divided_by_deals(count: int) -> str:
    """Still with its base and value."""
    return ngettext(
        "%(base)s in %(count)s deal: %(value)s",
        "%(base)s divided by %(count)s deals: %(value)s",
        count,
    )


def _hidden_for_deals(count: int) -> str:
    text = ngettext(
        "%(count)s player has too few evenings or deals and is not shown.",
        "%(count)s players have too few evenings or deals and are not shown.",
        count,
    )
    return text % {"count": grouped(count)}


def _match_count(count: int) -> str:
    return ngettext("%(count)s match", "%(count)s matches", count) % {"count": grouped(count)}


def _more_matches(count: int) -> str:
    return ngettext("%(count)s more match", "%(count)s more matches", count) % {
        "count": grouped(count)
    }


def _divided_by_matches(count: int) -> str:
    return ngettext(
        "%(base)s in %(count)s match: %(value)s",
        "%(base)s divided by %(count)s matches: %(value)s",
        count,
    )


def _hidden_for_matches(count: int) -> str:
    text = ngettext(
        "%(count)s player has too few evenings or matches and is not shown.",
        "%(count)s players have too few evenings or matches and are not shown.",
        count,
    )
    return text % {"count": grouped(count)}


DEALS = CountedWords(
    many=gettext_lazy("Deals"),
    average=gettext_lazy("Average a deal"),
    taken=gettext_lazy("Contracts taken"),
    made=gettext_lazy("Contracts made"),
    count=_deal_count,
    more=_more_deals,
    division=_divided_by_deals,
    hidden=_hidden_for_deals,
    of_size=gettext_lazy("Deals of %(size)s players"),
    ranked_of_size=gettext_lazy("Standings of deals of %(size)s players"),
    of_one_size=gettext_lazy("Only deals of %(size)s players."),
    of_sizes=gettext_lazy("Deals of %(sizes)s and %(last)s players."),
    at_once=gettext_lazy("Deals count in the standings as soon as they are saved."),
    none_yet=gettext_lazy("No deal yet."),
    first=gettext_lazy("The ranking starts with the first counted deal."),
    too_few=gettext_lazy("Not ranked: too few evenings or deals"),
    too_few_and_guests=gettext_lazy("Not ranked: too few evenings or deals, and guests"),
    no_more=gettext_lazy(
        "Void deals, and deals of tables that are void, never count. Who sits a deal out has not "
        "played it."
    ),
    behind=gettext_lazy("All deals behind it"),
    few_scored=gettext_lazy("Sizes with fewer than 30 deals count as scored."),
    few_known=gettext_lazy("Tables of which nobody knows how many deals were played are left out."),
    totals_scored=gettext_lazy(
        "Tables of which only the totals are known count as scored: nobody knows how many played "
        "their deals."
    ),
    asked=gettext_lazy("Deals to be ranked"),
)

MATCHES = CountedWords(
    many=gettext_lazy("Matches"),
    average=gettext_lazy("Average a match"),
    taken=gettext_lazy("Matches decided"),
    made=gettext_lazy("Matches won"),
    count=_match_count,
    more=_more_matches,
    division=_divided_by_matches,
    hidden=_hidden_for_matches,
    of_size=gettext_lazy("Matches of %(size)s players"),
    ranked_of_size=gettext_lazy("Standings of matches of %(size)s players"),
    of_one_size=gettext_lazy("Only matches of %(size)s players."),
    of_sizes=gettext_lazy("Matches of %(sizes)s and %(last)s players."),
    at_once=gettext_lazy("A match counts in the standings as soon as it is decided."),
    none_yet=gettext_lazy("No match decided yet."),
    first=gettext_lazy("The ranking starts with the first match that is decided."),
    too_few=gettext_lazy("Not ranked: too few evenings or matches"),
    too_few_and_guests=gettext_lazy("Not ranked: too few evenings or matches, and guests"),
    no_more=gettext_lazy(
        "A match counts when it is decided: the difference of the totals for each of the pair that "
        "won, the same lost for the others; a draw is half a match won. Deals of a match that was "
        "never finished count in no standings, only in statistics; void deals, and tables that are "
        "void, never count."
    ),
    behind=gettext_lazy("All deals, those of unfinished matches too"),
    few_scored=gettext_lazy("Sizes with fewer than 30 matches count as scored."),
    few_known=gettext_lazy("Tables of which only the totals are known are left out."),
    totals_scored=gettext_lazy(
        "Tables of which only the totals are known count as scored: nobody knows how many played "
        "there."
    ),
    asked=gettext_lazy("Matches to be ranked"),
    tie_breaks={
        TieBreak.FEWER_DEALS: gettext_lazy("fewer matches"),
        TieBreak.AVERAGE: gettext_lazy("the better average a match"),
        TieBreak.CONTRACTS_MADE: gettext_lazy("more matches won"),
        TieBreak.SUCCESS_RATE: gettext_lazy("the higher rate of matches won"),
        TieBreak.HEAD_TO_HEAD: gettext_lazy("the matches they played together"),
    },
    methods={
        Method.TOTAL: gettext_lazy(
            "The scores of all decided matches are added up. The highest sum is first."
        ),
        Method.AVERAGE: gettext_lazy(
            "The scores of all decided matches are added up and divided by their number."
        ),
        Method.EVENING_AVERAGE: gettext_lazy(
            "The scores of all decided matches are added up and divided by the number of evenings "
            "attended."
        ),
    },
    normalise={
        Normalise.NONE: gettext_lazy("Every match counts by the difference of its totals."),
        Normalise.Z_SCORE: gettext_lazy(
            "Scores are measured by how far they spread at tables of that size: 100 is the usual "
            "distance from zero. Sizes with fewer than 30 matches count as scored."
        ),
    },
    guests={
        Guests.PLAYED_NOT_RANKED: gettext_lazy(
            "Their matches count for the others. They stand below the ranking themselves."
        ),
        Guests.EXCLUDED_DEALS: gettext_lazy("Matches that a guest played count for nobody."),
    },
    options={
        Method.TOTAL: gettext_lazy("Total: the scores of all decided matches added up"),
        Method.AVERAGE: gettext_lazy("Average a match: the total by the number of matches"),
        Guests.EXCLUDED_DEALS: gettext_lazy("Matches with a guest count for nobody"),
    },
)

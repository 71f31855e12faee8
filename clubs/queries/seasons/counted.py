"""Words for the unit that the standings of a season count: deals, or the matches that they add up
to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy

from clubs.core.games import get_game, has_matches
from clubs.core.standings.rank import Guests, LeagueTieBreak, Normalise, RankingMethod
from clubs.numbers import GroupedCount


@dataclass(frozen=True, slots=True)
class CountedWords:
    """All text is lazy; functions take a number. division is filled with base, count and value.

    many, average, taken and won are heads of columns. The sentences: at_once says when something
    counts, first what the ranking waits for, no_more why something does not count, behind what the
    list of deals of a player shows. few_scored and few_known are notes on what counts as scored,
    and on what is left out; asked is how many somebody needs to be ranked. tie_breaks, methods,
    normalise and guests are in the place of the usual words of standings_words.py, options in that
    of those which the settings offer.
    """

    many: Any
    average: Any
    taken: Any
    won: Any
    count: Callable[[int], str]
    more: Callable[[int], str]
    division: Any
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
    tie_breaks: Mapping[LeagueTieBreak, Any] = field(default_factory=dict)
    methods: Mapping[RankingMethod, Any] = field(default_factory=dict)
    normalise: Mapping[Normalise, Any] = field(default_factory=dict)
    guests: Mapping[Guests, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)


def _counting(text: Any) -> Callable[[int], str]:
    """Returns a function that fills a number into this text, which has a plural form."""
    return lambda count: str(text % {"count": GroupedCount(count)})


DEALS = CountedWords(
    many=gettext_lazy("Deals"),
    average=gettext_lazy("Average a deal"),
    taken=gettext_lazy("Contracts taken"),
    won=gettext_lazy("Contracts made"),
    count=_counting(ngettext_lazy("%(count)s deal", "%(count)s deals", "count")),
    more=_counting(ngettext_lazy("%(count)s more deal", "%(count)s more deals", "count")),
    division=ngettext_lazy(
        "%(base)s in %(count)s deal: %(value)s",
        "%(base)s divided by %(count)s deals: %(value)s",
        "count",
    ),
    hidden=_counting(
        ngettext_lazy(
            "%(count)s player has too few evenings or deals and is not shown.",
            "%(count)s players have too few evenings or deals and are not shown.",
            "count",
        )
    ),
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
        "Void deals, and deals of tables that are void, never count. A player "
        "who sits a deal out has not played it."
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
    won=gettext_lazy("Matches won"),
    count=_counting(ngettext_lazy("%(count)s match", "%(count)s matches", "count")),
    more=_counting(ngettext_lazy("%(count)s more match", "%(count)s more matches", "count")),
    division=ngettext_lazy(
        "%(base)s in %(count)s match: %(value)s",
        "%(base)s divided by %(count)s matches: %(value)s",
        "count",
    ),
    hidden=_counting(
        ngettext_lazy(
            "%(count)s player has too few evenings or matches and is not shown.",
            "%(count)s players have too few evenings or matches and are not shown.",
            "count",
        )
    ),
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
        LeagueTieBreak.FEWER_DEALS: gettext_lazy("fewer matches"),
        LeagueTieBreak.AVERAGE: gettext_lazy("the better average a match"),
        LeagueTieBreak.CONTRACTS_MADE: gettext_lazy("more matches won"),
        LeagueTieBreak.SUCCESS_RATE: gettext_lazy("the higher rate of matches won"),
        LeagueTieBreak.HEAD_TO_HEAD: gettext_lazy("the matches they played together"),
    },
    methods={
        RankingMethod.TOTAL: gettext_lazy(
            "The scores of all decided matches are added up. The highest sum is first."
        ),
        RankingMethod.AVERAGE: gettext_lazy(
            "The scores of all decided matches are added up and divided by their number."
        ),
        RankingMethod.EVENING_AVERAGE: gettext_lazy(
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
        RankingMethod.TOTAL: gettext_lazy("Total: the scores of all decided matches added up"),
        RankingMethod.AVERAGE: gettext_lazy("Average a match: the total by the number of matches"),
        Guests.EXCLUDED_DEALS: gettext_lazy("Matches with a guest count for nobody"),
    },
)


def counted_words(game: str) -> CountedWords:
    """The words of the game of this code."""
    return MATCHES if has_matches(get_game(game)) else DEALS

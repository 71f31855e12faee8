"""Standings in words: figures as text, the names of methods, the reasons for no rank.

Source: leagues.md §3.2, §3.3, §3.4, §3.5, §3.6.
"""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from clubs.core.matches import HALVES
from clubs.core.measures import rounded
from clubs.core.standings.rank import (
    Guests,
    LeagueRow,
    LeagueSettings,
    LeagueTieBreak,
    LeagueTieDecision,
    Normalise,
    Number,
    PlaceScope,
    RankingMethod,
    Unqualified,
)
from clubs.numbers import NONE, grouped_number
from clubs.queries.seasons.counted import CountedWords

# What is won or lost shows its sign; places, means of places and ratings have none.
UNSIGNED = frozenset({RankingMethod.PLACE_POINTS, RankingMethod.RATING})

TIE_BREAK_NAMES: Mapping[LeagueTieBreak, Any] = {
    LeagueTieBreak.EVENINGS: gettext_lazy("more evenings"),
    LeagueTieBreak.FEWER_DEALS: gettext_lazy("fewer deals"),
    LeagueTieBreak.AVERAGE: gettext_lazy("the better average a deal"),
    LeagueTieBreak.BEST_EVENING: gettext_lazy("the best evening"),
    LeagueTieBreak.SECOND_BEST_EVENING: gettext_lazy("the second best evening"),
    LeagueTieBreak.EVENINGS_WON: gettext_lazy("more evenings won"),
    LeagueTieBreak.CONTRACTS_MADE: gettext_lazy("more contracts made"),
    LeagueTieBreak.SUCCESS_RATE: gettext_lazy("the higher rate of contracts made"),
    LeagueTieBreak.HEAD_TO_HEAD: gettext_lazy("the deals they played together"),
    LeagueTieBreak.LAST_EVENING: gettext_lazy("the last evening"),
    LeagueTieBreak.LOT: gettext_lazy("a draw of lots"),
}
SIGNED_TIE_BREAKS = frozenset(
    {
        LeagueTieBreak.AVERAGE,
        LeagueTieBreak.BEST_EVENING,
        LeagueTieBreak.SECOND_BEST_EVENING,
        LeagueTieBreak.HEAD_TO_HEAD,
        LeagueTieBreak.LAST_EVENING,
    }
)
SHOWN_OF_LOT = 6  # hexadecimal digits


def decimal(value: Number | None) -> Decimal | int | None:
    """Rounds a fraction to two places, half away from zero; whole numbers stay."""
    return rounded(value) if isinstance(value, Fraction) else value


def digits_of(*values: Number | Decimal | None) -> int:
    """The number of decimal places that all figures of a column get, so that they line up."""
    return 2 if any(isinstance(value, Fraction | Decimal) for value in values) else 0


def figure(value: Number | None, digits: int | None = None) -> str:
    """ "1 234", "−42.56"; "–" where nothing is known."""
    if value is None:
        return NONE
    places = digits_of(value) if digits is None else digits
    return grouped_number(Fraction(value), places)


def signed_figure(value: Number | None, digits: int | None = None) -> str:
    """A score: "+1 234", "−42.56", "0"."""
    text = figure(value, digits)
    return f"+{text}" if value is not None and value > 0 else text


def count_text(value: Number) -> str:
    """Writes a number that may hold the half of a draw: "3", "2½"."""
    whole, rest = divmod(value, 1)
    half = "\N{VULGAR FRACTION ONE HALF}" if rest * HALVES == 1 else ""
    return half if half and not whole else f"{figure(int(whole))}{half}"


def value_text(value: Number | None, settings: LeagueSettings) -> str:
    return figure(value) if settings.method in UNSIGNED else signed_figure(value)


def total_heading(*, with_penalties: bool) -> str:
    """Returns the heading of the column of totals, which include penalties where there are any."""
    return _("Sum with penalties") if with_penalties else _("Sum of scores")


def value_heading(settings: LeagueSettings, words: CountedWords) -> str:
    """Returns the heading of the column by which the season ranks."""
    match settings.method:
        case RankingMethod.AVERAGE:
            return str(words.average)
        case RankingMethod.EVENING_AVERAGE:
            return _("Average an evening")
        case RankingMethod.BEST_N:
            count = settings.best_n or 0
            return ngettext("Best %(count)s evening", "Best %(count)s evenings", count) % {
                "count": count
            }
        case RankingMethod.DROP_WORST:
            return _("Without the worst")
        case RankingMethod.PLACE_POINTS:
            return _("Place points")
        case RankingMethod.RATING:
            return _("Rating")
        case _:
            return _("Points")


def _missing_texts(row: LeagueRow, words: CountedWords) -> list[str]:
    """Lists the conditions that a player does not meet yet: "2 more evenings"."""
    texts = []
    if row.missing_evenings:
        count = row.missing_evenings
        text = ngettext("%(count)s more evening", "%(count)s more evenings", count)
        texts.append(text % {"count": count})
    if row.missing_deals:
        texts.append(words.more(row.missing_deals))
    return texts


def below_reason(row: LeagueRow, words: CountedWords) -> str:
    """Returns why a player has no rank; empty for one with a rank."""
    if row.rank is not None:
        return ""
    if row.guest:
        return _("guest")
    if missing := _missing_texts(row, words):
        return ", ".join(missing)
    if row.provisional:
        return pgettext("a rating", "provisional")
    return ""


def line_text(settings: LeagueSettings, words: CountedWords) -> str:
    """Returns the conditions for a rank in a sentence; empty where there are none."""
    asked = []
    if settings.min_evenings:
        text = ngettext("%(count)s evening", "%(count)s evenings", settings.min_evenings)
        asked.append(text % {"count": settings.min_evenings})
    if settings.min_deals:
        asked.append(words.count(settings.min_deals))
    if not asked or settings.unqualified is Unqualified.RANKED:
        return ""
    if len(asked) == 2:
        both = {"evenings": asked[0], "deals": asked[1]}
        asked = [_("%(evenings)s and %(deals)s") % both]
    return _("Ranked from %(needed)s on.") % {"needed": asked[0]}


def _tie_break_name(tie_break: LeagueTieBreak, words: CountedWords) -> str:
    return str(words.tie_breaks.get(tie_break, TIE_BREAK_NAMES[tie_break]))


def decision_text(
    decision: LeagueTieDecision, other: str, words: CountedWords, *, ahead: bool
) -> str:
    """Returns the tie-break that decided between two players with the same value. ahead: `other` is
    behind."""
    values = {
        "name": other,
        "rule": _tie_break_name(decision.tie_break, words),
        "mine": _measure_text(decision.tie_break, decision.mine),
        "theirs": _measure_text(decision.tie_break, decision.theirs),
    }
    if ahead:
        return (
            _("Level with %(name)s, and ahead by %(rule)s: %(mine)s against %(theirs)s.") % values
        )
    return _("Level with %(name)s, and behind by %(rule)s: %(mine)s against %(theirs)s.") % values


def _measure_text(tie_break: LeagueTieBreak, value: Number | str | None) -> str:
    if isinstance(value, str):
        return value[:SHOWN_OF_LOT]
    if tie_break is LeagueTieBreak.SUCCESS_RATE and value is not None:
        return rate_text(Fraction(value))
    if tie_break is LeagueTieBreak.CONTRACTS_MADE and value is not None:
        return count_text(value)
    return signed_figure(value) if tie_break in SIGNED_TIE_BREAKS else figure(value)


def rate_text(rate: Fraction) -> str:
    return _("%(number)s %%") % {"number": grouped_number(100 * rate, 1)}


# The rules in plain sentences


def rule_sentences(settings: LeagueSettings, words: CountedWords) -> list[tuple[str, str]]:
    """Each setting that matters as a heading and a sentence, in the order of leagues.md §3.1."""
    sentences = [(_("How players are ranked"), _method_sentence(settings, words))]
    sentences += [
        (_("Tables that count"), _sizes_sentence(settings, words)),
        (
            _("Tables of different sizes"),
            str(words.normalise.get(settings.normalise, NORMALISE[settings.normalise])),
        ),
        (_("Guests"), str(words.guests.get(settings.guests, GUESTS[settings.guests]))),
        (_("To be ranked"), _qualified_sentence(settings, words)),
        (_("When two have the same"), _ties_sentence(settings, words)),
        (_("Penalties"), _penalty_sentence(settings)),
    ]
    if settings.carry_over:
        text = _("Points that members bring along count, and are shown in a column of their own.")
        sentences.append((_("Brought along"), text))
    return sentences


def _method_sentence(settings: LeagueSettings, words: CountedWords) -> str:
    sentence = {
        RankingMethod.BEST_N: _best_sentence,
        RankingMethod.DROP_WORST: _worst_sentence,
        RankingMethod.PLACE_POINTS: _place_sentence,
    }.get(settings.method)
    if sentence:
        return sentence(settings)
    return str(words.methods.get(settings.method, METHODS[settings.method]))


METHODS: Mapping[RankingMethod, Any] = {
    RankingMethod.TOTAL: gettext_lazy("All deal scores are added up. The highest sum is first."),
    RankingMethod.AVERAGE: gettext_lazy(
        "All deal scores are added up and divided by the number of deals played."
    ),
    RankingMethod.EVENING_AVERAGE: gettext_lazy(
        "All deal scores are added up and divided by the number of evenings attended."
    ),
    RankingMethod.RATING: gettext_lazy(
        "The rating of the club decides: it grows by winning against strong tables."
    ),
}
NORMALISE: Mapping[Normalise, Any] = {
    Normalise.NONE: gettext_lazy("Every deal counts as it was scored."),
    Normalise.PER_OPPONENT: gettext_lazy(
        "Scores count as if all had played in fours: three times the score, divided by the number "
        "of opponents."
    ),
    Normalise.Z_SCORE: gettext_lazy(
        "Scores are measured by how far they spread at tables of that size: 100 is the usual "
        "distance from zero. Sizes with fewer than 30 deals count as scored."
    ),
    Normalise.OWN_SIZE: gettext_lazy("Each size of table has standings of its own."),
}
GUESTS: Mapping[Guests, Any] = {
    Guests.PLAYED_NOT_RANKED: gettext_lazy(
        "Their deals count for the others. They stand below the ranking themselves."
    ),
    Guests.RANKED: gettext_lazy("They are ranked like members."),
    Guests.EXCLUDED_DEALS: gettext_lazy("Deals that a guest played count for nobody."),
}


def _best_sentence(settings: LeagueSettings) -> str:
    count = settings.best_n or 0
    text = ngettext(
        "Of each player only the best evening counts.",
        "Of each player the %(count)s best evenings count, and no others.",
        count,
    )
    return text % {"count": count}


def _worst_sentence(settings: LeagueSettings) -> str:
    count = settings.drop_worst or 0
    text = ngettext(
        "All evenings of a player are added up but the worst.",
        "All evenings of a player are added up but the %(count)s worst.",
        count,
    )
    sentences = [text % {"count": count}]
    if settings.missed_counts_as is None:
        sentences.append(_("An evening missed is never one of them."))
    else:
        missed = {"points": signed_figure(settings.missed_counts_as)}
        sentences.append(_("An evening missed counts as %(points)s.") % missed)
    return " ".join(sentences)


def _place_sentence(settings: LeagueSettings) -> str:
    points = ", ".join(figure(each) for each in settings.place_points)
    if settings.place_scope is PlaceScope.TABLE:
        text = _("The places at each table give points, from the first on: %(points)s.")
    else:
        text = _("The places of each evening give points, from the first on: %(points)s.")
    sentences = [text % {"points": points}, _("Players who share a place share its points.")]
    if settings.attendance_points:
        came = {"points": signed_figure(settings.attendance_points)}
        sentences.append(_("Coming gives %(points)s.") % came)
    return " ".join(sentences)


def _sizes_sentence(settings: LeagueSettings, words: CountedWords) -> str:
    sizes = [str(size) for size in sorted(settings.sizes)]
    if len(sizes) == 1:
        return str(words.of_one_size) % {"size": sizes[0]}
    values = {"sizes": ", ".join(sizes[:-1]), "last": sizes[-1]}
    return str(words.of_sizes) % values


def _qualified_sentence(settings: LeagueSettings, words: CountedWords) -> str:
    asked = line_text(settings, words)
    if not asked:
        return _("Everybody who played is ranked.")
    if settings.unqualified is Unqualified.HIDDEN:
        return " ".join([asked, _("Players with fewer are not shown.")])
    return " ".join([asked, _("Players with fewer are listed below the others.")])


def _ties_sentence(settings: LeagueSettings, words: CountedWords) -> str:
    if not settings.tie_breaks:
        return _("They share the rank.")
    rules = _(", then ").join(_tie_break_name(each, words) for each in settings.tie_breaks)
    text = _("Level players are ordered by: %(rules)s. Those still level share the rank.")
    return text % {"rules": rules}


def _penalty_sentence(settings: LeagueSettings) -> str:
    if not settings.penalties:
        return _("Penalties are noted and do not count.")
    if settings.method in {
        RankingMethod.DROP_WORST,
        RankingMethod.EVENING_AVERAGE,
        RankingMethod.RATING,
    }:
        return _("Penalties change the total that is shown, not the ranking.")
    return _("Penalties count as they were given, and are never left out.")

"""An example of how a season normalises scores: one deal of a player.

Source: leagues.md §3.4, §3.6.
"""

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from clubs.core.standings.rank import (
    LeagueRanking,
    LeagueRow,
    LeagueSettings,
    LeagueStandings,
    Normalise,
    SizeScale,
)
from clubs.models import Deal
from clubs.queries.seasons.counted_deals import counts_matches
from clubs.queries.seasons.league_sums import counted_scores
from clubs.queries.seasons.leagues import LeagueData
from clubs.queries.seasons.standings_words import (
    figure,
    signed_figure,
)


@dataclass(frozen=True, slots=True)
class WhyExample:
    """A deal of the player, and the normalising of its score in words."""

    deal: Deal
    text: str


def why_example(
    data: LeagueData, table: LeagueRanking, row: LeagueRow, standings: LeagueStandings
) -> WhyExample | None:
    """Returns the newest deal whose score changes by normalising. None where no deal does, or where
    the season counts matches."""
    scales = {scale.size: scale for scale in table.scales if scale.factor != 1}
    if not scales or counts_matches(data.league):
        return None
    evenings = data.held[: len(standings.evenings)]
    tables = [one.sitting_id for evening in evenings for one in evening.tables]
    rows = counted_scores(data.league, data.settings).filter(
        player=data.players[row.player], deal__size__in=scales, deal__sitting__in=tables
    )
    newest = (
        rows.exclude(score=0)
        .select_related("deal__sitting")
        .order_by("-deal__sitting__opened_at", "-deal__sitting_id", "-deal__number")
        .first()
    )
    if newest is None:
        return None
    scale = scales[newest.deal.size or 0]
    return WhyExample(newest.deal, _example_text(data.settings, scale, newest.score))


def _example_text(settings: LeagueSettings, scale: SizeScale, score: int) -> str:
    values = {
        "score": signed_figure(score),
        "size": scale.size,
        "opponents": scale.size - 1,
        "value": signed_figure(Fraction(score) * scale.factor, 2),
        "deviation": figure(scale.deviation),
    }
    if settings.normalise is Normalise.PER_OPPONENT:
        text = _(
            "%(score)s at a table of %(size)s counts 3 × %(score)s : %(opponents)s opponents "
            "= %(value)s."
        )
    else:
        text = _(
            "%(score)s at a table of %(size)s counts 100 × %(score)s : %(deviation)s = %(value)s; "
            "%(deviation)s is how far scores spread at tables of that size."
        )
    return text % values

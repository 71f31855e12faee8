"""The words for the unit that a season counts, as its game has them."""

from clubs.models import League
from clubs.queries.games import WORDS
from clubs.queries.seasons.counted import CountedWords


def counted_words(league: League) -> CountedWords:
    return WORDS[league.game].counts

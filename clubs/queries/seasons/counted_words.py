"""What the standings of a season count, in the words of its game."""

from clubs.models import League
from clubs.queries.games import WORDS
from clubs.queries.seasons.counted import CountedWords


def counted_words(league: League) -> CountedWords:
    return WORDS[league.game].counts

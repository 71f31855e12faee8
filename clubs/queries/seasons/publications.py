"""The content of a season that is stored when it is published or closed, and its comparison with
the current one."""

import json
from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any, NamedTuple

from django.db.models import Prefetch, QuerySet

from clubs.access import Actor
from clubs.core.standings.document import standings_document
from clubs.core.standings.season_titles import season_titles
from clubs.models import League, Publication
from clubs.queries.games import WORDS
from clubs.queries.seasons.leagues import league_data
from clubs.queries.tables.log_words import named_accounts

VERSION = 2  # the first one had neither statistics nor titles

MISSING = "missing"


def publication_content(league: League) -> dict[str, Any]:
    """Returns the current rules, standings, statistics and titles, and the evenings they are made
    of.

    standings is the document of core/standings/document.py with the evenings of its per_evening in
    `evenings`; statistics is that of the game, null where it stores none; titles are those of
    core/standings/season_titles.py. People are uuids: the document names nobody who is made
    anonymous later.
    """
    data = league_data(league)
    standings = data.standings()
    document = standings_document(league.name, standings)
    tell = WORDS[league.game].season_document
    statistics = tell(league, data.players.values()) if tell else None
    evenings = {str(one.uuid): one for one in league.evenings.all()}
    return {
        "version": VERSION,
        "name": league.name,
        "starts_on": league.starts_on.isoformat(),
        "ends_on": league.ends_on.isoformat(),
        "standings": document,
        "statistics": statistics,
        "titles": season_titles(document, statistics),
        "evenings": [
            {
                "evening": one.key,
                "held_on": one.date.isoformat(),
                "name": evenings[one.key].name,
                "place": evenings[one.key].place,
            }
            for one in standings.evenings
        ],
        "members": [
            {"player": str(row.player.uuid), "number": row.number}
            for row in league.members.select_related("player").order_by("number")
        ],
    }


def content_now(league: League, stored: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the content as computed today, with the bases for a rank that the club had when
    `stored` was made."""
    bases = stored.get("statistics")
    if bases:
        league = copy(league)
        league.club = copy(league.club)
        league.club.least_takes = bases["least_takes"]
        league.club.least_deals = bases["least_deals"]
    return publication_content(league)


def final_publication(league: League) -> Publication | None:
    """Returns the publication that closed the season; None while it is open."""
    if not league.is_closed:
        return None
    return league.publications.filter(is_final=True).order_by("-version").first()


class Changed(NamedTuple):
    """A fact that differs between two contents of one season. Both values are JSON, or MISSING
    where a content does not have the fact."""

    fact: str
    stored: str
    computed: str


def changes(stored: Mapping[str, Any], computed: Mapping[str, Any]) -> Iterator[Changed]:
    """Yields the facts that differ between a stored content and one computed now.

    It compares only the parts that both have: contents of version 1 have no statistics, and a
    caller may give the standings alone. Names are not compared.
    """
    for name, read in PARTS.items():
        if stored.get(name) is None or computed.get(name) is None:
            continue
        before, after = _encoded_facts(read(stored[name])), _encoded_facts(read(computed[name]))
        for fact in dict.fromkeys([*before, *after]):
            pair = before.get(fact, MISSING), after.get(fact, MISSING)
            if pair[0] != pair[1]:
                yield Changed(fact, *pair)


def _encoded_facts(facts: Iterator[tuple[str, Any]]) -> dict[str, str]:
    return {what: json.dumps(fact, ensure_ascii=False, sort_keys=True) for what, fact in facts}


def _standings_facts(document: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Rules, sums, and every row by its player; by size where each has its own."""
    yield "rules", document.get("rules")
    parts = {"": document}
    if "by_size" in document:
        parts = {f" at tables of {size}": part for size, part in document["by_size"].items()}
    for at, part in parts.items():
        yield f"sums{at}", part.get("sums")
        for row in part.get("rows") or []:
            yield f"standing of {row['player']}{at}", row


def _statistics_facts(document: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Everything under the name of the player or the pair, or under its own."""
    club, together = document["club"], document["partners"]
    for row in club["takers"]:
        yield f"rank of taker {row['player']}", row
    for row in together["pairs"]:
        yield f"rank of pair {' and '.join(sorted(row['players']))}", row
    for row in document["players"]:
        for name, value in row.items():
            yield f"{name} of {row['player']}", value
    for name, value in document["records"].items():
        yield f"record {name}", value
    for name in club.keys() - {"takers"}:
        yield f"{name} of the season", club[name]
    for name in together.keys() - {"pairs"}:
        yield f"takes {name}", together[name]


def _titles_facts(titles: list[dict[str, Any]]) -> Iterator[tuple[str, Any]]:
    yield "titles", titles


PARTS: Mapping[str, Any] = {
    "standings": _standings_facts,
    "statistics": _statistics_facts,
    "titles": _titles_facts,
}


def publications_of(reader: Actor, league: League) -> QuerySet[Publication]:
    """Lists the publications, the newest first; published_by is None where the reader may not see
    the account."""
    named = Prefetch("published_by", named_accounts(reader, league.club))
    return league.publications.prefetch_related(named).defer("content").order_by("-version")

"""Final results of tournaments, as they were published, against what comes out now."""

from collections.abc import Iterator, Mapping
from typing import Any

from clubs.models import Publication, Tournament, TournamentState
from clubs.services.deals.differences import Difference
from clubs.services.files.checks import as_json
from clubs.services.snapshot import of_one_moment
from clubs.services.tournaments.results import content_of

FINAL = (TournamentState.FINAL, TournamentState.ARCHIVED)


@of_one_moment
def check_results() -> Iterator[Difference]:
    """Of every tournament that is over, its last published version. A difference needs a person:
    which of the two is right, no program can know. One that came final out of a file was never
    published here, and has nothing to compare."""
    for tournament in Tournament.objects.filter(state__in=FINAL).order_by("pk").iterator():
        published = Publication.objects.filter(tournament=tournament).order_by("-version").first()
        if published is not None:
            yield from _compare(tournament, published.content)


def _compare(tournament: Tournament, stored: Mapping[str, Any]) -> Iterator[Difference]:
    place = f"tournament {tournament.uuid}"
    before, after = _facts(stored), _facts(content_of(tournament))
    for what in dict.fromkeys([*before, *after]):
        pair = before.get(what), after.get(what)
        if pair[0] != pair[1]:
            yield Difference(place, what, as_json(pair[0]), as_json(pair[1]))


def _facts(content: Mapping[str, Any]) -> dict[str, Any]:
    """Rows by the number of their entry, teams and categories by name, and prizes; names of people
    and of the tournament may be others by now."""
    told = content.get("standings", {})
    found: dict[str, Any] = {"rules": told.get("rules"), "sums": told.get("sums")}
    found |= {f"entry {row['number']}": _figures(row) for row in told.get("rows", ())}
    found |= {f"team {row['team']}": _figures(row) for row in told.get("teams", ())}
    for code, rows in told.get("categories", {}).items():
        found |= {f"category {code}, entry {row['number']}": _figures(row) for row in rows}
    return found | {"prizes": content.get("prizes")}


def _figures(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in ("player", "team", "club")}

"""Final results of tournaments, as they were published, against what comes out now."""

from collections.abc import Iterator, Mapping
from typing import Any

from clubs.models import Publication, Tournament
from clubs.queries.tournaments.papers import FINAL
from clubs.services.deals.differences import Difference
from clubs.services.files.checks import check_published, sorted_json
from clubs.services.snapshot import of_one_moment
from clubs.services.tournaments.results import results_content


@of_one_moment
def check_results() -> Iterator[Difference]:
    """Compares the last published results of every tournament that is over with those that follow
    from its slips now. A person must look at a difference: no program can know which of the two is
    right. A tournament that was final in its file was never published here, and is passed over."""
    for tournament in Tournament.objects.filter(state__in=FINAL).order_by("pk").iterator():
        yield from check_result(tournament)


def check_result(tournament: Tournament) -> Iterator[Difference]:
    """Compares those of one tournament that is over."""
    published = Publication.objects.filter(tournament=tournament).order_by("-version").first()
    if published is None:
        return
    place = f"tournament {tournament.uuid}"
    yield from check_published(tournament, published, place)
    before = result_facts(published.content)
    after = result_facts(results_content(tournament))
    for name in dict.fromkeys([*before, *after]):
        pair = before.get(name), after.get(name)
        if pair[0] != pair[1]:
            yield Difference(place, name, sorted_json(pair[0]), sorted_json(pair[1]))


def result_facts(content: Mapping[str, Any]) -> dict[str, Any]:
    """Rows by the number of their entry, teams and categories by name, and prizes; names of people
    and of the tournament may be others by now."""
    standings = content.get("standings", {})
    facts: dict[str, Any] = {"rules": standings.get("rules"), "sums": standings.get("sums")}
    facts |= {f"entry {row['number']}": _figures(row) for row in standings.get("rows", ())}
    facts |= {f"team {row['team']}": _figures(row) for row in standings.get("teams", ())}
    for code, rows in standings.get("categories", {}).items():
        facts |= {f"category {code}, entry {row['number']}": _figures(row) for row in rows}
    return facts | {"prizes": content.get("prizes")}


def _figures(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in ("player", "team", "club")}

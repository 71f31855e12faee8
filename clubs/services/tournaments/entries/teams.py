"""Teams of a tournament, of two to four. Source: tournaments.md §2, §7.7."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from clubs.access import (
    Actor,
    may_desk,
)
from clubs.core.names import name_key
from clubs.core.problems import Problem
from clubs.models import Entry, Team, Tournament
from clubs.queries.tournaments.entries.entries import entry_lines
from clubs.queries.tournaments.entries.teams import teams_mark
from clubs.services.changes import Action
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.tournaments.changes import tournament_change

FEWEST, MOST = 2, 4  # entries of a team


def set_teams(
    actor: Actor,
    tournament: Tournament,
    teams: Mapping[str, Sequence[int]],
    *,
    seen: str = "",
    request_id: UUID,
) -> list[Team]:
    """Replaces all teams. teams has the numbers of the entries by name of the team, the captain
    first; an entry that is in none of them is in no team. seen is the teams_mark that was shown.

    Safe to repeat. Raises TournamentRefused (`team_size`, `entry_in_two_teams`, with the field
    `team-<number>`, and `player_not_listed`) and TournamentMoved.
    """
    with tournament_change(
        Action.SET_TEAMS, actor, tournament, may_desk, request_id, until_over=True
    ) as log:
        asked = {name: list(numbers) for name, numbers in teams.items()}
        if log.repeated:
            log.require_same(log.written["teams"], asked)
            return list(tournament.teams.all())
        if seen and seen != teams_mark(entry_lines(tournament)):
            raise TournamentMoved
        entries = {entry.number: entry for entry in tournament.entries.all()}
        if problems := team_problems(teams, entries):
            raise TournamentRefused(problems)
        log.after = {"teams": asked}
        return write_teams(tournament, teams, entries)


def team_problems(teams: Mapping[str, Sequence[int]], known: Iterable[int]) -> list[Problem]:
    """The problems of these teams, each at the entry that it concerns."""
    members = [number for numbers in teams.values() for number in numbers]
    problems = [
        Problem("player_not_listed", f"team-{number}", {"player": number})
        for number in sorted(set(members).difference(known))
    ]
    twice = [number for number, count in Counter(members).items() if count > 1]
    problems += [Problem("entry_in_two_teams", f"team-{number}") for number in twice]
    usual = _usual_size(map(len, teams.values()))
    problems += [
        Problem("team_size", f"team-{numbers[0]}")
        for numbers in teams.values()
        if numbers and len(numbers) != usual
    ]
    return problems


def _usual_size(sizes: Iterable[int]) -> int:
    """The most frequent size that a team may have; of two that are as frequent, the smaller."""
    counts = Counter(size for size in sizes if FEWEST <= size <= MOST)
    return min(counts, key=lambda size: (-counts[size], size), default=FEWEST)


def write_teams(
    tournament: Tournament, teams: Mapping[str, Sequence[int]], entries: Mapping[int, Entry]
) -> list[Team]:
    """Rows of teams that stay are kept; the caller holds the lock."""
    rows = {name_key(team.name): team for team in tournament.teams.all()}
    filled = {name: numbers for name, numbers in teams.items() if numbers}
    fresh = [
        Team(tournament=tournament, name=name) for name in filled if name_key(name) not in rows
    ]
    rows |= {name_key(team.name): team for team in Team.objects.bulk_create(fresh)}
    # All leave first: an entry that is named in no team any more would else stay in its old one.
    for entry in entries.values():
        entry.team, entry.is_captain = None, False
    written = []
    for name, numbers in filled.items():
        team = rows.pop(name_key(name))
        team.name = name
        written.append(team)
        for number in numbers:
            entries[number].team = team
        entries[numbers[0]].is_captain = True
    Team.objects.bulk_update(written, ["name"], batch_size=200)
    Entry.objects.bulk_update(entries.values(), ["team", "is_captain"], batch_size=200)
    Team.objects.filter(pk__in=[team.pk for team in rows.values()]).delete()
    return written

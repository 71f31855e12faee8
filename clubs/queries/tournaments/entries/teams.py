"""The teams of a tournament with their entries."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from clubs.core.names import name_key
from clubs.queries.tournaments.entries.entries import EntryLine


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team and who is in it, by number."""

    name: str
    captain: str
    members: tuple[EntryLine, ...]


def team_lines(lines: Iterable[EntryLine]) -> list[TeamLine]:
    """The teams by name, with their entries."""
    members: dict[int, list[EntryLine]] = {}
    for line in lines:
        if line.entry.team_id is not None:
            members.setdefault(line.entry.team_id, []).append(line)
    teams = []
    for several in members.values():
        team = several[0].entry.team
        assert team is not None  # noqa: S101
        named = (line.entry.listed_name for line in several if line.entry.is_captain)
        teams.append(TeamLine(team.name, next(named, ""), tuple(several)))
    return sorted(teams, key=lambda team: name_key(team.name))


def teams_mark(lines: Iterable[EntryLine]) -> str:
    """Changes with whoever is in which team."""
    memberships = (f"{line.entry.number}:{line.entry.team_id or ''}" for line in lines)
    return sha256("\0".join(memberships).encode()).hexdigest()[:16]

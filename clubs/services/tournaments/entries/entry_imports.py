"""Many entries at once from a list: all who are new, or nobody. Source: tournaments.md §11."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID, uuid4

from clubs.access import (
    Actor,
    may_desk,
    require,
)
from clubs.core.names import name_key, name_keys, without_number
from clubs.core.problems import Problem
from clubs.models import Entry, Player, Tournament
from clubs.queries.tournaments.entries.entries import EntryRow, place_count
from clubs.services.changes import Action, Change, append_entry
from clubs.services.errors import TournamentRefused
from clubs.services.tournaments.entries.entries import called, entry_columns, refuse_addition
from clubs.services.tournaments.entries.entry_people import Newcomers, entering
from clubs.services.tournaments.entries.teams import team_problems, write_teams


class CheckedRows(NamedTuple):
    """entered has the entries of those rows, by place, whose people have entered already, joining
    those of them who are in no team while their row names one; problems are those of the others,
    each at its field: `rows[0].licence`."""

    entered: dict[int, Entry]
    joining: dict[int, Entry]
    problems: list[Problem]


def import_entries(
    actor: Actor, tournament: Tournament, rows: Sequence[EntryRow], *, request_id: UUID
) -> list[Entry]:
    """Adds an entry for each row, in their order, but for those who have entered already: their
    entries stay as they are, but join the team of the row where they are in none. Of a row without
    number it is the next free one.

    Players of the club are found by name, as add_entry does; who has the name of somebody that has
    entered, and another club or licence, is a new guest. Safe to repeat. Raises TournamentRefused
    with every problem.
    """
    with entering(actor, tournament, request_id=request_id) as (people, log):
        if log.repeated:
            return list(tournament.entries.filter(uuid__in=log.written["entries"]))
        require(may_desk(actor, tournament))
        checked = checked_rows(tournament, rows)
        if checked.problems:
            raise TournamentRefused(checked.problems)
        new = {place: row for place, row in enumerate(rows) if place not in checked.entered}
        refuse_addition(tournament, len(new))
        entries = _create_entries(actor, people, tournament, list(new.values()), log)
        by_place = {**checked.joining, **dict(zip(new, entries, strict=True))}
        teams = _join_teams(
            tournament, [(rows[at].team, by_place[at].number) for at in sorted(by_place)]
        )
        if checked.joining:
            append_entry(
                Change(at=log.at, after={"teams": teams}),
                action=Action.SET_TEAMS,
                actor=actor,
                club=tournament.club,
                target=("tournament", tournament.uuid),
                of=tournament,
                request_id=None,
            )
        log.is_needless = not entries
        log.after = {
            "entries": [str(entry.uuid) for entry in entries],
            "numbers": [entry.number for entry in entries],
        }
    return entries


@dataclass
class _Namesake:
    """Somebody of this name: entered, or of an earlier row (entry None)."""

    club: str
    licence: str
    entry: Entry | None = None

    def is_of(self, row: EntryRow) -> bool:
        """Are they one person? With the same licence; else not with another club, nor with another
        licence. What is not told is no other one."""
        club, licence = name_key(row.details.club_name), row.details.licence
        if licence and self.licence:
            return licence == self.licence
        return not (club and self.club) or club == self.club

    def learn(self, row: EntryRow) -> None:
        """A later row with another club is somebody else."""
        self.club = self.club or name_key(row.details.club_name)
        self.licence = self.licence or row.details.licence


def checked_rows(tournament: Tournament, rows: Sequence[EntryRow]) -> CheckedRows:
    """Only reads: the preview asks it too."""
    entries = list(tournament.entries.select_related("team"))
    known = set(tournament.categories.values_list("code", flat=True))
    entered: dict[int, Entry] = {}
    problems: list[Problem] = []
    numbers = {entry.number for entry in entries}
    licences = {entry.licence for entry in entries if entry.licence}
    people: dict[str, list[_Namesake]] = defaultdict(list)
    for entry in entries:
        namesake = _Namesake(name_key(entry.club_name), entry.licence, entry)
        name, family = (without_number(text)[0] for text in (entry.name, entry.family_name))
        for key in {*name_keys(entry.name, entry.family_name), *name_keys(name, family)}:
            people[key].append(namesake)
    for place, row in enumerate(rows):
        details, at = row.details, f"rows[{place}]"
        namesakes = people[name_key(details.name)]
        same = next((one for one in namesakes if one.is_of(row)), None)
        if same is not None and same.entry is not None:
            entered[place] = same.entry
            same.learn(row)
            continue
        if row.number is not None and row.number in numbers:
            problems.append(Problem("number_taken", f"{at}.number"))
        if same is not None:
            problems.append(Problem("already_entered", f"{at}.name"))
        elif details.licence and details.licence in licences:
            problems.append(Problem("licence_taken", f"{at}.licence"))
        if not known.issuperset(details.categories):
            problems.append(Problem("category_unknown", f"{at}.categories"))
        # Rows count as entered for those after them: a list may name somebody twice.
        numbers |= {row.number} if row.number is not None else set()
        licences |= {details.licence} if details.licence else set()
        namesakes.append(_Namesake(name_key(details.club_name), details.licence))
    new = [place for place in range(len(rows)) if place not in entered]
    places = place_count(tournament)
    if places is not None and places < len(new):
        problems.append(Problem("tournament_full", f"rows[{new[places]}].name"))
    joining: dict[int, Entry] = {}
    for place, entry in entered.items():
        if rows[place].team and entry.team is None and entry not in joining.values():
            joining[place] = entry
    return CheckedRows(
        entered, joining, problems + _team_size_problems(entries, rows, new, joining)
    )


def _team_size_problems(
    entries: Sequence[Entry],
    rows: Sequence[EntryRow],
    new: Sequence[int],
    joining: Mapping[int, Entry],
) -> list[Problem]:
    """The problems of teams that the list names, counted with the entries that are in them already.
    Each stands at the first row of its team."""
    teams: dict[str, list[int]] = defaultdict(list)
    first: dict[str, int] = {}
    for entry in entries:
        if entry.team is not None:
            teams[name_key(entry.team.name)].append(entry.number)
    for place in sorted([*new, *joining]):
        if rows[place].team:
            key = name_key(rows[place].team)
            first.setdefault(key, place)
            # New people have no number yet.
            teams[key].append(joining[place].number if place in joining else -place - 1)
    members = [number for numbers in teams.values() for number in numbers]
    wrong = {problem.field for problem in team_problems(teams, members)}
    return [
        Problem("team_size", f"rows[{place}].team")
        for key, place in first.items()
        if f"team-{teams[key][0]}" in wrong
    ]


def _create_entries(
    actor: Actor,
    people: Newcomers,
    tournament: Tournament,
    rows: Sequence[EntryRow],
    log: Change,
) -> list[Entry]:
    """The caller holds the locks and has made sure that nothing hinders."""
    numbers, players = _numbers_for(tournament, rows), _players_for(people, rows)
    entered = Counter(map(name_key, tournament.entries.values_list("name", flat=True)))
    entries = []
    for row, number, player in zip(rows, numbers, players, strict=True):
        key = name_key(row.details.name)
        entries.append(
            Entry(
                uuid=uuid4(),
                tournament=tournament,
                player=player,
                number=number,
                **entry_columns(row.details),
            )
        )
        name = player.person_name if entered[key] else called(row.details, player)
        entries[-1].call(name, tournament.club)
        entered[key] += 1
        if row.is_paid:
            entries[-1].fee_paid, entries[-1].fee_paid_at = tournament.fee, log.at
            entries[-1].fee_taken_by = actor.user
    Entry.objects.bulk_create(entries)
    return entries


def _numbers_for(tournament: Tournament, rows: Sequence[EntryRow]) -> list[int]:
    """The entry number of each row: its own, or the next one above all numbers so far."""
    taken = set(tournament.entries.values_list("number", flat=True))
    following = max(taken, default=0) + 1
    taken |= {row.number for row in rows if row.number is not None}
    numbers = []
    for row in rows:
        while row.number is None and following in taken:
            following += 1
        numbers.append(following if row.number is None else row.number)
        taken.add(numbers[-1])
    return numbers


def _players_for(people: Newcomers, rows: Sequence[EntryRow]) -> list[Player]:
    """A player for each row: the one of the club with that name who has not entered yet, else a new
    guest."""
    players: list[Player | None] = []
    for row in rows:
        player = people.named(row.details.name)
        if player is not None and people.has_entered(player):
            player = None
        if player is not None:
            people.entered.add(player.pk)
        players.append(player)
    pairs = zip(rows, players, strict=True)
    names = [row.details.person for row, player in pairs if player is None]
    guests = iter(people.add(names))
    return [player or next(guests) for player in players]


def _join_teams(tournament: Tournament, joining: Sequence[tuple[str, int]]) -> dict[str, list[int]]:
    """Returns the numbers of all teams; none where no row names a team. joining: the team that each
    row names, if any, and the number of its entry. Members of before stand first."""
    if not any(name for name, _number in joining):
        return {}
    entries = {
        entry.number: entry for entry in tournament.entries.select_related("team", "tournament")
    }
    names: dict[str, str] = {}
    teams: dict[str, list[int]] = defaultdict(list)
    for entry in sorted(entries.values(), key=lambda entry: not entry.is_captain):
        if entry.team is not None:
            teams[names.setdefault(name_key(entry.team.name), entry.team.name)].append(entry.number)
    for name, number in joining:
        if name:
            teams[names.setdefault(name_key(name), name)].append(number)
    write_teams(tournament, teams, entries)
    return dict(teams)

"""The people of a tournament file: entries, teams, substitutes. Source: tournaments.md §11."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from clubs.core.names import PersonName, given_of, name_key, read_name, tidy_name
from clubs.core.tournaments.files import TournamentFile
from clubs.core.tournaments.people import EntryRead
from clubs.core.tournaments.reading import positive_number
from clubs.core.tournaments.shapes import TournamentSubstitution
from clubs.models import (
    CheckInWay,
    Entry,
    Player,
    Substitution,
    Team,
    Tournament,
)
from clubs.queries.people.people import by_any_name
from clubs.queries.tournaments.files import (
    ENTRY_COLUMNS,
    FAMILY_NAME,
)
from clubs.services.people.people import make_players, taken_names
from clubs.services.tournaments.entries.entry_people import free_name
from clubs.services.tournaments.import_values import take_columns


class ArrivingPeople:
    """Writes the teams, entries and substitutions of a file. entries and substitutes have the keys
    that the file gives its entries."""

    def __init__(self, tournament: Tournament, file: TournamentFile, at: datetime) -> None:
        self.tournament, self.file, self.at = tournament, file, at
        self.club = tournament.club
        self.used: set[int] = set()
        self.known = by_any_name(Player.objects.filter(club=self.club, archived_at=None))
        self.entries: dict[str, Entry] = {}
        self.substitutes: dict[str, list[Substitution]] = {}

    def write(self) -> None:
        tournament, file = self.tournament, self.file
        teams = Team.objects.bulk_create(
            Team(tournament=tournament, name=read.team.name) for read in file.teams
        )
        team_of = {
            member: team
            for team, read in zip(teams, file.teams, strict=True)
            for member in read.team.members
        }
        captains = {read.captain for read in file.teams}
        names = [_name_from_file(read.entry.name, read.extra) for read in file.entries]
        names += [
            _name_from_file(change.name, change.extra)
            for read in file.entries
            for change in read.entry.substitutions
        ]
        # In the order of names: first those who entered, then those who took over from them.
        players = iter(self.players_named(names))
        entries = [
            self.entry_of(read, next(players), team_of.get(read.entry.key), captains)
            for read in file.entries
        ]
        Entry.objects.bulk_create(entries)
        self.entries |= {
            read.entry.key: entry for read, entry in zip(file.entries, entries, strict=True)
        }
        self.substitutes |= {
            read.entry.key: [
                self.substitution_of(one, self.entries[read.entry.key], next(players))
                for one in read.entry.substitutions
            ]
            for read in file.entries
        }
        Substitution.objects.bulk_create(row for rows in self.substitutes.values() for row in rows)

    def substitution_of(
        self, read: TournamentSubstitution, entry: Entry, player: Player
    ) -> Substitution:
        row = Substitution(
            entry=entry,
            player=player,
            name=read.name[:80],
            from_round=read.from_round,
            from_deal=positive_number(read.extra.get("from_deal")) or 1,
            made_at=self.at,
            extra={
                key: value
                for key, value in read.extra.items()
                if key not in ("from_deal", FAMILY_NAME)
            },
        )
        self.call(row, read.extra)
        return row

    def call(self, row: Entry | Substitution, extra: Mapping[str, Any]) -> None:
        row.call(_name_from_file(row.name, extra), self.club)

    def players_named(self, names: list[PersonName]) -> list[Player]:
        """A player for each name, in their order: whoever has the name in the club, if no other row
        took them, else a new guest."""
        players: list[Player | None] = []
        missing: list[PersonName] = []
        taken = set(taken_names(self.known.values()))
        for name in names:
            player = self.known.get(name_key(name.whole))
            if player is not None and player.pk not in self.used:
                self.used.add(player.pk)
                players.append(player)
                continue
            missing.append(free_name(name, taken))
            taken.add(name_key(missing[-1].whole))
            players.append(None)
        guests = iter(make_players(self.club, missing, member_since=None))
        return [player or next(guests) for player in players]

    def entry_of(
        self, read: EntryRead, player: Player, team: Team | None, captains: set[str | None]
    ) -> Entry:
        entry, extra = read.entry, dict(read.extra)
        extra["id"] = entry.key
        row = Entry(
            tournament=self.tournament,
            player=player,
            number=entry.number,
            name=entry.name[:80],
            club_name=(entry.club or "")[:80],
            licence=(read.licence or "")[:40],
            categories=list(entry.categories),
            team=team,
            is_captain=entry.key in captains,
            first_round=read.first_round or self.first_seen(entry.key),
            withdrawn_after=entry.withdrawn_after,
            entered_at=self.at,
        )
        self.call(row, extra)
        elsewhere = ("is_captain", FAMILY_NAME)
        extra.pop(FAMILY_NAME, None)
        row.extra = take_columns(row, extra, [n for n in ENTRY_COLUMNS if n not in elsewhere])
        if read.paid is True or row.fee_paid is not None:
            fee = row.fee_paid if row.fee_paid is not None else self.tournament.fee
            row.fee_paid, row.fee_paid_at = fee, self.at
        elif read.paid not in (None, False):
            row.extra["paid"] = read.paid
        if read.checked_in:
            row.checked_in_at = self.at
            row.check_in_way = row.check_in_way or CheckInWay.LIST
        else:
            row.check_in_way = ""
        return row

    def first_seen(self, key: str) -> int:
        """The first round in which the entry has a place; 1 where it has none in any."""
        for round_read in self.file.rounds:
            if key in round_read.byes or any(key in table.players for table in round_read.tables):
                return round_read.number
        return 1


def _name_from_file(name: str, extra: Mapping[str, Any]) -> PersonName:
    """The name, cut at the family name of the file where it begins or ends with that."""
    tidy, family = tidy_name(name)[:80].rstrip(), extra.get(FAMILY_NAME)
    if isinstance(family, str) and (
        not family or f" {tidy}".endswith(f" {family}") or f"{tidy} ".startswith(f"{family} ")
    ):
        return PersonName(given_of(tidy, family), family)
    return read_name(tidy)

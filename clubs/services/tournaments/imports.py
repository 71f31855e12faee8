"""A tournament of a file becomes one of ours, all or nothing.

Source: tournaments.md §11. Core has read the whole file, scored every deal again
and found it sound before anything is written; docs/tournaments.md says what a file may leave out.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, time
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.dateparse import parse_datetime

from clubs.access import (
    Actor,
    may_create_tournament,
    require,
)
from clubs.core.names import PersonName, given_of, name_key, read_name, renamed, tidy_name
from clubs.core.tournaments.files import RoundRead, TableRead, TournamentFile, read_tournament
from clubs.core.tournaments.people import EntryRead
from clubs.core.tournaments.settings import SlipMode, State
from clubs.core.tournaments.slips import DealRead
from clubs.models import (
    Announcement,
    Bye,
    Category,
    CheckInWay,
    Club,
    Confirmation,
    Deal,
    Entry,
    Penalty,
    Place,
    Player,
    Round,
    RoundState,
    Seat,
    Sitting,
    SittingState,
    SittingTotal,
    Slip,
    SlipState,
    Substitution,
    Team,
    Tournament,
    TournamentState,
)
from clubs.queries.people.people import by_any_name
from clubs.queries.tournaments.files import (
    DOCUMENT,
    ENTRY_COLUMNS,
    FAMILY_NAME,
    OWN,
    ROUND_COLUMNS,
    SLIP_COLUMNS,
    TOURNAMENT_COLUMNS,
)
from clubs.services.changes import Action, change
from clubs.services.deals.kept import keep
from clubs.services.files.imported_tables import (
    Chain,
    NewDeal,
    NewTable,
    NewTotal,
    SameTotals,
    Writer,
)
from clubs.services.ids import made_uuid
from clubs.services.people.links import free_codes
from clubs.services.people.people import make_players, taken_names
from clubs.services.tournaments.entries.entry_people import free_name
from clubs.services.tournaments.rounds.rounds import rate_from

Json = dict[str, Any]

BEGINS = time(14)  # of a tournament of which only the day is told
OURS = {"prizes", "announcements", "categories"}  # parts of the document that become rows


def import_tournament(actor: Actor, club: Club, document: Any, *, request_id: UUID) -> Tournament:
    """Safe to repeat. Raises TournamentFileRefused with the path of each problem."""
    told = read_tournament(document)
    tournament = Tournament(uuid=made_uuid(Tournament, club.uuid, request_id), club=club)
    with change(
        Action.IMPORT_TOURNAMENT, actor, tournament, lock=club, request_id=request_id
    ) as entry:
        if entry.repeated:
            return Tournament.objects.select_related("club").get(uuid=tournament.uuid)
        require(may_create_tournament(actor, club))
        has_state = isinstance(document["tournament"].get("state"), str)
        Arrival(actor, tournament, told, entry.at).write(has_state=has_state)
        entry.after = {"name": tournament.name, "entries": len(told.entries)}
    return tournament


def _person_of(name: str, extra: Mapping[str, Any]) -> PersonName:
    """With the family name that the file tells, where it does and the name has it."""
    tidy, family = tidy_name(name)[:80].rstrip(), extra.get(FAMILY_NAME)
    if isinstance(family, str) and (
        not family or f" {tidy}".endswith(f" {family}") or f"{tidy} ".startswith(f"{family} ")
    ):
        return PersonName(given_of(tidy, family), family)
    return read_name(tidy)


class Arrival:
    """One file on its way in. entries and players are found by what the file calls an entry."""

    def __init__(
        self, actor: Actor, tournament: Tournament, told: TournamentFile, at: datetime
    ) -> None:
        self.actor, self.tournament, self.told, self.at = actor, tournament, told, at
        self.club = tournament.club
        self.used: set[int] = set()
        self.known = by_any_name(Player.objects.filter(club=self.club, archived_at=None))
        self.entries: dict[str, Entry] = {}
        self.substitutes: dict[str, list[Substitution]] = {}

    def write(self, *, has_state: bool) -> None:
        self.write_tournament(has_state=has_state)
        self.write_people()
        self.write_rest()
        for told in self.told.rounds:
            self.write_round(told)

    # What there is of it

    def write_tournament(self, *, has_state: bool) -> None:
        tournament, told = self.tournament, self.told
        settings = told.settings.to_json()
        state = settings.pop("state")
        extra = dict(told.tournament_extra)
        tournament.starts_at = self.starts_at(extra.pop("starts_at", None))
        tournament.name = told.title[:80]
        tournament.game, tournament.rules = told.game.code, told.rules.to_json()
        tournament.rules_name = told.rules.name
        tournament.settings = settings
        tournament.state = TournamentState(state if has_state else self.inferred_state())
        left = _take_columns(tournament, extra, TOURNAMENT_COLUMNS)
        prizes = told.extra.get("prizes")
        tournament.prizes = prizes if isinstance(prizes, dict) else {}
        document = {key: value for key, value in told.extra.items() if key not in OURS}
        tournament.extra = {
            key: value for key, value in ((OWN, left), (DOCUMENT, document)) if value
        }
        tournament.created_by, tournament.created_at = self.actor.user, self.at
        [tournament.code] = free_codes(1)
        tournament.save(force_insert=True)

    def starts_at(self, told: Any) -> datetime:
        zone = ZoneInfo(self.club.time_zone)
        moment = _parse_moment(told)
        if moment is not None:
            return moment
        if self.told.held_on is not None:
            return datetime.combine(self.told.held_on, BEGINS, zone)
        return self.at

    def inferred_state(self) -> str:
        """Of a file that does not say it: as far as its rounds are."""
        told = self.told
        planned = told.settings.rounds_planned or len(told.rounds)
        if told.rounds and told.last_round >= planned:
            return State.PROVISIONAL
        return State.PLAYING if told.rounds else State.CHECK_IN

    # People

    def write_people(self) -> None:
        tournament, told = self.tournament, self.told
        teams = Team.objects.bulk_create(
            Team(tournament=tournament, name=read.team.name) for read in told.teams
        )
        team_of = {
            member: team
            for team, read in zip(teams, told.teams, strict=True)
            for member in read.team.members
        }
        captains = {read.captain for read in told.teams}
        names = [_person_of(read.entry.name, read.extra) for read in told.entries]
        names += [
            _person_of(change.name, change.extra)
            for read in told.entries
            for change in read.entry.substitutions
        ]
        players = iter(self.players_named(names))
        entries = [
            self.entry_of(read, next(players), team_of.get(read.entry.key), captains)
            for read in told.entries
        ]
        Entry.objects.bulk_create(entries)
        self.entries = {
            read.entry.key: entry for read, entry in zip(told.entries, entries, strict=True)
        }
        changes = []
        for read in told.entries:
            own = [
                Substitution(
                    entry=self.entries[read.entry.key],
                    player=next(players),
                    name=one.name[:80],
                    from_round=one.from_round,
                    from_deal=_positive(one.extra.get("from_deal")) or 1,
                    made_at=self.at,
                    extra={
                        key: value
                        for key, value in one.extra.items()
                        if key not in ("from_deal", FAMILY_NAME)
                    },
                )
                for one in read.entry.substitutions
            ]
            for row, one in zip(own, read.entry.substitutions, strict=True):
                self.call(row, one.extra)
            self.substitutes[read.entry.key] = own
            changes += own
        Substitution.objects.bulk_create(changes)

    def call(self, row: Entry | Substitution, extra: Mapping[str, Any]) -> None:
        row.call(_person_of(row.name, extra), self.club)

    def players_named(self, names: list[PersonName]) -> list[Player]:
        """One for each name, nobody twice: who is called so in the club, else a new guest."""
        found: list[Player | None] = []
        missing: list[PersonName] = []
        taken = set(taken_names(self.known.values()))
        for name in names:
            player = self.known.get(name_key(name.whole))
            if player is not None and player.pk not in self.used:
                self.used.add(player.pk)
                found.append(player)
                continue
            missing.append(free_name(name, taken))
            taken.add(name_key(missing[-1].whole))
            found.append(None)
        made = iter(make_players(self.club, missing, member_since=None))
        return [player or next(made) for player in found]

    def entry_of(
        self, read: EntryRead, player: Player, team: Team | None, captains: set[str | None]
    ) -> Entry:
        told, extra = read.entry, dict(read.extra)
        extra["id"] = told.key
        row = Entry(
            tournament=self.tournament,
            player=player,
            number=told.number,
            name=told.name[:80],
            club_name=(told.club or "")[:80],
            licence=(read.licence or "")[:40],
            categories=list(told.categories),
            team=team,
            is_captain=told.key in captains,
            first_round=read.first_round or self.first_seen(told.key),
            withdrawn_after=told.withdrawn_after,
            entered_at=self.at,
        )
        self.call(row, extra)
        elsewhere = ("is_captain", FAMILY_NAME)
        extra.pop(FAMILY_NAME, None)
        row.extra = _take_columns(row, extra, [n for n in ENTRY_COLUMNS if n not in elsewhere])
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
        """Who is not said to have come late has come with the first round that has a place."""
        for one in self.told.rounds:
            if key in one.byes or any(key in table.players for table in one.tables):
                return one.number
        return 1

    def write_rest(self) -> None:
        extra, tournament = self.told.extra, self.tournament
        codes = {code for read in self.told.entries for code in read.entry.categories}
        named = {row.code: row for row in self.categories(extra.get("categories"))}
        Category.objects.bulk_create(
            named.get(code) or Category(tournament=tournament, code=code[:20], name=code[:80])
            for code in [*named, *sorted(codes - named.keys())]
        )
        Announcement.objects.bulk_create(self.announcements(extra.get("announcements")))
        Penalty.objects.bulk_create(
            Penalty(
                entry=self.entries[read.penalty.player],
                player=self.entries[read.penalty.player].player,
                points=read.penalty.points,
                after_round=read.penalty.after_round,
                code=read.code,
                reason=read.reason[:200],
                given_at=self.at,
                cancelled_at=self.at if read.cancelled else None,
                cancel_reason=(read.cancel_reason or "–")[:200] if read.cancelled else "",
            )
            for read in self.told.penalties
        )

    def categories(self, told: Any) -> Iterator[Category]:
        for row in _objects(told):
            code, name = row.get("code"), row.get("name")
            if isinstance(code, str) and code.strip():
                yield Category(
                    tournament=self.tournament,
                    code=code[:20],
                    name=(name if isinstance(name, str) and name else code)[:80],
                    born_from=_positive(row.get("born_from")),
                    born_to=_positive(row.get("born_to")),
                )

    def announcements(self, told: Any) -> Iterator[Announcement]:
        for row in _objects(told):
            text, place = row.get("text"), row.get("place")
            if not isinstance(text, str) or not text.strip():
                continue
            begins = _parse_moment(row.get("from")) or self.at
            ends = _parse_moment(row.get("until"))
            yield Announcement(
                tournament=self.tournament,
                text=text[:200],
                place=place if place in Place.values else Place.EVERYWHERE,
                table_number=_positive(row.get("table")),
                shown_from=begins,
                shown_until=ends if ends is None or ends >= begins else begins,
            )

    # Rounds

    def write_round(self, told: RoundRead) -> None:
        extra = dict(told.extra)
        locked = extra.pop("locked", [])
        one = Round(
            tournament=self.tournament,
            number=told.number,
            state=self.state_of(told),
            plan={
                "tables": [
                    {"number": table.number, "players": [self.number(p) for p in table.players]}
                    for table in told.tables
                ],
                "byes": [self.number(player) for player in told.byes],
                "locked": [n for n in locked if _positive(n)] if isinstance(locked, list) else [],
            },
        )
        one.extra = _take_columns(one, extra, ROUND_COLUMNS)
        if one.is_published:
            one.published_at = self.at
        if one.state == RoundState.VALIDATED:
            one.validated_at = self.at
        one.save(force_insert=True)
        if one.is_published:
            Bye.objects.bulk_create(
                Bye(round=one, entry=self.entries[player]) for player in told.byes
            )
            self.write_tables(one, told)

    def state_of(self, told: RoundRead) -> RoundState:
        if told.state is not None:
            return RoundState(told.state)
        return RoundState.VALIDATED if told.is_over else RoundState.DRAWN

    def number(self, key: str) -> int:
        return self.entries[key].number

    def write_tables(self, one: Round, told: RoundRead) -> None:
        """By the writer of imported tables, with its log; then what only a tournament has."""
        held = {table.number: self.holders(table, one.number) for table in told.tables}
        new = [self.new_table(one, table, held[table.number]) for table in told.tables]
        writer = Writer(
            self.actor, self.club, self.players(held), self.at, {}, {}, SameTotals(self.club, ())
        )
        is_closed = one.state == RoundState.VALIDATED
        sittings = []
        for table, told_table in zip(new, told.tables, strict=True):
            sitting = writer.new_sitting(table)
            sitting.round, sitting.table_number = one, told_table.number
            sitting.active_count = self.told.settings.active_count(len(told_table.players))
            sitting.totals_only = told_table.slip.mode is SlipMode.TOTALS
            if not is_closed:
                sitting.state, sitting.closed_at = SittingState.OPEN, None
            self.write_table(writer, sitting, table, told_table, held[told_table.number])
            sittings.append(sitting)
        writer.pile.keys.clear()
        writer.pile.write()
        for sitting, told_table in zip(sittings, told.tables, strict=True):
            self.write_slip(one, sitting, told_table)
        if is_closed:
            keep(sittings)
            rate_from(sittings)

    def holders(self, table: TableRead, number: int) -> dict[str, list[tuple[int, Player]]]:
        """Who sits there for each entry, from which deal on: more than one after a substitution in
        the middle of the round."""
        found = {}
        for key in table.players:
            held = [(1, self.entries[key].player)]
            for one in self.substitutes[key]:
                if one.from_round < number or (one.from_round, one.from_deal) == (number, 1):
                    held = [(1, one.player)]
                elif one.from_round == number:
                    held.append((one.from_deal, one.player))
            found[key] = held
        return found

    def players(
        self, held: Mapping[int, Mapping[str, list[tuple[int, Player]]]]
    ) -> dict[str, Player]:
        return {
            str(player.uuid): player
            for table in held.values()
            for people in table.values()
            for _, player in people
        }

    def new_table(
        self, one: Round, table: TableRead, held: Mapping[str, list[tuple[int, Player]]]
    ) -> NewTable:
        slip = table.slip
        totals: tuple[NewTotal, ...] = ()
        if slip.mode is SlipMode.TOTALS and slip.has_content:
            totals = tuple(
                NewTotal(str(held[key][-1][1].uuid), total) for key, total in slip.scores.items()
            )
        return NewTable(
            key=str(uuid4()),
            label=f"{self.tournament.name}, {one.number}",
            held_on=self.tournament.starts_at.date(),
            rules=self.tournament.rules,
            deals=tuple(self.new_deal(deal, held) for deal in slip.deals),
            totals=totals,
            opened_at=self.tournament.starts_at,
            game=self.tournament.game,
        )

    def new_deal(self, deal: DealRead, held: Mapping[str, list[tuple[int, Player]]]) -> NewDeal:
        names = {
            key: str([player for first, player in people if first <= deal.number][-1].uuid)
            for key, people in held.items()
        }
        record = dict(deal.record) if deal.record is not None else _plain_record(deal)
        free = deal.uuid if deal.uuid and not Deal.objects.filter(uuid=deal.uuid).exists() else None
        return NewDeal(
            key=str(uuid4()),
            players=tuple(names.values()),
            record=renamed(record, names),
            uuid=free,
        )

    def write_table(
        self,
        writer: Writer,
        sitting: Sitting,
        new: NewTable,
        told: TableRead,
        held: Mapping[str, list[tuple[int, Player]]],
    ) -> None:
        seats: dict[str, Seat] = {}
        for place, key in enumerate(told.players):
            for first, player in held[key]:
                is_last = (first, player) == held[key][-1]
                seats[str(player.uuid)] = Seat(
                    sitting=sitting,
                    position=place if is_last else None,
                    player=player,
                    entry=self.entries[key],
                )
        writer.pile.seats += seats.values()
        chain = Chain(writer, sitting)
        chain.opened(new, seats)
        for number, deal in enumerate(new.deals, 1):
            writer.deal(sitting, deal, seats, number, chain)
        writer.pile.totals += (
            SittingTotal(sitting=sitting, player=writer.players[one.player], total=one.total)
            for one in new.totals
        )

    def write_slip(self, one: Round, sitting: Sitting, told: TableRead) -> None:
        read, extra = told.slip, dict(told.slip.extra)
        entered, disputed = extra.pop("entered_by", None), extra.pop("disputed_by", None)
        confirmed = extra.pop("confirmed_by", [])
        slip = Slip(
            sitting=sitting,
            mode=read.mode.value,
            state=self.slip_state(one, told),
            stopped_early=read.stopped_early[:200],
            entered_by=self.entries.get(entered) if isinstance(entered, str) else None,
            disputed_by=self.entries.get(disputed) if isinstance(disputed, str) else None,
            changed_at=self.at,
        )
        slip.extra = _take_columns(slip, extra, SLIP_COLUMNS)
        if slip.state == SlipState.DISPUTED and not slip.dispute:
            slip.dispute = "–"
        slip.save(force_insert=True)
        keys = confirmed if isinstance(confirmed, list) else []
        Confirmation.objects.bulk_create(
            Confirmation(slip=slip, entry=self.entries.get(key) if key else None, at=self.at)
            for key in dict.fromkeys(keys)
            if key is None or key in self.entries
        )

    def slip_state(self, one: Round, told: TableRead) -> SlipState:
        if one.state == RoundState.VALIDATED:
            return SlipState.LOCKED
        if told.slip.state is not None:
            return SlipState(told.slip.state)
        if one.state == RoundState.COMPLETE:
            return SlipState.CONFIRMED
        return SlipState.ENTERING if told.slip.has_content else SlipState.EMPTY


def _plain_record(deal: DealRead) -> Json:
    """A deal of which the file has only the scores."""
    return {"kind": "scores", "label": "–", "scores": dict(deal.scores)}


def _objects(told: Any) -> list[Mapping[str, Any]]:
    return [row for row in told if isinstance(row, Mapping)] if isinstance(told, list) else []


def _positive(told: Any) -> int | None:
    is_number = isinstance(told, int) and not isinstance(told, bool)
    return told if is_number and 0 < told < 32768 else None


def _parse_moment(told: Any) -> datetime | None:
    """A moment with its zone, as our own files say it."""
    try:
        moment = parse_datetime(told) if isinstance(told, str) else None
    except ValueError:
        return None
    return moment if moment is not None and moment.tzinfo is not None else None


def _take_columns(row: Model, told: Json, names: Any) -> Json:
    """Set the columns that the file tells in our way; what is left is kept as it stands."""
    left = dict(told)
    for name in names:
        if name not in told:
            continue
        column: Any = row._meta.get_field(name)
        try:
            value = column.clean(told[name], row)
        except (ValidationError, TypeError, ValueError):
            continue
        if value == told[name]:
            setattr(row, name, value)
            del left[name]
    return left

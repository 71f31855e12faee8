"""A tournament of a file becomes one of ours, all or nothing.

Source: tournaments.md §11. Core has read the whole file, scored every deal again
and found it sound before anything is written; docs/tournaments.md says what a file may leave out.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, time
from typing import Any
from uuid import UUID, uuid4

from clubs.access import (
    Actor,
    may_create_tournament,
    require,
)
from clubs.core.redaction import renamed
from clubs.core.tournaments.files import RoundRead, TableRead, TournamentFile, read_tournament
from clubs.core.tournaments.reading import objects_in, positive_number
from clubs.core.tournaments.settings import SlipDetail, State
from clubs.core.tournaments.slips import DealRead
from clubs.models import (
    Announcement,
    Bye,
    Category,
    Club,
    Confirmation,
    Deal,
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
    Tournament,
    TournamentState,
)
from clubs.queries.tournaments.file_extras import DOCUMENT
from clubs.queries.tournaments.files import OWN, ROUND_COLUMNS, SLIP_COLUMNS, TOURNAMENT_COLUMNS
from clubs.services.changes import Action, change
from clubs.services.deals.kept import keep
from clubs.services.files.import_orders import NewDeal, NewTable, NewTotal
from clubs.services.files.imported_tables import ImportWriter, RowsWriter, SameTotals
from clubs.services.ids import made_uuid
from clubs.services.people.links import free_codes
from clubs.services.tournaments.import_people import ArrivingPeople
from clubs.services.tournaments.import_values import (
    parse_moment,
    refuse_odd_texts,
    take_columns,
)
from clubs.services.tournaments.rounds.rounds import rate_from

Json = dict[str, Any]

BEGINS = time(14)  # of a tournament of which only the day is told
OURS = {"prizes", "announcements", "categories"}  # parts of the document that become rows


def import_tournament(actor: Actor, club: Club, document: Any, *, request_id: UUID) -> Tournament:
    """Safe to repeat. Raises TournamentFileRefused with the path of each problem."""
    file = read_tournament(document)
    refuse_odd_texts(document)
    tournament = Tournament(uuid=made_uuid(Tournament, club.uuid, request_id), club=club)
    asked = {"name": file.title[:80], "entries": len(file.entries)}
    with change(
        Action.IMPORT_TOURNAMENT, actor, tournament, lock=club, asked=asked, request_id=request_id
    ) as log:
        if log.repeated:
            return Tournament.objects.select_related("club").get(uuid=tournament.uuid)
        require(may_create_tournament(actor, club))
        has_state = isinstance(document["tournament"].get("state"), str)
        Arrival(actor, tournament, file, log.at).write(has_state=has_state)
    return tournament


class Arrival:
    """Writes the tournament of one file. entries and substitutes have the keys that the file gives
    its entries; both are empty until the people are written."""

    def __init__(
        self, actor: Actor, tournament: Tournament, file: TournamentFile, at: datetime
    ) -> None:
        self.actor, self.tournament, self.file, self.at = actor, tournament, file, at
        self.club = tournament.club
        self.people = ArrivingPeople(tournament, file, at)
        self.entries, self.substitutes = self.people.entries, self.people.substitutes

    def write(self, *, has_state: bool) -> None:
        self.write_tournament(has_state=has_state)
        self.people.write()
        self.write_rest()
        for round_read in self.file.rounds:
            self.write_round(round_read)

    # What there is of it

    def write_tournament(self, *, has_state: bool) -> None:
        tournament, file = self.tournament, self.file
        settings = file.settings.to_json()
        state = settings.pop("state")
        extra = dict(file.tournament_extra)
        tournament.starts_at = self.starts_at(extra.pop("starts_at", None))
        tournament.name = file.title[:80]
        tournament.game, tournament.rules = file.game.code, file.rules.to_json()
        tournament.rules_name = file.rules.name
        tournament.settings = settings
        tournament.state = TournamentState(state if has_state else self.inferred_state())
        left = take_columns(tournament, extra, TOURNAMENT_COLUMNS)
        prizes = file.extra.get("prizes")
        tournament.prizes = prizes if isinstance(prizes, dict) else {}
        document = {key: value for key, value in file.extra.items() if key not in OURS}
        tournament.extra = {
            key: value for key, value in ((OWN, left), (DOCUMENT, document)) if value
        }
        tournament.created_by, tournament.created_at = self.actor.user, self.at
        [tournament.code] = free_codes(1)
        tournament.save(force_insert=True)

    def starts_at(self, value: Any) -> datetime:
        zone = self.club.zone
        moment = parse_moment(value)
        if moment is not None:
            return moment
        if self.file.held_on is not None:
            return datetime.combine(self.file.held_on, BEGINS, zone)
        return self.at

    def inferred_state(self) -> str:
        """The state of a file that does not give one, by how far its rounds are."""
        file = self.file
        planned = file.settings.rounds_planned or len(file.rounds)
        if file.rounds and file.last_round >= planned:
            return State.PROVISIONAL
        return State.PLAYING if file.rounds else State.CHECK_IN

    def write_rest(self) -> None:
        extra, tournament = self.file.extra, self.tournament
        names = {code[:20]: code for read in self.file.entries for code in read.entry.categories}
        named = {row.code: row for row in self.categories(extra.get("categories"))}
        Category.objects.bulk_create(
            named.get(code) or Category(tournament=tournament, code=code, name=names[code][:80])
            for code in [*named, *sorted(names.keys() - named.keys())]
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
            for read in self.file.penalties
        )

    def categories(self, value: Any) -> Iterator[Category]:
        for row in objects_in(value):
            code, name = row.get("code"), row.get("name")
            if isinstance(code, str) and code.strip():
                yield Category(
                    tournament=self.tournament,
                    code=code[:20],
                    name=(name if isinstance(name, str) and name else code)[:80],
                    born_from=positive_number(row.get("born_from")),
                    born_to=positive_number(row.get("born_to")),
                )

    def announcements(self, value: Any) -> Iterator[Announcement]:
        for row in objects_in(value):
            text, place = row.get("text"), row.get("place")
            if not isinstance(text, str) or not text.strip():
                continue
            begins = parse_moment(row.get("from")) or self.at
            ends = parse_moment(row.get("until"))
            yield Announcement(
                tournament=self.tournament,
                text=text[:200],
                place=place if place in Place.values else Place.EVERYWHERE,
                table_number=positive_number(row.get("table")),
                shown_from=begins,
                shown_until=ends if ends is None or ends >= begins else begins,
            )

    # Rounds

    def write_round(self, round_read: RoundRead) -> None:
        extra = dict(round_read.extra)
        locked = extra.pop("locked", [])
        round_ = Round(
            tournament=self.tournament,
            number=round_read.number,
            state=self.state_of(round_read),
            plan={
                "tables": [
                    {"number": table.number, "players": [self.number(p) for p in table.players]}
                    for table in round_read.tables
                ],
                "byes": [self.number(player) for player in round_read.byes],
                "locked": [n for n in locked if positive_number(n)]
                if isinstance(locked, list)
                else [],
            },
        )
        round_.extra = take_columns(round_, extra, ROUND_COLUMNS)
        if round_.is_published:
            round_.published_at = self.at
        if round_.state == RoundState.VALIDATED:
            round_.validated_at = self.at
        round_.save(force_insert=True)
        if round_.is_published:
            Bye.objects.bulk_create(
                Bye(round=round_, entry=self.entries[player]) for player in round_read.byes
            )
            self.write_tables(round_, round_read)

    def state_of(self, round_read: RoundRead) -> RoundState:
        if round_read.state is not None:
            return RoundState(round_read.state)
        return RoundState.VALIDATED if round_read.is_over else RoundState.DRAWN

    def number(self, key: str) -> int:
        return self.entries[key].number

    def write_tables(self, round_: Round, round_read: RoundRead) -> None:
        """Writes the tables by the writer of imported tables, with its log, then the slips."""
        held = {table.number: self.holders(table, round_.number) for table in round_read.tables}
        new = [self.new_table(round_, table, held[table.number]) for table in round_read.tables]
        players = {
            str(player.uuid): player
            for table in held.values()
            for people in table.values()
            for _, player in people
        }
        writer = ImportWriter(
            self.actor, self.club, players, self.at, {}, {}, SameTotals(self.club, ())
        )
        is_closed = round_.state == RoundState.VALIDATED
        sittings = []
        for table, told_table in zip(new, round_read.tables, strict=True):
            sitting = writer.new_sitting(table)
            sitting.round, sitting.table_number = round_, told_table.number
            sitting.active_count = self.file.settings.active_count(len(told_table.players))
            sitting.totals_only = told_table.slip.mode is SlipDetail.TOTALS
            if not is_closed:
                sitting.state, sitting.closed_at = SittingState.OPEN, None
            self.write_table(writer, sitting, table, told_table, held[told_table.number])
            sittings.append(sitting)
        writer.pile.keys.clear()
        writer.pile.write()
        for sitting, told_table in zip(sittings, round_read.tables, strict=True):
            self.write_slip(round_, sitting, told_table)
        if is_closed:
            keep(sittings)
            rate_from(sittings)

    def holders(self, table: TableRead, number: int) -> dict[str, list[tuple[int, Player]]]:
        """The players of each entry at this table, each with the first deal of theirs. After a
        substitution in the middle of the round an entry has several."""
        seated = {}
        for key in table.players:
            held = [(1, self.entries[key].player)]
            for substitution in self.substitutes[key]:
                if substitution.from_round < number or (
                    substitution.from_round,
                    substitution.from_deal,
                ) == (number, 1):
                    held = [(1, substitution.player)]
                elif substitution.from_round == number:
                    held.append((substitution.from_deal, substitution.player))
            seated[key] = held
        return seated

    def new_table(
        self, round_: Round, table: TableRead, held: Mapping[str, list[tuple[int, Player]]]
    ) -> NewTable:
        slip = table.slip
        totals: tuple[NewTotal, ...] = ()
        if slip.mode is SlipDetail.TOTALS and slip.has_content:
            totals = tuple(
                NewTotal(str(held[key][-1][1].uuid), total) for key, total in slip.scores.items()
            )
        return NewTable(
            key=str(uuid4()),
            label=f"{self.tournament.name}, {round_.number}",
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
        # Of some deals a file has only the scores.
        record = (
            dict(deal.record)
            if deal.record is not None
            else {
                "kind": "scores",
                "label": "–",
                "scores": dict(deal.scores),
            }
        )
        free = deal.uuid if deal.uuid and not Deal.objects.filter(uuid=deal.uuid).exists() else None
        return NewDeal(
            key=str(uuid4()),
            players=tuple(names.values()),
            record=renamed(record, names),
            uuid=free,
        )

    def write_table(
        self,
        writer: ImportWriter,
        sitting: Sitting,
        new: NewTable,
        table_read: TableRead,
        held: Mapping[str, list[tuple[int, Player]]],
    ) -> None:
        seats: dict[str, Seat] = {}
        for place, key in enumerate(table_read.players):
            for first, player in held[key]:
                is_last = (first, player) == held[key][-1]
                seats[str(player.uuid)] = Seat(
                    sitting=sitting,
                    position=place if is_last else None,
                    player=player,
                    entry=self.entries[key],
                )
        writer.pile.seats += seats.values()
        rows = RowsWriter(writer, sitting, seats)
        rows.open(new)
        for number, deal in enumerate(new.deals, 1):
            rows.deal(deal, number)
        writer.pile.totals += (
            SittingTotal(sitting=sitting, player=writer.players[one.player], total=one.total)
            for one in new.totals
        )

    def write_slip(self, round_: Round, sitting: Sitting, table_read: TableRead) -> None:
        read, extra = table_read.slip, dict(table_read.slip.extra)
        entered, disputed = extra.pop("entered_by", None), extra.pop("disputed_by", None)
        confirmed = extra.pop("confirmed_by", [])
        slip = Slip(
            sitting=sitting,
            mode=read.mode.value,
            state=self.slip_state(round_, table_read),
            stopped_early=read.stopped_early[:200],
            entered_by=self.entries.get(entered) if isinstance(entered, str) else None,
            disputed_by=self.entries.get(disputed) if isinstance(disputed, str) else None,
            changed_at=self.at,
        )
        slip.extra = take_columns(slip, extra, SLIP_COLUMNS)
        if slip.state == SlipState.DISPUTED and not slip.dispute:
            slip.dispute = "–"
        slip.save(force_insert=True)
        keys = confirmed if isinstance(confirmed, list) else []
        Confirmation.objects.bulk_create(
            Confirmation(slip=slip, entry=self.entries.get(key) if key else None, at=self.at)
            for key in dict.fromkeys(keys)
            if key is None or key in self.entries
        )

    def slip_state(self, round_: Round, table_read: TableRead) -> SlipState:
        if round_.state == RoundState.VALIDATED:
            return SlipState.LOCKED
        if table_read.slip.state is not None:
            return SlipState(table_read.slip.state)
        if round_.state == RoundState.COMPLETE:
            return SlipState.CONFIRMED
        return SlipState.ENTERING if table_read.slip.has_content else SlipState.EMPTY

"""A tournament of ours as core reads and writes it: the document `tarot-tournament/1`.

Source: tournaments.md §11. What the format does not name of ours stands beside
what it names, under the names of our columns, so that nothing is lost on the way out and in.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F
from django.utils import timezone

from clubs.core.games import get_game
from clubs.core.redaction import renamed
from clubs.core.tournaments import files, people, shapes
from clubs.core.tournaments.settings import SlipDetail
from clubs.core.tournaments.slips import DealRead, SlipRead
from clubs.models import (
    Bye,
    Confirmation,
    Deal,
    DealKind,
    Entry,
    Round,
    Seat,
    Sitting,
    SittingTotal,
    Tournament,
)
from clubs.queries.tournaments.entries.entry_penalties import tournament_penalties
from clubs.queries.tournaments.file_extras import document_extra
from clubs.queries.tournaments.tournaments import core_teams, entries_of, settings_of

Json = dict[str, Any]

# Columns that stand under their own names beside what the format names.
TOURNAMENT_COLUMNS = (
    "place",
    "round_minutes",
    "pause_minutes",
    "confirmations",
    "two_passes",
    "runs_on",
    "fee",
    "currency",
    "capacity",
    "table_numbers",
    "apart",
    "parts",
    "shows_page",
    "shows_entries",
    "shows_seating",
    "shows_standings",
    "shows_penalties",
    "is_practice",
)
FAMILY_NAME = "family_name"
ENTRY_COLUMNS = (
    FAMILY_NAME,
    "email",
    "birth_year",
    "fee_paid",
    "note",
    "check_in_way",
    "is_captain",
)
OWN = "tournament"  # in Tournament.extra: the columns that came with a file
SLIP_COLUMNS = ("is_from_paper", "stop_agreed", "dispute", "warning_reason", "late_deals")
ROUND_COLUMNS = ("method", "seed")


def file_of(tournament: Tournament) -> files.TournamentFile:
    """Everything of it. A fixed number of queries, however many tables. Inside a snapshot."""
    game = get_game(tournament.game)
    entries = entries_of(tournament)
    keys = _entry_keys(entries)
    tables = RoundTables.of(tournament, keys)
    stored = tournament.extra.get(OWN, {})
    own = {name: getattr(tournament, name) for name in TOURNAMENT_COLUMNS if name not in stored}
    return files.TournamentFile(
        title=tournament.name,
        held_on=timezone.localdate(tournament.starts_at),
        game=game,
        rules=game.read_rules(tournament.rules),
        settings=settings_of(tournament),
        entries=tuple(_entry_read(entry, keys) for entry in entries),
        teams=tuple(_teams_read(tournament, entries, keys)),
        rounds=tuple(_rounds_read(tournament, tables, keys)),
        penalties=tuple(_penalties_read(tournament, keys)),
        tournament_extra={"starts_at": tournament.starts_at.isoformat(), **own, **stored},
        extra=document_extra(tournament),
    )


def _entry_keys(entries: Sequence[Entry]) -> dict[int, str]:
    """The key of each entry in the file, by its number: the key of the file that it came with, else
    the number. All keys are uuids where two would be the same otherwise."""
    keys = {entry.number: str(entry.extra.get("id", entry.number)) for entry in entries}
    if len(set(keys.values())) == len(keys):
        return keys
    return {entry.number: str(entry.uuid) for entry in entries}


def _entry_read(entry: Entry, keys: Mapping[int, str]) -> people.EntryRead:
    stored = {key: value for key, value in entry.extra.items() if key not in ("id", "paid")}
    own = {name: getattr(entry, name) for name in ENTRY_COLUMNS if name not in stored}
    paid: Any = entry.extra.get("paid")
    return people.EntryRead(
        entry=shapes.TournamentEntry(
            key=keys[entry.number],
            number=entry.number,
            name=entry.name,
            club=entry.club_name or None,
            categories=tuple(entry.categories),
            withdrawn_after=entry.withdrawn_after,
            substitutions=tuple(
                shapes.TournamentSubstitution(
                    change.from_round,
                    change.name,
                    {
                        "from_deal": change.from_deal,
                        FAMILY_NAME: change.family_name,
                        **change.extra,
                    },
                )
                for change in entry.substitutions.all()
            ),
        ),
        checked_in=entry.is_present,
        licence=entry.licence or None,
        paid=entry.fee_paid is not None if paid is None else paid,
        team=entry.team.name if entry.team else None,
        first_round=entry.first_round,
        extra={**own, **stored},
    )


def _teams_read(
    tournament: Tournament, entries: Sequence[Entry], keys: Mapping[int, str]
) -> list[people.TeamRead]:
    captains = {
        entry.team.name: entry.number for entry in entries if entry.team and entry.is_captain
    }
    return [
        people.TeamRead(
            shapes.TournamentTeam(team.name, tuple(keys[int(number)] for number in team.members)),
            keys[captains[team.name]] if team.name in captains else None,
        )
        for team in core_teams(tournament.teams.all(), entries)
    ]


def _penalties_read(tournament: Tournament, keys: Mapping[int, str]) -> list[people.PenaltyRead]:
    return [
        people.PenaltyRead(
            penalty=shapes.TournamentPenalty(
                keys[row.entry.number], row.points, row.after_round or 0
            ),
            code=row.code,
            reason=row.reason,
            cancelled=row.cancelled_at is not None,
            cancel_reason=row.cancel_reason,
        )
        for row in reversed(tournament_penalties(tournament))
        if row.entry is not None
    ]


# Rounds


@dataclass
class RoundTables:
    """The tables of all rounds, by round, with what is written at each."""

    by_round: Mapping[int, Sequence[Sitting]]
    seats: Mapping[int, Sequence[Seat]]
    deals: Mapping[int, Sequence[Deal]]
    totals: Mapping[int, Mapping[int, int]]
    confirmed: Mapping[int, Sequence[Confirmation]]

    @classmethod
    def of(cls, tournament: Tournament, keys: Mapping[int, str]) -> "RoundTables":
        """Five queries."""
        rows = Sitting.objects.filter(round__tournament=tournament).select_related(
            "round", "slip__entered_by", "slip__disputed_by"
        )
        seats = Seat.objects.filter(sitting__round__tournament=tournament)
        deals = Deal.objects.filter(sitting__round__tournament=tournament)
        totals: dict[int, dict[int, int]] = defaultdict(dict)
        sums = SittingTotal.objects.filter(sitting__round__tournament=tournament)
        for sitting, player, total in sums.values_list("sitting", "player", "total"):
            totals[sitting][player] = total
        confirmed = Confirmation.objects.filter(slip__sitting__round__tournament=tournament)
        return cls(
            _rows_by_key(rows.order_by("table_number"), lambda row: row.round.number),
            _rows_by_key(
                seats.select_related("entry", "player").order_by(
                    F("position").asc(nulls_last=True), "pk"
                ),
                lambda row: row.sitting_id,
            ),
            _rows_by_key(
                deals.prefetch_related("scores__seat__entry").order_by("number"),
                lambda row: row.sitting_id,
            ),
            totals,
            _rows_by_key(
                confirmed.select_related("entry").order_by("at", "pk"), lambda row: row.slip_id
            ),
        )


def _rows_by_key(rows: Any, key: Callable[[Any], int]) -> dict[int, list[Any]]:
    by_key: dict[int, list[Any]] = defaultdict(list)
    for row in rows:
        by_key[key(row)].append(row)
    return by_key


def _rounds_read(
    tournament: Tournament, tables: RoundTables, keys: Mapping[int, str]
) -> list[files.RoundRead]:
    byes: dict[int, list[int]] = defaultdict(list)
    bye_rows = Bye.objects.filter(round__tournament=tournament).order_by("pk")
    for number, entry in bye_rows.values_list("round__number", "entry__number"):
        byes[number].append(entry)
    rounds = []
    for round_ in tournament.rounds.all():
        if round_.is_published:
            read = tuple(_table_read(row, tables, keys) for row in tables.by_round[round_.number])
            out = byes[round_.number]
        else:
            read, out = _drawn_tables(round_, keys), round_.plan.get("byes", [])
        extra: Json = {name: getattr(round_, name) for name in ROUND_COLUMNS}
        extra["locked"] = round_.plan.get("locked", [])
        rounds.append(
            files.RoundRead(
                number=round_.number,
                state=round_.state,
                tables=read,
                byes=tuple(keys[number] for number in out),
                extra={**extra, **round_.extra},
            )
        )
    return rounds


def _drawn_tables(round_: Round, keys: Mapping[int, str]) -> tuple[files.TableRead, ...]:
    return tuple(
        files.TableRead(
            number=table["number"],
            players=tuple(keys[number] for number in table["players"]),
            slip=SlipRead(SlipDetail.DEALS, {}),
        )
        for table in round_.plan.get("tables", ())
    )


def _table_read(sitting: Sitting, tables: RoundTables, keys: Mapping[int, str]) -> files.TableRead:
    seats = [seat for seat in tables.seats[sitting.pk] if seat.entry is not None]
    players = tuple(dict.fromkeys(keys[seat.entry.number] for seat in seats if seat.entry))
    return files.TableRead(
        number=sitting.table_number,
        players=players,
        slip=_slip_read(sitting, seats, players, tables, keys),
    )


def _slip_read(
    sitting: Sitting,
    seats: Sequence[Seat],
    players: Sequence[str],
    tables: RoundTables,
    keys: Mapping[int, str],
) -> SlipRead:
    slip = sitting.slip
    names = {str(seat.player.uuid): keys[seat.entry.number] for seat in seats if seat.entry}
    deals = tuple(
        _deal_read(deal, names, players, keys) for deal in tables.deals.get(sitting.pk, ())
    )
    scores = dict.fromkeys(players, 0)
    for deal in deals:
        for player, score in deal.scores.items():
            scores[player] += score
    totals = tables.totals.get(sitting.pk, {})
    for seat in seats:
        if seat.entry is not None:
            scores[keys[seat.entry.number]] += totals.get(seat.player_id, 0)
    extra: Json = {
        name: value
        for name in SLIP_COLUMNS
        if (value := getattr(slip, name)) not in ("", [], False)
    }
    if slip.entered_by:
        extra["entered_by"] = keys[slip.entered_by.number]
    if slip.disputed_by:
        extra["disputed_by"] = keys[slip.disputed_by.number]
    confirmed = [
        keys[row.entry.number] if row.entry else None for row in tables.confirmed.get(slip.pk, ())
    ]
    if confirmed:
        extra["confirmed_by"] = confirmed
    return SlipRead(
        mode=SlipDetail(slip.mode),
        scores=scores,
        state=slip.state,
        deals=deals,
        has_content=bool(deals or totals),
        stopped_early=slip.stopped_early,
        extra={**extra, **slip.extra},
    )


def _deal_read(
    deal: Deal, names: Mapping[str, str], players: Sequence[str], keys: Mapping[int, str]
) -> DealRead:
    """The record names entries, and no longer says who sat there."""
    record = {name: value for name, value in deal.record.items() if name != "players"}
    scores = dict.fromkeys(players, 0)
    for row in deal.scores.all():
        if row.seat.entry is not None:
            scores[keys[row.seat.entry.number]] += row.score
    return DealRead(
        number=deal.number,
        scores=scores,
        uuid=deal.uuid,
        record=renamed(record, dict(names)),
        stake=deal.stake,
        is_void=deal.kind == DealKind.VOID,
    )

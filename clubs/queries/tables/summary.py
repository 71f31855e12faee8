"""The end of a session: ranking, best and worst deals, takers, contracts, who pays whom. Made from
the sheet."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from clubs.core.deals import ALL_PASS, DealRole
from clubs.core.measures import mean
from clubs.core.money.purse import PassedDeal, Settlement, StakedTable, settlement_of
from clubs.core.rule_settings import KittyTerm
from clubs.queries.deals.breakdown import matches_told
from clubs.queries.tables.sheet_rows import SeatTotal, SheetRow, is_dealt_in
from clubs.queries.tables.sittings import ScoreSheet, ranks


@dataclass(frozen=True, slots=True)
class DealGain:
    """What somebody won or lost on one deal."""

    number: int
    gain: int


@dataclass(frozen=True, slots=True)
class RankRow:
    """Equal totals share a rank. best and worst are None for who played no deal."""

    rank: int
    seat: SeatTotal
    best: DealGain | None
    worst: DealGain | None


@dataclass(frozen=True, slots=True)
class TakerRow:
    """margin is the mean of card points over (or, negative, under) the contracts, None without.
    drawn_count are those neither made nor lost."""

    seat: SeatTotal
    taken_count: int
    made_count: int
    drawn_count: int
    margin: Fraction | None


@dataclass(frozen=True, slots=True)
class ContractRow:
    contract: str
    pips: int
    taken_count: int
    made_count: int
    drawn_count: int
    margin: Fraction | None


@dataclass(frozen=True, slots=True)
class SeatPayment:
    """amount is in the smallest unit of the currency; payee is None for the kitty."""

    payer: SeatTotal
    payee: SeatTotal | None
    amount: int


@dataclass(frozen=True, slots=True)
class TableMoney:
    """What a table plays for, and who pays whom."""

    stake: int
    settled: Settlement
    payments: tuple[SeatPayment, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """total is the sum over the table: 0, or something is wrong. money is None where the table
    plays for points only. matches are told a line each, in a game that has them."""

    ranking: tuple[RankRow, ...]
    takers: tuple[TakerRow, ...]
    contracts: tuple[ContractRow, ...]
    total: int
    void_count: int
    money: TableMoney | None
    matches: tuple[str, ...] = ()

    @property
    def has_draws(self) -> bool:
        return any(row.drawn_count for row in self.contracts)


def summary_of(sheet: ScoreSheet, *, is_of_evening: bool = False) -> Summary:
    """is_of_evening: its page takes what each pays into the kitty once an evening."""
    taken = [row for row in sheet.rows if row.taker]
    return Summary(
        ranking=tuple(_ranking(sheet)),
        takers=tuple(_taker_rows(sheet, taken)),
        contracts=tuple(_contract_rows(taken)),
        total=sum(seat.total for seat in sheet.seats),
        void_count=len(sheet.rows) - sheet.deal_count,
        money=_table_money(sheet, is_of_evening) if sheet.rules.is_for_money else None,
        matches=tuple(_match_texts(sheet)),
    )


def _match_texts(sheet: ScoreSheet) -> list[str]:
    records = {row.number: row.deal.record for row in sheet.rows}
    return matches_told(sheet.sitting.game, sheet.rules, records, sheet.names)


def _table_money(sheet: ScoreSheet, is_of_evening: bool) -> TableMoney:
    """Those who have left pay as well, who has not been there for a deal yet does not."""
    seats = {
        seat.uuid: seat
        for seat in sheet.seats
        if sheet.sitting.totals_only
        or any(not row.cells[seat.position].is_absent for row in sheet.rows)
    }
    passed = [
        PassedDeal(row.deal.record.get("players") or (), row.deal.record.get("dealer"))
        for row in sheet.rows
        if row.deal.void_reason == ALL_PASS
    ]
    points = {uuid: seat.total for uuid, seat in seats.items()}
    rules = sheet.rules
    if is_of_evening and rules.kitty.term is KittyTerm.EVENING:
        rules = rules.changed(kitty=replace(rules.kitty, per_player=0))
    settled = settlement_of([StakedTable(rules, points, passed)], list(seats))
    payments = [
        SeatPayment(seats[paid.payer], seats.get(paid.payee), paid.amount)
        for paid in settled.payments
    ]
    return TableMoney(sheet.rules.stake_per_point, settled, tuple(payments))


def _ranking(sheet: ScoreSheet) -> Iterator[RankRow]:
    seats = sheet.by_total
    for rank, seat in zip(ranks([seat.total for seat in seats]), seats, strict=True):
        feats = list(_feats_of(sheet, seat))
        yield RankRow(
            rank,
            seat,
            best=max(feats, key=lambda feat: feat.gain, default=None),
            worst=min(feats, key=lambda feat: feat.gain, default=None),
        )


def _feats_of(sheet: ScoreSheet, seat: SeatTotal) -> Iterator[DealGain]:
    """The deals that somebody played; of equal ones the earliest is the best or the worst."""
    for row in sheet.rows:
        cell = row.cells[seat.position]
        if not row.is_void and is_dealt_in(cell.role):
            yield DealGain(row.number, cell.gain)


def _taker_rows(sheet: ScoreSheet, taken: Iterable[SheetRow]) -> Iterator[TakerRow]:
    """The takers in seat order, with those who took nothing; none in a game without a taker."""
    by_position: dict[int, list[SheetRow]] = {seat.position: [] for seat in sheet.seats}
    for row in taken:
        position = next(i for i, cell in enumerate(row.cells) if cell.role == DealRole.TAKER)
        by_position[position].append(row)
    if any(by_position.values()):
        for seat in sheet.seats:
            rows = by_position[seat.position]
            yield TakerRow(seat, len(rows), seat.made_count, _drawn_count(rows), _mean_margin(rows))


def _contract_rows(taken: Iterable[SheetRow]) -> Iterator[ContractRow]:
    """The most played first."""
    by_contract: dict[str, list[SheetRow]] = {}
    for row in taken:
        by_contract.setdefault(row.contract, []).append(row)
    for contract, rows in sorted(by_contract.items(), key=lambda item: -len(item[1])):
        made_count = sum(1 for row in rows if row.deal.made)
        yield ContractRow(
            contract, rows[0].pips, len(rows), made_count, _drawn_count(rows), _mean_margin(rows)
        )


def _drawn_count(rows: Iterable[SheetRow]) -> int:
    """Contracts that nobody won."""
    return sum(row.deal.contract is not None and row.deal.made is None for row in rows)


def _mean_margin(rows: Sequence[SheetRow]) -> Fraction | None:
    margins = [
        row.deal.margin if row.deal.made else -row.deal.margin
        for row in rows
        if row.deal.margin is not None
    ]
    return mean(sum(margins), len(margins))

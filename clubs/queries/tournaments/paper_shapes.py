"""What goes on the papers of a tournament, each a frozen value of one moment.

Source: tournaments.md §10. Money is in hundredths of the currency.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from clubs.core.tournaments.prizes import Award
from clubs.core.tournaments.shapes import TournamentStandings
from clubs.queries.deals.papers import SlipColumn


@dataclass(frozen=True, slots=True)
class PaperHead:
    """The head of every paper. starts_at is in the zone of the club, and so are printed times."""

    tournament: str
    club: str
    place: str
    starts_at: datetime


@dataclass(frozen=True, slots=True)
class PosterPaper:
    """The poster. address is that of the public page, typed the same as people type it. fee is what
    one pays, 0 for nothing; rounds, deals and places are 0 where nobody said; closes_at is in the
    zone of the club. registers: people enter by the page, now or soon."""

    head: PaperHead
    address: str
    typed: str
    game: str
    rounds: int = 0
    deals: int = 0
    fee: int = 0
    currency: str = "EUR"
    places: int = 0
    closes_at: datetime | None = None
    registers: bool = True


@dataclass(frozen=True, slots=True)
class PaperEntry:
    """name is that of who plays: of a substitute, if there is one; listed and sort_key are how it
    stands in lists in order (NamedPerson). A blank one has number 0."""

    number: int
    name: str
    club: str = ""
    listed: str = ""
    sort_key: str = ""


@dataclass(frozen=True, slots=True)
class PaperTable:
    """players in order of play, the first dealer first. code and address open the slip of the
    table; empty while there is none."""

    number: int
    players: tuple[PaperEntry, ...]
    code: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class SlipsPaper:
    """An empty slip for each table. round 0 is written by hand.

    calls_partner and dealer_sits_out are how five play; columns and reminder are as SlipHelp has
    them.
    """

    head: PaperHead
    round: int
    deals: int
    tables: tuple[PaperTable, ...]
    calls_partner: bool = True
    dealer_sits_out: bool = False
    columns: tuple[SlipColumn, ...] = ()
    reminder: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SeatingPaper:
    """The seating of a round; planned_at is in the zone of the club."""

    head: PaperHead
    round: int
    tables: tuple[PaperTable, ...]
    byes: tuple[PaperEntry, ...] = ()
    planned_at: datetime | None = None
    is_published: bool = True


@dataclass(frozen=True, slots=True)
class Badge:
    """address opens the page of the entry; empty for none."""

    entry: PaperEntry
    team: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class BadgesPaper:
    head: PaperHead
    badges: tuple[Badge, ...]


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """A line of the check-in list and of the report. fee_paid is None before it is paid.
    left_after: the last round played by an entry that left, 0 if it never started. substitutes:
    name, round and deal from which each plays."""

    entry: PaperEntry
    licence: str = ""
    team: str = ""
    categories: tuple[str, ...] = ()
    fee_paid: int | None = None
    is_present: bool = False
    first_round: int = 1
    left_after: int | None = None
    substitutes: tuple[tuple[str, int, int], ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class CheckInPaper:
    """The check-in list: all entries by name. fee is the entry fee, 0 for none."""

    head: PaperHead
    entries: tuple[ListedEntry, ...]
    fee: int = 0
    currency: str = "EUR"


@dataclass(frozen=True, slots=True)
class StandingsPaper:
    """The standings after a round, with teams and categories as core has them; missed_score is what
    a missed round counts.

    byes are (number of the entry, round); category_names by code; corrected_at tells of a
    correction after a round was validated, and version counts them. fingerprint is empty unless
    they are final.
    """

    head: PaperHead
    standings: TournamentStandings
    rounds_planned: int
    is_final: bool = False
    version: int = 1
    corrected_at: datetime | None = None
    byes: frozenset[tuple[int, int]] = frozenset()
    category_names: Mapping[str, str] = field(default_factory=dict)
    missed_score: int = 0
    fingerprint: str = ""


@dataclass(frozen=True, slots=True)
class PaperPrize:
    """One prize and its winner. list is empty for the overall ranking, else the name of a
    category."""

    award: Award
    list: str
    entry: PaperEntry


@dataclass(frozen=True, slots=True)
class PrizesPaper:
    head: PaperHead
    lines: tuple[PaperPrize, ...]
    currency: str = "EUR"
    is_final: bool = True


@dataclass(frozen=True, slots=True)
class Diploma:
    """list is empty for the overall ranking, else the name of a category; field is how many are
    ranked in it. members are those of a team, whose name stands in the place of a player."""

    name: str
    rank: int
    field: int
    total: int
    list: str = ""
    club: str = ""
    members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DiplomasPaper:
    head: PaperHead
    diplomas: tuple[Diploma, ...]
    is_final: bool = True


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of the overall sheet: the scores of the rounds that are over, None for a missed one,
    and the sum of the penalties so far."""

    entry: PaperEntry
    scores: tuple[int | None, ...] = ()
    penalty: int = 0


@dataclass(frozen=True, slots=True)
class EmergencyPaper:
    """Enough to go on by hand: each planned round, slips for all of its tables, how it stands, and
    sheet, on which the scores of so many rounds are added up: everybody by name.

    slips has one paper for each round that is not over, with or without names.
    """

    head: PaperHead
    seatings: tuple[SeatingPaper, ...]
    slips: tuple[SlipsPaper, ...]
    standings: StandingsPaper | None = None
    sheet: tuple[SheetLine, ...] = ()
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class ReportedRound:
    """sentences are what the certificate of the seating says in words; plan_hash its SHA-256."""

    number: int
    state: str
    method: str
    seed: int
    tables: int
    sentences: tuple[str, ...] = ()
    plan_hash: str = ""


@dataclass(frozen=True, slots=True)
class ReportedChange:
    """A correction or an early end: when and where, what was and is now (by name), by whom, why."""

    at: datetime
    where: str
    changes: tuple[tuple[str, str, str], ...]
    author: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReportedPenalty:
    """cancelled is the reason why it no longer counts; empty while it does."""

    entry: PaperEntry
    points: int
    after_round: int
    kind: str
    reason: str
    at: datetime
    author: str = ""
    cancelled: str = ""


@dataclass(frozen=True, slots=True)
class ReportPaper:
    """The arbiter's report. settings are names and values in words; stops tell what ended early,
    the tournament first, then tables; version is that of the program; fingerprint that of the log
    of the tournament, empty until its results are final."""

    head: PaperHead
    state: str
    settings: tuple[tuple[str, str], ...]
    entries: tuple[ListedEntry, ...]
    rounds: tuple[ReportedRound, ...] = ()
    stops: tuple[ReportedChange, ...] = ()
    corrections: tuple[ReportedChange, ...] = ()
    penalties: tuple[ReportedPenalty, ...] = ()
    arbiters: tuple[str, ...] = ()
    currency: str = "EUR"
    version: str = ""
    fingerprint: str = ""

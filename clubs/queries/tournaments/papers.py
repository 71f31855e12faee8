"""The papers of a tournament, filled from what there is of it now.

site is scheme, host and port by which phones reach it. Each paper takes as many queries for one
table as for a hundred. Prizes and certificates: queries/tournaments/results/honours.py; the report
of the arbiter: queries/tournaments/results/report.py.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils import timezone

from clubs.core.games import get_game
from clubs.core.seating.shapes import SeatingRefused
from clubs.core.seating.sizes import table_sizes
from clubs.core.tournaments.settings import FivePlayerForm, TournamentSettings
from clubs.models import (
    Bye,
    Entry,
    Link,
    LinkKind,
    NamedPerson,
    Round,
    RoundState,
    Seat,
    Sitting,
    Tournament,
    TournamentState,
)
from clubs.queries.deals.papers import SlipHelp
from clubs.queries.fingerprints import fingerprint_in_log
from clubs.queries.games import WORDS
from clubs.queries.tournaments.paper_shapes import (
    Badge,
    BadgesPaper,
    CheckInPaper,
    EmergencyPaper,
    ListedEntry,
    PaperEntry,
    PaperHead,
    PaperTable,
    PosterPaper,
    SeatingPaper,
    SheetLine,
    SlipsPaper,
    StandingsPaper,
)
from clubs.queries.tournaments.tournaments import (
    categories_of,
    entries_of,
    is_active,
    last_over,
    named_holder,
    settings_of,
    standings_after,
)

Entries = Mapping[int, Entry]  # by number

USUAL_TABLE = 4  # players of a table that is not drawn yet
USUAL_DEALS = 5  # lines of a slip where nobody said how many deals a round has
FINAL = (TournamentState.FINAL, TournamentState.ARCHIVED)


def paper_head(tournament: Tournament) -> PaperHead:
    return PaperHead(
        tournament=tournament.name,
        club=tournament.club.name,
        place=tournament.place,
        starts_at=local(tournament, tournament.starts_at),
    )


def local(tournament: Tournament, at: datetime) -> datetime:
    return timezone.localtime(at, tournament.club.zone)


def entry_on_paper(entry: Entry, number: int) -> PaperEntry:
    """number: of the round, which says who plays."""
    return paper_entry(entry, named_holder(entry, number))


def paper_entry(entry: Entry, person: NamedPerson) -> PaperEntry:
    return PaperEntry(
        entry.number, person.name, entry.club_name, person.listed_name, person.sort_key
    )


def poster_paper(tournament: Tournament, address: str, typed: str) -> PosterPaper:
    """address of its public page, typed as people type it. No query."""
    settings = settings_of(tournament)
    closes = tournament.registration_closes_at
    return PosterPaper(
        head=paper_head(tournament),
        address=address,
        typed=typed,
        game=str(WORDS[tournament.game].name),
        rounds=settings.rounds_planned or 0,
        deals=settings.deals_per_round or 0,
        fee=tournament.fee,
        currency=tournament.currency,
        places=tournament.capacity or 0,
        closes_at=local(tournament, closes) if closes else None,
        registers=tournament.state in (TournamentState.DRAFT, TournamentState.OPEN),
    )


# Rounds


def _seated_tables(
    tournament: Tournament, rounds: Iterable[Round], entries: Entries, site: str = ""
) -> dict[int, tuple[PaperTable, ...]]:
    """Tables by number of the round: of a published one those that there are, with the links to
    their slips if site is told; else those of its draw. At most 3 queries, however many rounds."""
    published = [one for one in rounds if one.is_published]
    tables = {
        one.number: tuple(_planned_tables(one, entries)) for one in rounds if not one.is_published
    }
    if published:
        tables |= _opened_tables(published, entries, site)
    return tables


def _planned_tables(round_: Round, entries: Entries) -> Iterator[PaperTable]:
    for table in round_.plan.get("tables", ()):
        players = [entry_on_paper(entries[number], round_.number) for number in table["players"]]
        yield PaperTable(table["number"], tuple(players))


def _opened_tables(
    rounds: Sequence[Round], entries: Entries, site: str
) -> dict[int, tuple[PaperTable, ...]]:
    seats: dict[int, list[int]] = {}
    seated = Seat.objects.present().filter(sitting__round__in=rounds, entry__isnull=False)
    rows = seated.order_by("position").values_list("sitting", "entry__number")
    for sitting, entry in rows:
        seats.setdefault(sitting, []).append(entry)
    tables = Sitting.objects.filter(round__in=rounds).order_by("table_number")
    opened = list(tables.values_list("pk", "uuid", "round__number", "table_number"))
    codes = _slip_codes(rounds) if site else {}
    by_round: dict[int, list[PaperTable]] = {one.number: [] for one in rounds}
    for pk, uuid, number, table in opened:
        players = [entry_on_paper(entries[entry], number) for entry in seats.get(pk, ())]
        code = codes.get(uuid, "")
        address = f"{site}{reverse('code_open', args=[code])}" if code else ""
        by_round[number].append(PaperTable(table, tuple(players), code, address))
    return {number: tuple(tables) for number, tables in by_round.items()}


def _slip_codes(rounds: Sequence[Round]) -> dict[UUID, str]:
    """The codes that open the slips of these rounds, by uuid of the table. Of several links the
    newest counts."""
    targets = Sitting.objects.filter(round__in=rounds).values("uuid")
    links = Link.objects.valid(timezone.now()).filter(
        kind=LinkKind.SCORE, target_uuid__in=targets, code_hash__isnull=False
    )
    rows = links.order_by("pk").only("target_uuid", "code_sealed")
    # the newest comes last, and wins
    return {link.target_uuid: code for link in rows if (code := link.code)}


def entries_by_number(tournament: Tournament) -> dict[int, Entry]:
    return {entry.number: entry for entry in entries_of(tournament)}


def slips_paper(tournament: Tournament, round_: Round, site: str) -> SlipsPaper:
    entries = entries_by_number(tournament)
    tables = _seated_tables(tournament, [round_], entries, site)[round_.number]
    return _slips_for_round(tournament, round_.number, tables)


def _slips_for_round(
    tournament: Tournament, number: int, tables: Sequence[PaperTable]
) -> SlipsPaper:
    settings = settings_of(tournament)
    slip_help = _slip_help(tournament)
    return SlipsPaper(
        head=paper_head(tournament),
        round=number,
        deals=settings.deals_per_round or USUAL_DEALS,
        tables=tuple(tables),
        calls_partner=settings.five_player_form is FivePlayerForm.CALLED_KING,
        dealer_sits_out=settings.five_player_form is FivePlayerForm.DEALER_SITS_OUT,
        columns=tuple(slip_help.columns),
        reminder=tuple(slip_help.reminder),
    )


def _slip_help(tournament: Tournament) -> SlipHelp:
    """The columns and the reminder of the game for its slips, by the rules of the tournament."""
    rules = get_game(tournament.game).read_rules(tournament.rules)
    tell = WORDS[tournament.game].tournament_slip
    return tell(rules) if tell else SlipHelp((), ())


def _blank_tables(
    tournament: Tournament, settings: TournamentSettings, entries: Iterable[Entry], number: int
) -> list[PaperTable]:
    """Tables without names for a round that is not drawn, as many as it will need: for those who
    are there, or before anybody is for all who entered."""
    everybody = [entry for entry in entries if entry.withdrawn_after is None]
    present = [entry for entry in everybody if is_active(entry, number)]
    sizes = _usual_sizes(len(present or everybody), settings)
    own_numbers = tournament.table_numbers
    numbers = own_numbers if len(own_numbers) >= len(sizes) else range(1, len(sizes) + 1)
    nobody = PaperEntry(0, "")
    return [PaperTable(at, (nobody,) * size) for at, size in zip(numbers, sizes, strict=False)]


def _usual_sizes(count: int, settings: TournamentSettings) -> tuple[int, ...]:
    """The size of each table; tables of four where the settings do not allow that many players."""
    try:
        return table_sizes(count, settings.leftovers)
    except SeatingRefused:
        return (USUAL_TABLE,) * -(-count // USUAL_TABLE)


def seating_paper(tournament: Tournament, round_: Round) -> SeatingPaper:
    entries = entries_by_number(tournament)
    tables = _seated_tables(tournament, [round_], entries)[round_.number]
    return _seating_for_round(
        tournament, round_, tables, _byes_by_round([round_], entries)[round_.number]
    )


def _seating_for_round(
    tournament: Tournament,
    round_: Round,
    tables: Sequence[PaperTable],
    byes: Sequence[PaperEntry],
) -> SeatingPaper:
    return SeatingPaper(
        head=paper_head(tournament),
        round=round_.number,
        tables=tuple(tables),
        byes=tuple(byes),
        planned_at=local(tournament, round_.planned_at) if round_.planned_at else None,
        is_published=round_.is_published,
    )


def _byes_by_round(rounds: Sequence[Round], entries: Entries) -> dict[int, list[PaperEntry]]:
    """The byes by number of the round. One query."""
    numbers: dict[int, list[int]] = {
        one.number: [] if one.is_published else list(one.plan.get("byes", ())) for one in rounds
    }
    published = [one for one in rounds if one.is_published]
    rows = Bye.objects.filter(round__in=published).order_by("entry__number")
    for number, entry in rows.values_list("round__number", "entry__number"):
        numbers[number].append(entry)
    return {
        number: [entry_on_paper(entries[entry], number) for entry in found]
        for number, found in numbers.items()
    }


# People


def badges_paper(tournament: Tournament, site: str) -> BadgesPaper:
    """The badges of all entries that did not withdraw before the first round. A badge has a QR code
    once its entry has a personal link."""
    entries = [entry for entry in entries_of(tournament) if entry.withdrawn_after != 0]
    links = player_links_by_entry([entry.uuid for entry in entries])
    last = max(tournament.rounds.values_list("number", flat=True), default=1)
    return BadgesPaper(
        head=paper_head(tournament),
        badges=tuple(
            Badge(
                entry_on_paper(entry, last),
                team=entry.team.name if entry.team else "",
                address=_link_address(site, links.get(entry.uuid)),
            )
            for entry in entries
        ),
    )


def player_links_by_entry(entries: Sequence[UUID]) -> dict[UUID, Link]:
    """The personal links that can be shown, by uuid of the entry; the newest of each. One query."""
    links = Link.objects.valid(timezone.now()).filter(kind=LinkKind.PLAYER, target_uuid__in=entries)
    return {link.target_uuid: link for link in links.order_by("pk") if link.can_be_shown}


def _link_address(site: str, link: Link | None) -> str:
    return f"{site}{reverse('link_open', args=[link.token])}" if link else ""


def check_in_paper(tournament: Tournament) -> CheckInPaper:
    entries = sorted(entries_of(tournament), key=lambda entry: (entry.sort_key, entry.number))
    return CheckInPaper(
        head=paper_head(tournament),
        entries=tuple(listed_entries(tournament, entries)),
        fee=tournament.fee,
        currency=tournament.currency,
    )


def listed_entries(tournament: Tournament, entries: Iterable[Entry]) -> Iterator[ListedEntry]:
    """entries: of entries_of."""
    categories = list(tournament.categories.all())
    names = {category.code: category.name for category in categories}
    for entry in entries:
        codes = categories_of(entry, categories)
        yield ListedEntry(
            paper_entry(entry, entry),
            licence=entry.licence,
            team=entry.team.name if entry.team else "",
            categories=tuple(names.get(code, code) for code in codes),
            fee_paid=entry.fee_paid,
            is_present=entry.is_present,
            first_round=entry.first_round,
            left_after=entry.withdrawn_after,
            substitutes=tuple(
                (change.listed_name, change.from_round, change.from_deal)
                for change in entry.substitutions.all()
            ),
            note=entry.note,
        )


# Standings


def standings_paper(tournament: Tournament, number: int) -> StandingsPaper:
    """The standings after this round."""
    byes = Bye.objects.filter(round__tournament=tournament, round__number__lte=number)
    categories = tournament.categories.values_list("code", "name")
    return StandingsPaper(
        head=paper_head(tournament),
        standings=standings_after(tournament, number),
        rounds_planned=settings_of(tournament).rounds_planned or number,
        is_final=tournament.state in FINAL,
        version=tournament.standings_version,
        corrected_at=tournament.corrected_at,
        byes=frozenset(byes.values_list("entry__number", "round__number")),
        category_names=dict(categories),
        missed_score=settings_of(tournament).missed_round_score,
        fingerprint=fingerprint_in_log(tournament.uuid) if tournament.state in FINAL else "",
    )


# All that one needs to go on by hand


def emergency_paper(tournament: Tournament, site: str) -> EmergencyPaper:
    """Each round that is drawn and not over, slips for it and for those that are still to be drawn,
    the standings so far, and a sheet to add up on. 18 queries at most."""
    rounds = list(tournament.rounds.order_by("number"))
    coming = [one for one in rounds if one.plan and one.state != RoundState.VALIDATED]
    entries = entries_by_number(tournament)
    tables = _seated_tables(tournament, coming, entries, site)
    byes = _byes_by_round(coming, entries)
    over = last_over(rounds)
    standings = standings_paper(tournament, over) if over else None
    return EmergencyPaper(
        head=paper_head(tournament),
        seatings=tuple(
            _seating_for_round(tournament, one, tables[one.number], byes[one.number])
            for one in coming
        ),
        slips=(
            *(_slips_for_round(tournament, one.number, tables[one.number]) for one in coming),
            *_undrawn_slips(tournament, rounds, entries.values()),
        ),
        standings=standings,
        sheet=tuple(_sheet_lines(entries.values(), standings, over + 1)),
        rounds=settings_of(tournament).rounds_planned or max(1, len(rounds)),
    )


def _sheet_lines(
    entries: Iterable[Entry], standings: StandingsPaper | None, number: int
) -> Iterator[SheetLine]:
    """The lines of all who are present, by name; of all entries before anybody is. number: of the
    round, which says who plays."""
    rows = {row.number: row for row in standings.standings.rows} if standings else {}
    playing = [entry for entry in entries if entry.withdrawn_after is None]
    here = [entry for entry in playing if entry.is_present] or playing
    people = [entry_on_paper(entry, number) for entry in here]
    for entry in sorted(people, key=lambda one: (one.sort_key, one.number)):
        row = rows.get(entry.number)
        yield SheetLine(entry, tuple(row.rounds) if row else (), row.penalty if row else 0)


def _undrawn_slips(
    tournament: Tournament, rounds: Iterable[Round], entries: Iterable[Entry]
) -> Iterator[SlipsPaper]:
    """Empty ones for the rounds that nobody has drawn yet."""
    settings = settings_of(tournament)
    drawn = {one.number for one in rounds if one.plan}
    for number in range(1, (settings.rounds_planned or 0) + 1):
        if number not in drawn:
            tables = _blank_tables(tournament, settings, entries, number)
            yield _slips_for_round(tournament, number, tables)

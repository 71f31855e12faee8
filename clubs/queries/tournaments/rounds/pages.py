"""What the pages of the rounds say: how far each one is, and who sits where."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from clubs.core.seating.draw import (
    NEEDS_STANDINGS,
    Player,
    SeatingMethod,
    SeatingRefused,
    better_sizes,
)
from clubs.core.seating.edit import SeatingDifference, has_room
from clubs.core.seating.shapes import SeatingGroup
from clubs.core.seating.sizes import splits
from clubs.models import (
    Entry,
    Round,
    RoundState,
    Slip,
    SlipState,
    Tournament,
)
from clubs.queries.tournaments.plan import size_counts, sizes_words
from clubs.queries.tournaments.rounds.seating_presence import (
    RoundUpdate,
    SeatMove,
    missing_in,
    offer_for,
    steps_since,
)
from clubs.queries.tournaments.rounds.seating_words import (
    certificate_sentences,
    difference_sentences,
    met_sentence,
    name,
    uneven_sizes,
    warning_sentences,
)
from clubs.queries.tournaments.rounds.seatings import (
    everybody,
    kept_apart,
    remarks_of_round,
    seated_round,
    seating_mark,
    sizes_allowed,
    sizes_of,
    sizes_of_game,
)
from clubs.queries.tournaments.tournaments import (
    PUBLISHED,
    entries_of,
    is_active,
    listed_holder,
    named_holder,
    settings_of,
)
from clubs.queries.tournaments.words import METHODS

SPLITS = 8  # that are offered


# The seating of one round


@dataclass(frozen=True, slots=True)
class SeatedEntry:
    """An entry at a table. at is its place in the order of play from 1; 0 for a bye, or without a
    place."""

    number: int
    name: str
    club: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class RoundTableCard:
    """is_free: its players may be moved; is_short: somebody may join it; is_changed: since the
    draw, because people came or left; remarks say who meets again here; slip is what is written of
    a published one."""

    number: int
    places: Sequence[SeatedEntry]
    is_locked: bool
    is_free: bool
    is_short: bool
    is_changed: bool
    remarks: Sequence[str]
    slip: str = ""


@dataclass(frozen=True, slots=True)
class SeatingPage:
    """sentences: what holds of all rounds that are drawn or played, in words; has_remarks: do they
    tell of anything that should not be? warnings: what this round itself does not keep to, which
    is read before it is published. absent: who is seated and does not take part; unseated: who
    takes part and is not seated; offer: what would bring the round up to date for them, None where
    sizes of tables do not allow it. moved: who moved since the draw because people came or left.
    mark names the seating as printed charts do, seen as the forms of the page do. unpaid: how many
    take part and have not paid. waits_for: the earlier round that must be validated or published
    first, 0 for none."""

    round: Round
    tables: Sequence[RoundTableCard]
    byes: Sequence[SeatedEntry]
    unseated: Sequence[SeatedEntry]
    absent: Sequence[SeatedEntry]
    sentences: Sequence[str]
    is_ok: bool
    has_remarks: bool
    warnings: Sequence[str]
    offer: RoundUpdate | None
    moved: Sequence[SeatMove]
    mark: str
    seen: str
    steps_back: int
    unpaid: int
    present: int
    sizes: str
    method: str
    is_by_hand: bool
    waits_for: int

    @property
    def is_drawn(self) -> bool:
        return self.round.state == RoundState.DRAWN

    @property
    def is_changeable(self) -> bool:
        return self.round.state not in (RoundState.PLANNED, RoundState.VALIDATED)

    @property
    def is_outdated(self) -> bool:
        """Whether the seating differs from who takes part. A chart that is filled by hand may still
        lack people."""
        return self.is_drawn and bool(self.absent or (self.unseated and not self.is_by_hand))


def seating_page(
    tournament: Tournament, round_: Round, entries: Sequence[Entry], rounds: Sequence[Round]
) -> SeatingPage:
    """The page of one seating. rounds: all of the tournament that have a row. One query for a
    published round, however many tables, and none else."""
    seating = seated_round(round_.number, round_.plan)
    people = {entry.number: _seated_entry(entry, round_.number) for entry in entries}
    here = [entry for entry in entries if is_active(entry, round_.number)]
    present, seated = {entry.number for entry in here}, everybody(seating)
    certificate = round_.certificate
    whole = _whole_certificate(round_, rounds)
    names = names_by_number(entries, round_.number)
    slips = _slip_states(round_)
    is_drawn = round_.state == RoundState.DRAWN
    missing = missing_in(round_, entries) if is_drawn else None
    moved = steps_since(round_, names) if is_drawn else []
    return SeatingPage(
        round=round_,
        tables=_table_cards(
            round_, people, names, slips, _sizes_to_move_to(tournament, round_), moved
        ),
        byes=[people[int(player)] for player in seating.byes],
        unseated=[people[entry.number] for entry in here if entry.number not in seated]
        if not round_.is_published
        else [],
        absent=[people[int(player)] for player in seated if player not in present],
        sentences=_round_sentences(round_, whole, names, kept_apart(tournament, rounds, entries)),
        is_ok=bool(certificate.get("ok")),
        has_remarks=_has_remarks(whole),
        warnings=warning_sentences(
            remarks_of_round(tournament, round_.number, rounds, entries), names
        )
        if is_drawn
        else [],
        offer=offer_for(tournament, round_.number, rounds, entries)
        if missing and missing.count
        else None,
        moved=moved,
        mark=str(certificate.get("plan_sha256", ""))[:16],
        seen=seating_mark(round_, entries),
        steps_back=len(round_.plan.get("undo", ())),
        unpaid=sum(entry.fee_paid is None for entry in here) if tournament.fee else 0,
        present=len(here),
        sizes=sizes_words(size_counts([len(table.players) for table in seating.tables])),
        method=str(METHODS[SeatingMethod(round_.method)]) if round_.method else "",
        is_by_hand=round_.method == SeatingMethod.MANUAL.value,
        waits_for=_waits_for(tournament, round_, {each.number: each.state for each in rounds}),
    )


def _has_remarks(certificate: Mapping[str, Any]) -> bool:
    parts = ("repeats", "apart_violations", "group_violations")
    return bool(uneven_sizes(certificate)) or any(certificate.get(part) for part in parts)


def _whole_certificate(round_: Round, rounds: Iterable[Round]) -> Mapping[str, Any]:
    """The certificate of all rounds that are drawn: a change in this round may show in a later
    one."""
    drawn = [each for each in rounds if each.certificate and each.number >= round_.number]
    last = max(drawn, key=lambda each: each.number, default=round_)
    certificate: Mapping[str, Any] = last.certificate
    return certificate


def _waits_for(tournament: Tournament, round_: Round, before: Mapping[int, str]) -> int:
    """The earlier round that must come first, 0 for none."""
    follows_close = tournament.runs_on and round_.method not in NEEDS_STANDINGS
    for number in range(1, round_.number):
        state = before.get(number, RoundState.PLANNED)
        enough = state in PUBLISHED if follows_close else state == RoundState.VALIDATED
        if not enough:
            return number
    return 0


PRESENCE = frozenset({"missing_player", "inactive_player_seated"})


def _round_sentences(
    round_: Round,
    certificate: Mapping[str, Any],
    names: Mapping[Any, str],
    separated: SeatingGroup | None,
) -> list[str]:
    """The certificate, without who has no place or should have none: that stands beside the tables
    of a round, and later rounds have pages of their own."""
    if not certificate:
        return []
    errors = [
        error
        for error in certificate["errors"]
        if error["code"] not in PRESENCE or (error["round"] or 0) < round_.number
    ]
    return certificate_sentences({**certificate, "errors": errors}, names, separated)


def names_by_number(entries: Sequence[Entry], number: int) -> dict[Any, str]:
    return {entry.number: listed_holder(entry, number) for entry in entries}


def _seated_entry(entry: Entry, number: int) -> SeatedEntry:
    return SeatedEntry(entry.number, listed_holder(entry, number), entry.club_name)


def _slip_states(round_: Round) -> dict[int, str]:
    """State of the slip, by table number; none before the round is published."""
    if not round_.is_published:
        return {}
    rows = Slip.objects.filter(sitting__round=round_)
    return dict(rows.values_list("sitting__table_number", "state"))


def _sizes_to_move_to(tournament: Tournament, round_: Round) -> tuple[int, ...]:
    """The sizes that a table may have once somebody moved there: in a chart, any of the game."""
    if round_.method == SeatingMethod.MANUAL.value and not round_.is_published:
        return sizes_of_game(tournament)
    return sizes_allowed(tournament, settings_of(tournament))


def _table_cards(
    round_: Round,
    people: Mapping[int, SeatedEntry],
    names: Mapping[Any, str],
    slips: Mapping[int, str],
    sizes: Collection[int],
    moved: Sequence[SeatMove],
) -> list[RoundTableCard]:
    """sizes: that a table may have once somebody moved there; moved: since the draw."""
    changed = {number for step in moved for number in (step.was, step.now)}
    locked = set(round_.plan.get("locked", ()))
    remarks = _remarks_of(round_, names)
    cards = []
    for table in seated_round(round_.number, round_.plan).tables:
        state = slips.get(table.number, "")
        is_free = table.number not in locked and state in ("", SlipState.EMPTY)
        places = [
            SeatedEntry(p.number, p.name, p.club, at)
            for at, p in enumerate((people[int(player)] for player in table.players), 1)
        ]
        cards.append(
            RoundTableCard(
                number=table.number,
                places=places,
                is_locked=table.number in locked,
                is_free=is_free,
                is_short=is_free and has_room(len(places), sizes),
                is_changed=table.number in changed,
                remarks=remarks.get(table.number, ()),
                slip=str(SlipState(state).label) if state else "",
            )
        )
    return cards


def _remarks_of(round_: Round, names: Mapping[Any, str]) -> dict[int, list[str]]:
    """Sentences by table number: pairs that meet again there, and pairs of one team or club."""
    table_of: dict[Player, int] = {
        player: table.number
        for table in seated_round(round_.number, round_.plan).tables
        for player in table.players
    }
    remarks: dict[int, list[str]] = {}
    for item in round_.certificate.get("pairs_repeated", ()):
        if round_.number in item["rounds"]:
            sentence = met_sentence(item["players"], item["rounds"], names)
            remarks.setdefault(table_of.get(item["players"][0], 0), []).append(sentence)
    for item in round_.certificate.get("pairs_same_group", ()):
        first, second = item["players"]
        if table_of.get(first) is not None and table_of.get(first) == table_of.get(second):
            text = _("%(first)s and %(second)s are of one team or club.")
            remark = text % {"first": name(first, names), "second": name(second, names)}
            remarks.setdefault(table_of[first], []).append(remark)
    return remarks


def difference_words(difference: SeatingDifference, names: Mapping[Any, str]) -> str:
    """ "Repeats 0 → 1: A. Berger and B. Calvet meet in rounds 1, 2." """
    sentences = difference_sentences(difference, names)
    counts, rest = sentences[: len(difference.counts)], sentences[len(difference.counts) :]
    head = ", ".join(counts)
    if head and rest:
        return _("%(counts)s: %(what)s") % {"counts": head, "what": " ".join(rest)}
    return " ".join([f"{head}." if head else "", *rest]).strip()


def offered_sizes(
    tournament: Tournament, number: int, entries: Sequence[Entry]
) -> list[tuple[str, str]]:
    """Splits of who takes part, for a draw: the choices of a form. The first is what the settings
    give, or the reason why they give none."""
    settings = settings_of(tournament)
    count = sum(is_active(entry, number) for entry in entries)
    playable = sizes_of_game(tournament)
    better = better_sizes(count, settings.rounds_planned or 0, playable)

    def words(sizes: Sequence[int]) -> str:
        text = sizes_words(size_counts(sizes))
        if tuple(sizes) != better:
            return text
        return _("%(sizes)s: nobody meets anybody twice") % {"sizes": text}

    usual: tuple[int, ...] = ()
    try:
        usual = sizes_of(count, tournament, settings)
        first = words(usual)
    except SeatingRefused:
        first = _("as set, which so many players do not allow")
    others = [sizes for sizes in list(splits(count, playable))[:SPLITS] if sizes != usual]
    return [("", first), *((",".join(map(str, sizes)), words(sizes)) for sizes in others)]


# Files

BY_TABLE, BY_NAME = "table", "name"


def seating_rows(
    tournament: Tournament, round_: Round, order: str
) -> tuple[list[str], list[list[Any]]]:
    """Header and rows of the seating, by table or by name; who has a bye has no table."""
    entries = entries_of(tournament)
    people = {entry.number: _seated_entry(entry, round_.number) for entry in entries}
    seating = seated_round(round_.number, round_.plan)
    seats: list[tuple[SeatedEntry, int | None, int | None]] = [
        (people[int(player)], table.number, at)
        for table in seating.tables
        for at, player in enumerate(table.players, 1)
    ]
    seats += [(people[int(player)], None, None) for player in seating.byes]
    place_header, person_header = [_("Table"), _("Seat")], [_("Number"), _("Name"), _("Club")]
    if order == BY_NAME:
        keys = {entry.number: named_holder(entry, round_.number).sort_key for entry in entries}
        seats.sort(key=lambda seat: (keys[seat[0].number], seat[0].number))
        return [*person_header, *place_header], [
            [p.number, p.name, p.club, t, at] for p, t, at in seats
        ]
    return [*place_header, *person_header], [
        [t, at, p.number, p.name, p.club] for p, t, at in seats
    ]

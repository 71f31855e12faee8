"""What the pages of the rounds say: how far each one is, and who sits where."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from clubs.core.seating.draw import NEEDS_STANDINGS, Method, Player, SeatingRefused, better_sizes
from clubs.core.seating.edit import Difference, has_room
from clubs.core.seating.sizes import splits
from clubs.models import (
    Entry,
    Round,
    RoundState,
    Slip,
    SlipState,
    Tournament,
    TournamentState,
)
from clubs.queries.tournaments.plan import programme, sizes_words
from clubs.queries.tournaments.results.report import METHODS
from clubs.queries.tournaments.rounds.seating_presence import (
    Offer,
    Step,
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
    method_of,
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

SPLITS = 8  # that are offered
UNTIMED = frozenset(set(Method) - NEEDS_STANDINGS)


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One round on the list. step is what comes next for it: draw, publish, play, close, or ""
    where it waits or is over; is_next: the step that the tournament waits for."""

    number: int
    state: str
    label: str
    method: str
    starts_at: datetime
    tables: int
    byes: int
    step: str
    is_next: bool

    @property
    def is_drawn(self) -> bool:
        return self.state != RoundState.PLANNED

    @property
    def is_published(self) -> bool:
        return self.state in PUBLISHED


def round_lines(tournament: Tournament) -> list[RoundLine]:
    """Every round that is planned. One query."""
    settings = settings_of(tournament)
    rounds = {one.number: one for one in tournament.rounds.all()}
    found: list[RoundLine] = []
    waits = not may_draw(tournament)
    for slot in programme(tournament):
        one = rounds.get(slot.number) or Round(tournament=tournament, number=slot.number)
        step = "" if waits else _step_of(one)
        method = Method(one.method) if one.method else method_of(settings, slot.number)
        found.append(
            RoundLine(
                number=slot.number,
                state=one.state,
                label=one.get_state_display(),
                method=str(METHODS[method]),
                starts_at=one.planned_at or slot.starts_at,
                tables=len(one.plan.get("tables", ())),
                byes=len(one.plan.get("byes", ())),
                step=step,
                is_next=bool(step) and not any(line.is_next for line in found),
            )
        )
        if one.state != RoundState.VALIDATED:
            waits = waits or not _may_go_on(tournament, one, settings, rounds)
    return found


def may_draw(tournament: Tournament) -> bool:
    """Who is there is known from the check-in on."""
    return tournament.state in (TournamentState.CHECK_IN, TournamentState.PLAYING)


def _step_of(one: Round) -> str:
    return {
        RoundState.PLANNED.value: "draw",
        RoundState.DRAWN.value: "publish",
        RoundState.PUBLISHED.value: "play",
        RoundState.PLAYING.value: "play",
        RoundState.COMPLETE.value: "close",
    }.get(one.state, "")


def _may_go_on(
    tournament: Tournament, one: Round, settings: Any, rounds: Mapping[int, Round]
) -> bool:
    """May the round after this one take a step before this one is validated?"""
    following = rounds.get(one.number + 1)
    if following is not None and following.state != RoundState.PLANNED:
        return tournament.runs_on and one.is_published
    try:
        method = method_of(settings, one.number + 1)
    except IndexError:
        return False
    return method in UNTIMED and one.state != RoundState.PLANNED


def planned_round(tournament: Tournament, number: int, rounds: Iterable[Round]) -> Round | None:
    """A round that is planned, whether it has a row or not; None for others."""
    one = next((one for one in rounds if one.number == number), None)
    if one is None and 1 <= number <= (settings_of(tournament).rounds_planned or 0):
        one = Round(number=number)
    if one is not None:
        one.tournament = tournament
    return one


# The seating of one round


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody at a table, in order of play from 1; at 0 a bye, or nowhere yet."""

    number: int
    name: str
    club: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class TableCard:
    """is_free: its players may be moved; is_short: somebody may join it; is_changed: since the
    draw, because people came or left; remarks say who meets again here; slip is what is written of
    a published one."""

    number: int
    places: Sequence[Place]
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

    number: int
    state: str
    tables: Sequence[TableCard]
    byes: Sequence[Place]
    unseated: Sequence[Place]
    absent: Sequence[Place]
    sentences: Sequence[str]
    is_ok: bool
    has_remarks: bool
    warnings: Sequence[str]
    offer: Offer | None
    moved: Sequence[Step]
    mark: str
    seen: str
    steps_back: int
    unpaid: int
    present: int
    sizes: str
    method: str
    is_by_hand: bool
    seed: int
    waits_for: int

    @property
    def is_drawn(self) -> bool:
        return self.state == RoundState.DRAWN

    @property
    def is_published(self) -> bool:
        return self.state in PUBLISHED

    @property
    def is_changeable(self) -> bool:
        return self.state not in (RoundState.PLANNED, RoundState.VALIDATED)

    @property
    def is_outdated(self) -> bool:
        """Not of a chart that is filled by hand: there it is said who has no place yet."""
        return self.is_drawn and bool(self.absent or (self.unseated and not self.is_by_hand))


def seating_page(
    tournament: Tournament, one: Round, entries: Sequence[Entry], rounds: Sequence[Round]
) -> SeatingPage:
    """rounds: all of the tournament that have a row. One query for a published round, however many
    tables, and none else."""
    told = seated_round(one.number, one.plan)
    people = {entry.number: _place_of(entry, one.number) for entry in entries}
    here = [entry for entry in entries if is_active(entry, one.number)]
    seated = set(everybody(told))
    certificate = one.certificate
    whole = _whole_certificate(one, rounds)
    names = names_of(entries, one.number)
    slips = _slip_states(one)
    is_drawn = one.state == RoundState.DRAWN
    missing = missing_in(one, entries) if is_drawn else None
    moved = steps_since(one, names) if is_drawn else []
    return SeatingPage(
        number=one.number,
        state=one.state,
        tables=_table_cards(one, people, names, slips, _sizes_to_move_to(tournament, one), moved),
        byes=[people[int(player)] for player in told.byes],
        unseated=[people[entry.number] for entry in here if entry.number not in seated]
        if not one.is_published
        else [],
        absent=[
            people[int(player)]
            for player in everybody(told)
            if player not in {entry.number for entry in here}
        ],
        sentences=_sentences_of(one, whole, names),
        is_ok=bool(certificate.get("ok")),
        has_remarks=bool(
            uneven_sizes(whole)
            or any(whole.get(part) for part in ("repeats", "apart_violations", "group_violations"))
        ),
        warnings=warning_sentences(remarks_of_round(tournament, one.number, rounds, entries), names)
        if is_drawn
        else [],
        offer=offer_for(tournament, one.number, rounds, entries)
        if missing and missing.count
        else None,
        moved=moved,
        mark=str(certificate.get("plan_sha256", ""))[:16],
        seen=seating_mark(one, entries),
        steps_back=len(one.plan.get("undo", ())),
        unpaid=sum(entry.fee_paid is None for entry in here) if tournament.fee else 0,
        present=len(here),
        sizes=sizes_words(_counted_sizes([len(table.players) for table in told.tables])),
        method=str(METHODS[Method(one.method)]) if one.method else "",
        is_by_hand=one.method == Method.MANUAL.value,
        seed=one.seed,
        waits_for=_waits_for(tournament, one, {each.number: each.state for each in rounds}),
    )


def _whole_certificate(one: Round, rounds: Iterable[Round]) -> Mapping[str, Any]:
    """Of all rounds that are drawn: what one changes in this round may show in a later one."""
    drawn = [each for each in rounds if each.certificate and each.number >= one.number]
    last = max(drawn, key=lambda each: each.number, default=one)
    told: Mapping[str, Any] = last.certificate
    return told


def _waits_for(tournament: Tournament, one: Round, before: Mapping[int, str]) -> int:
    """The earlier round that must come first, 0 for none."""
    follows_close = tournament.runs_on and one.method not in NEEDS_STANDINGS
    for number in range(1, one.number):
        state = before.get(number, RoundState.PLANNED)
        enough = state in PUBLISHED if follows_close else state == RoundState.VALIDATED
        if not enough:
            return number
    return 0


PRESENCE = frozenset({"missing_player", "inactive_player_seated"})


def _sentences_of(
    one: Round, certificate: Mapping[str, Any], names: Mapping[Any, str]
) -> list[str]:
    """The certificate, without who has no place or should have none: that stands beside the tables
    of a round, and later rounds have pages of their own."""
    if not certificate:
        return []
    errors = [
        error
        for error in certificate["errors"]
        if error["code"] not in PRESENCE or (error["round"] or 0) < one.number
    ]
    return certificate_sentences({**certificate, "errors": errors}, names)


def _counted_sizes(sizes: Sequence[int]) -> list[tuple[int, int]]:
    """(players, tables), big tables first."""
    return sorted(Counter(filter(None, sizes)).items(), reverse=True)


def names_of(entries: Sequence[Entry], number: int) -> dict[Any, str]:
    return {entry.number: listed_holder(entry, number) for entry in entries}


def _place_of(entry: Entry, number: int) -> Place:
    return Place(entry.number, listed_holder(entry, number), entry.club_name)


def _slip_states(one: Round) -> dict[int, str]:
    """State of the slip, by table number; none before the round is published."""
    if not one.is_published:
        return {}
    rows = Slip.objects.filter(sitting__round=one)
    return dict(rows.values_list("sitting__table_number", "state"))


def _is_chart(one: Round) -> bool:
    """Is it filled by hand, and still open?"""
    return one.method == Method.MANUAL.value and not one.is_published


def _sizes_to_move_to(tournament: Tournament, one: Round) -> tuple[int, ...]:
    """Of tables, once somebody moved there: in a chart any that the game has."""
    if _is_chart(one):
        return sizes_of_game(tournament)
    return sizes_allowed(tournament, settings_of(tournament))


def _table_cards(
    one: Round,
    people: Mapping[int, Place],
    names: Mapping[Any, str],
    slips: Mapping[int, str],
    sizes: Collection[int],
    moved: Sequence[Step],
) -> list[TableCard]:
    """sizes: that a table may have once somebody moved there; moved: since the draw."""
    changed = {number for step in moved for number in (step.was, step.now)}
    locked = set(one.plan.get("locked", ()))
    remarks = _remarks_of(one, names)
    found = []
    for table in seated_round(one.number, one.plan).tables:
        state = slips.get(table.number, "")
        is_free = table.number not in locked and state in ("", SlipState.EMPTY)
        places = [
            Place(p.number, p.name, p.club, at)
            for at, p in enumerate((people[int(player)] for player in table.players), 1)
        ]
        found.append(
            TableCard(
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
    return found


def _remarks_of(one: Round, names: Mapping[Any, str]) -> dict[int, list[str]]:
    """Who meets again at which table of this round, and who of one team or club sits there."""
    table_of: dict[Player, int] = {
        player: table.number
        for table in seated_round(one.number, one.plan).tables
        for player in table.players
    }
    found: dict[int, list[str]] = {}
    for item in one.certificate.get("pairs_repeated", ()):
        if one.number in item["rounds"]:
            sentence = met_sentence(item["players"], item["rounds"], names)
            found.setdefault(table_of.get(item["players"][0], 0), []).append(sentence)
    for item in one.certificate.get("pairs_same_group", ()):
        first, second = item["players"]
        if table_of.get(first) is not None and table_of.get(first) == table_of.get(second):
            text = _("%(first)s and %(second)s are of one team or club.")
            told = text % {"first": name(first, names), "second": name(second, names)}
            found.setdefault(table_of[first], []).append(told)
    return found


def difference_words(told: Difference, names: Mapping[Any, str]) -> str:
    """ "Repeats 0 → 1: A. Berger and B. Calvet meet in rounds 1, 2." """
    sentences = difference_sentences(told, names)
    counts, rest = sentences[: len(told.counts)], sentences[len(told.counts) :]
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
        told = sizes_words(_counted_sizes(sizes))
        if tuple(sizes) != better:
            return told
        return _("%(sizes)s: nobody meets anybody twice") % {"sizes": told}

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
    tournament: Tournament, one: Round, order: str
) -> tuple[list[str], list[list[Any]]]:
    """Header and rows of the seating, by table or by name; who has a bye has no table."""
    entries = entries_of(tournament)
    people = {entry.number: _place_of(entry, one.number) for entry in entries}
    told = seated_round(one.number, one.plan)
    seats: list[tuple[Place, int | None, int | None]] = [
        (people[int(player)], table.number, at)
        for table in told.tables
        for at, player in enumerate(table.players, 1)
    ]
    seats += [(people[int(player)], None, None) for player in told.byes]
    where, who = [_("Table"), _("Seat")], [_("Number"), _("Name"), _("Club")]
    if order == BY_NAME:
        keys = {entry.number: named_holder(entry, one.number).sort_key for entry in entries}
        seats.sort(key=lambda seat: (keys[seat[0].number], seat[0].number))
        return [*who, *where], [[p.number, p.name, p.club, t, at] for p, t, at in seats]
    return [*where, *who], [[t, at, p.number, p.name, p.club] for p, t, at in seats]

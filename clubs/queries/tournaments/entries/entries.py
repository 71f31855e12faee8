"""Entries of a tournament: what is known of each, who may still enter, the lists of the desk."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple, Self
from uuid import UUID

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from clubs.access import Actor
from clubs.core.names import PersonName, given_of, listed_name, name_key, read_name, split_name
from clubs.models import (
    Category,
    Deal,
    Entry,
    Link,
    LinkKind,
    NamedPerson,
    Player,
    Role,
    Substitution,
    Tournament,
    TournamentState,
)
from clubs.numbers import money
from clubs.queries.people.links import valid_link
from clubs.queries.tournaments.tournaments import categories_of

CENTS = 100  # of a unit of the currency
SHORT = 8  # signs of the uuid that a badge carries
# The desk adds entries from the opening of the registration to the last round.
DESK_ADDS = (TournamentState.OPEN, TournamentState.CHECK_IN, TournamentState.PLAYING)
CHECKS_IN = (TournamentState.CHECK_IN, TournamentState.PLAYING)


class _Told(NamedTuple):
    name: str
    club_name: str = ""
    licence: str = ""
    categories: tuple[str, ...] = ()
    email: str = ""
    birth_year: int | None = None
    note: str = ""
    family_name: str = ""


class EntryDetails(_Told):
    """The content of an entry on its person. categories are codes; e-mail address, licence and year
    of birth are for the desk alone. family_name is the part of the name by which lists are sorted;
    without it, it is guessed."""

    __slots__ = ()

    def __new__(cls, name: str, *values: Any, **more: Any) -> Self:
        if "family_name" not in more and len(values) < len(cls._fields) - 1:
            person = read_name(name)
            name, more["family_name"] = person.whole, person.family
        return super().__new__(cls, name, *values, **more)

    @property
    def is_guessed(self) -> bool:
        """The family name may be one that nobody told."""
        return self.family_name == split_name(self.name).family

    @property
    def person(self) -> PersonName:
        return PersonName(given_of(self.name, self.family_name), self.family_name)


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A row of a list that is taken in: number None for the next free one, team "" for none."""

    details: EntryDetails
    number: int | None = None
    team: str = ""
    is_paid: bool = False


def entry_details(entry: Entry) -> EntryDetails:
    values = {field: getattr(entry, field) for field in EntryDetails._fields}
    return EntryDetails(**{**values, "categories": tuple(entry.categories)})


def entry_mark(entry: Entry) -> str:
    """Changes with whatever the form of an entry changes: tells whether somebody was first."""
    return sha256("\0".join(map(str, entry_details(entry))).encode()).hexdigest()[:16]


def _entry_rows(tournament: Tournament) -> QuerySet[Entry]:
    """The entries by number, with their team. `held_by_name` and the like for the other columns of
    a name are of the last substitute, None without one."""
    last = Substitution.objects.filter(entry=OuterRef("pk")).order_by("-from_round")
    held = {
        f"held_by_{column}": Subquery(last.values(column)[:1])
        for column in NamedPerson.NAME_COLUMNS
    }
    return tournament.entries.select_related("team").annotate(**held)


def entry_with_people(tournament: Tournament) -> QuerySet[Entry]:
    """The entries with player, team, the account that took the fee, and substitutions."""
    rows = tournament.entries.select_related("player", "team", "fee_taken_by")
    return rows.prefetch_related("substitutions")


# Who may enter


def place_count(tournament: Tournament) -> int | None:
    """The number of free places, None without a limit. An entry that withdrew before the start
    takes no place."""
    if tournament.capacity is None:
        return None
    taken = tournament.entries.exclude(withdrawn_after=0).count()
    return max(tournament.capacity - taken, 0)


def registration_refusal(tournament: Tournament, now: datetime) -> str:
    """The code of why nobody can register by the public page; empty where people can."""
    if tournament.state in (TournamentState.DRAFT, TournamentState.CANCELLED):
        return "tournament_not_open"
    closes = tournament.registration_closes_at
    if tournament.state != TournamentState.OPEN or (closes is not None and closes <= now):
        return "registration_closed"
    return "tournament_full" if place_count(tournament) == 0 else ""


def takes_arrivals(tournament: Tournament, now: datetime) -> bool:
    """Can people say by themselves that they are here? As long as nothing is drawn, which is for
    the service to look at."""
    closes = tournament.check_in_closes_at
    return tournament.state == TournamentState.CHECK_IN and (closes is None or now < closes)


def entered_players(tournament: Tournament) -> set[int]:
    """Keys of players who hold an entry, or held one."""
    own = tournament.entries.values_list("player", flat=True)
    others = Substitution.objects.filter(entry__tournament=tournament)
    return {*own, *others.values_list("player", flat=True)}


def offered_names(actor: Actor, tournament: Tournament) -> list[str]:
    """People of the club who have not entered, by name, for whoever may see who is in the club."""
    if not actor.has(Role.MEMBER, tournament.club_id):
        return []
    entered = Q(entries__tournament=tournament) | Q(substitutions__entry__tournament=tournament)
    people = Player.objects.filter(club=tournament.club_id).active().exclude(entered)
    return list(people.order_by("sort_key").values_list("name", flat=True))


def deal_to_come(entry: Entry, number: int) -> int:
    """The deal that the table of an entry plays next in a round; 1 where it has not begun. One
    query."""
    here = Q(sitting__seats__entry=entry, sitting__seats__position__isnull=False)
    deals = Deal.objects.filter(here, sitting__round__number=number)
    return deals.filter(sitting__round__tournament=entry.tournament_id).count() + 1


def asks_age(categories: Iterable[Category]) -> bool:
    """Is the year of birth asked for? Only where a category goes by it."""
    return any(one.born_from is not None or one.born_to is not None for one in categories)


def by_hand(categories: Iterable[Category]) -> list[Category]:
    """The categories that somebody is put in, by age or not."""
    return [one for one in categories if one.born_from is None and one.born_to is None]


def player_link(entry: Entry) -> Link | None:
    """The personal link of an entry, if it has one that has not ended."""
    return valid_link(entry.uuid, LinkKind.PLAYER, timezone.now())


# Money


def amount_text(hundredths: int, currency: str) -> str:
    """12.50 € as the page's language writes it; whole amounts without cents."""
    return money(hundredths, currency, places=2 if hundredths % CENTS else 0)


# The lists of the desk


@dataclass(frozen=True)
class EntryLine:
    """One entry as the desk reads it. categories are codes, category_names words; fee is the amount
    paid, "" for not paid; holder is the name of the last person who plays for it."""

    entry: Entry
    holder: str
    categories: tuple[str, ...]
    category_names: tuple[str, ...]
    fee: str

    @property
    def is_paid(self) -> bool:
        return self.entry.fee_paid is not None

    @property
    def has_left(self) -> bool:
        return self.entry.withdrawn_after is not None

    @property
    def owes_fee(self) -> bool:
        """Whether the fee is still to be paid. An entry that left after a round owes it; one that
        never played does not."""
        return not self.is_paid and self.entry.withdrawn_after != 0

    @property
    def listed_holder(self) -> str:
        entry: Any = self.entry  # of _entry_rows
        return listed_name(entry.held_by_name, entry.held_by_family_name, entry.held_by_sort_key)

    @property
    def is_substituted(self) -> bool:
        return self.holder != self.entry.name

    @cached_property
    def search_key(self) -> str:
        """Name, substitute, club and number, for a search without case or accents."""
        parts = {self.entry.name, self.holder}
        words = [*sorted(parts), self.entry.club_name, self.entry.licence]
        return name_key(" ".join([*words, str(self.entry.number)]))


def entry_lines(tournament: Tournament, categories: Sequence[Category] = ()) -> list[EntryLine]:
    """The lines of all entries, by number. One query."""
    names = {one.code: one.name for one in categories}
    return [
        EntryLine(
            entry=entry,
            holder=getattr(entry, "held_by_name", None) or entry.name,
            categories=codes,
            category_names=tuple(names.get(code, code) for code in codes),
            fee="" if entry.fee_paid is None else amount_text(entry.fee_paid, tournament.currency),
        )
        for entry in _entry_rows(tournament)
        for codes in [categories_of(entry, categories)]
    ]


SHOWN: Mapping[str, Callable[[EntryLine], bool]] = {
    "unpaid": lambda line: line.owes_fee,
    "paid": lambda line: line.is_paid,
    "absent": lambda line: not line.entry.is_present and not line.has_left,
    "present": lambda line: line.entry.is_present and not line.has_left,
    "left": lambda line: line.has_left,
    "substituted": lambda line: line.is_substituted,
}


class EntryFilter(NamedTuple):
    """The filters of a list of entries; "" narrows nothing. show is a key of SHOWN, category a
    code, club a name in any spelling of case and accents."""

    sought: str = ""
    show: str = ""
    category: str = ""
    club: str = ""


def narrowed(lines: Iterable[EntryLine], asked: EntryFilter) -> list[EntryLine]:
    """The lines that a search and the filters leave."""
    test, club = SHOWN.get(asked.show), name_key(asked.club)
    return [
        line
        for line in lines
        if (test is None or test(line))
        and (not asked.sought or _fits(line.search_key, asked.sought))
        and (not asked.category or asked.category in line.categories)
        and (not club or name_key(line.entry.club_name) == club)
    ]


def clubs_of(lines: Iterable[EntryLine]) -> list[str]:
    """The names of the clubs in order, each once, as its first entry spells it."""
    names: dict[str, str] = {}
    for line in lines:
        if line.entry.club_name:
            names.setdefault(name_key(line.entry.club_name), line.entry.club_name)
    return [names[key] for key in sorted(names)]


def _fits(key: str, sought: str) -> bool:
    """Does every word of the search begin a word of the key?"""
    words = key.replace("-", " ").split()
    return all(
        any(word.startswith(part) for word in words)
        for part in name_key(sought).replace("-", " ").split()
    )


class Present(NamedTuple):
    """Numbers of entries: those that take part, those of them that are here, those that left, those
    that owe the fee."""

    expected: int
    here: int
    left: int
    unpaid: int

    @property
    def entered(self) -> int:
        return self.expected + self.left

    @property
    def absent(self) -> int:
        return self.expected - self.here


def counts_of(lines: Sequence[EntryLine]) -> Present:
    """Counts entries that are read already."""
    staying = [line for line in lines if not line.has_left]
    return Present(
        expected=len(staying),
        here=sum(line.entry.is_present for line in staying),
        left=len(lines) - len(staying),
        unpaid=sum(line.owes_fee for line in lines),
    )


def present_of(tournament: Tournament) -> Present:
    """Counts the entries of a tournament. One query."""
    stays = Q(withdrawn_after=None)
    counts = tournament.entries.aggregate(
        expected=Count("pk", filter=stays),
        here=Count("pk", filter=stays & Q(checked_in_at__isnull=False)),
        left=Count("pk", filter=~stays),
        unpaid=Count("pk", filter=Q(fee_paid=None) & ~Q(withdrawn_after=0)),
    )
    return Present(**counts)


def door_order(lines: Iterable[EntryLine]) -> list[EntryLine]:
    """Sorts the lines by name, as people look for theirs at the door."""
    return sorted(lines, key=lambda line: (line.entry.sort_key, line.entry.number))


def by_code(lines: Iterable[EntryLine], code: str) -> EntryLine | None:
    """The one whose badge carries these first signs of its uuid; None for none, or several."""
    sought = code.strip().lower().replace("-", "")
    matches = [line for line in lines if line.entry.uuid.hex.startswith(sought)]
    return matches[0] if len(matches) == 1 and len(sought) >= SHORT else None


def badge_code(uuid: UUID) -> str:
    """The code of an entry in the QR code of its badge."""
    return uuid.hex[:SHORT]


def scanned_at_desk(actor: Actor, link: Link) -> Entry | None:
    """The entry to check in when an account of the desk opens its personal link. None if it is the
    account's own entry, or is present already."""
    if actor.user is None:
        return None
    rows = Entry.objects.select_related("tournament", "player").filter(uuid=link.target_uuid)
    entry = rows.filter(checked_in_at=None, tournament__state__in=CHECKS_IN).first()
    if entry is None or entry.player.user_id == actor.user.pk:
        return None
    return entry if actor.desks(entry.tournament) else None

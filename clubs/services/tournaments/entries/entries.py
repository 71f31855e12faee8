"""Entries of a tournament: registered by visitors, added and changed by the desk, with their fee.

An entry is never deleted, and its number is never given again. Check-in: check_ins.py; personal
links: player_links.py. Source: tournaments.md §2, §3, §4.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Max
from django.utils import timezone

from clubs.access import (
    Actor,
    Forbidden,
    may_desk,
    require,
    visible_tournaments,
)
from clubs.core.names import PersonName, name_key, name_keys
from clubs.models import (
    Entry,
    LinkKind,
    Player,
    Tournament,
)
from clubs.queries.people.people import own_player
from clubs.queries.tournaments.entries.entries import (
    DESK_ADDS,
    EntryDetails,
    asks_age,
    entry_details,
    entry_mark,
    place_count,
    registration_refusal,
)
from clubs.services.changes import Action
from clubs.services.errors import RequestReused, TournamentMoved, TournamentRefused
from clubs.services.people.links import make_link
from clubs.services.tournaments.changes import tournament_change
from clubs.services.tournaments.entries.entry_people import Newcomers, entering

# Adding


def register(
    actor: Actor,
    tournament: Tournament,
    details: EntryDetails,
    *,
    for_self: bool = True,
    request_id: UUID,
) -> Entry:
    """A visitor enters by the public page; the entry gets its personal link. Safe to repeat.

    Who is signed in as a player of the club enters as that player, unless for somebody else
    (not for_self). Everybody else is a new guest of the club: whoever types a name is not yet the
    person of that name. Raises TournamentRefused.
    """
    if not visible_tournaments(actor).filter(pk=tournament.pk).exists():
        raise Forbidden
    with entering(actor, tournament, request_id=request_id, of_anyone=True) as (people, log):
        if log.repeated:
            return _entry_written(tournament, log.written, details)
        if code := registration_refusal(tournament, timezone.now()):
            raise TournamentRefused.of(code)
        player = own_player(actor, tournament.club) if for_self else None
        _refuse_registered(tournament, details)
        entry = _write_entry(people, tournament, details, player)
        link = make_link(tournament.club, LinkKind.PLAYER, entry.uuid, by=actor.user)
        log.after = {**_audited(entry), "link": str(link.uuid)}
    return entry


def add_entry(
    actor: Actor,
    tournament: Tournament,
    details: EntryDetails,
    *,
    is_another: bool = False,
    request_id: UUID,
) -> Entry:
    """The desk enters somebody, also while the tournament is played. Safe to repeat.

    The player of the club with that name is taken; is_another says that it is not that person,
    and makes a new guest. Raises TournamentRefused.
    """
    with entering(actor, tournament, request_id=request_id) as (people, log):
        if log.repeated:
            return _entry_written(tournament, log.written, details)
        require(may_desk(actor, tournament))
        refuse_addition(tournament)
        player = None if is_another else people.named(details.name)
        entry = _write_entry(people, tournament, details, player)
        log.after = _audited(entry)
    return entry


def refuse_addition(tournament: Tournament, count: int = 1) -> None:
    """Raises TournamentRefused where the desk cannot add so many entries."""
    if tournament.state not in DESK_ADDS:
        raise TournamentRefused.of("tournament_not_open")
    places = place_count(tournament)
    if places is not None and places < count:
        raise TournamentRefused.of("tournament_full")


def _refuse_registered(tournament: Tournament, details: EntryDetails) -> None:
    """Raises TournamentRefused (`already_entered`) where an entry has the same name and e-mail
    address: it is of the same person."""
    if not details.email:
        return
    same = tournament.entries.filter(email__iexact=details.email)
    names = same.values_list("name", "family_name")
    if any(name_key(details.name) in name_keys(*name) for name in names):
        raise TournamentRefused.of("already_entered", "name")


def _write_entry(
    people: Newcomers, tournament: Tournament, details: EntryDetails, player: Player | None
) -> Entry:
    """The next entry; without a player, of a new guest. Raises TournamentRefused."""
    if player is not None and people.has_entered(player):
        raise TournamentRefused.of("already_entered", "name")
    _refuse_licence(tournament, details.licence)
    _refuse_unknown_categories(tournament, details.categories)
    if player is None:
        [player] = people.add([details.person])
        name = _told_apart(tournament, details.person, player)
    else:
        details = _with_known(tournament, details, player)
        name = called(details, player)
    entry = Entry(
        tournament=tournament,
        player=player,
        number=(tournament.entries.aggregate(last=Max("number"))["last"] or 0) + 1,
        **entry_columns(details),
    )
    entry.call(name, tournament.club)
    entry.save(force_insert=True)
    return entry


def _told_apart(tournament: Tournament, name: PersonName, player: Player) -> PersonName:
    """The name that the room reads. Of two entries with one name the later has a number."""
    others = tournament.entries.values_list("name", flat=True)
    return player.person_name if name_key(name.whole) in map(name_key, others) else name


def called(details: EntryDetails, player: Player) -> PersonName:
    """The name that the room reads of a player of the club. It is spelt as in the club and cut into
    given and family name as in the entry; where the entry has another name, it is that one."""
    person = details.person
    if name_key(details.name) not in name_keys(player.name, player.family_name):
        return person
    if details.is_guessed or name_key(person.whole) != player.name_key:
        return player.person_name
    words, given = player.name.split(), len(person.given.split())
    return PersonName(" ".join(words[:given]), " ".join(words[given:]))


def _with_known(tournament: Tournament, details: EntryDetails, player: Player) -> EntryDetails:
    """Fills in the licence and the year of birth that the club has of the player, where the entry
    has none and the tournament asks for them."""
    if not details.licence and player.licence:
        is_taken = tournament.entries.filter(licence=player.licence).exists()
        details = details._replace(licence="" if is_taken else player.licence)
    if details.birth_year is None and player.birth_year and asks_age(tournament.categories.all()):
        details = details._replace(birth_year=player.birth_year)
    return details


def entry_columns(details: EntryDetails) -> dict[str, Any]:
    """The columns of an entry without those of its name, which NamedPerson.call writes."""
    values = {**details._asdict(), "categories": list(details.categories)}
    return {column: value for column, value in values.items() if column not in Entry.NAME_COLUMNS}


def _refuse_licence(tournament: Tournament, licence: str, entry: Entry | None = None) -> None:
    others = tournament.entries.exclude(pk=entry.pk) if entry else tournament.entries.all()
    if licence and others.filter(licence=licence).exists():
        raise TournamentRefused.of("licence_taken", "licence")


def _refuse_unknown_categories(tournament: Tournament, codes: Sequence[str]) -> None:
    known = set(tournament.categories.values_list("code", flat=True)) if codes else set()
    if not known.issuperset(codes):
        raise TournamentRefused.of("category_unknown", "categories")


def _audited(entry: Entry) -> dict[str, Any]:
    """The content for the log, without names: the log outlives them."""
    return {
        "entry": str(entry.uuid),
        "number": entry.number,
        "player": str(entry.player.uuid),
    }


def _entry_written(tournament: Tournament, written: Any, details: EntryDetails) -> Entry:
    """The entry that the same request made before. Raises RequestReused for another person."""
    entry = tournament.entries.get(uuid=written["entry"])
    keys = name_keys(entry.name, entry.family_name)
    if not any(key.startswith(name_key(details.name)) for key in keys):  # of two, one has a number
        raise RequestReused("sent before with another name")
    entry.tournament = tournament
    return entry


# Changing


def update_entry(
    actor: Actor, entry: Entry, details: EntryDetails, *, seen: str = "", request_id: UUID
) -> Entry:
    """Changes what the entry says of the person; the player stays. seen is the entry_mark that was
    shown.

    Safe to repeat. Raises TournamentRefused and TournamentMoved.
    """
    tournament = entry.tournament
    with tournament_change(
        Action.UPDATE_ENTRY, actor, tournament, may_desk, request_id, target=entry, until_over=True
    ) as log:
        if log.repeated:
            log.require_same(entry_details(entry), details)
            return entry
        if seen and seen != entry_mark(entry):
            raise TournamentMoved
        _refuse_licence(tournament, details.licence, entry)
        _refuse_unknown_categories(
            tournament, sorted(set(details.categories) - set(entry.categories))
        )
        before = entry_details(entry)
        changed = [
            field
            for field in EntryDetails._fields
            if getattr(before, field) != getattr(details, field)
        ]
        log.is_needless = not changed
        log.after = {"number": entry.number, "changed": changed}
        for column, value in entry_columns(details).items():
            setattr(entry, column, value)
        entry.call(details.person, tournament.club)
        entry.save(update_fields=[*EntryDetails._fields, "sort_key"])
    return entry


# The fee


def take_fee(actor: Actor, entry: Entry, amount: int | None = None, *, request_id: UUID) -> Entry:
    """Notes the fee as paid: that of the tournament, or another amount in hundredths. Safe to
    repeat."""
    paid = entry.tournament.fee if amount is None else amount
    return _write_fee(actor, entry, paid, request_id=request_id)


def refund_fee(actor: Actor, entry: Entry, *, request_id: UUID) -> Entry:
    """Notes the fee as not paid: it was given back, or never taken. Safe to repeat."""
    return _write_fee(actor, entry, None, request_id=request_id)


def _write_fee(actor: Actor, entry: Entry, paid: int | None, *, request_id: UUID) -> Entry:
    tournament = entry.tournament
    with tournament_change(
        Action.TAKE_FEE, actor, tournament, may_desk, request_id, target=entry
    ) as log:
        after = {"number": entry.number, "fee": paid}
        if log.repeated:
            log.require_same(log.written, after)
            return entry
        log.is_needless = entry.fee_paid == paid
        if log.is_needless:
            return entry
        log.before, log.after = {"number": entry.number, "fee": entry.fee_paid}, after
        entry.fee_paid = paid
        entry.fee_paid_at = None if paid is None else log.at
        entry.fee_taken_by = None if paid is None else actor.user
        entry.save(update_fields=["fee_paid", "fee_paid_at", "fee_taken_by"])
    return entry

"""Entries of a tournament: registered by visitors, added and changed by the desk, with fee,
check-in and personal link. An entry is never deleted, and its number never given again.

Source: tournaments.md §2, §3, §4.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from clubs.access import (
    Actor,
    Forbidden,
    may_desk,
    own_entries,
    require,
    visible_tournaments,
)
from clubs.core.names import PersonName, name_key, name_keys
from clubs.models import (
    AuditEntry,
    CheckInWay,
    Entry,
    Link,
    LinkKind,
    Player,
    RoundState,
    Seat,
    Tournament,
)
from clubs.queries.people.links import valid_link
from clubs.queries.people.people import own_player
from clubs.queries.tournaments.entries.entries import (
    CHECKS_IN,
    DESK_ADDS,
    EntryDetails,
    asks_age,
    details_of,
    entry_mark,
    has_draw,
    place_count,
    registration_refusal,
    takes_arrivals,
)
from clubs.services.changes import Action, change
from clubs.services.errors import RequestReused, TournamentMoved, TournamentRefused
from clubs.services.people.links import audit_content, link_written, make_link, revoke
from clubs.services.tournaments.entries.comings import late_arrival
from clubs.services.tournaments.entries.entry_people import Newcomers, entering

LATE = "late"  # derives the request id of a late arrival from that of the check-in

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
    """By the desk."""
    if tournament.state not in DESK_ADDS:
        raise TournamentRefused.of("tournament_not_open")
    places = place_count(tournament)
    if places is not None and places < count:
        raise TournamentRefused.of("tournament_full")


def _refuse_registered(tournament: Tournament, details: EntryDetails) -> None:
    """Who registers with the same name and address a second time is the same person."""
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
    _refuse_categories(tournament, details.categories)
    if player is None:
        [player] = people.add([details.person])
        name = _told_apart(tournament, details.person, player)
    else:
        details = _with_known(tournament, details, player)
        name = called(details, player)
    entry = Entry(
        tournament=tournament,
        player=player,
        number=_next_number(tournament),
        **columns(details),
    )
    entry.call(name, tournament.club)
    entry.save(force_insert=True)
    return entry


def _told_apart(tournament: Tournament, name: PersonName, player: Player) -> PersonName:
    """What the room reads: the name, but of two who are called so the later has a number."""
    others = tournament.entries.values_list("name", flat=True)
    return player.person_name if name_key(name.whole) in map(name_key, others) else name


def called(details: EntryDetails, player: Player) -> PersonName:
    """What the room reads of somebody who is known in the club: the name as it is spelt there, cut
    into given and family name as the entry tells it, if it does; another name where it has one."""
    told = details.person
    if name_key(details.name) not in name_keys(player.name, player.family_name):
        return told
    if details.is_guessed or name_key(told.whole) != player.name_key:
        return player.person_name
    words, given = player.name.split(), len(told.given.split())
    return PersonName(" ".join(words[:given]), " ".join(words[given:]))


def _with_known(tournament: Tournament, details: EntryDetails, player: Player) -> EntryDetails:
    """With the licence and the year of birth that the club has of the player, where the tournament
    asks for them and nobody told others."""
    if not details.licence and player.licence:
        is_taken = tournament.entries.filter(licence=player.licence).exists()
        details = details._replace(licence="" if is_taken else player.licence)
    if details.birth_year is None and player.birth_year and asks_age(tournament.categories.all()):
        details = details._replace(birth_year=player.birth_year)
    return details


def _next_number(tournament: Tournament) -> int:
    last: int = tournament.entries.aggregate(last=Max("number"))["last"] or 0
    return last + 1


def columns(details: EntryDetails) -> dict[str, Any]:
    """Those of an entry, without what it is called (NamedPerson.call)."""
    told = {**details._asdict(), "categories": list(details.categories)}
    return {column: value for column, value in told.items() if column not in Entry.NAME_COLUMNS}


def _refuse_licence(tournament: Tournament, licence: str, entry: Entry | None = None) -> None:
    others = tournament.entries.exclude(pk=entry.pk) if entry else tournament.entries.all()
    if licence and others.filter(licence=licence).exists():
        raise TournamentRefused.of("licence_taken", "licence")


def _refuse_categories(tournament: Tournament, codes: Sequence[str]) -> None:
    known = set(tournament.categories.values_list("code", flat=True)) if codes else set()
    if not known.issuperset(codes):
        raise TournamentRefused.of("category_unknown", "categories")


def _audited(entry: Entry) -> dict[str, Any]:
    """For the log, which outlives a name."""
    return {
        "entry": str(entry.uuid),
        "number": entry.number,
        "player": str(entry.player.uuid),
    }


def _entry_written(tournament: Tournament, written: Any, details: EntryDetails) -> Entry:
    """What the same request has made before. Raises RequestReused for another person."""
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
    """What the entry says of the person; who plays stays. seen is the entry_mark that was shown.

    Safe to repeat. Raises TournamentRefused and TournamentMoved.
    """
    tournament = entry.tournament
    with change(Action.UPDATE_ENTRY, actor, entry, lock=tournament, request_id=request_id) as log:
        if log.repeated:
            log.require_same(details_of(entry), details)
            return entry
        require(may_desk(actor, tournament))
        _refuse_over(tournament)
        if seen and seen != entry_mark(entry):
            raise TournamentMoved
        _refuse_licence(tournament, details.licence, entry)
        _refuse_categories(tournament, sorted(set(details.categories) - set(entry.categories)))
        before = details_of(entry)
        changed = [
            field
            for field in EntryDetails._fields
            if getattr(before, field) != getattr(details, field)
        ]
        log.is_needless = not changed
        log.after = {"number": entry.number, "changed": changed}
        for column, value in columns(details).items():
            setattr(entry, column, value)
        entry.call(details.person, tournament.club)
        entry.save(update_fields=[*EntryDetails._fields, "sort_key"])
    return entry


def _refuse_over(tournament: Tournament) -> None:
    if tournament.is_over:
        raise TournamentRefused.of("tournament_step")


# The fee


def take_fee(actor: Actor, entry: Entry, amount: int | None = None, *, request_id: UUID) -> Entry:
    """Noted as paid: the fee of the tournament, or another amount in hundredths. Safe to repeat."""
    paid = entry.tournament.fee if amount is None else amount
    return _write_fee(actor, entry, paid, request_id=request_id)


def refund_fee(actor: Actor, entry: Entry, *, reason: str = "", request_id: UUID) -> Entry:
    """Given back, or never taken: not paid. Safe to repeat."""
    return _write_fee(actor, entry, None, reason=reason, request_id=request_id)


def _write_fee(
    actor: Actor, entry: Entry, paid: int | None, *, reason: str = "", request_id: UUID
) -> Entry:
    tournament = entry.tournament
    with change(Action.TAKE_FEE, actor, entry, lock=tournament, request_id=request_id) as log:
        after = {"number": entry.number, "fee": paid}
        if log.repeated:
            log.require_same(log.written, after)
            return entry
        require(may_desk(actor, tournament))
        log.is_needless = entry.fee_paid == paid
        if log.is_needless:
            return entry
        log.before, log.after = {"number": entry.number, "fee": entry.fee_paid}, after
        log.reason = reason
        entry.fee_paid = paid
        entry.fee_paid_at = None if paid is None else log.at
        entry.fee_taken_by = None if paid is None else actor.user
        entry.save(update_fields=["fee_paid", "fee_paid_at", "fee_taken_by"])
    return entry


# Check-in


def check_in(actor: Actor, entry: Entry, way: CheckInWay, *, request_id: UUID) -> Entry:
    """Present. By the desk; or, from the opening of check-in to the first draw, by the person, who
    says "I am here" on their own page. A seating that is drawn stays as it is; see late_arrival.

    Safe to repeat. Raises TournamentRefused and TournamentMoved.
    """
    tournament = entry.tournament
    with transaction.atomic():
        with change(
            Action.CHECK_IN_ENTRY, actor, entry, lock=tournament, request_id=request_id
        ) as log:
            if log.repeated:
                return entry
            is_drawn = tournament.rounds.exclude(state=RoundState.PLANNED).exists()
            _require_check_in(actor, entry, is_drawn)
            log.is_needless = entry.is_present
            if log.is_needless:
                return entry
            if entry.withdrawn_after is not None:
                raise TournamentRefused.of("entry_withdrawn")
            entry.checked_in_at, entry.check_in_way = log.at, way
            entry.save(update_fields=["checked_in_at", "check_in_way"])
            log.after = {"number": entry.number, "way": str(way)}
        if is_drawn:
            late_arrival(actor, entry, request_id=uuid5(request_id, LATE))
    return entry


def _require_check_in(actor: Actor, entry: Entry, is_drawn: bool) -> None:
    """Raises Forbidden, and TournamentRefused where there is no check-in now."""
    tournament = entry.tournament
    if actor.desks(tournament):
        if tournament.state not in CHECKS_IN:
            raise TournamentRefused.of("tournament_step")
    elif not own_entries(actor, tournament).filter(pk=entry.pk).exists():
        raise Forbidden
    elif is_drawn or not takes_arrivals(tournament, timezone.now()):
        raise TournamentRefused.of("check_in_closed")


def undo_check_in(actor: Actor, entry: Entry, *, request_id: UUID) -> Entry:
    """Absent again, as long as no round has a place for the entry: after that it withdraws.

    Safe to repeat. Raises TournamentRefused (`entry_seated`).
    """
    tournament = entry.tournament
    with change(Action.CHECK_IN_ENTRY, actor, entry, lock=tournament, request_id=request_id) as log:
        if log.repeated:
            return entry
        require(may_desk(actor, tournament))
        log.is_needless = not entry.is_present
        if log.is_needless:
            return entry
        if _has_place(entry):
            raise TournamentRefused.of("entry_seated")
        log.before = {"number": entry.number, "way": entry.check_in_way}
        entry.checked_in_at, entry.check_in_way, entry.first_round = None, "", 1
        entry.save(update_fields=["checked_in_at", "check_in_way", "first_round"])
    return entry


def check_in_all(actor: Actor, tournament: Tournament, *, request_id: UUID) -> int:
    """Everybody who is absent and has not left, by the list; gives how many. Before the first draw
    only: afterwards each gets a place, and one looks at it. Safe to repeat.

    Raises Forbidden, TournamentMoved and TournamentRefused (`tournament_step`).
    """
    require(may_desk(actor, tournament))
    if has_draw(tournament):
        raise TournamentRefused.of("tournament_step")
    absent = tournament.entries.filter(checked_in_at=None, withdrawn_after=None)
    with transaction.atomic():
        for entry in absent.order_by("number"):
            entry.tournament = tournament
            receipt = _receipt_of_all(request_id, entry)
            check_in(actor, entry, CheckInWay.LIST, request_id=receipt)
    return len(_checked_in_by(tournament, request_id))


def undo_check_in_all(actor: Actor, tournament: Tournament, *, of: UUID) -> int:
    """Absent again who came in by this request of check_in_all. Safe to repeat; raises what
    undo_check_in does."""
    require(may_desk(actor, tournament))
    found = _checked_in_by(tournament, of)
    with transaction.atomic():
        for entry in found:
            entry.tournament = tournament
            undo_check_in(actor, entry, request_id=uuid5(_receipt_of_all(of, entry), "undo"))
    return len(found)


def _receipt_of_all(request_id: UUID, entry: Entry) -> UUID:
    return uuid5(request_id, str(entry.uuid))


def _checked_in_by(tournament: Tournament, request_id: UUID) -> list[Entry]:
    """Who is here by this request of check_in_all, and did not go and come again since."""
    here = {
        _receipt_of_all(request_id, entry): entry
        for entry in tournament.entries.filter(checked_in_at__isnull=False)
    }
    known = AuditEntry.objects.filter(request_id__in=list(here)).values_list("request_id", "at")
    let_in = {receipt: at for receipt, at in known if receipt}
    return [here[receipt] for receipt, at in let_in.items() if here[receipt].checked_in_at == at]


def _has_place(entry: Entry) -> bool:
    """At a table, or a bye, of a round that is published. A draft says by itself that somebody who
    has a place there is gone."""
    return Seat.objects.filter(entry=entry).exists() or entry.byes.exists()


# The personal link


def make_player_link(actor: Actor, entry: Entry, *, request_id: UUID) -> Link:
    """The one there is, or a new one. Safe to repeat."""
    return _write_link(actor, entry, renew=False, request_id=request_id)


def renew_player_link(actor: Actor, entry: Entry, *, request_id: UUID) -> Link:
    """Another one: whoever came by the old one needs the new one. Safe to repeat."""
    return _write_link(actor, entry, renew=True, request_id=request_id)


def _write_link(actor: Actor, entry: Entry, *, renew: bool, request_id: UUID) -> Link:
    tournament = entry.tournament
    with change(Action.INVITE, actor, entry, lock=tournament, request_id=request_id) as log:
        if log.repeated:
            return link_written(log.written)
        require(may_desk(actor, tournament))
        link = valid_link(entry.uuid, LinkKind.PLAYER, log.at)
        if link is not None and link.can_be_shown and not renew:
            log.is_needless = True
            return link
        revoke(Q(kind=LinkKind.PLAYER, target_uuid=entry.uuid), log.at)
        link = make_link(tournament.club, LinkKind.PLAYER, entry.uuid, by=actor.user)
        log.after = audit_content(link)
    return link


def revoke_player_link(actor: Actor, entry: Entry, *, request_id: UUID) -> None:
    """From now on it opens nothing. Safe to repeat."""
    tournament = entry.tournament
    with change(Action.REVOKE_LINK, actor, entry, lock=tournament, request_id=request_id) as log:
        require(may_desk(actor, tournament))
        link = None if log.repeated else valid_link(entry.uuid, LinkKind.PLAYER, log.at)
        log.is_needless = link is None
        if link is not None:
            log.before = audit_content(link)
            revoke(Q(pk=link.pk), log.at)


def make_player_links(actor: Actor, tournament: Tournament, *, request_id: UUID) -> int:
    """A link for every entry that has none, as badges need them; gives how many. Safe to repeat."""
    with change(Action.INVITE, actor, tournament, lock=tournament, request_id=request_id) as log:
        if log.repeated:
            return len(log.written["links"])
        require(may_desk(actor, tournament))
        entries = dict(tournament.entries.values_list("uuid", "number"))
        kinds = Link.objects.filter(kind=LinkKind.PLAYER, target_uuid__in=entries)
        has_one = set(kinds.valid(log.at).values_list("target_uuid", flat=True))
        links = [
            Link(club=tournament.club, kind=LinkKind.PLAYER, target_uuid=uuid, made_by=actor.user)
            for uuid in entries
            if uuid not in has_one
        ]
        for link in links:
            link.token_hash = Link.hash_of(link.token)
        Link.objects.bulk_create(links)
        log.is_needless = not links
        log.after = {"links": [str(link.uuid) for link in links]}
    return len(links)

"""Rounds of a tournament: published, validated, and each step back again. Draws: draws.py.

Source: tournaments.md §3.2.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F

from clubs.access import (
    Actor,
    may_run_tournament,
)
from clubs.core.seating.draw import (
    NEEDS_STANDINGS,
    Player,
    SeatedTable,
    SeatingMethod,
)
from clubs.core.tournaments.settings import SlipDetail
from clubs.models import (
    Bye,
    Entry,
    Link,
    LinkKind,
    Round,
    RoundState,
    Seat,
    Sitting,
    SittingState,
    Slip,
    SlipState,
    Tournament,
    TournamentState,
)
from clubs.queries.tournaments.rounds.round_list import may_draw
from clubs.queries.tournaments.rounds.seatings import (
    everybody,
    remarks_of_round,
    seated_round,
    seating_mark,
)
from clubs.queries.tournaments.tournaments import (
    PUBLISHED,
    entries_of,
    holder,
    is_active,
    round_of,
    settings_of,
)
from clubs.services.changes import Action, begin_chains
from clubs.services.deals.kept import keep
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.people.links import free_codes
from clubs.services.seasons import ratings
from clubs.services.tables.tables import opening
from clubs.services.tournaments.changes import refuse_over, tournament_change


def find_round(tournament: Tournament, number: int) -> Round:
    """Raises TournamentRefused (`round_unknown`)."""
    round_ = round_of(tournament, number)
    if round_ is None:
        raise TournamentRefused.of("round_unknown", "round")
    return round_


# Publishing


def publish_round(
    actor: Actor,
    tournament: Tournament,
    number: int,
    *,
    seen: str = "",
    warnings_seen: bool = False,
    request_id: UUID,
) -> Round:
    """Publishes a round: its tables open, each with its seats, its slip and the link to it. Safe to
    repeat.

    The first one begins the tournament. seen: the seating_mark of the seating that was looked at;
    no other one is published. warnings_seen: the arbiter has read what the seating does not keep
    to. Raises TournamentRefused, and TournamentMoved where the seating is another one.
    """
    with tournament_change(
        Action.PUBLISH_ROUND, actor, tournament, may_run_tournament, request_id
    ) as log:
        if log.repeated:
            return find_round(tournament, number)
        round_ = find_round(tournament, number)
        entries = entries_of(tournament)
        _refuse_publication(tournament, round_, entries, seen, warnings_seen)
        seating = seated_round(number, round_.plan)
        open_tables(actor, round_, seating.tables, log.at, entries)
        by_number: dict[Player, Entry] = {held.number: held for held in entries}
        Bye.objects.bulk_create(
            Bye(round=round_, entry=by_number[player]) for player in seating.byes
        )
        round_.state, round_.published_at = RoundState.PUBLISHED, log.at
        round_.save(update_fields=["state", "published_at"])
        if tournament.state == TournamentState.CHECK_IN:
            tournament.state = TournamentState.PLAYING
            tournament.save(update_fields=["state"])
        log.after = {"round": number, "plan_sha256": round_.certificate.get("plan_sha256")}
    return round_


def _refuse_publication(
    tournament: Tournament,
    round_: Round,
    entries: Sequence[Entry],
    seen: str,
    warnings_seen: bool,
) -> None:
    if not may_draw(tournament):
        raise TournamentRefused.of("tournament_step")
    if round_.is_published:
        raise TournamentRefused.of("round_already_published", "round")
    if round_.state != RoundState.DRAWN:
        raise TournamentRefused.of("round_not_drawn", "round")
    if seen and seen != seating_mark(round_, entries):
        raise TournamentMoved
    before = tournament.rounds.filter(number__lt=round_.number)
    if before.exclude(state__in=PUBLISHED).exists():
        raise TournamentRefused.of("round_not_complete", "round")
    waits = before.exclude(state=RoundState.VALIDATED).exists()
    if waits and (not tournament.runs_on or SeatingMethod(round_.method) in NEEDS_STANDINGS):
        raise TournamentRefused.of("round_not_complete", "round")
    if not round_.certificate.get("ok"):
        raise TournamentRefused.of("certificate_errors", "plan")
    here = {entry.number for entry in entries if is_active(entry, round_.number)}
    if here != set(everybody(seated_round(round_.number, round_.plan))):
        raise TournamentRefused.of("seating_outdated", "plan")
    remarks = remarks_of_round(tournament, round_.number, [*before, round_], entries)
    if remarks.are_any and not warnings_seen:
        raise TournamentRefused.of("warnings_unseen", "warnings_seen")


def open_tables(
    actor: Actor,
    round_: Round,
    tables: Sequence[SeatedTable],
    at: datetime,
    entries: Sequence[Entry],
) -> None:
    """Makes a sitting for each table, with its seats, slip and link. Few queries, however many
    tables."""
    tournament = round_.tournament
    settings = settings_of(tournament)
    sittings = Sitting.objects.bulk_create(
        Sitting(
            club=tournament.club,
            game=tournament.game,
            rules=tournament.rules,
            round=round_,
            table_number=table.number,
            active_count=settings.active_count(len(table.players)),
            totals_only=settings.slip_mode is SlipDetail.TOTALS,
            opened_at=at,
            opened_by=actor.user,
        )
        for table in tables
    )
    by_number: dict[Player, Entry] = {entry.number: entry for entry in entries}
    seats = seats_of_tables(list(zip(sittings, tables, strict=True)), by_number, round_.number)
    Seat.objects.bulk_create(seats)
    begin_chains(actor, tournament.club, _opening_entries(sittings, seats), at)
    mode = settings.slip_mode.value
    Slip.objects.bulk_create(
        Slip(sitting=sitting, mode=mode, changed_at=at) for sitting in sittings
    )
    links = [
        Link(club=tournament.club, kind=LinkKind.SCORE, target_uuid=sitting.uuid)
        for sitting in sittings
    ]
    for link, code in zip(links, free_codes(len(links)), strict=True):
        link.made_by, link.token_hash = actor.user, Link.hash_of(link.token)
        link.code = code
    Link.objects.bulk_create(links)


def _opening_entries(
    sittings: Sequence[Sitting], seats: Sequence[Seat]
) -> list[tuple[Sitting, dict[str, Any]]]:
    """The first content of the log of each table."""
    names: dict[Sitting, list[str]] = {sitting: [] for sitting in sittings}
    for seat in seats:
        names[seat.sitting].append(str(seat.player.uuid))
    return [(sitting, opening(sitting, players)) for sitting, players in names.items()]


def seats_of_tables(
    tables: Sequence[tuple[Sitting, SeatedTable]], entries: Mapping[Player, Entry], number: int
) -> list[Seat]:
    """The seats of these tables, not saved yet, each for the holder of its entry in this round.
    entries: of entries_of."""
    return [
        Seat(
            sitting=sitting,
            position=position,
            player=holder(entries[player], number),
            entry=entries[player],
        )
        for sitting, table in tables
        for position, player in enumerate(table.players)
    ]


def unpublish_round(
    actor: Actor, tournament: Tournament, number: int, *, request_id: UUID
) -> Round:
    """Takes the publication back, as long as no slip has a deal. The tables go, the draw stays.

    Safe to repeat. Raises TournamentRefused (`round_has_scores`).
    """
    with tournament_change(
        Action.UNPUBLISH_ROUND, actor, tournament, may_run_tournament, request_id
    ) as log:
        round_ = find_round(tournament, number)
        log.is_needless = not round_.is_published
        if log.repeated or log.is_needless:
            return round_
        refuse_over(tournament)
        if tournament.rounds.filter(number__gt=number, state__in=PUBLISHED).exists():
            raise TournamentRefused.of("round_later_published", "round")
        tables = _lock_tables(round_)
        slips = Slip.objects.filter(sitting__in=tables)
        if slips.exclude(state=SlipState.EMPTY).exists():
            raise TournamentRefused.of("round_has_scores", "round")
        uuids = [table.uuid for table in tables]
        Link.objects.filter(target_uuid__in=uuids, revoked_at=None).update(revoked_at=log.at)
        slips.delete()
        Seat.objects.filter(sitting__in=tables).delete()
        Sitting.objects.filter(pk__in=[table.pk for table in tables]).delete()
        round_.byes.all().delete()
        round_.state, round_.published_at = RoundState.DRAWN, None
        round_.clock_started_at = round_.clock_paused_at = None
        round_.save(update_fields=["state", "published_at", "clock_started_at", "clock_paused_at"])
        if not tournament.rounds.exclude(pk=round_.pk).filter(state__in=PUBLISHED).exists():
            tournament.state = TournamentState.CHECK_IN
            tournament.save(update_fields=["state"])
        log.before = {"round": number}
    return round_


def _lock_tables(round_: Round) -> list[Sitting]:
    """Locks all tables of a round in the order of their keys. Their revisions grow, by which phones
    see a change."""
    Sitting.objects.filter(round=round_).update(revision=F("revision") + 1)
    return list(round_.tables.select_related("club").order_by("pk"))


# Validating


def validate_round(actor: Actor, tournament: Tournament, number: int, *, request_id: UUID) -> Round:
    """Validates a round whose slips are all confirmed: the tables close, and their slips change by
    corrections only.

    After the last one the results are provisional. Safe to repeat. Raises TournamentRefused.
    """
    with tournament_change(
        Action.VALIDATE_ROUND, actor, tournament, may_run_tournament, request_id
    ) as log:
        round_ = find_round(tournament, number)
        log.is_needless = round_.state == RoundState.VALIDATED
        if log.repeated or log.is_needless:
            return round_
        refuse_over(tournament)
        tables = _lock_tables(round_)
        round_.refresh_from_db(fields=["state"])
        if round_.state != RoundState.COMPLETE:
            raise TournamentRefused.of("round_slips_missing", "round")
        earlier = tournament.rounds.filter(number__lt=number)
        if earlier.exclude(state=RoundState.VALIDATED).exists():
            raise TournamentRefused.of("round_not_complete", "round")
        _set_closed(tables, log.at)
        Slip.objects.filter(sitting__in=tables).update(state=SlipState.LOCKED)
        round_.state, round_.validated_at = RoundState.VALIDATED, log.at
        round_.save(update_fields=["state", "validated_at"])
        if number == settings_of(tournament).rounds_planned:
            tournament.state = TournamentState.PROVISIONAL
            tournament.save(update_fields=["state"])
        log.after = {"round": number}
    return round_


def _set_closed(tables: Sequence[Sitting], at: datetime | None) -> None:
    """Close these tables, or open them again (at None). The sums that are kept of them and the
    ratings from the first of them on follow."""
    state = SittingState.OPEN if at is None else SittingState.CLOSED
    pks = [table.pk for table in tables]
    Sitting.objects.filter(pk__in=pks).update(state=state, closed_at=at)
    for table in tables:
        table.state, table.closed_at = state, at
    keep(tables)
    rate_from(tables)


def rate_from(tables: Sequence[Sitting]) -> None:
    """Replays the ratings from these tables on. They closed at one moment: the first by uuid is the
    first that ratings count."""
    if tables:
        ratings.replay_from(*sorted(tables, key=lambda table: table.uuid))


def reopen_round(actor: Actor, tournament: Tournament, number: int, *, request_id: UUID) -> Round:
    """Takes a validation back, until the next round is played. Safe to repeat.

    Raises TournamentRefused (`round_locked`).
    """
    with tournament_change(
        Action.REOPEN_ROUND, actor, tournament, may_run_tournament, request_id
    ) as log:
        round_ = find_round(tournament, number)
        log.is_needless = round_.state != RoundState.VALIDATED
        if log.repeated or log.is_needless:
            return round_
        playing = (RoundState.PLAYING, RoundState.COMPLETE, RoundState.VALIDATED)
        later = tournament.rounds.filter(number__gt=number, state__in=playing)
        if later.exists() or tournament.is_over:
            raise TournamentRefused.of("round_locked", "round")
        tables = _lock_tables(round_)
        _set_closed(tables, None)
        Slip.objects.filter(sitting__in=tables).update(state=SlipState.CONFIRMED)
        round_.state, round_.validated_at = RoundState.COMPLETE, None
        round_.save(update_fields=["state", "validated_at"])
        if tournament.state == TournamentState.PROVISIONAL:
            tournament.state = TournamentState.PLAYING
            tournament.save(update_fields=["state"])
        log.before = {"round": number}
    return round_

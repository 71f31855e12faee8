"""Switching ratings on and off, and keeping them true: a table that closes, is corrected or opens
again replays from there on.

Source: leagues.md §6.
"""

from collections.abc import Iterable, Iterator
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q

from clubs.access import (
    Actor,
    may_manage_club,
    require,
)
from clubs.core.ratings import SETTINGS, RatingUpdate, replay
from clubs.models import Club, RatingChange, Sitting
from clubs.queries.seasons.ratings import rated_sittings, rating_events, ratings_before
from clubs.services.changes import Action, change
from clubs.services.deals.bests import hold_gates

BATCH = 500  # rows


def set_ratings(actor: Actor, club: Club, *, has_ratings: bool, request_id: UUID) -> Club:
    """Switch ratings on, which replays every table of the club, or off, which forgets them. Safe to
    repeat. The log keeps the constants of the model."""
    after = {"has_ratings": has_ratings, "settings": SETTINGS.to_json()}
    with change(
        Action.SET_RATINGS, actor, club, lock=club, asked=after, request_id=request_id
    ) as entry:
        if entry.repeated:
            return club
        require(may_manage_club(actor, club))
        entry.is_needless = club.has_ratings == has_ratings
        if not entry.is_needless:
            entry.before = {"has_ratings": club.has_ratings}
            club.has_ratings = has_ratings
            club.save(update_fields=["has_ratings"])
            _lock_ratings(club)
            RatingChange.objects.filter(sitting__club=club).delete()
            if has_ratings:
                _write_from(club, 1)
    return club


def replay_all(club: Club) -> None:
    """Replays all tables of the club, after an import or a merger of two players."""
    if club.has_ratings:
        _lock_ratings(club)
        _write_from(club, 1)


def rebuild(club: Club) -> None:
    """Replays all tables of the club in a transaction of its own: a repair."""
    with transaction.atomic():
        replay_all(club)


def replay_from(sitting: Sitting, *others: Sitting) -> None:
    """After this table was closed, corrected or opened again: everything from its place on.

    others were closed or opened again with it, at the same moment, and come after it; a table that
    is not rated has no place. Inside the transaction of the change. Does nothing in a club without
    ratings.
    """
    club = sitting.club
    _lock_ratings(club)
    # Under the lock: somebody may have switched since the club was read.
    if not Club.objects.filter(pk=club.pk, has_ratings=True).exists():
        return
    changes = RatingChange.objects.filter(sitting__club=club)
    own = changes.filter(sitting__in=[sitting, *others]).order_by("sequence")
    places = list(own.values_list("sequence", flat=True)[:1])
    if sitting.closed_at is not None:
        at = Q(sitting__closed_at__lt=sitting.closed_at)
        at |= Q(sitting__closed_at=sitting.closed_at, sitting__uuid__lt=sitting.uuid)
        earlier = changes.filter(at).exclude(sitting=sitting).order_by("-sequence")
        last = earlier.values_list("sequence", flat=True).first()
        places.append((last or 0) + 1)
    if places:
        _write_from(club, min(places))


def replay_from_first(sittings: Iterable[Sitting]) -> None:
    """The same for tables of a file, from the first of those that are closed."""
    closed = [sitting for sitting in sittings if sitting.closed_at]
    if closed:
        replay_from(min(closed, key=lambda sitting: (sitting.closed_at, sitting.uuid)))


def _lock_ratings(club: Club) -> None:
    """Two tables that close at once are rated one after the other; until the transaction ends.

    By the gate of the club's sums, which a table that closes takes as well: of two locks a merger,
    which keeps sums before it rates, would take the second one first, and both would wait for ever.
    Not by the row of the club: who closes a table holds that table here, while a merger holds the
    club and waits for tables. So tables come first everywhere, then this. SQLite has its one lock
    since BEGIN IMMEDIATE.
    """
    if connection.vendor == "postgresql":
        hold_gates([club.pk])


def _write_from(club: Club, first: int) -> None:
    """Replays the tables from this place on; what comes before it stays."""
    RatingChange.objects.filter(sitting__club=club, sequence__gte=first).delete()
    rated = RatingChange.objects.filter(sitting=OuterRef("pk"))
    events = rating_events(rated_sittings(club).filter(~Exists(rated)))
    players = {player for event in events for player in event.totals}
    known = ratings_before(club, first, players) if first > 1 else {}
    rows = (
        RatingChange(
            club=club,
            player_id=update.player,
            sitting_id=update.table,
            sequence=update.sequence,
            mu_before=update.before.mu,
            sigma_before=update.before.sigma,
            mu_after=update.after.mu,
            sigma_after=update.after.sigma,
        )
        for update in replay(events, known, first=first)
    )
    RatingChange.objects.bulk_create(rows, batch_size=BATCH)


def replayed(club: Club) -> Iterator[RatingUpdate[int]]:
    """Yields the ratings of a replay of all tables, to be compared with the stored ones."""
    return replay(rating_events(rated_sittings(club)))

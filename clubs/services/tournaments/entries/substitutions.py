"""Somebody plays for an entry from a round on. Source: tournaments.md §4."""

from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import F

from clubs.access import (
    Actor,
    may_run_tournament,
    require,
)
from clubs.core.names import name_key
from clubs.models import (
    Club,
    Entry,
    Player,
    RoundState,
    Seat,
    Sitting,
    Substitution,
    Tournament,
)
from clubs.queries.people.people import by_any_name
from clubs.queries.tournaments.tournaments import PUBLISHED, settings_of
from clubs.services.changes import Action, change
from clubs.services.errors import TournamentRefused
from clubs.services.people.people import unique_names, write_players
from clubs.services.tournaments.changes import refuse_over
from clubs.services.tournaments.entries.comings import entered_tournament

PEOPLE = "people"  # derives the request id of a new player from that of the substitution


def substitute(
    actor: Actor,
    entry: Entry,
    *,
    name: str | Player,
    from_round: int,
    from_deal: int = 1,
    request_id: UUID,
) -> Substitution:
    """Lets another person play for the entry from this deal of this round on.

    A name is looked up among the people of the club, else it is a new guest. Seats of published
    rounds follow. Where deals are written already, from_deal is the next one. Safe to repeat.
    Raises TournamentRefused (`substitute_is_entered`, `round_unknown`, `round_locked`,
    `entry_withdrawn`, `substitute_deal`).
    """
    with transaction.atomic():
        tournament = entered_tournament(entry)
        require(may_run_tournament(actor, tournament))
        player = _person(actor, tournament, name, request_id)  # locks the club: before all others
        asked = {
            "entry": entry.number,
            "player": str(player.uuid),
            "from_round": from_round,
            "from_deal": from_deal,
        }
        with change(Action.SUBSTITUTE, actor, entry, lock=tournament, request_id=request_id) as log:
            if log.repeated:
                log.require_same(log.written, asked)
                return entry.substitutions.get(from_round=from_round)
            require(may_run_tournament(actor, tournament))
            _refuse_substitute(tournament, entry, player, from_round, from_deal)
            substitution, _made = Substitution.objects.update_or_create(
                entry=entry,
                from_round=from_round,
                defaults={
                    "player": player,
                    **{column: getattr(player, column) for column in Substitution.NAME_COLUMNS},
                    "from_deal": from_deal,
                    "made_at": log.at,
                },
            )
            _take_seats(entry, player, from_round, from_deal)
            log.after = asked
    return substitution


def _person(actor: Actor, tournament: Tournament, name: str | Player, request_id: UUID) -> Player:
    """Raises TournamentRefused (`player_name_invalid`) for a name of nothing but spaces."""
    if isinstance(name, Player):
        return name
    tidy = unique_names([name])
    if not tidy:
        raise TournamentRefused.of("player_name_invalid", "name")
    known = by_any_name(Player.objects.filter(club=tournament.club).active())
    player = known.get(name_key(name))
    if player is not None:
        return player

    def may_seat(actor: Actor, _club: Club) -> bool:
        return may_run_tournament(actor, tournament)

    return write_players(
        actor, tournament.club, tidy, may_seat, None, request_id=uuid5(request_id, PEOPLE)
    )[0]


def _refuse_substitute(
    tournament: Tournament, entry: Entry, player: Player, from_round: int, from_deal: int
) -> None:
    refuse_over(tournament)
    others = tournament.entries.exclude(pk=entry.pk)
    if (
        others.filter(player=player).exists()
        or others.filter(substitutions__player=player).exists()
        or player.club_id != tournament.club_id
    ):
        raise TournamentRefused.of("substitute_is_entered", "name")
    if not 1 <= from_round <= (settings_of(tournament).rounds_planned or 0):
        raise TournamentRefused.of("round_unknown", "from_round")
    if entry.withdrawn_after is not None and from_round > entry.withdrawn_after:
        raise TournamentRefused.of("entry_withdrawn", "from_round")
    locked = tournament.rounds.filter(number__gte=from_round, state=RoundState.VALIDATED)
    if locked.exists():
        raise TournamentRefused.of("round_locked", "from_round")
    if from_deal < 1:
        raise TournamentRefused.of("substitute_deal", "from_deal")


def _take_seats(entry: Entry, player: Player, from_round: int, from_deal: int) -> None:
    """The seats of the entry in published rounds, locked in the order of their keys."""
    tables = Sitting.objects.filter(
        round__tournament=entry.tournament_id,
        round__number__gte=from_round,
        round__state__in=PUBLISHED,
        seats__entry=entry,
        seats__position__isnull=False,
    )
    if from_deal > 1 and not tables.filter(round__number=from_round).exists():
        raise TournamentRefused.of("substitute_deal", "from_deal")
    pks = sorted(tables.values_list("pk", flat=True))
    Sitting.objects.filter(pk__in=pks).update(revision=F("revision") + 1)
    for sitting in Sitting.objects.filter(pk__in=pks).select_related("round").order_by("pk"):
        first = from_deal if sitting.round and sitting.round.number == from_round else 1
        _take_seat(sitting, entry, player, first)


def _take_seat(sitting: Sitting, entry: Entry, player: Player, first: int) -> None:
    """Raises TournamentRefused (`substitute_deal`) unless they begin with the deal to come."""
    deals = sitting.deals.count()
    if first != deals + 1:
        raise TournamentRefused.of("substitute_deal", "from_deal")
    seat = sitting.seats.get(entry=entry, position__isnull=False)
    if seat.player_id == player.pk:
        return
    if not deals:
        sitting.totals.filter(player=seat.player_id).update(player=player)
        seat.player = player
        seat.save(update_fields=["player"])
        return
    position, seat.position = seat.position, None
    seat.save(update_fields=["position"])
    Seat.objects.update_or_create(
        sitting=sitting, player=player, defaults={"position": position, "entry": entry}
    )

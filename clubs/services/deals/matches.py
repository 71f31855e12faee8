"""The matches of tables, in a game whose deals add up to matches: which one each deal belongs to,
and what everybody brought home from the decided ones.

It follows from the records alone and is made again with every change of a table
(services/deals/kept.py); only what differs is written. A game without matches costs no query.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from clubs.batches import batches
from clubs.core.games import get_game, matches_of, with_matches
from clubs.core.matches import SessionMatches
from clubs.core.problems import DealRefused
from clubs.models import Deal, DealKind, LeagueSitting, LeagueState, MatchScore, Sitting
from clubs.services.deals.differences import Difference
from clubs.services.deals.sums import held_tables
from clubs.services.snapshot import of_one_moment

BLOCK = 100  # tables


@dataclass(frozen=True, slots=True)
class Brought:
    """What a player, by uuid, brought home from a match of the sitting; as MatchScore has it."""

    number: int
    player: str
    score: int
    halves: int
    deals: int

    def __str__(self) -> str:
        return f"{self.score} with {self.halves} halves of {self.deals} deals"


@dataclass(frozen=True, slots=True)
class MatchComparison:
    """deals: those that name another match than they belong to, with that; stored: the rows there
    are, fresh: what they should say, each with its row, or what is missing."""

    deals: list[tuple[Deal, int | None]]
    stored: dict[Brought, MatchScore]
    fresh: list[Brought]

    @property
    def too_many(self) -> list[MatchScore]:
        fresh = set(self.fresh)
        return [row for brought, row in self.stored.items() if brought not in fresh]

    @property
    def missing(self) -> list[Brought]:
        return [brought for brought in self.fresh if brought not in self.stored]


def keep_matches(sitting: Sitting) -> None:
    """Make the matches of a table again, as it is now. The caller holds its lock."""
    if sitting.game in with_matches():
        _write(sitting, _match_comparison(sitting))


def _write(sitting: Sitting, comparison: MatchComparison) -> None:
    """A player without a seat there, in a record that was changed by hand, gets no row. The change
    goes through all the same, and `check_scores` says that this needs a person."""
    for deal, number in comparison.deals:
        deal.match = number
    Deal.objects.bulk_update([deal for deal, _number in comparison.deals], ["match"])
    if too_many := [row.pk for row in comparison.too_many]:
        MatchScore.objects.filter(pk__in=too_many).delete()
    if missing := comparison.missing:
        players = _players_at(sitting)
        MatchScore.objects.bulk_create(
            MatchScore(
                sitting=sitting,
                number=one.number,
                player_id=players[one.player],
                score=one.score,
                halves=one.halves,
                deals=one.deals,
            )
            for one in missing
            if one.player in players
        )


def _players_at(sitting: Sitting) -> dict[str, int]:
    """The ids of who has or had a seat, by uuid."""
    seats = sitting.seats.values_list("player__uuid", "player")
    return {str(uuid): player for uuid, player in seats}


def _match_comparison(sitting: Sitting) -> MatchComparison:
    """Two queries."""
    rows = Deal.objects.filter(sitting=sitting).only("number", "match", "record")
    deals = list(rows.order_by("number"))
    matches = _sitting_matches(sitting, deals)
    pairs = zip(deals, matches.numbers, strict=True)
    scores = MatchScore.objects.filter(sitting=sitting).select_related("player")
    stored = {
        Brought(row.number, str(row.player.uuid), row.score, row.halves, row.deals): row
        for row in scores.order_by("number", "pk")
    }
    return MatchComparison(
        [(deal, number) for deal, number in pairs if deal.match != number],
        stored,
        [
            Brought(one.number, player, score, one.halves[player], one.deals)
            for one in matches.decided
            for player, score in one.scores.items()
        ],
    )


def _sitting_matches(sitting: Sitting, deals: Sequence[Deal]) -> SessionMatches:
    """None of the deals belongs to a match where nobody can read the rules."""
    records = [deal.record for deal in deals]
    try:
        game = get_game(sitting.game)
        return matches_of(game, game.read_rules(sitting.rules), records)
    except DealRefused:
        return SessionMatches((None,) * len(records), ({},) * len(records), ())


def _sittings_with_matches() -> QuerySet[Sitting]:
    return Sitting.objects.filter(game__in=with_matches())


def _free_sittings() -> QuerySet[Sitting]:
    """The tables that no closed season counts. What the others have is for a person to change."""
    closed = LeagueSitting.objects.filter(league__state=LeagueState.CLOSED)
    return _sittings_with_matches().filter(~Exists(closed.filter(sitting=OuterRef("pk"))))


def missing_matches() -> QuerySet[Sitting]:
    """Free tables of which deals were played and none is known to belong to a match."""
    deals = Deal.objects.filter(sitting=OuterRef("pk"))
    played = Exists(deals.filter(kind=DealKind.PLAYED))
    return _free_sittings().filter(played, ~Exists(deals.filter(match__isnull=False)))


def fill_matches(sittings: QuerySet[Sitting]) -> None:
    """Make them for these tables, block after block."""
    waiting = sittings.filter(game__in=with_matches()).order_by("pk").values_list("pk", flat=True)
    for block in batches(list(waiting), BLOCK):
        with transaction.atomic():
            # Each is locked: a deal that is recorded meanwhile comes before or after, or its match
            # would be missing for good.
            for sitting in held_tables(Sitting.objects.filter(pk__in=block)):
                keep_matches(sitting)


@of_one_moment
def check_matches() -> Iterator[Difference]:
    for sitting in _sittings_with_matches().order_by("pk").iterator():
        yield from _match_differences(sitting)


def repair_matches() -> Iterator[Difference]:
    """Makes them again where they differ, at free tables; yields what differed. One difference that
    is not repairable keeps its table as it is."""
    for pk in list(_free_sittings().order_by("pk").values_list("pk", flat=True)):
        with transaction.atomic():
            held = held_tables(Sitting.objects.filter(pk=pk))  # none where it went meanwhile
            differences = [found for sitting in held for found in _repair_table(sitting)]
        yield from differences


def _repair_table(held: Sitting) -> list[Difference]:
    comparison = _match_comparison(held)
    differing = _told_differences(held, comparison)
    if not all(difference.is_repairable for difference in differing):
        return []
    if differing:
        _write(held, comparison)
    return differing


def _match_differences(sitting: Sitting) -> list[Difference]:
    return _told_differences(sitting, _match_comparison(sitting))


def _told_differences(sitting: Sitting, comparison: MatchComparison) -> list[Difference]:
    place = f"sitting {sitting.uuid}"
    deal_differences = [
        Difference(place, "match", deal.match, number, deal=deal.number, is_repairable=True)
        for deal, number in comparison.deals
    ]
    fresh = {(one.number, one.player): one for one in comparison.fresh}
    stored = {(one.number, one.player): one for one in comparison.stored}
    differing = [
        key for key in dict.fromkeys([*fresh, *stored]) if fresh.get(key) != stored.get(key)
    ]
    seated = _players_at(sitting) if differing else {}
    return deal_differences + [
        Difference(
            place,
            f"match {number} of {player}",
            str(stored.get((number, player), "missing")),
            str(fresh.get((number, player), "missing")),
            is_repairable=(number, player) not in fresh or player in seated,
        )
        for number, player in differing
    ]

"""What deal entry and correction need of a table: seats with totals, the turn, what was said."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2s
from itertools import zip_longest
from typing import Any

from django.db.models import BigIntegerField, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from clubs.access import Actor, visible_audit
from clubs.core.deals import MISDEAL, OTHER, without_players
from clubs.core.games import JsonObject, Rules, context_of, get_game, has_matches
from clubs.core.redaction import renamed
from clubs.models import Deal, DealKind, DealScore, Seat, Sitting
from clubs.models.compiled import Compiled
from clubs.queries.deals.breakdown import pips_of, told_by
from clubs.queries.deals.stories import ToldChange, compared_versions, record_of
from clubs.queries.games import WORDS

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DealSeat:
    """One seat as the deal form shows it. uuid is the player's, who is called so in records."""

    position: int
    uuid: str
    name: str
    total: int


class Comparison(list[ToldChange]):
    """All lines of two records. A side that says nothing in what changes has no column: a deal
    that was taken back says no more than that."""

    @property
    def says_before(self) -> bool:
        return any(line.was for line in self if line.changed)

    @property
    def says_after(self) -> bool:
        return any(line.now for line in self if line.changed)

    @property
    def rest(self) -> list[ToldChange]:
        return [line for line in self if not line.changed]


@dataclass(frozen=True, slots=True)
class Effect:
    """A player's total in the sitting before and after a correction; or one of two scores."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class DealTable:
    """The table that a deal is told for.

    number is the deal's, dealer who dealt it or is to deal it (None: not known), resting who sits
    out unless somebody says otherwise. follows_misdeals: the two deals before it were misdeals.
    context is what the game adds to a record of this table from the deals before it.
    """

    places: tuple[DealSeat, ...]
    number: int
    dealer: str | None
    resting: tuple[str, ...]
    follows_misdeals: bool = False
    context: Mapping[str, Any] = field(default_factory=dict)

    @property
    def uuids(self) -> tuple[str, ...]:
        return tuple(place.uuid for place in self.places)

    @property
    def seats_mark(self) -> str:
        """Another one when other people sit there, or in another order."""
        return blake2s(" ".join(self.uuids).encode(), digest_size=6).hexdigest()

    @property
    def names(self) -> dict[str, str]:
        """What the table calls each player."""
        return {place.uuid: place.name for place in self.places}

    @property
    def seating(self) -> str:
        """The players in seat order, in short: tells a form that was filled in at other seats."""
        return "-".join(uuid[:8] for uuid in self.uuids)

    @property
    def is_in_match(self) -> bool:
        """Whether a match has begun here, which would end unfinished if other pairs sat down."""
        return bool(self.context.get("deals_before"))

    @property
    def active_count(self) -> int:
        return len(self.places) - len(self.resting)


def rules_of(sitting: Sitting) -> Rules:
    """The frozen rules of a sitting, as its game reads them."""
    return get_game(sitting.game).read_rules(sitting.rules)


def next_deal(sitting: Sitting) -> DealTable:
    """The table for the deal to come: who sits there now, whose turn it is, who rests."""
    places = _current_seats(sitting)
    deals = list(sitting.deals.order_by("number").values_list("number", "record"))
    table = table_before(sitting, places, deals[-1][0] + 1 if deals else 1, deals)
    records = [record for _number, record in deals]
    return replace(table, context=_match_context(sitting, list(table.uuids), records))


def table_before(
    sitting: Sitting,
    places: tuple[DealSeat, ...],
    number: int,
    deals: Iterable[tuple[int, JsonObject]],
) -> DealTable:
    """The table for the deal of this number at these places: whose turn it is, who rests. deals are
    those of the session by number, oldest first."""
    uuids = [place.uuid for place in places]
    records = [record for at, record in deals if sitting.turn_from <= at < number]
    dealer = next_dealer(sitting, rules_of(sitting), uuids, records)
    resting = who_rests(uuids, dealer, len(uuids) - sitting.active_count)
    return DealTable(places, number, dealer, resting)


def next_dealer(
    sitting: Sitting, rules: Rules, uuids: Sequence[str], records: Sequence[JsonObject]
) -> str:
    """The player who deals next, of those at the table now, by uuid. records are those of the
    deals from sitting.turn_from on, oldest first."""
    first = uuids[sitting.first_dealer % len(uuids)]  # there may be fewer seats than there were
    return get_game(sitting.game).next_dealer(uuids, rules, records, first)


def table_to_fill(sitting: Sitting, number: int) -> DealTable:
    """The table for a form that was sent: cheaper, since the form says who deals and who rests."""
    return _filled(sitting, number, _current_seats(sitting))


def bare_table_to_fill(sitting: Sitting, number: int) -> DealTable:
    """The same without totals: enough to judge a form of which only the verdict is shown."""
    places = tuple(
        DealSeat(position, str(uuid), name, 0)
        for position, (uuid, name) in enumerate(_named(sitting=sitting.pk))
    )
    return _filled(sitting, number, places)


def _filled(sitting: Sitting, number: int, places: tuple[DealSeat, ...]) -> DealTable:
    uuids = [place.uuid for place in places]
    resting = who_rests(uuids, uuids[0], len(uuids) - sitting.active_count)
    before = _match_context(sitting, uuids, earlier_records(sitting, number))
    return DealTable(places, number, None, resting, context=before)


def after_misdeals(sitting: Sitting, table: DealTable) -> DealTable:
    """The same, knowing what the two deals before were; what was taken back does not count."""
    before = sitting.deals.filter(number__lt=table.number).exclude(void_reason=OTHER)
    reasons = before.order_by("-number").values_list("void_reason", flat=True)[:2]
    return replace(table, follows_misdeals=list(reasons) == [MISDEAL] * 2)


def who_rests(uuids: Sequence[str], dealer: str, count: int) -> tuple[str, ...]:
    """The players who sit out: the dealer, and if more must rest those who dealt just before."""
    seat = uuids.index(dealer)
    return tuple(uuids[seat - step] for step in range(count))


def present_seats(sitting: Sitting) -> QuerySet[Seat]:
    """The seats that are taken now, in order of play."""
    return Seat.objects.present().filter(sitting=sitting)


_seated = Compiled(
    lambda sitting: present_seats(sitting).select_related("player").only("player", "player__uuid"),
    sitting=BigIntegerField(),
)
_named = Compiled(
    lambda sitting: present_seats(sitting).values_list("player__uuid", "player__table_name"),
    sitting=BigIntegerField(),
)


def seated_players(sitting: Sitting) -> list[Seat]:
    """The present_seats, with the uuids of their players; all else of both is read when asked."""
    return _seated(sitting=sitting.pk)


def _current_seats(sitting: Sitting) -> tuple[DealSeat, ...]:
    """The seats that are taken now, in order, with what each player has won so far."""
    rows = (
        present_seats(sitting)
        .annotate(total=Sum("scores__score", default=0))
        .values_list("player__uuid", "player__table_name", "total")
    )
    return tuple(
        DealSeat(position, str(uuid), name, total)
        for position, (uuid, name, total) in enumerate(rows)
    )


def deal_table(deal: Deal) -> DealTable:
    """The table as it was for this deal, in the order of its record; totals are those of now."""
    totals = (
        DealScore.objects.filter(deal__sitting=deal.sitting_id, player=OuterRef("player"))
        .values("player")
        .annotate(total=Sum("score"))
        .values("total")
    )
    scores = deal.scores.select_related("player").annotate(total=Coalesce(Subquery(totals), 0))
    scores_by_uuid = {str(score.player.uuid): score for score in scores.order_by("seat")}
    uuids = [uuid for uuid in deal.record.get("players", scores_by_uuid) if uuid in scores_by_uuid]
    places = tuple(
        DealSeat(position, uuid, scores_by_uuid[uuid].player.table_name, scores_by_uuid[uuid].total)
        for position, uuid in enumerate(uuids)
    )
    return _recorded_table(deal, places, uuids)


def as_seated(deal: Deal, scores: Iterable[DealScore]) -> list[DealScore]:
    """Scores of the deal as their players sat."""
    places = {uuid: place for place, uuid in enumerate(deal.record.get("players", ()))}
    return sorted(scores, key=lambda score: places.get(str(score.player.uuid), len(places)))


def bare_deal_table(deal: Deal) -> DealTable:
    """The same without names and totals, from the record alone: enough to judge a form."""
    uuids = deal.record.get("players") or []
    places = tuple(DealSeat(position, uuid, "", 0) for position, uuid in enumerate(uuids))
    return _recorded_table(deal, places, uuids)


def _recorded_table(deal: Deal, places: tuple[DealSeat, ...], uuids: Sequence[str]) -> DealTable:
    before = _match_context(deal.sitting, uuids, earlier_records(deal.sitting, deal.number))
    dealer = deal.record.get("dealer")
    return DealTable(places, deal.number, dealer, _rested(deal, uuids), context=before)


def earlier_records(sitting: Sitting, number: int) -> Iterator[JsonObject]:
    """The records before that deal, oldest first: a query that is made and runs when somebody
    looks, which in most games nobody does."""
    deals = sitting.deals.filter(number__lt=number).order_by("number")
    yield from deals.values_list("record", flat=True)


def _match_context(
    sitting: Sitting, uuids: Sequence[str], earlier: Iterable[JsonObject]
) -> dict[str, Any]:
    """What the game adds to a record of these players; no query where its deals stand alone."""
    game = get_game(sitting.game)
    return context_of(game, uuids, rules_of(sitting), earlier) if has_matches(game) else {}


def _rested(deal: Deal, uuids: Sequence[str]) -> tuple[str, ...]:
    """The players who sat out a deal; where it does not say, those who would have."""
    out = deal.record.get("out") or ()
    if out or deal.kind == DealKind.PLAYED:
        return tuple(out)
    spare = max(len(uuids) - deal.sitting.active_count, 0)
    return who_rests(uuids, deal.record.get("dealer") or uuids[0], spare)


def says_the_same(deal: Deal, record: Record) -> bool:
    """Whether a stored deal is what this record tells."""
    return without_players(deal.record) == record


_last_numbers = Compiled(
    lambda sitting: (
        Deal.objects.filter(sitting=sitting).order_by("-number").values_list("number")[:1]
    ),
    sitting=BigIntegerField(),
)


def last_number(sitting: Sitting) -> int:
    """The number of the newest deal, 0 when there is none."""
    [number] = _last_numbers.first(sitting=sitting.pk) or [0]
    return number


def _scores_by_uuid(deal: Deal) -> dict[str, int]:
    return {str(uuid): score for uuid, score in deal.scores.values_list("player__uuid", "score")}


def effects(deal: Deal, table: DealTable, scores: Mapping[str, int]) -> list[Effect]:
    """The totals before and after, when the deal scores so. scores is by player."""
    before = _scores_by_uuid(deal)
    return [
        Effect(
            place.name,
            place.total,
            place.total - before.get(place.uuid, 0) + scores.get(place.uuid, 0),
        )
        for place in table.places
    ]


def match_effects(deal: Deal, record: Record) -> list[ToldChange]:
    """The matches of the session that another record of this deal changes, in words.

    Empty in a game whose deals stand alone. Two queries, else none.
    """
    sitting = deal.sitting
    tell = WORDS[sitting.game].matches
    if tell is None:
        return []
    rows = sitting.deals.order_by("number").values_list("number", "record")
    records: dict[int, JsonObject] = dict(rows)
    after = {**records, deal.number: {**record, "players": deal.record.get("players")}}
    seats = sitting.seats.values_list("player__uuid", "player__table_name")
    names = {str(uuid): name for uuid, name in seats}
    rules = rules_of(sitting)
    both = zip_longest(tell(rules, records, names), tell(rules, after, names), fillvalue="")
    lines = [
        ToldChange(_("Match %(number)s") % {"number": number}, was, now)
        for number, (was, now) in enumerate(both, 1)
    ]
    return [line for line in lines if line.changed]


def compared(sitting: Sitting, table: DealTable, before: Record, after: Record) -> Comparison:
    """Everything that two records of a deal say, side by side, in the order of the newer one."""
    records = (before, after)
    versions = (told_by(sitting.game, record, table.names) for record in records)
    rules = rules_of(sitting)
    was, now = (pips_of(sitting.game, record.get("contract"), rules) for record in records)
    return Comparison(
        replace(line, was_pips=was, now_pips=now) if key == "contract" else line
        for key, line in compared_versions(*versions)
    )


def set_beside(other: Deal, table: DealTable, record: Record) -> list[ToldChange]:
    """What stands there and what was sent for the same number, whoever has left since."""
    known = table.names
    gone = tuple(place for place in deal_table(other).places if place.uuid not in known)
    both = replace(table, places=table.places + gone)
    return compared(other.sitting, both, other.record, record)


def scores_beside(other: Deal, table: DealTable, scores: Mapping[str, int]) -> list[Effect]:
    """The scores of both, player by player. scores is by player."""
    written = _scores_by_uuid(other)
    return [
        Effect(place.name, written.get(place.uuid, 0), scores.get(place.uuid, 0))
        for place in table.places
    ]


def deals_again(sitting: Sitting, table: DealTable, reasons: Iterable[str]) -> list[str]:
    """Those reasons of void deals after which the same player deals: for a phone without
    network."""
    dealer = table.dealer or table.uuids[0]
    void_deal = {"kind": "void", "dealer": dealer, "out": list(table.resting)}
    rules = rules_of(sitting)
    return [
        reason
        for reason in reasons
        if dealer
        == next_dealer(sitting, rules, table.uuids, [{**void_deal, "void_reason": reason}])
    ]


def former_names(seats: Iterable[Seat]) -> dict[str, str]:
    """The uuids of players who turned out to be somebody else, as older entries of the log have
    them, and the uuid of that somebody.

    Wants the players with their seats.
    """
    return {former: str(seat.player.uuid) for seat in seats for former in seat.former}


def record_taken_back(actor: Actor, sitting: Sitting, number: int) -> Record:
    """What a deal said before it was voided, to be told again; empty when there is no such deal."""
    if not number:
        return {}
    deals = sitting.deals.filter(number=number, kind=DealKind.VOID).values("uuid")
    entries = visible_audit(actor, sitting.uuid).filter(target_uuid__in=deals)
    former_record = record_of(
        entries.order_by("-sequence").values_list("before", flat=True).first()
    )
    record: Record = renamed(former_record, former_names(sitting.seats.select_related("player")))
    return record

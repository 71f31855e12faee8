"""What a deal comes to by the rules of its table: its verdict, and the rows that follow from it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from clubs.core import plain_scores
from clubs.core.deals import DealRole, without_players
from clubs.core.games import (
    Verdict,
    context_of,
    get_game,
    has_matches,
    matches_of,
)
from clubs.core.problems import DealRefused, Problem
from clubs.core.tournaments.games import zero_is_played
from clubs.models import Deal, DealKind, DealScore, Player, Seat, Sitting
from clubs.queries.deals.deals import earlier_records
from clubs.services.statements import insert_row, insert_rows

Record = Mapping[str, Any]

# Of a deal, what fill_columns computes from its record.
COLUMNS = (
    "kind",
    "void_reason",
    "taker",
    "contract",
    "oudlers",
    "points_x2",
    "made",
    "margin",
    "stake",
    "base",
    "size",
    "taker_distance",
    "petit_au_bout",
    "chelem",
    "petit_side",
    "tells",
)


def deal_verdict(
    sitting: Sitting,
    players: Sequence[str],
    record: Record,
    earlier: Iterable[Record] = (),
    *,
    context: Record | None = None,
) -> Verdict:
    """The verdict of the sitting's game under its frozen rules; plain scores are of no game.

    earlier are the records of the deals before, oldest first: a deal of a match needs them, unless
    somebody knows already what they come to (contexts_at).
    """
    game = get_game(sitting.game)
    bare_record = without_players(record)
    if bare_record.get("kind") == plain_scores.KIND:
        return plain_scores.plain_verdict(players, bare_record, may_be_zero=zero_is_played(game))
    rules = game.read_rules(sitting.rules)
    if context is None:
        context = context_of(game, players, rules, earlier)
    return game.judge(players, rules, {**bare_record, **context})


def contexts_at(sitting: Sitting, records: Sequence[Record]) -> Sequence[Record]:
    """What the game adds to each of the records of a session, which are all there are, oldest
    first: in one pass, where each by itself would go through all before it."""
    game = get_game(sitting.game)
    return matches_of(game, game.read_rules(sitting.rules), records).contexts


def refuse_stranded(deal: Deal, players: Sequence[str], record: Record) -> Record | None:
    """Raise DealRefused when a later deal could not be what it says after this one: in a match,
    whoever called out had the points for it. The record itself is judged first.

    Gives what the deals before this one come to; None in a game whose deals stand alone.
    """
    sitting = deal.sitting
    if not has_matches(get_game(sitting.game)):
        return None
    rows = sitting.deals.order_by("number").values_list("number", "record")
    records = {**dict(rows), deal.number: {**record, "players": list(players)}}
    contexts = contexts_at(sitting, list(records.values()))
    deals = list(zip(records, records.values(), contexts, strict=True))
    at = list(records).index(deal.number)
    deal_verdict(sitting, players, record, context=contexts[at])
    _refuse_unfit_records(sitting, deals[at + 1 :])
    return contexts[at]


def refuse_unfit_deals(sitting: Sitting, deals: Sequence[Deal]) -> Sequence[Record]:
    """Raise DealRefused with everything in these deals that the sitting's rules do not accept. They
    are all there are, oldest first; gives the contexts_at them."""
    contexts = contexts_at(sitting, [deal.record for deal in deals])
    _refuse_unfit_records(
        sitting,
        [
            (deal.number, deal.record, context)
            for deal, context in zip(deals, contexts, strict=True)
        ],
    )
    return contexts


def _refuse_unfit_records(sitting: Sitting, deals: Iterable[tuple[int, Record, Record]]) -> None:
    """The same of stored records, each with the number of its deal and its context."""
    problems: list[Problem] = []
    for number, record, context in deals:
        try:
            if "players" in record:
                deal_verdict(sitting, record["players"], record, context=context)
        except DealRefused as refusal:
            problems += [
                Problem(p.code, f"deals[{number}].{p.field}", p.params) for p in refusal.problems
            ]
    if problems:
        raise DealRefused(_problems_with_names(sitting, problems))


def _problems_with_names(sitting: Sitting, problems: Iterable[Problem]) -> list[Problem]:
    """The problems with the names of the players: of another deal nobody has its seats at hand."""
    seats = sitting.seats.values_list("player__uuid", "player__table_name")
    names = {str(uuid): name for uuid, name in seats}
    return [
        replace(p, params={key: names.get(str(told), told) for key, told in p.params.items()})
        for p in problems
    ]


def write_deal(
    deal: Deal,
    seats: Sequence[Seat],
    record: Record,
    *,
    revision: int,
    context: Record | None = None,
) -> None:
    """The record, its computed columns and one score a seat. The caller holds the lock. context:
    what is known of the deals before, as `deal_verdict` has it.

    A refusal leaves the deal as it was, so that the form can be shown again with what it knows.
    """
    players = {str(seat.player.uuid): seat for seat in seats}
    earlier = earlier_records(deal.sitting, deal.number)
    verdict = deal_verdict(deal.sitting, list(players), record, earlier, context=context)
    deal.record = {**record, "players": list(players)}
    deal.revision = revision
    fill_columns(deal, verdict, {name: seat.player for name, seat in players.items()})
    if deal.pk:
        # A column that fill_columns sets and COLUMNS lacks would keep its old value.
        deal.save(update_fields=["record", "revision", *COLUMNS])
        deal.scores.all().delete()
    else:
        insert_row(deal)
    insert_rows([score_row(deal, seat, verdict, name) for name, seat in players.items()])


def score_row(deal: Deal, seat: Seat, verdict: Verdict, name: str) -> DealScore:
    """What the player of this seat won; name is theirs in the record. Not saved."""
    return DealScore(
        deal=deal,
        seat=seat,
        player=seat.player,
        role=verdict.roles[name],
        score=verdict.scores[name],
        poignees=verdict.poignees.get(name, 0),
        points=verdict.points.get(name),
    )


def fill_columns(deal: Deal, verdict: Verdict, players: Mapping[str, Player]) -> None:
    """The one place where the COLUMNS are set."""
    facts = verdict.facts
    deal.kind = DealKind(facts.kind)
    deal.void_reason = facts.void_reason
    deal.taker = players[facts.taker] if facts.taker else None
    deal.contract = facts.contract
    deal.oudlers = facts.oudlers
    deal.points_x2 = facts.points_x2
    deal.made = facts.is_made
    deal.margin = facts.margin
    deal.stake = facts.stake
    deal.base = facts.base
    playing = [role for role in verdict.roles.values() if role != DealRole.OUT]
    deal.size = None if facts.kind == DealKind.VOID else len(playing)
    deal.taker_distance = facts.taker_distance
    deal.petit_side = facts.petit_side
    deal.tells = facts.tells
    deal.petit_au_bout = facts.petit_au_bout
    deal.chelem = facts.chelem


def deal_audit_content(deal: Deal) -> dict[str, Any]:
    """What the log keeps of a deal: its number, revision and record."""
    return {"number": deal.number, "revision": deal.revision, "record": deal.record}

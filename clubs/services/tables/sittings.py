"""Opening, recording, correcting and closing at a table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Max
from django.utils import timezone

from clubs.access import (
    Actor,
    may_change_rules,
    may_close_sitting,
    may_correct_deal,
    may_open_sitting,
    may_record_deal,
    may_reopen_sitting,
    require,
)
from clubs.core import plain_scores
from clubs.core.deals import DealRole
from clubs.core.games import (
    DEFAULT_GAME,
    Rules,
    Verdict,
    context_of,
    get_game,
    has_matches,
    matches_of,
)
from clubs.core.problems import DealRefused, Problem
from clubs.core.tournament_games import zero_is_played
from clubs.models import Club, Deal, DealKind, DealScore, Player, Seat, Sitting, SittingState
from clubs.queries.deals.deals import earlier_records, present_seats
from clubs.queries.deals.stories import record_of
from clubs.queries.tables.audit import record_at
from clubs.services.changes import Action, change
from clubs.services.errors import SittingClosed, SittingMoved, TotalsOnly, VersionUnknown
from clubs.services.ids import made_uuid
from clubs.services.seasons import ratings
from clubs.services.seasons.counting import count_tonight, refuse_frozen
from clubs.services.tournaments.rounds.slip_states import (
    correction_lock,
    note_deal,
    require_correctable,
    require_recordable,
)

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
)


def open_sitting(
    actor: Actor,
    club: Club,
    players: Sequence[Player],
    rules: Rules,
    *,
    game: str = DEFAULT_GAME,
    active_count: int,
    first_dealer: int = 0,
    request_id: UUID,
) -> Sitting:
    """Open a table with these players in seat order. Safe to repeat.

    active_count is how many play a deal; first_dealer a position from 0. Raises DealRefused when
    the game is not played with so many.
    """
    sitting = Sitting(
        uuid=made_uuid(Sitting, club.uuid, request_id),
        club=club,
        game=game,
        rules=rules.to_json(),
        active_count=active_count,
        first_dealer=first_dealer,
        opened_by=actor.user,
    )
    with change(Action.OPEN_SITTING, actor, sitting, lock=club, request_id=request_id) as entry:
        after = opening(sitting, [str(player.uuid) for player in players])
        if entry.repeated:
            entry.require_same(entry.written, after)
            return Sitting.objects.get(uuid=sitting.uuid)
        require(may_open_sitting(actor, club))
        check_seats(club, game, players, active_count, first_dealer)
        sitting.opened_at = entry.at
        sitting.table_number = next_table_number(club, entry.at)
        sitting.save(force_insert=True)
        Seat.objects.bulk_create(
            Seat(sitting=sitting, position=position, player=player)
            for position, player in enumerate(players)
        )
        count_tonight(actor, sitting)
        entry.after = after
    return sitting


def opening(sitting: Sitting, players: Sequence[str]) -> dict[str, Any]:
    """What the log of a table begins with; players by uuid, in order of play."""
    return {
        "players": list(players),
        "game": sitting.game,
        "rules": sitting.rules,
        "active_count": sitting.active_count,
        "first_dealer": sitting.first_dealer,
    }


def check_seats(
    club: Club, code: str, players: Sequence[Player], active_count: int, first_dealer: int
) -> None:
    """Refuse a table that the game does not know."""
    game = get_game(code)
    problems = []
    if len(players) not in game.seat_counts:
        bounds = {"low": min(game.seat_counts), "high": max(game.seat_counts)}
        problems.append(Problem("players_count", "players", bounds))
    for index, player in enumerate(players):
        if player in players[:index]:
            problems.append(Problem("players_duplicate", "players", {"player": player.name}))
        if player.club_id != club.pk:
            problems.append(Problem("player_unknown", "players", {"player": player.name}))
    if active_count not in game.active_counts or active_count > len(players):
        most = min(max(game.active_counts), len(players))
        bounds = {"low": min(game.active_counts), "high": most, "count": active_count}
        problems.append(Problem("active_count", "active_count", bounds))
    if first_dealer not in range(len(players)):
        problems.append(Problem("player_unknown", "first_dealer", {"player": first_dealer}))
    if problems:
        raise DealRefused(problems)


def next_table_number(club: Club, at: datetime) -> int:
    """Tables of one day (in the club's zone) are numbered from 1, in the order they open."""
    local = timezone.localtime(at, club.zone)
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0)
    today = Sitting.objects.free().filter(
        club=club, opened_at__gte=midnight, opened_at__lt=midnight + timedelta(days=1)
    )
    last: int | None = today.aggregate(last=Max("table_number"))["last"]
    return (last or 0) + 1


def record_deal(
    actor: Actor, sitting: Sitting, record: Record, *, number: int, request_id: UUID
) -> Deal:
    """Write down the next deal. Safe to repeat: one request id makes one deal.

    record is the game's deal record with player uuids for names, or plain scores
    (core/plain_scores.py). number is the one the person saw on the form. A phone keeps a deal until
    it is told that it is here, and may have been signed out meanwhile: whoever may record at this
    table may send it again. Raises DealRefused, SittingMoved (somebody else recorded that number,
    or this id with another record) and SittingClosed.
    """
    deal = Deal(uuid=made_uuid(Deal, sitting.uuid, request_id), sitting=sitting, number=number)
    with change(
        Action.RECORD_DEAL, actor, deal, lock=sitting, request_id=request_id, of_anyone=True
    ) as entry:
        require(may_record_deal(actor, sitting))
        if entry.repeated:
            earlier = Deal.objects.get(uuid=deal.uuid)
            if not told_the_same(record_of(entry.written), record):
                raise SittingMoved(sitting, earlier)
            return earlier
        if sitting.totals_only:
            raise TotalsOnly
        if not sitting.is_open:
            raise SittingClosed
        require_recordable(actor, sitting, record.get("kind"))
        last = sitting.deals.aggregate(last=Max("number"))["last"] or 0
        if number != last + 1:
            raise SittingMoved(sitting, sitting.deals.filter(number=number).first())
        deal.recorded_at = entry.at
        deal.recorded_by = actor.user
        seats = list(present_seats(sitting).select_related("player"))
        write_deal(deal, seats, record, revision=1)
        note_deal(sitting)
        entry.after = deal_audit_content(deal)
    return deal


def told_the_same(written: Record, record: Record) -> bool:
    """Whether a stored record is what was told: it has the players beside it."""
    return {key: value for key, value in written.items() if key != "players"} == record


def correct_deal(
    actor: Actor, deal: Deal, record: Record, *, revision: int, reason: str, request_id: UUID
) -> Deal:
    """Replace what was written of a deal and score it again. Safe to repeat.

    revision is the one the person saw. Raises DealRefused, SittingMoved and LeagueClosed.
    """
    return _rewrite_deal(
        Action.CORRECT_DEAL, actor, deal, record, revision, reason=reason, request_id=request_id
    )


def void_deal(actor: Actor, deal: Deal, *, revision: int, reason: str, request_id: UUID) -> Deal:
    """Take back a deal that was recorded by mistake; it stays in the list and moves no turn.

    Source: scoring.md §3, last paragraph.
    """
    record = taken_back(deal)
    return _rewrite_deal(
        Action.VOID_DEAL, actor, deal, record, revision, reason=reason, request_id=request_id
    )


def taken_back(deal: Deal) -> Record:
    """What a deal says once it is taken back."""
    record: dict[str, Any] = {"kind": "void", "void_reason": "other"}
    if out := _who_sat_out(deal):
        record["out"] = out  # more than six may not be in a deal, not even in a void one
    return record


def restore_deal(
    actor: Actor, deal: Deal, *, version: int, revision: int, reason: str, request_id: UUID
) -> Deal:
    """Write again what a deal said in an earlier version, by the rules as they are now.

    version is the revision that the deal had then, revision the one the person saw. Raises
    DealRefused where the rules no longer take it, VersionUnknown and SittingMoved. Safe to repeat.
    """
    require(may_correct_deal(actor, deal.sitting))
    record = record_at(actor, deal, version)
    if record is None:
        raise VersionUnknown
    return _rewrite_deal(
        Action.RESTORE_DEAL, actor, deal, record, revision, reason=reason, request_id=request_id
    )


def _who_sat_out(deal: Deal) -> list[str]:
    """As the record says; plain scores do not, so then enough of who took no part."""
    if deal.kind != DealKind.SCORES:
        return list(deal.record.get("out") or ())
    seated = deal.record.get("players") or []
    spare = max(len(seated) - max(get_game(deal.sitting.game).active_counts), 0)
    idle_first = sorted(seated, key=lambda name: bool(deal.record["scores"].get(name)))
    return idle_first[:spare]


def _rewrite_deal(
    action: Action,
    actor: Actor,
    deal: Deal,
    record: Record,
    revision: int,
    *,
    reason: str,
    request_id: UUID,
) -> Deal:
    sitting = deal.sitting
    with (
        correction_lock(sitting) as is_held,
        change(action, actor, deal, lock=sitting, request_id=request_id) as entry,
    ):
        if entry.repeated:
            return deal
        require(may_correct_deal(actor, sitting))
        if not sitting.is_open:
            refuse_frozen(sitting)
        require_correctable(actor, sitting, str(reason))
        if deal.revision != revision:
            raise SittingMoved(sitting, deal)
        seats = seats_of(deal)
        context = refuse_stranded(deal, [str(seat.player.uuid) for seat in seats], record)
        entry.before = deal_audit_content(deal)
        entry.reason = str(reason)
        write_deal(deal, seats, record, revision=deal.revision + 1, context=context)
        note_deal(sitting, is_held=is_held)
        if not sitting.is_open:
            ratings.replay_from(sitting)
        entry.after = deal_audit_content(deal)
    return deal


def seats_of(deal: Deal) -> list[Seat]:
    """The seats as they were for this deal, in the order of its record, whoever has left since."""
    rows = deal.sitting.seats.select_related("player")
    seats = {str(seat.player.uuid): seat for seat in rows}
    players = deal.record.get("players")
    if players is None:
        scored = set(deal.scores.values_list("seat", flat=True))
        return [seat for seat in seats.values() if seat.pk in scored]
    return [seats[name] for name in players if name in seats]


def close_sitting(actor: Actor, sitting: Sitting, *, request_id: UUID) -> Sitting:
    """End the session: from now on only an organiser corrects. Safe to repeat."""
    with change(Action.CLOSE_SITTING, actor, sitting, lock=sitting, request_id=request_id) as entry:
        require(may_close_sitting(actor, sitting))
        entry.is_needless = not sitting.is_open
        if not entry.repeated and not entry.is_needless:
            sitting.state = SittingState.CLOSED
            sitting.closed_at = entry.at
            sitting.save(update_fields=["state", "closed_at"])
            ratings.replay_from(sitting)
    return sitting


def reopen_sitting(actor: Actor, sitting: Sitting, *, request_id: UUID) -> Sitting:
    """Let the session go on. Safe to repeat. Raises LeagueClosed, and TotalsOnly where no deal is
    known."""
    with change(
        Action.REOPEN_SITTING, actor, sitting, lock=sitting, request_id=request_id
    ) as entry:
        require(may_reopen_sitting(actor, sitting))
        if sitting.totals_only:
            raise TotalsOnly
        entry.is_needless = sitting.state != SittingState.CLOSED
        if not entry.repeated and not entry.is_needless:
            refuse_frozen(sitting)
            sitting.state = SittingState.OPEN
            sitting.closed_at = None
            sitting.save(update_fields=["state", "closed_at"])
            ratings.replay_from(sitting)
    return sitting


def change_rules(actor: Actor, sitting: Sitting, rules: Rules, *, request_id: UUID) -> Sitting:
    """Give an open session another profile and score all its deals again.

    Raises DealRefused when a deal does not fit the new rules; its fields start with `deals[n].`,
    n being the number of the deal.
    """
    changed = Sitting(pk=sitting.pk, game=sitting.game, rules=rules.to_json())
    with change(Action.CHANGE_RULES, actor, sitting, lock=sitting, request_id=request_id) as entry:
        if entry.repeated:
            entry.require_same(entry.written, changed.rules)
            return sitting
        require(may_change_rules(actor, sitting))
        deals = list(sitting.deals.order_by("number"))
        contexts = _refuse_unfit_deals(changed, deals)
        entry.before = sitting.rules
        entry.after = sitting.rules = changed.rules
        sitting.save(update_fields=["rules"])
        for deal, context in zip(deals, contexts, strict=True):
            if deal.kind != DealKind.SCORES:
                deal.sitting = sitting
                seats, revision = seats_of(deal), deal.revision + 1
                write_deal(deal, seats, deal.record, revision=revision, context=context)
    return sitting


def _refuse_unfit_deals(sitting: Sitting, deals: Sequence[Deal]) -> Sequence[Record]:
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


def contexts_at(sitting: Sitting, records: Sequence[Record]) -> Sequence[Record]:
    """What the game adds to each of the records of a session, which are all there are, oldest
    first: in one pass, where each by itself would go through all before it."""
    game = get_game(sitting.game)
    return matches_of(game, game.read_rules(sitting.rules), records).contexts


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
    bare_record = {key: value for key, value in record.items() if key != "players"}
    if bare_record.get("kind") == plain_scores.KIND:
        return plain_scores.plain_verdict(players, bare_record, may_be_zero=zero_is_played(game))
    rules = game.read_rules(sitting.rules)
    if context is None:
        context = context_of(game, players, rules, earlier)
    return game.judge(players, rules, {**bare_record, **context})


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
        deal.save(update_fields=["record", "revision", *COLUMNS])
        deal.scores.all().delete()
    else:
        deal.save(force_insert=True)
    DealScore.objects.bulk_create(
        score_row(deal, seat, seat.player, verdict, name) for name, seat in players.items()
    )


def score_row(deal: Deal, seat: Seat, player: Player, verdict: Verdict, name: str) -> DealScore:
    """What one of them won; name is theirs in the record. Not saved."""
    return DealScore(
        deal=deal,
        seat=seat,
        player=player,
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
    deal.petit_au_bout = facts.petit_au_bout
    deal.chelem = facts.chelem


def deal_audit_content(deal: Deal) -> dict[str, Any]:
    """What the log keeps of a deal: its number, revision and record."""
    return {"number": deal.number, "revision": deal.revision, "record": deal.record}

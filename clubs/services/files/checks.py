"""The proof that everything stored follows from the records, and the repair where it does not."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from clubs.access import (
    Actor,
    may_correct_deal,
    require,
)
from clubs.core.problems import DealRefused
from clubs.core.redaction import renamed
from clubs.models import (
    AuditEntry,
    Club,
    Deal,
    DealScore,
    League,
    LeagueState,
    Player,
    Publication,
    Seat,
    Sitting,
    Tournament,
)
from clubs.queries.deals.deals import earlier_records, former_names
from clubs.queries.seasons.publications import changes, content_now, final_publication
from clubs.queries.seasons.ratings import stored_changes
from clubs.queries.seasons.seasons import closed_league_of
from clubs.services.changes import Action, change
from clubs.services.deals.differences import Difference
from clubs.services.deals.scoring import (
    COLUMNS,
    contexts_at,
    deal_audit_content,
    deal_verdict,
    fill_columns,
    score_row,
    write_deal,
)
from clubs.services.files.chains import check_chains
from clubs.services.seasons.ratings import rebuild, replayed
from clubs.services.snapshot import of_one_moment
from clubs.services.tables.sittings import seats_of


@of_one_moment
def check_sittings() -> Iterator[Difference]:
    """Recompute every deal of every sitting from its record."""
    for sitting in Sitting.objects.select_related("club").order_by("pk").iterator():
        yield from check_sitting(sitting)


def check_sitting(sitting: Sitting) -> Iterator[Difference]:
    """Check the rules against the log, then every deal under them."""
    place = f"sitting {sitting.uuid}"
    rules = _logged_rules(sitting)
    if sitting.rules != rules:
        yield Difference(place, "rules", sorted_json(sitting.rules), sorted_json(rules))
        return
    if sitting.rules_name != sitting.rules.get("name", ""):
        yield Difference(place, "rules_name", sitting.rules_name, sitting.rules.get("name", ""))
    deals = list(
        sitting.deals.select_related("taker").prefetch_related(
            "scores__player", "scores__seat__player"
        )
    )
    logged = logged_deals(sitting)
    numbers, expected = [deal.number for deal in deals], list(range(1, len(deals) + 1))
    if numbers != expected:
        yield Difference(place, "numbers", numbers, expected)
    for uuid in logged.keys() - {deal.uuid for deal in deals}:
        yield Difference(place, "log", f"of deal {uuid}", "of deals it has")
    contexts = _known_contexts(sitting, deals)
    for deal, context in zip(deals, contexts, strict=True):
        yield from check_deal(deal, logged, context)


def _known_contexts(sitting: Sitting, deals: Sequence[Deal]) -> Sequence[Mapping[str, Any] | None]:
    """The sum of the deals before each deal; None for all where the rules cannot be read, which
    the check of each deal then reports."""
    try:
        return contexts_at(sitting, [deal.record for deal in deals])
    except DealRefused:
        return [None] * len(deals)


def _logged_rules(sitting: Sitting) -> Any:
    """The complete profile that the log says was frozen last."""
    entries = AuditEntry.objects.filter(
        target_uuid=sitting.uuid,
        action__in=[Action.OPEN_SITTING, Action.CHANGE_RULES, Action.IMPORT],
    )
    last = entries.order_by("-pk").first()
    if last is None or last.after is None:
        return None
    return last.after if last.action == Action.CHANGE_RULES else last.after.get("rules")


def logged_deals(sitting: Sitting) -> dict[UUID, dict[str, Any]]:
    """The last entry of each deal in the log (see audit_content), by the names of today."""
    names = former_names(sitting.seats.select_related("player"))
    entries = AuditEntry.objects.filter(chain__uuid=sitting.uuid, target_type="deal")
    rows = entries.order_by("sequence").values_list("target_uuid", "after")
    return {uuid: renamed(after or {}, names) for uuid, after in rows}


def check_deal(
    deal: Deal,
    logged: Mapping[UUID, Mapping[str, Any]],
    context: Mapping[str, Any] | None = None,
) -> Iterator[Difference]:
    """One deal: the log against the record, the record against the rules, the rest against both.
    context: what is known of the deals before, as `deal_verdict` has it.

    Each stage needs the one before it, so the first that finds something ends the check.
    """
    difference = partial(Difference, f"sitting {deal.sitting.uuid}", deal=deal.number)
    entry = logged.get(deal.uuid)
    if entry is None:
        yield difference("log", "silent", "of this deal")
    elif entry.get("number") != deal.number:
        yield difference("number", deal.number, entry.get("number"))
    elif entry.get("record") != deal.record:
        yield difference("record", sorted_json(deal.record), sorted_json(entry.get("record")))
    else:
        yield from _check_seats(deal, difference)
        if "players" in deal.record:
            yield from _check_computed(deal, context, difference)
        else:  # only the scores are known
            yield from _check_sum(deal, difference)


def _check_seats(deal: Deal, difference: Callable[..., Difference]) -> Iterator[Difference]:
    """Each score is of a seat of the table and of the player who has it. As no player has two, none
    has two scores of the deal."""
    for score in deal.scores.all():
        seat, player = score.seat, score.player
        if (seat.sitting_id, seat.player_id) == (deal.sitting_id, player.pk):
            continue
        has_seat = deal.sitting.seats.filter(player=player).exists()
        for name, stored, expected in (
            ("table of a score", seat.sitting, deal.sitting),
            ("seat of a score", seat.player, player),
        ):
            if stored != expected:
                is_repairable = has_seat and "players" in deal.record
                yield difference(name, stored.uuid, expected.uuid, is_repairable=is_repairable)


def _check_computed(
    deal: Deal, context: Mapping[str, Any] | None, difference: Callable[..., Difference]
) -> Iterator[Difference]:
    """Check scores, sum and columns of a deal whose record is sound."""
    names = deal.record["players"]
    rows = {str(row.player.uuid): row for row in deal.scores.all()}
    players = {name: row.player for name, row in rows.items() if name in names}
    if len(players) < len(names):
        players = {str(seat.player.uuid): seat.player for seat in seats_of(deal)}
    if players.keys() != set(names):
        yield difference("players", sorted_json(sorted(rows)), sorted_json(sorted(names)))
        return
    try:
        earlier = earlier_records(deal.sitting, deal.number)
        verdict = deal_verdict(deal.sitting, names, deal.record, earlier, context=context)
    except DealRefused as refusal:
        yield difference("record", f"refused ({refusal})", "one that the rules accept")
        return
    for name in dict.fromkeys([*names, *rows]):
        row = rows.get(name)
        stored = _told_score(row) if row else "missing"
        expected = "missing"
        if name in names:
            expected = _told_score(score_row(deal, Seat(player=players[name]), verdict, name))
        if stored != expected:
            yield difference(f"score of {name}", stored, expected, is_repairable=True)
    yield from _check_sum(deal, difference)
    fresh = Deal(sitting=deal.sitting)
    fill_columns(fresh, verdict, players)
    for column in COLUMNS:
        pair = getattr(deal, column), getattr(fresh, column)
        if pair[0] != pair[1]:
            shown = [value.uuid if isinstance(value, Player) else value for value in pair]
            yield difference(column, *shown, is_repairable=True)


def _told_score(row: DealScore) -> str:
    shown = f" with {row.poignees} shown" if row.poignees else ""
    points = "" if row.points is None else f" of {row.points} points"
    return f"{row.score} as {row.role}{shown}{points}"


def _check_sum(deal: Deal, difference: Callable[..., Difference]) -> Iterator[Difference]:
    total = sum(row.score for row in deal.scores.all())
    if total:
        yield difference("sum", total, 0, is_repairable="players" in deal.record)


def sorted_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def check_ratings() -> Iterator[Difference]:
    """Replay the tables of every club with ratings, and compare with what is stored.

    Both are read again where a table closed meanwhile.
    """
    for club in Club.objects.filter(has_ratings=True).order_by("pk"):
        yield from _check_ratings_of(club)


def _check_ratings_of(club: Club) -> list[Difference]:
    # A table that closes between the two reads looks like a difference, but not twice the same.
    while differences := _compare_ratings(club):
        again = _compare_ratings(club)
        if again == differences:
            break
    return differences


def _compare_ratings(club: Club) -> list[Difference]:
    place = f"ratings {club.uuid}"
    stored = {(table, player): told for _, table, player, *told in stored_changes(club)}
    fresh = {
        (found.table, found.player): [
            found.before.mu,
            found.before.sigma,
            found.after.mu,
            found.after.sigma,
        ]
        for found in replayed(club)
    }
    tables = dict(Sitting.objects.filter(club=club).values_list("pk", "uuid"))
    players = dict(Player.objects.filter(club=club).values_list("pk", "uuid"))
    return [
        Difference(
            place,
            f"sitting {tables[table]}, player {players[player]}",
            _told_rating(stored.get((table, player))),
            _told_rating(fresh.get((table, player))),
            is_repairable=True,
        )
        for table, player in dict.fromkeys([*fresh, *stored])
        if _told_rating(stored.get((table, player))) != _told_rating(fresh.get((table, player)))
    ]


def _told_rating(numbers: Sequence[float] | None) -> str:
    """Mean and deviation before and after the table, with all digits that must agree."""
    return " ".join(f"{number:.9f}" for number in numbers) if numbers else "missing"


@of_one_moment
def check_seasons() -> Iterator[Difference]:
    """Compare what was stored of every season when it was closed with its standings, statistics and
    titles as they come out now. A difference needs a person: no program can know which of the two
    is right."""
    closed = League.objects.filter(state=LeagueState.CLOSED).select_related("club")
    for league in closed.order_by("pk").iterator():
        yield from check_season(league)


def check_season(league: League) -> Iterator[Difference]:
    """Check one season that is closed."""
    place = f"season {league.uuid}"
    final = final_publication(league)
    if final is None:
        yield Difference(place, "publication", "missing", "that of its closing")
        return
    yield from check_published(league, final, place)
    for changed in changes(final.content, content_now(league, final.content)):
        yield Difference(place, *changed)


def check_published(
    of: League | Tournament, published: Publication, place: str
) -> Iterator[Difference]:
    """Check the stored content of final results against its hash in the log, which older entries
    do not have."""
    actions = [Action.CLOSE_LEAGUE, Action.PUBLISH_RESULTS]
    entries = AuditEntry.objects.filter(chain__uuid=of.uuid, action__in=actions)
    for after in entries.order_by("sequence").values_list("after", flat=True):
        if after and after.get("version") == published.version and "content" in after:
            stored, expected = published.content_hash(), after["content"]
            if stored != expected:
                yield Difference(place, f"publication {published.version}", stored, expected)


def repair_ratings() -> Iterator[Difference]:
    """Replay every club whose ratings differ; yields what differed. Nobody's record is touched."""
    for club in Club.objects.filter(has_ratings=True).order_by("pk"):
        differences = _check_ratings_of(club)
        if differences:
            rebuild(club)
        yield from differences


def repair_sittings(actor: Actor) -> Iterator[Difference]:
    """Write every deal that differs again from its record, audited; yields what it mended.

    What is not repairable stays, and keeps its deal from being written at all; so does a closed
    season for which the table counts; where the log was
    tampered with, no record of the sitting can be trusted.
    """
    broken = {found.place for found in check_chains()}
    for sitting in Sitting.objects.select_related("club").order_by("pk"):
        if broken & {f"chain {sitting.uuid}", f"chain {sitting.club.uuid}"}:
            continue
        differing = {found.deal for found in check_sitting(sitting) if found.deal}
        for deal in sitting.deals.filter(number__in=differing):
            yield from _repair_deal(actor, deal)


def _repair_deal(actor: Actor, deal: Deal) -> list[Difference]:
    with change(Action.REPAIR_DEAL, actor, deal, lock=deal.sitting, request_id=None) as entry:
        require(may_correct_deal(actor, deal.sitting))
        differences = list(check_deal(deal, logged_deals(deal.sitting)))
        entry.is_needless = not differences or not all(one.is_repairable for one in differences)
        entry.is_needless = entry.is_needless or closed_league_of(deal.sitting) is not None
        if entry.is_needless:
            return []
        entry.before = {"differences": [str(difference) for difference in differences]}
        write_deal(deal, seats_of(deal), deal.record, revision=deal.revision)
        entry.after = deal_audit_content(deal)
    return differences

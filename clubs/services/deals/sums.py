"""Keeps the sums of closed tables (models/sums.py). services/deals/kept.py says when.

What a table had is taken out of its spans, and what it has is put in: the parts of a day tell what
a table had, so that nothing depends on how its deals were changed. Sums of a club are moved by one
transaction after the other, which holds the gate of the club. Whoever moves those of several tables
locks all of them before the first (`lock_tables`), or two would wait for each other.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from django.db import transaction
from django.db.models import Max, QuerySet

from clubs.models import Best, Club, LeagueSitting, Share, Sitting, SittingState, Span, SpanKind
from clubs.queries.statistics.parts import ALL, Parts, added_up, scores_at
from clubs.services.deals.bests import Touched, day_ref, hold_gates, keep_bests, touched_by
from clubs.services.deals.span_sums import SpanKey, fill_span, stored_share, stored_sums

BLOCK = 200  # tables
ROWS = 500


def missing_sums() -> QuerySet[Sitting]:
    return Sitting.objects.filter(kept__isnull=True)


def lock_tables(sittings: QuerySet[Sitting]) -> None:
    """By primary key, until the transaction ends, against who changes them, not against rows that
    name them: who rates a table again holds the gate of its club, for which a merger that holds the
    table may wait."""
    list(_locked(sittings).values_list("pk"))


def _locked(sittings: QuerySet[Sitting]) -> QuerySet[Sitting]:
    return sittings.order_by("pk").select_for_update(of=("self",), no_key=True)


def keep_sums(sittings: Sequence[Sitting]) -> None:
    """Moves the sums of these tables to what they are now, inside the transaction that holds them:
    closed tables are in, others are not. Tables that never were cost no query."""
    keep_bests(move_sums(sittings))


def move_sums(sittings: Sequence[Sitting]) -> dict[tuple[int, str], Touched]:
    """The same without what was best; returns what of that is to be made again."""
    closed = [sitting for sitting in sittings if sitting.state == SittingState.CLOSED]
    held = [sitting for sitting in sittings if sitting.kept is not None]
    if not closed and not held:
        return {}
    keys = keys_of(closed)
    parts = parts_at_tables(closed)
    ledger = _Ledger(keys.values(), held)
    ledger.load({player for own in parts.values() for player in own})
    for sitting in held:
        ledger.take(sitting)
        sitting.kept = None
    for sitting in closed:
        sitting.kept = ledger.put(keys[sitting.pk], parts[sitting.pk])
    ledger.save()
    Sitting.objects.bulk_update(closed, ["kept"], batch_size=BLOCK)
    opened = [sitting.pk for sitting in held if sitting.kept is None]
    Sitting.objects.filter(pk__in=opened).update(kept=None)
    players = ledger.people.union(player for own in parts.values() for player in own)
    return touched_by(ledger.rows.values(), players)


def keep_sums_of(sittings: QuerySet[Sitting]) -> None:
    """The same for tables that the transaction does not hold yet."""
    keep_sums(held_tables(sittings))


def held_tables(sittings: QuerySet[Sitting]) -> list[Sitting]:
    """Locks them as lock_tables() does."""
    return list(_locked(sittings).select_related("club"))


def parts_at_tables(sittings: Iterable[Sitting]) -> dict[int, Parts]:
    """By primary key, also of tables without a deal."""
    parts: dict[int, Parts] = {}
    of_game: dict[str, list[int]] = defaultdict(list)
    for sitting in sittings:
        parts[sitting.pk] = {}
        of_game[sitting.game].append(sitting.pk)
    for game, pks in of_game.items():
        parts |= dict(added_up(scores_at(pks), game))
    return parts


def keys_of(sittings: Sequence[Sitting]) -> dict[int, list[SpanKey]]:
    """The spans of each table."""
    counted: dict[int, list[tuple[str, str]]] = defaultdict(list)
    rows = LeagueSitting.objects.filter(sitting__in=sittings).order_by("league")
    for pk, league, evening in rows.values_list("sitting", "league", "evening"):
        counted[pk] += [(SpanKind.LEAGUE, str(league)), (SpanKind.EVENING, str(evening))]
    keys: dict[int, list[SpanKey]] = {}
    for sitting in sittings:
        day = day_ref(sitting.club, sitting.opened_at)
        refs = [(SpanKind.CLUB, ""), (SpanKind.DAY, day), *counted[sitting.pk]]
        rules = sitting.rules.get("name", ""), sitting.rules.get("title", "")
        keys[sitting.pk] = [SpanKey(sitting.club_id, sitting.game, *ref, *rules) for ref in refs]
    return keys


def _memory(sitting: Sitting, what: str) -> list[int]:
    """What a table remembers of its sums: the primary keys of spans, or of players."""
    return list((sitting.kept or {}).get(what, ()))


class _Ledger:
    """The sums of some spans, read under the gates of their clubs, and written again."""

    def __init__(self, keys: Iterable[Sequence[SpanKey]], held: Iterable[Sitting]) -> None:
        wanted = {key for of_table in keys for key in of_table}
        pks = {pk for sitting in held for pk in _memory(sitting, "spans")}
        clubs = {key.club for key in wanted}
        clubs.update(Span.objects.filter(pk__in=pks).values_list("club", flat=True))
        hold_gates(clubs)
        rows = _find_spans(wanted, pks)
        self.rows = {row.pk: row for row in rows}
        self.pks = {SpanKey.of(row): row.pk for row in rows}
        self.spans = {row.pk: stored_sums(row) for row in rows}
        self.people = {player for sitting in held for player in _memory(sitting, "players")}
        self.shares: dict[tuple[int, int], Share] = {}
        self.lost: set[tuple[int, int]] = set()

    def load(self, people: Collection[int]) -> None:
        """Reads the shares of these players, and of those whom the tables had."""
        rows = Share.objects.filter(span__in=self.spans, player__in=self.people.union(people))
        for share in rows:
            self.shares[share.span_id, share.player_id] = share
            self.spans[share.span_id].shares[share.player_id] = stored_share(share)

    def take(self, sitting: Sitting) -> None:
        spans = [self.spans[pk] for pk in _memory(sitting, "spans")]
        day = next(span for span in spans if span.kind == SpanKind.DAY)
        parts = day.parts_at(sitting.pk, _memory(sitting, "players"))
        for pk, span in zip(_memory(sitting, "spans"), spans, strict=True):
            span.take(sitting.pk, parts)
            if span.kind == SpanKind.CLUB:
                self.lost.update((pk, player) for player in parts)

    def put(self, keys: Sequence[SpanKey], parts: Parts) -> dict[str, list[int]]:
        """Returns what the table remembers."""
        pks = [self.pks[key] for key in keys]
        for pk in pks:
            self.spans[pk].put(parts)
        return {"spans": pks, "players": sorted(parts)}

    def save(self) -> None:
        self._save_shares(kind for kind in SpanKind if kind != SpanKind.CLUB)
        self._look_up()
        self._save_shares([SpanKind.CLUB])
        rows = list(self.rows.values())
        for row in rows:
            fill_span(row, self.spans[row.pk])
        Span.objects.bulk_update(rows, ["tables", "counts", "standing", "sized"], batch_size=ROWS)
        Span.objects.filter(pk__in=[row.pk for row in rows if not row.tables]).delete()

    def _save_shares(self, kinds: Iterable[str]) -> None:
        wanted = set(kinds)
        gone, rows = [], []
        for pk, span in self.spans.items():
            for player in span.moved if span.kind in wanted else ():
                sums, known = span.shares[player], self.shares.get((pk, player))
                row = Share(
                    club_id=self.rows[pk].club_id,
                    kind=span.kind,
                    span_id=pk,
                    player_id=player,
                    deals=sums.deals,
                    last_opened_at=sums.last,
                    **sums.texts(),
                )
                if sums.deals:
                    rows.append(row)
                elif known is not None:
                    gone.append(known.pk)
        Share.objects.filter(pk__in=gone).delete()
        Share.objects.bulk_create(
            rows,
            batch_size=ROWS,
            update_conflicts=True,
            unique_fields=["span", "player"],
            update_fields=["deals", "last_opened_at", "content", "company"],
        )

    def _look_up(self) -> None:
        """When those whose table went played last: their days tell, which are saved already."""
        for pk in {pk for pk, _player in self.lost}:
            row = self.rows[pk]
            players = [player for lost, player in self.lost if lost == pk]
            days = Share.objects.filter(
                club=row.club_id, player__in=players, kind=SpanKind.DAY, span__game=row.game,
                span__rules=row.rules, span__title=row.title,
            )  # fmt: skip
            last = dict(days.values_list("player").annotate(Max("last_opened_at")))
            for player in players:
                self.spans[pk].shares[player].last = last.get(player)


def _find_spans(wanted: set[SpanKey], pks: set[int]) -> list[Span]:
    """Those of the keys, made where there is none, and these."""
    rows = list(Span.objects.filter(pk__in=pks))
    clubs, refs = {key.club for key in wanted}, {key.ref for key in wanted}
    others = Span.objects.filter(club__in=clubs, ref__in=refs).exclude(pk__in=pks)
    rows += [row for row in others if SpanKey.of(row) in wanted]
    known = {SpanKey.of(row) for row in rows}
    fresh = [
        Span(club_id=key.club, **{name: getattr(key, name) for name in SpanKey._fields[1:]})
        for key in sorted(wanted - known)
    ]
    return [*rows, *Span.objects.bulk_create(fresh)]


def fill_evenings() -> None:
    """Adds up the sizes of evenings of which an earlier version kept them apart."""
    rows = Span.objects.filter(kind=SpanKind.EVENING).exclude(sized="{}")
    waiting = rows.exclude(sized__contains=f'"{ALL}":{{')
    for club in waiting.order_by("club").values_list("club", flat=True).distinct():
        with transaction.atomic():
            hold_gates({club})
            old = list(waiting.filter(club=club))
            for row in old:
                fill_span(row, stored_sums(row))
            Span.objects.bulk_update(old, ["sized"], batch_size=ROWS)


def forget_club(club: Club) -> None:
    """Drops all sums of a club, whose tables are open to pages as if they were new. `fill_sums`
    makes them again."""
    tables = Sitting.objects.filter(club=club, kept__isnull=False)
    lock_tables(tables)
    hold_gates({club.pk})
    tables.update(kept=None)
    Span.objects.filter(club=club).exclude(kind=SpanKind.GATE).delete()
    Best.objects.filter(club=club).delete()

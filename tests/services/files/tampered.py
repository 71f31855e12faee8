"""A club in which everything is, and what somebody can do to it who may write to the database."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

from django.db.models import F, Model, QuerySet
from django.utils import timezone

from clubs.models import (
    AuditEntry,
    Chain,
    Club,
    ClubSeal,
    Deal,
    DealScore,
    Entry,
    Link,
    Membership,
    Player,
    Presence,
    Role,
    Seat,
    Sitting,
    Slip,
    Team,
)
from clubs.services.deals.kept import repair_kept
from clubs.services.deals.scoring import COLUMNS, deal_verdict, fill_columns, score_row
from clubs.services.files.words import seal_rows
from clubs.services.people.roles import set_role
from clubs.services.seasons.leagues import close_league
from clubs.services.tables import sittings
from clubs.services.tournaments.entries.entry_penalties import give_entry_penalty
from clubs.services.tournaments.results import publish_results
from tests.cast import Cast
from tests.hall import published_hall, validated_hall

FOUR = ("Alice", "Bob", "Charlie", "Dora")


class World:
    """A club in which everything is, and the words of the log on all that no service made."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        actor = cast.actor("Charlie")
        past, self.league = (
            cast.league(name=name, starts_on=date(year, 9, 1), ends_on=date(year + 1, 6, 30))
            for name, year in (("2024–2025", 2024), ("2025–2026", 2025))
        )
        old = cast.sitting(*FOUR)
        cast.deal(old)
        cast.evening(past, date(2024, 9, 12), old, state="closed")
        sittings.close_sitting(cast.actor("Alice"), old, request_id=uuid4())
        self.closed = close_league(actor, past, request_id=uuid4())
        self.table = cast.sitting(*FOUR)
        for points in (46, 51, 60):
            deal = cast.deal(self.table, points=points)
        sittings.correct_deal(
            actor,
            deal,
            cast.record(self.table, points=56),
            revision=1,
            reason="Erreur",
            request_id=uuid4(),
        )
        evening = cast.evening(self.league, date(2025, 9, 12), self.table, state="closed")
        Presence.objects.create(evening=evening, player=cast.player("Frank"))
        sittings.close_sitting(cast.actor("Alice"), self.table, request_id=uuid4())
        self.open = cast.sitting(*FOUR)
        cast.deal(self.open)
        self.link = cast.link(self.open)
        hall = validated_hall(cast, 8, rounds_planned=1, deals_per_round=1)
        self.fine = give_entry_penalty(
            actor,
            hall.entry(1),
            code="late",
            points=-10,
            reason="Retard",
            after_round=1,
            request_id=uuid4(),
        )
        publish_results(actor, hall.reread(), request_id=uuid4())
        self.final = hall.reread()
        spring = published_hall(cast, 9, name="Tournoi de printemps", rounds_planned=2)
        self.tournament, self.slip = spring.reread(), Slip.objects.latest("pk")
        self.team = Team.objects.create(tournament=self.tournament, name="Les Rois")
        for each in Club.objects.all():
            seal_rows(each)

    def player(self, name: str) -> Player:
        return self.cast.player(name)


def raw(model: type[Model], **told: Any) -> QuerySet[Any]:
    """Rows as whoever opens the database finds them."""
    return QuerySet(model).filter(**told)


def put(model: type[Model], **told: Any) -> None:
    QuerySet(model).bulk_create([model(**told)])


def chain_of(thing: Any) -> QuerySet[Any]:
    return raw(AuditEntry, chain__uuid=thing.uuid).order_by("sequence")


def rehash(thing: Any) -> None:
    """All hashes of a chain, its numbers and its head made anew, which needs no key."""
    chain, previous = Chain.objects.get(uuid=thing.uuid), ""
    number = 0
    for number, entry in enumerate(chain_of(thing).select_related("chain", "club"), 1):
        entry.sequence = number
        previous = entry.computed_hash(previous)
        raw(AuditEntry, pk=entry.pk).update(hash=previous, sequence=number)
    raw(Chain, pk=chain.pk).update(number=number, hash=previous)


def forget(thing: Any) -> None:
    """The chain of a thing, as if it had never had one."""
    chain_of(thing).delete()
    raw(Chain, uuid=thing.uuid).delete()


def older_word_again(world: World) -> None:
    """Of two entries on one row the earlier one gets the later key, and the row is as it says."""
    cast = world.cast
    for role in (Role.SCORER, Role.MEMBER):
        set_role(cast.actor("Olivia"), cast.club, cast.user("Bob"), role, request_id=uuid4())
    newer, older = raw(AuditEntry, action="set_role").order_by("-pk").values_list("pk", flat=True)
    for key, other in ((older, -1), (newer, older), (-1, newer)):
        raw(AuditEntry, pk=key).update(id=other)
    member(world, "Bob").update(role=Role.SCORER)


def exchanged(world: World) -> None:
    """The second entries of two tables, each in the log of the other one."""
    rows = [chain_of(thing).get(sequence=2) for thing in (world.table, world.open)]
    chains = [row.chain_id for row in rows]
    raw(AuditEntry, pk=rows[0].pk).update(sequence=99)
    raw(AuditEntry, pk=rows[1].pk).update(chain=chains[0])
    raw(AuditEntry, pk=rows[0].pk).update(chain=chains[1], sequence=2)


def swap(rows: QuerySet[Any], *columns: str) -> None:
    """The first two rows change these columns."""
    first, second = list(rows.order_by("pk")[:2])
    told = [{name: getattr(row, name) for name in columns} for row in (second, first)]
    model = type(first)
    empty = {name: f"x{getattr(first, name)}"[:12] for name in columns if "name" in name}
    raw(model, pk=first.pk).update(
        **({name: uuid4() for name in columns if name == "uuid"} | empty)
    )
    raw(model, pk=second.pk).update(**told[1])
    raw(model, pk=first.pk).update(**told[0])


def last_deal_gone(w: World) -> None:
    """With its entry and its scores, and all that is kept, as if it had never been played."""
    deal = w.open.deals.latest("number")
    chain_of(w.open).filter(target_uuid=deal.uuid).delete()
    raw(DealScore, deal=deal).delete()
    raw(Deal, pk=deal.pk).delete()
    rehash(w.open)


def table_gone(w: World) -> None:
    forget(w.open)
    deals = raw(Deal, sitting=w.open)
    raw(DealScore, deal__in=deals.values("pk")).delete()
    deals.delete()
    raw(Seat, sitting=w.open).delete()
    raw(Link, target_uuid=w.open.uuid).delete()
    raw(Sitting, pk=w.open.pk).delete()


def log_gone(w: World) -> None:
    """The log of the club but the openings."""
    raw(AuditEntry, club=w.cast.club).exclude(action="open_sitting").delete()
    for thing in (w.cast.club, w.table, w.open, w.league, w.closed):
        if raw(Chain, uuid=thing.uuid).exists():
            rehash(thing)


def rewritten(w: World) -> None:
    """An old deal in log and record, with its scores and all hashes."""
    deal = w.table.deals.get(number=1)
    record = {**deal.record, "points": 71}
    raw(Deal, pk=deal.pk).update(record=record)
    entry = chain_of(w.table).get(target_uuid=deal.uuid)
    raw(AuditEntry, pk=entry.pk).update(after={**entry.after, "record": record})
    rehash(w.table)
    computed_again()


def computed_again() -> None:
    """Scores and sums that follow from what stands there now."""
    for deal in Deal.objects.select_related("sitting__club"):
        sitting = deal.sitting
        players = {str(seat.player.uuid): seat.player for seat in sitting.seats.all()}
        verdict = deal_verdict(sitting, list(players), deal.record)
        for name, player in players.items():
            row = score_row(deal, Seat(player=player), verdict, name)
            raw(DealScore, deal=deal, player=player).update(role=row.role, score=row.score)
        fill_columns(deal, verdict, players)
        raw(Deal, pk=deal.pk).update(**{name: getattr(deal, name) for name in COLUMNS})
    list(repair_kept())


def a_year_earlier(w: World) -> None:
    chain_of(w.table).update(at=F("at") - timedelta(days=365))
    rehash(w.table)


def correction_undone(w: World) -> None:
    chain_of(w.table).filter(action__in=["correct_deal", "close_sitting"]).delete()
    deal = w.table.deals.get(number=3)
    first = chain_of(w.table).get(target_uuid=deal.uuid)
    raw(Deal, pk=deal.pk).update(record=first.after["record"], revision=1)
    raw(Sitting, pk=w.table.pk).update(state="open", closed_at=None)
    rehash(w.table)


def forged_entry(w: World) -> None:
    """One more at the end of a chain, with a right hash and the head that follows."""
    chain = Chain.objects.get(uuid=w.open.uuid)
    last = chain_of(w.open).last()
    put(
        AuditEntry,
        club=w.cast.club,
        at=timezone.now(),
        actor=last.actor,
        action="name_sitting",
        target_type="sitting",
        target_uuid=w.open.uuid,
        chain=chain,
        sequence=last.sequence + 1,
        hash="",
        seal=last.seal,
    )
    rehash(w.open)


def forged_word(w: World) -> None:
    """The word on one row put in the place of that on another, which is made an owner."""
    rows = {row.user.name: row for row in raw(Membership).select_related("user")}
    raw(Membership, pk=rows["Bob"].pk).update(role="owner")
    sealed = ClubSeal.objects.get(club=w.cast.club)
    words = sealed.words["membership"]
    words[str(rows["Bob"].pk)] = words[str(rows["Olivia"].pk)]
    raw(ClubSeal, pk=sealed.pk).update(words=sealed.words)


def member(w: World, name: str) -> QuerySet[Any]:
    return raw(Membership, user=w.cast.user(name))


def entry_of(w: World, number: int = 1) -> QuerySet[Any]:
    return raw(Entry, tournament=w.tournament, number=number)

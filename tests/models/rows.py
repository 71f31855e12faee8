"""A row of every model that the database takes, in a club where something was played. Those of
tournaments are in tournament_rows.py.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from uuid import uuid4

from django.db import models

from clubs.models import (
    AuditEntry,
    Best,
    Chain,
    Club,
    ClubSeal,
    Deal,
    DealScore,
    Evening,
    ImportedRow,
    ImportRun,
    League,
    LeagueMember,
    LeagueSitting,
    Link,
    MatchScore,
    Membership,
    Penalty,
    Player,
    Publication,
    RatingChange,
    RoleOffer,
    RuleProfile,
    Seat,
    Share,
    Sitting,
    SittingTotal,
    Span,
    User,
)
from tests.cast import Cast
from tests.hall import Hall
from tests.models import tournament_rows
from tests.models.tournament_rows import FREE, USED

AT = datetime(2026, 1, 6, 20, 15, tzinfo=UTC)
TUESDAY = date(2025, 11, 4)


@dataclass
class World:
    """One sitting with one deal, beside the people of the cast; and a season of which Bob is a
    member, with an evening at which the sitting counts; and a tournament of one table."""

    cast: Cast
    sitting: Sitting
    deal: Deal
    league: League
    evening: Evening
    hall: Hall

    def club(self) -> Club:
        return self.cast.club

    def other_sitting(self) -> Sitting:
        return self.cast.sitting("Alice", "Bob", "Charlie", "Dora")

    def seat(self, position: int) -> Seat:
        return self.sitting.seats.get(position=position)


RATED = {"sequence": 1, "mu_before": 25, "sigma_before": 8, "mu_after": 26, "sigma_after": 7}
MATCH = {"number": 1, "score": 34, "halves": 2, "deals": 2}


def make_world(club: Cast) -> World:
    sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
    deal = club.deal(sitting)
    seat = Seat.objects.create(sitting=sitting, position=6, player=club.player("Frank"))
    deal.scores.filter(player=club.player("Dora")).delete()
    assert (deal.number, seat.position) == (1, 6)
    User.objects.filter(email="alice@example.org").update(uuid=USED)
    Player.objects.filter(name="Alice").update(uuid=USED)
    Club.objects.filter(slug="trois-bouts").update(uuid=USED)
    Sitting.objects.update(uuid=USED)
    Deal.objects.update(uuid=USED)
    RuleProfile.objects.create(
        club=club.club, game="french", name="maison", version=1, rules=sitting.rules
    )
    Link.objects.create(
        uuid=USED,
        club=club.club,
        kind="watch",
        target_uuid=USED,
        code="222222",
        token_hash="0" * 64,
    )
    league = club.league("Bob")
    evening = club.evening(league, TUESDAY, sitting)
    bob = club.player("Bob")
    SittingTotal.objects.create(sitting=sitting, player=bob, total=5)
    MatchScore.objects.create(sitting=sitting, player=bob, **MATCH)
    span = Span.objects.create(club=club.club, game="french", kind="club", rules="fft")
    Share.objects.create(club=club.club, kind="club", span=span, player=bob, deals=1, content="{}")
    Best.objects.create(
        club=club.club, game="french", kind="day", size=0, ref="2026-03-02", content="{}"
    )
    rows = [Penalty(evening=evening, player=bob, points=-5, reason="Retard")]
    Penalty.objects.bulk_create(rows)
    RatingChange.objects.create(sitting=sitting, player=bob, **RATED)
    _free, used = (
        Link.objects.create(
            club=club.club,
            kind="invitation",
            target_uuid=club.club.uuid,
            code=digit * 6,
            token_hash=digit * 64,
        )
        for digit in "89"
    )
    RoleOffer.objects.create(link=used, email="gil@example.org", role="member")
    Publication.objects.create(league=league, version=1, content={})
    ImportRun.objects.create(club=club.club, kind="members", name="a.csv", digest="0")
    ImportedRow.objects.create(club=club.club, key="0", target_uuid=USED)
    for model in (League, Evening, Penalty, ImportRun):
        model.objects.update(uuid=USED)
    return World(club, sitting, deal, league, evening, tournament_rows.fill(club))


# By model; each case of a constraint changes what it is about.
ROWS: dict[type[models.Model], Callable[[World], dict[str, Any]]] = {
    User: lambda w: {"email": "gil@example.org", "password": "x"},
    Club: lambda w: {"slug": "neuf", "name": "Neuf"},
    Membership: lambda w: {"club": w.club(), "user": w.cast.user("Eve"), "role": "member"},
    Player: lambda w: {"club": w.club(), "name": "Gil", "name_key": "gil", "table_name": "Gil"},
    RuleProfile: lambda w: {
        "club": w.club(),
        "game": "french",
        "name": "maison",
        "version": 2,
        "rules": {},
    },
    Sitting: lambda w: {"club": w.club(), "game": "french", "rules": {}, "active_count": 4},
    Seat: lambda w: {"sitting": w.sitting, "position": 4, "player": w.cast.player("Olivia")},
    Deal: lambda w: {
        "uuid": uuid4(),
        "sitting": w.sitting,
        "number": 2,
        "record": {},
        "kind": "played",
        "recorded_at": AT,
    },
    DealScore: lambda w: {
        "deal": w.deal,
        "seat": w.seat(3),
        "player": w.cast.player("Dora"),
        "role": "defender",
        "score": -60,
    },
    AuditEntry: lambda w: {
        "club": w.club(),
        "actor": "command:test",
        "action": "update_club",
        "target_type": "club",
        "target_uuid": USED,
        "chain": Chain.objects.get(uuid=w.sitting.uuid),
        "sequence": 2,
        "hash": "",
    },
    Chain: lambda w: {"club": w.club(), "kind": "club", "uuid": FREE},
    ClubSeal: lambda _w: {"club": Club.objects.create(name="x"), "until": 0, "words": {}},
    Link: lambda w: {
        "club": w.club(),
        "kind": "score",
        "target_uuid": w.sitting.uuid,
        "code": "CDFHJK",
        "token_hash": "1" * 64,
    },
    RoleOffer: lambda w: {
        "link": Link.objects.get(token_hash="8" * 64),
        "email": "gil@example.org",
        "role": "member",
    },
    League: lambda w: {
        "club": w.club(),
        "name": "Vendredi",
        "starts_on": TUESDAY,
        "ends_on": TUESDAY,
    },
    LeagueMember: lambda w: {"league": w.league, "player": w.cast.player("Dora"), "number": 2},
    Evening: lambda w: {"league": w.league, "held_on": date(2025, 11, 11)},
    LeagueSitting: lambda w: {
        "league": w.league,
        "evening": w.evening,
        "sitting": w.other_sitting(),
    },
    Penalty: lambda w: {
        "evening": w.evening,
        "player": w.cast.player("Bob"),
        "points": -20,
        "reason": "Retard",
    },
    Publication: lambda w: {"league": w.league, "version": 2, "content": {}},
    RatingChange: lambda w: {"sitting": w.sitting, "player": w.cast.player("Dora"), **RATED},
    ImportRun: lambda w: {
        "club": w.club(),
        "kind": "deals",
        "name": "b.csv",
        "digest": "1",
        "done": 3,
        "total": 3,
    },
    ImportedRow: lambda w: {"club": w.club(), "key": "1", "target_uuid": USED},
    **tournament_rows.ROWS,
    MatchScore: lambda w: {
        "sitting": w.sitting,
        "player": w.cast.player("Alice"),
        **MATCH,
    },
    SittingTotal: lambda w: {
        "sitting": w.sitting,
        "player": w.cast.player("Dora"),
        "total": -5,
    },
    Span: lambda w: {"club": w.club(), "game": "french", "kind": "club", "rules": "house"},
    Best: lambda w: {
        "club": w.club(),
        "game": "french",
        "kind": "day",
        "size": 0,
        "ref": "2026-03-03",
        "content": "{}",
    },
    Share: lambda w: {
        "club": w.club(),
        "kind": "club",
        "span": Span.objects.get(rules="fft"),
        "player": w.cast.player("Dora"),
        "deals": 1,
        "content": "{}",
    },
}

Values = Callable[[World], dict[str, Any]]

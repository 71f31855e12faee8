"""Who is in the tests, and builders for what they play.

Alice scores at the table, Bob plays, Charlie organises, Dora is another member, Olivia owns the
club, Frank plays without an account, Eve is of another club and must see nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db.models import F, Sum

from clubs.access import Actor
from clubs.core.games import get_game
from clubs.core.names import name_key, split_name
from clubs.models import (
    AuditEntry,
    Club,
    Deal,
    Evening,
    EveningState,
    League,
    LeagueMember,
    LeagueSitting,
    LeagueState,
    Link,
    LinkKind,
    Membership,
    Player,
    Role,
    Sitting,
    User,
)
from clubs.queries.deals.deals import next_deal
from clubs.services.changes import begin_chains, clock
from clubs.services.files.words import seal_rows
from clubs.services.people import links
from clubs.services.tables import seats, sittings
from clubs.services.tables.private_tables import Opened, open_private_table
from clubs.services.tables.tables import open_sitting
from scorekeeper.sessions import SessionStore

PASSWORD = "une phrase assez longue"
ROLES = {
    "Alice": Role.SCORER,
    "Bob": Role.MEMBER,
    "Charlie": Role.ORGANISER,
    "Dora": Role.MEMBER,
    "Olivia": Role.OWNER,
}
WITHOUT_ACCOUNT = ["Frank"]
OUTSIDER = "Eve"
ANY_DEAL = {"contract": "garde", "oudlers": 2, "points": 46}  # (25+5)·2 = 60 a defender
FOUR = ("Alice", "Bob", "Charlie", "Dora")  # a table of the cast


@dataclass
class Cast:
    """`club` of the tests: its people by name, and builders that call the real services."""

    club: Club
    other: Club  # Eve's
    users: dict[str, User]
    players: dict[str, Player]

    @classmethod
    def gather(cls) -> "Cast":
        club = Club.objects.create(slug="trois-bouts", name="Les Trois Bouts")
        other = Club.objects.create(slug="ailleurs", name="Ailleurs")
        users = {name: make_user(name) for name in [*ROLES, OUTSIDER]}
        Membership.objects.bulk_create(
            [Membership(club=club, user=users[name], role=role) for name, role in ROLES.items()]
            + [Membership(club=other, user=users[OUTSIDER], role=Role.OWNER)]
        )
        players = [make_player(club, name, users.get(name)) for name in [*ROLES, *WITHOUT_ACCOUNT]]
        players.append(make_player(other, OUTSIDER, users[OUTSIDER]))
        Player.objects.bulk_create(players)
        for each in (club, other):
            seal_rows(each)
        return cls(club, other, users, {player.name: player for player in players})

    def user(self, name: str) -> User:
        return self.users[name]

    def actor(self, name: str) -> Actor:
        """A new one each time: an actor remembers its roles for the length of a request."""
        return Actor.of_user(self.users[name])

    def player(self, name: str) -> Player:
        return self.players[name]

    def older_player(self, name: str) -> Player:
        """Kept as a list had the name, "BERNARD Paul", from before names were kept in one form."""
        player = make_player(self.club, name)
        player.name, player.name_key = name, name_key(name)
        player.family_name = split_name(name).family
        player.save()
        return player

    def sitting(
        self,
        *names: str,
        rules: str | Mapping[str, Any] = "fft",
        active_count: int | None = None,
        first_dealer: int = 0,
        game: str = "french",
        by: str = "Alice",
    ) -> Sitting:
        """An open session with these players in seat order; all of them play unless told."""
        return open_sitting(
            self.actor(by),
            self.club if by in ROLES else self.other,
            [self.players[name] for name in names],
            get_game(game).read_rules(rules),
            game=game,
            active_count=active_count or min(len(names), 5),
            first_dealer=first_dealer,
            request_id=uuid4(),
        )

    def table_of_a_round(self) -> Sitting:
        """One that no request of its own opened: its log begins without a receipt."""
        rules = get_game("french").read_rules("fft").to_json()
        sitting = Sitting.objects.create(club=self.club, rules=rules, active_count=4)
        begin_chains(self.actor("Charlie"), self.club, [(sitting, {"rules": rules})], clock())
        return sitting

    def league(self, *members: str, **told: Any) -> League:
        """An open season of 2025/26, and these on its list (else everybody), numbered from 1."""
        names = members or [*ROLES, *WITHOUT_ACCOUNT]
        span = {"starts_on": date(2025, 9, 1), "ends_on": date(2026, 6, 30)}
        told = {"name": "2025–2026", "state": LeagueState.OPEN, **span, **told}
        league = League.objects.create(club=self.club, **told)
        LeagueMember.objects.bulk_create(
            LeagueMember(league=league, player=self.players[name], number=number)
            for number, name in enumerate(names, 1)
        )
        return league

    def evening(self, league: League, held_on: date, *sittings: Sitting, **told: Any) -> Evening:
        """An open evening, and the tables that count at it; they are moved to its date."""
        told = {"state": EveningState.OPEN, **told}
        evening = Evening.objects.create(league=league, held_on=held_on, **told)
        for sitting in sittings:
            at = datetime.combine(held_on, time(20), ZoneInfo(self.club.time_zone))
            Sitting.objects.filter(pk=sitting.pk).update(opened_at=at)
            LeagueSitting.objects.create(league=league, evening=evening, sitting=sitting)
        return evening

    def record(self, sitting: Sitting, **told: Any) -> dict[str, Any]:
        """A deal record with player uuids where `told` has names. The first player takes, in garde.

        With five or six the taker plays alone unless `called` says otherwise.
        """
        seated = [seat.player for seat in sitting.seats.present().select_related("player")]
        uuids = {player.name: str(player.uuid) for player in seated}
        if told.get("kind") != "void":
            out = told.get("out", [])
            active = [player.name for player in seated if player.name not in out]
            any_deal = ANY_DEAL if sitting.game == "french" else {}
            told = {"taker": active[0], **any_deal, **told}
            if len(active) > 4:
                told.setdefault("called", [told["taker"]] * (len(active) - 4))
        if isinstance(told.get("called"), str):
            told["called"] = [told["called"]]
        return {field: named(value, uuids) for field, value in told.items()}

    def reseat(
        self,
        sitting: Sitting,
        *names: str,
        active_count: int | None = None,
        dealer: str | None = None,
        by: str = "Alice",
        request_id: UUID | None = None,
    ) -> Sitting:
        """Seats the table anew; a name that nobody has is a new guest."""
        table = next_deal(sitting)
        return seats.change_seats(
            self.actor(by),
            sitting,
            [self.players.get(name, name) for name in names],
            active_count=active_count or min(len(names), 5),
            dealer=None if dealer is None else names.index(dealer),
            seen=table.seats_mark,
            number=table.number,
            request_id=request_id or uuid4(),
        )

    def link(self, sitting: Sitting, kind: str = "score", *, by: str = "Alice") -> Link:
        """By which guests score or watch."""
        return links.invite(self.actor(by), sitting, LinkKind(kind), request_id=uuid4())

    def private_table(self, *names: str, request_id: UUID | None = None) -> Opened:
        """A table of people without an account, with one deal."""
        opened = open_private_table(
            Actor("visitor"),
            names,
            get_game("french").read_rules("fft"),
            active_count=len(names),
            club_name="Table du 6 janvier",
            time_zone="Europe/Paris",
            request_id=request_id or uuid4(),
        )
        taker = str(opened.sitting.seats.present()[0].player.uuid)
        sittings.record_deal(
            keeper(opened.link),
            opened.sitting,
            {"taker": taker, **ANY_DEAL},
            number=1,
            request_id=uuid4(),
        )
        return opened

    def deal(
        self,
        sitting: Sitting,
        *,
        by: str = "Alice",
        number: int | None = None,
        request_id: UUID | None = None,
        **told: Any,
    ) -> Deal:
        """The next deal of the sitting: deal(sitting, taker="Alice", oudlers=2, points=46)."""
        return sittings.record_deal(
            self.actor(by),
            sitting,
            self.record(sitting, **told),
            number=number or sitting.deals.count() + 1,
            request_id=request_id or uuid4(),
        )


def keeper(*held: Link) -> Actor:
    """Somebody without an account, with these links in the browser."""
    return Actor("visitor", held=tuple(str(link.uuid) for link in held))


def session_of_user(user: User) -> str:
    """The key of a session in which the user is signed in: as after Client.force_login(), but for
    what is noted of each sign-in, which would take three times as long."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return str(session.session_key)


def make_user(name: str) -> User:
    return User.objects.create_user(f"{name.lower()}@example.org", PASSWORD, name=name)


def make_player(club: Club, name: str, user: User | None = None) -> Player:
    """Not saved yet; a member since the first of the year."""
    player = Player(club=club, table_name=name, member_since=date(2026, 1, 1), user=user)
    player.call(name, club)
    return player


def named(value: Any, uuids: Mapping[str, str]) -> Any:
    """The same value with uuids for names, however deep they stand."""
    if isinstance(value, str):
        return uuids.get(value, value)
    if isinstance(value, dict):
        return {key: named(item, uuids) for key, item in value.items()}
    if isinstance(value, list):
        return [named(item, uuids) for item in value]
    return value


def totals(sitting: Sitting) -> dict[str, int]:
    """What each player has won or lost, in seat order."""
    rows = sitting.seats.annotate(total=Sum("scores__score", default=0))
    in_seat_order = rows.order_by(F("position").asc(nulls_last=True), "pk")  # sums drop Meta's
    return dict(in_seat_order.values_list("player__name", "total"))


def audit(thing: Deal | Sitting | Club) -> list[AuditEntry]:
    """What the log says of it, oldest first."""
    return list(AuditEntry.objects.filter(target_uuid=thing.uuid).order_by("at", "sequence"))

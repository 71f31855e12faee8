"""A tournament for the tests: its hall full of people, and builders that call the real services."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.utils import timezone

from clubs.core.games import DEFAULT_GAME, get_game
from clubs.core.tournaments.settings import TournamentSettings
from clubs.models import (
    CheckInWay,
    Entry,
    Link,
    LinkKind,
    Player,
    Round,
    RoundState,
    Sitting,
    Slip,
    SlipState,
    Tournament,
    TournamentState,
)
from clubs.queries.tournaments.rounds.slips import slip_mark, slip_of
from clubs.services.tables import sittings
from clubs.services.tournaments.rounds import draws, rounds, slips
from tests.again import built_again
from tests.cast import ANY_DEAL, Cast, keeper

STARTS_AT = datetime(2026, 11, 21, 14, tzinfo=ZoneInfo("Europe/Paris"))


@dataclass
class Hall:
    """A tournament of the club of the cast; entry 1 is P01, a guest, and so on. Charlie, an
    organiser of the club, is the arbiter."""

    cast: Cast
    tournament: Tournament

    @classmethod
    def gather(
        cls, cast: Cast, players: int = 8, *, state: str = "check_in", **told: Any
    ) -> "Hall":
        """Everybody is checked in. told: settings of core, else columns of the tournament."""
        names = TournamentSettings.__dataclass_fields__
        settings = {"rounds_planned": 3, "deals_per_round": 2, "seed": 7}
        settings |= {key: value for key, value in told.items() if key in names}
        complete = TournamentSettings.read(settings).to_json()
        complete.pop("state")
        rules = get_game(told.get("game", DEFAULT_GAME)).read_rules(None)
        tournament = Tournament.objects.create(
            club=cast.club,
            starts_at=STARTS_AT,
            rules=rules.to_json(),
            rules_name=rules.name,
            settings=complete,
            state=TournamentState(state),
            **{"name": "Tournoi d’automne"}
            | {key: value for key, value in told.items() if key not in names},
        )
        hall = cls(cast, tournament)
        hall.enter(*(f"P{number:02}" for number in range(1, players + 1)))
        return hall

    def enter(self, *names: str, checked_in: bool = True, **told: Any) -> list[Entry]:
        """More entries, with the next numbers."""
        first = self.tournament.entries.count() + 1
        known = {player.name: player for player in Player.objects.filter(club=self.cast.club)}
        club = self.cast.club
        new = [Player(club=club, table_name=name[:8]) for name in names if name not in known]
        for player, name in zip(new, (name for name in names if name not in known), strict=True):
            player.call(name, club)
        known |= {player.name: player for player in Player.objects.bulk_create(new)}
        people = [known[name] for name in names]
        came = {"checked_in_at": timezone.now(), "check_in_way": CheckInWay.LIST}
        return Entry.objects.bulk_create(
            Entry(
                tournament=self.tournament,
                player=player,
                number=number,
                **{column: getattr(player, column) for column in Entry.NAME_COLUMNS},
                **(came if checked_in else {}),
                **told,
            )
            for number, player in enumerate(people, first)
        )

    @property
    def arbiter(self) -> Any:
        return self.cast.actor("Charlie")

    def reread(self) -> Tournament:
        self.tournament.refresh_from_db()
        return self.tournament

    def entry(self, number: int) -> Entry:
        return self.tournament.entries.get(number=number)

    def round(self, number: int) -> Round:
        return self.tournament.rounds.get(number=number)

    def draw(self, number: int = 1, **told: Any) -> Round:
        return draws.draw_round(self.arbiter, self.reread(), number, request_id=uuid4(), **told)

    def publish(self, number: int = 1, *, warnings_seen: bool = True) -> Round:
        """Drawn first, if it is not."""
        if not self.tournament.rounds.filter(number=number, state=RoundState.DRAWN).exists():
            self.draw(number)
        return rounds.publish_round(
            self.arbiter,
            self.reread(),
            number,
            warnings_seen=warnings_seen,
            request_id=uuid4(),
        )

    def tables(self, number: int = 1) -> list[Sitting]:
        """Of a published round, by table number."""
        rows = Sitting.objects.filter(round__tournament=self.tournament, round__number=number)
        found = rows.select_related("club", "round__tournament", "slip")
        return list(found.order_by("table_number"))

    def seated(self, sitting: Sitting) -> list[int]:
        """The entry numbers of a table, in order of play."""
        return list(sitting.seats.present().values_list("entry__number", flat=True))

    def deal(self, sitting: Sitting, taker: int | None = None, **told: Any) -> Any:
        """The next deal of a table, taken by an entry number (else the first); in the usual game in
        garde unless told."""
        seats = {
            seat.entry.number: str(seat.player.uuid)
            for seat in sitting.seats.present().select_related("entry", "player")
            if seat.entry
        }
        usual = ANY_DEAL if sitting.game == DEFAULT_GAME else {}
        record = {"taker": seats[taker or next(iter(seats))], **usual, **told}
        if sitting.active_count == 5:
            record.setdefault("called", [record["taker"]])
        return sittings.record_deal(
            self.arbiter,
            Sitting.objects.select_related("club", "round__tournament", "slip").get(pk=sitting.pk),
            record,
            number=sitting.deals.count() + 1,
            request_id=uuid4(),
        )

    def play(self, number: int = 1, takers: Sequence[int] = ()) -> None:
        """Every table of the round plays its deals, and its slip is confirmed. takers: who of the
        table takes the deals one after the other, by place at the table."""
        deals = self.tournament.settings["deals_per_round"]
        for sitting in self.tables(number):
            seated = self.seated(sitting)
            for at in range(deals):
                place = takers[at % len(takers)] if takers else at
                self.deal(sitting, seated[place % len(seated)])
            self.hand_in(sitting)
            while Slip.objects.get(sitting=sitting).state == SlipState.ENTERED:
                self.confirm(sitting)

    def table(self, sitting: Sitting) -> Sitting:
        """The same, read again."""
        rows = Sitting.objects.select_related("club", "round__tournament")
        return rows.get(pk=sitting.pk)

    def phone(self, sitting: Sitting) -> Any:
        """Who holds the link of this table."""
        links = Link.objects.filter(kind=LinkKind.SCORE, target_uuid=sitting.uuid)
        return keeper(*links.filter(revoked_at=None))

    def mark(self, sitting: Sitting) -> str:
        """What a person at this table sees of its slip."""
        return slip_mark(slip_of(self.table(sitting)))

    def hand_in(self, sitting: Sitting, entry: int | None = None, **told: Any) -> Slip:
        """By a player of the table, else the first of it, on a phone."""
        return slips.hand_in(
            told.pop("actor", None) or self.phone(sitting),
            self.table(sitting),
            entry=self.entry(entry or self.seated(sitting)[0]),
            **{"seen": self.mark(sitting), "request_id": uuid4(), **told},
        )

    def confirm(self, sitting: Sitting, entry: int | None = None, **told: Any) -> Slip:
        """By a player of the table, else the next who has not yet, on a phone."""
        slip = Slip.objects.get(sitting=sitting)
        done = {*slip.confirmations.values_list("entry", flat=True), slip.entered_by_id}
        waiting = sitting.seats.present().exclude(entry__in=done)
        return slips.confirm(
            told.pop("actor", None) or self.phone(sitting),
            self.table(sitting),
            entry=self.entry(entry) if entry else waiting[0].entry,
            **{"seen": self.mark(sitting), "request_id": uuid4(), **told},
        )

    def validate(self, number: int = 1) -> Round:
        return rounds.validate_round(self.arbiter, self.reread(), number, request_id=uuid4())


def published_hall(cast: Cast, players: int = 8, **told: Any) -> Hall:
    """Everybody is checked in, and the first round is published. told: as of Hall.gather(), but
    nothing that is a list."""
    return built_again(_published, cast, players, *told.items())


def played_hall(cast: Cast, players: int = 8, **told: Any) -> Hall:
    """The same; all slips of the first round are confirmed."""
    return built_again(_played, cast, players, *told.items())


def validated_hall(cast: Cast, players: int = 8, **told: Any) -> Hall:
    """The same; the first round is validated."""
    return built_again(_validated, cast, players, *told.items())


def _published(cast: Cast, players: int, *told: tuple[str, Any]) -> Hall:
    hall = Hall.gather(cast, players, **dict(told))
    hall.publish()
    return hall


def _played(cast: Cast, players: int, *told: tuple[str, Any]) -> Hall:
    hall = _published(cast, players, *told)
    hall.play()
    return hall


def _validated(cast: Cast, players: int, *told: tuple[str, Any]) -> Hall:
    hall = _played(cast, players, *told)
    hall.validate()
    return hall

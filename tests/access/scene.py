"""What there is to see and to change when the access matrix is asked."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from clubs.exchange.imports import runs
from clubs.exchange.imports.choices import ImportChoices
from clubs.models import (
    Deal,
    Evening,
    League,
    LeagueSitting,
    LeagueState,
    Link,
    LinkKind,
    Penalty,
    Player,
    RuleProfile,
    Sitting,
    TournamentDuty,
    TournamentRole,
)
from clubs.queries.deals.deals import next_deal
from clubs.services.deals.rules import save_rules
from clubs.services.people import people
from clubs.services.people.invitations import invite_player
from clubs.services.people.links import make_link
from clubs.services.tables import sittings
from tests.cast import Cast, make_user
from tests.hall import Hall


@dataclass
class Scene:
    """What there is to see and to change: an open table, a closed one, a member who left, a table
    of people without an account; the links of those who came by one; a season with an open evening
    at which the closed table counts, a planned evening and a penalty, one that is closed and one
    with nothing in it; and tournaments: `hall` is played, `fresh` at check-in, `draft` prepared,
    `final` over, and of `hidden` nothing but the programme is public."""

    cast: Cast
    open: Sitting
    closed: Sitting
    archived: Player
    rules: RuleProfile
    private: Sitting
    held: dict[str, list[Link]]
    league: League
    ended: League
    bare: League
    evening: Evening
    planned: Evening
    penalty: Penalty
    shown: Evening  # of a season that shows visitors all there is
    invitation: Link  # which nobody of the columns has opened
    hall: Hall
    fresh: Hall
    draft: Hall
    final: Hall
    hidden: Hall
    sessions: dict[str, str | None] = field(default_factory=dict)  # keys, of each of WHO

    @classmethod
    def set(cls) -> "Scene":
        cast = Cast.gather()
        tables = [cast.sitting("Alice", "Bob", "Charlie", "Dora") for _ in range(2)]
        for table in tables:
            cast.deal(table)
            cast.deal(table, kind="void", void_reason="all_pass")
        held = {"guest_score": LinkKind.SCORE, "guest_watch": LinkKind.WATCH}
        links = {who: [cast.link(table, kind) for table in tables] for who, kind in held.items()}
        private = cast.private_table("Ana", "Luc", "Zoé")
        organiser = cast.actor("Charlie")
        sittings.close_sitting(organiser, tables[1], request_id=uuid4())
        [gone] = people.add_players(organiser, cast.club, ["Gil"], request_id=uuid4())
        people.archive_player(organiser, gone, request_id=uuid4())
        maison = {"name": "maison", "title": "Maison", "rounding": 10}
        rules = save_rules(organiser, cast.club, maison, seen_version=0, request_id=uuid4())
        links["keeper"] = [private.link]
        kept_file(cast)
        Link.objects.update(used_on=timezone.localdate())  # else a look at the sheet is written
        club = (cast, tables[0], tables[1], gone, rules, private.sitting, links)
        frank = Player.objects.select_related("club").get(uuid=cast.player("Frank").uuid)
        invitation = invite_player(organiser, frank, request_id=uuid4())
        halls = events(cast, links)
        return cls(*club, **season(cast, tables[1]), **halls, invitation=invitation)

    def uuid(self, name: str) -> str:
        return str(self.cast.player(name).uuid)

    def deal(self) -> Deal:
        return self.open.deals.get(number=1)

    def next_deal(self) -> dict[str, Any]:
        return {
            "taker": self.uuid("Alice"),
            "contract": "garde",
            "oudlers": "2",
            "points": "46",
            "counted": "attack",
            "number": "3",
        }

    def pile(self) -> dict[str, Any]:
        typed = {"taker": "1", "contract": "g", "oudlers": "2", "points": "46"}
        cells = {f"row-0-{name}": text for name, text in typed.items()}
        count = {"row-TOTAL_FORMS": "1", "row-INITIAL_FORMS": "0"}
        return {**cells, **count, "number": "3"}

    def correction(self) -> dict[str, Any]:
        told = {"number": "1", "revision": "1", "step": "correct", "reason": "other"}
        return {**self.next_deal(), **told, "reason_text": "Mal compté"}

    def void(self) -> dict[str, Any]:
        return {"reason": "other", "reason_text": "Deux fois", "revision": "1"}

    def seats(self) -> dict[str, Any]:
        keys = [self.uuid(name) for name in ("Alice", "Bob", "Dora")]
        told = {"first_dealer": keys[0], "rules": "fft", "action": "start"}
        return {"seat": keys, "order": keys, **told}

    def swapped(self) -> dict[str, Any]:
        """Alice and Bob swap seats at the table of the club."""
        return self.seated(self.open, "Bob", "Alice", "Charlie", "Dora")

    def seated(self, table: Sitting, *names: str) -> dict[str, Any]:
        players = {player.name: player for player in Player.objects.filter(seats__sitting=table)}
        keys = [str(players[name].uuid) for name in names]
        now = next_deal(table)
        seen = {"seen": now.seats_mark, "number": str(now.number)}
        return {"seat": keys, "order": keys, "first_dealer": "", "action": "start", **seen}

    def plain_scores(self) -> dict[str, Any]:
        told = {"kind": "scores", "label": "Vachette", "dealer": "nobody"}
        scores = {f"score_{self.uuid('Alice')}": "30", f"score_{self.uuid('Bob')}": "−30"}
        return {**told, **scores, "number": "3"}

    def private_deal(self) -> dict[str, Any]:
        taker = self.private.seats.get(position=0).player
        return {**self.next_deal(), "taker": str(taker.uuid), "number": "2"}

    def names(self) -> dict[str, Any]:
        return {"name": ["Ana", "Luc", "Zoé", ""], "first_dealer": "1", "rules": "fft"}

    def code(self) -> str:
        return str(self.held["guest_score"][0].code)

    def user(self, name: str) -> str:
        return str(self.cast.user(name).uuid)

    def moved(self) -> dict[str, Any]:
        """The evening of the season, on the next day."""
        day = self.evening.held_on + timedelta(days=1)
        return {"held_on": day.isoformat(), "place": "Mairie"}


def season(cast: Cast, sitting: Sitting) -> dict[str, Any]:
    """What the scene has of seasons; the table keeps its day, which is today."""
    today = timezone.localdate()
    span = {"starts_on": today - timedelta(days=60), "ends_on": today + timedelta(days=60)}
    league = cast.league("Alice", "Bob", "Charlie", **span)
    evening = cast.evening(league, today)
    LeagueSitting.objects.create(league=league, evening=evening, sitting=sitting)
    late = {"evening": evening, "points": -20, "reason": "Retard"}
    shows = dict.fromkeys(("shows_standings", "shows_results", "shows_calendar"), True)
    public = cast.league("Alice", "Bob", name="Publique", **shows)
    played = cast.sitting("Alice", "Bob", "Charlie", "Dora")
    cast.deal(played)
    return {
        "league": league,
        "ended": cast.league("Olivia", name="2024–2025", state=LeagueState.CLOSED),
        "bare": cast.league("Bob", name="Vendredi", state=LeagueState.PLANNED),
        "evening": evening,
        "planned": cast.evening(league, today + timedelta(days=7), state="planned"),
        "shown": cast.evening(public, public.starts_on, played, state="closed"),
        "penalty": Penalty.objects.create(player=cast.player("Bob"), **late),
    }


def events(cast: Cast, links: dict[str, list[Link]]) -> dict[str, Hall]:
    """Three tournaments, and who is known to the first and the second."""
    shows = dict.fromkeys(("shows_page", "shows_entries", "shows_standings"), True)
    hall = Hall.gather(cast, 9, **shows)
    fresh = Hall.gather(cast, 8, name="Grand prix", **shows)
    draft = Hall.gather(cast, 0, name="Coupe", state="draft")
    final = Hall.gather(cast, 4, name="Challenge", state="final", **shows)
    hidden = Hall.gather(cast, 4, name="Open", shows_page=True)
    for name, duty in (("Didier", TournamentDuty.DESK), ("Anne", TournamentDuty.ARBITER)):
        cast.users[name] = make_user(name)
        for one in (hall, fresh, draft, final, hidden):
            TournamentRole.objects.create(
                tournament=one.tournament, user=cast.users[name], role=duty
            )
    hall.publish()
    first = hall.tables()[0]
    hall.deal(first)
    told = {"points": -10, "reason": "Retard", "after_round": 1, "code": "late"}
    Penalty.objects.create(entry=hall.entry(2), player=hall.entry(2).player, **told)
    hall.tournament.announcements.create(text="Pause")
    links["player"] = [player_link(first)]
    links["table"] = list(Link.objects.filter(target_uuid=first.uuid))
    Link.objects.update(used_on=timezone.localdate())
    return {"hall": hall, "fresh": fresh, "draft": draft, "final": final, "hidden": hidden}


def player_link(sitting: Sitting) -> Link:
    """The personal link of whoever sits there second."""
    seat = sitting.seats.present()[1]
    assert seat.entry is not None
    return make_link(sitting.club, LinkKind.PLAYER, seat.entry.uuid, by=None)


KEPT_FILE = UUID("0b4d7a52-6f0e-4c3f-9a51-27c1f3a9f001")


def kept_file(cast: Cast) -> None:
    """A file that an organiser has sent and not imported yet."""
    runs.keep_file(
        cast.actor("Charlie"),
        cast.club,
        b"nom\nGustave\n",
        "membres.csv",
        ImportChoices(kind="members"),
        request_id=KEPT_FILE,
    )

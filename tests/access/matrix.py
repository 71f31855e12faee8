"""Who gets which answer at every address of the site: the written matrix, as data.

tests/access/test_access_matrix.py asks each question; docs/access.md says the same in words. A new
address needs a row here. A second row for an address shows it in another state of the table or the
site.
"""

from collections.abc import Callable, Mapping
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
    ImportRun,
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
from tests.cast import PASSWORD, Cast, make_user
from tests.hall import Hall

# Columns: no account; an account of another club; then the roles, each of which includes the one
# before; then those without account who came by a link: to score or to watch at the tables of the
# scene, and to a table of their own in a private club; then those whom the tournament of the scene
# knows: two accounts with a duty there and none else, and who came by the link of a player or of a
# table. `login` is a redirect to the sign-in page
# that comes back to the address.
WHO = {
    "visitor": None,
    "outsider": "Eve",
    "member": "Bob",
    "scorer": "Alice",
    "organiser": "Charlie",
    "owner": "Olivia",
    "guest_score": None,
    "guest_watch": None,
    "keeper": None,
    "desk": "Didier",
    "arbiter": "Anne",
    "player": None,
    "table": None,
}
GUESTS = ("guest_score", "guest_watch", "keeper")
OF_EVENTS = ("desk", "arbiter", "player", "table")  # known to a tournament, and to nothing else

Answers = Mapping[str, str]


def answers(text: str) -> Answers:
    """An answer each, in the order of WHO; one alone is everybody's.

    Without those of the three guests they are answered like anybody without an account: a link
    opens nothing but its table. Where only a form is taken, 405 is all that anybody learns. Where
    nothing is said of those whom a tournament knows, they are nobody.
    """
    told = text.split()
    if len(told) == 1:
        told *= len(WHO)
    by_link = "405" if told[1] == "405" else told[0]
    if len(told) == len(WHO) - len(GUESTS) - len(OF_EVENTS):
        told += [by_link] * len(GUESTS)
    if len(told) == len(WHO) - len(OF_EVENTS):
        told += [told[1], told[1], by_link, by_link]
    return dict(zip(WHO, told, strict=True))


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
            "request_id": str(uuid4()),
        }

    def pile(self) -> dict[str, Any]:
        typed = {"taker": "1", "contract": "g", "oudlers": "2", "points": "46"}
        cells = {f"row-0-{name}": text for name, text in typed.items()}
        count = {"row-TOTAL_FORMS": "1", "row-INITIAL_FORMS": "0"}
        return {**cells, **count, "number": "3", "request_id": str(uuid4())}

    def correction(self) -> dict[str, Any]:
        told = {"number": "1", "revision": "1", "step": "correct", "reason": "other"}
        return {**self.next_deal(), **told, "reason_text": "Mal compté"}

    def void(self) -> dict[str, Any]:
        told = {"reason": "other", "reason_text": "Deux fois", "revision": "1"}
        return {**told, "request_id": str(uuid4())}

    def seats(self) -> dict[str, Any]:
        keys = [self.uuid(name) for name in ("Alice", "Bob", "Dora")]
        told = {"first_dealer": keys[0], "rules": "fft", "action": "start"}
        return {"seat": keys, "order": keys, **told, "request_id": str(uuid4())}

    def swapped(self) -> dict[str, Any]:
        """Alice and Bob swap seats at the table of the club."""
        return self.seated(self.open, "Bob", "Alice", "Charlie", "Dora")

    def seated(self, table: Sitting, *names: str) -> dict[str, Any]:
        players = {player.name: player for player in Player.objects.filter(seats__sitting=table)}
        keys = [str(players[name].uuid) for name in names]
        now = next_deal(table)
        seen = {"seen": now.seats_mark, "number": str(now.number), "request_id": str(uuid4())}
        return {"seat": keys, "order": keys, "first_dealer": "", "action": "start", **seen}

    def plain_scores(self) -> dict[str, Any]:
        told = {"kind": "scores", "label": "Vachette", "dealer": "nobody"}
        scores = {f"score_{self.uuid('Alice')}": "30", f"score_{self.uuid('Bob')}": "−30"}
        return {**told, **scores, "number": "3", "request_id": str(uuid4())}

    def private_deal(self) -> dict[str, Any]:
        taker = self.private.seats.get(position=0).player
        return {**self.next_deal(), "taker": str(taker.uuid), "number": "2"}

    def names(self) -> dict[str, Any]:
        told = {"name": ["Ana", "Luc", "Zoé", ""], "first_dealer": "1", "rules": "fft"}
        return {**told, "request_id": str(uuid4())}

    def code(self) -> str:
        return str(self.held["guest_score"][0].code)

    def user(self, name: str) -> str:
        return str(self.cast.user(name).uuid)

    def moved(self) -> dict[str, Any]:
        """The evening of the season, on the next day."""
        day = self.evening.held_on + timedelta(days=1)
        return {"held_on": day.isoformat(), "place": "Mairie", "request_id": str(uuid4())}


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


def nothing(scene: Scene) -> dict[str, Any]:
    return {"request_id": str(uuid4())}


@dataclass(frozen=True)
class Row:
    """One address. post is what a sound form gets; None: the address takes none, 405.

    fill gives the fields of that form; with page, they change those that the owner is shown there.
    """

    name: str
    route: str
    path: Callable[[Scene], str]
    get: Answers
    post: Answers | None = None
    fill: Callable[[Scene], dict[str, Any]] = nothing
    page: Callable[[Scene], str] | None = None
    state: str = ""  # what differs from the usual, where it does
    settings: Mapping[str, Any] = field(default_factory=dict)
    tells_guests: bool = True  # whether the row says itself what guests are answered

    def __str__(self) -> str:
        return f"{self.name} ({self.state})" if self.state else self.name


def row(name: str, route: str, get: str, post: str | None = None, **more: Any) -> Row:
    path = more.pop("path", None) or (lambda scene: f"/{route}")
    full = (1, len(WHO) - len(OF_EVENTS), len(WHO))
    more["tells_guests"] = all(len(text.split()) in full for text in (get, post or get))
    return Row(name, route, path, answers(get), answers(post) if post else None, **more)


def of_club(name: str, rest: str, get: str, post: str | None = None, **more: Any) -> Row:
    more.setdefault("path", lambda scene: f"/c/trois-bouts/{rest}")
    return row(name, f"c/<slug:club>/{rest}", get, post, **more)


def of_player(name: str, rest: str, get: str, post: str, *, who: str = "Bob", **more: Any) -> Row:
    def path(scene: Scene) -> str:
        uuid = scene.archived.uuid if who == "archived" else scene.uuid(who)
        return f"/c/trois-bouts/members/{uuid}/{rest}"

    return of_club(name, f"members/<uuid:uuid>/{rest}", get, post, path=path, **more)


def of_person(name: str, rest: str, get: str, post: str | None = None, **more: Any) -> Row:
    """A page of Bob, whom a row of a column may be."""
    more.setdefault("path", lambda scene: f"/p/{scene.uuid('Bob')}/{rest}")
    return row(name, f"p/<uuid:player>/{rest}", get, post, **more)


def of_public(name: str, rest: str, **more: Any) -> Row:
    """A page for everybody, of a season that shows all there is to show, or nothing."""
    is_shown = more.get("state", "") != "nothing shown"

    def path(scene: Scene) -> str:
        evening = scene.shown if is_shown else scene.evening
        uuids = {"<uuid:league>": evening.league.uuid, "<uuid:evening>": evening.uuid}
        shown = rest
        for part, uuid in uuids.items():
            shown = shown.replace(part, str(uuid))
        club = "trois-bouts" if is_shown or "<" in rest else "ailleurs"
        return f"/c/{club}/public/{shown}"

    return of_club(name, f"public/{rest}", "200" if is_shown else "404", path=path, **more)


def invitation_path(scene: Scene) -> str:
    return f"/invitation/{scene.invitation.uuid}/"


def of_season(name: str, rest: str, get: str, post: str | None = None, **more: Any) -> Row:
    """A page of the season of the scene, or the one that `season` names."""
    which = more.pop("season", "league")
    evening, table = more.pop("evening", "evening"), more.pop("table", "closed")

    def path(scene: Scene) -> str:
        shown = rest.replace("<uuid:evening>", str(getattr(scene, evening).uuid))
        shown = shown.replace("<uuid:table>", str(getattr(scene, table).uuid))
        shown = shown.replace("<uuid:penalty>", str(scene.penalty.uuid))
        shown = shown.replace("<uuid:player>", scene.uuid("Bob"))
        return f"/c/trois-bouts/s/{getattr(scene, which).uuid}/{shown}"

    more["page"] = path if more.pop("as_shown", False) else None
    return of_club(name, f"s/<uuid:league>/{rest}", get, post, path=path, **more)


def of_table(name: str, rest: str, get: str, post: str | None = None, **more: Any) -> Row:
    shown = rest.replace("<int:number>", "1").replace("<int:version>", "1")
    shown = shown.replace("<str:name>", "maison")

    def path(scene: Scene) -> str:
        table = {"closed": scene.closed, "private": scene.private}.get(more.get("state", ""))
        return f"/t/{(table or scene.open).uuid}/{shown}"

    return row(name, f"t/<uuid:uuid>/{rest}", get, post, path=path, **more)


# Who may see what the club shows its members, in the order of WHO; POST only: 405 for a GET.
MEMBERS = "login 404 200 200 200 200"
SCORERS = "login 404 403 200 200 200"
ORGANISERS = "login 404 403 403 200 200"
OWNERS = "login 404 403 403 403 200"
SIGNED_IN = "login 200 200 200 200 200"
POST_ONLY = "login 405 405 405 405 405"
# The same where a sound form leads on to another page.
DONE_BY_SCORERS = "login 404 403 302 302 302"
DONE_BY_ORGANISERS = "login 404 403 403 302 302"
DONE_BY_OWNERS = "login 404 403 403 403 302"
# The same at a table of the club, where guests by a link are told as well: who scores, who watches,
# and who keeps another table.
AND_GUESTS = "200 200 login"
AND_SCORER = "200 403 login"
AND_DONE_BY_SCORER = "302 403 login"
NOR_GUESTS = "403 403 login"
ENDED = "410 410 login"
# At a private table: for nobody but who keeps it.
FOR_KEEPER = "login 404 404 404 404 404 login login 200"
DONE_BY_KEEPER = "login 404 404 404 404 404 login login 302"

OPEN_REGISTRATION = {"state": "open registration", "settings": {"REGISTRATION": "open"}}
NEW = "une autre phrase longue"
NEW_ACCOUNT = {"email": "hugo@example.org", "password1": NEW}

PAGES = [
    row("front_page", "", "200"),
    row(
        "preferences",
        "settings/",
        "200",
        "302",
        fill=lambda s: {"language": "fr", "theme": "dark", "text": "125", "hand": "left"},
    ),
    row("trial", "try/", "200"),
    row("trial_hand", "try/hand/", "200"),
    row("language_set", "language/", "405", "302", fill=lambda s: {"language": "en"}),
    row("sheet_blank", "blank/", "200"),
    row("figures_help", "numbers/", "200"),
    row("sheet_blank_pdf", "blank/sheet.pdf", "200"),
    row("fingerprint_check", "check/", "200"),
]

OFFLINE = [  # the same for everybody: a phone keeps them for when it is without network
    row("health", "health", "200"),
    row("ready", "ready", "200"),
    row("service_worker", "sw.js", "200"),
    row("manifest", "manifest.webmanifest", "200"),
    row("favicon", "favicon.ico", "302"),
    row("offline_page", "offline/", "200"),
    row("token", "token/", "204"),
]

PEOPLE = [
    row(
        "club_start",
        "start/",
        "login 403 403 403 403 403",
        "login 403 403 403 403 403",
        fill=lambda s: {"name": "Neuf", "step": "1", "go": "next"},
    ),
    row(
        "club_start",
        "start/",
        SIGNED_IN,
        "login 302 302 302 302 302",
        fill=lambda s: {"name": "Neuf", "rules": "fft", "members": "Zoé", "step": "3"},
        page=lambda s: "/start/",
        **OPEN_REGISTRATION,
    ),
    of_club("club_home", "", MEMBERS),
    of_club(
        "members_invite",
        "members/invite/",
        ORGANISERS,
        "login 404 403 403 200 200",
        fill=lambda s: {"text": "Frank"} | nothing(s),
    ),
    of_club("group_list", "members/groups/", MEMBERS),
    of_club(
        "group_edit",
        "members/groups/edit/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill=lambda s: {"name": "Juniors"} | nothing(s),
    ),
    of_club("first_steps_end", "first-steps/end/", POST_ONLY, DONE_BY_OWNERS),
    of_club("member_list", "members/", MEMBERS),
    of_club(
        "member_add",
        "members/add/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill=lambda s: {"names": "Hugo\nInès", "step": "write"} | nothing(s),
    ),
    of_player(
        "member_edit",
        "",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill=lambda s: {"name": "Robert", "table_name": "Rob", "is_member": "yes"},
        page=lambda s: f"/c/trois-bouts/members/{s.uuid('Bob')}/",
    ),
    of_player("member_archive", "archive/", POST_ONLY, DONE_BY_ORGANISERS),
    of_player("member_restore", "restore/", POST_ONLY, DONE_BY_ORGANISERS, who="archived"),
    of_player("member_join", "join/", POST_ONLY, DONE_BY_ORGANISERS),
    of_player(
        "member_merge",
        "merge/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill=lambda s: {"into": s.uuid("Frank"), "step": "merge"} | nothing(s),
    ),
    of_club("io_home", "io/", MEMBERS),
    of_club("club_export", "io/export/", MEMBERS),
    of_club("club_archive", "io/archive.zip", OWNERS),
    of_club("deals_csv", "io/deals.csv", MEMBERS),
    of_club("deals_xlsx", "io/deals.xlsx", MEMBERS),
    of_club("totals_csv", "io/totals.csv", MEMBERS),
    of_club("totals_xlsx", "io/totals.xlsx", MEMBERS),
    of_club("members_csv", "io/members.csv", MEMBERS),
    of_club("members_xlsx", "io/members.xlsx", MEMBERS),
    of_season("league_calendar", "evenings.ics", MEMBERS),
    of_season("evening_calendar", "evenings/<uuid:evening>/evening.ics", MEMBERS),
    of_season("league_json", "season.json", MEMBERS),
    of_club(
        "import_new",
        "io/import/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill=lambda scene: {"pasted": "nom\nZacharie\n", "request_id": str(uuid4())},
    ),
    of_club(
        "import_show",
        "io/import/<uuid:run>/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        path=lambda scene: f"/c/trois-bouts/io/import/{ImportRun.objects.get().uuid}/",
        fill=lambda scene: {"step": "drop"},
    ),
    of_club(
        "import_undo",
        "io/import/<uuid:run>/undo/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        path=lambda scene: f"/c/trois-bouts/io/import/{ImportRun.objects.get().uuid}/undo/",
        fill=lambda scene: {"next_block": "0"},
    ),
    of_club(
        "club_settings",
        "settings/",
        MEMBERS,
        DONE_BY_ORGANISERS,
        fill=lambda s: (
            {
                "name": "Autre nom",
                "time_zone": "Europe/Paris",
                "rules": "fft",
                "lists_by": "given_name",
            }
            | nothing(s)
        ),
    ),
    of_club(
        "role_set",
        "settings/roles/",
        POST_ONLY,
        DONE_BY_OWNERS,
        fill=lambda s: {"user": s.user("Dora"), "role": "scorer"} | nothing(s),
    ),
    of_club(
        "role_set",
        "settings/roles/",
        POST_ONLY,
        DONE_BY_OWNERS,
        fill=lambda s: {"email": "eve@example.org", "role": "member"} | nothing(s),
        state="by address",
    ),
    of_club(
        "role_remove",
        "settings/roles/remove/",
        POST_ONLY,
        DONE_BY_OWNERS,
        fill=lambda s: {"user": s.user("Dora")} | nothing(s),
    ),
]

RULES = [
    of_club("rules_list", "settings/rules/", MEMBERS),
    of_club(
        "rules_new",
        "settings/rules/new/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill=lambda s: {"title": "Soirée", "action": "save"},
        page=lambda s: "/c/trois-bouts/settings/rules/new/",
    ),
    of_club(
        "rules_preview",
        "settings/rules/preview/",
        POST_ONLY,
        ORGANISERS,
        page=lambda s: "/c/trois-bouts/settings/rules/new/",
    ),
    of_club(
        "rules_edit",
        "settings/rules/<str:name>/",
        MEMBERS,
        DONE_BY_ORGANISERS,
        path=lambda s: "/c/trois-bouts/settings/rules/maison/",
        fill=lambda s: {"rounding": "5", "action": "save"},
        page=lambda s: "/c/trois-bouts/settings/rules/maison/",
    ),
    of_club(
        "rules_edit",
        "settings/rules/<str:name>/",
        MEMBERS,
        "login 404 403 403 404 404",
        path=lambda s: "/c/trois-bouts/settings/rules/fft/",
        fill=lambda s: {"rounding": "5", "action": "save"},
        state="built in",
    ),
]

TABLES = [
    of_club("table_list", "tables/", MEMBERS),
    of_club("table_new", "tables/new/", SCORERS, DONE_BY_SCORERS, fill=Scene.seats),
    of_table("sitting_sheet", "", f"{MEMBERS} {AND_GUESTS}"),
    of_table("sitting_sheet", "", f"{MEMBERS} {ENDED}", state="closed"),
    of_table("sitting_poll", "sheet/", f"{MEMBERS} {AND_GUESTS}", "405"),
    of_table("sitting_curve", "curve/", f"{MEMBERS} {AND_GUESTS}"),
    of_table("sitting_live", "live/", f"{MEMBERS} {AND_GUESTS}"),
    of_table("sitting_live", "live/", f"{MEMBERS} {ENDED}", state="closed"),
    of_table("sitting_live_poll", "live/board/", f"{MEMBERS} {AND_GUESTS}", "405"),
    of_club("club_screen", "live/", MEMBERS),
    of_club("club_screen_poll", "live/board/", MEMBERS, "405"),
    of_table("sitting_summary", "summary/", f"{MEMBERS} {AND_GUESTS}"),
    of_table("sitting_print", "print/", f"{MEMBERS} {AND_GUESTS}"),
    of_table("sitting_print", "print/", f"{MEMBERS} {ENDED}", state="closed"),
    of_table("sitting_print", "print/", FOR_KEEPER, state="private"),
    of_table("sitting_picture", "summary.png", f"{MEMBERS} {AND_GUESTS}"),
    of_table("sitting_picture", "summary.png", f"{MEMBERS} {ENDED}", state="closed"),
    of_table("sitting_picture", "summary.png", FOR_KEEPER, state="private"),
    of_table("sitting_log", "log/", f"{MEMBERS} {AND_SCORER}"),
    of_table(
        "sitting_close", "close/", f"{POST_ONLY} 405 405 405", f"{DONE_BY_SCORERS} {NOR_GUESTS}"
    ),
    of_table(
        "sitting_reopen",
        "reopen/",
        f"{POST_ONLY} 405 405 405",
        f"{DONE_BY_ORGANISERS} {ENDED}",
        state="closed",
    ),
    of_table(
        "sitting_seats",
        "seats/",
        f"{SCORERS} {AND_SCORER}",
        f"{DONE_BY_SCORERS} {AND_DONE_BY_SCORER}",
        fill=Scene.swapped,
    ),
    of_table(
        "sitting_seats",
        "seats/",
        f"{SCORERS} {ENDED}",
        f"login 404 403 409 409 409 {ENDED}",
        fill=Scene.swapped,
        state="closed",
    ),
    # Which player a guest by a link is: whoever has an account is known already.
    of_table(
        "guest_player",
        "player/",
        "login 404 403 403 403 403 200 403 login",
        "login 404 403 403 403 403 302 403 login",
        fill=lambda s: {"player": s.uuid("Alice")},
    ),
    of_table(
        "sitting_name",
        "name/",
        f"{SCORERS} {NOR_GUESTS}",
        f"{DONE_BY_SCORERS} {NOR_GUESTS}",
        fill=lambda s: {"table_name": "Le Chien"} | nothing(s),
    ),
    of_table(
        "sitting_rules",
        "rules/",
        f"{MEMBERS} {AND_GUESTS}",
        f"{DONE_BY_ORGANISERS} {NOR_GUESTS}",
        fill=lambda s: {"rules": "rounded-10"} | nothing(s),
    ),
    of_table(
        "sitting_rules",
        "rules/",
        f"{MEMBERS} {ENDED}",
        f"login 404 403 403 403 403 {ENDED}",
        fill=lambda s: {"rules": "rounded-10"} | nothing(s),
        state="closed",
    ),
]

DEALS = [
    of_table(
        "deal_record",
        "new/",
        f"{SCORERS} {AND_SCORER}",
        f"{DONE_BY_SCORERS} {AND_DONE_BY_SCORER}",
        fill=Scene.next_deal,
    ),
    of_table(
        "deal_record",
        "new/",
        f"{SCORERS} {ENDED}",
        f"login 404 403 409 409 409 {ENDED}",
        fill=Scene.next_deal,
        state="closed",
    ),
    of_table(
        "deal_scores",
        "scores/",
        f"{SCORERS} {AND_SCORER}",
        f"{DONE_BY_SCORERS} {AND_DONE_BY_SCORER}",
        fill=Scene.plain_scores,
    ),
    of_table(
        "deal_scores",
        "scores/",
        f"{SCORERS} {ENDED}",
        f"login 404 403 409 409 409 {ENDED}",
        fill=Scene.plain_scores,
        state="closed",
    ),
    of_table(
        "deal_preview",
        "preview/",
        f"{POST_ONLY} 405 405 405",
        "login 404 403 200 200 200 200 403 login",
        fill=Scene.next_deal,
    ),
    of_table(
        "deal_bid",
        "new/bid/",
        f"{POST_ONLY} 405 405 405",
        "login 404 403 422 422 422 422 403 login",
        fill=Scene.next_deal,
    ),
    of_table(
        "sitting_bulk",
        "bulk/",
        f"{SCORERS} {AND_SCORER}",
        f"{DONE_BY_SCORERS} {AND_DONE_BY_SCORER}",
        fill=Scene.pile,
    ),
    of_table(
        "sitting_bulk",
        "bulk/",
        f"{SCORERS} {ENDED}",
        f"login 404 403 409 409 409 {ENDED}",
        fill=Scene.pile,
        state="closed",
    ),
    of_table(
        "bulk_preview",
        "bulk/preview/",
        f"{POST_ONLY} 405 405 405",
        "login 404 403 200 200 200 200 403 login",
        fill=Scene.pile,
    ),
    of_table(
        "bulk_paste",
        "bulk/paste/",
        f"{POST_ONLY} 405 405 405",
        "login 404 403 200 200 200 200 403 login",
        fill=lambda s: {"pasted": "1\tG\t2\t46", "column": "taker"},
    ),
    of_table("deal_follow", "new/follow/", f"{SCORERS} {AND_SCORER}"),
    of_table("deal_watch", "new/watch/", f"{MEMBERS} {AND_GUESTS}", "405"),
    of_table("deal_detail", "<int:number>/", f"{MEMBERS} {AND_GUESTS}"),
    of_table(
        "deal_correct",
        "<int:number>/edit/",
        f"{SCORERS} {AND_SCORER}",
        f"{DONE_BY_SCORERS} {AND_DONE_BY_SCORER}",
        fill=Scene.correction,
    ),
    of_table(
        "deal_correct",
        "<int:number>/edit/",
        f"{ORGANISERS} {ENDED}",
        f"{DONE_BY_ORGANISERS} {ENDED}",
        fill=Scene.correction,
        state="closed",
    ),
    of_table(
        "deal_void",
        "<int:number>/void/",
        f"{SCORERS} {AND_SCORER}",
        f"{DONE_BY_SCORERS} {AND_DONE_BY_SCORER}",
        fill=Scene.void,
    ),
    of_table(
        "deal_void",
        "<int:number>/void/",
        f"{ORGANISERS} {ENDED}",
        f"{DONE_BY_ORGANISERS} {ENDED}",
        fill=Scene.void,
        state="closed",
    ),
    of_table(
        "deal_restore",
        "<int:number>/restore/<int:version>/",
        f"{SCORERS} {AND_SCORER}",
        f"{DONE_BY_SCORERS} {AND_DONE_BY_SCORER}",
        fill=Scene.void,
    ),
    of_table(
        "deal_restore",
        "<int:number>/restore/<int:version>/",
        f"{ORGANISERS} {ENDED}",
        f"{DONE_BY_ORGANISERS} {ENDED}",
        fill=Scene.void,
        state="closed",
    ),
]

LINKS = [
    row(
        "link_open",
        "s/<str:token>/",
        "302",
        path=lambda s: f"/s/{s.held['guest_score'][0].token}/",
    ),
    row(
        "link_open",
        "s/<str:token>/",
        "302",
        path=lambda s: f"/s/{s.held['keeper'][0].token}/",
        state="private",
    ),
    row(
        "link_open",
        "s/<str:token>/",
        "410",
        "405",
        path=lambda s: f"/s/{s.held['guest_watch'][1].token}/",
        state="closed",
    ),
    row("link_open", "s/<str:token>/", "404", path=lambda s: "/s/nothing/", state="unknown"),
    row("code_open", "j/<str:code>/", "302", path=lambda s: f"/j/{s.code()}/"),
    row("code_open", "j/<str:code>/", "404", path=lambda s: "/j/222222/", state="unknown"),
    row("code_enter", "j/", "200", "302", fill=lambda s: {"code": s.code()}),
    of_table(
        "sitting_invite",
        "invite/",
        f"{SCORERS} {NOR_GUESTS}",
        f"{DONE_BY_SCORERS} {NOR_GUESTS}",
        fill=lambda s: {"kind": "score"} | nothing(s),
    ),
    of_table(
        "sitting_invite",
        "invite/",
        f"{SCORERS} {ENDED}",
        f"login 404 403 403 403 403 {ENDED}",
        fill=lambda s: {"kind": "score"} | nothing(s),
        state="closed",
    ),
    of_club("club_screen_link", "screen/", SCORERS, DONE_BY_SCORERS),
    row("table_open", "table/", "200", "302", fill=Scene.names),
    row(
        "table_open",
        "table/",
        "403 200 200 200 200 200 403 403 403",
        "403 302 302 302 302 302 403 403 403",
        fill=Scene.names,
        state="closed registration",
        settings={"REGISTRATION": "closed"},
    ),
    of_table(
        "table_again",
        "again/",
        f"{POST_ONLY} 405 405 405",
        f"login 404 403 403 403 403 {NOR_GUESTS}",
    ),
    of_table(
        "table_take_over",
        "take/",
        "login 404 404 404 404 404 404 404 login",
        "login 404 404 404 404 404 404 404 login",
    ),
]


def of_private(name: str, rest: str, post: str | None = None, **more: Any) -> Row:
    """A page of a table without an account, with the answers of FOR_KEEPER unless told."""
    get = more.pop("get", FOR_KEEPER)
    return of_table(name, rest, get, post, state="private", **more)


PRIVATE = [
    of_private("sitting_sheet", ""),
    of_private("sitting_poll", "sheet/", post="405"),
    of_private("sitting_curve", "curve/"),
    of_private("sitting_summary", "summary/"),
    of_private("sitting_log", "log/"),
    of_private("sitting_live", "live/"),
    of_private(
        "sitting_name",
        "name/",
        DONE_BY_KEEPER,
        fill=lambda s: {"table_name": "Chez Camille"} | nothing(s),
    ),
    of_private(
        "sitting_rules",
        "rules/",
        DONE_BY_KEEPER,
        fill=lambda s: {"rules": "rounded-10"} | nothing(s),
    ),
    of_private(
        "table_rules_new",
        "rules/house/",
        DONE_BY_KEEPER,
        fill=lambda s: {"title": "Maison", "action": "save"},
        page=lambda s: "/c/trois-bouts/settings/rules/new/",
    ),
    of_private(
        "table_rules_preview",
        "rules/preview/",
        FOR_KEEPER,
        get=f"{POST_ONLY} 405 405 405",
        page=lambda s: "/c/trois-bouts/settings/rules/new/",
    ),
    of_private(  # rules that are another club's
        "table_rules_edit",
        "rules/house/<str:name>/",
        "login 404 404 404 404 404 login login 404",
        get="login 404 404 404 404 404 login login 404",
    ),
    of_private("sitting_close", "close/", DONE_BY_KEEPER, get=f"{POST_ONLY} 405 405 405"),
    of_private("deal_record", "new/", DONE_BY_KEEPER, fill=Scene.private_deal),
    of_private(
        "sitting_seats",
        "seats/",
        DONE_BY_KEEPER,
        fill=lambda s: s.seated(s.private, "Zoé", "Luc", "Ana"),
    ),
    of_private(
        "guest_player",
        "player/",
        DONE_BY_KEEPER,
        fill=lambda s: {"player": ""},
    ),
    of_private("deal_detail", "<int:number>/"),
    of_private("deal_void", "<int:number>/void/", DONE_BY_KEEPER, fill=Scene.void),
    of_private(
        "sitting_invite",
        "invite/",
        DONE_BY_KEEPER,
        fill=lambda s: {"kind": "owner", "action": "renew"} | nothing(s),
    ),
    of_private("table_again", "again/", DONE_BY_KEEPER, get=f"{POST_ONLY} 405 405 405"),
    of_private(  # into a club of one's own: with an account
        "table_take_over",
        "take/",
        "login 404 404 404 404 404 login login login",
        get="login 404 404 404 404 404 login login login",
    ),
]

CREDENTIALS = {"login": "alice@example.org", "password": PASSWORD}
CONFIRM_EMAIL = r"^confirm-email/(?P<key>[-:\w]+)/$"
RESET_KEY = r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$"
AGAIN = "login 302 302 302 302 302"
NOT_SENT = "login 405 405 405 405 405 login login login"
NO_STEP = "login 404 404 404 404 404"
STEP_KEY = "/account/steps/webauthn/keys/1/"
AWAY = "200 302 302 302 302 302"  # of no use to somebody who is signed in

ACCOUNTS = [  # allauth
    row("account_login", "login/", AWAY, "302", fill=lambda s: CREDENTIALS),
    row(
        "account_request_login_code",
        "login/link/",
        AWAY,
        "302",
        fill=lambda s: {"email": "alice@example.org"},
    ),
    row(
        "account_request_login_code",
        "login/code/",
        AWAY,
        "302",
        fill=lambda s: {"email": "alice@example.org"},
    ),
    row("account_confirm_login_code", "login/code/confirm/", "302", "302"),
    row("account_logout", "logout/", "302 200 200 200 200 200", "302"),
    row("account_signup", "signup/", AWAY, AWAY, fill=lambda s: NEW_ACCOUNT),
    row("account_signup", "signup/", AWAY, "302", fill=lambda s: NEW_ACCOUNT, **OPEN_REGISTRATION),
    row("account_inactive", "inactive/", "200"),
    row(
        "account_reauthenticate",
        "reauthenticate/",
        SIGNED_IN,
        "login 302 302 302 302 302",
        fill=lambda s: {"password": PASSWORD},
    ),
    row(
        "account_email",
        "email/",
        SIGNED_IN,
        "login 302 302 302 302 302",
        fill=lambda s: {"email": "new@example.org", "action_add": ""},
    ),
    row(
        "account_delete",
        "account/delete/",
        SIGNED_IN,
        "login 422 302 422 422 422",  # the address of the member: not their own
        fill=lambda s: {"email": "bob@example.org"},
    ),
    row("account_email_verification_sent", "confirm-email/", "200"),
    row(
        "account_confirm_email",
        CONFIRM_EMAIL,
        "200",  # it says that the link is no good
        "404",
        path=lambda s: "/confirm-email/nothing/",
    ),
    row(
        "account_change_password",
        "password/change/",
        SIGNED_IN,
        "login 302 302 302 302 302",
        fill=lambda s: {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW},
    ),
    row(
        "account_set_password",
        "password/set/",
        "login 302 302 302 302 302",  # on to a change: each of these accounts has a password
        "login 302 302 302 302 302",
    ),
    row(
        "account_reset_password",
        "password/reset/",
        "200",
        "302",
        fill=lambda s: {"email": "alice@example.org"},
    ),
    row("account_reset_password_done", "password/reset/done/", "200"),
    row(
        "account_reset_password_from_key",
        RESET_KEY,
        "200",  # it says that the link is no good
        "200",
        path=lambda s: "/password/reset/key/1-nothing/",
    ),
    row("account_reset_password_from_key_done", "password/reset/key/done/", "200"),
    row(
        "session_list",
        "account/sessions/",
        SIGNED_IN,
        "login 302 302 302 302 302",
        fill=lambda s: {"end": "others"},
    ),
    row("mfa_index", "account/steps/", SIGNED_IN, NOT_SENT),
    row("mfa_authenticate", "account/steps/authenticate/", "302", "302"),
    row("mfa_login_webauthn", "account/steps/webauthn/login/", "302", "302"),
    row("mfa_list_webauthn", "account/steps/webauthn/", "302", "302"),
    *(  # the password first, once more: on to that page
        row(f"mfa_{name}", f"account/steps/{rest}", AGAIN, AGAIN)
        for name, rest in [
            ("activate_totp", "totp/activate/"),
            ("generate_recovery_codes", "recovery-codes/generate/"),
            ("add_webauthn", "webauthn/add/"),
        ]
    ),
    *(
        row(f"mfa_{name}", f"account/steps/{rest}", AGAIN, AGAIN, path=lambda s, to=to: to)
        for name, rest, to in [
            ("remove_webauthn", "webauthn/keys/<int:pk>/remove/", STEP_KEY + "remove/"),
            ("edit_webauthn", "webauthn/keys/<int:pk>/edit/", STEP_KEY + "edit/"),
        ]
    ),
    # These accounts have no second step yet.
    row("mfa_reauthenticate", "account/steps/reauthenticate/", AGAIN, AGAIN),
    row("mfa_reauthenticate_webauthn", "account/steps/webauthn/reauthenticate/", AGAIN, AGAIN),
    row("mfa_deactivate_totp", "account/steps/totp/deactivate/", NO_STEP, NO_STEP),
    row("mfa_view_recovery_codes", "account/steps/recovery-codes/", NO_STEP, NOT_SENT),
    row("mfa_download_recovery_codes", "account/steps/recovery-codes/download/", NO_STEP, NO_STEP),
]

OWN = "login 404 200 403 403 200"  # Bob's, who is the member of the columns
PERSONAL = [
    row("invitation_accept", "invitation/<uuid:uuid>/", "404", "404", path=invitation_path),
    of_player(
        "member_invite",
        "invite/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        who="Frank",
        fill=lambda s: {"action": "show"} | nothing(s),
    ),
    of_player("member_unlink", "unlink/", POST_ONLY, DONE_BY_OWNERS),
    of_person("player_data", "data/", OWN),
    of_person("player_data_json", "data.json", OWN),
    of_person(
        "player_names",
        "names/",
        "login 404 200 403 403 403",
        "login 404 302 403 403 403",
        fill=lambda s: {"nickname": "Bobby", "public_name": "full"} | nothing(s),
    ),
    of_person(
        "player_anonymise",
        "anonymise/",
        OWN,
        "login 404 302 403 403 302",
        fill=lambda s: {"name": "Bob", "step": "anonymise"} | nothing(s),
    ),
]

STATISTICS = [
    of_person("player_show", "", MEMBERS),
    of_person(
        "player_versus",
        "versus/<uuid:other>/",
        MEMBERS,
        path=lambda s: f"/p/{s.uuid('Bob')}/versus/{s.uuid('Alice')}/",
    ),
    of_club("deal_list", "deals/", MEMBERS),
    of_season("league_takers", "takers/", MEMBERS),
    of_season("league_partners", "partners/", MEMBERS),
    of_season("league_records", "records/", MEMBERS),
    of_season("league_race", "race/", MEMBERS),
    of_season("league_duels", "duels/", MEMBERS),
    of_season("league_screen", "screen/", MEMBERS),
    of_season("league_screen_poll", "screen/board/", MEMBERS, "405"),
    of_club("club_statistics", "statistics/", MEMBERS),
    of_club("club_records", "records/", MEMBERS),
    of_club("club_year", "years/<int:year>/", MEMBERS, path=lambda _: "/c/trois-bouts/years/2026/"),
    of_club(
        "club_year_picture",
        "years/<int:year>/year.png",
        "login 404 404 404 404 404",
        path=lambda _: "/c/trois-bouts/years/1999/year.png",
    ),
    of_person(
        "player_year",
        "years/<int:year>/",
        MEMBERS,
        path=lambda s: f"/p/{s.uuid('Bob')}/years/2026/",
    ),
    of_person(
        "player_year_picture",
        "years/<int:year>/year.png",
        "login 404 404 404 404 404",
        path=lambda s: f"/p/{s.uuid('Bob')}/years/1999/year.png",
    ),
    of_club(
        "ratings",
        "ratings/",
        MEMBERS,
        DONE_BY_ORGANISERS,
        fill=lambda _: {"ratings": "on", "request_id": str(uuid4())},
    ),
]

EVENING = "evenings/<uuid:evening>/"
SEASONS = [
    of_club("league_list", "s/", MEMBERS),
    of_season("league_standings", "", MEMBERS),
    of_season("league_why", "why/<uuid:player>/", MEMBERS),
    of_season("league_evenings", "evenings/", MEMBERS),
    of_season("evening_show", EVENING, MEMBERS),
    of_season("league_rules", "rules/", MEMBERS),
    of_season("evening_picture", f"{EVENING}evening.png", MEMBERS),
    of_season("league_print", "standings.pdf", MEMBERS),
    of_season("league_csv", "standings.csv", MEMBERS),
    of_season("league_xlsx", "standings.xlsx", MEMBERS),
    of_club(
        "league_new",
        "s/new/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill=lambda s: {"name": "2027", "starts_on": "2027-01-01", "ends_on": "2027-12-31"},
    ),
    of_club("league_first", "s/first/", DONE_BY_ORGANISERS, DONE_BY_ORGANISERS),
    of_season("league_settings", "settings/", ORGANISERS, DONE_BY_ORGANISERS, as_shown=True),
    of_season("league_members", "members/", ORGANISERS, DONE_BY_ORGANISERS, as_shown=True),
    of_season("league_open", "open/", POST_ONLY, DONE_BY_ORGANISERS),
    of_season(
        "league_close",
        "close/",
        ORGANISERS,
        "login 404 403 403 409 409",
        fill=lambda s: {"is_meant": "on"} | nothing(s),
    ),
    of_season(
        "league_close",
        "close/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        season="bare",
        state="empty",
        fill=lambda s: {"is_meant": "on"} | nothing(s),
    ),
    of_season(
        "league_delete",
        "delete/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        season="bare",
        state="empty",
        fill=lambda s: {"is_meant": "on"} | nothing(s),
    ),
    of_season(
        "league_reopen",
        "reopen/",
        OWNERS,
        DONE_BY_OWNERS,
        season="ended",
        fill=lambda s: {"reason": "Une erreur"} | nothing(s),
    ),
    of_season("league_publish", "publish/", ORGANISERS, DONE_BY_ORGANISERS),
    of_season("league_publish_now", "publish/now/", POST_ONLY, DONE_BY_ORGANISERS),
    of_season(
        "evening_new",
        "evenings/new/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill=lambda s: {"held_on": s.league.starts_on.isoformat()} | nothing(s),
    ),
    of_season("evening_edit", f"{EVENING}edit/", SCORERS, DONE_BY_ORGANISERS, fill=Scene.moved),
    of_season("evening_open", f"{EVENING}open/", POST_ONLY, DONE_BY_SCORERS),
    of_season("evening_close", f"{EVENING}close/", POST_ONLY, DONE_BY_SCORERS),
    of_season("evening_reopen", f"{EVENING}reopen/", POST_ONLY, DONE_BY_SCORERS),
    of_season(
        "evening_cancel", f"{EVENING}cancel/", POST_ONLY, DONE_BY_ORGANISERS, evening="planned"
    ),
    of_season(
        "evening_people",
        f"{EVENING}people/",
        SCORERS,
        DONE_BY_SCORERS,
        fill=lambda s: {"here": [s.uuid("Bob")]} | nothing(s),
    ),
    of_season(
        "table_attach",
        f"{EVENING}tables/<uuid:table>/attach/",
        POST_ONLY,
        DONE_BY_ORGANISERS,
        table="open",
    ),
    of_season(
        "table_detach", f"{EVENING}tables/<uuid:table>/detach/", POST_ONLY, DONE_BY_ORGANISERS
    ),
    of_season(
        "penalty_new",
        f"{EVENING}penalties/new/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill=lambda s: (
            {"player": s.uuid("Bob"), "points": "5", "direction": "takes", "reason": "Retard"}
            | nothing(s)
        ),
    ),
    of_season(
        "penalty_cancel",
        f"{EVENING}penalties/<uuid:penalty>/cancel/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill=lambda s: {"reason": "Train en panne"} | nothing(s),
    ),
]

PUBLIC = [
    of_public("public_club", ""),
    of_public("public_club", "", state="nothing shown"),
    of_public("public_feed", "feed.atom"),
    of_public("public_league", "<uuid:league>/"),
    of_public("public_league", "<uuid:league>/", state="nothing shown"),
    of_public("public_calendar", "<uuid:league>/evenings.ics"),
    of_public("public_evening", "<uuid:league>/<uuid:evening>/"),
    of_public("public_evening", "<uuid:league>/<uuid:evening>/", state="nothing shown"),
    of_public("public_evening_picture", "<uuid:league>/<uuid:evening>/evening.png"),
    of_public(
        "public_evening_picture",
        "<uuid:league>/<uuid:evening>/evening.png",
        state="nothing shown",
    ),
]

ROWS = [
    *PUBLIC,
    *STATISTICS,
    *SEASONS,
    *PERSONAL,
    *PAGES,
    *OFFLINE,
    *PEOPLE,
    *RULES,
    *TABLES,
    *DEALS,
    *LINKS,
    *PRIVATE,
    *ACCOUNTS,
]

"""Who gets which answer at every address of the site: the written matrix, as data.

tests/test_access_matrix.py asks each question; docs/access.md says the same in words. A new address
needs a row here. A second row for an address shows it in another state of the table or the site.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from clubs.models import Deal, Player, RuleProfile, Sitting
from clubs.services import people, sittings
from clubs.services.rules import save_rules
from tests.cast import PASSWORD, Cast

# Columns: no account; an account of another club; then the roles, each of which includes the one
# before. `login` is a redirect to the sign-in page that comes back to the address.
WHO = {
    "visitor": None,
    "outsider": "Eve",
    "member": "Bob",
    "scorer": "Alice",
    "organiser": "Charlie",
    "owner": "Olivia",
}

Answers = Mapping[str, str]


def answers(text: str) -> Answers:
    """Six answers in the order of WHO; one alone is everybody's."""
    told = text.split()
    return dict(zip(WHO, told * len(WHO) if len(told) == 1 else told, strict=True))


@dataclass
class Scene:
    """What there is to see and to change: an open table, a closed one, a member who left."""

    cast: Cast
    open: Sitting
    closed: Sitting
    archived: Player
    rules: RuleProfile

    @classmethod
    def set(cls) -> "Scene":
        cast = Cast.gather()
        tables = [cast.sitting("Alice", "Bob", "Charlie", "Dora") for _ in range(2)]
        for table in tables:
            cast.deal(table)
            cast.deal(table, kind="void", void_reason="all_pass")
        organiser = cast.actor("Charlie")
        sittings.close_sitting(organiser, tables[1], request_id=uuid4())
        [gone] = people.add_players(organiser, cast.club, ["Gil"], request_id=uuid4())
        people.archive_player(organiser, gone, request_id=uuid4())
        maison = {"name": "maison", "title": "Maison", "rounding": 10}
        rules = save_rules(organiser, cast.club, maison, seen_version=0, request_id=uuid4())
        return cls(cast, tables[0], tables[1], gone, rules)

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

    def user(self, name: str) -> str:
        return str(self.cast.user(name).uuid)


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

    def __str__(self) -> str:
        return f"{self.name} ({self.state})" if self.state else self.name


def row(name: str, route: str, get: str, post: str | None = None, **more: Any) -> Row:
    path = more.pop("path", None) or (lambda scene: f"/{route}")
    return Row(name, route, path, answers(get), answers(post) if post else None, **more)


def of_club(name: str, rest: str, get: str, post: str | None = None, **more: Any) -> Row:
    more.setdefault("path", lambda scene: f"/c/trois-bouts/{rest}")
    return row(name, f"c/<slug:club>/{rest}", get, post, **more)


def of_player(name: str, rest: str, get: str, post: str, *, who: str = "Bob", **more: Any) -> Row:
    def path(scene: Scene) -> str:
        uuid = scene.archived.uuid if who == "archived" else scene.uuid(who)
        return f"/c/trois-bouts/members/{uuid}/{rest}"

    return of_club(name, f"members/<uuid:uuid>/{rest}", get, post, path=path, **more)


def of_table(name: str, rest: str, get: str, post: str | None = None, **more: Any) -> Row:
    shown = rest.replace("<int:number>", "1")

    def path(scene: Scene) -> str:
        table = scene.closed if more.get("state") == "closed" else scene.open
        return f"/t/{table.uuid}/{shown}"

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
    row("language_set", "language/", "405", "302", fill=lambda s: {"language": "en"}),
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
    of_club("member_list", "members/", MEMBERS),
    of_club(
        "member_add",
        "members/add/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill=lambda s: {"names": "Hugo\nInès", "request_id": str(uuid4())},
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
    of_club(
        "club_settings",
        "settings/",
        MEMBERS,
        DONE_BY_ORGANISERS,
        fill=lambda s: (
            {"name": "Autre nom", "time_zone": "Europe/Paris", "rules": "fft"} | nothing(s)
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
    of_table("sitting_sheet", "", MEMBERS),
    of_table("sitting_sheet", "", MEMBERS, state="closed"),
    of_table("sitting_poll", "sheet/", MEMBERS),
    of_table("sitting_curve", "curve/", MEMBERS),
    of_table("sitting_summary", "summary/", MEMBERS),
    of_table("sitting_log", "log/", MEMBERS),
    of_table("sitting_close", "close/", POST_ONLY, DONE_BY_SCORERS),
    of_table("sitting_reopen", "reopen/", POST_ONLY, DONE_BY_ORGANISERS, state="closed"),
    of_table(
        "sitting_rules",
        "rules/",
        MEMBERS,
        DONE_BY_ORGANISERS,
        fill=lambda s: {"rules": "rounded-10"} | nothing(s),
    ),
    of_table(
        "sitting_rules",
        "rules/",
        MEMBERS,
        "login 404 403 403 403 403",
        fill=lambda s: {"rules": "rounded-10"} | nothing(s),
        state="closed",
    ),
]

DEALS = [
    of_table("deal_record", "new/", SCORERS, DONE_BY_SCORERS, fill=Scene.next_deal),
    of_table(
        "deal_record",
        "new/",
        SCORERS,
        "login 404 403 409 409 409",
        fill=Scene.next_deal,
        state="closed",
    ),
    of_table(  # the script asks: led away to sign in, a visitor would lose what was typed
        "deal_preview",
        "preview/",
        "405",
        "404 404 403 200 200 200",
        fill=Scene.next_deal,
    ),
    of_table("deal_detail", "<int:number>/", MEMBERS),
    of_table("deal_correct", "<int:number>/edit/", SCORERS, DONE_BY_SCORERS, fill=Scene.correction),
    of_table(
        "deal_correct",
        "<int:number>/edit/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill=Scene.correction,
        state="closed",
    ),
    of_table("deal_void", "<int:number>/void/", SCORERS, DONE_BY_SCORERS, fill=Scene.void),
    of_table(
        "deal_void",
        "<int:number>/void/",
        ORGANISERS,
        DONE_BY_ORGANISERS,
        fill=Scene.void,
        state="closed",
    ),
]

CREDENTIALS = {"login": "alice@example.org", "password": PASSWORD}
CONFIRM_EMAIL = r"^confirm-email/(?P<key>[-:\w]+)/$"
RESET_KEY = r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$"
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
]

ROWS = [*PAGES, *PEOPLE, *RULES, *TABLES, *DEALS, *ACCOUNTS]

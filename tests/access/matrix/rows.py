"""A row of the matrix, whom its answers are for, and how addresses of each kind are named."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from tests.access.scene import Scene

# Columns: no account; an account of another club; then the roles, each of which includes the one
# before; then those without account who came by a link: to score or to watch at the tables of the
# scene, and to a table of their own in a private club; then those whom the tournament of the scene
# knows: two accounts with a duty there and none else, and who came by the link of a player or of a
# table. `login` is a redirect to the sign-in page that comes back to the address.
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
    opens nothing but its table. Where nothing is said of those whom a tournament knows, they are
    nobody.
    """
    told = text.split()
    if len(told) == 1:
        told *= len(WHO)
    if len(told) == len(WHO) - len(GUESTS) - len(OF_EVENTS):
        told += told[:1] * len(GUESTS)
    if len(told) == len(WHO) - len(OF_EVENTS):
        told += [told[1], told[1], told[0], told[0]]
    return dict(zip(WHO, told, strict=True))


# Who may see what the club shows its members, in the order of WHO; POST only: 405 for a GET.
MEMBERS = "login 404 200 200 200 200"
SCORERS = "login 404 403 200 200 200"
ORGANISERS = "login 404 403 403 200 200"
OWNERS = "login 404 403 403 403 200"
SIGNED_IN = "login 200 200 200 200 200"
POST_ONLY = "login" + " 405" * (len(WHO) - 1)
# The same where a sound form leads on to another page.
DONE_BY_SIGNED_IN = "login 302 302 302 302 302"
DONE_BY_SCORERS = "login 404 403 302 302 302"
DONE_BY_ORGANISERS = "login 404 403 403 302 302"
DONE_BY_OWNERS = "login 404 403 403 403 302"
# The same at a table of the club, where guests by a link are told as well: who scores, who watches,
# and who keeps another table.
READERS = f"{MEMBERS} 200 200 login"
WRITERS = f"{SCORERS} 200 403 login"
DONE_BY_WRITERS = f"{DONE_BY_SCORERS} 302 403 login"
NOR_GUESTS = "403 403 login"
ENDED = "410 410 login"
TOO_LATE = "login 404 403 409 409 409"
REFUSED_AFTER_END = "login 404 403 403 403 403"
OPEN_REGISTRATION = {"state": "open registration", "settings": {"REGISTRATION": "open"}}


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
    fill: Mapping[str, Any] | Callable[[Scene], dict[str, Any]] = field(default_factory=dict)
    page: Callable[[Scene], str] | None = None
    state: str = ""  # what differs from the usual, where it does
    settings: Mapping[str, Any] = field(default_factory=dict)
    tells_guests: bool = True  # whether the row says itself what guests are answered

    def __str__(self) -> str:
        return f"{self.name} ({self.state})" if self.state else self.name

    def fields(self, scene: Scene) -> dict[str, Any]:
        """Those of the form that differ from the page; each form has an id of its own."""
        fields = self.fill(scene) if callable(self.fill) else self.fill
        return {"request_id": str(uuid4()), **fields}


def row(name: str, route: str, get: str, post: str | None = None, **more: Any) -> Row:
    path = more.pop("path", None) or (lambda scene: f"/{route}")
    full = (1, len(WHO) - len(OF_EVENTS), len(WHO))
    more["tells_guests"] = all(len(text.split()) in full for text in (get, post or get))
    return Row(name, route, path, answers(get), answers(post) if post else None, **more)


def of_club(name: str, rest: str, get: str, post: str | None = None, **more: Any) -> Row:
    more.setdefault("path", lambda scene: f"/c/trois-bouts/{rest}")
    return row(name, f"c/<slug:club>/{rest}", get, post, **more)


def of_person(name: str, rest: str, get: str, post: str | None = None, **more: Any) -> Row:
    """A page of Bob, whom a row of a column may be."""
    more.setdefault("path", lambda scene: f"/p/{scene.uuid('Bob')}/{rest}")
    return row(name, f"p/<uuid:player>/{rest}", get, post, **more)


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


def of_closed_table(name: str, rest: str, get: str, post: str | None = None, **more: Any) -> Row:
    """The same once the table is closed. Its links have ended: guests are told so."""
    ended = f"{post} {ENDED}" if post else None
    return of_table(name, rest, f"{get} {ENDED}", ended, state="closed", **more)

"""The request as our middleware leaves it, and the links that its browser holds."""

import hashlib
from collections.abc import Collection
from urllib.parse import urlsplit
from uuid import UUID

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from clubs.access import Actor
from clubs.models import LinkKind


class Request(HttpRequest):
    """For annotations: an HttpRequest with who acts and what htmx says."""

    actor: Actor
    htmx: HtmxDetails


def others_than(request: Request, replaced: Collection[str]) -> list[tuple[str, str]]:
    """The parameters of the address that a form for these ones sends again; a page of the list
    before is none."""
    return [
        (name, value)
        for name, values in request.GET.lists()
        if name not in replaced and not name.endswith("page")
        for value in values
    ]


# Addresses whose answers no browser keeps: they show addresses, licences, fees, secret links, or
# all that is known of somebody, and "back" after signing out on a shared computer would show them
# once more. Pages of a table are not among them: phones keep those to play on without network.
PERSONAL = frozenset(
    [
        "account_delete",
        "account_email",
        "check_in",
        "entries_csv",
        "entries_xlsx",
        "entry_add",
        "entry_edit",
        "entry_fee",
        "entry_import",
        "entry_link",
        "entry_list",
        "entry_me",
        "entry_register",
        "entry_registered",
        "entry_substitute",
        "team_list",
        "club_archive",
        "club_screen_link",
        "club_settings",
        "import_new",
        "import_show",
        "invitation_accept",
        "member_add",
        "member_edit",
        "member_invite",
        "member_merge",
        "members_csv",
        "members_xlsx",
        "mfa_activate_totp",
        "mfa_download_recovery_codes",
        "mfa_view_recovery_codes",
        "paper_badges",
        "paper_check_in",
        "paper_emergency",
        "paper_links",
        "paper_prizes",
        "paper_report",
        "paper_slips",
        "player_anonymise",
        "player_data",
        "player_data_json",
        "player_names",
        "role_remove",
        "role_set",
        "round_table",
        "sitting_invite",
        "session_list",
        "tournament_duty",
        "tournament_json",
        "tournament_screen_link",
        "tournament_settings",
    ]
)
# Pages that a replica may answer: those that show everybody the same, and those that do so to
# whoever has no session. A page and the address by which it asks for news go together.
PUBLIC = frozenset(
    [
        "public_calendar",
        "public_club",
        "public_evening",
        "public_evening_picture",
        "public_feed",
        "public_league",
    ]
)
VISITORS = frozenset(
    [
        "tournament_csv",
        "tournament_next",
        "tournament_picture",
        "tournament_show",
        "tournament_standings",
        "tournament_xlsx",
    ]
)
WROTE = "wrote"  # cookie of whoever sent a form a moment ago
HELD_LINKS = "links"  # key of the session
MOST_LINKS = 20


def held_links(request: HttpRequest) -> tuple[str, ...]:
    """The uuids of the links opened in this browser, the newest last."""
    return tuple(request.session.get(HELD_LINKS, ()))


def hold_link(request: Request, uuid: UUID) -> None:
    """Remember a link for as long as the session lasts; of too many, those that have ended go, then
    the oldest, and those that keep a table last."""
    others = [held for held in held_links(request) if held != str(uuid)]
    if len(others) >= MOST_LINKS:
        kinds = {str(grant.link_uuid): grant.kind for grant in request.actor.grants}
        living = [held for held in others if held in kinds]
        others = sorted(living, key=lambda held: kinds[held] == LinkKind.OWNER)
    request.session[HELD_LINKS] = [*others, str(uuid)][-MOST_LINKS:]


SAID_PLAYERS = "players"  # key of the session


def said_players(request: HttpRequest) -> tuple[tuple[str, str], ...]:
    """Whom the person at this browser says to be, by the uuid of the sitting."""
    return tuple(request.session.get(SAID_PLAYERS, {}).items())


def say_player(request: Request, sitting_uuid: UUID, player: str) -> None:
    """Remember it for as long as the session lasts; of too many, the oldest go."""
    others = [pair for pair in said_players(request) if pair[0] != str(sitting_uuid)]
    request.session[SAID_PLAYERS] = dict([*others, (str(sitting_uuid), player)][-MOST_LINKS:])


def takes_passkeys(request: HttpRequest) -> bool:
    """Whether browsers keep a passkey for this address: a name by https, or the machine itself."""
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    if host == "localhost":
        return True
    is_number = ":" in host or host.replace(".", "").isdigit()
    return request.is_secure() and not is_number


JSON = "application/json"
GUEST = "guest"


def wants_json(request: HttpRequest) -> bool:
    """Whether a script of ours asks, that of the deals a phone keeps, and not a page."""
    return request.headers.get("Accept") == JSON


def owner_keys(actor: Actor) -> list[str]:
    """Whose deals this browser may send, by names that say nothing to others.

    Those of the account. What a guest kept goes with whoever holds a link in this browser: a guest
    has no account, and may get one before the network is back.
    """
    keys = [owner_key(str(actor.user.uuid))] if actor.user else []
    return [*keys, owner_key(GUEST)] if actor.held else keys


def owner_key(name: str) -> str:
    """The name under which a browser keeps deals: the uuid of an account, or GUEST, hashed."""
    return hashlib.sha256(f"queue {name}".encode()).hexdigest()[:16]

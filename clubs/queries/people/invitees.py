"""Many people to be invited at once: who each line of a list is, and what they would get."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from clubs.access import Actor, visible_memberships
from clubs.core.names import name_key, tidy_name
from clubs.models import Club, Player
from clubs.queries.people.invitations import open_invitations
from clubs.queries.people.offers import may_offer, open_offers
from clubs.queries.people.people import by_any_name

ADDRESS = re.compile(r"[^\s<>;,\"]*@[^\s<>;,\"]*")


class Outcome(StrEnum):
    """What becomes of a line: an invitation of a player by mail or as a link to hand over, a role
    offered to an address; or why nothing does."""

    MAIL = "mail"
    LINK = "link"
    OFFER = "offer"
    IS_IN = "is_in"
    TWICE = "twice"
    WRONG_ADDRESS = "wrong_address"
    NO_NAME = "no_name"  # nobody of the club is called so, or has this address
    NO_ADDRESS = "no_address"


GOOD = {Outcome.MAIL, Outcome.LINK, Outcome.OFFER}
SKIPPED = {Outcome.IS_IN, Outcome.TWICE}  # nothing to mend


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody as a list names them: by name, by address or by both."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Invitee:
    """A line, and who that is in the club. was_invited: an invitation of theirs is open."""

    line: Line
    player: Player | None
    address: str
    outcome: Outcome
    was_invited: bool = False

    @property
    def is_good(self) -> bool:
        return self.outcome in GOOD

    @property
    def can_be_mended(self) -> bool:
        return self.outcome not in GOOD | SKIPPED

    @property
    def name(self) -> str:
        return self.player.name if self.player else self.line.name


def read_lines(text: str) -> list[Line]:
    """Reads a pasted list: lines with a name, an address or both, in any order, with whatever mail
    programs and spreadsheets put around them; several addresses in one line."""
    lines = []
    for row in text.splitlines():
        parts = re.split(r"[;,]", row) if row.count("@") > 1 else [row]
        for part in parts:
            match = ADDRESS.search(part)
            address = match.group() if match else ""
            name = tidy_name(re.sub(r"[<>;,\"\t]+", " ", part.replace(address, " ", 1)))
            if name or address:
                lines.append(Line(name, address))
    return lines


def invitable_members(club: Club) -> list[Player]:
    """Lists the players of a club who have no account, by name."""
    rows = Player.objects.filter(club=club, user=None).active()
    return list(rows.order_by("sort_key", "pk"))


def invitees(actor: Actor, club: Club, lines: Iterable[Line]) -> list[Invitee]:
    """Returns who these lines are, in their order. A name counts before an address; an address that
    several players have names none of them. Four queries."""
    players = list(Player.objects.filter(club=club).active().select_related("club"))
    by_name = by_any_name(players)
    addresses = Counter(player.email.lower() for player in players if player.email)
    by_address = {
        player.email.lower(): player for player in players if addresses[player.email.lower()] == 1
    }
    members = {row.user.email.lower() for row in visible_memberships(actor, club)}
    invited = {row.player.pk for row in open_invitations(actor, club)}
    offered = {row.email.lower() for row in open_offers(actor, club)}
    people = []
    for line in lines:
        player = by_name.get(name_key(line.name)) if line.name else None
        player = player or by_address.get(line.address.lower())
        people.append((line, player, line.address or (player.email if player else "")))
    offers = may_offer(actor, club)
    outcomes = [_outcome(*person, members, offers) for person in people]
    # An invited player needs no offer beside the invitation; two players may have one address.
    seen: set[object] = {
        address.lower()
        for (_line, player, address), outcome in zip(people, outcomes, strict=True)
        if player and outcome in GOOD
    }
    rows = []
    for (line, player, address), outcome in zip(people, outcomes, strict=True):
        who = player.pk if player else address.lower()
        if outcome in GOOD and who in seen:
            outcome = Outcome.TWICE
        seen.add(who)
        was_invited = player.pk in invited if player else address.lower() in offered
        rows.append(Invitee(line, player, address, outcome, was_invited))
    return rows


def _outcome(
    line: Line, player: Player | None, address: str, members: set[str], offers: bool
) -> Outcome:
    if player is not None and player.user_id is not None:
        return Outcome.IS_IN
    if address and not _is_address(address):
        return Outcome.WRONG_ADDRESS
    if player is not None:
        return Outcome.MAIL if address and settings.SENDS_MAIL else Outcome.LINK
    if address.lower() in members:
        return Outcome.IS_IN
    if not offers:
        return Outcome.NO_NAME
    return Outcome.OFFER if address else Outcome.NO_ADDRESS


def _is_address(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def good_count(rows: Sequence[Invitee]) -> int:
    return sum(row.is_good for row in rows)

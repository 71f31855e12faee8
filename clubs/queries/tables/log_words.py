"""The words of the log: what an action is called, and who did it as far as they may be named."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.access import Actor
from clubs.models import (
    Club,
    Link,
    LinkKind,
    Membership,
    Player,
    User,
)


class ActionWords(NamedTuple):
    """What the log says of an action, and its icon."""

    label: Any
    icon: str


# By the values of services.changes.Action; a test holds the two lists together.
ACTIONS: dict[str, ActionWords] = {
    "create_club": ActionWords(gettext_lazy("Club created"), "home"),
    "update_club": ActionWords(gettext_lazy("Club settings changed"), "gear"),
    "set_role": ActionWords(gettext_lazy("Role given"), "key"),
    "remove_role": ActionWords(gettext_lazy("Role taken away"), "key"),
    "add_players": ActionWords(gettext_lazy("Members added"), "users"),
    "update_player": ActionWords(gettext_lazy("Member changed"), "user"),
    "archive_player": ActionWords(gettext_lazy("Member archived"), "archive"),
    "restore_player": ActionWords(gettext_lazy("Member brought back"), "user"),
    "merge_players": ActionWords(gettext_lazy("Two players made one"), "users"),
    "save_group": ActionWords(gettext_lazy("Group of members saved"), "users"),
    "drop_group": ActionWords(gettext_lazy("Group of members deleted"), "users"),
    "save_rules": ActionWords(gettext_lazy("House rules saved"), "sheet"),
    "open_sitting": ActionWords(gettext_lazy("Table opened"), "cards"),
    "close_sitting": ActionWords(gettext_lazy("Session closed"), "lock"),
    "reopen_sitting": ActionWords(gettext_lazy("Session reopened"), "undo"),
    "name_sitting": ActionWords(gettext_lazy("Name of the table changed"), "edit"),
    "change_rules": ActionWords(gettext_lazy("Rules changed, all deals scored again"), "gear"),
    "change_seats": ActionWords(gettext_lazy("Seats changed"), "swap"),
    "record_deal": ActionWords(gettext_lazy("Deal recorded"), "plus"),
    "correct_deal": ActionWords(gettext_lazy("Deal corrected"), "edit"),
    "void_deal": ActionWords(gettext_lazy("Deal taken back"), "void"),
    "restore_deal": ActionWords(gettext_lazy("Earlier version of a deal restored"), "undo"),
    "repair_deal": ActionWords(gettext_lazy("Score recomputed"), "check"),
    "invite": ActionWords(gettext_lazy("Link made"), "qr"),
    "revoke_link": ActionWords(gettext_lazy("Link revoked"), "qr"),
    "clear_links": ActionWords(gettext_lazy("Links that ended cleared"), "qr"),
    "open_private_table": ActionWords(gettext_lazy("Table opened without an account"), "cards"),
    "renew_owner_link": ActionWords(gettext_lazy("Another link to the table made"), "key"),
    "leave_private": ActionWords(gettext_lazy("Taken into a club"), "users"),
    "take_over": ActionWords(gettext_lazy("Taken into the club"), "users"),
    "create_league": ActionWords(gettext_lazy("Season created"), "trophy"),
    "update_league": ActionWords(gettext_lazy("Season settings changed"), "gear"),
    "set_league_members": ActionWords(gettext_lazy("Members of the season changed"), "users"),
    "delete_league": ActionWords(gettext_lazy("Season deleted"), "void"),
    "close_league": ActionWords(gettext_lazy("Season closed"), "lock"),
    "reopen_league": ActionWords(gettext_lazy("Season reopened"), "undo"),
    "publish_league": ActionWords(gettext_lazy("Season published"), "share"),
    "plan_evening": ActionWords(gettext_lazy("Evening planned"), "clock"),
    "update_evening": ActionWords(gettext_lazy("Evening changed"), "edit"),
    "open_evening": ActionWords(gettext_lazy("Evening opened"), "play"),
    "close_evening": ActionWords(gettext_lazy("Evening closed"), "lock"),
    "reopen_evening": ActionWords(gettext_lazy("Evening reopened"), "undo"),
    "cancel_evening": ActionWords(gettext_lazy("Evening taken out"), "void"),
    "check_in": ActionWords(gettext_lazy("Who came was noted"), "check"),
    "attach_table": ActionWords(gettext_lazy("Table counted for the season"), "plus"),
    "detach_table": ActionWords(gettext_lazy("Table no longer counted"), "off"),
    "give_penalty": ActionWords(gettext_lazy("Penalty given"), "flag"),
    "cancel_penalty": ActionWords(gettext_lazy("Penalty cancelled"), "undo"),
    "import": ActionWords(gettext_lazy("File imported"), "in"),
    "undo_import": ActionWords(gettext_lazy("Import taken back"), "undo"),
    "anonymise_player": ActionWords(gettext_lazy("Player made anonymous"), "off"),
    "accept_invitation": ActionWords(gettext_lazy("Invitation accepted"), "mail"),
    "link_account": ActionWords(gettext_lazy("Account and player linked"), "user"),
    "set_ratings": ActionWords(gettext_lazy("Ratings switched"), "chart"),
    "create_tournament": ActionWords(gettext_lazy("Tournament created"), "trophy"),
    "update_tournament": ActionWords(gettext_lazy("Tournament settings changed"), "gear"),
    "set_tournament_state": ActionWords(gettext_lazy("Tournament moved on"), "flag"),
    "set_duty": ActionWords(gettext_lazy("Duty given"), "user"),
    "add_entry": ActionWords(gettext_lazy("Entry added"), "plus"),
    "update_entry": ActionWords(gettext_lazy("Entry changed"), "edit"),
    "set_teams": ActionWords(gettext_lazy("Teams changed"), "users"),
    "set_categories": ActionWords(gettext_lazy("Categories changed"), "users"),
    "take_fee": ActionWords(gettext_lazy("Fee noted"), "check"),
    "check_in_entry": ActionWords(gettext_lazy("Checked in"), "check"),
    "withdraw_entry": ActionWords(gettext_lazy("Entry withdrawn"), "off"),
    "substitute": ActionWords(gettext_lazy("Substitute brought in"), "swap"),
    "draw_round": ActionWords(gettext_lazy("Round drawn"), "cards"),
    "discard_round": ActionWords(gettext_lazy("Draw thrown away"), "void"),
    "edit_seating": ActionWords(gettext_lazy("Seating changed by hand"), "swap"),
    "publish_round": ActionWords(gettext_lazy("Round published"), "share"),
    "unpublish_round": ActionWords(gettext_lazy("Publication of a round taken back"), "undo"),
    "set_clock": ActionWords(gettext_lazy("Clock set"), "clock"),
    "validate_round": ActionWords(gettext_lazy("Round closed"), "lock"),
    "reopen_round": ActionWords(gettext_lazy("Round reopened"), "undo"),
    "hand_in_slip": ActionWords(gettext_lazy("Slip handed in"), "in"),
    "confirm_slip": ActionWords(gettext_lazy("Slip confirmed"), "check"),
    "dispute_slip": ActionWords(gettext_lazy("Error on a slip reported"), "flag"),
    "resolve_slip": ActionWords(gettext_lazy("Slip settled by the arbiter"), "check"),
    "set_slip_mode": ActionWords(gettext_lazy("Slip kept in another way"), "edit"),
    "type_slip": ActionWords(gettext_lazy("Slip typed from paper"), "edit"),
    "correct_slip": ActionWords(gettext_lazy("Slip corrected"), "edit"),
    "keep_late_deal": ActionWords(gettext_lazy("Late deal kept to be seen"), "in"),
    "announce": ActionWords(gettext_lazy("Announcement"), "mail"),
    "set_prizes": ActionWords(gettext_lazy("Prizes changed"), "trophy"),
    "publish_results": ActionWords(gettext_lazy("Results made final"), "share"),
    "reopen_results": ActionWords(gettext_lazy("Results opened again"), "undo"),
    "import_tournament": ActionWords(gettext_lazy("Tournament imported"), "in"),
}


LINK_WORDS = {
    LinkKind.SCORE: gettext_lazy("a guest by the link"),
    LinkKind.OWNER: gettext_lazy("somebody with the link of the table"),
}


# The same for one deal whose number is known.
OF_DEALS: dict[str, Any] = {
    "import": gettext_lazy("Deal %(number)s imported"),
    "record_deal": gettext_lazy("Deal %(number)s recorded"),
    "correct_deal": gettext_lazy("Deal %(number)s corrected"),
    "void_deal": gettext_lazy("Deal %(number)s taken back"),
    "restore_deal": gettext_lazy("Deal %(number)s: earlier version restored"),
    "repair_deal": gettext_lazy("Deal %(number)s: score recomputed"),
}


def action_words(action: str) -> ActionWords:
    return ACTIONS.get(action, ActionWords(action, "info"))


def named_accounts(reader: Actor, club: Club) -> QuerySet[User]:
    """Accounts that the club may name: those with a role in it, and the reader's own.

    Who left or was made anonymous is named nowhere, even where the account lives on in another
    club. Nobody has a role in a private club, where there is nothing to leave.
    """
    if club.is_private:
        return User.objects.all()
    held = Membership.objects.filter(club=club, user=OuterRef("pk"))
    return User.objects.filter(Exists(held) | Q(pk=reader.user.pk if reader.user else None))


def people_by_key(
    reader: Actor, club: Club, keys: Collection[str | None], *user_ids: int | None
) -> dict[str, str]:
    """Names by the keys that the log of a club has for people, and by `id:…` for accounts, as far
    as they may be named. An account is called as its player in the club is, if it has one. One
    query, and one where somebody came by a link."""
    uuids = [key.partition(":")[2] for key in set(keys) if key and key.startswith("account:")]
    ids = [pk for pk in user_ids if pk]
    people: dict[str, str] = {}
    if uuids or ids:
        asked = Q(uuid__in=uuids) | Q(pk__in=ids)
        own = Player.objects.filter(club=club, user=OuterRef("pk")).values("name")[:1]
        for user in named_accounts(reader, club).filter(asked).annotate(called=Subquery(own)):
            name = user.called or str(user)
            people[f"account:{user.uuid}"] = people[f"id:{user.pk}"] = name
    return people | _link_words(keys)


def account_name(reader: Actor, club: Club, user_id: int | None) -> str:
    """What a club calls one account; empty for none, and for one that it may not name."""
    return people_by_key(reader, club, (), user_id).get(f"id:{user_id}", "")


def _link_words(keys: Iterable[str | None]) -> dict[str, str]:
    """What stands for who came by a link: the name of the player whom they say to be, if any. No
    query where nobody came so, one for links, and one for names where somebody said one."""
    visitors = {
        key: key.removeprefix("link:").partition("/")[::2]
        for key in set(keys)
        if key and key.startswith("link:")
    }
    if not visitors:
        return {}
    links = {link for link, _player in visitors.values()}
    rows = Link.objects.filter(uuid__in=links, kind__in=LINK_WORDS).values_list("uuid", "kind")
    words = {str(uuid): str(LINK_WORDS[LinkKind(kind)]) for uuid, kind in rows}
    players = {player for _link, player in visitors.values() if player}
    named = Player.objects.filter(uuid__in=players).values_list("uuid", "table_name")
    names = {str(uuid): name for uuid, name in named} if players else {}
    people: dict[str, str] = {}
    for key, (link, player) in visitors.items():
        if player in names:
            people[key] = _("%(name)s, by the link") % {"name": names[player]}
        elif link in words:
            people[key] = words[link]
    return people


def who_text(key: str | None, people: Mapping[str, str]) -> str:
    """The person whom an entry names, in words; accounts that left the club are not named."""
    kind, _colon, name = (key or "").partition(":")
    if kind == "command":
        return _("the server (%(command)s)") % {"command": name}
    if kind == "link":  # the row of a link that ended long ago is gone
        return people.get(key or "") or str(LINK_WORDS[LinkKind.SCORE])
    return people.get(key or "") or _("somebody who left")


def entry_title(action: str, number: int | None) -> str:
    if number is not None and action in OF_DEALS:
        return str(OF_DEALS[action] % {"number": number})
    return str(action_words(action).label)

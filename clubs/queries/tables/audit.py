"""The log in words: what was done, by whom, and what differs."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.access import Actor, may_correct_deal, visible_audit
from clubs.choices import reason_text
from clubs.core.deals import without_players
from clubs.core.games import Rules, get_game
from clubs.core.names import renamed
from clubs.models import (
    AuditEntry,
    Club,
    Deal,
    Link,
    LinkKind,
    Membership,
    Player,
    Seat,
    Sitting,
    User,
)
from clubs.queries.deals.breakdown import deal_told, told_by
from clubs.queries.deals.deals import former_names, rules_of
from clubs.queries.deals.rules import setting_changes
from clubs.queries.deals.stories import RecordFact, ToldChange, changes_between, record_of
from clubs.queries.seasons.seasons import closed_league_of
from clubs.queries.tables.seats import seat_changes, told_merger

PER_PAGE = 50
TAKEN_BACK = "void_deal"


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
    "save_rules": ActionWords(gettext_lazy("House rules saved"), "sheet"),
    "open_sitting": ActionWords(gettext_lazy("Table opened"), "cards"),
    "close_sitting": ActionWords(gettext_lazy("Session closed"), "lock"),
    "reopen_sitting": ActionWords(gettext_lazy("Session reopened"), "undo"),
    "change_rules": ActionWords(gettext_lazy("Rules changed, all deals scored again"), "gear"),
    "change_seats": ActionWords(gettext_lazy("Seats changed"), "swap"),
    "record_deal": ActionWords(gettext_lazy("Deal recorded"), "plus"),
    "correct_deal": ActionWords(gettext_lazy("Deal corrected"), "edit"),
    "void_deal": ActionWords(gettext_lazy("Deal taken back"), "void"),
    "restore_deal": ActionWords(gettext_lazy("Earlier version of a deal restored"), "undo"),
    "repair_deal": ActionWords(gettext_lazy("Score recomputed"), "check"),
    "invite": ActionWords(gettext_lazy("Link made"), "qr"),
    "revoke_link": ActionWords(gettext_lazy("Link revoked"), "qr"),
    "open_private_table": ActionWords(gettext_lazy("Table opened without an account"), "cards"),
    "renew_owner_link": ActionWords(gettext_lazy("Another link to the table made"), "key"),
    "leave_private": ActionWords(gettext_lazy("Taken into a club"), "users"),
    "take_over": ActionWords(gettext_lazy("Taken into the club"), "users"),
    "create_league": ActionWords(gettext_lazy("Season created"), "trophy"),
    "update_league": ActionWords(gettext_lazy("Season settings changed"), "gear"),
    "set_league_members": ActionWords(gettext_lazy("Members of the season changed"), "users"),
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
    "validate_round": ActionWords(gettext_lazy("Round validated"), "lock"),
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


@dataclass(frozen=True, slots=True)
class LogRow:
    """One entry. facts are what a new record says, sentence the same in one; changes is what a
    later one changed.

    version is the revision of the deal that can be restored from here, None where nothing can: the
    one that the entry wrote, or of a deal that is taken back (is_way_back) the one before.
    """

    at: datetime
    who: str
    title: str
    icon: str
    reason: str
    facts: tuple[RecordFact, ...]
    changes: tuple[ToldChange, ...]
    deal_number: int | None
    sequence: int | None
    version: int | None = None
    is_way_back: bool = False
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Log:
    """A page of a sitting's log, newest first. fingerprint is the hash of its last entry; has_said
    is whether some entry has the name of a guest who only said it."""

    rows: tuple[LogRow, ...]
    has_said: bool
    fingerprint: str
    entry_count: int
    page: int
    page_count: int

    @property
    def newer(self) -> int:
        return self.page - 1

    @property
    def older(self) -> int:
        return self.page + 1


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
    as they may be named. One query, and one where somebody came by a link."""
    uuids = [key.partition(":")[2] for key in set(keys) if key and key.startswith("account:")]
    ids = [pk for pk in user_ids if pk]
    people: dict[str, str] = {}
    if uuids or ids:
        asked = Q(uuid__in=uuids) | Q(pk__in=ids)
        for user in named_accounts(reader, club).filter(asked):
            people[f"account:{user.uuid}"] = people[f"id:{user.pk}"] = str(user)
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
    """Who an entry names, for people; accounts that left the club leave no name behind."""
    kind, _colon, name = (key or "").partition(":")
    if kind == "command":
        return _("the server (%(command)s)") % {"command": name}
    if kind == "link":  # the row of a link that ended long ago is gone
        return people.get(key or "") or str(LINK_WORDS[LinkKind.SCORE])
    return people.get(key or "") or _("somebody who left")


def sitting_log(actor: Actor, sitting: Sitting, *, page: int) -> Log | None:
    """One page of the log, None when there is no such page. Four queries for who may restore.

    The opening, whose entry is in the chain of the club, closes the last page.
    """
    last = AuditEntry.objects.filter(chain_uuid=OuterRef("chain_uuid")).order_by("-sequence")
    start = (page - 1) * PER_PAGE
    entries: list[Any] = list(
        visible_audit(actor, sitting.uuid)
        .order_by("-sequence")
        .annotate(
            chain_length=Subquery(last.values("sequence")[:1]),
            chain_hash=Subquery(last.values("hash")[:1]),
        )[start : start + PER_PAGE]
    )
    if page > 1 and not entries:
        return None
    length, fingerprint = (entries[0].chain_length, entries[0].chain_hash) if entries else (0, "")
    seats = list(Seat.objects.filter(sitting=sitting).select_related("player"))
    names = {str(seat.player.uuid): seat.player.table_name for seat in seats}
    name_as_today(entries, former_names(seats))
    keys = [entry.actor for entry in entries]
    people = people_by_key(actor, sitting.club, keys, sitting.opened_by_id)
    deals = _records_now(sitting, entries) if _may_restore(actor, sitting) else {}
    rules = rules_of(sitting)
    rows = [log_row(sitting.game, entry, people, names, deals, rules) for entry in entries]
    page_count = max(-(-length // PER_PAGE), 1)
    if page == page_count:
        rows.append(_opening(actor, sitting, people))
    has_said = any(key.startswith("link:") and "/" in key for key in keys)
    return Log(tuple(rows), has_said, fingerprint, length, page, page_count)


def name_as_today(entries: Iterable[AuditEntry], names: Mapping[str, str]) -> None:
    """Lets the entries at hand call everybody as they are called now; the log stays as it is."""
    for entry in entries if names else ():
        entry.before, entry.after = renamed(entry.before, names), renamed(entry.after, names)
        entry.actor = "/".join(names.get(part, part) for part in entry.actor.split("/"))


def _may_restore(actor: Actor, sitting: Sitting) -> bool:
    """Whether going back to an earlier version is offered: not where a closed season counts it."""
    if not may_correct_deal(actor, sitting):
        return False
    return sitting.is_open or closed_league_of(sitting) is None


def _records_now(sitting: Sitting, entries: Iterable[AuditEntry]) -> dict[UUID, Any]:
    """What the deals of these entries say today."""
    deals = sitting.deals.filter(uuid__in={entry.target_uuid for entry in entries})
    return dict(deals.values_list("uuid", "record"))


def _version_to_restore(entry: AuditEntry, now: Any) -> tuple[int | None, bool]:
    """See LogRow: version and is_way_back. now is what the deal says today, None for no deal."""
    after, before = record_of(entry.after), record_of(entry.before)
    if now is None or not after:
        return None, False
    if after != now:
        return revision_in(entry.after), False
    if entry.action == TAKEN_BACK and before:
        return revision_in(entry.before), True
    return None, False


def revision_in(value: Any) -> int | None:
    """The revision of the deal inside what the log keeps of it."""
    return value.get("revision") if isinstance(value, dict) else None


def log_row(
    game: str,
    entry: AuditEntry,
    people: Mapping[str, str],
    names: Mapping[str, str],
    deals: Mapping[UUID, Any],
    rules: Rules | None = None,
) -> LogRow:
    """deals holds what the deals say now, as far as the reader may restore them; rules are those of
    the table, where deals are told in a sentence."""
    before = told_by(game, record_of(entry.before), names)
    after = told_by(game, record_of(entry.after), names)
    changes = changes_between(before, after) if before else ()
    if entry.action == "change_rules":
        changes = _rules_changes(game, entry.before, entry.after)
    if entry.action == "change_seats":
        after = seat_changes(entry.before, entry.after, names)
    if entry.action == "merge_players":
        after = told_merger(entry.after, names)
    number = entry.after.get("number") if isinstance(entry.after, dict) else None
    version, is_way_back = _version_to_restore(entry, deals.get(entry.target_uuid))
    return LogRow(
        at=entry.at,
        who=who_text(entry.actor, people),
        title=entry_title(entry.action, number),
        icon=action_words(entry.action).icon,
        reason=reason_text(entry.reason),
        facts=() if before else after,
        changes=changes,
        deal_number=number,
        sequence=entry.sequence,
        version=version,
        is_way_back=is_way_back,
        sentence=""
        if before or not rules
        else deal_told(game, record_of(entry.after), rules, names),
    )


def entry_title(action: str, number: int | None) -> str:
    if number is not None and action in OF_DEALS:
        return str(OF_DEALS[action] % {"number": number})
    return str(action_words(action).label)


def _opening(reader: Actor, sitting: Sitting, people: Mapping[str, str]) -> LogRow:
    """The first thing that happened; its entry is in the chain of the club."""
    words = ACTIONS["open_sitting"]
    who = people.get(f"id:{sitting.opened_by_id}") or _opener(reader, sitting)
    assert sitting.opened_at is not None  # noqa: S101 - only planned sittings have none
    return LogRow(sitting.opened_at, who, str(words.label), words.icon, "", (), (), None, None)


def _opener(reader: Actor, sitting: Sitting) -> str:
    """Who opened it, where that was no account that is still there."""
    ways = ["open_sitting", "import"]
    opened = AuditEntry.objects.filter(target_uuid=sitting.uuid, action__in=ways).order_by("pk")
    key = opened.values_list("actor", flat=True).first()
    return who_text(key, people_by_key(reader, sitting.club, [key]))


def _rules_changes(game: str, before: Any, after: Any) -> tuple[ToldChange, ...]:
    """The settings that are no longer what they were."""
    old, new = (get_game(game).read_rules(rules) for rules in (before, after))
    return setting_changes(old, new, game)


def deal_entries(actor: Actor, chain_uuid: UUID, deal_uuid: UUID) -> list[AuditEntry]:
    """What was written about one deal, oldest first."""
    entries = visible_audit(actor, chain_uuid).filter(target_uuid=deal_uuid)
    return list(entries.order_by("sequence"))


@dataclass(frozen=True, slots=True)
class PastVersion:
    """What a deal said from a moment on, and who wrote it."""

    record: Mapping[str, Any]
    at: datetime
    who: str


def past_version(actor: Actor, deal: Deal, revision: int) -> PastVersion | None:
    """The version of a deal with this revision, None where the log has none. Three queries."""
    entry = _version_entry(actor, deal, revision)
    if entry is None:
        return None
    people = people_by_key(actor, deal.sitting.club, [entry.actor])
    who = who_text(entry.actor, people)
    return PastVersion(_told_record(entry), entry.at, who)


def record_at(actor: Actor, deal: Deal, revision: int) -> Mapping[str, Any] | None:
    """The same without who and when."""
    entry = _version_entry(actor, deal, revision)
    return _told_record(entry) if entry else None


def _version_entry(actor: Actor, deal: Deal, revision: int) -> AuditEntry | None:
    entries = deal_entries(actor, deal.sitting.uuid, deal.uuid)
    seats = Seat.objects.filter(sitting=deal.sitting_id).select_related("player")
    name_as_today(entries, former_names(seats))
    versions = (entry for entry in entries if record_of(entry.after))
    return next((entry for entry in versions if revision_in(entry.after) == revision), None)


def _told_record(entry: AuditEntry) -> dict[str, Any]:
    """The record as a form tells it: without the seats, which belong to the deal."""
    return without_players(record_of(entry.after))

"""The log in words: what was done, by whom, and what differs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import OuterRef, Q, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.access import Actor, visible_audit
from clubs.choices import reason_text
from clubs.core.games import get_game
from clubs.models import AuditEntry, DealScore, Player, Seat, Sitting, User
from clubs.queries.breakdown import told_by
from clubs.queries.rules import setting_changes
from clubs.queries.stories import Told, ToldChange, changes_between, record_of

PER_PAGE = 50


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
    "save_rules": ActionWords(gettext_lazy("House rules saved"), "sheet"),
    "open_sitting": ActionWords(gettext_lazy("Table opened"), "cards"),
    "close_sitting": ActionWords(gettext_lazy("Session closed"), "lock"),
    "reopen_sitting": ActionWords(gettext_lazy("Session reopened"), "undo"),
    "change_rules": ActionWords(gettext_lazy("Rules changed, all deals scored again"), "gear"),
    "record_deal": ActionWords(gettext_lazy("Deal recorded"), "plus"),
    "correct_deal": ActionWords(gettext_lazy("Deal corrected"), "edit"),
    "void_deal": ActionWords(gettext_lazy("Deal taken back"), "void"),
    "repair_deal": ActionWords(gettext_lazy("Score recomputed"), "check"),
}
# The same for one deal whose number is known.
OF_DEALS: dict[str, Any] = {
    "record_deal": gettext_lazy("Deal %(number)s recorded"),
    "correct_deal": gettext_lazy("Deal %(number)s corrected"),
    "void_deal": gettext_lazy("Deal %(number)s taken back"),
    "repair_deal": gettext_lazy("Deal %(number)s: score recomputed"),
}


@dataclass(frozen=True, slots=True)
class LogRow:
    """One entry. told is what a new record says, changes what a later one changed."""

    at: datetime
    who: str
    title: str
    icon: str
    reason: str
    told: tuple[Told, ...]
    changes: tuple[ToldChange, ...]
    deal_number: int | None
    sequence: int | None


@dataclass(frozen=True, slots=True)
class Log:
    """A page of a sitting's log, newest first. fingerprint is the hash of its last entry."""

    rows: tuple[LogRow, ...]
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


def people_by_key(keys: Iterable[str | None], *user_ids: int | None) -> dict[str, str]:
    """Names by the keys that the log has for people, and by `id:…` for accounts. One query."""
    uuids = [key.partition(":")[2] for key in set(keys) if key and key.startswith("account:")]
    ids = [pk for pk in user_ids if pk]
    people: dict[str, str] = {}
    if uuids or ids:
        for user in User.objects.filter(Q(uuid__in=uuids) | Q(pk__in=ids)):
            people[f"account:{user.uuid}"] = people[f"id:{user.pk}"] = str(user)
    return people


def who_text(key: str | None, people: Mapping[str, str]) -> str:
    """Who an entry names, for people; accounts that are gone leave no name behind."""
    kind, _colon, name = (key or "").partition(":")
    if kind == "command":
        return _("the server (%(command)s)") % {"command": name}
    return people.get(key or "") or _("somebody who left")


def sitting_log(actor: Actor, sitting: Sitting, *, page: int) -> Log | None:
    """One page of the log, None when there is no such page. Three queries.

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
    people = people_by_key([entry.actor for entry in entries], sitting.opened_by_id)
    names = player_names(sitting)
    rows = [log_row(sitting.game, entry, people, names) for entry in entries]
    page_count = max(-(-length // PER_PAGE), 1)
    if page == page_count:
        rows.append(opening(sitting, people))
    return Log(tuple(rows), fingerprint, length, page, page_count)


def player_names(sitting: Sitting) -> dict[str, str]:
    """Table names of everybody who sits or played there, by uuid."""
    seated = Seat.objects.filter(sitting=sitting).values("player")
    played = DealScore.objects.filter(deal__sitting=sitting).values("player")
    players = Player.objects.filter(Q(pk__in=seated) | Q(pk__in=played))
    return {str(uuid): name for uuid, name in players.values_list("uuid", "table_name")}


def log_row(
    game: str, entry: AuditEntry, people: Mapping[str, str], names: Mapping[str, str]
) -> LogRow:
    before = told_by(game, record_of(entry.before), names)
    after = told_by(game, record_of(entry.after), names)
    changes = changes_between(before, after) if before else ()
    if entry.action == "change_rules":
        changes = rules_changes(game, entry.before, entry.after)
    number = entry.after.get("number") if isinstance(entry.after, dict) else None
    return LogRow(
        at=entry.at,
        who=who_text(entry.actor, people),
        title=entry_title(entry.action, number),
        icon=action_words(entry.action).icon,
        reason=reason_text(entry.reason),
        told=() if before else after,
        changes=changes,
        deal_number=number,
        sequence=entry.sequence,
    )


def entry_title(action: str, number: int | None) -> str:
    if number is not None and action in OF_DEALS:
        return str(OF_DEALS[action] % {"number": number})
    return str(action_words(action).label)


def opening(sitting: Sitting, people: Mapping[str, str]) -> LogRow:
    """The first thing that happened; its entry is in the chain of the club."""
    words = ACTIONS["open_sitting"]
    who = people.get(f"id:{sitting.opened_by_id}") or who_text(None, people)
    assert sitting.opened_at is not None  # noqa: S101 - only planned sittings have none
    return LogRow(sitting.opened_at, who, str(words.label), words.icon, "", (), (), None, None)


def rules_changes(game: str, before: Any, after: Any) -> tuple[ToldChange, ...]:
    """The settings that are no longer what they were."""
    old, new = (get_game(game).read_rules(rules) for rules in (before, after))
    return setting_changes(old, new, game)


def deal_entries(actor: Actor, chain_uuid: UUID, deal_uuid: UUID) -> list[AuditEntry]:
    """What was written about one deal, oldest first."""
    entries = visible_audit(actor, chain_uuid).filter(target_uuid=deal_uuid)
    return list(entries.order_by("sequence"))

"""Making a player anonymous: personal data is deleted, scores stay. It cannot be undone.

Source: leagues.md §9, §10 (invariant 11: no number changes).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from re import Pattern
from typing import Any
from uuid import UUID

from django.db.models import F, Q, QuerySet

from clubs.access import (
    Actor,
    may_anonymise,
    require,
)
from clubs.core.names import name_key
from clubs.core.redaction import pattern_of, redacted, redacted_text, spellings, telling
from clubs.models import (
    Announcement,
    AuditEntry,
    Club,
    Deal,
    Entry,
    Evening,
    ImportRun,
    LinkKind,
    Membership,
    Penalty,
    Player,
    Publication,
    PublicName,
    Role,
    Round,
    Slip,
    Substitution,
    Team,
    Tournament,
    User,
)
from clubs.models.names import AnonymousName
from clubs.queries.people.people import Details, place_in_club
from clubs.services.changes import Action, change
from clubs.services.deals.scoring import deal_audit_content
from clubs.services.files.imports import drop_waiting, reword
from clubs.services.people.invitations import end_invitations
from clubs.services.people.links import revoke
from clubs.services.people.offers import end_offers_to
from clubs.services.snapshot import snapshot


@dataclass(frozen=True, slots=True)
class Anonymised:
    """The anonymous player. old_entries: how many entries of the log keep the name in a free
    text (a note, a reason); the log is never rewritten."""

    player: Player
    old_entries: int = 0


def anonymise_player(actor: Actor, player: Player, *, request_id: UUID) -> Anonymised:
    """Deletes the name, all personal fields, invitations, the link to the account and its role in
    the club. The account stays: it is the person's. What was played stays.

    The new name is a number, in the language of each reader. Texts that others wrote lose the name
    as well; there the new one is in the language of the request. Safe to repeat.
    """
    club = player.club
    with change(Action.ANONYMISE_PLAYER, actor, player, lock=club, request_id=request_id) as entry:
        if entry.repeated:
            return Anonymised(player)
        require(may_anonymise(actor, player))
        # Both read the old name and the old fields, which are cleared below.
        pattern = _personal_pattern(player)
        name = _neutral_name(player)
        end_invitations(player, entry.at)
        end_offers_to(club, player.email, entry.at)
        user = player.user
        blank = _of_nobody()
        for column, value in blank.items():
            setattr(player, column, value)
        player.name, player.family_name = name, ""
        player.table_name = AnonymousName(name.number, is_short=True)
        player.name_key = player.sort_key = f"{name.number:05}"
        player.archived_at = player.archived_at or entry.at
        player.anonymised_at = entry.at
        names = [*Player.NAME_COLUMNS, "table_name", "archived_at", "anonymised_at"]
        player.save(update_fields=[*names, *blank])
        # What live pages have in memory, names among it, is of an older revision from here on.
        Tournament.objects.filter(club=club).update(revision=F("revision") + 1)
        _clear_entries(player, entry.at)
        drop_waiting(club)
        if pattern is not None:
            _clear_texts(club, pattern, name)
            _clear_notes(actor, club, pattern, name)
        if user is not None:
            _end_role(club, user)
        entry.after = {"player": str(player.uuid)}
    # Read when nobody waits for the lock any more: it is the whole log, which does not change.
    return Anonymised(player, _count_entries_with(club, pattern) if pattern else 0)


def _of_nobody() -> dict[str, Any]:
    """What the columns of a person have who is gone: nothing in any detail, and no account."""
    details = Details(public_name=PublicName.HIDDEN)._asdict()
    return {**details, "categories": [], "free_columns": [], "user": None}


def _neutral_name(player: Player) -> AnonymousName:
    """Returns "Player 7" for the seventh of the club, or the next number that no other name of
    the club has."""
    others = Player.objects.filter(club=player.club_id).exclude(pk=player.pk)
    taken = {name_key(name) for name in others.values_list("name", flat=True)}
    number = place_in_club(player)
    while name_key(AnonymousName(number)) in taken:
        number += 1
    return AnonymousName(number)


def _personal_pattern(player: Player) -> Pattern[str] | None:
    """Returns a pattern that finds this person, and nobody else of the club, in a text; None
    where no word is distinctive."""
    others = Player.objects.filter(club=player.club_id).exclude(pk=player.pk)
    names = list(others.values_list("name", flat=True))
    words = [*spellings(player.name), player.nickname, player.email, player.licence]
    return pattern_of(telling(words, names))


def _clear_texts(club: Club, pattern: Pattern[str], name: str) -> None:
    """Redacts reasons of penalties, names and places of evenings, files, and publications.

    A spreadsheet that waits to be imported is deleted before: names in it cannot be found.
    """
    penalties = Penalty.objects.filter(player__club=club)
    _redact_rows(penalties, pattern, name, ("reason", "cancel_reason"), ())
    _redact_rows(Evening.objects.filter(league__club=club), pattern, name, ("name", "place"), ())
    reword(club, partial(redacted, pattern=pattern, name=name))
    _redact_rows(
        ImportRun.objects.filter(club=club), pattern, name, ("name",), ("content", "report")
    )
    published = Q(league__club=club) | Q(tournament__club=club)
    _redact_rows(Publication.objects.filter(published), pattern, name, (), ("content",))
    _clear_tournaments(club, pattern, name)


def _clear_entries(player: Player, at: datetime) -> None:
    """Clears the personal fields of entries at tournaments. Categories stay, since standings
    depend on them."""
    cleared: dict[str, Any] = {
        "licence": "",
        "email": "",
        "birth_year": None,
        "note": "",
        "extra": {},
    }
    entries = Entry.objects.filter(player=player)
    revoke(Q(kind=LinkKind.PLAYER, target_uuid__in=entries.values("uuid")), at)
    called = {column: getattr(player, column) for column in Entry.NAME_COLUMNS}
    entries.update(**called, **cleared)
    Substitution.objects.filter(player=player).update(**called, extra={})


def _clear_tournaments(club: Club, pattern: Pattern[str], name: str) -> None:
    """Redacts texts of tournaments: slips, announcements, notes of entries and other free texts."""
    here = Tournament.objects.filter(club=club)
    _redact_rows(here, pattern, name, ("name", "place"), ("extra", "prizes"))
    _redact_rows(Entry.objects.filter(tournament__in=here), pattern, name, ("note",), ("extra",))
    _redact_rows(Announcement.objects.filter(tournament__in=here), pattern, name, ("text",), ())
    _redact_rows(Team.objects.filter(tournament__in=here), pattern, name, ("name",), ())
    _redact_rows(Round.objects.filter(tournament__in=here), pattern, name, (), ("extra",))
    slips = Slip.objects.filter(sitting__round__tournament__in=here)
    texts = ("stopped_early", "dispute", "warning_reason")
    _redact_rows(slips, pattern, name, texts, ("first_pass", "late_deals", "extra"))


def _redact_rows(
    rows: QuerySet[Any],
    pattern: Pattern[str],
    name: str,
    texts: Sequence[str],
    values: Sequence[str],
) -> None:
    """Redacts columns of the rows. texts: columns with free text, cut to their length; values:
    columns with JSON."""
    for row in rows.order_by("pk"):
        after = {column: redacted(getattr(row, column), pattern, name) for column in values}
        for column in texts:
            text = redacted_text(getattr(row, column), pattern, name)
            after[column] = text[: row._meta.get_field(column).max_length]
        changed = [column for column, value in after.items() if value != getattr(row, column)]
        for column in changed:
            setattr(row, column, after[column])
        if changed:
            row.save(update_fields=changed)


def _clear_notes(actor: Actor, club: Club, pattern: Pattern[str], name: str) -> None:
    """Redacts notes and labels of deals, each as a new version of the deal in the log of its
    table."""
    records = Deal.objects.filter(club=club).order_by("pk").values_list("pk", "record")
    named = [pk for pk, record in records.iterator() if _new_notes(record, pattern, name)]
    for pk in named:
        deal = Deal.objects.select_related("sitting__club").get(pk=pk)
        with change(
            Action.ANONYMISE_PLAYER, actor, deal, lock=deal.sitting, request_id=None
        ) as entry:
            deal.record = deal.record | _new_notes(deal.record, pattern, name)
            deal.revision += 1
            deal.save(update_fields=["record", "revision"])
            entry.after = deal_audit_content(deal)


def _new_notes(record: Mapping[str, Any], pattern: Pattern[str], name: str) -> dict[str, str]:
    """Returns the redacted note and label of a deal, without those that stay as they are."""
    notes = {key: record.get(key) or "" for key in ("note", "label")}
    after = {key: redacted_text(text, pattern, name) for key, text in notes.items()}
    return {key: text for key, text in after.items() if text != notes[key]}


def _count_entries_with(club: Club, pattern: Pattern[str]) -> int:
    """Returns how many entries of the club's log name the person in a free text."""
    texts = AuditEntry.objects.filter(club=club).order_by().values_list("reason", "before", "after")
    with snapshot():
        return sum(
            1
            for reason, *contents in texts.iterator()
            if pattern.search(reason) or redacted(contents, pattern, "") != contents
        )


def _end_role(club: Club, user: User) -> None:
    """Ends the role in the club, unless the account is its only owner."""
    held = Membership.objects.filter(club=club, user=user).first()
    owners = Membership.objects.filter(club=club, role=Role.OWNER).exclude(user=user)
    if held is not None and (held.role != Role.OWNER or owners.exists()):
        held.delete()

"""The club of an archive, made in an installation: its rows are written, and proved to be sound.

The history of the club comes with it, and its hashes hold; seals are of one installation, so the
log is sealed here once more.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import available_timezones

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, transaction
from django.db.models import NOT_PROVIDED, Field, ForeignKey, JSONField, Model
from django.utils.timezone import is_naive

from clubs.access import (
    Actor,
    may_create_club,
    require,
)
from clubs.batches import batches
from clubs.core.limits import MOST_ROUNDS
from clubs.core.money.currencies import Currency
from clubs.core.names import sort_key, split_name
from clubs.core.problems import DealRefused
from clubs.models import (
    AuditEntry,
    Chain,
    ChainKind,
    Club,
    Deal,
    ImportRun,
    League,
    Membership,
    NamedPerson,
    Player,
    Role,
    Seat,
    Sitting,
    Tournament,
    TournamentRole,
    User,
)
from clubs.packing import PackedField
from clubs.seals import link_seal
from clubs.services.changes import Action, change
from clubs.services.deals.kept import fill
from clubs.services.files.archives import (
    ACCOUNTS,
    AUDIT,
    BLOCK,
    CLUB,
    FORMER,
    PARTS,
    Row,
    archived_columns,
    audit_of,
)
from clubs.services.files.chains import check_links, move_heads
from clubs.services.files.checks import check_sitting
from clubs.services.files.readable import require_readable
from clubs.services.files.words import seal_rows
from clubs.services.people.clubs import free_slug
from clubs.services.people.roles import set_role

Rows = Callable[[str], Iterable[Row]]  # those of a file, by its name
TEXTS = ("groups", "categories", "former")  # columns with lists of texts

# What a row that somebody changed may run into, on its way to the database and in the proof.
MISFITS = (
    DatabaseError,
    ValidationError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    RecursionError,
    DealRefused,
)


class ArchiveRefused(Exception):
    """These rows cannot become a club here; the message is one line for people."""


@dataclass
class Arrivals:
    """The keys of the rows that were written, by their names in the archive. tables are those of
    deals. is_strange: nobody vouches for the file."""

    is_strange: bool = False
    keys: dict[type[Model], dict[Any, int]] = field(default_factory=dict)
    tables: dict[int, int] = field(default_factory=dict)  # of deals

    def add(self, model: type[Model], name: Any, key: int) -> None:
        self.keys.setdefault(model, {})[name] = key

    def find(self, model: Any, name: Any) -> int:
        try:
            return self.keys.get(model, {})[name]
        except (KeyError, TypeError):
            shown = name[-1] if isinstance(name, tuple) else name
            raise ArchiveRefused(f"a row names {shown!s:.60}, which is not in it") from None


def import_club(
    actor: Actor, rows: Rows, *, slug: str = "", owner: str = "", link_accounts: bool = False
) -> Club:
    """Make the club of an archive, all or nothing. Raises ArchiveRefused.

    slug is its address here, where that of the archive is taken; owner the address of the account
    that is to own it. link_accounts: accounts whose verified address is the same get back their
    roles and players; else nobody else has a role in it. Not for a web page: the transaction lasts
    as long as all rows take.
    """
    require(may_create_club(actor))
    with _all_or_nothing():
        club = _ownerless(rows) if owner else None
        if club is None:
            club = _write_sound(rows, slug, Arrivals(), link_accounts=link_accounts)
        if owner:
            _give_owner(actor, club, owner)
    return club


def import_own_club(actor: Actor, user: User, rows: Rows, *, request_id: UUID) -> Club:
    """Make the club of an archive that somebody sends to a page; they become its owner.

    Nobody vouches for such a file, so it may meet nothing that is here: no club, also none without
    an owner, no private one and no log. Files that were on their way into the club are left out.
    Raises ArchiveRefused. For archives of few rows: the transaction lasts as long as all take.
    """
    require(may_create_club(actor))
    with _all_or_nothing():
        [row] = rows(CLUB)
        slug = free_slug(str(row.get("slug") or row.get("name")))
        club = _write_sound(rows, slug, Arrivals(is_strange=True), link_accounts=False)
        with change(Action.SET_ROLE, actor, club, lock=club, request_id=request_id) as entry:
            Membership.objects.create(club=club, user=user, role=Role.OWNER)
            entry.after = {"user": str(user.uuid), "role": Role.OWNER.value}
    return club


@contextmanager
def _all_or_nothing() -> Iterator[None]:
    """One transaction, in which every misfit is a refusal."""
    try:
        with transaction.atomic():
            yield
    except MISFITS as error:
        reason = " ".join(str(error).split())
        raise ArchiveRefused(f"its rows do not fit ({reason:.200})") from error


def _write_sound(rows: Rows, slug: str, arrivals: Arrivals, *, link_accounts: bool) -> Club:
    """Write the club and prove it. Raises ArchiveRefused."""
    club, former = _write_club(rows, slug, arrivals, link_accounts=link_accounts)
    _require_sound(club)
    fill(Sitting.objects.filter(club=club))
    for each in (club, *former):
        seal_rows(each)
    connection.check_constraints()
    return club


def _ownerless(rows: Rows) -> Club | None:
    """The club of the archive, where it was imported before anybody could own it. A private club
    is nobody's, and never was imported."""
    uuids = [str(row.get("uuid")) for row in rows(CLUB)]
    owned = Membership.objects.filter(role=Role.OWNER, club__uuid__in=uuids)
    if owned.exists():
        return None
    return Club.objects.filter(uuid__in=uuids, slug__isnull=False).first()


def _write_club(
    rows: Rows, slug: str, arrivals: Arrivals, *, link_accounts: bool
) -> tuple[Club, list[Club]]:
    """Gives the club and those of its former clubs that were not here."""
    [row] = rows(CLUB)
    club: Club = _row_from_archive(Club, {**row, "slug": slug or row.get("slug")}, arrivals)
    _refuse_known(club)
    club.save(force_insert=True)
    arrivals.add(Club, str(club.uuid), club.pk)
    if link_accounts:
        _find_accounts(rows(ACCOUNTS), arrivals)
    for part in PARTS:
        _write_part(part.model, rows(part.name), arrivals, club)
    former = _write_former_clubs(rows(FORMER), arrivals)  # only now: but the log none may name them
    _write_audit(rows(AUDIT), arrivals)
    return club, former


def _refuse_known(club: Club) -> None:
    if not club.slug or club.time_zone not in available_timezones():
        raise ArchiveRefused("its club has no address or no time zone")
    if club.currency not in set(Currency):
        raise ArchiveRefused(f"its club has the currency {club.currency}, which is not known here")
    if Club.objects.filter(uuid=club.uuid).exists():
        raise ArchiveRefused(f"the club {club.name} is here already")
    if Club.objects.filter(slug=club.slug).exists():
        raise ArchiveRefused(
            f"another club here has the address {club.slug}: give it one by --slug"
        )


def _write_former_clubs(rows: Iterable[Row], arrivals: Arrivals) -> list[Club]:
    """Write former clubs as shells without an address (services/tables/takeover.py); one that is
    here stays.

    A file of a stranger may name any club of this installation: one with pages is refused.
    """
    shells = []
    for row in rows:
        former = _row_from_archive(Club, {**row, "slug": None}, arrivals)
        here = Club.objects.filter(uuid=former.uuid).first()
        if here is not None and arrivals.is_strange:
            raise ArchiveRefused("a former club of it is here already")
        if here is not None and not here.is_private:
            raise ArchiveRefused(f"a former club of it is {here.name}, which is no private one")
        if here is None:
            former.save(force_insert=True)
            shells.append(former)
        arrivals.add(Club, str(former.uuid), (here or former).pk)
    return shells


def _find_accounts(rows: Iterable[Row], arrivals: Arrivals) -> None:
    for row in rows:
        proved = EmailAddress.objects.filter(email__iexact=row.get("email"), verified=True)
        address = proved.filter(user__is_active=True).order_by("pk").first()
        if address is not None:
            arrivals.add(User, row.get("uuid"), address.user_id)


def _write_part(model: type[Model], rows: Iterable[Row], arrivals: Arrivals, club: Club) -> None:
    if model in (Membership, TournamentRole):
        accounts = arrivals.keys.get(User, {})
        rows = (row for row in rows if row.get("user") in accounts)
    if model is ImportRun and arrivals.is_strange:  # what waits is packed, and unpacks to anything
        rows = (row for row in rows if row.get("finished_at"))
    objects = (_row_from_archive(model, row, arrivals) for row in rows)
    for block in batches(objects, BLOCK):
        for row in block:
            row.club = club
        for row in model._base_manager.bulk_create(block):
            # A seat has no uuid of its own: its table and its player name it.
            if isinstance(row, Seat):
                arrivals.add(Seat, (row.sitting_id, row.player_id), row.pk)
            elif (uuid := getattr(row, "uuid", None)) is not None:
                arrivals.add(model, str(uuid), row.pk)
            if isinstance(row, Deal):
                arrivals.tables[row.pk] = row.sitting_id


def _write_audit(rows: Iterable[Row], arrivals: Arrivals) -> None:
    """Write the log as it was. Entries of a former club that are here already are the same, and
    stay."""
    for block in batches(rows, BLOCK):
        for row in block:
            _find_chain(row, arrivals)
        entries = [_entry_from_archive(row, arrivals) for row in block]
        stored = AuditEntry.objects.filter(chain__in={entry.chain_id for entry in entries})
        here = set(stored.values_list("chain", "sequence", "hash"))
        for entry in entries:
            entry.seal = link_seal(entry.hash)
        AuditEntry.objects.bulk_create(
            entry for entry in entries if (entry.chain_id, entry.sequence, entry.hash) not in here
        )
    move_heads(Chain.objects.filter(pk__in=arrivals.keys.get(Chain, {}).values()))


def _find_chain(row: Row, arrivals: Arrivals) -> None:
    """The chain of an entry, made where it is not here. Its head follows when all are there. One
    of a club that is not in the archive is refused."""
    name: Any = row.get("chain_uuid")
    if name in arrivals.keys.setdefault(Chain, {}):
        return
    club = arrivals.find(Club, row.get("club"))
    kind = _kind_of_chain(name, arrivals)
    chain, _new = Chain.objects.get_or_create(uuid=name, defaults={"club_id": club, "kind": kind})
    if chain.club_id not in arrivals.keys[Club].values():
        raise ArchiveRefused(f"its log has the chain {name!s:.60}, which is of another club here")
    arrivals.add(Chain, name, chain.pk)


def _kind_of_chain(name: Any, arrivals: Arrivals) -> ChainKind:
    kinds = {Club: ChainKind.CLUB, League: ChainKind.LEAGUE, Tournament: ChainKind.TOURNAMENT}
    known = (kind for model, kind in kinds.items() if name in arrivals.keys.get(model, {}))
    return next(known, ChainKind.SITTING)


def _entry_from_archive(row: Row, arrivals: Arrivals) -> AuditEntry:
    content = {name: value for name, value in row.items() if name != "chain_uuid"}
    content["chain"] = row["chain_uuid"]
    entry: AuditEntry = _row_from_archive(AuditEntry, content, arrivals)
    entry.hash_on_paper = _kind_of_chain(row["chain_uuid"], arrivals) == ChainKind.SITTING
    return entry


def _row_from_archive(model: type[Model], row: Row, arrivals: Arrivals) -> Any:
    """A row that is not saved yet. A column that an older archive lacks gets the value of a new
    row."""
    columns = archived_columns(model)
    if row.keys() - {column.name for column in columns}:
        raise ArchiveRefused("it was made by a newer version of the program")
    instance = model(**{column.attname: _value_of(column, row, arrivals) for column in columns})
    if isinstance(instance, NamedPerson) and "family_name" not in row:  # of an older archive
        instance.family_name = split_name(instance.name).family
        instance.sort_key = sort_key(instance.name, instance.family_name)
    if (
        isinstance(instance, Tournament)
        and (instance.settings.get("rounds_planned") or 0) > MOST_ROUNDS
    ):
        instance.settings["rounds_planned"] = MOST_ROUNDS  # an older archive plans up to 99
    return instance


def _value_of(column: "Field[Any, Any]", row: Row, arrivals: Arrivals) -> Any:
    if column.name not in row:
        if column.default is NOT_PROVIDED and not column.null and not column.blank:
            raise ArchiveRefused(f"{column.model._meta.model_name} without {column.name}")
        return column.get_default()
    stored = row[column.name]
    if stored is None and column.null:
        return None
    if isinstance(column, ForeignKey):
        return _key_of(column, stored, row, arrivals)
    value = column.to_python(stored)
    if isinstance(value, datetime) and is_naive(value):
        raise ValueError(f"{value} is in no time zone")
    column.run_validators(value)
    if isinstance(column, JSONField) or (isinstance(column, PackedField) and not column.null):
        _require_shape(column, value)
    return value


def _require_shape(column: JSONField | PackedField, value: Any) -> None:
    """Pages that read a value of another type would fail. Raises ValueError, and TypeError for what
    is no pair in a list of pairs."""
    shape = list if column.default is list else dict
    if not isinstance(value, shape):
        raise ValueError(f"{column.name} is {shape.__name__} in every row")
    texts = value if column.name in TEXTS else ()
    if column.name == "free_columns":
        texts = [text for label, kept in value for text in (label, kept)]
    if not all(isinstance(text, str) for text in texts):
        raise ValueError(f"{column.name} has more than texts")


def _key_of(column: Any, name: Any, row: Row, arrivals: Arrivals) -> int | None:
    model = column.related_model
    if model is User and column.null:
        return arrivals.keys.get(User, {}).get(name)
    if model is Seat:
        table = arrivals.tables[arrivals.find(Deal, row.get("deal"))]
        return arrivals.find(Seat, (table, arrivals.find(Player, name)))
    return arrivals.find(model, name)


def _require_sound(club: Club) -> None:
    """Check every chain, and every score against its record, as `check_scores` does. Raises
    ArchiveRefused, and what a page would for JSON that it could not read."""
    entries = audit_of(club).select_related("club").order_by("chain", "sequence")
    for difference in check_links(entries.iterator(chunk_size=BLOCK), are_sealed=False):
        raise ArchiveRefused(f"its log was changed ({difference})")
    for sitting in Sitting.objects.filter(club=club).select_related("club").order_by("pk"):
        for difference in check_sitting(sitting):
            raise ArchiveRefused(f"it does not add up ({difference})")
    require_readable(club)


def _give_owner(actor: Actor, club: Club, email: str) -> None:
    """Make the account with this address the owner. Raises ArchiveRefused without one."""
    user = User.objects.filter(email__iexact=email, is_active=True).first()
    if user is None:
        raise ArchiveRefused(f"nobody has an account here with the address {email}")
    set_role(actor, club, user, Role.OWNER, request_id=uuid4())

"""The migrations are what the models say."""

import json
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.apps.registry import Apps
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.core.management.color import no_style
from django.core.management.commands import migrate
from django.db import IntegrityError, connection, transaction
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState, StateApps
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import override

from clubs.models import (
    AuditEntry,
    Best,
    BestKind,
    Chain,
    ChainKind,
    Club,
    Deal,
    DealScore,
    OfClub,
    Player,
    Seat,
    Span,
    SpanKind,
)
from clubs.queries.people.links import find_code
from clubs.services.deals.kept import fill_missing
from clubs.services.files.chains import check_chains
from clubs.services.files.words import check_words, seal_rows
from clubs.services.seasons.leagues import publish_league
from clubs.services.tables.sittings import close_sitting
from tests.emptying import empty
from tests.hall import Hall
from tests.queries.plain_deals import plain_deal


@pytest.mark.django_db
def test_nothing_is_left_to_migrate(capsys):
    call_command("makemigrations", "--check", "--dry-run")

    assert capsys.readouterr().out == "No changes detected\n"


class Walk(MigrationExecutor):
    """Takes migrations back or applies them, and says after which, with the models of then."""

    looks: dict[tuple[str, bool], Callable[[StateApps], object]]  # by name, whether it is applied

    def unapply_migration(self, state, migration, fake=False):
        return self.look(super().unapply_migration(state, migration, fake), migration, False)

    def apply_migration(self, state, migration, fake=False, fake_initial=False):
        state = super().apply_migration(state, migration, fake, fake_initial)
        return self.look(state, migration, True)

    def look(self, state: ProjectState, migration: Migration, is_applied: bool) -> ProjectState:
        look = self.looks.get((migration.name, is_applied))
        if look and migration.app_label == "clubs":
            look(state.apps)
        return state


def states_after(migration: Migration, state: ProjectState, preserve: bool = True) -> ProjectState:
    """What Django says too, but that the models are made once and not after each operation."""
    changed = state
    if preserve:
        models = {key: model.clone() for key, model in state.models.items()}
        changed = ProjectState(models, state.real_apps)
    for operation in migration.operations:
        operation.state_forwards(migration.app_label, changed)
    return changed


Rows = dict[str, list[dict[str, Any]]]  # of each model


def rows_of(models: Iterable[type[Model]]) -> Rows:
    return {each._meta.label: list(each._base_manager.order_by("pk").values()) for each in models}


def models_of(state: Apps) -> list[type[Model]]:
    return list(state.get_app_config("clubs").get_models(include_auto_created=True))


def put(state: StateApps, rows: Rows) -> None:
    """In place of what is there."""
    with transaction.atomic():
        empty([model._meta.db_table for model in models_of(state)])
        for model in models_of(state):
            model._base_manager.bulk_create(model(**row) for row in rows[model._meta.label])
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), models_of(state)):
                cursor.execute(statement)


@pytest.mark.django_db(transaction=True)
def test_every_migration_can_be_taken_back(club, monkeypatch):
    """And applied again. On the way back rows are kept as they are in two versions; on the way here
    an upgrade from each of them finds its own."""
    halls = [Hall.gather(club, 4, name=f"Cup {number}") for number in (1, 2)]
    halls[0].publish()
    sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
    first = club.deal(sitting)
    second = club.deal(sitting)
    link = club.link(sitting)
    code = link.code
    league = club.league("Bob")
    club.evening(league, date(2026, 1, 6), sitting)
    publish_league(club.actor("Charlie"), league, request_id=uuid4())
    private = club.private_table("Ana", "Luc", "Zoé").sitting.club
    for each in Club.objects.all():
        seal_rows(each)
    of_club = [model for model in models_of(apps) if issubclass(model, OfClub)]
    rows = rows_of(of_club)
    assert {row["club_id"] for row in rows["clubs.Seat"]} == {club.club.pk, private.pk}
    chains, log = sealed_log()
    assert {kind for _uuid, kind, *_head in chains} == set(ChainKind)
    columns = ("pk", "before", "after", "hash")
    packed = list(AuditEntry.objects.order_by("pk").values_list(*columns))
    migration = import_module("clubs.migrations.0014_public_address")
    drawn = iter([code, "222222", "222222", "333333"])
    monkeypatch.setattr(migration, "new_code", lambda: next(drawn))
    seen: dict[str, Any] = {}

    def plain_entries(state):
        entries = state.get_model("clubs", "AuditEntry").objects
        seen["entries"] = list(entries.order_by("pk").values_list(*columns))

    def plain_code(state):
        seen["code"] = state.get_model("clubs", "Link").objects.get(uuid=link.uuid).code

    def tournament_codes(state):
        tournaments = state.get_model("clubs", "Tournament").objects
        seen["codes"] = sorted(tournaments.values_list("code", flat=True))

    def correct(state, deal):
        """Its record is packed; then the older version of the program writes another one."""
        rows = state.get_model("clubs", "Deal").objects.filter(uuid=deal.uuid)
        rows.update(record_packed={"taker": "another"})
        rows.update(record=deal.record)

    def stop(state):
        """As packing leaves it that stopped after one deal."""
        rows = state.get_model("clubs", "Deal").objects
        deal = rows.get(uuid=first.uuid)
        assert (deal.record, deal.record_packed) == (first.record, None)
        rows.filter(pk=deal.pk).update(record_packed=deal.record)
        correct(state, second)

    def keep(version):
        return lambda state: seen.update({version: rows_of(models_of(state))})

    def keep_and_name(state):
        """Before tables without an account, each club had an address."""
        keep("0010")(state)
        state.get_model("clubs", "Club").objects.filter(slug=None).update(slug="private")

    looks = {
        ("0038_log_packed", False): plain_entries,
        ("0031_doors", False): plain_code,
        ("0025_club_of_rows", False): keep("0024"),
        ("0013_family_names", False): keep_and_name,
        ("0010_matches_and_figures", True): lambda state: put(state, seen["0010"]),
        ("0014_public_address", True): tournament_codes,
        ("0046_packed", True): stop,
        ("0047_packed_filled", True): lambda state: correct(state, first),
        ("0024_table_name", True): lambda state: put(state, seen["0024"]),
    }
    monkeypatch.setattr(Walk, "looks", looks, raising=False)
    monkeypatch.setattr(Migration, "mutate_state", states_after)
    monkeypatch.setattr(migrate, "MigrationExecutor", Walk)
    try:
        call_command("migrate", "clubs", "zero", verbosity=0, lose_data=True)
    finally:
        call_command("migrate", verbosity=0)

    # tournaments of before have a code, each its own, which no valid link has
    assert seen["codes"] == ["222222", "333333"]
    # rows of before have the club of what they hang on, and are there as they were
    assert rows_of(of_club) == rows
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.update(club=club.club)
    # codes stood in the database as they are typed, and open still
    assert seen["code"] == find_code(code).code == code
    # each chain is of the kind and the club that it was of, and what its rows are is known
    assert sealed_log() == (chains, log)
    # each entry of the log, packed or not, says what it said, and is hashed as it was
    again = AuditEntry.objects.order_by("pk").values_list(*columns)
    assert seen["entries"] == packed == list(again)
    assert [*check_chains(), *check_words()] == []
    of_tables = AuditEntry.objects.filter(chain__kind=ChainKind.SITTING)
    marked = AuditEntry.objects.filter(hash_on_paper=True)
    assert set(marked) == set(of_tables) != set()


def sealed_log() -> tuple[list[Any], list[Any]]:
    """The chains with entries, and in which chain each entry stands."""
    begun = Chain.objects.filter(number__gt=0).order_by("uuid")
    entries = AuditEntry.objects.order_by("pk").values_list("pk", "chain__uuid", "sequence")
    return list(begun.values_list("uuid", "kind", "club", "number", "hash")), list(entries)


@pytest.mark.django_db(transaction=True)
def test_the_key_of_scores_changes_after_a_stop_as_well(club):
    club.deal(club.sitting("Alice", "Bob", "Charlie", "Dora"))
    before = rows_of([DealScore])
    call_command("migrate", "clubs", "0048", verbosity=0, lose_data=True)
    try:
        if connection.vendor == "postgresql":
            # An index that was not finished stays, and is of no use.
            with connection.cursor() as cursor:
                cursor.execute(
                    "CREATE INDEX clubs_dealscore_deal_seat ON clubs_dealscore (deal_id)"
                )
        call_command("migrate", "clubs", "0049", verbosity=0)
        MigrationRecorder(connection).record_unapplied("clubs", "0049_score_key")
    finally:
        call_command("migrate", verbosity=0)

    assert rows_of([DealScore]) == before


@pytest.mark.django_db(transaction=True)
def test_deals_of_before_get_their_columns(club):
    """What the migration reads from the records is what a deal that is recorded today has."""
    table = club.sitting("Alice", "Bob", "Charlie", "Dora", "Olivia", active_count=4)
    poignee = {"player": str(club.player("Bob").uuid), "size": "simple"}
    told = {"taker": "Bob", "dealer": "Alice", "out": ["Olivia"], "petit_au_bout": "attack"}
    club.deal(table, **told, poignees=[poignee])
    club.deal(table, kind="void", void_reason="all_pass", out=["Olivia"])
    slam = {"oudlers": 3, "points": 91, "chelem": "attack", "chelem_announced": True}
    club.deal(table, **slam, dealer="Alice", out=["Olivia"])
    columns = ("size", "taker_distance", "petit_au_bout", "chelem")

    def rows():
        deals = list(Deal.objects.order_by("number").values_list(*columns))
        return deals, sorted(DealScore.objects.values_list("pk", "poignees"))

    before = rows()
    assert before[0] == [
        (4, 1, "attack", None),
        (None, None, None, None),
        (4, 4, None, "announced_made"),
    ]
    Deal.objects.update(**dict.fromkeys(columns))
    DealScore.objects.update(poignees=0)

    with transaction.atomic():  # as a migration runs
        import_module("clubs.migrations.0006_deal_columns").fill(apps, None)

    assert rows() == before


@pytest.mark.django_db
def test_sums_that_earlier_versions_cannot_read_go_and_are_filled_again(club):
    table = club.sitting("Alice", "Bob", "Charlie", "Dora")
    club.deal(table)
    club.evening(club.league("Bob"), date(2026, 1, 6), table)
    close_sitting(club.actor("Alice"), table, request_id=uuid4())
    years = Best.objects.filter(kind=BestKind.PLAYER, ref__contains="/")

    def sums():
        evenings = Span.objects.filter(kind=SpanKind.EVENING).values_list("sized", flat=True)
        return list(map(json.loads, evenings)), sorted(years.values_list("ref", "content"))

    before = sums()
    assert [set(sized) for sized in before[0]] == [{"4", "all"}]
    assert len(before[1]) == 4

    import_module("clubs.migrations.0044_sums_together").drop(apps, None)
    assert ([set(sized) for sized in sums()[0]], sums()[1]) == ([{"4"}], [])

    fill_missing()
    assert sums() == before


@pytest.mark.django_db
def test_who_won_what_is_put_in_order_as_it_is_kept(club):
    four = ("Alice", "Bob", "Charlie", "Dora")
    for names in (four, (*four, "Olivia")):
        table = club.sitting(*names)
        club.deal(table)
        close_sitting(club.actor("Alice"), table, request_id=uuid4())
    migration = import_module("clubs.migrations.0050_standing")
    [before] = Span.objects.filter(kind=SpanKind.DAY).values_list("standing", flat=True)
    assert set(json.loads(before)) == {"4", "5", "all"}

    editor = SimpleNamespace(connection=connection)
    migration.unfill(apps, editor)
    [unfilled] = Span.objects.filter(kind=SpanKind.DAY).values_list("standing", flat=True)
    migration.fill(apps, editor)

    assert json.loads(unfilled)["told"] == 2
    assert Span.objects.get(kind=SpanKind.DAY).standing == before


@pytest.mark.django_db
def test_evenings_with_plain_scores_are_made_again(club):
    table = club.sitting("Alice", "Bob", "Charlie", "Dora")
    club.deal(table)
    plain_deal(club, table, Bob=900, Dora=-900)
    club.evening(club.league(), date(2026, 3, 3), table)
    close_sitting(club.actor("Alice"), table, request_id=uuid4())
    evenings = Best.objects.filter(kind=BestKind.EVENING)
    before = sorted(evenings.values_list("size", "ref", "content"))
    evenings.filter(size=0).update(content="{}")

    import_module("clubs.migrations.0045_evenings_of_counted_sizes").drop(apps, None)
    assert not evenings.exists()

    fill_missing()
    assert sorted(evenings.values_list("size", "ref", "content")) == before


@pytest.mark.django_db
def test_tournaments_of_before_plan_what_can_be_drawn(club):
    """Once they were planned with up to 99 rounds."""
    halls = [Hall.gather(club, 4, name=f"Cup {count}") for count in (60, 99)]
    for hall, count in zip(halls, (60, 99), strict=True):
        hall.tournament.settings["rounds_planned"] = count
        hall.tournament.save()

    import_module("clubs.migrations.0019_most_rounds").cut(apps, None)

    assert [hall.reread().settings["rounds_planned"] for hall in halls] == [60, 60]


@pytest.mark.django_db
def test_tables_without_an_account_lose_the_name_that_one_language_gave_them(club):
    private = club.private_table("Ana", "Luc", "Zoé").sitting.club
    Club.objects.filter(pk=private.pk).update(name="Table of 22 November 2026")

    import_module("clubs.migrations.0016_guest_identity").forget_names(apps, None)

    assert Club.objects.get(pk=private.pk).name == ""
    assert Club.objects.get(pk=club.club.pk).name == club.club.name != ""


@pytest.mark.django_db
def test_people_of_before_get_their_family_names(club):
    frank = club.player("Frank")
    Player.objects.filter(pk=frank.pk).update(name="LE GALL Frank", family_name="", sort_key="")
    nobody = club.player("Dora")
    gone = {"archived_at": "2026-01-01T00:00Z", "anonymised_at": "2026-01-01T00:00Z"}
    Player.objects.filter(pk=nobody.pk).update(
        name="Joueur 17", table_name="J. 17", user=None, **gone
    )
    migration = import_module("clubs.migrations.0013_family_names")

    migration.fill(apps, None)

    frank.refresh_from_db()
    assert (frank.name, frank.family_name) == ("LE GALL Frank", "LE GALL")
    assert frank.listed_name == "LE GALL Frank"
    with override("it"):
        nobody.refresh_from_db()
        assert (nobody.name, nobody.table_name) == ("Giocatore 17", "G. 17")

    migration.restore_words(apps, None)

    assert Player.objects.filter(pk=nobody.pk, name="Player 17").exists()


@pytest.mark.django_db(transaction=True)
def test_who_is_signed_in_stands_in_the_list(client, club):
    """Else an upgrade would leave browsers that no list names and nobody can sign out."""
    client.force_login(club.user("Bob"))
    UserSession.objects.all().delete()
    visitor = Session(session_key="visitor", session_data=SessionStore().encode({}))
    visitor.expire_date = timezone.now() + timedelta(days=1)
    visitor.save()

    with transaction.atomic():
        import_module("clubs.migrations.0031_doors").list_sessions(apps, None)

    [row] = UserSession.objects.all()
    assert (row.user, row.session_key) == (club.user("Bob"), client.session.session_key)

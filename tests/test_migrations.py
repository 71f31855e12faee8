"""The migrations are what the models say."""

from datetime import date, timedelta
from importlib import import_module
from uuid import uuid4

import pytest
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.translation import override

from clubs.models import (
    AuditEntry,
    Chain,
    ChainKind,
    Club,
    Deal,
    DealScore,
    OfClub,
    Player,
    Seat,
)
from clubs.queries.people.links import find_code
from clubs.services.files.chains import check_chains
from clubs.services.files.words import check_words, seal_rows
from clubs.services.seasons.leagues import publish_league
from tests.hall import Hall


@pytest.mark.django_db
def test_nothing_is_left_to_migrate(capsys):
    call_command("makemigrations", "--check", "--dry-run")

    assert capsys.readouterr().out == "No changes detected\n"


@pytest.mark.django_db(transaction=True)
def test_every_migration_can_be_taken_back(club, monkeypatch):
    """Tournaments of before get a code on the way, each its own, which no valid link has."""
    for number in (1, 2):
        Hall.gather(club, 4, name=f"Cup {number}")
    link = club.link(club.sitting("Alice", "Bob", "Charlie", "Dora"))
    migration = import_module("clubs.migrations.0014_public_address")
    drawn = iter([link.code, "222222", "222222", "333333"])
    monkeypatch.setattr(migration, "new_code", lambda: next(drawn))
    try:
        MigrationExecutor(connection).migrate([("clubs", "0010_matches_and_figures")])
        state = MigrationExecutor(connection).migrate([("clubs", "0014_public_address")])
        tournaments = state.apps.get_model("clubs", "Tournament").objects.order_by("pk")
        codes = list(tournaments.values_list("code", flat=True))
        call_command("migrate", "clubs", "zero", verbosity=0, lose_data=True)
    finally:
        call_command("migrate", verbosity=0)

    assert sorted(codes) == ["222222", "333333"]  # the migration asks for no order


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
def test_rows_of_before_get_their_club(club):
    """Of what they hang on; and they are there as they were, when the tables were made anew."""
    hall = Hall.gather(club, 4)
    hall.publish()
    sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
    club.deal(sitting)
    club.evening(club.league("Bob"), date(2026, 1, 6), sitting)
    private = club.private_table("Ana", "Luc", "Zoé").sitting.club
    models = [
        model for model in apps.get_app_config("clubs").get_models() if issubclass(model, OfClub)
    ]

    def rows():
        return {model: list(model._base_manager.order_by("pk").values()) for model in models}

    before = rows()
    assert {row["club_id"] for row in before[Seat]} == {club.club.pk, private.pk}
    try:
        MigrationExecutor(connection).migrate([("clubs", "0024_table_name")])
    finally:
        call_command("migrate", verbosity=0)

    assert rows() == before
    with pytest.raises(IntegrityError):
        Seat.objects.update(club=club.club)


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


@pytest.mark.django_db(transaction=True)
def test_codes_of_before_open_still(club):
    """They stood in the database as they are typed."""
    code = club.link(club.sitting("Alice", "Bob", "Charlie", "Dora")).code
    try:
        state = MigrationExecutor(connection).migrate([("clubs", "0030_club_sums")])
        assert state.apps.get_model("clubs", "Link").objects.get().code == code
    finally:
        call_command("migrate", verbosity=0)

    assert find_code(code).code == code


@pytest.mark.django_db(transaction=True)
def test_logs_of_before_are_sealed(club):
    """Each chain is of the kind and the club that it was of, and what its rows are is known."""
    hall = Hall.gather(club, 4)
    hall.publish()
    sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
    club.deal(sitting)
    publish_league(club.actor("Charlie"), club.league("Bob"), request_id=uuid4())
    club.private_table("Ana", "Luc", "Zoé")
    for each in Club.objects.all():
        seal_rows(each)

    def log():
        begun = Chain.objects.filter(number__gt=0).order_by("uuid")
        entries = AuditEntry.objects.order_by("pk").values_list("pk", "chain__uuid", "sequence")
        return list(begun.values_list("uuid", "kind", "club", "number", "hash")), list(entries)

    before = log()
    assert {kind for _uuid, kind, *_head in before[0]} == set(ChainKind)
    try:
        MigrationExecutor(connection).migrate([("clubs", "0030_club_sums")])
    finally:
        call_command("migrate", verbosity=0)

    assert log() == before
    assert [*check_chains(), *check_words()] == []


@pytest.mark.django_db(transaction=True)
def test_the_log_is_packed_and_comes_back(club):
    """Each entry says what it said, and is hashed as it was."""
    sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
    club.deal(sitting)
    for each in Club.objects.all():
        seal_rows(each)
    columns = ("pk", "before", "after", "hash")
    packed = list(AuditEntry.objects.order_by("pk").values_list(*columns))
    try:
        state = MigrationExecutor(connection).migrate([("clubs", "0037_first_steps")])
        entries = state.apps.get_model("clubs", "AuditEntry").objects
        plain = list(entries.order_by("pk").values_list(*columns))
    finally:
        call_command("migrate", verbosity=0)

    assert plain == packed == list(AuditEntry.objects.order_by("pk").values_list(*columns))
    assert [*check_chains(), *check_words()] == []
    marked = AuditEntry.objects.filter(hash_on_paper=True).values_list("chain__kind", "sequence")
    assert list(marked) == [("sitting", 1)]

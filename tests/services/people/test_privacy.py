"""Making somebody anonymous: the person goes from every column, and no number moves."""

from datetime import date
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.access import Actor, Forbidden
from clubs.models import (
    Deal,
    DealScore,
    ImportRun,
    Link,
    Membership,
    Penalty,
    Player,
    Publication,
    Role,
    Seat,
    User,
)
from clubs.packing import PackedField, unpacked
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings
from clubs.services.people.invitations import invite_player
from clubs.services.people.offers import offer
from clubs.services.people.people import restore_player, update_player
from clubs.services.people.players import merge_players
from clubs.services.people.privacy import anonymise_player
from clubs.services.tables import sittings
from tests.cast import Cast, audit, make_player, totals

pytestmark = pytest.mark.usefixtures("in_english")

REQUEST = UUID(int=7)
TOLD = {
    "nickname": "Zouzou",
    "licence": "LIC-98765",
    "email": "zoe.marchand@example.net",
    "birth_year": 1961,
    "categories": ["Veteran"],
    "free_columns": [["Cotisation", "25"], ["", "née Dupont"]],
    "public_name": "full",
}
STAYS = {"id", "uuid", "club", "member_since", "archived_at", "anonymised_at"}
TRACES = ["Zoé Marchand", "Zoe Marchand", "Marchand Zoé", "Zouzou", "LIC-98765", "zoe.marchand"]


@pytest.fixture
def zoe(club):
    """The eighth player who came to the club of the tests: seven are in the cast, one elsewhere."""
    return add_zoe(club)


def add_zoe(club):
    player = make_player(club.club, "Zoé Marchand")
    player.table_name = "Zoé M."
    for column, value in TOLD.items():
        setattr(player, column, value)
    player.save()
    club.players["Zoé Marchand"] = player
    return player


def forget(club, player, *, by="Olivia", request_id=REQUEST):
    player = Player.objects.select_related("club", "user").get(pk=player.pk)
    return anonymise_player(club.actor(by), player, request_id=request_id)


def whole_database():
    """Every value of every column of every table, the log of this application among them: what is
    packed, unpacked."""
    for model in apps.get_models():
        fields = model._meta.concrete_fields
        packed_columns = {field.column for field in fields if isinstance(field, PackedField)}
        table = connection.ops.quote_name(model._meta.db_table)
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT * FROM {table}")
            names = [column[0] for column in cursor.description]
            for row in cursor.fetchall():
                for column, value in zip(names, row, strict=True):
                    if column in packed_columns and value is not None:
                        value = unpacked(bytes(value))
                    yield f"{model._meta.label}.{column}", str(value)


def traces():
    found = {
        place
        for place, text in whole_database()
        for trace in TRACES
        if trace.casefold() in text.encode().decode("unicode_escape", "ignore").casefold()
        or trace.casefold() in text.casefold()
    }
    return sorted(found)


def play(club):
    sitting = club.sitting("Alice", "Bob", "Charlie", "Zoé Marchand")
    club.deal(sitting, taker="Zoé Marchand", points=51)  # (25+10)·2 = 70 from each
    club.deal(sitting, taker="Bob")
    return sitting


class TestWhatGoes:
    def test_everything_that_tells_the_person(self, club, zoe):
        done = forget(club, zoe)

        zoe.refresh_from_db()
        assert (zoe.name, zoe.name_key, zoe.table_name) == ("Player 7", "00007", "Player 7")
        left = {column: getattr(zoe, column) for column in TOLD}
        assert left == {
            "nickname": "",
            "licence": "",
            "email": "",
            "birth_year": None,
            "categories": [],
            "free_columns": [],
            "public_name": "hidden",
        }
        assert zoe.archived_at is not None
        assert zoe.anonymised_at is not None
        assert zoe.member_since == date(2026, 1, 1)
        assert done.old_entries == 0

    def test_no_column_is_forgotten(self):
        """One that somebody adds tells a person, and goes, or stays on purpose."""
        columns = {field.name for field in Player._meta.concrete_fields}

        assert columns == {*TOLD, *Player.NAME_COLUMNS, "table_name", "user", *STAYS}

    def test_the_name_is_in_the_language_of_who_reads(self, club, zoe):
        forget(club, zoe)

        with translation.override("fr"):
            zoe.refresh_from_db()
            assert (zoe.name, zoe.table_name) == ("Joueur 7", "Joueur 7")
            zoe.save()  # what is stored is no word
        zoe.refresh_from_db()
        assert (zoe.name, zoe.table_name) == ("Player 7", "Player 7")

    def test_a_name_that_somebody_has_already(self, club, zoe):
        make_player(club.club, "Player 7").save()

        forget(club, zoe)

        zoe.refresh_from_db()
        assert zoe.name == "Player 8"

    def test_from_every_column_of_the_database(self, club, zoe):
        sitting = club.sitting("Alice", "Bob", "Charlie", "Zoé Marchand")
        club.deal(sitting, taker="Alice")
        league = club.league("Alice", "Zoé Marchand")
        evening = club.evening(league, date(2025, 9, 12), sitting, name="Cup of zoe marchand")
        Penalty.objects.create(
            evening=evening, player=zoe, points=-10, reason="Zouzou came without LIC-98765"
        )
        content = {"rows": [{"name": "MARCHAND Zoé", "email": TOLD["email"]}], "kind": "members"}
        ImportRun.objects.create(
            club=club.club, kind="members", name="zoé marchand.csv", digest="0", content=content
        )
        Publication.objects.create(league=league, version=1, content={"note": "Zoé Marchand"})
        invite_player(club.actor("Charlie"), zoe, request_id=uuid4())
        offer(club.actor("Olivia"), club.club, TOLD["email"], Role.SCORER, request_id=uuid4())
        assert {"clubs.Player.name", "clubs.RoleOffer.email"} <= set(traces())

        forget(club, zoe)

        assert traces() == []
        assert ImportRun.objects.get().content == {
            "rows": [{"name": "Player 7", "email": "Player 7"}],
            "kind": "members",
        }
        assert Penalty.objects.get().reason == "Player 7 came without Player 7"

    def test_from_notes_and_the_log_says_so(self, club, zoe):
        """The note of a deal is in the log too, which is never rewritten."""
        sitting = club.sitting("Alice", "Bob", "Charlie", "Zoé Marchand")
        deal = club.deal(sitting, taker="Alice", note="Zoé Marchand showed late")
        club.deal(sitting, taker="Alice", note="Nothing")

        done = forget(club, zoe)

        deal.refresh_from_db()
        assert deal.record["note"] == "Player 7 showed late"
        assert deal.revision == 2
        assert done.old_entries == 1
        assert traces() == ["clubs.AuditEntry.after"]
        assert [entry.action for entry in audit(deal)] == ["record_deal", "anonymise_player"]
        assert list(check_sittings()) == list(check_chains()) == []

    def test_names_of_others_stay(self, club, zoe):
        other = make_player(club.club, "Zoé Petit")
        other.save()
        sitting = club.sitting("Alice", "Bob", "Charlie", "Zoé Marchand")
        deal = club.deal(sitting, taker="Alice", note="Zoé Petit looked on, Zoé played")

        forget(club, zoe)

        deal.refresh_from_db()
        assert deal.record["note"] == "Zoé Petit looked on, Zoé played"

    def test_the_log_of_it_names_nobody(self, club, zoe):
        forget(club, zoe)

        [entry] = audit(zoe)
        assert (entry.action, entry.after) == ("anonymise_player", {"player": str(zoe.uuid)})

    def test_invitations_end(self, club, zoe):
        invite_player(club.actor("Charlie"), zoe, request_id=uuid4())

        forget(club, zoe)

        assert Link.objects.get().revoked_at is not None


class TestAccount:
    @pytest.mark.parametrize("who", ["Bob", "Olivia"])
    def test_it_is_the_persons_and_stays(self, club, who):
        forget(club, club.player("Bob"), by=who)

        bob = User.objects.get(email="bob@example.org")
        assert bob.is_active
        assert not bob.memberships.exists()
        assert not bob.players.exists()

    def test_other_clubs_keep_it(self, club):
        bob = club.user("Bob")
        Membership.objects.create(club=club.other, user=bob, role=Role.MEMBER)

        forget(club, club.player("Bob"))

        assert list(bob.memberships.values_list("club__slug", flat=True)) == ["ailleurs"]
        assert not bob.players.exists()

    def test_the_last_owner_stays_one(self, club):
        forget(club, club.player("Olivia"))

        assert Membership.objects.get(user=club.user("Olivia")).role == Role.OWNER
        assert not Player.objects.filter(user=club.user("Olivia")).exists()


class TestWho:
    def test_a_visitor(self, club):
        with pytest.raises(Forbidden):
            anonymise_player(Actor("visitor"), club.player("Frank"), request_id=REQUEST)

    @pytest.mark.parametrize("who", ["Bob", "Olivia"])
    def test_the_person_and_the_owner(self, club, who):
        forget(club, club.player("Bob"), by=who)

        assert Player.objects.get(pk=club.player("Bob").pk).anonymised_at is not None

    def test_once_for_ever(self, club, zoe):
        forget(club, zoe)

        with pytest.raises(Forbidden):
            forget(club, zoe, request_id=uuid4())

    def test_nothing_of_it_is_changed_later(self, club, zoe):
        forget(club, zoe)
        zoe.refresh_from_db()
        olivia = club.actor("Olivia")
        names = {"name": "Zoé Marchand", "table_name": "Zoé", "is_member": True}

        with pytest.raises(Forbidden):
            restore_player(olivia, zoe, request_id=uuid4())
        with pytest.raises(Forbidden):
            update_player(olivia, zoe, **names, request_id=uuid4())
        with pytest.raises(Forbidden):
            merge_players(olivia, zoe, club.player("Frank"), request_id=uuid4())


def numbers():
    """All that was played, by the uuids of who played it."""
    scores = DealScore.objects.order_by("pk").values_list("player__uuid", "role", "score", "deal")
    seats = Seat.objects.order_by("pk").values_list("player__uuid", "position", "sitting")
    deals = Deal.objects.order_by("pk").values_list("taker__uuid", "stake", "made", "margin")
    return list(scores), list(seats), list(deals)


class TestNumbers:
    def test_the_totals_stand(self, club, zoe):
        sitting = play(club)
        before = numbers()

        forget(club, zoe)

        assert numbers() == before
        # 3·70 − 60, −70 + 3·60, −70 − 60 twice
        assert totals(sitting) == {"Alice": -130, "Bob": 110, "Charlie": -130, "Player 7": 150}

    def test_at_an_open_table_one_may_go_on(self, club, zoe):
        sitting = play(club)
        forget(club, zoe)
        club.players["Player 7"] = club.players.pop("Zoé Marchand")

        deal = club.deal(sitting, taker="Alice")

        assert deal.number == 3
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())

    @given(
        deals=st.lists(
            st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(25, 70)), max_size=4
        ),
        who=st.integers(0, 3),
    )
    @settings(
        max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
    )
    def test_for_any_deals_and_anybody(self, db, deals, who):
        names = ["Alice", "Bob", "Charlie", "Dora"]
        with transaction.atomic():
            club = Cast.gather()
            sitting = club.sitting(*names)
            for taker, oudlers, points in deals:
                club.deal(sitting, taker=names[taker], oudlers=oudlers, points=points)
            before, table = numbers(), list(totals(sitting).values())

            forget(club, club.player(names[who]))

            assert numbers() == before
            assert list(totals(sitting).values()) == table
            assert list(check_sittings()) == []
            transaction.set_rollback(True)

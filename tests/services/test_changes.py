"""The frame of every write: receipt, lock, fresh rows, log, chain."""

import hashlib
import json
from datetime import UTC, date, datetime, timedelta
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.access import Actor
from clubs.models import AuditEntry, Chain, Club, League, Player, Sitting
from clubs.services.changes import Action, change, written_at
from clubs.services.errors import ForeignChain, RequestReused
from clubs.services.files.chains import move_heads

FOUR = ("Alice", "Bob", "Charlie", "Dora")
DAY = date(2026, 1, 13)


def chain_of(row):
    return AuditEntry.objects.filter(chain__uuid=row.uuid)


def write(club, target=None, *, action=Action.UPDATE_CLUB, by="Olivia", lock=None, request_id=None):
    """A change that only fills its entry."""
    lock = lock or club.club
    with change(
        action, club.actor(by), target or lock, lock=lock, request_id=request_id or uuid4()
    ) as entry:
        if not entry.repeated:
            entry.before, entry.after, entry.reason = {"a": 1}, {"a": 2}, "because"
    return entry


class TestEntry:
    def test_it_says_who_did_what_to_which_row(self, club):
        request_id, before = uuid4(), timezone.now()

        write(club, club.player("Bob"), action=Action.UPDATE_PLAYER, request_id=request_id)

        entry = AuditEntry.objects.get()
        assert before <= entry.at <= timezone.now()
        assert {
            "club": entry.club,
            "actor": entry.actor,
            "action": entry.action,
            "target": (entry.target_type, entry.target_uuid),
            "content": (entry.before, entry.after, entry.reason),
            "request_id": entry.request_id,
            "chain": (entry.chain_uuid, entry.sequence),
        } == {
            "club": club.club,
            "actor": f"account:{club.user('Olivia').uuid}",
            "action": "update_player",
            "target": ("player", club.player("Bob").uuid),
            "content": ({"a": 1}, {"a": 2}, "because"),
            "request_id": request_id,
            "chain": (club.club.uuid, 1),
        }

    def test_a_command_is_named(self, club):
        with change(
            Action.UPDATE_CLUB, Actor.command("tidy"), club.club, lock=club.club, request_id=None
        ):
            pass

        entry = AuditEntry.objects.get()
        assert (entry.actor, entry.request_id) == ("command:tidy", None)

    def test_what_needs_no_doing_leaves_none(self, club):
        with change(
            Action.UPDATE_CLUB, club.actor("Olivia"), club.club, lock=club.club, request_id=uuid4()
        ) as entry:
            entry.is_needless = True

        assert not AuditEntry.objects.exists()

    def test_it_can_be_neither_changed_nor_deleted(self, club):
        write(club)

        with pytest.raises(TypeError):
            AuditEntry.objects.update(reason="")
        with pytest.raises(TypeError):
            AuditEntry.objects.all().delete()


class TestChain:
    def test_entries_of_one_lock_are_numbered_and_linked(self, club):
        sitting = club.sitting(*FOUR)  # entry 1 of the club
        write(club)
        write(club, lock=sitting, action=Action.CLOSE_SITTING)
        write(club, club.player("Bob"), action=Action.UPDATE_PLAYER)

        rows = AuditEntry.objects.order_by("pk").values_list("chain__uuid", "sequence", "action")
        assert list(rows) == [
            (club.club.uuid, 1, "open_sitting"),
            (club.club.uuid, 2, "update_club"),
            (sitting.uuid, 1, "close_sitting"),
            (club.club.uuid, 3, "update_player"),
        ]

    def test_the_hash_is_that_of_the_content_and_the_one_before(self, club):
        """By hand, from what the database gives back."""
        write(club)
        with change(
            Action.UPDATE_CLUB, Actor.command("é"), club.club, lock=club.club, request_id=None
        ) as entry:
            entry.after = {"b": [40.5, 41, None, True], "a": {"ö": "–", "Z": ""}}

        first, second = AuditEntry.objects.order_by("sequence")
        content = [
            str(club.club.uuid),
            second.at.astimezone(UTC).isoformat(),
            "command:é",
            "update_club",
            "club",
            str(club.club.uuid),
            None,
            {"a": {"Z": "", "ö": "–"}, "b": [40.5, 41, None, True]},
            "",
            None,
            str(club.club.uuid),
            2,
            first.hash,
        ]
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        assert second.hash == hashlib.sha256(text.encode()).hexdigest()
        assert first.hash == first.computed_hash("")

    @pytest.mark.parametrize(
        "at",
        [
            datetime(2026, 1, 6, 20, 15, tzinfo=ZoneInfo("Europe/Paris")),  # no microseconds
            datetime(2026, 7, 7, 23, 59, 59, 999999, tzinfo=UTC),
            datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=ZoneInfo("Europe/Paris")),  # twice a year
        ],
    )
    def test_times_survive_the_database(self, club, at):
        with written_at(at):
            write(club)

        entry = AuditEntry.objects.get()
        assert entry.at == at.astimezone(UTC)
        assert entry.hash == entry.computed_hash("")

    def test_a_number_of_the_chain_is_given_once(self, club):
        write(club)
        entry = AuditEntry.objects.get()
        entry.pk, entry.request_id = None, uuid4()

        with pytest.raises(IntegrityError), transaction.atomic():
            entry.save(force_insert=True)


class TestForeignChain:
    """A row of one club under the uuid of another club's table: however it came to be there."""

    def test_another_club_writes_nothing_into_it(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        theirs = League.objects.create(
            uuid=sitting.uuid, club=club.other, name="x", starts_on=DAY, ends_on=DAY
        )

        with pytest.raises(ForeignChain):
            write(club, theirs, lock=theirs, by="Eve")

        assert set(chain_of(sitting).values_list("club", flat=True)) == {club.club.pk}

    def test_the_table_goes_on_where_somebody_did(self, club):
        """As it could be done before: the entry of the other club stands in the chain."""
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        chain = Chain.objects.get(uuid=sitting.uuid)
        AuditEntry.objects.create(
            club=club.other, actor="x", action="update_league", target_type="league",
            target_uuid=sitting.uuid, chain=chain, sequence=2, hash="00",
        )  # fmt: skip
        move_heads(Chain.objects.filter(pk=chain.pk))

        club.deal(sitting)

        assert sitting.deals.count() == 2


class TestReceipt:
    def test_it_is_given_back(self, club):
        request_id = uuid4()
        first = write(club, request_id=request_id)
        again = write(club, request_id=request_id)

        assert not first.repeated
        assert again.repeated
        assert again.earlier == AuditEntry.objects.get()

    def test_without_an_id_nothing_is_repeated(self, club):
        for _ in range(2):
            with change(
                Action.UPDATE_CLUB,
                club.actor("Olivia"),
                club.club,
                lock=club.club,
                request_id=None,
            ) as entry:
                assert not entry.repeated

        assert AuditEntry.objects.count() == 2

    def test_another_action(self, club):
        request_id = uuid4()
        write(club, request_id=request_id)

        with pytest.raises(RequestReused):
            write(club, action=Action.SAVE_RULES, request_id=request_id)

    def test_another_actor(self, club):
        request_id = uuid4()
        write(club, request_id=request_id)

        with pytest.raises(RequestReused):
            write(club, by="Charlie", request_id=request_id)

    def test_another_actor_where_anyone_may_repeat(self, club):
        request_id = uuid4()
        sitting = club.sitting(*FOUR)
        write(club, lock=sitting, request_id=request_id)

        with change(
            Action.UPDATE_CLUB, club.actor("Charlie"), sitting, lock=sitting,
            request_id=request_id, of_anyone=True,
        ) as again:  # fmt: skip
            assert again.repeated

    def test_another_target(self, club):
        request_id = uuid4()
        write(club, club.player("Bob"), request_id=request_id)

        with pytest.raises(RequestReused):
            write(club, club.player("Dora"), request_id=request_id)

    def test_another_chain(self, club):
        """Of something new only the chain says that it is another change."""
        one, other = club.sitting(*FOUR), club.sitting(*FOUR)
        request_id = uuid4()
        write(club, Sitting(), lock=one, request_id=request_id)

        with pytest.raises(RequestReused):
            write(club, Sitting(), lock=other, request_id=request_id)
        assert other.revision == Sitting.objects.get(pk=other.pk).revision == 0


class TestLock:
    def test_the_bump_is_the_first_statement(self, club):
        sitting = club.sitting(*FOUR)

        with CaptureQueriesContext(
            connection,
        ) as queries:
            write(club, lock=sitting)

        statements = [query["sql"] for query in queries if "SAVEPOINT" not in query["sql"]]
        assert statements[0].startswith('UPDATE "clubs_sitting" SET "revision" = ')

    def test_rows_are_read_again_under_it(self, club):
        stale_club, bob = Club.objects.get(pk=club.club.pk), club.player("Bob")
        Club.objects.update(name="Renamed")
        Player.objects.filter(pk=bob.pk).update(name="Robert", user=None)

        with change(
            Action.UPDATE_PLAYER, club.actor("Olivia"), bob, lock=stale_club, request_id=uuid4()
        ):
            assert stale_club.name == "Renamed"
            assert (bob.name, bob.user) == ("Robert", None)
            assert stale_club.revision == 1

    def test_rows_are_fresh_for_a_repetition_too(self, club):
        request_id, seen = uuid4(), Player.objects.get(pk=club.player("Bob").pk)
        write(club, club.player("Bob"), request_id=request_id)
        Player.objects.filter(pk=seen.pk).update(name="Robert")

        entry = write(club, seen, request_id=request_id)

        assert entry.repeated
        assert seen.name == "Robert"

    def test_what_is_at_hand_is_not_read_again(self, club):
        sitting = Sitting.objects.select_related("club").get(pk=club.sitting(*FOUR).pk)
        deal = club.deal(sitting)

        with change(
            Action.CORRECT_DEAL, club.actor("Alice"), deal, lock=sitting, request_id=uuid4()
        ):
            with CaptureQueriesContext(connection) as queries:
                assert deal.sitting.club == club.club
            assert len(queries) == 0

    @pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
    def test_a_refusal_takes_everything_back(self, club, error):
        sitting = club.sitting(*FOUR)

        def refused():
            with change(
                Action.CLOSE_SITTING,
                club.actor("Alice"),
                sitting,
                lock=sitting,
                request_id=uuid4(),
            ):
                Player.objects.update(name="?")
                raise error

        with pytest.raises(error):
            refused()

        assert sitting.revision == Sitting.objects.get().revision == 0
        assert not Player.objects.filter(name="?").exists()
        assert not AuditEntry.objects.filter(chain__uuid=sitting.uuid).exists()


class TestWrittenAt:
    def test_what_is_told_afterwards_has_its_own_time(self, club):
        at = datetime(2026, 1, 6, 19, 15, tzinfo=UTC)

        with written_at(at):
            sitting = club.sitting(*FOUR)
            deal = club.deal(sitting)

        assert sitting.opened_at == deal.recorded_at == at
        assert set(AuditEntry.objects.values_list("at", flat=True)) == {at}

    def test_the_clock_goes_on_after_it(self, club):
        with pytest.raises(ValueError, match="x"), written_at(timezone.now() - timedelta(days=9)):
            raise ValueError("x")

        write(club)

        assert timezone.now() - AuditEntry.objects.get().at < timedelta(minutes=1)

    def test_tables_of_that_day_are_numbered_among_themselves(self, club):
        """The day is the club's: half past midnight in Paris is still yesterday in UTC. Tables of
        the small hours go on from the day before; no two of one day have one number."""
        paris = ZoneInfo("Europe/Paris")
        numbers = []
        for at in (
            datetime(2026, 1, 6, 23, 50, tzinfo=paris),
            datetime(2026, 1, 7, 0, 30, tzinfo=paris),
            datetime(2026, 1, 7, 20, 0, tzinfo=paris),
            datetime(2026, 1, 8, 1, 0, tzinfo=paris),
            datetime(2026, 1, 9, 20, 0, tzinfo=paris),
            datetime(2026, 1, 6, 20, 0, tzinfo=paris),
        ):
            with written_at(at):
                numbers.append(club.sitting(*FOUR).table_number)

        assert numbers == [1, 2, 3, 4, 1, 2]


def test_ids_are_kept_as_they_came(club):
    request_id = UUID("0" * 31 + "1")

    write(club, request_id=request_id)

    assert AuditEntry.objects.get().request_id == request_id

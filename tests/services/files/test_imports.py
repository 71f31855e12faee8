"""Files are written: all or nothing, in blocks, once. Source: leagues.md §7."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest

from clubs.exchange.imports import runs
from clubs.exchange.imports.choices import ImportChoices
from clubs.models import (
    AuditEntry,
    Deal,
    ImportRun,
    League,
    Sitting,
)
from clubs.services.errors import LeagueClosed
from clubs.services.files import imports
from clubs.services.people.players import merge_players
from clubs.services.people.privacy import anonymise_player
from clubs.services.tables import sittings
from tests.cast import audit, make_player, totals
from tests.services.files.lists import HEAD, LATER, TWO, counts, do_import, is_sound, start


class TestPeopleWhoChangeMeanwhile:
    """Between two blocks of a file, or while it waits."""

    @pytest.fixture
    def zoe(self, club):
        club.players["Zoe"] = player = make_player(club.club, "Zoe")
        player.save()
        return player

    def test_a_merger_between_two_blocks(self, club, zoe, monkeypatch):
        monkeypatch.setattr(imports, "BLOCK", 1)
        run = runs.begin_run(club.actor("Charlie"), start(club, LATER))
        assert run.finished_at is None

        merge_players(club.actor("Charlie"), zoe, club.player("Dora"), request_id=uuid4())
        run.refresh_from_db()
        run = imports.go_on(club.actor("Charlie"), run, block=1)

        assert run.finished_at is not None
        # 36 points with 2 oudlers fail by 5: (25 + 5) * 2 to each of three.
        assert list(Deal.objects.filter(taker=club.player("Dora")).values_list("stake")) == [(-60,)]
        assert is_sound()

    def test_a_merger_while_the_file_waits(self, club, zoe):
        told = TWO.replace("Dora", "Unknown")
        run = start(club, told, ImportChoices(names={"unknown": str(zoe.uuid)}))

        merge_players(club.actor("Charlie"), zoe, club.player("Dora"), request_id=uuid4())
        run.refresh_from_db()

        assert run.content["choices"]["names"] == {"unknown": str(club.player("Dora").uuid)}

    def test_a_file_that_waits_is_gone_with_who_was_made_anonymous(self, club, zoe):
        start(club, "name;email\nZoe;zoe@example.org\n")
        done = do_import(club, TWO)

        anonymise_player(club.actor("Olivia"), zoe, request_id=uuid4())

        assert list(ImportRun.objects.all()) == [done]

    def test_notes_that_are_still_to_be_written(self, club, zoe, monkeypatch):
        monkeypatch.setattr(imports, "BLOCK", 1)
        head, *rows = TWO.split()
        told = "\n".join([f"{head};note", *(f"{row};Zoe was late" for row in rows)])
        run = runs.begin_run(club.actor("Charlie"), start(club, told))

        anonymise_player(club.actor("Olivia"), zoe, request_id=uuid4())
        run.refresh_from_db()
        imports.go_on(club.actor("Charlie"), run, block=1)

        notes = [deal.record["note"] for deal in Deal.objects.order_by("number")]
        assert notes == ["Joueur 7 was late"] * 2


class TestDeals:
    def test_a_table_as_if_it_had_been_recorded(self, club):
        """(25+5)·2 = 60 and 25·2 + 5·2 = 60: made by 5, then down by 5."""
        run = do_import(club, TWO)

        sitting = Sitting.objects.get()
        assert counts(run) == (2, 0, 1, 0, 0, 0)
        assert totals(sitting) == {"Alice": 240, "Bob": -240, "Charlie": 0, "Dora": 0}
        assert (sitting.state, sitting.active_count) == ("closed", 4)
        assert sitting.opened_at.isoformat() == "2025-10-10T18:00:00+00:00"
        assert [(d.number, d.contract, d.made, d.size) for d in sitting.deals.all()] == [
            (1, "garde", True, 4),
            (2, "garde", False, 4),
        ]
        assert is_sound()

    def test_the_log_has_the_table_and_every_deal(self, club):
        run = do_import(club, TWO)

        sitting = Sitting.objects.get()
        entries = AuditEntry.objects.filter(chain__uuid=sitting.uuid).order_by("sequence")
        assert [(one.action, one.target_type) for one in entries] == [
            ("import", "sitting"),
            ("import", "deal"),
            ("import", "deal"),
        ]
        assert [one.action for one in audit(club.club)] == []
        club_entries = AuditEntry.objects.filter(chain__uuid=club.club.uuid)
        assert [(one.action, one.target_uuid) for one in club_entries] == [("import", run.uuid)]

    def test_an_imported_deal_is_corrected_like_any_other(self, club):
        do_import(club, TWO)
        deal = Deal.objects.get(number=1)
        record = {key: value for key, value in deal.record.items() if key != "players"}

        sittings.correct_deal(
            club.actor("Charlie"),
            deal,
            {**record, "points": 49},
            revision=1,
            reason="other",
            request_id=uuid4(),
        )
        sittings.restore_deal(
            club.actor("Charlie"), deal, version=1, revision=2, reason="x", request_id=uuid4()
        )

        assert deal.record["points"] == 46
        assert is_sound()

    def test_the_same_file_twice_adds_nothing(self, club):
        do_import(club, TWO)

        again = do_import(club, TWO.replace("garde;2;46", "G;2;46,0"))

        assert counts(again) == (0, 0, 0, 0, 2, 0)
        assert (Sitting.objects.count(), Deal.objects.count()) == (1, 2)

    def test_more_rows_of_the_same_table_go_on_with_it(self, club):
        do_import(club, TWO)

        run = do_import(club, TWO + "2025-10-10;1;Alice|Bob|Charlie|Frank;Frank;;prise;1;51\n")

        assert counts(run) == (1, 0, 1, 0, 2, 0)
        assert [deal.number for deal in Deal.objects.order_by("number")] == [1, 2, 3]
        assert totals(Sitting.objects.get()) == {
            "Alice": 215,
            "Bob": -265,
            "Charlie": -25,
            "Dora": 0,
            "Frank": 75,
        }
        assert is_sound()

    def test_a_table_of_a_closed_season_takes_no_more_rows(self, club):
        league = club.league("Alice")
        do_import(club, TWO, ImportChoices(league=str(league.uuid)))
        League.objects.update(state="closed")

        with pytest.raises(LeagueClosed):
            do_import(club, TWO + "2025-10-10;1;;Alice;;prise;1;51\n")
        assert Deal.objects.count() == 2

    def test_two_rows_that_say_the_same_are_two_deals(self, club):
        row = "2025-10-10;1;Alice|Bob|Charlie|Dora;Alice;;garde;2;46\n"

        assert counts(do_import(club, HEAD + row + row)) == (2, 0, 1, 0, 0, 0)

    def test_ids_of_deals_are_kept(self, club):
        uuid = "33333333-3333-4333-8333-333333333333"
        head = HEAD.replace("\n", ";uuid\n")
        row = "2025-10-10;1;Alice|Bob|Charlie|Dora;Alice;;garde;2;46;"

        do_import(club, f"{head}{row}{uuid}\n")

        assert str(Deal.objects.get().uuid) == uuid
        assert counts(do_import(club, f"{head}{row.replace('46', '47')}{uuid}\n"))[4] == 1

    def test_void_deals_plain_scores_and_who_sits_out(self, club):
        text = (
            "date;players;taker;contract;oudlers;points;out;kind;void_reason;label;score: Alice;"
            "score: Bob\n"
            "2025-10-10;Alice|Bob|Charlie|Dora|Frank;;;;;Frank;;passe;;;\n"
            "2025-10-10;;;;;;;scores;;Vachette;30;-30\n"
            "2025-10-10;;Alice;garde;2;46;Frank;;;;;\n"
        )

        do_import(club, text)

        assert [deal.kind for deal in Deal.objects.order_by("number")] == [
            "void",
            "scores",
            "played",
        ]
        assert totals(Sitting.objects.get()) == {
            "Alice": 210,
            "Bob": -90,
            "Charlie": -60,
            "Dora": -60,
            "Frank": 0,
        }
        assert is_sound()

    def test_bad_rows_are_left_out_where_that_is_wanted(self, club):
        text = TWO + "2025-10-10;1;;Alice;;garde;2;95\n"

        run = do_import(club, text, ImportChoices(skips_errors=True))

        assert counts(run) == (2, 0, 1, 0, 0, 1)


def test_no_duration_is_claimed_that_no_file_tells(club, client):
    do_import(club, TWO)
    sitting = Sitting.objects.get()
    client.force_login(club.user("Charlie"))
    client.cookies["django_language"] = "en"

    page = client.get(f"/t/{sitting.uuid}/").content.decode()

    assert "FFT official rules" in page
    assert re.search(r"\d+ min\b|>Duration<", page) is None
    Sitting.objects.update(closed_at=sitting.opened_at + timedelta(minutes=82))
    assert "1 h 22" in client.get(f"/t/{sitting.uuid}/").content.decode()


class TestBlocks:
    @pytest.fixture(autouse=True)
    def _small_blocks(self, monkeypatch):
        monkeypatch.setattr(imports, "BLOCK", 3)

    def many(self, tables, deals=2):
        rows = [
            f"2025-10-10;{table};Alice|Bob|Charlie|Dora;Alice;;garde;2;{45 + deal}"
            for table in range(tables)
            for deal in range(deals)
        ]
        return HEAD + "\n".join(rows)

    def test_each_request_does_one_block(self, club):
        run = runs.begin_run(club.actor("Charlie"), start(club, self.many(3)))

        assert (run.done, run.total, run.finished_at) == (2, 6, None)
        run = imports.go_on(club.actor("Charlie"), run, block=1)
        assert (run.done, Deal.objects.count()) == (4, 4)

    def test_the_same_block_twice_is_one(self, club):
        run = runs.begin_run(club.actor("Charlie"), start(club, self.many(3)))

        for _again in range(2):
            imports.go_on(club.actor("Charlie"), run, block=1)
        imports.go_on(club.actor("Charlie"), ImportRun.objects.get(), block=0)

        assert (ImportRun.objects.get().done, Deal.objects.count()) == (4, 4)

    def test_it_goes_on_after_a_pause_and_ends_as_one_import(self, club):
        run = do_import(club, self.many(3))

        assert counts(run) == (6, 0, 3, 0, 0, 0)
        assert (run.done, run.total) == (6, 6)
        assert is_sound()

    def test_a_table_longer_than_a_block(self, club):
        run = do_import(club, self.many(1, deals=8))

        assert counts(run) == (8, 0, 1, 0, 0, 0)
        assert [deal.number for deal in Deal.objects.order_by("number")] == list(range(1, 9))
        assert is_sound()

    def test_the_file_is_kept_no_longer_than_needed(self, club):
        assert list(do_import(club, self.many(2)).content) == ["columns"]

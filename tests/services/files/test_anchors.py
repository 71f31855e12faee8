"""Anchors show what no key does: a log that was rewritten by who has everything on the machine."""

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from clubs.models import AuditEntry, Chain, Club, Deal, DealScore
from clubs.seals import link_seal
from clubs.services.changes import written_at
from clubs.services.files.anchors import anchor_log, check_anchors
from clubs.services.files.chains import check_chains, move_heads
from tests.services.files.tampered import chain_of, raw

NIGHT = datetime(2026, 11, 24, 3, tzinfo=UTC)
FOUR = ("Alice", "Bob", "Charlie", "Dora")


def run(command, *options):
    out = StringIO()
    call_command(command, *options, stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.fixture
def file(tmp_path):
    return tmp_path / "anchors.txt"


@pytest.fixture
def sitting(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting)
    club.deal(sitting)
    return sitting


def cut_with_the_key(sitting):
    """The last deal gone with its entry, as if never played; who has the key seals the rest."""
    last = sitting.deals.latest("number")
    chain_of(sitting).filter(target_uuid=last.uuid).delete()
    raw(DealScore, deal=last).delete()
    raw(Deal, pk=last.pk).delete()
    move_heads(Chain.objects.filter(uuid=sitting.uuid))


class TestWhatAnAnchorShows:
    def test_a_log_that_was_cut_with_the_key(self, sitting, file):
        anchor_log(file, NIGHT)
        cut_with_the_key(sitting)

        assert list(check_chains()) == []
        [difference] = check_anchors(file)
        assert str(difference).startswith(
            f"chain {sitting.uuid}: hash of entry 2, by the anchor is missing, should be "
        )

    def test_a_log_that_was_rewritten_with_the_key(self, sitting, file):
        anchor_log(file, NIGHT)
        previous = ""
        for entry in AuditEntry.objects.filter(chain__uuid=sitting.uuid):
            entry.at -= timedelta(days=1)
            previous = entry.computed_hash(previous)
            changed = {"hash": previous, "seal": link_seal(previous, entry.words)}
            raw(AuditEntry, pk=entry.pk).update(at=entry.at, **changed)
        move_heads(Chain.objects.filter(uuid=sitting.uuid))

        assert list(check_chains()) == []
        assert [found.place for found in check_anchors(file)] == [f"chain {sitting.uuid}"]

    def test_a_chain_that_went_on_is_sound(self, club, sitting, file):
        anchor_log(file, NIGHT)
        club.deal(sitting)
        assert list(check_anchors(file)) == []

        anchor_log(file, NIGHT + timedelta(days=1))

        assert list(check_anchors(file)) == []
        lines = [line.split() for line in file.read_text().splitlines()]
        assert [line[1:3] for line in lines if line[1] != "anchor"] == [
            [str(club.club.uuid), "1"],
            [str(sitting.uuid), "2"],
            [str(sitting.uuid), "3"],
        ]


class TestCommands:
    def test_they_write_and_compare(self, sitting, file):
        value = (
            run("tidy", "--anchor", str(file)).splitlines()[-1].removeprefix("anchor of the log: ")
        )

        assert file.read_text().endswith(f" anchor {value}\n")
        assert run("check_scores", "--anchor", str(file)) == ""
        cut_with_the_key(sitting)
        with pytest.raises(CommandError, match="Differences: 1"):
            run("check_scores", "--anchor", str(file))

    def test_a_file_of_something_else(self, sitting, file):
        file.write_bytes(b"PK\x03\x04\xb9\n")

        for command in ("check_scores", "tidy"):
            with pytest.raises(CommandError, match="line 1: no line of an anchor"):
                run(command, "--anchor", str(file))
        assert file.read_bytes() == b"PK\x03\x04\xb9\n"

    def test_a_file_that_was_changed(self, sitting, file):
        anchor_log(file, NIGHT)
        file.write_text(file.read_text().replace(" 2 ", " 1 "))

        with pytest.raises(CommandError, match="line 3: lines before it were changed"):
            run("check_scores", "--anchor", str(file))
        with pytest.raises(CommandError, match="The log was not anchored"):
            run("tidy", "--anchor", str(file))

    def test_what_is_cleared_is_anchored_too(self, club, file):
        with written_at(timezone.now() - timedelta(days=400)):
            private = club.private_table("Ana", "Luc", "Zoé").sitting.club
        Club.objects.filter(pk=private.pk).update(created_at=NIGHT - timedelta(days=800))
        anchor_log(file, NIGHT)

        run("tidy", "--anchor", str(file))

        assert not Club.objects.filter(pk=private.pk).exists()
        assert list(check_anchors(file)) == []

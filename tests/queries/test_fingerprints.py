"""Fingerprints: how they are read, found and shown with exactly the state that they seal."""

import pytest
from django.db import connection

from clubs.models import AuditEntry, Chain, Sitting
from clubs.queries.fingerprints import (
    Fingerprint,
    find_audit_entry,
    fingerprint_in_log,
    fingerprint_of,
    in_groups,
    parts_of,
    read_fingerprint,
    sealed,
)
from clubs.queries.tables.sittings import score_sheet
from tests.cast import audit

FOUR = ("Alice", "Bob", "Charlie", "Dora")
WHOLE = "0123456789abcdef" * 4  # an older one
OURS = "ABCDEFGH234567IJ" * 2


class TestReadFingerprint:
    @pytest.mark.parametrize(
        ("typed", "expected"),
        [
            (WHOLE, WHOLE),
            (WHOLE.upper(), WHOLE),
            ("0123 4567 89ab cdef 0123", "01234567 89abcdef0123".replace(" ", "")),
            (" 0123-4567-89AB–cdef·0123\n", "0123456789abcdef0123"),
            ("0123\u202f4567\u00a089ab_cdef.0123", "0123456789abcdef0123"),
            (f"https://tarot.example/check/?f={WHOLE}", WHOLE),
            (f"tarot.example/check/?a=b&f={WHOLE}#x", WHOLE),
            (WHOLE[:20], WHOLE[:20]),
            (OURS, OURS.lower()),
            ("ABCD EFGH 2345 67IJ abcd efgh 2345 671J", "abcdefgh234567ijabcdefgh2345671j"),
            (f"https://tarot.example/check/?f={OURS}", OURS.lower()),
        ],
    )
    def test_what_people_type(self, typed, expected):
        assert read_fingerprint(typed) == expected

    @pytest.mark.parametrize(
        "typed",
        [
            "",
            "   ",
            WHOLE[:19],
            WHOLE + "0",
            "g" * 20,
            "x" + WHOLE[:19],
            "٠" * 20,
            "?f=",
            "a" * 300,
            OURS[:31],
            OURS + "A",
            OURS[:31] + "9",
        ],
    )
    def test_what_is_none(self, typed):
        assert read_fingerprint(typed) is None


class TestShown:
    def test_in_groups(self):
        assert (in_groups("ABCDEFGH23"), in_groups("")) == ("ABCD EFGH 23", "")


class TestParts:
    def test_an_older_one_has_none(self):
        assert (parts_of(WHOLE), parts_of(WHOLE[:20])) == (None, None)

    def test_what_it_says(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        [last] = audit(club.deal(sitting))

        told = parts_of(fingerprint_in_log(sitting.uuid).lower())

        assert told[:3] == (sitting.uuid.hex[:7], 2, last.hash[:20])
        assert told.is_sealed()
        assert told.chains() == [last.chain]

    def test_as_somebody_types_o_and_i(self):
        """0 and 1 are in no fingerprint."""
        assert parts_of("0" * 16 + "1" * 16) == parts_of("o" * 16 + "i" * 16)

    @pytest.mark.parametrize("part", [{"uuid": "0" * 7}, {"number": 1}, {"hash": "0" * 20}])
    def test_no_part_can_be_another(self, club, part):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        club.deal(sitting)
        told = parts_of(fingerprint_in_log(sitting.uuid).lower())

        assert not Fingerprint(**{**told._asdict(), **part}).is_sealed()

    def test_by_an_older_key(self, club, settings):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        told = parts_of(fingerprint_in_log(sitting.uuid).lower())

        settings.SEALING_KEYS = ["a new one", *settings.SEALING_KEYS]
        assert told.is_sealed()
        settings.SEALING_KEYS = ["a new one"]
        assert not told.is_sealed()

    def test_a_head_that_was_tampered_with_gets_none(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        Chain.objects.filter(uuid=sitting.uuid).update(number=5)

        assert fingerprint_in_log(sitting.uuid) == ""

    def test_without_an_entry_there_is_none(self, club):
        assert (fingerprint_of(None), fingerprint_of(Chain(uuid=club.club.uuid))) == ("", "")


class TestFindEntry:
    def test_by_all_digits_or_the_first(self, club):
        sitting = club.sitting(*FOUR)
        [entry] = audit(club.deal(sitting))
        assert find_audit_entry(entry.hash) is None  # no sheet has it alone
        assert find_audit_entry(OURS.lower()) is None

        entry.hash_on_paper = True
        entry.save()

        for size in (20, 21, 64):
            assert find_audit_entry(entry.hash[:size]) == entry

    @pytest.mark.parametrize("size", [20, 64])
    def test_neighbours_are_not_it(self, club, size):
        """As the digits sort on both databases: 9 before a, f last, a prefix before the whole."""
        sitting = club.sitting(*FOUR)
        entries = AuditEntry.objects.filter(chain__uuid=sitting.uuid)
        for _ in range(3):
            club.deal(sitting)
        hashes = ["9" * 63 + "a", "a" * 64, "a" * 63 + "b"]
        for entry, value in zip(entries.order_by("sequence"), hashes, strict=True):
            entry.hash, entry.hash_on_paper = value, True
            entry.save()

        found = [find_audit_entry(value[:size]) for value in ("9" * 64, "a" * 64, "f" * 64)]

        expected = {20: [1, None, None], 64: [None, 2, None]}[size]
        assert [entry.sequence if entry else None for entry in found] == expected

    def test_an_index_serves_it(self, db):
        with connection.cursor() as cursor:
            found = connection.introspection.get_constraints(cursor, "clubs_auditentry")

        assert found["audit_old_hash"]["columns"] == ["hash"]
        assert found["audit_old_hash"]["index"]


class TestSealed:
    def test_the_hash_of_the_last_entry(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        [last] = audit(club.deal(sitting))
        sitting = Sitting.objects.get(pk=sitting.pk)

        sheet, fingerprint = sealed(sitting, lambda: score_sheet(sitting))

        assert (len(sheet.rows), fingerprint) == (2, fingerprint_of(last.chain))

    def test_nothing_before_the_first_entry(self, club):
        sitting = club.sitting(*FOUR)

        assert sealed(sitting, lambda: "read") == ("read", "")

    def test_somebody_writes_between_two_reads(self, club):
        """Then all is read again: never an old sheet with a new fingerprint, nor the reverse."""
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        shown = Sitting.objects.select_related("club").get(pk=sitting.pk)
        written = []

        def read():
            sheet = score_sheet(shown)
            if not written:
                written.append(club.deal(sitting))
            return sheet

        sheet, fingerprint = sealed(shown, read)

        assert ([row.number for row in sheet.rows], sheet.sitting.revision) == ([1, 2], 2)
        assert fingerprint == fingerprint_of(audit(written[0])[0].chain)

    def test_somebody_wrote_before_the_first_read(self, club):
        sitting = club.sitting(*FOUR)
        old = Sitting.objects.get(pk=sitting.pk)
        [entry] = audit(club.deal(sitting))

        sheet, fingerprint = sealed(old, lambda: score_sheet(old))

        assert (sheet.sitting.revision, fingerprint) == (1, fingerprint_of(entry.chain))

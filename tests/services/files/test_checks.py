"""What check_scores finds when somebody wrote past the program, and what it mends.

Everything is planted with SQL or with queryset updates, as a hand on the database would.
"""

import json
from uuid import uuid4

import pytest

from clubs.core.games import get_game
from clubs.models import AuditEntry, Deal, DealKind, DealScore, Sitting
from clubs.packing import packed
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings, repair_sittings
from clubs.services.tables import sittings
from tests.cast import audit, totals
from tests.services.files.differences import COMMAND, FOUR, first_deal, lines, repaired, sql


class TestSoundDatabase:
    def test_nothing_is_found(self, club, sitting):
        club.deal(club.sitting("Alice", "Bob", "Dora"), points=40.5)

        assert lines(check_sittings()) == []
        assert lines(check_chains()) == []

    def test_nothing_is_found_after_other_rules(self, club, sitting):
        rules = get_game("french").read_rules("rounded-10")
        sittings.change_rules(club.actor("Charlie"), sitting, rules, request_id=uuid4())

        assert lines(check_sittings()) == []
        assert lines(check_chains()) == []

    def test_who_has_left_changes_no_old_deal(self, club, sitting):
        club.reseat(sitting, "Frank", "Charlie", "Alice", "Bob")
        club.deal(sitting, taker="Frank")

        assert lines(check_sittings()) == []

    def test_nothing_is_written_by_a_repair(self, sitting):
        before = AuditEntry.objects.count(), Sitting.objects.get().revision

        assert repaired() == []
        assert (AuditEntry.objects.count(), Sitting.objects.get().revision) == before


class TestScores:
    def test_a_changed_score_is_found_and_mended(self, club, sitting):
        deal, bob = first_deal(sitting), club.player("Bob")
        DealScore.objects.filter(deal=deal, player=bob).update(score=-61)

        expected = [
            f"sitting {sitting.uuid}, deal 1: score of {bob.uuid} is -61 as defender,"
            " should be -60 as defender",
            f"sitting {sitting.uuid}, deal 1: sum is -1, should be 0",
        ]
        assert lines(check_sittings()) == expected
        assert repaired() == expected
        assert lines(check_sittings()) == []
        assert totals(sitting) == {"Alice": 130, "Bob": -110, "Charlie": -110, "Dora": 90}
        # 180 − 50, −60 − 50, −60 − 50, −60 + 150: Dora's deal is (25+0)·2 = 50

    def test_scores_that_still_add_up(self, club, sitting):
        deal, alice, bob = first_deal(sitting), club.player("Alice"), club.player("Bob")
        DealScore.objects.filter(deal=deal, player=alice).update(score=170)
        DealScore.objects.filter(deal=deal, player=bob).update(score=-50, role="partner")

        expected = [
            f"sitting {sitting.uuid}, deal 1: score of {alice.uuid} is 170 as taker,"
            " should be 180 as taker",
            f"sitting {sitting.uuid}, deal 1: score of {bob.uuid} is -50 as partner,"
            " should be -60 as defender",
        ]
        assert lines(check_sittings()) == expected
        assert repaired() == expected
        assert lines(check_sittings()) == []

    def test_a_lost_score(self, club, sitting):
        deal, alice = first_deal(sitting), club.player("Alice")
        DealScore.objects.filter(deal=deal, player=alice).delete()

        expected = [
            f"sitting {sitting.uuid}, deal 1: score of {alice.uuid} is missing,"
            " should be 180 as taker",
            f"sitting {sitting.uuid}, deal 1: sum is -180, should be 0",
        ]
        assert lines(check_sittings()) == expected
        assert repaired() == expected
        assert lines(check_sittings()) == []
        assert deal.scores.count() == 4

    def test_a_lost_score_of_somebody_who_has_left(self, club, sitting):
        deal, dora = first_deal(sitting), club.player("Dora")
        DealScore.objects.filter(deal=deal, player=dora).delete()
        club.reseat(sitting, *FOUR[:3], "Frank")

        assert lines(repair_sittings(COMMAND)) == [
            f"sitting {sitting.uuid}, deal 1: score of {dora.uuid} is missing,"
            " should be -60 as defender",
            f"sitting {sitting.uuid}, deal 1: sum is 60, should be 0",
        ]
        assert lines(check_sittings()) == []

    def test_a_seat_of_somebody_else(self, club, sitting):
        deal, dora, frank = first_deal(sitting), club.player("Dora"), club.player("Frank")
        DealScore.objects.filter(deal=deal, player=dora).delete()
        sitting.seats.filter(position=3).update(player=frank)
        told = [str(club.player(name).uuid) for name in FOUR]

        assert lines(check_sittings()) == [
            f"sitting {sitting.uuid}, deal 1: players is {json.dumps(sorted(told[:3]))},"
            f" should be {json.dumps(sorted(told))}",
            *(
                f"sitting {sitting.uuid}, deal {number}: seat of a score is {frank.uuid},"
                f" should be {dora.uuid}"
                for number in (2, 3, 4)
            ),
        ]
        assert repaired() == []

    def test_a_score_that_hangs_on_another_seat(self, club, sitting):
        deal, dora, frank = first_deal(sitting), club.player("Dora"), club.player("Frank")
        seat = sitting.seats.create(position=None, player=frank)
        DealScore.objects.filter(deal=deal, player=dora).update(seat=seat)

        expected = [
            f"sitting {sitting.uuid}, deal 1: seat of a score is {frank.uuid},"
            f" should be {dora.uuid}"
        ]
        assert lines(check_sittings()) == expected
        assert repaired() == expected
        assert lines(check_sittings()) == []

    def test_a_second_score_of_a_player_at_a_seat_of_another_table(self, club, sitting):
        deal = first_deal(sitting)
        score = deal.scores.get(player=club.player("Dora"))
        other = club.sitting(*FOUR)
        score.seat = other.seats.get(player=score.player)
        score.save(force_insert=True)

        expected = f"deal 1: table of a score is {other.uuid}, should be {sitting.uuid}"
        assert f"sitting {sitting.uuid}, {expected}" in lines(check_sittings())
        assert repaired()
        assert lines(check_sittings()) == []

    def test_a_score_too_many(self, club, sitting):
        deal, frank = first_deal(sitting), club.player("Frank")
        seat = sitting.seats.create(position=4, player=frank)
        deal.scores.create(seat=seat, player=frank, role="defender", score=0)

        expected = [
            f"sitting {sitting.uuid}, deal 1: score of {frank.uuid} is 0 as defender,"
            " should be missing"
        ]
        assert lines(check_sittings()) == expected
        assert repaired() == expected
        assert lines(check_sittings()) == []
        assert deal.scores.count() == 4

    def test_scores_without_a_record_must_add_up_too(self, club, sitting):
        deal, label = first_deal(sitting), {"label": "agreed adjustment"}
        Deal.objects.filter(pk=deal.pk).update(kind=DealKind.SCORES, record=label, taker=None)
        entry = audit(deal)[-1]
        after = {**entry.after, "record": label}
        sql("UPDATE clubs_auditentry SET after = %s WHERE id = %s", packed(after), entry.pk)
        assert lines(check_sittings()) == []

        DealScore.objects.filter(deal=deal, player=club.player("Bob")).update(score=-50)

        assert lines(check_sittings()) == [
            f"sitting {sitting.uuid}, deal 1: sum is 10, should be 0"
        ]
        assert repaired() == []


class TestColumns:
    @pytest.mark.parametrize(
        ("column", "planted", "shown", "right"),
        [
            ("contract", "prise", "prise", "garde"),
            ("oudlers", 1, "1", "2"),
            ("points_x2", 90, "90", "92"),
            ("made", False, "False", "True"),
            ("margin", None, "None", "5"),
            ("stake", 61, "61", "60"),
            ("kind", "scores", "scores", "played"),
        ],
    )
    def test_each_is_found_and_mended(self, sitting, column, planted, shown, right):
        Deal.objects.filter(pk=first_deal(sitting).pk).update(**{column: planted})

        expected = [
            f"sitting {sitting.uuid}, deal 1: {column} is {shown}, should be {right}",
        ]
        assert lines(check_sittings()) == expected
        assert repaired() == expected
        assert lines(check_sittings()) == []
        assert str(getattr(first_deal(sitting), column)) == right

    def test_the_taker(self, club, sitting):
        alice, bob = club.player("Alice"), club.player("Bob")
        Deal.objects.filter(pk=first_deal(sitting).pk).update(taker=bob)

        expected = [
            f"sitting {sitting.uuid}, deal 1: taker is {bob.uuid}, should be {alice.uuid}",
        ]
        assert lines(check_sittings()) == expected
        assert repaired() == expected
        assert first_deal(sitting).taker == alice

    def test_the_reason_of_a_void_deal(self, sitting):
        sitting.deals.filter(number=4).update(void_reason="misdeal")

        expected = [
            f"sitting {sitting.uuid}, deal 4: void_reason is misdeal, should be all_pass",
        ]
        assert lines(check_sittings()) == expected
        assert repaired() == expected
        assert lines(check_sittings()) == []


class TestRecord:
    """A record is the source: when it changed, the log tells, and nothing is computed from it."""

    def test_a_changed_record(self, sitting):
        deal = first_deal(sitting)
        told = dict(deal.record)
        Deal.objects.filter(pk=deal.pk).update(record={**told, "points": 91})

        assert lines(check_sittings()) == [
            f"sitting {sitting.uuid}, deal 1: record is"
            f" {json.dumps({**told, 'points': 91}, sort_keys=True)},"
            f" should be {json.dumps(told, sort_keys=True)}"
        ]
        assert repaired() == []
        assert first_deal(sitting).stake == 60

    def test_changed_rules(self, sitting):
        rules = dict(sitting.rules)
        Sitting.objects.filter(pk=sitting.pk).update(rules={**rules, "base_value": 50})

        assert lines(check_sittings()) == [
            f"sitting {sitting.uuid}: rules is"
            f" {json.dumps({**rules, 'base_value': 50}, sort_keys=True, ensure_ascii=False)},"
            f" should be {json.dumps(rules, sort_keys=True, ensure_ascii=False)}"
        ]
        assert repaired() == []
        assert first_deal(sitting).stake == 60

    def test_a_record_that_the_rules_refuse(self, sitting):
        """As a later version of the program might see an old one."""
        deal = first_deal(sitting)
        record = {**deal.record, "oudlers": 4}
        entry = audit(deal)[-1]
        Deal.objects.filter(pk=deal.pk).update(record=record)
        after = packed({**entry.after, "record": record})
        sql("UPDATE clubs_auditentry SET after = %s WHERE id = %s", after, entry.pk)

        assert lines(check_sittings()) == [
            f"sitting {sitting.uuid}, deal 1: record is refused (oudlers_out_of_range (oudlers)),"
            " should be one that the rules accept"
        ]
        assert repaired() == []

    def test_a_deal_that_was_never_recorded(self, sitting):
        deal = first_deal(sitting)
        deal.pk, deal.uuid, deal.number = None, uuid4(), 5
        deal.save(force_insert=True)

        assert lines(check_sittings()) == [
            f"sitting {sitting.uuid}, deal 5: log is silent, should be of this deal"
        ]
        assert repaired() == []

    def test_a_sitting_that_was_never_opened(self, sitting):
        Sitting.objects.create(
            club=sitting.club, game="french", rules=sitting.rules, active_count=4
        )

        [line] = lines(check_sittings())
        assert line.endswith("should be null")


class TestNumbers:
    def test_a_gap(self, sitting):
        sitting.deals.filter(number=4).update(number=7)

        assert lines(check_sittings()) == [
            f"sitting {sitting.uuid}: numbers is [1, 2, 3, 7], should be [1, 2, 3, 4]",
            f"sitting {sitting.uuid}, deal 7: number is 7, should be 4",
        ]
        assert repaired() == []

    def test_two_that_changed_places(self, sitting):
        for old, new in ((1, 9), (2, 1), (9, 2)):
            sitting.deals.filter(number=old).update(number=new)

        assert lines(check_sittings()) == [
            f"sitting {sitting.uuid}, deal 1: number is 1, should be 2",
            f"sitting {sitting.uuid}, deal 2: number is 2, should be 1",
        ]
        assert repaired() == []

    def test_a_deal_that_is_gone(self, sitting):
        last = sitting.deals.get(number=4)
        uuid = last.uuid
        last.delete()

        assert lines(check_sittings()) == [
            f"sitting {sitting.uuid}: log is of deal {uuid}, should be of deals it has"
        ]
        assert repaired() == []

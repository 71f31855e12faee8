"""What check_scores finds when somebody wrote past the program, and what it mends.

Everything is planted with SQL or with queryset updates, as a hand on the database would.
"""

import json
from datetime import date
from threading import Thread
from uuid import uuid4

import pytest
from django.db import connection, connections

from clubs.access import Actor
from clubs.core.games import get_game
from clubs.core.standings.rank import LeagueSettings, Normalise
from clubs.models import AuditEntry, Club, Deal, DealKind, DealScore, Sitting
from clubs.services.files.checks import check_chains, check_seasons, check_sittings, repair_sittings
from clubs.services.seasons.leagues import close_league
from clubs.services.tables import sittings
from tests.cast import audit, totals

FOUR = ("Alice", "Bob", "Charlie", "Dora")
COMMAND = Actor.command("check_scores")


@pytest.fixture
def sitting(club):
    """Four deals: one taken by Alice for (25+5)·2 = 60, one corrected, one void, one passed out."""
    sitting = club.sitting(*FOUR)
    club.deal(sitting, taker="Alice", points=46)
    corrected = club.deal(sitting, taker="Bob", points=46)
    void = club.deal(sitting)
    club.deal(sitting, kind="void", void_reason="all_pass", dealer="Alice")
    how = {"revision": 1, "reason": "", "request_id": uuid4()}
    sittings.correct_deal(
        club.actor("Alice"), corrected, club.record(sitting, taker="Dora", points=41), **how
    )
    sittings.void_deal(club.actor("Alice"), void, **{**how, "request_id": uuid4()})
    return sitting


def lines(differences):
    return [str(difference) for difference in differences]


def sql(statement, *params):
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        assert cursor.rowcount > 0


def db(uuid):
    """As this database has it in a column."""
    return uuid if connection.vendor == "postgresql" else uuid.hex


def first_deal(sitting):
    return sitting.deals.get(number=1)


def repaired():
    return lines(repair_sittings(COMMAND))


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
        sql("UPDATE clubs_auditentry SET after = %s WHERE id = %s", json.dumps(after), entry.pk)
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
        after = json.dumps({**entry.after, "record": record})
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


class TestRepair:
    def test_it_is_logged_and_the_deal_stays_what_it_was(self, club, sitting):
        deal = sitting.deals.get(number=2)
        Deal.objects.filter(pk=deal.pk).update(stake=51)
        found = lines(check_sittings())

        assert repaired() == found

        entry = audit(deal)[-1]
        assert (entry.action, entry.actor, entry.request_id) == (
            "repair_deal",
            "command:check_scores",
            None,
        )
        assert entry.before == {"differences": found}
        assert entry.after == {"number": 2, "revision": 2, "record": deal.record}
        fresh = Deal.objects.get(pk=deal.pk)
        assert (fresh.stake, fresh.revision) == (50, 2)  # a form that is open stays good
        assert (fresh.recorded_at, fresh.recorded_by) == (deal.recorded_at, deal.recorded_by)
        assert lines(check_chains()) == []

    def test_phones_that_look_at_the_table_hear_of_it(self, sitting):
        revision = Sitting.objects.get().revision
        Deal.objects.filter(pk=first_deal(sitting).pk).update(stake=61)

        repaired()

        assert Sitting.objects.get().revision == revision + 1

    def test_a_closed_session_is_mended_too(self, club, sitting):
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())
        Deal.objects.filter(pk=first_deal(sitting).pk).update(stake=61)

        assert len(repaired()) == 1
        assert lines(check_sittings()) == []

    def test_the_rest_is_mended_where_one_deal_cannot_be(self, sitting):
        Deal.objects.filter(pk=first_deal(sitting).pk).update(stake=61)
        lost = sitting.deals.get(number=2)
        Deal.objects.filter(pk=lost.pk).update(record={**lost.record, "points": 91})

        assert len(repaired()) == 1
        assert [difference.deal for difference in check_sittings()] == [2]


class TestChains:
    def entry(self, sitting, sequence):
        return AuditEntry.objects.get(chain_uuid=sitting.uuid, sequence=sequence)

    @pytest.mark.parametrize(
        ("column", "value"),
        [
            ("reason", "Une autre raison"),
            ("actor", "command:nobody"),
            ("action", "void_deal"),
            ("at", "2020-01-01 00:00:00+00:00"),
            ("target_type", "club"),
            ("target_uuid", None),
            ("before", '{"record": {}}'),
            ("request_id", None),
            ("hash", "0" * 64),
        ],
    )
    def test_a_changed_entry_is_found_and_not_mended(self, sitting, column, value):
        if value is None:
            value = db(uuid4())
        entry = self.entry(sitting, 5)  # the correction; a later one follows
        sql(f"UPDATE clubs_auditentry SET {column} = %s WHERE id = %s", value, entry.pk)

        found = list(check_chains())

        places = [f"{difference.place}: {difference.what}" for difference in found]
        broken = [f"chain {sitting.uuid}: hash of entry 5"]
        if column == "hash":  # the next entry was made with the right one
            broken.append(f"chain {sitting.uuid}: hash of entry 6")
        assert places == broken
        repaired()
        assert list(check_chains()) == found

    def test_an_entry_that_is_gone(self, sitting):
        sql("DELETE FROM clubs_auditentry WHERE id = %s", self.entry(sitting, 5).pk)

        assert lines(check_chains()) == [
            f"chain {sitting.uuid}: next entry is 6, should be 5",
        ]

    def test_a_gap_that_was_closed_up(self, sitting):
        sql("DELETE FROM clubs_auditentry WHERE id = %s", self.entry(sitting, 5).pk)
        sql("UPDATE clubs_auditentry SET sequence = 5 WHERE id = %s", self.entry(sitting, 6).pk)

        [difference] = check_chains()
        assert difference.what == "hash of entry 5"

    def test_two_clubs_in_one_chain(self, club, sitting):
        """Even one whose hashes are right: the last entry is made anew under the other club."""
        last = self.entry(sitting, 6)
        sql("UPDATE clubs_auditentry SET club_id = %s WHERE id = %s", club.other.pk, last.pk)
        last.refresh_from_db()
        hashed = last.computed_hash(self.entry(sitting, 5).hash)
        sql("UPDATE clubs_auditentry SET hash = %s WHERE id = %s", hashed, last.pk)

        assert lines(check_chains()) == [
            f"chain {sitting.uuid}: club of entry 6 is {club.other.uuid}, "
            f"should be {club.club.uuid}"
        ]

    def test_one_broken_chain_leaves_the_others(self, club, sitting):
        other = club.sitting("Alice", "Bob", "Dora")
        club.deal(other)
        sql("UPDATE clubs_auditentry SET reason = 'x' WHERE id = %s", self.entry(other, 1).pk)

        [difference] = check_chains()
        assert difference.place == f"chain {other.uuid}"

    def test_a_tampered_log_is_no_ground_for_a_repair(self, sitting):
        """Record and log changed alike: only the chain still knows, so no score is written."""
        deal = first_deal(sitting)
        record = {**deal.record, "points": 56}
        entry = audit(deal)[0]
        after = json.dumps({**entry.after, "record": record})
        Deal.objects.filter(pk=deal.pk).update(record=record)
        sql("UPDATE clubs_auditentry SET after = %s WHERE id = %s", after, entry.pk)

        assert [difference.what for difference in check_chains()] == ["hash of entry 1"]
        assert lines(check_sittings()) != []
        assert repaired() == []
        assert first_deal(sitting).stake == 60


@pytest.mark.django_db(transaction=True)
def test_a_table_whose_rules_change_meanwhile_is_no_difference(club, sitting):
    other = club.sitting(*FOUR)
    DealScore.objects.filter(deal=first_deal(sitting), player=club.player("Bob")).update(score=0)
    differences = check_sittings()
    first = next(differences)
    rules = get_game("french").read_rules("rounded-10")

    def change():
        actor = club.actor("Charlie")
        sittings.change_rules(actor, other, rules, request_id=uuid4())
        connections.close_all()

    secretary = Thread(target=change)
    secretary.start()
    secretary.join()

    rest = list(differences)
    assert {found.place for found in [first, *rest]} == {f"sitting {sitting.uuid}"}


class TestSeasons:
    @pytest.fixture
    def closed(self, club):
        """Alice won 180 and each of the others lost 60."""
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
        club.deal(sitting)
        league = club.league()
        club.evening(league, date(2025, 9, 12), sitting, state="closed")
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())
        return close_league(club.actor("Charlie"), league, request_id=uuid4())

    def test_one_that_stands_as_it_was_closed(self, closed):
        assert list(check_seasons()) == []

    def test_one_that_is_open_is_left_alone(self, club):
        club.league()

        assert list(check_seasons()) == []

    def test_a_score_that_is_another_one(self, club, closed):
        DealScore.objects.filter(player=club.player("Bob")).update(score=-61)

        bob = club.player("Bob").uuid
        found = {one.what: one for one in check_seasons()}

        told = found[f"standing of {bob}"]
        assert told.place == f"season {closed.uuid}"
        assert '"total": -60' in told.stored
        assert '"total": -61' in told.computed
        assert not told.is_repairable
        means = ("score_mean", "score_mean_in_defence")
        extremes = ("best_deal", "worst_deal", "worst_evening")
        names = ("total", *means, *extremes, "podiums")  # he was one of three second, now fourth
        assert found.keys() == {
            "sums",
            f"standing of {bob}",
            *(f"{name} of {bob}" for name in names),
            "record closest_evening",
            "titles",
        }

    def test_a_statistic_that_is_another_one(self, club, closed):
        Deal.objects.update(contract="prise")

        found = {one.what: (one.stored, one.computed) for one in check_seasons()}

        assert found[f"daring of {club.player('Alice').uuid}"] == ('"2"', '"1"')
        assert not [what for what in found if what.startswith("standing")]

    def test_another_base_for_a_rank_is_no_difference(self, club, closed):
        Club.objects.update(least_takes=1, least_deals=1)

        assert list(check_seasons()) == []

    def test_somebody_who_is_not_in_what_was_stored(self, club, closed):
        publication = closed.publications.get()
        rows = publication.content["standings"]["rows"]
        dora = str(club.player("Dora").uuid)
        publication.content["standings"]["rows"] = [row for row in rows if row["player"] != dora]
        publication.save()

        [found] = check_seasons()

        assert (found.what, found.stored) == (f"standing of {dora}", "missing")

    def test_each_size_by_itself(self, club):
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
        club.deal(sitting)
        league = club.league(standings_rules=LeagueSettings(normalise=Normalise.OWN_SIZE).to_json())
        club.evening(league, date(2025, 9, 12), sitting, state="closed")
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())
        close_league(club.actor("Charlie"), league, request_id=uuid4())
        assert list(check_seasons()) == []

        DealScore.objects.filter(player=club.player("Bob")).update(score=-61)

        found = [one.what for one in check_seasons()]
        assert found[:2] == [
            "sums at tables of 4",
            f"standing of {club.player('Bob').uuid} at tables of 4",
        ]

    def test_nothing_was_stored(self, closed):
        closed.publications.all().delete()

        assert [(one.what, one.stored) for one in check_seasons()] == [("publication", "missing")]

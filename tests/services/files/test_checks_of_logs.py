"""Repairs, the chains of the log, and closed seasons. Source: cli.md §check_scores."""

from datetime import date
from threading import Thread
from uuid import uuid4

import pytest
from django.db import connections

from clubs.core.games import get_game
from clubs.core.standings.rank import LeagueSettings, Normalise
from clubs.models import AuditEntry, Club, Deal, DealScore, Sitting
from clubs.packing import packed
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_seasons, check_sittings
from clubs.services.seasons.leagues import close_league
from clubs.services.tables import sittings
from tests.cast import audit
from tests.services.files.differences import FOUR, db, first_deal, lines, repaired, sql


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
        return AuditEntry.objects.get(chain__uuid=sitting.uuid, sequence=sequence)

    @pytest.mark.parametrize(
        ("column", "value"),
        [
            ("reason", "Une autre raison"),
            ("actor", "command:nobody"),
            ("action", "void_deal"),
            ("at", "2020-01-01 00:00:00+00:00"),
            ("target_type", "club"),
            ("target_uuid", None),
            ("before", packed({"record": {}})),
            ("request_id", None),
            ("hash", bytes(32)),
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

        assert [difference.what for difference in check_chains()] == [
            "hash of entry 5",
            "last entry",
        ]

    def test_two_clubs_in_one_chain(self, club, sitting):
        """Even one whose hashes are right: the last entry is made anew under the other club."""
        last = self.entry(sitting, 6)
        sql("UPDATE clubs_auditentry SET club_id = %s WHERE id = %s", club.other.pk, last.pk)
        last.refresh_from_db()
        hashed = last.computed_hash(self.entry(sitting, 5).hash)
        sql("UPDATE clubs_auditentry SET hash = %s WHERE id = %s", bytes.fromhex(hashed), last.pk)

        found = lines(check_chains())
        assert found[0] == (
            f"chain {sitting.uuid}: club of entry 6 is {club.other.uuid}, "
            f"should be {club.club.uuid}"
        )
        assert found[1] == f"chain {sitting.uuid}: seal of entry 6 is of no key, should be of a key"
        assert [": head is " in line for line in found[2:]] == [True]

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
        after = packed({**entry.after, "record": record})
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

        sealed, found = check_seasons()

        assert sealed.what == "publication 1"  # its hash is in the log
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

"""The log of a table in words."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.access import Actor
from clubs.core.games import get_game
from clubs.models import Membership, Role, Sitting
from clubs.queries.deals.stories import ToldChange
from clubs.queries.fingerprints import fingerprint_in_log
from clubs.queries.tables.audit import sitting_log
from clubs.queries.tables.deal_detail import story_of_row
from clubs.queries.tables.log_words import ACTIONS, OF_DEALS, people_by_key
from clubs.queries.tables.sittings import score_sheet
from clubs.services.changes import Action
from clubs.services.tables import sittings

pytestmark = pytest.mark.usefixtures("in_english")

FOUR = ("Alice", "Bob", "Charlie", "Dora")


def log_of(club, sitting: Sitting, page: int = 1):
    return sitting_log(club.actor("Bob"), Sitting.objects.get(pk=sitting.pk), page=page)


def test_every_action_has_words():
    assert set(ACTIONS) == {action.value for action in Action}
    assert set(OF_DEALS) <= set(ACTIONS)


class TestSittingLog:
    def test_newest_first_down_to_the_opening(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, taker="Alice")
        record = club.record(sitting, taker="Bob", points=49)
        sittings.correct_deal(
            club.actor("Charlie"), deal, record, revision=1, reason="wrong", request_id=uuid4()
        )
        sittings.close_sitting(club.actor("Olivia"), sitting, request_id=uuid4())

        log = log_of(club, sitting)

        assert [(row.title, row.who, row.reason) for row in log.rows] == [
            ("Session closed", "Olivia", ""),
            ("Deal 1 corrected", "Charlie", "wrong"),
            ("Deal 1 recorded", "Alice", ""),
            ("Table opened", "Alice", ""),
        ]

    def test_what_a_correction_changed(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting, taker="Alice", petit_au_bout="attack")
        record = club.record(sitting, taker="Bob", points=49)
        sittings.correct_deal(
            club.actor("Alice"), deal, record, revision=1, reason="", request_id=uuid4()
        )

        corrected = log_of(club, sitting).rows[0]

        assert corrected.facts == ()
        assert corrected.changes == (
            ToldChange("Taker", "Alice", "Bob"),
            ToldChange("Points", "46", "49"),
            ToldChange("Petit at the end", "attack", ""),
        )

    def test_what_a_new_deal_says(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice")

        recorded = log_of(club, sitting).rows[0]

        assert [(line.label, line.value) for line in recorded.facts] == [
            ("Taker", "Alice"),
            ("Contract", "Garde"),
            ("Oudlers", "2"),
            ("Points", "46"),
        ]
        assert recorded.deal_number == 1

    def test_a_change_of_rules_names_the_settings(self, club):
        sitting = club.sitting(*FOUR)
        rules = get_game("french").read_rules("rounded-10")
        sittings.change_rules(club.actor("Charlie"), sitting, rules, request_id=uuid4())

        changed = log_of(club, sitting).rows[0]

        assert changed.title == "Rules changed, all deals scored again"
        assert changed.changes == (ToldChange("Scores", "exact", "rounded to 10"),)

    def test_the_fingerprint_is_that_of_the_last_entry(self, club):
        sitting = club.sitting(*FOUR)
        for _ in range(2):
            club.deal(sitting)

        log = log_of(club, sitting)

        assert log.fingerprint == fingerprint_in_log(sitting.uuid)

    def test_before_the_first_entry_there_is_none(self, club):
        log = log_of(club, club.sitting(*FOUR))

        assert ([row.title for row in log.rows], log.fingerprint) == (["Table opened"], "")

    def test_pages_of_50_with_the_opening_on_the_last(self, club, monkeypatch):
        monkeypatch.setattr("clubs.queries.tables.audit.PER_PAGE", 2)
        sitting = club.sitting(*FOUR)
        for _ in range(4):
            club.deal(sitting)

        pages = [log_of(club, sitting, page) for page in (1, 2, 3)]

        assert [row.title for row in pages[0].rows] == ["Deal 4 recorded", "Deal 3 recorded"]
        assert [row.title for row in pages[1].rows] == [
            "Deal 2 recorded",
            "Deal 1 recorded",
            "Table opened",
        ]
        assert (pages[0].page_count, pages[0].fingerprint) == (2, pages[1].fingerprint)
        assert pages[2] is None

    def test_nothing_for_another_club(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        log = sitting_log(club.actor("Eve"), sitting, page=1)

        assert ([row.title for row in log.rows], log.fingerprint) == (["Table opened"], "")

    def test_commands_and_accounts_that_are_gone(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        rules = get_game("french").read_rules("rounded-10")
        sittings.change_rules(Actor.command("repair"), sitting, rules, request_id=uuid4())
        club.user("Alice").delete()

        log = log_of(club, sitting)

        assert [row.who for row in log.rows] == [
            "the server (repair)",
            "somebody who left",
            "somebody who left",
        ]

    def test_who_left_the_club_is_not_named_though_the_account_lives_on(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, by="Alice")
        alice = club.user("Alice")
        Membership.objects.create(club=club.other, user=alice, role=Role.MEMBER)
        Membership.objects.filter(club=club.club, user=alice).delete()
        sheet = score_sheet(Sitting.objects.get(pk=sitting.pk))

        own = people_by_key(Actor.of_user(alice), club.club, [f"account:{alice.uuid}"])

        assert [row.who for row in log_of(club, sitting).rows] == ["somebody who left"] * 2
        assert story_of_row(club.actor("Bob"), sheet, sheet.rows[0]).recorded_by == ""
        assert own[f"account:{alice.uuid}"] == "Alice"

    def test_names_are_not_sought_through_everything_else_the_players_played(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)

        with CaptureQueriesContext(connection) as queries:
            sitting_log(club.actor("Bob"), sitting, page=1)

        # Joined, the seats and the scores of all their evenings would be multiplied.
        (names,) = [query["sql"] for query in queries if '"clubs_seat"' in query["sql"]]
        assert "OUTER JOIN" not in names

    @pytest.mark.parametrize("deal_count", [1, 3])
    def test_queries(self, club, deal_count):
        sitting = club.sitting(*FOUR)
        for _ in range(deal_count):
            club.deal(sitting)
        sitting = Sitting.objects.select_related("club").get(pk=sitting.pk)

        with CaptureQueriesContext(connection) as queries:
            sitting_log(club.actor("Bob"), sitting, page=1)

        assert len(queries) == 4  # the membership among them

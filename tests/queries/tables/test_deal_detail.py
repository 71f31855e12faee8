"""One deal told in full, with what it said before."""

from uuid import uuid4

import pytest

from clubs.models import Deal, Sitting
from clubs.queries.deals.stories import ToldChange
from clubs.queries.tables.deal_detail import PlayerScore, deal_detail, story_of_row
from clubs.queries.tables.sittings import score_sheet
from clubs.services.tables import sittings
from tests.cast import Cast, keeper

pytestmark = pytest.mark.usefixtures("in_english")

FOUR = ("Alice", "Bob", "Charlie", "Dora")


def detail(club: Cast, deal: Deal):
    found = Deal.objects.select_related("sitting__club").get(pk=deal.pk)
    return deal_detail(club.actor("Bob"), found)


def correct(club: Cast, deal: Deal, by: str = "Charlie", **told: object) -> None:
    sittings.correct_deal(
        club.actor(by),
        Deal.objects.get(pk=deal.pk),
        club.record(deal.sitting, **told),
        revision=1,
        reason="counted wrong",
        request_id=uuid4(),
    )


class TestDealDetail:
    def test_headline_lines_and_scores(self, club):
        deal = club.deal(club.sitting(*FOUR), taker="Bob", points=49, dealer="Dora", note="late")

        story = detail(club, deal).story

        assert (story.row.headline, story.row.result) == ("Bob in Garde", "made by 8")
        assert [line.amount for line in story.lines] == [8, 33, 33, 66, 198, -66]
        assert story.scores == (
            PlayerScore("Alice", -66, "defender"),
            PlayerScore("Bob", 198, "taker"),
            PlayerScore("Charlie", -66, "defender"),
            PlayerScore("Dora", -66, "defender"),
        )
        assert (story.row.dealer, story.note) == ("Dora", "late")
        assert (story.recorded_by, story.changed_by) == ("Alice", "")

    def test_versions_newest_first(self, club):
        deal = club.deal(club.sitting(*FOUR), taker="Bob")
        correct(club, deal, taker="Bob", points=49)

        new, old = detail(club, deal).versions

        assert (new.title, new.who, new.reason, new.is_current) == (
            "Deal corrected",
            "Charlie",
            "counted wrong",
            True,
        )
        assert new.changes == (ToldChange("Points", "46", "49"),)
        assert (old.title, old.who, old.changes, old.is_current) == (
            "Deal recorded",
            "Alice",
            (),
            False,
        )

    def test_who_corrected_it(self, club):
        deal = club.deal(club.sitting(*FOUR))
        correct(club, deal, points=49)

        assert detail(club, deal).story.changed_by == "Charlie"

    def test_the_deals_before_and_after(self, club):
        sitting = club.sitting(*FOUR)
        deals = [club.deal(sitting) for _ in range(3)]

        found = [detail(club, deal) for deal in deals]

        assert [(d.previous, d.next) for d in found] == [(None, 2), (1, 3), (2, None)]

    def test_a_record_that_the_rules_no_longer_take_has_no_lines(self, club):
        deal = club.deal(club.sitting(*FOUR), contract="prise")
        Sitting.objects.filter(pk=deal.sitting_id).update(
            rules={**deal.sitting.rules, "multipliers": {"garde": 2, "prise": None}}
        )

        story = detail(club, deal).story

        assert (story.lines, len(story.scores)) == ((), 4)


class TestStoryOfRow:
    def test_the_panel_tells_what_the_page_tells(self, club):
        deal = club.deal(club.sitting(*FOUR), taker="Bob", petit_au_bout="attack")
        correct(club, deal, taker="Bob", points=49, petit_au_bout="attack")

        sheet = score_sheet(Sitting.objects.get(pk=deal.sitting_id))
        panel = story_of_row(club.actor("Bob"), sheet, sheet.rows[0])
        page = detail(club, deal).story

        assert (panel.lines, panel.scores) == (page.lines, page.scores)
        assert (panel.recorded_by, panel.changed_by) == (page.recorded_by, page.changed_by)
        assert (panel.row.headline, panel.row.result, panel.row.change) == (
            page.row.headline,
            page.row.result,
            page.row.change,
        )


class TestByLink:
    @pytest.mark.parametrize(
        ("kind", "told"), [("watch", ("", "")), ("score", ("Olivia", "Charlie"))]
    )
    def test_who_may_not_see_the_log_is_not_told_who_wrote(self, club, kind, told):
        deal = club.deal(club.sitting(*FOUR), by="Olivia", taker="Bob")
        correct(club, deal, taker="Bob", points=49)
        guest = keeper(club.link(deal.sitting, kind))
        found = Deal.objects.select_related("sitting__club").get(pk=deal.pk)
        sheet = score_sheet(found.sitting)

        page = deal_detail(guest, found).story
        panel = story_of_row(guest, sheet, sheet.rows[0])

        assert (page.recorded_by, page.changed_by) == told
        assert (panel.recorded_by, panel.changed_by) == told

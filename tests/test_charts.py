"""Figures for the charts."""

from django.utils import translation

from clubs.charts import total_curve
from clubs.models import Sitting
from clubs.queries.sittings import score_sheet

FOUR = ("Alice", "Bob", "Charlie", "Dora")


class TestTotalCurve:
    def test_it_begins_with_0_and_has_a_point_for_each_deal(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice")  # 60 a defender
        club.deal(sitting, kind="void", void_reason="all_pass")
        club.deal(sitting, taker="Bob", points=40)  # −(25+1)·2 = −52

        with translation.override("en"):
            curve = total_curve(score_sheet(Sitting.objects.get(pk=sitting.pk)))

        assert curve == {
            "title": "Running totals",
            "labels": [0, 1, 2, 3],
            "series": [
                {"name": "Alice", "series": 1, "points": [0, 180, 180, 232]},
                {"name": "Bob", "series": 2, "points": [0, -60, -60, -216]},
                {"name": "Charlie", "series": 3, "points": [0, -60, -60, -8]},
                {"name": "Dora", "series": 4, "points": [0, -60, -60, -8]},
            ],
        }

    def test_before_the_first_deal(self, club):
        curve = total_curve(score_sheet(club.sitting(*FOUR)))

        assert curve["labels"] == [0]
        assert [line["points"] for line in curve["series"]] == [[0]] * 4

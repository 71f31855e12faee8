"""Figures for the charts."""

from django.utils import translation

from clubs.listings.charts import path_of, sampled, scale, small_curve, total_curve
from clubs.models import Sitting
from clubs.queries.tables.sittings import score_sheet
from tests.cast import make_player

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
                {"name": "Alice", "short": "Alice", "series": 1, "points": [0, 180, 180, 232]},
                {"name": "Bob", "short": "Bob", "series": 2, "points": [0, -60, -60, -216]},
                {"name": "Charlie", "short": "Charlie", "series": 3, "points": [0, -60, -60, -8]},
                {"name": "Dora", "short": "Dora", "series": 4, "points": [0, -60, -60, -8]},
            ],
        }

    def test_a_line_runs_while_its_player_is_at_the_table(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice")  # 60 a defender
        club.reseat(sitting, "Alice", "Frank", "Charlie", "Dora")
        club.deal(sitting, taker="Frank")
        club.reseat(sitting, *FOUR, "Olivia", active_count=4)
        club.deal(sitting, taker="Alice", out=["Olivia"])

        curve = total_curve(score_sheet(Sitting.objects.get(pk=sitting.pk)))

        lines = {line["name"]: line["points"] for line in curve["series"]}
        assert lines["Bob"] == [0, -60, -60, -120]
        assert lines["Frank"] == [None, 0, 180, None]
        assert lines["Olivia"] == [None, None, 0, 0]

    def test_names_are_whole_beside_those_of_the_table(self, club):
        """Where a chart is wide it draws the one, else the other."""
        zoe = make_player(club.club, "Zoé Marchand")
        zoe.save()
        club.players["Zoé Marchand"] = zoe

        curve = total_curve(score_sheet(club.sitting("Zoé Marchand", *FOUR[1:])))

        first = curve["series"][0]
        assert (first["name"], first["short"]) == ("Zoé Marchand", zoe.table_name)

    def test_before_the_first_deal(self, club):
        curve = total_curve(score_sheet(club.sitting(*FOUR)))

        assert curve["labels"] == [0]
        assert [line["points"] for line in curve["series"]] == [[0]] * 4


def curve_of(sitting):
    return small_curve(score_sheet(Sitting.objects.get(pk=sitting.pk)))


class TestSmallCurve:
    def test_lines_end_with_a_marker_and_a_name(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice")  # 180, and −60 each

        curve = curve_of(sitting)

        # 7 letters are the longest name: 400 − 12 − 7·8.5 − 6; the scale is −100 … 200 in 206 units
        assert (curve.left, curve.right) == (50, 322.5)
        assert [tick.value for tick in curve.ticks] == [-100, -50, 0, 50, 100, 150, 200]
        assert [tick.y for tick in curve.ticks][::3] == [218, 115, 12]
        alice, bob, *_ = curve.lines
        assert alice.path == "M50 149.3L322.5 25.7"
        assert (alice.series, alice.name, alice.x, alice.y) == (1, "Alice", 322.5, 25.7)
        assert bob.path == "M50 149.3L322.5 190.5"

    def test_names_that_would_cover_each_other_move_apart(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice")

        heights = [line.name_y for line in curve_of(sitting).lines]

        # three lines end at 190.5: the names go down to the edge at 218, 17 apart
        assert heights == [25.7, 184, 201, 218]

    def test_before_the_first_deal(self, club):
        curve = curve_of(club.sitting(*FOUR))

        assert [tick.value for tick in curve.ticks] == [-20, 0, 20]
        assert {line.path for line in curve.lines} == {"M50 115"}

    def test_a_line_breaks_off_where_somebody_has_left(self, club):
        sitting = club.sitting(*FOUR, "Olivia", active_count=4)
        club.deal(sitting, taker="Alice", out=["Olivia"])
        club.reseat(sitting, *FOUR[1:], "Olivia")
        club.deal(sitting, taker="Bob")

        lines = {line.series: line for line in curve_of(sitting).lines}

        assert {line.name for line in lines.values()} == {*FOUR, "Olivia"}
        [gone] = [line for line in lines.values() if line.name == "Alice"]
        assert gone.x < lines[2].x  # the name stands where the line ends
        assert gone.path.count("L") == 1  # one deal of two

    def test_a_long_evening_is_drawn_by_at_most_a_hundred_points_to_the_last(self):
        assert sampled(1) == [0]
        assert sampled(100) == list(range(100))
        assert sampled(101) == list(range(0, 101, 2))
        assert sampled(402)[-1] == 401
        assert len(sampled(402)) <= 100

    def test_a_broken_line(self):
        assert path_of([None, (1, 2), (3, 4.5), None, (5, 6)]) == "M1 2L3 4.5M5 6"

    def test_the_scale_holds_all_totals_and_0(self):
        assert scale(-490, 510) == [-600, -400, -200, 0, 200, 400, 600]
        assert scale(30, 90) == [0, 20, 40, 60, 80, 100]
        assert scale(-1726, 1834) == [-2000, -1000, 0, 1000, 2000]

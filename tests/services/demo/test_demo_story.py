"""The demo club where it is loaded: apart from test_demo.py, where it is there already."""

from datetime import UTC, datetime

from django.db import transaction

from clubs.models import Club, DealScore, Player, SittingTotal
from clubs.services.demo.demo import load_demo
from tests.cast import Cast


def test_the_story_is_the_same_on_another_day_and_beside_other_clubs(db):
    def told(now, *, is_in_use):
        with transaction.atomic():
            club = Cast.gather().club if is_in_use else None
            assert load_demo(now)
            assert not load_demo(now)
            names = dict(Player.objects.values_list("pk", "name"))
            rows = DealScore.objects.order_by("deal__sitting__pk", "deal__number", "seat__pk")
            story = [
                (names[player], role, score, contract)
                for player, role, score, contract in rows.values_list(
                    "player", "role", "score", "deal__contract"
                )
            ]
            totals = SittingTotal.objects.order_by("sitting__pk", "pk")
            story += [
                (names[player], total) for player, total in totals.values_list("player", "total")
            ]
            if club:
                assert Player.objects.filter(club=club).count() == 6
                assert list(Club.objects.order_by("slug").values_list("slug", flat=True)) == [
                    "ailleurs",
                    "amicale-du-tarot-de-dole",
                    "les-trois-bouts",
                    "trois-bouts",
                ]
            transaction.set_rollback(True)
        return story

    summer = datetime(2026, 7, 14, 0, 5, tzinfo=UTC)  # a Tuesday, and the hour of midnight
    winter = datetime(2027, 1, 6, 12, 0, tzinfo=UTC)  # a Wednesday

    assert told(summer, is_in_use=False) == told(winter, is_in_use=True)

"""Who leads, and what is next: the home of a club, the list of its seasons."""

from datetime import date
from decimal import Decimal
from uuid import uuid4

from django.utils import timezone

from clubs.core.standings.rank import LeagueSettings
from clubs.models import Evening, LeagueState, Sitting
from clubs.queries.home.home import league_at_home, next_evening, season_cards, season_top
from clubs.services.seasons.leagues import close_league

YEAR_AFTER = {"starts_on": date(2026, 9, 1), "ends_on": date(2027, 6, 30)}


def leaders(club):
    return {card.league.name: card.leader for card in season_cards(club.club)}


class TestSeasonTop:
    def test_the_first_five_and_oneself(self, club, example):
        """Bob is fifth: he is there once."""
        top = season_top(club.actor("Bob"), club.club)

        told = [(line.rank, line.player.name, line.value, line.is_me) for line in top.lines]
        assert told == [
            (1, "Anne", 766, False),
            (2, "Cléo", 299, False),
            (3, "Dino", -127, False),
            (4, "Eva", -198, False),
            (5, "Bob", -218, True),
        ]
        assert (top.digits, top.is_signed) == (0, True)

    def test_who_stands_further_down_is_shown_too(self, club, example):
        club.player("Bob").leagues.all().delete()  # a guest from now on, without a rank
        club.player("Fred").user = club.user("Dora")
        club.player("Dora").user = None
        club.player("Dora").save()
        club.player("Fred").save()
        example.members.filter(player=club.player("Eva")).delete()

        top = season_top(club.actor("Dora"), club.club)

        assert [(line.rank, line.is_me) for line in top.lines][-1] == (4, True)

    def test_means_have_two_places(self, club, example):
        example.standings_rules = LeagueSettings.read(
            {"method": "average", "min_deals": 8}
        ).to_json()
        example.save()

        top = season_top(club.actor("Bob"), club.club)

        assert (top.lines[0].value, top.digits) == (Decimal("42.56"), 2)

    def test_none_runs(self, club):
        club.league(state=LeagueState.PLANNED)

        assert season_top(club.actor("Bob"), club.club) is None

    def test_of_two_the_one_that_was_played_last(self, club):
        friday = club.league(name="Friday", starts_on=date(2025, 10, 1))
        tuesday = club.league(name="Tuesday")
        club.evening(tuesday, date(2025, 11, 4))
        club.evening(friday, date(2025, 10, 3))
        club.evening(friday, date(2025, 12, 5), state="planned")

        assert league_at_home(club.club) == tuesday

    def test_between_two_seasons_the_last_one_stays(self, club, example):
        example.state = LeagueState.CLOSED
        example.save()
        club.league(name="Next", state=LeagueState.PLANNED, **YEAR_AFTER)

        top = season_top(club.actor("Bob"), club.club)

        assert (top.league, top.lines[0].player.name) == (example, "Anne")

    def test_seven_queries(self, club, example, django_assert_num_queries):
        actor = club.actor("Bob")
        with django_assert_num_queries(7):
            season_top(actor, club.club)


class TestNextEvening:
    def test_the_first_that_is_planned(self, club):
        league = club.league()
        club.evening(league, date(2025, 11, 4))
        club.evening(league, date(2025, 11, 11), state="planned")
        club.evening(league, date(2025, 10, 7), state="planned")

        told = next_evening(club.club, date(2025, 11, 5))

        assert told == Evening.objects.get(held_on=date(2025, 11, 11))
        assert next_evening(club.club, date(2025, 11, 12)) is None


class TestLeaders:
    def test_who_leads(self, club, example):
        leader = leaders(club)[example.name]

        assert (list(leader.names), leader.value) == (["Anne"], "+766")

    def test_nobody_before_a_deal(self, club):
        league = club.league()
        club.evening(league, date(2025, 11, 4))

        assert leaders(club) == {"2025–2026": None}

    def test_who_won(self, club, example, django_assert_num_queries):
        Sitting.objects.update(state="closed", closed_at=timezone.now())
        close_league(club.actor("Olivia"), example, request_id=uuid4())

        with django_assert_num_queries(3):  # seasons, what was stored, names
            leader = leaders(club)[example.name]

        assert (list(leader.names), leader.value) == (["Anne"], "+766")

    def test_two_may_share_it(self, club):
        """A garde made by 5 for Alice, then the same for Bob: 120 each."""
        league = club.league()
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
        club.deal(sitting, taker="Alice")
        club.deal(sitting, taker="Bob")
        club.evening(league, date(2025, 11, 4), sitting)

        leader = leaders(club)["2025–2026"]

        assert (list(leader.names), leader.value) == (["Alice", "Bob"], "+120")

    def test_of_many_open_seasons_two_are_counted(self, club):
        for name in ("A", "B", "C"):
            sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
            club.deal(sitting)
            club.evening(club.league(name=name), date(2025, 11, 4), sitting)

        assert sorted(bool(leader) for leader in leaders(club).values()) == [False, True, True]

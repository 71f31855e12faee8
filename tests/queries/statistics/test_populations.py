"""Which deals a figure is about."""

from datetime import date

from clubs.core.standings.rank import Guests, LeagueSettings
from clubs.models import Sitting, SittingState
from clubs.queries.statistics.populations import Population
from tests.cast import Cast

TABLE = ("Alice", "Bob", "Charlie", "Dora")


def numbers(population: Population) -> list[tuple[int, int]]:
    return [(deal.sitting.table_number, deal.number) for deal in population.deals()]


def test_void_deals_and_void_tables_are_out(club: Cast):
    table, gone = club.sitting(*TABLE), club.sitting(*TABLE)
    for sitting in (table, gone):
        club.deal(sitting)
        club.deal(sitting, kind="void", void_reason="all_pass")
    Sitting.objects.filter(pk=gone.pk).update(state=SittingState.VOID)

    everything = Population(club.club)

    assert numbers(everything) == [(1, 1)]
    assert everything.scores().count() == 4


def test_of_another_club_or_game_is_out(club: Cast):
    club.deal(club.sitting(*TABLE))

    assert numbers(Population(club.other)) == []
    assert numbers(Population(club.club, game="bolognese")) == []


def test_who_sits_out_has_not_played(club: Cast):
    table = club.sitting(*TABLE, "Olivia", active_count=4)
    club.deal(table, out=["Olivia"])

    scores = Population(club.club).scores()

    assert sorted(score.player.name for score in scores) == sorted(TABLE)
    assert numbers(Population(club.club, opponent=club.player("Olivia"))) == []
    assert numbers(Population(club.club, opponent=club.player("Bob"))) == [(1, 1)]


def test_of_a_season(club: Cast):
    counted, other = club.sitting(*TABLE), club.sitting(*TABLE)
    club.deal(counted)
    club.deal(other)
    league = club.league()
    club.evening(league, date(2025, 9, 12), counted)

    season = Population(club.club, league=league)

    assert numbers(season) == [(1, 1)]
    assert season.scores().count() == 4


def test_the_settings_of_a_season_say_which_deals_count(club: Cast):
    """Dora is a guest of it. Where she rests, the deal is one of members alone."""
    four, three = club.sitting(*TABLE), club.sitting(*TABLE[:3])
    resting = club.sitting(*TABLE, "Olivia", active_count=4)
    club.deal(four)
    club.deal(three)
    club.deal(resting, out=["Dora"])
    club.deal(resting, out=["Olivia"])

    def counted(day, **told):
        rules = LeagueSettings(**told).to_json()
        league = club.league("Alice", "Bob", "Charlie", "Olivia", standings_rules=rules)
        club.evening(league, date(2025, 9, day), four, three, resting)
        return numbers(Population(club.club, league=league))

    assert counted(1) == [(1, 1), (2, 1), (3, 1), (3, 2)]
    assert counted(2, guests=Guests.EXCLUDED_DEALS) == [(2, 1), (3, 1)]
    assert counted(3, sizes=(3,)) == [(2, 1)]
    assert counted(4, sizes=(4,), guests=Guests.EXCLUDED_DEALS) == [(3, 1)]


def test_a_whole_season(club: Cast):
    season = Population(club.club, league=club.league())

    assert season.is_whole_season
    assert not season.only(size=4).is_whole_season
    assert not season.only(since=date(2025, 9, 12)).is_whole_season
    assert not Population(club.club).is_whole_season


def test_by_size_and_rules(club: Cast):
    four, three = club.sitting(*TABLE), club.sitting(*TABLE[:3], rules="rounded-10")
    club.deal(four)
    club.deal(three)
    everything = Population(club.club)

    assert numbers(everything.only(size=3)) == [(2, 1)]
    assert numbers(everything.only(size=4)) == [(1, 1)]
    assert numbers(everything.only(rules="rounded-10")) == [(2, 1)]


def test_days_are_those_of_the_club(club: Cast):
    """23:30 in Paris on the 12th is 21:30 UTC; 00:30 on the 13th is 22:30 UTC of the 12th."""
    late, later = club.sitting(*TABLE), club.sitting(*TABLE)
    for sitting, at in ((late, "2025-09-12T21:30Z"), (later, "2025-09-12T22:30Z")):
        club.deal(sitting)
        Sitting.objects.filter(pk=sitting.pk).update(opened_at=at)
    everything = Population(club.club)

    assert numbers(everything.only(until=date(2025, 9, 12))) == [(1, 1)]
    assert numbers(everything.only(since=date(2025, 9, 13))) == [(2, 1)]
    assert numbers(everything) == [(1, 1), (2, 1)]

"""Practice tournaments: services/demo/rehearsal.py."""

from random import Random
from uuid import uuid4

import pytest
from django.db.models import Sum

from clubs.access import Actor, Forbidden, visible_tournaments
from clubs.core.games import GAMES, get_game
from clubs.core.tournaments.games import has_tournaments
from clubs.models import (
    Deal,
    DealKind,
    DealScore,
    LinkKind,
    Membership,
    Player,
    Role,
    RoundState,
    SlipState,
    Tournament,
    TournamentState,
)
from clubs.queries.games import WORDS
from clubs.queries.seasons.ratings import rated_sittings
from clubs.queries.statistics.populations import Population
from clubs.services.deals.invented_deals import Dealt
from clubs.services.demo import rehearsal
from clubs.services.demo.games import INVENTED
from clubs.services.errors import TournamentRefused
from clubs.services.people.links import open_tournament_screen_link
from tests.cast import Cast, keeper
from tests.hall import published_hall

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return Cast.gather()


def make(cast: Cast, **told) -> Tournament:
    sizes = {"tables": 2, "rounds": 1, "seed": 5, "request_id": uuid4(), **told}
    return rehearsal.make_practice(cast.actor("Charlie"), cast.club, **sizes)


class TestAnotherGame:
    def test_it_plays_itself_to_the_end(self, cast: Cast) -> None:
        tournament = make(cast, game="volte")
        play(cast, tournament)

        assert (tournament.game, tournament.state) == ("volte", TournamentState.PROVISIONAL)
        deals = Deal.objects.filter(sitting__round__tournament=tournament)
        assert set(deals.values_list("sitting__game", flat=True)) == {"volte"}
        assert deals.exclude(kind=DealKind.VOID).count() == 2 * 4

    def test_every_game_of_tournaments_can_be_practised(self) -> None:
        """And has a paper slip."""
        games = {code for code, game in GAMES.items() if has_tournaments(game)}

        assert set(INVENTED) == games
        assert {code for code, words in WORDS.items() if words.tournament_slip} == games

    def test_a_game_without_tournaments(self, cast: Cast) -> None:
        with pytest.raises(TournamentRefused) as refusal:
            make(cast, game="bolognese")

        assert refusal.value.problems[0].code == "game_without_tournaments"
        assert not Tournament.objects.exists()

    @pytest.mark.parametrize("rules", ["volte", "volte-scaled", "volte-totals", "volte-tarot"])
    def test_invented_deals_can_be(self, rules: str) -> None:
        volte = get_game("volte")
        profile = volte.read_rules(rules)
        for seed in range(300):
            dealt = Dealt(["A", "B", "C", "D"], "E", ["E"])
            record = INVENTED["volte"](Random(seed), dealt, profile)
            volte.judge([*dealt.active, *dealt.out], profile, record)


def again(cast: Cast) -> Actor:
    """Charlie on the next request: with the roles there are now."""
    return cast.actor("Charlie")


def play(cast: Cast, tournament: Tournament) -> None:
    """To the end, by buttons."""
    for _step in range(100):
        rehearsal.advance(again(cast), tournament, request_id=uuid4())
        rehearsal.play_next_deals(again(cast), tournament, request_id=uuid4())
        tournament.refresh_from_db()
        if tournament.state == TournamentState.PROVISIONAL:
            return
    raise AssertionError("it does not end")


def test_everybody_is_there(cast: Cast) -> None:
    tournament = make(cast)
    assert (tournament.state, tournament.is_practice) == (TournamentState.CHECK_IN, True)
    entries = tournament.entries.all()
    assert [entry.number for entry in entries] == list(range(1, 9))
    assert all(entry.is_present for entry in entries)
    assert len({entry.name for entry in entries}) == 8


def test_it_stands_in_a_club_of_its_own(cast: Cast) -> None:
    people = Player.objects.filter(club=cast.club).count()
    first, second = make(cast), make(cast)
    assert first.club == second.club != cast.club
    assert Player.objects.filter(club=cast.club).count() == people
    led = Membership.objects.filter(club=cast.club, role__in=[Role.OWNER, Role.ORGANISER])
    there = Membership.objects.filter(club=first.club)
    assert set(there.values_list("user", "role")) == set(led.values_list("user", "role"))
    third = rehearsal.make_practice(
        again(cast), first.club, tables=1, rounds=1, seed=1, request_id=uuid4()
    )
    assert third.club == first.club


def test_nothing_counts_in_the_club(cast: Cast) -> None:
    play(cast, make(cast))
    assert Deal.objects.count() >= 8
    assert not Population(cast.club).deals().exists()
    assert not rated_sittings(cast.club).exists()


@pytest.mark.parametrize(("tables", "rounds"), [(0, 1), (129, 1), (1, 0), (1, 13)])
def test_sizes_have_bounds(cast: Cast, tables: int, rounds: int) -> None:
    with pytest.raises(ValueError, match="tables"):
        make(cast, tables=tables, rounds=rounds)


def test_each_step_is_a_deal_at_every_table(cast: Cast) -> None:
    tournament = make(cast)
    one = rehearsal.advance(again(cast), tournament, request_id=uuid4())
    assert one is not None
    assert (one.state, one.clock_started_at is None) == (RoundState.PLAYING, False)
    request_id = uuid4()
    step = rehearsal.play_next_deals(again(cast), tournament, request_id=request_id)
    assert step == rehearsal.RehearsalProgress(deals=2)
    assert rehearsal.play_next_deals(again(cast), tournament, request_id=request_id).deals == 0
    assert Deal.objects.count() == 2


def test_it_is_played_to_the_end(cast: Cast) -> None:
    tournament = make(cast)
    play(cast, tournament)
    assert tournament.state == TournamentState.PROVISIONAL
    [one] = tournament.rounds.all()
    for sitting in one.tables.all():
        assert sitting.slip.state == SlipState.LOCKED
        assert sitting.slip.confirmations.count() == 1
        assert sitting.deals.exclude(kind=DealKind.VOID).count() == 4
        assert DealScore.objects.filter(deal__sitting=sitting).aggregate(s=Sum("score"))["s"] == 0


def test_real_people_play_themselves(cast: Cast) -> None:
    hall = published_hall(cast)
    with pytest.raises(Forbidden):
        rehearsal.play_next_deals(hall.arbiter, hall.tournament, request_id=uuid4())
    with pytest.raises(Forbidden):
        rehearsal.advance(hall.arbiter, hall.tournament, request_id=uuid4())


def test_links_lead_there_and_membership_does_not(cast: Cast) -> None:
    tournament = make(cast)
    assert not visible_tournaments(cast.actor("Bob")).exists()
    link = open_tournament_screen_link(again(cast), tournament, request_id=uuid4())
    assert link.kind == LinkKind.TOURNAMENT_SCREEN
    assert visible_tournaments(keeper(link)).get() == tournament

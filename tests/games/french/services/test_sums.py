"""Sums that are kept give the very figures that the deals give: whatever happened to a table since.

The second computation adds up the deals as the first one did when the table closed, the third one
is a plain loop over the records (tests/queries/statistics/test_figures_twice.py). What is kept, by
hand: tests/services/deals/test_sums.py.
"""

import random
from collections import Counter, defaultdict
from dataclasses import replace
from datetime import date
from fractions import Fraction
from uuid import uuid4

import pytest

from clubs.access import Actor
from clubs.core.games import get_game
from clubs.games.french.core.rules import BOOK
from clubs.games.french.queries.club_figures import club_figures
from clubs.games.french.queries.partners import partner_figures
from clubs.games.french.queries.profiles import profile_of, versus_of
from clubs.models import Deal, League, Player, Share, Sitting, SittingState
from clubs.queries.statistics import sums as statistics_sums
from clubs.queries.statistics.duels import duels
from clubs.queries.statistics.parts import read
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.records import record_book
from clubs.queries.statistics.sums import population_sums
from clubs.services.deals.kept import check_kept, fill_missing
from clubs.services.people.players import merge_players
from clubs.services.people.privacy import anonymise_player
from clubs.services.tables import sittings
from clubs.services.tables.takeover import take_over
from tests.cast import Cast, make_player
from tests.queries.plain_deals import plain_deal
from tests.queries.statistics.test_figures_twice import EVERYBODY, all_told, mean, play, told
from tests.services.files.test_imports import TWO, do_import

STEPS = 14


def close(club: Cast, sitting: Sitting) -> None:
    sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())


def close_all(club: Cast) -> None:
    for sitting in Sitting.objects.open().order_by("pk"):
        close(club, sitting)


def is_kept(sitting: Sitting) -> bool:
    return Sitting.objects.filter(kept__isnull=False, pk=sitting.pk).exists()


def all_figures(population: Population) -> dict[str, object]:
    """Everything that pages show of it."""
    players = list(Player.objects.filter(club=population.club).order_by("pk"))
    found: dict[str, object] = {
        "club": club_figures(population),
        "partners": partner_figures(population),
        "duels": duels(population).by_pair,
        "records": [record_book(population, viewer=player) for player in [None, *players]],
    }
    for player in players:
        profile = profile_of(population, player)
        found[f"{player.pk}"] = (
            profile.figures,
            profile.average,
            profile.evenings,
            profile.company,
            profile.best_deal,
            profile.worst_deal,
        )
        found[f"{player.pk} versus"] = versus_of(population, player, players[0])
    return found


def from_deals(population: Population, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """The same without any sums."""
    with monkeypatch.context() as patch:
        patch.setattr(statistics_sums, "LIVE_MOST", -1)
        population = replace(population)  # it keeps the sums that it has read
        assert population_sums(population).live is None
        return all_figures(population)


def populations(club: Cast, league: League) -> list[Population]:
    everything = Population(club.club)
    return [
        everything,
        everything.only(size=4),
        everything.only(since=date(2026, 3, 2), until=date(2026, 3, 3)),
        everything.only(rules="fft"),
        everything.only(size=3, until=date(2026, 3, 2)),
        everything.only(opponent=club.player("Bob")),
        Population(club.club, league),
        Population(club.club, league, size=5),
        Population(club.club, league, since=date(2026, 3, 2)),
    ]


def assert_same(some: list[Population], monkeypatch: pytest.MonkeyPatch) -> None:
    for population in some:
        assert all_figures(population) == from_deals(population, monkeypatch), population
    assert list(check_kept()) == []


@pytest.fixture
def league(club: Cast) -> League:
    return club.league(*EVERYBODY[:5])


class Club:
    """What may happen to tables, one thing after the other."""

    def __init__(self, club: Cast, league: League, seed: int) -> None:
        self.club, self.league, self.chance = club, league, random.Random(seed)
        self.names = list(EVERYBODY)

    def any(self, state: str) -> Sitting | None:
        found = list(Sitting.objects.filter(state=state, club=self.club.club).order_by("pk"))
        return self.chance.choice(found) if found else None

    def any_deal(self) -> Deal | None:
        found = list(Deal.objects.exclude(kind="scores").order_by("pk"))
        return self.chance.choice(found) if found else None

    def open(self) -> None:
        size = self.chance.choice((3, 4, 5))
        names = self.chance.sample(self.names, size)
        table = self.club.sitting(*names, active_count=size)
        for _ in range(3):
            self.club.deal(table, **told(self.chance, names, size))
        held = set(self.league.evenings.values_list("held_on", flat=True))
        free = [day for day in range(1, 5) if date(2026, 3, day) not in held]
        if free and self.chance.random() < 0.5:
            self.club.evening(self.league, date(2026, 3, self.chance.choice(free)), table)

    def play(self) -> None:
        table = self.any(SittingState.OPEN)
        if table is not None:
            names = [seat.player.name for seat in table.seats.present().select_related("player")]
            self.club.deal(table, **told(self.chance, names, table.active_count))

    def reseat(self) -> None:
        """Deals of two sizes at one table."""
        table = self.any(SittingState.OPEN)
        if table is not None:
            names = self.chance.sample(self.names, 4)
            self.club.reseat(table, *names, active_count=self.chance.choice((3, 4)))
            self.play()

    def plain(self) -> None:
        names = self.chance.sample(self.names, 3)
        table = self.club.sitting(*names)
        plain_deal(self.club, table, **dict(zip(names, (40, -10, -30), strict=True)))
        close(self.club, table)

    def close(self) -> None:
        table = self.any(SittingState.OPEN)
        if table is not None:
            close(self.club, table)

    def close_again(self) -> None:
        """Moves the revision on and changes nothing."""
        table = self.any(SittingState.CLOSED)
        if table is not None:
            close(self.club, table)

    def reopen(self) -> None:
        table = self.any(SittingState.CLOSED)
        if table is not None:
            sittings.reopen_sitting(self.club.actor("Charlie"), table, request_id=uuid4())

    def correct(self) -> None:
        deal = self.any_deal()
        if deal is not None and deal.kind == "played":
            record = {name: value for name, value in deal.record.items() if name != "players"}
            record["points"] = self.chance.randrange(20, 70)
            record.pop("petit_au_bout", None)
            self.write(sittings.correct_deal, deal, record)

    def void(self) -> None:
        deal = self.any_deal()
        if deal is not None:
            self.write(sittings.void_deal, deal)

    def write(self, service, deal: Deal, *record) -> None:
        actor = self.club.actor("Charlie")
        told = {"revision": deal.revision, "reason": "so it was", "request_id": uuid4()}
        service(actor, deal, *record, **told)

    def change_rules(self) -> None:
        table = self.any(SittingState.OPEN)
        if table is not None:
            other = get_game("french").read_rules(self.chance.choice(list(BOOK.built_in)))
            sittings.change_rules(self.club.actor("Charlie"), table, other, request_id=uuid4())

    def merge(self) -> None:
        """A guest turns out to be somebody else, who never sat with them."""
        guest = make_player(self.club.club, f"Guest {Player.objects.count()}")
        guest.save()
        self.club.players[guest.name] = guest
        table = self.club.sitting(guest.name, "Alice", "Dora")
        for _ in range(2):
            names = [guest.name, "Alice", "Dora"]
            self.club.deal(table, **told(self.chance, names, 3))
        if self.chance.random() < 0.7:
            close(self.club, table)
        into = self.club.player("Bob")
        merge_players(self.club.actor("Olivia"), guest, into, request_id=uuid4())
        del self.club.players[guest.name]

    def bring(self) -> None:
        do_import(self.club, TWO)

    def anonymise(self) -> None:
        if "Frank" in self.names:
            self.names.remove("Frank")
            frank = Player.objects.get(pk=self.club.player("Frank").pk)
            anonymise_player(self.club.actor("Olivia"), frank, request_id=uuid4())


HAPPENINGS = (
    *("open", "open", "play", "close", "close", "close", "reopen", "correct", "correct", "void"),
    *("reseat", "plain", "close_again", "change_rules", "merge", "bring", "anonymise"),
)


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_happens(club: Cast, league: League, seed, monkeypatch):
    history = Club(club, league, seed)
    history.open()
    history.close()
    for step in range(STEPS):
        getattr(history, history.chance.choice(HAPPENINGS))()
        if step % 6 == 5:  # while some tables are open: each filter at one of the seeds
            everything, *filtered = populations(club, league)
            at = 2 * seed + step // 6
            assert_same([everything, filtered[at % len(filtered)]], monkeypatch)
    close_all(club)
    assert_same(populations(club, league), monkeypatch)


@pytest.mark.parametrize("guests", ["ranked", "excluded_deals"])
def test_guests_of_a_season(club: Cast, guests, monkeypatch):
    """Sums of tables cannot tell deals without guests: then the deals are asked."""
    league = club.league(*EVERYBODY[:4], standings_rules={"guests": guests})
    chance = random.Random(5)
    for day in (1, 2):
        table = club.sitting(*EVERYBODY[day : day + 4])
        for _ in range(4):
            club.deal(table, **told(chance, list(EVERYBODY[day : day + 4]), 4))
        club.evening(league, date(2026, 3, day), table)
    close_all(club)
    season = Population(club.club, league)

    assert (population_sums(season).live is None) == (guests == "excluded_deals")
    assert all_figures(season) == from_deals(season, monkeypatch)


class TestPlainLoop:
    @pytest.fixture(params=[1, 2])
    def deals(self, club: Cast, request):
        """Half of the tables are closed."""
        play(club, request.param)
        for sitting in Sitting.objects.order_by("pk")[::2]:
            close(club, sitting)
        return all_told()

    def test_the_club(self, club: Cast, deals):
        found = club_figures(Population(club.club))
        takes = [deal for deal in deals if deal.is_known]

        assert population_sums(Population(club.club)).live is not None
        assert {
            str(taker.player.uuid): (
                taker.taken,
                taker.made_count,
                taker.means.margin,
                taker.means.score,
                {part.key: (part.taken, part.made_count) for part in taker.means.contracts},
            )
            for taker in found.takers
        } == {
            who: (
                len(own := [deal for deal in takes if deal.taker == who]),
                sum(deal.margin >= 0 for deal in own),
                mean([deal.margin for deal in own]),
                mean([deal.scores[who] for deal in own]),
                count(own, lambda deal: deal.record["contract"]),
            )
            for who in {deal.taker for deal in takes}
        }
        by_oudlers = {part.key: (part.taken, part.made_count) for part in found.oudlers}
        assert by_oudlers == count(takes, lambda deal: deal.record["oudlers"])
        margins = Counter(int(deal.margin // 5) * 5 for deal in takes)
        bars = {bar.low: bar.made_count + bar.failed for bar in found.margins}
        assert {low: takes for low, takes in bars.items() if takes} == margins
        seats = Counter((len(deal.scores), deal.distance) for deal in takes)
        shown = {(seat.size, seat.place): seat.share.hits for seat in found.seats}
        assert {key: hits for key, hits in shown.items() if hits} == seats
        assert found.stake_mean == mean([abs(deal.stake) for deal in takes])
        there = defaultdict(set)
        for deal in deals:
            there[deal.day] |= deal.scores.keys()
        [month] = found.months
        assert (month.deals, month.evenings) == (len(deals), len(there))
        assert month.attendances == sum(map(len, there.values()))
        assert found.players == month.players == len(set().union(*there.values()))

    def test_the_average_and_evenings(self, club: Cast, deals):
        scores = [score for deal in deals for score in deal.scores.values()]
        won = defaultdict(Counter)
        for deal in deals:
            won[deal.day].update(deal.scores)
        for name in EVERYBODY:
            player = club.player(name)
            me = str(player.uuid)
            found = profile_of(Population(club.club), player)
            assert found.average.mean == Fraction(sum(scores), len(scores))
            assert found.average.take_rate.base == len(scores)
            assert found.average.success.base == sum(deal.is_known for deal in deals)
            assert [(row.night.held_on, row.total, row.rank) for row in found.evenings.rows] == [
                (day, won[day][me], 1 + sum(total > won[day][me] for total in won[day].values()))
                for day in sorted(won)
                if me in won[day]
            ]


def count(takes, key):
    found = defaultdict(lambda: (0, 0))
    for deal in takes:
        taken, made = found[key(deal)]
        found[key(deal)] = taken + 1, made + (deal.margin >= 0)
    return dict(found)


class TestWhenTheyAreKept:
    FOUR = ("Alice", "Bob", "Charlie", "Dora")

    @pytest.fixture
    def table(self, club: Cast) -> Sitting:
        """Alice takes and makes it by 5: 3·60 for her."""
        table = club.sitting(*self.FOUR)
        club.deal(table, taker="Alice")
        return table

    def test_what_french_tarot_counts(self, club: Cast, table):
        close(club, table)
        alice = Share.objects.get(kind="club", player=club.player("Alice"))
        counts = read(alice.content)["4"]

        assert counts["contract garde"] == counts["oudlers 2"] == [1, 1, 180]
        assert (counts["over"], counts["margin 1"], counts["stakes"]) == ([1, 10], [1], [60])
        assert counts["alone"] == [1, 1, 60, 180]

    def test_a_contract_made_under_its_count(self, club: Cast, table):
        """A half point that goes to the taker makes it."""
        close(club, table)
        house = club.sitting("Alice", "Bob", "Charlie", rules={"half_points": "taker"})
        club.deal(house, taker="Bob", contract="garde", oudlers=2, points=40.5)
        close(club, house)
        found = club_figures(Population(club.club))

        assert is_kept(table)
        assert is_kept(house)
        assert (found.takes.hits, found.takes.base) == (2, 2)
        assert [(bar.low, bar.made_count) for bar in found.margins if bar.made_count] == [
            (-5, 1),
            (5, 1),
        ]

    def test_a_table_without_a_deal(self, club: Cast):
        table = club.sitting(*self.FOUR)
        close(club, table)
        assert is_kept(table)
        assert club_figures(Population(club.club)).evenings == 0

    def test_a_table_that_is_taken_over(self, club: Cast):
        opened = club.private_table("Ana", "Luc", "Zoé")
        Sitting.objects.filter(pk=opened.sitting.pk).update(
            state=SittingState.CLOSED, closed_at=opened.sitting.opened_at
        )
        fill_missing()
        ana = Player.objects.get(club=opened.sitting.club, name="Ana")
        actor = Actor.of_user(club.user("Alice"), [str(opened.link.uuid)])
        places = {ana.uuid: club.player("Bob")}
        take_over(actor, opened.sitting.club, club.club, places, request_id=uuid4())

        assert is_kept(opened.sitting)
        assert Share.objects.filter(club=club.club, player=club.player("Bob")).exists()
        assert club_figures(Population(club.club)).deals == 1

    @pytest.mark.parametrize("kept", [True, False])
    def test_queries(self, club: Cast, table, kept, django_assert_max_num_queries):
        if kept:
            close(club, table)
        with django_assert_max_num_queries(9):
            club_figures(Population(club.club))
        with django_assert_max_num_queries(13):
            profile_of(Population(club.club), club.player("Bob"))

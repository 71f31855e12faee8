"""All statistics of players, computed twice: by the database, and by plain loops over the records.

Source: leagues.md §4.6, §10 (invariants 6–8, 11).
"""

import random
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import combinations, pairwise
from statistics import stdev
from typing import Any

import pytest

from clubs.core.standings.rank import Guests, LeagueSettings
from clubs.games.french.queries.club_figures import club_figures
from clubs.games.french.queries.figures import figures_of
from clubs.models import Deal, Player, Sitting
from clubs.queries.seasons.leagues import league_data
from clubs.queries.statistics.deal_filters import DealFilter, deal_sums
from clubs.queries.statistics.player_evenings import evenings_of
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.sums import population_sums
from clubs.queries.statistics.versus import companions, head_to_head
from tests.again import built_again
from tests.cast import Cast
from tests.queries.plain_deals import plain_deal

EVERYBODY = ("Alice", "Bob", "Charlie", "Dora", "Olivia", "Frank")
NEEDED = {0: 56, 1: 51, 2: 41, 3: 36}
TIMES = {"prise": 1, "garde": 2, "garde_sans": 4, "garde_contre": 6}
SEEDS = (1, 2)


def play(club: Cast, seed: int) -> None:
    built_again(play_tables, club, seed)


def play_tables(club: Cast, seed: int) -> None:
    """Tables of three to six, on four days, two on one of them; with people who rest, void deals,
    and deals of which only the scores are known."""
    chance = random.Random(seed)
    for day, size, resting in [(1, 4, 1), (1, 4, 0), (2, 5, 1), (3, 3, 0), (4, 6, 0), (4, 3, 1)]:
        names = chance.sample(EVERYBODY, min(size + resting, 6))
        table = club.sitting(*names, active_count=size)
        Sitting.objects.filter(pk=table.pk).update(opened_at=datetime(2026, 3, day, 19, tzinfo=UTC))
        for _ in range(8):
            club.deal(table, **told(chance, names, size))
    table = club.sitting("Bob", "Dora", "Frank", "Alice", active_count=3)
    for _ in range(3):
        won = chance.randrange(-50, 50)
        plain_deal(club, table, Bob=2 * won, Dora=-won, Frank=-won)
    at = datetime(2026, 3, 2, 20, tzinfo=UTC)
    Sitting.objects.filter(pk=table.pk).update(opened_at=at + timedelta(minutes=seed))


def told(chance: random.Random, names: list[str], size: int) -> dict[str, Any]:
    if chance.random() < 0.1:
        return {"kind": "void", "void_reason": "all_pass"}
    out = chance.sample(names, len(names) - size)
    active = [name for name in names if name not in out]
    oudlers = chance.randrange(4)
    record = {
        "dealer": chance.choice(names),
        "taker": chance.choice(active),
        "contract": chance.choice(list(TIMES)),
        "oudlers": oudlers,
        "points": chance.randrange(30, 60) + chance.choice([0, 0.5] if size in (3, 5) else [0]),
        "out": out,
    }
    if size > 4:
        record["called"] = chance.sample(active, size - 4)
    if chance.random() < 0.3:
        record["petit_au_bout"] = "attack" if oudlers > 1 else "defence"
    if chance.random() < 0.3:
        record["poignees"] = [{"player": chance.choice(active), "size": "simple"}]
    return {key: value for key, value in record.items() if value != []}


@dataclass
class Told:
    """A deal as its record tells it, and the scores of those who played it."""

    day: Any
    table: int
    record: dict[str, Any]
    scores: dict[str, int]
    stake: int | None

    @property
    def is_known(self) -> bool:
        return self.record.get("kind") != "scores"

    @property
    def taker(self) -> str | None:
        return self.record.get("taker")

    @property
    def attack(self) -> set[str]:
        called = {name for name in self.record.get("called", []) if name not in (None, "dog")}
        return {self.taker, *called} - {None}

    @property
    def margin(self) -> Fraction:
        return Fraction(self.record["points"]) - NEEDED[self.record["oudlers"]]

    @property
    def distance(self) -> int:
        """Counted on from the dealer, over those who play."""
        players, place = self.record["players"], 0
        at = players.index(self.record["dealer"])
        for step in range(1, len(players) + 1):
            who = players[(at + step) % len(players)]
            place += who in self.scores
            if who == self.taker:
                return place
        raise AssertionError


def all_told() -> list[Told]:
    deals = Deal.objects.order_by("sitting__opened_at", "sitting_id", "number")
    found = []
    for deal in deals.select_related("sitting"):
        if deal.record.get("kind") == "void":
            continue
        resting = deal.record.get("out", [])
        scores = {
            str(row.player.uuid): row.score
            for row in deal.scores.select_related("player")
            if str(row.player.uuid) not in resting
        }
        if deal.record.get("kind") == "scores":
            scores = {who: won for who, won in scores.items() if who in deal.record["scores"]}
        day = deal.sitting.opened_at.date()
        found.append(Told(day, deal.sitting_id, deal.record, scores, deal.stake))
    return found


def longest(values: list[bool], wanted: bool) -> int:
    best = now = 0
    for value in values:
        now = now + 1 if value == wanted else 0
        best = max(best, now)
    return best


def mean(values: list[Any]) -> Fraction | None:
    return Fraction(sum(values)) / len(values) if values else None


def group(takes: list[Told], key: Any) -> dict[Any, tuple[int, int, int]]:
    found: dict[Any, list[Told]] = defaultdict(list)
    for deal in takes:
        found[key(deal)].append(deal)
    return {
        name: (len(deals), sum(d.margin >= 0 for d in deals), sum(d.scores[d.taker] for d in deals))
        for name, deals in found.items()
    }


def naive(deals: list[Told], me: str) -> dict[str, Any]:
    mine = [deal for deal in deals if me in deal.scores]
    known = [deal for deal in mine if deal.is_known]
    takes = [deal for deal in known if deal.taker == me]
    partnered = [deal for deal in known if me in deal.attack and deal.taker != me]
    defended = [deal for deal in known if me not in deal.attack]
    scores = [deal.scores[me] for deal in mine]
    return {
        "counts": (len(mine), len(takes), len(partnered), len(defended), sum(scores)),
        "take_share": sum((Fraction(1, len(deal.scores)) for deal in known), Fraction()),
        "made": sum(deal.margin >= 0 for deal in takes),
        "beaten": sum(deal.margin < 0 for deal in defended),
        "by_contract": group(takes, lambda deal: deal.record["contract"]),
        "by_oudlers": group(takes, lambda deal: deal.record["oudlers"]),
        "by_size": group(takes, lambda deal: len(deal.scores)),
        "by_position": group(takes, lambda deal: deal.distance),
        "margin_mean": mean([deal.margin for deal in takes]),
        "daring": mean([TIMES[deal.record["contract"]] for deal in takes]),
        "means": [
            mean([deal.scores[me] for deal in some]) for some in (mine, takes, partnered, defended)
        ],
        "score_sd": stdev(scores) if len(scores) > 1 else None,
        "extremes": (max(scores), min(scores)),
        "made_run": longest([deal.margin >= 0 for deal in takes], True),
        "failed_run": longest([deal.margin >= 0 for deal in takes], False),
        "drought": longest([deal.taker == me for deal in known], False),
        "poignees": sum(
            poignee["player"] == me for deal in known for poignee in deal.record.get("poignees", [])
        ),
        "petits": tuple(
            sum(deal.record.get("petit_au_bout") == camp for deal in takes)
            for camp in ("attack", "defence")
        ),
    }


def by_sql(population: Population, player: Player) -> dict[str, Any]:
    found = figures_of(population_sums(population), player)

    def parts(some: Any) -> dict[Any, tuple[int, int, int]]:
        return {part.key: (part.rate.base, part.rate.hits, part.total) for part in some}

    best, worst = found.best_deal, found.worst_deal
    return {
        "counts": (found.deals, found.taken, found.partnered, found.defended, found.total),
        "take_share": found.take_share,
        "made": found.success.hits,
        "beaten": found.defence.hits,
        "by_contract": parts(found.by_contract),
        "by_oudlers": parts(found.by_oudlers),
        "by_size": parts(found.by_size),
        "by_position": parts(found.by_position),
        "margin_mean": found.margin_mean,
        "daring": found.daring,
        "means": [
            some.value
            for some in (found.scores, found.as_taker, found.as_partner, found.in_defence)
        ],
        "score_sd": found.score_sd and pytest.approx(found.score_sd),
        "extremes": (best.score if best else None, worst.score if worst else None),
        "made_run": found.runs.longest_made,
        "failed_run": found.runs.longest_failed,
        "drought": found.longest_drought,
        "poignees": found.poignees,
        "petits": (found.petit_won, found.petit_lost),
    }


@pytest.fixture(params=SEEDS)
def population(request, club: Cast) -> Population:
    play(club, request.param)
    return Population(club.club)


def test_the_figures(club: Cast, population: Population):
    deals = all_told()

    for name in EVERYBODY:
        player = club.player(name)
        assert by_sql(population, player) == naive(deals, str(player.uuid)), name


def test_the_evenings(club: Cast, population: Population):
    won: dict[Any, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for deal in all_told():
        for who, score in deal.scores.items():
            won[deal.day][who].append(score)

    for name in EVERYBODY:
        me = str(club.player(name).uuid)
        expected, deficits = [], []
        for day in sorted(won):
            if me not in won[day]:
                continue
            totals = {who: sum(scores) for who, scores in won[day].items()}
            rank = sorted(totals.values(), reverse=True).index(totals[me]) + 1
            expected.append((day, totals[me], len(won[day][me]), rank, len(totals)))
            running = [sum(won[day][me][:n]) for n in range(len(won[day][me]) + 1)]
            if running[-1] >= 0 > min(running):
                deficits.append(-min(running))
        found = evenings_of(population_sums(population), club.player(name), placed=None)

        assert [
            (row.night.held_on, row.total, row.deals, row.rank, row.ranked) for row in found.rows
        ] == expected
        assert found.comeback == max(deficits, default=None)
        assert all(b.running - a.running == b.total for a, b in pairwise(found.rows))


def test_head_to_head(club: Cast, population: Population):
    deals = all_told()
    sums = population_sums(population)
    for one, other in combinations(map(club.player, EVERYBODY), 2):
        a, b = str(one.uuid), str(other.uuid)
        common = [deal for deal in deals if a in deal.scores and b in deal.scores]
        difference = sum(deal.scores[a] - deal.scores[b] for deal in common)
        paid = sum(
            deal.stake * ((deal.taker == a) - (deal.taker == b))
            for deal in common
            if deal.is_known and len({a, b} & deal.attack) == 1 and deal.taker in (a, b)
        )
        evenings = [0, 0]
        for day in {deal.day for deal in common}:
            tonight = [deal.scores for deal in deals if deal.day == day]
            mine, theirs = (sum(scores.get(who, 0) for scores in tonight) for who in (a, b))
            evenings[0] += mine > theirs
            evenings[1] += mine < theirs

        duel = head_to_head(sums, one, other)
        back = head_to_head(sums, other, one)

        assert (duel.deals, duel.difference, duel.paid) == (len(common), difference, paid)
        assert [duel.evenings_above, duel.evenings_below] == evenings
        assert (back.difference, back.paid) == (-duel.difference, -duel.paid)
        assert back.evenings_balance == -duel.evenings_balance


def test_companions(club: Cast, population: Population):
    deals = [deal for deal in all_told() if deal.is_known]
    for player in map(club.player, EVERYBODY):
        me = str(player.uuid)
        for row in companions(population_sums(population), player):
            friend = str(row.uuid)
            both = [deal for deal in deals if {me, friend} <= deal.attack]
            assert row.together.base == len(both)
            assert row.together.hits == sum(deal.margin >= 0 for deal in both)
            assert row.together_total == sum(deal.scores[me] for deal in both)


def test_sums_over_all_players(club: Cast, population: Population):
    """leagues.md §10, invariant 6: everybody plays a part in each deal, and one of them takes
    it."""
    known = [deal for deal in all_told() if deal.is_known]
    found = [figures_of(population_sums(population), club.player(name)) for name in EVERYBODY]

    assert all(f.taken + f.partnered + f.defended + f.plain == f.deals for f in found)
    assert sum(f.taken for f in found) == len(known)
    assert sum(f.made for f in found) == sum(deal.margin >= 0 for deal in known)
    assert sum(f.total for f in found) == 0
    assert sum(f.take_share for f in found) == len(known)


def season_with(club: Cast, settings: LeagueSettings) -> Population:
    """All tables of `play` in a season without Frank: he is its guest."""
    league = club.league(*EVERYBODY[:5], standings_rules=settings.to_json())
    for number, table in enumerate(Sitting.objects.order_by("opened_at", "pk")):
        club.evening(league, table.opened_at.date(), table, name=str(number))
    return Population(club.club, league=league)


@pytest.mark.parametrize(
    "settings",
    [
        LeagueSettings(guests=Guests.EXCLUDED_DEALS),
        LeagueSettings(sizes=(4, 5)),
        LeagueSettings(guests=Guests.EXCLUDED_DEALS, sizes=(3, 4)),
    ],
    ids=["without guests", "sizes", "both"],
)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_season_that_leaves_deals_out(club: Cast, seed: int, settings: LeagueSettings):
    """Figures, the list of deals behind them and the standings agree on what counts."""
    play(club, seed)
    population = season_with(club, settings)
    everything = all_told()
    members = {str(club.player(name).uuid) for name in EVERYBODY[:5]}
    deals = [deal for deal in everything if len(deal.scores) in settings.sizes]
    if settings.guests is Guests.EXCLUDED_DEALS:
        deals = [deal for deal in deals if deal.scores.keys() <= members]
    known = [deal for deal in deals if deal.is_known]
    assert 0 < len(known) < len(everything)

    for name in EVERYBODY:
        player, me = club.player(name), str(club.player(name).uuid)
        mine = [deal for deal in deals if me in deal.scores]
        listed = deal_sums(DealFilter(population, player=player))
        assert (listed.deals, listed.total) == (len(mine), sum(d.scores[me] for d in mine)), name
        if mine:
            assert by_sql(population, player) == naive(deals, me), name
    season = club_figures(population)
    assert (season.deals, season.takes.base) == (len(deals), len(known))
    assert season.takes.hits == sum(deal.margin >= 0 for deal in known)
    assert season.players == len({who for deal in deals for who in deal.scores})
    assert season.evenings == len({deal.table for deal in deals})
    assert DealFilter(population).deals().count() == len(deals)
    rows = league_data(population.league).standings().table.rows
    assert {row.player: row.deals for row in rows if row.deals} == {
        who: sum(who in deal.scores for deal in deals)
        for who in {who for deal in deals for who in deal.scores}
    }


def test_no_name_changes_a_number(club: Cast, population: Population):
    """leagues.md §10, invariant 11."""
    before = by_sql(population, club.player("Bob"))
    Player.objects.filter(pk=club.player("Bob").pk).update(name="Player 7", name_key="player 7")

    assert by_sql(population, Player.objects.get(name="Player 7")) == before

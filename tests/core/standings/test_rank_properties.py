"""Invariants of leagues.md §10 that concern standings, on random seasons."""

from datetime import timedelta
from fractions import Fraction
from itertools import pairwise

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clubs.core.standings.rank import (
    DealResult,
    LeagueSettings,
    league_ranks,
    league_values,
    only_players,
    rank_league,
    result_cells,
)
from tests.core.standings.seasons import (
    DEFAULTS,
    FIRST_DAY,
    league_input,
    seasons,
    settings_objects,
)

DAYS = st.integers(-1, 30).map(lambda days: FIRST_DAY + timedelta(days=days))
ZERO_SUM = st.sampled_from(["none", "per_opponent"])
MANY = settings(max_examples=40, deadline=None)


def standings(season, as_of=None, **changes):
    told = {**DEFAULTS, **changes}
    return rank_league(league_input(season, told["guests"]), LeagueSettings.read(told), as_of)


def told(found):
    """The rows with their lines."""
    tables = [found.table, *found.by_size.values()]
    return [[(row, row.lines) for row in table.rows] for table in tables]


@MANY
@given(seasons(totals=False), settings_objects(), ZERO_SUM, st.none() | DAYS)
def test_1_the_sum_of_totals_is_the_sum_of_penalties(season, told, normalise, as_of):
    found = standings(season, as_of, **{**told, "normalise": normalise, "unqualified": "below"})

    assert sum(row.total for row in found.rows) == sum(row.penalty for row in found.rows)
    assert found.table.total_sum == found.table.penalty_sum


@MANY
@given(seasons(totals=False), settings_objects(normalise="own_size"))
def test_1_for_each_size(season, told):
    for table in standings(season, **told).by_size.values():
        assert table.total_sum == table.penalty_sum


@MANY
@given(seasons(), settings_objects(), st.data())
def test_2_the_order_of_entry_does_not_matter(season, settings, data):
    before = told(standings(season, **settings))

    season.results = data.draw(st.permutations(season.results))
    season.totals = data.draw(st.permutations(season.totals))
    season.penalties = data.draw(st.permutations(season.penalties))

    assert told(standings(season, **settings)) == before


@MANY
@given(seasons(), settings_objects())
def test_3_as_of_the_last_day_and_before_the_first(season, settings):
    last = max(season.evenings, default=FIRST_DAY)

    assert told(standings(season, last, **settings)) == told(standings(season, **settings))
    before = standings(season, FIRST_DAY - timedelta(days=1), **settings)
    assert (before.rows, dict(before.by_size), before.evenings) == ((), {}, ())


@MANY
@given(seasons(), st.sampled_from(["total", "average"]), ZERO_SUM, st.data())
def test_4_one_more_deal_changes_only_its_players(season, method, normalise, data):
    assume(season.evenings)
    before = {r.player: r.value for r in standings(season, method=method, normalise=normalise).rows}
    names = data.draw(st.permutations([name for name, _ in season.members]))
    size = data.draw(st.integers(3, min(6, len(names))))
    scores = dict(zip(names[:size], [(size - 1) * 40, *[-40] * (size - 1)], strict=True))

    season.results.append(DealResult(0, "new", 1, scores))

    after = {r.player: r.value for r in standings(season, method=method, normalise=normalise).rows}
    changed = {name for name in after if after[name] != before.get(name)}
    assert changed <= set(scores)


@MANY
@given(seasons(), settings_objects(penalties=True, carry_over=False, normalise="none"))
def test_5_methods_that_leave_nothing_out_are_the_total(season, told):
    def rows(**changes):
        return standings(season, **{**told, **changes}).rows

    total = {row.player: row.value for row in rows(method="total")}
    best = rows(method="best_n", best_n=max(1, len(season.evenings)))
    assert {row.player: row.value for row in best} == total
    nothing_dropped = rows(method="drop_worst", drop_worst=0, missed_counts_as=None)
    assert {row.player: row.value + row.penalty for row in nothing_dropped} == total


@MANY
@given(seasons(sizes=(4,)), settings_objects())
def test_5_tables_of_four_are_as_scored(season, settings):
    as_scored = standings(season, **{**settings, "normalise": "none"})
    normalised = standings(season, **{**settings, "normalise": "per_opponent"})

    assert told(as_scored) == told(normalised)


@MANY
@given(
    seasons(totals=False),
    settings_objects(method="place_points", normalise="none", attendance_points=0),
)
def test_9_place_points_of_an_evening_are_those_of_the_places_taken(season, settings):
    found = standings(season, **{**settings, "unqualified": "below", "place_scope": "evening"})
    points = settings["place_points"]
    for at in range(len(season.evenings)):
        lines = [line for row in found.rows for line in row.lines if line.evening == at]
        ranked = [line for line in lines if line.place is not None]
        assert sum(line.place_points for line in ranked) == sum(points[: len(ranked)])


@MANY
@given(seasons(), settings_objects(), st.none() | DAYS)
def test_ranks(season, settings, as_of):
    """A rank is 1 + how many are strictly before; shared exactly by those who are tied."""
    found = standings(season, as_of, **settings)
    for table in [found.table, *found.by_size.values()]:
        ranks = [row.rank for row in table.rows if row.rank is not None]
        assert ranks == sorted(ranks)
        assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks)
        for row in table.rows:
            assert row.tied == (row.rank is not None and ranks.count(row.rank) > 1)
        assert [row.rank for row in table.rows] == ranks + [None] * (len(table.rows) - len(ranks))


@MANY
@given(seasons(), settings_objects(), st.none() | DAYS)
def test_the_sum_of_the_page_is_the_value(season, settings, as_of):
    """leagues.md §3.6."""
    found = standings(season, as_of, **settings)
    for table in [found.table, *found.by_size.values()]:
        for row in table.rows:
            assert row.value == (Fraction(row.base) / row.divisor if row.divisor else None)
            for line in row.lines:
                assert line.counted or line.amount == 0
                if not line.missed:
                    assert line.score == sum(part.score for part in line.tables)
                    assert line.raw == sum(part.raw for part in line.tables)
                    assert line.score == row.per_evening[line.evening]
            if settings["method"] == "rating":
                continue
            amounts = sum(line.amount for line in row.lines)
            penalty = row.penalty if found.adds_penalties else 0
            carried = row.carry_over if found.adds_carry_over else 0
            assert amounts + penalty + carried == row.base


@MANY
@given(seasons(), settings_objects(), st.none() | DAYS)
def test_neighbours(season, settings, as_of):
    """What decided between two ranks of one value is a tie-break that both sides tell alike."""
    found = standings(season, as_of, **settings)
    for table in [found.table, *found.by_size.values()]:
        ranked = [row for row in table.rows if row.rank is not None]
        for better, worse in pairwise(ranked):
            if better.rank == worse.rank:
                assert better.value == worse.value
                continue
            assert better.to_worse == worse.to_better == better.value - worse.value
            if better.value != worse.value:
                assert better.worse_by is worse.better_by is None
            else:
                assert better.worse_by.tie_break in found.settings.tie_breaks
                assert better.worse_by.mine != better.worse_by.theirs
                assert worse.better_by.tie_break == better.worse_by.tie_break


@MANY
@given(seasons(totals=False), st.none() | DAYS)
def test_cells_add_up_to_the_deals(season, as_of):
    cells = result_cells(season.results)

    assert sum(cell.deals for cell in cells) == sum(len(r.scores) for r in season.results)
    assert sum(cell.score for cell in cells) == 0
    known = [r for r in season.results if r.taker is not None]
    assert sum(cell.taken for cell in cells) == len(known)
    assert sum(cell.contracts_made for cell in cells) == sum(r.is_made for r in known)


@MANY
@given(seasons(), settings_objects())
def test_whole_numbers_are_ints(season, settings):
    found = standings(season, **settings)
    for table in [found.table, *found.by_size.values()]:
        for row in table.rows:
            lines = [number for line in row.lines for number in (line.score, line.amount)]
            for number in [row.value, row.base, row.total, *row.per_evening, *lines]:
                assert number is None or type(number) is int or number.denominator > 1


@MANY
@given(seasons(), settings_objects(), st.none() | DAYS, st.data())
def test_ranks_and_values_alone_are_those_of_the_ranking(season, told, as_of, data):
    league, settings = league_input(season, told["guests"]), LeagueSettings.read(told)
    found = rank_league(league, settings, as_of)
    players = [member.key for member in league.members]
    some = data.draw(st.lists(st.sampled_from(players), unique=True) if players else st.just([]))
    part = only_players(league, settings, some)

    for size, table in found.by_size.items() or [(None, found.table)]:
        ranked = {row.player: row.value for row in table.rows if row.player in some}
        assert league_values(part, settings, some, as_of, size) == ranked
        ranks = {row.player: row.rank for row in table.rows if row.rank is not None}
        assert league_ranks(league, settings, as_of, size) == ranks

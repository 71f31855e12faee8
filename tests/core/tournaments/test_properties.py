"""Invariants of tournaments.md §13 that concern standings, and the second
implementation, on random tournaments."""

import copy

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clubs.core.tournaments.files import read_tournament
from clubs.core.tournaments.standings import ranks_after
from tests.core.tournaments.examples import TIE_BREAKS, told, tournaments
from tests.core.tournaments.naive import document_of

MANY = settings(max_examples=40, deadline=None)
FEW = settings(max_examples=20, deadline=None)


@MANY
@given(tournaments(), st.data())
def test_the_second_implementation_says_the_same(document, data):
    after = data.draw(st.integers(0, len(document["rounds"])))

    assert told(document, after) == document_of(document, after)


@FEW
@given(tournaments(people=False, byes=False))
def test_2_deals_and_slips_sum_to_0_and_totals_to_the_penalties(document):
    tournament = read_tournament(document)

    for played in tournament.rounds:
        for table in played.tables:
            assert sum(table.slip.scores.values()) == 0
            assert all(sum(deal.scores.values()) == 0 for deal in table.slip.deals)
    for after in range(len(document["rounds"]) + 1):
        standings = tournament.standings(after)
        assert standings.total_sum == standings.penalty_sum


@FEW
@given(tournaments(people=True), st.data())
def test_2_with_byes_and_missed_rounds(document, data):
    after = data.draw(st.integers(0, len(document["rounds"])))
    tournament = read_tournament(document)

    standings = tournament.standings(after)

    missed = sum(row.rounds.count(None) for row in standings.rows)
    byes = sum(
        row.rounds[played.number - 1]
        for played in tournament.rounds[:after]
        for row in standings.rows
        if row.player in played.byes
    )
    extra = byes + missed * document["tournament"]["missed_round_score"]
    assert standings.total_sum == standings.penalty_sum + extra


@FEW
@given(tournaments(), st.data())
def test_3_the_order_in_which_things_arrive_does_not_matter(document, data):
    before = told(document)
    shuffled = copy.deepcopy(document)
    for played in shuffled["rounds"]:
        played["tables"] = data.draw(st.permutations(played["tables"]))
        for table in played["tables"]:
            if "deals" in table:
                table["deals"] = data.draw(st.permutations(table["deals"]))
    shuffled["penalties"] = data.draw(st.permutations(shuffled["penalties"]))

    assert told(shuffled) == before


@FEW
@given(tournaments(), st.data())
def test_ranks_alone_are_those_of_the_standings(document, data):
    after = data.draw(st.integers(0, len(document["rounds"])))
    tournament = read_tournament(document)
    ranked = [row for row in tournament.standings(after).rows if row.rank is not None]

    ranks = ranks_after(tournament.input(), tournament.settings, after)

    assert list(ranks.items()) == [(row.player, row.rank) for row in ranked]


@FEW
@given(tournaments())
def test_5_a_rank_is_one_more_than_the_rows_before(document):
    standings = read_tournament(document).standings()

    ranked = [row for row in standings.rows if row.rank is not None]
    assert list(standings.rows[: len(ranked)]) == ranked
    for at, row in enumerate(ranked):
        same = [other for other in ranked if other.rank == row.rank]
        assert row.rank == 1 + sum(other.rank < row.rank for other in ranked)
        assert row.tied == (len(same) > 1)
        assert [other.number for other in same] == sorted(other.number for other in same)
        assert at == 0 or ranked[at - 1].rank <= row.rank
    if not document["tournament"]["tie_breaks"]:
        by_rank = {}
        for row in ranked:
            by_rank.setdefault((row.rank, row.left), set()).add(row.total)
        assert all(len(totals) == 1 for totals in by_rank.values())


@FEW
@given(
    tournaments(people=False, byes=False, tie_breaks=[t for t in TIE_BREAKS if t != "lot"]),
    st.data(),
)
def test_6_a_better_score_never_worsens_a_rank(document, data):
    """The rest of the table pays for it, so that the slip still sums to 0."""
    tables = [table for played in document["rounds"] for table in played["tables"]]
    totals = [table["totals"] for table in tables if "totals" in table]
    assume(totals)
    changed = data.draw(st.sampled_from(totals))
    winner, *payers = data.draw(st.permutations(list(changed)))
    before = {row["player"]: row["rank"] for row in told(document)["rows"]}

    for payer in payers:
        changed[payer] -= 30
    changed[winner] += 30 * len(payers)

    after = {row["player"]: row["rank"] for row in told(document)["rows"]}
    assert after[winner] <= before[winner]


@FEW
@given(tournaments(people=False, byes=False, tie_breaks=["direct", "fewer_penalties", "lot"]))
def test_7_a_round_of_zeros_changes_no_rank(document):
    before = [(row["rank"], row["player"]) for row in told(document)["rows"]]
    everybody = [entry["id"] for entry in document["entries"]]
    sizes = {6: [3, 3], 7: [4, 3], 8: [4, 4], 9: [5, 4], 10: [5, 5], 11: [4, 4, 3]}
    places = iter(everybody)
    tables = [[next(places) for _ in range(size)] for size in sizes[len(everybody)]]
    document["rounds"].append(
        {"tables": [{"players": p, "totals": dict.fromkeys(p, 0)} for p in tables]}
    )

    assert [(row["rank"], row["player"]) for row in told(document)["rows"]] == before


@FEW
@given(tournaments(tie_breaks=[name for name in TIE_BREAKS if name != "lot"]), st.data())
def test_8_other_names_and_numbers_permute_the_standings_only(document, data):
    """The lot is drawn by entry number, so it is left out."""
    keys = [entry["id"] for entry in document["entries"]]
    new = dict(zip(keys, data.draw(st.permutations([f"X{at}" for at in keys])), strict=True))
    before = {row["player"]: without_number(row) for row in told(document)["rows"]}

    other = renamed(document, new)
    other["entries"] = data.draw(st.permutations(other["entries"]))
    for played in other["rounds"]:
        numbers = data.draw(st.permutations(range(1, len(played["tables"]) + 1)))
        for number, table in zip(numbers, played["tables"], strict=True):
            table["number"] = number

    after = {row["player"]: without_number(row) for row in told(other)["rows"]}
    assert after == {new[player]: row for player, row in before.items()}


def without_number(row):
    return {name: value for name, value in row.items() if name not in {"player", "number"}}


def renamed(value, new):
    """The same JSON with other names for entries, as values and as keys."""
    if isinstance(value, dict):
        return {new.get(name, name): renamed(inner, new) for name, inner in value.items()}
    if isinstance(value, list):
        return [renamed(inner, new) for inner in value]
    return new.get(value, value) if isinstance(value, str) else value


@FEW
@given(tournaments(), st.data())
def test_16_categories_and_teams_follow_from_the_rows(document, data):
    standings = read_tournament(document).standings()

    for code, placed in standings.categories.items():
        own = [row for row in standings.rows if code in row.categories]
        assert [place.row for place in placed] == own
        for place in placed:
            better = [
                row for row in own if row.rank is not None and row.rank < (place.row.rank or 0)
            ]
            expected = None if place.row.rank is None else 1 + len(better)
            assert place.rank == expected
    totals = {row.player: row.total for row in standings.rows}
    for team in standings.teams:
        scores = [totals[member] for member in team.members if member in totals]
        best = sorted(scores, reverse=True)[: standings.settings.best_n]
        assert team.total == sum(best)

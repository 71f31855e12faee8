"""Random small seasons and settings for hypothesis, and the example season."""

import json
from datetime import date, timedelta

from hypothesis import strategies as st

from clubs.core.standings.rank import (
    DealResult,
    LeagueInput,
    LeaguePenalty,
    LeagueSettings,
    Member,
    RankedEvening,
    ShownRating,
    TableTotal,
    head_to_head_of,
    result_cells,
    without_guests,
)
from tests.core.standings.naive import Season
from tests.paths import DATA
from tests.specified import document, section

EXAMPLE = DATA / "league_small.json"
NAMES = ("Anne", "Bob", "Cléo", "Dino", "Eva", "Fred", "Gina", "Hugo")
FIRST_DAY = date(2025, 9, 12)
SCORES = st.integers(-3, 3).map(lambda score: score * 30)  # few values: many ties
DEFAULTS = document(section("leagues.md §3.1"))
TIE_BREAKS = (
    "evenings",
    "fewer_deals",
    "average",
    "best_evening",
    "second_best_evening",
    "evenings_won",
    "contracts_made",
    "success_rate",
    "head_to_head",
    "last_evening",
    "lot",
)


def example():
    """The document of the example season, fresh."""
    return json.loads(EXAMPLE.read_text(encoding="utf-8"))


@st.composite
def results(draw, at, key, players):
    """The deals of one table: 1 to 4, or many, as `z_score` needs them."""
    deals = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        scores = [draw(SCORES) for _ in players[1:]]
        taker = draw(st.sampled_from([None, *players]))
        made = None if taker is None else draw(st.booleans())
        told = dict(zip(players, [-sum(scores), *scores], strict=True))
        for again in range(draw(st.sampled_from([1, 1, 1, 16]))):
            deals.append(DealResult(at, key, number * 100 + again, told, taker, made))
    return deals


@st.composite
def seasons(draw, totals=True, guests=True, sizes=(3, 4, 5, 6), penalties=True):
    count = draw(st.integers(4, len(NAMES)))
    guest_count = draw(st.integers(0, 2)) if guests else 0
    members = [(name, at >= count - guest_count) for at, name in enumerate(NAMES[:count])]
    names = [name for name, _ in members]
    season = Season(members, [], [], [], [], seed=draw(st.integers(0, 5)), carried={}, ratings={})
    for at in range(draw(st.integers(0, 4))):
        season.evenings.append(FIRST_DAY + timedelta(days=7 * at))
        for key in draw(st.sampled_from(["", "A", "A", "AB"])):
            size = draw(st.sampled_from([size for size in sizes if size <= count]))
            players = draw(st.permutations(names))[:size]
            if totals and draw(st.integers(0, 5)) == 0:
                season.totals += [
                    TableTotal(
                        at,
                        key,
                        player,
                        draw(SCORES),
                        draw(st.sampled_from([None, 2])),
                        draw(st.sampled_from([None, None, 5])),
                    )
                    for player in players
                ]
            else:
                season.results += draw(results(at, key, players))
        if penalties and draw(st.integers(0, 2)) == 0:
            points = draw(st.sampled_from([-30, -30, 30, 60]))
            season.penalties.append(LeaguePenalty(at, draw(st.sampled_from(names)), points))
    for name in names:
        season.carried[name] = draw(st.sampled_from([0, 0, 30, -30]))
        if draw(st.booleans()):
            value, provisional = draw(st.sampled_from([1000, 1010, 1020])), draw(st.booleans())
            season.ratings[name] = ShownRating(value, provisional)
    return season


@st.composite
def settings_objects(draw, **fixed):
    """Complete settings as JSON."""
    told = {
        **DEFAULTS,
        "method": draw(
            st.sampled_from(
                [
                    "total",
                    "average",
                    "evening_average",
                    "best_n",
                    "drop_worst",
                    "place_points",
                    "rating",
                ]
            )
        ),
        "sizes": draw(st.sampled_from([[3, 4, 5, 6], [4], [5, 3]])),
        "normalise": draw(st.sampled_from(["none", "per_opponent", "z_score", "own_size"])),
        "guests": draw(st.sampled_from(["played_not_ranked", "ranked", "excluded_deals"])),
        "min_evenings": draw(st.integers(0, 3)),
        "min_deals": draw(st.sampled_from([0, 0, 3, 20])),
        "unqualified": draw(st.sampled_from(["below", "hidden", "ranked"])),
        "best_n": draw(st.integers(1, 3)),
        "drop_worst": draw(st.integers(0, 3)),
        "missed_counts_as": draw(st.sampled_from([None, 0, -30, 60])),
        "place_points": draw(st.sampled_from([[10, 6, 4, 3, 2, 1], [3], [], [5, 5, 2]])),
        "attendance_points": draw(st.sampled_from([0, 2])),
        "place_scope": draw(st.sampled_from(["evening", "table"])),
        "tie_breaks": draw(st.permutations(TIE_BREAKS))[: draw(st.integers(0, 4))],
        "carry_over": draw(st.booleans()),
        "penalties": draw(st.booleans()),
    }
    return {**told, **fixed}


def league_input(season, guests="played_not_ranked"):
    """What core takes; the caller leaves out deals of guests where they do not count."""
    results = season.results
    if guests == "excluded_deals":
        strangers = {name for name, is_guest in season.members if is_guest}
        results = without_guests(results, strangers)
    return LeagueInput(
        members=[
            Member(name, number, is_guest, season.carried.get(name, 0))
            for number, (name, is_guest) in enumerate(season.members, start=1)
        ],
        evenings=[RankedEvening(day, day.isoformat()) for day in season.evenings],
        cells=result_cells(results),
        totals=season.totals,
        penalties=season.penalties,
        seed=season.seed,
        head_to_head=head_to_head_of(results),
        ratings=season.ratings,
    )


def read(**changes):
    return LeagueSettings.read(changes)

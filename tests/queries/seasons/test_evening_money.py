"""Who pays whom after an evening of several tables: hand-worked."""

from datetime import date
from uuid import uuid4

from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Sitting, SittingState, SittingTotal
from clubs.queries.seasons.evening_money import EveningMoney
from clubs.queries.seasons.evenings import evening_result
from clubs.services.tables.sittings import record_deal
from tests.cast import Cast

NIGHT = date(2025, 10, 3)
FOUR = ("Alice", "Bob", "Charlie", "Dora")
OTHERS = ("Dora", "Olivia", "Frank", "Alice")
AT_ELEVEN = "2025-10-03T23:00Z"


def table(club: Cast, *names: str, stake: int = 5, **scores: int) -> Sitting:
    """A table at which these won so much, in one deal of plain scores."""
    rules = {"base": "volte", "stake_per_point": stake}
    sitting = club.sitting(*names, game="volte", rules=rules)
    return with_scores(club, sitting, names, scores)


def with_scores(
    club: Cast, sitting: Sitting, names: tuple[str, ...], scores: dict[str, int]
) -> Sitting:
    if scores:
        record = {"kind": "scores", "label": "a", "scores": scores_of(club, names, scores)}
        record_deal(club.actor("Alice"), sitting, record, number=1, request_id=uuid4())
    return sitting


def scores_of(club: Cast, names: tuple[str, ...], scores: dict[str, int]) -> dict[str, int]:
    return {str(club.player(name).uuid): scores.get(name, 0) for name in names}


def money(club: Cast, *sittings: Sitting, who: str = "Bob") -> EveningMoney | None:
    league = club.league(game="volte")
    evening = club.evening(league, NIGHT, *sittings)
    return next(iter(evening_result(club.actor(who), evening).money), None)


def rows(found: EveningMoney) -> dict[str, int]:
    return {player.name: amount for player, amount in found.rows}


def paid(found: EveningMoney) -> list[tuple[str, str, int]]:
    return [(one.payer.name, one.payee.name, one.amount) for one in found.payments]


def test_one_table(club):
    """v01, (6 + 25) × 1 = 31 from each, at 5 a point: v31 of tarocco_volte.md §11."""
    sitting = table(club, *FOUR)
    club.deal(sitting, taker="Alice", contract="liscio", honours=2, points=47)

    found = money(club, sitting)

    assert rows(found) == {"Alice": 465, "Bob": -155, "Charlie": -155, "Dora": -155}
    assert paid(found) == [
        ("Bob", "Alice", 155),
        ("Charlie", "Alice", 155),
        ("Dora", "Alice", 155),
    ]


def test_who_played_at_two_tables_is_settled_once(club):
    """Alice 93 − 13, Dora −31 + 31: Dora is even and neither pays nor gets. At 5 a point."""
    first = table(club, *FOUR, Alice=93, Bob=-31, Charlie=-31, Dora=-31)
    second = table(club, *OTHERS, Dora=31, Alice=-13, Olivia=-10, Frank=-8)

    found = money(club, first, second)

    assert rows(found) == {
        "Alice": 400,
        "Frank": -40,
        "Olivia": -50,
        "Bob": -155,
        "Charlie": -155,
    }
    assert sorted(paid(found)) == [
        ("Bob", "Alice", 155),
        ("Charlie", "Alice", 155),
        ("Frank", "Alice", 40),
        ("Olivia", "Alice", 50),
    ]
    assert [(one.stake, len(one.tables)) for one in found.stakes] == [(5, 2)]


def test_tables_of_different_stakes_are_multiplied_each(club):
    """Alice 40 · 5 − 10 · 20 = 0; Bob −40 · 5 = −200; Frank 10 · 20 = 200: one payment."""
    low = table(club, *FOUR, stake=5, Alice=40, Bob=-40)
    high = table(club, *OTHERS, stake=20, Frank=10, Alice=-10)

    found = money(club, high, low)

    assert rows(found) == {"Frank": 200, "Bob": -200}
    assert paid(found) == [("Bob", "Frank", 200)]
    assert [one.stake for one in found.stakes] == [5, 20]


def test_tables_for_points_only_do_not_count(club):
    """Bob lost 40 for points; nobody owes for that."""
    points = table(club, *FOUR, stake=0, Alice=40, Bob=-40)
    stakes = table(club, *OTHERS, stake=1, Frank=3, Olivia=-3)

    found = money(club, points, stakes)

    assert rows(found) == {"Frank": 3, "Olivia": -3}
    assert [one.tables[0].sitting_id for one in found.stakes] == [stakes.pk]


def test_an_evening_for_points_only_has_no_money(club):
    assert money(club, table(club, *FOUR, stake=0, Alice=40, Bob=-40)) is None


def test_an_evening_without_tables_has_no_money(club):
    assert money(club) is None


def test_each_currency_is_settled_apart(club):
    """A table of 0.05 francs beside one of 0.05 euros, after the club went over to francs."""
    rules = {"base": "volte", "stake_per_point": 5, "currency": "CHF"}
    francs = club.sitting(*FOUR, game="volte", rules=rules)
    with_scores(club, francs, FOUR, {"Alice": 40, "Bob": -40})
    euros = table(club, *OTHERS, Frank=10, Alice=-10)

    league = club.league(game="volte")
    of_francs, of_euros = evening_result(
        club.actor("Bob"), club.evening(league, NIGHT, euros, francs)
    ).money

    assert (of_francs.settled.currency, rows(of_francs)) == ("CHF", {"Alice": 200, "Bob": -200})
    assert (of_euros.settled.currency, rows(of_euros)) == ("EUR", {"Frank": 50, "Alice": -50})


def test_the_kitty_of_an_evening_in_coins(club):
    """French tarot at 0.01 a point: Alice won 180 from Bob, Charlie and Dora, and lost 13 to Dora
    and 13 to Frank. 1.00 of each of six, once; Alice dealt a passed deal, 0.50. That is Alice
    180 − 26 − 150 = 4, Bob and Charlie −160, Dora −60 + 13 − 100 = −147, Olivia −100, Frank −87,
    the kitty 650. In coins of 0.20 down to 0, −160, −160, −160, −100, −100 and 640: two coins too
    little, for Dora and Frank, who lost 13."""
    kitty = {"per_player": 100, "per_passed": 50}
    rules = {"stake_per_point": 1, "smallest_coin": 20, "kitty": kitty}
    first = club.sitting(*FOUR, rules=rules)
    club.deal(first, taker="Alice", contract="garde", oudlers=2, points=46)
    club.deal(first, kind="void", void_reason="all_pass", dealer="Alice")
    second = club.sitting(*OTHERS, rules=rules)
    with_scores(club, second, OTHERS, {"Dora": 13, "Frank": 13, "Alice": -26})

    (found,) = evening_result(
        club.actor("Bob"), club.evening(club.league(), NIGHT, first, second)
    ).money

    owed = {"Frank": 80, "Olivia": 100, "Dora": 140, "Bob": 160, "Charlie": 160}
    assert rows(found) == {name: -amount for name, amount in owed.items()}
    assert found.settled.kitty == 640
    assert {(one.payer.name, one.payee, one.amount) for one in found.payments} == {
        (name, None, amount) for name, amount in owed.items()
    }


def test_before_the_first_deal_everybody_is_even(club):
    found = money(club, table(club, *FOUR))

    assert (rows(found), paid(found), found.is_open) == ({}, [], True)


def test_closed_tables_count_and_void_ones_do_not(club):
    closed = table(club, *FOUR, Alice=40, Bob=-40)
    void = table(club, *OTHERS, Frank=10, Alice=-10)
    Sitting.objects.filter(pk=void.pk).update(state=SittingState.VOID)
    rows_of = Sitting.objects.filter(pk=closed.pk)
    rows_of.update(state=SittingState.CLOSED, closed_at=AT_ELEVEN)

    found = money(club, closed, void)

    assert rows(found) == {"Alice": 200, "Bob": -200}
    assert not found.is_open


def test_nobody_pays_while_a_table_does_not_add_up(club):
    """Totals of an old spreadsheet, of which one is missing: 40 and −30."""
    sound = table(club, *FOUR, Alice=10, Bob=-10)
    wrong = table(club, *OTHERS)
    for name, total in (("Alice", 40), ("Frank", -30)):
        SittingTotal.objects.create(sitting=wrong, player=club.player(name), total=total)

    found = money(club, sound, wrong)

    assert [one.sitting_id for one in found.uneven] == [wrong.pk]
    assert rows(found) == {"Alice": 250, "Bob": -50, "Frank": -150}
    assert paid(found) == []


def test_who_has_left_the_table_still_pays(club):
    sitting = table(club, *FOUR, Alice=40, Bob=-40)
    club.reseat(sitting, "Alice", "Frank", "Charlie", "Dora", active_count=4)

    assert rows(money(club, sitting)) == {"Alice": 200, "Bob": -200}


def test_a_game_for_points(club):
    evening = club.evening(club.league(), NIGHT, club.sitting(*FOUR))
    found = evening_result(club.actor("Bob"), evening)

    assert not found.money


def test_the_queries_do_not_grow_with_the_tables(club):
    """Three more than an evening for points only asks, four where passed deals cost something."""

    def count(game: str, number: int) -> int:
        made = {"french": club.sitting, "volte": lambda *names: table(club, *names)}[game]
        won = {"Alice": 1, "Bob": -1}
        tables = [with_scores(club, made(*FOUR), FOUR, won) for _ in range(number)]
        league = club.league(game=game, name=f"{game} {number}")
        evening = club.evening(league, NIGHT, *tables)
        with CaptureQueriesContext(connection) as captured:
            evening_result(club.actor("Bob"), evening)
        return len(captured)

    assert count("volte", 1) == count("volte", 3) == count("french", 1) + 3

"""Statistics of the volte game: by hand, and once more by a loop over the records."""

from collections import Counter, defaultdict
from fractions import Fraction
from random import Random

import pytest

from clubs.core.games import get_game
from clubs.games.volte.queries.figures import Takes, volte_figures_of
from clubs.models import Deal
from clubs.queries.statistics.populations import Population
from tests.again import built_once
from tests.cast import Cast
from tests.italian_games import FOUR, play_volte

FIVE = (*FOUR, "Frank")
GAME = get_game("volte")


@pytest.fixture
@built_once
def played(club: Cast) -> Cast:
    play_volte(club)
    return club


def of(club: Cast, player: str = "", **filters):
    population = Population(club.club, game="volte", **filters)
    return volte_figures_of(population, club.player(player) if player else None)


def outcomes(takes: Takes) -> tuple[int, int, int, Fraction | None]:
    return takes.won, takes.lost, takes.drawn, takes.base_mean


class TestByHand:
    def test_one_player_alone(self, played: Cast):
        found = of(played, "Alice")

        assert (found.deals, [one.player.name for one in found.players]) == (8, ["Alice"])
        assert [(name.value, outcomes(takes)) for name, takes in found.contracts.items()] == [
            ("liscio", (1, 0, 0, Fraction(6))),
            ("due", (1, 0, 0, Fraction(2))),
            ("quattro", (0, 0, 1, None)),
        ]
        assert (found.taker_cappotti, found.defence_cappotti, found.accuse) == (0, 1, 1)
        assert of(played, "Charlie").taker_cappotti == 1

    def test_nobody_played(self, club: Cast):
        for player in ("", "Alice"):
            found = of(club, player)
            assert (found.deals, found.takes, found.contracts, found.players) == (
                0,
                Takes(),
                {},
                (),
            )

    def test_other_games_are_left_out(self, played: Cast):
        played.deal(played.sitting(*FOUR))

        assert of(played).deals == 8

    def test_who_rests_plays_no_deal(self, club: Cast):
        sitting = club.sitting(*FIVE, game="volte", rules="volte", active_count=4)
        club.deal(sitting, taker="Bob", contract="liscio", honours=2, points=47, out=["Alice"])

        assert [one.player.name for one in of(club).players] == ["Bob", "Charlie", "Dora", "Frank"]
        assert of(club, "Alice").deals == 0

    def test_bases_of_other_rules_are_those_that_were_multiplied(self, club: Cast):
        """v11, all points of the winner; v14, 6 over, less the 10 of the defence's bonus."""
        totals = club.sitting(*FOUR, game="volte", rules="volte-totals")
        tarot = club.sitting(*FOUR, game="volte", rules="volte-tarot")
        club.deal(totals, taker="Alice", contract="liscio", honours=2, points=47)
        club.deal(
            tarot, taker="Bob", contract="quattro", honours=2, points=47, bagatto_last="defence"
        )

        assert {one.player.name: one.takes.base_mean for one in of(club).players} == {
            "Alice": 47,
            "Bob": -4,
            "Charlie": None,
            "Dora": None,
        }

    def test_with_an_opponent(self, played: Cast):
        other = played.sitting("Alice", "Frank", "Charlie", "Dora", game="volte", rules="volte")
        played.deal(other, taker="Frank", contract="liscio", honours=2, points=47)

        found = of(played, opponent=played.player("Frank"))

        assert (found.deals, found.takes.won) == (1, 1)


@pytest.mark.parametrize("player", ["", "Alice"])
def test_three_queries_however_many_played(played: Cast, player, django_assert_num_queries):
    asked = Population(played.club, game="volte"), played.player(player) if player else None

    with django_assert_num_queries(3):
        volte_figures_of(*asked)

    sitting = played.sitting(*FIVE, game="volte", rules="volte", active_count=4)
    played.deal(sitting, taker="Frank", contract="otto", honours=1, points=60, out=["Alice"])
    with django_assert_num_queries(3):
        volte_figures_of(*asked)


# The same once more, by a loop over the records


def play_evening(club: Cast, seed: int) -> None:
    chance = Random(seed)
    for rules in ("volte", "volte-scaled", "volte-totals", "volte-tarot"):
        sitting = club.sitting(*FIVE, game="volte", rules=rules, active_count=4)
        for _ in range(8):
            club.deal(sitting, **any_deal(chance))


def any_deal(chance: Random) -> dict[str, object]:
    out = chance.choice(FIVE)
    active = [name for name in FIVE if name != out]
    if chance.random() < 0.1:
        return {"kind": "void", "void_reason": "misdeal", "out": [out]}
    honours = chance.randrange(4)
    deal: dict[str, object] = {
        "taker": chance.choice(active),
        "contract": chance.choice(["liscio", "due", "quattro", "otto"]),
        "honours": honours,
        "points": chance.choice([{3: 36, 2: 41, 1: 51, 0: 56}[honours], chance.randrange(30, 70)]),
        "out": [out],
    }
    if chance.random() < 0.4:
        deal["accuse"] = [
            {"player": chance.choice(active), "kind": chance.choice(["trionfi_10", "trionfi_13"])}
        ]
    if chance.random() < 0.15:
        taker_made = chance.random() < 0.5
        deal["points"] = 91 if taker_made else 20
        deal["cappotto"] = "taker" if taker_made else "defence"
    elif chance.random() < 0.3:
        deal["bagatto_last"] = chance.choice(["taker", "defence"])
    return deal


@pytest.mark.parametrize("seed", [1, 2])
def test_a_loop_over_the_records_comes_to_the_same(club: Cast, seed):
    play_evening(club, seed)
    names = {str(player.uuid): name for name, player in club.players.items()}
    count: dict[str, Counter[str]] = defaultdict(Counter)
    for deal in Deal.objects.select_related("sitting"):
        record = {key: value for key, value in deal.record.items() if key != "players"}
        rules = GAME.read_rules(deal.sitting.rules)
        answer = GAME.answer(deal.record["players"], rules, record)
        if answer["outcome"] == "void":
            continue
        taker, outcome = names[record["taker"]], answer["outcome"]
        for key in (taker, record["contract"]):
            count[key][outcome] += 1
            count[key]["base"] += answer["base"]
        for uuid, score in answer["scores"].items():
            if uuid not in record["out"]:
                count[names[uuid]]["deals"] += 1
                count[names[uuid]]["total"] += score
                made = record.get("cappotto")
                if made:
                    count[names[uuid]][made] += (made == "taker") == (names[uuid] == taker)
        for accusa in record.get("accuse", ()):
            count[names[accusa["player"]]]["accuse"] += 1

    found = of(club)

    for one in found.players:
        told = count[one.player.name]
        alone = of(club, one.player.name)
        assert (alone.players, alone.deals) == ((one,), one.deals)
        assert (one.takes.won, one.takes.lost, one.takes.drawn) == (
            told["won"],
            told["lost"],
            told["draw"],
        )
        assert one.takes.base_total == told["base"]
        assert (one.deals, one.total, one.accuse) == (told["deals"], told["total"], told["accuse"])
        assert (one.taker_cappotti, one.defence_cappotti) == (told["taker"], told["defence"])
    assert len(found.players) == len(FIVE)
    assert {
        name.value: (takes.won, takes.lost, takes.base_total)
        for name, takes in found.contracts.items()
    } == {
        contract: (count[contract]["won"], count[contract]["lost"], count[contract]["base"])
        for contract in ("liscio", "due", "quattro", "otto")
    }
    assert found.defence_cappotti * 3 == sum(one.defence_cappotti for one in found.players)

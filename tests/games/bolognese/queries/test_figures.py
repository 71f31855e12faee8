"""Statistics of Tarocco bolognese: by hand, and once more by a loop over the records."""

from collections import Counter, defaultdict
from datetime import date
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from clubs.core.games import get_game
from clubs.games.bolognese.queries.figures import Matches, bolognese_figures_of
from clubs.models import Deal
from clubs.queries.statistics.populations import Population
from tests.again import built_once
from tests.cast import Cast
from tests.italian_games import DEAL, FOUR, VOID, play_bolognese, record
from tests.queries.plain_deals import plain_deal

GAME = get_game("bolognese")


@pytest.fixture
@built_once
def played(club: Cast) -> Cast:
    play_bolognese(club)
    return club


def of(club: Cast, player: str = "", **filters):
    population = Population(club.club, game="bolognese", **filters)
    return bolognese_figures_of(population, club.player(player) if player else None)


def pairs(found):
    return {
        " ".join(player.name for player in pair.players): (pair.deals, pair.points, pair.matches)
        for pair in found.pairs
    }


ALICE_CHARLIE = (4, 106 + 106 + 10 + 106, Matches(won=1, lost=1, difference=34 - 929))
BOB_DORA = (4, 89 + 89 + 939 + 89, Matches(won=1, lost=1, difference=929 - 34))
ONCE = (1, 64, Matches(drawn=1))
ONLY_COUNT = "scartini_only"


def cappotto_of(side: str) -> dict[str, Any]:
    other = "ew" if side == "ns" else "ns"
    full = {"sequences": 550, "cricche": 296, "scartini": 87}
    quick = {side: full, other: dict.fromkeys(full, 0)}
    return {"entry": "quick", "last_trick": side, "quick": quick}


class TestByHand:
    def test_pairs_are_who_sat_opposite_each_other(self, played: Cast):
        assert pairs(of(played)) == {
            "Alice Charlie": ALICE_CHARLIE,
            "Bob Dora": BOB_DORA,
            "Alice Dora": ONCE,
            "Bob Charlie": ONCE,
        }

    def test_one_player_alone(self, played: Cast):
        found = of(played, "Bob")

        assert [one.player.name for one in found.players] == ["Bob"]
        assert (found.deals, found.matches, found.cappotti, found.accusi) == (5, 3, 1, 0)
        assert found.total_mean == Fraction(1270, 5)
        assert found.players[0].matches == Matches(won=1, drawn=1, lost=1, difference=895)
        assert pairs(found) == {"Bob Dora": BOB_DORA, "Bob Charlie": ONCE}

    def test_the_same_pairs_may_change_their_seats(self, played: Cast):
        """178 to 212 once more, by turns from both sides: 106 + 89 against 89 + 106, and 106."""
        sitting = played.sitting(*FOUR, game="bolognese", rules={"target": 200})
        record(played, sitting, DEAL)
        played.reseat(sitting, "Bob", "Charlie", "Dora", "Alice")
        record(played, sitting, DEAL, DEAL)

        found = pairs(of(played, sittings=frozenset([sitting.pk])))

        assert found == {
            "Alice Charlie": (3, 106 + 89 + 89, Matches(lost=1, difference=284 - 301)),
            "Bob Dora": (3, 89 + 106 + 106, Matches(won=1, difference=301 - 284)),
        }

    def test_a_match_that_was_never_finished_is_none(self, club: Cast):
        record(club, club.sitting(*FOUR, game="bolognese", rules={"target": 200}), DEAL)
        found = of(club)

        assert (found.deals, found.matches, found.deals_a_match) == (1, 0, None)
        assert found.players[0].matches == Matches()
        assert found.players[0].matches.success.value is None
        assert pairs(found)["Alice Charlie"] == (1, 106, Matches())

    @pytest.mark.parametrize("shown", [110, 87])
    def test_a_cappotto_is_of_who_took_every_trick(self, club: Cast, shown):
        """Of 939 the penalty leaves 87: less than the other pair showed, or as much."""
        sitting = club.sitting(*FOUR, game="bolognese", rules="ottocento")
        accusi = [{"player": "Bob", "points": shown}]
        record(
            club, sitting, {**cappotto_of("ns"), "accusi": accusi, "penalties": {"ns": ONLY_COUNT}}
        )

        found = of(club)

        assert found.cappotti == 1
        assert {
            one.player.name: (one.score, one.cappotti_made, one.cappotti_suffered)
            for one in found.players
        } == {
            "Alice": (87 - shown, 1, 0),
            "Bob": (shown - 87, 0, 1),
            "Charlie": (87 - shown, 1, 0),
            "Dora": (shown - 87, 0, 1),
        }
        assert (of(club, "Alice").cappotti, of(club, "Bob").cappotti) == (1, 0)

    def test_plain_scores_are_deals_of_no_pair(self, played: Cast):
        sitting = played.sitting(*FOUR, game="bolognese", rules="ottocento")
        plain_deal(played, sitting, Alice=30, Bob=-10, Charlie=-10, Dora=-10)

        found = of(played)

        assert (found.deals, found.total_mean) == (6, Fraction(1662, 10))
        assert (found.players[0].deals, found.players[0].won) == (6, 3)
        assert len(found.pairs) == 4

    def test_only_plain_scores(self, club: Cast):
        sitting = club.sitting(*FOUR, game="bolognese", rules="ottocento")
        plain_deal(club, sitting, Alice=30, Bob=-10, Charlie=-10, Dora=-10)

        assert (of(club).deals, of(club).total_mean, of(club).pairs) == (1, None, ())

    def test_plain_scores_are_no_deal_of_who_only_sat_there(self, club: Cast):
        sitting = club.sitting(*FOUR, game="bolognese", rules="ottocento")
        plain_deal(club, sitting, Alice=30, Bob=-30)

        assert [of(club, name).deals for name in ("", "Alice", "Charlie")] == [1, 1, 0]

    def test_nobody_played(self, club: Cast):
        for player in ("", "Alice"):
            found = of(club, player)
            assert (found.deals, found.matches, found.players, found.pairs) == (0, 0, (), ())

    def test_other_games_are_left_out(self, played: Cast):
        played.deal(played.sitting(*FOUR))

        assert of(played).deals == 5

    def test_matches_are_where_their_deals_are(self, played: Cast):
        sitting = played.sitting(
            "Alice", "Bob", "Frank", "Dora", game="bolognese", rules={"target": 200}
        )
        record(played, sitting, DEAL, DEAL)

        assert of(played).matches == 4
        found = of(played, opponent=played.player("Frank"))
        assert (found.deals, found.matches, len(found.pairs)) == (2, 1, 2)
        assert of(played, "Frank").matches == 1
        assert of(played, sittings=frozenset([sitting.pk])).matches == 1
        assert of(played, size=5).matches == 0

    def test_a_season_without_deals_of_guests_has_none_of_their_matches(self, club: Cast):
        league = club.league(*FOUR, game="bolognese", standings_rules={"guests": "excluded_deals"})
        with_guest = ("Alice", "Frank", "Charlie", "Dora")
        tables = [
            club.sitting(*names, game="bolognese", rules={"target": 200})
            for names in (FOUR, with_guest)
        ]
        for sitting in tables:
            record(club, sitting, DEAL, DEAL)
        club.evening(league, date(2026, 3, 6), *tables)

        found = of(club, league=league)

        assert (found.deals, found.matches, list(pairs(found))) == (
            2,
            1,
            ["Alice Charlie", "Bob Dora"],
        )
        assert of(club, "Alice", league=league).players[0].matches == Matches(won=1, difference=34)
        assert of(club, "Alice").players[0].matches == Matches(won=2, difference=68)


@pytest.mark.parametrize("player", ["", "Alice"])
def test_five_queries_however_many_played(played: Cast, player, django_assert_num_queries):
    population = Population(played.club, game="bolognese")
    asked = population, played.player(player) if player else None

    with django_assert_num_queries(5):
        bolognese_figures_of(*asked)

    sitting = played.sitting("Alice", "Bob", "Frank", "Olivia", game="bolognese", rules="mille")
    record(played, sitting, DEAL)
    with django_assert_num_queries(5):
        bolognese_figures_of(*asked)


# The same once more, by a loop over the records


def play_evening(club: Cast, seed: int) -> None:
    """Tables whose pairs change in the middle, and seats change within the pairs."""
    chance = Random(seed)
    for rules in (
        {"target": 200},
        {"base": "quattro-scartate", "deals": 2},
        {"target": 300, "tie": "draw"},
    ):
        people = chance.sample([*FOUR, "Frank", "Olivia"], 4)
        sitting = club.sitting(*people, game="bolognese", rules=rules)
        for number in range(12):
            if number in (3, 5, 8):
                shift = chance.choice([people[1:] + people[:1], chance.sample(people, 4)])
                club.reseat(sitting, *shift)
                people = shift
            record(club, sitting, any_deal(chance, people))


def any_deal(chance: Random, people: list[str]) -> dict[str, Any]:
    if chance.random() < 0.1:
        return VOID
    shown = chance.random()
    if shown < 0.1:
        return with_penalties(chance, people, cappotto_of(chance.choice(["ns", "ew"])))
    scartini = chance.randrange(20, 60)
    deal: dict[str, Any] = {
        "entry": "quick",
        "last_trick": chance.choice(["ns", "ew"]),
        "quick": {
            "ns": {"sequences": chance.choice([0, 10, 25]), "cricche": 0, "scartini": scartini},
            "ew": {"sequences": chance.choice([0, 15, 30]), "cricche": chance.choice([0, 17])},
        },
    }
    if shown > 0.6:
        void = {"void": True} if chance.random() < 0.3 else {}
        deal["accusi"] = [{"player": chance.choice(people), "points": 10, **void}]
    return with_penalties(chance, people, deal) if chance.random() < 0.1 else deal


def with_penalties(chance: Random, people: list[str], deal: dict[str, Any]) -> dict[str, Any]:
    """Some, and an accuso that may be worth more than what they leave."""
    sides = chance.sample(["ns", "ew"], chance.randrange(3))
    shown = {"player": chance.choice(people), "points": chance.choice([17, 87, 110])}
    return {**deal, "penalties": dict.fromkeys(sides, ONLY_COUNT), "accusi": [shown]}


def match_results(
    deals: list[Deal], names: dict[str, str]
) -> list[tuple[frozenset[frozenset[str]], dict[frozenset[str], int], int]]:
    """The decided matches of a session: pairs, their totals, and the number of deals; counted as
    the players would, with a sheet of two columns."""
    found = []
    sheet: Counter[frozenset[str]] = Counter()
    count = 0
    for deal in deals:
        if deal.kind != "played":
            continue
        players = [names[uuid] for uuid in deal.record["players"]]
        both = {"ns": frozenset(players[::2]), "ew": frozenset(players[1::2])}
        if set(sheet) != set(both.values()):
            sheet, count = Counter(dict.fromkeys(both.values(), 0)), 0
        for side, total in totals_of(deal).items():
            sheet[both[side]] += total
        count += 1
        rules = deal.sitting.rules
        high, low = max(sheet.values()), min(sheet.values())
        ends = high >= rules["target"] if rules["end"] == "target" else count >= rules["deals"]
        if ends and (high > low or rules["tie"] == "draw"):
            found.append((frozenset(sheet), dict(sheet), count))
            sheet, count = Counter(), 0
    return found


def took_every_trick(deal: Deal, side: str) -> bool:
    """All 87 of the small count, whatever a penalty makes of the rest."""
    return bool(deal.record["quick"][side].get("scartini") == 87)


def totals_of(deal: Deal) -> dict[str, int]:
    told = {key: value for key, value in deal.record.items() if key != "players"}
    answer = GAME.answer(deal.record["players"], GAME.read_rules(deal.sitting.rules), told)
    return {side: pair["total"] for side, pair in answer["pairs"].items()}


def test_a_loop_over_the_records_comes_to_the_same(club: Cast):
    play_evening(club, seed=1)
    names = {str(player.uuid): name for name, player in club.players.items()}
    deals_of: dict[int, list[Deal]] = defaultdict(list)
    for deal in Deal.objects.select_related("sitting").order_by("sitting", "number"):
        deals_of[deal.sitting_id].append(deal)
    of_player: dict[str, Counter[str]] = defaultdict(Counter)
    of_pair: dict[frozenset[str], Counter[str]] = defaultdict(Counter)
    played = [deal for deals in deals_of.values() for deal in deals if deal.kind == "played"]
    for deal in played:
        totals = totals_of(deal)
        for side, other in (("ns", "ew"), ("ew", "ns")):
            uuids = deal.record["players"][0 if side == "ns" else 1 :: 2]
            pair = frozenset(names[uuid] for uuid in uuids)
            for count in (of_pair[pair], *(of_player[name] for name in pair)):
                count["deals"] += 1
                count["points"] += totals[side]
                count["won"] += totals[side] > totals[other]
                count["score"] += totals[side] - totals[other]
                count["made"] += took_every_trick(deal, side)
                count["suffered"] += took_every_trick(deal, other)
        for accuso in deal.record.get("accusi", ()):
            of_player[names[accuso["player"]]]["accusi"] += not accuso.get("void", False)
    ended = [match for deals in deals_of.values() for match in match_results(deals, names)]
    for both, sheet, _count in ended:
        for pair in both:
            (other,) = both - {pair}
            difference = sheet[pair] - sheet[other]
            how = "match won" if difference > 0 else "match lost" if difference else "match drawn"
            for count in (of_pair[pair], *(of_player[name] for name in pair)):
                count[how] += 1
                count["difference"] += difference

    found = of(club)

    assert (found.deals, found.matches) == (len(played), len(ended))
    assert found.match_deals == sum(count for _both, _sheet, count in ended)
    assert len(ended) > 5
    cappotti = [deal for deal in played if any(took_every_trick(deal, s) for s in ("ns", "ew"))]
    assert found.cappotti == len(cappotti) > 0
    assert {one.player.name for one in found.players} == set(of_player)
    for one in found.players:
        told, sums = of_player[one.player.name], one
        alone = of(club, one.player.name)
        assert alone.players == (one,)
        assert {pair.players for pair in alone.pairs} == {
            pair.players for pair in found.pairs if one.player in pair.players
        }
        assert one.matches == matches_of(told)
        assert (sums.deals, sums.counted, sums.won, sums.score, sums.points) == (
            told["deals"],
            told["deals"],
            told["won"],
            told["score"],
            told["points"],
        )
        assert (sums.cappotti_made, sums.cappotti_suffered, sums.accusi) == (
            told["made"],
            told["suffered"],
            told["accusi"],
        )
    assert {
        frozenset(player.name for player in pair.players): (
            pair.deals,
            pair.points,
            pair.matches,
        )
        for pair in found.pairs
    } == {pair: (told["deals"], told["points"], matches_of(told)) for pair, told in of_pair.items()}


def matches_of(told: Counter[str]) -> Matches:
    return Matches(told["match won"], told["match drawn"], told["match lost"], told["difference"])

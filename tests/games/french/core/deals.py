"""Tables, short ways to judge a deal, and Hypothesis strategies for valid ones."""

from functools import cache
from typing import Any

from hypothesis import strategies as st

from clubs.core.games import get_game
from clubs.core.problems import DealRefused

FRENCH = get_game("french")
FOUR = ["Nord", "Est", "Sud", "Ouest"]
THREE = ["Anna", "Bruno", "Chloe"]
FIVE = ["Anna", "Bruno", "Chloe", "David", "Elsa"]
SIX = [*FIVE, "Farid"]
TABLES = {3: THREE, 4: FOUR, 5: FIVE, 6: SIX}
GARDE = {"taker": "Nord", "contract": "garde", "oudlers": 2, "points": 49}  # (25+8)·2=66
BY_ANNA = {"taker": "Anna", "contract": "garde", "oudlers": 2, "points": 49}


def answer(players: list[str], rules: object, deal: object) -> dict[str, Any]:
    return FRENCH.answer(players, FRENCH.read_rules(rules), deal)


def misere(player: str, kind: str = "trumps") -> list[dict[str, str]]:
    return [{"player": player, "kind": kind}]


def stake(deal: object, rules: object = None, players: list[str] = FOUR) -> int:
    return answer(players, rules, deal)["stake"]


def refusal(players: list[str], rules: object, deal: object) -> list[tuple[str, str | None]]:
    """Codes and fields of what is refused; nothing for a deal that is accepted."""
    try:
        answer(players, rules, deal)
    except DealRefused as refused:
        return [(problem.code, problem.field) for problem in refused.problems]
    return []


CONTRACTS = ["prise", "pousse", "garde", "garde_sans", "garde_contre"]
amounts = st.integers(0, 1000)
big_amounts = st.integers(0, 10000)
bonus_modes = st.sampled_from(["winner", "side", "personal"])


@st.composite
def profiles(draw: Any) -> dict[str, Any]:
    """Changes to `fft` of every kind; one contract at least is offered."""
    table = st.fixed_dictionaries(
        {}, optional={contract: st.none() | st.integers(1, 1000) for contract in CONTRACTS}
    )
    multipliers, fixed_values = draw(table), draw(table)
    for given in (multipliers, fixed_values):
        given[draw(st.sampled_from(CONTRACTS))] = draw(st.integers(1, 160))
    changes = st.fixed_dictionaries(
        {},
        optional={
            "scale": st.sampled_from(["multiplier", "fixed"]),
            "base_value": amounts,
            "multipliers": st.just(multipliers),
            "fixed_values": st.just(fixed_values),
            "fixed_margin": st.sampled_from(["add", "ignore"]),
            "half_points": st.sampled_from(["winner", "drop", "taker", "defence"]),
            "margin_step": st.sampled_from([1, 5, 10]),
            "petit_au_bout": st.fixed_dictionaries(
                {
                    "mode": st.sampled_from(
                        ["multiplied", "flat", "winner_only", "personal", "none"]
                    ),
                    "value": amounts,
                }
            ),
            "poignee": st.fixed_dictionaries(
                {"simple": amounts, "double": amounts, "triple": amounts}
            ),
            "poignee_mode": bonus_modes,
            "chelem": st.fixed_dictionaries(
                {
                    "announced": big_amounts,
                    "unannounced": big_amounts,
                    "failed": big_amounts,
                    "defence": big_amounts,
                }
            ),
            "defence_chelem": st.fixed_dictionaries(
                {"enabled": st.booleans(), "announced": big_amounts, "failed": big_amounts}
            ),
            "petit_chelem": st.fixed_dictionaries(
                {
                    "enabled": st.booleans(),
                    "announced": big_amounts,
                    "unannounced": big_amounts,
                    "failed": big_amounts,
                }
            ),
            "misere": st.fixed_dictionaries(
                {"enabled": st.booleans(), "value": amounts},
                optional={"mode": bonus_modes, "multiplied": st.booleans()},
            ),
            "rounding": st.sampled_from([1, 5, 10]),
            "call_weights": st.fixed_dictionaries(
                {},
                optional={
                    "5": st.sampled_from([[], [1], [2], [3], [4], [5]]),
                    "6": st.sampled_from([[], [2], [5], [1, 1], [2, 1], [1, 4], [2, 3], [3, 2]]),
                },
            ),
            "double_call_share": st.sampled_from(["highest", "sum"]),
        },
    )
    return draw(changes)


def bounds(contract: str, oudlers: int, count: int) -> tuple[float, float]:
    """scoring.md §7: the least and the most card points of the attack."""
    dog = 1.5 if count == 5 else 3
    if contract == "garde_contre":
        return 4 * oudlers, 91 - dog - 4 * (3 - oudlers)
    return dog + 4 * oudlers, 91 - 4 * (3 - oudlers)


def counts(contract: str, oudlers: int, count: int) -> list[float]:
    """Every count that can be told at this table."""
    low, high = bounds(contract, oudlers, count)
    step = 1 if count in (3, 5) else 2
    return [half / 2 for half in range(0, 183, step) if low <= half / 2 <= high]


@st.composite
def results(
    draw: Any, rules: dict[str, Any], active: list[str], chelems: list[str | None]
) -> dict[str, Any]:
    """The result of a played deal that the complete profile `rules` accepts."""
    count = len(active)
    table = rules["multipliers" if rules["scale"] == "multiplier" else "fixed_values"]
    contract = draw(st.sampled_from([name for name in CONTRACTS if table[name] is not None]))
    chelem = draw(st.sampled_from(chelems))
    oudlers, points = draw(st.sampled_from(chelem_counts(chelem, contract, count)))
    player = st.sampled_from(active)
    deal: dict[str, Any] = {
        "taker": draw(player),
        "contract": contract,
        "oudlers": oudlers,
        "points": int(points) if points == int(points) and draw(st.booleans()) else points,
        "chelem": chelem,
        "chelem_announced": chelem != "defence" and draw(st.booleans()),
    }
    if rules["defence_chelem"]["enabled"] and chelem != "attack" and not deal["chelem_announced"]:
        deal["chelem_defence_announced"] = draw(st.booleans())
    called = len(rules["call_weights"].get(str(count), []))
    deal["called"] = draw(st.lists(st.none() | player, min_size=called, max_size=called))
    camps = [None]
    camps += ["attack"] if oudlers > 0 and chelem != "defence" else []
    camps += ["defence"] if oudlers < 3 and chelem != "attack" else []
    deal["petit_au_bout"] = draw(st.sampled_from(camps))
    if deal["petit_au_bout"] is not None:
        deal["petit_player"] = draw(player)
    deal["poignees"] = draw(poignees(rules["poignee_trumps"][str(count)], active))
    is_announced = deal["chelem_announced"] or deal.get("chelem_defence_announced")
    if rules["petit_chelem"]["enabled"] and chelem is None and not is_announced:
        deal["petit_chelem"] = draw(st.sampled_from([None, "attack"]))
        deal["petit_chelem_announced"] = draw(st.booleans())
    if rules["misere"]["enabled"]:
        deal["miseres"] = draw(miseres(deal, active))
    return deal


@cache
def chelem_counts(chelem: str | None, contract: str, count: int) -> list[tuple[int, float]]:
    """All oudlers and points that fit the chelem, by the table of scoring.md §7."""
    return [
        (oudlers, points)
        for oudlers in range(4)
        for points in counts(contract, oudlers, count)
        if fits(chelem, contract, oudlers, points, count)
    ]


def fits(chelem: str | None, contract: str, oudlers: int, points: float, count: int) -> bool:
    halves = count in (3, 5)
    if chelem is None:
        return True
    if chelem == "attack" and contract == "garde_contre":
        return points >= {3: 59.5, 5: 73}.get(count, 60)
    if chelem == "attack":
        return (oudlers, points) in {(3, 91), (2, 87)} | ({(2, 86.5)} if halves else set())
    if contract == "garde_sans":
        return points <= {3: 31.5, 5: 18}.get(count, 31)
    if contract == "garde_contre":
        return oudlers <= 1 and points <= (4.5 if halves else 4)
    return oudlers <= 1 and points <= {3: 23.5, 5: 15}.get(count, 23)


@st.composite
def poignees(draw: Any, smallest: list[int], active: list[str]) -> list[dict[str, str]]:
    left, shown = 22, []
    for player in draw(st.permutations(active)):
        sizes = [
            size
            for size, trumps in zip(("simple", "double", "triple"), smallest, strict=True)
            if trumps <= left
        ]
        if not sizes or draw(st.integers(0, 2)):
            break
        size = draw(st.sampled_from(sizes))
        left -= smallest[("simple", "double", "triple").index(size)]
        shown.append({"player": player, "size": size})
    return shown


@st.composite
def miseres(draw: Any, deal: dict[str, Any], active: list[str]) -> list[dict[str, str]]:
    with_trumps = {shown["player"] for shown in deal["poignees"]} | {deal.get("petit_player")}
    possible = [
        {"player": player, "kind": kind}
        for player in active
        for kind in ("trumps", "courts")
        if kind == "courts" or player not in with_trumps
    ]
    return draw(st.lists(st.sampled_from(possible), max_size=3, unique_by=str))


@st.composite
def tables(draw: Any) -> tuple[list[str], list[str]]:
    """Seated players in order of play, and who of them sits out."""
    count = draw(st.integers(3, 6))
    seated = draw(st.integers(count, 8))
    names = ["Anna", "Bruno", "Chloe", "David", "Elsa", "Farid", "Gina", "Émile Œ"][:seated]
    players = draw(st.permutations(names))
    return players, draw(st.permutations(players))[: seated - count]


ANY = [None, None, None, "attack", "defence"]  # who makes a chelem


@st.composite
def deals(
    draw: Any, rules: st.SearchStrategy[Any] | None = None, chelems: list[str | None] = ANY
) -> tuple[list[str], object, dict[str, Any]]:
    """Players, profile and a played deal that is accepted."""
    players, out = draw(tables())
    profile = draw(profiles() if rules is None else rules)
    complete = FRENCH.read_rules(profile).to_json()
    result = draw(results(complete, [name for name in players if name not in out], chelems))
    dealer = draw(st.none() | st.sampled_from(players))
    return players, profile, {**result, "out": out, "dealer": dealer}

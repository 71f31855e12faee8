"""The volte table, short ways to judge a deal, and Hypothesis strategies for valid ones."""

from typing import Any

from hypothesis import strategies as st

from clubs.core.games import get_game
from clubs.core.problems import DealRefused

VOLTE = get_game("volte")
FOUR = ["Ada", "Berto", "Cleo", "Dino"]
FIVE = [*FOUR, "Ezio"]
LISCIO = {"taker": "Ada", "contract": "liscio", "honours": 2, "points": 47}  # (6 + 25)·1 = 31
VOID = {"kind": "void", "void_reason": "all_pass"}
BUILT_IN = ["volte", "volte-scaled", "volte-totals", "volte-tarot"]
MULTIPLIERS = {"liscio": 1, "due": 2, "quattro": 4, "otto": 8, "dodici": 12}
PREMIUMS = {"liscio": 25, "due": 50, "quattro": 100, "otto": 200, "dodici": 300}
VALUES = {"trionfi_10": 20, "trionfi_13": 30, "trionfi_15": 40, "miseria": 10, "miseria_nera": 10}
UNTOUCHED = ("otto", "dodici")  # contracts without exchange
TRUMPS = {"trionfi_10": 10, "trionfi_13": 13, "trionfi_15": 15}


def answer(deal: object, rules: object = None, players: list[str] = FOUR) -> dict[str, Any]:
    return VOLTE.answer(players, VOLTE.read_rules(rules), deal)


def stake(deal: object, rules: object = None) -> int:
    return answer(deal, rules)["stake"]


def refusal(
    deal: object, rules: object = None, players: object = FOUR
) -> list[tuple[str, str | None]]:
    """Codes and fields of what is refused; nothing for a deal that is accepted."""
    try:
        VOLTE.answer(players, VOLTE.read_rules(rules), deal)
    except DealRefused as refused:
        return [(problem.code, problem.field) for problem in refused.problems]
    return []


def profiles(**fixed: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Changes to `volte` of every kind; the fixed settings are as they are given."""
    modes = st.sampled_from(["winners", "individual"])
    changes = {
        "base": st.sampled_from(BUILT_IN),
        "counted_points": st.sampled_from(["difference", "totals"]),
        "premium_timing": st.sampled_from(["before", "after"]),
        "bonus_in_target": st.booleans(),
        "bonus_scope": st.sampled_from(["taker", "both"]),
        "matto_last_bonus": st.integers(0, 10),
        "sto_bene_mode": modes,
        "miseria_mode": modes,
        "cappotto_defence": st.booleans(),
        "target_without_honours": st.integers(52, 91),
        "stake_per_point": st.integers(0, 1_000_000),
    }
    return st.fixed_dictionaries({}, optional=changes).map(lambda told: {**told, **fixed})


def counts(contract: str, cappotto: str | None) -> list[int]:
    """tarocco_volte.md §7: every count of the taker that goes with that cappotto, or with none."""
    if contract == "dodici":
        table = {"taker": range(64, 89), "defence": [0], None: range(2, 87)}
    else:
        table = {"taker": [91], "defence": range(3, 28), None: range(5, 90)}
    return list(table[cappotto])


@st.composite
def accuse(draw: Any, deal: dict[str, Any], active: list[str]) -> list[dict[str, str]]:
    """Declarations that can be made together, in any order."""
    left, told = 22, []
    untouched = deal["contract"] in UNTOUCHED
    players = draw(st.permutations(active))
    for place, player in enumerate(players):
        honoured = player == deal["taker"] and deal["honours"] > 0 and untouched
        kinds = [[], []]
        kinds += [[kind] for kind, trumps in TRUMPS.items() if trumps <= left]
        if not honoured:
            kinds += [["miseria_nera"]]
            if place < 3:  # somebody has the trumps
                kinds += [["miseria"], ["miseria", "miseria_nera"]]
        chosen = draw(st.sampled_from(kinds))
        left -= sum(TRUMPS.get(kind, 0) for kind in chosen)
        told += [{"player": player, "kind": kind} for kind in chosen]
    return draw(st.permutations(told))


@st.composite
def tables(draw: Any) -> tuple[list[str], list[str]]:
    """Seated players in order of play, and who of them sits out."""
    seated = draw(st.integers(4, 8))
    names = ["Ada", "Berto", "Cleo", "Dino", "Ezio", "Fosca", "Gina", "Émile Œ"][:seated]
    players = draw(st.permutations(names))
    return players, draw(st.permutations(players))[: seated - 4]


@st.composite
def deals(
    draw: Any, rules: st.SearchStrategy[Any] | None = None, plain: bool = False
) -> tuple[list[str], object, dict[str, Any]]:
    """Players, profile and a played deal that is accepted; a plain one has no bonus of any kind."""
    players, out = draw(tables())
    active = [name for name in players if name not in out]
    deal: dict[str, Any] = {
        "taker": draw(st.sampled_from(active)),
        "contract": draw(st.sampled_from(list(MULTIPLIERS))),
        "honours": draw(st.integers(0, 3)),
        "out": out,
        "dealer": draw(st.none() | st.sampled_from(players)),
    }
    cappotto = None if plain else draw(st.sampled_from([None, None, None, "taker", "defence"]))
    deal["points"] = draw(st.sampled_from(counts(deal["contract"], cappotto)))
    if not plain:
        side = draw(
            st.sampled_from(["taker", "defence"]) if cappotto is None else st.just(cappotto)
        )
        deal["cappotto"] = cappotto
        deal["bagatto_last"] = draw(st.sampled_from([None, side]))
        deal["matto_last"] = draw(st.sampled_from([None, side]))
        own = side == "taker" and deal["honours"] == 3
        if own or (side == "defence" and deal["honours"] == 0 and deal["contract"] in UNTOUCHED):
            deal["matto_last"] = None
        deal["accuse"] = draw(accuse(deal, active))
    return players, draw(profiles() if rules is None else rules), deal

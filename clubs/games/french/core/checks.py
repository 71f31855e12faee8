"""Is a record a possible deal at this table, under these rules?

Source: scoring.md §7, stages 3 and 4. Each check gives all of its problems and
none relies on another having passed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clubs.core.deals import Camp
from clubs.core.fields import says_something
from clubs.core.problems import Problem
from clubs.core.table_checks import (
    participant_problems,
    raise_problems,
    repeats,
    require_record,
    seat_problems,
)
from clubs.games.french.core.cards import Oudler
from clubs.games.french.core.records import (
    RECORDS,
    FrenchContract,
    FrenchRecord,
    FrenchResult,
    MisereKind,
)
from clubs.games.french.core.rules import ACTIVE_COUNTS, FrenchRules, PetitMode

SEAT_COUNTS = (3, 4, 5, 6, 7, 8)
HALVES_COUNTS = (3, 5)  # players in the deal whose piles may have an odd number of cards
TRUMPS = 22  # 21 trumps and the Excuse
PACK = 91  # card points
PACK_X2 = 2 * PACK
OUDLER_X2 = 8  # the least that an oudler brings

# Every code of scoring.md §7 that refuses a deal.
ERRORS = (
    "bad_line",
    "game_unknown",
    "field_missing",
    "field_type",
    "field_unknown",
    "players_count",
    "players_duplicate",
    "player_name_invalid",
    "rules_unknown",
    "rules_invalid",
    "value_not_allowed",
    "player_unknown",
    "duplicate_entry",
    "active_count",
    "void_has_result",
    "player_not_active",
    "called_count",
    "card_twice",
    "contract_not_in_rules",
    "oudlers_out_of_range",
    "oudlers_differ",
    "points_out_of_range",
    "points_not_half_step",
    "points_half_not_allowed",
    "points_impossible",
    "chelem_conflict",
    "chelem_defence_not_in_rules",
    "chelem_points_mismatch",
    "petit_chelem_not_in_rules",
    "petit_chelem_conflict",
    "petit_oudlers_conflict",
    "petit_camp_conflict",
    "petit_player_missing",
    "poignee_duplicate_player",
    "poignee_trumps_exceed",
    "misere_not_in_rules",
    "misere_duplicate",
    "misere_conflict",
)


@dataclass(slots=True)  # not frozen, as FrenchScore
class FrenchDeal:
    """A played deal that passed every check, with all that scoring needs.

    players are all who sit at the table, active those in the deal, both in seat order.
    """

    players: tuple[str, ...]
    active: tuple[str, ...]
    rules: FrenchRules
    record: FrenchRecord
    result: FrenchResult


def check_french_deal(
    players: Sequence[str], rules: FrenchRules, deal: object
) -> FrenchDeal | FrenchRecord:
    """Read a record and check it; of a void deal the record is all there is.

    Raises DealRefused with the problems of the first bad stage.
    """
    fields = require_record(players, SEAT_COUNTS, deal)
    seats = tuple(players)
    record = RECORDS.read(fields)
    seating = seat_problems(seats, record.out, record.dealer, ACTIVE_COUNTS)
    raise_problems([*seating, *RECORDS.void_problems(record, fields)])
    if record.result is None:
        return record
    active = tuple(name for name in seats if name not in record.out) if record.out else seats
    checked = FrenchDeal(seats, active, rules, record, record.result)
    raise_problems([problem for check in CHECKS for problem in check(checked)])
    return checked


def _named_players(result: FrenchResult) -> Iterator[tuple[str, str]]:
    """Every name of a result with its field."""
    yield "taker", result.taker
    for index, holder in enumerate(result.called):
        if holder is not None:
            yield f"called[{index}]", holder
    if result.petit_player is not None:
        yield "petit_player", result.petit_player
    for index, poignee in enumerate(result.poignees):
        yield f"poignees[{index}].player", poignee.player
    for index, misere in enumerate(result.miseres):
        yield f"miseres[{index}].player", misere.player
    for index, name in enumerate(result.parole):
        yield f"parole[{index}]", name


def _check_names(deal: FrenchDeal) -> Iterator[Problem]:
    for field, name in _named_players(deal.result):
        if name not in deal.active:
            yield from participant_problems(field, name, deal.players, deal.active)
    if deal.result.parole:
        for index, _name in repeats(deal.result.parole):
            yield Problem("duplicate_entry", f"parole[{index}]")


def _check_called(deal: FrenchDeal) -> Iterator[Problem]:
    needed = len(deal.rules.weights(len(deal.active)))
    counts = {"needed": needed, "players": len(deal.active)}
    if len(deal.result.called) != needed:
        yield Problem("called_count", "called", counts)
    if len(deal.result.called_cards) > needed:
        yield Problem("called_count", "called_cards", counts)
    if deal.result.called_cards:
        for index, card in repeats(deal.result.called_cards):
            if card is not None:
                yield Problem("card_twice", f"called_cards[{index}]")


def _check_contract(deal: FrenchDeal) -> Iterator[Problem]:
    contract = deal.result.contract
    if not deal.rules.offers(contract):
        yield Problem("contract_not_in_rules", "contract", {"contract": contract.value})


def _check_count(deal: FrenchDeal) -> Iterator[Problem]:
    """The count of the attack: ranges, halves, and what the pack can give."""
    result, active_count = deal.result, len(deal.active)
    oudlers, points = result.oudlers, result.points
    oudlers_possible = 0 <= oudlers <= 3
    if not oudlers_possible:
        yield Problem("oudlers_out_of_range", "oudlers")
    if not 0 <= points <= 91:
        yield Problem("points_out_of_range", "points")
    # Halves are exact as floats; what lies next to one is not read as one (lines.py).
    if points % 1 not in (0, 0.5):
        yield Problem("points_not_half_step", "points")
    elif points % 1 and not halves_allowed(active_count):
        yield Problem("points_half_not_allowed", "points", {"players": active_count})
    # The bounds are those of a count in range (scoring.md §7).
    if not (oudlers_possible and 0 <= points <= 91):
        return
    low, high = points_bounds_x2(result.contract, oudlers, active_count)
    if not low <= points * 2 <= high:
        bounds: dict[str, object] = {"oudlers": oudlers, "low": low / 2, "high": high / 2}
        if result.contract is FrenchContract.GARDE_CONTRE:
            bounds["dog"] = "defence"  # why the high one is lower than 91
        yield Problem("points_impossible", "points", bounds)
    elif (
        result.chelem is not None
        and not _chelem_conflict(result)
        and not chelem_fits(result.chelem, result.contract, oudlers, points * 2, active_count)
    ):
        yield Problem("chelem_points_mismatch", "chelem", {"camp": result.chelem.value})


def _check_which_oudlers(deal: FrenchDeal) -> Iterator[Problem]:
    which, oudlers = deal.result.which_oudlers, deal.result.oudlers
    if not which:
        return
    for index, _card in repeats(which):
        yield Problem("card_twice", f"which_oudlers[{index}]")
    if len(which) != oudlers:
        yield Problem("oudlers_differ", "which_oudlers", {"oudlers": oudlers})


def halves_allowed(active_count: int) -> bool:
    """Can a pile of this table hold an odd number of cards? With 3 and 5 players only."""
    return active_count in HALVES_COUNTS


def points_bounds_x2(contract: FrenchContract, oudlers: int, active_count: int) -> tuple[int, int]:
    """Least and most half card points of the attack, by its oudlers (scoring.md §7, bounds).

    Outer bounds: the least a dog can be worth (3 points, 1.5 with five players) goes to the
    attack, to the defence in a garde contre; an oudler brings at least 4 to its owner.
    """
    # In half points: 1.5 for three cards, 3 for six.
    dog = 3 if active_count == 5 else 6
    low, high = OUDLER_X2 * oudlers, PACK_X2 - OUDLER_X2 * (3 - oudlers)
    if contract is FrenchContract.GARDE_CONTRE:
        return low, high - dog
    return low + dog, high


def _chelem_conflict(result: FrenchResult) -> bool:
    """Announced by one side and made by the other, or announced by both."""
    if result.chelem_defence_announced:
        return result.chelem_announced or result.chelem is Camp.ATTACK
    return result.chelem_announced and result.chelem is Camp.DEFENCE


def chelem_fits(
    camp: Camp, contract: FrenchContract, oudlers: int, points_x2: float, active_count: int
) -> bool:
    """Does the count agree with a chelem of that camp? The table of scoring.md §7."""
    halves = halves_allowed(active_count)
    if camp is Camp.ATTACK:
        if contract is FrenchContract.GARDE_CONTRE:
            # Here and below twice the counts of scoring.md §7.
            return points_x2 >= {3: 119, 5: 146}.get(active_count, 120)
        return is_full_count(oudlers, points_x2, halves)
    if contract is FrenchContract.GARDE_SANS:
        return points_x2 <= {3: 63, 5: 36}.get(active_count, 62)
    if contract is FrenchContract.GARDE_CONTRE:
        return oudlers <= 1 and points_x2 <= (9 if halves else 8)
    return oudlers <= 1 and points_x2 <= {3: 47, 5: 30}.get(active_count, 46)


def is_full_count(oudlers: int, points_x2: float, halves: bool) -> bool:
    """91 with 3 oudlers; 87 with 2, the Excuse staying with the defence (86.5 where halves are)."""
    if oudlers == 3:
        return points_x2 == PACK_X2
    return oudlers == 2 and (points_x2 == 174 or (halves and points_x2 == 173))


def _check_chelem(deal: FrenchDeal) -> Iterator[Problem]:
    if _chelem_conflict(deal.result):
        yield Problem("chelem_conflict", "chelem")
    if deal.result.chelem_defence_announced and not deal.rules.defence_chelem.enabled:
        yield Problem("chelem_defence_not_in_rules", "chelem_defence_announced")


def _check_petit_chelem(deal: FrenchDeal) -> Iterator[Problem]:
    result = deal.result
    fields = [
        field
        for field in ("petit_chelem", "petit_chelem_announced")
        if says_something(getattr(result, field))
    ]
    for field in fields:
        if not deal.rules.petit_chelem.enabled:
            yield Problem("petit_chelem_not_in_rules", field)
    announced = result.chelem_announced or result.chelem_defence_announced
    if fields and (result.chelem is not None or announced):
        yield Problem("petit_chelem_conflict", fields[0])


def _check_petit(deal: FrenchDeal) -> Iterator[Problem]:
    result, camp = deal.result, deal.result.petit_au_bout
    if camp is None:
        return
    which = result.which_oudlers
    # Who wins the last trick with the Petit in it has the Petit, whoever played it.
    is_other = bool(which) and (camp is Camp.ATTACK) is not (Oudler.PETIT in which)
    if is_other or (camp, result.oudlers) in {(Camp.ATTACK, 0), (Camp.DEFENCE, 3)}:
        yield Problem(
            "petit_oudlers_conflict",
            "petit_au_bout",
            {"camp": camp.value, "oudlers": result.oudlers},
        )
    if result.chelem is not None and result.chelem is not camp:
        yield Problem("petit_camp_conflict", "petit_au_bout", {"camp": camp.value})
    if deal.rules.petit_au_bout.mode is PetitMode.PERSONAL and result.petit_player is None:
        yield Problem("petit_player_missing", "petit_player")


def _check_poignees(deal: FrenchDeal) -> Iterator[Problem]:
    poignees = deal.result.poignees
    if not poignees:
        return
    for index, holder in repeats(poignee.player for poignee in poignees):
        yield Problem("poignee_duplicate_player", f"poignees[{index}].player", {"player": holder})
    # The least that each size holds: how many more were shown is not told.
    smallest = deal.rules.poignee_trumps[len(deal.active)]
    trumps = sum(smallest[poignee.size] for poignee in poignees)
    if trumps > TRUMPS:
        yield Problem("poignee_trumps_exceed", "poignees", {"trumps": trumps, "most": TRUMPS})


def _check_miseres(deal: FrenchDeal) -> Iterator[Problem]:
    result = deal.result
    if not result.miseres:
        return
    if not deal.rules.misere.enabled:
        yield Problem("misere_not_in_rules", "miseres")
    showed_trumps = {poignee.player for poignee in result.poignees} | {result.petit_player}
    for index, misere in repeats(result.miseres):
        yield Problem("misere_duplicate", f"miseres[{index}]", {"player": misere.player})
    for index, misere in enumerate(result.miseres):
        if misere.kind is MisereKind.TRUMPS and misere.player in showed_trumps:
            yield Problem("misere_conflict", f"miseres[{index}]", {"player": misere.player})


CHECKS = (
    _check_names,
    _check_called,
    _check_contract,
    _check_count,
    _check_which_oudlers,
    _check_chelem,
    _check_petit_chelem,
    _check_petit,
    _check_poignees,
    _check_miseres,
)

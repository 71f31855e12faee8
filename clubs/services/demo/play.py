"""Data of the demo club: its people, and deals as they fall in an ordinary club.

All people are invented. The caller gives the random generator: the same seed gives the same
evenings.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from clubs.services.deals.invented_deals import Record

CLUB = "Amicale du Tarot de Dole"
MEMBERS = [
    "Hélène Vuillemin",
    "Gérard Bouveret",
    "Nadia Ferrand",
    "Luc Fauconnier",
    "Amélie Cordier",
    "Bernard Jeannin",
    "Zoé Marchand",
    "Émile Perrodin",
    "Josiane Girardot",
    "Loïc Tissot",
    "Maëlle Roussel",
    "Noël Grandclément",
    "Inès Benali",
    "Raphaël Monnier",
    "Colette Saulnier",
    "Théo Lambert",
    "Odile Gauthier",
    "Cédric Mougin",
    "Yvonne Chauvin",
    "Luc Pacaud",
    "Clémence Bailly",
    "Anaïs Duroux",
    "Solange Petitjean",
    "André Jacquot",
]
GUESTS = ["Piotr Kowalski", "Chiara Rossi", "Léa Vuillemin"]
OTHER_CLUB = "Les Trois Bouts"
OTHER_MEMBERS = ["Maxime Colin", "Brigitte Humbert", "Élodie Ravel", "Serge Thiébaud", "Aïcha Saïd"]

# Changes of the built-in profile "family"; the second version only pays more for a misère.
HOUSE_RULES: Record = {
    "base": "family",
    "name": "maison",
    "title": "Maison",
    "misdeal_dealer": "next",
}
HOUSE_RULES_NOW: Record = {**HOUSE_RULES, "misere": {"value": 20}}

THRESHOLDS = (56, 51, 41, 36)  # card points, by oudlers
CONTRACTS = {"prise": 45, "garde": 47, "garde_sans": 7, "garde_contre": 1}  # per cent
OUDLERS = {  # how often the attack has 0 to 3 of them, per cent
    "prise": (12, 45, 36, 7),
    "garde": (6, 36, 44, 14),
    "garde_sans": (2, 22, 48, 28),
    "garde_contre": (0, 16, 50, 34),
}
MEAN_POINTS = (48.5, 50, 50.5, 53)  # by oudlers: people bid on less when they hold more
SPREAD = 8  # standard deviation, card points
WIDEST = 28  # margin; more would be asked about
LEAST_DOG = {5: 1.5}  # card points of the poorest dog: 3 but with five players
ALL_PASS, PETIT_SEC = 5, 1  # per cent of all deals
POIGNEE, PETIT, MISERE = 10, 8, 9  # per cent of deals that are played
POIGNEE_SIZES = {"simple": 88, "double": 11, "triple": 1}
ALONE = 8  # per cent of called cards that nobody else holds

# What hardly ever happens, and should be seen in a demo all the same.
UNANNOUNCED_SLAM: Record = {"contract": "garde", "oudlers": 2, "points": 87, "chelem": "attack"}
ANNOUNCED_SLAM: Record = {
    "contract": "garde_sans",
    "oudlers": 3,
    "points": 91,
    "chelem": "attack",
    "chelem_announced": True,
    "note": "Le premier chelem annoncé de la saison",
}
FAILED_SLAM: Record = {"contract": "garde", "oudlers": 3, "points": 78, "chelem_announced": True}
SMALL_SLAM: Record = {"contract": "garde", "oudlers": 3, "points": 80, "petit_chelem": "attack"}
MISDEAL: Record = {"kind": "void", "void_reason": "misdeal"}


@dataclass(frozen=True, slots=True)
class DealSeating:
    """The players of a deal, in seat order, and what the rules add to the game."""

    active: Sequence[str]
    dealer: str
    out: Sequence[str]
    called_count: int
    has_misere: bool

    def told(self) -> Record:
        return {"dealer": self.dealer, **({"out": list(self.out)} if self.out else {})}


def _weighted_choice(chance: Random, weights: Mapping[str, int]) -> str:
    return chance.choices(list(weights), list(weights.values()))[0]


def happens(chance: Random, per_cent: int) -> bool:
    return chance.random() * 100 < per_cent


def invent_deal(chance: Random, seating: DealSeating) -> Record:
    """The record of an ordinary deal."""
    roll = chance.random() * 100
    if roll < ALL_PASS + PETIT_SEC:
        reason = "all_pass" if roll < ALL_PASS else "petit_sec"
        return tell(chance, seating, {"kind": "void", "void_reason": reason})
    contract = _weighted_choice(chance, CONTRACTS)
    oudlers = chance.choices(range(4), OUDLERS[contract])[0]
    points = _invent_points(chance, contract, oudlers, len(seating.active))
    record = tell(chance, seating, {"contract": contract, "oudlers": oudlers, "points": points})
    if happens(chance, POIGNEE):
        holder = record["taker"] if happens(chance, 60) else chance.choice(seating.active)
        record["poignees"] = [{"player": holder, "size": _weighted_choice(chance, POIGNEE_SIZES)}]
    elif seating.has_misere and happens(chance, MISERE):
        others = [name for name in seating.active if name != record["taker"]]
        record["miseres"] = [{"player": chance.choice(others), "kind": "courts"}]
    if happens(chance, PETIT):
        attack = oudlers == 3 or (oudlers > 0 and happens(chance, 60))
        record["petit_au_bout"] = "attack" if attack else "defence"
    return record


def tell(chance: Random, seating: DealSeating, result: Record) -> Record:
    """Completes a result with the taker and the called players; a void deal has neither."""
    if result.get("kind") == "void":
        return {**result, **seating.told()}
    taker = chance.choice(seating.active)
    record = {**seating.told(), "taker": taker, **result}
    if seating.called_count:
        record["called"] = [_holder(chance, seating, taker) for _ in range(seating.called_count)]
    return record


def _holder(chance: Random, seating: DealSeating, taker: str) -> str | None:
    """Chooses the holder of a called card: the taker, the dog (None), or somebody else."""
    if happens(chance, ALONE):
        return chance.choice([taker, None])
    return chance.choice([name for name in seating.active if name != taker])


def _invent_points(chance: Random, contract: str, oudlers: int, active_count: int) -> int | float:
    """Card points that this attack can have; halves with 3 and 5 players.

    Source of the bounds: scoring.md §7.
    """
    dog = LEAST_DOG.get(active_count, 3)
    low, high = 4.0 * oudlers, 91.0 - 4 * (3 - oudlers)
    if contract == "garde_contre":
        high -= dog
    else:
        low += dog
    low = max(low, THRESHOLDS[oudlers] - WIDEST)
    high = min(high, THRESHOLDS[oudlers] + WIDEST)
    points = min(max(chance.gauss(MEAN_POINTS[oudlers], SPREAD), low), high)
    halves = round(points * 2) if active_count in (3, 5) else 2 * round(points)
    return halves // 2 if halves % 2 == 0 else halves / 2

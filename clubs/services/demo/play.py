"""Data of the demo club: its people, its house rules, and deals that are too rare to be left to
chance.

All people are invented. The caller gives the random generator: the same seed gives the same
evenings.
"""

from random import Random

from clubs.core.games import Rules
from clubs.services.deals.invented_deals import Dealt, Record, happens

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

# Changes of the built-in profile "family"; the second version pays more for a misère, and deals
# keep what people talk about.
HOUSE_RULES: Record = {
    "base": "family",
    "name": "maison",
    "title": "Maison",
    "misdeal_dealer": "next",
}
HOUSE_RULES_NOW: Record = {
    **HOUSE_RULES,
    "misere": {"value": 20},
    "asked": {"called_cards": True, "which_oudlers": True, "parole": True},
    "bid_shown": True,
}

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


def tell(chance: Random, dealt: Dealt, rules: Rules, result: Record) -> Record:
    """Completes a result with the taker and the called players; a void deal has neither."""
    frame: Record = {"dealer": dealt.dealer, **({"out": list(dealt.out)} if dealt.out else {})}
    if result.get("kind") == "void":
        return {**result, **frame}
    taker = chance.choice(dealt.active)
    record = {**frame, "taker": taker, **result}
    called = rules.to_json()["call_weights"].get(str(len(dealt.active)))
    if called:
        record["called"] = [_holder(chance, dealt, taker) for _ in called]
    return record


def _holder(chance: Random, dealt: Dealt, taker: str) -> str | None:
    """Chooses the holder of a called card: the taker, the dog (None), or somebody else."""
    if happens(chance, ALONE):
        return chance.choice([taker, None])
    return chance.choice([name for name in dealt.active if name != taker])

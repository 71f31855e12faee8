"""How a deal is told, whatever its game: one teller a game, found in TELLERS.

A game without a teller is told by its facts and scores alone.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from clubs.core.games import JsonObject, Rules, get_game
from clubs.core.problems import DealRefused
from clubs.queries.french import FrenchTeller
from clubs.queries.plain_scores import is_plain, told_plainly
from clubs.queries.stories import CalcLine, Mark, Names, Teller, Told

TELLERS: dict[str, Teller] = {"french": FrenchTeller()}


def marks_of(game: str, record: JsonObject, names: Names) -> tuple[Mark, ...]:
    teller = TELLERS.get(game)
    return teller.marks(record, names) if teller and record and not is_plain(record) else ()


def pips_of(game: str, contract: str | None, rules: Rules) -> int:
    teller = TELLERS.get(game)
    return teller.pips(contract, rules) if teller and contract else 0


def plays_alone(game: str, record: JsonObject) -> bool:
    teller = TELLERS.get(game)
    return teller is not None and teller.plays_alone(record)


def told_by(game: str, record: JsonObject, names: Names) -> tuple[Told, ...]:
    if is_plain(record):
        return tuple(told for told in told_plainly(record, names) if told.value)
    teller = TELLERS.get(game)
    return teller.told(record, names) if teller and record else ()


def calculation_of(
    game: str, record: JsonObject, rules: Rules, names: Names
) -> tuple[CalcLine, ...]:
    """The calculation of a stored record; empty where its game explains none.

    Also empty for plain scores, and for a record that the rules no longer take: scores are then all
    that is known.
    """
    teller = TELLERS.get(game)
    players = record.get("players")
    if teller is None or not players or is_plain(record):
        return ()
    told = {key: value for key, value in record.items() if key != "players"}
    try:
        lines = get_game(game).explain(players, rules, told)
    except DealRefused:
        return ()
    return teller.calculation(lines, told, rules, names)


def contract_label(game: str, contract: str | None) -> str:
    teller = TELLERS.get(game)
    return teller.contract_label(contract) if teller and contract else contract or ""


def short_contract(game: str, contract: str | None) -> str:
    teller = TELLERS.get(game)
    return teller.short_contract(contract) if teller and contract else contract or ""


def said_contract(game: str, contract: str | None) -> str:
    teller = TELLERS.get(game)
    return teller.said_contract(contract) if teller and contract else contract or ""


def result_text(made: bool | None, margin: int | None) -> str:
    """Made or down, and by how many points; empty where a game has no contract."""
    if made is None or margin is None:
        return ""
    if not made:
        return _("down by %(margin)s") % {"margin": margin}
    return _("made by %(margin)s") % {"margin": margin} if margin else _("made exactly")


def headline(
    game: str, contract: str | None, record: JsonObject, taker: str, partners: Sequence[str]
) -> str:
    """Who played what with whom; empty in a game without a taker."""
    if not taker:
        return ""
    values = {
        "taker": taker,
        "contract": said_contract(game, contract),
        "partners": _("%(first)s and %(second)s") % {"first": partners[0], "second": partners[1]}
        if len(partners) == 2
        else ", ".join(partners),
    }
    if partners:
        return _("%(taker)s in %(contract)s, %(partners)s called") % values
    if plays_alone(game, record):
        return _("%(taker)s alone in %(contract)s") % values
    return _("%(taker)s in %(contract)s") % values

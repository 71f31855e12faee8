"""How a deal is told, whatever its game."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubs.core.deals import DealRole, without_players
from clubs.core.games import JsonObject, Rules, context_of, get_game
from clubs.core.problems import DealRefused
from clubs.packing import UNREADABLE
from clubs.queries.deals.marks import Mark
from clubs.queries.deals.stories import (
    CalcLine,
    MatchBoard,
    Names,
    RecordFact,
    is_plain,
    told_plainly,
)
from clubs.queries.games import WORDS


def marks_of(game: str, record: JsonObject, names: Names) -> tuple[Mark, ...]:
    return WORDS[game].teller.marks(record, names) if record and not is_plain(record) else ()


def pips_of(game: str, contract: str | None, rules: Rules) -> int:
    return WORDS[game].teller.pips(contract, rules) if contract else 0


@cache
def usual_pips(game: str, contract: str | None) -> int:
    """The same by the default rules of the game, where those of the table are not read."""
    return pips_of(game, contract, get_game(game).read_rules(None))


def plays_alone(game: str, record: JsonObject) -> bool:
    return WORDS[game].teller.plays_alone(record)


def told_by(game: str, record: JsonObject, names: Names) -> tuple[RecordFact, ...]:
    if is_plain(record):
        return tuple(told for told in told_plainly(record, names) if told.value)
    if not record or UNREADABLE in record:  # as somebody damaged it past the program
        return ()
    return WORDS[game].teller.told(record, names)


def calculation_of(
    game: str, record: JsonObject, rules: Rules, names: Names, earlier: Iterable[JsonObject] = ()
) -> tuple[CalcLine, ...]:
    """The calculation of a stored record; empty for plain scores, and for a record that the rules
    no longer take: scores are then all that is known. earlier are the records of the deals before,
    oldest first."""
    players = record.get("players")
    if not players or is_plain(record):
        return ()
    bare_record = without_players(record)
    known = get_game(game)
    try:
        context = context_of(known, players, rules, earlier)
        lines = known.explain(players, rules, {**bare_record, **context})
    except DealRefused:
        return ()
    return WORDS[game].teller.calculation(lines, record, rules, names)


def outcome_told(game: str, record: JsonObject, rules: Rules, names: Names) -> str:
    """What a deal brought, in a game that says it without taker and contract; else empty."""
    tell = WORDS[game].outcome
    return tell(record, rules, names) if tell and record and not is_plain(record) else ""


def deal_told(game: str, record: JsonObject, rules: Rules, names: Names) -> str:
    """A stored record in one sentence, as spectators read it: "Nadia in Garde, Gérard called, made
    by 9". Empty for void deals and plain scores, and for what the rules no longer take."""
    players = record.get("players")
    if not players or is_plain(record) or record.get("kind") == "void":
        return ""
    if outcome := outcome_told(game, record, rules, names):
        return outcome
    bare_record = without_players(record)
    try:
        verdict = get_game(game).judge(players, rules, bare_record)
    except DealRefused:
        return ""
    facts = verdict.facts
    partners = [
        names.get(who, "?") for who, role in verdict.roles.items() if role == DealRole.PARTNER
    ]
    taker = names.get(facts.taker or "", "?")
    story = headline(game, facts.contract, record, taker, partners)
    return ", ".join(part for part in (story, result_text(facts.is_made, facts.margin)) if part)


def match_told(
    game: str, rules: Rules, records: Sequence[JsonObject], players: Sequence[str], names: Names
) -> MatchBoard | None:
    """The standing of the match, in a game that has matches. records are those of the session,
    oldest first; players sit there now, in order of play."""
    tell = WORDS[game].match
    return tell(rules, records, players, names) if tell else None


def matches_told(
    game: str, rules: Rules, records: Mapping[int, JsonObject], names: Names
) -> list[str]:
    """How every match of a session stands, a line each; none in a game without matches. records
    are by the numbers of their deals, oldest first."""
    tell = WORDS[game].matches
    stories = tell(rules, records, names) if tell else []
    return [
        _("Match %(number)s · %(story)s") % {"number": number, "story": story}
        for number, story in enumerate(stories, 1)
    ]


def contract_label(game: str, contract: str | None) -> str:
    return WORDS[game].teller.contract_label(contract) if contract else ""


def has_contract(game: str, contract: str) -> bool:
    """Whether a game knows a contract of that code."""
    return contract in WORDS[game].teller.contracts


def contract_height(game: str, contract: str) -> int:
    """Its place among the contracts of the game, from the lowest on."""
    return WORDS[game].teller.contracts.index(contract)


def short_contract(game: str, contract: str | None) -> str:
    return WORDS[game].teller.short_contract(contract) if contract else ""


def _said_contract(game: str, contract: str | None) -> str:
    return WORDS[game].teller.said_contract(contract) if contract else ""


RESULTS = {
    "made": gettext_lazy("made by %(margin)s"),
    "exact": gettext_lazy("made exactly"),
    "down": gettext_lazy("down by %(margin)s"),
    "draw": pgettext_lazy("of a contract", "draw"),
}


def result_text(is_made: bool | None, margin: int | None) -> str:
    """Made or down, and by how many points; empty where a game has no contract.

    A contract with a margin that was neither made nor failed is a draw.
    """
    if margin is None:
        return ""
    if is_made is None:
        return str(RESULTS["draw"])
    if not is_made:
        return RESULTS["down"] % {"margin": margin}
    return RESULTS["made"] % {"margin": margin} if margin else str(RESULTS["exact"])


def headline(
    game: str, contract: str | None, record: JsonObject, taker: str, partners: Sequence[str]
) -> str:
    """The taker, the contract and the partners in words; empty in a game without a taker."""
    if not taker:
        return ""
    values = {
        "taker": taker,
        "contract": _said_contract(game, contract),
        "partners": _("%(first)s and %(second)s") % {"first": partners[0], "second": partners[1]}
        if len(partners) == 2
        else ", ".join(partners),
    }
    if partners:
        return _("%(taker)s in %(contract)s, %(partners)s called") % values
    if plays_alone(game, record):
        return _("%(taker)s alone in %(contract)s") % values
    return _("%(taker)s in %(contract)s") % values


def bid_told(game: str, bid: JsonObject, names: Names) -> str:
    """Who took with what, while the deal is played: "Nadia takes: Garde, King of hearts"."""
    teller = WORDS[game].teller
    contract, more = teller.contract_label(bid["contract"]), teller.bid_more(bid)
    values = {"taker": names.get(bid["taker"], "?"), "contract": contract}
    return ", ".join(filter(None, (_("%(taker)s takes: %(contract)s") % values, more)))

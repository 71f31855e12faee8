"""The volte game, told (see Teller), and how the score of a deal came about, line by line.

Source: tarocco_volte.md §5 (computation), §6 (breakdown).
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from clubs.core.games import JsonObject, Rules
from clubs.games.volte.core.game import volte
from clubs.games.volte.core.records import PACK, Contract, Side
from clubs.games.volte.core.rules import BonusScope, CountedPoints, PremiumTiming, VolteRules
from clubs.games.volte.core.scoring import BAGATTO_LAST, MULTIPLIERS, Outcome
from clubs.games.volte.queries.words import (
    BAGATTO_SIDES,
    CAPPOTTI,
    CONTRACTS,
    MATTO_SIDES,
    SAID_CONTRACTS,
    SHORT_CONTRACTS,
    VOLTE_MARKS,
    accusa_text,
    volte_record_facts,
)
from clubs.numbers import grouped_number
from clubs.queries.deals.stories import CalcLine, DealTeller, LineKind, Names, RecordFact

MOST_PIPS = 8  # more dots than that nobody counts at a glance
SHARES = 3  # of the taker, one from each defender

OUTCOMES = {
    Outcome.WON: gettext_lazy("Base %(base)s + premium %(premium)s, contract won"),
    Outcome.LOST: gettext_lazy("Base %(base)s + premium %(premium)s, contract lost"),
}
BASES = {
    Outcome.WON: gettext_lazy("Base %(base)s, contract won"),
    Outcome.LOST: gettext_lazy("Base %(base)s, contract lost"),
}
LAST_TRICK = {"bagatto_last": BAGATTO_SIDES, "matto_last": MATTO_SIDES}


class VolteTeller(DealTeller):
    """Stateless; see Teller. The taker always plays alone: there is nothing to say of it."""

    mark_kinds = VOLTE_MARKS
    contracts = tuple(Contract)

    def contract_label(self, contract: str) -> str:
        return str(CONTRACTS[Contract(contract)])

    def short_contract(self, contract: str) -> str:
        return str(SHORT_CONTRACTS[Contract(contract)])

    def said_contract(self, contract: str) -> str:
        return str(SAID_CONTRACTS[Contract(contract)])

    def pips(self, contract: str, rules: Rules) -> int:
        multiplier = MULTIPLIERS[Contract(contract)]
        return multiplier if multiplier <= MOST_PIPS else 0

    def played_lines(
        self, lines: Sequence[JsonObject], record: JsonObject, rules: Rules, names: Names
    ) -> Iterable[CalcLine]:
        return _VolteCalculation(lines, record, volte(rules), names).lines()

    def played_facts(self, record: JsonObject, names: Names) -> Iterable[RecordFact]:
        return volte_record_facts(record, names)


def _signed_bonus(value: int) -> str:
    return grouped_number(value) if value < 0 else f"+{grouped_number(value)}"


class _VolteCalculation:
    """The lines of one played deal, in the order in which the table counts."""

    def __init__(
        self, lines: Sequence[JsonObject], record: JsonObject, rules: VolteRules, names: Names
    ) -> None:
        self.by_code: dict[str, list[JsonObject]] = {}
        for line in lines:
            self.by_code.setdefault(f"{line['kind']} {line['code']}", []).append(line)
        self.record, self.rules, self.names = record, rules, names
        self.stake = sum(line["amount"] for line in lines if line["kind"] == "stake")
        (self.target,) = self.by_code["info target"]
        (self.result,) = self.by_code["info result"]
        self.outcome = Outcome(self.result["outcome"])

    def lines(self) -> Iterator[CalcLine]:
        yield from self.bonuses()
        yield self.compared()
        yield from self.contract()
        yield from self.cappotto()
        yield from self.accuse()
        yield CalcLine(_("Value of the deal"), self.stake, self.stake_small(), kind=LineKind.SUM)
        yield from self.shares()
        payments = self.by_code.get("player accusa", [])
        if payments:
            yield from self.payments(payments)
            yield from self.scores()

    def compared(self) -> CalcLine:
        """Steps 2 and 3: what was counted, and how far from the target that is."""
        honours, target = self.target["honours"], self.target["target"]
        points, end_points = self.result["points"], self.result["end_points"]
        label = ngettext(
            "%(honours)s honour at the start: target %(target)s",
            "%(honours)s honours at the start: target %(target)s",
            honours,
        )
        over = end_points - target
        values = {
            "points": points,
            "bonus": end_points - points,
            "end_points": end_points,
            "margin": abs(over),
        }
        if end_points == points:
            texts = {
                Outcome.WON: _("%(points)s points made, %(margin)s more"),
                Outcome.LOST: _("%(points)s points made, %(margin)s short"),
                Outcome.DRAW: _("%(points)s points made, exactly: a draw"),
            }
        else:
            texts = {
                Outcome.WON: _("%(points)s + %(bonus)s = %(end_points)s, %(margin)s more"),
                Outcome.LOST: _("%(points)s + %(bonus)s = %(end_points)s, %(margin)s short"),
                Outcome.DRAW: _("%(points)s + %(bonus)s = %(end_points)s, exactly: a draw"),
            }
        label %= {"honours": honours, "target": target}
        return CalcLine(label, over, texts[self.outcome] % values)

    def bonuses(self) -> Iterator[CalcLine]:
        """Step 1, with what becomes of each bonus of the last trick."""
        for field, labels in LAST_TRICK.items():
            if self.record.get(field):
                side = Side(self.record[field])
                worth = BAGATTO_LAST if field == "bagatto_last" else self.rules.matto_last_bonus
                counts = side is Side.TAKER or self.rules.bonus_scope is BonusScope.BOTH
                if not counts or not worth:
                    yield CalcLine(str(labels[side]), 0, _("Not counted by these rules."))
                elif self.outcome is Outcome.DRAW and not self.is_in_target(side):
                    yield CalcLine(str(labels[side]), 0, _("A draw pays no bonus."))
                else:
                    small = (
                        _("Counted with the points of the taker.")
                        if self.is_in_target(side)
                        else _("Added to the base; it does not change who won.")
                    )
                    amount = worth if side is Side.TAKER else -worth
                    yield CalcLine(str(labels[side]), amount, small)

    def is_in_target(self, side: Side) -> bool:
        return side is Side.TAKER and self.rules.bonus_in_target

    def contract(self) -> Iterator[CalcLine]:
        """Steps 4 and 5; a draw has none."""
        if self.outcome is Outcome.DRAW:
            yield CalcLine(_("Draw: no premium, nothing is multiplied"), 0)
            return
        (line,) = self.by_code["stake contract"]
        sign = 1 if self.outcome is Outcome.WON else -1
        base, premium, multiplier = line["base"], line["premium"], line["multiplier"]
        values = {"base": grouped_number(base), "premium": premium}
        contract = CONTRACTS[Contract(line["contract"])]
        times = _("%(contract)s: × %(multiplier)s") % {
            "contract": contract,
            "multiplier": multiplier,
        }
        if self.rules.premium_timing is PremiumTiming.BEFORE:
            inner = sign * (base + premium)
            yield CalcLine(OUTCOMES[self.outcome] % values, inner, self.base_small())
            yield CalcLine(times, inner, times=multiplier)
        else:
            yield CalcLine(BASES[self.outcome] % values, sign * base, self.base_small())
            yield CalcLine(times, sign * base, times=multiplier)
            label = _("Premium of the contract")
            yield CalcLine(label, sign * premium, _("Added after multiplying."))

    def base_small(self) -> str:
        """The parts of the base, where that is not the distance from the target alone."""
        (line,) = self.by_code["stake contract"]
        points = self.counted()
        values = {"points": points, "bonus": _signed_bonus(line["base"] - points)}
        if self.rules.counted_points is CountedPoints.TOTALS:
            if self.outcome is Outcome.WON:
                alone = _("All points of the taker: %(points)s")
                with_bonus = _(
                    "All points of the taker: %(points)s, and %(bonus)s in the last trick"
                )
            else:
                alone = _("All points of the defence: %(points)s")
                with_bonus = _(
                    "All points of the defence: %(points)s, and %(bonus)s in the last trick"
                )
        else:
            alone = ""
            with_bonus = _("A difference of %(points)s, and %(bonus)s in the last trick")
        return (with_bonus if line["base"] != points else alone) % values

    def counted(self) -> int:
        """Step 4 without the bonuses that are no points."""
        if self.rules.counted_points is CountedPoints.DIFFERENCE:
            return abs(int(self.result["end_points"] - self.target["target"]))
        if self.outcome is Outcome.WON:
            return int(self.result["end_points"])
        return PACK - int(self.result["points"])

    def cappotto(self) -> Iterator[CalcLine]:
        for line in self.by_code.get("stake cappotto", ()):
            small = _("Never multiplied.") if line["amount"] else _("Not counted by these rules.")
            yield CalcLine(str(CAPPOTTI[Side(line["side"])]), line["amount"], small)

    def accuse(self) -> Iterator[CalcLine]:
        """Step 7, those of the winning side."""
        for line in self.by_code.get("stake accusa", ()):
            label = accusa_text(line["player"], line["accusa"], self.names)
            yield CalcLine(label, line["amount"], _("It counts for the side that wins only."))

    def stake_small(self) -> str:
        if self.stake > 0:
            return _("Each defender pays this.")
        return _("Each defender gets this.") if self.stake else ""

    def shares(self) -> Iterator[CalcLine]:
        """Step 8: the taker, the three others together, then who sits out."""
        taker, out = self.record["taker"], self.record.get("out") or ()
        seats = [line["player"] for line in self.by_code["player share"]]
        defence = [name for name in seats if name != taker and name not in out]
        label = pgettext("volte", "%(player)s, taker") % {"player": self.name(taker)}
        small = ngettext("%(count)s share", "%(count)s shares", SHARES) % {"count": SHARES}
        yield CalcLine(label, SHARES * self.stake, small, kind=LineKind.SHARE)
        names = ", ".join(map(self.name, defence))
        small = ngettext("defence, 1 share", "defence, 1 share each", len(defence))
        yield CalcLine(names, -self.stake, small, kind=LineKind.SHARE)
        for name in seats:
            if name in out:
                yield CalcLine(self.name(name), 0, _("rests"), kind=LineKind.RESTS)

    def payments(self, payments: Sequence[JsonObject]) -> Iterator[CalcLine]:
        """Step 7, those that who declared them gets from the others."""
        for (declarer, kind), group in groupby(payments, key=_declaration_key):
            amounts = {line["player"]: line["amount"] for line in group}
            other = next(amount for name, amount in amounts.items() if name != declarer)
            small = _("%(amount)s from each other player") % {"amount": -other}
            label = accusa_text(declarer, kind, self.names)
            yield CalcLine(label, amounts[declarer], small, kind=LineKind.SHARE)

    def scores(self) -> Iterator[CalcLine]:
        """The score of each player, where the shares do not say it already."""
        totals: dict[str, int] = {}
        for code in ("player share", "player accusa"):
            for line in self.by_code.get(code, ()):
                totals[line["player"]] = totals.get(line["player"], 0) + line["amount"]
        for uuid, amount in totals.items():
            label = _("%(player)s in all") % {"player": self.name(uuid)}
            yield CalcLine(label, amount, kind=LineKind.SCORE)

    def name(self, uuid: str) -> str:
        return self.names.get(uuid, "?")


def _declaration_key(line: JsonObject) -> tuple[str, str]:
    """The declaration that a payment is for: declarer and kind."""
    return line["declarer"], line["accusa"]

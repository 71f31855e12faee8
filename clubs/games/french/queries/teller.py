"""French tarot, told: see Teller. Most of it is how the score of a deal came about, line by line.

Source: scoring.md §5 (computation), §6 (breakdown).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.core.deals import Camp, DealRole
from clubs.core.games import JsonObject, Rules
from clubs.games.french.core.game import french
from clubs.games.french.core.records import FrenchContract, MisereKind, PoigneeSize
from clubs.games.french.core.rules import BonusMode, FixedMargin, FrenchRules, PetitMode, Scale
from clubs.games.french.core.scoring import SIXTHS
from clubs.games.french.queries.cards import called_card_names
from clubs.games.french.queries.rules import misere_is_multiplied
from clubs.games.french.queries.words import (
    CHELEMS,
    CONTRACTS,
    FRENCH_MARKS,
    PETITS,
    POIGNEES,
    SAID_CONTRACTS,
    SHORT_CONTRACTS,
    french_record_facts,
    name_of,
    points_text,
    slams_told,
)
from clubs.numbers import grouped_number
from clubs.queries.deals.stories import CalcLine, DealTeller, LineKind, Names, RecordFact

DECLARED: dict[str, Any] = {
    MisereKind.TRUMPS: gettext_lazy("Misère of %(player)s, no trumps"),
    MisereKind.COURTS: gettext_lazy("Misère of %(player)s, no court cards"),
}
ROLES = {
    DealRole.TAKER: gettext_lazy("%(player)s, taker"),
    DealRole.PARTNER: gettext_lazy("%(player)s, called"),
    DealRole.DEFENDER: gettext_lazy("%(player)s"),
    DealRole.OUT: gettext_lazy("%(player)s"),
}


class FrenchCalculation:
    """The lines of one played deal, in the order in which the table counts."""

    def __init__(
        self, lines: Sequence[JsonObject], record: JsonObject, rules: FrenchRules, names: Names
    ) -> None:
        self.by_code: dict[str, list[JsonObject]] = {}
        for line in lines:
            self.by_code.setdefault(line["code"], []).append(line)
        self.record, self.rules, self.names = record, rules, names
        self.stake_lines = [line for line in lines if line["kind"] == "stake"]
        self.player_lines = [line for line in lines if line["kind"] == "player"]
        self.stake = sum(line["amount"] for line in self.stake_lines)
        (self.result,) = self.by_code["result"]
        (self.contract,) = self.by_code["contract"]
        self.contract_label = str(CONTRACTS[FrenchContract(self.contract["contract"])])

        self.petit_lines = self.lines_of_stake("petit_au_bout")
        self.misere_lines = self.lines_of_stake("misere")

    def lines_of_stake(self, *codes: str) -> list[JsonObject]:
        return [line for line in self.stake_lines if line["code"] in codes]

    def lines(self) -> Iterator[CalcLine]:
        yield self.threshold()
        yield self.base()
        if self.rules.scale is Scale.MULTIPLIER:
            yield from self.petit(multiplied=True)
            yield from self.miseres(multiplied=True)
            yield self.multiplier()
        yield from self.petit(multiplied=False)
        yield from self.bonuses()
        yield from self.rounding()
        yield CalcLine(_("Value of the deal"), self.stake, self.stake_small(), kind=LineKind.SUM)
        yield from self.shares()
        payments = list(self.payments())
        if payments:
            yield from payments
            yield from self.scores()

    def threshold(self) -> CalcLine:
        (line,) = self.by_code["threshold"]
        oudlers, needed = line["oudlers"], line["needed"]
        label = ngettext(
            "%(oudlers)s oudler: %(needed)s points needed",
            "%(oudlers)s oudlers: %(needed)s points needed",
            oudlers,
        )
        is_made, margin, points = self.result["made"], self.result["margin"], self.result["points"]
        difference = abs(points - needed)
        values = {
            "points": points_text(points),
            "difference": points_text(difference),
            "margin": margin,
        }
        if difference != margin:
            small = _(
                "%(points)s points made; the difference of %(difference)s counts as %(margin)s"
            )
        elif not margin:
            small = _("%(points)s points made, exactly")
        elif is_made:
            small = _("%(points)s points made, %(margin)s more")
        else:
            small = _("%(points)s points made, %(margin)s short")
        return CalcLine(
            label % {"oudlers": oudlers, "needed": needed},
            margin if is_made else -margin,
            small % values,
        )

    def base(self) -> CalcLine:
        """The contract before it is multiplied."""
        is_made, base, margin = self.result["made"], self.contract["base"], self.contract["margin"]
        values = {"contract": self.contract_label, "base": base, "margin": margin}
        if self.rules.scale is Scale.MULTIPLIER:
            made_text, failed_text = (
                _("Base %(base)s + %(margin)s, contract made"),
                _("Base %(base)s + %(margin)s, contract failed"),
            )
        elif self.rules.fixed_margin is FixedMargin.IGNORE:
            made_text, failed_text = (
                _("%(contract)s: %(base)s, contract made"),
                _("%(contract)s: %(base)s, contract failed"),
            )
        else:
            made_text, failed_text = (
                _("%(contract)s: %(base)s + %(margin)s, contract made"),
                _("%(contract)s: %(base)s + %(margin)s, contract failed"),
            )
        amount = base + margin
        small = "" if self.counts_margin else _("The difference does not count.")
        return CalcLine(
            (made_text if is_made else failed_text) % values, amount if is_made else -amount, small
        )

    @property
    def counts_margin(self) -> bool:
        rules = self.rules
        return rules.scale is Scale.MULTIPLIER or rules.fixed_margin is FixedMargin.ADD

    @property
    def petit_is_multiplied(self) -> bool:
        modes = (PetitMode.MULTIPLIED, PetitMode.WINNER_ONLY)
        return self.rules.scale is Scale.MULTIPLIER and self.rules.petit_au_bout.mode in modes

    def petit(self, *, multiplied: bool) -> Iterator[CalcLine]:
        camp = self.record.get("petit_au_bout")
        mode = self.rules.petit_au_bout.mode
        if not camp or mode is PetitMode.PERSONAL or multiplied is not self.petit_is_multiplied:
            return
        label = str(PETITS[Camp(camp)])
        if mode is PetitMode.NONE:
            yield CalcLine(label, 0, _("Not counted by these rules."))
            return
        (line,) = self.by_code["petit_au_bout"]
        small = ""
        if not line["amount"] and self.rules.petit_au_bout.value:
            small = _("It counts for the side that wins only.")
        elif mode is PetitMode.FLAT:
            small = _("The same for every contract.")
        yield CalcLine(label, line["amount"] // line["coefficient"], small)

    def multiplier(self) -> CalcLine:
        coefficient = self.contract["coefficient"]
        inner = self.contract["amount"] // coefficient
        if self.petit_is_multiplied:
            inner += sum(line["amount"] // coefficient for line in self.petit_lines)
        if misere_is_multiplied(self.rules):
            inner += sum(line["amount"] // coefficient for line in self.misere_lines)
        label = _("%(contract)s: × %(coefficient)s")
        values = {"contract": self.contract_label, "coefficient": coefficient}
        return CalcLine(label % values, inner, times=coefficient)

    def miseres(self, *, multiplied: bool) -> Iterator[CalcLine]:
        """Those that are part of the stake, before they are multiplied."""
        if multiplied is not misere_is_multiplied(self.rules):
            return
        small = self.getter(self.rules.misere.mode)
        for line in self.misere_lines:
            label = self.shown(line["misere"], line["player"])
            yield CalcLine(label, line["amount"] // line["coefficient"], small)

    def getter(self, mode: BonusMode) -> str:
        if mode is BonusMode.WINNER:
            return _("It goes to the side that wins.")
        return _("It goes to the side of this player.")

    def bonuses(self) -> Iterator[CalcLine]:
        """What is neither multiplied nor rounded: what players showed, and slams."""
        for line in self.lines_of_stake("poignee"):
            label = self.shown(line["size"], line["player"])
            yield CalcLine(label, line["amount"], self.getter(self.rules.poignee_mode))
        yield from self.miseres(multiplied=False)
        for line in self.lines_of_stake(*CHELEMS):
            yield CalcLine(str(CHELEMS[line["code"]][line["outcome"]]), line["amount"])

    def shown(self, what: str, player: str) -> str:
        values = {"player": self.name(player)}
        if what in DECLARED:
            return str(DECLARED[what] % values)
        text = _("%(size)s handful of %(player)s") % {"size": POIGNEES[PoigneeSize(what)], **values}
        return capfirst(text)

    def rounding(self) -> Iterator[CalcLine]:
        for line in self.by_code.get("rounding", ()):
            yield CalcLine(_("Rounded to %(unit)s") % {"unit": line["unit"]}, line["amount"])

    def stake_small(self) -> str:
        if self.stake > 0:
            return _("Each defender pays this.")
        return _("Each defender gets this.") if self.stake else ""

    def shares(self) -> Iterator[CalcLine]:
        """Tells the attack one by one, the defence together, then the players who rest."""
        shares = self.by_code["share"]
        for role in (DealRole.TAKER, DealRole.PARTNER):
            for line in shares:
                if line["role"] == role:
                    label = ROLES[role] % {"player": self.name(line["player"])}
                    yield self.share(label, line["amount"], self.share_small(line))
        defence = [line for line in shares if line["role"] == DealRole.DEFENDER]
        names = ", ".join(self.name(line["player"]) for line in defence)
        small = ngettext("defence, 1 share", "defence, 1 share each", len(defence))
        yield self.share(names, -self.stake, small)
        for line in shares:
            if line["role"] == DealRole.OUT:
                yield CalcLine(self.name(line["player"]), 0, _("rests"), kind=LineKind.RESTS)

    def share(self, label: str, amount: int, small: str) -> CalcLine:
        return CalcLine(label, amount, small, kind=LineKind.SHARE)

    def share_small(self, line: JsonObject) -> str:
        """How many times the value one of the attack gets, or which part of what all of it gets."""
        defenders = sum(1 for other in self.by_code["share"] if other["role"] == DealRole.DEFENDER)
        doubled, rest = divmod(2 * line["sixths"] * defenders, SIXTHS)
        if rest:
            text = ngettext(
                "%(count)s sixth of %(pool)s", "%(count)s sixths of %(pool)s", line["sixths"]
            )
            return text % {
                "count": line["sixths"],
                "pool": grouped_number(abs(self.stake * defenders)),
            }
        if doubled % 2:
            whole = doubled // 2
            return _("%(count)s½ shares") % {"count": whole} if whole else _("½ share")
        return ngettext("%(count)s share", "%(count)s shares", doubled // 2) % {
            "count": doubled // 2
        }

    def payments(self) -> Iterator[CalcLine]:
        """What is paid outside the stake: for what, by or to whom, and what each other one pays."""
        lines = [line for line in self.player_lines if line["code"] != "share"]
        for (_code, player, shown), group in groupby(lines, key=_payment_key):
            amounts = {line["player"]: line["amount"] for line in group}
            if shown is None:
                label = _("Petit of %(player)s at the end") % {"player": self.name(player)}
            else:
                label = self.shown(shown, player)
            other = next(amount for name, amount in amounts.items() if name != player)
            if other < 0:
                small = _("%(amount)s from each other player")
            else:
                small = _("%(amount)s to each other player")
            yield self.share(label, amounts[player], small % {"amount": abs(other)})

    def scores(self) -> Iterator[CalcLine]:
        """What everything adds up to, where the shares do not say it already."""
        totals: dict[str, int] = {}
        for line in self.player_lines:
            totals[line["player"]] = totals.get(line["player"], 0) + line["amount"]
        for uuid, amount in totals.items():
            label = _("%(player)s in all") % {"player": self.name(uuid)}
            yield CalcLine(label, amount, kind=LineKind.SCORE)

    def name(self, uuid: str) -> str:
        return name_of(uuid, self.names)


def _payment_key(line: Mapping[str, Any]) -> tuple[str, str, str | None]:
    """What a payment is for: its code, the player it concerns, and the size of a poignée or the
    kind of misère."""
    shown = line.get("size") or line.get("misere")
    return line["code"], line.get("holder") or line["declarer"], shown


MOST_PIPS = 8  # more dots than that nobody counts at a glance


class FrenchTeller(DealTeller):
    """Stateless; see Teller."""

    mark_kinds = FRENCH_MARKS
    contracts = tuple(FrenchContract)

    def marked(self, record: JsonObject) -> JsonObject:
        return slams_told(record)

    def contract_label(self, contract: str) -> str:
        return str(CONTRACTS[FrenchContract(contract)])

    def short_contract(self, contract: str) -> str:
        return str(SHORT_CONTRACTS[FrenchContract(contract)])

    def said_contract(self, contract: str) -> str:
        return str(SAID_CONTRACTS[FrenchContract(contract)])

    def pips(self, contract: str, rules: Rules) -> int:
        rules = french(rules)
        if rules.scale is Scale.FIXED:
            return 0
        multiplier = rules.multipliers.get(contract) or 0
        return multiplier if multiplier <= MOST_PIPS else 0

    def plays_alone(self, record: JsonObject) -> bool:
        called = record.get("called") or ()
        return bool(called) and all(name in (None, record.get("taker")) for name in called)

    def bid_more(self, bid: JsonObject) -> str:
        return called_card_names(bid)

    def played_lines(
        self, lines: Sequence[JsonObject], record: JsonObject, rules: Rules, names: Names
    ) -> Iterable[CalcLine]:
        return FrenchCalculation(lines, record, french(rules), names).lines()

    def played_facts(self, record: JsonObject, names: Names) -> Iterable[RecordFact]:
        return french_record_facts(record, names)

"""Prizes of a tournament: what is given out, and who gets what as it stands.

Tournament.prizes is {"kind": "shares" | "fixed" | "goods", "percent", "extra", "unit",
"shares": [], "fixed": [], "goods": [], "categories": {code: {"fixed": [], "goods": []}},
"one_each": true}, with amounts in hundredths; what is missing has the default below. Source:
tournaments.md §8.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clubs.core.tournaments.prizes import (
    Award,
    Prize,
    PrizeList,
    all_awards,
    contenders,
    default_shares,
    fixed_prizes,
    goods_prizes,
    money_prizes,
    pot,
)
from clubs.core.tournaments.shapes import TournamentStandings
from clubs.models import Category, Tournament

KINDS = ("shares", "fixed", "goods")
OVERALL = ""  # the name of the list of all


@dataclass(frozen=True, slots=True)
class PrizePlan:
    """The settings of the prizes. Amounts in hundredths; shares are weights, empty for the
    default."""

    kind: str = "shares"
    percent: int = 100
    extra: int = 0
    unit: int = 100
    shares: tuple[int, ...] = ()
    fixed: tuple[int, ...] = ()
    goods: tuple[str, ...] = ()
    categories: Mapping[str, Mapping[str, Sequence[Any]]] = field(default_factory=dict)
    one_each: bool = True

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "PrizePlan":
        """Reads the column. A value that a field cannot have is passed over."""
        numbers = {
            name: stored[name]
            for name in ("percent", "extra", "unit")
            if _is_amount(stored.get(name))
        }
        kind = stored.get("kind")
        categories = stored.get("categories")
        return cls(
            kind=kind if kind in KINDS else "shares",
            shares=_amounts(stored.get("shares")),
            fixed=_amounts(stored.get("fixed")),
            goods=_filled_texts(stored.get("goods")),
            categories={
                code: {
                    "fixed": _amounts(one.get("fixed")),
                    "goods": _filled_texts(one.get("goods")),
                }
                for code, one in (categories or {}).items()
                if isinstance(one, Mapping)
            }
            if isinstance(categories, Mapping)
            else {},
            one_each=stored.get("one_each") is not False,
            **numbers,
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "percent": self.percent,
            "extra": self.extra,
            "unit": self.unit,
            "shares": list(self.shares),
            "fixed": list(self.fixed),
            "goods": list(self.goods),
            "categories": {
                code: {name: list(values) for name, values in one.items()}
                for code, one in self.categories.items()
            },
            "one_each": self.one_each,
        }


def _is_amount(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _amounts(values: Any) -> tuple[int, ...]:
    return (
        tuple(one for one in values if _is_amount(one)) if isinstance(values, list | tuple) else ()
    )


def _filled_texts(values: Any) -> tuple[str, ...]:
    is_list = isinstance(values, list | tuple)
    return tuple(one for one in values if isinstance(one, str) and one.strip()) if is_list else ()


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """One award with the names that people read. list is "" for the overall ranking."""

    award: Award
    name: str
    club: str
    list: str


@dataclass(frozen=True, slots=True)
class PrizePage:
    """pot is None where prizes are not cut from it."""

    plan: PrizePlan
    paid: int
    pot: int | None
    given: int
    prizes: tuple[Prize, ...]
    lines: tuple[PrizeLine, ...]


def prize_page(tournament: Tournament, standings: TournamentStandings) -> PrizePage:
    """The prizes and their winners by these standings. Two queries."""
    plan = PrizePlan.of(tournament.prizes)
    paid = tournament.entries.filter(fee_paid__isnull=False).count()
    names = dict(Category.objects.filter(tournament=tournament).values_list("code", "name"))
    lists = list(_prize_lists(plan, standings, paid, tournament.fee))
    rows = {row.player: row for row in standings.rows}
    awards = all_awards(lists, one_each=plan.one_each)
    return PrizePage(
        plan=plan,
        paid=paid,
        pot=pot(paid, tournament.fee, plan.percent, plan.extra) if plan.kind == "shares" else None,
        given=sum(award.amount for award in awards),
        prizes=tuple(lists[0].prizes),
        lines=tuple(
            PrizeLine(
                award=award,
                name=rows[award.player].name,
                club=rows[award.player].club or "",
                list=names.get(award.list, award.list),
            )
            for award in awards
        ),
    )


def _prize_lists(
    plan: PrizePlan, standings: TournamentStandings, paid: int, fee: int
) -> Iterator[PrizeList]:
    """The overall one first, then those of categories that have prizes."""
    overall = contenders({row.player: (row.number, row.rank) for row in standings.rows})
    yield PrizeList(OVERALL, _overall_prizes(plan, len(overall), paid, fee), overall)
    for code, planned in plan.categories.items():
        prizes = [*fixed_prizes(planned.get("fixed", ())), *goods_prizes(planned.get("goods", ()))]
        if prizes:
            people = standings.categories.get(code, ())
            ranks = {one.row.player: (one.row.number, one.rank) for one in people}
            yield PrizeList(code, prizes, contenders(ranks))


def _overall_prizes(plan: PrizePlan, places: int, paid: int, fee: int) -> Sequence[Prize]:
    if plan.kind == "fixed":
        return fixed_prizes(plan.fixed)
    if plan.kind == "goods":
        return goods_prizes(plan.goods)
    shares = plan.shares if sum(plan.shares) else default_shares(places)
    total = pot(paid, fee, plan.percent, plan.extra)
    return money_prizes(total, shares, max(plan.unit, 1), places) if shares and places else ()

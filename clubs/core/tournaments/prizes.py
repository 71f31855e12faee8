"""Prizes of a tournament: the pot, its distribution, ties, and prizes of categories.

Source: tournaments.md §8. All money is in hundredths of the currency, whole
numbers, so that nothing is lost by rounding.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

ENTRIES_A_PRIZE = 5
RATIO = Fraction(3, 4)  # of a prize to the one before it

_NOTHING = Fraction(-1)  # less than goods

Share = int | Fraction


@dataclass(frozen=True, slots=True)
class Prize:
    """An amount, or goods by their name. Beside an amount goods count nothing."""

    amount: int = 0
    goods: str = ""


@dataclass(frozen=True, slots=True)
class Contender:
    """Somebody ranked in a list of prizes: overall, or in a category."""

    player: str
    number: int
    rank: int


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The prizes of the overall ranking or of a category, for the first place first."""

    name: str
    prizes: Sequence[Prize]
    contenders: Sequence[Contender]


@dataclass(frozen=True, slots=True)
class Award:
    """The prize that somebody gets from a list. place is the first of the places shared; rank is
    that of the person in the ranking of the list: behind the place where a better one gave the
    prize back.

    goods: what there is for those who share the places; the arbiter decides who takes which where
    to_decide is true.
    """

    list: str
    place: int
    player: str
    number: int
    amount: int
    goods: tuple[str, ...] = ()
    to_decide: bool = False
    worth: Fraction = Fraction(0)
    rank: int = 0


def pot(paid_entries: int, fee: int, percent: Share = 100, extra: int = 0) -> int:
    """percent: which part of the fees is kept for prizes; a broken hundredth is left out."""
    return int(Fraction(percent) * paid_entries * fee / 100) + extra


def default_shares(entries: int) -> tuple[Share, ...]:
    """One prize for every five entries, and one for fewer; each three quarters of the one before.

    Empty without entries. The shares are weights: only their proportions count.
    """
    count = max(entries // ENTRIES_A_PRIZE, 1) if entries else 0
    return tuple(RATIO**place for place in range(count))


def money_prizes(
    total: int, shares: Sequence[Share], unit: int = 1, places: int | None = None
) -> tuple[Prize, ...]:
    """The pot by shares, each amount rounded down to the unit, and the rest to the first.

    places: how many there are to win a prize, where they may be fewer than the shares. Shares that
    do not add up to 100 are proportions, so that the pot is given out whole. Raises ValueError for
    a unit below 1, a negative share, and shares that are all 0.
    """
    # Cut before they are weighed: the shares of places that nobody takes would stay in the pot.
    weights = [Fraction(share) for share in shares[:places]]
    if not weights:
        return ()
    whole = sum(weights)
    if unit < 1 or min(weights) < 0 or not whole:
        raise ValueError("no distribution")
    amounts = [int(total * share / whole) // unit * unit for share in weights]
    amounts[0] += total - sum(amounts)  # so that the whole pot is given out
    return tuple(Prize(amount) for amount in amounts)


def fixed_prizes(amounts: Sequence[int]) -> tuple[Prize, ...]:
    return tuple(Prize(amount) for amount in amounts)


def goods_prizes(names: Sequence[str]) -> tuple[Prize, ...]:
    return tuple(Prize(goods=name) for name in names)


def awards(prizes: PrizeList) -> tuple[Award, ...]:
    """The awards of one list: tied places share the sum of their prizes equally.

    Down to the hundredth; what remains goes to the lower entry number.
    """
    return _given_out(_awards_without(prizes, frozenset()))


def _given_out(given: Iterable[Award]) -> tuple[Award, ...]:
    return tuple(award for award in given if award.amount or award.goods)


def all_awards(lists: Sequence[PrizeList], *, one_each: bool = True) -> tuple[Award, ...]:
    """The awards of several lists, the overall one first.

    one_each: a person takes the better prize (of equal ones, that of the earlier list), and the
    other goes on to the next of its list. Who gave one back of a list that offers them more by
    then, since others gave theirs back too, is in it again, with those tied who would gain as well.
    """
    # It ends: nobody is let in again with the same people twice.
    out: dict[str, set[str]] = {prizes.name: set() for prizes in lists}
    let_in: set[_Group] = set()
    while True:
        given = [award for prizes in lists for award in _awards_without(prizes, out[prizes.name])]
        if not one_each:
            return _given_out(given)
        best = _best_awards(given)
        if second := _second_prizes(given, best):
            for award in second:
                out[award.list].add(award.player)
        # Last: taken while prizes are still given back, an offer can cost somebody a better one.
        elif group := _better_offer(lists, out, best, let_in):
            let_in.add(group)
            out[group[0]] -= group[1]
        else:
            return _given_out(given)


_Group = tuple[str, frozenset[str]]  # a list, and people who gave its prizes back


def _best_awards(given: Sequence[Award]) -> dict[str, Award]:
    """The best award of each person: of equal ones that of the earlier list."""
    best: dict[str, Award] = {}
    for award in given:
        # Not >=: of equal prizes that of the earlier ranking is taken (tournaments.md §8).
        if award.player not in best or award.worth > best[award.player].worth:
            best[award.player] = award
    return best


def _second_prizes(given: Sequence[Award], best: Mapping[str, Award]) -> list[Award]:
    """The prizes that somebody gives back, all but the best one: of those who have several, only
    who has the best of all. What they give back may be better for the others than what these
    have, who would else be out of its list already; and of equal ones it may be of an earlier list.
    """
    second = [award for award in given if award is not best[award.player]]
    if not second:
        return []
    chosen = {award.player: best[award.player] for award in second}
    in_order = (award for award in given if award is chosen.get(award.player))
    first = max(in_order, key=lambda award: award.worth)  # of equal ones that of the earlier list
    alike = (first.worth, first.list)
    return [one for one in second if (chosen[one.player].worth, chosen[one.player].list) == alike]


def _better_offer(
    lists: Sequence[PrizeList],
    out: Mapping[str, set[str]],
    best: Mapping[str, Award],
    let_in: Container[_Group],
) -> _Group | None:
    """Who would have more of a list that they are out of than they have, they and those tied with
    them there who have no more; None if nobody would."""

    def worth(player: str) -> Fraction:
        return best[player].worth if player in best else Fraction(0)

    for prizes in lists:
        back = [one for one in prizes.contenders if one.player in out[prizes.name]]
        for contender in back:
            now = worth(contender.player)
            tied = (peer.player for peer in back if peer.rank == contender.rank)
            peers = frozenset(peer for peer in tied if worth(peer) <= now)
            if (prizes.name, peers) in let_in:
                continue
            offers = _awards_without(prizes, out[prizes.name] - peers)
            if any(one.player == contender.player and one.worth > now for one in offers):
                return prizes.name, peers
    return None


def _awards_without(prizes: PrizeList, out: set[str] | frozenset[str]) -> Iterator[Award]:
    """The awards of a list if these people take none of them."""
    people = [one for one in prizes.contenders if one.player not in out]
    # By number too: `_split_prizes` gives the first of a group the hundredths that remain.
    people.sort(key=lambda one: (one.rank, one.number))
    place = 0
    for _, tied in groupby(people, key=lambda one: one.rank):
        group = list(tied)
        # Places of those who are left: a prize that somebody gave back goes to the next of the
        # list.
        taken = prizes.prizes[place : place + len(group)]
        if taken:
            yield from _split_prizes(prizes.name, place + 1, group, taken)
        place += len(group)


def _split_prizes(
    name: str, place: int, group: Sequence[Contender], prizes: Sequence[Prize]
) -> Iterator[Award]:
    """The prizes of the places that a group takes; there may be fewer than people."""
    total = sum(prize.amount for prize in prizes)
    # The rest goes to one person, or the pot would not be given out to the cent (tournaments.md
    # §13, invariant 19).
    each, rest = divmod(total, len(group))
    goods = tuple(prize.goods for prize in prizes if prize.goods)
    # Not the amount: the hundredth that one gets more makes no better prize.
    share = Fraction(total, len(group))
    for at, contender in enumerate(group):
        amount = each + (0 if at else rest)
        to_decide = bool(goods) and len(group) > 1
        # Also whose share is nothing: who takes another prize leaves this one to fewer people.
        worth = share if amount or goods else _NOTHING
        if share or goods:
            yield Award(
                name,
                place,
                contender.player,
                contender.number,
                amount,
                goods,
                to_decide,
                worth,
                contender.rank,
            )


def contenders(ranks: Mapping[str, tuple[int, int | None]]) -> tuple[Contender, ...]:
    """The contenders by number and rank of each; without a rank nobody wins a prize."""
    return tuple(
        Contender(player, number, rank)
        for player, (number, rank) in ranks.items()
        if rank is not None
    )

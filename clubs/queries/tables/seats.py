"""What differs between two seatings, in words: players who come, go and swap seats."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.access import Actor, visible_audit
from clubs.core.games import get_game
from clubs.core.turns import passed_on
from clubs.models import Sitting
from clubs.queries.deals.deals import DealTable, rules_of
from clubs.queries.deals.stories import Names, RecordFact


@dataclass(frozen=True, slots=True)
class Seating:
    """The players of a table in order of play, how many of them play a deal, and the next dealer.

    Players are named by uuid; the dealer is empty where nobody has said who.
    """

    seats: tuple[str, ...]
    active_count: int
    dealer: str = ""

    def to_json(self) -> dict[str, Any]:
        """As the log keeps it."""
        return {
            "seats": list(self.seats),
            "active_count": self.active_count,
            "dealer": self.dealer,
        }


def current_seating(sitting: Sitting, table: DealTable) -> Seating:
    """The table as it is."""
    return Seating(table.uuids, sitting.active_count, table.dealer or "")


def first_dealer_after(sitting: Sitting, then: Sequence[str], now: Sequence[str]) -> int:
    """The position of sitting.first_dealer once others sit there."""
    return now.index(passed_on(then[sitting.first_dealer % len(then)], then, now))


def dealer_after(sitting: Sitting, then: Sequence[str], now: Sequence[str]) -> str:
    """The next dealer by the rules, once others sit there. One query."""
    deals = sitting.deals.filter(number__gte=sitting.turn_from).order_by("number")
    first = now[first_dealer_after(sitting, then, now)]
    records = list(deals.values_list("record", flat=True))
    return get_game(sitting.game).next_dealer(now, rules_of(sitting), records, first)


def _told_seating(value: object) -> Seating | None:
    """A seating as the log kept it; None when it is none."""
    if not isinstance(value, dict) or "seats" not in value:
        return None
    return Seating(tuple(value["seats"]), value["active_count"], value["dealer"])


def seating_before(actor: Actor, sitting: Sitting) -> Seating | None:
    """How a table was seated before its seats were changed last; None where they never were."""
    changed = visible_audit(actor, sitting.uuid).filter(action="change_seats")
    return _told_seating(changed.order_by("-sequence").values_list("before", flat=True).first())


def changes_told(
    before: Seating, after: Seating, names: Names, totals: Mapping[str, str] | None = None
) -> list[str]:
    """What is new, a sentence each, without full stops; totals are what leavers take along."""
    sentences = _seats_told(before.seats, after.seats, names, totals or {})
    return [*sentences, *_rest_told(before, after, names)]


def _seats_told(
    then: Sequence[str], now: Sequence[str], names: Names, totals: Mapping[str, str]
) -> Iterator[str]:
    taken = _places_taken(then, now)
    for newcomer, leaver in taken.items():
        values = {"name": names[newcomer], "other": names[leaver], "total": totals.get(leaver)}
        text = _("%(name)s takes the place of %(other)s")
        if leaver in totals:
            text = _("%(name)s takes the place of %(other)s, who leaves with %(total)s")
        yield text % values
    for name in now:
        if name not in then and name not in taken:
            yield _("%(name)s joins") % {"name": names[name]}
    for name in then:
        if name not in now and name not in taken.values():
            text = _("%(name)s leaves with %(total)s") if name in totals else _("%(name)s leaves")
            yield text % {"name": names[name], "total": totals.get(name)}
    yield from _moves_told(then, now, names)


def _places_taken(then: Sequence[str], now: Sequence[str]) -> dict[str, str]:
    """The player whose very place each newcomer has taken, by newcomer."""
    if len(then) != len(now):
        return {}
    pairs = zip(now, then, strict=True)
    return {new: old for new, old in pairs if new not in then and old not in now}


def _moves_told(then: Sequence[str], now: Sequence[str], names: Names) -> Iterator[str]:
    """The moves of those who stay. That everybody moves on by one place changes nothing."""
    before = [name for name in then if name in now]
    after = [name for name in now if name in then]
    rounded = _turned(after, before[0]) if before else []
    if rounded == before:
        return
    pairs = [_changed_seats(before, order) for order in (after, rounded)]
    pair = next((pair for pair in pairs if len(pair) == 2), None)
    if pair:
        yield _("%(name)s and %(other)s swap seats") % {
            "name": names[pair[0]],
            "other": names[pair[1]],
        }
    else:
        order = ", ".join(names[name] for name in now)
        yield _("The order is now %(names)s") % {"names": order}


def _turned(seats: Sequence[str], first: str) -> list[str]:
    """The same round of the table, counted from somebody else."""
    start = seats.index(first)
    return [*seats[start:], *seats[:start]]


def _changed_seats(before: Sequence[str], after: Sequence[str]) -> list[str]:
    return [old for old, new in zip(before, after, strict=True) if old != new]


def _rest_told(before: Seating, after: Seating, names: Names) -> Iterator[str]:
    if before.active_count != after.active_count:
        yield ngettext("%(count)s plays a deal", "%(count)s play a deal", after.active_count) % {
            "count": after.active_count
        }
    if after.dealer and after.dealer != before.dealer:
        yield _("%(name)s deals next") % {"name": names[after.dealer]}


def seat_changes(before: Any, after: Any, names: Mapping[str, str]) -> tuple[RecordFact, ...]:
    """What an entry of the log about seats says."""
    then, now = _told_seating(before), _told_seating(after)
    if then is None or now is None:
        return ()
    known = {name: names.get(name, "?") for name in (*then.seats, *now.seats)}
    label = _("From deal %(number)s") % {"number": after["from_deal"]}
    words = " · ".join(changes_told(then, now, known))
    return (RecordFact("seats", label, words),)


def told_merger(after: Any, names: Mapping[str, str]) -> tuple[RecordFact, ...]:
    """The player whom two turned out to be; the log keeps no name of the one who is gone."""
    uuids = after.get("players", {}).values() if isinstance(after, dict) else ()
    who = ", ".join(names[uuid] for uuid in uuids if uuid in names)
    return (RecordFact("player", _("Player"), who),) if who else ()

"""The papers that can be printed now, and when each was printed last."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from clubs.models import (
    Entry,
    Round,
    RoundPaper,
    Tournament,
)
from clubs.queries.tournaments.papers import player_links_by_entry
from clubs.queries.tournaments.rounds.seatings import seating_mark
from clubs.queries.tournaments.tournaments import (
    entries_of,
    last_over,
)


@dataclass(frozen=True, slots=True)
class Printed:
    """When a paper was last made. is_stale: the seating has changed since."""

    at: datetime
    is_stale: bool


@dataclass(frozen=True, slots=True)
class RoundOffer:
    """A round with a seating on the page of the papers; printed by kind of paper."""

    round: Round
    is_over: bool
    printed: Mapping[str, Printed | None]


@dataclass(frozen=True, slots=True)
class PaperOffer:
    """The papers that the page of papers offers. without_link: badges that would have no QR code;
    over: the last round that is over, 0 for none."""

    rounds: tuple[RoundOffer, ...]
    without_link: int
    over: int


def paper_offer(tournament: Tournament) -> PaperOffer:
    """3 queries, and two more once something is printed."""
    rounds = list(tournament.rounds.order_by("number"))
    people = entries_of(tournament) if any(one.printed for one in rounds) else []
    entries = tournament.entries.values_list("uuid", "withdrawn_after")
    badged = [uuid for uuid, withdrawn_after in entries if withdrawn_after != 0]
    over = last_over(rounds)
    return PaperOffer(
        rounds=tuple(
            RoundOffer(one, one.number <= over, _printed_of(one, people))
            for one in rounds
            if one.plan
        ),
        without_link=len(badged) - len(player_links_by_entry(badged)),
        over=over,
    )


def _printed_of(round_: Round, entries: Sequence[Entry]) -> dict[str, Printed | None]:
    """The last print of each kind of paper, None where there is none."""
    printed: dict[str, Printed | None] = dict.fromkeys(RoundPaper.values)
    mark = seating_mark(round_, entries) if round_.printed else ""
    for paper, record in round_.printed.items():
        printed[paper] = Printed(datetime.fromisoformat(record["at"]), record["mark"] != mark)
    return printed

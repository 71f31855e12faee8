"""The statistics of a closed season as they were stored when it was closed.

They come in the shapes that the pages have them in when they are computed; what people are called
is what they are called today. Documents: statistics_document.py.

Source: leagues.md §2 (closing a season), §4.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from fractions import Fraction
from functools import partial
from typing import Any
from uuid import UUID

from clubs.core.measures import Rate
from clubs.games.french.queries.club_figures import (
    ClubFigures,
    ClubTakes,
    MarginBin,
    Month,
    RankedTaker,
    SeatShare,
    Taker,
    TakerMeans,
)
from clubs.games.french.queries.partners import PartnerPair, Partners, RankedPair, TakeMeans
from clubs.games.french.queries.told_facts import ToldTakes
from clubs.models import Player
from clubs.queries.seasons.publications import final_publication
from clubs.queries.statistics.bests import (
    CLOSEST,
    COMEBACK,
    DEAL,
    EVENING,
    FAILED,
    MADE,
    TAKES,
)
from clubs.queries.statistics.nights import Night
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.record_rows import RAREST, RUN, BestOf
from clubs.queries.statistics.records import RecordBook

Document = Mapping[str, Any]


@dataclass(frozen=True)
class StoredStatistics:
    """What the pages of a closed season show. players are by uuid, in the order of their names
    today; nights by the uuid of the evening."""

    stored_at: datetime
    document: Document
    players: Mapping[str, Player]
    nights: Mapping[str, Night]

    @property
    def least_takes(self) -> int:
        """The base of a rank when the season was closed."""
        return int(self.document["least_takes"])

    def figures(self) -> ClubFigures:
        section = self.document["club"]
        takers = {row["player"]: row for row in section["takers"]}
        here = {player: takers[uuid] for uuid, player in self.players.items() if uuid in takers}
        ranking = [
            RankedTaker(row["rank"], _stored_taker(player, row)) for player, row in here.items()
        ]
        return ClubFigures(
            takers=tuple(row.taker for row in ranking),
            ranking=sorted(ranking, key=lambda row: (_last_without(row.rank), -row.taker.taken)),
            contracts=_stored_parts("contract", section["by_contract"]),
            oudlers=_stored_parts("oudlers", section["by_oudlers"]),
            margins=tuple(
                MarginBin(row["low"], row["made"], row["failed"]) for row in section["margins"]
            ),
            seats=tuple(
                SeatShare(row["size"], row["position"], Rate(**row["takes"]))
                for row in section["by_position"]
            ),
            months=tuple(_stored_month(row) for row in section["months"]),
            takes=Rate(**section["takes"]),
            stake_mean=_read_fraction(section["stake_mean"]),
            evenings=section["evenings"],
            players=section["players"],
            told_takes={
                kind: tuple(
                    ToldTakes(
                        row["key"], Rate(row["made"], row["taken"]), Fraction(row["score_mean"])
                    )
                    for row in rows
                )
                for kind, rows in section.get("told", {}).items()  # older ones have none
            },
        )

    def partners(self) -> Partners:
        section = self.document["partners"]
        place = {uuid: at for at, uuid in enumerate(self.players)}
        rows = sorted(
            section["pairs"], key=lambda row: sorted(place[one] for one in row["players"])
        )
        ranking = [RankedPair(row["rank"], self.pair_of(row, place)) for row in rows]
        deals: Counter[int] = Counter()
        for pair in (row.pair for row in ranking):
            deals[pair.a.pk] += pair.deals
            deals[pair.b.pk] += pair.deals
        return Partners(
            players=tuple(player for player in self.players.values() if player.pk in deals),
            deals=deals,
            by_players={(row.pair.a.pk, row.pair.b.pk): row.pair for row in ranking},
            ranked=sorted((row for row in ranking if row.rank), key=lambda row: row.rank or 0),
            alone=_company_of(section["alone"]),
            with_partner=_company_of(section["with_partner"]),
        )

    def pair_of(self, row: Document, place: Mapping[str, int]) -> PartnerPair:
        both = zip(row["players"], row["called"], strict=True)
        (a, called_by_a), (b, called_by_b) = sorted(both, key=lambda one: place[one[0]])
        return PartnerPair(
            self.players[a],
            self.players[b],
            called_by_a=called_by_a,
            called_by_b=called_by_b,
            deals=row["deals"],
            made_count=row["made"],
            stakes=int(Fraction(row["stake_mean"]) * row["deals"]),
            others=_sum_and_count(row["others_mean"]),
        )

    def records(self, *, viewer: Player | None = None) -> RecordBook:
        """viewer is the player who looks: nobody else is told that player's worst evening."""
        section = self.document["records"]
        records = {
            DEAL: self.deal(DEAL, section["highest_deal"]),
            MADE: self.deal(MADE, section["largest_made"]),
            FAILED: self.deal(FAILED, section["largest_failed"]),
            EVENING: self.evening(EVENING, section["best_evening"]),
            TAKES: self.evening(TAKES, section["most_takes"]),
            COMEBACK: self.evening(COMEBACK, section["biggest_comeback"]),
            CLOSEST: self.closest(section["closest_evening"]),
            RUN: self.run(section["longest_run"]),
            RAREST: self.rarest(section["rarest_made"]),
        }
        slams = (self.place(DEAL, row, 1) for row in section["chelems"])
        rows = zip(slams, section["chelems"], strict=True)
        worst = self.worst_of(viewer)
        return RecordBook(
            {name: best for name, best in records.items() if best},
            tuple(replace(slam, contract=row["contract"]) for slam, row in rows),
            section["chelem_count"],
            {EVENING: worst} if worst else {},
        )

    def place(self, name: str, row: Document, value: Fraction | int) -> BestOf:
        """A deal, without its contract."""
        night, player = self.nights[row["evening"]], self.players[row["player"]]
        return BestOf(name, night, value, player, UUID(row["table"]), row["deal"])

    def deal(self, name: str, row: Document | None) -> BestOf | None:
        return None if row is None else self.deal_of(name, row)

    def deal_of(self, name: str, row: Document) -> BestOf:
        best = self.place(name, row, Fraction(row["value"]))
        return replace(best, contract=row["contract"] or "", oudlers=row["oudlers"])

    def evening(self, name: str, row: Document | None) -> BestOf | None:
        if row is None:
            return None
        player = self.players[row["player"]]
        return BestOf(name, self.nights[row["evening"]], row["value"], player)

    def closest(self, row: Document | None) -> BestOf | None:
        if row is None:
            return None
        night = self.nights[row["evening"]]
        return BestOf(CLOSEST, night, row["gap"], counted=row["players"])

    def run(self, row: Document | None) -> BestOf | None:
        if row is None:
            return None
        first, last = (self.place(RUN, row[end], row["length"]) for end in ("first", "last"))
        return replace(first, last=last)

    def rarest(self, row: Document | None) -> BestOf | None:
        if row is None:
            return None
        best = self.deal_of(RAREST, row["deal"])
        return replace(best, value=row["count"], counted=row["count"])

    def worst_of(self, viewer: Player | None) -> BestOf | None:
        uuid = viewer and str(viewer.uuid)
        own = (row for row in self.document["players"] if row["player"] == uuid)
        worst = next((row["worst_evening"] for row in own), None)
        return self.evening(EVENING, worst and {**worst, "player": uuid})


def stored_statistics(population: Population) -> StoredStatistics | None:
    """Returns what a closed season stored, with two queries. None for a population with a further
    filter, for a season that was closed before statistics were stored, or with a player who is
    gone."""
    league = population.league
    if league is None or not population.is_whole_season:
        return None
    final = final_publication(league)
    document = final.content.get("statistics") if final else None
    if final is None or not document:
        return None
    uuids = [row["player"] for row in document["players"]]
    by_name = Player.objects.filter(uuid__in=uuids).order_by("sort_key", "pk")
    players = {str(player.uuid): player for player in by_name}
    if len(players) < len(document["players"]):
        return None
    nights = {row["evening"]: _night_of(row) for row in final.content["evenings"]}
    return StoredStatistics(final.published_at, document, players, nights)


def _last_without(rank: int | None) -> float:
    return float("inf") if rank is None else rank


def _night_of(row: Document) -> Night:
    held_on = date.fromisoformat(row["held_on"])
    return Night(held_on, row["name"], row["evening"], UUID(row["evening"]))


def _read_fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def _sum_and_count(mean: str | None) -> tuple[int, int]:
    """Of which the mean is this."""
    return (0, 0) if mean is None else Fraction(mean).as_integer_ratio()


def _stored_parts(name: str, rows: Iterable[Document]) -> tuple[ClubTakes, ...]:
    return tuple(ClubTakes(row[name], Rate(row["made"], row["taken"])) for row in rows)


def _stored_taker(player: Player, row: Document) -> Taker:
    success = Rate(row["made"], row["taken"])
    return Taker(player, success, row["missing"], partial(_stored_means, row))


def _stored_means(row: Document) -> TakerMeans:
    return TakerMeans(
        margin=Fraction(row["margin_mean"]),
        daring=_read_fraction(row["daring"]),
        score=Fraction(row["score_mean"]),
        contracts=_stored_parts("contract", row["by_contract"]),
    )


def _stored_month(row: Document) -> Month:
    first = date.fromisoformat(row["first"])
    return Month(first, row["deals"], row["evenings"], row["players"], row["attendances"])


def _company_of(row: Document) -> TakeMeans:
    success = Rate(row["made"], row["taken"])
    return TakeMeans(success, _read_fraction(row["stake_mean"]), _read_fraction(row["score_mean"]))

"""A tournament as core reads it: settings, entries, results of tables; and its standings.

In here core's key of an entry is its number as text.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, F, Prefetch, Q, QuerySet, Sum

from clubs.core.deals import DealRole
from clubs.core.tournaments import shapes
from clubs.core.tournaments.people import born_within
from clubs.core.tournaments.settings import SlipDetail, TournamentSettings
from clubs.core.tournaments.standings import rank_tournament
from clubs.models import (
    Bye,
    Category,
    DealScore,
    Entry,
    NamedPerson,
    Penalty,
    Player,
    Round,
    RoundState,
    Seat,
    SittingTotal,
    Substitution,
    Team,
    Tournament,
)

OVER = (RoundState.COMPLETE, RoundState.VALIDATED)
OF_STANDINGS = (  # columns of an entry
    "tournament",
    "number",
    *NamedPerson.NAME_COLUMNS,
    "club_name",
    "categories",
    "birth_year",
    "team",
    "checked_in_at",
    "first_round",
    "withdrawn_after",
)
PUBLISHED = (RoundState.PUBLISHED, RoundState.PLAYING, *OVER)


def settings_of(tournament: Tournament) -> TournamentSettings:
    """The settings as core has them, with the state of the row. Raises SettingsRefused."""
    return TournamentSettings.read({**tournament.settings, "state": tournament.state})


def entries_of(tournament: Tournament) -> list[Entry]:
    """All entries by number, each with `substitutions` in order. Two queries."""
    held = Prefetch("substitutions", Substitution.objects.select_related("player"))
    return list(tournament.entries.select_related("player", "team").prefetch_related(held))


def holder(entry: Entry, number: int) -> Player:
    """The player who holds the entry from the start of this round on. entry: of entries_of."""
    player = entry.player
    for change in entry.substitutions.all():
        if (change.from_round, change.from_deal) <= (number, 1):
            player = change.player
    return player


def named_holder(entry: Entry, number: int) -> NamedPerson:
    """The person whose name the room reads for the entry in this round: the last substitute, else
    the entry itself."""
    person: NamedPerson = entry
    for change in entry.substitutions.all():
        if change.from_round <= number:
            person = change
    return person


def holder_name(entry: Entry, number: int) -> str:
    """The name of the holder as people say it."""
    return named_holder(entry, number).name


def names_in(tournament: Tournament, number: int) -> dict[str, str]:
    """What people say of each entry's holder in this round, by core's key. Two queries."""
    names = dict(tournament.entries.values_list("number", "name"))
    held = Substitution.objects.filter(entry__tournament=tournament, from_round__lte=number)
    names |= dict(held.order_by("from_round", "pk").values_list("entry__number", "name"))
    return {str(entry): name for entry, name in names.items()}


def listed_holder(entry: Entry, number: int) -> str:
    """The name of the holder as the lists of the club write it."""
    return named_holder(entry, number).listed_name


def tournaments_played(player: Player) -> QuerySet[Tournament]:
    """The tournaments where the player holds an entry, or held one for a while."""
    held = Q(player=player) | Q(substitutions__player=player)
    entries = Entry.objects.filter(held, club=player.club_id)
    return Tournament.objects.filter(pk__in=entries.values("tournament"))


def is_active(entry: Entry, number: int) -> bool:
    """Whether the entry takes part in this round: present, come by then, and not withdrawn."""
    left = entry.withdrawn_after
    return entry.is_present and entry.first_round <= number and (left is None or number <= left)


def categories_of(entry: Entry, categories: Iterable[Category]) -> tuple[str, ...]:
    """Codes: those given by hand, and those by the year of birth."""
    by_age = (
        kind.code
        for kind in categories
        if born_within(entry.birth_year, kind.born_from, kind.born_to)
    )
    return tuple(dict.fromkeys([*entry.categories, *by_age]))


# Standings


def tournament_input(tournament: Tournament, *, listed: bool = True) -> shapes.TournamentInput:
    """Everything that the standings follow from, of the rounds that are published. 9 queries,
    however many entries and rounds. listed: people are called as the lists of the club go."""
    # Five hundred of them: without the rows of players and teams, which nothing here is made of.
    entries = list(tournament.entries.only(*OF_STANDINGS).prefetch_related("substitutions"))
    categories = list(tournament.categories.all())
    return shapes.TournamentInput(
        entries=[
            _core_entry(entry, categories, listed=listed) for entry in entries if entry.is_present
        ],
        tables=_published_results(tournament),
        byes=[
            shapes.TournamentBye(number, str(entry))
            for number, entry in Bye.objects.filter(
                round__tournament=tournament, round__state__in=PUBLISHED
            ).values_list("round__number", "entry__number")
        ],
        penalties=_core_penalties(tournament),
        teams=core_teams(tournament.teams.all(), entries),
    )


def _core_entry(
    entry: Entry, categories: Sequence[Category], *, listed: bool
) -> shapes.TournamentEntry:
    def called(person: NamedPerson) -> str:
        return person.listed_name if listed else person.name

    return shapes.TournamentEntry(
        key=str(entry.number),
        number=entry.number,
        name=called(entry),
        club=entry.club_name or None,
        categories=categories_of(entry, categories),
        first_round=entry.first_round,
        withdrawn_after=entry.withdrawn_after,
        substitutions=tuple(
            shapes.TournamentSubstitution(change.from_round, called(change))
            for change in entry.substitutions.all()
        ),
    )


def core_teams(teams: Iterable[Team], entries: Iterable[Entry]) -> list[shapes.TournamentTeam]:
    members: dict[int | None, list[str]] = defaultdict(list)
    for entry in entries:
        members[entry.team_id].append(str(entry.number))
    return [
        shapes.TournamentTeam(team.name, tuple(members[team.pk]))
        for team in teams
        if members[team.pk]
    ]


def _core_penalties(tournament: Tournament) -> list[shapes.TournamentPenalty]:
    """The penalties of entries that are present. An absent one is in no standings, with a penalty
    or without."""
    here = {"entry__tournament": tournament, "entry__checked_in_at__isnull": False}
    rows = Penalty.objects.filter(**here, cancelled_at=None)
    values = rows.values_list("entry__number", "points", "after_round")
    return [
        shapes.TournamentPenalty(str(number), points, after or 0)
        for number, points, after in values
    ]


def _published_results(tournament: Tournament) -> list[shapes.TableResult]:
    """The scores of each table of the published rounds, by number of the entry."""
    tables: dict[int, tuple[int, str]] = {}
    scores: dict[int, dict[str, int]] = defaultdict(dict)
    contracts_made: dict[int, dict[str, int]] = defaultdict(dict)
    seats = Seat.objects.filter(sitting__round__tournament=tournament, entry__isnull=False)
    rows = seats.order_by("sitting", "pk").values_list(
        "sitting", "sitting__round__number", "sitting__slip__mode", "entry__number", "player"
    )
    entry_at: dict[tuple[int, int], str] = {}
    for sitting, number, mode, entry, player in rows:
        tables[sitting] = (number, mode)
        scores[sitting][str(entry)] = contracts_made[sitting][str(entry)] = 0
        entry_at[sitting, player] = str(entry)
    for sitting, entry, total, contracts in _deal_sums(tournament):
        scores[sitting][str(entry)] = total
        contracts_made[sitting][str(entry)] = contracts
    totals = SittingTotal.objects.filter(sitting__round__tournament=tournament)
    # Deals are by entry, totals by player: after a substitution an entry has several of them.
    for sitting, player, total in totals.values_list("sitting", "player", "total"):
        scores[sitting][entry_at[sitting, player]] += total
    return [
        shapes.TableResult(
            round=number,
            scores=scores[sitting],
            mode=SlipDetail(mode),
            contracts_made=contracts_made[sitting] if mode == SlipDetail.DEALS else None,
        )
        for sitting, (number, mode) in tables.items()
    ]


def _deal_sums(tournament: Tournament) -> Iterable[tuple[int, int, int, int]]:
    """(sitting, number of the entry, sum of its scores, contracts it made as taker)."""
    rows = DealScore.objects.filter(deal__sitting__round__tournament=tournament)
    made_contracts = Count("pk", filter=Q(role=DealRole.TAKER.value, deal__made=True))
    summed = rows.values(table=F("deal__sitting"), number=F("seat__entry__number")).annotate(
        total=Sum("score"), contracts=made_contracts
    )
    return summed.order_by().values_list("table", "number", "total", "contracts")


def last_over(rounds: Iterable[Round]) -> int:
    """The number of the last round that is over, 0 for none."""
    return max((one.number for one in rounds if one.state in OVER), default=0)


def standings_after(
    tournament: Tournament, number: int, *, listed: bool = True
) -> shapes.TournamentStandings:
    """The standings after this round, or in it while it is played. listed: names are written as in
    lists, else as people say them."""
    return rank_tournament(
        tournament_input(tournament, listed=listed), settings_of(tournament), number
    )


# What pages say


@dataclass(frozen=True, slots=True)
class Steps:
    """The progress of a tournament. current is the round that is shown or played: the last
    published one, 0 before the first; to_draw the next one that has no seating, None if all
    have."""

    rounds: Mapping[int, Round]
    planned: int
    current: int
    over: int

    @property
    def to_draw(self) -> int | None:
        drawn = [n for n, one in self.rounds.items() if one.state != RoundState.PLANNED]
        following = max(drawn, default=0) + 1
        return following if following <= self.planned else None


def steps_of(tournament: Tournament) -> Steps:
    """The progress of a tournament. One query."""
    rounds = {one.number: one for one in tournament.rounds.all()}
    published = [number for number, one in rounds.items() if one.is_published]
    return Steps(
        rounds=rounds,
        planned=settings_of(tournament).rounds_planned or 0,
        current=max(published, default=0),
        over=last_over(rounds.values()),
    )


def round_of(tournament: Tournament, number: int) -> Round | None:
    """The round with its tournament at hand; None where it has no row yet."""
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is not None:
        round_.tournament = tournament
    return round_

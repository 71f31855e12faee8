"""The tournaments of the demo club: a cup that is over, and a Grand Prix in its second round.

Their ids follow from their own names and their deals from their seeds, so that the evenings are
played as if there were no tournament.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, time, timedelta
from typing import Any
from uuid import UUID, uuid5

from clubs.models import (
    CheckInWay,
    Club,
    PenaltyCode,
    Player,
    RoundState,
    Sitting,
    SlipMode,
    TournamentDuty,
)
from clubs.queries.deals.deals import who_rests
from clubs.queries.tournaments.entries.entries import EntryDetails, EntryRow
from clubs.queries.tournaments.rounds.slips import slip_mark, slip_of
from clubs.services.changes import written_at
from clubs.services.deals.scoring import deal_verdict
from clubs.services.demo import play
from clubs.services.demo.rehearsal import invent_round_deal, play_table, tables_in_play
from clubs.services.demo.season import PLACE, made
from clubs.services.demo.story import Story
from clubs.services.people.links import open_tournament_screen_link
from clubs.services.tournaments.entries.check_ins import check_in
from clubs.services.tournaments.entries.comings import withdraw
from clubs.services.tournaments.entries.entry_imports import import_entries
from clubs.services.tournaments.entries.entry_penalties import give_entry_penalty
from clubs.services.tournaments.entries.player_links import make_player_links
from clubs.services.tournaments.entries.substitutions import substitute
from clubs.services.tournaments.entry_categories import CategoryTold, set_categories
from clubs.services.tournaments.results import publish_results, set_prizes
from clubs.services.tournaments.rounds.announcements import announce
from clubs.services.tournaments.rounds.clock import start_clock
from clubs.services.tournaments.rounds.draws import draw_round
from clubs.services.tournaments.rounds.rounds import publish_round, validate_round
from clubs.services.tournaments.rounds.seatings import bring_up_to_date
from clubs.services.tournaments.rounds.slip_rulings import set_mode
from clubs.services.tournaments.rounds.typed_slips import Typed, type_slip
from clubs.services.tournaments.tournaments import TournamentDetails, create_tournament, set_duty
from clubs.services.tournaments.transitions import open_registration, start_check_in

CUP, GRAND_PRIX = "Coupe de la forêt de Chaux", "Grand Prix de Dole"
DEALS = 4  # of a round
OF_ALL: TournamentDetails = {
    "place": PLACE,
    "fee": 1000,
    "shows_page": True,
    "shows_entries": True,
    "shows_seating": True,
    "shows_standings": True,
    "shows_penalties": True,
}
STEP = timedelta(minutes=5)  # of a table: a deal, the slip handed in, or confirmed
MOST_STEPS = 12  # with deals that nobody bids on
AHEAD, DOORS = timedelta(days=1), timedelta(minutes=30)  # before the first round
NEXT = timedelta(minutes=75)  # from the start of a round to that of the next
JUDGED = timedelta(minutes=60)  # from the start of a round to its end
VISITORS = play.OTHER_MEMBERS  # they come for tournaments, and on no evening of the club

# The cup. Name, categories and team of who comes; those of another club are VISITORS.
CUP_SETTINGS: Mapping[str, Any] = {
    "rounds_planned": 3,
    "deals_per_round": DEALS,
    "table_sizes": [4, 5],
    "leftovers": "fives",
    "seating": ["rotation", "rotation", "standing"],
    "separation": "team",
    "seed": 22,
}
CUP_CATEGORIES = [CategoryTold("Dames", "dames"), CategoryTold("Jeunes", "jeunes")]
CUP_ENTRIES = [
    ("Hélène Vuillemin", "dames", "Les Vuillemin"),
    ("Léa Vuillemin", "dames jeunes", "Les Vuillemin"),
    ("Bernard Jeannin", "", "Garde-barrière"),
    ("Émile Perrodin", "", "Garde-barrière"),
    ("Zoé Marchand", "dames jeunes", "Excusez-nous"),
    ("Théo Lambert", "jeunes", "Excusez-nous"),
    ("Josiane Girardot", "dames", "Petit au bout"),
    ("Colette Saulnier", "dames", "Petit au bout"),
    ("Brigitte Humbert", "dames", "Deux bouts sur trois"),
    ("Serge Thiébaud", "", "Deux bouts sur trois"),
    ("Luc Fauconnier", "", ""),
    ("Amélie Cordier", "dames", ""),
    ("Loïc Tissot", "", ""),
    ("Maëlle Roussel", "dames jeunes", ""),
    ("Noël Grandclément", "", ""),
    ("Inès Benali", "dames jeunes", ""),
    ("Raphaël Monnier", "", ""),
    ("Odile Gauthier", "dames", ""),
    ("Cédric Mougin", "", ""),
    ("Yvonne Chauvin", "dames", ""),
    ("Clémence Bailly", "dames", ""),
    ("Piotr Kowalski", "", ""),
    ("Chiara Rossi", "dames", ""),
    ("Maxime Colin", "", ""),
    ("Élodie Ravel", "dames", ""),
]
CUP_PRIZES = {
    "kind": "shares",
    "unit": 500,
    "shares": [40, 25, 15, 10, 10],
    "categories": {
        "dames": {"goods": ["Un panier garni", "Une bouteille de vin jaune"]},
        "jeunes": {"goods": ["Un jeu de tarot"]},
    },
}
LATE = ("Loïc Tissot", -20, "Arrivé après la première donne")
NO_NETWORK = "Pas de réseau dans la salle : feuilles en papier"
LEFT = ("Piotr Kowalski", "Son train part avant la dernière manche")
SUBSTITUTED = ("Yvonne Chauvin", "Aïcha Saïd")
CUP_BEGINS = time(14)
BACK = timedelta(days=3)  # from a Tuesday to the Saturday before it

# The Grand Prix: these, and whoever of the club is at no table now.
GRAND_PRIX_SETTINGS: Mapping[str, Any] = {"rounds_planned": 3, "deals_per_round": DEALS, "seed": 6}
GRAND_PRIX_ENTRIES = ["Luc Fauconnier", "Hélène Vuillemin", *VISITORS]
SIZE = 20  # and one more, who does not come
GRAND_PRIX_PRIZES = {
    "kind": "goods",
    "goods": ["Un jambon de Luxeuil", "Un panier garni", "Une bouteille de vin jaune"],
}
FIRST_SINCE, SECOND_SINCE = timedelta(minutes=120), timedelta(minutes=40)
# How many steps the tables of the second round have done; the fifth of the second one is to hand in
# its slip, which somebody has to confirm.
SO_FAR = {2: DEALS + 1, 3: 3, 4: 2, 5: 1}
ANNOUNCEMENT = "Café et sandwichs au bar avant la troisième manche."


def tell_cup(story: Story, club: Club, evening: datetime) -> None:
    """Twenty-five players on the Saturday before that evening: one table is of five, two rounds are
    on paper, and the third is a final, before which one leaves and one is replaced."""
    start = datetime.combine(evening.date() - BACK, CUP_BEGINS, club.zone)
    event = DemoTournament(story, club, CUP, CUP_SETTINGS, start, planned_at=start - AHEAD)
    event.enter(
        [
            EntryRow(_invented_details(name, categories), team=team, is_paid=True)
            for name, categories, team in CUP_ENTRIES
        ],
        CUP_CATEGORIES,
    )
    event.check_in(CUP_PRIZES)
    for number in (1, 2):
        event.begin(number, start)
        event.type_totals(start + JUDGED)
        event.validate(number, start + JUDGED)
        start += NEXT
    event.change_people(3, start - STEP)
    event.begin(3, start)
    event.penalise(3, start + STEP)
    event.play(start)
    event.validate(3, start + JUDGED)
    with written_at(start + NEXT):
        publish_results(event.arbiter, event.row, request_id=event.ask("results"))


def plan_grand_prix(story: Story, club: Club, evening: datetime) -> "DemoTournament":
    """On that evening the club decides to hold it."""
    starts_at = story.now - FIRST_SINCE
    starts_at = starts_at.replace(minute=starts_at.minute // 15 * 15, second=0, microsecond=0)
    return DemoTournament(
        story, club, GRAND_PRIX, GRAND_PRIX_SETTINGS, starts_at, planned_at=evening
    )


def tell_grand_prix(story: Story, event: "DemoTournament") -> None:
    """Twenty players now: the first round is over, the second one in play."""
    club = event.row.club
    at_play = Sitting.objects.open().free().filter(club=club)
    free = Player.objects.filter(club=club, user=None).exclude(seats__sitting__in=at_play)
    others = free.exclude(name__in=VISITORS).order_by("pk").values_list("name", flat=True)
    names = [*GRAND_PRIX_ENTRIES, *others][: SIZE + 1]
    event.enter([EntryRow(_invented_details(name), is_paid=name != names[-1]) for name in names])
    event.check_in(GRAND_PRIX_PRIZES, absent=names[-1])
    start = story.now - FIRST_SINCE
    event.begin(1, start)
    event.play(start)
    event.validate(1, start + JUDGED)
    start = story.now - SECOND_SINCE
    event.begin(2, start)
    event.play(start, SO_FAR)
    with written_at(start + STEP):
        announce(event.arbiter, event.row, ANNOUNCEMENT, request_id=event.ask("announcement"))
        make_player_links(event.arbiter, event.row, request_id=event.ask("links"))
        open_tournament_screen_link(event.arbiter, event.row, request_id=event.ask("hall"))


def _invented_details(name: str, categories: str = "") -> EntryDetails:
    club_name = play.OTHER_CLUB if name in VISITORS else play.CLUB
    return EntryDetails(name, club_name, categories=tuple(categories.split()))


class DemoTournament:
    """One tournament of the story. The organiser of the club is its arbiter, the scorer its desk;
    neither plays."""

    def __init__(
        self,
        story: Story,
        club: Club,
        name: str,
        settings: Mapping[str, Any],
        starts_at: datetime,
        *,
        planned_at: datetime,
    ) -> None:
        self.arbiter, self.starts_at = story.actor("organiser"), starts_at
        with written_at(planned_at):
            self.row = create_tournament(
                self.arbiter,
                club,
                name=name,
                starts_at=starts_at,
                settings=settings,
                request_id=uuid5(club.uuid, name),
                **OF_ALL,
            )
            set_duty(
                self.arbiter,
                self.row,
                story.users["scorer"],
                TournamentDuty.DESK,
                request_id=self.ask("desk"),
            )
        self.desk = story.actor("scorer")

    def ask(self, label: str) -> UUID:
        """The id of a request."""
        return made(label, self.row)

    def enter(self, rows: Sequence[EntryRow], categories: Sequence[CategoryTold] = ()) -> None:
        at = self.starts_at - AHEAD
        with written_at(at):
            set_categories(self.arbiter, self.row, categories, request_id=self.ask("categories"))
            open_registration(self.arbiter, self.row, request_id=self.ask("open"))
            import_entries(self.arbiter, self.row, rows, request_id=self.ask("entries"))
        self.row.entries.update(entered_at=at)

    def check_in(self, prizes: Mapping[str, Any], absent: str = "") -> None:
        """Everybody but one; the prizes are on the table."""
        with written_at(self.starts_at - DOORS):
            set_prizes(self.arbiter, self.row, prizes, request_id=self.ask("prizes"))
            start_check_in(self.arbiter, self.row, request_id=self.ask("doors"))
            for entry in self.row.entries.exclude(name=absent):
                ask = self.ask(f"here {entry.number}")
                check_in(self.arbiter, entry, CheckInWay.LIST, request_id=ask)

    def begin(self, number: int, at: datetime) -> None:
        """The round is drawn and published, and its clock runs."""
        self.row.refresh_from_db()
        is_drawn = self.row.rounds.filter(number=number, state=RoundState.DRAWN).exists()
        with written_at(at):
            if not is_drawn:  # a rotation draws the rounds that follow too
                draw_round(self.arbiter, self.row, number, request_id=self.ask(f"draw {number}"))
            publish_round(
                self.arbiter,
                self.row,
                number,
                warnings_seen=True,
                request_id=self.ask(f"publish {number}"),
            )
            start_clock(self.arbiter, self.row, number, request_id=self.ask(f"clock {number}"))

    def play(self, at: datetime, so_far: Mapping[int, int] | None = None) -> None:
        """The tables of the round, on their phones: to the end, or each so many steps."""
        for table in tables_in_play(self.row):
            for step in range(1, 1 + (so_far or {}).get(table.table_number, MOST_STEPS)):
                with written_at(at + step * STEP):
                    if not play_table(table, request_id=made(f"step {step}", table)):
                        break

    def type_totals(self, at: datetime) -> None:
        """The tables of the round, from paper."""
        for table in tables_in_play(self.row):
            with written_at(at):
                set_mode(
                    self.arbiter,
                    table,
                    SlipMode.TOTALS,
                    reason=NO_NETWORK,
                    request_id=made("paper", table),
                )
                type_slip(
                    self.desk,
                    table,
                    Typed(_invent_totals(table)),
                    seen=slip_mark(slip_of(table)),
                    request_id=made("totals", table),
                )

    def validate(self, number: int, at: datetime) -> None:
        with written_at(at):
            validate_round(
                self.arbiter, self.row, number, request_id=self.ask(f"validate {number}")
            )

    def penalise(self, number: int, at: datetime) -> None:
        """Somebody who missed the start of the round."""
        name, points, reason = LATE
        with written_at(at):
            give_entry_penalty(
                self.arbiter,
                self.row.entries.get(name=name),
                points,
                reason,
                after_round=number,
                code=PenaltyCode.LATE,
                request_id=self.ask("penalty"),
            )

    def change_people(self, number: int, at: datetime) -> None:
        """From this round on one plays no more, and somebody else for another."""
        leaver, reason = LEFT
        entry, name = SUBSTITUTED
        with written_at(at):
            withdraw(
                self.arbiter,
                self.row.entries.get(name=leaver),
                after_round=number - 1,
                reason=reason,
                request_id=self.ask("withdrawal"),
            )
            substitute(
                self.arbiter,
                self.row.entries.get(name=entry),
                name=name,
                from_round=number,
                request_id=self.ask("substitution"),
            )
            self.row.refresh_from_db()
            if self.row.rounds.filter(number=number, state=RoundState.DRAWN).exists():
                bring_up_to_date(self.arbiter, self.row, number, request_id=self.ask("up to date"))


def _invent_totals(table: Sitting) -> dict[int, int]:
    """Invents the totals of a table, by entry number: the sum of deals as they fall."""
    seats = table.seats.present().select_related("player", "entry")
    numbers = {str(seat.player.uuid): seat.entry.number for seat in seats if seat.entry}
    names, totals = list(numbers), dict.fromkeys(numbers.values(), 0)
    for number in range(1, DEALS + 1):
        dealer = names[(number - 1) % len(names)]
        resting = who_rests(names, dealer, len(names) - table.active_count)
        record = invent_round_deal(table, names, dealer, resting, number)
        for name, score in deal_verdict(table, names, record).scores.items():
            totals[numbers[name]] += score
    return totals

"""One telling of the demo club: its accounts, its days, its chance, and the tables that are played.

Nothing depends on the clock but the days on which it all happened.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from random import Random
from uuid import UUID
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress

from clubs.access import Actor
from clubs.core.games import DEFAULT_GAME, Rules, get_game
from clubs.models import Club, Deal, Player, RuleProfile, Sitting, User
from clubs.queries.deals.deals import who_rests
from clubs.services.changes import written_at
from clubs.services.deals.invented_deals import Dealt, Record
from clubs.services.demo import play
from clubs.services.demo.games import INVENTED
from clubs.services.tables.sittings import close_sitting, correct_deal, record_deal, void_deal
from clubs.services.tables.tables import open_sitting


@dataclass(frozen=True, slots=True)
class Account:
    """A demo account: its role in the club, its login, and the name of its player."""

    role: str
    login: str
    name: str


PASSWORD = "trois-bouts-21"  # noqa: S105 (public: the command prints it)
ACCOUNTS = [
    Account("owner", "owner@feutre.example", "Hélène Vuillemin"),
    Account("organiser", "organiser@feutre.example", "Gérard Bouveret"),
    Account("scorer", "scorer@feutre.example", "Nadia Ferrand"),
    Account("member", "member@feutre.example", "Luc Fauconnier"),
]
OUTSIDER = Account("outsider", "outsider@feutre.example", "Maxime Colin")
SEED = 21

TIME_ZONE = ZoneInfo("Europe/Paris")
TUESDAY = 1
NIGHT = timedelta(hours=6)  # after midnight
WEEKS = 30
HOLIDAYS = {11, 12}  # weeks before the last evening in which nobody came
FIRST_CARD = time(20, 15)
SECONDS = (320, 520)  # of one deal, least and most
AT_ONCE = timedelta(seconds=90)
NEXT_DAY = timedelta(hours=16)


@dataclass(frozen=True, slots=True)
class TableSetup:
    """A kind of table: how many sit, how many of them play, by which rules."""

    seat_count: int
    active_count: int
    rules: str = "fft"


# What is too rare to be left to chance, by sitting and deal.
RARITIES = {
    (6, 4): play.UNANNOUNCED_SLAM,
    (11, 5): play.SMALL_SLAM,
    (13, 6): play.MISDEAL,
    (17, 7): play.FAILED_SLAM,
    (29, 3): play.ANNOUNCED_SLAM,
}
# How many points were missed at first, and why the deal was corrected.
COUNTED_WRONG = {
    (3, 2): (3, "Mal compté"),
    (14, 8): (-2, "Mal compté"),
    (22, 5): (10, "Mal saisi"),
    (40, 4): (2, "Mal compté"),
    (63, 7): (2, "Mal compté"),
}
FOUND_NEXT_DAY = {(33, 3): (4, "Un pli était resté sous la nappe")}
RECORDED_TWICE = {(9, 6): "Enregistrée deux fois"}


def _tuesdays(now: datetime) -> list[datetime]:
    """When the evenings began, the oldest first. That of last night is not over before the morning:
    its tables would be those that are still at play."""
    today = (now - NIGHT).astimezone(TIME_ZONE).date()
    last = today - timedelta(days=(today.weekday() - TUESDAY - 1) % 7 + 1)
    return [
        datetime.combine(last - timedelta(weeks=back), FIRST_CARD, TIME_ZONE)
        for back in reversed(range(WEEKS))
        if back not in HOLIDAYS
    ]


class Story:
    """One telling of the demo, with its generator and the accounts in it."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.chance = Random(SEED)  # noqa: S311 (a story, not a secret)
        self.evenings = _tuesdays(now)
        self.founded_at = self.evenings[0] - timedelta(days=200)
        self.users = {account.role: self.make_user(account) for account in [*ACCOUNTS, OUTSIDER]}
        self.sitting_count = 0

    def new_id(self) -> UUID:
        return UUID(int=self.chance.getrandbits(128), version=4)

    def make_user(self, account: Account) -> User:
        known = User.objects.filter(email=account.login).first()
        if known:
            return known
        user = User.objects.create_user(
            account.login, PASSWORD, name=account.name, date_joined=self.founded_at
        )
        # Nobody could ever confirm an address of the demo, and some installations ask for it.
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user

    def actor(self, role: str) -> Actor:
        return Actor.of_user(self.users[role])

    def company(self, club: Club) -> list[Player]:
        """Everybody, who comes first at the end; the founders come often, guests now and then.
        Visitors come for tournaments alone."""
        people = Player.objects.filter(club=club).order_by("pk")
        if club.name == play.CLUB:
            people = people.exclude(name__in=play.OTHER_MEMBERS)
        keenness = {
            player: self.chance.random() * (0.55 if player.is_guest else 1 - index / 50)
            for index, player in enumerate(people)
        }
        return sorted(keenness, key=keenness.__getitem__)

    def open_table(
        self, club: Club, scorer: str, plan: TableSetup, company: list[Player], start: datetime
    ) -> "DemoTable":
        """A table of those who come next; they leave the company."""
        self.sitting_count += 1
        actor, rules = self.actor(scorer), _rules_named(club, plan.rules)
        players = [company.pop() for _ in range(plan.seat_count)]
        with written_at(start):
            sitting = open_sitting(
                actor,
                club,
                players,
                rules,
                active_count=plan.active_count,
                first_dealer=self.chance.randrange(plan.seat_count),
                request_id=self.new_id(),
            )
        names = [str(player.uuid) for player in players]
        return DemoTable(self, self.sitting_count, sitting, actor, rules, names, start)


def _rules_named(club: Club, name: str) -> Rules:
    """The latest version of a house profile, else a built-in one."""
    saved = RuleProfile.objects.filter(club=club, name=name).order_by("version").last()
    return get_game(DEFAULT_GAME).read_rules(saved.rules if saved else name)


@dataclass
class DemoTable:
    """A table of the story. at: the time of the last event; records: the recorded deals."""

    story: Story
    index: int
    sitting: Sitting
    scorer: Actor
    rules: Rules
    names: Sequence[str]
    at: datetime
    records: list[Record] = field(default_factory=list)

    def play_deals(self, deal_count: int) -> None:
        while len(self.records) < deal_count:
            self.at += timedelta(seconds=self.story.chance.randint(*SECONDS))
            self.play_deal(self.index, len(self.records) + 1)

    def play_deal(self, *place: int) -> None:
        record = self.next_record(*place)
        if place in COUNTED_WRONG:
            missed, reason = COUNTED_WRONG[place]
            deal = self.record({**record, "points": record["points"] - missed})
            self.correct(self.scorer, deal, record, reason, self.at + AT_ONCE)
        else:
            self.record(record)
        if place in RECORDED_TWICE:
            deal = self.record(record)
            with written_at(self.at + AT_ONCE):
                void_deal(
                    self.scorer,
                    deal,
                    revision=deal.revision,
                    reason=RECORDED_TWICE[place],
                    request_id=self.story.new_id(),
                )
            self.records[-1] = deal.record

    def next_record(self, *place: int) -> Record:
        """Invents the next deal of the table."""
        first = self.names[self.sitting.first_dealer]
        dealer = get_game(DEFAULT_GAME).next_dealer(self.names, self.rules, self.records, first)
        out = who_rests(self.names, dealer, len(self.names) - self.sitting.active_count)
        dealt = Dealt([name for name in self.names if name not in out], dealer, out)
        if place in RARITIES:
            return play.tell(self.story.chance, dealt, self.rules, RARITIES[place])
        return INVENTED[DEFAULT_GAME](self.story.chance, dealt, self.rules)

    def record(self, record: Record) -> Deal:
        with written_at(self.at):
            deal = record_deal(
                self.scorer,
                self.sitting,
                record,
                number=len(self.records) + 1,
                request_id=self.story.new_id(),
            )
        self.records.append(deal.record)
        return deal

    def correct(self, actor: Actor, deal: Deal, record: Record, reason: str, at: datetime) -> None:
        with written_at(at):
            correct_deal(
                actor,
                deal,
                record,
                revision=deal.revision,
                reason=reason,
                request_id=self.story.new_id(),
            )

    def close(self) -> None:
        """The session ends; what was found out the next day, an organiser corrects."""
        with written_at(self.at + AT_ONCE):
            close_sitting(self.scorer, self.sitting, request_id=self.story.new_id())
        for (index, number), (missed, reason) in FOUND_NEXT_DAY.items():
            if index == self.index:
                deal = self.sitting.deals.get(number=number)
                record = {**deal.record, "points": deal.record["points"] + missed}
                organiser = self.story.actor("organiser")
                self.correct(organiser, deal, record, reason, self.at + NEXT_DAY)

"""The demo club: half a year of an invented club, written by the services.

So its log, its receipts and its chains are like those of any other club.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction

from clubs.access import Actor
from clubs.models import AuditEntry, Club, Membership, Player, Role, User
from clubs.services.changes import written_at
from clubs.services.deals.invented_deals import Record
from clubs.services.deals.rules import save_rules
from clubs.services.demo import play
from clubs.services.demo.other_games import tell_other_games
from clubs.services.demo.season import DemoSeason
from clubs.services.demo.story import ACCOUNTS, OUTSIDER, Account, Story, TableSetup
from clubs.services.demo.tournament import plan_grand_prix, tell_cup, tell_grand_prix
from clubs.services.files.words import seal_rows
from clubs.services.people.clubs import create_club
from clubs.services.people.people import add_guests
from clubs.services.people.roles import set_role

DEMO = uuid5(NAMESPACE_URL, "https://feutre.example/demo")
COMMAND = Actor.command("demo")
DEALS = (9, 13)  # of a table in an evening, least and most
OPEN_SINCE = timedelta(minutes=105)

FOUR, FIVE, MAISON = TableSetup(4, 4), TableSetup(5, 5), TableSetup(5, 5, "maison")
EVENINGS = [  # from the oldest on, and then again
    [FIVE, FOUR],
    [FIVE, FIVE],
    [FOUR, TableSetup(3, 3), FOUR],
    [TableSetup(6, 5), FOUR],
    [FOUR, MAISON],
    [TableSetup(6, 6), FIVE],
    [TableSetup(4, 4, "rounded-10"), FIVE],
]


def is_empty() -> bool:
    """Whether this installation has neither a club nor an account yet."""
    return not (Club.objects.exists() or User.objects.exists())


def is_demo_loaded() -> bool:
    return AuditEntry.objects.filter(request_id=DEMO).exists()


def load_demo(now: datetime) -> bool:
    """Make the demo club and its accounts; False, and nothing new, when they are there already.

    The last evening was on the Tuesday before today; two tables have been playing since shortly
    before now.
    """
    with transaction.atomic():
        if is_demo_loaded():
            return False
        _write_story(Story(now))
    return True


def _write_story(story: Story) -> None:
    with written_at(story.founded_at):
        club = _found_club(story, DEMO, play.CLUB, play.MEMBERS, ACCOUNTS)
        add_guests(COMMAND, club, play.GUESTS, request_id=story.new_id())
        _save_house_rules(story, club, play.HOUSE_RULES, seen_version=0)
        other_club = _found_club(
            story, story.new_id(), play.OTHER_CLUB, play.OTHER_MEMBERS, [OUTSIDER]
        )
    season = DemoSeason(story, club)
    for index, evening in enumerate(story.evenings):
        if index == len(story.evenings) // 2:
            with written_at(evening - timedelta(days=1)):
                _save_house_rules(story, club, play.HOUSE_RULES_NOW, seen_version=1)
        if evening == story.evenings[-4]:
            tell_other_games(story, club, story.evenings[-5])
        if evening == story.evenings[-2]:
            tell_cup(story, club, evening)
            grand_prix = plan_grand_prix(story, club, evening)
        with season.evening(evening):
            _tell_evening(story, club, "scorer", EVENINGS[index % len(EVENINGS)], evening)
    _tell_evening(story, other_club, "outsider", [FIVE], story.evenings[-2] + timedelta(days=1))
    _tell_tonight(story, club, season)
    tell_grand_prix(story, grand_prix)


def _tell_tonight(story: Story, club: Club, season: DemoSeason) -> None:
    """Two tables at play. Whoever signs in sits at one; last evening's other table is free."""
    company, last = story.company(club), club.sittings.order_by("opened_at").last()
    ours = [player for player in company if player.user_id]
    free = {seat.player_id for seat in last.seats.all()} if last else set()
    others = [player for player in company if not player.user_id and player.pk not in free]
    start = story.now - OPEN_SINCE
    season.open_tonight(start - timedelta(minutes=5))
    story.open_table(club, "scorer", MAISON, others, start).play_deals(9)
    company = [*others, *ours]
    start += timedelta(minutes=4)
    story.open_table(club, "scorer", FIVE, company, start).play_deals(11)


def _found_club(
    story: Story, uuid: UUID, name: str, members: Sequence[str], accounts: Sequence[Account]
) -> Club:
    """A club with members of long standing, some of whom have an account."""
    club = create_club(COMMAND, name, members=members, request_id=uuid)
    for account in accounts:
        user = story.users[account.role]
        role = Role.OWNER if account is OUTSIDER else Role(account.role)
        set_role(COMMAND, club, user, role, request_id=story.new_id())
        Player.objects.filter(club=club, name=account.name).update(user=user)
    for player in Player.objects.filter(club=club).order_by("pk"):
        player.member_since = story.founded_at - timedelta(days=story.chance.randint(0, 4000))
        player.save(update_fields=["member_since"])
    Membership.objects.filter(club=club).update(created_at=story.founded_at)
    Club.objects.filter(pk=club.pk).update(created_at=story.founded_at)
    seal_rows(club)
    return club


def _save_house_rules(story: Story, club: Club, rules: Record, *, seen_version: int) -> None:
    organiser, request_id = story.actor("organiser"), story.new_id()
    save_rules(organiser, club, rules, seen_version=seen_version, request_id=request_id)


def _tell_evening(
    story: Story, club: Club, scorer: str, plans: Sequence[TableSetup], start: datetime
) -> None:
    company = story.company(club)
    if start == story.evenings[-1]:  # those with an account share the first table
        company.sort(key=lambda player: player.user_id is not None)
    for plan in plans:
        table = story.open_table(club, scorer, plan, company, start)
        table.play_deals(story.chance.randint(*DEALS))
        table.close()
        start += timedelta(minutes=story.chance.randint(1, 6))

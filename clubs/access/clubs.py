"""Clubs, their people, their rules, and data in and out."""

from collections.abc import Callable

from django.conf import settings
from django.db.models import QuerySet

from clubs.access.actors import Actor, of_own_clubs
from clubs.models import Club, ImportRun, Membership, Player, Role, RuleProfile

ClubRule = Callable[[Actor, Club], bool]


def _as(least: Role, *, in_private: bool = True) -> ClubRule:
    """Returns the rule for actors with this role in the club, or one that includes it.

    in_private: also for the holder of the link of a private club, who organises what there is of it
    (Actor.roles). Such a club has no pages, seasons, tournaments and files.
    """

    def may(actor: Actor, club: Club) -> bool:
        return (in_private or not club.is_private) and actor.has(least, club.pk)

    return may


may_see_statistics = _as(Role.MEMBER, in_private=False)  # what people did at other tables
may_open_sitting = _as(Role.SCORER)
may_add_guest = _as(Role.SCORER)  # whoever opens tables may seat somebody new
may_show_screen = _as(Role.SCORER, in_private=False)  # the link of the club's screen
may_manage_people = _as(Role.ORGANISER)  # members: add, rename, archive
may_manage_club = _as(Role.ORGANISER)  # name, time zone and default rules
may_edit_rules = _as(Role.ORGANISER)
may_create_league = _as(Role.ORGANISER, in_private=False)
may_create_tournament = _as(Role.ORGANISER, in_private=False)
may_import = _as(Role.ORGANISER, in_private=False)
may_manage_roles = _as(Role.OWNER)
may_end_first_steps = _as(Role.OWNER, in_private=False)  # put away what the home proposes
may_export_club = _as(Role.OWNER, in_private=False)  # all in one archive; lists are for members


def visible_clubs(actor: Actor) -> QuerySet[Club]:
    return of_own_clubs(Club.objects.all(), actor, "pk")


def visible_players(actor: Actor) -> QuerySet[Player]:
    return of_own_clubs(Player.objects.all(), actor)


def visible_rule_profiles(actor: Actor) -> QuerySet[RuleProfile]:
    return of_own_clubs(RuleProfile.objects.select_related("club"), actor)


def visible_memberships(actor: Actor, club: Club) -> QuerySet[Membership]:
    """Accounts of a club, with their addresses: for its organisers and owners."""
    if not may_manage_people(actor, club):
        return Membership.objects.none()
    return Membership.objects.filter(club=club).select_related("user")


def visible_imports(actor: Actor) -> QuerySet[ImportRun]:
    """Files on their way in, with all that they say of people: for who may import them."""
    rows = ImportRun.objects.select_related("club").filter(club__slug__isnull=False)
    return rows if actor.is_command else rows.filter(club__in=actor.clubs_as(Role.ORGANISER))


def may_create_club(actor: Actor) -> bool:
    """With registration open everybody with an account; else only the administrator."""
    if actor.is_command:
        return True
    if actor.user is None:
        return False
    return settings.REGISTRATION == "open" or actor.user.is_superuser


def may_name_self(actor: Actor, player: Player) -> bool:
    """What one is called on public pages, and one's nickname: everybody for themself."""
    return actor.is_player(player)


def may_change_player(actor: Actor, player: Player) -> bool:
    """A player who was made anonymous stays so."""
    return player.anonymised_at is None and actor.has(Role.ORGANISER, player.club_id)


def may_invite_player(actor: Actor, player: Player) -> bool:
    """Somebody who plays, to become an account of the club. Who left is brought back first."""
    return (
        player.archived_at is None
        and not player.club.is_private
        and actor.has(Role.ORGANISER, player.club_id)
    )


def may_unlink_account(actor: Actor, player: Player) -> bool:
    return actor.has(Role.OWNER, player.club_id)


def may_take_data(actor: Actor, player: Player) -> bool:
    """All that is known of a person: for that person, and for the owner of the club."""
    return actor.is_player(player) or actor.has(Role.OWNER, player.club_id)


def may_anonymise(actor: Actor, player: Player) -> bool:
    """The same people, once and for ever."""
    return player.anonymised_at is None and may_take_data(actor, player)

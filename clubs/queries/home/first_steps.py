"""The first steps of a club on its home: members, scores, a season."""

from dataclasses import dataclass

from clubs.access import Actor, may_end_first_steps, may_import
from clubs.models import Club, ImportRun, League, Sitting
from clubs.queries.imports import waiting_import
from clubs.queries.seasons.uncounted import uncounted_tables

LEAST_MEMBERS = 3  # with fewer there is no table to set up


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """Which steps are done. waiting: a file that was sent and is not imported to its end;
    has_uncounted: there are tables of which a season can be made."""

    has_members: bool
    has_scores: bool
    has_season: bool
    waiting: ImportRun | None
    has_uncounted: bool
    may_end: bool

    @property
    def next_step(self) -> str:
        """The first step that is not done, members, scores or season; empty where only a file
        waits."""
        done = {
            "members": self.has_members,
            "scores": self.has_scores,
            "season": self.has_season,
        }
        return next((name for name, is_done in done.items() if not is_done), "")


def lacks_scores(club: Club) -> bool:
    """Whether the home of the club still says to bring old scores. One query at most."""
    return club.shows_first_steps and not Sitting.objects.filter(club=club).exists()


def first_steps(
    actor: Actor, club: Club, *, member_count: int, has_tables: bool, has_season: bool
) -> FirstSteps | None:
    """Returns the steps of a club; None where all are done and no sheet of a file waits, where its
    owner has put them away, and for an actor who may not import. has_season: whether a season of it
    has begun, as far as the page knows. Up to three queries."""
    if not club.shows_first_steps or not may_import(actor, club):
        return None
    has_members = member_count >= LEAST_MEMBERS
    has_season = has_season or League.objects.filter(club=club).exists()
    waiting = waiting_import(actor, club)
    is_rest = waiting is not None and waiting.report.get("is_rest", False)
    if has_members and has_tables and has_season and not is_rest:
        return None
    return FirstSteps(
        has_members=has_members,
        has_scores=has_tables,
        has_season=has_season,
        waiting=waiting,
        has_uncounted=has_tables and not has_season and uncounted_tables(club).exists(),
        may_end=may_end_first_steps(actor, club),
    )

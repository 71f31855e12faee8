"""A season that was made by mistake is deleted: its tables stay, and so does the log."""

from datetime import date
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command

from clubs.models import AuditEntry, Evening, League, LeagueMember, Penalty
from clubs.queries.seasons.seasons import closing_mark
from clubs.services.errors import LeagueClosed, LeagueMoved, LeaguePublished
from clubs.services.files.words import seal_rows
from clubs.services.seasons import evenings, leagues, penalties
from clubs.services.seasons.league_deletion import delete_league, was_deleted
from clubs.services.tables.sittings import close_sitting
from tests.again import built_once
from tests.cast import Cast
from tests.example_league import play_example
from tests.exchange.archives import exported, forget, imported

SHOWN = {"standings": False, "results": False, "calendar": True}


def delete(club: Cast, league: League, by: str = "Charlie", **told) -> None:
    delete_league(club.actor(by), league, **{"request_id": uuid4(), **told})


@pytest.fixture
@built_once
def league(club: Cast) -> League:
    """Four evenings with closed tables, and two penalties: for an evening, and at a table."""
    league = play_example(club)
    seal_rows(club.club)
    first = league.evenings.first()
    sitting = first.tables.first().sitting
    for row in league.tables.all():
        close_sitting(club.actor("Charlie"), row.sitting, request_id=uuid4())
    for table in (None, sitting):
        player = sitting.seats.first().player
        penalties.give_penalty(
            club.actor("Charlie"), first, player, -20, "Retard", sitting=table, request_id=uuid4()
        )
    return league


def test_tables_stay_and_nothing_differs(club, league):
    tables, request_id = league.tables.count(), uuid4()
    evening, members = league.evenings.first(), league.members.count()

    delete(club, league, request_id=request_id)

    assert not League.objects.exists()
    assert not Evening.objects.exists()
    assert not LeagueMember.objects.exists()
    assert club.club.sittings.filter(leagues=None).count() == tables
    assert [row.sitting is not None for row in Penalty.objects.all()] == [True]
    entry = AuditEntry.objects.get(action="delete_league")
    assert entry.chain_uuid == club.club.uuid
    assert entry.before["name"] == league.name
    assert len(entry.before["members"]) == members
    assert entry.before["evenings"][0]["evening"] == str(evening.uuid)
    assert [row["points"] for row in entry.before["penalties"]] == [-20]
    call_command("check_scores", stdout=StringIO(), stderr=StringIO())
    assert was_deleted(club.actor("Charlie"), club.club, league.uuid, request_id=request_id)
    assert not was_deleted(club.actor("Charlie"), club.club, league.uuid, request_id=uuid4())


def test_the_club_moves_with_its_archive(club, league):
    delete(club, league)
    content = exported(club.club)
    forget(club.club)

    imported(content)

    call_command("check_scores", stdout=StringIO(), stderr=StringIO())


def test_what_somebody_may_have_read_stays(club, league):
    charlie = club.actor("Charlie")
    leagues.show_league(charlie, league, **SHOWN, request_id=uuid4())
    with pytest.raises(LeaguePublished):
        delete(club, league)

    leagues.show_league(charlie, league, **SHOWN | {"calendar": False}, request_id=uuid4())
    leagues.publish_league(charlie, league, request_id=uuid4())
    with pytest.raises(LeaguePublished):
        delete(club, league)

    leagues.close_league(charlie, league, request_id=uuid4())
    with pytest.raises(LeagueClosed):
        delete(club, league)
    assert League.objects.exists()


def test_what_changed_meanwhile_is_looked_at_again(club, league):
    seen = closing_mark(league, league.revision)
    evenings.plan_evenings(club.actor("Charlie"), league, [date(2026, 6, 1)], request_id=uuid4())

    with pytest.raises(LeagueMoved):
        delete(club, league, seen=seen)

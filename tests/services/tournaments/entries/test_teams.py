"""Teams of two to four entries."""

from uuid import uuid4

import pytest

from clubs.access import Forbidden
from clubs.queries.tournaments.entries.entries import entry_lines
from clubs.queries.tournaments.entries.teams import teams_mark
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.tournaments.entries import teams
from tests.cast import Cast
from tests.hall import Hall
from tests.refusals import problems_in


@pytest.fixture
def hall(club: Cast) -> Hall:
    return Hall.gather(club, 6, state="open")


def set_teams(hall: Hall, told, *, by="Charlie", seen="", request_id=None):
    return teams.set_teams(
        hall.cast.actor(by), hall.reread(), told, seen=seen, request_id=request_id or uuid4()
    )


def members(hall: Hall) -> dict[str, list[int]]:
    return {
        team.name: list(team.entries.values_list("number", flat=True))
        for team in hall.tournament.teams.all()
    }


def test_the_first_one_is_captain(hall):
    set_teams(hall, {"Bouts": [3, 1], "Petits": [2, 4]})

    assert members(hall) == {"Bouts": [1, 3], "Petits": [2, 4]}
    captains = hall.tournament.entries.filter(is_captain=True)
    assert list(captains.values_list("number", flat=True)) == [2, 3]


def test_told_anew_the_rows_of_those_that_stay_are_kept(hall):
    [bouts, _petits] = set_teams(hall, {"Bouts": [1, 3], "Petits": [2, 4]})

    [again] = set_teams(hall, {"BOUTS": [1, 5]})

    assert again == bouts
    assert members(hall) == {"BOUTS": [1, 5]}
    assert hall.entry(3).team is None


@pytest.mark.parametrize(
    ("told", "problems"),
    [
        ({"A": [1]}, [("team_size", "team-1")]),
        ({"A": [1, 2, 3, 4, 5]}, [("team_size", "team-1")]),
        ({"A": [1, 2], "B": [3, 4], "C": [5]}, [("team_size", "team-5")]),
        ({"A": [1, 2], "B": [3, 4, 5]}, [("team_size", "team-3")]),
        ({"A": [1, 2], "B": [2, 3]}, [("entry_in_two_teams", "team-2")]),
        ({"A": [1, 99]}, [("player_not_listed", "team-99")]),
    ],
)
def test_refused(hall, told, problems):
    with pytest.raises(TournamentRefused) as refusal:
        set_teams(hall, told)

    assert problems_in(refusal) == problems
    assert members(hall) == {}


@pytest.mark.parametrize("size", [2, 3, 4])
def test_sizes(hall, size):
    set_teams(hall, {"A": list(range(1, size + 1))})

    assert members(hall) == {"A": list(range(1, size + 1))}


def test_somebody_else_was_first(hall):
    seen = teams_mark(entry_lines(hall.tournament))
    set_teams(hall, {"A": [1, 2]})

    with pytest.raises(TournamentMoved):
        set_teams(hall, {"B": [1, 2]}, seen=seen)

    assert members(hall) == {"A": [1, 2]}


def test_not_by_everybody_and_not_at_the_end(hall):
    with pytest.raises(Forbidden):
        set_teams(hall, {"A": [1, 2]}, by="Alice")

    type(hall.tournament).objects.update(state="final")
    with pytest.raises(TournamentRefused) as refusal:
        set_teams(hall, {"A": [1, 2]})
    assert problems_in(refusal) == [("tournament_step", None)]

"""Many entries at once: all who are new, or nobody."""

from uuid import uuid4

import pytest

from clubs.access import Forbidden
from clubs.core.names import split_name
from clubs.models import Player
from clubs.queries.tournaments.entries.entries import EntryDetails, EntryRow
from clubs.services.errors import TournamentRefused
from clubs.services.tournaments.entries.entry_imports import import_entries
from tests.cast import Cast
from tests.hall import Hall
from tests.refusals import problems_in


@pytest.fixture
def hall(club: Cast) -> Hall:
    """P01 and P02 have entered."""
    return Hall.gather(club, 2, state="open", fee=1000)


def row(name: str, **told) -> EntryRow:
    own = {key: told.pop(key) for key in ("number", "team", "is_paid") if key in told}
    return EntryRow(EntryDetails(name, **told), **own)


def take(hall: Hall, *rows: EntryRow, by="Charlie", request_id=None):
    return import_entries(
        hall.cast.actor(by), hall.reread(), rows, request_id=request_id or uuid4()
    )


def entered(hall: Hall) -> list[tuple[int, str]]:
    return list(hall.tournament.entries.values_list("number", "name"))


def test_numbers_told_and_free_ones(hall):
    take(hall, row("Ana"), row("Zoé", number=4), row("Luc"), row("Eva", number=10))

    assert entered(hall) == [
        (1, "P01"),
        (2, "P02"),
        (3, "Ana"),
        (4, "Zoé"),
        (5, "Luc"),
        (10, "Eva"),
    ]


def test_the_next_one_comes_after_all_numbers(hall):
    take(hall, row("Eva", number=10))

    take(hall, row("Ana"))

    assert entered(hall)[-1] == (11, "Ana")


def test_players_of_the_club_by_name_and_new_guests(hall):
    made = take(hall, row("frank"), row("Zoé", club_name="Lyon", email="z@example.org"))

    assert [entry.player.name for entry in made] == ["Frank", "Zoé"]
    assert made[0].player == hall.cast.player("Frank")
    assert made[1].player.is_guest
    assert (made[1].club_name, made[1].email) == ("Lyon", "z@example.org")


def test_paid_and_teams(hall):
    made = take(
        hall,
        row("Ana", is_paid=True, team="Bouts"),
        row("Zoé", team="bouts"),
    )

    assert [(entry.fee_paid, entry.fee_taken_by) for entry in made] == [
        (1000, hall.cast.user("Charlie")),
        (None, None),
    ]
    [team] = hall.tournament.teams.all()
    assert team.name == "Bouts"
    members = list(team.entries.values_list("name", "is_captain"))
    assert members == [("Ana", True), ("Zoé", False)]


def test_two_of_one_name_with_other_clubs_or_licences(hall):
    made = take(
        hall,
        row("Jean", club_name="Lyon", licence="1"),
        row("Jean", club_name="Nice"),
        row("Jean", club_name="Lyon", licence="2"),
    )

    assert [entry.name for entry in made] == ["Jean", "Jean (2)", "Jean (3)"]


@pytest.mark.parametrize(
    ("rows", "problems"),
    [
        ([row("Ana"), row("Zoé", number=2)], [("number_taken", "rows[1].number")]),
        ([row("Ana", number=7), row("Zoé", number=7)], [("number_taken", "rows[1].number")]),
        (
            [row("Ana", licence="7"), row("Zoé", licence="7")],
            [("licence_taken", "rows[1].licence")],
        ),
        (
            [row("Ana", licence="7"), row("Ana", licence="7")],
            [("already_entered", "rows[1].name")],
        ),
        (
            [row("Ana", licence="7"), row("Ana", club_name="Lyon", licence="7")],
            [("already_entered", "rows[1].name")],
        ),
        ([row("Ana"), row("ANA")], [("already_entered", "rows[1].name")]),
        ([row("Ana", categories=("x",))], [("category_unknown", "rows[0].categories")]),
        ([row("Ana", team="Bouts")], [("team_size", "rows[0].team")]),
    ],
)
def test_refused_as_a_whole(hall, rows, problems):
    with pytest.raises(TournamentRefused) as refusal:
        take(hall, *rows)

    assert problems_in(refusal) == problems
    assert entered(hall) == [(1, "P01"), (2, "P02")]
    assert not Player.objects.filter(name__in=["Ana", "Zoé"]).exists()


@pytest.mark.parametrize("kept", ["BERNARD Paul", "Bernard Paul", "Paul Bernard"])
def test_who_has_entered_under_another_form_of_the_name(hall, kept):
    """The first is as a file of a tournament had it, before names were kept in one form."""
    take(hall, row(kept))
    family = split_name(kept).family
    hall.tournament.entries.filter(number=3).update(name=kept, family_name=family)

    assert take(hall, row("BERNARD Paul")) == []


def test_who_has_entered_stays_and_the_others_come_in(hall):
    """A club or a licence that is not told is no other one; two of one name stay two."""
    jean = row("Jean", club_name="Lyon"), row("Jean", club_name="Nice")
    take(hall, row("Ana"), *jean)

    again = row("p01", number=1, is_paid=True), row("Ana", club_name="Lyon", licence="7"), *jean
    made = take(hall, *again, row("Zoé"), row("Ana", club_name="Nice"))

    assert [entry.name for entry in made] == ["Zoé", "Ana (2)"]
    assert [name for _number, name in entered(hall)] == [
        "P01",
        "P02",
        "Ana",
        "Jean",
        "Jean (2)",
        "Zoé",
        "Ana (2)",
    ]
    assert (hall.entry(1).fee_paid, hall.entry(3).club_name) == (None, "")
    assert take(hall, *again) == []


def test_more_than_there_are_places(hall):
    type(hall.tournament).objects.update(capacity=3)

    with pytest.raises(TournamentRefused) as refusal:
        take(hall, row("Ana"), row("Zoé"))

    assert problems_in(refusal) == [("tournament_full", "rows[1].name")]


def test_by_the_desk_while_one_can_enter(hall):
    with pytest.raises(Forbidden):
        take(hall, row("Ana"), by="Alice")

    type(hall.tournament).objects.update(state="final")
    with pytest.raises(TournamentRefused) as refusal:
        take(hall, row("Ana"))
    assert problems_in(refusal) == [("tournament_not_open", None)]


def test_a_hundred_rows_take_few_queries(hall, django_assert_max_num_queries):
    with django_assert_max_num_queries(44):
        take(hall, *(row(f"Joueur {number}", team=f"T{number // 2}") for number in range(100)))
    assert len(entered(hall)) == 102

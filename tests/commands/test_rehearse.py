"""`manage.py rehearse`: cli.md §rehearse."""

import time
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Sum

from clubs.models import DealScore, Tournament, TournamentState
from tests.cast import Cast

pytestmark = pytest.mark.django_db
SIZES = {"tables": 2, "rounds": 2, "seed": 3, "speed": 0}


def rehearse(**told) -> tuple[Tournament, str]:
    out = StringIO()
    call_command("rehearse", **{**SIZES, **told}, stdout=out)
    return Tournament.objects.latest("pk"), out.getvalue()


def totals(tournament: Tournament) -> list[tuple[int, int]]:
    """What each entry number won in each round."""
    rows = DealScore.objects.filter(deal__sitting__round__tournament=tournament)
    told = rows.values("deal__sitting__round__number", "seat__entry__number")
    found = told.annotate(total=Sum("score")).order_by(
        "deal__sitting__round__number", "seat__entry__number"
    )
    return [(row["seat__entry__number"], row["total"]) for row in found]


def test_it_plays_itself_and_the_same_again() -> None:
    first, told = rehearse()
    assert first.state == TournamentState.PROVISIONAL
    assert first.rounds.count() == 2
    played = totals(first)
    assert len(played) == 2 * 8
    assert sum(total for _number, total in played) == 0
    assert f"/g/{first.uuid}/r/1/" in told
    assert "Round 2: validated" in told
    second, _told = rehearse()
    assert second.club != first.club
    assert totals(second) == played
    assert [one.name for one in second.entries.all()] == [one.name for one in first.entries.all()]
    third, _told = rehearse(seed=4)
    assert totals(third) != played


def test_without_an_arbiter_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    cast = Cast.gather()

    def give_up(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", give_up)
    with pytest.raises(SystemExit) as ended:
        rehearse(club=cast.club.slug, arbiter=False)
    assert ended.value.code == 130
    tournament = Tournament.objects.get()
    assert tournament.state == TournamentState.CHECK_IN
    assert cast.club.name in tournament.club.name


def test_at_its_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables, three deals a minute each: something happens every ten seconds."""
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    rehearse(rounds=1, speed=3)
    assert set(waits) == {10.0, 20.0} or set(waits) == {10.0}


@pytest.mark.parametrize(
    "argument", ["--tables=0", "--tables=129", "--rounds=x", "--speed=-1", "--seed=-1"]
)
def test_wrong_usage(argument: str) -> None:
    with pytest.raises(CommandError, match="is not from"):
        call_command("rehearse", argument)


def test_an_unknown_club() -> None:
    with pytest.raises(CommandError, match="no club"):
        rehearse(club="nowhere")
